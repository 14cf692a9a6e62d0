"""``byestand measure``: the fairness and practicality figures of a movement."""

from collections import Counter
from collections.abc import Iterator

import click
import numpy as np

from byestand.cli.arrow_options import Switches, apply_arrow_options, switch_options
from byestand.cli.movement_sources import readable, sources
from byestand.cli.output_files import left_sound
from byestand.cli.param_types import MINUTES_PER_BOARD, MISSING, WHOLE_NUMBER, json_text, wrap_to_terminal
from byestand.cli.usage import DECIMAL, FORMAT_HELP, Command, OneOf
from byestand.errors import BadRequest
from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.session import Section
from byestand.plan.choosing.room import USUAL_MINUTES_A_BOARD
from byestand.sanitize import plain_figure, printable
from byestand.sheets.boards.dealing_sheet import dealing_words, sharing_words
from byestand.verify import judge
from byestand.verify.measures import Measures, factored_top, measure, measures_data
from byestand.words.numbers import between, join_items
from byestand.words.titles import title_of

USUAL_BOARDS = 2
"""Boards per round, if neither the command nor the movement gives it."""


@click.command("measure", cls=Command)
@click.argument("named", metavar="NAME|FILE")
@click.option(
    "--boards-per-round", type=WHOLE_NUMBER, metavar="N", help="Boards per round (default 2; 3 for a Rainbow)."
)
@click.option("--minutes-per-board", type=DECIMAL, default=USUAL_MINUTES_A_BOARD, help=MINUTES_PER_BOARD)
@click.option("--cases", type=WHOLE_NUMBER, metavar="N", help="Sets of boards available; shows who shares and when.")
@click.option("--missing", multiple=True, metavar="PAIR", help=MISSING)
@switch_options
@click.option("--format", "to", type=OneOf(["text", "json"]), default="text", help=FORMAT_HELP)
def command(
    named: str,
    boards_per_round: int | None,
    minutes_per_board: float,
    cases: int | None,
    missing: tuple[str, ...],
    switches: Switches,
    to: str,
) -> int:
    """Show the figures of a movement: boards, comparisons, balance, sit-outs, moves and copies needed."""
    boards = None if boards_per_round is None else Boards(boards_per_round)
    if not 0 < minutes_per_board <= 60:
        raise BadRequest(
            say(
                "--minutes-per-board must be more than 0 and at most 60: {minutes}",
                minutes=plain_figure(minutes_per_board),
            )
        )
    blocks = [block for source in sources([named]) for block in source.blocks(missing, boards_per_round)]
    documents, read_code = readable(blocks)
    valid, error_code = left_sound(documents)
    measured = []
    for document in valid:
        movement = apply_arrow_options(document.movement, switches)
        per_round = (boards or document.section.boards or Boards(USUAL_BOARDS)).per_round
        measured.append((measure(judge(movement)), per_round))
    if to == "json":
        data = [measures_data(measures, per_round, cases=cases) for measures, per_round in measured]
        click.echo(json_text(data[0] if len(blocks) == 1 else data))
    else:
        texts = [[*_lines(*each, minutes_per_board, cases)] for each in measured]
        click.echo(
            wrap_to_terminal("\n".join("".join(f"{printable(line)}\n" for line in lines) for lines in texts)), nl=False
        )
    return max(read_code, error_code)


def _lines(measures: Measures, per_round: int, minutes: float, cases: int | None) -> Iterator[str]:
    """Yield the title, the figures in two columns, and what to deal."""
    yield title_of(measures.movement)
    yield ""
    rows = [*_rows(measures, per_round, minutes)]
    width = max(len(label) for label, text in rows if text)
    yield from (f"{label:<{width}}  {text}".rstrip() for label, text in rows)
    yield ""
    section = Section(measures.judged, Boards(per_round), cases=cases)
    yield f"{say('To deal')}: {'; '.join(dealing_words(section))}"
    if cases is not None:
        yield from sharing_words(section)


