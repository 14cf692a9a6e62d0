"""The director's page: the state of the night together with the data from the workers."""

from asyncio import to_thread
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from time import time
from typing import ClassVar

from starlette.requests import Request
from starlette.responses import Response

from byestand.language import say, say_many
from byestand.model.setup import CustomMovement
from byestand.night.events import ResultEntered, ResultsChanged
from byestand.night.events.setup import describe_timing
from byestand.night.log import EventLog
from byestand.night.night_event import NightEvent
from byestand.night.state import NightState
from byestand.server.auth.access_links import AccessLink, screens
from byestand.server.live.message import ClockView, clock_views, hour, page_marks
from byestand.server.nights.mishap_query import KINDS, report_revision
from byestand.server.nights.requests import requested_night
from byestand.server.pages.desk.call_question import RESULTS_LATER, CallQuestion, question_before_call
from byestand.server.pages.desk.desk_data import DeskData, MissingResults, desk_data
from byestand.server.storage.records import StoredNight
from byestand.server.web.app_state import entrance, services
from byestand.server.web.query import Query, repair_path
from byestand.server.web.render import render_page
from byestand.server.web.responses import asked_in, page_response
from byestand.session.setups import StartSeat
from byestand.words.numbers import join_items

GRID_BOARDS = "grid-boards"
"""The cookie that is ``yes`` if the grid shows boards too."""
MAX_MISSING = 8
"""Slips with missing results in the list."""


@dataclass(frozen=True, slots=True)
class ClockBar:
    """A clock, and the state of the sections that use it."""

    clock: ClockView
    results_entered: int
    results_expected: int
    results_missing: int
    """Missing results of earlier rounds."""
    to_confirm: int
    """Results that follow from a ruling."""
    break_after: int
    """The round before the next break; 0 without a break."""
    unusual_moves: tuple[str, ...]
    """Special moves before the next round."""
    is_last: bool


@dataclass(frozen=True, slots=True)
class HappenedView:
    """A log entry that can be undone."""

    revision: int
    text: str
    at: str
    is_active: bool = True
    """Whether it is not undone."""
    is_undoing: bool = False


@dataclass(frozen=True, slots=True)
class OpenReport:
    """A reported problem without a repair."""

    letter: str
    sentences: tuple[str, ...]
    link: str
    """The address of the repair options."""
    revision: int
    """The revision of the event that reported it."""
    why_unfinished: str
    """Why the report is not complete; empty if repair options can be searched."""


@dataclass(frozen=True, slots=True)
class RecentRepair:
    """A repair that changes the current or a later round."""

    letter: str
    title: str
    has_slips: bool


@dataclass(frozen=True, slots=True)
class DeskView:
    """The director's page."""

    template: ClassVar = "desk.html"
    id: int
    state: NightState
    data: DeskData
    heading: str
    bars: tuple[ClockBar, ...]
    last: HappenedView | None
    """The entry that the undo button undoes."""
    reports: tuple[OpenReport, ...]
    question: CallQuestion | None
    screens: tuple[AccessLink, ...]
    error: str
    typed_query: Query
    """The form that was refused, to show it again."""
    shows_boards: bool
    """Whether the grid shows boards too."""
    max_missing: int = MAX_MISSING

    @property
    def path(self) -> str:
        """The address of this page."""
        return f"/nights/{self.id}/play"

    @property
    def mark(self) -> str:
        """The mark of this page."""
        return page_marks(self.state).desk

    @property
    def has_several(self) -> bool:
        """Whether there are several sections."""
        return len(self.data.sections) > 1

    @property
    def plan_text(self) -> str:
        """The number of rounds, their length and the breaks."""
        rounds = sorted(set(self.data.rounds.values()))
        if len(rounds) == 1:
            length = say_many("1 round", "{number} rounds", rounds[0])
        else:
            length = say("{rounds} rounds", rounds=join_items(rounds))
        return ", ".join((length, describe_timing(self.state.setup.timing)))

    @property
    def announcement_title(self) -> str:
        """The heading of the announcement."""
        if not self.state.is_started:
            return say("Announce before round 1")
        if self.state.has_ended or (self.bars[0].is_last and len(self.bars) == 1):
            return say("Announce at the end")
        rounds = sorted({section.round + 1 for section in self.data.sections if section.announcement})
        return say_many(
            "Announce for round {rounds}", "Announce for rounds {rounds}", len(rounds), rounds=join_items(rounds)
        )

    @property
    def are_players(self) -> bool:
        """Whether it is an individual event."""
        return self.data.is_individual

    @property
    def absent_contestants(self) -> tuple[StartSeat, ...]:
        """Absent pairs or players."""
        setup = self.state.setup
        labels = sorted(setup.seat_label(*seat) for seat in self.state.absent if setup.section(seat.section))
        return tuple(self.data.seats[label] for label in labels if label in self.data.seats)

    @property
    def repairs(self) -> tuple[RecentRepair, ...]:
        """Repairs that change the current or a later round."""
        return tuple(
            RecentRepair(section.letter, repairs[-1].title, section.has_slips)
            for section in self.data.sections
            if section.is_repaired_now and (repairs := self.state.repairs_of(section.letter))
        )

    @property
    def mishap_buttons(self) -> Mapping[str, str]:
        """The kinds of problems; a forgotten skip only if a skip is planned."""
        has_skip = any(section.has_skip for section in self.data.sections)
        return {kind: say(text) for kind, text in KINDS.items() if kind != "skip" or has_skip}

    @property
    def present(self) -> int:
        """The number of pairs or players who are present."""
        return len(self.data.seats) - len(self.absent_contestants)

    @property
    def results_missing(self) -> tuple[MissingResults, ...]:
        """Missing results of earlier rounds."""
        missing = (one for section in self.data.sections for one in section.missing_results)
        return tuple(sorted(missing, key=lambda one: (one.round, one.section, one.table)))

    @property
    def is_one_of_catalog(self) -> bool:
        """Whether the only movement is from the catalogue: then the late changes page can change it."""
        sections = self.state.setup.sections
        return not self.has_several and not any(isinstance(one.movement, CustomMovement) for one in sections)


