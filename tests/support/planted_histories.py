"""Planted faults of histories, each with the finding that the judge must report."""

from collections.abc import Callable
from dataclasses import replace

from byestand.catalog import find
from byestand.model.history import History
from byestand.model.judged import Finding
from byestand.model.movement import Movement


def night(
    name: str,
    history: History,
    *,
    seats: dict[tuple[int, int, int], int] | None = None,
    groups: dict[tuple[int, int], int] | None = None,
) -> Movement:
    """Return a movement with a history, and some seats (round, table, seat) and groups (round, table) changed."""
    movement = find(name)
    sit, lie = movement.seats.copy(), movement.groups.copy()
    for (round, table, seat), who in (seats or {}).items():
        sit[round - 1, table - 1, seat] = who
    for (round, table), group in (groups or {}).items():
        lie[round - 1, table - 1] = group
    return replace(movement, seats=sit, groups=lie, history=history)


PLANTED: dict[str, tuple[Callable[[], Movement], Finding]] = {
    "what is lost is played": (
        lambda: night("M0909", History(3, lost_cells=frozenset({(5, 2)}))),
        Finding(
            "lost-played",
            "round 5, table 2: group 6 is played, but is recorded as lost",
            round=5, tables=(2,),
        ),
    ),
    "what is cancelled was not played": (
        lambda: night("M0909", History(3, cancelled_cells=frozenset({(2, 4)})), groups={(2, 4): 0}),
        Finding(
            "cancelled-unplayed",
            "round 2, table 4: there is no result to cancel",
            round=2, tables=(4,),
        ),
    ),
    "who has left has a seat": (
        lambda: night("M0909", History(5, departures=((13, 7),))),
        Finding(
            "seated-away",
            "round 8: E4 has a seat, but has left or has not arrived",
            round=8, contestants=("E4",),
        ),
    ),
    "three tables share a set": (
        lambda: night("M0909", History(3, instructed_cells=frozenset({(4, 1), (4, 2)})), groups={(4, 1): 9, (4, 2): 9}),
        Finding(
            "shared-by-three",
            "round 4: tables 1, 2 and 6 play group 9, but there is 1 set for at most 2 tables",
            round=4, tables=(1, 2, 6), group=9,
        ),
    ),
}  # fmt: skip
