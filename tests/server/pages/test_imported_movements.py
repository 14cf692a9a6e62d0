"""An imported file, saved as a session: opened, printed and exported like a movement of the catalogue."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from byestand.catalog import find_judged
from byestand.formats import csv, formats
from byestand.formats import json as movement_json
from byestand.formats.document import Document
from byestand.model.boards import Boards
from byestand.model.claims import ArrowTurn
from byestand.model.movement import Movement
from byestand.model.people import Contestant, Person
from byestand.model.session import Section
from byestand.model.setup import CustomMovement, SectionSetup
from byestand.server.pages.paper import sheet_choice as paper
from byestand.session.resolve import resolve_section
from byestand.verify import judge
from tests.support.app import broken_csv, client
from tests.support.crawler import Ask, Crawler, InThisProcess, Offers, without_printing
from tests.support.handmade_howell import PERFECT_13, howell
from tests.support.night_files import names_in, night_file, sections_in
from tests.support.pdf_reader import pages

FOREIGN = replace(howell(PERFECT_13, 13), title="Our Thursday Howell", layout=None, claims=())
"""Not a movement of the catalogue; its file has only seats and boards."""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client(tmp_path_factory.mktemp("brought") / "nights.sqlite", pool=InThisProcess()) as found:
        yield found


def report(page: TestClient, name: str, data: bytes) -> str:
    """Return the address of the report on a file."""
    return str(page.post("/check", files={"file": (name, data)}).headers["location"])


def save_night(page: TestClient, name: str, data: bytes, **told: object) -> str:
    """Return the address of the night that a file has become."""
    answer = page.post(f"{report(page, name, data)}/keep", data=told)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def text_of(pdf: bytes) -> str:
    return " ".join(word.text for sheet in pages(pdf) for word in sheet)


def same_schedule(one: Movement, other: Movement) -> bool:
    return csv.dumps(one) == csv.dumps(other)


class OpenedFile:
    """Opens all links within a session, and collects every downloaded file."""

    def __init__(self, client: TestClient, night: str) -> None:
        self.crawler = Crawler(client, lambda offered: self.within(night, offered))
        self.paths: set[str] = set()

    def within(self, night: str, offered: Iterable[Ask]) -> Iterator[Ask]:
        for ask in offered:
            is_another = re.search(r"round=|pair=(?!14\b)|board=(?!1\b)|at=(?!1%3A1\b)|table=(?!1\b)", ask.address)
            if ask.path.startswith(f"{night}/") and ask.method == "get" and not is_another:
                self.paths.add(ask.address)
                yield ask


def test_every_link_about_a_brought_movement_opens_and_its_files_are_the_movement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sheets as text; a separate app, because it caches printed sheets."""
    monkeypatch.setattr(paper, "render_booklet", without_printing)
    with client(tmp_path / "nights.sqlite", pool=InThisProcess()) as page:
        _opens_all(page)


def _opens_all(page: TestClient) -> None:
    night = save_night(page, "thursday.csv", csv.dumps(FOREIGN).encode(), boards=2)
    opened = OpenedFile(page, night)
    opened.crawler.crawl(night, depth=3)
    assert opened.crawler.faults == []
    kinds = {re.sub(r"\?.*", "", path).removeprefix(night) for path in opened.paths}
    assert {"/section/A", "/section/A/paper/mats.pdf", "/section/A/paper/all.pdf", "/paper/all.pdf"} <= kinds
    assert {f"{place}/file/{name}" for place in ("", "/section/A") for name in ("json", "bws", "xlsx")} <= kinds
    for path in sorted(path for path in opened.paths if "/file/" in path):
        (document,) = formats.loads(page.get(path).content, source=path)
        assert judge(document.movement, forgiven=document.forgiven).is_sound, path
        assert same_schedule(document.movement, FOREIGN), path


def test_it_is_printed_by_its_schedule(page: TestClient) -> None:
    night = save_night(page, "thursday.csv", csv.dumps(FOREIGN).encode(), boards=2)
    mats = text_of(page.get(f"{night}/section/A/paper/mats.pdf").content)
    assert "sit EW" in mats
    cards = text_of(page.get(f"{night}/section/A/paper/guides.pdf").content)
    assert all(f"Pair {number}" in cards for number in range(1, 2 * FOREIGN.tables + 1))
    assert "25-26" in text_of(page.get(f"{night}/paper/chart.pdf").content)


def test_its_room_is_drawn_and_a_pair_is_followed(page: TestClient) -> None:
    night = save_night(page, "thursday.csv", csv.dumps(FOREIGN).encode())
    text = page.get(f"{night}/section/A?round=3&pair=14").text
    assert "Round 3: 14 at table 4" in re.sub(r"<[^>]+>", "", text)
    assert f'action="{night}/section/A#room"' in text
    assert "/m/" not in re.sub(r"<header class=\"top\".*?</header>", "", text, flags=re.DOTALL)


