"""Random evenings: events as directors, helpers and slips of the finger make them, legal and not."""

from hypothesis import strategies as st

from byestand.model.timing import Break, Timing
from byestand.night import events as of
from byestand.night.night import Night
from byestand.night.setting import Repaired, Setting

HEADING = "section,round,table,board,ns,ew,contract,declarer,result,score,lead,form,note"
START = Night("Tuesday", (Setting("M0505", letter="A"), Setting("W0605", letter="B")), pairs={"AN1": "Anna"})

letters = st.sampled_from(["", "A", "B", "Z"])
rows = st.builds(
    "A,{},{},{},1,1,,,,{},,,".format,
    st.integers(1, 2),
    st.integers(1, 2),
    st.integers(1, 2),
    st.sampled_from([50, 420]),
)
labels = st.sampled_from(["AN1", "AN2", "BE3"])
timings = st.builds(
    Timing,
    st.sampled_from([60, 900]),
    breaks=st.lists(st.builds(Break, st.integers(1, 3), st.sampled_from([0, 600])), max_size=2).map(tuple),
    apart=st.booleans(),
)


def repaired(letter: str, name: str) -> of.Repaired:
    """A section that goes on otherwise: after what it had first, or after the same repair."""
    before = next((one for one in START.sections if one.letter == letter), START.sections[0])
    return of.Repaired(Setting(name, letter=letter, repaired=Repaired("after round 2", before)))


events = st.one_of(
    st.builds(of.SetUp, st.sampled_from([START.sections, START.sections[:1], ()])),
    st.builds(of.Called, st.sampled_from(["Tuesday", "Wednesday"])),
    st.builds(of.Named, st.dictionaries(labels, st.sampled_from(["", "Anna", "Boris"]), max_size=2)),
    st.builds(of.Noted, st.sampled_from(["", "two\nlines"])),
    st.builds(
        of.Results, st.just(HEADING), st.lists(rows, max_size=2).map(tuple), st.lists(rows, max_size=1).map(tuple)
    ),
    st.builds(of.Seen, letters, st.just((("after", "2"), ("boards", "2:1=3")))),
    st.builds(repaired, letters, st.sampled_from(["M0505", "W0605"])),
    st.builds(of.SectionsCompared, st.booleans()),
    st.builds(of.Awaited, labels, st.booleans()),
    st.builds(of.Timed, timings),
    st.builds(of.Started, st.sampled_from([{"A": 5, "B": 5}, {"A": 5}])),
    st.builds(of.RoundCalled, st.integers(1, 7), letters),
    st.builds(of.Paused, letters),
    st.builds(of.Resumed, letters),
    st.builds(of.Lengthened, st.sampled_from([-60, 60, 10**5]), letters, st.booleans()),
    st.builds(of.Shown, st.sampled_from(["", "Coffee is ready."])),
    st.builds(of.Released, st.booleans()),
    st.builds(of.Undone, st.integers(1, 12)),
)
