"""``byestand repair``: it went wrong in round K; how to go on, every way with what it costs, and what to say."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from byestand.catalog.sections import session_of
from byestand.cli.sources import section_of
from byestand.cli.switches import Switches, switch_options, switched
from byestand.cli.usage import DECIMAL, Command, OneOf
from byestand.cli.words import BOARDS_A_ROUND, WHOLE_NUMBER, fitted, json_text, with_request
from byestand.cli.writing import force_option, require_free, require_short_name, tell, write
from byestand.errors import BadRequest
from byestand.formats.csv import load_seen
from byestand.formats.document import Document
from byestand.formats.registry import format_of
from byestand.model.session import Session
from byestand.plan.repairs.answers import find_repair_options, repair_data, repair_limits
from byestand.plan.repairs.options import Option
from byestand.plan.repairs.telling import Mishaps, told
from byestand.texts import printable
from byestand.words.repairs import option_title, proof_words


@dataclass(frozen=True, kw_only=True, slots=True)
class RepairRequest:
    """What the options say went wrong, and what is wanted."""

    named: tuple[str, ...]
    after: int
    seen: str | None
    boards: tuple[str, ...]
    seats: tuple[str, ...]
    swapped: tuple[str, ...]
    cancelled: tuple[str, ...]
    moved: tuple[str, ...]
    boards_moved: tuple[str, ...]
    skip: str | None
    left: tuple[str, ...]
    came: int
    cards_out: str
    cases: int | None
    extra_sharing: int
    seconds: float
    section: str | None
    missing: tuple[str, ...]
    boards_per_round: tuple[int, ...] | None
    to: str
    output: str | None
    option: int
    force: bool
    switches: Switches


@click.command("repair", cls=Command)
@click.argument("named", nargs=-1, required=True, metavar="[SECTION=]NAME|FILE...")
@click.option("--after", type=WHOLE_NUMBER, required=True, metavar="K", help="The last round that was played.")
@click.option("--seen", metavar="FILE.csv", help="What was really played: the tables that differ from the plan.")
@click.option("--boards", multiple=True, metavar="ROUND:TABLE=GROUP", help="A table played another group.")
@click.option("--seats", multiple=True, metavar="ROUND:TABLE=N3,E9", help="Others sat at a table.")
@click.option("--swapped", multiple=True, metavar="PAIR,PAIR[@N]", help="Two pairs changed places, in round N or K.")
@click.option("--cancelled", multiple=True, metavar="ROUND:TABLE", help="What a table played does not count.")
@click.option("--moved", multiple=True, metavar="ew:+2@4", help="After round 4 everybody EW (ns, all) went up two.")
@click.option("--boards-moved", multiple=True, metavar="-2@4", help="After round 4 all boards went down two.")
@click.option("--skip", metavar="forgotten|N", help="The skip was forgotten, or made after round N.")
@click.option("--left", multiple=True, metavar="PAIR[@N]", help="A pair went home, after round N or just now.")
@click.option("--came", type=WHOLE_NUMBER, default=0, metavar="N", help="So many pairs have come late.")
@click.option("--cards-out", type=OneOf(["yes", "no"]), default="yes", help="no: round K was only sat down for.")
@click.option("--cases", type=WHOLE_NUMBER, metavar="N", help="Copies of every board; else as many as planned.")
@click.option("--extra-sharing", type=click.IntRange(0, 1), default=1, help="Sets more that may be shared in a round.")
@click.option("--seconds", type=DECIMAL, default=2.0, metavar="S", help="How long to search (2).")
@click.option("--section", metavar="LETTER", help="Of several sections, the one in which it went wrong.")
@click.option("--missing", multiple=True, metavar="PAIR", help="A pair that is not there: N19, E3.")
@click.option("--boards-per-round", type=BOARDS_A_ROUND, help="So many boards make a round: tell their numbers.")
@switch_options
@click.option("--format", "to", type=OneOf(["text", "json"]), default="text")
@click.option("-o", "--output", metavar="FILE", help="Write the night with an option chosen, in any of our formats.")
@click.option("--option", type=WHOLE_NUMBER, default=1, metavar="N", help="Which option to write (1).")
@force_option
@with_request(RepairRequest)
def command(request: RepairRequest) -> None:
    """Go on after a mishap: byestand repair W1813 --after 5 --boards 5:7=12, or --seen cells.csv."""
    document = _document(request)
    having = repair_limits(document.movement, cases=request.cases, extra=request.extra_sharing, seconds=request.seconds)
    mishaps = _mishaps(request, document)
    if request.output is not None:
        _require_place(Path(request.output), request.option, force=request.force)
    ways = find_repair_options(document.section, request.after, mishaps, having)
    tell(f"left out, because it is broken: {judged.errors[0].sentence}" for judged in ways.unsound)
    if request.to == "json":
        click.echo(json_text(repair_data(ways.options, [" ".join(lines) for lines in ways.said])))
    else:
        click.echo(fitted(repair_text(document.called, request.after, ways.options, ways.said)), nl=False)
    if request.output is not None:  # last, for the answer is wanted even where it cannot be written
        _write(document, ways.options, request.option, Path(request.output))


def _document(request: RepairRequest) -> Document:
    """Return the section in which it went wrong, as it was to be played."""
    session = session_of(
        _arguments(request.named),
        missing=request.missing,
        boards_per_round=request.boards_per_round,
        section_of=section_of,
    )
    document = Document(session.sections[_place(session, request.section)])
    return document.playing(switched(document.movement, request.switches))


def _mishaps(request: RepairRequest, document: Document) -> Mishaps:
    """Return what went wrong, read against the plan."""
    plan, numbers = document.movement, document.section.boards
    return told(
        plan,
        request.after,
        cells=load_seen(request.seen, plan, numbers) if request.seen else (),
        boards=request.boards,
        seats=request.seats,
        swapped=request.swapped,
        cancelled=request.cancelled,
        moved=request.moved,
        boards_moved=request.boards_moved,
        skip=request.skip,
        left=request.left,
        came=request.came,
        cards_out=request.cards_out == "yes",
        numbers=numbers,
    )


def _require_place(path: Path, number: int, *, force: bool) -> None:
    """Raise before the search where it is plain that nothing can be written."""
    if number < 1:
        raise BadRequest(f"options are numbered from 1: there is no option {number}")
    if format_of(path.suffix).for_acblscore:
        require_short_name(path)
    require_free([path], force=force)


def _write(document: Document, found: Sequence[Option], number: int, path: Path) -> None:
    """Write the whole night, as it was and will be by one of the options."""
    if number > len(found):
        raise BadRequest(f"options are numbered from 1 to {len(found)}: there is no option {number}")
    section = replace(document.section, judged=found[number - 1].judged)
    tell(write([replace(document, section=section)], format_of(path.suffix), path, force=True))


def _arguments(named: tuple[str, ...]) -> list[str]:
    """Return the sections, which may come as one argument in quotation marks: 'A=W1813 B=M0909'."""
    return [part for one in named for part in (one.split() if all("=" in part for part in one.split()) else [one])]


def _place(session: Session, letter: str | None) -> int:
    """Return which section it is about."""
    if letter is None and len(session.sections) > 1:
        raise BadRequest(f"say in which section it went wrong, with --section: {', '.join(session.letters)}")
    if letter is not None and letter.strip().upper() not in session.letters:
        raise BadRequest(
            f"no such section; there are {', '.join(session.letters) or 'none with a letter'}: {letter[:40]!r}"
        )
    return 0 if letter is None else session.letters.index(letter.strip().upper())


_HEADINGS = ("lost", "again", "shared", "told", "changes")


def repair_text(name: str, after: int, options: Sequence[Option], said: Sequence[Sequence[str]]) -> str:
    """Return all options as text, each with what is *said* of it."""
    return "\n".join(printable(line) for line in _lines(name, after, options, said)) + "\n"


def _lines(name: str, after: int, options: Sequence[Option], said: Sequence[Sequence[str]]) -> Iterator[str]:
    titles = [option_title(option.continuation.kind, option.figures.told) for option in options]
    width = max(map(len, titles))
    yield f"{name} after round {after}"
    yield ""
    yield f"   {'':{width}}  {'  '.join(_HEADINGS)}"
    least = min(option.cost_to_players for option in options)
    for number, (option, title) in enumerate(zip(options, titles, strict=True), start=1):
        costs = zip(_HEADINGS, (option.figures.lost_in_all, *option.figures.costs[1:]), strict=True)
        figures = "  ".join(f"{figure:>{len(heading)}}" for heading, figure in costs)
        how = option.continuation
        is_best = how.proved or option.cost_to_players == least
        best = proof_words(how.scope, proved=how.proved) if is_best else ""
        yield f"{number:>2} {title:{width}}  {figures}  {best}".rstrip()
    for number, (title, lines) in enumerate(zip(titles, said, strict=True), start=1):
        yield ""
        yield f"{number}. {title[:1].upper()}{title[1:]}"
        yield from (f"  {line}" for line in lines)
