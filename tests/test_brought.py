"""A file that somebody brought, kept as a night: opened, printed and exported like a movement of the catalogue."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from app import broken_csv, client
from byestand.catalog import find
from byestand.formats import csv, registry
from byestand.formats import json as movement_json
from byestand.formats.document import Document, Player
from byestand.model import Movement
from byestand.verify import judge
from crawler import Ask, Crawler, InThisProcess
from howells import PERFECT_13, howell
from read_pdf import pages

FOREIGN = replace(howell(PERFECT_13, 13), title="Our Thursday Howell", layout=None, claims=())
"""No movement of the catalogue, and its file tells nothing but who sits where with which boards."""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client(tmp_path_factory.mktemp("brought") / "nights.sqlite", pool=InThisProcess()) as found:
        yield found


def report(page: TestClient, name: str, data: bytes) -> str:
    """Return the address of what is said of a file."""
    return str(page.post("/check", files={"file": (name, data)}).headers["location"])


def kept(page: TestClient, name: str, data: bytes, **told: object) -> str:
    """Return the address of the night that a file has become."""
    answer = page.post(f"{report(page, name, data)}/keep", data=told)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def text_of(pdf: bytes) -> str:
    return " ".join(word.text for sheet in pages(pdf) for word in sheet)


def same_schedule(one: Movement, other: Movement) -> bool:
    return csv.dumps(one) == csv.dumps(other)


class Opened:
    """Opens whatever leads on within a night, and keeps every file that was handed out."""

    def __init__(self, client: TestClient, night: str) -> None:
        self.crawler = Crawler(client, lambda offered: self.within(night, offered))
        self.paths: set[str] = set()

    def within(self, night: str, offered: Iterable[Ask]) -> Iterator[Ask]:
        for ask in offered:
            if ask.path.startswith(f"{night}/") and ask.method == "get" and "round=" not in ask.address:
                self.paths.add(ask.address)
                yield ask


def test_every_link_about_a_brought_movement_opens_and_its_files_are_the_movement(page: TestClient) -> None:
    night = kept(page, "thursday.csv", csv.dumps(FOREIGN).encode(), boards=2)
    opened = Opened(page, night)
    opened.crawler.crawl(night, depth=3)
    assert opened.crawler.faults == []
    kinds = {re.sub(r"\?.*", "", path).removeprefix(night) for path in opened.paths}
    assert {"/section/A", "/section/A/paper/mats.pdf", "/section/A/paper/all.pdf", "/paper/all.pdf"} <= kinds
    assert {f"{place}/file/{name}" for place in ("", "/section/A") for name in ("json", "bws", "xlsx")} <= kinds
    for path in sorted(path for path in opened.paths if "/file/" in path):
        (document,) = registry.loads(page.get(path).content, source=path)
        assert judge(document.movement, forgiven=document.forgiven).is_sound, path
        assert same_schedule(document.movement, FOREIGN), path


def test_it_is_printed_by_its_schedule(page: TestClient) -> None:
    night = kept(page, "thursday.csv", csv.dumps(FOREIGN).encode(), boards=2)
    guides = text_of(page.get(f"{night}/section/A/paper/guides.pdf").content)
    assert all(f"Pair {number}" in guides for number in range(1, 14))  # pair 14 stays
    assert "25-26" in text_of(page.get(f"{night}/paper/chart.pdf").content)


def test_its_room_is_drawn_and_a_pair_is_followed(page: TestClient) -> None:
    night = kept(page, "thursday.csv", csv.dumps(FOREIGN).encode())
    text = page.get(f"{night}/section/A?round=3&pair=14").text
    assert "14 sits at table 4" in text
    assert f'action="{night}/section/A#room"' in text
    assert "/m/" not in re.sub(r"<header class=\"top\".*?</header>", "", text, flags=re.DOTALL)


def test_a_night_with_a_brought_movement_goes_out_and_comes_in_whole(page: TestClient) -> None:
    night = kept(page, "thursday.csv", csv.dumps(FOREIGN).encode())
    page.post(night, data={"pairs": "14 Anna & Boris", "notes": "by hand"})
    out = page.get(f"{night}/night.json")
    again = page.post("/nights/import", files={"file": ("night.json", out.content)}).headers["location"]
    assert again != night
    assert page.get(f"{again}/night.json").json() == out.json()
    assert "Anna &amp; Boris" in page.get(again).text
    whole = out.json()["sections"][0]["movement"]
    assert same_schedule(movement_json.loads(str(whole).replace("'", '"').replace("None", "null")), FOREIGN)


def test_sections_and_names_of_a_file_are_kept(page: TestClient) -> None:
    """A .bws of another program has all of it: two sections, three boards a round, and who sits where."""
    anna, boris = Player(1, "N", "Anna"), Player(1, "S", "Boris")
    documents = [
        Document(find("M0505"), section="C", boards_per_round=3, players=(anna, boris)),
        Document(find("W0605"), section="D", boards_per_round=3),
    ]
    data = registry.FORMATS["bws"].dumps(documents)
    address = report(page, "club.bws", data)
    assert "Keep all 2 as sections of one night" in page.get(address).text
    night = page.post(f"{address}/keep").headers["location"]
    there = page.get(f"{night}/night.json").json()
    assert [(one["letter"], one["boards"]) for one in there["sections"]] == [("C", 3), ("D", 3)]
    assert there["pairs"] == {"CN1": "Anna & Boris"}
    back = registry.loads(page.get(f"{night}/file/bws").content, source="x.bws")
    assert [document.section for document in back] == ["C", "D"]
    assert {(player.table, player.name) for player in back[0].players} == {(1, "Anna"), (1, "Boris")}


def test_one_of_many_movements_is_kept_alone(page: TestClient) -> None:
    data = registry.FORMATS["bws"].dumps(
        [Document(find(name), section=letter, boards_per_round=2) for name, letter in (("M0505", "A"), ("W0605", "B"))]
    )
    night = kept(page, "club.bws", data, which=2)
    (section,) = page.get(f"{night}/night.json").json()["sections"]
    assert (section["letter"], section["movement"]["tables"]) == ("B", 6)


@pytest.mark.parametrize(
    ("data", "told", "words"),
    [
        (broken_csv(), {}, "is broken"),
        (b"no movement", {}, "no.csv"),
        (csv.dumps(FOREIGN).encode(), {"which": 2}, "there are 1 movements in this file"),
        (csv.dumps(FOREIGN).encode(), {"boards": 13}, "a round has 1 to 12 boards"),
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
    assert "What is broken cannot be kept for tonight" in text
    assert "/keep" not in text


def test_there_is_no_section_that_a_night_has_not(page: TestClient) -> None:
    night = kept(page, "thursday.csv", csv.dumps(FOREIGN).encode())
    answer = page.get(f"{night}/section/Z")
    assert answer.status_code == 404
    assert "there are A: &#39;Z&#39;" in answer.text
