"""Results in the app: typed line by line, refused with a sentence, ranked as they stand, out of files and into them."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from html import unescape
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from byestand import cli
from byestand.catalog import find
from byestand.errors import BadRequest
from byestand.formats.document import Document
from byestand.formats.results import csv
from byestand.model.line import Absent, Average, Line, Outcome, Percentage, TableScore
from byestand.night.night_document import VERSION
from byestand.score.contract_scores import contract
from byestand.server.pages.standings.result_files import FILES
from byestand.session.result_syntax import format_line, parse_line
from tests.support.app import client
from tests.support.crawler import Crawler, InThisProcess, Sample
from tests.support.night_files import night_file
from tests.support.pdf_reader import sizes
from tests.support.result_sets import as_csv, received_rows, with_results
from tests.support.sections import section

BOARD_1 = ("at-1-1-1", "at-5-2-1", "at-4-3-1", "at-2-4-1", "at-1-5-1", "at-5-6-1")
"""The lines of board 1 in W0605: round, table, board; N1 to N6 against E1, E4, E6, E3, E5, E2."""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client(tmp_path_factory.mktemp("results") / "nights.sqlite", pool=InThisProcess()) as found:
        yield found


def save_night(page: TestClient, *movements: str, **form: str) -> str:
    """Save a session, and return its address."""
    told = {"movement": list(movements or ("W0605",)), "boards": "2", "name": "Tuesday"} | form
    answer = page.post("/nights", data=told)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def type_result(
    page: TestClient,
    night: str,
    where: str = "board=1",
    status: int = 303,
    lines: Mapping[str, str] | None = None,
    **more: str,
) -> str:
    """Type lines on a sheet, and return the page, or where it leads."""
    written = {name.replace("_", "-"): text for name, text in more.items()} | dict(lines or {})
    answer = page.post(f"{night}/results?{where}", data=written)
    assert answer.status_code == status, visible_text(answer.text)
    return answer.headers.get("location", "") or answer.text


def visible_text(text: str, field: str = "") -> str:
    """Return the text of a page, or the text next to a field."""
    if field:
        found = re.search(rf'<td id="{field}-said"[^>]*>(.*?)</td>', text, re.DOTALL)
        assert found, field
        text = found[1]
    else:
        text = text[text.index("<main") :]
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text))).strip()


def fields(text: str) -> dict[str, str]:
    """Return the values of the fields of a sheet."""
    found = re.findall(r'<input id="((?:at|other)-[\w-]+)"[^>]* value="(.*?)"', text)
    return {name: unescape(value) for name, value in found}


@pytest.fixture(scope="module")
def document() -> Document:
    return Document(section(find("W0605"), 2, "A"))


def sheet_token(text: str) -> str:
    found = re.search(r'name="seen" value="(\w+)"', text)
    assert found
    return found[1]


def score_page(page: TestClient, night: str, asked: str = "") -> dict[str, list[dict[str, object]]]:
    """Return everything as programs get it."""
    answer = page.get(f"{night}/results/results.json{asked}")
    assert answer.status_code == 200, visible_text(answer.text)
    found: dict[str, list[dict[str, object]]] = answer.json()
    return found


def percentages(page: TestClient, night: str) -> dict[object, object]:
    return {one["contestant"]: one["percentage"] for one in score_page(page, night)["ranking"]}


class TestOneField:
    BARE = Line(2, ("1",), ("4",), Absent.MISSING)
    """A board on which NS are vulnerable."""

    @pytest.mark.parametrize(
        ("text", "points"),
        [
            *((text, 620) for text in ("4s n 10", "4sn=", "4 S  n =", "4♠N10", "4s north 10", "620", "+620")),
            ("3ntxe-2", 300),  # EW are not: 100 and 200
            ("3nn9", 600),
            ("3ne=", -400),
            ("1ss7", 80),
            ("2hxs+1", 870),
            ("1nt xx w =", -560),
            ("pass", 0),
            ("P", 0),
            ("0", 0),
            ("4s n = 650", 650),
        ],
    )
    def test_what_directors_type_is_a_score(self, text: str, points: int) -> None:
        line = parse_line(text, self.BARE)
        assert line.outcome == Outcome(TableScore.certain(points), TableScore.certain(points))

    def test_rulings_are_typed_in_the_same_field(self) -> None:
        averages = Outcome(Average.PLUS, Average.MINUS)
        assert {parse_line(text, self.BARE).outcome for text in ("ave+/ave-", "A6040", "a+/a-")} == {averages}
        assert parse_line("a", self.BARE).outcome == Outcome(Average.EVEN, Average.EVEN)
        assert parse_line("420/-50", self.BARE).outcome == Outcome(TableScore.certain(420), TableScore.certain(-50))
        (thirty, seventy) = parse_line("30*620 + 70*-100", self.BARE).side_scores().__next__()[1].parts  # type: ignore[union-attr]
        assert (float(thirty[0]), thirty[1], float(seventy[0]), seventy[1]) == (0.3, 620, 0.7, -100)
        assert isinstance(parse_line("55%/45%", self.BARE).side_scores().__next__()[1], Percentage)
        assert parse_line("np", self.BARE).outcome is parse_line("-", self.BARE).outcome is Absent.NOT_PLAYED

    def test_who_played_stands_before_and_lead_form_and_note_behind(self) -> None:
        line = parse_line("N3 - E5: 4h n = Lead s4 form b # came late: 5 min", self.BARE)
        assert (line.ns, line.ew, line.contract) == (("3",), ("5",), contract("4H"))
        assert (line.lead, line.form, line.note) == ("S4", "b", "came late: 5 min")
        cards = ("h10", "10h", "♥T", "ca")
        assert [parse_line(f"pass lead {card}", self.BARE).lead for card in cards] == ["H10", "10H", "♥T", "CA"]
        players = replace(self.BARE, ns=("1", "2"), ew=("3", "4"))
        assert parse_line("4-3-2-1: pass", players).numbers == ("4", "3", "2", "1")

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("5z", "expected a contract such as 3NT, 4SX or PASS: '5z'"),
            ("8nt n =", "expected a contract"),
            ("4s 10", "declarer missing; add N, E, S or W"),
            ("4s q 10", "declarer missing; add N, E, S or W"),
            ("4s n", "tricks missing; add =, +1, -2 or 10: '4s n'"),
            ("4s n 14", "tricks must be 0 to 13, not 14"),
            ("3nt n +5", "tricks must be 0 to 13, not 14"),
            ("ave+", "enter the scores of both sides"),
            ("130%/20%", "at most 100%"),
            ("30*620+60*-100", "weights must add up to 100"),
            ("made it", "expected a score such as"),
            ("4s n = lead z9", "expected a card such as H4 or S10: 'z9'"),
            ("4s n = lead h1", "expected a card such as"),
            ("4sn= 12", "enter tricks once, as = or 12: '4sn= 12'"),
            ("4sn", "tricks missing; add =, +1, -2 or 10: '4sn'"),
            ("4sn= form", "form needs a number, such as form 2: '4sn= form'"),
            ("4s n = lead h4h", "expected a card such as"),
            ("3: pass", "enter the pair numbers as NS-EW, such as 3-5:"),
            ("3-0: pass", "enter the pair numbers as NS-EW, such as 3-5:"),
            ("3-5-6: pass", "enter the pair numbers as NS-EW, such as 3-5:"),
            ("Anna 3, Bo 5: pass", "enter the pair numbers as NS-EW, such as 3-5:"),
            ("3-5:", "no result; enter one such as"),
            ("# a note", "no result; enter one such as"),
            ("pass # " + "x" * 61, "a note can have at most 60 characters"),
            ("x" * 201, "a result can have at most 200 characters"),
            ("4s\u202en=", "a result can have at most"),
        ],
    )
    def test_what_cannot_be_is_refused_with_a_sentence(self, text: str, sentence: str) -> None:
        with pytest.raises(BadRequest, match=re.escape(sentence)):
            parse_line(text, self.BARE)

    @given(
        st.one_of(
            st.text(max_size=30),
            st.lists(
                st.sampled_from([*"1234567NESWXCDHS=+-/%*#: ", "10", "NT", "AVE", "PASS", "lead ", "form ", "3-5:"])
            ).map("".join),
        )
    )
    def test_whatever_is_typed_is_refused_or_kept_as_it_is_shown(self, text: str) -> None:
        try:
            line = parse_line(text, self.BARE)
        except BadRequest:
            return
        assert parse_line(format_line(line, self.BARE), self.BARE) == line
        (read,) = csv.loads(csv.dumps([line]))
        assert replace(read, number=0) == line


class TestTyping:
    def test_a_board_is_typed_and_its_scores_and_the_ranking_are_there(self, page: TestClient) -> None:
        """Board 1 of W0605, none vulnerable: tops of 10, and a tie."""
        night = save_night(page)
        lines = dict(zip(BOARD_1, ("4s n 10", "4sn=", "3ntxe-2", "pass", "-50", "4sn+1"), strict=True))
        where = type_result(page, night, lines=lines)
        assert where == f"{night}/results?board=2", "all lines are there: it goes on with the next board"
        text = page.get(f"{night}/results?board=1").text
        assert [visible_text(text, field) for field in BOARD_1] == [
            "+420 4S N =", "+420 4S N =", "+300 3NTX E -2", "0 PASS", "-50", "+450 4S N +1",
        ]  # fmt: skip
        assert percentages(page, night) == {
            "N1": 70, "N2": 70, "N3": 40, "N4": 20, "N5": 0, "N6": 100,
            "E1": 30, "E4": 30, "E6": 60, "E3": 80, "E5": 100, "E2": 0,
        }  # fmt: skip
        ranking = visible_text(page.get(f"{night}/ranking").text)
        assert "54 results are missing" in ranking
        assert "1 N6 1 10.00 100.00 2= N1 1 7.00 70.00 2= N2" in ranking

    def test_what_is_right_is_saved_and_what_is_wrong_stays_in_its_field(self, page: TestClient) -> None:
        night = save_night(page)
        text = type_result(page, night, status=400, at_1_1_1="4sn=", at_5_2_1="5z n =", at_4_3_1="75")
        assert visible_text(text, "at-1-1-1") == "+420 4S N ="
        assert visible_text(text, "at-5-2-1") == "expected a contract such as 3NT, 4SX or PASS: '5z n ='"
        assert visible_text(text, "at-4-3-1") == "impossible score on board 1: '75'"
        assert [fields(text)[field] for field in BOARD_1[:3]] == ["4S N =", "5z n =", "75"]
        assert re.search(r'<input id="at-5-2-1"[^>]* aria-invalid="true" autofocus>', text), "where to go on"
        assert fields(page.get(f"{night}/results?board=1").text)["at-5-2-1"] == ""
        text = type_result(page, night, status=400, at_1_1_1="4snn")
        assert "Saved: 4S N =." in visible_text(text, "at-1-1-1"), "a wrong correction changes nothing"

    def test_as_long_as_lines_are_to_come_the_same_sheet_waits_for_the_next(self, page: TestClient) -> None:
        night = save_night(page)
        assert type_result(page, night, at_1_1_1="pass") == f"{night}/results?board=1"
        text = page.get(f"{night}/results?board=1").text
        assert re.search(r'<input id="at-5-2-1"[^>]* autofocus>', text)
        assert text.count(" autofocus") == 1

    def test_a_line_is_corrected_and_taken_away(self, page: TestClient) -> None:
        night = save_night(page)
        type_result(page, night, at_1_1_1="4sn=", at_5_2_1="pass")
        type_result(page, night, at_1_1_1="4sn-1", at_5_2_1="")
        assert page.get(f"{night}/results/results.csv").text.splitlines()[1:] == [",1,1,1,1,1,4S,N,-1,,,,"]

    def test_a_quotation_mark_is_the_line_above(self, page: TestClient) -> None:
        night = save_night(page)
        text = type_result(
            page, night, status=400, at_1_1_1='"', at_5_2_1="2-4: 2hn+1 # twice", at_4_3_1='"', at_2_4_1='"'
        )
        assert visible_text(text, "at-1-1-1") == "no line above to repeat"
        assert visible_text(text, "at-4-3-1").startswith("+140 2H N +1")
        assert visible_text(text, "at-2-4-1").startswith("+140 2H N +1")

    def test_a_slip_has_the_boards_of_a_table_and_leads_to_the_next(self, page: TestClient) -> None:
        night = save_night(page)
        text = page.get(f"{night}/results?round=1&table=6").text
        group = find("W0605").at(1, 6).group
        assert list(fields(text)) == [f"at-1-6-{2 * group - 1}", f"at-1-6-{2 * group}"]
        assert "Round 1, table 6" in visible_text(text)
        where = type_result(page, night, "round=1&table=6", lines=dict.fromkeys(fields(text), "pass"))
        assert where == f"{night}/results?round=2&table=1"
        where = type_result(page, night, "round=5&table=6", at_5_6_1="pass", at_5_6_2="-100")
        assert where == f"{night}/ranking"

    def test_other_pairs_than_planned_are_typed_and_told(self, page: TestClient) -> None:
        """E4 and E6 sat at one another's tables; both lines are put right at once."""
        night = save_night(page)
        text = type_result(page, night, status=400, at_5_2_1="2-6: pass", at_4_3_1="3-6: pass")
        assert visible_text(text, "at-5-2-1") == "0 PASS Scheduled: N2 and E4."
        assert visible_text(text, "at-4-3-1") == "board 1, 3 against 6: E6 has another result on this board"
        type_result(page, night, at_4_3_1="3-4: pass")
        ranking = visible_text(page.get(f"{night}/ranking").text)
        assert "board 1, 2 against 6: directions reversed" in ranking
        type_result(page, night, at_5_2_1="2-4: pass", at_4_3_1="3-6: pass")
        assert fields(page.get(f"{night}/results?board=1").text)["at-5-2-1"] == "PASS", "as planned after all"

    @pytest.mark.parametrize(
        ("movement", "line", "text", "sentence"),
        [
            ("W0605", "at-1-1-1", "7-1: pass", "no such pair in this movement: N7"),
            ("W0605", "at-1-1-1", "1-9: pass", "no such pair in this movement: E9"),
            ("H0407", "at-1-1-1", "3-3: pass", "a pair cannot play against itself"),
            ("H0407", "at-1-1-1", "3-9: pass", "no such pair in this movement: 9"),
            ("W0605", "other-new", "4sn=", "enter the pairs before the result, such as 3-5:"),
            ("W0605", "at-1-1-1", "620", "impossible score on board 1"),
        ],
    )
    def test_lines_of_nobody_are_refused(
        self, page: TestClient, movement: str, line: str, text: str, sentence: str
    ) -> None:
        answer = type_result(page, save_night(page, movement), status=400, lines={line: text})
        assert sentence in visible_text(answer, line)

    def test_a_line_that_nobody_planned_is_kept_told_and_taken_away_again(self, page: TestClient) -> None:
        night = save_night(page)
        type_result(page, night, other_new="1-6: 4hn= # sat down wrongly")
        text = page.get(f"{night}/results?board=1").text
        assert fields(text)["other-1"] == "1-6: 4H N = # sat down wrongly"
        assert "Not in the movement." in visible_text(text, "other-1")
        assert "N1 has another result on this board" in visible_text(
            type_result(page, night, status=400, at_1_1_1="pass"), "at-1-1-1"
        )
        type_result(page, night, other_1="")
        assert "other-1" not in fields(page.get(f"{night}/results?board=1").text)

    def test_rulings_count_and_a_percentage_is_no_score_in_imps(self, page: TestClient) -> None:
        night = save_night(page)
        type_result(
            page, night, at_1_1_1="ave+/ave-", at_5_2_1="np", at_4_3_1="420", at_2_4_1="420", at_1_5_1="55%/45%"
        )
        found = percentages(page, night)
        assert (found["N1"], found["E1"], found["N5"], found["E5"]) == (60, 40, 55, 45)
        assert "N2" not in found
        answer = page.post(f"{night}/ranking", data={"method": "cross-imps"})
        assert answer.status_code == 400
        assert "percentages cannot be scored in IMPs" in visible_text(answer.text)
        assert '<option value="cross-imps" selected>' in answer.text
        type_result(page, night, at_1_5_1="420/-50")
        assert page.post(f"{night}/ranking", data={"method": "butler", "factor": "ratio"}).status_code == 303


