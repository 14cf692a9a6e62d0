"""``byestand score``: results into a ranking, held against the movement, and onto pages."""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, cast

import click

from byestand.cli.evening import naming_options
from byestand.cli.sources import section_documents
from byestand.cli.usage import Command, OneOf
from byestand.cli.words import NAMES, WHOLE_NUMBER, json_text, with_request
from byestand.cli.writing import force_option, put
from byestand.errors import BadRequest, CannotExpress, FormatError
from byestand.formats.people import with_people
from byestand.formats.results import load_sessions
from byestand.formats.results.html import results_html
from byestand.formats.results.json import book_data
from byestand.formats.results.labels import crossed_label
from byestand.formats.results.seating import load_seating
from byestand.formats.results.text import book_text, ranking_csv
from byestand.formats.results.usebio import usebio
from byestand.formats.results.who import HandedIn, Known, known_by_list, known_by_seats, known_by_sections
from byestand.model.event import Event
from byestand.model.line import Line, Percentage
from byestand.model.scoring import FACTORS, METHODS, Factor, Method, Scoring, Sections
from byestand.model.session import Section, Session
from byestand.score.against import Schedule, boards_played
from byestand.score.book import Book, everybody
from byestand.score.night import ScoredNight, score_night
from byestand.score.seating import Seating
from byestand.sheets.ink import printed
from byestand.sheets.pages import Paper
from byestand.sheets.results import results_booklet
from byestand.texts import printable
from byestand.words.numbers import enumerated
from byestand.words.titles import spoken_title

if TYPE_CHECKING:
    from byestand.score.contestants import Winners


Written: TypeAlias = tuple[bytes, tuple[str, ...]]
"""What goes into a file, and what whoever asked for it should know."""


def _plain(text: Callable[[Book], str]) -> Callable[[Book, Paper], Written]:
    return lambda book, _: (text(book).encode(), ())


def _usebio(book: Book, _: Paper) -> Written:
    """Return USEBIO, which needs a day: today, where nobody says another."""
    if book.event.date is not None:
        return usebio(book, book.event.date), ()
    today = dt.date.today()  # noqa: DTZ011 - the day of the people who play
    return usebio(book, today), (f"the file needs a day, and has today's, {today}; say another with --date",)


def _pdf(book: Book, paper: Paper) -> Written:
    pages = printed(results_booklet(book, paper))
    return pages.files[0], pages.warnings


WRITERS: Mapping[str, Callable[[Book, Paper], Written]] = {
    "text": _plain(book_text),
    "json": _plain(lambda book: json_text(book_data(book)) + "\n"),
    "csv": _plain(ranking_csv),
    "html": _plain(results_html),
    "usebio": _usebio,
    "pdf": _pdf,
}
PAGES = {"html", "usebio", "pdf"}
"""What people or federations publish, which is not written without a scored result."""
ENDINGS = {".txt": "text", ".json": "json", ".csv": "csv", ".html": "html", ".xml": "usebio", ".pdf": "pdf"}


def wanted_format(to: str | None, output: str | None) -> str:
    """Return the format that is meant: as it was said, or as the file's name ends."""
    if to is None and output is None:
        return "text"
    if to == "pdf" and output is None:
        raise BadRequest("a pdf is no text: name a file with -o")
    found = to or ENDINGS.get(Path(output or "").suffix.lower())
    if found is None:
        raise BadRequest(f"tell the format with --format, or by how the file's name ends: {output!r}")
    return found


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoreRequest:
    """What the options ask for."""

    results: tuple[str, ...]
    named: tuple[str, ...]
    boards_per_round: int | None
    method: Method
    factor: Factor
    winners: str | None
    sections: Sections
    seating: str | None
    names: str | None
    event: Event
    paper: Paper
    to: str | None
    output: str | None
    force: bool


