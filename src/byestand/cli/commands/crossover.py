"""``byestand crossover``: seats for the second session with few repeat opponents."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from byestand.catalog.section_syntax import session_of
from byestand.cli.crossover_text import comparison, rules_instead, steps_text
from byestand.cli.event_options import event_options
from byestand.cli.movement_sources import section_of
from byestand.cli.output_files import force_option, print_warnings, require_free
from byestand.cli.param_types import BOARDS_A_ROUND, WHOLE_NUMBER, text_width, wrap_to_terminal
from byestand.cli.usage import Command, OneOf
from byestand.errors import BadRequest
from byestand.formats.file_io import write_bytes, write_text
from byestand.formats.name_list import names_in_file
from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.event import Event
from byestand.model.session import Session
from byestand.sanitize import printable
from byestand.search.outcome import cut_off_text
from byestand.second_sessions.search.goals import GOALS
from byestand.second_sessions.search.seating_problem import SeatingRequests, SeatingScore
from byestand.second_sessions.seating_data import session_data
from byestand.second_sessions.seating_lists import (
    SessionSeatChange,
    again_text,
    announcement,
    by_name_text,
    by_new_seat_text,
    guide_text,
    moves,
    scorer_csv,
    slips_text,
    wall_text,
)
from byestand.second_sessions.seating_planner import SecondSession, plan_sessions
from byestand.second_sessions.seating_requests import later_sections, named_wishes, numbered_on
from byestand.second_sessions.seating_sheets import FEW_GROUPS, seating_booklet
from byestand.second_sessions.seating_text import heading, repeats_text, titles
from byestand.words.titles import spoken_title

if TYPE_CHECKING:
    from byestand.sheets.print_order import Paper

SECONDS, MAX_SECONDS = 10, 3600
SHEETS = ("wall", "names", "new", "guide", "slips", "again", "steps")
FORMATS = ("text", "json", "csv")


@click.command("crossover", cls=Command)
@click.argument("named", nargs=-1, required=True, metavar="[SECTION=]NAME|FILE...")
@click.option("--sessions", type=WHOLE_NUMBER, default=2, metavar="2|3", help="Number of sessions, 2 or 3 (default 2).")
@click.option(
    "--then",
    "later",
    multiple=True,
    metavar="[SECTION=]NAME|FILE",
    help="Movement of the later sessions, if different.",
)
@click.option(
    "--goal", default="total", metavar="GOAL[,GOAL...]", help=f"Priorities, most important first: {', '.join(GOALS)}."
)
@click.option(
    "--time",
    "seconds",
    type=WHOLE_NUMBER,
    metavar="S",
    help="Length of the search, in seconds of a usual machine (default 10).",
)
@click.option("--stay", metavar="PAIR,...", default="", help="Pairs that must keep their direction, such as N1,N5.")
@click.option("--change", metavar="PAIR,...", default="", help="Pairs that must change direction.")
@click.option("--apart", metavar="PAIR,...", default="", help="Pairs that should not meet in the second session.")
@click.option("--missing", multiple=True, metavar="PAIR", help="Missing pair, such as N18 or BE3. May be repeated.")
@click.option("--boards-per-round", type=BOARDS_A_ROUND, help="Boards per round; shows board numbers in the output.")
@click.option("--first-board", type=WHOLE_NUMBER, metavar="N", help="First board of session 2 (default: continue).")
@click.option("--names", metavar="FILE", help="Names: csv (pair,name), or one name per line, NS before EW.")
@click.option(
    "--sheet",
    type=OneOf(SHEETS),
    help="Print one list only.",
)
@click.option("--format", "to", type=OneOf(FORMATS), help="Output format (default: from the -o file name, else text).")
@click.option("-o", "--output", metavar="FILE", help="Output file: .csv, .json, or a .pdf with all sheets.")
@click.option("--paper", default="a4", metavar="a4|letter", help="Paper size of a .pdf (default a4).")
@event_options
@force_option
def command(
    named: tuple[str, ...],
    sessions: int,
    later: tuple[str, ...],
    goal: str,
    seconds: int | None,
    stay: str,
    change: str,
    apart: str,
    missing: tuple[str, ...],
    boards_per_round: tuple[int, ...] | None,
    first_board: int | None,
    names: str | None,
    sheet: str | None,
    to: str | None,
    output: str | None,
    paper: str,
    force: bool,
    event: Event,
) -> None:
    """Seat the second session, for one section or several.

    Example: byestand crossover A=M1313 B=W1813
    """
    _require_sense(sessions, seconds, first_board)
    output_options = _Output(sheet or "", to or _format_of(output), output, paper, event)
    first = session_of(named, missing=missing, boards_per_round=boards_per_round, section_of=section_of)
    others = later_sections(named, later) if later else named
    second = session_of(others, missing=missing, boards_per_round=boards_per_round, section_of=section_of)
    people = first.names
    if names is not None:
        people = names_in_file(names, [first.label(seat) for seat in first.present])
    wishes = named_wishes(first, stay=stay, change=change, apart=apart)
    if output is not None:
        require_free([Path(output)], force=force)  # before the search, which may take up to an hour
    if first_board is not None and not any(section.boards for section in first):
        raise BadRequest(say("--first-board needs --boards-per-round"))
    all_sessions = numbered_on(first, second if later else first, sessions, first_board)
    plan = _plan(all_sessions, [part.strip() for part in goal.split(",")], wishes, seconds)
    _write(plan, people, output_options)


def _format_of(output: str | None) -> str:
    ending = Path(output or "").suffix.lower().removeprefix(".")
    return ending if ending in FORMATS else "text"


def _require_sense(sessions: int, seconds: int | None, first_board: int | None) -> None:
    if sessions not in (2, 3):
        raise BadRequest(say("--sessions must be 2 or 3, not {count}", count=sessions))
    if seconds is not None and not 1 <= seconds <= MAX_SECONDS:
        raise BadRequest(say("--time must be 1 to {most} seconds, not {seconds}", most=MAX_SECONDS, seconds=seconds))
    if first_board is not None:
        Boards(1, first_board)  # raises if the number is not valid


@dataclass(frozen=True, slots=True)
class _Output:
    """The output options: one list, everything as text, json or csv, or a .pdf."""

    sheet: str
    to: str
    output: str | None
    paper: str
    event: Event

    def __post_init__(self) -> None:
        if self.sheet and self.to != "text":
            raise BadRequest(say("--sheet works with --format text only"))
        if self.is_pdf and (self.sheet or self.to != "text"):
            raise BadRequest(say("a .pdf contains all sheets; remove --sheet and --format"))

    @property
    def is_pdf(self) -> bool:
        """Whether the output is a .pdf."""
        return self.output is not None and self.output.lower().endswith(".pdf")


def _plan(event: tuple[Session, ...], goals: list[str], wishes: SeatingRequests, seconds: int | None) -> SecondSession:
    is_terminal = sys.stderr.isatty()
    plan = plan_sessions(
        event,
        goals,
        wishes=wishes,
        seconds=SECONDS if seconds is None else seconds,
        # Stored seatings are printed at once, unless a search time is given.
        improve=seconds is not None,
        progress=_show_progress if is_terminal else None,
    )
    if is_terminal:
        click.echo("\r\033[K", err=True, nl=False)
    print_warnings([cut_off_text()] if plan.was_cut_off else [])
    return plan


def _write(plan: SecondSession, people: dict[str, str], output: _Output) -> None:
    if output.is_pdf:
        _print(plan, people, Path(output.output or ""), output.paper, output.event)
        return
    text = _text(plan, people, output)
    if output.output is None:
        click.echo(wrap_to_terminal(text) if output.to == "text" else text, nl=False)
    else:
        write_text(output.output, text)


def _text(plan: SecondSession, people: dict[str, str], output: _Output) -> str:
    if output.to == "json":
        return json.dumps(session_data(plan, people), indent=1, ensure_ascii=False) + "\n"
    if output.to == "csv":
        return _csv(plan, people)
    if not output.sheet:
        return "\n".join(_lines(plan, people)) + "\n"
    if output.sheet == "steps":
        return steps_text(plan)
    return "\n".join(_one_sheet(plan, people, output.sheet, session) for session in range(len(plan.selection.seatings)))


def _print(plan: SecondSession, people: dict[str, str], path: Path, paper: str, event: Event) -> None:
    """Write all sheets as a pdf."""
    from byestand.sheets.typst_renderer import render_booklet

    chosen, on = plan.selection, cast("Paper", paper.lower())
    pages = render_booklet(
        seating_booklet(
            titles(plan, spoken_title),
            plan.sessions,
            chosen.seatings,
            people,
            chosen.account.repeats,
            paper=on,
            event=event,
        )
    )
    write_bytes(path, pages.files[0])
    click.echo(f"{printable(str(path))}: {say_many('1 page', '{number} pages', pages.pages)}")
    for warning in pages.warnings:
        click.echo(warning, err=True)


def _show_progress(worth: SeatingScore, bound: float) -> None:
    text = say(
        "repeat opponents {total}, at most {most} per pair; pairs never compared {never} (bound {bound:g})",
        total=worth.total,
        most=worth.max_repeats,
        never=worth.never,
        bound=bound,
    )
    click.echo(f"\r\033[K{text}", err=True, nl=False)


def _rows(plan: SecondSession, people: dict[str, str], session: int = 0) -> tuple[SessionSeatChange, ...]:
    return moves(plan.sessions[0], plan.sessions[session + 1], plan.selection.seatings[session], people)


def _one_sheet(plan: SecondSession, people: dict[str, str], sheet: str, session: int) -> str:
    rows, later = _rows(plan, people, session), plan.sessions[session + 1]
    match sheet:
        case "wall":
            return wall_text(f"{heading(plan, session + 2)}: {say('where to sit')}", rows, width=text_width())
        case "new":
            return by_new_seat_text(rows, {label: i for i, label in enumerate(later.labels)}, width=text_width())
        case "names":
            title = f"{heading(plan, session + 2)}: {say('where to sit, by name')}"
            return by_name_text(title, rows, width=text_width())
        case "guide":
            return guide_text(rows)
        case "slips":
            return slips_text(rows, session=session + 2)
        case _:
            return again_text(plan.sessions[0], plan.selection.account.repeats, sessions=len(plan.sessions))


def _csv(plan: SecondSession, people: dict[str, str]) -> str:
    if len(plan.selection.seatings) > 1:
        parts = [scorer_csv(_rows(plan, people, session)).splitlines() for session in (0, 1)]
        lines = [f"session,{parts[0][0]}", *(f"{i + 2},{row}" for i, part in enumerate(parts) for row in part[1:])]
        return "\n".join(lines) + "\n"
    return scorer_csv(_rows(plan, people))


def _lines(plan: SecondSession, people: dict[str, str]) -> Iterator[str]:
    first, chosen = plan.sessions[0], plan.selection
    yield titles(plan)
    yield ""
    yield from comparison(plan)
    for warning in chosen.warnings:
        yield f"{say('request not met')}: {warning.sentence}"
    for session, seats in enumerate(chosen.seatings):
        rows = _rows(plan, people, session)
        yield ""
        if chosen.groups <= FEW_GROUPS * len(chosen.seatings):
            yield f"{heading(plan, session + 2)}, {say('to announce:')}"
            yield from (f"  {line}" for line in announcement(first, plan.sessions[session + 1], seats))
            if not people:
                continue
            yield ""
        title = f"{heading(plan, session + 2)}: {say('where to sit')}"
        yield wall_text(title, rows, width=text_width()).rstrip()
    yield ""
    yield again_text(first, chosen.account.repeats, sessions=len(plan.sessions)).rstrip()
    for rule in rules_instead(plan):
        yield ""
        yield f"{say('Simpler rule to announce')}, {repeats_text(rule.account.total, rule.account.max_repeats)}:"
        for session, seats in enumerate(rule.seatings):
            yield from (f"  {line}" for line in announcement(first, plan.sessions[session + 1], seats))
        if len(rule.steps) > 1:
            yield say("or step by step:")
            yield from (f"  {number}. {step.words}" for number, step in enumerate(rule.steps, start=1))
