"""``byestand howell``: search for a Howell, and compare it with the built-in one."""

import sys
import time
from pathlib import Path

import click

from byestand.catalog import find_judged
from byestand.catalog.families.howell_family import HOWELL, movement_of_found_howell, require_size
from byestand.cli.output_files import force_option, require_free, write_files
from byestand.cli.param_types import WHOLE_NUMBER
from byestand.cli.usage import Command
from byestand.errors import BadRequest, NotFoundInTime
from byestand.formats.formats import dumps
from byestand.language import say
from byestand.model.judged import Judged
from byestand.model.session import Section, Session
from byestand.search.howell_search import FoundHowell, find_howell
from byestand.verify import judge
from byestand.verify.measures import measure

MAX_SECONDS = 24 * 3600
BETTER = 0.005
"""A smaller difference is not visible in two decimals and does not count as better."""


@click.command("howell", cls=Command)
@click.option("--tables", type=WHOLE_NUMBER, required=True, metavar="N", help="Number of tables, 2 to 20.")
@click.option("--rounds", type=WHOLE_NUMBER, required=True, metavar="N", help="Number of rounds.")
@click.option("--seconds", type=WHOLE_NUMBER, default=20, metavar="S", help="Search time in seconds (default 20).")
@click.option("--seed", type=WHOLE_NUMBER, default=1, metavar="N", help="Random seed (default 1).")
@click.option("--output", "-o", metavar="FILE", help="Write the best Howell to a json file.")
@force_option
def command(tables: int, rounds: int, seconds: int, seed: int, output: str | None, force: bool) -> None:
    """Search for a better balanced Howell. The built-in Howell is kept unless a better one is found.

    Ctrl-C ends the search with the best result so far.
    """
    if not 1 <= seconds <= MAX_SECONDS:
        raise BadRequest(say("--seconds must be 1 to {most}, not {seconds}", most=MAX_SECONDS, seconds=seconds))
    _require_tables(tables)
    name = HOWELL.name(tables, rounds)
    require_size(name)
    if output is not None:
        if Path(output).is_dir():
            raise BadRequest(say("give a file, not a folder: {path!r}", path=output))
        require_free([Path(output)], force=force)
    shipped = find_judged(name)
    best = shipped
    if measure(shipped).balance_proved:
        click.echo(say("{name} is proved best: balance {balance:.2f}", name=name, balance=measure(shipped).balance))
    else:
        start = time.monotonic()
        candidate = _search(tables, rounds, seconds, seed)
        if candidate is None:
            text = say(
                "no new Howell found for {tables} tables and {rounds} rounds; use {name}",
                tables=tables,
                rounds=rounds,
                name=name,
            )
            raise NotFoundInTime(text, seconds)
        best = max(shipped, candidate, key=lambda howell: measure(howell).balance - BETTER * (howell is candidate))
        click.echo(_comparison(str(name), shipped, best, time.monotonic() - start))
    if output is not None:
        write_files([(Path(output), dumps(Session((Section(best),)), "json"))], force=True)


def _require_tables(tables: int) -> None:
    """Raise if there are no Howells for a number of tables."""
    least, most = HOWELL.tables[0], HOWELL.tables[-1]
    if tables > most:
        raise BadRequest(
            say(
                "a Howell has {least} to {most} tables, not {tables}; use a Mitchell with one winner, such as M2121",
                least=least,
                most=most,
                tables=tables,
            )
        )
    if tables < least:
        text = say("a Howell has {least} to {most} tables, not {tables}", least=least, most=most, tables=tables)
        raise BadRequest(text)


def _search(tables: int, rounds: int, seconds: int, seed: int) -> Judged | None:
    """Return the best Howell found until the time is up or the user interrupts. A terminal shows the progress."""
    is_terminal = sys.stderr.isatty()
    best: Judged | None = None

    def keep(found: FoundHowell) -> None:
        nonlocal best
        best = judge(movement_of_found_howell(rounds, found)).require_valid(say("the new Howell"))
        if is_terminal:
            progress = say("best balance so far: {balance:.2f}", balance=measure(best).balance)
            click.echo(f"\r  {progress}    ", err=True, nl=False)

    try:
        find_howell(tables, rounds, seconds=seconds, seed=seed, progress=keep)
    except KeyboardInterrupt:
        if best is None:
            raise
    if is_terminal:
        click.echo("\r\033[K", err=True, nl=False)
    return best


def _comparison(name: str, shipped: Judged, best: Judged, seconds: float) -> str:
    before, now = measure(shipped), measure(best)
    possible = (
        say("proved best") if now.balance_proved else say("at most {bound:.2f} possible", bound=now.balance_bound)
    )
    if best is shipped:
        text = say(
            "no Howell better than {name} found in {seconds} s; its balance is {balance:.2f}",
            name=name,
            seconds=max(1, round(seconds)),
            balance=before.balance,
        )
        return f"{text}, {possible}"
    text = say(
        "better than {name}: balance {balance:.2f} instead of {before:.2f}",
        name=name,
        balance=now.balance,
        before=before.balance,
    )
    return f"{text}, {possible}"
