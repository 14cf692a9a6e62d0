"""Every kind of event: its stored form, its precondition, and its changes."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from byestand.errors import BadRequest, ByestandError, FormatError, OutOfDate
from byestand.night import events as of
from byestand.night import night_document
from byestand.night.log import EventLog, LogEntry
from byestand.night.stamp import Stamp
from byestand.night.state import PARTS, NightState, Part, ReportItem
from tests.support.people import typed_names
from tests.support.random_events import EVENTS, LATER, SECTIONS, line, log_of, logs

TABLES = 60


def content(state: NightState, part: Part) -> object:
    """Return the content of a part, without revisions."""
    if part == "people":
        return {one.letter: one.contestants for one in state.setup.sections if one.contestants}, state.absent
    if part == "results":
        return {key: (result.line, result.source) for key, result in state.results.items()}
    return replace(state.only(frozenset({part})), revisions={})


def changed_parts(before: NightState, after: NightState) -> set[Part]:
    return {part for part in PARTS if content(before, part) != content(after, part)}


def steps(log: EventLog) -> list[NightState]:
    """Return the states after each event."""
    return [EventLog.from_entries(log.entries[:length]).state for length in range(len(log.entries) + 1)]


def test_every_kind_of_event_is_tested() -> None:
    assert set(EVENTS) == set(of.KINDS.values())


def test_every_event_has_a_kind_and_buttons_of_its_own() -> None:
    names = {event.__qualname__ for event in of.NightEvent.__subclasses__()}
    assert len(names) == len(of.KINDS)
    verbs = [verb for event in of.KINDS.values() for verb in event.verbs]
    assert len(set(verbs)) == len(verbs)


@pytest.mark.parametrize("kind", of.KINDS)
def test_an_event_is_read_as_it_was_written(kind: str) -> None:
    @given(EVENTS[of.KINDS[kind]])
    def check(event: of.NightEvent) -> None:
        stored = night_document.write_event(LogEntry(event, Stamp(1.0)))
        assert stored.kind == kind
        assert night_document.read_event(kind, stored.contents, source="night 1") == event

    check()


@pytest.mark.parametrize(
    ("kind", "fields", "where"),
    [
        ("dance", "{}", "unknown event type"),
        ("round called", '{"round": 0, "section": ""}', "$.round"),
        ("round called", '{"section": ""}', "'round' is missing"),
        ("timing changed", '{"timing": {"round_seconds": -1}}', "$.timing.round_seconds"),
        ("results changed", '{"lines": 5}', "$.lines"),
        ("result entered", '{"section": "A", "line": {"board": 1}}', "is missing @ $.line"),
        ("contestants changed", '{"changes": [1]}', "$.changes"),
        ("undone", '{"revision": 1, "more": 2}', "unknown key"),
        ("notes changed", "nonsense", "no json"),
    ],
)
def test_what_is_no_event_is_refused_with_its_path(kind: str, fields: str, where: str) -> None:
    with pytest.raises(FormatError, match=where.replace("$", r"\$").replace("[", r"\[")):
        night_document.read_event(kind, fields, source="night 1")


class TestPreconditions:
    def test_sixty_tables_that_enter_results_at_once_do_not_meet(self) -> None:
        log = log_of(of.Started({"A": 5, "B": 5}))
        seen = log.state.revision
        for table in range(1, TABLES + 1):
            event = of.ResultEntered("A", line(table=table))
            log.require_fits(event, seen)
            log = log.append(event, Stamp(9.0))
        assert log.state.results.count == TABLES

    @given(logs(), EVENTS[of.ResultEntered])
    def test_a_result_depends_on_nothing_but_its_own_place(self, log: EventLog, event: of.ResultEntered) -> None:
        states = steps(log)
        lines = [state.results.line(event.key) for state in states]
        for before, after, old, new in zip(states, states[1:], lines, lines[1:], strict=False):
            assert (event.precondition(before) == event.precondition(after)) is (old == new)

    @given(logs(), st.one_of(*LATER.values()))
    def test_what_fits_the_night_on_the_screen_fits_its_copy(self, log: EventLog, event: of.NightEvent) -> None:
        assert event.precondition(EventLog.from_entries(log.entries).state) == event.precondition(log.state)


class TestTouches:
    @given(logs())
    def test_an_event_changes_only_the_parts_that_it_touches(self, log: EventLog) -> None:
        states = steps(log)
        for revision, entry in enumerate(log.entries, start=1):
            *_, first = log.chain(revision)
            touches = log.entry(first).event.touches
            assert changed_parts(states[revision - 1], states[revision]) <= touches, entry.event

    @pytest.mark.slow
    @given(logs())
    def test_a_part_that_changed_has_another_revision_also_by_undoing(self, log: EventLog) -> None:
        states = steps(log)
        for before, after in pairwise(states):
            for part in changed_parts(before, after):
                assert after.revisions[part] == after.revision > before.revisions.get(part, 0)

    def test_undoing_and_doing_again_give_a_part_new_revisions(self) -> None:
        log, found = log_of(of.NotesChanged("x")), []
        for revision in (2, 3, 4):
            found.append((log.state.notes, log.state.revisions["notes"], log.state.revisions["clock"]))
            log = log.append(of.Undone(revision), Stamp(9.0))
        assert found == [("x", 2, 1), ("", 3, 1), ("x", 4, 1)]

    @given(logs())
    def test_revisions_of_parts_are_the_same_step_by_step_and_at_once(self, log: EventLog) -> None:
        assert EventLog.from_entries(log.entries).state.revisions == log.state.revisions


class TestOnly:
    @given(logs(), st.sets(st.sampled_from(PARTS)))
    def test_parts_that_are_not_asked_for_are_empty(self, log: EventLog, parts: set[Part]) -> None:
        blank, only = NightState(), log.state.only(frozenset(parts))
        for part in set(PARTS) - parts:
            assert content(only, part) == content(blank, part)
        assert set(only.revisions) <= parts
        assert only.revision == 0

    @given(logs(), st.sets(st.sampled_from(PARTS)))
    def test_parts_that_are_asked_for_are_whole(self, log: EventLog, parts: set[Part]) -> None:
        """Names are in the setup: an event that needs them names both parts."""
        only = log.state.only(frozenset(parts))
        for part in parts - ({"people"} if "setup" not in parts else set()):
            assert content(only, part) == content(log.state, part)
            assert only.revisions[part] == log.state.revisions[part]


@given(logs(), EVENTS[of.NightCreated])
def test_a_night_is_created_once(log: EventLog, event: of.NightEvent) -> None:
    with pytest.raises(BadRequest, match="only as its first event"):
        log.append(event, Stamp(9.0))


@given(EVENTS[of.NightCreated])
def test_a_new_night_is_as_its_first_event_says(event: of.NightCreated) -> None:
    try:
        state = EventLog().append(event, Stamp(1.0)).state
    except ByestandError:
        return
    assert (state.setup, state.notes, state.repairs) == (event.setup, event.notes, event.repairs)
    assert set(state.results.entered_lines()) == {*{one.key: one for one in event.results}.values()}


def test_names_are_kept_while_movements_change() -> None:
    movement = SECTIONS[1].movement
    state = log_of(of.SetupChanged((replace(SECTIONS[0], movement=movement, contestants={}),))).state
    assert [(one.movement, typed_names(one)) for one in state.setup.sections] == [(movement, {"N1": "Anna"})]


def test_a_section_that_goes_takes_its_report_and_absences_along() -> None:
    log = log_of(
        of.AttendanceChanged("B", "N1", present=False),
        of.MishapReported("B", (ReportItem("after", "2"),)),
        of.SetupChanged(SECTIONS[:1]),
        of.SetupChanged(SECTIONS),
    )
    assert (log.state.absent, log.state.mishaps) == (frozenset(), {})


def test_a_result_that_comes_meanwhile_stops_its_section_from_going() -> None:
    log = log_of()
    seen = log.state.revision
    log = log.append(of.ResultEntered("B", line()), Stamp(1.0))
    with pytest.raises(OutOfDate):
        log.require_fits(of.SetupChanged(SECTIONS[:1]), seen)
    log.require_fits(of.SetupChanged(SECTIONS), seen)
