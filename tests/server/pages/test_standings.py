"""The standings on display and phones: scored as the session is, and recomputed only after a change."""

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest
from hypothesis import given

from byestand.job import Job
from byestand.model.boards import Boards
from byestand.model.event import Event
from byestand.model.line import Line, Outcome, TableScore
from byestand.model.scoring import Method, Scoring
from byestand.model.setup import CatalogMovement, SectionSetup, SessionSetup
from byestand.night import events as of
from byestand.night.log import EventLog
from byestand.night.results import EnteredLine
from byestand.night.stamp import Stamp
from byestand.night.state import NightState
from byestand.server.jobs.job_results import Done
from byestand.server.live.message import page_marks
from byestand.server.storage.nights import VisibleNights
from byestand.session.session_results import SessionResults
from tests.support.app import client, state_of
from tests.support.crawler import InThisProcess
from tests.support.people import entry_texts, with_names
from tests.support.played_nights import Club, visible
from tests.support.random_events import logs

P = ParamSpec("P")
T = TypeVar("T")

SCORES = {1: (1430, 680, 680), 2: (90, 120, 120), 3: (90, 120, 110)}
"""What N1, N2 and N3 score on each board. By IMPs N1 wins, by matchpoints N2:
N1 has 13 - 1 - 1 = 11 IMPs, the others -6.5 + 0.5 + 0.5 = -5.5; and 33.33, 66.67 and 50 %.
"""
NAMES = {"N1": "Anna Alder & Béla Birch", "N2": "Clara Cedar & David Dogwood", "N3": "Élise Elm & Felix Fir"}
EVENT = Event(club="Oak Bridge Club", title="Thursday Teams", date=dt.date(2026, 11, 19))
SECTION = SectionSetup("A", CatalogMovement("M0303"), Boards(1), entry_texts(NAMES))


def enter_results(state: NightState) -> Iterator[EnteredLine]:
    """Yield a result for every play of the night."""
    (schedule,) = SessionResults.from_night(state).schedules
    for play in schedule.plays:
        score = TableScore.certain(SCORES[play.board][int(play.ns[0]) - 1])
        line = Line(play.board, play.ns, play.ew, Outcome(score, score), round=play.round, table=play.table)
        yield EnteredLine("A", replace(line, score_text=str(score.parts[0][1])))


def log_of(method: Method = "cross-imps") -> EventLog:
    """Return a night of three tables with all results."""
    setup = SessionSetup(EVENT, Scoring(method), (SECTION,))
    lines = tuple(enter_results(NightState(setup=setup)))
    return EventLog().append(of.NightCreated(setup, results=lines), Stamp(0.0))


class CountingPool(InThisProcess):
    """Counts the jobs that it runs."""

    def __init__(self) -> None:
        self.runs: Counter[str] = Counter()

    async def work(self, job: Job[P, T], *args: P.args, **kwargs: P.kwargs) -> Done[T]:
        """Return the result of a job."""
        self.runs[job.name[1]] += 1
        return await super().work(job, *args, **kwargs)


@pytest.fixture
def pool() -> CountingPool:
    return CountingPool()


@pytest.fixture
def rooms(tmp_path: Path, pool: CountingPool) -> Iterator[Club]:
    with client(tmp_path / "nights.sqlite", pool=pool) as page:
        yield Club(VisibleNights(state_of(page.app).services.store), page)


def release_results(rooms: Club, method: Method = "cross-imps") -> int:
    """Return a session with published results."""
    id = rooms.nights.add(log_of(method))
    rooms.nights.append(id, of.ResultsReleased())
    return id


def wall(rooms: Club, id: int) -> str:
    """Return the ranking on the wall."""
    return visible(rooms.page.get(f"/nights/{id}/wall?show=ranking").text)


def phone(rooms: Club, id: int, label: str) -> str:
    """Return what the phone of a pair shows."""
    return visible(rooms.page.get(f"/nights/{id}/pair/{label}").text)


class TestTheUnit:
    """Display and phones show the scoring of the session."""

    def test_the_wall_ranks_an_imp_night_by_imps_with_their_signs(self, rooms: Club) -> None:
        shown = wall(rooms, release_results(rooms))
        assert "1 Anna Alder Béla Birch +11.00 IMPs" in shown
        assert re.search(r"2= (Clara Cedar & David Dogwood|Élise Elm & Felix Fir) −5\.50 IMPs 2=", shown)
        assert "%" not in shown

    def test_the_wall_ranks_a_matchpoint_night_by_percentages(self, rooms: Club) -> None:
        shown = wall(rooms, release_results(rooms, "matchpoints"))
        assert re.search(r"1 Clara Cedar David Dogwood 66\.67% 2 Élise Elm & Felix Fir 50\.00% 3 Anna", shown)
        assert "IMPs" not in shown

    def test_a_phone_shows_imps_in_all_and_for_each_board(self, rooms: Club) -> None:
        shown = phone(rooms, release_results(rooms), "N1")
        assert "Your results +11.00 IMPs place 1 of 3" in shown
        assert re.search(r"Board Contract Score IMPs", shown)
        assert re.findall(r"\+(?:1430|90) ([+−]?[\d.]+)", shown) == ["+13", "−1", "−1"]
        assert "%" not in shown

    def test_a_phone_shows_percentages_of_a_matchpoint_night(self, rooms: Club) -> None:
        shown = phone(rooms, release_results(rooms, "matchpoints"), "N1")
        assert "Your results 33.33% place 3 of 3" in shown
        assert re.findall(r"\+(?:1430|90) (\d+)", shown) == ["100", "0", "0"]

    def test_butler_is_shown_in_imps_too(self, rooms: Club) -> None:
        assert re.search(r"1 Anna Alder Béla Birch \+[\d.]+ IMPs", wall(rooms, release_results(rooms, "butler")))

    def test_another_scoring_changes_wall_and_phones(self, rooms: Club) -> None:
        id = release_results(rooms, "matchpoints")
        before = wall(rooms, id), phone(rooms, id, "N1")
        rooms.nights.append(id, of.ScoringChanged(Scoring("cross-imps")))
        assert "%" in before[0]
        assert "%" in before[1]
        assert "+11.00 IMPs" in wall(rooms, id)
        assert "+11.00 IMPs" in phone(rooms, id, "N1")


