"""``byestand score``: score results, check them against the movement, and write result pages."""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, cast

import click

from byestand.cli.event_options import naming_options
from byestand.cli.movement_sources import section_documents
from byestand.cli.output_files import force_option, write_files
from byestand.cli.param_types import NAMES, WHOLE_NUMBER, json_text, with_request
from byestand.cli.usage import Command, OneOf
from byestand.errors import BadRequest, CannotExpress, FormatError
from byestand.formats.player_list import with_people
from byestand.formats.results import load_sessions
from byestand.formats.results.contestant_labels import SessionResultFile, known_by_list, known_by_seats
from byestand.formats.results.html import results_html
from byestand.formats.results.json import book_data
from byestand.formats.results.label_syntax import crossed_label
from byestand.formats.results.seating_file import load_seating
from byestand.formats.results.text import book_text, ranking_csv
from byestand.formats.results.usebio import usebio
from byestand.language import say, say_many
from byestand.model.event import Event
from byestand.model.line import Line, Percentage
from byestand.model.scoring import FACTORS, METHODS, Factor, Method, Scoring, Sections
from byestand.model.session import Section, Session
from byestand.sanitize import printable
from byestand.score.book import Book, everybody
from byestand.score.contestants import KnownContestants, known_by_sections
from byestand.score.schedule import Schedule, infer_boards_per_group
from byestand.score.score_sessions import ScoredNight, score_night
from byestand.score.session_seats import SessionSeats
from byestand.sheets.print_order import Paper
from byestand.sheets.result_sheets import results_booklet
from byestand.sheets.typst_renderer import render_booklet
from byestand.words.numbers import join_items
from byestand.words.titles import spoken_title

if TYPE_CHECKING:
    from byestand.score.contestants import Winners


OutputFiles: TypeAlias = tuple[bytes, tuple[str, ...]]
"""The contents of a file, and warnings."""


def _plain(text: Callable[[Book], str]) -> Callable[[Book, Paper], OutputFiles]:
    return lambda book, _: (text(book).encode(), ())


def _usebio(book: Book, _: Paper) -> OutputFiles:
    """Return USEBIO, which needs a date; the default is today."""
    if book.event.date is not None:
        return usebio(book, book.event.date), ()
    today = dt.date.today()  # noqa: DTZ011 - the local date of the club
    return usebio(book, today), (
        say("no date given, so today's date, {today}, is used; change it with --date", today=today),
    )


def _pdf(book: Book, paper: Paper) -> OutputFiles:
    pages = render_booklet(results_booklet(book, paper))
    return pages.files[0], pages.warnings


WRITERS: Mapping[str, Callable[[Book, Paper], OutputFiles]] = {
    "text": _plain(book_text),
    "json": _plain(lambda book: json_text(book_data(book)) + "\n"),
    "csv": _plain(ranking_csv),
    "html": _plain(results_html),
    "usebio": _usebio,
    "pdf": _pdf,
}
PAGES = {"html", "usebio", "pdf"}
"""Formats that clubs and federations publish; they are not written without a scored result."""
ENDINGS = {".txt": "text", ".json": "json", ".csv": "csv", ".html": "html", ".xml": "usebio", ".pdf": "pdf"}