def test_a_night_with_a_brought_movement_goes_out_and_comes_in_whole(page: TestClient) -> None:
    night = save_night(page, "thursday.csv", csv.dumps(FOREIGN).encode())
    page.post(night, data={"pairs": "14 Anna & Boris", "notes": "by hand"})
    out = page.get(f"{night}/night.json")
    again = page.post("/nights/import", files={"file": ("night.json", out.content)}).headers["location"]
    assert again != night
    assert page.get(f"{again}/night.json").json() == out.json()
    assert "Anna &amp; Boris" in page.get(again).text
    movement = sections_in(out.json())[0]["movement"]
    assert movement["kind"] == "custom"
    assert same_schedule(movement_json.loads(json.dumps(movement["document"])), FOREIGN)


def test_sections_and_names_of_a_file_are_kept(page: TestClient) -> None:
    """A .bws of another program has all of it: two sections, three boards per round, and the names."""
    people = {"N1": Contestant((Person("Anna"), Person("Boris")))}
    sections = [
        Section(find_judged("M0505"), Boards(3, first=31), "C", people),
        Section(find_judged("W0605"), Boards(3, first=31), "D"),
    ]
    data = formats.FORMATS["bws"].dumps(list(map(Document, sections)))
    address = report(page, "club.bws", data)
    assert "Save all 2 as sections of one session" in page.get(address).text
    night = page.post(f"{address}/keep").headers["location"]
    there = night_file(page, night)
    boards = [(one["letter"], one["boards"]["per_round"], one["boards"]["first"]) for one in sections_in(there)]
    assert boards == [("C", 3, 31), ("D", 3, 31)]
    assert names_in(there) == {"CN1": "Anna & Boris"}
    back = formats.loads(page.get(f"{night}/file/bws").content, source="x.bws")
    assert [(one.section.letter, one.section.boards) for one in back] == [("C", Boards(3, 31)), ("D", Boards(3, 31))]
    assert back[0].section.contestants == people


def test_numbers_of_players_stay_with_their_names_when_the_page_is_saved(page: TestClient) -> None:
    numbered = Contestant((Person("Anna", "17"), Person("Boris", "ACBL-3")))
    people = {"N1": numbered, "E2": Contestant((Person("Carla", "18"), Person("Dirk", "19")))}
    data = formats.FORMATS["bws"].dumps([Document(Section(find_judged("M0505"), Boards(3), "A", people))])
    night = page.post(f"{report(page, 'club.bws', data)}/keep").headers["location"]
    form = {"revision": "1", "name": "Tuesday", "letter": "A", "first": "1", "notes": ""}
    saved = page.post(night, data=form | {"pairs": "N1\tAnna & Boris\nE2\tCarla & Egon"})
    assert saved.status_code == 303, saved.text
    (back,) = formats.loads(page.get(f"{night}/file/bws").content, source="x.bws")
    assert back.section.contestants == {"N1": numbered, "E2": Contestant((Person("Carla"), Person("Egon")))}


def test_one_of_many_movements_is_kept_alone(page: TestClient) -> None:
    data = formats.FORMATS["bws"].dumps(
        [Document(Section(find_judged(name), Boards(2), letter)) for name, letter in (("M0505", "A"), ("W0605", "B"))]
    )
    night = save_night(page, "club.bws", data, which=2)
    (section,) = sections_in(night_file(page, night))
    assert (section["letter"], section["movement"]["document"]["tables"]) == ("B", 6)


@pytest.mark.parametrize(
    ("data", "told", "words"),
    [
        (broken_csv(), {}, "has errors"),
        (b"no movement", {}, "no.csv"),
        (csv.dumps(FOREIGN).encode(), {"which": 2}, "the file has 1 movements"),
        (csv.dumps(FOREIGN).encode(), {"boards": 13}, "boards per round must be 1 to 12"),
    ],
    ids=["broken", "unreadable", "no such movement", "too many boards"],
)
def test_what_cannot_be_played_is_not_kept(page: TestClient, data: bytes, told: dict[str, str], words: str) -> None:
    before = page.get("/nights").text.count('class="night"')
    answer = page.post(f"{report(page, 'no.csv', data)}/keep", data=told)
    assert answer.status_code in (400, 422)
    assert words in answer.text.lower()
    assert page.get("/nights").text.count('class="night"') == before


def test_a_broken_file_is_not_offered_to_be_kept(page: TestClient) -> None:
    text = page.get(report(page, "broken.csv", broken_csv())).text
    assert "A movement with errors cannot be saved as a session" in text
    assert "/keep" not in text


