"""``byestand score``: results into a ranking, held against the movement."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from byestand.cli.sources import section_documents
from byestand.cli.words import WHOLE_NUMBER, json_text
from byestand.cli.writing import force_option, put
from byestand.errors import BadRequest
from byestand.formats.results import csv
from byestand.formats.results.json import night_data
from byestand.formats.results.text import ranking_csv, ranking_text
from byestand.model import Section
from byestand.score.against import Schedule, boards_played
from byestand.score.factoring import FACTORS, Factor
from byestand.score.night import ScoredNight, score_night
from byestand.score.results import Line
from byestand.score.scoring import METHODS, Method, Rules, Sections

if TYPE_CHECKING:
    from byestand.score.contestants import Winners

WRITERS = {
    "text": ranking_text,
    "json": lambda night: json_text(night_data(night)) + "\n",
    "csv": ranking_csv,
}


@click.command("score")
@click.argument("results", nargs=-1, required=True, metavar="RESULTS...")
@click.option(
    "--movement", "named", multiple=True, metavar="NAME|FILE", help="Hold results against what was to be played."
)
@click.option("--boards-per-round", type=WHOLE_NUMBER, metavar="N", help="How many boards make a round.")
@click.option("--method", type=click.Choice(METHODS), default="matchpoints")
@click.option(
    "--factor", type=click.Choice(FACTORS), default="neuberg", help="For boards that were played fewer times."
)
@click.option("--winners", type=click.Choice(("1", "2", "4")), help="How many there are; seen if left out.")
@click.option("--sections", type=click.Choice(("field", "apart")), default="field", help="Compared together, or apart.")
@click.option("--format", "to", type=click.Choice(tuple(WRITERS)), default="text")
@click.option("-o", "--output", metavar="FILE", help="Write to a file.")
@force_option
def command(
    results: tuple[str, ...],
    named: tuple[str, ...],
    boards_per_round: int | None,
    method: str,
    factor: str,
    winners: str | None,
    sections: str,
    to: str,
    output: str | None,
    force: bool,
) -> int:
    """Score results: byestand score tonight.csv --movement W1813; several files are several sessions."""
    sessions = [csv.load(path) for path in results]
    rules = Rules(cast("Method", method), cast("Factor", factor), cast("Sections", sections))
    night = score_night(
        sessions,
        rules,
        winners=cast("Winners", int(winners)) if winners else None,
        schedules=_schedules(named, [line for lines in sessions for line in lines], boards_per_round),
    )
    text = WRITERS[to](night)
    if output is None:
        click.echo(text, nl=False)
    else:
        put([(Path(output), text.encode())], force=force)
    if to != "json":
        _tell(night)
    return 1 if night.has_errors else 0


def _schedules(named: tuple[str, ...], lines: Sequence[Line], per_round: int | None) -> list[Schedule]:
    """Return what was to be played; single players change seats for so many boards as a round has."""
    if not named:
        return []
    documents, _ = section_documents(named, (), None if per_round is None else (per_round,), None)
    found = []
    for document in documents:
        section = document.section
        own = [line for line in lines if len(documents) == 1 or line.section == section.letter]
        if not section.movement.swivel:
            section = Section(section.judged, None if per_round is None else section.boards, section.letter)
        boards = boards_played(section, own, per_round)
        if section.movement.swivel and boards.per_round != len(section.movement.swivel):
            raise BadRequest(f"{section.movement.name} has rounds of {len(section.movement.swivel)} boards here")
        found.append(Schedule.of(section, boards))
    return found


def _tell(night: ScoredNight) -> None:
    for finding in night.findings:
        click.echo(f"byestand: {finding.severity}: {finding.sentence}", err=True)
