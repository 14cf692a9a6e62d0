"""Data of the director's page that needs the movements: the grid, the announcements, missing results.

A worker computes it. It stays the same until a round is called, a result is entered or a repair is chosen.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import ClassVar, TypeAlias

from byestand.errors import BadRequest
from byestand.job import job
from byestand.language import say
from byestand.model.event import Event
from byestand.model.limits import MAX_MINUTES
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.model.setup import SectionSetup
from byestand.model.timing import MINUTE
from byestand.night.state import NightState, Report
from byestand.sentences.boards import board_range
from byestand.sentences.next_moves import next_moves
from byestand.server.nights.mishap_query import report_fault, sentences
from byestand.server.pages.desk.grid import ProgressRow, is_wide, rows_of
from byestand.server.pages.desk.round_calls import round_call
from byestand.server.web.query import Query
from byestand.server.web.render import render
from byestand.session.resolve import names_without_seat, resolve
from byestand.session.section_results import TableProgress
from byestand.session.session_results import SessionResults
from byestand.session.setups import StartSeat, first_movement, first_seats, newcomers
from byestand.sheets.sheet_list import SHEETS
from byestand.words.titles import spoken_title

Slips: TypeAlias = Mapping[tuple[int, int], TableProgress]


@dataclass(frozen=True, slots=True)
class MissingResults:
    """Boards of a table in a round without results."""

    section: str
    """The letter of the section; empty for a single section."""
    round: int
    table: int
    boards: str
    boards_missing: int
    results_entered: int
    """Entered results of that table and round."""
    link: str

    @property
    def results_expected(self) -> int:
        """The number of boards of that table and round."""
        return self.boards_missing + self.results_entered


@dataclass(frozen=True, slots=True)
class DeskSection:
    """One section and its current round."""

    letter: str
    title: str
    rounds: int
    boards_per_round: int
    round: int
    """The current round; 0 before play."""
    grid: str
    """Tables by rounds, as HTML."""
    announcement: tuple[str, ...]
    """The announcement for the next round."""
    results_entered: int
    results_expected: int
    """Entered and planned results up to the current round."""
    missing_results: tuple[MissingResults, ...]
    """Missing results of earlier rounds."""
    to_confirm: int
    """Results up to the current round that the director has to confirm."""
    current_round_results: tuple[MissingResults, ...]
    """Missing results of the current round."""
    mishaps: tuple[str, ...]
    """The problems that have no repair yet, as sentences."""
    why_unfinished: str
    """Why the report is not complete; empty if repair options can be searched."""
    unusual_moves: tuple[str, ...]
    """Special moves before the next round: a skip, an arrow switch, changed instructions."""
    has_skip: bool
    """Whether a skip is planned."""
    has_slips: bool
    """Whether there are instruction slips to print."""
    unnamed_labels: tuple[str, ...]
    """Labels of late pairs without names, if other pairs have names."""
    repaired_until: int
    """The round before the first changed one; 0 without a repair."""

    @property
    def is_repaired_now(self) -> bool:
        """Whether a repair changes the current or a later round."""
        return bool(self.repaired_until) and self.round <= self.repaired_until + 1


@dataclass(frozen=True, slots=True)
class DeskData:
    """Data of the director's page that needs the movements."""

    is_individual: bool
    seats: Mapping[str, StartSeat]
    """All seats by label."""
    sections: tuple[DeskSection, ...]
    without_seat: tuple[str, ...]
    """Labels and names without a seat: the repair that added them was undone."""

    @property
    def rounds(self) -> dict[str, int]:
        """The number of rounds of each section."""
        return {section.letter: section.rounds for section in self.sections}

    @property
    def announcement(self) -> str:
        """The announcement for the next round, in all sections."""
        return "\n".join(line for section in self.sections for line in section.announcement)


@dataclass(frozen=True, slots=True)
class GridView:
    """Tables by rounds."""

    template: ClassVar = "desk_grid.html"
    rows: tuple[ProgressRow, ...]
    rounds: int
    round: int
    letter: str
    is_wide: bool


@job("quick", reads={"setup", "people", "results", "clock", "mishaps"})
def desk_data(id: int, state: NightState) -> DeskData:
    """Return the data of the director's page that needs the movements."""
    if not state.setup.sections:
        raise BadRequest(say("this session has no movement yet; choose one first"))
    session, slips = resolve(state.setup), _slips(state)
    both = list(zip(state.setup.sections, session.sections, strict=True))
    views = (_Desk(id, state, setup, section, slips.get(setup.letter, {})).view() for setup, section in both)
    return DeskData(
        session.sections[0].movement.is_individual,
        {seat.label: seat for setup, section in both for seat in first_seats(state.setup, setup, section.movement)},
        tuple(views),
        tuple(f"{label} {name}" for label, name in names_without_seat(state.setup).items()),
    )


