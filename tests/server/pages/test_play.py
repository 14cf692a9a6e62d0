"""The director's page without a browser: a complete session by its buttons, pressed twice, too late, undone, redone."""

import re
from collections.abc import Iterator
from html import unescape
from time import localtime, strftime
from typing import ClassVar

import pytest
from starlette.testclient import TestClient

from byestand.errors import BadRequest
from byestand.model.timing import Break, Timing
from byestand.night.events import MishapReported
from byestand.night.events.people import find_label
from byestand.night.state import ReportItem
from byestand.server.pages.desk.clock_form import ClockForm
from byestand.server.storage.nights import VisibleNights
from byestand.server.web.query import Query
from tests.support.app import client, state_of
from tests.support.crawler import Ask, Crawler, InThisProcess, Offers
from tests.support.night_files import night_file, sections_in

NAMES = "N1\tAnna Ash & Boris Birch\nE1\tCarla Cedar & Dirk Dogwood\nE5\tEmma Elm & Fritz Fir"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client(tmp_path_factory.mktemp("play") / "nights.sqlite", pool=InThisProcess()) as found:
        yield found


def save_night(page: TestClient, *movements: str, **told: str) -> str:
    """Save a session, and return the address of its director's page."""
    answer = page.post("/nights", data={"movement": list(movements), "boards": "2", "name": "Tuesday", **told})
    assert answer.status_code == 303, answer.text
    return f"{answer.headers['location']}/play"


def words(text: str) -> str:
    """Return the text of the main part of a page, without the grid."""
    middle = re.sub(r'<table class="grid.*?</table>', "", text[text.index("<main") :], flags=re.DOTALL)
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", middle)))


def revision(text: str) -> str:
    found = re.search(r'name="revision" value="(\d+)"', text)
    assert found
    return found[1]


def press(page: TestClient, desk: str, verb: str, *, seen: str = "", **fields: str) -> str:
    """Press a button of the current director's page, or as *seen*; return the page after it."""
    answer = page.post(f"{desk}/{verb}", data={"revision": seen or revision(page.get(desk).text), **fields})
    assert answer.status_code == 303, words(answer.text)
    return page.get(answer.headers["location"]).text


def refusal_of(page: TestClient, desk: str, verb: str, *, seen: str = "", **fields: str) -> tuple[int, str]:
    """Press a button that is refused: return the status and the message on the director's page."""
    answer = page.post(f"{desk}/{verb}", data={"revision": seen or revision(page.get(desk).text), **fields})
    sentence = re.search(r'role="alert"><p class="sentence">(.*?)</p>', answer.text)
    assert sentence, words(answer.text)
    assert 'id="desk"' in answer.text
    assert f'href="{desk}">Back to play' in answer.text
    return answer.status_code, unescape(sentence[1])


def start_play(page: TestClient, *movements: str, round: int = 1, **told: str) -> str:
    """Save a session in play, and return the address of its director's page."""
    desk = save_night(page, *movements, **told)
    press(page, desk, "start")
    for number in range(2, round + 1):
        press(page, desk, "call", round=str(number))
    return desk


def type_slip(page: TestClient, desk: str, round: int, table: int, *, lines: int = 2) -> None:
    """Type the first lines of a slip."""
    slip = f"{desk.removesuffix('/play')}/results?round={round}&table={table}"
    text = page.get(slip).text
    fields = dict.fromkeys(re.findall(r'name="(at-[\d-]+)"', text)[:lines], "pass")
    seen = re.search(r'name="seen" value="(\w+)"', text)
    assert seen
    assert page.post(slip, data={"seen": seen[1], **fields}).status_code == 303


def cell(text: str, round: int, table: int) -> str:
    """Return the text of the grid for a table in a round."""
    found = re.search(rf'title="Round {round}, table {table}, [^:]*: (.*?)"', text)
    assert found, (round, table)
    return found[1]


