"""The desk as a page: what the log says and what the workers told, put side by side."""

from asyncio import to_thread
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from time import time

from starlette.requests import Request
from starlette.responses import Response

from byestand.model.setup import CustomMovement
from byestand.night.event import NightEvent
from byestand.night.events import ResultEntered, ResultsChanged
from byestand.night.events.play import describe_timing
from byestand.night.log import EventLog
from byestand.night.state import NightState
from byestand.server.asking import Asked
from byestand.server.frame import asked_in, framed
from byestand.server.nights.repair_routes import told_at
from byestand.server.nights.wrong import KINDS
from byestand.server.office import office
from byestand.server.play.calling import RESULTS_LATER, Question, question_before_call
from byestand.server.play.message import ClockShown, clocks_shown, faces, hour
from byestand.server.play.room import InSection, Missing, Told
from byestand.server.play.told import told_of
from byestand.server.rendering import rendered
from byestand.server.rights.screens import screens
from byestand.server.visitor import visitor
from byestand.words.phrases import first_up

GRID_BOARDS = "grid-boards"
"""The cookie with ``yes`` where the grid shows boards too."""
MOST_MISSING = 8
"""Slips that are told one by one."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A clock, and what is known of the sections that go by it."""

    clock: ClockShown
    there: int
    planned: int
    missing: int
    """Results of rounds that are over."""
    to_confirm: int
    """Lines that follow from a ruling."""
    rest: int
    """The round after which the next break is; 0 where there is none."""
    loud: tuple[str, ...]
    """What nobody does by habit before the next round."""
    is_last: bool


