"""Where somebody who came late sits down, round by round: the fewest rounds without a game."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from byestand.model.history import Continuation
from byestand.model.played import Played
from byestand.search.outcome import Clock
from byestand.search.repairs.losses import loss_of
from byestand.search.rovers.choosing import one_of_each

Option: TypeAlias = tuple[Played, Continuation]
"""What was seen, with the pair that came in the field, and how it goes on."""


class Stop(NamedTuple):
    """Where somebody who came sits down in a round, whom that displaces and who is met, and what is played."""

    table: int
    """Counted from 0."""
    seat: int
    displaced: int
    """0 where the seat was empty."""
    opponent: int
    group: int


Stops: TypeAlias = Sequence[Stop | None]
"""Round by round; None where the one who came has no table."""


def fewest_sit_outs(rows: list[list[Stop]], clock: Clock, *, most: int | None = None) -> Stops | None:
    """Return a stop in as many rounds as can be: nobody met twice, nothing played twice, nobody displaced twice."""
    entries = [[*(_items(stop) for stop in row), ()] for row in rows]
    sits_out = [1 << len(row) for row in rows]
    for sit_outs in range(len(rows) if most is None else most + 1):
        chosen = one_of_each(entries, clock, rationed=sits_out, ration=sit_outs)
        if chosen is not None:
            return [row[place] if place < len(row) else None for row, place in zip(rows, chosen, strict=True)]
    return None


def _items(stop: Stop) -> tuple[tuple[str, int], ...]:
    """Return what a stop uses up; nobody is met or displaced by the number 0."""
    used = ("met", stop.opponent), ("displaced", stop.displaced)
    return (("group", stop.group), *(item for item in used if item[1]))


def judged(played: Played, how: Continuation) -> Continuation:
    """Return it proved best if nothing is lost and nobody meets again: more cannot be had."""
    return replace(how, proved=loss_of(played, how) == (0, 0))
