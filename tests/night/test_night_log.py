"""The log of a session: every prefix of it is a session, and undone events have no effect."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from byestand.errors import BadRequest, OutOfDate
from byestand.model.scoring import Scoring
from byestand.model.setup import CatalogMovement, SectionSetup, SessionSetup
from byestand.model.timing import Timing
from byestand.night import events as of
from byestand.night.events.repairs import movement_digest
from byestand.night.log import RECENT_STATES, EventLog, LogEntry
from byestand.night.results import EnteredLine, ResultKey, Results
from byestand.night.stamp import Stamp
from byestand.night.state import NightState, ReportItem
from tests.support.people import typed_names, with_names
from tests.support.random_events import SECTIONS, SETUP, START, line, log_of, logs

STARTED = of.Started({"A": 5, "B": 5})
REPORT = (ReportItem("after", "1"),)


def content(state: NightState) -> object:
    """Return a night without its revisions."""
    results = [(key, replace(result, revision=0)) for key, result in state.results.items()]
    return replace(state, revision=0, revisions={}, results=Results()), results


class TestAnyLog:
    """Facts that hold for any log."""

    @given(logs())
    def test_every_prefix_folds_to_a_night_whose_clocks_can_be_read(self, log: EventLog) -> None:
        for length in range(1, len(log.entries) + 1):
            state = EventLog.from_entries(log.entries[:length]).state
            assert state.revision == length
            for clock in state.clocks:
                face = clock.face(state.setup.timing, 50.0)
                assert 0 <= face.round <= face.rounds + 1
                assert face.finish is None or face.finish >= 50.0

    @pytest.mark.slow
    @given(logs())
    def test_step_by_step_or_at_once_is_the_same(self, log: EventLog) -> None:
        assert EventLog.from_entries(log.entries).state == log.state

    @given(logs(), st.data())
    def test_what_is_undone_never_happened(self, log: EventLog, data: st.DataObject) -> None:
        revision = data.draw(st.integers(2, max(2, len(log.entries))))
        try:
            undone = log.append(of.Undone(revision), Stamp(99.0))
        except (BadRequest, OutOfDate):
            return
        if isinstance(log.entry(revision).event, of.Undone):
            return
        left = [entry for at, entry in log.active() if at != revision]
        assert content(undone.state) == content(EventLog.from_entries(left).state)

    @given(logs())
    def test_what_happened_last_can_always_be_undone_and_done_again(self, log: EventLog) -> None:
        *_, (last, _) = log.active()
        if last == 1:
            return
        undone = log.append(of.Undone(last), Stamp(99.0))
        again = undone.append(of.Undone(len(undone.entries)), Stamp(100.0))
        assert content(again.state) == content(log.state)

    @given(logs(), logs())
    def test_two_continuations_of_a_log_do_not_meet(self, log: EventLog, other: EventLog) -> None:
        before = log.state, list(log.entries)
        for entry in other.entries[1:2]:
            one, two = (log.append(of.NotesChanged(note), entry.stamp) for note in ("one", "two"))
            assert [one.entries[-1].event, two.entries[-1].event] == [of.NotesChanged("one"), of.NotesChanged("two")]
        assert (log.state, list(log.entries)) == before


class TestOutOfDate:
    """Two windows, two assistants: a change must be based on what was on the screen."""

    PLAYING = log_of(STARTED)

    @pytest.mark.parametrize(
        ("meanwhile", "event"),
        [
            (of.RoundCalled(2), of.RoundCalled(2)),
            (of.RoundCalled(2), of.RoundLengthened(60)),
            (of.ClockPaused(), of.ClockPaused()),
            (with_names("A", "N2", "Boris"), with_names("A", "N2", "Bruno")),
            (of.ResultEntered("A", line(points=50)), of.ResultEntered("A", line(points=420))),
            (of.ResultEntered("A", line()), of.ResultsChanged((EnteredLine("A", line(points=420)),))),
            (of.ResultEntered("A", line()), of.ResultsChanged((), (ResultKey("A", 1, 1, 1),))),
            (of.MishapReported("A", REPORT), of.MishapReported("A", REPORT)),
            (of.NotesChanged("mine"), of.NotesChanged("yours")),
        ],
    )
    def test_what_no_longer_fits_is_refused(self, meanwhile: of.NightEvent, event: of.NightEvent) -> None:
        seen = self.PLAYING.state.revision
        self.PLAYING.require_fits(event, seen)
        late = self.PLAYING.append(meanwhile, Stamp(3.0))
        with pytest.raises(OutOfDate):
            late.require_fits(event, seen)

    @pytest.mark.parametrize(
        ("meanwhile", "event"),
        [
            (of.ResultEntered("A", line()), of.RoundCalled(2)),
            (of.RoundCalled(2), of.ResultEntered("A", line())),
            (with_names("A", "N2", "Boris"), with_names("A", "N1", "Bruno")),
            (of.ResultEntered("A", line()), of.ResultEntered("A", line(2, table=2))),
            (of.ResultEntered("A", line()), of.ResultEntered("B", line())),
        ],
    )
    def test_what_has_nothing_to_do_with_it_may_go_on_meanwhile(
        self, meanwhile: of.NightEvent, event: of.NightEvent
    ) -> None:
        self.PLAYING.append(meanwhile, Stamp(3.0)).require_fits(event, self.PLAYING.state.revision)

    def test_a_tab_far_behind_is_compared_with_the_night_it_saw(self) -> None:
        """Only the last 30 states are held in memory; an older one is folded again."""
        log, seen = self.PLAYING, self.PLAYING.state.revision
        for note in range(2 * RECENT_STATES):
            log = log.append(of.NotesChanged(str(note)), Stamp(3.0))
        log.require_fits(of.RoundCalled(2), seen)
        called = log.append(of.RoundCalled(2), Stamp(4.0))
        with pytest.raises(OutOfDate):
            called.require_fits(of.RoundCalled(2), seen)
        with pytest.raises(OutOfDate):
            called.require_fits(of.NotesChanged("mine"), seen)

    def test_nobody_has_seen_what_is_not_there(self) -> None:
        with pytest.raises(BadRequest):
            self.PLAYING.require_fits(of.NotesChanged(""), 99)


@pytest.mark.parametrize(
    "events",
    [
        [of.RoundCalled(1)],
        [of.ClockPaused()],
        [of.Started({"A": 5})],
        [STARTED, STARTED],
        [STARTED, of.RoundCalled(3)],
        [STARTED, of.ClockResumed()],
        [STARTED, of.SetupChanged((SectionSetup("A", CatalogMovement("M0707")),))],
        [STARTED, of.TimingChanged(Timing(separate_clocks=True))],
        [of.Started({"A": 1, "B": 1}), of.RoundCalled(2), of.RoundCalled(3)],
        [of.ResultsChanged((), (ResultKey("A", 1, 1, 1),))],
        [of.MishapReported("Z")],
        [of.NightCreated(SessionSetup())],
        [of.Undone(1)],
        [STARTED, of.SetupChanged(SECTIONS[::-1])],
        [STARTED, of.SetupChanged(tuple(replace(one, boards=None) for one in SECTIONS))],
        [STARTED, of.SetupChanged(tuple(replace(one, letter=one.letter * 2) for one in SECTIONS))],
        [STARTED, of.RoundLengthened(-600, later_rounds=True), of.TimingChanged(Timing(300))],
        [of.RepairChosen("A", CatalogMovement("W0605"), "after round 2", "another movement")],
        [of.RepairWithdrawn("A")],
        [of.NotesChanged("x"), of.Undone(2), of.Undone(2)],
    ],
)
def test_what_cannot_happen_is_refused(events: list[of.NightEvent]) -> None:
    log = log_of(*events[:-1])
    with pytest.raises((BadRequest, OutOfDate)):
        log.append(events[-1], Stamp(9.0))


def test_what_others_build_on_cannot_be_undone_before_them() -> None:
    log = log_of(STARTED, of.RoundCalled(2))
    with pytest.raises(BadRequest, match="undo that first"):
        log.append(of.Undone(2), Stamp(9.0))
    back = log.append(of.Undone(3), Stamp(9.0)).append(of.Undone(2), Stamp(10.0))
    assert not back.state.is_started


def test_a_round_taken_back_has_its_old_time_again() -> None:
    log = log_of(STARTED)
    called = log.append(of.RoundCalled(2), Stamp(500.0)).append(of.Undone(3), Stamp(510.0))
    assert called.state.clocks == log.state.clocks


@pytest.mark.parametrize("revisions", [(3, 2), (2,), (5, 2, 2)], ids=["what comes later", "itself", "twice"])
def test_a_log_that_undoes_what_it_cannot_is_refused(revisions: tuple[int, ...]) -> None:
    entries = [LogEntry(START, Stamp(0.0)), *(LogEntry(of.Undone(revision), Stamp(1.0)) for revision in revisions)]
    with pytest.raises(BadRequest, match="cannot be undone"):
        EventLog.from_entries(entries)


@pytest.mark.parametrize("event", [STARTED, of.RoundCalled(2)])
def test_a_message_on_the_wall_goes_when_a_round_is_called(event: of.NightEvent) -> None:
    before = log_of(*([STARTED] if isinstance(event, of.RoundCalled) else []))
    message = before.append(of.WallMessageSet("Please take your seats"), Stamp(3.0))
    assert message.state.wall_message == "Please take your seats"
    assert message.append(event, Stamp(4.0)).state.wall_message == ""


def test_one_section_has_everybodys_clock_also_where_each_was_to_have_its_own() -> None:
    log = log_of(of.SetupChanged(SECTIONS[:1]), of.TimingChanged(Timing(separate_clocks=True)), of.Started({"A": 5}))
    assert [clock.section for clock in log.state.clocks] == [""]


def test_where_the_boards_begin_may_change_while_people_play() -> None:
    sections = tuple(replace(one, boards=one.boards and replace(one.boards, first=27)) for one in SECTIONS)
    assert log_of(STARTED, of.SetupChanged(sections)).state.setup.sections == sections


def test_names_and_results_go_with_a_section_that_gets_another_letter() -> None:
    changed = of.SetupChanged((replace(SECTIONS[0], letter="C"), SECTIONS[1]), None, {"A": "C"})
    state = log_of(of.ResultEntered("A", line()), changed).state
    assert [typed_names(section) for section in state.setup.sections] == [{"N1": "Anna"}, {}]
    assert [key for key, _ in state.results.items()] == [ResultKey("C", 1, 1, 1)]


def test_a_repair_is_withdrawn_by_undoing_it_or_by_the_night_that_has_it() -> None:
    movement = CatalogMovement("W0605")
    event = of.RepairChosen("A", movement, "after round 2", movement_digest(SECTIONS[0]))
    repaired = log_of(of.MishapReported("A", REPORT), event)
    assert repaired.state.mishaps == {}
    assert repaired.state.setup.sections == (replace(SECTIONS[0], movement=movement), SECTIONS[1])
    undone = repaired.append(of.Undone(3), Stamp(9.0)).state
    assert (undone.setup, undone.repairs, undone.mishaps) == (SETUP, (), {"A": REPORT})
    withdrawn = repaired.append(of.RepairWithdrawn("A"), Stamp(9.0)).state
    assert (withdrawn.setup, withdrawn.repairs, withdrawn.mishaps) == (SETUP, (), {})


class TestSentences:
    """The events as the director's page lists them."""

    @given(logs())
    def test_whatever_happened_has_a_sentence_of_one_line(self, log: EventLog) -> None:
        for revision in range(1, len(log.entries) + 1):
            sentence = log.sentence(revision)
            assert sentence
            assert "\n" not in sentence

    def test_what_was_undone_is_named(self) -> None:
        log = log_of(STARTED, of.RoundLengthened(-60, later_rounds=True), of.Undone(3), of.Undone(4))
        assert [log.sentence(revision) for revision in range(2, 6)] == [
            "Round 1 called",
            "1 min taken off this and all later rounds",
            "Undone: 1 min taken off this and all later rounds",
            "Redone: 1 min taken off this and all later rounds",
        ]

    def test_a_change_of_scoring_is_named_as_it_was_made_whatever_came_later(self) -> None:
        scorings = [Scoring("cross-imps"), Scoring("butler", sections="apart"), Scoring(sections="apart")]
        log = log_of(*map(of.ScoringChanged, scorings))
        assert [log.sentence(revision) for revision in (2, 3, 4)] == [
            "Scoring changed to cross-IMPs, all sections together",
            "Scoring changed to Butler IMPs, sections apart",
            "Scoring changed to matchpoints, sections apart",
        ]
        one = log_of(of.ScoringChanged(scorings[0]), start=replace(START, setup=replace(SETUP, sections=SECTIONS[:1])))
        assert one.sentence(2) == "Scoring changed to cross-IMPs"

    def test_what_was_seen_before_play_began_is_out_of_date_and_not_impossible(self) -> None:
        log = log_of(STARTED)
        for event in (of.RoundCalled(2), of.ClockPaused(), of.ClockResumed(), of.RoundLengthened(60)):
            with pytest.raises(OutOfDate, match="another user or window changed this first"):
                log.require_fits(event, 1)

    def test_sections_are_named_where_there_are_several(self) -> None:
        events = [of.ResultEntered("A", line()), with_names("A", "N2", "Boris")]
        one = replace(START, setup=replace(SETUP, sections=SECTIONS[:1]))
        for start, expected in (
            (START, ["Result entered: board 1, section A, round 1, table 1", "AN2 is now Boris"]),
            (one, ["Result entered: board 1, round 1, table 1", "N2 is now Boris"]),
        ):
            log = log_of(*events, start=start)
            assert [log.sentence(revision) for revision in (2, 3)] == expected