class TestTwoWindows:
    def test_a_line_that_was_changed_meanwhile_is_not_saved_over_unless_told_so(self, page: TestClient) -> None:
        night = save_night(page)
        before = sheet_token(page.get(f"{night}/results?board=1").text)
        type_result(page, night, at_1_1_1="pass")
        text = type_result(page, night, status=409, at_1_1_1="4sn=", seen=before)
        assert "changed in another window" in visible_text(text)
        assert (fields(text)["at-1-1-1"], visible_text(text, "at-1-1-1")) == ("4sn=", "0 PASS"), (
            "what was typed, what is kept"
        )
        found = re.search(r'name="over" value="(\w+)"', text)
        assert found
        type_result(page, night, at_1_1_1="4sn=", seen=before, over=found[1])
        assert fields(page.get(f"{night}/results?board=1").text)["at-1-1-1"] == "4S N ="

    def test_two_people_type_different_boards_at_once(self, page: TestClient) -> None:
        night = save_night(page)
        one, other = (sheet_token(page.get(f"{night}/results?board={board}").text) for board in (1, 2))
        type_result(page, night, at_1_1_1="pass", seen=one)
        type_result(page, night, "board=2", at_1_1_2="pass", seen=other)
        assert len(page.get(f"{night}/results/results.csv").text.splitlines()) == 3

    def test_nobody_who_saves_at_the_same_moment_loses_a_line(self, page: TestClient) -> None:
        night = save_night(page)
        everybody = [Thread(target=type_result, args=(page, night), kwargs={field: "pass"}) for field in BOARD_1]
        for one in everybody:
            one.start()
        for one in everybody:
            one.join()
        assert len(page.get(f"{night}/results/results.csv").text.splitlines()) == 7

    def test_who_types_the_same_is_no_quarrel(self, page: TestClient) -> None:
        """The script of the page and the form may send the same one after the other."""
        night = save_night(page)
        before = sheet_token(page.get(f"{night}/results?board=1").text)
        for _ in range(2):
            type_result(page, night, at_1_1_1="4sn10", seen=before)

    def test_lines_that_the_movement_no_longer_has_are_not_lost_in_silence(self, page: TestClient) -> None:
        text = type_result(page, save_night(page), status=409, at_5_6_1="pass", at_9_9_1="4sn=")
        assert "no longer has these lines: '4sn='" in visible_text(text)

    def test_a_whole_night_is_replaced_or_thrown_away_as_it_was_seen_only(self, page: TestClient) -> None:
        night = save_night(page)
        type_result(page, night, at_1_1_1="pass")
        assert page.post(f"{night}/results/throw-away", data={"revision": "1"}).status_code == 409
        assert page.post(f"{night}/results/throw-away", data={"revision": "2"}).status_code == 303
        assert fields(page.get(f"{night}/results?board=1").text)["at-1-1-1"] == ""


