"""``byestand plan``: which movement tonight, what if somebody comes or goes, and movements side by side."""

import textwrap
from collections.abc import Sequence
from dataclasses import fields
from typing import TypedDict, Unpack

import click

from byestand.catalog import find
from byestand.cli.words import SPAN, WHOLE_NUMBER, json_text
from byestand.errors import BadRequest
from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.plan import (
    Choice,
    Plan,
    Room,
    Weights,
    WhatIf,
    boards_in_minutes,
    compare,
    plan,
    plan_data,
    what_if,
    what_if_data,
)
from byestand.plan.choosing.data import row_title
from byestand.plan.choosing.room import USUAL_BOARDS, USUAL_MINUTES_A_BOARD, how_many_winners, who_stays
from byestand.plan.choosing.seating import seating
from byestand.words.titles import title_of

MOST_COMPARED = 8


class RoomOptions(TypedDict):
    """What is said about the room tonight; None where it was left open."""

    pairs: int | None
    tables: int | None
    boards: range | None
    minutes: int | None
    minutes_per_board: float
    boards_per_round: range | None
    cases: int | None
    winners: str | None
    one_winner: bool
    stationary: str
    same_boards: bool
    extra_groups: int | None
    scoring: str
    no_rover: bool
    no_party_table: bool
    no_sharing: bool
    no_skip: bool
    no_guide_cards: bool
    sections: int


@click.command("plan")
@click.argument("names", nargs=-1)
@click.option("--pairs", type=WHOLE_NUMBER, help="How many pairs there are.")
@click.option("--tables", type=WHOLE_NUMBER, help="How many full tables there are, in place of --pairs.")
@click.option("--players", type=WHOLE_NUMBER, help="How many single players, for an individual; with --boards.")
@click.option("--boards", type=SPAN, help="Boards each pair should play; by default 24-28.")
@click.option("--minutes", type=WHOLE_NUMBER, help="How long the session is, in place of --boards.")
@click.option("--minutes-per-board", type=float, default=USUAL_MINUTES_A_BOARD, show_default=True)
@click.option("--boards-per-round", type=SPAN, help="Boards a round; by default whatever suits.")
@click.option("--cases", type=WHOLE_NUMBER, help="Copies of the boards there are; by default one or two are assumed.")
@click.option("--winners", type=click.Choice(["1", "2", "any"]), help="How many winners; by default whatever suits.")
@click.option("--one-winner", is_flag=True, help="The same as --winners 1.")
@click.option("--stationary", default="", metavar="N|SEATS", help="Who must not move: how many, or seats as N3,E1.")
@click.option("--same-boards", is_flag=True, help="Everybody shall play the same boards.")
@click.option("--extra-groups", type=WHOLE_NUMBER, help="Deal groups in play that a pair does not get to see.")
@click.option("--scoring", type=click.Choice(["matchpoints", "imps"]), default="matchpoints")
@click.option("--no-rover", is_flag=True, help="No pair shall roam.")
@click.option("--no-party-table", is_flag=True, help="No boards shall be brought to a party table.")
@click.option("--no-sharing", is_flag=True, help="No two tables shall share boards.")
@click.option("--no-skip", is_flag=True, help="No skip.")
@click.option("--no-guide-cards", is_flag=True, help="Nobody shall need a card to find the way.")
@click.option("--sections", type=WHOLE_NUMBER, default=1, help="Split the room into up to so many sections.")
@click.option("--weight", "weights", multiple=True, metavar="NAME=POINTS", help="Mind something more or less.")
@click.option("--now", metavar="NAME", help="The movement set up now; --pairs are those who are there.")
@click.option("--missing", multiple=True, metavar="PAIR", help="With --now: a pair that was not there, as N19.")
@click.option("--compare", "side_by_side", is_flag=True, help="Put the movements NAMES side by side.")
@click.option("--all", "everything", is_flag=True, help="Show every candidate, not the best ones only.")
@click.option("--format", "to", type=click.Choice(["text", "json"]), default="text")
def command(
    names: tuple[str, ...],
    players: int | None,
    now: str | None,
    missing: tuple[str, ...],
    weights: tuple[str, ...],
    side_by_side: bool,
    everything: bool,
    to: str,
    **told: Unpack[RoomOptions],
) -> None:
    """Say which movement to run: every sound way, measured, ranked and explained."""
    if side_by_side:
        if now is not None or told["pairs"] is not None or told["tables"] is not None or missing:
            raise BadRequest("--compare puts movements side by side and knows no room: leave out --pairs and --now")
        _compare(names, told, to)
        return
    if players is not None:
        if told["pairs"] is not None or told["tables"] is not None or now is not None:
            raise BadRequest("say --players for an individual, or --pairs; not both")
        _individuals(players, told["boards"], told["boards_per_round"], to)
        return
    if names:
        raise BadRequest(f"movements are named with --compare or --now only: {names[0]!r}")
    _refuse_contradictions(now, missing, told)
    if now is not None:
        _tell_what_if(now, missing, told, _weights(weights), everything, to)
        return
    chosen = plan(_room(told), _weights(weights))
    click.echo(json_text(plan_data(chosen)) if to == "json" else plan_text(chosen, everything))


