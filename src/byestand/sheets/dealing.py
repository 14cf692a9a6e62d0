"""What to deal, and what happens with too few copies: which tables share which boards when, and what to copy for it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from math import ceil

from byestand.model import Movement
from byestand.sheets.boarding import never_played
from byestand.sheets.boards import boards, named
from byestand.verify import judge
from byestand.verify.measures import Clash, copies, relays
from byestand.words.numbers import numbered

MINUTES_A_CASE, BOARDS_A_CASE = 8, 26
"""Dealing about 26 boards takes a machine about eight minutes (Hill 2011)."""


@dataclass(frozen=True, slots=True)
class Deal:
    """One line of a dealing list: so many copies of these boards."""

    first_group: int
    last_group: int
    copies: int


def dealing_list(movement: Movement, *, cases: int | None = None) -> tuple[Deal, ...]:
    """Return how many of each board to deal, so that nobody shares.

    By default that is every case of the layout, without what no table plays of it; with *cases* it is those and the
    extra boards that they do not suffice for; where nothing is known of a layout, the fewest copies there must be.
    """
    need = copies(judge(movement), cases=cases)
    have = cases or need.cases
    extra = [group for group, _ in need.extra]
    subsections = movement.layout.subsections if movement.layout and cases is None else ()
    idle = [group for sub in subsections for group in never_played(movement, sub)]
    wanted = [
        (have or fewest) + extra.count(group) - idle.count(group)
        for group, fewest in enumerate(need.fewest, start=1)
        if fewest  # nobody plays the others
    ]
    played = [group for group, fewest in enumerate(need.fewest, start=1) if fewest]
    return tuple(_runs(zip(played, wanted, strict=True)))


def _runs(wanted: Iterable[tuple[int, int]]) -> Iterator[Deal]:
    """Join neighbouring groups of which there are equally many copies."""
    numbered = enumerate(wanted)
    for (number, _), run in groupby(numbered, key=lambda item: (item[1][1], item[1][0] - item[0])):
        groups = [group for _, (group, _) in run]
        yield Deal(groups[0], groups[-1], number)


def dealing_words(movement: Movement, boards_per_round: int | None, *, cases: int | None = None) -> tuple[str, ...]:
    """Return the dealing list in words, a line a run of boards, "boards 1-26: 2 copies", and the total."""
    deals = dealing_list(movement, cases=cases)
    lines = (
        f"{_span(deal.first_group, deal.last_group, boards_per_round)}: "
        f"{'1 copy' if deal.copies == 1 else f'{deal.copies} copies'}"
        for deal in deals
    )
    groups = sum(deal.copies * (deal.last_group - deal.first_group + 1) for deal in deals)
    return (*lines, _in_all(groups, boards_per_round))


def _in_all(groups: int, boards_per_round: int | None) -> str:
    if not boards_per_round:
        return f"{groups} groups in all"
    boards = groups * boards_per_round
    minutes = ceil(boards * MINUTES_A_CASE / BOARDS_A_CASE)
    return f"{boards} boards in all, about {minutes} minutes with one dealing machine"


def sharing_words(movement: Movement, boards_per_round: int | None, *, cases: int) -> tuple[str, ...]:
    """Return what happens with so many cases: who shares what in which round, and what to copy instead."""
    need = copies(judge(movement), cases=cases)
    at_hand = "1 case" if cases == 1 else f"{cases} cases"
    relay = tuple(f"Tables {' and '.join(map(str, place))} share all night: a relay." for place in relays(movement))
    if not need.clashes:
        other = "other " if relay else ""
        return (*relay, f"With {at_hand} no {other}tables need to share boards.")
    shared = [
        f"Round {round}: {'; '.join(_clash_words(clash, cases, boards_per_round) for clash in clashes)}."
        for round, clashes in groupby(need.clashes, key=lambda clash: clash.round)
    ]
    to_make = [
        f"{named([group for group, _ in run], boards_per_round)} before round {round}"
        for round, run in ((r, list(g)) for r, g in groupby(need.extra, key=lambda item: item[1]))
    ]
    return (
        *relay,
        f"With {at_hand} tables share boards in {_rounds(need.clashes, movement.rounds)}.",
        *shared,
        f"Or make one more copy of {', '.join(to_make)}; then nobody shares.",
    )


def sharing_tables(clash: Clash, cases: int) -> tuple[int, ...]:
    """Return the tables that play from one copy: the last ones, for the first have a case of their own."""
    return clash.tables[cases - 1 :]


def _clash_words(clash: Clash, cases: int, boards_per_round: int | None) -> str:
    return f"{numbered('table', sharing_tables(clash, cases))} share {named((clash.group,), boards_per_round)}"


def _rounds(clashes: tuple[Clash, ...], rounds: int) -> str:
    when = sorted({clash.round for clash in clashes})
    if len(when) == rounds:
        return "every round"
    return numbered("round", when)


def _span(first: int, last: int, boards_per_round: int | None) -> str:
    if first == last:
        return named((first,), boards_per_round)
    start, end = boards(first, boards_per_round).partition("-")[0], boards(last, boards_per_round).rpartition("-")[2]
    return f"{'boards' if boards_per_round else 'groups'} {start}-{end}"
