"""``byestand show``: the schedule, or how to board and move; of a name, or of what is in somebody's file."""

from typing import TYPE_CHECKING

import click

from byestand.catalog import find_judged
from byestand.cli.switches import Switches, switch_options, switched
from byestand.cli.words import WHOLE_NUMBER, Shown, can_be_file, text_width
from byestand.errors import BadRequest
from byestand.formats.document import Document
from byestand.model.boards import Boards
from byestand.model.session import Section

if TYPE_CHECKING:
    from byestand.words.charts import Chart
    from byestand.words.instructions import Instructions


@click.command("show")
@click.argument("named", metavar="NAME|FILE")
@click.option("--format", "to", type=click.Choice(["text", "csv", "json", "markdown", "html"]), default="text")
@click.option("--boards-per-round", type=WHOLE_NUMBER, metavar="N", help="Print board numbers, N a round.")
@click.option("--missing", multiple=True, metavar="PAIR", help="A pair that is not there: N19, E3.")
@click.option("--layout", is_flag=True, help="Tell in words how to board and move.")
@switch_options
@click.option("--chain", is_flag=True, help="Let the boards of full subsections flow on into the next.")
def command(
    named: str,
    to: str,
    boards_per_round: int | None,
    missing: tuple[str, ...],
    layout: bool,
    switches: Switches,
    chain: bool,
) -> int:
    """Show the schedule of a movement, by name or in a file of any format."""
    if layout and to != "text":
        raise BadRequest("--layout tells in words: it goes with --format text only")
    if can_be_file(named):
        from byestand.cli.sources import in_file

        shown, code = in_file(named, missing, boards_per_round, chained=chain, alone=to != "text")
    else:
        judged = find_judged(named, chained=chain, missing=missing, boards_per_round=boards_per_round)
        boards = None if boards_per_round is None else Boards(boards_per_round)
        shown, code = [Shown(Document(Section(judged, boards)))], 0
    writers = {"csv": _csv, "json": _json, "markdown": _markdown, "html": _html, "text": _layout if layout else _chart}
    for i, each in enumerate(shown):
        movement = each.document.movement
        if boards_per_round is not None and to == "json" and not movement.swivel:
            raise BadRequest("json holds deal groups: --boards-per-round goes with the other formats")
        movement = switched(movement, switches)
        # Scripts count on the columns: a file's own boards a round add none.
        read = to not in ("csv", "json")
        boards = each.document.section.boards if read or boards_per_round is not None else None
        text = writers[to](each.document.playing(movement).with_boards(boards))
        click.echo(f"\n{text}" if i else text, nl=False)
        click.echo(each.remarks if to == "text" else "", nl=False)
    return code


# Each writer imports what it alone needs, so that the others start without it.


def _csv(document: Document) -> str:
    from byestand.formats import csv
    from byestand.formats.registry import FORMATS, proofread

    text = csv.dumps(document.movement, boards=document.section.boards)
    proofread(text.encode(), [document], FORMATS["csv"])
    return text


def _json(document: Document) -> str:
    from byestand.formats.registry import FORMATS, written

    return written([document], FORMATS["json"]).decode()


def _layout(document: Document) -> str:
    from byestand.words.instructions import instructions_text
    from byestand.words.setup_steps import setup_steps
    from byestand.words.titles import headline
    from byestand.words.typesetting import wrapped

    parts = setup_steps(document.section)
    lines = f"{headline(document.movement)}\n\n{instructions_text(parts)}".splitlines()
    return "\n".join(wrapped(lines, text_width())) + "\n"


def _markdown(document: Document) -> str:
    from byestand.cli.chart_pages import markdown_page

    return markdown_page(*_page(document))


def _html(document: Document) -> str:
    from byestand.cli.chart_pages import html_page

    return html_page(*_page(document))


def _page(document: Document) -> "tuple[Chart, tuple[Instructions, ...]]":
    from byestand.words.charts import chart
    from byestand.words.setup_steps import setup_steps

    return chart(document.movement, document.section.boards), setup_steps(document.section)


def _chart(document: Document) -> str:
    from byestand.cli.chart_text import chart_text
    from byestand.words.charts import chart

    return chart_text(chart(document.movement, document.section.boards), width=text_width())
