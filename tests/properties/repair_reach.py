"""Whether the command finds the best known repairs with at most four tables affected: 85 sessions.

    python -m tests.properties.repair_reach [--seconds 2] [NUMBER …]

Prints every session whose best answer is worse or better than the best known, then how many reach it: in tables lost
and repeats, in tables affected too, and in all figures.
"""

import argparse
import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from tests.oracles.repair_checker import FEW, check_repair, differences
from tests.support.irregular_nights import Cell, WrongNight
from tests.support.paths import SEEDS
from tests.support.random_mishaps import Mishap
from tests.support.repair_command import answer, plan_of

CASES: list[dict[str, Any]] = json.loads((SEEDS / "repairs_best_known.json").read_text(encoding="utf-8"))["cases"]


def main() -> int:
    """Answer the given sessions, or all; return 1 if an answer is worse than the best known."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("number", nargs="*", type=int)
    asked = parser.parse_args()
    reached = [0, 0, 0]
    numbers = asked.number or range(1, len(CASES) + 1)
    with TemporaryDirectory() as folder:
        for number in numbers:
            case = CASES[number - 1]
            mishap, best = _mishap(case), tuple(case["best"])
            got = _best_with_few_told(mishap, answer(mishap, Path(folder), seconds=asked.seconds))
            reached = [n + (got[:m] <= best[:m]) for n, m in zip(reached, (2, 3, 5), strict=True)]
            if got != best:
                click.echo(f"{number}: {mishap.movement}, {mishap.report}, after {case['after']}: {got}, known {best}")
    few, told, all_figures = reached
    click.echo(f"of {len(numbers)}: {few} lose and meet as little, {told} telling as few, {all_figures} in everything")
    return int(few < len(numbers))


def _mishap(case: dict[str, Any]) -> Mishap:
    plan, copies = plan_of(case["movement"])
    seen = {(round, table): Cell.from_row(cell) for round, table, *cell in case["seen"]}
    night = WrongNight(plan, case["after"], seen, frozenset(case["left"]), copies=copies)
    return Mishap(case["movement"], case["what"], night)


def _best_with_few_told(mishap: Mishap, printed: dict[str, Any]) -> tuple[int, ...]:
    """Return lost, again, told, extra shared and changes of the best option, and print the faults of any."""
    for sentence in differences(mishap.night, printed):
        click.echo(f"{mishap}: {sentence}")
    figures = [check_repair(mishap.night, option).figures for option in printed["options"]]
    return min((lost, again, told, shared, changes) for lost, again, shared, told, changes in figures if told <= FEW)


if __name__ == "__main__":
    sys.exit(main())
