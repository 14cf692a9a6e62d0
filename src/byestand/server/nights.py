"""The nights a director keeps: what was chosen, who sits where, and notes, in one SQLite file that survives a crash.

Every change is on the disk before the page says so. A night goes out as one json file, and comes in as strictly as any
movement file. Nothing is sent anywhere.
"""

import json
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from byestand.errors import FormatError, NotFound
from byestand.formats.checked import Checked
from byestand.formats.files import make_folder
from byestand.texts import can_be_kept

FORMAT = "byestand night"
VERSION = 1
MOST_NIGHTS = 1000
MOST_SECTIONS = 12
MOST_PAIRS = 800
MOST_NAME = 80
MOST_NOTES = 8000
MOST_BOARDS = 12
MOST_CASES = 99
MOST_ROUNDS = 255

_TABLES = """
create table if not exists nights (
    id integer primary key autoincrement,
    contents text not null,
    changed text not null default current_timestamp
) strict;
create table if not exists desk (id integer primary key check (id = 1), night integer not null) strict;
"""


@dataclass(frozen=True, slots=True)
class Section:
    """One section: its letter, its movement, and who is missing in it."""

    letter: str
    movement: str
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Night:
    """One evening as the director has decided it."""

    name: str
    sections: tuple[Section, ...] = ()
    boards: int = 2
    cases: int | None = None
    one_winner: bool = False
    switch: tuple[int, ...] | None = None
    """With one winner, the rounds in which the arrow is turned; None: where it is fairest."""
    pairs: dict[str, str] = field(default_factory=dict)
    """What each pair is called, by its label: ``N1``; with several sections ``A N1``."""
    notes: str = ""

    def data(self) -> dict[str, object]:
        """Return the night as plain data."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "name": self.name,
            "sections": [
                {"letter": s.letter, "movement": s.movement, "missing": list(s.missing)} for s in self.sections
            ],
            "boards": self.boards,
            "cases": self.cases,
            "one_winner": self.one_winner,
            "switch": None if self.switch is None else list(self.switch),
            "pairs": self.pairs,
            "notes": self.notes,
        }


@dataclass(frozen=True, slots=True)
class Kept:
    """A night with its number, and when it was changed last."""

    id: int
    night: Night
    changed: str


def dumps(night: Night) -> str:
    """Return a night as json text."""
    return json.dumps(night.data(), indent=1, ensure_ascii=False) + "\n"


def loads(text: str, *, source: str = "the file") -> Night:
    """Return the night in json text; what does not fit is refused with its path."""
    try:
        top = Checked(json.loads(text), "$", source)
    except (ValueError, RecursionError) as fault:
        raise FormatError(source, "not json, so no night") from fault
    if not top.has("format") or top["format"].value != FORMAT or top["version"].value != VERSION:
        raise FormatError(source, f"expected the format {FORMAT!r}, version {VERSION}")
    top.only("format version name sections boards cases one_winner switch pairs notes")
    sections = top["sections"].items()
    if len(sections) > MOST_SECTIONS:
        top["sections"].refuse(f"expected at most {MOST_SECTIONS} sections")
    if not isinstance(top["one_winner"].value, bool):
        top["one_winner"].refuse("expected true or false")
    return Night(
        name=_line(top["name"]),
        sections=tuple(_section(section) for section in sections),
        boards=top["boards"].number(1, MOST_BOARDS),
        cases=None if top["cases"].is_null() else top["cases"].number(1, MOST_CASES),
        one_winner=top["one_winner"].value,
        switch=None if top["switch"].is_null() else tuple(r.number(1, MOST_ROUNDS) for r in top["switch"].items()),
        pairs=_pairs(top["pairs"]),
        notes=_notes(top["notes"]),
    )


def _section(section: Checked) -> Section:
    section.only("letter movement missing")
    return Section(
        _line(section["letter"], 3),
        _line(section["movement"], 16),
        tuple(_line(one, 8) for one in section["missing"].items()),
    )


def _line(value: Checked, most: int = MOST_NAME) -> str:
    text = value.text()
    if len(text) > most or not text.isprintable():
        value.refuse(f"expected one line of at most {most} characters")
    return text


def _pairs(pairs: Checked) -> dict[str, str]:
    if not isinstance(pairs.value, dict) or len(pairs.value) > MOST_PAIRS:
        pairs.refuse(f"expected an object with at most {MOST_PAIRS} names")
    return {_line(Checked(label, pairs.path, pairs.source), 8): _line(pairs[label]) for label in pairs.value}


def _notes(value: Checked) -> str:
    if not isinstance(value.value, str) or len(value.value) > MOST_NOTES:
        value.refuse(f"expected a text of at most {MOST_NOTES} characters")
    if not can_be_kept(value.value):
        value.refuse("expected text that can be written: no NUL, no half of a letter")
    return value.value


def usual_path() -> Path:
    """Return where nights are kept unless told otherwise: the folder for a user's data, or what BYESTAND_DATA says."""
    if told := os.environ.get("BYESTAND_DATA"):
        return Path(told)
    home = Path.home()
    folders = {"win32": Path(os.environ.get("APPDATA", home)), "darwin": home / "Library" / "Application Support"}
    usual = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return folders.get(sys.platform, usual) / "byestand" / "nights.sqlite"