class TestMovements:
    def test_sections_have_sheets_of_their_own_and_are_compared_together_or_apart(self, page: TestClient) -> None:
        night = save_night(page, "M0404", "M0404", letter="A,B")
        type_result(page, night, "section=A&board=1", at_1_1_1="400")
        type_result(page, night, "section=B&board=1", at_1_1_1="-50")
        assert "Section B: 1 of 32 results entered" in visible_text(page.get(f"{night}/results?section=B").text)
        together = score_page(page, night)["ranking"]
        assert [(one["section"], one["place"]) for one in together if one["line"] == "NS"] == [("A", 1), ("B", 2)]
        assert page.post(f"{night}/ranking", data={"sections": "apart"}).status_code == 303
        apart = score_page(page, night)["ranking"]
        assert [(one["section"], one["place"]) for one in apart if one["line"] == "NS"] == [("A", 1), ("B", 1)]

    def test_results_go_along_when_sections_get_other_letters(self, page: TestClient) -> None:
        night = save_night(page, "M0404", "M0404", letter="A,B")
        type_result(page, night, "section=B&board=1", at_1_1_1="400")
        assert page.post(night, data={"letter": ["B", "X"]}).status_code == 303
        assert [line["section"] for line in score_page(page, night)["boards"][0]["lines"]] == ["X"]  # type: ignore[attr-defined]

    def test_single_players_are_typed_seat_by_seat(self, page: TestClient) -> None:
        night = save_night(page, "I0807", boards="3")
        text = page.get(f"{night}/results?round=1&table=1").text
        first = next(iter(fields(text)))
        assert "North, South, East, West" in visible_text(text)
        planned = find("I0807").seats[0, 0].tolist()
        other = next(number for number in range(1, 33) if number not in planned)
        swapped = "-".join(map(str, (other, *planned[1:])))
        answer = page.post(f"{night}/results?round=1&table=1", data={first: f"{swapped}: 4sn="})
        assert answer.status_code == 303
        assert score_page(page, night)["boards"][0]["lines"][0]["north"] == str(other)  # type: ignore[index]

    def test_one_winner_and_boards_from_27_on(self, page: TestClient) -> None:
        night = save_night(page, "M0505", winners="1", first="27")
        text = page.get(f"{night}/results").text
        assert "Board 27" in visible_text(text)
        assert "Dealer S, vulnerable: none" in visible_text(text), "as board 11"
        type_result(page, night, "board=27", lines=dict.fromkeys(list(fields(text))[:-1], "4sn="))
        found = score_page(page, night)["ranking"]
        assert {one["line"] for one in found} == {""}
        assert len(found) == 10

    def test_a_repaired_night_expects_what_was_played_and_will_be(self, page: TestClient) -> None:
        """M0505: in round 2 table 1 played the boards of group 3; board 5 is then played there in that round."""
        night = save_night(page, "M0505")
        wrong = f"{night}/section/A/wrong?after=2&boards=2:1%3D3"
        type_result(page, night, "round=1&table=1", at_1_1_1="4sn=")
        way = re.findall(r'name="way" value="(\w+)"', page.get(wrong).text)[0]
        assert page.post(wrong, data={"way": way}).status_code == 303
        assert "at-2-1-5" in fields(page.get(f"{night}/results?board=5").text)
        assert fields(page.get(f"{night}/results?board=1").text)["at-1-1-1"] == "4S N =", "results stay"
        page.post(f"{night}/section/A/undo")
        assert "at-2-1-5" not in fields(page.get(f"{night}/results?board=5").text)

    def test_another_movement_keeps_the_results_and_tells_what_contradicts_it(self, page: TestClient) -> None:
        night = save_night(page)
        type_result(page, night, at_5_2_1="4sn=")
        page.post("/nights", data={"movement": "M0606", "boards": "2", "night": night.rpartition("/")[2]})
        assert "differs from the movement" in visible_text(page.get(f"{night}/ranking").text)
        several = {"movement": ["M0404", "M0404"], "boards": "2", "night": night.rpartition("/")[2]}
        assert page.post("/nights", data=several).status_code == 303
        assert [one["section"] for one in page.get(f"{night}/night.json").json()["results"]] == ["A"]


