"""What the movements of a night say about the rounds under way: the grid, the announcements, what is missing.

A worker makes it; it stays the same until somebody calls a round, enters a result or repairs something.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import ClassVar, TypeAlias

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.event import Event
from byestand.model.limits import MAX_MINUTES
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.model.setup import SectionSetup
from byestand.model.timing import MINUTE
from byestand.night.state import NightState, Report
from byestand.server.jobs.job import job
from byestand.server.nights.mishaps import sentences, why_unfinished
from byestand.server.nights.section_results import Slip
from byestand.server.nights.session_results import SessionResults
from byestand.server.nights.setups import Seat, first_movement, first_seats, newcomers
from byestand.server.pages.desk.grid import Row, is_wide, rows_of
from byestand.server.web.query import Asked
from byestand.server.web.render import render
from byestand.setup.resolve import names_without_seat, resolve
from byestand.sheets.registry import SHEETS
from byestand.words.boards import board_range
from byestand.words.people import contestant_noun
from byestand.words.round_calls import round_call
from byestand.words.titles import spoken_title
from byestand.words.wall import next_moves

Slips: TypeAlias = Mapping[tuple[int, int], Slip]


@dataclass(frozen=True, slots=True)
class MissingResults:
    """Boards of a table in a round of which there is no result."""

    section: str
    """The letter of the section, where there are several."""
    round: int
    table: int
    boards: str
    boards_missing: int
    entered: int
    """Results of that table and round that are in."""
    link: str


@dataclass(frozen=True, slots=True)
class SectionView:
    """One section, with a round under way."""

    letter: str
    title: str
    rounds: int
    boards_per_round: int
    round: int
    """Under way; 0 before play."""
    grid: str
    """Tables by rounds, as html."""
    announcement: tuple[str, ...]
    """What is said for the next round."""
    entered: int
    planned: int
    """Results that are in, of all that are to be by now."""
    missing: tuple[MissingResults, ...]
    """Of rounds that are over."""
    to_confirm: int
    """Lines of rounds up to now that the director has to confirm."""
    unfinished: tuple[MissingResults, ...]
    """Of the round under way."""
    mishaps: tuple[str, ...]
    """What went wrong, and is not answered yet."""
    why_unfinished: str
    """Why that report cannot be right yet; empty where there are ways to go on."""
    unusual_moves: tuple[str, ...]
    """What nobody does by habit before the next round: a skip, an arrow switch, a repair."""
    has_skip: bool
    """Whether a skip is planned, which somebody may forget."""
    has_slips: bool
    """Whether there are slips to print for tables that play otherwise than planned."""
    unnamed: tuple[str, ...]
    """Labels of those who came late and have no names, though others have."""
    repaired_until: int
    """The round before the first that goes on otherwise; 0 where nothing was repaired."""

    @property
    def is_repaired_now(self) -> bool:
        """Whether what a repair changes is still to come, or under way."""
        return bool(self.repaired_until) and self.round <= self.repaired_until + 1


@dataclass(frozen=True, slots=True)
class DeskData:
    """What the desk shows of the movements."""

    noun: str
    """What one contestant is called: pair or player."""
    seats: Mapping[str, Seat]
    """Everybody, by label."""
    sections: tuple[SectionView, ...]
    without_seat: tuple[str, ...]
    """Labels and names that no movement has a seat for: a repair with which they came was undone."""

    @property
    def rounds(self) -> dict[str, int]:
        """How many rounds each section has."""
        return {section.letter: section.rounds for section in self.sections}

    @property
    def announcement(self) -> str:
        """What is said for the next round, in all sections."""
        return "\n".join(line for section in self.sections for line in section.announcement)


@dataclass(frozen=True, slots=True)
class GridView:
    """Tables by rounds."""

    template: ClassVar = "play_grid.html"
    rows: tuple[Row, ...]
    rounds: int
    round: int
    letter: str
    is_wide: bool


@job("quick", reads={"setup", "people", "results", "clock", "mishaps"})
def desk_data(id: int, state: NightState) -> DeskData:
    """Return what the desk shows of the movements."""
    if not state.setup.sections:
        raise BadRequest("this night has no movement yet: choose one, and then play it")
    session, slips = resolve(state.setup), _slips(state)
    both = list(zip(state.setup.sections, session.sections, strict=True))
    views = (_Desk(id, state, setup, section, slips.get(setup.letter, {})).view() for setup, section in both)
    return DeskData(
        contestant_noun(session.sections[0].movement).singular,
        {seat.label: seat for setup, section in both for seat in first_seats(state.setup, setup, section.movement)},
        tuple(views),
        tuple(f"{label} {name}" for label, name in names_without_seat(state.setup).items()),
    )


def _slips(state: NightState) -> dict[str, Slips]:
    """Return what is known of each table in each round, by section; nothing where results cannot be entered here."""
    try:
        results = SessionResults.of(state)
    except BadRequest:
        return {}
    return {section.letter: section.slips() for section in results.by_section}


@dataclass(frozen=True, slots=True)
class _Desk:
    """A section of a night, and what its view is made of."""

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
        """The address of the slips of the section, to be continued with a round and a table."""
        return f"/nights/{self.id}/results?" + (f"section={self.section.letter}&" if self.section.letter else "")

    def view(self) -> SectionView:
        movement, round, section = self.movement, self.round, self.section
        missing = list(self._missing())
        by_now = [slip for (played, _), slip in self.slips.items() if played <= round]
        report: Report = self.state.mishaps.get(self.setup.letter, ())
        return SectionView(
            letter=self.setup.letter,
            title=spoken_title(movement),
            rounds=movement.rounds,
            boards_per_round=section.boards.per_round if section.boards else 1,
            round=round,
            grid=self._grid(),
            announcement=round_call(section, round + 1, spoken_event(self.state)),
            entered=sum(slip.there for slip in by_now),
            planned=sum(slip.planned for slip in by_now),
            missing=tuple(one for one in missing if one.round < round),
            to_confirm=sum(slip.to_confirm for slip in by_now),
            unfinished=tuple(one for one in missing if one.round == round),
            mishaps=tuple(sentences(Asked(report), section)) if report else (),
            why_unfinished=why_unfinished(section, Asked(report)) if report else "",
            unusual_moves=_unusual_moves(section, round),
            has_skip=movement.skip_after is not None,
            has_slips=bool(movement.history and SHEETS["told"].is_for(section)),
            unnamed=tuple(self._unnamed()),
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
            if round <= self.round and slip.there < slip.planned:
                boards = board_range(int(self.movement.groups[round - 1, table - 1]), self.section.boards)
                link = f"{self.link}round={round}&table={table}"
                lacking = slip.planned - slip.there
                yield MissingResults(self.section.letter, round, table, boards, lacking, slip.there, link)

    def _unnamed(self) -> Iterator[str]:
        plan = first_movement(self.state, self.setup.letter)
        if plan is not None and any(section.contestants for section in self.state.setup.sections):
            for label in newcomers(plan, self.movement):
                if label not in self.setup.contestants:
                    yield self.state.setup.seat_label(self.setup.letter, label)


def spoken_event(state: NightState) -> Event:
    """Return the event with the time of the start and the minutes of a round as they are announced."""
    timing = state.setup.timing
    minutes, rest = divmod(timing.seconds, MINUTE)
    starts = None if timing.starts is None else datetime.fromtimestamp(timing.starts).astimezone()
    return replace(
        state.setup.event,
        starts=starts.time().replace(second=0, microsecond=0) if starts else None,
        minutes=minutes if not rest and 0 < minutes <= MAX_MINUTES else None,
    )


def _unusual_moves(section: Section, round: int) -> tuple[str, ...]:
    """Return what nobody does by habit after a round, in few words."""
    moves = next_moves(section, round) if 0 < round < section.movement.rounds else ()
    slips = (say("Some are told otherwise"),) if any(move.kind == "told" for move in moves) else ()
    return (*(move.words for move in moves if move.kind in ("skip", "switch")), *slips)