@click.command("score", cls=Command)
@click.argument("results", nargs=-1, required=True, metavar="RESULTS...")
@click.option(
    "--movement", "named", multiple=True, metavar="NAME|FILE", help="Hold results against what was to be played."
)
@click.option("--boards-per-round", type=WHOLE_NUMBER, metavar="N", help="How many boards make a round.")
@click.option("--method", type=OneOf(METHODS), default="matchpoints")
@click.option("--factor", type=OneOf(FACTORS), default="neuberg", help="For boards that were played fewer times.")
@click.option("--winners", type=OneOf(("1", "2", "4")), help="How many there are; seen if left out.")
@click.option("--sections", type=OneOf(("field", "apart")), default="field", help="Compared together, or apart.")
@click.option("--seating", metavar="FILE", help="Where pairs sit in later sessions: csv from crossover.")
@click.option("--names", metavar="FILE", help=NAMES)
@naming_options
@click.option("--paper", type=OneOf(("a4", "letter")), default="a4", help="For a pdf.")
@click.option("--format", "to", type=OneOf(tuple(WRITERS)), help="As the file's name ends, or text.")
@click.option("-o", "--output", metavar="FILE", help=f"Write to a file: {', '.join(ENDINGS)}.")
@force_option
@with_request(ScoreRequest)
def command(request: ScoreRequest) -> int:
    """Score results: byestand score tonight.csv --movement W1813; several files are several sessions."""
    wanted, output = wanted_format(request.to, request.output), request.output
    handed_in = load_sessions(request.results)
    book = _book(request, handed_in)
    night = book.night
    is_page = wanted in PAGES or (wanted == "text" and output is not None)
    remarks: tuple[str, ...] = ()
    if night.ranking or not is_page:
        data, remarks = WRITERS[wanted](book, request.paper)
        if output is None:
            click.echo(data.decode(), nl=False)
        else:
            put([(Path(output), data)], force=request.force)
    findings = () if wanted == "json" or (wanted == "text" and output is None) else night.findings
    sentences = (f"{finding.severity}: {finding.sentence}" for finding in findings)
    lines = [line for one in handed_in for line in one.lines]
    sessions = _about_sessions(night, has_seating=request.seating is not None, is_individual=book.is_individual)
    for told in (*sentences, *remarks, *_about_labels(lines), *sessions, *_without_results(request.results, handed_in)):
        click.echo(f"byestand: {printable(told)}", err=True)
    if is_page and not night.ranking:
        raise CannotExpress("no result could be scored: no page is written")
    return 1 if night.has_errors else 0


def _book(request: ScoreRequest, handed_in: Sequence[HandedIn]) -> Book:
    """Return the results of all sessions, scored, with who plays and what was played."""
    if request.method != "matchpoints":
        for path, one in zip(request.results, handed_in, strict=True):
            _require_no_percentage(path, one.lines)
    lines = [line for one in handed_in for line in one.lines]
    if request.winners == "2" and crossed_label(lines):
        raise BadRequest("pairs of one line sit in the seats of the other, so there is one ranking: use --winners 1")
    named, per_round = request.named, request.boards_per_round
    played = _sections(named, lines, per_round)
    night = score_night(
        [one.lines for one in handed_in],
        Scoring(request.method, request.factor, request.sections),
        winners=cast("Winners", int(request.winners)) if request.winners else None,
        schedules=_schedules(played, handed_in, per_round) if named else _own_schedules(handed_in),
        seating=_seating(request.seating, sessions=len(request.results)),
    )
    night = replace(night, findings=(*(found for one in handed_in for found in one.findings), *night.findings))
    day = request.event.date or max((one.day for one in handed_in if one.day), default=None)
    return Book(
        night,
        replace(request.event, date=day),
        _known(night, handed_in, played, request.names),
        ", ".join(dict.fromkeys(spoken_title(section.movement) for section in played)),
    )


def _seating(path: str | None, *, sessions: int) -> Seating | None:
    if path is None:
        return None
    if sessions == 1:
        raise BadRequest("--seating is for several sessions: name the results of each, session 1 first")
    return load_seating(path, sessions=sessions)


def _about_labels(lines: Sequence[Line]) -> Iterator[str]:
    if crossed := crossed_label(lines):
        yield f"a pair sits in the column of the other line, so labels tell pairs apart, in one ranking: {crossed}"


