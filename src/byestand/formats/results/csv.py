"""Results as rows: ``board,ns,ew,contract,declarer,result,score``, in any order of columns.

For individuals the columns are ``north,south,east,west`` instead of ``ns,ew``. Optional columns are ``section``,
``round``, ``table``, ``lead``, ``form`` and ``note``. Either the contract or the score is enough; the score has
priority.
"""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from byestand.errors import BadRequest, CannotExpress, FormatError
from byestand.formats.csv import lines
from byestand.formats.results.label_syntax import check_all_labelled, crossed_label, with_plain_numbers, without_labels
from byestand.language import say
from byestand.model.limits import MAX_CELL_CHARS
from byestand.model.line import Absent, Contract, Line
from byestand.model.movement import MAX_ROUNDS, MAX_TABLES
from byestand.sanitize import guard_cell, is_one_line, plain_number
from byestand.score import notation
from byestand.score.contract_scores import contract
from byestand.score.findings import scored_by_contract
from byestand.score.score_format import contract_text, result_text

PAIRS, PLAYERS = ("ns", "ew"), ("north", "south", "east", "west")
WRITTEN = ("contract", "declarer", "result", "score", "lead", "form", "note")
COLUMNS = ("board", *PAIRS, *PLAYERS, *WRITTEN, "section", "round", "table")
HIGHEST_BOARD = 999
MAX_LINES = 100_000

T = TypeVar("T")


def loads(text: str, *, source: str = "results", by_label: bool = False) -> tuple[Line, ...]:
    """Return the results in CSV text.

    Labels such as ``N1`` are read as numbers, unless *by_label* or unless a column also has pairs of the other line.
    """
    _check_heading(text, source)
    results = with_plain_numbers(parse_rows(text, source), source)
    if by_label or crossed_label(results):
        check_all_labelled(results, source)
        return results
    return without_labels(results)


def _check_heading(text: str, source: str) -> None:
    """Raise for a heading with an unknown column, or without a column for results."""
    line, header = next(lines(text, source, {"board"}), (1, []))
    columns = [cell.strip().lower() for cell in header]
    _seats(columns, source, line)
    check_columns(columns, COLUMNS, source, line)
    if not {"score", "contract"} & set(columns):
        reason = say(
            "expected the column {score} or the columns {contract}", score="score", contract="contract,declarer,result"
        )
        raise FormatError(source, reason, line=line)


def parse_rows(text: str, source: str) -> tuple[Line, ...]:
    """Return the results in CSV text as written; unknown columns are left out."""
    rows = lines(text, source, {"board"})
    first, header = next(rows, (1, []))
    columns = [cell.strip().lower() for cell in header]
    seats = _seats(columns, source, first)
    results: list[Line] = []
    for number, row in rows_by_column(rows, columns, source):
        if len(results) == MAX_LINES:
            raise FormatError(source, say("the file has more than {limit:,} lines", limit=MAX_LINES), line=number)
        results.append(_CsvRow(row, source, number).line(seats))
    return tuple(results)


def dumps(lines: Sequence[Line]) -> str:
    """Return results as CSV text that is read back unchanged."""
    players = any(line.is_individual for line in lines)
    if players and not all(line.is_individual for line in lines):
        raise CannotExpress(say("results of pairs and of individuals do not fit in one file"))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("section", "round", "table", "board", *(PLAYERS if players else PAIRS), *WRITTEN))
    for line in lines:
        section, *numbers = map(guard_cell, (line.section, *line.numbers))
        writer.writerow((section, line.round, line.table, line.board, *numbers, *_format_line(line)))
    return text.getvalue()


def _format_line(line: Line) -> tuple[str, ...]:
    is_absent = line.outcome is Absent.NOT_PLAYED
    score = line.score_text or (notation.NOT_PLAYED if is_absent else "")
    free = map(guard_cell, (line.lead, line.form, line.note))
    return contract_text(line), line.declarer, result_text(line), score, *free


def check_columns(columns: Sequence[str], known: Iterable[str], source: str, line: int) -> None:
    """Raise for a heading with a repeated or unknown column; columns without a name are allowed."""
    expected = tuple(known)
    for column in columns:
        if column and columns.count(column) > 1:
            raise _duplicate_column(column, source, line)
        if column and column not in expected:
            reason = say(
                "unknown column; columns are {columns}: {column!r}", columns=", ".join(expected), column=column[:40]
            )
            raise FormatError(source, reason, line=line)


def _duplicate_column(column: str, source: str, line: int) -> FormatError:
    return FormatError(source, say("column {column} appears twice", column=column), line=line)


