"""Sheets for entering results: a traveller (all lines of a board) or a slip (all boards of a table in a round)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from byestand.errors import NotFound
from byestand.job import job
from byestand.language import say
from byestand.model.line import Absent, Line
from byestand.night.results import ResultKey, Results
from byestand.night.state import NightState
from byestand.score.contestants import Winners
from byestand.score.ranking import natural
from byestand.score.schedule import Ruling, Schedule, ScheduledPlay
from byestand.session.result_syntax import format_line
from byestand.session.section_results import SectionResults, require_known_sections
from byestand.session.session_results import SessionResults

ANOTHER = "other-new"
"""The field for an unscheduled result."""


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One line of a sheet."""

    field: str
    """The name of its field."""
    blank: Line
    """Where it is, and who is scheduled to play it; without numbers for an unscheduled result."""
    key: ResultKey | None
    """Where its result is stored; None without a result."""
    line: Line | None
    """Its result."""
    ruling: Ruling | None = None
    """Why the director decides the score; None if a score from the table is expected."""
    is_cancelled: bool = False
    """Whether its score is cancelled."""

    @property
    def is_to_confirm(self) -> bool:
        """Whether the director has to decide the score."""
        return self.ruling is not None and (self.line is None or self.is_cancelled)

    @property
    def is_planned(self) -> bool:
        """Whether the movement has it."""
        return all(self.blank.numbers)

    @property
    def text(self) -> str:
        """The saved text of its field."""
        return format_line(self.line, self.blank if self.is_planned else None) if self.line else ""


@dataclass(frozen=True, eq=False)
class EntrySheet:
    """A traveller or a slip."""

    section: SectionResults
    board: int | None
    """The board of a traveller."""
    round: int = 0
    table: int = 0
    """The round and table of a slip."""
    rows: tuple[EntryRow, ...] = ()

    @property
    def letter(self) -> str:
        """The letter of the section; empty for a single section."""
        return self.section.schedule.letter

    @property
    def is_traveller(self) -> bool:
        """Whether it has the lines of one board."""
        return self.board is not None

    @property
    def query(self) -> dict[str, object]:
        """The query of its address."""
        where = {"board": self.board} if self.is_traveller else {"round": self.round, "table": self.table}
        return {"section": self.letter or None, **where}

    @property
    def fingerprint(self) -> str:
        """A token that changes with the contents of the sheet."""
        contents = [(row.field, row.blank, row.line) for row in self.rows]
        return sha256(repr(contents).encode()).hexdigest()[:16]

    @property
    def first_empty(self) -> str:
        """The first field without a result; empty if all results are entered."""
        return next((row.field for row in self.rows if row.is_planned and not row.line and not row.ruling), "")


def find_sheet(
    sections: Sequence[SectionResults], letter: str, board: int | None, round: int | None, table: int | None
) -> EntrySheet:
    """Return a slip or a traveller; by default the traveller of the first incomplete board."""
    section = _find_section(sections, letter, board)
    if board is None and (round is not None or table is not None):
        return _slip(section, round or 1, table)
    return _traveller(section, board)


def _find_section(sections: Sequence[SectionResults], letter: str, board: int | None) -> SectionResults:
    """Return the section of an address; by default the first one that plays the board."""
    if not letter:
        return next((one for one in sections if board in one.boards), sections[0])
    section = next((one for one in sections if one.schedule.letter == letter), None)
    if section is None:
        raise NotFound(say("unknown section: {letter!r}", letter=letter[:40]))
    return section


def _traveller(section: SectionResults, board: int | None) -> EntrySheet:
    boards, planned = section.boards, section.schedule.by_board
    if board is None:
        to_come = (one for one in boards if section.board(one).complete < len(planned.get(one, ())))
        board = next(to_come, min(boards, default=1))
    if board not in boards:
        raise NotFound(say("this board is not in play: {board}", board=board))
    plays = sorted(planned.get(board, ()), key=_by_number)
    return EntrySheet(section, board, rows=(*_planned_rows(section, plays), *_other_rows(section, board)))


def _slip(section: SectionResults, round: int, table: int | None) -> EntrySheet:
    places = section.schedule.by_place
    first = next((place for place in places if place[0] == round), None)
    if first is None or (table is not None and (round, table) not in places):
        if table is None:
            raise NotFound(say("no tables in round {round}", round=round))
        raise NotFound(say("no table there: round {round}, table {table}", round=round, table=table))
    place = round, table or first[1]
    return EntrySheet(section, None, *place, tuple(_planned_rows(section, places[place])))


def _by_number(play: ScheduledPlay) -> tuple[object, ...]:
    return tuple(map(natural, (*play.ns, *play.ew)))


def _planned_rows(section: SectionResults, plays: Iterable[ScheduledPlay]) -> Iterator[EntryRow]:
    for play in plays:
        blank = Line(play.board, play.ns, play.ew, Absent.MISSING, section.schedule.letter, play.round, play.table)
        board = section.board(play.board)
        line = board.line(play)
        cancelled = line is not None and not play.counts(line)
        field = f"at-{play.round}-{play.table}-{play.board}"
        yield EntryRow(field, blank, board.keys.get(play), line, play.ruling, cancelled)


def _other_rows(section: SectionResults, number: int) -> Iterator[EntryRow]:
    """Yield the unscheduled results of a board, and a field for one more."""
    board, plays = section.board(number), section.schedule.plays
    nobody = ("",) * len(plays[0].ns) if plays else ("",)
    blank = Line(number, nobody, nobody, Absent.MISSING, section.schedule.letter)
    planned = set(board.keys.values())
    others = [key for key in board.lines if key not in planned]
    for nth, key in enumerate(others, start=1):
        line = board.lines[key]
        yield EntryRow(f"other-{nth}", replace(blank, round=line.round, table=line.table), key, line)
    yield EntryRow(ANOTHER, blank, None, None)


@dataclass(frozen=True, eq=False)
class SectionPlan:
    """A section: its schedule and names."""

    letter: str
    """The stored letter."""
    schedule: Schedule
    names: Mapping[str, str]
    """Names by label within the section."""


@dataclass(frozen=True, eq=False)
class EntryPlan:
    """All sections with results to enter."""

    sections: tuple[SectionPlan, ...]
    is_individual: bool
    in_imps: bool

    @property
    def winners(self) -> Winners:
        """The number of separate rankings."""
        return max(section.schedule.winners for section in self.sections)

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters of the sections; empty for a single section."""
        return tuple(section.letter for section in self.sections) if len(self.sections) > 1 else ()

    def section(self, letter: str) -> SectionPlan:
        """Return the section with a letter."""
        return next(section for section in self.sections if section.letter == letter)

    def with_results(self, results: Results) -> tuple[SectionResults, ...]:
        """Return each section with its results."""
        require_known_sections(results, (section.letter for section in self.sections))
        return tuple(SectionResults(section.letter, section.schedule, results) for section in self.sections)


@job("quick", reads={"setup", "people"})
def entry_plan(id: int, state: NightState) -> EntryPlan:
    """Return the data of the movements for entering results: computed once per setup, then cached by the server."""
    del id
    session = SessionResults.from_night(state)
    sections = {section.letter: section for section in session.sections}
    plans = []
    for own in session.by_section:
        section = sections[own.schedule.letter]
        names = {label: section.name(label) for label in section.contestants}
        plans.append(SectionPlan(own.letter, own.schedule, names))
    return EntryPlan(tuple(plans), session.is_individual, state.setup.scoring.method != "matchpoints")
