"""Who sits out in a round, in words to be called."""

from collections.abc import Iterator

from byestand.model.session import Section
from byestand.words.people import PLAYERS, called, named, sitting_out
from byestand.words.phrases import first_up, say, say_many

MOST_NAMED = 4
"""So many who sit out are called by name. Of more pairs the wall tells; more players are called by number."""


def sit_out_call(section: Section, round: int) -> Iterator[str]:
    """Yield who sits out in a round, where anybody does."""
    movement, without_boards = section.movement, _without_boards(section, round)
    out = [one for one in sitting_out(movement, round) if one not in without_boards]
    players = called(movement) is PLAYERS
    if len(out) > MOST_NAMED and players:
        yield say("{who} sit out.", who=first_up(named(out, movement, section.letter)))
    if not 0 < len(out) <= MOST_NAMED:
        return
    is_one = len(out) == 1 and (players or not section.name(movement.field.label(out[0])))
    who = say(" and ").join(by_number_and_name(section, one) for one in out)
    yield say_many("{who} sits out.", "{who} sit out.", 1 if is_one else 2, who=first_up(who))


def _without_boards(section: Section, round: int) -> set[int]:
    """Return who has nothing to play after a repair: that is announced with their table."""
    movement = section.movement
    lost = movement.history.lost if movement.history else ()
    return {c for now, table in lost if now == round for c in movement.seats[round - 1, table - 1].tolist()}


def by_number_and_name(section: Section, contestant: int) -> str:
    """Return somebody by number and, where it is known, by name, with what follows: "pair E19, Doris & Egon,"."""
    field, one = section.movement.field, called(section.movement).one
    label, name = field.label(contestant, section.letter), section.name(field.label(contestant))
    return f"{one} {label}, {name}," if name else f"{one} {label}"
