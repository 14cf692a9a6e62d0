"""Movements before and after repairs: who plays, and by which labels."""

from byestand.model.movement import Movement
from byestand.night.state import NightState
from byestand.setup.resolve import judged_movement


def first_movement(state: NightState, letter: str) -> Movement | None:
    """Return the movement of a section before all repairs; None where nothing was repaired."""
    repairs = state.repairs_of(letter)
    if not repairs:
        return None
    before = repairs[0].before
    return judged_movement(before).movement


def newcomers(before: Movement, after: Movement) -> tuple[str, ...]:
    """Return the labels of those who play *after* a repair and did not play *before* it."""
    known = set(labels_after(before, after).values())
    labels = map(after.field.label, after.field.present)
    return tuple(label for label in labels if label not in known)


def labels_after(before: Movement, after: Movement) -> dict[str, str]:
    """Return the labels *after* a repair of all who play *before* it, by their labels then.

    If two lines become one field, EW pairs are numbered on after NS.
    """
    old, new = before.field, after.field

    def number(one: int) -> int:
        line = old.line(one)
        return one if len(old.lines) != len(new.lines) else one - old.before(line) + new.before(line)

    return {old.label(one): new.label(number(one)) for one in old.present}
