"""Lines that follow from a ruling: sit-outs caused by others, boards lost to a mishap, cancelled rounds."""

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import numpy as np
import pytest
from starlette.testclient import TestClient

from byestand import cli
from byestand.catalog import find
from byestand.formats import json as movement_json
from byestand.model.line import Average, Line, Outcome, TableScore
from byestand.model.movement import Movement
from byestand.repairs.mishap_syntax import parse_mishaps
from byestand.repairs.reconstruction import reconstruct_play
from byestand.repairs.search.enlarged_plan import add_rover
from byestand.score.contestants import contestants
from byestand.score.findings import played_twice
from tests.support.app import client
from tests.support.crawler import Crawler, InThisProcess, Sample

SCORES = (110, 140, 170, -100, 90, -200, 120, 150, -300, 130)
"""Possible on every board."""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client(tmp_path_factory.mktemp("ruled") / "nights.sqlite", pool=InThisProcess()) as found:
        yield found


def words(text: str) -> str:
    """Return the text of the main part of a page."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text[text.index("<main") :])))


def repair_night(page: TestClient, movement: str, per_round: int, **said: str) -> str:
    """Save a session, report a problem, choose the first repair option, and return the address of the session."""
    night = str(page.post("/nights", data={"movement": movement, "boards": str(per_round)}).headers["location"])
    go_on(page, night, **said)
    return night


def go_on(page: TestClient, night: str, **said: str) -> None:
    """Report a problem, and choose the first repair option."""
    address = f"{night}/section/A/wrong?{urlencode(said)}"
    text = page.get(address).text
    way, revision = (re.findall(rf'name="{name}" value="(\w+)"', text)[0] for name in ("way", "revision"))
    assert page.post(address, data={"way": way, "revision": revision}).status_code == 303


def as_csv(movement: Movement, per_round: int) -> str:
    """Return a score for every table that plays, cancelled or not."""
    rows = ["round,table,board,ns,ew,score"]
    for r, t in np.argwhere(movement.played_mask).tolist():
        ns, ew = (movement.field.number(int(who)) for who in movement.seats[r, t])
        first = (int(movement.groups[r, t]) - 1) * per_round + 1
        rows += [
            f"{r + 1},{t + 1},{board},{ns},{ew},{SCORES[(3 * r + 7 * t + board) % len(SCORES)]}"
            for board in range(first, first + per_round)
        ]
    return "\n".join((*rows, ""))


def bring(page: TestClient, night: str, text: str) -> None:
    """Make a csv the results of a night."""
    where = str(page.post(f"{night}/results/bring", files={"file": ("tonight.csv", text)}).headers["location"])
    if where != f"{night}/ranking":
        question = page.get(where).text
        assert "30 scores of cancelled rounds left out" in words(question)
        revision = re.findall(r'name="revision" value="(\d+)"', question)[0]
        assert page.post(where, data={"revision": revision}).headers["location"] == f"{night}/ranking"


def confirm(page: TestClient, night: str) -> None:
    """Confirm every line that the ranking proposes."""
    keys = re.findall(r'name="line" value="([^"]+)" checked', page.get(f"{night}/ranking").text)
    answer = page.post(f"{night}/results/confirm", data={"line": keys, "back": f"{night}/ranking"})
    assert (answer.status_code, answer.headers["location"]) == (303, f"{night}/ranking")


def percentages(page: TestClient, night: str) -> dict[str, float]:
    ranking = page.get(f"{night}/results/results.json").json()["ranking"]
    return {one["contestant"]: one["percentage"] for one in ranking}


class TestAPairThatLeft:
    """M0909: E4 goes home after round 5, and N9, N1, N2, N3 sit out one after the other."""

    @pytest.fixture
    def night(self, page: TestClient) -> str:
        night = repair_night(page, "M0909", 2, after="5", left="E4")
        plan = find("M0909")
        played = reconstruct_play(plan, 5, parse_mishaps(plan, 5, left=["E4"]), copies=1)
        bring(page, night, as_csv(played.with_continuation(played.planned_rest), 2))
        return night

    def test_the_sit_outs_are_lines_to_confirm_and_no_errors(self, page: TestClient, night: str) -> None:
        ranking = page.get(f"{night}/ranking").text
        assert "8 results to confirm" in words(ranking)
        assert "All results entered" not in words(ranking)
        assert "Ranking (not final)" in words(ranking)
        assert 'id="odd-h"' not in ranking
        assert 'id="missing-h"' not in ranking
        findings = page.get(f"{night}/results/results.json").json()["findings"]
        assert {(one["round"], one["table"], one["ns"], one["ew"]) for one in findings} == {
            (6, 9, "9", "4"),
            (7, 1, "1", "4"),
            (8, 2, "2", "4"),
            (9, 3, "3", "4"),
        }
        assert {(one["rule"], one["severity"]) for one in findings} == {("to confirm", "warning")}

    def test_a_table_that_sits_out_has_a_slip(self, page: TestClient, night: str) -> None:
        slip = page.get(f"{night}/results?round=6&table=9")
        assert slip.status_code == 200
        assert "To confirm: AVE+/AVE-" in words(slip.text)
        assert "154 of 154 results entered, 8 to confirm" in words(slip.text)

    def test_no_score_is_accepted_where_nobody_played(self, page: TestClient, night: str) -> None:
        answer = page.post(f"{night}/results?round=6&table=9", data={"at-6-9-9": "420"})
        assert answer.status_code == 400
        assert "round 6, table 9 was not played; enter an adjusted score such as AVE+/AVE-" in words(answer.text)

    def test_confirmed_lines_count_and_everything_is_there(
        self, page: TestClient, night: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        before = percentages(page, night)
        confirm(page, night)
        text = words(page.get(f"{night}/ranking").text)
        assert "All results entered." in text
        assert "to confirm" not in text.lower()
        after = percentages(page, night)
        for pair in ("N9", "N1", "N2", "N3"):
            plus = max(60.0, before[pair])
            assert after[pair] == pytest.approx((16 * before[pair] + 2 * plus) / 18, abs=0.01)
        minus = min(40.0, before["E4"])
        assert after["E4"] == pytest.approx((10 * before["E4"] + 8 * minus) / 18, abs=0.01)
        results = page.get(f"{night}/results/results.csv").text
        assert "\n,6,9,9,9,4,,,,AVE+/AVE-,,," in results
        assert page.get(f"{night}/results/results.xml").text.count("A6040") == 8
        path = tmp_path / "tonight.csv"
        path.write_text(results, encoding="utf-8")
        assert cli.run(["score", str(path), "--format", "json"]) == 0
        assert json.loads(capsys.readouterr().out)["findings"] == []

    def test_it_is_not_confirmed_twice(self, page: TestClient, night: str) -> None:
        confirm(page, night)
        results = page.get(f"{night}/results/results.csv").text
        page.post(f"{night}/results/confirm", data={"line": ":6:9", "back": "//elsewhere.example"})
        assert page.get(f"{night}/results/results.csv").text == results
        assert "has another result on this board" not in page.get(f"{night}/ranking").text

    def test_the_phone_of_a_pair_that_sits_out_says_that_there_is_a_score(self, page: TestClient, night: str) -> None:
        assert "The director will award a score for this round." in words(page.get(f"{night}/pair/N9").text)


class TestACancelledRound:
    """M1009: the skip after round 5 is forgotten, and round 6 is cancelled at ten tables."""

    SKIP: dict[str, str] = {"after": "6", "skip": "forgotten"}  # noqa: RUF012 - never changed

    @pytest.fixture
    def cancelled_round(self) -> Movement:
        plan = find("M1009")
        seen = reconstruct_play(plan, 6, parse_mishaps(plan, 6, skip="forgotten"), copies=1)
        return seen.with_continuation(seen.planned_rest)

    @pytest.fixture
    def night(self, page: TestClient) -> str:
        return repair_night(page, "M1009", 3, **self.SKIP)

    def test_its_tables_are_counted_as_lost(self, page: TestClient) -> None:
        night = str(page.post("/nights", data={"movement": "M1009", "boards": "3"}).headers["location"])
        text = words(page.get(f"{night}/section/A/wrong?{urlencode(self.SKIP)}").text)
        assert "rounds lost 10" in text
        assert "nothing is lost" not in text

    def test_scores_of_it_are_refused_and_averages_are_taken(self, page: TestClient, night: str) -> None:
        slip = page.get(f"{night}/results?round=6&table=1").text
        fields = re.findall(r'<input id="(at-6-1-\d+)"', slip)
        answer = page.post(f"{night}/results?round=6&table=1", data={fields[0]: "420"})
        assert answer.status_code == 400
        assert "round 6, table 1 is cancelled; enter an adjusted score such as AVE+/AVE+" in words(answer.text)
        answer = page.post(f"{night}/results?round=6&table=1", data=dict.fromkeys(fields, "ave+/ave+"))
        assert answer.status_code == 303
        assert "0 of 240 results entered, 27 to confirm" in words(page.get(f"{night}/results?round=6&table=2").text)

    def test_scores_of_it_out_of_a_file_do_not_count(
        self, page: TestClient, night: str, cancelled_round: Movement
    ) -> None:
        bring(page, night, as_csv(cancelled_round, 3))
        ranking = page.get(f"{night}/ranking").text
        assert "30 results to confirm" in words(ranking)
        assert 'id="odd-h"' not in ranking
        confirm(page, night)
        ranking = page.get(f"{night}/ranking").text
        assert "All results entered." in words(ranking)
        assert 'id="odd-h"' not in ranking

    def test_scores_typed_before_it_was_noticed_do_not_count(
        self, cancelled_round: Movement, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Existing scores are reported, and the lines still have to be confirmed."""
        results, movement = tmp_path / "tonight.csv", tmp_path / "tonight.json"
        results.write_text(as_csv(cancelled_round, 3), encoding="utf-8")
        assert cli.run(["repair", "M1009", "--after", "6", "--skip", "forgotten", "-o", str(movement)]) == 0
        capsys.readouterr()
        asked = ["--movement", str(movement), "--boards-per-round", "3", "--format", "json"]
        assert cli.run(["score", str(results), *asked]) == 0
        found = json.loads(capsys.readouterr().out)
        rules = [(one["rule"], one["round"]) for one in found["findings"]]
        assert sorted(set(rules)) == [("cancelled", 6), ("to confirm", 6)]
        assert {one["boards"] for one in found["ranking"]} == {24}

    def test_the_desk_counts_what_is_to_come_and_what_is_to_confirm(
        self, page: TestClient, night: str, cancelled_round: Movement
    ) -> None:
        bring(page, night, as_csv(cancelled_round, 3))
        for verb, rounds in (("start", [0]), ("call", range(2, 11))):
            for round in rounds:
                revision = re.findall(r'name="revision" value="(\d+)"', page.get(f"{night}/play").text)[0]
                page.post(f"{night}/play/{verb}", data={"revision": revision, "round": str(round), "sure": "yes"})
        desk = page.get(f"{night}/play").text
        assert "Results: 240 of 240 entered. 30 results to confirm ." in words(desk)
        assert "played and cancelled, to confirm" in desk
        confirm(page, night)
        desk = page.get(f"{night}/play").text
        assert "Results: 240 of 240 entered." in words(desk)
        assert "played and cancelled, confirmed" in desk
        assert "results to confirm" not in words(desk)

    def test_phones_say_so(self, page: TestClient, night: str) -> None:
        phone = words(page.get(f"{night}/pair/N1").text)
        assert phone.count("cancelled") == 2
        assert "this round is cancelled: the director awards a score to both sides" in phone

    def test_every_link_and_form_about_it_can_be_opened(self, page: TestClient, night: str) -> None:
        crawler = Crawler(page, Sample(2, re.compile(r"^\w+ /(?!nights/\d+/(results|ranking))")))
        crawler.crawl(f"{night}/ranking", 2)
        # Slips that were opened before their lines were confirmed are out of date.
        assert [fault for fault in crawler.faults if not fault.startswith("409 post")] == []
        assert any("/results/confirm" in address for address in crawler.opened_urls)


