"""Repairs without a browser: reports, errors, choice, printing, undo, export and import."""

import io
import json
import re
from collections.abc import Iterator
from html import unescape

import pytest
from pypdf import PdfReader
from starlette.testclient import TestClient

from byestand import cli
from byestand.errors import FormatError
from byestand.formats.formats import loads
from byestand.night import night_document
from byestand.night.events.setup import MAX_REPAIRS
from byestand.server.nights.mishap_query import spoken
from byestand.server.web.query import Query
from tests.support.app import client
from tests.support.crawler import Crawler, InThisProcess
from tests.support.night_files import names_in, night_file, sections_in
from tests.support.repair_pages import as_it_is, do, repair_url, save_night, without_log, words
from tests.support.setups import section_data, session_data


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client(tmp_path_factory.mktemp("wrong") / "nights.sqlite", pool=InThisProcess()) as found:
        yield found


def titles(text: str) -> list[str]:
    """Return the repair options."""
    start = text.index('id="ways"')
    return re.findall(r'<h3 class="sentence">(.*?)</h3>', text[start : text.index("</section>", start)])


def costs(text: str) -> list[tuple[int, ...]]:
    """Return the figures of each repair option."""
    return [
        tuple(map(int, re.findall(r"<dd>(\d+)</dd>", way))) for way in re.findall(r'<dl class="mini">.*?</dl>', text)
    ]


EXCHANGED = ("after=3", "boards=3:3=6", "boards=3:4=5")
"""M0909: tables 3 and 4 played one another's boards in round 3."""


def test_every_table_of_the_room_leads_to_the_form_about_it(page: TestClient) -> None:
    night = save_night(page, "M0808R")
    assert f'href="{night}/section/A/wrong"' in page.get(night).text
    text = page.get(repair_url(night, "after=2")).text
    links = re.findall(r'<a href="([^"]+)" aria-label="Table (\d)"', text)
    assert [number for _, number in links] == list("12345678") * 2, "in the room for a page, and for a phone"
    form = page.get(unescape(links[3][0])).text
    assert "Table 4 in round 2" in words(form)
    assert '<option value="" selected>9-10, as planned' in form
    assert re.findall(r'<option value="2:4=6">([^<]+)', form) == ["11-12"]


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ("at=5:7 planned=N7,E3 sat=N7 sat=E3 boards=5:7=12", "boards=5:7=12"),
        ("at=5:7 planned=N7,E3 sat=N7 sat=E4", "seats=5:7=N7,E4"),
        ("at=5:7 planned=N7,E3 sat=N7 sat=- cancelled=5:7", "cancelled=5:7 seats=5:7=N7,-"),
        ("line=ew up=+2 over=3 boards_over=3 gone_after=5 came=0 cards_out=yes", "moved=ew:+2@3"),
        ("line=ew over=3 boards_up=-2 boards_over=4", "boards_moved=-2@4"),
        ("gone=E4 gone_after=5", "left=E4"),
        ("gone=E4 gone_after=3 came=1 cards_out=no", "came=1 cards_out=no left=E4@3"),
    ],
)
def test_forms_say_what_the_command_line_says(form: str, said: str) -> None:
    parts = [word.partition("=") for word in f"after=5 {form}".split()]
    asked = Query(tuple((name, text) for name, _, text in parts))
    assert " ".join("=".join(pair) for pair in spoken(asked).pairs) == f"after=5 {said}"


def test_a_form_leads_to_an_address_with_words_that_can_be_kept(page: TestClient) -> None:
    where = repair_url(save_night(page, "M0909"))
    answer = page.get(f"{where}after=4&line=ew&up=%2B2&over=3&cards_out=yes")
    assert (answer.status_code, answer.headers["location"]) == (303, f"{where}after=4&moved=ew%3A%2B2%403")


