"""What a director says went wrong, in a few words each: ``5:7=12``, ``ew:+2@4``, ``E4@5``.

Only read here, and held against the plan: what becomes of the grids is the business of `mishaps`.
"""

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from byestand.errors import BadRequest
from byestand.model.boards import Boards
from byestand.model.claims import Follow
from byestand.model.history import SeenCell
from byestand.model.movement import Grid, Movement
from byestand.model.seen import claims_seen
from byestand.model.session import EW, NS
from byestand.plan.repairs.moves import Gone, WrongBoards, WrongMove, as_moved

MOST_CAME = 4
"""More who come late are a section of their own."""

_PLACE = re.compile(r"\s*(\d{1,3})\s*:\s*(\d{1,3})\s*=(.*)", re.ASCII)
_TABLE = re.compile(r"\s*\d{1,3}\s*:\s*\d{1,3}\s*", re.ASCII)
_MOVE = re.compile(r"\s*(?:(ns|ew|all)\s*:\s*)?([+-]?\d{1,3})\s*@\s*(\d{1,3})\s*", re.ASCII | re.IGNORECASE)
_SWAP = re.compile(r"\s*(\w{0,8})\s*,\s*(\w{0,8})\s*(?:@\s*(\d{1,3})\s*)?", re.ASCII)
_BOARDS = re.compile(r"\s*(?:boards?\s*)?(\d{1,4})\s*[-–]\s*(\d{1,4})\s*|\s*boards?\s*(\d{1,4})\s*", re.ASCII)
_LINES = {"ns": NS, "ew": EW, "all": None}


@dataclass(frozen=True, slots=True)
class Mishaps:
    """Everything that was not as planned."""

    cells: tuple[SeenCell, ...] = ()
    """Tables at which something else was played, or others sat."""
    moves: tuple[WrongMove, ...] = ()
    boards_moves: tuple[WrongBoards, ...] = ()
    gone: tuple[Gone, ...] = ()
    came: int = 0
    """Pairs that nobody had counted on."""
    cards_out: bool = True
    """Whether cards have been seen in the last round; else it was only sat down for."""

    def __post_init__(self) -> None:
        if not 0 <= self.came <= MOST_CAME:
            raise BadRequest(f"up to {MOST_CAME} pairs can come late, not {self.came}")


