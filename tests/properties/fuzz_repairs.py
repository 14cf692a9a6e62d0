"""Thousands of random problems in play; an independent checker checks the answers of the command.

    python -m tests.properties.fuzz_repairs [--mishaps 2000] [--seed 1] [--seconds 2] [--hold STEPS] [MOVEMENT …]

Prints every fault as it is found, then the number of faults of each kind, and the times of the answers. With --hold
every proof is checked with the second engine for this many steps.
"""

import argparse
import statistics
import sys
import time
import traceback
from collections import Counter
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from tests.oracles.repair_checker import differences_by_law
from tests.oracles.second_repairer import TooLong, better_than
from tests.support.random_mishaps import MOVEMENTS, Mishap, mishaps
from tests.support.repair_command import RepairRefusal, answer, plan_of


def main() -> int:
    """Try the requested number of problems; return 1 if there was a fault."""
    asked = _random_request()
    plans = {name: plan_of(name) for name in asked.movement or MOVEMENTS}
    faults, proofs, took = Counter[str](), Counter[str](), []
    with TemporaryDirectory() as folder:
        for mishap in islice(mishaps(plans, asked.seed), asked.mishaps):
            started = time.perf_counter()
            try:
                printed = answer(mishap, Path(folder), seconds=asked.seconds)
            except RepairRefusal as refusal:
                _print_report(faults, "refused", mishap, str(refusal))
                continue
            except Exception:  # noqa: BLE001 - whatever it is, the next night is tried
                _print_report(faults, "crashed", mishap, traceback.format_exc())
                continue
            took.append((time.perf_counter() - started, str(mishap)))
            for law, sentences in differences_by_law(mishap.night, printed).items():
                if sentences:
                    _print_report(faults, law, mishap, f"{sentences[0]} (and {len(sentences) - 1} more)")
            proofs.update(
                _hold(faults, mishap, option, asked.hold) for option in printed["options"] if option["proved"]
            )
            _require_no_worse(faults, mishap, printed["options"])
    slow = statistics.quantiles([seconds for seconds, _ in took], n=100)
    click.echo(f"{len(took)} answers, proofs: {dict(proofs)}, faults: {dict(faults) or 'none'}")
    click.echo(f"seconds: p50 {slow[49]:.2f}, p95 {slow[94]:.2f}, most {max(took)[0]:.2f}")
    click.echo(f"the slowest: {max(took)[1]}")
    return 1 if faults else 0


def _random_request() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mishaps", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--hold", type=int, default=0, metavar="STEPS")
    parser.add_argument("movement", nargs="*")
    return parser.parse_args()


def _require_no_worse(faults: Counter[str], mishap: Mishap, options: list[dict[str, Any]]) -> None:
    """Count answers whose first option loses more than the plan, or as much with more repeats."""
    plan = next((option for option in options if option["kind"] == "plan"), options[0])
    if (options[0]["lost"], options[0]["again"]) > (plan["lost"], plan["again"]):
        _print_report(faults, "worse than the plan", mishap, str(options[0]))


def _hold(faults: Counter[str], mishap: Mishap, option: dict[str, Any], steps: int) -> str:
    """Check a proof with the second engine, and return the result."""
    try:
        better = better_than(mishap.night, option, steps)
    except TooLong:
        return "not known"
    if better is None:
        return "held"
    _print_report(faults, "false proofs", mishap, f"{option['lost'], option['again']} for {option['scope']}: {better}")
    return "false"


def _print_report(faults: Counter[str], kind: str, mishap: Mishap, sentence: str) -> None:
    faults[kind] += 1
    click.echo(f"{kind}: {mishap}\n    {sentence}")


if __name__ == "__main__":
    sys.exit(main())
