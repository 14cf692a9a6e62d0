"""Paths of the repository that tests read."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"
SEEDS = ROOT / "tests" / "seeds"
VENDOR = ROOT / "tests" / "vendor"
