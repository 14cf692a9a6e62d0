"""Random sessions: events of directors and helpers, with mistakes, valid and invalid."""

from dataclasses import replace

from hypothesis import strategies as st

from byestand.errors import ByestandError
from byestand.model.boards import Boards
from byestand.model.event import Event
from byestand.model.line import Average, Contract, Line, Outcome, TableScore
from byestand.model.people import Contestant, Person
from byestand.model.scoring import METHODS, Scoring
from byestand.model.setup import CatalogMovement, CustomMovement, MovementSource, SectionSetup, SessionSetup
from byestand.model.timing import Break, Timing
from byestand.night import events as of
from byestand.night.events.repairs import movement_digest
from byestand.night.log import EventLog
from byestand.night.results import EnteredLine, ResultKey
from byestand.night.stamp import Stamp
from byestand.night.state import Repair, ReportItem
from tests.support.people import entry_texts

SECTIONS = (
    SectionSetup("A", CatalogMovement("M0505"), contestants=entry_texts({"N1": "Anna"})),
    SectionSetup("B", CatalogMovement("W0605")),
)
SETUP = SessionSetup(Event(title="Tuesday"), sections=SECTIONS)
START = of.NightCreated(SETUP)
CUSTOM = CustomMovement('{"format": "byestand movement"}', "Ours", one_winner=True, switch_rounds=(2,))


def line(board: int = 1, points: int = 50, round: int | None = 1, table: int | None = 1) -> Line:
    """Return a result of pair 1 against pair 1."""
    score = TableScore.certain(points)
    return Line(board, ("1",), ("1",), Outcome(score, score), round=round, table=table, score_text=str(points))


def log_of(*events: of.NightEvent, start: of.NightCreated = START) -> EventLog:
    """Return the log with these events, one second apart; all of them are valid."""
    log = EventLog()
    for second, event in enumerate((start, *events)):
        log = log.append(event, Stamp(float(second)))
    return log


letters = st.sampled_from(["", "A", "B", "Z"])
sections = st.sampled_from(["A", "A", "B", "C"])
places = st.sampled_from([1, 1, 2, None])
seat_labels = st.sampled_from(["N1", "N2", "E3"])
lines = st.builds(line, st.integers(1, 2), st.sampled_from([50, 420]), places, places) | st.sampled_from(
    [
        Line(1, ("1",), ("2",), Outcome(Average.PLUS, Average.MINUS), round=1, table=1),
        Line(2, ("1", "2"), ("3", "4"), Outcome(TableScore.certain(90), TableScore.certain(90)), round=1, table=2),
        replace(line(), contract=Contract(3, "NT", 1), declarer="S", tricks=9, lead="♠A", score_text=""),
    ]
)
entered_lines = st.builds(EnteredLine, sections, lines, st.sampled_from([1, 1, 2]))
keys = st.builds(ResultKey, sections, st.integers(1, 2), places, places, st.sampled_from([1, 1, 2]))
contestants = st.sampled_from(
    [
        None,
        *map(Contestant.parse, ("Anna", "Boris & Carla", "Boris and Carla")),
        Contestant((Person("Boris", "123", 7), Person("", "4"))),
    ]
)
changes = st.lists(st.builds(of.SeatContestant, sections, seat_labels, contestants), max_size=2).map(tuple)
timings = st.builds(
    Timing,
    st.sampled_from([60, 900]),
    breaks=st.lists(st.builds(Break, st.integers(1, 3), st.sampled_from([0, 600])), max_size=2).map(tuple),
    separate_clocks=st.booleans(),
)
reports = st.sampled_from([(), (ReportItem("after", "2"), ReportItem("boards", "2:1=3"))])
movements: st.SearchStrategy[MovementSource] = st.sampled_from(
    [CatalogMovement("M0505"), CatalogMovement("W0605", missing=("N3",)), CUSTOM]
)
setups = st.sampled_from(
    [
        SECTIONS,
        SECTIONS[:1],
        (),
        (replace(SECTIONS[0], contestants={}, boards=Boards(3, 27)), replace(SECTIONS[1], boards=None)),
        (replace(SECTIONS[0], letter="C"), SECTIONS[1]),
        (replace(SECTIONS[0], movement=CUSTOM), SECTIONS[1]),
    ]
)
repairs = st.builds(Repair, sections, st.just("after round 2: a rover"), st.sampled_from(SECTIONS))
replaced = movements.map(lambda movement: movement_digest(replace(SECTIONS[0], movement=movement)))