class TestEvening:
    def test_from_the_first_round_to_the_ranking(self, page: TestClient) -> None:
        desk = save_night(page, "M0505", names=NAMES)
        before = words(page.get(desk).text)
        assert "Announce before round 1 Welcome. We play 5 rounds of 2 boards, 15 minutes per round." in before
        assert "Pairs present: 10 of 10" in before
        text = press(page, desk, "start")
        for round in range(1, 5):
            assert f"Round {round} of 5" in words(text)
            assert (
                f"Announce for round {round + 1} Round {round + 1}. East-West: up one table. Boards: down one table."
                in words(text)
            )
            assert f"Results: {10 * (round - 1)} of {10 * round} entered" in words(text)
            for table in range(1, 6):
                type_slip(page, desk, round, table)
            text = press(page, desk, "call", round=str(round + 1))
        assert "Announce at the end End of play. Leave the boards on the tables." in words(text)
        assert "End play" in text
        ended = press(page, desk, "call", round="6")
        assert "Finished" in words(ended)
        assert "Results: 40 of 50 entered, 10 missing." in words(ended)
        assert "Call round" not in ended
        assert "Report a problem" not in ended
        assert f'href="{desk.removesuffix("/play")}/ranking"' in ended
        assert refusal_of(page, desk, "call", round="7")[0] == 400

    def test_every_step_of_the_evening_leads_on(self, page: TestClient) -> None:
        desk = save_night(page, "M0505")
        night = desk.removesuffix("/play")
        for address in (night, f"{night}/results", f"{night}/section/A/wrong"):
            assert f'href="{desk}"' in page.get(address).text, address
        assert 'aria-current="step"' in page.get(desk).text

    def test_a_table_is_planned_under_way_partly_in_in_or_missing(self, page: TestClient) -> None:
        desk = start_play(page, "M0505", round=2)
        type_slip(page, desk, 1, 1)
        type_slip(page, desk, 2, 3, lines=1)
        text = page.get(desk).text
        assert [cell(text, 1, 1), cell(text, 1, 2)] == ["results entered", "results missing"]
        assert [cell(text, 2, 3), cell(text, 2, 4)] == ["1 of 2 results entered", "in progress"]
        assert cell(text, 3, 1) == "planned"
        assert "Results: 3 of 20 entered, 8 missing from earlier rounds" in words(text)
        assert "Round 1, table 2: boards 3-4 enter" in words(text)
        slip = f"{desk.removesuffix('/play')}/results?round=1&amp;table=2"
        assert text.count(f'href="{slip}"') == 2
        assert "Round 1, table 2" in page.get(unescape(slip)).text

    def test_who_roves_and_who_sits_out_is_named(self, page: TestClient) -> None:
        desk = start_play(page, "W1812ER", missing="N19", names="E19\tDoris & Egon\nE7\tDiana & Erik")
        text = page.get(desk).text
        assert "Rover, East-West pair 19, Doris & Egon: table 8. Sitting out: East-West pair 7, Diana & Erik." in words(
            text
        )
        assert '<th scope="row">sit-out</th>' in text
        assert '<th scope="row">19' not in text

    def test_a_skip_to_come_is_told_beside_the_clock(self, page: TestClient) -> None:
        desk = start_play(page, "M0606", round=2)
        assert "Skip: EW" not in words(page.get(desk).text)
        assert "Skip: EW up two tables." in words(press(page, desk, "call", round="3"))

    @pytest.mark.parametrize("movement", ["H0813", "I0505", "R0707S", "W6030"])
    def test_all_kinds_of_movements_and_rooms_have_a_desk(self, page: TestClient, movement: str) -> None:
        text = page.get(start_play(page, movement)).text
        assert "Announce for round 2" in words(text)
        assert '<div class="scroll" id="tables" tabindex="0" role="region"' in text

    def test_a_night_without_a_movement_is_told_to_choose_one(self, page: TestClient) -> None:
        answer = page.post("/nights", data={"name": "Nothing yet"})
        desk = f"{answer.headers['location']}/play"
        assert page.get(desk).status_code == 400
        assert "no movement yet" in words(page.get(desk).text)


