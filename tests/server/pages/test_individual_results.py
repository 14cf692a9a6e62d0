"""Results of individual players: a Rainbow's own Bridgemate file is imported without a finding."""

import json
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from byestand import cli
from byestand.catalog import find
from byestand.formats.individual_rounds import unfold_rounds
from byestand.formats.results import loads
from byestand.formats.results.usebio import PAIRS_ONLY
from byestand.night.events import Undone
from byestand.score.score_sessions import score_night
from byestand.server.storage.nights import VisibleNights
from tests.support.app import client, state_of
from tests.support.crawler import InThisProcess
from tests.support.documents import document_of
from tests.support.result_sets import received_rows, with_results


def rainbow_file(name: str, boards: int, missing: tuple[str, ...] = ()) -> bytes:
    """Return the database that we export for a Rainbow, with a result for every board."""
    document = unfold_rounds(document_of(find(name, missing=missing, boards_per_round=boards), boards, letter="A"))
    return with_results(document, list(received_rows(document)))


def test_single_players_are_read_from_four_columns() -> None:
    document = unfold_rounds(document_of(find("R0505"), 3, letter="A"))
    rows = list(received_rows(document))
    read = loads(with_results(document, rows))
    assert read.lines[0].ns == (str(rows[0]["PairNS"]), str(rows[0]["South"]))
    night = score_night([read.lines], schedules=read.schedules)
    assert night.findings == ()
    assert len(night.ranking) == 20


@pytest.mark.parametrize(("name", "rounds", "boards"), [("R0606", 5, 4), ("R0505", 5, 3), ("I0807", 7, 3)])
def test_results_have_the_rounds_that_the_director_announces(name: str, rounds: int, boards: int) -> None:
    """A Bridgemate has 20 rounds of one board where players change seats in each of 5 rounds of 4."""
    read = loads(rainbow_file(name, boards))
    (schedule,) = read.schedules
    assert {line.round for line in read.lines} == {play.round for play in schedule.plays} == set(range(1, rounds + 1))


@pytest.mark.parametrize(
    ("missing", "options"),
    [((), ["--movement", "R0606", "--boards-per-round", "4"]), ((), []), (("24",), [])],
)
def test_the_file_of_a_rainbow_comes_back_without_a_finding(
    missing: tuple[str, ...], options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played = tmp_path / "rainbow.bws"
    played.write_bytes(rainbow_file("R0606", 4, missing))
    assert cli.run(["score", str(played), "--format", "json", *options]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["findings"] == []
    assert len(data["ranking"]) == 24 - len(missing)
    assert {line["round"] for board in data["boards"] for line in board["lines"]} == {1, 2, 3, 4, 5}


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client(tmp_path_factory.mktemp("players") / "nights.sqlite", pool=InThisProcess()) as found:
        yield found


def test_the_app_takes_the_file_of_its_own_rainbow_without_a_doubt(page: TestClient) -> None:
    kept = page.post("/nights", data={"movement": ["R0606"], "boards": "4", "name": "Rainbow"})
    night = kept.headers["location"]
    answer = page.post(f"{night}/results/bring", files={"file": ("rainbow.bws", rainbow_file("R0606", 4))})
    assert answer.status_code == 303
    assert "expected in" not in page.get(answer.headers["location"]).text


def test_an_import_into_a_night_of_players_is_one_event_and_undo_takes_it_back(page: TestClient) -> None:
    kept = page.post("/nights", data={"movement": ["R0606"], "boards": "4", "name": "Rainbow"})
    night = kept.headers["location"]
    nights = VisibleNights(state_of(page.app).services.store)
    id = int(night.rpartition("/")[2])
    page.post(f"{night}/results?board=1", data={"at-1-1-1": "420"})
    before = nights.log(id).state
    typed = before.results
    answer = page.post(f"{night}/results/bring", files={"file": ("rainbow.bws", rainbow_file("R0606", 4))})
    assert page.post(answer.headers["location"], data={"how": "merge"}).status_code == 303
    log = nights.log(id)
    assert (log.state.revision, log.state.results.count) == (before.revision + 1, 6 * 5 * 4)
    assert log.state.results.line(next(iter(typed.keys()))) == next(iter(typed.lines(has_letters=False)))
    assert nights.append(id, Undone(log.state.revision)).state.results == typed


def test_the_ranking_of_players_says_why_there_is_no_usebio(page: TestClient) -> None:
    for movement, is_said in (("R0606", True), ("W0605", False)):
        kept = page.post("/nights", data={"movement": [movement], "boards": "2", "name": movement})
        text = unescape(page.get(f"{kept.headers['location']}/ranking").text)
        assert (PAIRS_ONLY in text) is is_said
