"""The results of a night: one line for each place."""

from dataclasses import replace

import pytest

from byestand.errors import BadRequest
from byestand.model.line import Line, Outcome, TableScore
from byestand.night import events as of
from byestand.night import results
from byestand.night.results import EnteredLine, ResultKey, Results
from byestand.night.stamp import Author, Stamp
from tests.support.random_events import line, log_of

FIRST, SECOND, OTHER = line(points=50), line(points=420), line(2)
SINGLE = Line(1, ("1", "2"), ("3", "4"), Outcome(TableScore.certain(90), TableScore.certain(90)), round=2, table=2)


def lines_after(*events: of.NightEvent) -> list[Line]:
    return [result.line for _, result in log_of(*events).state.results.items()]


def test_a_corrected_result_takes_the_place_of_the_first_and_undoing_brings_it_back() -> None:
    events = [
        of.ResultsChanged((EnteredLine("A", OTHER), EnteredLine("A", FIRST))),
        of.ResultEntered("A", SECOND, is_correction=True),
    ]
    assert lines_after(*events) == [SECOND, OTHER]
    assert lines_after(*events, of.Undone(3)) == [FIRST, OTHER]
    assert lines_after(*events, of.Undone(3), of.Undone(4)) == [SECOND, OTHER]


def test_a_withdrawn_result_comes_back_by_undoing() -> None:
    withdrawn = of.ResultsChanged((), (ResultKey("A", 1, 1, 1),))
    assert lines_after(of.ResultEntered("A", FIRST), withdrawn) == []
    assert lines_after(of.ResultEntered("A", FIRST), withdrawn, of.Undone(3)) == [FIRST]


def test_undoing_the_first_of_two_entries_leaves_the_second() -> None:
    assert lines_after(of.ResultEntered("A", FIRST), of.ResultEntered("A", SECOND), of.Undone(2)) == [SECOND]


def test_a_file_without_rounds_has_several_lines_of_a_board() -> None:
    unplaced = [line(points=points, round=None, table=None) for points in (50, 420)]
    entered = tuple(EnteredLine("A", one, nth) for nth, one in enumerate(unplaced, start=1))
    assert lines_after(of.ResultsChanged(entered)) == unplaced
    assert lines_after(of.ResultsChanged(entered), of.ResultsChanged((), (entered[0].key,))) == unplaced[1:]


def test_results_are_in_the_order_of_play_and_unplaced_ones_come_last() -> None:
    entered = [line(2), line(round=None, table=None), line(round=2, table=1), line(round=1, table=2), line()]
    found = lines_after(*(of.ResultEntered("A", one) for one in entered))
    assert [(one.board, one.round, one.table) for one in found] == [
        (1, 1, 1), (1, 1, 2), (1, 2, 1), (1, None, None), (2, 1, 1),
    ]  # fmt: skip


def test_a_result_knows_who_entered_it_when_and_from_which_file() -> None:
    stamp = Stamp(7.5, Author("table", "A1"), "key")
    log = log_of().append(of.ResultEntered("A", FIRST), stamp)
    log = log.append(of.ResultsChanged((EnteredLine("A", OTHER),), source="clubs.csv"), Stamp(8.0))
    typed, imported = (result for _, result in log.state.results.items())
    assert (typed.revision, typed.at, str(typed.author), typed.source) == (2, 7.5, "table:A1", "")
    assert (imported.revision, imported.at, str(imported.author), imported.source) == (3, 8.0, "director", "clubs.csv")


def test_results_of_pairs_and_of_single_players_do_not_mix() -> None:
    with pytest.raises(BadRequest, match="pairs results and individual results"):
        log_of(of.ResultEntered("A", FIRST), of.ResultEntered("A", SINGLE))
    with pytest.raises(BadRequest, match="pairs results and individual results"):
        log_of(of.ResultEntered("A", SINGLE), of.ResultEntered("B", FIRST))


def test_the_only_result_can_be_corrected_to_one_of_single_players() -> None:
    alone = replace(SINGLE, round=1, table=1)
    assert lines_after(of.ResultEntered("A", FIRST), of.ResultEntered("A", alone)) == [alone]


def test_a_night_has_room_for_so_many_results_and_each_of_them_can_be_corrected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(results, "MAX_RESULTS", 2)
    full = [of.ResultEntered("A", FIRST), of.ResultEntered("A", OTHER)]
    assert lines_after(*full, of.ResultEntered("A", SECOND)) == [SECOND, OTHER]
    with pytest.raises(BadRequest, match="limit of 2 results"):
        log_of(*full, of.ResultEntered("A", line(3)))


def test_a_result_copies_only_its_own_board() -> None:
    before = log_of(of.ResultEntered("A", FIRST), of.ResultEntered("B", FIRST), of.ResultEntered("A", OTHER)).state
    after = before.results.put(EnteredLine("A", SECOND), Stamp(0.0), 9)
    assert after.sections["B"] is before.results.sections["B"]
    assert after.sections["A"][2] is before.results.sections["A"][2]
    assert before.results.line(ResultKey("A", 1, 1, 1)) == FIRST


def test_nothing_is_left_of_a_result_that_is_dropped() -> None:
    entered = EnteredLine("A", FIRST)
    assert Results().put(entered, Stamp(0.0), 1).drop(entered.key) == Results()
    with pytest.raises(BadRequest, match="replaced or deleted in the meantime"):
        Results().drop(entered.key)