class TestTwoAtOnce:
    def test_a_round_that_two_call_is_called_once(self, page: TestClient) -> None:
        desk = start_play(page, "M0505")
        seen = revision(page.get(desk).text)
        press(page, desk, "call", seen=seen, round="2")
        status, sentence = refusal_of(page, desk, "call", seen=seen, round="2")
        assert status == 409
        assert "another user or window changed this first" in sentence.lower()
        assert "Round 2 of 5" in words(page.get(desk).text)

    def test_what_another_did_elsewhere_is_no_hindrance(self, page: TestClient) -> None:
        desk = start_play(page, "M0505")
        seen = revision(page.get(desk).text)
        press(page, desk, "not-here", seen=seen, who="N1")
        press(page, desk, "call", seen=seen, round="2")
        assert "Round 2 of 5" in words(page.get(desk).text)

    def test_a_start_a_pause_and_a_wall_seen_too_late_are_refused(self, page: TestClient) -> None:
        desk = save_night(page, "M0505")
        seen = revision(page.get(desk).text)
        press(page, desk, "start")
        assert refusal_of(page, desk, "start", seen=seen)[0] == 409
        seen = revision(page.get(desk).text)
        press(page, desk, "pause")
        assert refusal_of(page, desk, "pause", seen=seen)[0] == 409
        press(page, desk, "call", round="2")
        assert refusal_of(page, desk, "show", seen=seen, next="2")[0] == 409

    @pytest.mark.parametrize(
        ("verb", "fields"),
        [
            ("call", {"round": "2", "revision": ""}),
            ("call", {"round": "nine"}),
            ("call", {"round": "9"}),
            ("call", {"round": "2", "section": "Z" * 50}),
            ("longer", {"by": "much"}),
            ("undo", {"position": "1"}),
            ("undo", {}),
            ("not-here", {"who": "nobody at all"}),
            ("replace", {"who": "N1", "name": "x" * 90}),
            ("call", {"round": "2", "revision": "99999"}),
            ("dance", {}),
        ],
    )
    def test_what_no_button_says_is_refused_with_a_sentence(
        self, page: TestClient, verb: str, fields: dict[str, str]
    ) -> None:
        desk = start_play(page, "M0505")
        before = revision(page.get(desk).text)
        answer = page.post(f"{desk}/{verb}", data={"revision": before, **fields})
        assert 400 <= answer.status_code < 500
        assert 'role="alert"' in answer.text
        assert revision(page.get(desk).text) == before


class TestUndo:
    def test_everything_is_undone_step_by_step_and_done_again(self, page: TestClient) -> None:
        desk = save_night(page, "M0505")
        shown = [_without_time(page.get(desk).text)]
        for verb, fields in (("start", {}), ("longer", {"by": "more", "later": "1"}), ("call", {"round": "2"})):
            shown.append(_without_time(press(page, desk, verb, **fields)))
        assert "Undo: Round 2 called, " in shown[-1]
        for before in shown[-2::-1]:
            position = re.search(r'name="position" value="(\d+)"><button class="btn plain', page.get(desk).text)
            assert position
            assert _without_time(press(page, desk, "undo", position=position[1])) == before
        log = page.get(f"{desk}/log").text
        assert words(log).count("Redo") == 3
        again = re.findall(r'name="position" value="(\d+)"', log)[0]
        assert "Round 1 of 5" in words(press(page, desk, "undo", position=again))

    def test_results_that_come_meanwhile_do_not_hide_what_the_director_did(self, page: TestClient) -> None:
        desk = start_play(page, "M0505", round=2)
        type_slip(page, desk, 1, 1)
        text = page.get(desk).text
        assert "Undo: Round 2 called, " in words(text)
        assert "2 results entered: round 1, table 1" in words(page.get(f"{desk}/log").text)
        position = re.search(r'name="position" value="(\d+)"><button class="btn plain', text)
        assert position
        undone = press(page, desk, "undo", position=position[1])
        assert "Round 1 of 5" in words(undone)
        assert cell(undone, 1, 1) == "results entered"

    def test_what_others_build_on_stays_and_the_reason_is_told(self, page: TestClient) -> None:
        desk = start_play(page, "M0505", round=2)
        status, sentence = refusal_of(page, desk, "undo", position="2")
        assert status == 400
        assert "undo that first" in sentence

    def test_a_repair_whose_guests_have_names_can_be_undone_and_the_names_stay(self, page: TestClient) -> None:
        desk = start_play(page, "M0909", missing="E9")
        told = page.post(f"{desk}/told/A", data={"revision": revision(page.get(desk).text), "after": "1", "came": "1"})
        ways = told.headers["location"].partition("#")[0]
        text = page.get(ways).text
        way = re.findall(r'name="way" value="(\w+)"', text)[0]
        page.post(ways, data={"way": way, "revision": revision(text)})
        press(page, desk, "replace", who="E9", name="Late & Later")
        log = words(page.get(f"{desk}/log").text)
        assert "Late & Later" in log
        position = _position_of(page, desk, "Repair after round")
        press(page, desk, "undo", position=position)
        assert "No longer seated: E9 Late & Later" in words(page.get(desk).text)