def wanted_format(to: str | None, output: str | None) -> str:
    """Return the output format: the one given, or the one of the file extension."""
    if to is None and output is None:
        return "text"
    if to == "pdf" and output is None:
        raise BadRequest(say("pdf is a binary format; give an output file with -o"))
    output_format = to or ENDINGS.get(Path(output or "").suffix.lower())
    if output_format is None:
        raise BadRequest(say("unknown file extension; give the format with --format: {path!r}", path=output))
    return output_format


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoreRequest:
    """The values of the options."""

    results: tuple[str, ...]
    movement_args: tuple[str, ...]
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
    "--movement", "movement_args", multiple=True, metavar="NAME|FILE", help="Movement to check the results against."
)
@click.option("--boards-per-round", type=WHOLE_NUMBER, metavar="N", help="Boards per round.")
@click.option("--method", type=OneOf(METHODS), default="matchpoints", help="Scoring method (default matchpoints).")
@click.option("--factor", type=OneOf(FACTORS), default="neuberg", help="Factoring of boards (default neuberg).")
@click.option("--winners", type=OneOf(("1", "2", "4")), help="Number of winners (default: detected).")
@click.option(
    "--sections",
    type=OneOf(("field", "apart")),
    default="field",
    help="Score sections together or apart (default field).",
)
@click.option("--seating", metavar="FILE", help="Seats of the later sessions, as csv from crossover.")
@click.option("--names", metavar="FILE", help=NAMES)
@naming_options
@click.option("--paper", type=OneOf(("a4", "letter")), default="a4", help="Paper size of a pdf (default a4).")
@click.option(
    "--format", "to", type=OneOf(tuple(WRITERS)), help="Output format (default: from the -o file name, else text)."
)
@click.option("-o", "--output", metavar="FILE", help=f"Output file: {', '.join(ENDINGS)}.")
@force_option
@with_request(ScoreRequest)
def command(request: ScoreRequest) -> int:
    """Score one results file per session.

    Example: byestand score session.csv --movement W1813
    """
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
            write_files([(Path(output), data)], force=request.force)
    findings = () if wanted == "json" or (wanted == "text" and output is None) else night.findings
    severities = {"error": say("error"), "warning": say("warning")}
    sentences = (f"{severities[finding.severity]}: {finding.sentence}" for finding in findings)
    lines = [line for one in handed_in for line in one.lines]
    sessions = _about_sessions(night, has_seating=request.seating is not None, is_individual=book.is_individual)
    no_results = _without_results(request.results, handed_in)
    for text in (*sentences, *remarks, *_about_labels(lines), *sessions, *no_results):
        click.echo(f"byestand: {printable(text)}", err=True)
    if is_page and not night.ranking:
        raise CannotExpress(say("no results could be scored, so no page is written"))
    return 1 if night.has_errors else 0


def _book(request: ScoreRequest, handed_in: Sequence[SessionResultFile]) -> Book:
    """Return the scored results of all sessions, with names and movements."""
    if request.method != "matchpoints":
        for path, one in zip(request.results, handed_in, strict=True):
            _require_no_percentage(path, one.lines)
    lines = [line for one in handed_in for line in one.lines]
    if request.winners == "2" and crossed_label(lines):
        raise BadRequest(say("a pair is listed in the other direction, so there is one ranking; use --winners 1"))
    named, per_round = request.movement_args, request.boards_per_round
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
        _contestants(night, handed_in, played, request.names),
        ", ".join(dict.fromkeys(spoken_title(section.movement) for section in played)),
    )


def _seating(path: str | None, *, sessions: int) -> SessionSeats | None:
    if path is None:
        return None
    if sessions == 1:
        raise BadRequest(
            say("--seating needs the results of several sessions; give one file per session, session 1 first")
        )
    return load_seating(path, sessions=sessions)


def _about_labels(lines: Sequence[Line]) -> Iterator[str]:
    if crossed := crossed_label(lines):
        yield say("one ranking by pair number, because a pair is listed in the other direction: {label}", label=crossed)


def _about_sessions(night: ScoredNight, *, has_seating: bool, is_individual: bool) -> Iterator[str]:
    """Yield notes on totals of several sessions: which pairs are assumed to be the same, and who missed a session."""
    sessions = len(night.sessions)
    if sessions == 1 or not night.ranking:
        return
    if not has_seating:
        label = everybody(night)[0].label
        if is_individual:
            yield say("no --seating: player {label} is assumed to be the same player in every session", label=label)
        else:
            yield say("no --seating: pair {label} is assumed to be the same pair in every session", label=label)
        return
    for entry in night.ranking:
        if len(entry.sessions) < sessions:
            yield say_many(
                "{label} has results in session {sessions} only",
                "{label} has results in sessions {sessions} only",
                len(entry.sessions),
                label=f"{entry.contestant.section}{entry.contestant.label}",
                sessions=join_items(str(total.session) for total in entry.sessions),
            )


