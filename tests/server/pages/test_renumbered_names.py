"""A late pair turns two lines into one field, in which East-West are numbered on after North-South: names follow."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.support.app import client
from tests.support.crawler import InThisProcess
from tests.support.night_files import names_in
from tests.support.repair_pages import as_it_is, do, repair_url, save_night, words

ROVES_BOTH_WAYS = "Late pair as two-way rover"
NAMES = {label: f"{label} Anna & {label} Boris" for label in ("N1", "N9", "E1", "E9")}


@pytest.fixture
def page(tmp_path: Path) -> Iterator[TestClient]:
    with client(tmp_path / "nights.sqlite", pool=InThisProcess()) as found:
        yield found


def named_night(page: TestClient, *movements: str, prefix: str = "") -> str:
    listed = "\n".join(f"{prefix}{label}\t{name}" for label, name in NAMES.items())
    night = save_night(page, *movements)
    answer = page.post(night, data={"pairs": listed, "name": "Tuesday"})
    assert answer.status_code < 400, words(answer.text)
    assert names_in(as_it_is(page, night)) == {f"{prefix}{label}": name for label, name in NAMES.items()}
    return night


def renumber_night(prefix: str = "") -> dict[str, str]:
    numbers = {"N1": "1", "N9": "9", "E1": "10", "E9": "18"}
    return {f"{prefix}{numbers[label]}": name for label, name in NAMES.items()}


def test_only_the_pair_that_came_is_asked_for_its_names(page: TestClient) -> None:
    text = page.get(repair_url(save_night(page, "M0909"), "after=1", "came=1", "seconds=1")).text
    assert ROVES_BOTH_WAYS in words(text)
    labels = set(re.findall(r'name="name-(\w+)"', text))
    assert {"19"} <= labels <= {"19", "E10"}, "a busy machine finds fewer ways in the time given"


@pytest.mark.parametrize(("movements", "letter", "prefix"), [(("M0909",), "A", ""), (("M0505", "M0909"), "B", "B")])
def test_names_follow_pairs_into_one_field_and_back(
    page: TestClient, movements: tuple[str, ...], letter: str, prefix: str
) -> None:
    night = named_night(page, *movements, prefix=prefix)
    do(page, repair_url(night, "after=1", "came=1", "seconds=1", letter=letter))
    assert names_in(as_it_is(page, night)) == renumber_night(prefix)
    answer = page.post(f"{night}/section/{letter}/undo", data={})
    assert answer.status_code == 303, words(answer.text)
    assert names_in(as_it_is(page, night)) == {f"{prefix}{label}": name for label, name in NAMES.items()}


def test_one_undo_on_the_desk_takes_back_the_repair_with_its_names(page: TestClient) -> None:
    night = named_night(page, "M0909")
    before = as_it_is(page, night)
    page.post(f"{night}/play/start", data={})
    do(page, repair_url(night, "after=1", "came=1", "seconds=1"))
    desk = page.get(f"{night}/play").text
    assert "Undo: Repair after round 1" in words(desk)
    undo = dict(re.findall(r'name="(position|revision)" value="(\d+)"', desk[desk.index("play/undo") :]))
    answer = page.post(f"{night}/play/undo", data=undo)
    assert answer.status_code == 303, words(answer.text)
    assert as_it_is(page, night) == before


@pytest.mark.parametrize("asked", ["/pair/E9", "/pair/18"])
def test_a_phone_shows_its_pair_under_the_old_number_and_the_new(page: TestClient, asked: str) -> None:
    night = named_night(page, "M0909")
    do(page, repair_url(night, "after=1", "came=1", "seconds=1"))
    assert "E9 Anna" in page.get(f"{night}{asked}").text
    assert "E9 Anna" in page.get(f"{night}/pair?who=e9").text
