"""Sessions as earlier versions stored them: all of them open, and malformed ones are refused with a message."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from byestand.errors import FormatError
from byestand.model.event import Event
from byestand.model.line import Line
from byestand.model.people import Contestant, Person
from byestand.model.scoring import Scoring
from byestand.model.setup import CatalogMovement
from byestand.model.timing import Timing
from byestand.night import events as of
from byestand.night import night_document
from byestand.night.events.repairs import movement_digest
from byestand.night.log import EventLog
from byestand.night.migrations.logs import LogUpgrade
from byestand.night.results import EnteredLine, ResultKey
from byestand.night.stamp import Stamp
from byestand.night.state import ReportItem
from tests.support.paths import GOLDEN
from tests.support.people import typed_names

FILES = sorted((GOLDEN / "nights").glob("v*.json"))
SMALL = [path.read_text(encoding="utf-8") for path in FILES if path.stat().st_size < 20_000]
OLD_KINDS = tuple(LogUpgrade._UPGRADES)  # noqa: SLF001 - only they are read
DORA = Contestant((Person("Dora"),))
HEADING = "section,round,table,board,ns,ew,contract,declarer,result,score,lead,form,note"
SECTION = {
    "letter": "A", "movement": "M0505", "missing": [], "boards": 2, "first_board": 1, "one_winner": False,
    "switch": None, "repaired": None,
}  # fmt: skip
REPAIRED = SECTION | {"movement": "W0605", "repaired": {"words": "after round 2", "before": SECTION}}
NIGHT = {
    "format": "byestand night", "version": 6, "name": "Tuesday", "sections": [SECTION, SECTION | {"letter": "B"}],
    "cases": None, "pairs": {"AN1": "Anna"}, "notes": "", "results": "",
}  # fmt: skip
FIRST, SECOND, OTHER = "A,1,1,1,1,1,,,,50,,,", "A,1,1,1,1,1,,,,420,,,", "B,1,1,2,1,1,,,,90,,,"


def rows(new: list[str], gone: list[str] | None = None, **more: str) -> tuple[str, dict[str, Any]]:
    return "results", {"heading": HEADING, "new": new, "gone": gone or [], **more}


def open_recorded(*events: tuple[str, dict[str, Any]], night: dict[str, Any] = NIGHT) -> EventLog:
    """Return the log of old events, as a database stored them."""
    every = [("taken over", {"night": night}), *events]
    stored = [
        night_document.StoredEvent(Stamp(float(at)), kind, json.dumps(one)) for at, (kind, one) in enumerate(every)
    ]
    return night_document.continue_log(EventLog(), stored, source="night 1")


def scores(log: EventLog) -> list[str]:
    return [f"{key.section}{key.board} {result.line.written}" for key, result in log.state.results.items()]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_recorded_night_opens_and_can_be_written_again(path: Path) -> None:
    log = night_document.loads(path.read_text(encoding="utf-8"), at=5.0)
    again = night_document.loads(night_document.dumps(log))
    assert again.state == log.state
    assert list(again.entries) == list(log.entries)


def test_every_old_kind_of_event_is_tested() -> None:
    others = {"taken over", "set up", "minutes", "repaired", "results", "undone"}
    assert set(OLD_KINDS) == {kind for kind, _, _ in OLD_EVENTS} | others


OLD_EVENTS: list[tuple[str, dict[str, Any], of.NightEvent]] = [
    ("called", {"name": "Wednesday"}, of.EventChanged(Event(title="Wednesday"))),
    (
        "named",
        {"names": {"AN1": "", "BE3": "Dora", "N7": "Nobody"}},
        of.ContestantsChanged((of.SeatContestant("A", "N1", None), of.SeatContestant("B", "E3", DORA))),
    ),
    ("noted", {"notes": "two\nlines"}, of.NotesChanged("two\nlines")),
    ("sections compared", {"apart": True}, of.ScoringChanged(Scoring(sections="apart"))),
    ("sections compared", {"apart": False}, of.ScoringChanged(Scoring(sections="field"))),
    ("awaited", {"label": "BE3", "here": False}, of.AttendanceChanged("B", "E3", present=False)),
    (
        "timed",
        {"seconds": 60, "warnings": [30], "breaks": [], "starts": None, "apart": False, "gong": False},
        of.TimingChanged(Timing(60, (30,), gong=False)),
    ),
    ("shown", {"words": "Coffee"}, of.WallMessageSet("Coffee")),
    (
        "seen",
        {"section": "A", "said": [["after", "1"]]},
        of.MishapReported("A", (ReportItem("after", "1"),)),
    ),
]


@pytest.mark.parametrize(("kind", "fields", "expected"), OLD_EVENTS)
def test_an_old_event_becomes_one_of_today(kind: str, fields: dict[str, Any], expected: of.NightEvent) -> None:
    assert open_recorded((kind, fields)).entries[-1].event == expected


@pytest.mark.parametrize(("kind", "fields"), [("noted", {"notes": "x"}), ("released", {"released": True})])
def test_rows_of_databases_may_have_their_kind_twice(kind: str, fields: dict[str, Any]) -> None:
    assert open_recorded((kind, {"kind": kind} | fields)).state == open_recorded((kind, fields)).state


def test_an_old_setup_keeps_names_with_their_letters() -> None:
    log = open_recorded(("set up", {"sections": [SECTION | {"movement": "M0707"}], "cases": 2}))
    (section,) = log.state.setup.sections
    assert (section.movement, log.state.setup.sets) == (CatalogMovement("M0707"), 2)
    assert typed_names(section) == {"N1": "Anna"}


def test_the_only_section_takes_its_names_and_results_to_another_letter() -> None:
    night = NIGHT | {"sections": [SECTION], "pairs": {"N1": "Anna"}}
    setup = ("set up", {"sections": [SECTION | {"letter": "C"}], "cases": None})
    state = open_recorded(rows([",1,1,1,1,1,,,,50,,,"]), setup, night=night).state
    assert [(one.letter, typed_names(one)) for one in state.setup.sections] == [("C", {"N1": "Anna"})]
    assert [key for key, _ in state.results.items()] == [ResultKey("C", 1, 1, 1)]


def test_an_old_repair_is_chosen_and_withdrawn() -> None:
    chosen = ("repaired", {"section": REPAIRED, "cases": None, "names": {"AN1": "Anna & Bea"}})
    repaired = open_recorded(("seen", {"section": "A", "said": [["after", "2"]]}), chosen)
    assert (repaired.state.setup.sections[0].movement, repaired.state.mishaps) == (CatalogMovement("W0605"), {})
    assert typed_names(repaired.state.setup.sections[0]) == {"N1": "Anna & Bea"}
    assert [(one.section, one.title) for one in repaired.state.repairs] == [("A", "after round 2")]
    back = open_recorded(chosen, ("repaired", {"section": SECTION, "cases": None}))
    assert (back.state.setup.sections[0].movement, back.state.repairs) == (CatalogMovement("M0505"), ())
    assert open_recorded(chosen, ("undone", {"position": 2})).state.setup.sections[0].movement == CatalogMovement(
        "M0505"
    )


def test_minutes_that_were_added_are_there() -> None:
    started = ("started", {"rounds": {"A": 5, "B": 5}})
    log = open_recorded(started, ("minutes", {"seconds": 60, "section": "", "later": True}))
    assert log.entries[-1].event == of.RoundLengthened(60, later_rounds=True)
    assert log.state.clocks[0].extra_seconds == ((1, 5, 60),)


class TestOldResults:
    @pytest.mark.parametrize(
        ("events", "expected"),
        [
            ([rows([FIRST, OTHER])], ["A1 50", "B2 90"]),
            ([rows([FIRST]), rows([SECOND], [FIRST])], ["A1 420"]),
            ([rows([FIRST]), rows([], [FIRST])], []),
            ([rows([FIRST]), rows([SECOND], [FIRST]), ("undone", {"position": 3})], ["A1 50"]),
            (
                [rows([FIRST]), rows([SECOND], [FIRST]), ("undone", {"position": 3}), ("undone", {"position": 4})],
                ["A1 420"],
            ),
            ([rows([FIRST]), rows([], [FIRST]), rows([SECOND]), ("undone", {"position": 3})], ["A1 50", "A1 420"]),
            ([rows([FIRST]), ("undone", {"position": 2}), rows([SECOND]), rows([], [SECOND])], []),
            (
                [
                    rows([FIRST]),
                    rows([], [FIRST]),
                    rows([SECOND]),
                    ("undone", {"position": 3}),
                    ("undone", {"position": 5}),
                    rows([], [SECOND]),
                ],
                [],
            ),
            (
                [
                    rows([FIRST]),
                    rows([SECOND], [FIRST]),
                    rows([FIRST]),
                    ("undone", {"position": 3}),
                    ("undone", {"position": 5}),
                    rows([], [FIRST]),
                ],
                ["A1 420"],
            ),
            (
                [rows([FIRST]), ("undone", {"position": 2}), ("undone", {"position": 3}), rows([SECOND], [FIRST])],
                ["A1 420"],
            ),
        ],
    )
    def test_rows_that_came_went_and_came_back_are_there(
        self, events: list[tuple[str, dict[str, Any]]], expected: list[str]
    ) -> None:
        assert scores(open_recorded(*events)) == expected

    def test_a_correction_is_one_event_at_the_same_place(self) -> None:
        event = open_recorded(rows([FIRST]), rows([SECOND], [FIRST])).entries[-1].event
        assert isinstance(event, of.ResultsChanged)
        assert (len(event.entered), event.withdrawn, event.corrected, event.entered[0].nth) == (1, (), True, 1)

    def test_the_file_they_came_from_is_known(self) -> None:
        log = open_recorded(rows([FIRST], source="clubs.csv"))
        assert log.sentence(2) == "1 result imported from clubs.csv"

    def test_several_lines_of_a_board_without_rounds_are_counted(self) -> None:
        unplaced = [",,,7,1,1,,,,50,,,", ",,,7,2,2,,,,420,,,"]
        night = NIGHT | {"sections": [SECTION], "pairs": {}, "results": "\n".join((HEADING, *unplaced, ""))}
        assert [key for key, _ in open_recorded(night=night).state.results.items()] == [
            ResultKey("A", 7, nth=1), ResultKey("A", 7, nth=2),
        ]  # fmt: skip
        assert scores(open_recorded(rows([], unplaced[:1]), night=night)) == ["A7 420"]

    def test_a_split_score_without_signs_is_still_read(self) -> None:
        (result,) = open_recorded(rows(["A,1,1,1,1,1,,,,0/100,,,"])).state.results.entered_lines()
        assert isinstance(result, EnteredLine)
        assert isinstance(result.line, Line)

    def test_a_board_of_5000_digits_is_refused(self) -> None:
        with pytest.raises(FormatError):
            open_recorded(rows(["A,1,1," + "9" * 5000 + ",1,1,,,,50,,,"]))


class TestNames:
    def test_those_without_a_seat_go_to_the_notes(self) -> None:
        night = NIGHT | {"notes": "mine", "pairs": {"AN1": "Anna", "N7": "Nobody"}}
        state = night_document.loads(json.dumps(night)).state
        assert [typed_names(section) for section in state.setup.sections] == [{"N1": "Anna"}, {}]
        assert state.notes == "mine\nwithout a seat: N7 Nobody"

    @pytest.mark.parametrize("notes", ["", "mine"])
    def test_a_file_with_a_log_opens_although_it_has_names_without_a_seat(self, notes: str) -> None:
        night = NIGHT | {"notes": notes, "pairs": {"AN1": "Anna", "N7": "Nobody"}}
        whole = night | {"version": 7, "log": [{"kind": "taken over", "at": 0.0, "night": night}]}
        assert "without a seat: N7 Nobody" in night_document.loads(json.dumps(whole)).state.notes

    def test_a_file_opens_whose_second_section_was_removed(self) -> None:
        setup = {"kind": "set up", "at": 1.0, "sections": [SECTION], "cases": None}
        log = [{"kind": "taken over", "at": 0.0, "night": NIGHT}, setup]
        state = night_document.loads(json.dumps(NIGHT | {"version": 7, "sections": [SECTION], "log": log})).state
        assert [typed_names(section) for section in state.setup.sections] == [{"N1": "Anna"}]

    @pytest.mark.parametrize("change", [{"pairs": {"AN1": "Bob"}}, {"notes": "mine"}, {"name": "Wednesday"}])
    def test_an_old_file_whose_log_leads_to_another_night_is_refused(self, change: dict[str, Any]) -> None:
        whole = NIGHT | {"version": 7, "log": [{"kind": "taken over", "at": 0.0, "night": NIGHT}]} | change
        with pytest.raises(FormatError, match="does not match the stored session"):
            night_document.loads(json.dumps(whole))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 10**6) | st.floats() | st.sampled_from(["", "A", "x" * 300, "\n", "1"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["", "A", "letter"]), inner, max_size=3)
    ),
    max_leaves=5,
)


def mutate(draw: st.DrawFn, value: Any) -> Any:  # noqa: ANN401 - any json
    """Return json data in which a value is changed, missing or repeated."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    if not keys or draw(st.integers(0, 5)) == 0:
        return draw(json_values)
    key = draw(st.sampled_from(keys))
    match draw(st.sampled_from(["inside", "inside", "inside", "drop", "add", "repeat"])):
        case "drop":
            del value[key]
        case "add" if isinstance(value, dict):
            value["unknown"] = draw(json_values)
        case "repeat" if isinstance(value, list):
            value[:] = value * draw(st.sampled_from([2, 13]))
        case _:
            value[key] = mutate(draw, value[key])
    return value


