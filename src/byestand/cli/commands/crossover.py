"""``byestand crossover``: who sits where in the second session, so that as few as possible meet again."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from byestand.catalog.sections import session_of
from byestand.cli.crossover_words import comparison, rules_instead, steps_text
from byestand.cli.evening import event_options
from byestand.cli.sources import section_of
from byestand.cli.usage import Command, OneOf
from byestand.cli.words import BOARDS_A_ROUND, WHOLE_NUMBER, fitted, text_width
from byestand.cli.writing import force_option, require_free
from byestand.errors import BadRequest
from byestand.formats.files import write_bytes, write_text
from byestand.formats.names import names_in_file
from byestand.model.boards import Boards
from byestand.model.event import Event
from byestand.model.session import Session
from byestand.plan.second_sessions.planner import SecondSession, plan_sessions
from byestand.plan.second_sessions.words import (
    heading,
    later_sections,
    named_wishes,
    numbered_on,
    session_data,
    titles,
    told,
)
from byestand.search.second_sessions.goals import GOALS
from byestand.search.second_sessions.problem import Score, Wishes
from byestand.sheets.seating import (
    Move,
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
from byestand.sheets.seating_paper import FEW_GROUPS, seating_booklet
from byestand.texts import printable
from byestand.words.titles import spoken_title

if TYPE_CHECKING:
    from byestand.sheets.pages import Paper

SECONDS, MOST_SECONDS = 10, 3600
SHEETS = ("wall", "names", "new", "guide", "slips", "again", "steps")
FORMATS = ("text", "json", "csv")


@click.command("crossover", cls=Command)
@click.argument("named", nargs=-1, required=True, metavar="[SECTION=]NAME|FILE...")
@click.option("--sessions", type=WHOLE_NUMBER, default=2, metavar="2|3", help="How many sessions the event has.")
@click.option("--then", "later", multiple=True, metavar="[SECTION=]NAME|FILE", help="What later sessions play.")
@click.option("--goal", default="total", metavar="GOAL[,GOAL...]", help=f"What comes first: {', '.join(GOALS)}.")
@click.option("--time", "seconds", type=WHOLE_NUMBER, metavar="S", help="Search for so many seconds (10).")
@click.option("--stay", metavar="PAIR,...", default="", help="Pairs that must keep their direction: N1,N5.")
@click.option("--change", metavar="PAIR,...", default="", help="Pairs that must change direction.")
@click.option("--apart", metavar="PAIR,...", default="", help="Pairs that should not meet in the second session.")
@click.option("--missing", multiple=True, metavar="PAIR", help="A pair that is not there: N18, BE3.")
@click.option("--boards-per-round", type=BOARDS_A_ROUND, help="So many boards make a round: tell their numbers, too.")
@click.option("--first-board", type=WHOLE_NUMBER, metavar="N", help="The first board of session 2, if not the next.")
@click.option("--names", metavar="FILE", help="A csv file pair,name; or a list of names, NS before EW.")
@click.option(
    "--sheet",
    type=OneOf(SHEETS),
    help="One sheet alone: for the wall, by name, by new seat, by table, …",
)
@click.option("--format", "to", type=OneOf(FORMATS), help="Text, unless the ending of FILE says otherwise.")
@click.option("-o", "--output", metavar="FILE", help="Write to a file: .csv, .json, or a .pdf with all sheets.")
@click.option("--paper", default="a4", metavar="a4|letter", help="For a .pdf.")
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
    """Seat the second session: byestand crossover W1813, or A=M1313 B=W1813 for several sections."""
    _require_sense(sessions, seconds, first_board)
    wanted = _Wanted(sheet or "", to or _format_of(output), output, paper, event)
    first = session_of(named, missing=missing, boards_per_round=boards_per_round, section_of=section_of)
    others = later_sections(named, later) if later else named
    second = session_of(others, missing=missing, boards_per_round=boards_per_round, section_of=section_of)
    people = first.names
    if names is not None:
        people = names_in_file(names, [first.label(seat) for seat in first.present])
    wishes = named_wishes(first, stay=stay, change=change, apart=apart)
    if output is not None:
        require_free([Path(output)], force=force)  # before the search, which may take an hour
    if first_board is not None and not any(section.boards for section in first):
        raise BadRequest("tell how many boards make a round, too: --first-board goes with --boards-per-round")
    all_sessions = numbered_on(first, second if later else first, sessions, first_board)
    plan = _planned(all_sessions, [part.strip() for part in goal.split(",")], wishes, seconds)
    _hand_out(plan, people, wanted)


def _format_of(output: str | None) -> str:
    ending = Path(output or "").suffix.lower().removeprefix(".")
    return ending if ending in FORMATS else "text"


def _require_sense(sessions: int, seconds: int | None, first_board: int | None) -> None:
    if sessions not in (2, 3):
        raise BadRequest(f"an event has 2 or 3 sessions here, not {sessions}")
    if seconds is not None and not 1 <= seconds <= MOST_SECONDS:
        raise BadRequest(f"search for 1 to {MOST_SECONDS} seconds, not {seconds}")
    if first_board is not None:
        Boards(1, first_board)  # raises where there is no such board


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What is handed out: a sheet, everything as text, json or csv, or a .pdf."""

    sheet: str
    to: str
    output: str | None
    paper: str
    event: Event

    def __post_init__(self) -> None:
        if self.sheet and self.to != "text":
            raise BadRequest("--sheet is text: it goes with --format text only")
        if self.is_pdf and (self.sheet or self.to != "text"):
            raise BadRequest("a .pdf has all sheets: leave out --sheet and --format")

    @property
    def is_pdf(self) -> bool:
        """Whether it is to be printed."""
        return self.output is not None and self.output.lower().endswith(".pdf")