def test_what_was_said_is_told_and_each_can_be_taken_back(page: TestClient) -> None:
    night = save_night(page, "M0909")
    text = page.get(repair_url(night, *EXCHANGED, "left=E4@2", "skip=1", "came=1", "cases=2", "seconds=0.1")).text
    for sentence in (
        "Table 3 played boards 11-12 in round 3, not 9-10.",
        "Table 4 played boards 9-10 in round 3, not 11-12.",
        "E4 left after round 2.",
        "The skip was made after round 1.",
        "1 pair arrived late.",
    ):
        assert sentence in words(text)
    back = re.findall(r'href="([^"]+)" aria-label="Remove: Table 3', text)
    assert unescape(back[0]).count("boards=") == 1
    assert "3%3A4%3D5" in back[0]


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("after=3 seats=3:3=N3,E2", "E2 cannot have sat at tables 3 and"),
        ("after=3 boards=4:3=1", "this round has not been played"),
        ("after=3 boards=3:3=77", "deal group must be 1 to 9"),
        ("after=3 skip=forgotten", "this movement has no skip"),
        ("after=9 left=E4", "enter the result or an adjusted score under results"),
        ("after=3 left=X4", "unknown pair or player"),
        ("after=3 came=9", "number of late pairs must be 0 to 4"),
        ("after=3 left=E4 cases=0", "sets of boards"),
        ("after=3 left=E4 seconds=99", "at most 20 seconds"),
        ("left=E4", "enter the last round played"),
    ],
)
def test_what_cannot_have_happened_is_refused_and_the_form_stays(page: TestClient, said: str, sentence: str) -> None:
    answer = page.get(repair_url(save_night(page, "M0909"), *said.split()))
    assert answer.status_code == 400
    assert sentence.lower() in words(answer.text).lower()
    assert answer.text.count(">remove<") == 1
    assert "Whole room" in answer.text


@pytest.mark.parametrize(
    ("said", "status"),
    [("after=10", 400), ("after=x", 400), ("after=3 table=10", 400), ("after=3 round=12", 400)],
)
def test_rounds_and_tables_that_are_not_there_are_refused(page: TestClient, said: str, status: int) -> None:
    assert page.get(repair_url(save_night(page, "M0909"), *said.split())).status_code == status


def test_there_is_no_page_for_a_section_that_is_not_there(page: TestClient) -> None:
    night = save_night(page, "M0909")
    assert page.get(repair_url(night, letter="B")).status_code == 404
    assert page.post(f"{night}/section/B/undo").status_code == 404
    assert page.post(f"{night}/section/A/undo").status_code == 400


