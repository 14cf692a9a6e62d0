"""Recorded session files still give the same state."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.freeze.recorded_evenings import EVENINGS, Director
from tests.freeze.recorded_nights import FILES, file_states, golden_state
from tests.support.app import client
from tests.support.crawler import InThisProcess

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the hours were recorded in UTC; Windows has no tzset")


@pytest.fixture(scope="module")
def state_of(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], str]]:
    yield from file_states(tmp_path_factory.mktemp("recorded"))


@pytest.mark.parametrize("name", FILES)
def test_a_recorded_night_comes_to_the_same(name: str, state_of: Callable[[str], str]) -> None:
    assert state_of(name) == golden_state(name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["relettered", "two_sections"])
def test_an_evening_that_is_played_again_has_the_same_results(name: str, tmp_path: Path) -> None:
    with client(tmp_path / "nights.sqlite", pool=InThisProcess()) as page:
        director = Director(page, wait=lambda _: None)
        EVENINGS[name](director)
        files = [page.get(f"{director.night}/results/{file}").text for file in ("results.csv", "ranking.csv")]
    recorded = golden_state(f"{name}.json").read_text(encoding="utf-8").split("===== ")
    assert [file.rstrip() for file in files] == [part.partition("\n")[2].rstrip() for part in recorded[1:3]]
