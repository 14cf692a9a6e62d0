"""What to deal with the available sets, per section and in total, and who shares boards if there are too few."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from math import ceil

from byestand.flow.board_travel import BoardTravel, travel
from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.session import Section, Session
from byestand.sentences.boards import board_range, board_span
from byestand.sheets.boards.copy_list import copying_words
from byestand.sheets.boards.sharing_sheet import shared_sentences
from byestand.words.numbers import MAX_LABELS, join_items, ranges

MINUTES_A_CASE, BOARDS_A_CASE = 8, 26
"""Dealing about 26 boards takes a machine about eight minutes (Hill 2011)."""


@dataclass(frozen=True, slots=True)
class Deal:
    """One line of a dealing list: copies of a run of boards."""

    first_group: int
    last_group: int
    copies: int


def dealing_list(section: Section) -> tuple[Deal, ...]:
    """Return how many of each board to deal: every copy that a table plays, with the available sets."""
    journeys = travel(section.movement, section.cases)
    visited = set(journeys.visits.values())
    dealt = Counter(
        copy.group for copy, spots in journeys.journeys.items() if copy in visited or any(spot.tables for spot in spots)
    )
    return tuple(_runs(dealt))


def _runs(dealt: Mapping[int, int]) -> Iterator[Deal]:
    """Yield runs of neighbouring groups with the same number of copies."""
    for (copies, _), run in groupby(enumerate(sorted(dealt)), key=lambda item: (dealt[item[1]], item[1] - item[0])):
        groups = [group for _, group in run]
        yield Deal(groups[0], groups[-1], copies)


def dealing_words(section: Section) -> tuple[str, ...]:
    """Return the dealing list, one line per run of boards, "boards 1-26: 2 copies", and the total."""
    return tuple(_words(dealing_list(section), section.boards))


def session_dealing_words(session: Session) -> tuple[str, ...]:
    """Return what to deal for all sections of a session together; empty if board numbers are not known."""
    dealt: Counter[int] = Counter()
    for section in session:
        if section.boards is None:
            return ()
        for deal in dealing_list(section):
            for group in range(deal.first_group, deal.last_group + 1):
                dealt.update(dict.fromkeys(section.boards.numbers_of(group), deal.copies))
    return tuple(_words(_runs(dealt), Boards(1)))


def _words(deals: Iterable[Deal], boards: Boards | None) -> Iterator[str]:
    groups = 0
    for deal in deals:
        groups += deal.copies * (deal.last_group - deal.first_group + 1)
        yield _line(deal, boards)
    yield _total(groups, boards)


def _total(groups: int, boards: Boards | None) -> str:
    if boards is None:
        return say_many("1 deal group in total", "{number} deal groups in total", groups)
    number = groups * boards.per_round
    minutes = ceil(number * MINUTES_A_CASE / BOARDS_A_CASE)
    return say(
        "{number} boards in total, about {minutes} minutes on one dealing machine", number=number, minutes=minutes
    )


def _line(deal: Deal, boards: Boards | None) -> str:
    single = deal.first_group == deal.last_group
    span = board_range(deal.first_group, boards) if single else board_span(deal.first_group, deal.last_group, boards)
    if boards is None and single:
        return say_many("group {groups}: 1 copy", "group {groups}: {number} copies", deal.copies, groups=span)
    if boards is None:
        return say_many("groups {groups}: 1 copy", "groups {groups}: {number} copies", deal.copies, groups=span)
    if single and boards.per_round == 1:
        return say_many("board {boards}: 1 copy", "board {boards}: {number} copies", deal.copies, boards=span)
    return say_many("boards {boards}: 1 copy", "boards {boards}: {number} copies", deal.copies, boards=span)


def sharing_words(section: Section) -> tuple[str, ...]:
    """Return what happens with the available sets: who shares what in which round, and what to copy instead."""
    journeys = travel(section.movement, section.cases)
    relays = tuple(say("Tables {tables} share all session.", tables=join_items(place)) for place in journeys.relays)
    if not journeys.rounds_shared:
        return (*relays, _without_sharing(section.cases, others=bool(relays)))
    shared = [
        ": ".join((say("Round {round}", round=round), " ".join(shared_sentences(journeys, section.boards, round))))
        for round in journeys.rounds_shared
    ]
    return (*relays, _shared_in(journeys, section.cases), *shared, *copying_words(journeys, section.boards))


def _without_sharing(cases: int | None, *, others: bool) -> str:
    if cases is None:
        return say("No other tables need to share boards.") if others else say("No sharing is needed.")
    if others:
        return say_many(
            "With 1 set, no other tables need to share.", "With {number} sets, no other tables need to share.", cases
        )
    return say_many("With 1 set, no sharing is needed.", "With {number} sets, no sharing is needed.", cases)


def _shared_in(journeys: BoardTravel, cases: int | None) -> str:
    """Return in which rounds tables share."""
    rounds = journeys.rounds_shared
    numbers = join_items(rounds) if len(rounds) <= MAX_LABELS else ranges(rounds)
    if len(rounds) == journeys.movement.rounds:
        if cases is None:
            return say("Tables share boards in every round.")
        return say_many(
            "With 1 set, tables share boards in every round.",
            "With {number} sets, tables share boards in every round.",
            cases,
        )
    if len(rounds) == 1:
        if cases is None:
            return say("Tables share boards in round {round}.", round=numbers)
        return say_many(
            "With 1 set, tables share boards in round {round}.",
            "With {number} sets, tables share boards in round {round}.",
            cases,
            round=numbers,
        )
    if cases is None:
        return say("Tables share boards in rounds {rounds}.", rounds=numbers)
    return say_many(
        "With 1 set, tables share boards in rounds {rounds}.",
        "With {number} sets, tables share boards in rounds {rounds}.",
        cases,
        rounds=numbers,
    )
