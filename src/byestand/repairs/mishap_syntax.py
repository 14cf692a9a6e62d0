"""The syntax of problem reports: ``5:7=12``, ``ew:+2@4``, ``E4@5``.

Reports are parsed and checked against the plan here; `reconstruction` applies them to the schedule.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.boards import Boards
from byestand.model.history import SeenCell
from byestand.model.movement import Grid, Movement
from byestand.model.session import EW, NS
from byestand.repairs.move_syntax import MAX_QUOTED_CHARS, first_duplicate, parse_boards_move, parse_moves
from byestand.repairs.wrong_moves import PairLeft, WrongBoards, WrongMove, apply_wrong_moves
from byestand.words.seats import seat_text

MAX_LATE_PAIRS = 4
"""More late pairs need a section of their own."""

_PLACE = re.compile(r"\s*(\d{1,3})\s*:\s*(\d{1,3})\s*=(.*)", re.ASCII)
_TABLE = re.compile(r"\s*\d{1,3}\s*:\s*\d{1,3}\s*", re.ASCII)
_SWAP = re.compile(r"\s*(\w{0,8})\s*,\s*(\w{0,8})\s*(?:@\s*(\d{1,3})\s*)?", re.ASCII)
_BOARDS = re.compile(r"\s*(?:boards?\s*)?(\d{1,4})\s*[-–]\s*(\d{1,4})\s*|\s*boards?\s*(\d{1,4})\s*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Mishaps:
    """Everything that was not as planned."""

    cells: tuple[SeenCell, ...] = ()
    """Tables with other boards or other pairs than planned."""
    moves: tuple[WrongMove, ...] = ()
    boards_moves: tuple[WrongBoards, ...] = ()
    departures: tuple[PairLeft, ...] = ()
    late_pairs: int = 0
    """The number of late pairs."""
    cards_out: bool = True
    """Whether players have looked at the cards of the last round."""

    def __post_init__(self) -> None:
        if not 0 <= self.late_pairs <= MAX_LATE_PAIRS:
            raise BadRequest(
                say("number of late pairs must be 0 to {most}, not {pairs}", most=MAX_LATE_PAIRS, pairs=self.late_pairs)
            )


def parse_mishaps(
    plan: Movement,
    after: int,
    *,
    cells: Sequence[SeenCell] = (),
    boards: Sequence[str] = (),
    seats: Sequence[str] = (),
    swapped: Sequence[str] = (),
    cancelled: Sequence[str] = (),
    moved: Sequence[str] = (),
    boards_moved: Sequence[str] = (),
    skip: str | None = None,
    left: Sequence[str] = (),
    came: int = 0,
    cards_out: bool = True,
    numbers: Boards | None = None,
) -> Mishaps:
    """Return the problems up to round *after*; *cells* come from a file, the rest is typed."""
    last = min(after, plan.rounds)
    moves = parse_moves(moved, skip, plan, last)
    boards_moves = tuple(parse_boards_move(text, last) for text in boards_moved)
    if text := first_duplicate((move.after, text) for move, text in zip(boards_moves, boards_moved, strict=True)):
        raise BadRequest(say("two board moves after one round; remove one: {text!r}", text=text))
    gone = tuple(_parse_departures(text, plan, after) for text in left)
    if text := first_duplicate((pair.contestant, text) for pair, text in zip(gone, left, strict=True)):
        raise BadRequest(say("this pair leaves twice; remove one: {text!r}", text=text))
    by_table = _Tables(cells, *apply_wrong_moves(plan, after, moves, boards_moves, gone))
    for round, table, who, text in _swapped_cells(swapped, plan, last, by_table.seats):
        by_table.add(round, table, text, contestants=who)
    for text in seats:
        round, table, sat = _place(text, plan, after, "5:3=N3,E9")
        by_table.add(round, table, text, contestants=_people(sat, plan, text))
    for text in boards:
        round, table, group = _place(text, plan, after, "5:7=12")
        by_table.add(round, table, text, group=_group(group, plan, numbers, text))
    for text in cancelled:
        if not _TABLE.fullmatch(text):
            raise _syntax_error("5:7", text)
        round, table, _ = _place(f"{text}=", plan, after, "5:7")
        by_table.add(round, table, text, cancelled=True)
    return Mishaps(tuple(by_table.cells.values()), moves, boards_moves, gone, came, cards_out)


class _Tables:
    """Reports about single tables; everything else is as all pairs and boards have moved."""

    def __init__(self, cells: Sequence[SeenCell], seats: Grid, groups: Grid) -> None:
        self.seats, self.groups = seats, groups
        self.cells = {cell[:2]: cell for cell in cells}
        self._reported = {(*cell[:2], what) for cell in cells for what in ("contestants", "group")}

    def add(
        self,
        round: int,
        table: int,
        text: str,
        *,
        contestants: tuple[int, ...] | None = None,
        group: int | None = None,
        cancelled: bool = False,
    ) -> None:
        """Record who sat at a table, or what was played there; raise if it is given twice."""
        parts = {name: part for name, part in (("contestants", contestants), ("group", group)) if part is not None}
        keys = {(round, table, name) for name in parts}
        if keys & self._reported:
            raise BadRequest(
                say(
                    "round {round}, table {table} is given twice; remove one: {text!r}",
                    round=round,
                    table=table,
                    text=text[:MAX_QUOTED_CHARS],
                )
            )
        self._reported |= keys
        planned = tuple(self.seats[round - 1, table - 1].tolist()), int(self.groups[round - 1, table - 1])
        cell = self.cells.get((round, table), SeenCell(round, table, *planned))
        self.cells[round, table] = cell._replace(
            contestants=cell.contestants if contestants is None else contestants,
            group=cell.group if group is None else group,
            cancelled=cell.cancelled or cancelled,
        )


def _swapped_cells(
    swapped: Sequence[str], plan: Movement, after: int, seats: Grid
) -> Iterator[tuple[int, int, tuple[int, ...], str]]:
    """Yield round, table, contestants and report for every table with exchanged contestants."""
    sat, texts = seats.copy(), {}
    for text in swapped:
        round, a, b = _swap(text, plan, after)
        row = sat[round - 1]
        if not ((row == a) | (row == b)).any():
            raise BadRequest(
                say("neither of them had a seat in round {round}: {text!r}", round=round, text=text[:MAX_QUOTED_CHARS])
            )
        places_of_a, places_of_b = row == a, row == b
        row[places_of_a], row[places_of_b] = b, a
        texts[round] = text
    for round, text in texts.items():
        for table in range(1, plan.tables + 1):
            who = tuple(sat[round - 1, table - 1].tolist())
            if list(who) != seats[round - 1, table - 1].tolist():
                yield round, table, who, text


def _swap(text: str, plan: Movement, after: int) -> tuple[int, int, int]:
    """Return the round in which two contestants exchanged places, and the two."""
    match, quoted = _SWAP.fullmatch(text), text[:MAX_QUOTED_CHARS]
    if not match:
        example = ",".join(plan.field.label(contestant) for contestant in plan.field.present[-2:])
        raise BadRequest(
            say("expected two pairs and the round, such as {example}@5: {text!r}", example=example, text=quoted)
        )
    if not (match[1] and match[2]):
        raise BadRequest(say("enter the two that exchanged places: {text!r}", text=quoted))
    a, b = (plan.field.contestant(label) for label in match.groups()[:2])
    if a == b:
        raise BadRequest(say("enter the two that exchanged places: {text!r}", text=quoted))
    round = after if match[3] is None else int(match[3])
    if plan.field.winners == 2 and plan.field.line(a) != plan.field.line(b):
        raise BadRequest(say("with two winners NS and EW pairs do not exchange places: {text!r}", text=quoted))
    if not 1 <= round <= after:
        raise _not_played_error(after, text)
    return round, a, b


def _place(text: str, plan: Movement, after: int, example: str) -> tuple[int, int, str]:
    match = _PLACE.fullmatch(text)
    if not match:
        raise _syntax_error(example, text)
    round, table, value = int(match[1]), int(match[2]), match[3].strip()
    if not 1 <= table <= plan.tables or not 1 <= round <= plan.rounds:
        raise BadRequest(
            say(
                "rounds are 1 to {rounds}, tables 1 to {tables}: {text!r}",
                rounds=plan.rounds,
                tables=plan.tables,
                text=text[:MAX_QUOTED_CHARS],
            )
        )
    if round > after:
        raise _not_played_error(after, text)
    return round, table, value


def _people(value: str, plan: Movement, text: str) -> tuple[int, ...]:
    labels = [label.strip() for label in value.split(",")]
    if len(labels) != len(plan.seat_names):
        raise BadRequest(
            say(
                "give the pairs at {seats} (- for an empty seat), such as 5:3={example}: {text!r}",
                seats=", ".join(map(seat_text, plan.seat_names)),
                example=",".join(plan.field.label(contestant) for contestant in plan.seats[0, 0].tolist()),
                text=text[:MAX_QUOTED_CHARS],
            )
        )
    who = tuple(0 if label == "-" else plan.field.contestant(label) for label in labels)
    if plan.field.winners != 2:
        return who
    ns, ew = sorted(who) if all(who) else who
    if (ns and plan.field.line(ns) != NS) or (ew and plan.field.line(ew) != EW):
        raise BadRequest(
            say("with two winners each table has one NS and one EW pair: {text!r}", text=text[:MAX_QUOTED_CHARS])
        )
    return ns, ew


def _group(value: str, plan: Movement, numbers: Boards | None, text: str) -> int:
    """Return a deal group by its number, or by its boards if board numbers are known."""
    match, quoted = _BOARDS.fullmatch(value.lower()), text[:MAX_QUOTED_CHARS]
    if match and numbers is None:
        raise BadRequest(say("give the deal group, or set the boards per round: {text!r}", text=quoted))
    if match and numbers:
        first, last = (int(match[3]),) * 2 if match[3] else (int(match[1]), int(match[2]))
        for group in range(1, plan.deal_groups + 1):
            if numbers.numbers(group) == (first, last):
                return group
        raise BadRequest(
            say("these are not the {count} boards of one round: {text!r}", count=numbers.per_round, text=quoted)
        )
    if not (value.isascii() and value.isdigit() and len(value) < 4 and int(value) <= plan.deal_groups):
        raise BadRequest(
            say(
                "deal group must be 1 to {groups}, or 0 if nothing was played: {text!r}",
                groups=plan.deal_groups,
                text=quoted,
            )
        )
    return int(value)


def _parse_departures(text: str, plan: Movement, after: int) -> PairLeft:
    label, at, round = text.partition("@")
    who = plan.field.contestant(label)
    if who in plan.field.missing:
        raise BadRequest(
            say("this pair was missing from the start and cannot leave: {text!r}", text=text[:MAX_QUOTED_CHARS])
        )
    if not at:
        return PairLeft(who, after)
    if not (round.isascii() and round.isdigit() and len(round) < 4 and int(round) <= after):
        raise BadRequest(
            say(
                "expected a pair and a round up to {after}, such as E4@5: {text!r}",
                after=after,
                text=text[:MAX_QUOTED_CHARS],
            )
        )
    return PairLeft(who, int(round))


def _syntax_error(example: str, text: str) -> BadRequest:
    """Return the error for a report that does not begin with round and table."""
    return BadRequest(
        say("expected ROUND:TABLE, such as {example}: {text!r}", example=example, text=text[:MAX_QUOTED_CHARS])
    )


def _not_played_error(after: int, text: str) -> BadRequest:
    """Return the error for a report about a round that was not played."""
    return BadRequest(
        say(
            "this round has not been played; the last round played is {after}: {text!r}",
            after=after,
            text=text[:MAX_QUOTED_CHARS],
        )
    )
