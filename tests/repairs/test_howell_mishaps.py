"""Wrong moves of all pairs: what is offered and accepted in a Howell, where pairs follow each other, and elsewhere."""

import re
from collections.abc import Iterator

import numpy as np
import pytest
from starlette.testclient import TestClient

from byestand import cli
from byestand.catalog import find
from byestand.movements import with_missing
from byestand.repairs.mishap_syntax import parse_mishaps
from byestand.repairs.reconstruction import reconstruct_play
from tests.support.app import client
from tests.support.crawler import InThisProcess


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client(tmp_path_factory.mktemp("howells") / "nights.sqlite", pool=InThisProcess()) as found:
        yield found


def start_night(page: TestClient, movement: str, **form: str) -> str:
    """Start a night, and return its address."""
    night = str(page.post("/nights", data={"movement": movement, "boards": "2", **form}).headers["location"])
    revision = re.findall(r'name="revision" value="(\d+)"', page.get(f"{night}/play").text)[0]
    assert page.post(f"{night}/play/start", data={"revision": revision}).status_code == 303
    return night


@pytest.mark.parametrize(("howell", "missing"), [("H0713", "14"), ("H0508", "9"), ("H0508", "")])
def test_a_howell_that_moved_as_planned_is_no_mishap(
    howell: str, missing: str, capsys: pytest.CaptureFixture[str]
) -> None:
    without = ["--missing", missing] if missing else []
    assert cli.run(["repair", howell, *without, "--after", "4", "--moved", "all:+1@3"]) == 2
    said = capsys.readouterr()
    assert "all:+1 is the planned move of a Howell" in said.err
    assert not said.out


@pytest.mark.parametrize("move", [["--moved", "ew:+1@3"], ["--moved", "ns:0@3"], ["--boards-moved", "-1@3"]])
def test_a_mitchell_that_moved_as_planned_is_no_mishap(move: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["repair", "M0909", "--after", "4", *move]) == 2
    assert re.search("this is the planned (board )?move after round 3", capsys.readouterr().err)


@pytest.mark.parametrize("missing", ["3", "13", "14"])
@pytest.mark.parametrize("by", ["0", "+2", "-1"])
def test_a_missing_pair_leaves_its_gap_where_nobody_went(missing: str, by: str) -> None:
    """Without a missing pair it is the same problem, and the missing pair's seat is the empty one."""
    whole = find("H0713")
    short = with_missing(whole, missing)
    seats = reconstruct_play(whole, 5, parse_mishaps(whole, 5, moved=[f"all:{by}@3"]), copies=2).seats
    gone = reconstruct_play(short, 5, parse_mishaps(short, 5, moved=[f"all:{by}@3"]), copies=2).seats
    assert np.array_equal(gone, np.where(seats == int(missing), 0, seats))


def test_the_page_of_a_howell_speaks_of_pairs_and_offers_no_move_that_is_the_plan(page: TestClient) -> None:
    night = start_night(page, "H0713", missing="14")
    form = page.get(f"{night}/section/A/wrong?after=4&kind=moved").text
    offered = re.search(r'<select id="up".*?</select>', form, re.DOTALL)
    assert offered
    assert "moved forward 2 pairs" in offered[0]
    assert 'value="+1"' not in offered[0]
    assert not re.search(r"\bup \d", offered[0])
    said = page.get(f"{night}/section/A/wrong?after=4&moved=all:%2B2@3").text
    assert "After round 3 all moving pairs moved on 2 places." in said


@pytest.mark.parametrize(("movement", "offered"), [("M0807", True), ("M0909", False), ("H0713", False)])
def test_a_forgotten_skip_is_offered_where_one_is_planned(page: TestClient, movement: str, offered: bool) -> None:
    night = start_night(page, movement)
    assert ("Skip forgotten" in page.get(f"{night}/play").text) is offered
    form = page.get(f"{night}/section/A/wrong?after=4&kind=skip").text
    assert ("This movement has no skip." in form) is not offered
