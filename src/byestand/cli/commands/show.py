"""``byestand show``: the schedule or the instructions of a movement, by name or from a file."""

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from byestand.catalog import find_judged
from byestand.cli.arrow_options import Switches, apply_arrow_options, switch_options
from byestand.cli.param_types import MISSING, WHOLE_NUMBER, MovementOutput, can_be_file, text_width
from byestand.cli.usage import FORMAT_HELP, Command, OneOf
from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.boards import Boards
from byestand.model.session import Section
from byestand.verify import exchange_movement

if TYPE_CHECKING:
    from byestand.sentences.charts import Chart
    from byestand.sentences.instructions import Instructions


@click.command("show", cls=Command)
@click.argument("named", metavar="NAME|FILE")
@click.option(
    "--format", "to", type=OneOf(["text", "csv", "json", "markdown", "html"]), default="text", help=FORMAT_HELP
)
@click.option("--boards-per-round", type=WHOLE_NUMBER, metavar="N", help="Show board numbers, with N boards per round.")
@click.option("--missing", multiple=True, metavar="PAIR", help=MISSING)
@click.option("--layout", is_flag=True, help="Show written instructions for boards and players.")
@switch_options
@click.option("--chain", is_flag=True, help="Let boards pass from each full subsection to the next.")
def command(
    named: str,
    to: str,
    boards_per_round: int | None,
    missing: tuple[str, ...],
    layout: bool,
    switches: Switches,
    chain: bool,
) -> int:
    """Show a movement's schedule, by name or from a file."""
    if layout and to != "text":
        raise BadRequest(say("--layout works with --format text only"))
    if can_be_file(named):
        from byestand.cli.movement_sources import in_file

        shown, code = in_file(named, missing, boards_per_round, chained=chain, alone=to != "text")
    else:
        judged = find_judged(named, chained=chain, missing=missing, boards_per_round=boards_per_round)
        boards = None if boards_per_round is None else Boards(boards_per_round)
        shown, code = [MovementOutput(Section(judged, boards))], 0
    writers = {"csv": _csv, "json": _json, "markdown": _markdown, "html": _html, "text": _layout if layout else _chart}
    for i, each in enumerate(shown):
        movement = each.section.movement
        if boards_per_round is not None and to == "json" and not movement.swivel:
            raise BadRequest(say("json stores deal groups only; remove --boards-per-round or choose another format"))
        section = exchange_movement(each.section, apply_arrow_options(movement, switches))
        # Scripts rely on the columns: the boards per round of a file must not add one.
        is_for_people = to not in ("csv", "json")
        has_boards = is_for_people or boards_per_round is not None
        text = writers[to](section if has_boards else replace(section, boards=None))
        click.echo(f"\n{text}" if i else text, nl=False)
        click.echo(each.remarks if to == "text" else "", nl=False)
    return code


# Each writer imports what only it needs, so that the others start faster.


def _csv(section: Section) -> str:
    from byestand.formats import csv
    from byestand.formats.document import Document
    from byestand.formats.formats import FORMATS, proofread

    text = csv.dumps(section.movement, boards=section.boards)
    proofread(text.encode(), [Document(section)], FORMATS["csv"])
    return text


def _json(section: Section) -> str:
    from byestand.formats.document import Document
    from byestand.formats.formats import FORMATS, dump_checked

    return dump_checked([Document(section)], FORMATS["json"]).decode()


def _layout(section: Section) -> str:
    from byestand.sentences.instructions import instructions_text
    from byestand.sentences.setup_steps import setup_steps
    from byestand.sentences.text_layout import wrap_lines
    from byestand.words.titles import headline

    parts = setup_steps(section)
    lines = f"{headline(section.movement)}\n\n{instructions_text(parts)}".splitlines()
    return "\n".join(wrap_lines(lines, text_width())) + "\n"


def _markdown(section: Section) -> str:
    from byestand.cli.chart_markup import markdown_page

    return markdown_page(*_page(section))


def _html(section: Section) -> str:
    from byestand.cli.chart_markup import html_page

    return html_page(*_page(section))


def _page(section: Section) -> "tuple[Chart, tuple[Instructions, ...]]":
    from byestand.sentences.charts import chart
    from byestand.sentences.setup_steps import setup_steps

    return chart(section.movement, section.boards), setup_steps(section)


def _chart(section: Section) -> str:
    from byestand.cli.chart_text import chart_text
    from byestand.sentences.charts import chart

    return chart_text(chart(section.movement, section.boards), width=text_width())
