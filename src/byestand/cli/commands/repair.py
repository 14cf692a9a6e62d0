"""``byestand repair``: it went wrong in round K; how to go on, every way with what it costs."""

import click

from byestand.catalog.sections import session_of
from byestand.cli.sources import section_of
from byestand.cli.words import WHOLE_NUMBER, json_text
from byestand.formats import seen_cells
from byestand.plan.repairs.data import repair_data
from byestand.plan.repairs.mishaps import as_played
from byestand.plan.repairs.options import Wanted, options
from byestand.verify.continuations import usual_copies


@click.command("repair")
@click.argument("named", nargs=-1, required=True, metavar="[SECTION=]NAME|FILE...")
@click.option("--after", type=WHOLE_NUMBER, required=True, metavar="K", help="The last round that was played.")
@click.option("--seen", metavar="FILE.csv", help="What was really played: the cells that differ from the plan.")
@click.option("--cases", type=WHOLE_NUMBER, metavar="N", help="Copies of every board; else as many as planned.")
@click.option("--extra-sharing", type=WHOLE_NUMBER, default=1, metavar="0|1", help="Sets more that may be shared.")
@click.option("--seconds", type=click.FloatRange(0.1, 600), default=2.0, metavar="S", help="How long to search (2).")
@click.option("--format", type=click.Choice(["json"]), default="json", expose_value=False)
def command(
    named: tuple[str, ...],
    after: int,
    seen: str | None,
    cases: int | None,
    extra_sharing: int,
    seconds: float,
) -> None:
    """Go on after a mishap: byestand repair W1813 --after 5 --seen cells.csv."""
    session = session_of(named, section_of=section_of)
    section = session.sections[0]
    plan = section.movement
    cells = seen_cells.load(seen, plan, section.boards) if seen else ()
    wanted = Wanted(usual_copies(plan) if cases is None else cases, extra_sharing, seconds)
    found = options(as_played(plan, after, cells), wanted, forgiven=section.judged.evidence.forgiven)
    click.echo(json_text(repair_data(found, ["" for _ in found])))
