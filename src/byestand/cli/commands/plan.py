"""``byestand plan``: recommend a movement, adapt one to late changes, and compare movements."""

import textwrap
from collections.abc import Sequence
from dataclasses import fields
from typing import TypedDict, Unpack

import click

from byestand.catalog import find
from byestand.cli.param_types import MINUTES_PER_BOARD, SPAN, WHOLE_NUMBER, json_text
from byestand.cli.usage import DECIMAL, FORMAT_HELP, Command, OneOf
from byestand.errors import BadRequest
from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.plan import (
    LateChangeOption,
    Plan,
    RankedCandidate,
    Room,
    Weights,
    boards_in_minutes,
    compare,
    plan,
    plan_data,
    what_if,
    what_if_data,
)
from byestand.plan.choosing.plan_data import row_title
from byestand.plan.choosing.room import USUAL_BOARDS, USUAL_MINUTES_A_BOARD, parse_stationary, parse_winners
from byestand.plan.choosing.stationary_seats import seating
from byestand.words.titles import title_of

MAX_COMPARED_MOVEMENTS = 8


class RoomOptions(TypedDict):
    """The options about tonight's room; None for one that is not given."""

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


@click.command("plan", cls=Command)
@click.argument("names", nargs=-1)
@click.option("--pairs", type=WHOLE_NUMBER, help="Number of pairs.")
@click.option("--tables", type=WHOLE_NUMBER, help="Number of full tables (instead of --pairs).")
@click.option("--players", type=WHOLE_NUMBER, help="Number of players, for an individual.")
@click.option("--boards", type=SPAN, help="Boards per pair (default 24-28).")
@click.option("--minutes", type=WHOLE_NUMBER, help="Length of the session in minutes (instead of --boards).")
@click.option("--minutes-per-board", type=DECIMAL, default=USUAL_MINUTES_A_BOARD, help=MINUTES_PER_BOARD)
@click.option("--boards-per-round", type=SPAN, help="Boards per round (default: chosen for you).")
@click.option("--cases", type=WHOLE_NUMBER, help="Sets of boards available (default: 1 or 2 assumed).")
@click.option("--winners", type=OneOf(["1", "2", "any"]), help="Number of winners (default: chosen for you).")
@click.option("--one-winner", is_flag=True, help="Same as --winners 1.")
@click.option("--stationary", default="", metavar="N|SEATS", help="Stationary pairs: a number, or seats such as N3,E1.")
@click.option("--same-boards", is_flag=True, help="Every pair must play the same boards.")
@click.option("--extra-groups", type=WHOLE_NUMBER, help="Extra deal groups in play beyond the rounds each pair plays.")
@click.option(
    "--scoring", type=OneOf(["matchpoints", "imps"]), default="matchpoints", help="Scoring (default matchpoints)."
)
@click.option("--no-rover", is_flag=True, help="Do not use a rover.")
@click.option("--no-party-table", is_flag=True, help="Do not use a party table.")
@click.option("--no-sharing", is_flag=True, help="Do not let tables share boards.")
@click.option("--no-skip", is_flag=True, help="Do not use a skip.")
@click.option("--no-guide-cards", is_flag=True, help="Do not use guide cards.")
@click.option("--sections", type=WHOLE_NUMBER, default=1, help="Maximum number of sections (default 1).")
@click.option(
    "--weight",
    "weights",
    multiple=True,
    metavar="NAME=POINTS",
    help="Change the weight of a criterion, such as skip=5.",
)
@click.option("--now", metavar="NAME", help="Movement already set up; --pairs is the new number of pairs.")
@click.option("--missing", multiple=True, metavar="PAIR", help="With --now: a pair already missing, such as N19.")
@click.option("--compare", "side_by_side", is_flag=True, help="Compare the movements NAMES.")
@click.option("--all", "everything", is_flag=True, help="Show all candidates.")
@click.option("--format", "to", type=OneOf(["text", "json"]), default="text", help=FORMAT_HELP)
def command(
    names: tuple[str, ...],
    players: int | None,
    now: str | None,
    missing: tuple[str, ...],
    weights: tuple[str, ...],
    side_by_side: bool,
    everything: bool,
    to: str,
    **options: Unpack[RoomOptions],
) -> None:
    """Recommend a movement: all suitable movements, ranked, with reasons."""
    if side_by_side:
        if now is not None or options["pairs"] is not None or options["tables"] is not None or missing:
            raise BadRequest(say("--compare does not take --pairs, --tables, --missing or --now"))
        _compare(names, options, to)
        return
    if players is not None:
        if options["pairs"] is not None or options["tables"] is not None or now is not None:
            raise BadRequest(say("use either --players (individual) or --pairs, not both"))
        _individuals(players, options["boards"], options["boards_per_round"], to)
        return
    if names:
        raise BadRequest(say("movement names are accepted only with --compare or --now: {name!r}", name=names[0]))
    _refuse_contradictions(now, missing, options)
    if now is not None:
        _print_what_if(now, missing, options, _weights(weights), everything, to)
        return
    chosen = plan(_room(options), _weights(weights))
    click.echo(json_text(plan_data(chosen)) if to == "json" else plan_text(chosen, everything))