def _tell_what_if(
    now: str, missing: tuple[str, ...], told: RoomOptions, weights: Weights, everything: bool, to: str
) -> None:
    name, there = find(now).name, find(now, missing=missing)
    room = _room(told, set_up=there)
    ways = what_if(name, room, weights, missing=missing)
    data = what_if_data(name, room, ways)
    click.echo(json_text(data) if to == "json" else what_if_text(title_of(there), room, ways, everything))


def _room(told: RoomOptions, *, set_up: Movement | None = None) -> Room:
    """Return the room that is told of; with a movement set up, what was not said is as it has it."""
    minutes, cases = told["minutes"], told["cases"]
    in_time = boards_in_minutes(minutes, told["minutes_per_board"]) if minutes is not None else USUAL_BOARDS
    if cases is None and set_up and set_up.layout:
        cases = len(set_up.layout.cases)
    staying, seats = who_stays(told["stationary"])
    return Room(
        pairs=told["pairs"] if told["pairs"] is not None else 2 * (told["tables"] or 0),
        boards=told["boards"] if told["boards"] is not None else in_time,
        boards_per_round=told["boards_per_round"] or (range(2, 3) if set_up else None),
        cases=cases,
        winners="1" if told["one_winner"] else how_many_winners(told["winners"]),
        stationary=staying,
        seats=seats,
        extra_groups=told["extra_groups"],
        same_boards=told["same_boards"],
        scoring="imps" if told["scoring"] == "imps" else "matchpoints",
        rover=not told["no_rover"],
        party_table=not told["no_party_table"],
        sharing=not told["no_sharing"],
        skip=not told["no_skip"],
        guide_cards=not told["no_guide_cards"],
        sections=told["sections"],
        minutes_per_board=told["minutes_per_board"],
    )


def _refuse_contradictions(now: str | None, missing: tuple[str, ...], told: RoomOptions) -> None:
    pairs, tables, boards, minutes = told["pairs"], told["tables"], told["boards"], told["minutes"]
    contradictions = {
        "say how many there are: --pairs 37, or --tables 18": pairs is None and tables is None,
        "say --pairs or --tables, not both": pairs is not None and tables is not None,
        "--one-winner is --winners 1: say one of the two": told["one_winner"] and told["winners"] is not None,
        "say --boards or --minutes, not both": boards is not None and minutes is not None,
        "--missing goes with --now: say --pairs 37, and the plan finds the half table": missing and now is None,
        "--now looks at one section: ask for each of them": now is not None and told["sections"] > 1,
        "--now keeps the boards that are there: leave out --boards and --minutes": now is not None
        and (boards is not None or minutes is not None),
    }
    for sentence, holds in contradictions.items():
        if holds:
            raise BadRequest(sentence)


def _individuals(players: int, boards: range | None, boards_per_round: range | None, to: str) -> None:
    from byestand.cli.individual_words import listed
    from byestand.plan.individuals import individuals_data, plan_individuals

    each = boards_per_round[0] if boards_per_round else None
    options = plan_individuals(players, boards or USUAL_BOARDS, each)
    if to == "json":
        click.echo(json_text(individuals_data(players, options)))
    else:
        click.echo("\n".join(listed(players, options)))