def _about_sessions(night: ScoredNight, *, has_seating: bool, is_individual: bool) -> Iterator[str]:
    """Yield what to know about totals over several sessions: who was taken for whom, and who did not play in all."""
    sessions = len(night.sessions)
    if sessions == 1 or not night.ranking:
        return
    if not has_seating:
        who, kind = everybody(night)[0], "player" if is_individual else "pair"
        label = who.label if who.line else f"{kind} {who.label}"
        yield f"no --seating: {label} of every session is taken for the same {kind}"
        return
    for one in night.ranking:
        if len(one.sessions) < sessions:
            played = enumerated(str(total.session) for total in one.sessions)
            word = "session" if len(one.sessions) == 1 else "sessions"
            yield f"{one.contestant.section}{one.contestant.label} has results in {word} {played} only"


def _without_results(paths: Sequence[str], handed_in: Sequence[HandedIn]) -> Iterator[str]:
    """Yield what to say last, below all that is missing: a night may be scored before anything is known of it."""
    for path, one in zip(paths, handed_in, strict=True):
        if not one.has_results:
            yield f"there is no result in this file: {path!r}"


def _require_no_percentage(path: str, lines: Sequence[Line]) -> None:
    """Refuse a share of matchpoints where there are none, with its place."""
    for line in lines:
        if any(isinstance(given, Percentage) for _, given in line.given()):
            reason = f"column score: a percentage is no score in IMPs: {line.written!r}"
            raise FormatError(path, reason, line=line.number)


def _sections(named: tuple[str, ...], lines: Sequence[Line], per_round: int | None) -> list[Section]:
    """Return what was played; where one movement is named, all sections play it."""
    if not named:
        return []
    documents, _ = section_documents(named, (), None if per_round is None else (per_round,), None)
    sections = [document.section for document in documents]
    # Boards a round of a file hold where nobody says others; single players change seats for as many.
    sections = [one if one.movement.swivel or per_round else replace(one, boards=None) for one in sections]
    letters = sorted({line.section for line in lines})
    return [replace(sections[0], letter=letter) for letter in letters] if len(sections) == 1 and letters else sections


def _schedules(sections: Sequence[Section], handed_in: Sequence[HandedIn], per_round: int | None) -> list[Schedule]:
    """Return what was to be played in each session by the sections that were there."""
    found = []
    for number, one in enumerate(handed_in, start=1):
        there = {line.section for line in one.lines}
        alone = len({id(section.judged) for section in sections}) == 1
        for section in sections:
            if alone and len(sections) > 1 and section.letter not in there:
                continue  # one movement was named for all sections, and this one did not play
            found.append(replace(_schedule(section, sections, one.lines, per_round), session=number))
    return found


def _schedule(section: Section, sections: Sequence[Section], lines: Sequence[Line], per_round: int | None) -> Schedule:
    """Return what a section was to play; single players change seats for so many boards as a round has."""
    alike = [one.letter for one in sections if one.judged is section.judged]
    boards = boards_played(section, [line for line in lines if line.section in alike or len(sections) == 1], per_round)
    if section.movement.swivel and boards.per_round != len(section.movement.swivel):
        raise BadRequest(f"{section.movement.name} has rounds of {len(section.movement.swivel)} boards here")
    return Schedule.of(section, boards)


def _own_schedules(handed_in: Sequence[HandedIn]) -> list[Schedule]:
    """Return what the files of the sessions themselves say was to be played."""
    return [replace(one, session=number) for number, some in enumerate(handed_in, start=1) for one in some.schedules]


def _known(night: ScoredNight, handed_in: Sequence[HandedIn], played: Sequence[Section], names: str | None) -> Known:
    """Return who plays: as the files of results or of the movement say, and before all a list."""
    who = everybody(night)
    alone = any(line.is_individual for one in handed_in for line in one.lines)
    found: Known = {}
    for scored, one in zip(reversed(night.sessions), reversed(handed_in), strict=True):
        seats = scored.contestants()
        seated = known_by_seats(seats, one.seated)
        found = {**found, **{seats[seat]: people for seat, people in seated.items()}}
    session = Session(tuple(played)) if played else None
    if names is not None and session is None:
        return {**found, **known_by_list(who, names, seats, handed_in[0].first_round, alone=alone)}
    if session is None:
        return found
    return {**found, **known_by_sections(who, session if names is None else with_people(session, names))}
