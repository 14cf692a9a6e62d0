"""``byestand howell``: a Howell looked for from scratch, held against the one that ships."""

import sys
from pathlib import Path

import click

from byestand.catalog import find_judged
from byestand.catalog.families.howell import HOWELL, howell_found, require_size
from byestand.cli.words import WHOLE_NUMBER
from byestand.cli.writing import force_option, put
from byestand.errors import BadRequest, NoSuchMovement, NotFoundInTime
from byestand.formats.proofread import dumps
from byestand.model import Judged, Section, Session
from byestand.search import Found, Impossible, OutOfTime
from byestand.search.howells import FoundHowell, find_howell
from byestand.verify import judge
from byestand.verify.measures import Measures, measure
from byestand.words.numbers import in_words

MOST_SECONDS = 24 * 3600


@click.command("howell")
@click.option("--tables", type=WHOLE_NUMBER, required=True, metavar="N", help="How many tables, 2 to 20.")
@click.option("--rounds", type=WHOLE_NUMBER, required=True, metavar="N", help="How many rounds.")
@click.option("--seconds", type=WHOLE_NUMBER, default=20, metavar="S", help="How long to look.", show_default=True)
@click.option("--seed", type=WHOLE_NUMBER, default=1, metavar="N", help="Another beginning.")
@click.option("--output", "-o", type=click.Path(dir_okay=False), help="Write the better one to a file, as json.")
@force_option
def command(tables: int, rounds: int, seconds: int, seed: int, output: str | None, force: bool) -> None:
    """Look for a better balanced Howell, from scratch; what ships is never given up for a worse one."""
    if not 1 <= seconds <= MOST_SECONDS:
        raise BadRequest(f"a search takes 1 to {MOST_SECONDS} seconds, not {seconds}")
    if tables not in HOWELL.tables:
        raise BadRequest(f"Howells have {HOWELL.tables[0]} to {HOWELL.tables[-1]} tables, not {tables}")
    name = HOWELL.name(tables, rounds)
    require_size(name)
    shipped = find_judged(name)
    best = shipped
    match find_howell(tables, rounds, seconds=seconds, seed=seed, progress=_tell if sys.stderr.isatty() else _quiet):
        case Found(thing):
            best = _better(shipped, judge(howell_found(rounds, thing)).or_refused("what was found"))
        case Impossible(because, proof):
            raise NoSuchMovement(
                "of that size no Howell can be looked for in which pairs follow each other and nobody shares",
                because=f"{because} ({proof})",
                instead=str(name),
            )
        case OutOfTime(_, sentence):
            raise NotFoundInTime(f"{sentence}; {name} is there", seconds)
    for line in _lines(str(name), measure(shipped), measure(best), seconds):
        click.echo(line)
    if output is not None:
        put([(Path(output), dumps(Session((Section(best),)), "json"))], force=force)


def _better(shipped: Judged, found: Judged) -> Judged:
    return found if measure(found).balance > measure(shipped).balance + 0.005 else shipped


def _lines(name: str, shipped: Measures, best: Measures, seconds: int) -> list[str]:
    bound = "proved best" if best.balance_proved else f"at most {best.balance_bound:.2f} possible"
    if best is shipped or best.balance <= shipped.balance:
        looked = in_words(seconds, "second")
        return [f"nothing better than {name} was found in {looked}: balance {shipped.balance:.2f}, {bound}"]
    return [f"better than {name}: balance {best.balance:.2f}, not {shipped.balance:.2f}; {bound}"]


def _tell(found: FoundHowell) -> None:
    click.echo(f"  found one with squares of competition {found.squares}", err=True)


def _quiet(found: FoundHowell) -> None:
    del found