class TestFiles:
    def bring(self, page: TestClient, night: str, data: bytes | str, name: str = "tonight.csv") -> str:
        """Drop a file on the page, and return where that leads."""
        answer = page.post(f"{night}/results/bring", files={"file": (name, data)})
        assert answer.status_code == 303, visible_text(answer.text)
        return str(answer.headers["location"])

    def test_a_csv_becomes_the_results_and_they_are_scored_as_by_the_command(
        self, page: TestClient, document: Document, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """The file has the letter of a section that is the only one."""
        night, path = save_night(page), tmp_path / "tonight.csv"
        path.write_text(as_csv(list(received_rows(document))), encoding="utf-8")
        assert self.bring(page, night, path.read_bytes()) == f"{night}/ranking"
        assert "All results entered." in visible_text(page.get(f"{night}/ranking").text)
        assert cli.run(["score", str(path), "--movement", "W0605", "--format", "json"]) == 0
        told = json.loads(capsys.readouterr().out.replace('"section": "A"', '"section": ""'))
        mine = score_page(page, night)
        assert (mine["ranking"], mine["findings"]) == (told["ranking"], told["findings"])
        out = page.get(f"{night}/results/results.csv")
        again = save_night(page)
        self.bring(page, again, out.content)
        assert page.get(f"{again}/results/results.csv").text == out.text, "it comes in as it went out"

    def test_a_bridgemate_file_shows_what_it_would_change_and_tells_what_it_leaves_out(
        self, page: TestClient, document: Document
    ) -> None:
        night, rows = save_night(page), list(received_rows(document))
        first, second, *others = rows
        corrected = [first, first | {"Result": "-1"}, second | {"Erased": True}, *others]
        where = self.bring(page, night, with_results(document, corrected), "night.bws")
        assert where.startswith(f"{night}/results/bring/"), "there is something to be told"
        text = visible_text(page.get(where).text)
        assert "59 results in the file. 1 result is still missing." in text
        assert "the last entry counts" in text
        assert page.post(where, data={"revision": "1"}).headers["location"] == f"{night}/ranking"
        where = self.bring(page, night, with_results(document, rows), "night.bws")
        assert "60 results in the file: 1 new, 58 equal, 1 changed, 0 in conflict." in visible_text(
            page.get(where).text
        )
        assert len(page.get(f"{night}/results/results.csv").text.splitlines()) == 60, "nothing was changed yet"
        assert page.post(where, data={"revision": "1"}).status_code == 409
        assert page.post(where, data={"revision": "2"}).status_code == 303
        assert len(page.get(f"{night}/results/results.csv").text.splitlines()) == 61

    @pytest.mark.parametrize(
        ("data", "sentence"),
        [
            ("board,ns,ew,contract\n1,1,1,5Z\n", "line 2: column contract"),
            ("board,ns,ew,score\n", "o results in this file"),
            ("my diary", "column board is missing"),
            ("board,ns,ew,score,contrct\n1,1,1,50,4S\n", "contrct"),
            ("board,ns,ew,score\n1,E1,N1,50\n", "olumns ns and ew have labels of the other side"),
            ("board,north,south,east,west,score\n1,1,2,3,4,50\n", "is for pairs, but the file has results for players"),
            ("section,board,ns,ew,score\nA,1,1,1,50\nB,1,1,1,50\n", "one section, but the file has A, B"),
            (b"\x00\x01\x00\x00Standard Jet DB\x00" + bytes(5000), "x.csv"),
        ],
    )
    def test_files_that_cannot_be_the_results_are_refused_and_change_nothing(
        self, page: TestClient, data: str | bytes, sentence: str
    ) -> None:
        night = save_night(page)
        answer = page.get(self.bring(page, night, data, "x.csv"))
        assert answer.status_code in (400, 422)
        assert sentence in visible_text(answer.text)
        assert 'type="file"' in answer.text
        assert page.post(answer.url.path).status_code in (400, 422)
        assert night_file(page, night)["results"] == []

    def test_lines_that_contradict_the_movement_come_in_and_are_told(self, page: TestClient) -> None:
        night = save_night(page)
        lines = ("1,1,1,420", "1,2,5,420", "1,3,6,75", "99,1,1,50", "2,1,1,", "1,1,1,50")
        self.bring(page, night, "\n".join(("board,ns,ew,score", *lines)))
        ranking = visible_text(page.get(f"{night}/ranking").text)
        for sentence in (
            "board 1, 2 against 5: these pairs meet in round",
            "board 1, 3 against 6: impossible score 75",
            "board 99, 1 against 1: this board is not in the movement",
            "board 1, 1 against 1: N1 has another result on this board",
        ):
            assert sentence in ranking
        assert list(fields(page.get(f"{night}/results?board=99").text).values()) == ["1-1: 50", ""]
        others = fields(page.get(f"{night}/results?board=1").text)
        assert {others["at-1-1-1"], others["other-1"].removeprefix("1-1: ")} == {"420", "50"}

    def test_nights_go_out_and_come_in_with_their_results(self, page: TestClient) -> None:
        night = save_night(page)
        type_result(page, night, at_1_1_1="4sn= # late", at_5_2_1="ave+/ave-")
        whole = page.get(f"{night}/night.json")
        assert whole.json()["version"] == VERSION
        again = page.post("/nights/import", files={"file": ("n.json", whole.content)}).headers["location"]
        assert page.get(f"{again}/results/results.csv").text == page.get(f"{night}/results/results.csv").text
        other = json.dumps(whole.json() | {"results": []})
        refused = page.post("/nights/import", files={"file": ("n.json", other)})
        assert refused.status_code == 422
        assert "does not match the stored session" in refused.text

    @pytest.mark.parametrize(
        ("results", "status"),
        [
            ([{"section": "A", "line": {"board": 1, "ns": ["1"], "ew": ["1"], "outcome": "NP"}}], 303),
            ("nonsense", 422),
            ([5], 422),
            ([{"section": "Z", "line": {"board": 1, "ns": ["1"], "ew": ["1"], "outcome": "NP"}}], 400),
        ],
    )
    def test_results_of_a_night_file_are_read_or_refused(self, page: TestClient, results: object, status: int) -> None:
        told = {key: value for key, value in night_file(page, save_night(page)).items() if key != "log"}
        strange = json.dumps(told | {"results": results})
        assert page.post("/nights/import", files={"file": ("n.json", strange)}).status_code == status


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("results?board=11", 404),
        ("results?board=x", 400),
        ("results?round=6", 404),
        ("results?round=1&table=7", 404),
        ("results?table=3", 200),
        ("results?section=B", 404),
        ("results/results.exe", 404),
        ("results/bring/nonsense", 404),
    ],
)
def test_addresses_that_lead_nowhere_say_so(page: TestClient, address: str, status: int) -> None:
    assert page.get(f"{save_night(page)}/{address}").status_code == status


