"""Planted faults of rovers, each with the finding that the judge must report."""

from collections.abc import Callable
from dataclasses import replace

from byestand.catalog import find
from byestand.model.judged import Finding
from byestand.model.layout import Layout
from byestand.model.movement import Movement
from byestand.movements import RoverStop, Side, with_missing, with_rover
from byestand.search import Found, find_rover


def laid(movement: Movement, tables: list[int], side: Side = "EW") -> Movement:
    """Return the movement with a rover that visits these tables from round 2 on."""
    return with_rover(movement, {r: RoverStop(table, side) for r, table in enumerate(tables, start=2)})


def move_rover(movement: Movement, *, group: tuple[int, int]) -> Movement:
    """Return the movement with another group at the party table in a round."""
    groups = movement.groups.copy()
    groups[group[0] - 1, -1] = group[1]
    return replace(movement, groups=groups)


def with_seats(movement: Movement, round: int, table: int, *who: str) -> Movement:
    seats = movement.seats.copy()
    seats[round - 1, table - 1] = [movement.field.contestant(label) for label in who]
    return replace(movement, seats=seats)


def sitting_out_in_round_5() -> dict[int, RoverStop]:
    outcome = find_rover(find("W1812"), sit_out_round=5)
    assert isinstance(outcome, Found)
    return {r: RoverStop(t, "EW") for r, t in zip(outcome.thing.rounds, outcome.thing.tables, strict=True)}


def layout_of(name: str) -> Layout:
    layout = find(name).layout
    assert layout
    return layout


PLANTED: dict[str, tuple[Callable[[], Movement], Finding]] = {
    "rover meets somebody twice": (
        lambda: laid(find("W1812"), [8, 6, 4, 2, 8, 13, 11, 9, 7, 5, 3]),
        Finding(
            "met-twice",
            "round 6, table 8: N8 and E19 already met in round 2 at table 8",
            round=6, tables=(8,), contestants=("N8", "E19"), group=1,
        ),
    ),
    "rover plays a board twice": (
        lambda: laid(find("W1812"), [8, 6, 4, 2, 4, 13, 11, 9, 7, 5, 3]),
        Finding(
            "board-twice",
            "round 6, table 4: E19 plays group 9 again, after round 2 at table 8",
            round=6, tables=(4,), contestants=("E19",), group=9,
        ),
    ),
    "a pair is displaced twice": (
        lambda: laid(find("W1812"), [8, 6, 4, 2, 12, 13, 11, 9, 7, 5, 3]),
        Finding(
            "displaced-twice",
            "E7 is displaced by the rover in rounds 2 and 6",
            round=6, tables=(19,), contestants=("E7",),
        ),
    ),
    "a pair is displaced twice at a half table": (
        lambda: with_missing(laid(find("W1812"), [8, 6, 4, 2, 12, 13, 11, 9, 7, 5, 3]), "N19"),
        Finding(
            "displaced-twice",
            "E7 is displaced by the rover in rounds 2 and 6",
            round=6, tables=(19,), contestants=("E7",),
        ),
    ),
    "party table and rover on different groups": (
        lambda: move_rover(find("W1812ER"), group=(3, 1)),
        Finding(
            "party-out-of-step",
            "round 3: party table 19 has group 1, but the rover at table 6 has group 8",
            round=3, tables=(6, 19), group=1,
        ),
    ),
    "the group of round 1 comes again": (
        lambda: move_rover(find("W1812ER"), group=(1, 8)),
        Finding(
            "party-group-again",
            "round 1: rover and host play group 8, which comes there again in round 3",
            round=1, tables=(19,), group=8,
        ),
    ),
    "the rover does not start at the party table": (
        lambda: with_seats(find("W1812ER"), 1, 19, "N19", "E18"),
        Finding(
            "rover-stays",
            "the rover E19 is never at the party table",
            tables=(19,), contestants=("E19",),
        ),
    ),
    "the rover comes home twice": (
        lambda: with_missing(with_seats(find("W1812ER"), 5, 19, "N19", "E19"), "N19"),
        Finding(
            "rover-stays",
            "the rover E19 is at the party table in rounds 1 and 5, not in 1",
            round=5, tables=(19,), contestants=("E19",),
        ),
    ),
    "a group comes to the party before the rover is at home": (
        lambda: move_rover(with_rover(find("W1812"), sitting_out_in_round_5()), group=(2, 7)),
        Finding(
            "party-group-again",
            "round 5: rover and host play group 7, which comes there again in round 2",
            round=5, tables=(19,), group=7,
        ),
    ),
    "a rover that meets somebody again in a revenge round": (
        lambda: laid(find("W1010"), [1, 3, 10, 6, 9, 2, 4, 8, 4]),
        Finding(
            "met-twice",
            "round 10, table 4: N4 and E11 already met in round 8 at table 4",
            round=10, tables=(4,), contestants=("N4", "E11"), group=3,
        ),
    ),
    "a party table that plays from a case in use": (
        lambda: replace(find("W1812ER"), layout=replace(layout_of("W1812ER"), party_case="A")),
        Finding("copy-twice", "the party table uses set A, which other tables use too"),
    ),
    "the host is away": (
        lambda: with_seats(find("W1812ER"), 4, 19, "N5", "E1"),
        Finding(
            "host-away",
            "round 4: N19 is not at party table 19",
            round=4, tables=(19,), contestants=("N19",),
        ),
    ),
}  # fmt: skip
