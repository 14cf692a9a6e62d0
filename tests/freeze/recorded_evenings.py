"""Play sessions through the pages of the app as directors do: open forms, fill them in and send them.

    .venv/bin/python -m tests.freeze.recorded_evenings FOLDER

writes the session file of each. The recordings in tests/golden/nights were made like this, with a clock that was put
forward. A recording is never made again; a new stored version gets its own recordings.
"""

import random
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory

from starlette.testclient import TestClient

from tests.support.app import client
from tests.support.crawler import InThisProcess
from tests.support.paths import GOLDEN

FIRST_NAMES = ("Anna", "Béla", "Clara", "Dieter", "Élise", "Felix", "Greta", "Hugo", "Irene", "Jakob", "Karin")
SURNAMES = ("Alder", "Beech", "Cedar", "Damson", "Elder", "Fir", "Gorse", "Hazel", "Ivy", "Juniper", "Kapok", "Larch")
RESULTS = ("4sn=", "3nt e -1", "2hs+1", "pass", "6cxw-2", "3nts=", "1nt n +2", "5dx e -3", "4h w +1", "2s n -1", "110")
MINUTE = 60
_TEXT_AREA = r'<textarea[^>]* name="(pairs|notes)"[^>]*>((?s:.*?))</textarea>'


def people(pairs: int) -> list[str]:
    """Return the names of this many pairs; all people have different names."""
    names = [f"{FIRST_NAMES[n % 11]} {SURNAMES[n % 12]}" for n in range(2 * pairs)]
    return [f"{one} & {other}" for one, other in zip(names[::2], names[1::2], strict=True)]


