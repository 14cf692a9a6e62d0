"""``byestand howell``: a Howell looked for from scratch, held against the one that ships."""

import sys
import time
from pathlib import Path

import click

from byestand.catalog import find_judged
from byestand.catalog.families.howell import HOWELL, howell_found, require_size
from byestand.cli.words import WHOLE_NUMBER
from byestand.cli.writing import force_option, put, require_free
from byestand.errors import BadRequest, NotFoundInTime
from byestand.formats.registry import dumps
from byestand.model.judged import Judged
from byestand.model.session import Section, Session
from byestand.search.howells import FoundHowell, find_howell
from byestand.verify import judge
from byestand.verify.measures import measure
from byestand.words.numbers import in_words

MOST_SECONDS = 24 * 3600
BETTER = 0.005
"""What is not seen in two decimals is not better."""


@click.command("howell")
@click.option("--tables", type=WHOLE_NUMBER, required=True, metavar="N", help="How many tables, 2 to 20.")
@click.option("--rounds", type=WHOLE_NUMBER, required=True, metavar="N", help="How many rounds.")
@click.option("--seconds", type=WHOLE_NUMBER, default=20, metavar="S", help="How long to look.", show_default=True)
@click.option("--seed", type=WHOLE_NUMBER, default=1, metavar="N", help="Another beginning.")
@click.option("--output", "-o", type=click.Path(dir_okay=False), help="Write the best one to a file, as json.")
@force_option
def command(tables: int, rounds: int, seconds: int, seed: int, output: str | None, force: bool) -> None:
    """Look for a better balanced Howell, from scratch; what ships is never given up for a worse one.

    Ctrl-C ends it with the best so far.
    """
    if not 1 <= seconds <= MOST_SECONDS:
        raise BadRequest(f"a search takes 1 to {MOST_SECONDS} seconds, not {seconds}")
    if tables not in HOWELL.tables:
        advice = f"; for larger rooms use {HOWELL.for_larger_rooms}" if tables > HOWELL.tables[-1] else ""
        raise BadRequest(f"Howells have {HOWELL.tables[0]} to {HOWELL.tables[-1]} tables, not {tables}{advice}")
    name = HOWELL.name(tables, rounds)
    require_size(name)
    if output is not None:
        require_free([Path(output)], force=force)
    shipped = find_judged(name)
    best = shipped
    if measure(shipped).balance_proved:
        click.echo(f"nothing is better than {name}: balance {measure(shipped).balance:.2f}, proved best")
    else:
        start = time.monotonic()
        found = _looked_for(tables, rounds, seconds, seed)
        if found is None:
            raise NotFoundInTime(
                f"no Howell of {tables} tables and {rounds} rounds was found; {name} is there", seconds
            )
        best = max(shipped, found, key=lambda one: measure(one).balance - BETTER * (one is found))
        click.echo(_compared(str(name), shipped, best, time.monotonic() - start))
    if output is not None:
        put([(Path(output), dumps(Session((Section(best),)), "json"))], force=True)


def _looked_for(tables: int, rounds: int, seconds: int, seed: int) -> Judged | None:
    """Return the best that is found until time is up, or somebody interrupts; a terminal sees how it gets better."""
    shown = sys.stderr.isatty()
    best: Judged | None = None

    def keep(found: FoundHowell) -> None:
        nonlocal best
        best = judge(howell_found(rounds, found)).or_refused("what was found")
        if shown:
            click.echo(f"\r  balance {measure(best).balance:.2f} found    ", err=True, nl=False)

    try:
        find_howell(tables, rounds, seconds=seconds, seed=seed, progress=keep)
    except KeyboardInterrupt:
        if best is None:
            raise
    if shown:
        click.echo("\r\033[K", err=True, nl=False)
    return best


def _compared(name: str, shipped: Judged, best: Judged, seconds: float) -> str:
    before, now = measure(shipped), measure(best)
    possible = "proved best" if now.balance_proved else f"at most {now.balance_bound:.2f} possible"
    if best is shipped:
        looked = in_words(max(1, round(seconds)), "second")
        return f"nothing better than {name} was found in {looked}: balance {before.balance:.2f}, {possible}"
    return f"better than {name}: balance {now.balance:.2f}, not {before.balance:.2f}; {possible}"
