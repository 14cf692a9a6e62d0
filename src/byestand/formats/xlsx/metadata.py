"""The lines below a movement in a spreadsheet with everything that its rows do not contain, such as the field.

They are on the same sheet, below the printed area, so that they are copied with it. They are not translated.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

from byestand.errors import BadRequest
from byestand.formats.document import DECLARABLE_RULES, Document, meant
from byestand.formats.xlsx.worksheet_reader import Worksheet
from byestand.language import say
from byestand.model.boards import Boards
from byestand.model.claims import Claim, Revenge, Route, Swivel
from byestand.model.field import Field
from byestand.model.limits import MAX_BOARDS_PER_ROUND, MAX_FIRST_BOARD
from byestand.model.movement import MAX_CONTESTANTS, MAX_GROUPS, MAX_ROUNDS, MAX_TABLES, Movement
from byestand.sanitize import plain_number
from byestand.words.titles import title_of

HEADING = "About this movement"
INVITATION = f"{HEADING}, for Byestand to read; not printed"
KINDS = {False: "byestand sheet 1", True: "byestand sheet 2"}
"""The second has the first board. It is used only if that is not 1, so that older versions can read all others."""

_REQUIRED_KEYS = ("format", "tables", "rounds", "deal groups", "contestants")
_OPTIONAL = (
    "name",
    "title",
    "section",
    "boards per round",
    "first board",
    "missing",
    "rover",
    "revenge rounds",
    "swivel",
    "meant",
)
_LINES = re.compile(
    r"([0-9]{1,4}) NS, ([0-9]{1,4}) EW|([0-9]{1,4}) N, ([0-9]{1,4}) W, ([0-9]{1,4}) S, ([0-9]{1,4}) E|([0-9]{1,4})",
    re.ASCII,
)
_ROVER = re.compile(r"([NE]?[0-9]{1,4}), host ([NE]?[0-9]{1,4}), party table ([0-9]{1,3})", re.ASCII)


@dataclass(frozen=True, slots=True)
class SheetMetadata:
    """The content of the lines."""

    name: str
    title: str
    section: str
    """The letter of the section; empty if there is none."""
    tables: int
    rounds: int
    deal_groups: int
    boards: Boards | None
    """None if the cells have deal groups."""
    field: Field
    claims: tuple[Claim, ...]
    """The rover, revenge rounds and a swivel; other moves follow from the rows."""
    meant: frozenset[str]
    """Rules that are broken on purpose."""


def about_lines(document: Document) -> Iterator[str]:
    """Yield the lines about a movement; empty values have no line."""
    movement, boards = document.movement, document.section.boards
    label = movement.field.label
    first = boards.first if boards and boards.first > 1 else 0
    yield f"format: {KINDS[first > 1]}"
    for key, value in (
        ("name", movement.name),
        ("title", title_of(movement)),
        ("section", document.section.letter),
        ("tables", movement.tables),
        ("rounds", movement.rounds),
        ("deal groups", movement.deal_groups),
        ("boards per round", boards.per_round if boards else 0),
        ("first board", first),
        ("contestants", _count_text(movement)),
        ("missing", ", ".join(label(c) for c in sorted(movement.field.missing))),
        *(
            ("rover", f"{label(way.contestant)}, host {label(way.host)}, party table {way.party_table}")
            for way in movement.claims_of(Route)
            if way.party_table
        ),
        ("revenge rounds", ", ".join(map(str, movement.revenge_rounds))),
        ("swivel", ", ".join(movement.swivel)),
        ("meant", ", ".join(meant(document))),
    ):
        if value:
            yield f"{key}: {value}"


def _count_text(movement: Movement) -> str:
    lines = movement.field.lines
    seats = {2: ("NS", "EW"), 4: ("N", "W", "S", "E")}.get(len(lines))
    return ", ".join(f"{size} {seat}" for size, seat in zip(lines, seats, strict=True)) if seats else str(lines[0])


def read_about(sheet: Worksheet) -> SheetMetadata:
    """Return the lines about the movement of a sheet; raise for an unknown, missing or repeated line."""
    lines = _Lines(sheet)
    field = lines.field()
    bounds = {"tables": MAX_TABLES, "rounds": MAX_ROUNDS, "deal groups": MAX_GROUPS}
    tables, rounds, deal_groups = (lines.number(key, most) for key, most in bounds.items())
    return SheetMetadata(
        name=lines.text("name"),
        title=lines.text("title"),
        section=lines.text("section"),
        tables=tables,
        rounds=rounds,
        deal_groups=deal_groups,
        boards=lines.boards(),
        field=field,
        claims=tuple(lines.claims(field, rounds)),
        meant=lines.meant(),
    )


class _Lines:
    """The lines by key."""

    def __init__(self, sheet: Worksheet) -> None:
        self._sheet = sheet
        headings = [row for row, column in sheet.cells if column == 1 and sheet.text(row, 1).startswith(HEADING)]
        if not headings:
            sheet.refuse(1, 1, say("expected the line {heading!r} in column A below the tables", heading=HEADING))
        self._heading = max(headings)  # a title may be any words
        self._found: dict[str, tuple[int, str]] = {}
        for row, column in sorted(place for place in sheet.cells if place[0] > self._heading):
            key, colon, value = sheet.cells[row, column].partition(": ")
            if column != 1 or not colon or key not in _REQUIRED_KEYS + _OPTIONAL or key in self._found:
                sheet.refuse(row, column, say("expected a line such as 'tables: 18' in column A, without repeats"))
            self._found[key] = row, value
        for key in _REQUIRED_KEYS:
            if key not in self._found:
                sheet.refuse(self._heading, 1, say("expected the line {key!r} below", key=key))
        if self.text("format") not in KINDS.values():
            values = ", ".join(map(repr, KINDS.values()))
            self.refuse("format", say("expected one of these values: {values}", values=values))

    def refuse(self, key: str, reason: str) -> NoReturn:
        self._sheet.refuse(self._found[key][0], 1, reason)

    def text(self, key: str) -> str:
        return self._found.get(key, (0, ""))[1]

    def number(self, key: str, most: int) -> int:
        """Return a number; 0 if there is no such line."""
        if key not in self._found:
            return 0
        digits = self.text(key).strip()
        number = plain_number(digits) or 0
        if not 1 <= number <= most:
            self.refuse(key, say("expected a whole number from {low} to {high}", low=1, high=most))
        return number

    def boards(self) -> Boards | None:
        each, first = self.number("boards per round", MAX_BOARDS_PER_ROUND), self.number("first board", MAX_FIRST_BOARD)
        if first and not each:
            self.refuse("first board", say("expected the line {key!r} below", key="boards per round"))
        return Boards(each, first or 1) if each else None

    def field(self) -> Field:
        parts = _LINES.fullmatch(self.text("contestants").strip())
        sizes = tuple(int(digits) for digits in parts.groups() if digits) if parts else ()
        if not sizes or not all(1 <= size <= MAX_CONTESTANTS for size in sizes):
            self.refuse(
                "contestants",
                say("expected a text such as '18 NS, 18 EW' or '36', at most {limit}", limit=MAX_CONTESTANTS),
            )
        field, labels = Field(sizes), self.number_list("missing")
        try:
            missing = frozenset(field.contestant(label) for label in labels)
        except BadRequest as bad:
            self.refuse("missing", str(bad))
        if labels != [field.label(contestant) for contestant in sorted(missing)]:
            self.refuse("missing", say("expected labels such as N19, in order and without repeats"))
        return Field(sizes, missing)

    def claims(self, field: Field, rounds: int) -> Iterator[Claim]:
        if revenge := self.increasing_numbers("revenge rounds", rounds):
            yield Revenge(revenge)
        if "rover" in self._found:
            yield self.route(field)
        if turns := self.number_list("swivel"):
            try:
                yield Swivel(tuple(turns))
            except BadRequest as bad:
                self.refuse("swivel", str(bad))

    def route(self, field: Field) -> Route:
        parts = _ROVER.fullmatch(self.text("rover").strip())
        if not parts:
            self.refuse("rover", say("expected a text such as 'E19, host N19, party table 19'"))
        try:
            return Route(field.contestant(parts[1]), field.contestant(parts[2]), int(parts[3]))
        except BadRequest as bad:
            self.refuse("rover", str(bad))

    def increasing_numbers(self, key: str, most: int) -> tuple[int, ...]:
        words = self.number_list(key)
        numbers = [plain_number(word) or 0 for word in words]
        if numbers != sorted(set(numbers)) or not all(1 <= number <= most for number in numbers):
            self.refuse(key, say("expected numbers from 1 to {limit} in rising order", limit=most))
        return tuple(numbers)

    def meant(self) -> frozenset[str]:
        rules = self.number_list("meant")
        if not DECLARABLE_RULES.issuperset(rules):
            self.refuse("meant", say("expected rules out of {rules}", rules=", ".join(sorted(DECLARABLE_RULES))))
        return frozenset(rules)

    def number_list(self, key: str) -> list[str]:
        return [word.strip() for word in self.text(key).split(",")] if key in self._found else []