@dataclass
class Director:
    """The director of one session. *wait* lets seconds pass."""

    page: TestClient
    wait: Callable[[float], None]
    night: str = ""
    dice: random.Random = field(default_factory=lambda: random.Random(28))  # noqa: S311 - cards, not secrets

    def get(self, path: str) -> str:
        """Open a page of the session."""
        answer = self.page.get(path if path.startswith("/") else f"{self.night}/{path}")
        assert answer.status_code == 200, (path, answer.text)
        return answer.text

    def post(self, path: str, fields: Mapping[str, object], **more: object) -> str:
        """Send a form; return the address it redirects to."""
        where = path if path.startswith("/") else f"{self.night}/{path}"
        answer = self.page.post(where.rstrip("/"), data=dict(fields), **more)  # type: ignore[arg-type]
        assert answer.status_code == 303, (path, fields, _alert(answer.text))
        self.wait(2)
        return answer.headers["location"]

    def create(self, **fields: object) -> None:
        """Choose a movement, and save it as a new session."""
        self.night = self.post("/nights", fields)

    def save(self, **fields: object) -> None:
        """Save the page of the session with some fields changed."""
        page = self.get(self.night)
        there = {
            **{name: unescape(text) for name, text in re.findall(r'name="(revision|name)" value="([^"]*)"', page)},
            **{name: unescape(text).removeprefix("\n") for name, text in re.findall(_TEXT_AREA, page)},
            **{name: re.findall(rf'name="{name}"[^>]* value="([^"]*)"', page) for name in ("letter", "first")},
        }
        self.post("", there | fields)

    def press(self, verb: str, **fields: object) -> None:
        """Press a button on the director's page."""
        self.post(f"play/{verb}", {"revision": _field(self.get("play"), "revision"), **fields})

    def minutes(self, **fields: str) -> None:
        """Set the length of rounds and breaks."""
        self.post("play/minutes", {"revision": _field(self.get("play/minutes"), "revision"), **fields})

    def call(self, round: int, **fields: object) -> None:
        """Call a round, a quarter of an hour after the previous one."""
        self.wait(12 * MINUTE)
        self.press("call", round=round, **fields)

    def slips(self, round: int, tables: int, section: str = "") -> None:
        """Enter the slips of a round."""
        for table in range(1, tables + 1):
            self.slip(round, table, section)

    def slip(self, round: int, table: int, section: str = "", texts: Mapping[int, str] | None = None) -> None:
        """Enter the slip of a table: *texts* for its lines, or any results."""
        path = f"results?round={round}&table={table}" + (f"&section={section}" if section else "")
        page = self.get(path)
        if 'action="' + self.night + '/results/confirm"' in page:
            return  # not played: the scores of both sides are confirmed later
        fields = re.findall(r'name="(at-[\d-]+)"', page)
        typed = {name: self.dice.choice(RESULTS) for name in fields}
        if texts is not None:
            typed = {fields[line]: text for line, text in texts.items()}
        self.post(path, {"seen": _field(page, "seen"), **typed})

    def position(self, sentence: str) -> str:
        """Return the position in the log of the last event whose text has some words."""
        rows = self.get("play/log?all=1").split("<tr>")
        row = next(row for row in rows if sentence in unescape(row) and 'name="position"' in row)
        return _field(row, "position")

    def undo(self, sentence: str) -> None:
        """Undo the last event whose text has some words."""
        self.press("undo", position=self.position(sentence))

    def report(self, letter: str = "A", **said: object) -> str:
        """Report a problem; return the address of the repair options."""
        where = self.post(f"play/told/{letter}", {"revision": _field(self.get("play"), "revision"), **said})
        return unescape(where).partition("#")[0]

    def repair(self, ways: str, name: str = "") -> None:
        """Choose the first repair option, and enter the names of late pairs."""
        page = self.get(ways)
        form = page[page.index('name="way"') - 400 :]
        named = re.findall(r'name="(name-\w+)"', form[: form.index("</form>", 400)])
        self.post(
            ways, {"revision": _field(form, "revision"), "way": _field(form, "way"), **dict.fromkeys(named, name)}
        )

    def lines_of(self, round: int, tables: int, section: str = "") -> Iterator[str]:
        """Yield results of a round as lines of a file: section, round, table, board, ns, ew, score."""
        for table in range(1, tables + 1):
            page = self.get(f"results?round={round}&table={table}" + (f"&section={section}" if section else ""))
            for board, ns, ew in re.findall(
                r'<th scope="row">(\d+)</th><td><span class="seat[^>]*>(\w+)<.*?class="seat ew">(\w+)<', page
            ):
                yield f"{section},{round},{table},{board},{ns[1:]},{ew[1:]},{self.dice.choice((110, -110, 140, -140))}"


