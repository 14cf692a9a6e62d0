"""``byestand crossover``: who sits where in the second session, so that as few as possible meet again."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from byestand.cli.crossover_words import comparison, rules_instead, steps_text
from byestand.cli.words import WHOLE_NUMBER
from byestand.cli.writing import force_option, require_free
from byestand.errors import BadRequest
from byestand.formats.files import write_bytes, write_text
from byestand.formats.names import names_in_file
from byestand.plan.named_sections import changed, named_pairs, named_sections
from byestand.plan.second_session import SecondSession, plan_sessions
from byestand.plan.session_words import session_data, titles, told
from byestand.search.seating_problem import Score, Wishes
from byestand.search.seatings import GOALS
from byestand.sheets.seating import (
    Move,
    again_text,
    announcement,
    by_new_seat_text,
    guide_text,
    moves,
    scorer_csv,
    slips_text,
    wall_text,
)
from byestand.texts import printable

SECONDS, MOST_SECONDS = 10, 3600
FEW_GROUPS = 12
"""As many groups can be called out; more go on the wall."""
SHEETS = ("wall", "new", "guide", "slips", "again", "steps")


@click.command("crossover")
@click.argument("named", nargs=-1, required=True, metavar="[SECTION=]NAME...")
@click.option("--sessions", type=WHOLE_NUMBER, default=2, metavar="2|3", help="How many sessions the event has.")
@click.option("--then", "later", multiple=True, metavar="[SECTION=]NAME", help="Another movement for later sessions.")
@click.option("--goal", default="total", metavar="GOAL[,GOAL...]", help=f"What comes first: {', '.join(GOALS)}.")
@click.option("--time", "seconds", type=WHOLE_NUMBER, metavar="S", help="Search for so many seconds (10).")
@click.option("--stay", metavar="PAIR,...", default="", help="Pairs that must keep their direction: N1,N5.")
@click.option("--change", metavar="PAIR,...", default="", help="Pairs that must change direction.")
@click.option("--apart", metavar="PAIR,...", default="", help="Pairs that should not meet in the second session.")
@click.option("--missing", multiple=True, metavar="PAIR", help="A pair that is not there: N18, BE3.")
@click.option("--names", metavar="FILE", help="A csv file pair,name; or a list of names, NS before EW.")
@click.option(
    "--sheet",
    type=click.Choice(SHEETS),
    help="One sheet alone: for the wall, by new seat, by table, …",
)
@click.option("--format", "to", type=click.Choice(["text", "json", "csv"]), default="text")
@click.option("-o", "--output", metavar="FILE", help="Write to a file; a .pdf has all sheets, ready to print.")
@click.option("--paper", default="a4", metavar="a4|letter", help="For a .pdf.")
@click.option("--club", default="", metavar="TEXT", help="What a .pdf shall have as the name of the club.")
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
    names: str | None,
    sheet: str | None,
    to: str,
    output: str | None,
    paper: str,
    club: str,
    force: bool,
) -> None:
    """Seat the second session: byestand crossover W1813, or A=M1313 B=W1813 for several sections."""
    if sessions not in (2, 3):
        raise BadRequest(f"an event has 2 or 3 sessions here, not {sessions}")
    if seconds is not None and not 1 <= seconds <= MOST_SECONDS:
        raise BadRequest(f"search for 1 to {MOST_SECONDS} seconds, not {seconds}")
    if sheet and to != "text":
        raise BadRequest("--sheet is text: it goes with --format text only")
    as_pdf = output is not None and output.lower().endswith(".pdf")
    if as_pdf and (sheet or to != "text"):
        raise BadRequest("a .pdf has all sheets: leave out --sheet and --format")
    first = named_sections(named, missing)
    room = named_sections(changed(named, later), missing) if later else first
    people = names_in_file(names, [first.label(seat) for seat in first.present]) if names is not None else {}
    wishes = Wishes(*(named_pairs(first, text) for text in (stay, change, apart)))
    if both := wishes.stay & wishes.change:
        raise BadRequest(f"a pair cannot both keep and change its direction: {first.label(min(both) + 1)!r}")
    if output is not None:
        require_free([Path(output)], force=force)  # before the search, which may take an hour
    plan = plan_sessions(
        (first, *[room] * (sessions - 1)),
        [part.strip() for part in goal.split(",")],
        wishes=wishes,
        seconds=SECONDS if seconds is None else seconds,
        # What ships is handed out at once, but whoever gives time wants it used.
        improve=seconds is not None,
        progress=_tell if sys.stderr.isatty() else None,
    )
    if sys.stderr.isatty():
        click.echo("\r\033[K", err=True, nl=False)
    if as_pdf:
        _print(plan, people, Path(output or ""), paper, club)
        return
    writers = {"text": _sheet if sheet else _text, "json": _json, "csv": _csv}
    text = writers[to](plan, people, sheet or "")
    if output is None:
        click.echo(text, nl=False)
    else:
        write_text(output, text)


def _print(plan: SecondSession, people: dict[str, str], path: Path, paper: str, club: str) -> None:
    """Write all sheets as a pdf."""
    from byestand.sheets.ink import printed
    from byestand.sheets.seating_pages import seating_booklet

    sessions = [_rows(plan, people, session) for session in range(len(plan.chosen.seatings))]
    pages = printed(seating_booklet(titles(plan), sessions, paper=paper.lower(), club=club))
    write_bytes(path, pages.files[0])
    click.echo(f"{printable(str(path))}: {pages.pages} pages")


def _tell(worth: Score, bound: float) -> None:
    so_far = f"playbacks {worth.total}, at most {worth.most} a pair, never compared {worth.never}"
    click.echo(f"\r\033[K{so_far} (bound {bound:g})", err=True, nl=False)


def _rows(plan: SecondSession, people: dict[str, str], session: int = 0) -> tuple[Move, ...]:
    return moves(plan.rooms[0], plan.rooms[session + 1], plan.chosen.seatings[session], people)


def _sheet(plan: SecondSession, people: dict[str, str], sheet: str) -> str:
    if sheet == "steps":
        return steps_text(plan)
    return "\n".join(_one_sheet(plan, people, sheet, session) for session in range(len(plan.chosen.seatings)))


def _one_sheet(plan: SecondSession, people: dict[str, str], sheet: str, session: int) -> str:
    rows, room = _rows(plan, people, session), plan.rooms[session + 1]
    match sheet:
        case "wall":
            return wall_text(f"Session {session + 2}: where to sit", rows)
        case "new":
            return by_new_seat_text(rows, {label: i for i, label in enumerate(room.labels)})
        case "guide":
            return guide_text(rows)
        case "slips":
            return slips_text(rows, session=session + 2)
        case _:
            return again_text(plan.rooms[0], plan.chosen.account.again, sessions=len(plan.rooms))


def _csv(plan: SecondSession, people: dict[str, str], sheet: str) -> str:
    del sheet
    if len(plan.chosen.seatings) > 1:
        parts = [scorer_csv(_rows(plan, people, session)).splitlines() for session in (0, 1)]
        lines = [f"session,{parts[0][0]}", *(f"{i + 2},{row}" for i, part in enumerate(parts) for row in part[1:])]
        return "\n".join(lines) + "\n"
    return scorer_csv(_rows(plan, people))


def _text(plan: SecondSession, people: dict[str, str], sheet: str) -> str:
    del sheet
    return "\n".join(_lines(plan, people)) + "\n"


def _lines(plan: SecondSession, people: dict[str, str]) -> Iterator[str]:
    first, chosen = plan.rooms[0], plan.chosen
    yield titles(plan)
    yield ""
    yield from comparison(plan)
    for warning in chosen.warnings:
        yield f"not as wished: {warning.sentence}"
    for session, seats in enumerate(chosen.seatings):
        rows = _rows(plan, people, session)
        yield ""
        if chosen.groups <= FEW_GROUPS * len(chosen.seatings):
            yield f"Session {session + 2}, to announce:"
            yield from (f"  {line}" for line in announcement(first, plan.rooms[session + 1], seats))
            if not people:
                continue
            yield ""
        yield wall_text(f"Session {session + 2}: where to sit", rows).rstrip()
    yield ""
    yield again_text(first, chosen.account.again, sessions=len(plan.rooms)).rstrip()
    for rule in rules_instead(plan):
        yield ""
        yield f"A rule to announce instead, {told(rule.account.total, rule.account.most)}:"
        for session, seats in enumerate(rule.seatings):
            yield from (f"  {line}" for line in announcement(first, plan.rooms[session + 1], seats))
        if len(rule.steps) > 1:
            yield "or step by step:"
            yield from (f"  {number}. {step.words}" for number, step in enumerate(rule.steps, start=1))


def _json(plan: SecondSession, people: dict[str, str], sheet: str) -> str:
    del sheet
    return json.dumps(session_data(plan, people), indent=1, ensure_ascii=False) + "\n"
