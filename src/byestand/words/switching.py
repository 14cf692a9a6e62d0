"""Arrow switches as they are announced: before the round they begin with, and before the first one after.

A club turns the boards and keeps its chairs, or changes chairs, because its scoring devices fix who is North.
"""

from collections.abc import Iterator
from itertools import groupby

import numpy as np
import numpy.typing as npt

from byestand.language import say, say_many
from byestand.model.event import Switch
from byestand.model.movement import Movement
from byestand.model.seen import arrow_turned
from byestand.words.numbers import listed
from byestand.words.people import spoken_side
from byestand.words.telling import Later
from byestand.words.turns import Sides, home_side, switches

MOST_CALLS = 6
"""At single tables so many changes are called out; where there are more, all look at their mats."""

_HOW: dict[Switch, str] = {
    "boards": "give the boards a quarter turn. The pair at home plays the {side} cards.",
    "chairs": "change chairs with your opponents. The pair at home sits {side}.",
}
_FIRST: dict[Switch, str] = {
    "boards": "Arrow switch. Move as always and sit where you always sit.",
    "chairs": "Arrow switch. Move as always.",
}
_BACK: dict[Switch, str] = {
    "boards": "Turn back. Boards the usual way again: the pair at home plays {side}.",
    "chairs": "Turn back. Everybody takes the usual chairs again: the pair at home sits {side}.",
}


def switch_announcements(movement: Movement, switch: Switch) -> Later:
    """Yield what to say at each switch and after which round; after round 0 is before play."""
    turned = arrow_turned(movement)
    sides = Sides(*map(spoken_side, home_side(movement)))
    if (turned.any(axis=1) != turned.all(axis=1)).any():
        yield from _table_by_table(movement, turned, switch, sides)
    else:
        yield from _everywhere(movement, turned, switch, sides)


def _everywhere(movement: Movement, turned: npt.NDArray[np.bool_], switch: Switch, sides: Sides) -> Later:
    played, told_in = movement.next_round - 1, 0
    if played in range(1, movement.rounds) and turned[played - 1].any() and not turned[played].any():
        yield played, (say(_BACK[switch], side=sides.usual),)
    for _, run in groupby(enumerate(switches(movement)), key=lambda item: item[1] - item[0]):
        rounds = [round for _, round in run]
        first, last = rounds[0], rounds[-1]
        yield first - 1, (*_begin(first, told_in, switch, sides), _how_long(first, last, movement.rounds))
        if last < movement.rounds:
            yield last, (say(_BACK[switch], side=sides.usual),)
        told_in = told_in or first


def _begin(round: int, told_in: int, switch: Switch, sides: Sides) -> Iterator[str]:
    how = say(_HOW[switch], side=sides.other)
    if round == 1:
        yield say("We start with an arrow switch: {how}", how=how)
    elif told_in:
        yield say("Arrow switch, as in round {round}: {how}", round=told_in, how=how)
        return
    else:
        yield say(_FIRST[switch])
        yield say("Then {how}", how=how)
    yield say("Score it that way.")


def _how_long(first: int, last: int, rounds: int) -> str:
    if first == last:
        return say("For this round only.")
    phrase = "For rounds {first} and {last}" if last == first + 1 else "For rounds {first} to {last}"
    return say(phrase, first=first, last=last) + say(", to the end." if last == rounds else ".")


def _table_by_table(movement: Movement, turned: npt.NDArray[np.bool_], switch: Switch, sides: Sides) -> Later:
    begin = movement.next_round - 1
    before = turned[begin - 1] if begin else np.zeros_like(turned[0])
    changes = []
    for after in range(begin, movement.rounds):
        if (turned[after] != before).any():
            changes.append((after, before, turned[after]))
        before = turned[after]
    if len(changes) > MOST_CALLS:
        yield (
            begin,
            (
                say(
                    "Single tables have an arrow switch in some rounds: {how}", how=say(_HOW[switch], side=sides.other)
                ),
                say("Look at the black line on your mat before each round."),
            ),
        )
        return
    for number, (after, was, now) in enumerate(changes):
        lines = list(_change(was, now))
        if not number:
            how = say(_HOW[switch], side=sides.other)
            lines.append(say("There {how}", how=how))
        yield after, tuple(lines)


def _change(before: npt.NDArray[np.bool_], now: npt.NDArray[np.bool_]) -> Iterator[str]:
    """Yield who turns, who turns back, and who stays turned."""
    begin, back, stay = now & ~before, before & ~now, before & now
    if begin.any():
        if begin.all():
            yield say("Arrow switch at all tables.")
        elif stay.any():
            yield say("Arrow switch at {tables}.", tables=_tables(begin))
        else:
            yield say("Arrow switch at {tables}, nowhere else. Look at your mat.", tables=_tables(begin))
    if back.any():
        yield say("Turn back at {tables}.", tables=say("all tables") if back.all() else _tables(back))
    if stay.any():
        number = int(stay.sum())
        told = _tables(stay).capitalize()
        yield say_many("{tables} stays turned.", "{tables} stay turned.", number, tables=told)


def _tables(where: npt.NDArray[np.bool_]) -> str:
    return listed("table", (where.nonzero()[0] + 1).tolist())
