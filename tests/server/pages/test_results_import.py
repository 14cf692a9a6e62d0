"""Importing a result file adds to the saved results; manual corrections and other sections do not change."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape

import pytest
from starlette.testclient import TestClient

from byestand.catalog import find
from byestand.formats.document import Document
from byestand.model.line import Absent, Line, Outcome, TableScore
from byestand.night import events as of
from byestand.night.log import LogEntry
from byestand.night.night_document import read_event, write_event
from byestand.night.results import EnteredLine, ResultKey
from byestand.night.stamp import Stamp
from byestand.session.merge_results import Merge, merge
from tests.support.app import client
from tests.support.crawler import InThisProcess
from tests.support.result_sets import received_rows, with_results
from tests.support.sections import section

SCORES = {"1,1": "420", "2,4": "-50", "3,6": "110", "4,3": "620"}
"""Board 1 of W0605: the pairs that meet, and the NS scores."""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client(tmp_path_factory.mktemp("import") / "nights.sqlite", pool=InThisProcess()) as found:
        yield found


def save_night(page: TestClient, *movements: str) -> str:
    """Save a new night, and return its address."""
    answer = page.post("/nights", data={"movement": list(movements), "boards": "2", "name": "Tuesday"})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def text_of(html: str) -> str:
    main = html[html.index("<main") :]
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", main)))


def as_csv(scores: Mapping[str, str], section: str = "") -> str:
    rows = [f"{section},1,{pairs},{score}" for pairs, score in scores.items()]
    return "\n".join(("section,board,ns,ew,score", *rows)) + "\n"


def upload(page: TestClient, night: str, data: str | bytes, name: str = "tonight.csv") -> str:
    """Upload a file, and return the address to which that leads."""
    answer = page.post(f"{night}/results/bring", files={"file": (name, data)})
    assert answer.status_code == 303, text_of(answer.text)
    return str(answer.headers["location"])


def confirm(page: TestClient, where: str, how: str, *overwrite: str) -> None:
    revision = re.search(r'name="revision" value="(\d+)"', page.get(where).text)
    assert revision
    answer = page.post(where, data={"revision": revision[1], "how": how, "overwrite": list(overwrite)})
    assert answer.status_code == 303, text_of(answer.text)


def saved_scores(page: TestClient, night: str) -> dict[str, str]:
    """Return the scores of board 1, by section and pairs."""
    rows = page.get(f"{night}/results/results.csv").text.splitlines()[1:]
    cells = [row.split(",") for row in rows]
    return {f"{cell[0]}{cell[4]},{cell[5]}": cell[9] for cell in cells if cell[3] == "1"}


def correct_by_hand(page: TestClient, night: str, line: str, text: str) -> None:
    answer = page.post(f"{night}/results?board=1", data={line: text})
    assert answer.status_code == 303, text_of(answer.text)


def test_a_second_file_adds_new_lines_takes_changed_ones_and_leaves_corrections(page: TestClient) -> None:
    night = save_night(page, "W0605")
    first = {pairs: SCORES[pairs] for pairs in ("1,1", "2,4", "3,6")}
    assert upload(page, night, as_csv(first)) == f"{night}/ranking"
    correct_by_hand(page, night, "at-1-1-1", "450")
    where = upload(page, night, as_csv(SCORES | {"2,4": "-100"}))
    shown = text_of(page.get(where).text)
    assert "4 results in the file: 1 new, 1 equal, 1 changed, 1 in conflict." in shown
    assert re.search(r"Board 1, round 5, table 2 2-4 -50 -100", shown)
    assert re.search(r"Board 1, round 1, table 1 1-1 450 420", shown)
    assert saved_scores(page, night) == first | {"1,1": "450"}, "nothing is changed before the director says so"
    confirm(page, where, "merge")
    assert saved_scores(page, night) == {"1,1": "450", "2,4": "-100", "3,6": "110", "4,3": "620"}


def test_the_director_may_take_the_files_line_or_replace_everything(page: TestClient) -> None:
    night = save_night(page, "W0605")
    upload(page, night, as_csv(SCORES))
    correct_by_hand(page, night, "at-1-1-1", "450")
    correct_by_hand(page, night, "at-5-2-1", "50")
    where = upload(page, night, as_csv(SCORES))
    keys = re.findall(r'name="overwrite" value="(.*?)"', page.get(where).text)
    assert len(keys) == 2
    confirm(page, where, "merge", next(key for key in keys if key.endswith(".1-1")))
    assert saved_scores(page, night) == SCORES | {"2,4": "50"}
    confirm(page, upload(page, night, as_csv({"3,6": "90"})), "replace")
    assert saved_scores(page, night) == {"3,6": "90"}


def test_a_line_corrected_to_the_pairs_who_really_played_is_not_doubled(page: TestClient) -> None:
    night = save_night(page, "W0605")
    upload(page, night, as_csv(SCORES))
    correct_by_hand(page, night, "at-1-1-1", "1-2: 420")
    where = upload(page, night, as_csv(SCORES))
    assert "0 new, 3 equal, 0 changed, 1 in conflict" in text_of(page.get(where).text)
    confirm(page, where, "merge")
    assert saved_scores(page, night) == {"1,2": "420", "2,4": "-50", "3,6": "110", "4,3": "620"}


@pytest.mark.parametrize("how", ["merge", "replace"])
def test_a_file_of_one_section_leaves_the_other_and_is_what_undo_offers(page: TestClient, how: str) -> None:
    night = save_night(page, "W0605", "W0605")
    upload(page, night, as_csv(SCORES, "A") + as_csv(SCORES, "B").partition("\n")[2])
    before = saved_scores(page, night)
    page.post(f"{night}/play/start", data={"revision": "2"})
    where = upload(page, night, as_csv({"1,1": "90"}, "B"), "section B.csv")
    assert "1 result in the file, section B: 0 new, 0 equal, 1 changed" in text_of(page.get(where).text)
    confirm(page, where, how)
    after = saved_scores(page, night)
    assert {pairs: score for pairs, score in after.items() if pairs[0] == "A"} == {
        f"A{p}": s for p, s in SCORES.items()
    }
    assert after["B1,1"] == "90"
    assert len(after) == (8 if how == "merge" else 5)
    desk = page.get(f"{night}/play").text
    assert "imported from section B.csv" in text_of(desk)
    position = re.search(r'name="position" value="(\d+)"', desk)
    revision = re.search(r'name="revision" value="(\d+)"', desk)
    assert position
    assert revision
    undone = page.post(f"{night}/play/undo", data={"position": position[1], "revision": revision[1]})
    assert undone.status_code == 303, undone.text
    assert saved_scores(page, night) == before


def test_results_of_bridgemates_and_slips_come_together(page: TestClient) -> None:
    """The Bridgemates send their results after each round; slips are entered between."""
    document = Document(section(find("W0605"), 2, "A"))
    night, rows = save_night(page, "W0605"), list(received_rows(document))
    upload(page, night, with_results(document, rows[:12]), "night.bws")
    where = upload(page, night, with_results(document, rows), "night.bws")
    shown = text_of(page.get(where).text)
    assert f"{len(rows)} results in the file: {len(rows) - 12} new, 12 equal, 0 changed, 0 in conflict." in shown
    confirm(page, where, "merge")
    assert "All results entered" in text_of(page.get(f"{night}/ranking").text)


def line(ns: str, ew: str, score: int, *, round: int | None = 1, table: int | None = 1, section: str = "") -> Line:
    given = TableScore.certain(score)
    return Line(1, (ns,), (ew,), Outcome(given, given), section, round, table)


def merge_file(saved: Sequence[Line], lines: Sequence[Line], *, imported: bool = False) -> Merge:
    keys = [ResultKey("A", line.board, line.round, line.table) for line in saved]
    return merge(dict(zip(keys, saved, strict=True)), lines, keys if imported else ())


def test_a_line_without_its_place_is_matched_by_its_pairs_alone() -> None:
    saved = line("1", "1", 420)
    other = line("7", "7", 50, round=None, table=None)
    found = merge_file([saved, other], [line("1", "1", 420, round=None, table=None)])
    assert [one.kind for one in found.imported_lines] == ["equal"]
    assert found.result() == (other, saved)


def test_not_played_in_the_file_does_not_hide_a_typed_result() -> None:
    saved = line("1", "1", 420)
    absent = Line(1, ("1",), ("1",), Absent.NOT_PLAYED, "", 1, 1)
    assert merge_file([saved], [absent]).result() == (saved,)
    assert merge_file([saved], [absent], imported=True).result() == (absent,)


@pytest.mark.parametrize("source", ["", "night.bws"])
def test_imported_results_are_stored_with_the_name_of_their_file(source: str) -> None:
    event = of.ResultsChanged((EnteredLine("A", line("1", "1", 420)),), source=source)
    _, kind, contents = write_event(LogEntry(event, Stamp(0.0)))
    assert json.loads(contents).get("source", "") == source
    assert read_event(kind, contents, source="a test") == event
