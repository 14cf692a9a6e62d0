"""A night as a director has decided it: what was chosen, who sits where, and notes; and the same as json.

A night goes out as one json file, and comes in as strictly as any movement file. `store` keeps them.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from byestand.errors import FormatError
from byestand.formats.checked import Checked, Step, brought_up
from byestand.texts import MOST_NAME, can_be_kept, is_one_line

FORMAT = "byestand night"
VERSION = 3
MOST_SECTIONS = 12
MOST_PAIRS = 800
MOST_NOTES = 8000
MOST_BOARDS = 12
MOST_CASES = 99
MOST_ROUNDS = 255


def _with_switch(night: dict[str, Any]) -> dict[str, Any]:
    """Version 1 did not always tell in which rounds the arrow is turned."""
    return {"switch": None} | night


def _with_boards_of_sections(night: dict[str, Any]) -> dict[str, Any]:
    """Version 2 had as many boards a round in one section as in the other."""
    sections = night.get("sections")
    if not isinstance(sections, list):
        return night  # which is refused with its path
    return night | {"sections": [{"boards": None} | one if isinstance(one, dict) else one for one in sections]}


STEPS: Mapping[int, Step] = {1: _with_switch, 2: _with_boards_of_sections}
"""How a night of each earlier version becomes one of the next."""


@dataclass(frozen=True, slots=True)
class Section:
    """One section: its letter, its movement, who is missing in it, and how long its rounds are."""

    letter: str
    movement: str
    missing: tuple[str, ...] = ()
    boards: int | None = None
    """Boards a round; None: as many as the night says."""

    def data(self) -> dict[str, object]:
        """Return the section as plain data."""
        return {
            "letter": self.letter,
            "movement": self.movement,
            "missing": list(self.missing),
            "boards": self.boards,
        }


@dataclass(frozen=True, slots=True)
class Night:
    """One evening as the director has decided it."""

    name: str
    sections: tuple[Section, ...] = ()
    boards: int = 2
    """Boards a round, where a section does not say otherwise."""
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
            "sections": [section.data() for section in self.sections],
            "boards": self.boards,
            "cases": self.cases,
            "one_winner": self.one_winner,
            "switch": None if self.switch is None else list(self.switch),
            "pairs": self.pairs,
            "notes": self.notes,
        }


@dataclass(frozen=True, slots=True)
class Draft:
    """What somebody typed about a night that was not saved, and why not."""

    name: str = ""
    letters: tuple[str, ...] = ()
    names: str = ""
    notes: str = ""
    refused: str = ""
    revision: int = 0
    """What the night was when it was opened for typing."""
    over: int = 0
    """What it is now, where somebody else has changed it since: this can be saved over it."""


def dumps(night: Night) -> str:
    """Return a night as json text."""
    return json.dumps(night.data(), indent=1, ensure_ascii=False) + "\n"


def loads(text: str, *, source: str = "the file") -> Night:
    """Return the night in json text; what does not fit is refused with its path."""
    try:
        top = Checked(json.loads(text), "$", source)
    except (ValueError, RecursionError) as fault:
        raise FormatError(source, "not json, so no night") from fault
    top = brought_up(top, format=FORMAT, newest=VERSION, steps=STEPS)
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
    section.only("letter movement missing boards")
    return Section(
        _line(section["letter"], 3),
        _line(section["movement"], 16),
        tuple(_line(one, 8) for one in section["missing"].items()),
        None if section["boards"].is_null() else section["boards"].number(1, MOST_BOARDS),
    )


def _line(value: Checked, most: int = MOST_NAME) -> str:
    text = value.text()
    if len(text) > most or not is_one_line(text):
        value.refuse(f"expected one line of at most {most} characters")
    return text


def _pairs(pairs: Checked) -> dict[str, str]:
    if not isinstance(pairs.value, dict) or len(pairs.value) > MOST_PAIRS:
        pairs.refuse(f"expected an object with at most {MOST_PAIRS} names")
    return {_line(Checked(label, pairs.path, pairs.source), 8): _line(pairs[label]) for label in pairs.value}


def _notes(value: Checked) -> str:
    text = value.value
    if not isinstance(text, str) or len(text) > MOST_NOTES:
        value.refuse(f"expected a text of at most {MOST_NOTES} characters")
    if not can_be_kept(text):
        value.refuse("expected text that can be written: no NUL, no half of a letter")
    return text