def rows_by_column(
    rows: Iterable[tuple[int, list[str]]], columns: Sequence[str], source: str
) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the number and the cells of every row that is not blank; cells at the end may be missing."""
    for number, cells in rows:
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) > len(columns):
            reason = say("expected {expected} columns, not {count}", expected=len(columns), count=len(cells))
            raise FormatError(source, reason, line=number)
        yield number, dict.fromkeys(columns, "") | dict(zip(columns, map(str.strip, cells), strict=False))


def _seats(columns: list[str], source: str, line: int) -> tuple[str, ...]:
    if "board" not in columns:
        raise FormatError(source, say("column {column} is missing", column="board"), line=line)
    if twice := next((column for column in columns if column and columns.count(column) > 1), None):
        raise _duplicate_column(twice, source, line)
    # With both sets of columns the results are of pairs: individuals have no ns,ew.
    for seats in (PAIRS, PLAYERS):
        if set(seats) <= set(columns):
            return seats
    pairs, players = ",".join(PAIRS), ",".join(PLAYERS)
    raise FormatError(source, say("expected the columns {pairs} or {players}", pairs=pairs, players=players), line=line)


class _CsvRow:
    """One line of the file, by column."""

    def __init__(self, row: Mapping[str, str], source: str, number: int) -> None:
        self._row, self._source, self._number = row, source, number

    def line(self, seats: tuple[str, ...]) -> Line:
        """Return the result of the line."""
        numbers = tuple(self._read(seat, _number_of_contestant) for seat in seats)
        half = len(numbers) // 2
        line = Line(
            board=self._read("board", _within(HIGHEST_BOARD)),
            ns=numbers[:half],
            ew=numbers[half:],
            outcome=Absent.MISSING,
            section=self._upper("section"),
            round=self._optional("round", _within(MAX_ROUNDS)),
            table=self._optional("table", _within(MAX_TABLES)),
            form=self._text("form"),
            lead=self._upper("lead"),
            score_text=self._text("score"),
            note=self._text("note"),
            number=self._number,
        )
        return self._with_outcome(self._with_contract(line))

    def _with_contract(self, line: Line) -> Line:
        """Return a line with its contract, declarer and tricks, if given."""
        text = "".join(self._text("contract").split()).upper()
        if text in ("", notation.NOT_PLAYED):
            return line
        if text == notation.PASS:
            if self._text("result") not in ("", "=", "0"):
                raise self._fault("result", BadRequest(say("a passed-out board has no tricks")))
            return replace(line, is_passed_out=True)
        bid = self._read("contract", contract)
        scored = bool(self._text("score"))
        declarer = (
            self._optional("declarer", notation.declarer) if scored else self._read("declarer", notation.declarer)
        )
        tricks = self._tricks(bid, needed=not scored)
        return replace(line, contract=bid, declarer=declarer or "", tricks=tricks)

    def _tricks(self, bid: Contract, *, needed: bool) -> int | None:
        def read(text: str) -> int:
            return notation.tricks(text, bid)

        return self._read("result", read) if needed else self._optional("result", read)

    def _with_outcome(self, line: Line) -> Line:
        score = "".join(line.score_text.split()).upper()
        passed_over = "".join(self._text("contract").split()).upper() == notation.NOT_PLAYED
        if score == notation.NOT_PLAYED or (passed_over and not score):
            return replace(line, outcome=Absent.NOT_PLAYED)
        if score:
            return replace(line, outcome=self._read("score", notation.outcome))
        return scored_by_contract(line)

    def _text(self, column: str) -> str:
        return self._check(column, self._row.get(column, ""))

    def _upper(self, column: str) -> str:
        # some letters become two or three in upper case
        return self._check(column, self._text(column).upper())

    def _check(self, column: str, text: str) -> str:
        if len(text) > MAX_CELL_CHARS or not is_one_line(text):
            reason = say(
                "expected one line of at most {limit} characters: {text!r}", limit=MAX_CELL_CHARS, text=text[:40]
            )
            raise self._fault(column, BadRequest(reason))
        return text

    def _optional(self, column: str, reader: Callable[[str], T]) -> T | None:
        return self._read(column, reader) if self._text(column) else None

    def _read(self, column: str, reader: Callable[[str], T]) -> T:
        try:
            return reader(self._text(column))
        except BadRequest as bad:
            raise self._fault(column, bad) from bad

    def _fault(self, column: str, bad: BadRequest) -> FormatError:
        return FormatError(self._source, f"{say('column {column}', column=column)}: {bad}", line=self._number)


def _within(most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        number = plain_number(text)
        if number is None or not 1 <= number <= most:
            raise BadRequest(
                say("expected a whole number from {low} to {high}: {cell!r}", low=1, high=most, cell=text[:40])
            )
        return number

    return read


def _number_of_contestant(text: str) -> str:
    if not text:
        raise BadRequest(say("the number is missing"))
    return text
