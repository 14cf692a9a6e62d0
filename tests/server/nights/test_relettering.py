"""Sections with other letters: names and results go along in one event, which one undo takes back."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from byestand.errors import BadRequest
from byestand.formats.results import csv
from byestand.model.boards import Boards
from byestand.model.setup import CatalogMovement, SectionSetup, SessionSetup
from byestand.night.events import (
    AttendanceChanged,
    MishapReported,
    NightCreated,
    NightEvent,
    ResultEntered,
    SetupChanged,
    Undone,
)
from byestand.night.log import EventLog
from byestand.night.results import EnteredLine
from byestand.night.stamp import Stamp
from byestand.night.state import NightState, ReportItem
from byestand.server.pages.setup.setup_forms import replacement_events
from byestand.server.storage.nights import VisibleNights
from tests.support.app import client, state_of
from tests.support.crawler import InThisProcess
from tests.support.people import entry_texts, typed_names, with_names

(LINE,) = csv.parse_rows("board,round,table,ns,ew,contract,declarer,result\n1,1,1,N1,E1,4S,N,=\n", "here")


def two_sections() -> NightCreated:
    sections = (
        SectionSetup("A", CatalogMovement("M0404"), Boards(2), entry_texts({"N1": "Anna"})),
        SectionSetup("B", CatalogMovement("M0505"), Boards(2), entry_texts({"N1": "Boris"})),
    )
    return NightCreated(SessionSetup(sections=sections), results=(EnteredLine("B", LINE),))


@pytest.fixture
def app(tmp_path: Path) -> Iterator[TestClient]:
    with client(tmp_path / "nights.sqlite", pool=InThisProcess()) as found:
        yield found


@pytest.fixture
def nights(app: TestClient) -> VisibleNights:
    found = VisibleNights(state_of(app.app).services.store)
    found.add(EventLog().append(two_sections(), Stamp(1.0)))
    return found


def names_and_results(state: NightState) -> tuple[dict[str, list[str]], list[str]]:
    names = {section.letter: list(typed_names(section).values()) for section in state.setup.sections}
    return names, list(state.results.sections)


@pytest.mark.parametrize("letters", [("A", "C"), ("B", "A"), ("X", "Y")])
def test_names_and_results_go_with_the_section(
    app: TestClient, nights: VisibleNights, letters: tuple[str, str]
) -> None:
    before = nights.log(1)
    assert app.post("/nights/1", data={"letter": letters}).status_code == 303
    log = nights.log(1)
    assert [type(entry.event) for entry in log.since(before.state.revision)] == [SetupChanged]
    assert names_and_results(log.state) == ({letters[0]: ["Anna"], letters[1]: ["Boris"]}, [letters[1]])
    undone = nights.append(1, Undone(log.state.revision))
    assert names_and_results(undone.state) == names_and_results(before.state)
    assert undone.state.setup == before.state.setup


@pytest.mark.parametrize("letters", [("B", "A"), ("A", "C")])
def test_a_report_that_waits_for_an_answer_goes_with_the_section(
    app: TestClient, nights: VisibleNights, letters: tuple[str, str]
) -> None:
    nights.append(1, MishapReported("B", (ReportItem("after", "1"), ReportItem("left", "E5"))))
    reported = nights.log(1).state.revision
    assert app.post("/nights/1", data={"letter": letters}).status_code == 303
    desk = app.get("/nights/1/play")
    assert desk.status_code == 200, desk.text
    assert f'name="position" value="{reported}"' in desk.text, "the desk can undo the report"
    assert app.get(f"/nights/1/section/{letters[1]}/wrong").status_code == 200


def test_an_absent_pair_of_a_section_that_is_gone_is_not_one_of_another_section(
    app: TestClient, nights: VisibleNights
) -> None:
    sections = two_sections().setup.sections
    id = nights.add(EventLog().append(NightCreated(SessionSetup(sections=sections)), Stamp(1.0)))
    nights.append(id, AttendanceChanged("B", "N2", present=False))
    assert "BN2" in app.get(f"/nights/{id}/play").text
    assert app.post("/nights", data={"movement": "M0404", "night": str(id)}).status_code == 303
    assert "No pairs are marked absent" in app.get(f"/nights/{id}/play").text


@pytest.mark.parametrize(
    "later",
    [
        ResultEntered("A", LINE),
        with_names("A", "N1", "Carl"),
        AttendanceChanged("A", "N2", present=False),
        MishapReported("A", (ReportItem("left", "E4"),)),
    ],
)
def test_an_exchange_of_letters_is_not_undone_under_what_was_entered_for_the_new_ones(later: NightEvent) -> None:
    log = EventLog().append(replace(two_sections(), results=()), Stamp(1.0))
    first, second = log.state.setup.sections
    exchanged = replace(first, letter="B", contestants={}), replace(second, letter="A", contestants={})
    log = log.append(SetupChanged(exchanged, new_letters={"A": "B", "B": "A"}), Stamp(2.0)).append(later, Stamp(3.0))
    with pytest.raises(BadRequest, match="later entries use the new section letters"):
        log.append(Undone(2), Stamp(4.0))
    without = log.append(Undone(3), Stamp(4.0)).append(Undone(2), Stamp(5.0))
    assert [section.letter for section in without.state.setup.sections] == ["A", "B"]
    with pytest.raises(BadRequest, match="later entries use the new section letters"):
        without.append(later, Stamp(6.0)).append(Undone(5), Stamp(7.0))  # to do the exchange again
    assert [section.letter for section in without.append(Undone(5), Stamp(6.0)).state.setup.sections] == ["B", "A"]


def test_names_typed_with_new_letters_belong_to_the_letters_before(app: TestClient, nights: VisibleNights) -> None:
    app.post("/nights/1", data={"letter": ["C", "A"], "pairs": "AN1 Anna\nAN2 Carl\nBN1 Boris"})
    names, _ = names_and_results(nights.log(1).state)
    assert names == {"C": ["Anna", "Carl"], "A": ["Boris"]}


@pytest.mark.parametrize("letters", [("A", "A"), ("A", "9"), ("", "B"), ("A", "TOOLONG")])
def test_wrong_letters_are_refused_and_nothing_changes(
    app: TestClient, nights: VisibleNights, letters: tuple[str, str]
) -> None:
    refused = app.post("/nights/1", data={"letter": letters, "notes": "typed"})
    assert (refused.status_code, "each section needs its own letter (1 to 3 letters)" in refused.text) == (400, True)
    assert nights.log(1).state.revision == 1


def test_saving_what_is_there_already_adds_no_event(app: TestClient, nights: VisibleNights) -> None:
    typed = {"letter": ["A", "B"], "first": ["1", "1"], "pairs": "AN1 Anna\nBN1 Boris", "notes": ""}
    assert app.post("/nights/1", data=typed).status_code == 303
    assert nights.log(1).state.revision == 1


def test_names_that_lose_their_seats_are_never_lost(app: TestClient, nights: VisibleNights) -> None:
    """A larger movement with a name in a new seat is undone; the night can be exported, imported and changed."""
    id = nights.add(
        EventLog().append(NightCreated(SessionSetup(sections=two_sections().setup.sections[:1])), Stamp(1.0))
    )
    app.post("/nights", data={"movement": "M0606", "night": str(id)})
    larger = nights.log(id).state.revision
    app.post(f"/nights/{id}", data={"pairs": "N1 Anna\nN6 Late"})
    undone = app.post(f"/nights/{id}/play/undo", data={"position": str(larger), "revision": str(larger + 1)})
    assert undone.status_code == 303
    assert typed_names(nights.log(id).state.setup.sections[0]) == {"N1": "Anna", "N6": "Late"}
    file = app.get(f"/nights/{id}/night.json").content
    again = app.post("/nights/import", files={"file": ("night.json", file)})
    assert again.status_code == 303, again.text
    app.post("/nights", data={"movement": "M0505", "night": str(id)})
    state = nights.log(id).state
    assert (typed_names(state.setup.sections[0]), state.notes) == ({"N1": "Anna"}, "no longer seated: N6 Late")


def test_a_section_with_results_is_not_replaced_by_none(app: TestClient, nights: VisibleNights) -> None:
    state = nights.log(1).state
    fewer = SessionSetup(sections=state.setup.sections[:1])
    with pytest.raises(BadRequest, match="there are results of an unknown section: 'B'"):
        list(replacement_events(state, fewer, ""))
    refused = app.post("/nights", data={"movement": "M0606", "night": "1"})
    assert (refused.status_code, "results of an unknown section" in refused.text) == (400, True)
