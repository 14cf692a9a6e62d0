"""The benches that leave out parts of a search name parts that exist."""

import runpy

import pytest

from tests.support.paths import ROOT


@pytest.mark.parametrize("bench", ["ablate_seatings"])
def test_every_part_that_is_left_out_exists(bench: str) -> None:
    parts = runpy.run_path(str(ROOT / "bench" / f"{bench}.py"))
    replaced = [place for part in parts["PARTS"].values() for place in part.replacements]
    replaced += [place for places in parts["PROOF_PARTS"].values() for place in places]
    assert len(replaced) > 20
    assert [name for place, name, _ in replaced if not hasattr(place, name)] == []
