"""What lies before a director who types results: a traveller, all lines of a board; or a slip, all boards of a table.

The movement says who plays whom. A line that cannot be is refused, and the others are taken.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from byestand.errors import BadRequest, NotFound
from byestand.model.line import Absent, Line
from byestand.score.against import Play, Ruling, Schedule
from byestand.score.contestants import contestants
from byestand.score.findings import looked_over, played_twice
from byestand.score.ranking import natural
from byestand.score.written import outcome_text
from byestand.server.asking import Asked
from byestand.server.results.evening import Evening, in_order
from byestand.server.results.progress import boards_of, lines_by_play
from byestand.server.results.typed import line_typed, shown

AGAIN = ('"', "''")
"""The same as in the line above."""
ANOTHER = "other-new"
"""The field for a line that nobody planned."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a sheet."""

    field: str
    """The name of its field."""
    bare: Line
    """Which one it is, and who was to play it; of a line that nobody planned nobody is known."""
    at: int | None
    """Where its line is among those of the night; None where there is none yet."""
    line: Line | None
    """What is kept of it."""
    ruling: Ruling | None = None
    """Why the director decides what it is worth; None where a score from the table is expected."""
    is_cancelled: bool = False
    """Whether a score is kept of it that does not count."""

    @property
    def is_to_confirm(self) -> bool:
        """Whether the director has not decided yet what it is worth."""
        return self.ruling is not None and (self.line is None or self.is_cancelled)

    @property
    def is_planned(self) -> bool:
        """Whether the movement has it."""
        return all(self.bare.numbers)

    @property
    def text(self) -> str:
        """What stands in its field, as it is kept."""
        return shown(self.line, self.bare if self.is_planned else None) if self.line else ""


@dataclass(frozen=True, eq=False)
class Sheet:
    """A traveller or a slip."""

    schedule: Schedule
    board: int | None
    """Of a traveller."""
    round: int = 0
    table: int = 0
    """Of a slip."""
    rows: tuple[Row, ...] = ()

    @property
    def asked(self) -> dict[str, object]:
        """The sheet as the words of its address."""
        where = {"board": self.board} if self.board is not None else {"round": self.round, "table": self.table}
        return {"section": self.schedule.letter or None, **where}

    @property
    def seen(self) -> str:
        """A word that is another one as soon as something on it is."""
        said = [(row.field, row.bare, row.line) for row in self.rows]
        return sha256(repr(said).encode()).hexdigest()[:16]

    @property
    def first_empty(self) -> str:
        """The field to go on with; nothing where all lines are there."""
        return next((row.field for row in self.rows if row.is_planned and not row.line and not row.ruling), "")


@dataclass(frozen=True, slots=True)
class Typed:
    """What became of what was typed on a sheet."""

    lines: tuple[Line, ...]
    """All of the night, as they are now."""
    changed: bool
    refused: Mapping[str, str]
    """Why some lines were not taken, by their fields."""
    lost: tuple[str, ...]
    """What was typed in lines that are no longer on the sheet."""


def schedule_asked(evening: Evening, asked: Asked) -> Schedule:
    """Return the section that is asked for, or the first."""
    letter = asked.text("section", evening.schedules[0].letter).upper()
    found = next((schedule for schedule in evening.schedules if schedule.letter == letter), None)
    if found is None:
        raise NotFound(f"there is no such section in this night: {letter[:40]!r}")
    return found


def sheet_asked(evening: Evening, asked: Asked) -> Sheet:
    """Return the sheet that is asked for; where none is, the traveller of the first board with lines to come."""
    schedule = schedule_asked(evening, asked)
    board, round, table = (asked.number(word) for word in ("board", "round", "table"))
    if board is None and (round is not None or table is not None):
        return _slip(evening, schedule, round or 1, table)
    boards = boards_of(evening, schedule)
    if board is None:
        to_come = (number for number, (there, planned) in boards.items() if there < planned)
        board = next(to_come, min(boards, default=1))
    if board not in boards:
        raise NotFound(f"nobody plays this board here: {board}")
    plays = sorted((play for play in schedule.plays if play.board == board), key=_by_number)
    return Sheet(schedule, board, rows=(*_rows(evening, schedule, plays), *_others(evening, schedule, board)))


def _slip(evening: Evening, schedule: Schedule, round: int, table: int | None) -> Sheet:
    tables = sorted({play.table for play in schedule.plays if play.round == round})
    if not tables or (table is not None and table not in tables):
        raise NotFound(f"nobody plays there: round {round}{f', table {table}' if table else ''}")
    table = table or tables[0]
    plays = sorted(play for play in schedule.plays if (play.round, play.table) == (round, table))
    return Sheet(schedule, None, round, table, _rows(evening, schedule, plays))


def _by_number(play: Play) -> tuple[object, ...]:
    return tuple(map(natural, (*play.ns, *play.ew)))