def _rows(measures: Measures, per_round: int, minutes: float) -> Iterator[tuple[str, str]]:
    """Yield figures: a label and a text, or one line without a text."""
    boards_played = [groups * per_round for groups in measures.groups_played]
    in_play = measures.groups_in_play * per_round
    yield say("boards in play"), str(in_play)
    yield say("boards played"), between(boards_played)
    yield say("boards not played"), between([in_play - count for count in boards_played])
    plays = [count for count in measures.plays_per_group if count]
    tops = between([2 * (count - 1) for count in plays])
    yield say("results per board"), say("{plays}, top {tops} (2 per score beaten)", plays=between(plays), tops=tops)
    yield from ((line, "") for line in _factoring(measures, per_round))
    unlike = say("{percent:.1f}% (boards only one pair played)", percent=100 * measures.apples_and_oranges)
    yield say("unlike comparisons"), unlike
    yield from _balance(measures)
    opponents = between(measures.opponents_met)
    if measures.repeat_opponents:
        repeats = say_many("1 repeat opponent", "{number} repeat opponents", measures.repeat_opponents)
        opponents = f"{opponents}, {repeats}"
    yield say("opponents met"), opponents
    yield from ((say("sit-outs"), text) for text in _sit_outs(measures, per_round, minutes))
    stationary = say("{count} of {all}", count=len(measures.stationary), all=len(measures.contestants))
    yield say("stationary"), stationary
    yield say("tables walked"), say("at most {tables} in the whole session", tables=max(measures.tables_walked))


def _balance(measures: Measures) -> Iterator[tuple[str, str]]:
    """Yield the balance of each line, and of one field."""
    lines = {1: say("one winner"), 2: say("NS and EW"), 4: say("N, W, S and E")}
    figures = join_items(f"{figure:.1f}" for figure in measures.line_balance)
    equal = say("100 = all compete equally")
    yield say("balance Qf"), f"{figures} ({lines[len(measures.movement.field.lines)]}; {equal})"
    if len(measures.line_balance) > 1:
        yield f"  {say('as one field')}", say("{balance:.1f}, no arrow switch", balance=measures.balance)
        return
    each = measures.competition[~np.eye(len(measures.competition), dtype=np.bool_)]
    competition = say(
        "{least} to {most}, average {mean:.2f}, standard deviation {spread:.2f}",
        least=each.min(),
        most=each.max(),
        mean=each.mean(),
        spread=each.std(),
    )
    yield f"  {say('competition')}", competition
    bound = say("at most {bound:.1f}", bound=measures.balance_bound)
    yield f"  {say('best possible')}", say("proved best") if measures.balance_proved else bound


def _factoring(measures: Measures, per_round: int) -> Iterator[str]:
    """Yield the value of a top on boards with fewer results."""
    most = max(measures.plays_per_group)
    for plays, groups in sorted(Counter(measures.factored_groups.values()).items(), reverse=True):
        board = factored_top(plays, most)
        boards = say_many("1 board", "{number} boards", groups * per_round)
        results = say_many("1 result each", "{number} results each", plays)
        values = say(
            "top {top:.2f} of {full} and bottom {bottom:.2f} with Neuberg, top {ratio:g} with simple factoring",
            top=board.neuberg_top,
            full=2 * (most - 1),
            bottom=board.neuberg_bottom,
            ratio=board.ratio_top,
        )
        yield f"  {boards}, {results}: {values}"


def _sit_outs(measures: Measures, per_round: int, minutes: float) -> Iterator[str]:
    """Yield how many contestants sit out for how long."""
    if not any(measures.sit_outs):
        yield say("none")
        return
    for rounds, count in sorted(Counter(out for out in measures.sit_outs if out).items()):
        if measures.movement.is_individual:
            contestants = say_many("1 player", "{number} players", count)
        else:
            contestants = say_many("1 pair", "{number} pairs", count)
        length = say_many("1 round", "{number} rounds", rounds)
        time = say("{minutes:.0f} minutes", minutes=rounds * per_round * minutes)
        yield f"{contestants}: {length}, {time}"