def _without_results(paths: Sequence[str], handed_in: Sequence[SessionResultFile]) -> Iterator[str]:
    """Yield a note for every file without results; a session may be scored before it starts."""
    for path, one in zip(paths, handed_in, strict=True):
        if not one.has_results:
            yield say("no results in this file: {path!r}", path=path)


def _require_no_percentage(path: str, lines: Sequence[Line]) -> None:
    """Raise if IMPs are scored and a line has a percentage."""
    for line in lines:
        if any(isinstance(given, Percentage) for _, given in line.side_scores()):
            reason = say("column score: a percentage is not a score in IMPs: {text!r}", text=line.score_text)
            raise FormatError(path, reason, line=line.number)


def _sections(named: tuple[str, ...], lines: Sequence[Line], per_round: int | None) -> list[Section]:
    """Return the sections and their movements; if one movement is given, all sections play it."""
    if not named:
        return []
    documents, _ = section_documents(named, (), None if per_round is None else (per_round,), None)
    sections = [document.section for document in documents]
    # The boards per round of a file are used for individuals, where players change seats for each of them.
    sections = [one if one.movement.swivel or per_round else replace(one, boards=None) for one in sections]
    letters = sorted({line.section for line in lines})
    return [replace(sections[0], letter=letter) for letter in letters] if len(sections) == 1 and letters else sections


def _schedules(
    sections: Sequence[Section], handed_in: Sequence[SessionResultFile], per_round: int | None
) -> list[Schedule]:
    """Return the schedule of each section that played, for each session."""
    schedules = []
    for number, one in enumerate(handed_in, start=1):
        present = {line.section for line in one.lines}
        alone = len({id(section.judged) for section in sections}) == 1
        for section in sections:
            if alone and len(sections) > 1 and section.letter not in present:
                continue  # one movement is given for all sections, and this section did not play
            schedules.append(replace(_schedule(section, sections, one.lines, per_round), session=number))
    return schedules


def _schedule(section: Section, sections: Sequence[Section], lines: Sequence[Line], per_round: int | None) -> Schedule:
    """Return the schedule of a section; in an individual, players change seats for each board of a round."""
    alike = [one.letter for one in sections if one.judged is section.judged]
    boards = infer_boards_per_group(
        section, [line for line in lines if line.section in alike or len(sections) == 1], per_round
    )
    if section.movement.swivel and boards.per_round != len(section.movement.swivel):
        count = len(section.movement.swivel)
        raise BadRequest(say("{name} has {count} boards per round here", name=section.movement.name, count=count))
    return Schedule.from_section(section, boards)


def _own_schedules(handed_in: Sequence[SessionResultFile]) -> list[Schedule]:
    """Return the schedules in the result files themselves."""
    return [replace(one, session=number) for number, some in enumerate(handed_in, start=1) for one in some.schedules]


def _contestants(
    night: ScoredNight, handed_in: Sequence[SessionResultFile], played: Sequence[Section], names: str | None
) -> KnownContestants:
    """Return the names: from a list, else from the files of the movement or of the results."""
    who = everybody(night)
    alone = any(line.is_individual for one in handed_in for line in one.lines)
    known: KnownContestants = {}
    for scored, one in zip(reversed(night.sessions), reversed(handed_in), strict=True):
        seats = scored.contestants()
        seated = known_by_seats(seats, one.starting_seats)
        known = {**known, **{seats[seat]: people for seat, people in seated.items()}}
    session = Session(tuple(played)) if played else None
    if names is not None and session is None:
        return {**known, **known_by_list(who, names, seats, handed_in[0].first_round, alone=alone)}
    if session is None:
        return known
    return {**known, **known_by_sections(who, session if names is None else with_people(session, names))}
