"""``byestand individual``: movements for single players: which there are, the best of them, a search for more."""

import re
import sys

import click

from byestand.catalog import find
from byestand.catalog.families.rainbow import RAINBOW
from byestand.catalog.family import MOST_TABLES
from byestand.cli.chart_text import chart_text
from byestand.cli.individual_words import Wish, listed, nothing, together
from byestand.cli.usage import Command, OneOf
from byestand.cli.words import SPAN, WHOLE_NUMBER, text_width
from byestand.errors import BadRequest, NoSuchMovement, NotFound
from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.movements import movement_of_columns, rainbow_rounds, what_is_known
from byestand.plan.individuals import individuals_for
from byestand.search import Found, Impossible, OutOfTime, find_rainbow_web, why_no_web
from byestand.verify import judge
from byestand.words.chart import chart
from byestand.words.instructions import instructions
from byestand.words.phrases import instructions_text
from byestand.words.typesetting import wrapped

MOST_SECONDS = 24 * 3600


@click.command("individual", cls=Command)
@click.option("--players", type=WHOLE_NUMBER, metavar="N", help="How many players.")
@click.option("--tables", type=WHOLE_NUMBER, metavar="N", help="How many tables, instead of players.")
@click.option("--boards", type=SPAN, help="How many boards everybody plays; by default 20-30.")
@click.option("--rounds", type=WHOLE_NUMBER, metavar="N", help="How many rounds.")
@click.option("--groups", type=WHOLE_NUMBER, metavar="N", help="How many deal groups in play.")
@click.option("--boards-per-round", type=WHOLE_NUMBER, metavar="N", help="How many boards make a round.")
@click.option("--format", "to", type=OneOf(["text", "csv", "json"]), default="text")
@click.option("--search", metavar="TABLESxGROUPS", help="Look for a Rainbow Web of that size.")
@click.option("--copies", type=WHOLE_NUMBER, default=2, metavar="N", help="Copies of each board for --search.")
@click.option("--time", "seconds", type=WHOLE_NUMBER, default=60, metavar="S", help="Seconds for --search.")
@click.option("--seed", type=WHOLE_NUMBER, default=1, metavar="N", help="Another beginning for --search.")
def command(
    players: int | None,
    tables: int | None,
    boards: range | None,
    rounds: int | None,
    groups: int | None,
    boards_per_round: int | None,
    to: str,
    search: str | None,
    copies: int,
    seconds: int,
    seed: int,
) -> None:
    """Show the movements for so many players; csv and json give the schedule of the best."""
    if search is not None:
        _show(_searched(search, copies, seconds, seed), boards_per_round, to)
        return
    wanted = _players(players, tables)
    options = individuals_for(wanted, boards, rounds=rounds, deal_groups=groups, boards_per_round=boards_per_round)
    if not options:
        raise nothing(Wish(wanted, boards, rounds, groups, boards_per_round))
    best = options[0]
    if to == "text" and rounds is None:
        click.echo("\n".join(listed(wanted, options)))
    elif len(best.names) > 1 and to != "text":
        raise NotFound(f"{len(best.names)} sections are best, and {to} has one movement: {together(best)[1].strip()}")
    elif len(best.names) > 1:
        click.echo("\n".join(["All sections together:", *together(best)]))
        for letter, name, (_, each) in zip("ABC", best.names, best.section_lengths, strict=False):
            click.echo(f"\nSection {letter}")
            _show(find(name, boards_per_round=each), each, to)
    else:
        movement = find(best.names[0], missing=best.missing, boards_per_round=best.boards_per_round)
        _show(movement, best.boards_per_round if to == "text" else boards_per_round, to)


def _players(players: int | None, tables: int | None) -> int:
    if players is not None and tables is not None and not 4 * tables <= players + 3 < 4 * tables + 4:
        raise BadRequest(f"{players} players are not {tables} tables; tell one or the other")
    if players is not None:
        return players
    if tables is None:
        raise BadRequest("tell how many there are, with --players or --tables")
    if not 1 <= tables <= MOST_TABLES:
        raise BadRequest(f"there are 1 to {MOST_TABLES} tables, not {tables}; the smallest Rainbow has 5, R0505")
    return 4 * tables


def _show(movement: Movement, boards_per_round: int | None, to: str) -> None:
    from byestand.formats import csv, json

    if to == "csv":
        boards = None if boards_per_round is None else Boards(boards_per_round)
        click.echo(csv.dumps(movement, boards=boards), nl=False)
    elif to == "json":
        click.echo(json.dumps(movement), nl=False)
    else:
        boards = Boards(boards_per_round) if boards_per_round else None
        click.echo(chart_text(chart(movement, boards), width=text_width()), nl=False)
        told = instructions_text(instructions(Section(judge(movement), boards))).splitlines()
        click.echo("\n" + "\n".join(wrapped(told, text_width())))


def _as_many_as_tables(t: int) -> str:
    """Return what the catalogue has where a search is for as many deal groups as tables."""
    longest = rainbow_rounds(t, t)
    known = "complete" if longest == t else f"{longest} rounds; {what_is_known(t)}"
    named = f"{RAINBOW.name(t, t)}, {known}"
    return f"the search is for fewer deal groups than tables; with {t} of each the catalogue has {named}"


def _searched(size: str, copies: int, seconds: int, seed: int) -> Movement:
    """Return what the search finds; raise with its honest answer where it finds nothing."""
    found = re.fullmatch(r"([0-9]{1,2})x([0-9]{1,2})", size.strip(), re.ASCII)
    if not found or not (2 <= int(found[1]) <= MOST_TABLES and int(found[2]) >= 2):
        raise BadRequest(f"tell tables and deal groups like 19x13, 2 to {MOST_TABLES} each: {size[:40]!r}")
    if not (1 <= copies <= 9 and 1 <= seconds <= MOST_SECONDS):
        raise BadRequest(f"search for 1 to {MOST_SECONDS} seconds, with 1 to 9 copies of each board")
    t, d = int(found[1]), int(found[2])
    if t == d and not why_no_web(t, d, copies):
        raise NotFound(_as_many_as_tables(t))
    shown = sys.stderr.isatty()

    def progress(words: str) -> None:
        if shown:
            click.echo(f"\r{size}: {words}    ", err=True, nl=False)

    outcome = find_rainbow_web(t, d, copies=copies, seconds=seconds, seed=seed, progress=progress)
    if shown:
        click.echo(err=True)
    match outcome:
        case Found(schedule, how):
            click.echo(f"byestand: {t} tables, {d} deal groups found {how}", err=True)
            return movement_of_columns(t, d, schedule.columns)
        case Impossible(because):
            many = "one copy of each" if copies == 1 else f"{copies} copies of each"
            raise NoSuchMovement(f"no Rainbow Web has {t} tables, {d} deal groups and {many}", because=because)
        case OutOfTime(limit):
            raise NotFound(
                f"no Rainbow Web of {t} tables and {d} deal groups was found in {limit:g} s; there may be one"
            )