def told(
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
    """Return what a director says happened up to round *after*; *cells* come from a file, the rest is typed."""
    last = min(after, plan.rounds)
    moves = _moves(moved, skip, plan, last)
    boards_moves = tuple(_boards_move(text, last) for text in boards_moved)
    _require_one_answer(
        "a move of the boards", ((move.after, text) for move, text in zip(boards_moves, boards_moved, strict=True))
    )
    gone = tuple(_gone(text, plan, after) for text in left)
    _require_one_answer("somebody who left", ((pair.who, text) for pair, text in zip(gone, left, strict=True)))
    by_table = _Tables(cells, *as_moved(plan, after, moves, boards_moves, gone))
    for round, table, who, text in _swapped_cells(swapped, plan, last, by_table.seats):
        by_table.tell(round, table, text, who=who)
    for text in seats:
        round, table, sat = _place(text, plan, after, "5:3=N3,E9")
        by_table.tell(round, table, text, who=_people(sat, plan, text))
    for text in boards:
        round, table, group = _place(text, plan, after, "5:7=12")
        by_table.tell(round, table, text, group=_group(group, plan, numbers, text))
    for text in cancelled:
        if not _TABLE.fullmatch(text):
            raise BadRequest(f"expected round and table, like 5:7: {text[:40]!r}")
        round, table, _ = _place(f"{text}=", plan, after, "5:7")
        by_table.tell(round, table, text, cancelled=True)
    return Mishaps(tuple(by_table.cells.values()), moves, boards_moves, gone, came, cards_out)


class _Tables:
    """What is told of single tables; what is not told of them is as everybody and all boards have moved."""

    def __init__(self, cells: Sequence[SeenCell], seats: Grid, groups: Grid) -> None:
        self.seats, self.groups = seats, groups
        self.cells = {cell[:2]: cell for cell in cells}
        self._told = {(*cell[:2], what) for cell in cells for what in ("who", "group")}

    def tell(self, round: int, table: int, text: str, **what: Any) -> None:  # noqa: ANN401 - as a cell has them
        """Note who sat at a table, or what was played there, which nobody has told yet."""
        said = {(round, table, name) for name in what} - {(round, table, "cancelled")}
        if said & self._told:
            _refuse(f"there are two answers for round {round}, table {table}: leave one of them out", text)
        self._told |= said
        who, group = self.seats[round - 1, table - 1].tolist(), int(self.groups[round - 1, table - 1])
        cell = self.cells.get((round, table), SeenCell(round, table, tuple(who), group))
        self.cells[round, table] = cell._replace(**what)


def _swapped_cells(
    swapped: Sequence[str], plan: Movement, after: int, seats: Grid
) -> Iterator[tuple[int, int, tuple[int, ...], str]]:
    """Yield round, table, who sat there and the words for it, of every table at which somebody had changed places."""
    sat, words = seats.copy(), {}
    for text in swapped:
        round, one, other = _swap(text, plan, after)
        row = sat[round - 1]
        if not ((row == one) | (row == other)).any():
            _refuse(f"neither of them had a seat in round {round}", text)
        places_of_one, places_of_other = row == one, row == other
        row[places_of_one], row[places_of_other] = other, one
        words[round] = text
    for round, text in words.items():
        for table in range(1, plan.tables + 1):
            who = tuple(sat[round - 1, table - 1].tolist())
            if list(who) != seats[round - 1, table - 1].tolist():
                yield round, table, who, text


def _swap(text: str, plan: Movement, after: int) -> tuple[int, int, int]:
    """Return the round in which two changed places, and who they are."""
    found = _SWAP.fullmatch(text)
    if not found:
        raise BadRequest(
            f"expected two who changed places, and in which round, like {_swap_example(plan)}@5: {text[:40]!r}"
        )
    if not (found[1] and found[2]):
        _refuse("say which two changed places", text)
    one, other = (plan.field.contestant(label) for label in found.groups()[:2])
    if one == other:
        _refuse("say which two changed places", text)
    round = after if found[3] is None else int(found[3])
    if plan.field.winners == 2 and plan.field.line(one) != plan.field.line(other):
        _refuse("with two winners NS and EW pairs do not change places", text)
    if not 1 <= round <= after:
        raise BadRequest(f"only what was played can be told, and that is up to round {after}: {text[:40]!r}")
    return round, one, other


def _swap_example(plan: Movement) -> str:
    return ",".join(plan.field.label(contestant) for contestant in plan.field.present[-2:])


def _place(text: str, plan: Movement, after: int, example: str) -> tuple[int, int, str]:
    found = _PLACE.fullmatch(text)
    if not found:
        raise BadRequest(f"expected round and table, like {example}: {text[:40]!r}")
    round, table, what = int(found[1]), int(found[2]), found[3].strip()
    if not 1 <= table <= plan.tables or not 1 <= round <= plan.rounds:
        raise BadRequest(f"there are {plan.rounds} rounds and {plan.tables} tables: {text[:40]!r}")
    if round > after:
        raise BadRequest(f"only what was played can be told, and that is up to round {after}: {text[:40]!r}")
    return round, table, what


def _people(words: str, plan: Movement, text: str) -> tuple[int, ...]:
    labels = [label.strip() for label in words.split(",")]
    if len(labels) != len(plan.seat_names):
        seats = ", ".join(plan.seat_names)
        raise BadRequest(f"tell who sat {seats}, with - for nobody, like 5:3={_example(plan)}: {text[:40]!r}")
    who = tuple(0 if label == "-" else plan.field.contestant(label) for label in labels)
    if plan.field.winners != 2:
        return who
    ns, ew = sorted(who) if all(who) else who
    if (ns and plan.field.line(ns) != NS) or (ew and plan.field.line(ew) != EW):
        _refuse("with two winners one pair sits NS and one EW at every table", text)
    return ns, ew


def _example(plan: Movement) -> str:
    return ",".join(plan.field.label(contestant) for contestant in plan.seats[0, 0].tolist())


def _group(words: str, plan: Movement, numbers: Boards | None, text: str) -> int:
    """Return a group by its number, or by its boards where it is known which they are."""
    found = _BOARDS.fullmatch(words.lower())
    if found and numbers is None:
        _refuse("tell the group, or how many boards make a round", text)
    if found and numbers:
        first, last = (int(found[3]),) * 2 if found[3] else (int(found[1]), int(found[2]))
        for group in range(1, plan.deal_groups + 1):
            if numbers.numbers(group) == (first, last):
                return group
        _refuse(f"these are not the boards of a round, of which there are {numbers.per_round}", text)
    if not (words.isascii() and words.isdigit() and len(words) < 4 and int(words) <= plan.deal_groups):
        _refuse(f"expected a group from 1 to {plan.deal_groups}, or 0 where nothing was played", text)
    return int(words)


def _moves(moved: Sequence[str], skip: str | None, plan: Movement, after: int) -> tuple[WrongMove, ...]:
    """Return where everybody of a line went, by what is told of it and of the skip."""
    said = [(_move(text, after), text) for text in moved]
    if skip is not None:
        said += ((move, skip) for move in _skips(skip, plan, after))
    lines = ((line, move, text) for move, text in said for line in ((NS, EW) if move.line is None else (move.line,)))
    _require_one_answer("a move", (((line, move.after), text) for line, move, text in lines))
    return tuple(move for move, _ in said)


def _require_one_answer(of: str, said: Iterable[tuple[Hashable, str]]) -> None:
    """Raise where the same is told twice: added up, two answers would be a third one."""
    told_of = set()
    for what, text in said:
        if what in told_of:
            _refuse(f"there are two answers for {of}: leave one of them out", text)
        told_of.add(what)


def _move(text: str, after: int) -> WrongMove:
    found = _MOVE.fullmatch(text)
    if not found or not found[1]:
        raise BadRequest(f"expected who went how far after which round, like ew:+2@4: {text[:40]!r}")
    return WrongMove(_LINES[found[1].lower()], int(found[2]), _over(int(found[3]), after, text))


def _boards_move(text: str, after: int) -> WrongBoards:
    found = _MOVE.fullmatch(text)
    if not found or found[1]:
        raise BadRequest(f"expected how far boards went after which round, down with a minus, like -2@4: {text[:40]!r}")
    return WrongBoards(int(found[2]), _over(int(found[3]), after, text))


def _over(round: int, after: int, text: str) -> int:
    """Return the round after which somebody moved; what came of it must have been seen."""
    if not 1 <= round < after:
        raise BadRequest(
            f"a move after round {round} is seen in the next one, and the last one seen is round {after}: {text[:40]!r}"
        )
    return round


def _skips(text: str, plan: Movement, after: int) -> tuple[WrongMove, ...]:
    """Return the moves that a skip forgotten, or made elsewhere, comes to."""
    planned = plan.skip_after
    if plan.is_individual or any(isinstance(claim, Follow) for claim in claims_seen(plan)):
        _refuse("there is no skip where EW do not go up table by table, as in a Howell", text)
    if text.strip().lower() == "forgotten":
        if planned is None:
            raise BadRequest(f"no skip is planned in this movement: {text[:40]!r}")
        if planned >= after:
            raise BadRequest(f"the skip is planned after round {planned}, which leads beyond round {after}: {text!r}")
        return (WrongMove(EW, 1, planned),)
    if not (text.strip().isascii() and text.strip().isdigit() and len(text.strip()) < 4):
        raise BadRequest(f"expected forgotten, or the round after which it was made: {text[:40]!r}")
    made = WrongMove(EW, 2, _over(int(text), after, text))
    if planned is None or not planned < after:
        return (made,)
    return (made, WrongMove(EW, 1, planned)) if planned != made.after else ()


def _gone(text: str, plan: Movement, after: int) -> Gone:
    label, at, round = text.partition("@")
    who = plan.field.contestant(label)
    if who in plan.field.missing:
        raise BadRequest(f"who was never there cannot leave: {text[:40]!r}")
    if not at:
        return Gone(who, after)
    if not (round.isascii() and round.isdigit() and len(round) < 4 and int(round) <= after):
        raise BadRequest(f"expected who left, and after which round up to {after}, like E4@5: {text[:40]!r}")
    return Gone(who, int(round))


def _refuse(reason: str, text: str) -> NoReturn:
    raise BadRequest(f"{reason}: {text[:40]!r}")