@st.composite
def mutated_nights(draw: st.DrawFn) -> str:
    whole = mutate(draw, json.loads(draw(st.sampled_from(SMALL))))
    return json.dumps(mutate(draw, whole) if draw(st.booleans()) else whole)


class TestMalformed:
    """A night, or a sentence: never another exception."""

    @given(mutated_nights())
    def test_a_mutated_night_opens_or_is_refused(self, text: str) -> None:
        try:
            log = night_document.loads(text)
        except FormatError:
            return
        assert night_document.loads(night_document.dumps(log)).state == log.state

    @given(st.sampled_from([*OLD_KINDS, *of.KINDS]), json_values)
    def test_arbitrary_fields_of_an_event_are_read_or_refused(self, kind: str, fields: object) -> None:
        stored = night_document.StoredEvent(Stamp(2.0), kind, json.dumps(fields))
        with pytest.raises(FormatError):
            night_document.continue_log(
                open_recorded(), [stored, night_document.StoredEvent(Stamp(3.0), "dance", "{}")], source="night 1"
            )

    @given(st.integers(1, 9), json_values, st.sampled_from(["sections", "pairs", "results", "notes", "log", "cases"]))
    def test_arbitrary_values_in_a_night_of_any_version_are_read_or_refused(
        self, version: int, value: object, key: str
    ) -> None:
        try:
            night_document.loads(json.dumps(NIGHT | {"version": version, key: value}))
        except FormatError:
            return

    @pytest.mark.parametrize(
        "night",
        [
            NIGHT | {"sections": [SECTION | {"letter": []}]},
            NIGHT | {"sections": [SECTION | {"letter": ""}] * 13},
            NIGHT | {"sections": [SECTION | {"repaired": {"words": "x", "before": []}}]},
            NIGHT | {"pairs": {"AN1": 5}},
            NIGHT | {"pairs": []},
            NIGHT | {"results": "nonsense\n1,2\n"},
        ],
    )
    def test_a_malformed_night_is_refused(self, night: dict[str, Any]) -> None:
        with pytest.raises(FormatError):
            night_document.loads(json.dumps(night))
        with pytest.raises(FormatError):
            open_recorded(night=night)