@dataclass(frozen=True, slots=True)
class InWords:
    """Something that happened, as it can be undone."""

    position: int
    words: str
    at: str
    stands: bool = True
    """Whether it was not undone."""
    is_undoing: bool = False


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that went wrong, and is not answered yet."""

    letter: str
    sentences: tuple[str, ...]
    link: str
    """Where the ways to go on are."""
    position: int
    """Of the event that told it."""
    why_unfinished: str
    """Why the report cannot be right yet; empty where there are ways to go on."""


async def log_of(request: Request) -> EventLog:
    """Return what happened in the night that a request is about."""
    return await to_thread(visitor(request).nights.log, request.path_params["id"])


async def desk_page(request: Request, *, refused: str = "", status: int = 200, typed: Asked | None = None) -> Response:
    """Return the desk as it is now; with the sentence why something was *refused*, and what was *typed* for it."""
    id, log = request.path_params["id"], await log_of(request)
    told = await told_of(office(request), id, log)
    ways_in = await to_thread(screens, request, id)
    shown = _about_the_night(id, log, told) | {
        "screens": ways_in,
        "refused": refused,
        "typed": typed or Asked(),
        "grid_boards": request.cookies.get(GRID_BOARDS) == "yes",
        "question": asked_before_call(request, log.state, told, asked_in(request)),
    }
    return framed(request, rendered("play.html", first_up(str(shown["heading"])), status=status, **shown))


def asked_before_call(request: Request, now: NightState, told: Told, asked: Asked) -> Question | None:
    """Return the question before the round that is *asked* for is called, as this director wants to be asked."""
    results = request.cookies.get(RESULTS_LATER) != str(request.path_params["id"])
    return question_before_call(now, told, asked, time(), results=results)


def _about_the_night(id: int, log: EventLog, told: Told) -> dict[str, object]:
    now, several = log.state, len(told.sections) > 1
    return {
        "id": id,
        "now": now,
        "revision": now.revision,
        "face": faces(now)["desk"],
        "heading": _heading(log, told),
        "told": told,
        "several": several,
        "bars": list(_bars(now, told)),
        "plan_words": _plan_words(now, told),
        "next_words": _next_words(told),
        "people": len(told.people),
        "people_words": "Players at their tables" if told.one == "player" else "Pairs at their tables",
        "people_heading": "Players" if told.one == "player" else "Pairs",
        "awaited": [
            (label, told.people[label])
            for label in sorted(now.setup.seat_label(*seat) for seat in now.absent)
            if label in told.people
        ],
        "troubles": list(troubles(id, log, told)),
        "repaired": [section for section in told.sections if _is_new_repair(section)],
        "last": last(log),
        "mishaps": _mishaps(told),
        "missing": _missing(told),
        "most_missing": MOST_MISSING,
        "by_name": not several and not any(isinstance(one.movement, CustomMovement) for one in now.setup.sections),
    }


def _mishaps(told: Told) -> dict[str, str]:
    """Return the buttons for what may happen here: only a planned skip can be forgotten."""
    has_skip = any(section.has_skip for section in told.sections)
    return {kind: words for kind, words in KINDS.items() if kind != "skip" or has_skip}


def _bars(now: NightState, told: Told) -> Iterator[Bar]:
    for clock in clocks_shown(now, time(), max(told.rounds.values(), default=1)):
        here = [section for section in told.sections if clock.section in ("", section.letter)]
        there, planned = sum(section.there for section in here), sum(section.planned for section in here)
        first = clock.round + clock.state.startswith("break")
        rest = next((one.after for one in now.setup.timing.breaks if first <= one.after < clock.of), 0)
        late = sum(one.boards_missing for section in here for one in section.missing)
        loud = tuple(dict.fromkeys(words for section in here for words in section.loud))
        unconfirmed = sum(section.to_confirm for section in here)
        yield Bar(clock, there, planned, late, unconfirmed, rest, loud, clock.round == clock.of)


def _heading(log: EventLog, told: Told) -> str:
    if not log.state.is_started:
        return "before the start"
    return "the end" if log.state.has_ended else f"round {_either(section.round for section in told.sections)}"


def _next_words(told: Told) -> str:
    left = {section.round + 1 for section in told.sections if section.say}
    return f"{'rounds' if len(left) > 1 else 'round'} {_either(left)}"


def _either(rounds: Iterable[int]) -> str:
    return " and ".join(str(round) for round in sorted(set(rounds)))


def _plan_words(now: NightState, told: Told) -> str:
    """Return how long the evening is planned."""
    rounds = _either(told.rounds.values())
    return f"{rounds} rounds, {describe_timing(now.setup.timing)}"


def _is_new_repair(section: InSection) -> bool:
    """Tell whether it was repaired, and what changes with it is still to come or under way."""
    return bool(section.repaired_until) and section.round <= section.repaired_until + 1


def _missing(told: Told) -> list[tuple[str, Missing]]:
    """Return what is missing, each with the letter of its section where there are several."""
    several = len(told.sections) > 1
    found = [(section.letter if several else "", one) for section in told.sections for one in section.missing]
    return sorted(found, key=lambda both: (both[1].round, both[0], both[1].table))


def troubles(id: int, log: EventLog, told: Told) -> Iterator[Trouble]:
    """Yield what went wrong and is not answered yet, section by section."""
    for section in told.sections:
        letter = section.letter
        if letter in log.state.mishaps:
            link = Asked(log.state.mishaps[letter]).link(f"/nights/{id}/section/{letter}/wrong")
            yield Trouble(letter, tuple(section.trouble), link, told_at(log, letter), section.why_unfinished)


def last(log: EventLog) -> InWords | None:
    """Return what would be undone next; typed results come all the time, and are corrected on their own pages."""
    standing = [position for position, entry in log.active() if position > 1 and not _is_typed_result(entry.event)]
    return _happened(log, standing[-1], frozenset()) if standing else None


def _is_typed_result(event: NightEvent) -> bool:
    return isinstance(event, ResultEntered) or (isinstance(event, ResultsChanged) and not event.source)


def everything(log: EventLog, most: int | None = None) -> list[InWords]:
    """Return all that happened, or the *most* of it that is told, the newest first."""
    undone, many = log.undone(), len(log.entries)
    return [_happened(log, position, undone) for position in range(many, max(0, many - (most or many)), -1)]


def _happened(log: EventLog, position: int, undone: frozenset[int]) -> InWords:
    at = hour(log.entry(position).stamp.at)
    return InWords(position, log.sentence(position), at, position not in undone, log.is_undoing(position))
