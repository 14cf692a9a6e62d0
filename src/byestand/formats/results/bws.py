"""Results from a Bridgemate database of Bridgemate, BridgeTab or TabScore, with its rounds and players.

A result that was entered again is there several times: the last one counts. Results that are left out are reported.
Only Jet 4 (Access 2000) is supported; there was no file of Jet 3 (Access 97) to test with.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple, TypeVar, cast

from byestand.errors import BadRequest, FormatError
from byestand.formats.bws.jet4 import open_database
from byestand.formats.bws.jet4_rows import Value
from byestand.formats.bws.reader import Reader, SectionRow, heads_in, meetings_in, movement_in, players_in, reader_of
from byestand.formats.document import Chair
from byestand.formats.individual_rounds import turns_in_a_round
from byestand.formats.results.contestant_labels import SessionResultFile, StartingSeats, seats_of
from byestand.language import say
from byestand.model.line import Absent, Line
from byestand.model.people import Person
from byestand.sanitize import is_one_line
from byestand.score import notation
from byestand.score.contestants import Winners, infer_winners
from byestand.score.contract_scores import contract
from byestand.score.findings import ResultFinding, found_at, scored_by_contract
from byestand.score.schedule import Schedule, ScheduledPlay

REQUIRED_COLUMNS = ("Section", "Table", "Round", "Board", "PairNS", "PairEW", "NS/EW", "Contract", "Result", "LeadCard")
OPTIONAL = ("Remarks", "Erased", "South", "West", "DateLog", "ID")
NOT_PLAYED = "not played"
_SHARES = re.compile(r"(\d{1,3})%\s*[-/]\s*(\d{1,3})%")
_AVERAGES = ("60", "50", "40")
_NUMBERS = {"Table": 255, "Round": 255, "Board": 999, "PairNS": 9_999, "PairEW": 9_999, "South": 9_999, "West": 9_999}
"""The highest value of each number."""

T = TypeVar("T")


def loads(data: bytes, *, source: str = "bws data") -> SessionResultFile:
    """Return the results in a database."""
    reader = reader_of(open_database(data, source))
    heads = heads_in(reader)
    meetings = _Meetings.from_file(reader, heads)
    rows = list(_rows(reader, heads, meetings.turns))
    counted = {row.place: row.nth for row in rows if not row.is_erased}
    findings: list[ResultFinding] = []
    lines = []
    for row in rows:
        if row.is_erased:
            text = say("an erased result is left out: {result!r}", result=row.summary)
            findings.append(found_at(row.without_result, "erased result", text, "warning"))
        elif counted[row.place] != row.nth:
            text = say("a corrected result is left out, the last entry counts: {result!r}", result=row.summary)
            findings.append(found_at(row.without_result, "corrected result", text, "warning"))
        else:
            lines.append(row.line())
            findings += row.doubts(lines[-1])
    schedules, seated = _rounds(heads, meetings, lines)
    day = max((row.day for row in rows if row.day), default=None)
    return SessionResultFile(tuple(lines), schedules, seated, (*meetings.findings, *findings), day)


def _rows(reader: Reader, heads: Mapping[int, SectionRow], turns: Mapping[int, int]) -> Iterator["_ReceivedRow"]:
    """Yield the results in the order of entry."""
    rows = [
        dict(zip((*REQUIRED_COLUMNS, *OPTIONAL), row, strict=True))
        for row in reader.rows("ReceivedData", REQUIRED_COLUMNS, OPTIONAL)
    ]
    # Rows are stored in the order of entry, unless the file was compacted.
    rows.sort(key=lambda row: row["ID"] if isinstance(row["ID"], int) else 0)
    for nth, row in enumerate(rows, start=1):
        head = heads.get(row["Section"]) if isinstance(row["Section"], int) else None
        if head is None:
            place = say("ReceivedData, result {number}", number=nth)
            raise reader.fault(place, say("unknown section: {letter!r}", letter=row["Section"]))
        yield _ReceivedRow(reader, head, nth, row, turns.get(head.ident, 1))


class _Place(NamedTuple):
    """The place of a single result."""

    section: str
    table: int
    round: int
    board: int


class _ReceivedRow:
    """One row of the table of results."""

    def __init__(self, reader: Reader, head: SectionRow, nth: int, row: Mapping[str, Value], turns: int) -> None:
        self._reader, self._head, self.nth, self._row, self._turns = reader, head, nth, row, turns
        self.is_erased = bool(row["Erased"])
        self.place = _Place(head.letter, self._number("Table"), self._number("Round"), self._number("Board"))
        logged = row["DateLog"]
        self.day = logged.date() if isinstance(logged, datetime) else None

    @property
    def summary(self) -> str:
        """The entries of the row, for a message."""
        entries = (self._text(column) for column in ("Contract", "NS/EW", "Result", "Remarks"))
        return " ".join(filter(None, entries))

    @property
    def without_result(self) -> Line:
        """The line without its result."""
        alone = self._row["South"] is not None or self._row["West"] is not None
        seats = ("PairNS", "South", "PairEW", "West") if alone else ("PairNS", "PairEW")
        numbers = tuple(str(self._number(seat)) for seat in seats)
        half = len(numbers) // 2
        return Line(
            board=self.place.board,
            ns=numbers[:half],
            ew=numbers[half:],
            outcome=Absent.MISSING,
            section=self.place.section,
            round=_round_of(self.place.round, self._turns),
            table=self.place.table,
            number=self.nth,
        )

    def line(self) -> Line:
        """Return the result; an adjusted score has priority over the contract."""
        lead = "".join(self._text("LeadCard").split()).upper()
        line = self._with_contract(replace(self.without_result, lead=lead))
        remark = self._text("Remarks")
        if remark.lower() == NOT_PLAYED:
            return replace(line, outcome=Absent.NOT_PLAYED)
        if shares := _SHARES.fullmatch(remark):
            score = _format_adjusted(shares)
            return replace(line, outcome=self._read("Remarks", lambda _: notation.outcome(score)), score_text=score)
        return scored_by_contract(line)

    def doubts(self, line: Line) -> Iterator[ResultFinding]:
        """Yield a finding for an unknown remark."""
        remark = self._text("Remarks")
        if remark and remark.lower() != NOT_PLAYED and not _SHARES.fullmatch(remark):
            text = say("unknown remark, which is ignored: {remark!r}", remark=remark)
            yield found_at(line, "unknown remark", text, "warning")

    def _with_contract(self, line: Line) -> Line:
        bid = "".join(self._text("Contract").split()).upper()
        if not bid:
            return line
        if bid == notation.PASS:
            return replace(line, is_passed_out=True)
        called = self._read("Contract", contract)
        declarer = self._read("NS/EW", notation.declarer)
        tricks = self._read("Result", lambda text: notation.tricks(text, called))
        return replace(line, contract=called, declarer=declarer, tricks=tricks)

    def _number(self, column: str) -> int:
        value, most = self._row[column], _NUMBERS[column]
        if not isinstance(value, int) or not 1 <= value <= most:
            reason = say("expected a whole number from {low} to {high}: {cell!r}", low=1, high=most, cell=value)
            raise self._fault(column, BadRequest(reason))
        return value

    def _text(self, column: str) -> str:
        value = self._row[column]
        text = value.strip() if isinstance(value, str) else ""
        if not is_one_line(text):
            raise self._fault(column, BadRequest(say("expected one line of text: {text!r}", text=text[:40])))
        return text

    def _read(self, column: str, reader: Callable[[str], T]) -> T:
        try:
            return reader(self._text(column))
        except BadRequest as bad:
            raise self._fault(column, bad) from bad

    def _fault(self, column: str, bad: BadRequest) -> FormatError:
        place = say(
            "ReceivedData, section {section}, table {table}, round {round}, board {board}",
            section=self._head.letter,
            table=self._row["Table"],
            round=self._row["Round"],
            board=self._row["Board"],
        )
        return self._reader.fault(place, f"{say('column {column}', column=column)}: {bad}")


def _format_adjusted(shares: re.Match[str]) -> str:
    """Return an adjusted score in the notation of the CSV format: 60%, 50% and 40% are averages.

    >>> [_format_adjusted(_SHARES.fullmatch(text)) for text in ("60%-40%", "55%-45%")]
    ['A6040', '55%/45%']
    """
    ns, ew = shares.groups()
    return f"A{ns}{ew}" if {ns, ew} <= set(_AVERAGES) else f"{ns}%/{ew}%"


class _Meetings(NamedTuple):
    """The scheduled meetings by section, and the number of file rounds per round of the movement."""

    seats: Mapping[int, Mapping[tuple[int, int], tuple[int, ...]]]
    turns: Mapping[int, int]
    players: Mapping[int, Mapping[Chair, Person]]
    findings: tuple[ResultFinding, ...] = ()

    @classmethod
    def from_file(cls, reader: Reader, heads: Mapping[int, SectionRow]) -> "_Meetings":
        """Return the meetings in the file; an empty value with a finding if they cannot be read."""
        try:
            seats = meetings_in(reader, heads)
            players = _name_players(reader, players_in(reader, heads))
        except FormatError as fault:
            text = f"{say('the results are not checked against the movement')}: {fault.reason}"
            return cls({}, {}, {}, (ResultFinding("no movement", text, "warning"),))
        return cls(seats, {ident: _turns(reader, heads[ident], own) for ident, own in seats.items()}, players)


def _turns(reader: Reader, head: SectionRow, meetings: Mapping[tuple[int, int], tuple[int, ...]]) -> int:
    """Return the number of file rounds per round: with seat changes after each board every board is a round."""
    try:
        movement, boards = movement_in(reader, head, meetings)
    except (FormatError, BadRequest):
        return 1
    return len(turns_in_a_round(movement, boards)) or 1


def _round_of(round: int, turns: int) -> int:
    return -(-round // turns)


def _rounds(
    heads: Mapping[int, SectionRow], meetings: _Meetings, lines: Sequence[Line]
) -> tuple[tuple[Schedule, ...], StartingSeats]:
    """Return the schedules and the contestants in round 1, as far as the file has them."""
    seated: StartingSeats = {}
    schedules = []
    for ident, seats in sorted(meetings.seats.items()):
        head = heads[ident]
        plays = tuple(_plays(head, seats, meetings.turns[ident]))
        own = [line for line in lines if line.section == head.letter]
        if plays:
            winners = head.lines if head.lines in (1, 2) and len(plays[0].ns) == 1 else infer_winners(own)
            schedules.append(Schedule(head.letter, plays, cast("Winners", winners)))
        first = {table: numbers[:-2] for (round, table), numbers in seats.items() if round == 1}
        seated = {**seated, **seats_of(head.letter, first, meetings.players[ident])}
    return tuple(schedules), seated


def _plays(
    head: SectionRow, meetings: Mapping[tuple[int, int], tuple[int, ...]], turns: int
) -> Iterator[ScheduledPlay]:
    """Yield every scheduled board of two pairs that are present."""
    absent_ns, absent_ew = _absent(head, meetings.values())
    for (round, table), (*seats, low, high) in sorted(meetings.items()):
        half = len(seats) // 2
        ns, ew = seats[:half], seats[half:]
        if not (all(seats) and low) or absent_ns in ns or absent_ew in ew:
            continue
        for board in range(low, high + 1):
            yield ScheduledPlay(board, tuple(map(str, ns)), tuple(map(str, ew)), _round_of(round, turns), table)


def _absent(head: SectionRow, rows: Iterable[tuple[int, ...]]) -> tuple[int, int]:
    """Return the missing NS and EW numbers; 0 is none. With two winners only one of them is missing."""
    pair = abs(head.missing)
    if head.lines != 2:
        return pair, pair
    is_ew = head.missing < 0 or not any(row[0] == pair for row in rows)
    return (0, pair) if is_ew else (pair, 0)


def _name_players(reader: Reader, players: dict[int, dict[Chair, Person]]) -> dict[int, dict[Chair, Person]]:
    """Return the players with names added from the member list of the file, by number."""
    if "PlayerNames" not in reader.pages:
        return players
    members: dict[str, str] = {}
    for ident, name, letters in reader.rows("PlayerNames", ("ID", "Name"), ("strID",)):
        for number in (letters, ident):
            if number not in (None, "", 0) and isinstance(name, str):
                members.setdefault(str(number).strip(), name.strip())

    def named(who: Person) -> Person:
        return who if who.name else Person(members.get(who.number, ""), who.number)

    return {ident: {chair: named(who) for chair, who in own.items()} for ident, own in players.items()}