class TestChosen:
    def test_tables_that_are_told_get_slips_and_the_section_is_about_the_rounds_left(self, page: TestClient) -> None:
        """M0909, tables 3 and 4 exchange boards in round 3: one lost with table 8 affected is proved best."""
        night = save_night(page, "M0909")
        text = page.get(repair_url(night, *EXCHANGED)).text
        assert titles(text)[0] == "Change table 8"
        assert costs(text)[0] == (2, 0, 2, 1, 2), "one of them was cancelled in round 3, and one more is lost"
        assert 'class="box table told' in text
        assert "Repair in use after round 3: Change table 8" in words(do(page, repair_url(night, *EXCHANGED)))
        slips = page.get(f"{night}/section/A/paper/told.pdf")
        assert "8" in PdfReader(io.BytesIO(slips.content)).pages[0].extract_text()
        movement = page.get(f"{night}/section/A?round=7").text
        assert "no errors found" in movement
        assert movement.count('class="box table told') == 2, "once for a page and once for a phone"
        (document,) = loads(page.get(f"{night}/section/A/file/json").content, source="a.json")
        history = document.movement.history
        assert history is not None
        assert (history.after, {table for _, table in history.instructed_cells}) == (3, {8})

    def test_a_repaired_night_goes_out_and_comes_in_and_is_undone_to_the_letter(self, page: TestClient) -> None:
        night = save_night(page, "M0909", "M0707")
        page.post(night, data={"pairs": "AN1 Anna\nBE7 Boris"})
        before = page.get(f"{night}/night.json").json()
        do(page, repair_url(night, *EXCHANGED))
        repaired = page.get(f"{night}/night.json")
        (repair,) = repaired.json()["repairs"]
        assert repair["before"] == sections_in(before)[0] | {"contestants": {}}
        assert sections_in(repaired.json())[1] == sections_in(before)[1]
        brought = page.post("/nights/import", files={"file": ("n.json", repaired.content)}).headers["location"]
        for where in (brought, night):
            assert as_it_is(page, where) == without_log(repaired.json())
            assert page.post(f"{where}/section/A/undo").status_code == 303
            assert as_it_is(page, where) == without_log(before)

    def test_what_was_repaired_can_go_wrong_again_and_is_undone_step_by_step(self, page: TestClient) -> None:
        night = save_night(page, "M0909")
        do(page, repair_url(night, *EXCHANGED))
        once = page.get(f"{night}/night.json").json()
        assert "Repair in use after round 5" in words(do(page, repair_url(night, "after=5", "left=E4")))
        assert page.get(repair_url(night, "after=4", "left=E4")).status_code == 400  # which is over
        page.post(f"{night}/section/A/undo")
        assert as_it_is(page, night) == without_log(once)

    def test_a_window_that_is_out_of_date_changes_nothing(self, page: TestClient) -> None:
        night = save_night(page, "M0909")
        text = page.get(repair_url(night, "after=5", "left=E4")).text
        page.post(night, data={"notes": "in another window", "first": "27"})
        before = page.get(f"{night}/night.json").json()
        way = re.findall(r'name="way" value="(\w+)"', text)[0]
        late = page.post(repair_url(night, "after=5", "left=E4"), data={"way": way, "revision": "1"})
        assert late.status_code == 409, "what was to be played is another"
        assert page.get(f"{night}/night.json").json() == before
        do(page, repair_url(night, "after=5", "left=E4"))
        repaired = page.get(f"{night}/night.json").json()
        assert page.post(f"{night}/section/A/undo", data={"revision": "2"}).status_code == 409
        assert page.get(f"{night}/night.json").json() == repaired

    def test_a_way_that_was_never_offered_is_not_taken(self, page: TestClient) -> None:
        night = save_night(page, "M0909")
        answer = page.post(repair_url(night, "after=5", "left=E4"), data={"way": "nonsense", "revision": "1"})
        assert answer.status_code == 404
        assert "choose again" in answer.text

    @pytest.mark.parametrize(("movements", "label"), [(("M0909",), "N9"), (("M0909", "M0707"), "AN9")])
    def test_a_late_pair_is_asked_for_its_names(self, page: TestClient, movements: tuple[str, ...], label: str) -> None:
        """The field is next to the repair option; if it is left empty, the director's page asks again."""
        missing = "missing" if len(movements) == 1 else "missing1"
        night = save_night(page, *movements, **{missing: "N9"})
        page.post(night, data={"pairs": f"{label.replace('9', '1')} Anna"})
        page.post(f"{night}/play/start", data={"revision": "2"})
        address = repair_url(night, "after=2", "came=1")
        text = page.get(address).text
        assert 'name="name-N9"' in text
        way = re.findall(r'name="way" value="(\w+)"', text)[0]
        told = {"way": way, "revision": re.findall(r'name="revision" value="(\d+)"', text)[0]}
        assert page.post(address, data={**told, "name-N9": "x" * 81}).status_code == 400
        assert page.post(address, data={**told, "name-N1": "nobody new"}).status_code == 303
        assert f"Names of pair {label}:" in words(page.get(f"{night}/play").text)
        page.post(f"{night}/section/A/undo")
        text = page.get(address).text
        told["revision"] = re.findall(r'name="revision" value="(\d+)"', text)[0]
        page.post(address, data={**told, "name-N9": "Carla & Dora"})
        assert names_in(night_file(page, night)) == {
            label.replace("9", "1"): "Anna",
            label: "Carla & Dora",
        }
        assert "Names of pair" not in words(page.get(f"{night}/play").text)

    @pytest.mark.parametrize("winners", ["1", "2"])
    def test_a_late_pair_that_roves_is_asked_for_its_names_and_nobody_is_without_a_seat(
        self, page: TestClient, winners: str
    ) -> None:
        text = page.get(repair_url(save_night(page, "W0807", winners=winners), "after=2", "came=1", "seconds=0.2")).text
        ways = re.findall(r'<li class="card.*?</li>(?=\s*(?:<li class="card|</ol>))', text, re.DOTALL)
        assert len(ways) > 1
        for way in ways:
            assert ("Names of late pair" in way) is ("Continue as planned" not in way)

    def test_one_winner_keeps_its_numbers_and_its_arrows(self, page: TestClient) -> None:
        night = save_night(page, "M0909", winners="1")
        page.post(night, data={"pairs": "10 Anna"})
        before = page.get(f"{night}/night.json").json()
        do(page, repair_url(night, "after=5", "left=13"))
        assert names_in(night_file(page, night)) == {"10": "Anna"}
        page.post(f"{night}/section/A/undo")
        assert as_it_is(page, night) == without_log(before)


