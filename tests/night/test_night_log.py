"""The log of a night: every beginning of it is a night, and whatever is undone never happened."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from byestand.errors import BadRequest, ByestandError, FormatError, OutOfDate
from byestand.model.timing import Timing
from byestand.night import codec
from byestand.night import events as of
from byestand.night.changes import changes
from byestand.night.fold import RECENT, Entry, Log
from byestand.night.night import Night, dumps
from byestand.night.progress import Progress
from byestand.night.results import Rows
from byestand.night.setting import Setting
from byestand.night.telling import WORDS, event_words
from tests.support.random_events import HEADING, START, events


def log_of(*said: of.Event) -> Log:
    """Return the log in which these things happened, a second apart; all of them can."""
    log = Log()
    for second, event in enumerate((of.TakenOver(START), *said)):
        log = log.then(event, float(second))
    return log


@st.composite
def logs(draw: st.DrawFn) -> Log:
    """Return a log of whatever could happen of many things that were tried."""
    log = log_of()
    for second, event in enumerate(draw(st.lists(events, max_size=25)), start=1):
        try:
            log = log.then(event, float(second))
        except ByestandError:
            continue
    return log


def without_position(now: Progress) -> Progress:
    return replace(now, position=0)


class TestAnyLog:
    """Whatever happened."""

    @given(logs())
    def test_every_beginning_folds_to_a_night_whose_clocks_can_be_read(self, log: Log) -> None:
        for length in range(1, len(log.entries) + 1):
            now = Log.of(log.entries[:length]).now
            assert now.position == length
            for clock in now.clocks:
                face = clock.face(now.timing, 50.0)
                assert 0 <= face.round <= face.of + 1
                assert face.finish is None or face.finish >= 50.0

    @given(logs())
    def test_step_by_step_or_at_once_is_the_same(self, log: Log) -> None:
        assert Log.of(log.entries) == log

    @given(logs(), st.data())
    def test_what_is_undone_never_happened(self, log: Log, data: st.DataObject) -> None:
        position = data.draw(st.integers(2, max(2, len(log.entries))))
        try:
            undone = log.then(of.Undone(position), 99.0)
        except (BadRequest, OutOfDate):
            return
        if isinstance(log.entries[position - 1].event, of.Undone):
            return
        left = [entry for at, entry in log.standing() if at != position]
        assert without_position(undone.now) == without_position(Log.of(left).now)

    @given(logs())
    def test_what_happened_last_can_always_be_undone_and_done_again(self, log: Log) -> None:
        *_, (last, _) = log.standing()
        if last == 1:
            return
        undone = log.then(of.Undone(last), 99.0)
        again = undone.then(of.Undone(len(undone.entries)), 100.0)
        assert without_position(again.now) == without_position(log.now)

    @given(logs())
    def test_it_goes_into_a_file_and_comes_out_as_it_was(self, log: Log) -> None:
        again = codec.log_in(codec.dumps(log))
        assert again == log
        assert codec.dumps(again) == codec.dumps(log)

    @given(logs())
    def test_a_night_is_reached_by_its_changes(self, log: Log) -> None:
        before, after = START, log.now.night
        if log.now.is_started:
            after = replace(after, sections=before.sections)
        reached = log_of(*changes(before, after)).now.night
        assert dumps(reached) == dumps(replace(after, pairs=dict(reached.pairs)))
        assert reached.pairs == after.pairs


def test_every_kind_of_event_is_read_and_written() -> None:
    assert set(codec.READERS) == set(of.KINDS)


class TestOutOfDate:
    """Two windows, two helpers: what somebody speaks of must be what he saw."""

    PLAYING = log_of(of.Started({"A": 5, "B": 5}))

    @pytest.mark.parametrize(
        ("meanwhile", "said"),
        [
            (of.RoundCalled(2), of.RoundCalled(2)),
            (of.RoundCalled(2), of.Lengthened(60)),
            (of.Paused(), of.Paused()),
            (of.Named({"AN2": "Boris"}), of.Named({"AN2": "Bruno"})),
            (of.Results(HEADING, ("A,1,1,1,1,1,,,,50,,,",)), of.Results(HEADING, ("A,1,1,1,1,1,,,,420,,,",))),
            (of.Seen("A", (("after", "1"),)), of.Seen("A", (("after", "1"),))),
            (of.Noted("mine"), of.Noted("yours")),
        ],
    )
    def test_what_no_longer_fits_is_refused(self, meanwhile: of.Event, said: of.Event) -> None:
        seen = self.PLAYING.now.position
        self.PLAYING.require_fits(said, seen)
        late = self.PLAYING.then(meanwhile, 3.0)
        with pytest.raises(OutOfDate):
            late.require_fits(said, seen)

    @pytest.mark.parametrize(
        ("meanwhile", "said"),
        [
            (of.Results(HEADING, ("A,1,1,1,1,1,,,,50,,,",)), of.RoundCalled(2)),
            (of.RoundCalled(2), of.Results(HEADING, ("A,1,1,1,1,1,,,,50,,,",))),
            (of.Named({"AN2": "Boris"}), of.Named({"AN1": "Bruno"})),
            (of.Results(HEADING, ("A,1,1,1,1,1,,,,50,,,",)), of.Results(HEADING, ("A,1,2,2,2,2,,,,50,,,",))),
        ],
    )
    def test_what_has_nothing_to_do_with_it_may_go_on_meanwhile(self, meanwhile: of.Event, said: of.Event) -> None:
        self.PLAYING.then(meanwhile, 3.0).require_fits(said, self.PLAYING.now.position)

    def test_a_tab_far_behind_is_compared_with_the_night_it_saw(self) -> None:
        """Only the last 30 states are held in memory; an older one is folded again."""
        log, seen = self.PLAYING, self.PLAYING.now.position
        for note in range(2 * RECENT):
            log = log.then(of.Noted(str(note)), 3.0)
        log.require_fits(of.RoundCalled(2), seen)
        called = log.then(of.RoundCalled(2), 4.0)
        with pytest.raises(OutOfDate):
            called.require_fits(of.RoundCalled(2), seen)
        with pytest.raises(OutOfDate):
            called.require_fits(of.Noted("mine"), seen)

    def test_nobody_has_seen_what_is_not_there(self) -> None:
        with pytest.raises(BadRequest):
            self.PLAYING.require_fits(of.Noted(""), 99)


@pytest.mark.parametrize(
    "said",
    [
        [of.RoundCalled(1)],
        [of.Paused()],
        [of.Started({"A": 5})],
        [of.Started({"A": 5, "B": 5}), of.Started({"A": 5, "B": 5})],
        [of.Started({"A": 5, "B": 5}), of.RoundCalled(3)],
        [of.Started({"A": 5, "B": 5}), of.Resumed()],
        [of.Started({"A": 5, "B": 5}), of.SetUp((Setting("M0707", letter="A"),))],
        [of.Started({"A": 5, "B": 5}), of.Timed(Timing(apart=True))],
        [of.Started({"A": 1, "B": 1}), of.RoundCalled(2), of.RoundCalled(3)],
        [of.Results(HEADING, (), ("A,1,1,1,1,1,,,,50,,,",))],
        [of.Seen("Z", ())],
        [of.TakenOver(Night("another"))],
        [of.Undone(1)],
        [of.Started({"A": 5, "B": 5}), of.SetUp(START.sections[::-1])],
        [of.Started({"A": 5, "B": 5}), of.SetUp(tuple(replace(one, boards=4) for one in START.sections))],
        [of.Started({"A": 5, "B": 5}), of.SetUp(tuple(replace(one, letter=one.letter * 2) for one in START.sections))],
        [of.Started({"A": 5, "B": 5}), of.Lengthened(-600, later=True), of.Timed(Timing(300))],
        [of.Noted("x"), of.Undone(2), of.Undone(2)],
    ],
)
def test_what_cannot_happen_is_refused(said: list[of.Event]) -> None:
    log = log_of(*said[:-1])
    with pytest.raises((BadRequest, OutOfDate)):
        log.then(said[-1], 9.0)


def test_what_others_build_on_cannot_be_undone_before_them() -> None:
    log = log_of(of.Started({"A": 5, "B": 5}), of.RoundCalled(2))
    with pytest.raises(BadRequest, match="undo that first"):
        log.then(of.Undone(2), 9.0)
    back = log.then(of.Undone(3), 9.0).then(of.Undone(2), 10.0)
    assert not back.now.is_started


def test_a_round_taken_back_has_its_old_time_again() -> None:
    log = log_of(of.Started({"A": 5, "B": 5}))
    called = log.then(of.RoundCalled(2), 500.0).then(of.Undone(3), 510.0)
    assert called.now.clocks == log.now.clocks


@pytest.mark.parametrize(
    ("kind", "fields", "where"),
    [
        ("dance", "{}", "a kind of event"),
        ("round called", '{"round": 0, "section": ""}', "$.round"),
        ("round called", '{"round": 1}', "'section' is not there"),
        ("timed", '{"seconds": -1}', "is not there"),
        ("results", '{"heading": "", "new": 5, "gone": []}', "$.new"),
        ("named", '{"names": [1]}', "$.names"),
        ("undone", '{"position": 1, "more": 2}', "unknown key"),
        ("noted", "nonsense", "not json"),
    ],
)
def test_what_is_no_event_is_refused_with_its_path(kind: str, fields: str, where: str) -> None:
    with pytest.raises(FormatError, match=where.replace("$", r"\$")):
        codec.read(kind, fields, source="night 1")


def test_a_corrected_result_takes_the_place_of_the_first_and_undoing_brings_it_back() -> None:
    first, second, other = ("A,1,1,1,1,1,,,,50,,,", "A,1,1,1,1,1,,,,420,,,", "A,1,1,2,1,1,,,,50,,,")
    log = log_of(of.Results(HEADING, (other, first)), of.Results(HEADING, (second,), (first,)))
    assert log.now.night.results == f"{HEADING}\n{second}\n{other}\n"
    assert log.then(of.Undone(3), 9.0).now.night.results == f"{HEADING}\n{first}\n{other}\n"


class TestInWords:
    """What happened, as the desk tells it."""

    def test_no_kind_of_event_is_without_words(self) -> None:
        assert set(WORDS) == set(of.KINDS) - {of.Undone.kind}

    @given(logs())
    def test_whatever_happened_is_told_in_one_line(self, log: Log) -> None:
        for position in range(1, len(log.entries) + 1):
            words = event_words(log, position)
            assert words
            assert "\n" not in words

    def test_what_was_undone_is_told_with_what_it_was(self) -> None:
        log = log_of(of.Started({"A": 5, "B": 5}), of.Lengthened(-60, later=True), of.Undone(3), of.Undone(4))
        assert [event_words(log, position) for position in range(2, 6)] == [
            "round 1 called",
            "−1 min for this round and all later ones",
            "undone: −1 min for this round and all later ones",
            "done again: −1 min for this round and all later ones",
        ]


@pytest.mark.parametrize("positions", [(3, 2), (2,), (5, 2, 2)], ids=["what comes later", "itself", "twice"])
def test_a_log_that_undoes_what_it_cannot_is_refused(positions: tuple[int, ...]) -> None:
    entries = [Entry(of.TakenOver(START), 0.0), *(Entry(of.Undone(position), 1.0) for position in positions)]
    with pytest.raises(BadRequest, match="cannot be undone"):
        Log.of(entries)


@pytest.mark.parametrize("event", [of.Started({"A": 5, "B": 5}), of.RoundCalled(2)])
def test_a_message_on_the_wall_goes_when_a_round_is_called(event: of.Event) -> None:
    before = log_of(*([of.Started({"A": 5, "B": 5})] if isinstance(event, of.RoundCalled) else []))
    message = before.then(of.Shown("Please take your seats"), 3.0)
    assert message.now.shown == "Please take your seats"
    assert message.then(event, 4.0).now.shown == ""


def test_one_section_has_everybodys_clock_also_where_each_was_to_have_its_own() -> None:
    log = log_of(of.SetUp(START.sections[:1]), of.Timed(Timing(apart=True)), of.Started({"A": 5}))
    assert [clock.section for clock in log.now.clocks] == [""]


def test_where_the_boards_begin_may_be_said_while_people_play() -> None:
    sections = tuple(replace(one, first=27) for one in START.sections)
    assert log_of(of.Started({"A": 5, "B": 5}), of.SetUp(sections)).now.plan.sections == sections


def test_a_night_nested_without_end_is_refused() -> None:
    with pytest.raises(FormatError, match=r"nested too deeply|not json"):
        codec.log_in('{"format":' + "[" * 990 + "]" * 990 + "}")


@pytest.mark.parametrize("version", [codec.VERSION + 1, 99, 0, str(codec.VERSION), None])
def test_a_refused_version_is_held_against_the_one_that_goes_out(version: object) -> None:
    whole = json.loads(codec.dumps(log_of()))
    with pytest.raises(FormatError, match=rf"\b{whole['version']} (is the newest known here|or earlier)"):
        codec.log_in(json.dumps(whole | {"version": version}))


@pytest.mark.parametrize("text", ["{}", "[]", "7", '{"format": "byestand movement", "version": 2}'])
def test_what_says_nothing_of_a_night_is_told_what_is_expected(text: str) -> None:
    with pytest.raises(FormatError, match=f"expected the format 'byestand night', version {codec.VERSION} or earlier$"):
        codec.log_in(text)


def test_a_board_of_5000_digits_has_a_place_among_others() -> None:
    row = ",,," + "9" * 5000
    assert Rows.of(f"{HEADING}\n{row}\n,,,7\n").rows == (",,,7", row)