def test_there_is_no_section_that_a_night_has_not(page: TestClient) -> None:
    night = save_night(page, "thursday.csv", csv.dumps(FOREIGN).encode())
    answer = page.get(f"{night}/section/Z")
    assert answer.status_code == 404
    assert "unknown section; sections are A: &#39;Z&#39;" in answer.text


class TestFirstBoard:
    """Second sessions go on counting: 27 after 26 boards, on every sheet and in every file that has board numbers."""

    def test_a_movement_by_name_has_its_boards_from_27_everywhere(self, page: TestClient) -> None:
        text = page.get("/m/W0605?boards=2&first=27").text
        assert "27-28" in text
        assert ">1-2<" not in text
        assert "first=27" in text
        for sheet in ("mats", "guides", "chart", "boarding", "caddy", "slips", "travellers"):
            printed = text_of(page.get(f"/m/W0605/paper/{sheet}.pdf?boards=2&first=27").content)
            assert re.search(r"\b(27|36)\b", printed), sheet
            assert not re.search(r"\b1-2\b", printed), sheet
        for name in ("bws", "xlsx"):
            (document,) = formats.loads(page.get(f"/m/W0605/file/{name}?boards=2&first=27").content, source=name)
            assert document.section.boards == Boards(2, 27), name

    def test_a_night_has_a_field_for_it(self, page: TestClient) -> None:
        night = page.post("/nights", data={"movement": "W0605", "name": "Sunday"}).headers["location"]
        assert page.post(night, data={"first": "27", "name": "Sunday"}).status_code == 303
        (document,) = formats.loads(page.get(f"{night}/file/bws").content, source="x.bws")
        assert document.section.boards == Boards(2, 27)
        assert "27-28" in text_of(page.get(f"{night}/paper/mats.pdf").content)
        assert 'name="first" inputmode="numeric" value="27"' in page.get(night).text
        for board in ("501", "0"):
            refused = page.post(night, data={"first": board, "name": "Sunday"})
            assert refused.status_code == 400
            assert f"the first board must be 1 to 500, not {board}" in refused.text

    def test_the_second_session_goes_on_and_is_kept_with_everybody_in_the_new_seats(self, page: TestClient) -> None:
        form = {"movement": "M0505", "names": "N1\tAnna & Boris", "seconds": "1", "boards": "3"}
        text = page.post("/second", data=form).text
        assert "Boards 16–30, 3 per round" in text
        assert "/m/M0505?boards=3&amp;first=16" in text
        (keep,) = [form for form in Offers("/second", text).forms if form.action == "/nights"]
        night = page.post("/nights", data=dict(keep.fields)).headers["location"]
        there = night_file(page, night)
        assert sections_in(there)[0]["boards"]["first"] == 16
        assert list(names_in(there).values()) == ["Anna & Boris"]
        later = page.post("/second", data=form | {"then_first": "51"}).text
        assert "Boards 51–65" in later

    def test_sections_of_a_second_session_keep_letters_and_missing_pairs(self, page: TestClient) -> None:
        form = {"movement": "C=M0505 D=M0505", "missing": "CN5", "seconds": "1"}
        text = page.post("/second", data=form).text
        (keep,) = [form for form in Offers("/second", text).forms if form.action == "/nights"]
        data: dict[str, list[str]] = {}
        for name, value in keep.fields:
            data.setdefault(name, []).append(value)
        there = sections_in(night_file(page, page.post("/nights", data=data).headers["location"]))
        played = [(one["letter"], one["movement"]["missing"], one["boards"]["first"]) for one in there]
        assert played == [("C", ["N5"], 11), ("D", [], 11)]


def test_players_who_change_seats_within_a_round_have_as_many_boards_as_their_file_says(page: TestClient) -> None:
    """Only our json says how they change on three boards."""
    night = save_night(page, "r.json", movement_json.dumps(find_judged("R0505").movement).encode())
    assert sections_in(night_file(page, night))[0]["boards"]["per_round"] == 3
    refused = page.get(f"{night}/section/A?boards=2")
    assert refused.status_code == 400
    assert "needs exactly 3 boards per round" in refused.text


def test_a_brought_movement_with_one_winner_has_its_arrow_turned() -> None:
    contents = movement_json.dumps(replace(find_judged("M0303").movement, name=""))
    section = resolve_section(SectionSetup("A", CustomMovement(contents, "", (), True, (3,)), Boards(2)))
    assert section.movement.field.lines == (6,)
    assert {round for turn in section.movement.claims_of(ArrowTurn) for round, _ in turn.at} == {3}
