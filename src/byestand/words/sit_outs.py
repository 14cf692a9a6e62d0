"""Who sits out in a round, in words to be called."""

from collections.abc import Iterator

from byestand.model import Section
from byestand.words.numbers import numbered
from byestand.words.people import PLAYERS, called, sitting_out
from byestand.words.phrases import first_up, say, say_many

MOST_NAMED = 4
"""So many who sit out are called by name. Of more pairs the wall tells; more players are called by number."""


def sit_out_call(section: Section, round: int) -> Iterator[str]:
    """Yield who sits out in a round, where anybody does."""
    movement, out = section.movement, sitting_out(section.movement, round)
    players = called(movement) is PLAYERS
    if len(out) > MOST_NAMED and players:
        yield say("{who} sit out.", who=first_up(numbered(called(movement).one, out)))
    if not 0 < len(out) <= MOST_NAMED:
        return
    is_one = len(out) == 1 and (players or not section.name(movement.field.label(out[0])))
    who = say(" and ").join(by_number_and_name(section, one) for one in out)
    yield say_many("{who} sits out.", "{who} sit out.", 1 if is_one else 2, who=first_up(who))


def by_number_and_name(section: Section, contestant: int) -> str:
    """Return somebody by number and, where it is known, by name, with what follows: "pair E19, Doris & Egon,"."""
    label, one = section.movement.field.label(contestant), called(section.movement).one
    name = section.name(label)
    return f"{one} {label}, {name}," if name else f"{one} {label}"
