"""Entered results as events: one for each save, at the key of their place, without a worker and without collisions."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from byestand.errors import BadRequest, OutOfDate
from byestand.job import Job
from byestand.model.line import Line, Outcome, TableScore
from byestand.model.setup import CatalogMovement, SectionSetup, SessionSetup
from byestand.night.events import NightEvent, NotesChanged, ResultEntered, ResultsChanged, Undone
from byestand.night.results import MAX_BOARD_RESULTS, EnteredLine, ResultKey, Results
from byestand.night.stamp import Stamp
from byestand.night.state import NightState
from byestand.server.jobs.job_results import Done
from byestand.server.storage.nights import VisibleNights
from byestand.session.entry_sheet import entry_plan
from byestand.session.result_changes import ResultChanges
from byestand.session.section_results import ResultCounts
from tests.support.app import client, state_of
from tests.support.crawler import InThisProcess, P, T


@dataclass
class CountingPool(InThisProcess):
    """Counts the jobs of the workers."""

    runs: Counter[str] = field(default_factory=Counter)

    async def work(self, job: Job[P, T], *args: P.args, **kwargs: P.kwargs) -> Done[T]:
        self.runs[job.run.__name__] += 1
        return await super().work(job, *args, **kwargs)


@dataclass
class Desk:
    """An app with one session, and the jobs of its workers."""

    page: TestClient
    nights: VisibleNights
    pool: CountingPool
    id: int = 0

    @property
    def events(self) -> list[NightEvent]:
        """Everything after the night was created."""
        return [entry.event for entry in self.nights.log(self.id).entries[1:]]

    @property
    def results(self) -> Results:
        return self.nights.log(self.id).state.results

    def enter(self, where: str = "board=1", status: int = 303, **lines: str) -> str:
        fields = {name.replace("_", "-"): text for name, text in lines.items()}
        answer = self.page.post(f"/nights/{self.id}/results?{where}", data=fields)
        assert answer.status_code == status, answer.text
        return answer.text

    def sheet_token(self, where: str) -> str:
        found = re.search(r'name="seen" value="(\w+)"', self.page.get(f"/nights/{self.id}/results?{where}").text)
        assert found
        return found[1]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    pool = CountingPool()
    with client(tmp_path / "nights.sqlite", pool=pool) as page:
        found = Desk(page, VisibleNights(state_of(page.app).services.store), pool)
        where = page.post("/nights", data={"movement": "W0605", "boards": "2", "name": "Tuesday"}).headers["location"]
        found.id = int(where.rpartition("/")[2])
        yield found


def line(score: int, board: int = 1, round: int | None = 1, table: int | None = 1) -> Line:
    given = TableScore.certain(score)
    return Line(board, ("1",), ("1",), Outcome(given, given), "", round, table)


def test_one_line_is_one_event_and_its_correction_keeps_the_key(desk: Desk) -> None:
    desk.enter(at_1_1_1="pass")
    desk.enter(at_1_1_1="4sn=")
    first, second = desk.events
    assert isinstance(first, ResultEntered)
    assert isinstance(second, ResultEntered)
    assert first.key == second.key == ResultKey("A", 1, 1, 1)
    assert (first.is_correction, second.is_correction) == (False, True)
    assert desk.results.count == 1


def test_several_lines_of_a_slip_are_one_event_and_an_emptied_line_is_withdrawn(desk: Desk) -> None:
    desk.enter("round=1&table=1", at_1_1_1="pass", at_1_1_2="110")
    desk.enter("round=1&table=1", at_1_1_1="", at_1_1_2="110")
    both, gone = desk.events
    assert isinstance(both, ResultsChanged)
    assert [one.key.board for one in both.lines] == [1, 2]
    assert gone == ResultsChanged(deletions=(ResultKey("A", 1, 1, 1),))
    assert list(desk.results.keys()) == [ResultKey("A", 2, 1, 1)]


def test_lines_that_nobody_planned_are_counted_at_their_place(desk: Desk) -> None:
    desk.enter(other_new="1-2: 110")
    desk.enter(other_new="2-3: 140")
    desk.enter(other_2="2-3: 170")
    keys = [event.key for event in desk.events if isinstance(event, ResultEntered)]
    assert keys == [ResultKey("A", 1, nth=1), ResultKey("A", 1, nth=2), ResultKey("A", 1, nth=2)]
    assert desk.results.count == 2


def test_a_correction_that_belongs_to_another_table_withdraws_the_line_at_the_old_key() -> None:
    old = EnteredLine("A", line(110, round=3, table=2))
    changes = ResultChanges(Results().put(old, Stamp(0.0), 1))
    changes.enter("A", line(140), old.key)
    assert changes.event() == ResultsChanged((EnteredLine("A", line(140)),), (old.key,))


def test_saving_what_is_saved_already_is_no_event(desk: Desk) -> None:
    desk.enter(at_1_1_1="pass")
    desk.enter(at_1_1_1="PASS")
    assert len(desk.events) == 1


def test_the_second_of_two_devices_with_different_lines_gets_a_conflict_with_both(desk: Desk) -> None:
    seen = desk.sheet_token("round=1&table=1")
    desk.enter("round=1&table=1", at_1_1_1="pass", seen=seen)
    text = desk.enter("round=1&table=1", 409, at_1_1_1="4sn=", seen=seen)
    assert 'value="4sn="' in text
    assert "PASS" in text
    assert len(desk.events) == 1


def test_a_line_for_the_same_place_that_comes_at_the_same_moment_is_refused(desk: Desk) -> None:
    revision = desk.nights.log(desk.id).state.revision
    desk.nights.append(desk.id, ResultEntered("A", line(110)), seen=revision)
    with pytest.raises(OutOfDate):
        desk.nights.append(desk.id, ResultEntered("A", line(140)), seen=revision)
    assert desk.results.line(ResultKey("A", 1, 1, 1)) == line(110)


def test_sixty_tables_that_enter_results_at_the_same_moment_never_meet(desk: Desk) -> None:
    revision = desk.nights.log(desk.id).state.revision
    for table in range(1, 61):
        desk.nights.append(desk.id, ResultEntered("A", line(110, table=table)), seen=revision)
    assert desk.results.count == 60


def test_throwing_all_results_away_is_one_event_that_undo_takes_back(desk: Desk) -> None:
    desk.enter(at_1_1_1="pass", other_new="2-3: 140")
    before = desk.results
    desk.page.post(f"/nights/{desk.id}/results/throw-away", data={})
    assert not desk.results
    assert len(desk.events) == 2
    desk.nights.append(desk.id, Undone(3))
    assert dict(desk.results.items()).keys() == dict(before.items()).keys()


def test_slips_need_no_worker_once_the_schedule_is_known(desk: Desk) -> None:
    desk.pool.runs.clear()
    desk.page.get(f"/nights/{desk.id}/results")
    assert desk.pool.runs == {"entry_plan": 1}
    for round in range(1, 6):
        page = desk.page.get(f"/nights/{desk.id}/results?round={round}&table=1")
        board = min(re.findall(rf'name="at-{round}-1-(\d+)"', page.text), key=int)
        desk.enter(f"round={round}&table=1", 303, **{f"at_{round}_1_{board}": "110"})
    assert desk.results.count == 5
    assert desk.pool.runs == {"entry_plan": 1}


def test_a_result_makes_the_ranking_anew_and_no_paper_and_a_note_makes_neither(desk: Desk) -> None:
    ranking, paper = f"/nights/{desk.id}/ranking", f"/nights/{desk.id}/paper"
    desk.enter(at_1_1_1="pass")
    for _ in range(2):
        desk.page.get(ranking)
        desk.page.get(paper)
    assert desk.pool.runs["ranking_page"] == 1
    desk.nights.append(desk.id, NotesChanged("late start"))
    desk.page.get(ranking)
    assert desk.pool.runs["ranking_page"] == 1
    desk.enter(at_1_1_1="110")
    desk.page.get(ranking)
    desk.page.get(paper)
    assert desk.pool.runs["ranking_page"] == 2
    assert desk.pool.runs["night_page"] == 1
    assert desk.pool.runs["entry_plan"] == 1, "results do not change the schedule"


def test_counts_are_right_after_every_result_though_boards_are_remembered() -> None:
    state = NightState(setup=SessionSetup(sections=(SectionSetup("A", CatalogMovement("W0605")),)))
    plan, results = entry_plan.run(1, state), Results()
    plays = plan.sections[0].schedule.plays
    for number, play in enumerate(plays, start=1):
        given = TableScore.certain(110)
        entered = Line(play.board, play.ns, play.ew, Outcome(given, given), "", play.round, play.table)
        results = results.put(EnteredLine("A", entered), Stamp(0.0), number)
        (section,) = plan.with_results(results)
        assert section.counts() == ResultCounts(number, len(plays))
        assert section.board(play.board).line(play) == entered


def test_a_board_has_no_more_results_than_a_page_can_show() -> None:
    results = Results()
    for nth in range(1, MAX_BOARD_RESULTS + 1):
        results = results.put(EnteredLine("A", line(110, round=None, table=None), nth), Stamp(0.0), 1)
    with pytest.raises(BadRequest, match="limit of 1000 results per board reached: board 1"):
        results.put(EnteredLine("A", line(110)), Stamp(0.0), 1)