def test_a_night_without_a_movement_or_of_both_kinds_has_no_results(page: TestClient) -> None:
    empty = page.post("/nights", data={"name": "Later"}).headers["location"]
    assert "choose one before entering results" in page.get(f"{empty}/results").text
    assert "/results" not in page.get(empty).text
    mixed = save_night(page, "M0404", "I0807", boards="3")
    assert "cannot be in the same session" in page.get(f"{mixed}/ranking").text
    assert page.post("/nights/999/results", data={"at-1-1-1": "pass"}).status_code == 404


def test_every_link_and_form_of_results_and_ranking_can_be_opened(page: TestClient) -> None:
    night = save_night(page)
    type_result(page, night, at_1_1_1="4sn=", other_new="2-5: 50")
    crawler = Crawler(page, Sample(2, re.compile(r"^\w+ /(?!nights/\d+/(results|ranking))")))
    crawler.crawl(f"{night}/results", depth=2)
    assert crawler.faults == []
    kinds = set(crawler.opened_urls)
    assert {"get /nights/…/ranking", "post /nights/…/results", "post /nights/…/results/bring"} <= kinds
    assert {f"get /nights/…/results/{name}" for name in FILES} <= kinds


def test_print_is_the_ranking_alone_and_everything_is_a_second_button(page: TestClient) -> None:
    night = save_night(page, "W0605", boards="3")
    shown = page.get(f"{night}/ranking").text
    button = rf'class="btn quiet" href="{night}/results/([\w.]+)"[^>]*>(?:<svg.*?</svg>)?([^<]+)'
    buttons = dict(re.findall(button, shown))
    assert buttons == {"ranking.pdf": "Print ranking", "results.pdf": "Print all results"}
    assert len(sizes(page.get(f"{night}/results/ranking.pdf").content)) == 1


@pytest.mark.parametrize(("movement", "cannot"), [("W0605", set()), ("I0807", {"results.xml"})])
def test_files_of_a_night_without_a_result_can_be_opened_too(page: TestClient, movement: str, cannot: set[str]) -> None:
    night = save_night(page, movement, boards="3", name="N" * 80)
    offered = set(re.findall(rf'"{night}/results/([\w.]+)"', page.get(f"{night}/ranking").text))
    assert offered == set(FILES) - cannot
    for name in offered:
        assert page.get(f"{night}/results/{name}").status_code == 200, name
