"""Pages say so when a search was stopped by time."""

from pathlib import Path

import pytest

from byestand.search import outcome
from byestand.second_sessions import seating_planner
from tests.support.app import client
from tests.support.crawler import InThisProcess

NOTE = "the search was stopped because this machine is slow or busy; another run may find something else"


@pytest.mark.parametrize("is_slow", [True, False])
def test_a_second_session_of_a_stopped_search_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_slow: bool
) -> None:
    monkeypatch.setattr(seating_planner, "longest_wait", lambda _: 0.0 if is_slow else 1000.0)
    with client(tmp_path / "n.sqlite", pool=InThisProcess()) as page:
        answer = page.get("/second?movement=W0604&seconds=1")
    assert answer.status_code == 200
    assert (NOTE in answer.text) == is_slow


@pytest.mark.parametrize("is_slow", [True, False])
def test_repair_options_of_a_stopped_search_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_slow: bool
) -> None:
    monkeypatch.setattr(outcome, "longest_wait", lambda _: 0.0 if is_slow else 1000.0)
    with client(tmp_path / "n.sqlite", pool=InThisProcess()) as page:
        night = page.post("/nights", data={"movement": "M0909", "boards": "3", "name": "Tuesday"}).headers["location"]
        answer = page.get(f"{night}/section/A/wrong?seconds=0.7&after=3&boards=3:3%3D6&boards=3:4%3D5")
    assert answer.status_code == 200
    assert (NOTE in answer.text) == is_slow