class TestVersion8:
    """Names were one text per contestant: in sections, in the changes of a repair, and in a separate event."""

    SECTION: dict[str, Any] = {"letter": "A", "movement": {"kind": "catalog", "name": "M0505"}}  # noqa: RUF012

    def stored_night(self, *events: tuple[str, dict[str, Any]]) -> EventLog:
        created = ("created", {"setup": {"sections": [self.SECTION | {"names": {}}]}})
        rows = [night_document.StoredEvent(Stamp(1.0), kind, json.dumps(one)) for kind, one in (created, *events)]
        return night_document.continue_log(EventLog(), rows, source="night 1")

    def load_night(self, names: object) -> EventLog:
        setup = {"sections": [self.SECTION | {"names": names}]}
        return night_document.loads(json.dumps({"format": "byestand night", "version": 8, "setup": setup}))

    @pytest.mark.parametrize("name", ["Anna and Boris", "Müller-Lüdenscheidt", "Anna  &Boris", " ", "A & B & C"])
    def test_a_name_stays_as_it_was_typed(self, name: str) -> None:
        (section,) = self.load_night({"N1": name}).state.setup.sections
        assert section.contestants == {"N1": Contestant.parse(name)}
        assert typed_names(section) == {"N1": name}

    def test_names_of_events_become_contestants(self) -> None:
        seat = {"section": "A", "label": "N2"}
        setup = ("setup changed", {"sections": [self.SECTION | {"names": {}}], "sets": 2})
        named = ("names set", {"names": [seat | {"name": "Anna / Boris"}]})
        removed = ("names set", {"names": [seat | {"name": ""}]})
        log = self.stored_night(setup, named, removed, ("undone", {"revision": 4}))
        assert typed_names(log.state.setup.sections[0]) == {"N2": "Anna / Boris"}
        assert log.entries[3].event == of.ContestantsChanged((of.SeatContestant("A", "N2", None),))
        assert night_document.loads(night_document.dumps(log)).state == log.state

    def test_names_that_a_repair_changed_become_contestants(self) -> None:
        night = self.stored_night().state.setup
        names = [{"section": "A", "label": "N6", "name": "Late and Later"}]
        movement = {"kind": "catalog", "name": "W0605"}
        chosen = {"section": "A", "movement": movement, "title": "came", "replaces": movement_digest(night.sections[0])}
        log = self.stored_night(("repair chosen", chosen | {"names": names}))
        assert typed_names(log.state.setup.sections[0]) == {"N6": "Late and Later"}

    @pytest.mark.parametrize(
        ("names", "where"),
        [
            ({"N1": 7}, r"contestants\['N1'\]\.members\[0\]\.name"),
            ({"N1": "A" * 50 + " & " + "B" * 50}, r"contestants\['N1'\]\.members\[0\]\.name"),
            (["Anna"], "contestants"),
            ("Anna", "names"),
        ],
    )
    def test_what_is_no_name_is_refused_with_its_path(self, names: object, where: str) -> None:
        with pytest.raises(FormatError, match=where):
            self.load_night(names)
