"""``byestand individual``: individual movements: a list, the best one, and a search for new ones."""

import re
import sys

import click

from byestand.catalog import find
from byestand.catalog.families.rainbow_family import RAINBOW
from byestand.catalog.family import MAX_TABLES
from byestand.cli.chart_text import chart_text
from byestand.cli.individual_text import IndividualRequest, missing_option_error, option_lines, together
from byestand.cli.param_types import SPAN, WHOLE_NUMBER, text_width
from byestand.cli.usage import FORMAT_HELP, Command, OneOf
from byestand.errors import BadRequest, NoSuchMovement, NotFound
from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.movements import known_rounds_note, movement_of_columns, rainbow_rounds
from byestand.plan.individual_games import individuals_for
from byestand.search import Found, Impossible, OutOfTime, find_rainbow_web, missing_web_reason
from byestand.sentences.charts import chart
from byestand.sentences.instructions import instructions_text
from byestand.sentences.setup_steps import setup_steps
from byestand.sentences.text_layout import wrap_lines
from byestand.verify import judge

MAX_SECONDS = 24 * 3600


@click.command("individual", cls=Command)
@click.option("--players", type=WHOLE_NUMBER, metavar="N", help="Number of players.")
@click.option("--tables", type=WHOLE_NUMBER, metavar="N", help="Number of full tables (instead of --players).")
@click.option("--boards", type=SPAN, help="Boards per player (default 20-30).")
@click.option("--rounds", type=WHOLE_NUMBER, metavar="N", help="Number of rounds.")
@click.option("--groups", type=WHOLE_NUMBER, metavar="N", help="Number of deal groups in play.")
@click.option("--boards-per-round", type=WHOLE_NUMBER, metavar="N", help="Boards per round.")
@click.option("--format", "to", type=OneOf(["text", "csv", "json"]), default="text", help=FORMAT_HELP)
@click.option("--search", metavar="TABLESxGROUPS", help="Search for a Rainbow Web of this size.")
@click.option(
    "--copies", type=WHOLE_NUMBER, default=2, metavar="N", help="Copies of each board for --search (default 2)."
)
@click.option(
    "--time", "seconds", type=WHOLE_NUMBER, default=60, metavar="S", help="Seconds for --search (default 60)."
)
@click.option("--seed", type=WHOLE_NUMBER, default=1, metavar="N", help="Random seed for --search (default 1).")
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
    """List individual movements for a number of players. csv and json print the schedule of the best one."""
    if search is not None:
        _show(_search(search, copies, seconds, seed), boards_per_round, to)
        return
    count = _players(players, tables)
    options = individuals_for(count, boards, rounds=rounds, deal_groups=groups, boards_per_round=boards_per_round)
    if not options:
        raise missing_option_error(IndividualRequest(count, boards, rounds, groups, boards_per_round))
    best = options[0]
    if to == "text" and rounds is None:
        click.echo("\n".join(option_lines(count, options)))
    elif len(best.names) > 1 and to != "text":
        raise NotFound(
            say(
                "the best option has {count} sections, and {format} holds 1 movement; use: {command}",
                count=len(best.names),
                format=to,
                command=together(best)[1].strip(),
            )
        )
    elif len(best.names) > 1:
        click.echo("\n".join([say("All sections together:"), *together(best)]))
        for letter, name, (_, each) in zip("ABC", best.names, best.section_lengths, strict=False):
            click.echo(f"\n{say('Section {letter}', letter=letter)}")
            _show(find(name, boards_per_round=each), each, to)
    else:
        movement = find(best.names[0], missing=best.missing, boards_per_round=best.boards_per_round)
        _show(movement, best.boards_per_round if to == "text" else boards_per_round, to)


def _players(players: int | None, tables: int | None) -> int:
    if players is not None and tables is not None and not 4 * tables <= players + 3 < 4 * tables + 4:
        raise BadRequest(
            say(
                "{players} players do not fill {tables} tables; give only one of --players and --tables",
                players=players,
                tables=tables,
            )
        )
    if players is not None:
        return players
    if tables is None:
        raise BadRequest(say("give --players or --tables"))
    if not 1 <= tables <= MAX_TABLES:
        text = say(
            "--tables must be 1 to {most}, not {tables}; the smallest Rainbow is R0505", most=MAX_TABLES, tables=tables
        )
        raise BadRequest(text)
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
        lines = instructions_text(setup_steps(Section(judge(movement), boards))).splitlines()
        click.echo("\n" + "\n".join(wrap_lines(lines, text_width())))


def _as_many_as_tables(t: int) -> str:
    """Return the movement of the catalogue with as many deal groups as tables, for which there is no search."""
    longest = rainbow_rounds(t, t)
    text = say(
        "--search needs fewer deal groups than tables; for {tables} of each use {name}, which has {rounds} rounds",
        tables=t,
        name=RAINBOW.name(t, t),
        rounds=longest,
    )
    return text if longest == t else f"{text}; {known_rounds_note(t)}"


def _search(size: str, copies: int, seconds: int, seed: int) -> Movement:
    """Return the movement that the search finds; raise if none exists or none is found."""
    match_of_size = re.fullmatch(r"([0-9]{1,2})x([0-9]{1,2})", size.strip(), re.ASCII)
    if not match_of_size or not (2 <= int(match_of_size[1]) <= MAX_TABLES and int(match_of_size[2]) >= 2):
        text = say(
            "--search needs tables and deal groups, such as 19x13, 2 to {most} each: {size!r}",
            most=MAX_TABLES,
            size=size[:40],
        )
        raise BadRequest(text)
    if not (1 <= copies <= 9 and 1 <= seconds <= MAX_SECONDS):
        raise BadRequest(say("--time must be 1 to {most} seconds and --copies 1 to 9", most=MAX_SECONDS))
    t, d = int(match_of_size[1]), int(match_of_size[2])
    if t == d and not missing_web_reason(t, d, copies):
        raise NotFound(_as_many_as_tables(t))
    is_terminal = sys.stderr.isatty()

    def progress(text: str) -> None:
        if is_terminal:
            click.echo(f"\r{size}: {text}    ", err=True, nl=False)

    outcome = find_rainbow_web(t, d, copies=copies, seconds=seconds, seed=seed, progress=progress)
    if is_terminal:
        click.echo(err=True)
    match outcome:
        case Found(schedule, how):
            text = say("movement found for {tables} tables and {groups} deal groups", tables=t, groups=d)
            click.echo(f"byestand: {text}: {how}", err=True)
            return movement_of_columns(t, d, schedule.columns)
        case Impossible(because):
            text = say_many(
                "no Rainbow Web has {tables} tables, {groups} deal groups and 1 copy of each",
                "no Rainbow Web has {tables} tables, {groups} deal groups and {number} copies of each",
                copies,
                tables=t,
                groups=d,
            )
            raise NoSuchMovement(text, because=because)
        case OutOfTime(limit):
            text = say(
                "no Rainbow Web of {tables} tables and {groups} deal groups found in {seconds:g} s; one may exist",
                tables=t,
                groups=d,
                seconds=limit,
            )
            raise NotFound(text)