async def desk_data_of(request: Request, night: StoredNight) -> DeskData:
    """Return the data of a night that the workers compute."""
    return await services(request).run_for_night(desk_data, night)


async def desk_page(request: Request, *, refused: str = "", status: int = 200, typed: Query | None = None) -> Response:
    """Return the page; with the reason why a form was *refused*, and what was *typed*."""
    night = await requested_night(request)
    data = await desk_data_of(request, night)
    view = DeskView(
        id=night.id,
        state=night.state,
        data=data,
        heading=_heading(night.state, data),
        bars=tuple(_bars(night.state, data)),
        last=last_undoable(night.log),
        reports=tuple(_open_reports(night, data)),
        question=asked_before_call(request, night.state, data, asked_in(request)),
        screens=await to_thread(screens, request, entrance(request), night.id),
        error=refused,
        typed_query=typed or Query(),
        shows_boards=request.cookies.get(GRID_BOARDS) == "yes",
    )
    return page_response(request, render_page(view, view.heading, status=status))


def asked_before_call(request: Request, state: NightState, data: DeskData, asked: Query) -> CallQuestion | None:
    """Return the question before the *asked* round is called, with the director's preference."""
    results = request.cookies.get(RESULTS_LATER) != str(request.path_params["id"])
    return question_before_call(state, data, asked, time(), results=results)


def _bars(state: NightState, data: DeskData) -> Iterator[ClockBar]:
    for clock in clock_views(state, time(), max(data.rounds.values(), default=1)):
        sections = [section for section in data.sections if clock.section in ("", section.letter)]
        first = clock.round + clock.state.startswith("break")
        breaks = (rest.after for rest in state.setup.timing.breaks if first <= rest.after < clock.rounds)
        yield ClockBar(
            clock,
            results_entered=sum(section.results_entered for section in sections),
            results_expected=sum(section.results_expected for section in sections),
            results_missing=sum(one.boards_missing for section in sections for one in section.missing_results),
            to_confirm=sum(section.to_confirm for section in sections),
            break_after=next(breaks, 0),
            unusual_moves=tuple(dict.fromkeys(move for section in sections for move in section.unusual_moves)),
            is_last=clock.round == clock.rounds,
        )


def _heading(state: NightState, data: DeskData) -> str:
    if not state.is_started:
        return say("Before the start")
    if state.has_ended:
        return say("End of play")
    rounds = sorted({section.round for section in data.sections})
    return say_many("Round {rounds}", "Rounds {rounds}", len(rounds), rounds=join_items(rounds))


def _open_reports(night: StoredNight, data: DeskData) -> Iterator[OpenReport]:
    """Yield the problems without a repair, section by section."""
    for section in data.sections:
        letter = section.letter
        if letter in night.state.mishaps:
            link = Query(night.state.mishaps[letter]).link(repair_path(night.id, letter))
            yield OpenReport(letter, section.mishaps, link, report_revision(night.log, letter), section.why_unfinished)


def last_undoable(log: EventLog) -> HappenedView | None:
    """Return the newest entry that is not a typed result: results are corrected on their own page."""
    revisions = [revision for revision, entry in log.active() if revision > 1 and not _is_typed_result(entry.event)]
    return _log_entry(log, revisions[-1], frozenset()) if revisions else None


def _is_typed_result(event: NightEvent) -> bool:
    return isinstance(event, ResultEntered) or (isinstance(event, ResultsChanged) and not event.source)


def log_entries(log: EventLog, limit: int | None = None) -> tuple[HappenedView, ...]:
    """Return all log entries, or the newest up to a *limit*, the newest first."""
    undone, last = log.undone_positions(), log.state.revision
    return tuple(_log_entry(log, revision, undone) for revision in range(last, max(0, last - (limit or last)), -1))


def _log_entry(log: EventLog, revision: int, undone: frozenset[int]) -> HappenedView:
    at = hour(log.entry(revision).stamp.at)
    return HappenedView(revision, log.sentence(revision), at, revision not in undone, log.is_undoing(revision))
