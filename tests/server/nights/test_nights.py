"""Sessions: no input is lost or overwritten, and storage errors are shown."""

import json
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from byestand.catalog import find
from byestand.codec.json_cursor import JsonCursor, require_version
from byestand.errors import BadRequest, FormatError
from byestand.formats import formats
from byestand.formats import json as movement_json
from byestand.formats.name_list import names_in
from byestand.model.boards import Boards
from byestand.plan import Room, Weights, plan
from byestand.plan.individual_games import individuals_for
from byestand.server.storage.nights import VisibleNights
from byestand.server.storage.records import StoredNight
from byestand.server.storage.sqlite import SqliteDatabase, usual_path
from byestand.server.storage.store import Store, open_store
from tests.support.app import PATIENCE, client, state_of
from tests.support.crawler import InThisProcess, Offers
from tests.support.night_files import names_in as file_names
from tests.support.night_files import night_file, sections_in, title_in
from tests.support.pdf_reader import pages
from tests.support.setups import section_data, session_data, session_setup
from tests.support.stores import rewrite_event

LABELS = [f"{side}{number}" for side in "NE" for number in range(1, 7)]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client(tmp_path_factory.mktemp("nights") / "nights.sqlite", pool=InThisProcess()) as found:
        yield found


def save_night(page: TestClient, **form: object) -> str:
    """Return the address of a session just saved."""
    answer = page.post("/nights", data={"movement": "W0605", "name": "Tuesday"} | form)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def type_names(text: str, name: str) -> str:
    """Return the value of a field of a page."""
    area = re.search(rf'<textarea id="{name}"[^>]*>\n(.*?)</textarea>', text, re.DOTALL)
    field = re.search(rf'name="{name}"[^>]* value="(.*?)"', text)
    found = area or field
    assert found, name
    return unescape(found[1])


def visible_text(text: str) -> str:
    """Return the text of the page about saving."""
    found = re.search(r'<div id="saved".*?>(.*?)</div></div>', text, re.DOTALL)
    assert found
    return unescape(re.sub(r"<.*?>", "", found[1]))


class TestNames:
    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("N1 Anna & Boris", {"N1": "Anna & Boris"}),
            ("n1: Anna\ne 6\tCarl\tDora", {"N1": "Anna", "E6": "Carl & Dora"}),
            ("NS1;Anna;Boris\nEW 2, Carl, Dora", {"N1": "Anna & Boris", "E2": "Carl & Dora"}),
            ("N1\tSmith, Anna & Jones, Boris", {"N1": "Smith, Anna & Jones, Boris"}),
            ("N1Anna\nE01 Carl", {"N1": "Anna", "E1": "Carl"}),
            ("N1\nE1\t", {}),
            ("N1 چهار\N{ZERO WIDTH NON-JOINER}شنبه", {"N1": "چهار\N{ZERO WIDTH NON-JOINER}شنبه"}),
            ("Pair 1\nAnna 2\nEd 3 and Mo", {"N1": "Pair 1", "N2": "Anna 2", "N3": "Ed 3 and Mo"}),
        ],
    )
    def test_names_are_read_as_people_write_them(self, text: str, found: dict[str, str]) -> None:
        assert names_in(text, LABELS) == found

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("N99\tAnna", "unknown pair N99 on line 1; pairs are N1 to E6"),
            ("N7 Anna", "unknown pair N7 on line 1"),
            ("N1000 Anna", "unknown pair N1000 on line 1"),
            ("S1 Anna", "unknown pair S1 on line 1"),
            ("1\tAnna", "unknown pair 1 on line 1"),
            ("N1\tAnna\nE1\tCarl\nN1\tDora", "N1 appears twice (again on line 3)"),
            ("N1\tAnna\nCarl", "line 2 has no pair number such as N1"),
            ("Carl\nN1\tAnna", "line 1 has no pair number such as N1"),
            ("\n".join(f"Pair {n}" for n in range(13)), "more names than the 12 pairs of this session, from line 13"),
            ("x" * 81, "at most 80 characters"),
            ("N1 Anna\N{RIGHT-TO-LEFT OVERRIDE}", "one line of at most 80 characters"),
        ],
    )
    def test_no_name_is_dropped_silently(self, text: str, words: str) -> None:
        with pytest.raises(BadRequest, match=re.escape(words)):
            names_in(text, LABELS)

    def test_whatever_is_typed_every_line_is_a_name_or_the_list_is_refused(self) -> None:
        """Every mixture of two lines out of all kinds: as many names as lines, or a sentence."""
        kinds = ("N1 Anna", "N1\tAnna", "E2;Carl", "Carl & Dora", "N99 Anna", "2 Anna", "Pair 3", "AN1 Anna", "N 1 Bo")
        for first in kinds:
            for second in kinds:
                try:
                    found = names_in(f"{first}\n{second}", LABELS)
                except BadRequest:
                    continue
                assert len(found) == 2, (first, second)

    def test_names_are_kept_as_they_are_spelt_in_every_script(self, page: TestClient) -> None:
        where = save_night(page, movement="W0605")
        spelt = "چهار\N{ZERO WIDTH NON-JOINER}شنبه \N{WOMAN}\N{ZERO WIDTH JOINER}\N{ROCKET}"
        assert page.post(where, data={"name": spelt, "pairs": f"N1 {spelt}"}).status_code == 303
        night = night_file(page, where)
        assert (title_in(night), file_names(night)) == (spelt, {"N1": spelt})

    def test_names_of_several_sections_have_the_letter_first(self) -> None:
        labels = ["AN1", "AE1", "BN1", "BE1"]
        assert names_in("A N1 Anna\nbe1\tCarl", labels) == {"AN1": "Anna", "BE1": "Carl"}
        with pytest.raises(BadRequest, match="unknown pair N1 on line 1; pairs are AN1 to BE1"):
            names_in("N1 Anna", labels)