def _print_what_if(
    now: str, missing: tuple[str, ...], options: RoomOptions, weights: Weights, everything: bool, to: str
) -> None:
    name, movement = find(now).name, find(now, missing=missing)
    room = _room(options, set_up=movement)
    ways = what_if(name, room, weights, missing=missing)
    data = what_if_data(name, room, ways)
    click.echo(json_text(data) if to == "json" else what_if_text(title_of(movement), room, ways, everything))


def _room(options: RoomOptions, *, set_up: Movement | None = None) -> Room:
    """Return the room of the options; values that are not given come from the movement that is set up."""
    minutes, cases = options["minutes"], options["cases"]
    in_time = boards_in_minutes(minutes, options["minutes_per_board"]) if minutes is not None else USUAL_BOARDS
    if cases is None and set_up and set_up.layout:
        cases = len(set_up.layout.cases)
    staying, seats = parse_stationary(options["stationary"])
    return Room(
        pairs=options["pairs"] if options["pairs"] is not None else 2 * (options["tables"] or 0),
        boards=options["boards"] if options["boards"] is not None else in_time,
        boards_per_round=options["boards_per_round"] or (range(2, 3) if set_up else None),
        cases=cases,
        winners="1" if options["one_winner"] else parse_winners(options["winners"]),
        stationary=staying,
        seats=seats,
        extra_groups=options["extra_groups"],
        same_boards=options["same_boards"],
        scoring="imps" if options["scoring"] == "imps" else "matchpoints",
        rover=not options["no_rover"],
        party_table=not options["no_party_table"],
        sharing=not options["no_sharing"],
        skip=not options["no_skip"],
        guide_cards=not options["no_guide_cards"],
        sections=options["sections"],
        minutes_per_board=options["minutes_per_board"],
    )


def _refuse_contradictions(now: str | None, missing: tuple[str, ...], options: RoomOptions) -> None:
    pairs, tables, boards, minutes = options["pairs"], options["tables"], options["boards"], options["minutes"]
    if pairs is None and tables is None:
        raise BadRequest(say("give the number of pairs or tables, for example --pairs 37 or --tables 18"))
    if pairs is not None and tables is not None:
        raise BadRequest(say("use either --pairs or --tables, not both"))
    if options["one_winner"] and options["winners"] is not None:
        raise BadRequest(say("use either --one-winner or --winners, not both"))
    if boards is not None and minutes is not None:
        raise BadRequest(say("use either --boards or --minutes, not both"))
    if missing and now is None:
        raise BadRequest(say("--missing needs --now; for a half table give an odd number, such as --pairs 37"))
    if now is not None and options["sections"] > 1:
        raise BadRequest(say("--now takes one section; run it once per section"))
    if now is not None and (boards is not None or minutes is not None):
        raise BadRequest(say("--now keeps the present boards; remove --boards and --minutes"))


def _individuals(players: int, boards: range | None, boards_per_round: range | None, to: str) -> None:
    from byestand.cli.individual_words import option_lines
    from byestand.plan.individual_games import individuals_data, plan_individuals

    per_round = boards_per_round[0] if boards_per_round else None
    games = plan_individuals(players, boards or USUAL_BOARDS, per_round)
    if to == "json":
        click.echo(json_text(individuals_data(players, games)))
    else:
        click.echo("\n".join(option_lines(players, games)))