def _without_time(text: str) -> str:
    """Return the text of a director's page, without the number of events and undone ones."""
    said = re.sub(r"\d+:\d\d|Undo: .*?, +Session log", "", words(text))
    return re.sub(r"\s+", " ", said)


def _position_of(page: TestClient, desk: str, what: str) -> str:
    log = page.get(f"{desk}/log").text
    row = next(row for row in log.split("<tr>") if what in row)
    found = re.search(r'name="position" value="(\d+)"', row)
    assert found
    return found[1]


class TestWhatWentWrong:
    def test_each_mishap_leads_to_its_own_fields_with_the_round_filled_in(self, page: TestClient) -> None:
        desk = start_play(page, "M0807", round=3)
        fields = {"came": "came", "left": "gone", "moved": "line", "skip": "skip"}
        kinds = re.findall(r'name="kind" value="(\w+)"', page.get(desk).text)
        assert set(kinds) == {*fields, "boards", "pair"}
        for kind in kinds:
            there = page.get(f"{desk}/happened?kind={kind}")
            assert there.status_code == 303
            assert "after=3" in there.headers["location"]
            text = page.get(there.headers["location"]).text
            first = text[: text.index('<details class="wishes">')]
            assert [name for name in fields.values() if f'id="{name}"' in first] == [
                field for field in (fields.get(kind),) if field
            ]
            assert ("Select a table" in first) == (kind not in fields)

    def test_it_stays_on_the_desk_until_it_is_answered(self, page: TestClient) -> None:
        desk = start_play(page, "M0909", round=3)
        said = {"after": "3", "boards": ["3:3=6", "3:4=5"], "kind": "boards"}
        page.post(f"{desk}/told/A", data={"revision": revision(page.get(desk).text), **said})
        text = page.get(desk).text
        assert "Table 3 played boards 11-12 in round 3, not 9-10." in words(text)
        assert "No repair chosen yet." in words(text)
        link = re.search(r'href="([^"]*)#ways">Repair options', text)
        assert link
        ways = unescape(link[1])
        assert "The announcement is updated when you choose a repair." in words(text)
        assert "Remove report" in page.get(ways).text
        chosen = re.findall(r'name="way" value="(\w+)"', page.get(ways).text)[0]
        done = page.post(ways, data={"way": chosen, "revision": revision(page.get(ways).text)})
        assert done.headers["location"] == desk
        text = page.get(desk).text
        assert "No repair chosen yet" not in words(text)
        assert "Repair in use after round 3: " in words(text)
        assert cell(text, 3, 3).startswith("not as planned")
        slips = re.search(r'href="([^"]*told\.pdf)"', text)
        assert slips
        assert page.get(slips[1]).headers["content-type"] == "application/pdf"

    def test_it_was_not_so_after_all(self, page: TestClient) -> None:
        desk = start_play(page, "M0909", round=3)
        page.post(f"{desk}/told/A", data={"revision": revision(page.get(desk).text), "after": "3", "left": "E4"})
        text = page.get(desk).text
        position = re.search(r'name="position" value="(\d+)"><button class="btn quiet" id="unsaidA"', text)
        assert position
        assert "No repair chosen yet" not in words(press(page, desk, "undo", position=position[1]))

    @pytest.mark.parametrize("after", ["", "soon"])
    def test_what_a_night_that_was_brought_says_of_no_round_we_know_is_told_and_can_be_taken_back(
        self, page: TestClient, after: str
    ) -> None:
        desk = start_play(page, "M0909")
        nights, id = VisibleNights(state_of(page.app).services.store), int(desk.split("/")[2])
        report = tuple(ReportItem(*item) for item in (("left", "E4"), ("boards", "2:3=4"), ("after", after)))
        nights.append(id, MishapReported("A", report))
        text = page.get(desk).text
        assert "E4 left." in words(text)
        assert page.get(f"{desk}/minutes").status_code == 200
        assert "No repair chosen yet" not in words(press(page, desk, "undo", position=revision(text)))

    @pytest.mark.parametrize("after", ["soon", "99", ""])
    def test_what_is_reported_of_no_round_there_is_is_not_kept(self, page: TestClient, after: str) -> None:
        desk = start_play(page, "M0909", round=3)
        before = revision(page.get(desk).text)
        answer = page.post(f"{desk}/told/A", data={"revision": before, "after": after, "boards": "3:3=7"})
        assert page.get(answer.headers["location"].partition("#")[0]).status_code == 400
        assert revision(page.get(desk).text) == before

    def test_before_play_nothing_is_kept_on_the_desk(self, page: TestClient) -> None:
        night = save_night(page, "M0909").removesuffix("/play")
        assert 'method="get"' in page.get(f"{night}/section/A/wrong?after=3").text
        assert "/told/" not in page.get(f"{night}/section/A/wrong?after=3").text


