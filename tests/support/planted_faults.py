"""Planted faults of movements, each with the findings that the judge must report."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from byestand.catalog import find
from byestand.formats import csv
from byestand.model.claims import ArrowTurn, Follow, Jump, Revenge, Stay, Step, Swivel
from byestand.model.field import Field
from byestand.model.judged import Finding
from byestand.model.layout import Copy, Layout
from byestand.model.movement import Movement
from byestand.movements import mitchell, switch_arrow, with_missing
from byestand.movements.rainbow import plain_rainbow


def with_change(
    movement: Movement, *, seat: tuple[int, int, int, int] | None = None, group: tuple[int, int, int] | None = None
) -> Movement:
    """Return the movement with a contestant at (round, table, seat), or a group at (round, table)."""
    seats, groups = movement.seats.copy(), movement.groups.copy()
    if seat:
        seats[seat[0] - 1, seat[1] - 1, seat[2]] = seat[3]
    if group:
        groups[group[0] - 1, group[1] - 1] = group[2]
    return replace(movement, seats=seats, groups=groups)


def without_layout(movement: Movement) -> Movement:
    return replace(movement, layout=None)


def moved_to_another_table(movement: Movement, *, round: int, table: int) -> Movement:
    """Return the movement with a table of one round moved to an extra table after the last."""
    seats = np.pad(movement.seats, ((0, 0), (0, 1), (0, 0)))
    groups = np.pad(movement.groups, ((0, 0), (0, 1)))
    for grid in (seats, groups):
        grid[round - 1, -1], grid[round - 1, table - 1] = grid[round - 1, table - 1].copy(), 0
    return replace(movement, seats=seats, groups=groups, layout=None)


def w1813_with_layout(change: Callable[[Layout], Layout]) -> Movement:
    movement = find("W1813")
    assert movement.layout
    return replace(movement, layout=change(movement.layout))


def twice_the_same_round(movement: Movement) -> Movement:
    """Return the movement with its last round repeated."""
    again = [*range(movement.rounds), movement.rounds - 1]
    return replace(movement, seats=movement.seats[again], groups=movement.groups[again], claims=())


def individual(*rounds: list[tuple[int, int, int, int, int]]) -> Movement:
    cells = np.array(rounds)
    return Movement("individual", cells[:, :, :4], cells[:, :, 4], Field((int(cells[:, :, :4].max()),)), 4)


def twice_the_same_copy(layout: Layout) -> Layout:
    first, *rest = layout.subsections
    boarding = (Copy("B", 8), *first.initial_copies[1:])
    return replace(layout, subsections=(replace(first, initial_copies=boarding), *rest))


def too_short(layout: Layout) -> Layout:
    first, *rest = layout.subsections
    return replace(layout, subsections=(replace(first, descents=(0, 1)), *rest))


PLANTED: dict[str, tuple[Callable[[], Movement], Finding]] = {
    "seated-twice": (
        lambda: with_change(find("W1813"), seat=(3, 7, 0, 8)),
        Finding(
            "seated-twice",
            "round 3: N8 has more than one seat, at tables 7 and 8",
            round=3, tables=(7, 8), contestants=("N8",),
        ),
    ),
    "seated-nowhere": (
        lambda: with_change(find("W1813"), seat=(3, 7, 0, 0)),
        Finding("seated-nowhere", "round 3: N7 has no seat", round=3, contestants=("N7",)),
    ),
    "seated though missing": (
        lambda: with_change(with_missing(find("W1813"), "N7"), seat=(3, 7, 0, 7)),
        Finding("seated-nowhere", "round 3: N7 is missing, but has a seat", round=3, contestants=("N7",)),
    ),
    "board-twice": (
        lambda: with_change(without_layout(find("W1813")), group=(5, 4, 7)),
        Finding(
            "board-twice",
            "round 5, table 4: N4 plays group 7 again, after round 4 at table 4",
            round=5, tables=(4,), contestants=("N4",), group=7,
        ),
    ),
    "met-twice": (
        lambda: replace(find("M0808"), claims=()),
        Finding(
            "met-twice",
            "round 8, table 1: N1 and E1 already met in round 1 at table 1",
            round=8, tables=(1,), contestants=("N1", "E1"), group=8,
        ),
    ),
    "met-twice in a revenge round": (
        lambda: find("M0808"),
        Finding(
            "met-twice",
            "round 8: repeat opponents at every table (revenge)",
            severity="warning", round=8, tables=tuple(range(1, 9)),
        ),
    ),
    "too-few-copies": (
        lambda: with_change(find("W1813"), group=(1, 2, 1)),
        Finding(
            "too-few-copies",
            "round 1: group 1 is needed at tables 1, 2 and 17, but there are 2 sets",
            round=1, tables=(1, 2, 17), group=1,
        ),
    ),
    "off-layout": (
        lambda: with_change(find("W191312"), group=(12, 4, 3)),
        Finding(
            "off-layout",
            "round 12, table 4: group 3 is played, but the layout brings group 2",
            round=12, tables=(4,), group=3,
        ),
    ),
    "a layout that does not fit": (
        lambda: w1813_with_layout(too_short),
        Finding("off-layout", "the board layout does not match the number of tables and rounds"),
    ),
    "copy-twice": (
        lambda: w1813_with_layout(twice_the_same_copy),
        Finding("copy-twice", "the board layout has group 8 of set B in more than one place", group=8),
    ),
    "group-range": (
        lambda: with_change(find("W1813"), group=(2, 2, 14)),
        Finding(
            "group-range",
            "round 2, table 2: group 14 does not exist (groups are 1-13)",
            round=2, tables=(2,), group=14,
        ),
    ),
    "ragged-round": (
        lambda: with_change(with_change(find("W1813"), seat=(2, 18, 0, 0)), seat=(2, 18, 1, 0)),
        Finding(
            "ragged-round", "round 2: table 18 is empty, but used in other rounds", round=2, tables=(18,),
        ),
    ),
    "no-boards": (
        lambda: with_change(find("W1813"), group=(2, 2, 0)),
        Finding(
            "no-boards",
            "round 2, table 2: no boards for N2 and E1",
            round=2, tables=(2,), contestants=("N2", "E1"),
        ),
    ),
    "too-few-boards": (
        lambda: mitchell(tables=3, rounds=2),
        Finding(
            "too-few-boards",
            "all play only 2 of 3 groups, less than 70%",
            severity="warning", contestants=("N1", "N2", "N3", "E1", "E2", "E3"),
        ),
    ),
    "a skip declared where there is none": (
        lambda: find("W0605").with_claim(Step((7, 8, 9, 10, 11, 12), 6, (1, 1, 2, 1))),
        Finding(
            "off-claim",
            "after round 3: E1, E2, E3, E4, E5 and E6 do not make the stated move",
            round=4, tables=(1, 2, 3, 4, 5, 6), contestants=("E1", "E2", "E3", "E4", "E5", "E6"),
        ),
    ),
    "a skip not declared": (
        lambda: find("W0604").with_claim(Step((7, 8, 9, 10, 11, 12), 6, (1, 1, 1))),
        Finding(
            "off-claim",
            "after round 2: E1, E2, E3, E4, E5 and E6 do not make the stated move",
            round=3, tables=(1, 2, 3, 4, 5, 6), contestants=("E1", "E2", "E3", "E4", "E5", "E6"),
        ),
    ),
    "an arrow turned unsaid": (
        lambda: switch_arrow(find("M0303"), rounds=(3,)).with_claim(ArrowTurn(frozenset(), (1,))),
        Finding(
            "off-claim",
            "after round 2: 1 changes direction without an arrow switch",
            round=3, tables=(1,), contestants=("1",),
        ),
    ),
    "a jump not made": (
        lambda: replace(find("R0808"), claims=(Jump((17,), (8,), ((0,),) * 7),)),
        Finding(
            "off-claim",
            "after round 1: 17 does not make the stated jump",
            round=2, tables=(2,), contestants=("17",),
        ),
    ),
    "somebody who does not follow": (
        lambda: replace(find("M0303"), claims=(Follow((4, 5, 6)),)),
        Finding(
            "off-claim",
            "round 2: E2 does not sit where E1 sat before",
            round=2, tables=(3,), contestants=("E2",),
        ),
    ),
    "somebody of whom nothing is claimed": (
        lambda: replace(find("M0303"), claims=(Stay((1, 2)),)),
        Finding("moves-unclear", "N3 has no rule for its moves", contestants=("N3",)),
    ),
    "an order that is not the boarding's": (
        lambda: w1813_with_layout(
            lambda layout: replace(layout, subsections=(replace(layout.subsections[0], order="down"),))
        ),
        Finding("off-layout", "the board layout does not match the number of tables and rounds"),
    ),
    "revenge declared early": (
        lambda: find("W1813").with_claim(Revenge((3,))),
        Finding("revenge-early", "revenge rounds must be the last of 13 rounds, not 3", round=3),
    ),
    "revenge declared throughout": (
        lambda: find("W0402").with_claim(Revenge((1, 2))),
        Finding("revenge-early", "round 1 cannot be a revenge round", round=1),
    ),
    "group-left-out": (
        lambda: with_change(without_layout(replace(find("W1813"), deal_groups=50)), group=(2, 2, 50)),
        Finding("group-left-out", "groups 14-49 are never played", severity="warning", group=14),
    ),
    "groups left out where the others are played once": (
        lambda: replace(without_layout(mitchell(tables=6, rounds=1)), deal_groups=17),
        Finding("group-left-out", "groups 7-17 are never played", severity="warning", group=7),
    ),
    "a group hardly played": (
        lambda: with_change(without_layout(replace(find("W1813"), deal_groups=14)), group=(2, 2, 14)),
        Finding("group-left-out", "deal groups played only once: 14; others 18 times", severity="warning", group=14),
    ),
    "group-stray": (
        lambda: with_change(without_layout(replace(find("W1813"), deal_groups=14)), group=(2, 2, 14)),
        Finding(
            "group-stray",
            "round 2, table 2: group 14 is played only here; others 18 times",
            round=2, tables=(2,), group=14,
        ),
    ),
    "a group far from all others": (
        lambda: with_change(without_layout(replace(find("W1813"), deal_groups=52)), group=(7, 9, 52)),
        Finding(
            "group-stray",
            "round 7, table 9: group 52 is played only here; others 18 times",
            round=7, tables=(9,), group=52,
        ),
    ),
    "a table used once": (
        lambda: moved_to_another_table(find("W1813"), round=5, table=2),
        Finding(
            "ragged-round", "table 19 is used in round 5 only; others in 13 rounds", round=5, tables=(19,),
        ),
    ),
    "a table never used": (
        lambda: csv.loads(csv.dumps(mitchell(tables=7, rounds=1)).replace("\n1,3,", "\n1,9,")),
        Finding("ragged-round", "tables 3, 8 are never used", tables=(3, 8)),
    ),
    "a third meeting in a revenge round": (
        lambda: replace(without_layout(twice_the_same_round(find("M0404"))), claims=(Revenge((4, 5)),)),
        Finding(
            "met-twice",
            "round 5, table 1: N1 and E1 already met in round 1 at table 1",
            round=5, tables=(1,), contestants=("N1", "E1"), group=4,
        ),
    ),
    "tables without boards": (
        lambda: w1813_with_layout(lambda layout: replace(layout, subsections=layout.subsections[:1])),
        Finding(
            "off-layout",
            "the board layout brings no boards to tables 10, 11, 12, 13, 14, 15, 16, 17 and 18",
            tables=tuple(range(10, 19)),
        ),
    ),
    "two rings at one table": (
        lambda: w1813_with_layout(lambda layout: replace(layout, subsections=layout.subsections[:1] * 2)),
        Finding("off-layout", "the board layout sends two groups to one table in the same round"),
    ),
    "more groups than laid out": (
        lambda: replace(find("W0604"), deal_groups=40),
        Finding("group-range", "the board layout has groups up to 4, but the movement has 40", group=4),
    ),
    "a swivel that leaves partners together": (
        lambda: find("R1111").with_claim(Swivel(("NSEW", "NSEW", "NEWS"))),
        Finding("swivel-uneven", "of 3 boards in a round N plays 2 with S and 0 with W"),
    ),
    "partners again": (
        lambda: individual([(1, 2, 3, 4, 1)], [(3, 4, 1, 2, 2)]),
        Finding("met-twice", "round 2: 1 and 2 are partners again", round=2, contestants=("1", "2")),
    ),
    "opponents a third time": (
        lambda: individual([(1, 2, 3, 4, 1)], [(1, 4, 3, 2, 2)], [(1, 5, 6, 3, 3)]),
        Finding("met-twice", "round 3: 1 and 3 are opponents a third time", round=3, contestants=("1", "3")),
    ),
    "two of different lines who meet twice": (
        lambda: plain_rainbow(9, 4),
        Finding(
            "met-twice",
            "round 4, table 1: 16 and 25 already met in round 1 at table 7",
            round=4, tables=(1,), contestants=("16", "25"), group=4,
        ),
    ),
    "a player forgotten though a table waits": (
        lambda: with_change(find("I1313"), seat=(1, 1, 0, 0)),
        Finding("seated-nowhere", "round 1: 2 has no seat", round=1, contestants=("2",)),
    ),
    "a player who sits out again and again": (
        lambda: individual([(1, 2, 3, 4, 1)], [(1, 3, 2, 4, 2)], [(1, 4, 2, 5, 3)]),
        Finding("sits-out-twice", "5 sits out in rounds 1 and 2", severity="warning", round=2, contestants=("5",)),
    ),
    "nothing-played": (
        lambda: with_change(individual([(1, 2, 3, 4, 1)]), group=(1, 1, 0)),
        Finding("nothing-played", "no table has boards"),
    ),
    "never-seated": (
        lambda: without_layout(with_missing(find("W1813"), "E3")),
        Finding("never-seated", "E3 is never seated and is taken as missing", severity="warning", contestants=("E3",)),
    ),
    "sits-out-twice": (
        lambda: with_missing(find("W1813"), "N1", "N2"),
        Finding("sits-out-twice", "E1 sits out in rounds 1 and 2", severity="warning", round=2, contestants=("E1",)),
    ),
}  # fmt: skip
