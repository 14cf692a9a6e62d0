"""The ranking as text for a terminal, and as rows for a spreadsheet."""

import csv
import io
from collections.abc import Iterator
from itertools import groupby

from byestand.formats.results.json import rounded
from byestand.score.night import ScoredNight
from byestand.score.ranking import Ranked
from byestand.score.shown import two_decimals

COLUMNS = ("place", "section", "line", "contestant", "score", "percentage", "boards")


def ranking_csv(night: ScoredNight) -> str:
    """Return the ranking as rows."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for one in night.ranking:
        who = one.contestant
        percentage = "" if one.percentage is None else rounded(one.percentage)
        writer.writerow((one.place, who.section, who.line, who.label, rounded(one.score), percentage, one.boards))
    return text.getvalue()


def ranking_text(night: ScoredNight) -> str:
    """Return the ranking in columns, a part for each line."""
    return (
        "\n".join("\n".join(_part(night, line, list(ranked))) for line, ranked in groupby(night.ranking, key=_line))
        + "\n"
    )


def _line(one: Ranked) -> tuple[str, str]:
    return one.contestant.line, ""


def _part(night: ScoredNight, line: tuple[str, str], ranked: list[Ranked]) -> Iterator[str]:
    if line[0]:
        yield line[0]
    in_imps = night.rules.method != "matchpoints"
    for one in ranked:
        tied = sum(other.place == one.place for other in ranked) > 1
        place = f"{one.place}{'=' if tied else ''}"
        figure = f"{two_decimals(one.score):>8} IMPs" if in_imps else f"{two_decimals(one.percentage or 0):>6} %"
        boards = f"{one.boards} board{'' if one.boards == 1 else 's'}"
        yield f"{place:>5}  {one.contestant.section}{one.contestant.label:<5} {figure}  {boards}"
