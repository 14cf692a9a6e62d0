"""Session files of version 1 to 6, which have no log, and results as csv text (up to version 7)."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn, TypeAlias

from byestand import codec
from byestand.errors import FormatError
from byestand.language import say
from byestand.model.limits import MAX_NAME_CHARS, MAX_SECTIONS
from byestand.model.line import Line
from byestand.night.results import EnteredLine, ResultKey
from byestand.sanitize import title_line

Data: TypeAlias = dict[str, Any]
Step: TypeAlias = Callable[[Data], Data]

MOVEMENT_FORMAT = "byestand movement"
LAST_WITHOUT_LOG = 6
MAX_REPAIRS_OF_A_SECTION = 12
STRAY = "without a seat: "
"""Start of a line in the notes with a name that has no seat. Old files have it, so it is not translated."""
_LABEL = re.compile(r"[NESW]?[0-9]{1,6}")


def _with_switch(night: Data) -> Data:
    """Return a session of version 1 with the rounds of the arrow switch."""
    return {"switch": None} | night


def _with_boards_of_sections(night: Data) -> Data:
    """Return a session of version 2, which had the same boards per round in all sections."""
    return _in_sections(night, {"boards": None})


def _with_all_in_sections(night: Data) -> Data:
    """Return a session of version 3, which had one setting for all sections and started with board 1."""
    rest = {key: value for key, value in night.items() if key not in ("boards", "one_winner", "switch")}
    common = {key: night[key] for key in ("one_winner", "switch") if key in night} | {"first_board": 1}
    moved = _in_sections(rest, common)
    if isinstance(moved.get("sections"), list):
        for section in moved["sections"]:
            if isinstance(section, dict) and section.get("boards") is None:
                section["boards"] = night.get("boards")
    return moved


def _with_repairs(night: Data) -> Data:
    """Return a session of version 4, which had no repairs."""
    return _in_sections(night, {"repaired": None})


def _with_results(night: Data) -> Data:
    """Return a session of version 5, which had no results."""
    return {"results": ""} | night


def _in_sections(night: Data, common: Data) -> Data:
    sections = night.get("sections")
    if not isinstance(sections, list):
        return night
    return night | {"sections": [common | section if isinstance(section, dict) else section for section in sections]}


STEPS: Mapping[int, Step] = {
    1: _with_switch,
    2: _with_boards_of_sections,
    3: _with_all_in_sections,
    4: _with_repairs,
    5: _with_results,
}
"""How a session of each version becomes one of the next."""


def _refuse(source: str, path: str, reason: str) -> NoReturn:
    raise FormatError(source, f"{reason} @ {path}")


def upgrade_document(night: Data, version: int, *, source: str, keeps_strays: bool = True) -> Data:
    """Return a session of a version without a log as the fields of `NightCreated`.

    With *keeps_strays*, names that have no seat go to the notes.
    """
    for step in range(version, LAST_WITHOUT_LOG):
        night = STEPS[step](night)
    known = ["format", "version", "name", "sections", "cases", "pairs", "notes", "results", "sections_apart"]
    if unknown := sorted(set(night) - set(known)):
        _refuse(source, "$", say("unknown key {key!r}", key=unknown[0]))
    if missing := next((key for key in known[2:-1] if key not in night), None):
        _refuse(source, "$", say("key {key!r} is missing", key=missing))
    sections = upgrade_sections(night["sections"], source)
    letters = [str(section["letter"]) for section in sections] if isinstance(sections, list) else []
    named, unnamed = _names(night["pairs"], letters, source)
    for section in sections:
        section["names"] = named.get(section["letter"], {})
    notes = night["notes"]
    if keeps_strays and unnamed and isinstance(notes, str):
        notes = "\n".join(filter(None, [notes, *(f"{STRAY}{label} {name}" for label, name in unnamed.items())]))
    setup = {
        "event": {"title": night["name"]},
        "scoring": {"sections": "apart" if night.get("sections_apart") is True else "field"},
        "sections": sections,
        "sets": night["cases"],
    }
    lines = entered_lines(parse_lines(night["results"], source), letters)
    return {"setup": setup, "notes": notes, "results": lines, "repairs": _repairs(night["sections"], sections, source)}


def upgrade_sections(sections: object, source: str) -> list[Data]:
    """Return the sections without names; each gets a letter."""
    if not isinstance(sections, list) or not all(isinstance(section, dict) for section in sections):
        _refuse(source, "$.sections", say("expected a list of objects"))
    if len(sections) > MAX_SECTIONS:
        _refuse(source, "$.sections", say("expected at most {most} sections", most=MAX_SECTIONS))
    letters = [section.get("letter") for section in sections]
    if not all(isinstance(letter, str) for letter in letters):
        _refuse(source, "$.sections", say("expected a letter for every section"))
    free = (letter for letter in "ABCDEFGHIJKL" if letter not in letters)
    return [
        upgrade_section(section, section.get("letter") or next(free), f"$.sections[{i}]", source)
        for i, section in enumerate(sections)
    ]


def upgrade_section(section: Data, letter: object, path: str, source: str) -> Data:
    """Return a section as the data of `SectionSetup`, without names."""
    known = {"letter", "movement", "missing", "boards", "first_board", "one_winner", "switch", "repaired"}
    if unknown := sorted(set(section) - known):
        _refuse(source, path, say("unknown key {key!r}", key=unknown[0]))
    if missing := sorted(known - set(section)):
        _refuse(source, path, say("key {key!r} is missing", key=missing[0]))
    movement = section["movement"]
    chosen = {"missing": section["missing"], "one_winner": section["one_winner"], "switch_rounds": section["switch"]}
    if isinstance(movement, dict):
        if movement.get("format") != MOVEMENT_FORMAT:
            reason = say("expected a movement code, or a movement in the format {format!r}", format=MOVEMENT_FORMAT)
            _refuse(source, f"{path}.movement", reason)
        origin = {"kind": "custom", "document": movement, "name": _movement_name(movement)}
    else:
        origin = {"kind": "catalog", "name": movement}
    boards = {"per_round": section["boards"], "first": section["first_board"]}
    return {"letter": letter, "movement": origin | chosen, "boards": boards}


def _movement_name(movement: Data) -> str:
    names = (movement.get(key) for key in ("name", "title"))
    name = next((text for text in names if isinstance(text, str) and text.strip()), say("imported movement"))
    return title_line(name)[:MAX_NAME_CHARS]


def _repairs(old: list[Data], new: list[Data], source: str) -> list[Data]:
    """Return the repairs of all sections; earlier ones were nested in later ones."""
    return [
        repair
        for i, (section, now) in enumerate(zip(old, new, strict=True))
        for repair in _repairs_of(section, str(now["letter"]), f"$.sections[{i}].repaired", source)
    ]


def _repairs_of(section: Data, letter: str, path: str, source: str) -> list[Data]:
    repairs: list[Data] = []
    repaired = section["repaired"]
    while repaired is not None:
        if not isinstance(repaired, dict) or not isinstance(repaired.get("before"), dict):
            _refuse(source, path, say("expected an object with the keys words and before"))
        if len(repairs) == MAX_REPAIRS_OF_A_SECTION:
            reason = say("expected at most {most} repairs", most=MAX_REPAIRS_OF_A_SECTION)
            _refuse(source, path, reason)
        before = upgrade_section(repaired["before"], letter, f"{path}.before", source)
        repairs.insert(0, {"section": letter, "title": repaired.get("words"), "before": before})
        repaired = repaired["before"]["repaired"]
    return repairs


def _names(pairs: object, letters: list[str], source: str) -> tuple[dict[str, dict[str, Any]], dict[str, Any]]:
    """Return names by section and label, and those without a section."""
    if not isinstance(pairs, dict):
        _refuse(source, "$.pairs", say("expected an object with names"))
    named: dict[str, dict[str, Any]] = {}
    unnamed = {}
    for label, name in pairs.items():
        if seat := split_label(label, letters):
            named.setdefault(seat[0], {})[seat[1]] = name
        else:
            unnamed[label] = name
    return named, unnamed


def split_label(label: str, letters: list[str]) -> tuple[str, str] | None:
    """Return the section and the label within it of a label on pages; None if it fits no section.

    >>> split_label("BE3", ["A", "B"]), split_label("E3", ["A"]), split_label("E3", ["A", "B"])
    (('B', 'E3'), ('A', 'E3'), None)
    """
    if len(letters) == 1 and _LABEL.fullmatch(label):
        return letters[0], label
    fitting = (letter for letter in sorted(letters, key=len) if label.startswith(letter))
    splits = ((letter, label[len(letter) :]) for letter in fitting)
    return next((split for split in splits if _LABEL.fullmatch(split[1])), None)


_UNSIGNED_SPLIT = re.compile(r"(?<=,)(100|0)/(100|0)(?=,)")
"""A split score without signs, which is an error today."""


@dataclass(slots=True)
class Places:
    """Which rows of csv text are at which places."""

    rows: dict[ResultKey, str] = field(default_factory=dict)
    last: Counter[ResultKey] = field(default_factory=Counter)
    """The number of keys used for each place."""

    def find(self, place: ResultKey, row: str) -> ResultKey:
        """Return the key of a stored row."""
        keys = (place._replace(nth=nth) for nth in range(1, self.last[place] + 1))
        return next((key for key in keys if self.rows.get(key) == row), place)

    def add(self, place: ResultKey, row: str, freed: Iterable[ResultKey] = ()) -> ResultKey:
        """Put a row at a place: at a key that the same event has *freed*, or else at an unused one.

        So undoing an event that removed a row restores it beside a later one.
        """
        key = next((key for key in freed if key._replace(nth=1) == place and key not in self.rows), None)
        if key is None:
            self.last[place] += 1
            key = place._replace(nth=self.last[place])
        self.rows[key] = row
        return key


def parse_lines(text: object, source: str) -> tuple[Line, ...]:
    """Return the results in csv text."""
    if not isinstance(text, str):
        _refuse(source, "$.results", say("expected a text"))
    if not text:
        return ()
    from byestand.formats.results.csv import parse_rows  # noqa: PLC0415 - only old nights need it, and numpy with it

    signed = _UNSIGNED_SPLIT.sub(r"+\1/+\2", text)
    return tuple(replace(line, number=0) for line in parse_rows(signed, source))


def entered_lines(lines: Iterable[Line], letters: list[str]) -> list[dict[str, object]]:
    """Return lines as the data of `EnteredLine`."""
    places = Places()
    keys = ((line, places.add(result_key(line, letters), "")) for line in lines)
    return [write_line(line, key.nth, letters) for line, key in keys]


def result_key(line: Line, letters: list[str]) -> ResultKey:
    """Return the place of a line; lines of a single section have no letter."""
    section = line.section or (letters[0] if len(letters) == 1 else "")
    return ResultKey(section, line.board, line.round, line.table)


def write_line(line: Line, nth: int, letters: list[str]) -> dict[str, object]:
    """Return a line as the data of `EnteredLine`."""
    entered = EnteredLine(result_key(line, letters).section, replace(line, section=""), nth)
    data: dict[str, object] = codec.write(EnteredLine, entered)  # type: ignore[assignment] # a dataclass is an object
    return data