class TestSaving:
    def test_a_refused_list_is_still_there_with_the_reason_and_nothing_is_changed(self, page: TestClient) -> None:
        """Thirteen names for twelve pairs."""
        where = save_night(page)
        page.post(where, data={"pairs": "N1\tAnna & Boris", "notes": "old"})
        many = "\n".join(f"Pair {n}" for n in range(1, 14))
        answer = page.post(where, data={"name": "Wednesday", "pairs": many, "notes": "new\n<lines>", "letter": "B"})
        assert answer.status_code == 400
        assert visible_text(answer.text).startswith(
            "Not saved: more names than the 12 pairs of this session, from line 13: 'Pair 13'"
        )
        assert (type_names(answer.text, "pairs"), type_names(answer.text, "notes")) == (many, "new\n<lines>")
        assert (type_names(answer.text, "name"), type_names(answer.text, "letter")) == ("Wednesday", "B")
        assert "have names. All changes saved" not in answer.text
        assert file_names(night_file(page, where)) == {"N1": "Anna & Boris"}
        assert night_file(page, where)["notes"] == "old"

    @pytest.mark.parametrize(
        "form",
        [
            {"pairs": "N99 Anna"},
            {"letter": "!?"},
            {"name": "x" * 81},
            {"notes": "x" * 8001},
            {"revision": "no number"},
        ],
    )
    def test_whatever_is_refused_nothing_is_cut_or_half_saved(self, page: TestClient, form: dict[str, str]) -> None:
        where = save_night(page)
        before = page.get(f"{where}/night.json").text
        answer = page.post(where, data={"name": "Other", "notes": "kept?"} | form)
        assert answer.status_code == 400
        assert page.get(f"{where}/night.json").text == before

    def test_what_is_out_of_date_is_refused_and_the_typed_text_stays(self, page: TestClient) -> None:
        """Two windows show the same night; one saves, then the other."""
        where = save_night(page)
        opened = type_names(page.get(where).text, "revision")
        assert page.post(where, data={"revision": opened, "notes": "from the first"}).status_code == 303
        late = page.post(where, data={"revision": opened, "notes": "from the second", "pairs": "N1 Anna"})
        assert late.status_code == 409
        assert "changed in another window" in visible_text(late.text)
        assert type_names(late.text, "notes") == "from the second"
        assert night_file(page, where)["notes"] == "from the first"
        again = page.post(where, data={"revision": type_names(late.text, "revision"), "notes": "from the second"})
        assert again.status_code == 409, "saving by itself does not overwrite"
        over = re.search(r'name="over" value="(\d+)"', late.text)
        assert over
        assert page.post(where, data={"revision": opened, "over": over[1], "notes": "mine"}).status_code == 303
        assert night_file(page, where)["notes"] == "mine"

    def test_one_window_saves_again_and_again(self, page: TestClient) -> None:
        where = save_night(page)
        for notes in ("one", "one two", "one two", "one two three"):
            revision = type_names(page.get(where).text, "revision")
            assert page.post(where, data={"revision": revision, "notes": notes}).status_code == 303

    def test_a_night_thrown_away_meanwhile_leaves_the_typed_text(self, page: TestClient) -> None:
        where = save_night(page)
        page.post(f"{where}/throw-away")
        answer = page.post(where, data={"pairs": "N1 Anna", "notes": "do not lose me"})
        assert answer.status_code == 404
        assert (type_names(answer.text, "pairs"), type_names(answer.text, "notes")) == ("N1 Anna", "do not lose me")
        assert ">Not saved" in answer.text

    def test_names_go_with_their_section_when_it_gets_another_letter(self, page: TestClient) -> None:
        where = save_night(page, movement=["M0505", "W0605"])
        page.post(where, data={"pairs": "AN1 Anna\nBE6 Carl", "letter": ["A", "B"]})
        text = page.get(where).text
        page.post(where, data={"pairs": type_names(text, "pairs"), "letter": ["C", "A"]})
        assert file_names(night_file(page, where)) == {"CN1": "Anna", "AE6": "Carl"}

    def test_a_night_with_names_of_nobody_is_not_brought_in(self, page: TestClient) -> None:
        names = {"N99": {"members": [{"name": "Anna"}]}}
        night = session_data("Theirs", section_data(contestants=names))
        answer = page.post("/nights/import", files={"file": ("n.json", json.dumps(night))})
        assert answer.status_code == 400
        assert "n.json: unknown pair N99" in answer.text

    def test_half_a_letter_in_the_notes_is_refused_in_a_sentence(self, page: TestClient) -> None:
        """Json can hold half of a surrogate pair, which no file can."""
        data = json.dumps(session_data("Theirs", notes="here")).replace("here", r"\ud83d")
        answer = page.post("/nights/import", files={"file": ("n.json", data.encode())})
        assert answer.status_code == 422
        assert "a text of at most 8000 characters @ $.notes" in answer.text


