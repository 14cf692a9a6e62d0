"""What the movements of a night say about the rounds under way: the grid, the words to say, what is missing.

It is worked out by the workers, and is the same until somebody calls a round, types a result or repairs something.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import time
from typing import NamedTuple, TypeAlias

from byestand.errors import BadRequest
from byestand.model.event import Event
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.night.night import Night, loads
from byestand.server.asking import Asked, Pairs
from byestand.server.jobs.job import job
from byestand.server.mishaps import why_unfinished
from byestand.server.nights.page import Seat, seats_of
from byestand.server.nights.repairing import newcomers
from byestand.server.nights.wrong import sentences
from byestand.server.play.grid import Row, is_wide, rows_of
from byestand.server.questions import judged, sections_of
from byestand.server.rendering import environment
from byestand.server.results.section_results import Slip
from byestand.server.results.session_results import SessionResults
from byestand.sheets.booklet import SHEETS
from byestand.words.boards import board_range
from byestand.words.calls import round_call
from byestand.words.next_move import next_moves
from byestand.words.people import called
from byestand.words.titles import spoken_title

Slips: TypeAlias = Mapping[tuple[int, int], Slip]

LONGEST_TOLD = 120
"""Minutes of a round that are told aloud."""


class Hours(NamedTuple):
    """When play is to begin, and how long rounds are, as it is said aloud."""

    starts: tuple[int, int] | None = None
    seconds: int = 0

    @property
    def event(self) -> Event:
        """The same as words have it."""
        minutes, rest = divmod(self.seconds, 60)
        return Event(
            starts=time(*self.starts) if self.starts else None,
            minutes=minutes if not rest and 0 < minutes <= LONGEST_TOLD else None,
        )


@dataclass(frozen=True, slots=True)
class Missing:
    """Boards of a table in a round of which there is no result."""

    round: int
    table: int
    boards: str
    boards_missing: int
    entered: int
    """Results of that table and round that are in."""
    link: str


@dataclass(frozen=True, slots=True)
class InSection:
    """One section, with a round under way."""

    letter: str
    title: str
    rounds: int
    per_round: int
    round: int
    """Under way; 0 before play."""
    grid: str
    """Tables by rounds, as html."""
    say: tuple[str, ...]
    """What is said for the next round."""
    there: int
    planned: int
    """Results that are in, of all that are to be by now."""
    missing: tuple[Missing, ...]
    """Of rounds that are over."""
    to_confirm: int
    """Lines of rounds up to now that the director has to confirm."""
    unfinished: tuple[Missing, ...]
    """Of the round under way."""
    trouble: tuple[str, ...]
    """What went wrong, and is not answered yet."""
    why_unfinished: str
    """Why that report cannot be right yet; empty where there are ways to go on."""
    loud: tuple[str, ...]
    """What nobody does by habit before the next round: a skip, an arrow switch, a repair."""
    has_skip: bool
    """Whether a skip is planned, which somebody may forget."""
    has_slips: bool
    """Whether there are slips to print for tables that are told something."""
    unnamed: tuple[str, ...]
    """Labels of those who came late and have no names, though others have."""
    repaired_until: int
    """The round before the first that goes on otherwise; 0 where nothing was repaired."""


@dataclass(frozen=True, slots=True)
class Told:
    """Everything that the desk tells of the movements."""

    one: str
    """What one who plays is called: pair or player."""
    people: Mapping[str, Seat]
    """Everybody, by label."""
    sections: tuple[InSection, ...]

    @property
    def rounds(self) -> dict[str, int]:
        """How many rounds each section has."""
        return {section.letter: section.rounds for section in self.sections}

    @property
    def call(self) -> str:
        """What is said for the next round, in all sections."""
        return "\n".join(line for section in self.sections for line in section.say)


@job("quick")
def told(
    id: int,
    contents: str,
    under_way: tuple[tuple[str, int], ...],
    troubles: tuple[tuple[str, Pairs], ...],
    hours: Hours,
) -> Told:
    """Return everything that the desk tells of the movements, with the rounds *under_way* by section."""
    night = loads(contents)
    sections, slips = sections_of(night), _slips(night)
    if len(sections) == 1:
        sections = (replace(sections[0], letter=""),)
    rounds, said = dict(under_way), dict(troubles)
    letters = [setting.letter for setting in night.sections]
    found = [
        _in_section(
            _Asked(id, night, number, rounds.get(letter, 0), hours),
            section,
            slips.get(letter, {}),
            said.get(letter, ()),
        )
        for number, (letter, section) in enumerate(zip(letters, sections, strict=True))
    ]
    seats = [seat for number in range(len(sections)) for seat in seats_of(night, number)]
    return Told(
        called(sections[0].movement).one if sections else "pair",
        {seat.label: seat for seat in seats},
        tuple(found),
    )


class _Asked(NamedTuple):
    id: int
    night: Night
    number: int
    round: int
    hours: Hours

    @property
    def setting_letter(self) -> str:
        return self.night.sections[self.number].letter


def _slips(night: Night) -> dict[str, Slips]:
    """Return what is known of each table in each round, by section; nothing where results cannot be typed here."""
    try:
        session = SessionResults.from_night(night)
    except BadRequest:
        return {}
    return {section.letter: section.slips() for section in session.by_section}


def _in_section(asked: _Asked, section: Section, slips: Slips, trouble: Pairs) -> InSection:
    movement = section.movement
    round = min(asked.round, movement.rounds + 1)
    rows = rows_of(asked.night.sections[asked.number], section, slips, round, _link(asked, section))
    lacking = list(_missing(asked, section, slips, round))
    by_now = {place: slip for place, slip in slips.items() if place[0] <= round}
    return InSection(
        letter=asked.setting_letter,
        title=spoken_title(movement),
        rounds=movement.rounds,
        per_round=section.boards.per_round if section.boards else 1,
        round=round,
        grid=_html(section, rows, round),
        say=round_call(section, round + 1, asked.hours.event),
        there=sum(slip.there for slip in by_now.values()),
        planned=sum(slip.planned for slip in by_now.values()),
        missing=tuple(one for one in lacking if one.round < round),
        to_confirm=sum(slip.to_confirm for slip in by_now.values()),
        unfinished=tuple(one for one in lacking if one.round == round),
        trouble=tuple(sentences(Asked(trouble), section)) if trouble else (),
        why_unfinished=why_unfinished(section, Asked(trouble)) if trouble else "",
        loud=_loud(section, round),
        has_skip=movement.skip_after is not None,
        has_slips=bool(movement.history and SHEETS["told"].is_for(section)),
        unnamed=tuple(_unnamed(asked, movement)),
        repaired_until=movement.next_round - 1,
    )


def _unnamed(asked: _Asked, movement: Movement) -> Iterator[str]:
    setting = asked.night.sections[asked.number]
    if not (setting.repaired and asked.night.pairs):
        return
    for label in newcomers(judged(setting.first_set_up).movement, movement):
        shown = f"{setting.letter if len(asked.night.sections) > 1 else ''}{label}"
        if shown not in asked.night.pairs:
            yield shown


def _loud(section: Section, round: int) -> tuple[str, ...]:
    """Return what nobody does by habit after a round, in few words."""
    moves = next_moves(section, round) if 0 < round < section.movement.rounds else ()
    told = ("Some are told otherwise",) if any(move.kind == "told" for move in moves) else ()
    return (*(move.words for move in moves if move.kind in ("skip", "switch")), *told)


def _html(section: Section, rows: tuple[Row, ...], round: int) -> str:
    return (
        environment()
        .get_template("play_grid.html")
        .render(
            rows=rows,
            rounds=section.movement.rounds,
            round=round,
            letter=section.letter,
            wide=is_wide(section.movement),
        )
    )


def _link(asked: _Asked, section: Section) -> str:
    """Return the address of the slips of a section, to go on with a round and a table."""
    return f"/nights/{asked.id}/results?" + (f"section={section.letter}&" if section.letter else "")


def _missing(asked: _Asked, section: Section, slips: Slips, round: int) -> Iterator[Missing]:
    for (played, table), slip in sorted(slips.items()):
        if played <= round and slip.there < slip.planned:
            boards = board_range(int(section.movement.groups[played - 1, table - 1]), section.boards)
            link = f"{_link(asked, section)}round={played}&table={table}"
            yield Missing(played, table, boards, slip.planned - slip.there, slip.there, link)