def _planned(event: tuple[Session, ...], goals: list[str], wishes: Wishes, seconds: int | None) -> SecondSession:
    shown = sys.stderr.isatty()
    plan = plan_sessions(
        event,
        goals,
        wishes=wishes,
        seconds=SECONDS if seconds is None else seconds,
        # What ships is handed out at once, but whoever gives time wants it used.
        improve=seconds is not None,
        progress=_tell if shown else None,
    )
    if shown:
        click.echo("\r\033[K", err=True, nl=False)
    return plan


def _hand_out(plan: SecondSession, people: dict[str, str], wanted: _Wanted) -> None:
    if wanted.is_pdf:
        _print(plan, people, Path(wanted.output or ""), wanted.paper, wanted.event)
        return
    text = _output(plan, people, wanted)
    if wanted.output is None:
        click.echo(fitted(text) if wanted.to == "text" else text, nl=False)
    else:
        write_text(wanted.output, text)


def _output(plan: SecondSession, people: dict[str, str], wanted: _Wanted) -> str:
    if wanted.to == "json":
        return json.dumps(session_data(plan, people), indent=1, ensure_ascii=False) + "\n"
    if wanted.to == "csv":
        return _csv(plan, people)
    if not wanted.sheet:
        return "\n".join(_lines(plan, people)) + "\n"
    if wanted.sheet == "steps":
        return steps_text(plan)
    return "\n".join(_one_sheet(plan, people, wanted.sheet, session) for session in range(len(plan.chosen.seatings)))


def _print(plan: SecondSession, people: dict[str, str], path: Path, paper: str, event: Event) -> None:
    """Write all sheets as a pdf."""
    from byestand.sheets.ink import printed

    chosen, on = plan.chosen, cast("Paper", paper.lower())
    pages = printed(
        seating_booklet(
            titles(plan, spoken_title),
            plan.sessions,
            chosen.seatings,
            people,
            chosen.account.again,
            paper=on,
            event=event,
        )
    )
    write_bytes(path, pages.files[0])
    click.echo(f"{printable(str(path))}: {pages.pages} pages")
    for warning in pages.warnings:
        click.echo(warning, err=True)


def _tell(worth: Score, bound: float) -> None:
    so_far = f"playbacks {worth.total}, at most {worth.most} a pair, never compared {worth.never}"
    click.echo(f"\r\033[K{so_far} (bound {bound:g})", err=True, nl=False)


def _rows(plan: SecondSession, people: dict[str, str], session: int = 0) -> tuple[Move, ...]:
    return moves(plan.sessions[0], plan.sessions[session + 1], plan.chosen.seatings[session], people)


def _one_sheet(plan: SecondSession, people: dict[str, str], sheet: str, session: int) -> str:
    rows, later = _rows(plan, people, session), plan.sessions[session + 1]
    match sheet:
        case "wall":
            return wall_text(f"{heading(plan, session + 2)}: where to sit", rows, width=text_width())
        case "new":
            return by_new_seat_text(rows, {label: i for i, label in enumerate(later.labels)}, width=text_width())
        case "names":
            return by_name_text(f"{heading(plan, session + 2)}: where to sit, by name", rows, width=text_width())
        case "guide":
            return guide_text(rows)
        case "slips":
            return slips_text(rows, session=session + 2)
        case _:
            return again_text(plan.sessions[0], plan.chosen.account.again, sessions=len(plan.sessions))


def _csv(plan: SecondSession, people: dict[str, str]) -> str:
    if len(plan.chosen.seatings) > 1:
        parts = [scorer_csv(_rows(plan, people, session)).splitlines() for session in (0, 1)]
        lines = [f"session,{parts[0][0]}", *(f"{i + 2},{row}" for i, part in enumerate(parts) for row in part[1:])]
        return "\n".join(lines) + "\n"
    return scorer_csv(_rows(plan, people))


def _lines(plan: SecondSession, people: dict[str, str]) -> Iterator[str]:
    first, chosen = plan.sessions[0], plan.chosen
    yield titles(plan)
    yield ""
    yield from comparison(plan)
    for warning in chosen.warnings:
        yield f"not as wished: {warning.sentence}"
    for session, seats in enumerate(chosen.seatings):
        rows = _rows(plan, people, session)
        yield ""
        if chosen.groups <= FEW_GROUPS * len(chosen.seatings):
            yield f"{heading(plan, session + 2)}, to announce:"
            yield from (f"  {line}" for line in announcement(first, plan.sessions[session + 1], seats))
            if not people:
                continue
            yield ""
        yield wall_text(f"{heading(plan, session + 2)}: where to sit", rows, width=text_width()).rstrip()
    yield ""
    yield again_text(first, chosen.account.again, sessions=len(plan.sessions)).rstrip()
    for rule in rules_instead(plan):
        yield ""
        yield f"A rule to announce instead, {told(rule.account.total, rule.account.most)}:"
        for session, seats in enumerate(rule.seatings):
            yield from (f"  {line}" for line in announcement(first, plan.sessions[session + 1], seats))
        if len(rule.steps) > 1:
            yield "or step by step:"
            yield from (f"  {number}. {step.words}" for number, step in enumerate(rule.steps, start=1))
