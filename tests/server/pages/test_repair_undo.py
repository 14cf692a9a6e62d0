"""Repairs chosen and undone as events: names, windows that are out of date, and repairs from a file."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import pytest
from starlette.testclient import TestClient

from byestand import codec
from byestand.job import Job
from byestand.model.setup import CatalogMovement, CustomMovement, SectionSetup
from byestand.server.jobs.job_results import Done
from byestand.server.pages.repair.option_search import SectionInNight, find_options
from tests.support.app import client
from tests.support.crawler import InThisProcess
from tests.support.night_files import names_in, sections_in
from tests.support.repair_pages import as_it_is, do, repair_url, save_night, without_log, words

P = ParamSpec("P")
T = TypeVar("T")
EXCHANGED = ("after=3", "boards=3:3=6", "boards=3:4=5")
"""M0909: tables 3 and 4 played one another's boards in round 3."""
NAMES = "\n".join(f"{line}{n}\t{line}{n} Anna & {line}{n} Boris" for line in "NE" for n in range(1, 10))


class CountingPool(InThisProcess):
    """Remembers the jobs that it ran."""

    def __init__(self) -> None:
        self.jobs: list[tuple[str, str]] = []

    async def work(self, job: Job[P, T], *args: P.args, **kwargs: P.kwargs) -> Done[T]:
        """Return the result of a job."""
        self.jobs.append(job.name)
        return await super().work(job, *args, **kwargs)


@pytest.fixture
def page(tmp_path: Path) -> Iterator[TestClient]:
    with client(tmp_path / "nights.sqlite", pool=InThisProcess()) as found:
        yield found


def export_night(page: TestClient, night: str) -> dict[str, Any]:
    found: dict[str, Any] = page.get(f"{night}/night.json").json()
    return found


def kinds(page: TestClient, night: str) -> list[str]:
    """Return the kinds of all events of a night."""
    return [event["kind"] for event in export_night(page, night)["log"]]


def undo(page: TestClient, night: str, revision: str = "") -> int:
    return page.post(f"{night}/section/A/undo", data={"revision": revision}).status_code


def chosen(page: TestClient, address: str, name: str = "") -> None:
    """Choose the first option; the late pair has a name."""
    text = page.get(address).text
    way, revision = (re.findall(rf'name="{field}" value="(\w+)"', text)[0] for field in ("way", "revision"))
    field = re.findall(r'name="(name-\w+)"', text)[0]
    answer = page.post(address, data={"way": way, "revision": revision, field: name})
    assert answer.status_code == 303, words(answer.text)


def test_undo_restores_names_exactly_with_one_event(page: TestClient) -> None:
    """The late pair makes one field of two lines: E1 becomes 10."""
    night = save_night(page, "M0909")
    page.post(night, data={"pairs": NAMES})
    before, events = as_it_is(page, night), kinds(page, night)
    chosen(page, repair_url(night, "after=1", "came=1", "seconds=0.3"), "Carla & Dora")
    names = names_in(export_night(page, night))
    assert (names["10"], names["19"]) == ("E1 Anna & E1 Boris", "Carla & Dora")
    assert undo(page, night) == 303
    assert as_it_is(page, night) == before
    assert kinds(page, night) == [*events, "repair chosen", "undone"]


def test_a_repair_chosen_on_a_page_opened_before_another_repair_is_refused(page: TestClient) -> None:
    night = save_night(page, "M0909")
    text = page.get(repair_url(night, "after=5", "left=E4")).text
    way, revision = (re.findall(rf'name="{field}" value="(\w+)"', text)[0] for field in ("way", "revision"))
    do(page, repair_url(night, *EXCHANGED))
    before = export_night(page, night)
    late = page.post(repair_url(night, "after=5", "left=E4"), data={"way": way, "revision": revision})
    assert late.status_code == 409
    assert "changed in another window" in words(late.text)
    assert export_night(page, night) == before


