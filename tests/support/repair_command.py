"""The command as users run it: plans as it shows them, and its answers to sessions with problems."""

import contextlib
import io
import json
from functools import cache
from pathlib import Path
from typing import Any

from byestand.cli import run
from tests.support.irregular_nights import Cells, fewest_copies, night_rows, read
from tests.support.random_mishaps import MOVEMENTS, Mishap


class RepairRefusal(Exception):
    """The command ended with an exit code other than 0; its message."""


def repair_output(*arguments: str) -> str:
    """Return the output of the command."""
    out, complaints = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(complaints):
        code = run(list(arguments))
    if code:
        raise RepairRefusal(f"{code}: {complaints.getvalue().strip()}")
    return out.getvalue()


@cache
def plan_of(movement: str) -> tuple[Cells, int]:
    """Return a plan of `MOVEMENTS`, or any code of the catalogue, and the number of copies of its boards."""
    arguments = MOVEMENTS.get(movement, (movement,))
    plan = read(repair_output("show", *arguments, "--format", "csv"))
    layout = json.loads(repair_output("show", *arguments, "--format", "json"))["layout"]
    if layout is None or arguments != (movement,):
        return plan, fewest_copies(plan)
    cases = {copy.rstrip("0123456789") for sub in layout["subsections"] for copy in sub["boarding"] if copy}
    return plan, len(cases | {layout["party_set"]} - {None})


def answer(mishap: Mishap, folder: Path, *more: str, seconds: float = 2) -> dict[str, Any]:
    """Return the json answer of the command to a problem; files go to *folder*."""
    night, name = mishap.night, mishap.movement
    if MOVEMENTS.get(name, (name,)) != (name,):
        name = _file(folder / "plan.csv", night.plan)
    arguments = ["repair", name, "--after", str(night.after), "--seconds", str(seconds), "--format", "json", *more]
    if night.differing_cells:
        arguments += ["--seen", _file(folder / "seen.csv", night.differing_cells)]
    for who in sorted(night.departures):
        arguments += ["--left", who]
    if night.late_pairs:
        arguments += ["--came", str(night.late_pairs)]
    printed: dict[str, Any] = json.loads(repair_output(*arguments))
    return printed


def _file(path: Path, cells: Cells) -> str:
    path.write_text(night_rows(cells), encoding="utf-8")
    return str(path)