def _compare(names: tuple[str, ...], options: RoomOptions, to: str) -> None:
    if not 1 <= len(names) <= MAX_COMPARED_MOVEMENTS:
        raise BadRequest(
            say("give 1 to {most} movements to compare, not {count}", most=MAX_COMPARED_MOVEMENTS, count=len(names))
        )
    boards = Boards(options["boards_per_round"][0] if options["boards_per_round"] else 2)
    is_one_winner = options["one_winner"] or options["winners"] == "1"
    rows = compare(names, boards.per_round, cases=options["cases"], is_one_winner=is_one_winner)
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
            raise BadRequest(
                say("--weight must be NAME=POINTS; names are {names}: {text!r}", names=known, text=text)
            ) from None
    return Weights().with_points(changes)


WIDTH = 100
FIRST_WAYS = 4


def plan_text(chosen: Plan, everything: bool) -> str:
    """Return a plan as text: the best choices with reasons, and notes."""
    choices = chosen.choices if everything else chosen.shortlist()
    lines = [chosen.room.describe(), ""]
    for before, choice in zip((0, *(choice.rank for choice in choices)), choices, strict=False):
        if choice.rank > before + 1:
            lines += ["    …", ""]
        lines += [_head(choice), *_wrap(choice.reason), ""]
    for sentence in filter(None, (chosen.mitchell, chosen.more_boards, *chosen.notes, *chosen.not_in_time)):
        lines += _wrap(sentence, indent="")
    lines += _more(len(chosen.choices) - len(choices))
    lines.append(f"{say('To show the first')}: {_run_commands(chosen.choices[0])}")
    return "\n".join(lines)


def _more(count: int) -> list[str]:
    if not count:
        return []
    return [
        say_many("1 more movement: use --all to show it.", "{number} more movements: use --all to show them.", count)
    ]


def what_if_text(now: str, room: Room, ways: Sequence[LateChangeOption], everything: bool) -> str:
    """Return the possible changes as text, with instructions."""
    lines = [say("Current: {title}", title=now), say("Now {pairs} pairs", pairs=room.pairs), ""]
    for way in ways if everything else ways[:FIRST_WAYS]:
        tables = len(way.reboarded_tables)
        changed = say_many("1 table gets new boards", "{number} tables get new boards", tables)
        boards = changed if tables else say("boards unchanged")
        lines += [f"{_head(way.choice)}: {way.kind}; {boards}"]
        lines += [line for sentence in way.words for line in _wrap(sentence)]
        lines += [*_wrap(f"({way.choice.reason})"), ""]
    for sentence in seating(ways[0].choice.candidate, room):
        lines += _wrap(sentence, indent="")
    lines += _more(0 if everything else max(0, len(ways) - FIRST_WAYS))
    lines.append(f"{say('To show the first')}: {_run_commands(ways[0].choice)}")
    return "\n".join(lines)


def comparison_text(rows: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Return a comparison as a table with one column per movement."""
    rows = [(row_title(key), cells) for key, cells in rows]
    widths = [max(len(row[1][i]) for row in rows) for i in range(len(rows[0][1]))]
    first = max(len(label) for label, _ in rows)
    return "\n".join(
        f"{label:<{first}}  " + "  ".join(f"{cell:>{w}}" for cell, w in zip(cells, widths, strict=True))
        for label, cells in rows
    )


def _head(choice: RankedCandidate) -> str:
    made = choice.candidate
    length = say("{rounds} rounds of {boards} boards", rounds=made.rounds, boards=made.boards_per_round)
    return f"{choice.rank:>2}  {made.arrangement}, {length}"


def _run_commands(choice: RankedCandidate) -> str:
    """Return the commands that show a choice, one per section."""
    made = choice.candidate
    without = "".join(f" --missing {label}" for label in made.arrangement.missing)
    rounds = ",".join(map(str, made.arrow_switch.rounds)) if made.arrow_switch else ""
    switched = f" --switch {rounds or 'none'}" if made.arrow_switch else ""
    options = f"{switched} --layout --boards-per-round {made.boards_per_round}"
    *first, last = made.arrangement.names
    return ", ".join(f"byestand show {name}{options}" for name in [*first, f"{last}{without}"])


def _wrap(text: str, indent: str = "    ") -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent)
