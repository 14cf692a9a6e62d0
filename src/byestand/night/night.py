"""A night as a director has decided it: what is set up in each section, who is who, and notes; and the same as json.

It says what was decided and not what follows from it: movements by their names, and in full only what somebody brought.
A night goes out as one json file, and comes in as strictly as any movement file. `store` keeps them.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from byestand.checked import Checked
from byestand.errors import FormatError
from byestand.formats.checked import NIGHT, Step, brought_up
from byestand.night.setting import Repaired, Setting
from byestand.texts import MOST_NAME, can_be_kept, is_one_line, title_line

FORMAT = NIGHT
VERSION = 6
BROUGHT = "byestand movement"
"""The format of a movement that is kept in full."""
MOST_SECTIONS = 12
MOST_PAIRS = 800
MOST_NOTES = 8000
MOST_BOARDS = 12
MOST_FIRST = 500
MOST_CASES = 99
MOST_ROUNDS = 255
MOST_WORDS = 200
MOST_REPAIRS = 12
"""So often a section can be repaired, one time after another."""
MOST_BROUGHT = 2**20
"""Letters of a movement in full: a hundred tables in sixty rounds have half of it."""
MOST_RESULTS = 2**20
"""Letters of results: twenty thousand lines."""


def _with_switch(night: dict[str, Any]) -> dict[str, Any]:
    """Version 1 did not always tell in which rounds the arrow is turned."""
    return {"switch": None} | night


def _with_boards_of_sections(night: dict[str, Any]) -> dict[str, Any]:
    """Version 2 had as many boards a round in one section as in the other."""
    return _each_section(night, {"boards": None})


def _with_all_in_the_sections(night: dict[str, Any]) -> dict[str, Any]:
    """Version 3 said for the whole night what is said of each section since, and all boards began at 1."""
    rest = {key: value for key, value in night.items() if key not in ("boards", "one_winner", "switch")}
    said = {key: night[key] for key in ("one_winner", "switch") if key in night} | {"first_board": 1}
    moved = _each_section(rest, said)
    if isinstance(moved.get("sections"), list):
        for section in moved["sections"]:
            if isinstance(section, dict) and section.get("boards") is None:
                section["boards"] = night.get("boards")
    return moved


def _with_repairs(night: dict[str, Any]) -> dict[str, Any]:
    """Version 4 knew of no repairs."""
    return _each_section(night, {"repaired": None})


def _with_results(night: dict[str, Any]) -> dict[str, Any]:
    """Version 5 knew of no results."""
    return {"results": ""} | night


def _each_section(night: dict[str, Any], said: dict[str, Any]) -> dict[str, Any]:
    sections = night.get("sections")
    if not isinstance(sections, list):
        return night  # which is refused with its path
    return night | {"sections": [said | one if isinstance(one, dict) else one for one in sections]}


STEPS: Mapping[int, Step] = {
    1: _with_switch,
    2: _with_boards_of_sections,
    3: _with_all_in_the_sections,
    4: _with_repairs,
    5: _with_results,
}
"""How a night of each earlier version becomes one of the next."""


@dataclass(frozen=True, slots=True)
class Night:
    """One evening as the director has decided it."""

    name: str
    sections: tuple[Setting, ...] = ()
    pairs: dict[str, str] = field(default_factory=dict)
    """What each pair is called, by its label: ``N1``; with several sections ``AN1``."""
    notes: str = ""
    results: str = ""
    """All lines that are known, as `byestand score` reads them; with several sections each has its letter."""
    sections_apart: bool = False
    """Whether each section has results compared and ranked within it; otherwise all are one field."""

    @property
    def cases(self) -> int | None:
        """The cases of boards at hand, for all sections together."""
        return self.sections[0].cases if self.sections else None

    def data(self) -> dict[str, object]:
        """Return the night as plain data."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "name": self.name,
            "sections": [section_data(section) for section in self.sections],
            "cases": self.cases,
            "pairs": self.pairs,
            "notes": self.notes,
            "results": self.results,
            **({"sections_apart": True} if self.sections_apart else {}),
        }