class TestPeople:
    NAMES: ClassVar = {"N1": "Anna & Boris", "E1": "Bo & Cleo", "E12": "", "N3": "Anna C"}

    @pytest.mark.parametrize(("text", "label"), [("n 1", "N1"), ("EW12", "E12"), ("12", "E12"), ("cleo", "E1")])
    def test_somebody_is_found_by_number_or_name(self, text: str, label: str) -> None:
        assert find_label(text, self.NAMES) == label

    @pytest.mark.parametrize(
        ("text", "said"), [("1", "N1, E1"), ("anna", "N1, N3"), ("zoe", "no pair with"), ("", "enter a pair number")]
    )
    def test_whoever_cannot_be_told_apart_is_asked_for(self, text: str, said: str) -> None:
        with pytest.raises(BadRequest, match=said):
            find_label(text, self.NAMES)

    def test_who_is_not_here_yet_is_waited_for_until_they_come(self, page: TestClient) -> None:
        desk = save_night(page, "M0505", names=NAMES)
        text = press(page, desk, "not-here", who="emma")
        assert "E5 Emma Elm & Fritz Fir table 5, EW Mark present" in words(text)
        assert "Pairs present: 9 of 10" in words(text)
        change = re.search(r'href="(/change\?[^"]*)"', text)
        assert change
        assert "Now 9 pairs" in words(page.get(unescape(change[1])).text)
        assert "10 of 10" in words(press(page, desk, "here", who="E5"))

    def test_what_was_typed_in_vain_stays_in_its_field(self, page: TestClient) -> None:
        desk = save_night(page, "M0505")
        answer = page.post(f"{desk}/replace", data={"revision": "1", "who": "Zoe", "name": "Y & Z"})
        assert 'value="Zoe"' in answer.text
        assert 'value="Y &amp; Z"' in answer.text

    def test_a_pair_that_is_replaced_has_its_new_names_everywhere(self, page: TestClient) -> None:
        desk = start_play(page, "M0505", names=NAMES)
        press(page, desk, "replace", who="anna", name="Zoe & Yves")
        assert "Zoe & Yves" in words(page.get(desk.removesuffix("/play")).text)