def test_boards_lost_to_a_mishap_are_lines_to_confirm(page: TestClient) -> None:
    """M0909: table 7 has not played its boards in round 5."""
    night = repair_night(page, "M0909", 2, after="5", boards="5:7=0")
    ranking = words(page.get(f"{night}/ranking").text)
    assert "2 results to confirm" in ranking
    assert "not played AVE+/AVE+" in ranking


def test_a_history_keeps_who_is_deprived_of_what(tmp_path: Path) -> None:
    path = tmp_path / "night.json"
    assert cli.run(["repair", "M0808R", "--after", "2", "--boards", "2:4=6", "--option", "3", "-o", str(path)]) == 0
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data["history"]["lost_meetings"] == [[3, 4, ["N4", "E2"], 6], [6, 8, ["N8", "E3"], 6]]
    history = movement_json.loads(path.read_text(encoding="utf-8")).history
    assert history
    assert [one[:2] for one in history.lost_meetings] == [(3, 4), (6, 8)]


def test_a_score_typed_before_it_was_cancelled_gives_way_to_the_ruling(page: TestClient) -> None:
    night = str(page.post("/nights", data={"movement": "M0909", "boards": "2"}).headers["location"])
    slip = f"{night}/results?round=5&table=7"
    fields = re.findall(r'<input id="(at-5-7-\d+)"', page.get(slip).text)
    page.post(slip, data=dict.fromkeys(fields, "110"))
    go_on(page, night, after="5", cancelled="5:7")
    assert words(page.get(slip).text).count("Cancelled: this score does not count.") == 2
    assert "2 results to confirm" in words(page.get(f"{night}/ranking").text)
    confirm(page, night)
    results = page.get(f"{night}/results/results.csv").text
    assert (results.count(",5,7,"), results.count("AVE+/AVE+"), results.count("110")) == (2, 2, 0)


