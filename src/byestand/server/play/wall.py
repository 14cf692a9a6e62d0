"""The wall: a projector or a television that everybody sees, before play, while a round lasts, and after the end.

It is drawn from the programme of the evening and the clock; the words about the movement are made with the programme.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from byestand.errors import BadRequest
from byestand.night.state import NightState
from byestand.score.pages import Place
from byestand.server.frame import asked_in
from byestand.server.play.bare import bare_page
from byestand.server.play.fitting import fitted, is_long, told_pages
from byestand.server.play.message import ClockShown, clocks_shown, hour
from byestand.server.play.moment import Moment, moment
from byestand.server.play.outcome import Outcome
from byestand.server.play.programme import Part, Programme
from byestand.sheets.start_lists import Starter
from byestand.words.names import initials_of
from byestand.words.next_move import Move
from byestand.words.numbers import in_words
from byestand.words.phrases import say

T = TypeVar("T")

TURNS = 12
"""So many seconds a page stands."""
ROWS, COLUMNS = 13, 3
DENSE_ROWS, DENSE_COLUMNS = 15, 4
"""Where more than two pages are needed, more goes on each."""
PLACES, PLACES_ON_TWO_LINES = 10, 8
"""Of a ranking in a column; the first is larger. Long names stand on two lines."""
ON_A_LINE, ON_A_SMALLER_LINE, ON_A_DENSE_LINE = 24, 29, 19
"""So many letters of a name fit on a line of a start list."""
VIEWS = ("", "clock", "list", "ranking")
"""What a screen may be told to show always; otherwise it goes with the evening."""


def routes() -> list[BaseRoute]:
    """Return the address of the wall."""
    return [Route("/nights/{id:int}/wall", _wall)]


@dataclass(frozen=True, slots=True)
class WallFace:
    """One clock on the wall, and what its sections are told."""

    clock: ClockShown
    moves: tuple[Move, ...]
    size: str
    """How large they are written."""
    now: tuple[str, ...]
    loud: tuple[Move, ...]
    """What must not be forgotten after this round: the whole wall says it when the round ends."""
    start: int
    """A table from which to draw a skip."""
    break_after: int
    """The next round with a break after it; 0 where there is none."""


async def _wall(request: Request) -> Response:
    id: int = request.path_params["id"]
    asked, here = asked_in(request), await moment(request, id)
    now, view = here.now, asked.choice("show", VIEWS)
    page = (asked.number("page") or 1) - 1
    context = _context(here, view, page, time.time())
    show = f"show={view}&" if view else ""
    return bare_page(
        request,
        "wall.html",
        dark=True,
        id=id,
        name=now.setup.event.title,
        seen=here.faces["wall"],
        shown=now.wall_message,
        time=hour(time.time()),
        turns=TURNS,
        next_page=f"{show}page={page + 2}",
        **context,
    )


def _context(here: Moment, view: str, page: int, instant: float) -> dict[str, object]:
    now, programme = here.now, here.programme
    if here.outcome and (view == "ranking" or (now.has_ended and not view)):
        return {"view": "ranking", "unit": here.outcome.unit} | _turned(ranking_pages(here.outcome), page)
    if view == "ranking" or now.has_ended:
        more = say("The ranking comes up here when the director shows it.")
        return {"view": "words", "words": say("Thank you") if now.has_ended else say("Results"), "more": more}
    if is_long(now.wall_message) and view in ("", "clock"):
        size, told = told_pages(now.wall_message.splitlines())
        clocks, starts = clocks_shown(now, instant), hour(now.setup.timing.starts)
        return {"view": "told", "size": size, "clocks": clocks, "starts": starts} | _turned(told, page)
    if view == "list" or not now.is_started:
        return _start_list(now, programme, page, instant)
    return {"view": "round", "faces": wall_faces(now, programme, instant)}


def wall_faces(now: NightState, programme: Programme, instant: float) -> tuple[WallFace, ...]:
    """Return all clocks with what their sections are told."""
    return tuple(_face(now, clock, programme.parts_of(clock.section)) for clock in clocks_shown(now, instant))


def _face(now: NightState, clock: ClockShown, parts: Sequence[Part]) -> WallFace:
    round = clock.round
    turns = {part.letter: part.turns[round] for part in parts if round <= part.rounds}
    several = len(parts) > 1
    moves = _told_together({letter: turn.moves for letter, turn in turns.items()})
    lines = [(letter, line) for letter, turn in turns.items() for line in _now(turn.boards, turn.now)]
    lines += [(part.letter, say("finished")) for part in parts if part.letter not in turns]
    rest = now.setup.timing.break_after(round)
    if rest and round < clock.of:
        until = say("Break until {hour}", hour=hour(rest.until)) if rest.until else _break_words(rest.seconds)
        moves = (Move("break", until), *moves)
    breaks = [one.after for one in now.setup.timing.breaks if round < one.after < clock.of]
    size, moves = fitted(now.wall_message, moves)
    return WallFace(
        clock,
        moves,
        size,
        tuple(f"{letter}: {line}" if several else line for letter, line in lines),
        tuple(move for move in moves if move.is_loud),
        4 if min((part.tables for part in parts), default=0) >= 6 else 1,
        min(breaks, default=0),
    )


def _now(boards: str, lines: Sequence[str]) -> tuple[str, ...]:
    return (*lines, say("Boards {boards}", boards=boards)) if boards else tuple(lines)


def _break_words(seconds: int) -> str:
    return say("Break of {minutes}", minutes=in_words(round(seconds / 60), "minute"))


def _told_together(moves: dict[str, tuple[Move, ...]]) -> tuple[Move, ...]:
    """Return what sections are told: what all are told once, everything else with the letter."""
    everywhere = [move for move in next(iter(moves.values()), ()) if all(move in others for others in moves.values())]
    apart = [
        replace(move, words=say("{letter}: {words}", letter=letter, words=move.words))
        for letter, own in moves.items()
        for move in own
        if move not in everywhere
    ]
    together = [*everywhere, *apart]
    return (*(move for move in together if move.is_loud), *(move for move in together if not move.is_loud))


def _start_list(now: NightState, programme: Programme, page: int, instant: float) -> dict[str, object]:
    people = programme.starters or _by_number(programme)
    longest = max((one.letters for one in people), default=0)
    dense = len(people) > 2 * ROWS * COLUMNS and longest <= ON_A_DENSE_LINE
    people = tuple(map(_shorter, people))
    rows, columns = (DENSE_ROWS, DENSE_COLUMNS) if dense else (ROWS, COLUMNS)
    pages = [[*_chunks(some, rows)] for some in _chunks(people, rows * columns)]
    (clock, *_) = clocks_shown(now, instant, programme.rounds)
    return {
        "view": "list",
        "dense": dense,
        "on_a_line": ON_A_LINE,
        "waiting": say("The movement is chosen soon."),
        "welcome": _welcome(programme),
        "starts": hour(now.setup.timing.starts),
        "ends": clock.finish if now.setup.timing.starts and not now.is_started else "",
    } | _turned(pages, page)


def _shorter(one: Starter) -> Starter:
    """Return somebody with initials before the surname, where there is no room for more."""
    return replace(one, rest=initials_of(one.rest)) if one.letters > ON_A_SMALLER_LINE else one


def _by_number(programme: Programme) -> tuple[Starter, ...]:
    """Return everybody in the order of their numbers, where no name is known."""
    found = []
    for guest in programme.guests.values():
        first = guest.stops[0]
        place = f"{guest.section}{first.table}" if first.table else say("out")
        sits = "".join(part[0] for part in first.seat.split("-")) if first.table else ""
        found.append(Starter("", guest.title, place, sits))
    return tuple(found)


def _welcome(programme: Programme) -> str:
    plays = {(part.rounds, part.per_round) for part in programme.parts}
    if len(plays) != 1:
        return say("Welcome.")
    ((rounds, boards),) = plays
    told = in_words(rounds, "round")
    if boards:
        told = say("{rounds} of {boards}", rounds=told, boards=in_words(boards, "board"))
    return say("Welcome. We play {told}.", told=told)


def ranking_pages(found: Outcome) -> list[list[tuple[str, Sequence[Place]]]]:
    """Return two columns a page: two lists side by side, otherwise one column after the other."""
    has_long = any(place.is_long for ranking in found.rankings for place in ranking.places)
    many = PLACES_ON_TWO_LINES if has_long else PLACES
    lists = [[(ranking.title, some) for some in _chunks(ranking.places, many)] for ranking in found.rankings]
    if len(lists) == 2:
        return [[column for column in page if column] for page in zip_longest(*lists)]
    return [[*some] for some in _chunks([column for columns in lists for column in columns], 2)]


def _chunks(things: Sequence[T], size: int) -> list[Sequence[T]]:
    return [things[start : start + size] for start in range(0, len(things), size)]


def _turned(pages: Sequence[object], page: int) -> dict[str, object]:
    """Return pages and which of them is shown; who counts on comes round again."""
    if page < 0:
        raise BadRequest(f"pages are counted from 1: {page + 1}")
    return {"pages": pages, "here": page % len(pages) if pages else 0}