class TestMinutes:
    def test_minutes_and_breaks_are_kept_and_shown_again(self, page: TestClient) -> None:
        desk = save_night(page, "M0505")
        form = page.get(f"{desk}/minutes").text
        typed = {"minutes": "7.5", "each": "board", "starts": "19:30", "warning1": "3", "after1": "2", "rest1": "12"}
        answer = page.post(f"{desk}/minutes", data={"revision": revision(form), **typed})
        assert answer.status_code == 303
        assert "5 rounds, 15 minutes per round, break after round 2." in words(page.get(desk).text)
        again = page.get(f"{desk}/minutes").text
        for name, value in (
            ("minutes", "15"),
            ("starts", "19:30"),
            ("warning1", "3"),
            ("after1", "2"),
            ("rest1", "12"),
        ):
            assert re.search(rf'name="{name}"[^>]* value="{value}"', again), name
        assert 'name="gong" value="1">' in again

    @pytest.mark.parametrize(
        ("typed", "sentence"),
        [
            ({"minutes": "soon"}, "must be a number"),
            ({"minutes": "0"}, "nter minutes per round or per board"),
            ({"minutes": "99999999"}, "most 4 hours allowed, not 99999999 minutes"),
            ({"minutes": "15", "starts": "late"}, "expected a time such as 19:30"),
            ({"minutes": "15", "after1": "3"}, "enter minutes or an end time, not both"),
            ({"minutes": "15", "rest1": "3"}, "nter the round before the break"),
            (
                {"minutes": "15", "after1": "3", "rest1": "5", "until1": "20:00"},
                "enter minutes or an end time, not both",
            ),
            ({"minutes": "15", "after1": "999", "rest1": "5"}, " break must be after round 1 to 5, not 999"),
            (
                {"minutes": "15", "after1": "2", "rest1": "5", "after2": "2", "until2": "20:00"},
                "breaks after round 2; remove",
            ),
            ({"minutes": "15", "each": "hand"}, "must be one of"),
        ],
    )
    def test_what_makes_no_sense_is_refused_and_stays_typed(
        self, page: TestClient, typed: dict[str, str], sentence: str
    ) -> None:
        desk = save_night(page, "M0505")
        answer = page.post(f"{desk}/minutes", data={"revision": "1", "each": "round", **typed})
        assert answer.status_code == 400
        assert sentence in words(answer.text)
        if "each" not in typed:
            for name, text in typed.items():
                assert re.search(rf'name="{name}"[^>]* value="{text}"', answer.text), name

    def test_a_form_says_what_is_kept_of_it(self) -> None:
        kept = Timing(
            450, (180, 60), (Break(3, 600), Break(5, 0, 70_020.0)), 60_000.0, separate_clocks=True, gong=False
        )
        assert ClockForm.from_timing(kept).timing(60_000.0, 2, 9) == kept

    def test_an_hour_is_the_next_one_or_one_just_past(self) -> None:
        now = 1_800_000_000.0
        for later in (-3600, 3600, 13 * 3600):
            text = strftime("%H:%M", localtime(now + later))
            form = ClockForm.from_request(Query((("minutes", "15"), ("starts", text))))
            assert abs((form.timing(now, 2, 5).starts or 0) - (now + later)) < 60
            form = ClockForm.from_request(Query((("minutes", "15"), ("after1", "2"), ("until1", text))))
            (rest,) = form.timing(now, 2, 5).breaks
            assert abs((rest.until or 0) - (now + later)) < 60

    def test_sections_apart_have_clocks_of_their_own(self, page: TestClient) -> None:
        desk = save_night(page, "M0505", "M0707")
        typed = {"minutes": "15", "each": "round", "clocks": "apart"}
        page.post(f"{desk}/minutes", data={"revision": revision(page.get(desk).text), **typed})
        press(page, desk, "start")
        text = press(page, desk, "call", round="2", section="B")
        assert "A: round 1 of 5" in words(text)
        assert "B: round 2 of 7" in words(text)
        assert 'id="tables-A"' in text
        assert 'id="tables-B"' in text
        there = page.get(f"{desk}/happened?kind=left&section=B").headers["location"]
        assert "/section/B/wrong?after=2" in there

    def test_sections_together_go_on_until_the_last_has_ended(self, page: TestClient) -> None:
        desk = start_play(page, "M0505", "M0707", round=6)
        text = page.get(desk).text
        assert "Round 6 of 7" in words(text)
        assert "Section B: Round 7. East-West: up one table." in words(text)