class TestTheEvent:
    """Title and date are those of the night, on every device."""

    def test_the_ranking_has_the_title_and_the_date(self, rooms: Club) -> None:
        assert wall(rooms, release_results(rooms)).startswith("Thursday Teams: results Thu 19 Nov 2026")

    def test_another_title_is_on_the_wall_and_on_phones(self, rooms: Club) -> None:
        id = release_results(rooms)
        marks = page_marks(rooms.nights.log(id).state)
        rooms.nights.append(id, of.EventChanged(replace(EVENT, title="Winter Cup")))
        assert wall(rooms, id).startswith("Winter Cup: results")
        assert "Winter Cup" in phone(rooms, id, "N1")
        assert not set(marks) & set(page_marks(rooms.nights.log(id).state))


class TestWhatIsKept:
    """The data for wall and phones is made again only when something it shows has changed."""

    def test_the_evening_is_kept_through_a_hundred_results_and_made_again_for_a_name(
        self, rooms: Club, pool: CountingPool
    ) -> None:
        id = rooms.nights.add(EventLog().append(of.NightCreated(SessionSetup(EVENT, sections=(SECTION,))), Stamp(0.0)))
        assert "Anna" in phone(rooms, id, "N1")
        line = next(iter(enter_results(rooms.nights.log(id).state))).line
        for nth in range(1, 101):
            rooms.nights.append(id, of.ResultEntered("A", line, nth))
            phone(rooms, id, "N1")
        assert pool.runs == {"evening_view": 1}
        rooms.nights.append(id, with_names("A", "N1", "Zoe Zinnia & Yan Yarrow"))
        assert "Zoe Zinnia" in phone(rooms, id, "N1")
        assert pool.runs == {"evening_view": 2}

    def test_standings_are_made_once_for_wall_and_phones_and_again_for_a_result(
        self, rooms: Club, pool: CountingPool
    ) -> None:
        id = release_results(rooms)
        for _ in range(3):
            wall(rooms, id)
            phone(rooms, id, "N2")
        assert pool.runs["standings"] == 1
        corrected = next(iter(enter_results(rooms.nights.log(id).state)))
        score = TableScore.certain(-2000)
        rooms.nights.append(id, of.ResultEntered("A", replace(corrected.line, outcome=Outcome(score, score))))
        assert "+11.00 IMPs" not in wall(rooms, id)
        assert pool.runs["standings"] == 2

    def test_nothing_is_scored_while_results_are_withheld(self, rooms: Club, pool: CountingPool) -> None:
        id = rooms.nights.add(log_of())
        wall(rooms, id)
        phone(rooms, id, "N1")
        assert pool.runs["standings"] == 0


def shown_everywhere(state: NightState) -> object:
    """Return what display and phones both show."""
    setup, results = state.setup, state.results.lines(has_letters=True) if state.is_released else ()
    return setup.event, setup.sections, setup.timing, state.is_released, results, state.is_released and setup.scoring


def shown_on_wall(state: NightState) -> object:
    """Return what the display shows."""
    rounds = [(clock.section, clock.round) for clock in state.clocks]
    return shown_everywhere(state), state.wall_message, rounds


class TestMarks:
    """The marks that make pages reload."""

    @given(logs())
    def test_a_page_that_shows_something_else_has_another_mark(self, log: EventLog) -> None:
        states = [EventLog.from_entries(log.entries[:revision]).state for revision in range(1, len(log.entries) + 1)]
        for before, after in pairwise(states):
            if shown_on_wall(before) != shown_on_wall(after):
                assert page_marks(before).wall != page_marks(after).wall
            if (shown_everywhere(before), before.is_started) != (shown_everywhere(after), after.is_started):
                assert page_marks(before).pair != page_marks(after).pair

    def test_nothing_but_released_results_makes_wall_and_phones_look_again_for_a_slip(self) -> None:
        log = log_of()
        line = next(iter(enter_results(log.state))).line
        slip = of.ResultEntered("A", line, 2)
        withheld = page_marks(log.state), page_marks(log.append(slip, Stamp(1.0)).state)
        log = log.append(of.ResultsReleased(), Stamp(2.0))
        shown = page_marks(log.state), page_marks(log.append(slip, Stamp(3.0)).state)
        assert [before.wall == after.wall for before, after in (withheld, shown)] == [True, False]
        assert [before.pair == after.pair for before, after in (withheld, shown)] == [True, False]

    @pytest.mark.parametrize(
        "event",
        [
            of.AttendanceChanged("A", "N1", present=False),
            of.NotesChanged("bring sugar"),
            of.MishapReported("A", ()),
        ],
    )
    def test_what_neither_wall_nor_phones_show_leaves_their_marks(self, event: of.NightEvent) -> None:
        log = log_of()
        before, after = page_marks(log.state), page_marks(log.append(event, Stamp(1.0)).state)
        assert (before.wall, before.pair) == (after.wall, after.pair)
        assert before.desk != after.desk
