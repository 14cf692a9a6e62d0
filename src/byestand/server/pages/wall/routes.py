"""The display: a projector or television for the whole room, before, during and after play."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from byestand.errors import BadRequest
from byestand.language import say, say_many
from byestand.night.state import NightState
from byestand.sentences.next_moves import MoveText
from byestand.sentences.start_entries import StartListEntry
from byestand.server.live.message import ClockView, clock_views, hour
from byestand.server.nights.night_snapshot import NightSnapshot, current_moment
from byestand.server.pages.wall.view import (
    RankingColumn,
    WallClock,
    WallFrame,
    WallListView,
    WallMessageView,
    WallRankingView,
    WallRoundView,
    WallTextView,
    WallView,
    fit_moves,
    is_long,
    told_pages,
)
from byestand.server.web.render import render
from byestand.server.web.responses import asked_in
from byestand.session.session_results import Standings
from byestand.session.timetable import EveningView, SectionEvening
from byestand.words.dates import date_words
from byestand.words.names import initials_of

T = TypeVar("T")

ROWS, COLUMNS = 13, 3
DENSE_ROWS, DENSE_COLUMNS = 15, 4
"""Used where more than two pages are needed."""
PLACES, PLACES_ON_TWO_LINES = 10, 8
"""Places of a ranking per column; the first is larger. Long names take two lines."""
ON_A_SMALLER_LINE, ON_A_DENSE_LINE = 29, 19
"""Letters of a name that fit on a line of a start list in the smaller size."""
SHOWS = ("", "clock", "list", "ranking")
"""What a screen can be set to show; empty: what fits the state of the session."""


async def page(request: Request) -> Response:
    """Show the display."""
    asked = asked_in(request)
    page = asked.number("page") or 1
    if page < 1:
        raise BadRequest(say("page must be 1 or more, not {page}", page=page))
    moment = await current_moment(request)
    return HTMLResponse(render(_view(request, moment, asked.choice("show", SHOWS), page)))


def _view(request: Request, moment: NightSnapshot, show: str, page: int) -> WallView:
    state, evening, instant = moment.state, moment.evening_view, time.time()
    frame = WallFrame(
        id=request.path_params["id"],
        title=state.setup.event.title,
        mark=moment.marks.wall,
        message=state.wall_message,
        time=hour(instant),
        page=page - 1,
        page_count=1,
        next_page=f"show={show}&page={page + 1}" if show else f"page={page + 1}",
    )
    if moment.standings and (show == "ranking" or (state.has_ended and not show)):
        columns, date = ranking_pages(moment.standings), state.setup.event.date
        date_text = date_words(date) if date else ""
        ranking = moment.standings
        return WallRankingView(_split_pages(frame, len(columns)), date_text, ranking.unit, ranking.not_final, columns)
    if show == "ranking" or state.has_ended:
        text = say("Thank you") if state.has_ended else say("Results")
        return WallTextView(
            _split_pages(frame, 1), text, say("The ranking appears here when the director publishes it.")
        )
    if is_long(state.wall_message) and show in ("", "clock"):
        size, lines = told_pages(state.wall_message.splitlines())
        pages, starts = tuple(map(tuple, lines)), hour(state.setup.timing.starts)
        return WallMessageView(_split_pages(frame, len(pages)), size, pages, clock_views(state, instant), starts)
    if show == "list" or not state.is_started:
        return _start_list(frame, state, evening, instant)
    return WallRoundView(_split_pages(frame, 1), wall_clocks(state, evening, instant))


def _split_pages(frame: WallFrame, count: int) -> WallFrame:
    """Return the frame with its number of pages; after the last page comes the first again."""
    return replace(frame, page=frame.page % max(count, 1), page_count=count)


def wall_clocks(state: NightState, evening: EveningView, instant: float) -> tuple[WallClock, ...]:
    """Return all clocks with the moves of their sections."""
    clocks = clock_views(state, instant)
    return tuple(_wall_clock(state, clock, evening.sections_by_clock(clock.section)) for clock in clocks)


def _wall_clock(state: NightState, clock: ClockView, sections: Sequence[SectionEvening]) -> WallClock:
    round = clock.round
    views = {section.letter: section.round_views[round] for section in sections if round <= section.rounds}
    moves = _merge_moves({letter: view.moves for letter, view in views.items()})
    lines = [(letter, line) for letter, view in views.items() for line in _notes(view.boards, view.notes)]
    lines += [(section.letter, say("finished")) for section in sections if section.letter not in views]
    rest = state.setup.timing.break_after(round)
    if rest and round < clock.rounds:
        until = say("Break until {hour}", hour=hour(rest.until)) if rest.until else _break_words(rest.seconds)
        moves = (MoveText("break", until), *moves)
    breaks = [one.after for one in state.setup.timing.breaks if round < one.after < clock.rounds]
    size, moves = fit_moves(state.wall_message, moves)
    return WallClock(
        clock,
        moves,
        size,
        tuple(f"{letter}: {line}" if len(sections) > 1 else line for letter, line in lines),
        tuple(move for move in moves if move.is_loud),
        (4, 5, 6) if min((section.tables for section in sections), default=0) >= 6 else (1, 2, 3),
        min(breaks, default=0),
    )


def _notes(boards: str, lines: Sequence[str]) -> tuple[str, ...]:
    return (*lines, say("Boards in play this round: {boards}", boards=boards)) if boards else tuple(lines)


def _break_words(seconds: int) -> str:
    return say_many("Break of 1 minute", "Break of {number} minutes", round(seconds / 60))


def _merge_moves(moves: Mapping[str, tuple[MoveText, ...]]) -> tuple[MoveText, ...]:
    """Return the moves of all sections: common ones once, others with the section letter."""
    everywhere = [move for move in next(iter(moves.values()), ()) if all(move in others for others in moves.values())]
    apart = [
        replace(move, words=f"{letter}: {move.words}")
        for letter, own in moves.items()
        for move in own
        if move not in everywhere
    ]
    together = [*everywhere, *apart]
    return (*(move for move in together if move.is_loud), *(move for move in together if not move.is_loud))


def _start_list(frame: WallFrame, state: NightState, evening: EveningView, instant: float) -> WallListView:
    people = evening.starters or _by_number(evening)
    longest = max((one.letters for one in people), default=0)
    dense = len(people) > 2 * ROWS * COLUMNS and longest <= ON_A_DENSE_LINE
    rows, columns = (DENSE_ROWS, DENSE_COLUMNS) if dense else (ROWS, COLUMNS)
    pages = tuple(_chunks(some, rows) for some in _chunks(tuple(map(_shorter, people)), rows * columns))
    clock, *_ = clock_views(state, instant, evening.rounds)
    starts = state.setup.timing.starts
    return WallListView(
        _split_pages(frame, len(pages)),
        pages,
        dense,
        _welcome(evening),
        hour(starts),
        clock.finish if starts and not state.is_started else "",
    )


def _shorter(one: StartListEntry) -> StartListEntry:
    """Return an entry with initials instead of first names if the names are long."""
    return replace(one, rest=initials_of(one.rest)) if one.letters > ON_A_SMALLER_LINE else one


def _by_number(evening: EveningView) -> tuple[StartListEntry, ...]:
    """Return all contestants in the order of their numbers, for a session without names."""
    entries = []
    for contestant in evening.contestants.values():
        first = contestant.stops[0]
        place = f"{contestant.section}{first.table}" if first.table else say("sit-out")
        entries.append(StartListEntry("", contestant.title, place, first.seat_code if first.table else ""))
    return tuple(entries)


def _welcome(evening: EveningView) -> str:
    plays = {(section.rounds, section.boards_per_round) for section in evening.sections}
    if len(plays) != 1:
        return say("Welcome.")
    ((rounds, boards),) = plays
    parts = [say_many("1 round", "{number} rounds", rounds)]
    if boards:
        parts.append(say_many("1 board per round", "{number} boards per round", boards))
    return f"{say('Welcome.')} {', '.join(parts)}."


def ranking_pages(standings: Standings) -> tuple[tuple[RankingColumn, ...], ...]:
    """Return two columns per page: two rankings side by side, or one ranking column by column."""
    has_long = any(place.is_long for ranking in standings.rankings for place in ranking.places)
    size = PLACES_ON_TWO_LINES if has_long else PLACES
    lists = [
        [RankingColumn(ranking.title, places) for places in _chunks(ranking.places, size)]
        for ranking in standings.rankings
    ]
    if len(lists) == 2:
        return tuple(tuple(column for column in page if column) for page in zip_longest(*lists))
    return _chunks(tuple(column for columns in lists for column in columns), 2)


def _chunks(items: tuple[T, ...], size: int) -> tuple[tuple[T, ...], ...]:
    return tuple(items[start : start + size] for start in range(0, len(items), size))