def test_a_second_window_does_not_undo_the_repair_before(page: TestClient) -> None:
    night = save_night(page, "M0909")
    do(page, repair_url(night, *EXCHANGED))
    once = as_it_is(page, night)
    do(page, repair_url(night, "after=5", "left=E4"))
    assert [undo(page, night, "3"), undo(page, night, "3")] == [303, 409]
    assert as_it_is(page, night) == once


def test_a_repair_is_undone_also_where_the_first_board_was_changed_after_it(page: TestClient) -> None:
    night = save_night(page, "M0909")
    before = sections_in(export_night(page, night))[0]["movement"]
    do(page, repair_url(night, *EXCHANGED))
    assert page.post(night, data={"first": "27", "letter": "A"}).status_code == 303
    assert undo(page, night) == 303
    (section,) = sections_in(export_night(page, night))
    assert section["movement"] == before
    assert section["boards"]["first"] == 27
    assert "Repair in use" not in words(page.get(night).text)


def movement(section: dict[str, Any]) -> object:
    """Return a movement as a file has it: its name, or all of it."""
    return section["movement"].get("document", section["movement"]["name"])


def test_repairs_of_a_file_without_a_log_are_taken_back_one_by_one(page: TestClient) -> None:
    """The first of them renumbers pairs."""
    night = save_night(page, "M0909")
    page.post(night, data={"pairs": NAMES})
    nights = [export_night(page, night)]
    chosen(page, repair_url(night, "after=1", "came=1", "seconds=0.3"))
    nights.append(export_night(page, night))
    do(page, repair_url(night, "after=3", "left=13", "seconds=0.3"))
    nights.append(export_night(page, night))
    assert "10" in names_in(nights[-1])
    file = json.dumps(without_log(nights[-1])).encode()
    old = page.post("/nights/import", files={"file": ("old.json", file)}).headers["location"]
    for expected in (nights[1], nights[0]):
        assert undo(page, old) == 303
        here = export_night(page, old)
        assert names_in(here) == names_in(expected)
        assert movement(sections_in(here)[0]) == movement(sections_in(expected)[0])
    assert kinds(page, old) == ["created", "repair withdrawn", "repair withdrawn"]
    assert undo(page, old) == 400


def test_an_option_is_written_as_the_codec_writes_it() -> None:
    """Otherwise the next repair would not follow after the night was read from its database."""
    section = SectionInNight(SectionSetup("A", CatalogMovement("M0505")), None, shows_letter=False)
    for option in find_options.run(section, (("after", "2"), ("left", "E4"), ("seconds", "0.2"))):
        text = codec.dumps(CustomMovement, option.movement)
        assert codec.read(CustomMovement, json.loads(text), source="the night") == option.movement


def test_typing_names_makes_nobody_search_again(tmp_path: Path) -> None:
    pool = CountingPool()
    with client(tmp_path / "nights.sqlite", pool=pool) as page:
        night = save_night(page, "M0909")
        address = repair_url(night, "after=5", "left=E4")
        before = page.get(address).text
        assert page.post(night, data={"pairs": "N1 Anna", "notes": "window open"}).status_code == 303
        ways = [re.findall(r'name="way" value="(\w+)"', text) for text in (before, page.get(address).text)]
        assert ways[0] == ways[1]
        assert pool.jobs.count(find_options.name) == 1


def test_a_night_from_a_file_can_be_repaired_again(page: TestClient) -> None:
    night = save_night(page, "M0909")
    do(page, repair_url(night, *EXCHANGED))
    file = page.get(f"{night}/night.json").content
    copy = page.post("/nights/import", files={"file": ("n.json", file)}).headers["location"]
    assert "Repair in use after round 5" in words(do(page, repair_url(copy, "after=5", "left=E4")))
    assert undo(page, copy) == 303
    assert as_it_is(page, copy) == as_it_is(page, night)


def test_a_repaired_movement_keeps_its_planned_code(page: TestClient) -> None:
    night = save_night(page, "M0909")
    do(page, repair_url(night, "after=1", "came=1", "seconds=0.3"))
    name = sections_in(export_night(page, night))[0]["movement"]["name"]
    assert name == "M0909"


