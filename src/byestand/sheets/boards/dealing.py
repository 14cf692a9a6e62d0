"""What to deal, and what happens with too few copies: which tables share which boards when, and what to copy for it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from math import ceil

from byestand.model import Boards, Section
from byestand.verify.measures import Clash, copies, relays
from byestand.words.boards import board_span, board_words, go_by_list, group_word, never_played
from byestand.words.numbers import in_words, numbered
from byestand.words.phrases import say, say_many

MINUTES_A_CASE, BOARDS_A_CASE = 8, 26
"""Dealing about 26 boards takes a machine about eight minutes (Hill 2011)."""
NOBODY_SHARES = "With {cases} no tables need to share boards."


@dataclass(frozen=True, slots=True)
class Deal:
    """One line of a dealing list: so many copies of these boards."""

    first_group: int
    last_group: int
    copies: int


def dealing_list(section: Section, *, cases: int | None = None) -> tuple[Deal, ...]:
    """Return how many of each board to deal, so that nobody shares.

    By default that is every case of the layout, without what no table plays of it; with *cases* it is those and the
    extra boards that they do not suffice for; where nothing is known of a layout, the fewest copies there must be.
    Where boards go by a list that says who shares, there is one copy of each.
    """
    movement = section.movement
    need = copies(section.judged, cases=cases)
    if cases is None and go_by_list(movement):
        return tuple(_runs((group, 1) for group, fewest in enumerate(need.fewest, start=1) if fewest))
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


def dealing_words(section: Section, *, cases: int | None = None) -> tuple[str, ...]:
    """Return the dealing list in words, a line a run of boards, "boards 1-26: 2 copies", and the total."""
    deals = dealing_list(section, cases=cases)
    lines = (
        say_many("{boards}: 1 copy", "{boards}: {number} copies", deal.copies, boards=_span(deal, section.boards))
        for deal in deals
    )
    groups = sum(deal.copies * (deal.last_group - deal.first_group + 1) for deal in deals)
    return (*lines, _in_all(groups, section.boards))


def _in_all(groups: int, boards: Boards | None) -> str:
    if boards is None:
        return say("{groups} groups in all", groups=groups)
    many = groups * boards.per_round
    minutes = ceil(many * MINUTES_A_CASE / BOARDS_A_CASE)
    return say("{many} boards in all, about {minutes} minutes with one dealing machine", many=many, minutes=minutes)


def _span(deal: Deal, boards: Boards | None) -> str:
    if deal.first_group == deal.last_group:
        return board_words((deal.first_group,), boards)
    return f"{group_word(boards)}s {board_span(deal.first_group, deal.last_group, boards)}"


def sharing_words(section: Section, *, cases: int) -> tuple[str, ...]:
    """Return what happens with so many cases: who shares what in which round, and what to copy instead."""
    movement, boards = section.movement, section.boards
    need = copies(section.judged, cases=cases)
    at_hand = in_words(cases, "case")
    relay = tuple(
        say("Tables {tables} share all night: a relay.", tables=" and ".join(map(str, place)))
        for place in relays(movement)
    )
    if not need.clashes:
        phrase = "With {cases} no other tables need to share boards." if relay else NOBODY_SHARES
        return (*relay, say(phrase, cases=at_hand))
    shared = [
        say(
            "Round {round}: {who}.", round=round, who="; ".join(_clash_words(clash, cases, boards) for clash in clashes)
        )
        for round, clashes in groupby(need.clashes, key=lambda clash: clash.round)
    ]
    to_make = [
        say("{boards} before round {round}", boards=board_words([group for group, _ in run], boards), round=round)
        for round, run in groupby(need.extra, key=lambda item: item[1])
    ]
    return (
        *relay,
        say("With {cases} tables share boards in {when}.", cases=at_hand, when=_rounds(need.clashes, movement.rounds)),
        *shared,
        say("Or make one more copy of {copies}; then nobody shares.", copies=", ".join(to_make)),
    )


def sharing_tables(clash: Clash, cases: int) -> tuple[int, ...]:
    """Return the tables that play from one copy: the last ones, for the first have a case of their own."""
    return clash.tables[cases - 1 :]


def _clash_words(clash: Clash, cases: int, boards: Boards | None) -> str:
    tables = numbered("table", sharing_tables(clash, cases))
    return say("{tables} share {boards}", tables=tables, boards=board_words((clash.group,), boards))


def _rounds(clashes: tuple[Clash, ...], rounds: int) -> str:
    when = sorted({clash.round for clash in clashes})
    return say("every round") if len(when) == rounds else numbered("round", when)