def section_data(section: Setting) -> dict[str, object]:
    """Return a section as plain data; the cases of boards are told for all together."""
    return {
        "letter": section.letter,
        "movement": json.loads(section.brought) if section.brought else section.name,
        "missing": list(section.missing),
        "boards": section.boards,
        "first_board": section.first,
        "one_winner": section.one_winner,
        "switch": None if section.switch is None else list(section.switch),
        "repaired": section.repaired
        and {"words": section.repaired.words, "before": section_data(section.repaired.before)},
    }


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
    top.only("format version name sections cases pairs notes results sections_apart")
    return Night(
        name=line_in(top["name"]),
        sections=sections_in(top),
        pairs=pairs_in(top["pairs"]),
        notes=text_in(top["notes"], MOST_NOTES),
        results=text_in(top["results"], MOST_RESULTS),
        sections_apart=top.has("sections_apart") and top["sections_apart"].flag(),
    )


def sections_in(top: Checked) -> tuple[Setting, ...]:
    """Return the sections that an object tells, with the cases of boards for all of them."""
    sections = top["sections"].items()
    if len(sections) > MOST_SECTIONS:
        top["sections"].refuse(f"expected at most {MOST_SECTIONS} sections")
    cases = cases_in(top["cases"])
    return tuple(section_in(section, cases) for section in sections)


def cases_in(cases: Checked) -> int | None:
    """Return how many cases of boards are at hand; None where nobody counts them."""
    return None if cases.is_null() else cases.number(1, MOST_CASES)


def section_in(section: Checked, cases: int | None, repairs: int = 0) -> Setting:
    """Return a section, which may have been repaired so many times since."""
    section.only("letter movement missing boards first_board one_winner switch repaired")
    name, brought = _movement(section["movement"])
    switch = section["switch"]
    return Setting(
        name,
        missing=tuple(line_in(one, 8) for one in section["missing"].items()),
        boards=section["boards"].number(1, MOST_BOARDS),
        first=section["first_board"].number(1, MOST_FIRST),
        one_winner=section["one_winner"].flag(),
        cases=cases,
        switch=None if switch.is_null() else tuple(r.number(1, MOST_ROUNDS) for r in switch.items()),
        letter=line_in(section["letter"], 3),
        brought=brought,
        repaired=_repaired(section["repaired"], cases, repairs + 1),
    )


def _repaired(repaired: Checked, cases: int | None, repairs: int) -> Repaired | None:
    if repaired.is_null():
        return None
    if repairs > MOST_REPAIRS:
        repaired.refuse(f"expected at most {MOST_REPAIRS} repairs, one after another")
    repaired.only("words before")
    return Repaired(line_in(repaired["words"], MOST_WORDS), section_in(repaired["before"], cases, repairs))


def _movement(movement: Checked) -> tuple[str, str]:
    """Return what a movement is called, and where it was brought, all of it; whether that can be is seen later."""
    if not isinstance(movement.value, dict):
        return line_in(movement, 16), ""
    if movement["format"].value != BROUGHT:
        movement.refuse(f"expected a name, or a movement in full, of the format {BROUGHT!r}")
    text = json.dumps(movement.value, ensure_ascii=False)
    if len(text) > MOST_BROUGHT:
        movement.refuse(f"expected a movement of at most {MOST_BROUGHT} characters")
    told = (movement.value.get(key) for key in ("name", "title"))
    called = next((words for words in told if isinstance(words, str) and words.strip()), "a movement out of a file")
    return title_line(called)[:MOST_NAME], text


def line_in(value: Checked, most: int = MOST_NAME) -> str:
    """Return one line of text."""
    text = value.text()
    if len(text) > most or not is_one_line(text):
        value.refuse(f"expected one line of at most {most} characters")
    return text


def pairs_in(pairs: Checked) -> dict[str, str]:
    """Return what each pair is called."""
    if not isinstance(pairs.value, dict) or len(pairs.value) > MOST_PAIRS:
        pairs.refuse(f"expected an object with at most {MOST_PAIRS} names")
    return {line_in(Checked(label, pairs.path, pairs.source), 8): line_in(pairs[label]) for label in pairs.value}


def text_in(value: Checked, most: int) -> str:
    """Return text of several lines."""
    text = value.value
    if not isinstance(text, str) or len(text) > most:
        value.refuse(f"expected a text of at most {most} characters")
    if not can_be_kept(text):
        value.refuse("expected text that can be written: no NUL, no half of a letter")
    return text