def _slips(state: NightState) -> dict[str, Slips]:
    """Return the slips of each section; an empty mapping if results cannot be entered here."""
    try:
        results = SessionResults.from_night(state)
    except BadRequest:
        return {}
    return {section.letter: section.slips() for section in results.by_section}


@dataclass(frozen=True, slots=True)
class _Desk:
    """A section of a night, and the data for its view."""

    id: int
    state: NightState
    setup: SectionSetup
    section: Section
    slips: Slips

    @property
    def round(self) -> int:
        clock = self.state.clock(self.setup.letter)
        return min(clock.round if clock else 0, self.section.movement.rounds + 1)

    @property
    def movement(self) -> Movement:
        return self.section.movement

    @property
    def link(self) -> str:
        """The address of the slips of the section, without round and table."""
        return f"/nights/{self.id}/results?" + (f"section={self.section.letter}&" if self.section.letter else "")

    def view(self) -> DeskSection:
        movement, round, section = self.movement, self.round, self.section
        missing = list(self._missing())
        by_now = [slip for (played, _), slip in self.slips.items() if played <= round]
        report: Report = self.state.mishaps.get(self.setup.letter, ())
        return DeskSection(
            letter=self.setup.letter,
            title=spoken_title(movement),
            rounds=movement.rounds,
            boards_per_round=section.boards.per_round if section.boards else 1,
            round=round,
            grid=self._grid(),
            announcement=round_call(section, round + 1, spoken_event(self.state)),
            results_entered=sum(slip.results_entered for slip in by_now),
            results_expected=sum(slip.results_expected for slip in by_now),
            missing_results=tuple(one for one in missing if one.round < round),
            to_confirm=sum(slip.to_confirm for slip in by_now),
            current_round_results=tuple(one for one in missing if one.round == round),
            mishaps=tuple(sentences(Query(report), section)) if report else (),
            why_unfinished=report_fault(section, Query(report)) if report else "",
            unusual_moves=_unusual_moves(section, round),
            has_skip=movement.skip_after is not None,
            has_slips=bool(movement.history and SHEETS["told"].is_for(section)),
            unnamed_labels=tuple(self._unnamed_labels()),
            repaired_until=movement.next_round - 1,
        )

    def _grid(self) -> str:
        plan = first_movement(self.state, self.setup.letter)
        rows = rows_of(self.section, plan, self.slips, self.round, self.link)
        return render(
            GridView(rows, self.movement.rounds, self.round, self.section.letter, is_wide=is_wide(self.movement))
        )

    def _missing(self) -> Iterator[MissingResults]:
        for (round, table), slip in sorted(self.slips.items()):
            if round <= self.round and slip.results_entered < slip.results_expected:
                boards = board_range(int(self.movement.groups[round - 1, table - 1]), self.section.boards)
                link = f"{self.link}round={round}&table={table}"
                lacking = slip.results_expected - slip.results_entered
                yield MissingResults(self.section.letter, round, table, boards, lacking, slip.results_entered, link)

    def _unnamed_labels(self) -> Iterator[str]:
        plan = first_movement(self.state, self.setup.letter)
        if plan is not None and any(section.contestants for section in self.state.setup.sections):
            for label in newcomers(plan, self.movement):
                if label not in self.setup.contestants:
                    yield self.state.setup.seat_label(self.setup.letter, label)


def spoken_event(state: NightState) -> Event:
    """Return the event with the starting time and the minutes per round for announcements."""
    timing = state.setup.timing
    minutes, rest = divmod(timing.round_seconds, MINUTE)
    starts = None if timing.starts is None else datetime.fromtimestamp(timing.starts).astimezone()
    return replace(
        state.setup.event,
        start_time=starts.time().replace(second=0, microsecond=0) if starts else None,
        minutes_per_round=minutes if not rest and 0 < minutes <= MAX_MINUTES else None,
    )


def _unusual_moves(section: Section, round: int) -> tuple[str, ...]:
    """Return the special moves after a round."""
    moves = next_moves(section, round) if 0 < round < section.movement.rounds else ()
    slips = (say("Changed instructions"),) if any(move.kind == "told" for move in moves) else ()
    return (*(move.words for move in moves if move.kind in ("skip", "switch")), *slips)
