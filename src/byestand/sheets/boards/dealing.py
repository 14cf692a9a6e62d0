"""What to deal with the sets at hand, section by section and in all, and who shares boards if that is too little."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from math import ceil

from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.session import Section, Session
from byestand.sheets.boards.sharing import copying_words
from byestand.words.boards import board_span, board_words, group_word
from byestand.words.numbers import in_words, listed
from byestand.words.travel import Shared, Travel, travel

MINUTES_A_CASE, BOARDS_A_CASE = 8, 26
"""Dealing about 26 boards takes a machine about eight minutes (Hill 2011)."""
NOBODY_SHARES = "With {cases} no tables need to share boards."


@dataclass(frozen=True, slots=True)
class Deal:
    """One line of a dealing list: so many copies of these boards."""

    first_group: int
    last_group: int
    copies: int


def dealing_list(section: Section) -> tuple[Deal, ...]:
    """Return how many of each board to deal: every copy that comes to a table, with the sets at hand."""
    journeys = travel(section.movement, section.cases)
    visited = set(journeys.visits.values())
    dealt = Counter(
        copy.group for copy, spots in journeys.journeys.items() if copy in visited or any(spot.tables for spot in spots)
    )
    return tuple(_runs(dealt))


def _runs(dealt: Mapping[int, int]) -> Iterator[Deal]:
    """Join neighbouring groups of which there are equally many copies."""
    for (many, _), run in groupby(enumerate(sorted(dealt)), key=lambda item: (dealt[item[1]], item[1] - item[0])):
        groups = [group for _, group in run]
        yield Deal(groups[0], groups[-1], many)


def dealing_words(section: Section) -> tuple[str, ...]:
    """Return the dealing list in words, a line a run of boards, "boards 1-26: 2 copies", and the total."""
    return tuple(_words(dealing_list(section), section.boards))


def session_dealing_words(session: Session) -> tuple[str, ...]:
    """Return what to deal for all sections of a session together; nothing where it is not known which boards."""
    dealt: Counter[int] = Counter()
    for section in session:
        if section.boards is None:
            return ()
        for deal in dealing_list(section):
            for group in range(deal.first_group, deal.last_group + 1):
                dealt.update(dict.fromkeys(section.boards.of(group), deal.copies))
    return tuple(_words(_runs(dealt), Boards(1)))


def _words(deals: Iterable[Deal], boards: Boards | None) -> Iterator[str]:
    groups = 0
    for deal in deals:
        groups += deal.copies * (deal.last_group - deal.first_group + 1)
        span = _span(deal, boards)
        yield say_many("{boards}: 1 copy", "{boards}: {number} copies", deal.copies, boards=span)
    yield _in_all(groups, boards)


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


def sharing_words(section: Section) -> tuple[str, ...]:
    """Return what happens with the sets at hand: who shares what in which round, and what to copy instead."""
    journeys = travel(section.movement, section.cases)
    at_hand = in_words(section.cases, "set") if section.cases else say("these boards")
    relay = tuple(say("{tables} share all evening.", tables=listed("Table", place)) for place in journeys.relays)
    if not journeys.rounds_shared:
        phrase = "With {cases} no other tables need to share boards." if relay else NOBODY_SHARES
        return (*relay, say(phrase, cases=at_hand))
    shared = [
        say(
            "Round {round}: {who}.", round=round, who="; ".join(_shared(one, section) for one in journeys.shared(round))
        )
        for round in journeys.rounds_shared
    ]
    when = _rounds(journeys)
    told = say("With {cases} tables share boards in {when}.", cases=at_hand, when=when)
    return (*relay, told, *shared, *copying_words(journeys, section.boards))


def _shared(one: Shared, section: Section) -> str:
    boards = board_words((one.copy.group,), section.boards)
    return say("{tables} share {boards}", tables=listed("table", one.tables), boards=boards)


def _rounds(journeys: Travel) -> str:
    rounds = journeys.rounds_shared
    return say("every round") if len(rounds) == journeys.movement.rounds else listed("round", rounds)