def test_single_players_go_back_to_the_plan(page: TestClient) -> None:
    night = save_night(page, "R0505")
    text = page.get(repair_url(night, "after=2", "boards=2:1=3", "seconds=0.2")).text
    assert "Continue, with rulings" in titles(text)
    assert "Seat South" in words(page.get(repair_url(night, "after=2", "table=1")).text)
    assert "Repair in use after round 2" in words(do(page, repair_url(night, "after=2", "boards=2:1=3", "seconds=0.2")))
    assert page.get(f"{night}/section/A").status_code == 200


def test_before_cards_are_out_nothing_is_lost(page: TestClient) -> None:
    text = page.get(repair_url(save_night(page, "M0909"), "after=4", "moved=ew:+2@3", "cards_out=no")).text
    assert costs(text)[0] == (0, 0, 0, 0, 0)
    assert "No cards were looked at in round 4" in words(text)


def test_every_link_and_form_of_the_page_can_be_opened(page: TestClient) -> None:
    """Tables, rounds in the pictures, removed reports, both forms, and every repair option."""
    night = save_night(page, "M0505")
    crawler = Crawler(page)
    crawler.crawl(repair_url(night, "after=2", "boards=2:1=3", "table=4", "seconds=0.2"), depth=1)
    # One of the repair options is chosen; for the others the session has changed by then.
    late = [fault for fault in crawler.faults if fault.startswith("409 post")]
    assert crawler.faults == late
    assert len(late) == crawler.opened_urls["post /nights/…/section/A/wrong"] - 1
    assert crawler.opened_urls["get /nights/…/section/A/wrong"] > 10


@pytest.mark.parametrize(
    ("repaired", "words"),
    [
        ({"section": "A", "title": "x"}, "$.repairs[0]"),
        ({"section": "A", "title": "x" * 201, "before": section_data()}, "one line of at most 200"),
        ({"section": "A", "title": "x", "before": 5}, "expected an object"),
    ],
)
def test_strange_repairs_are_refused_with_their_path(repaired: object, words: str) -> None:
    data = session_data("N", section_data(), repairs=[repaired])
    with pytest.raises(FormatError, match=re.escape(words)):
        night_document.loads(json.dumps(data))


def test_repairs_one_after_another_have_an_end() -> None:
    repair = {"section": "A", "title": "x", "before": section_data()}
    log = night_document.loads(json.dumps(session_data("N", section_data(), repairs=[repair] * MAX_REPAIRS)))
    assert len(log.state.repairs_of("A")) == MAX_REPAIRS
    with pytest.raises(FormatError, match=f"at most {MAX_REPAIRS}"):
        night_document.loads(json.dumps(session_data("N", section_data(), repairs=[repair] * (MAX_REPAIRS + 1))))


def test_programs_get_what_the_command_prints(page: TestClient, capsys: pytest.CaptureFixture[str]) -> None:
    answer = page.get("/api/movements/M0909/repair?after=5&left=E4&cancelled=5:3")
    assert cli.run(["repair", "M0909", "--after", "5", "--left", "E4", "--cancelled", "5:3", "--format", "json"]) == 0
    assert answer.json() == json.loads(capsys.readouterr().out)
    assert page.get("/api/movements/M0909/repair?left=E4").json()["error"].startswith("enter the last round played")
    assert cli.run(["repair", "M0909", "--after", "5", "--cancelled", "5:3=1"]) == 2