class TestButtons:
    def test_everything_that_the_desk_leads_to_opens(self, page: TestClient) -> None:
        def links(offered: list[Ask]) -> list[Ask]:
            return [ask for ask in offered if ask.method == "get"]

        crawler = Crawler(page, links)
        for desk in (save_night(page, "M0404"), start_play(page, "M0404", "M0303", round=2)):
            crawler.crawl(desk, depth=1)
        assert crawler.faults == []
        assert {"get /nights/…/play/log", "get /nights/…/play/minutes", "get /nights/…/wall"} <= set(
            crawler.opened_urls
        )

    def test_every_button_does_something_that_can_be_undone(self, page: TestClient) -> None:
        desk = start_play(page, "M0505", round=2)
        press(page, desk, "not-here", who="N1")
        before = _without_time(page.get(desk).text)
        actions = {form.action for form in Offers(desk, page.get(desk).text).forms if form.action.startswith(desk)}
        assert len(actions) > 8
        no_event = {f"{desk}/{verb}" for verb in ("happened", "not-here", "replace", "undo", "grid")}
        for action in sorted(actions - no_event):
            forms = Offers(desk, page.get(desk).text).forms
            fields = dict(next(form for form in forms if form.action == action).fields)
            fields.pop("ask", None)  # the question before a round is called has tests of its own
            assert fields["revision"] == revision(page.get(desk).text)
            answer = page.post(action, data=fields | ({"by": "less"} if action.endswith("longer") else {}))
            assert answer.status_code == 303, action
            undo = re.search(r'name="position" value="(\d+)"><button class="btn plain', page.get(desk).text)
            assert undo
            assert _without_time(press(page, desk, "undo", position=undo[1])) == before, action

    def test_what_is_put_on_the_wall_stands_there_until_the_next_round(self, page: TestClient) -> None:
        desk = start_play(page, "M0505")
        text = press(page, desk, "show", next="2")
        assert "Remove from display" in text
        assert "East-West: up one table" in words(
            page.get(f"{desk.removesuffix('play')}wall").text.replace("<body", "<main")
        )
        assert "Remove from display" not in press(page, desk, "call", round="2")

    def test_results_are_released_and_withheld(self, page: TestClient) -> None:
        desk = start_play(page, "M0505")
        assert "Hide results" in press(page, desk, "release")
        assert "Publish results" in press(page, desk, "withhold")


class TestPlannedHours:
    """The times entered on the session page apply on the director's page."""

    def test_a_night_begins_with_the_hours_it_was_planned_with(self, page: TestClient) -> None:
        text = page.get("/?pairs=14&boards=24&starts=19:15&minutes_per_board=6").text
        form = next(form for form in Offers("/", text).forms if form.action == "/nights")
        night = page.post("/nights", data=dict(form.fields)).headers["location"]
        boards = sections_in(night_file(page, night))[0]["boards"]["per_round"]
        minutes = page.get(f"{night}/play/minutes").text
        assert 'value="19:15"' in minutes
        assert f'value="{6 * boards}"' in minutes

    def test_rounds_of_three_boards_take_longer_than_rounds_of_two(self, page: TestClient) -> None:
        night = page.post("/nights", data={"movement": "M0808", "boards": "3", "name": "x"}).headers["location"]
        assert 'value="22.5"' in page.get(f"{night}/play/minutes").text