def _compare(names: tuple[str, ...], told: RoomOptions, to: str) -> None:
    if not 1 <= len(names) <= MOST_COMPARED:
        raise BadRequest(f"name 1 to {MOST_COMPARED} movements to compare, not {len(names)}")
    boards = Boards(told["boards_per_round"][0] if told["boards_per_round"] else 2)
    is_one_winner = told["one_winner"] or told["winners"] == "1"
    rows = compare(names, boards.per_round, cases=told["cases"], is_one_winner=is_one_winner)
    if to == "json":
        columns = zip(*(figures for _, figures in rows), strict=True)
        click.echo(json_text([dict(zip([label for label, _ in rows], column, strict=True)) for column in columns]))
    else:
        click.echo(comparison_text(rows))


def _weights(given: tuple[str, ...]) -> Weights:
    changes = {}
    for text in given:
        name, _, points = text.partition("=")
        try:
            changes[name.strip().replace("-", "_")] = float(points)
        except ValueError:
            known = ", ".join(field.name for field in fields(Weights))
            raise BadRequest(f"a weight is told as NAME=POINTS, with a name of {known}: {text!r}") from None
    return Weights().having(changes)


WIDTH = 100
FIRST_WAYS = 4


def plan_text(chosen: Plan, everything: bool) -> str:
    """Return a plan as text: the best choices, and why not the Mitchell."""
    choices = chosen.choices if everything else chosen.shortlist()
    lines = [chosen.room.describe(), ""]
    for before, choice in zip((0, *(choice.rank for choice in choices)), choices, strict=False):
        if choice.rank > before + 1:
            lines += ["    …", ""]
        lines += [_head(choice), *_wrapped(choice.reason), ""]
    for sentence in filter(None, (chosen.mitchell, chosen.more_boards, *chosen.notes, *chosen.not_in_time)):
        lines += _wrapped(sentence, indent="")
    lines += _left(len(chosen.choices) - len(choices))
    lines.append(f"How to run the first: {_how_to_run(chosen.choices[0])}")
    return "\n".join(lines)


def _left(count: int) -> list[str]:
    return [f"{count} more {'way' if count == 1 else 'ways'}: --all shows them."] if count else []


def what_if_text(now: str, room: Room, ways: Sequence[WhatIf], everything: bool) -> str:
    """Return ways to go on as text, with what to do and say."""
    lines = [f"Now {now}; {room.pairs} pairs are there", ""]
    for way in ways if everything else ways[:FIRST_WAYS]:
        anew = len(way.reboarded)
        boards = "no table to board" if not anew else "1 table to board" if anew == 1 else f"{anew} tables to board"
        lines += [f"{_head(way.choice)}: {way.kind}; {boards}"]
        lines += [line for sentence in way.words for line in _wrapped(sentence)]
        lines += [*_wrapped(f"({way.choice.reason})"), ""]
    for sentence in seating(ways[0].choice.candidate, room):
        lines += _wrapped(sentence, indent="")
    lines += _left(0 if everything else max(0, len(ways) - FIRST_WAYS))
    lines.append(f"How to run the first: {_how_to_run(ways[0].choice)}")
    return "\n".join(lines)


def comparison_text(rows: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Return a comparison as a table, a movement a column."""
    rows = [(row_title(key), cells) for key, cells in rows]
    widths = [max(len(row[1][i]) for row in rows) for i in range(len(rows[0][1]))]
    first = max(len(label) for label, _ in rows)
    return "\n".join(
        f"{label:<{first}}  " + "  ".join(f"{cell:>{w}}" for cell, w in zip(cells, widths, strict=True))
        for label, cells in rows
    )


def _head(choice: Choice) -> str:
    made = choice.candidate
    return f"{choice.rank:>2}  {made.way}, {made.rounds} rounds of {made.boards_per_round} boards"


def _how_to_run(choice: Choice) -> str:
    """Return the commands that show it, a section each."""
    made = choice.candidate
    without = "".join(f" --missing {label}" for label in made.way.missing)
    rounds = ",".join(map(str, made.switching.rounds)) if made.switching else ""
    switched = f" --switch {rounds or 'none'}" if made.switching else ""
    options = f"{switched} --layout --boards-per-round {made.boards_per_round}"
    *first, last = made.way.names
    return ", ".join(f"byestand show {name}{options}" for name in [*first, f"{last}{without}"])


def _wrapped(text: str, indent: str = "    ") -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent)