def _field(text: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', text)
    assert found, name
    return unescape(found[1])


def _alert(text: str) -> str:
    """Return the error messages of a form."""
    return " ".join(re.findall(r'(?:role="alert"|class="lead"|class="said refused"|class="why")[^>]*>(.*?)</p', text))


def thursday_pairs(at: Director) -> None:
    """Play a session of 37 pairs at 18 tables with many problems, from the names to the ranking."""
    at.create(movement="W1812ER", missing="N19", boards="2", cases="2", name="37 pairs, W1812ER")
    at.save(pairs="\n".join(people(37)), name="Thursday Pairs", notes="Table 3 needs a chair.\nTea at nine.", first="1")
    at.save(first="27", letter="A")
    breaks = {"after1": "6", "rest1": "10", "after2": "9", "until2": "22:05"}
    at.minutes(minutes="6.5", each="board", starts="19:30", warning1="3", warning2="1", gong="1", **breaks)
    at.press("not-here", who="N5")
    at.press("not-here", who="E11")
    at.press("here", who="N5")
    at.wait(17 * MINUTE)
    at.press("start")
    at.press("here", who="E11")
    at.press("replace", who="E11", name="Olga Oak & Paul Pine")
    at.slips(1, 18)
    at.slip(1, 4, texts={0: "4sxn-1"})
    at.repair(at.report(after="1", came="1"), name="Quentin Quince & Ulla Ulmus")
    for round in range(2, 13):
        at.call(round)
        _in_round(at, round)
        if round < 12:
            at.slips(round, 18)
    at.call(13)
    _after_play(at)


def _in_round(at: Director, round: int) -> None:
    """Apply the events of one round of that session."""
    if round == 2:
        at.press("pause")
        at.wait(4 * MINUTE)
        at.press("go-on")
        at.press("longer", by="more")
    elif round == 3:
        at.press("longer", by="less", later="1")
        at.undo("3 called")
        at.undo("undone: round 3 called")
    elif round == 4:
        at.slip(3, 2, texts={0: "3ntn=", 1: ""})
        at.slip(3, 2, texts={1: "2d e -1"})
        at.undo("corrected: round 3, table 2")
    elif round == 5:
        at.report(after="5", boards="5:7=9")
        at.press("discard", section="A")
        at.repair(at.report(after="5", boards="5:7=9"))
        at.post("section/A/undo", {"revision": _field(at.get("play"), "revision")})
    elif round == 7:
        at.press("show")
        at.press("clear-wall")
        at.press("release")
        at.press("withhold")
        at.save(notes="Table 3 has its chair.\nE4 leave after round 9.")
    elif round == 10:
        at.repair(at.report(after="9", gone="E4", gone_after="9"))


def _after_play(at: Director) -> None:
    heading = "section,round,table,board,ns,ew,score"
    rows = [row.replace(",", "A,", 1)[1:] if row.startswith("A,") else f"A{row}" for row in at.lines_of(12, 18)]
    file = "\n".join((heading, *rows)) + "\n"
    where = at.post("results/bring", {}, files={"file": ("round 12.csv", file.encode())})
    if "/bring/" in where:
        page = at.get(where)
        at.post(where, {"revision": _field(page, "revision"), "how": "merge"})
    at.slip(12, 3, texts={0: "60/40", 1: "55/45"})
    at.slip(2, 9, texts={0: "np", 1: "3nts+1 # claimed"})
    at.slip(2, 10, texts={0: "30*110+70*-100", 1: "110/-100"})
    at.slip(2, 11, texts={0: "4sn= form 2", 1: "a+/a-"})
    page = at.get("ranking")
    keys = re.findall(r'name="line" value="([^"]*)"', page)
    if keys:
        at.post("results/confirm", {"line": [unescape(key) for key in keys], "back": f"{at.night}/ranking"})
    at.press("show")
    at.press("release")


def two_sections(at: Director) -> None:
    """Play two sections whose letters change during play, scored separately, with separate clocks."""
    at.create(movement=["M0505", "W0605"], boards="2", name="Club night in two rooms", first=["1", "11"])
    at.save(pairs="\n".join(people(22)))
    at.minutes(minutes="15", each="round", clocks="apart", warning1="5")
    at.save(letter=["C", "D"])
    at.press("start")
    for section, tables in (("C", 5), ("D", 6)):
        at.slips(1, tables, section)
    at.post("ranking", {"sections": "apart"})
    for round in range(2, 6):
        at.call(round, section="C")
        at.slips(round, 5, "C")
    at.save(first=["13", "23"])
    at.call(2, section="D")
    at.press("pause", section="D")
    at.post("ranking", {"sections": "field"})
    at.post("ranking", {"sections": "apart"})
    at.slips(2, 6, "D")
    at.report("D", after="2", swap="E1", swap_with="E2", swap_round="2")


def rainbow(at: Director) -> None:
    """Play an individual of 28 players."""
    at.create(movement="R0707", boards="2", name="Rainbow of the members")
    names = [name for pair in people(14) for name in pair.split(" & ")]
    at.save(pairs="\n".join(names), notes="One table is the party table.")
    at.press("start")
    for round in range(1, 8):
        if round > 1:
            at.call(round)
        at.slips(round, 7)
    at.call(8)
    at.press("release")


def movement_of_a_file(at: Director) -> None:
    """Play a movement from a file."""
    data = (GOLDEN / "exports" / "movement_of_a_file.csv").read_bytes()
    report = at.post("/check", {}, files={"file": ("ours.csv", data)})
    at.night = at.post(f"{report}/keep", {})
    at.save(pairs="\n".join(people(12)), name="Our own movement")
    at.press("start")
    at.slips(1, 6)
    at.call(2)
    at.slip(2, 1)
    at.press("longer", by="more")
    at.press("pause")


def one_winner(at: Director) -> None:
    """Play an arrow-switched Mitchell with default times, up to the third round."""
    at.create(
        movement="M0808X",
        boards="3",
        winners="1",
        cases="1",
        name="Monday",
        names="1\tAnna & Boris\n11\tUte Ulm & Vera Veit",
    )
    at.press("start")
    at.slips(1, 8)
    at.call(2)
    at.slips(2, 8)
    at.call(3)
    at.press("show")
    at.press("pause")


def reletter(at: Director) -> None:
    """Import results of two sections before play, replace one, change the letters, and delete one line."""
    at.create(movement=["M0404", "M0303"], boards="2", name="Letters", letter=["A", "B"])
    heading = "section,round,table,board,ns,ew,score"
    rows = [*at.lines_of(1, 4, "A"), *at.lines_of(1, 3, "B")]
    for file in ((heading, *rows), (heading, rows[0].rpartition(",")[0] + ",170")):
        where = at.post("results/bring", {}, files={"file": ("results.csv", "\n".join(file).encode())})
        if "/bring/" in where:
            fields = {"revision": _field(at.get(where), "revision"), "how": "merge"}
            keys = [unescape(key) for key in re.findall(r'name="overwrite" value="([^"]*)"', at.get(where))]
            at.post(where, {**fields, "overwrite": keys})
    at.save(letter=["X", "Y"])
    at.slip(1, 2, "X", texts={0: ""})
    at.press("not-here", who="XN1")


def names_as_typed(at: Director) -> None:
    """Enter names in all usual forms, replace some, and add a late pair."""
    typed = [
        "Anna Alder and Béla Beech",
        "Müller-Lüdenscheidt",
        "Clara Cedar&Dieter  Damson",
        "The Kings",
        "Élise Elder / Felix Fir",
        "Greta Gorse + Hugo Hazel",
        "Irene Ivy &",
        "van den Berghe, Anna & Jakob Juniper - Karin Kapok",
        "Olga Oak\tPaul Pine",
    ]
    at.create(movement="M0505", missing="E5", boards="2", name="Names as they are typed")
    at.save(pairs="\n".join(typed))
    at.save(notes="Nobody has a number.")
    at.press("start")
    at.press("replace", who="N2", name="Loriot – Evelyn")
    at.press("replace", who="E1", name="Quentin Quince; Ulla Ulmus")
    at.undo("E1 is")
    at.slips(1, 4)
    at.repair(at.report(after="1", came="1"), name="Rosa Rowan and Sven Sorb")
    at.call(2)
    at.slip(2, 1)
    at.press("release")
    at.press("pause")


EVENINGS = {
    "movement_of_a_file": movement_of_a_file,
    "names_as_typed": names_as_typed,
    "one_winner": one_winner,
    "rainbow": rainbow,
    "relettered": reletter,
    "thursday_pairs": thursday_pairs,
    "two_sections": two_sections,
}


def main() -> None:
    """Record all sessions."""
    for name, play in EVENINGS.items():
        with TemporaryDirectory() as folder, client(Path(folder) / "nights.sqlite", pool=InThisProcess()) as page:
            director = Director(page, lambda _: None)
            play(director)
            (Path(sys.argv[1]) / f"{name}.json").write_bytes(page.get(f"{director.night}/night.json").content)


if __name__ == "__main__":
    main()