class Store:
    """All nights, and the one that lies on the desk."""

    def __init__(self, path: Path) -> None:
        self._path = path
        make_folder(path.parent)
        with self._open() as base:
            base.executescript(_TABLES)
        self.current: Kept | None = self._current()

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """Yield the file, changed as a whole or not at all."""
        try:
            with closing(sqlite3.connect(self._path, timeout=10)) as base:
                base.execute("pragma journal_mode = wal")
                base.execute("pragma synchronous = full")
                with base:
                    yield base
        except sqlite3.Error as fault:
            raise FormatError(str(self._path), f"cannot keep nights there: {fault}") from fault

    def all(self) -> tuple[Kept, ...]:
        """Return every night, the one changed last first."""
        with self._open() as base:
            rows = base.execute("select id, contents, changed from nights order by changed desc, id desc").fetchall()
        return tuple(kept for row in rows if (kept := _if_readable(*row)))

    def get(self, id: int) -> Kept:
        """Return one night."""
        with self._open() as base:
            row = base.execute("select id, contents, changed from nights where id = ?", (id,)).fetchone()
        if row is None:
            raise NotFound(f"there is no night {id}: it may have been thrown away")
        return _kept(*row)

    def add(self, night: Night) -> int:
        """Keep a new night, put it on the desk, and return its number."""
        with self._open() as base:
            (many,) = base.execute("select count(*) from nights").fetchone()
            if many >= MOST_NIGHTS:
                raise NotFound(f"there is room for {MOST_NIGHTS} nights: throw some away")
            found = base.execute("insert into nights (contents) values (?)", (dumps(night),)).lastrowid
        assert found is not None  # noqa: S101 - a row was inserted
        self.put_on_desk(found)
        return found

    def save(self, id: int, night: Night) -> None:
        """Keep a night as it is now."""
        self.get(id)
        with self._open() as base:
            base.execute("update nights set contents = ?, changed = current_timestamp where id = ?", (dumps(night), id))
        self.current = self._current()

    def put_on_desk(self, id: int) -> None:
        """Make a night the one that pages speak of."""
        self.get(id)
        with self._open() as base:
            base.execute("insert into desk values (1, ?) on conflict (id) do update set night = excluded.night", (id,))
        self.current = self._current()

    def throw_away(self, id: int) -> None:
        """Forget a night."""
        self.get(id)
        with self._open() as base:
            base.execute("delete from nights where id = ?", (id,))
        self.current = self._current()

    def _current(self) -> Kept | None:
        with self._open() as base:
            row = base.execute(
                "select nights.id, contents, changed from nights join desk on desk.night = nights.id"
            ).fetchone()
        return _if_readable(*row) if row else None


def _if_readable(id: int, contents: str, changed: str) -> Kept | None:
    """Return a night; None where another version has written what we cannot read: it stays as it is."""
    try:
        return _kept(id, contents, changed)
    except FormatError:
        return None


def _kept(id: int, contents: str, changed: str) -> Kept:
    return Kept(id, loads(contents, source=f"night {id}"), changed)