def _rows(evening: Evening, schedule: Schedule, plays: Sequence[Play]) -> tuple[Row, ...]:
    kept = lines_by_play(evening, schedule)
    found = []
    for play in plays:
        bare = Line(play.board, play.ns, play.ew, Absent.MISSING, schedule.letter, play.round, play.table)
        at = kept.get(play)
        line = None if at is None else evening.lines[at]
        cancelled = line is not None and not play.counts(line)
        found.append(Row(f"at-{play.round}-{play.table}-{play.board}", bare, at, line, play.ruling, cancelled))
    return tuple(found)


def _others(evening: Evening, schedule: Schedule, board: int) -> Iterator[Row]:
    """Yield the lines of a board that nobody planned, and a field for one more."""
    planned = set(lines_by_play(evening, schedule).values())
    nobody = ("",) * len(schedule.plays[0].ns) if schedule.plays else ("",)
    bare = Line(board, nobody, nobody, Absent.MISSING, schedule.letter)
    here = [at for at, line in enumerate(evening.lines) if (line.section, line.board) == (schedule.letter, board)]
    for number, at in enumerate((at for at in here if at not in planned), start=1):
        line = evening.lines[at]
        yield Row(f"other-{number}", replace(bare, round=line.round, table=line.table), at, line)
    yield Row(ANOTHER, bare, None, None)


def typed_on(evening: Evening, sheet: Sheet, fields: Mapping[str, str]) -> Typed:
    """Return what becomes of a night by what was typed on a sheet; fields that were not sent stay as they are."""
    refused: dict[str, str] = {}
    new: dict[str, Line | None] = {}
    above = ""
    for row in sheet.rows:
        text = fields.get(row.field, row.text).strip()
        try:
            found = row.line if text == row.text else _read(sheet.schedule, row, text, above)
        except BadRequest as no:
            refused[row.field] = str(no)
            continue
        above = shown(found, found) if found else ""
        if found != row.line:
            new[row.field] = found
    lines = _without_replays(evening, sheet, new, refused)
    known = {row.field for row in sheet.rows}
    lost = tuple(text for field, text in fields.items() if field not in known and text.strip())
    return Typed(lines, bool(set(new) - set(refused)), refused, lost)


def _read(schedule: Schedule, row: Row, text: str, above: str) -> Line | None:
    """Return a line as it was typed; None where nothing was."""
    if not text:
        return None
    if text in AGAIN and not above:
        raise BadRequest("there is no line above to repeat")
    line = line_typed(above if text in AGAIN else text, row.bare)
    _require_known(schedule, line)
    _require_possible(row, line)
    if any(finding.rule == "impossible score" for finding in looked_over([line])[1]):
        raise BadRequest(f"no contract scores that on board {line.board}: {text[:40]!r}")
    return line


def _require_possible(row: Row, line: Line) -> None:
    """Refuse a score from the table where nothing that was played counts, or where one of the two had left."""
    if not row.ruling or not line.has_score:
        return
    where, like = f"round {row.bare.round}, table {row.bare.table}", outcome_text(row.ruling.proposed)
    if row.ruling.reason == "cancelled":
        raise BadRequest(f"{where} is cancelled: type what both sides get, like {like}")
    if row.ruling.reason == "sit-out" and line.numbers == row.bare.numbers:
        raise BadRequest(f"in {where} nobody played: type what both sides get, like {like}")


def _require_known(schedule: Schedule, line: Line) -> None:
    """Refuse numbers that nobody has."""
    two = schedule.winners == 2
    for side, numbers in (("NS", line.ns), ("EW", line.ew)):
        known = {
            number
            for play in schedule.plays
            for number in ((play.ns if side == "NS" else play.ew) if two else (*play.ns, *play.ew))
        }
        if stranger := next((number for number in numbers if number not in known), None):
            raise BadRequest(f"there is no {side[0] if two else 'number '}{stranger} in this movement")
    if not two and len(set(line.numbers)) < len(line.numbers):
        raise BadRequest("nobody plays against himself, or with himself")


def _without_replays(
    evening: Evening, sheet: Sheet, new: Mapping[str, Line | None], refused: dict[str, str]
) -> tuple[Line, ...]:
    """Return all lines with the new ones; whoever would have a board twice is refused, and the old line stays."""
    who = contestants([*evening.lines, *(line for line in new.values() if line)], evening.winners)
    while True:
        taken = [row for row in sheet.rows if row.field in new and row.field not in refused]
        gone = {row.at for row in taken}
        lines = [line for at, line in enumerate(evening.lines) if at not in gone]
        for row in taken:
            line = new[row.field]
            if line is None:
                continue
            others = [other for other in lines if (other.section, other.board) == (line.section, line.board)]
            before, after = (list(played_twice(some, who)) for some in (others, [*others, line]))
            if len(after) > len(before):
                refused[row.field] = after[-1].sentence
                break  # its old line is there again, so that all are looked at anew
            lines.append(line)
        else:
            return in_order(lines)