@pytest.mark.parametrize(
    ("mishap", "said"),
    [
        (["--cancelled", "5:7"], "Continue: nothing more is lost. Already lost: 1 round at 1 table."),
        (["--boards", "5:7=0"], "Round 5, table 7: N7 and E3 did not play group 2."),
        (["--left", "E4@3"], "Round 4, table 7: N7 sat out."),
    ],
)
def test_what_is_lost_already_is_told(mishap: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["repair", "M0909", "--after", "5", *mishap]) == 0
    text = capsys.readouterr().out
    assert said in text
    assert "nothing is lost" not in text


def test_who_is_deprived_keeps_the_label_when_a_late_pair_gets_a_number() -> None:
    plan = find("M0909")
    left = reconstruct_play(plan, 5, parse_mishaps(plan, 5, left=["E4"]), copies=1)
    night = left.with_continuation(left.planned_rest)
    later = reconstruct_play(night, 6, parse_mishaps(night, 6, came=1), copies=1)
    larger = add_rover(later, with_host=False, one_field=False).actual_play.plan
    assert larger.history
    assert [[larger.field.label(who) for who in one.contestants] for one in larger.history.lost_meetings] == [
        ["N9", "E4"],
        ["N1", "E4"],
        ["N2", "E4"],
        ["N3", "E4"],
    ]


def line(round: int, ew: str, given: TableScore | Average) -> Line:
    return Line(7, ("3",), (ew,), Outcome(given, given), round=round)


@pytest.mark.parametrize(
    ("lines", "twice"),
    [
        ((line(1, "4", Average.PLUS), line(3, "5", TableScore.certain(110))), 0),
        ((line(1, "4", TableScore.certain(110)), line(3, "5", Average.PLUS)), 0),
        ((line(1, "4", Average.PLUS), line(1, "4", Average.PLUS)), 2),
        ((line(1, "4", Average.PLUS), line(1, "4", TableScore.certain(110))), 2),
        ((line(1, "4", TableScore.certain(110)), line(3, "5", TableScore.certain(110))), 1),
    ],
)
def test_an_artificial_score_is_no_second_play_of_a_board(lines: tuple[Line, ...], twice: int) -> None:
    assert len(list(played_twice(lines, contestants(lines, 2)))) == twice