CREATED = st.builds(
    of.NightCreated,
    setups.map(lambda some: replace(SETUP, sections=some)),
    st.sampled_from(["", "two\nlines"]),
    st.lists(entered_lines, max_size=2).map(tuple),
    st.lists(repairs, max_size=2).map(tuple),
)
LATER: dict[type[of.NightEvent], st.SearchStrategy[of.NightEvent]] = {
    of.SetupChanged: st.builds(
        of.SetupChanged, setups, st.sampled_from([None, 2]), st.sampled_from([{}, {}, {"A": "C"}, {"A": "B", "B": "A"}])
    ),
    of.EventChanged: st.builds(
        of.EventChanged, st.builds(Event, title=st.sampled_from(["Tuesday", "Wednesday"]), club=st.just("Bees"))
    ),
    of.ScoringChanged: st.builds(
        of.ScoringChanged,
        st.builds(Scoring, st.sampled_from(METHODS), sections=st.sampled_from(["field", "apart"])),
    ),
    of.NotesChanged: st.builds(of.NotesChanged, st.sampled_from(["", "two\nlines"])),
    of.ContestantsChanged: st.builds(of.ContestantsChanged, changes),
    of.AttendanceChanged: st.builds(of.AttendanceChanged, sections, seat_labels, st.booleans()),
    of.ResultEntered: st.builds(of.ResultEntered, sections, lines, st.sampled_from([1, 1, 2]), st.booleans()),
    of.ResultsChanged: st.builds(
        of.ResultsChanged,
        st.lists(entered_lines, max_size=2).map(tuple),
        st.lists(keys, max_size=1).map(tuple),
        st.booleans(),
        st.sampled_from(["", "clubs.csv"]),
    ),
    of.MishapReported: st.builds(of.MishapReported, letters, reports),
    of.RepairChosen: st.builds(of.RepairChosen, sections, movements, st.just("after round 2"), replaced, changes),
    of.RepairWithdrawn: st.builds(of.RepairWithdrawn, sections, changes),
    of.TimingChanged: st.builds(of.TimingChanged, timings),
    of.Started: st.builds(of.Started, st.sampled_from([{"A": 5, "B": 5}, {"A": 5}])),
    of.RoundCalled: st.builds(of.RoundCalled, st.integers(1, 7), letters),
    of.ClockPaused: st.builds(of.ClockPaused, letters),
    of.ClockResumed: st.builds(of.ClockResumed, letters),
    of.RoundLengthened: st.builds(of.RoundLengthened, st.sampled_from([-60, 60, 14_000]), letters, st.booleans()),
    of.WallMessageSet: st.builds(of.WallMessageSet, st.sampled_from(["", "Coffee is ready."])),
    of.ResultsReleased: st.builds(of.ResultsReleased, st.booleans()),
    of.Undone: st.builds(of.Undone, st.integers(1, 12)),
}
"""Every kind of event except the first one of a session."""
EVENTS: dict[type[of.NightEvent], st.SearchStrategy[of.NightEvent]] = {of.NightCreated: CREATED, **LATER}


@st.composite
def logs(draw: st.DrawFn) -> EventLog:
    """Return a log with the valid ones of many random events."""
    log = log_of()
    for second, event in enumerate(draw(st.lists(st.one_of(*LATER.values()), max_size=25)), start=1):
        try:
            log = log.append(event, Stamp(float(second)))
        except ByestandError:
            continue
    return log