class TestWalkedIn:
    def take_option(self, page: TestClient, where: str, pairs: int) -> str:
        """Return the address of the session after the first repair option was chosen."""
        asked = page.get(f"/change?night={where.rpartition('/')[2]}").text
        form = next(form for form in Offers("/change", asked).forms if form.action == "/change")
        told = {name: text for name, text in form.fields if text} | {"pairs": str(pairs)}
        text = page.get("/change", params=told).text
        (post, *_) = [form for form in Offers("/change", text).forms if form.action == "/nights"]
        answer = page.post("/nights", data=dict(post.fields))
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])

    def test_taking_a_way_to_go_on_keeps_names_notes_and_cases_of_that_night(self, page: TestClient) -> None:
        """W0807 for 16 pairs; two more walk in."""
        where = save_night(page, movement="W0807", boards="4", cases="3", name="Our Tuesday")
        page.post(where, data={"pairs": "N1 Anna\nE8 Carl", "notes": "window open", "letter": "C"})
        save_night(page, movement="W0605", name="another on the desk")
        before = page.get("/nights").text.count('/throw-away"')
        after = self.take_option(page, where, 18)
        night = night_file(page, after)
        assert after == where
        assert page.get("/nights").text.count('/throw-away"') == before
        assert sections_in(night)[0]["movement"]["name"] != "W0807"
        assert sections_in(night)[0]["letter"] == "C"
        assert (title_in(night), night["notes"], night["setup"]["sets"]) == ("Our Tuesday", "window open", 3)
        assert file_names(night) == {"N1": "Anna", "E8": "Carl"}
        assert "Our Tuesday</a>" in page.get("/help").text, "it is on the desk again"

    def test_who_has_no_seat_any_more_is_noted_and_not_forgotten(self, page: TestClient) -> None:
        where = save_night(
            page, movement="W0806", boards="4", name="16 pairs, W0806"
        )  # as earlier versions named a night
        page.post(where, data={"pairs": "\n".join(f"Pair {n}" for n in range(1, 17))})
        night = night_file(page, self.take_option(page, where, 14))
        everybody = [*file_names(night).values(), *re.findall(r"no longer seated: \w+ (.*)", night["notes"])]
        assert sorted(everybody) == sorted(f"Pair {n}" for n in range(1, 17))
        assert title_in(night) == "16 pairs, W0806", "a stored title stays"

    def test_with_one_winner_names_stay_with_their_seat(self, page: TestClient) -> None:
        """Pair 8 of 14 is E1; of 16 it is N8, and E1 is pair 9."""
        where = save_night(page, movement="M0707", boards="3", winners="1", switch="7")
        page.post(where, data={"pairs": "8 Emma"})
        night = night_file(page, self.take_option(page, where, 16))
        assert sections_in(night)[0]["movement"]["one_winner"]
        assert file_names(night) == {"9": "Emma"}

    def test_what_was_changed_meanwhile_is_not_taken_over(self, page: TestClient) -> None:
        where = save_night(page, movement="W0807", boards="4")
        text = page.get(f"/change?night={where.rpartition('/')[2]}").text
        form = next(form for form in Offers("/change", text).forms if form.action == "/change")
        told = {name: text for name, text in form.fields if text} | {"pairs": "18"}
        (post, *_) = [f for f in Offers("/", page.get("/change", params=told).text).forms if f.action == "/nights"]
        page.post(where, data={"letter": "M"})
        late = page.post("/nights", data=dict(post.fields))
        assert late.status_code == 409
        assert "Open it again from Saved sessions and repeat the change" in late.text
        assert self.take_option(page, where, 18) == where, "what the page says to do can be done"

    def test_a_night_cannot_lose_its_title(self, page: TestClient) -> None:
        where = save_night(page, movement="W0807", boards="4", name="Our Tuesday")
        refused = page.post(where, data={"name": " ", "notes": "typed"})
        assert refused.status_code == 400
        assert "enter a session name" in visible_text(refused.text)
        assert "typed" in refused.text

    def test_an_individual_is_not_offered_a_web(self, page: TestClient) -> None:
        for address in ("/change?now=R1111", "/change?now=R1111&pairs=45"):
            text = page.get(address).text
            assert "/individuals?players=44" in text
            assert not re.search(r'class="(best|way)"|href="/m/[WMS]', text[text.index("<main") :])
        assert page.get("/api/change?now=R1111&pairs=45").status_code == 400
        where = save_night(page, movement="I1313", boards="2", name="13 players")
        text = page.get(where).text
        assert "/individuals?players=13" in text
        assert "/change?night" not in text
        assert "/second?night" not in text

    def test_the_second_session_is_about_the_night_whose_page_it_is(self, page: TestClient) -> None:
        where = save_night(page, movement="M0707", name="Mine")
        page.post(where, data={"pairs": "N1 Anna & Boris"})
        save_night(page, movement="W0605", name="on the desk")
        (link,) = re.findall(r'href="(/second[^"]*)"', page.get(where).text[page.get(where).text.index("<main") :])
        text = page.get(link).text
        assert 'value="M0707"' in text
        assert "Anna &amp; Boris" in text


