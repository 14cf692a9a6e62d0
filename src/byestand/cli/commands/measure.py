"""``byestand measure``: how fair and how practical a movement is, in figures."""

from collections import Counter
from collections.abc import Iterator

import click
import numpy as np

from byestand.cli.sources import readable, sources
from byestand.cli.switches import Switches, switch_options, switched
from byestand.cli.usage import DECIMAL, Command, OneOf
from byestand.cli.words import WHOLE_NUMBER, fitted, json_text
from byestand.cli.writing import left_sound
from byestand.errors import BadRequest
from byestand.model.boards import Boards
from byestand.model.session import Section
from byestand.plan.choosing.room import USUAL_MINUTES_A_BOARD
from byestand.sheets.boards.dealing import dealing_words, sharing_words
from byestand.texts import plain_figure, printable
from byestand.verify import judge
from byestand.verify.measures import Measures, factored, measure, measures_data
from byestand.words.numbers import between
from byestand.words.titles import title_of

USUAL_BOARDS = 2
"""Boards a round, where neither the command nor the movement tells."""


@click.command("measure", cls=Command)
@click.argument("named", metavar="NAME|FILE")
@click.option("--boards-per-round", type=WHOLE_NUMBER, metavar="N", help="By default 2; 3 in a Rainbow.")
@click.option("--minutes-per-board", type=DECIMAL, default=USUAL_MINUTES_A_BOARD, show_default=True)
@click.option("--cases", type=WHOLE_NUMBER, metavar="N", help="Cases of boards at hand: who shares what, and when.")
@click.option("--missing", multiple=True, metavar="PAIR", help="A pair that is not there: N19, E3.")
@switch_options
@click.option("--format", "to", type=OneOf(["text", "json"]), default="text")
def command(
    named: str,
    boards_per_round: int | None,
    minutes_per_board: float,
    cases: int | None,
    missing: tuple[str, ...],
    switches: Switches,
    to: str,
) -> int:
    """Measure a movement, or each of those in a file: boards, comparisons, balance, sit-outs, walking, copies."""
    boards = None if boards_per_round is None else Boards(boards_per_round)
    if not 0 < minutes_per_board <= 60:
        raise BadRequest(f"a board takes some minutes, up to 60: {plain_figure(minutes_per_board)}")
    blocks = [block for source in sources([named]) for block in source.blocks(missing, boards_per_round)]
    documents, unread = readable(blocks)
    sound, broken = left_sound(documents)
    measured = []
    for document in sound:
        movement = switched(document.movement, switches)
        each = (boards or document.section.boards or Boards(USUAL_BOARDS)).per_round
        measured.append((measure(judge(movement)), each))
    if to == "json":
        data = [measures_data(measures, each, cases=cases) for measures, each in measured]
        click.echo(json_text(data[0] if len(blocks) == 1 else data))
    else:
        texts = [[*_text(*one, minutes_per_board, cases)] for one in measured]
        click.echo(fitted("\n".join("".join(f"{printable(line)}\n" for line in lines) for lines in texts)), nl=False)
    return max(unread, broken)


def _text(measures: Measures, per_round: int, minutes: float, cases: int | None) -> Iterator[str]:
    movement = measures.movement
    yield title_of(movement)
    yield ""
    played, in_play = measures.groups_played, measures.groups_in_play * per_round
    yield f"boards in play          {in_play}"
    yield f"boards played           {between([groups * per_round for groups in played])} by each"
    yield f"boards not played       {between([in_play - groups * per_round for groups in played])} by each"
    plays = [count for count in measures.plays_per_group if count]
    tops = [2 * (count - 1) for count in plays]
    yield f"times a board is played {between(plays)}: the top is {between(tops)} (2 for each score beaten)"
    yield from _factoring(measures, per_round)
    yield f"apples and oranges      {100 * measures.apples_and_oranges:.1f} % of comparisons"
    lines = " and ".join(f"{figure:.1f}" for figure in measures.line_balance)
    who = {1: "one winner", 2: "NS and EW", 4: "N, W, S and E"}[len(movement.field.lines)]
    yield f"balance Qf              {lines} ({who}; 100: all compete alike)"
    if len(measures.line_balance) > 1:
        yield f"  as one field          {measures.balance:.1f}, the arrow not switched"
    else:
        yield from _how_even(measures)
    again = f", {measures.repeat_opponents} meetings again" if measures.repeat_opponents else ""
    yield f"opponents met           {between(measures.opponents_met)}{again}"
    yield from _sitting_out(measures, per_round, minutes)
    yield f"never move              {len(measures.stationary)} of {len(measures.contestants)}"
    yield f"tables walked           at most {max(measures.tables_walked)} by the others"
    yield ""
    section = Section(measures.judged, Boards(per_round), cases=cases)
    yield "To deal: " + "; ".join(dealing_words(section))
    if cases is not None:
        yield from sharing_words(section)


def _how_even(measures: Measures) -> Iterator[str]:
    """Yield how evenly all compete with all in one field, and how evenly they could."""
    each = measures.competition[~np.eye(len(measures.competition), dtype=np.bool_)]
    yield f"  two compete           {each.min()} to {each.max()}, {each.mean():.2f} on average, spread {each.std():.2f}"
    best = "proved best" if measures.balance_proved else f"at most {measures.balance_bound:.1f} possible"
    yield f"  how good it can be    {best}"


def _factoring(measures: Measures, per_round: int) -> Iterator[str]:
    """Yield what a top is worth on boards with fewer scores."""
    most = max(measures.plays_per_group)
    for plays, groups in sorted(Counter(measures.factored_groups.values()).items(), reverse=True):
        board = factored(plays, most)
        yield (
            f"  {groups * per_round} boards played {plays} times: a top counts {board.neuberg_top:.2f} of"
            f" {2 * (most - 1)} by Neuberg, a bottom {board.neuberg_bottom:.2f}; by factoring, {board.ratio_top:g}"
        )


def _sitting_out(measures: Measures, per_round: int, minutes: float) -> Iterator[str]:
    if not any(measures.sit_outs):
        yield "sitting out             nobody"
        return
    for rounds, count in sorted(Counter(out for out in measures.sit_outs if out).items()):
        who = "1 contestant" if count == 1 else f"{count} contestants"
        often = "1 round" if rounds == 1 else f"{rounds} rounds"
        yield f"sitting out             {who} {often}, {rounds * per_round * minutes:.0f} minutes"