def test_labels_begin_with_the_letter_where_there_are_several_sections(page: TestClient) -> None:
    night = save_night(page, "M0505", "M0909")
    text = page.get(repair_url(night, *EXCHANGED, "left=E4@2", "table=3", letter="B")).text
    shown = words(re.sub(r"<svg.*?</svg>", "", text, flags=re.DOTALL))
    assert "BE4 left after round 2." in shown
    assert not re.findall(r"\b[NE]\d+\b", shown)


@pytest.fixture
def without_seat(page: TestClient) -> str:
    """Return a session in which N9 came late and had a name, until that repair was undone."""
    night = save_night(page, "M0909", missing="N9")
    do(page, repair_url(night, "after=2", "came=1"))
    page.post(night, data={"pairs": "N1 Anna\nN9 Carla", "notes": "window open"})
    assert undo(page, night) == 303
    return night


class TestWithoutASeat:
    def test_a_name_without_a_seat_stays_and_is_shown(self, page: TestClient, without_seat: str) -> None:
        night = export_night(page, without_seat)
        assert names_in(night) == {"N1": "Anna", "N9": "Carla"}
        assert night["notes"] == "window open"
        assert "No longer seated: N9 Carla" in words(page.get(without_seat).text)
        assert "1 of 17 pairs have names" in words(page.get(without_seat).text)
        assert "No longer seated: N9 Carla" in words(page.get(f"{without_seat}/play").text)

    def test_undo_on_the_desk_leaves_it_too(self, page: TestClient) -> None:
        night = save_night(page, "M0909", missing="N9")
        page.post(f"{night}/play/start", data={"revision": "1"})
        chosen(page, repair_url(night, "after=2", "came=1"))
        page.post(night, data={"pairs": "N1 Anna\nN9 Carla"})
        repair = kinds(page, night).index("repair chosen") + 1
        revision = len(kinds(page, night))
        answer = page.post(f"{night}/play/undo", data={"position": repair, "revision": revision})
        assert answer.status_code == 303, words(answer.text)
        assert "No longer seated: N9 Carla" in words(page.get(f"{night}/play").text)

    def test_it_stays_when_something_else_is_saved(self, page: TestClient, without_seat: str) -> None:
        text = page.get(without_seat).text
        names = re.findall(r'<textarea id="pairs"[^>]*>\n([^<]*)', text)[0]
        assert page.post(without_seat, data={"pairs": names, "notes": "other"}).status_code == 303
        assert names_in(export_night(page, without_seat)) == {"N1": "Anna", "N9": "Carla"}

    def test_it_goes_when_its_line_is_deleted(self, page: TestClient, without_seat: str) -> None:
        assert page.post(without_seat, data={"pairs": "N1 Anna"}).status_code == 303
        assert names_in(export_night(page, without_seat)) == {"N1": "Anna"}
        assert "No longer seated" not in words(page.get(without_seat).text)

    def test_it_goes_out_and_comes_in_with_the_night(self, page: TestClient, without_seat: str) -> None:
        file = page.get(f"{without_seat}/night.json").content
        answer = page.post("/nights/import", files={"file": ("n.json", file)})
        assert answer.status_code == 303, words(answer.text)
        assert as_it_is(page, answer.headers["location"]) == as_it_is(page, without_seat)

    def test_who_comes_again_is_asked_for_with_the_name(self, page: TestClient, without_seat: str) -> None:
        text = page.get(repair_url(without_seat, "after=2", "came=1")).text
        assert 'name="name-N9" value="Carla"' in text

    @pytest.mark.parametrize("path", ["", "/paper", "/play", "/results", "/ranking", "/section/A", "/wall", "/pair"])
    def test_every_page_opens(self, page: TestClient, without_seat: str, path: str) -> None:
        assert page.get(f"{without_seat}{path}").status_code == 200