def sections_kept(page: TestClient, address: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield for every choice of several sections on a page the movements, and the form that saves it."""
    for form in Offers(address, page.get(address).text).forms:
        data: dict[str, list[str]] = {}
        for name, value in form.fields:
            data.setdefault(name, []).append(value)
        if form.action == "/nights" and len(data["movement"]) > 1:
            yield tuple(data["movement"]), save_night(page, **data)


def lengths_opened(page: TestClient, where: str) -> list[tuple[int, int]]:
    """Return rounds and boards per round of each section of a session, as on its pages."""
    links = dict.fromkeys(re.findall(rf'href="({where}/section/[A-Z])"', page.get(where).text))
    (*found,) = (re.findall(r"(\d+) rounds of (\d+) boards? ·", page.get(link).text) for link in links)
    return [(int(rounds), int(boards)) for ((rounds, boards),) in found]


def test_a_rover_without_a_party_table_sits_out_before_it_sits_down(page: TestClient) -> None:
    """With N19 missing there is no table 19: E19 is out in round 1, as the printed start list has it."""
    seating = page.get(save_night(page, movement="W1813ER", missing="N19")).text.partition("Starting positions")[2]
    (row,) = (row for row in seating.split("<tr>") if ">E19<" in row)
    second = find("W1813ER").itinerary("E19")[1]
    assert f">{second.table}</td><td>{second.seat} <small>sits out until round 2" in row


class TestTaking:
    def test_three_sections_can_be_taken(self, page: TestClient) -> None:
        taken = dict(sections_kept(page, "/?pairs=42&sections=3"))
        where = next(where for names, where in taken.items() if len(names) == 3)
        assert [section["letter"] for section in sections_in(night_file(page, where))] == ["A", "B", "C"]

    def test_every_section_of_an_individual_has_the_rounds_and_boards_that_were_offered(self, page: TestClient) -> None:
        """48 players with 20 or 21 boards: 5 rounds of 4 here, 7 of 3 there."""
        kinds = set()
        for players in (32, 48, 64):
            options = {tuple(map(str, option.names)): option for option in individuals_for(players, range(20, 22))}
            taken = dict(sections_kept(page, f"/individuals?players={players}&boards=20-21"))
            for names, where in taken.items():
                assert lengths_opened(page, where) == list(options[names].section_lengths), names
                kinds.add(len({boards for _, boards in options[names].section_lengths}))
        assert kinds == {1, 2}

    def test_every_section_of_pairs_has_the_rounds_and_boards_that_were_offered(self, page: TestClient) -> None:
        choices = {
            tuple(map(str, choice.candidate.arrangement.names)): choice.candidate
            for choice in plan(Room(42, range(24, 29), sections=3), Weights()).choices
        }
        taken = dict(sections_kept(page, "/?pairs=42&sections=3"))
        assert taken
        for names, where in taken.items():
            made = choices[names]
            assert lengths_opened(page, where) == [(m.rounds, made.boards_per_round) for m in made.movements], names

    def test_paper_files_and_the_desk_have_the_boards_of_each_section(self, page: TestClient) -> None:
        where = save_night(page, movement=["R0505", "R0707"], boards=["4", "3"])
        files = formats.loads(page.get(f"{where}/file/bws").content, source="tonight.bws")
        assert [(d.section.letter, d.section.boards) for d in files] == [("A", Boards(4)), ("B", Boards(3))]
        sheet = " ".join(
            word.text for words in pages(page.get(f"{where}/paper/boarding.pdf").content) for word in words
        )
        assert max(map(int, re.findall(r"\d+-(\d+)", sheet))) == 21
        header = re.search(r'id="open-night".*?</p>', page.get(where).text)
        assert header
        for section, boards in zip(re.findall(r'class="code" href="([^"]+)"', header[0]), (4, 3), strict=True):
            assert f"{boards} boards" in page.get(section).text

    @pytest.mark.parametrize(
        ("told", "words"),
        [
            (
                {"movement": ["M0707", "W0605"], "boards": ["2", "3", "4"]},
                "one number, or one per section: '2 3 4'",
            ),
            ({"boards": ["2", "3"]}, "one number, or one per section: '2 3'"),
            ({"boards": "many"}, "must be a whole number: 'many'"),
            ({"name": "Tues\aday"}, r"one line of at most 80 printable characters: 'Tues\x07day'"),
            ({"winners": "1", "switch": "4;5"}, "expected rounds such as 12,13, or none: '4;5'"),
        ],
    )
    def test_a_form_that_makes_no_sense_is_refused(self, page: TestClient, told: dict[str, object], words: str) -> None:
        answer = page.post("/nights", data={"movement": "W0605", "name": "Tuesday"} | told)
        assert answer.status_code == 400
        assert words in unescape(answer.text)

    @pytest.mark.parametrize("name", ["Tues\aday", "x" * 81])
    def test_a_name_that_cannot_be_shown_is_refused_in_words(self, page: TestClient, name: str) -> None:
        answer = page.post(save_night(page), data={"name": name})
        assert answer.status_code == 400
        assert "one line of at most 80 printable characters" in answer.text

    def test_37_pairs_are_eighteen_tables_and_a_half(self, page: TestClient) -> None:
        assert "18½ tables" in page.get("/?pairs=37&cases=2").text
        assert "18½ tables · 37 pairs" in page.get("/m/W1813ER?missing=N19").text
        assert "19 tables · 38 pairs" in page.get("/m/W1813ER").text

    def test_files_of_a_half_table_have_names_and_what_cannot_be_written_is_not_offered(self, page: TestClient) -> None:
        where = save_night(page, movement="W0605", missing="N6")
        text = page.get(f"{where}/paper").text
        assert "all seats: enter N6 as missing in the scoring program" in text
        links = [link for link in Offers(where, text).links if "/file/" in link]
        assert len(links) == len(formats.FORMATS)
        for link in links:
            answer = page.get(link)
            assert answer.status_code == 200, link
            name = re.fullmatch(r'attachment; filename="(W0605\.\w+)"', answer.headers["content-disposition"])
            assert name, link
            assert formats.loads(answer.content, source=name[1])

    def test_a_file_that_holds_one_movement_is_offered_for_each_section(self, page: TestClient) -> None:
        where = save_night(page, movement=["M0505", "W0605"])
        text = page.get(f"{where}/paper").text
        links = [link for link in Offers("/", text).links if "/file/" in link]
        expected = [
            link
            for known in formats.FORMATS.values()
            for link in (
                [f"{where}/file/{known.name}"]
                if known.holds_many
                else [f"{where}/section/{letter}/file/{known.name}?boards=2" for letter in "AB"]
            )
        ]
        assert links == expected
        assert "section B: ACBLscore" in text
        tables = [formats.loads(page.get(link).content)[0].movement.tables for link in links if "section" in link]
        assert tables == [5, 6] * (len(tables) // 2)

    def test_the_app_says_that_no_file_was_loaded_in_the_real_programs(self, page: TestClient) -> None:
        sentence = "Not tested in the scoring programs. Test your file before the session."
        where = save_night(page)
        for address in (f"{where}/paper", "/m/W0605/paper", "/library?tables=6"):
            assert sentence in page.get(address).text, address
        warnings = formats.FORMATS["mov"].warnings(formats.loads(page.get("/m/W0605/file/mov").content))
        assert warnings[0] in page.get("/m/W0605/paper").text, "as export says it"

    def test_what_was_assumed_about_cases_is_said(self, page: TestClient) -> None:
        words = "number of sets not given"
        for address in ("/?pairs=24", "/change?now=W1813&pairs=38", "/m/W0605"):
            assert words in page.get(address).text.lower(), address
        for address in ("/?pairs=24&cases=2", "/change?now=W1813&pairs=38&cases=2", "/m/W0605?cases=2"):
            shown = page.get(address).text.lower()
            assert "number of sets not given" not in shown, address


class TestVersions:
    def test_a_night_that_cannot_be_read_is_listed_with_the_reason_and_stays(self, tmp_path: Path) -> None:
        mine = VisibleNights(Store(SqliteDatabase(tmp_path / "n.sqlite")))
        mine.add(session_setup("Theirs"))
        stored = [["dealt by robots", '{"robots": 3}']]
        rewrite_event(mine.store, 1, 1, kind=stored[0][0], contents=stored[0][1])
        with client(tmp_path / "n.sqlite", pool=InThisProcess()) as page:
            text = page.get("/nights").text
            assert "No saved sessions yet" not in text
            assert "unknown event type: &#39;dealt by robots&#39;" in text
            assert page.get("/nights/1").status_code == 422
            assert page.get("/nights/1/night.json").json() == stored
            assert page.post("/nights/1", data={"notes": "over it"}).status_code == 422
            assert page.get("/nights/1/night.json").json() == stored

    def test_a_file_of_a_newer_version_is_left_alone(self, tmp_path: Path) -> None:
        path = tmp_path / "n.sqlite"
        VisibleNights(Store(SqliteDatabase(path))).add(session_setup("theirs"))
        with closing(sqlite3.connect(path)) as base, base:
            base.execute("pragma user_version = 99")
        before = path.read_bytes()
        there = open_store(path)
        assert "saved by a newer Byestand" in there.trouble
        VisibleNights(there).add(session_setup("tonight"))
        assert path.read_bytes() == before

    @pytest.mark.parametrize("version", [0, -1, True, "1", 1.0, None, 10**7])
    def test_what_is_no_version_is_refused(self, version: object) -> None:
        with pytest.raises(FormatError, match="expected the format 'f', version 2"):
            require_version(JsonCursor({"format": "f", "version": version}, "$", "x"), format="f", version=2)

    def test_versions_before_the_first_release_are_refused(self) -> None:
        text = movement_json.dumps(find("W0605"))
        for version in range(1, movement_json.VERSION):
            old = text.replace(f'"version": {movement_json.VERSION}', f'"version": {version}')
            with pytest.raises(FormatError, match=rf"^w.json: written before the first release \(version {version}, "):
                movement_json.loads(old, source="w.json")

    def test_a_movement_of_a_newer_version_is_told_so(self) -> None:
        text = movement_json.dumps(find("W0605")).replace(f'"version": {movement_json.VERSION}', '"version": 99')
        with pytest.raises(FormatError, match=r"written by a newer Byestand .* update Byestand"):
            movement_json.loads(text)


class TestNotKept:
    def test_a_damaged_file_is_left_as_it_is_and_the_app_goes_on(self, tmp_path: Path) -> None:
        path = tmp_path / "n.sqlite"
        path.write_text("my diary, " * 100)
        there = open_store(path)
        assert there.trouble.startswith(f"sessions are not saved: {path}: not a session file")
        assert "serve --data" in there.trouble
        assert path.read_text() == "my diary, " * 100
        id = VisibleNights(there).add(session_setup("tonight"))
        assert isinstance(VisibleNights(there).get(id), StoredNight)
        assert VisibleNights(there).current()

    def test_pages_made_illegible_are_a_sentence(self, tmp_path: Path) -> None:
        path = tmp_path / "n.sqlite"
        VisibleNights(Store(SqliteDatabase(path))).add(session_setup("tonight"))
        data = bytearray(path.read_bytes())
        data[100:] = b"\xff" * (len(data) - 100)
        path.write_bytes(bytes(data))
        assert "the session file is damaged; it is unchanged" in open_store(path).trouble

    def test_a_home_that_cannot_be_written_to_does_not_stop_the_app(self, tmp_path: Path) -> None:
        (tmp_path / "home").write_text("no folder")
        there = open_store(tmp_path / "home" / "share" / "n.sqlite")
        assert "cannot create the folder" in there.trouble
        (tmp_path / "folder" / "n.sqlite").mkdir(parents=True)
        assert "cannot be opened or created" in open_store(tmp_path / "folder" / "n.sqlite").trouble

    def test_every_page_says_that_nights_are_not_kept(self, tmp_path: Path) -> None:
        (tmp_path / "home").write_text("no folder")
        with client(tmp_path / "home" / "n.sqlite", pool=InThisProcess()) as page:
            for address in ("/", "/nights", "/m/W0605"):
                assert "essions are not saved" in page.get(address).text
            where = save_night(page)
            text = page.get(where).text
            assert "have names. All changes saved" not in text
            assert "Not saved to disk." in text
            assert "survive a restart" not in page.get("/nights").text

    def test_a_full_disk_is_said_and_the_typed_text_stays(self, tmp_path: Path) -> None:
        """SQLite gets a limit on its number of pages."""
        with client(tmp_path / "n.sqlite", pool=InThisProcess()) as page:
            where = save_night(page)
            with state_of(page.app).services.store.database.open() as base:
                base.execute("pragma max_page_count = 1")  # it stays as large as it is
            answer = page.post(where, data={"notes": "do not lose me " * 500})
            assert answer.status_code == 422
            assert "the disk is full. Free some space and save again" in visible_text(answer.text)
            assert type_names(answer.text, "notes") == "do not lose me " * 500
            assert night_file(page, where)["notes"] == ""

    def test_the_terminal_says_it_too_and_the_app_answers(self, tmp_path: Path) -> None:
        (tmp_path / "home").write_text("no folder")
        command = [sys.executable, "-m", "byestand", "serve", "--no-browser", "--port", "0"]
        data = str(tmp_path / "home" / "n.sqlite")
        running = subprocess.Popen([*command, "--data", data], stdout=subprocess.PIPE, text=True)
        assert running.stdout
        lines = [running.stdout.readline(), running.stdout.readline()]
        running.send_signal(2)
        running.communicate(timeout=PATIENCE)
        assert lines[0].startswith(f"sessions are not saved: {tmp_path / 'home'}: cannot create the folder")
        assert lines[1].startswith("Byestand is running at http://127.0.0.1:")
        assert running.returncode == 0

    def test_data_may_be_a_folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        assert usual_path(tmp_path) == tmp_path / "nights.sqlite"
        assert usual_path(tmp_path / "mine.sqlite") == tmp_path / "mine.sqlite"
        monkeypatch.setenv("BYESTAND_DATA", str(tmp_path))
        assert usual_path() == tmp_path / "nights.sqlite"
