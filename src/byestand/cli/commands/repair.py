"""``byestand repair``: options to continue after a mistake in round K, with their costs and instructions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from byestand.catalog.section_syntax import session_of
from byestand.cli.arrow_options import Switches, apply_arrow_options, switch_options
from byestand.cli.movement_sources import section_of
from byestand.cli.output_files import force_option, print_warnings, require_free, require_short_name, write
from byestand.cli.param_types import BOARDS_A_ROUND, MISSING, WHOLE_NUMBER, json_text, with_request, wrap_to_terminal
from byestand.cli.usage import DECIMAL, FORMAT_HELP, Command, OneOf
from byestand.errors import BadRequest
from byestand.formats.csv import load_seen
from byestand.formats.document import Document
from byestand.formats.formats import format_of
from byestand.language import say, say_many
from byestand.model.session import Session
from byestand.repairs.mishap_syntax import Mishaps, parse_mishaps
from byestand.repairs.option_text import option_title, proof_words
from byestand.repairs.repair_options import MARK, MARK_CHARS, Option
from byestand.repairs.repair_plan import find_repair_options, repair_data, repair_limits
from byestand.sanitize import plain_number, printable
from byestand.search.outcome import cut_off_text


@dataclass(frozen=True, kw_only=True, slots=True)
class RepairRequest:
    """The values of the options."""

    movement_args: tuple[str, ...]
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
    option: str
    force: bool
    switches: Switches


@click.command("repair", cls=Command)
@click.argument("movement_args", nargs=-1, required=True, metavar="[SECTION=]NAME|FILE...")
@click.option("--after", type=WHOLE_NUMBER, required=True, metavar="K", help="Last round played.")
@click.option("--seen", metavar="FILE.csv", help="csv file of the tables that did not play as planned.")
@click.option("--boards", multiple=True, metavar="ROUND:TABLE=GROUP", help="A table played the wrong deal group.")
@click.option("--seats", multiple=True, metavar="ROUND:TABLE=N3,E9", help="The wrong pairs sat at a table.")
@click.option(
    "--swapped",
    multiple=True,
    metavar="PAIR,PAIR[@N]",
    help="Two pairs swapped seats, in round N or the last round played.",
)
@click.option("--cancelled", multiple=True, metavar="ROUND:TABLE", help="A table's result was cancelled.")
@click.option(
    "--moved",
    multiple=True,
    metavar="ew:+2@4",
    help="Wrong player move: ew:+2@4 = after round 4 all EW (or ns, all) moved up two tables.",
)
@click.option(
    "--boards-moved",
    multiple=True,
    metavar="-2@4",
    help="Wrong board move: -2@4 = after round 4 all boards moved down two tables.",
)
@click.option("--skip", metavar="forgotten|N", help="The skip was forgotten, or was made after round N.")
@click.option(
    "--left", multiple=True, metavar="PAIR[@N]", help="A pair left, after round N or after the last round played."
)
@click.option("--came", type=WHOLE_NUMBER, default=0, metavar="N", help="Number of late pairs.")
@click.option(
    "--cards-out",
    type=OneOf(["yes", "no"]),
    default="yes",
    help="no: nobody has looked at the cards of the last round (default yes).",
)
@click.option("--cases", type=WHOLE_NUMBER, metavar="N", help="Sets of boards (default: as planned).")
@click.option(
    "--extra-sharing", type=WHOLE_NUMBER, default=1, metavar="0|1", help="Extra shares allowed per round (default 1)."
)
@click.option(
    "--seconds",
    type=DECIMAL,
    default=2.0,
    metavar="S",
    help="Length of the search, in seconds of a usual machine (default 2).",
)
@click.option("--section", metavar="LETTER", help="Section to repair, if there are several.")
@click.option("--missing", multiple=True, metavar="PAIR", help=MISSING)
@click.option("--boards-per-round", type=BOARDS_A_ROUND, help="Boards per round; shows board numbers.")
@switch_options
@click.option("--format", "to", type=OneOf(["text", "json"]), default="text", help=FORMAT_HELP)
@click.option("-o", "--output", metavar="FILE", help="Write the repaired movement to a file.")
@click.option(
    "--option", default="1", metavar="MARK|N", help="Mark or number of the option to write (default: the first)."
)
@force_option
@with_request(RepairRequest)
def command(request: RepairRequest) -> None:
    """Repair a movement after a mistake.

    Example: byestand repair W1813 --after 5 --boards 5:7=12
    """
    if request.extra_sharing not in (0, 1):
        raise BadRequest(say("--extra-sharing must be 0 or 1, not {value}", value=request.extra_sharing))
    document = _document(request)
    having = repair_limits(document.movement, cases=request.cases, extra=request.extra_sharing, seconds=request.seconds)
    mishaps = _mishaps(request, document)
    chosen = _require_option(request.option)
    if request.output is not None:
        _require_place(Path(request.output), force=request.force)
    ways = find_repair_options(document.section, request.after, mishaps, having)
    discarded = say("option discarded because it has an error")
    print_warnings(f"{discarded}: {judged.errors[0].sentence}" for judged in ways.unsound)
    print_warnings([cut_off_text()] if ways.was_cut_off else [])
    if request.to == "json":
        click.echo(json_text(repair_data(ways)))
    else:
        sentences = ways.sentences
        if mishaps == Mishaps():
            sentences = ((say("No problem given: continue as planned."),),)
        text = repair_text(document.display_title, request.after, ways.options, sentences)
        click.echo(wrap_to_terminal(text), nl=False)
    if request.output is not None:  # last, so that the options are shown even if the file cannot be written
        _write(document, ways.options, chosen, Path(request.output))


def _document(request: RepairRequest) -> Document:
    """Return the section to repair, as planned."""
    session = session_of(
        _arguments(request.movement_args),
        missing=request.missing,
        boards_per_round=request.boards_per_round,
        section_of=section_of,
    )
    document = Document(session.sections[_place(session, request.section)])
    return document.with_movement(apply_arrow_options(document.movement, request.switches))


def _mishaps(request: RepairRequest, document: Document) -> Mishaps:
    """Return the problems of the options, compared with the plan."""
    plan, numbers = document.movement, document.section.boards
    return parse_mishaps(
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


def _require_option(name: str) -> str:
    """Return the name of an option as marks are written; raise if it is neither a mark nor a number."""
    plain = name.strip().lower()
    number = plain_number(plain)
    if number is not None and number < 1:
        raise BadRequest(say("there is no option {number}; options are numbered from 1", number=number))
    if number is None and not MARK.fullmatch(plain):
        raise BadRequest(
            say("expected the mark or the number of an option, such as k4f91c or 1: {option!r}", option=name[:40])
        )
    return plain


def _require_place(path: Path, *, force: bool) -> None:
    """Raise before the search if the file cannot be written."""
    if format_of(path.suffix).for_acblscore:
        require_short_name(path)
    require_free([path], force=force)


def _write(document: Document, options: Sequence[Option], name: str, path: Path) -> None:
    """Write the whole session with one of the options."""
    option = _find_option(options, name)
    section = replace(document.section, judged=option.judged)
    print_warnings(write([replace(document, section=section)], format_of(path.suffix), path, force=True))


def _find_option(options: Sequence[Option], name: str) -> Option:
    """Return the option with a mark or a number."""
    number = plain_number(name)
    if number is None:
        marked = [option for option in options if option.mark == name]
        if len(marked) != 1:
            marks = ", ".join(option.mark for option in options)
            raise BadRequest(say("no option has this mark (marks are {marks}): {mark!r}", marks=marks, mark=name))
        return marked[0]
    if number > len(options):
        raise BadRequest(
            say_many(
                "there is no option {option}; there is only option 1",
                "there is no option {option}; options are 1 to {number}",
                len(options),
                option=number,
            )
        )
    return options[number - 1]


def _arguments(named: tuple[str, ...]) -> list[str]:
    """Return the sections, which may be given as one argument in quotation marks: 'A=W1813 B=M0909'."""
    return [part for one in named for part in (one.split() if all("=" in part for part in one.split()) else [one])]


def _place(session: Session, letter: str | None) -> int:
    """Return the index of the section to repair."""
    if letter is None and len(session.sections) > 1:
        raise BadRequest(say("give the section with --section: {letters}", letters=", ".join(session.letters)))
    if letter is not None and letter.strip().upper() not in session.letters:
        raise BadRequest(_unknown_section(session.letters, letter[:40]))
    return 0 if letter is None else session.letters.index(letter.strip().upper())


def _unknown_section(letters: Sequence[str], letter: str) -> str:
    known = ", ".join(filter(None, letters))
    if not known:
        return say("the section has no letter; remove --section: {letter!r}", letter=letter)
    return say("unknown section; sections are {letters}: {letter!r}", letters=known, letter=letter)


def repair_text(name: str, after: int, options: Sequence[Option], sentences: Sequence[Sequence[str]]) -> str:
    """Return all options as text, each with its *sentences*."""
    return "\n".join(printable(line) for line in _lines(name, after, options, sentences)) + "\n"


def _lines(name: str, after: int, options: Sequence[Option], sentences: Sequence[Sequence[str]]) -> Iterator[str]:
    headings = (say("lost"), say("repeats"), say("shares"), say("tables"), say("changes"))
    titles = [
        option_title(option.continuation.kind, option.figures.changed_tables, lines)
        for option, lines in zip(options, sentences, strict=True)
    ]
    width = max(map(len, titles))
    yield say("{name} after round {round}", name=name, round=after)
    yield ""
    yield f"   {'':{MARK_CHARS}} {'':{width}}  {'  '.join(headings)}"
    least = min(option.cost_to_players for option in options)
    for number, (option, title) in enumerate(zip(options, titles, strict=True), start=1):
        costs = zip(headings, (option.figures.lost_in_all, *option.figures.costs[1:]), strict=True)
        figures = "  ".join(f"{figure:>{len(heading)}}" for heading, figure in costs)
        how = option.continuation
        is_best = how.proved or option.cost_to_players == least
        best = proof_words(how.scope, proved=how.proved) if is_best else ""
        yield f"{number:>2} {option.mark} {title:{width}}  {figures}  {best}".rstrip()
    for number, (title, lines) in enumerate(zip(titles, sentences, strict=True), start=1):
        yield ""
        yield f"{number}. {title}"
        yield from (f"  {line}" for line in lines)
