"""What really happened: the plan as it was played, by what a director tells.

What cannot have happened is refused with the reason; what the laws cancel is cancelled, whoever says so.
"""

from collections import Counter
from collections.abc import Iterable

from byestand.errors import BadRequest
from byestand.model.history import Cell, History, SeenCell
from byestand.model.movement import Grid, Movement
from byestand.model.played import Played
from byestand.plan.repairs.moves import Gone, as_moved
from byestand.plan.repairs.telling import Mishaps
from byestand.verify.rulings import TABLES_A_COPY
from byestand.words.numbers import enumerated, in_words


def as_played(plan: Movement, after: int, mishaps: Mishaps, *, copies: int, letter: str = "") -> Played:
    """Return the rounds up to *after* as they were played: the plan, but for what is told.

    The *letter* of a section stands before the numbers of its pairs where they are named.
    """
    _require_rounds_left(plan, after, mishaps)
    if mishaps.came and plan.is_individual:
        raise BadRequest(f"pairs cannot join single players: {in_words(mishaps.came, 'pair')} came")
    seats, groups = as_seated(plan, after, mishaps)
    _require_one_place(plan, seats, letter)  # nor can anybody sit down at two tables
    seen = after if mishaps.cards_out else after - 1
    seats, groups = seats[:seen], groups[:seen]
    require_copies(seats, groups, copies)
    said = {(cell.round, cell.table) for cell in mishaps.cells if cell.cancelled}
    _require_seen(said, seen)
    before = plan.history or History(0)
    cancelled = before.cancelled | said | _played_again(seats, groups)
    left = {gone.who for gone in mishaps.gone} | {who for who, _ in before.left}
    return Played(plan, seats, groups, cancelled, frozenset(left), mishaps.came)


def as_seated(plan: Movement, after: int, mishaps: Mishaps) -> tuple[Grid, Grid]:
    """Return who sat where up to round *after*, and what lay there, whether or not it has been played."""
    seats, groups = as_moved(plan, after, mishaps.moves, mishaps.boards_moves, mishaps.gone)
    for cell in mishaps.cells:
        if cell.round > after:
            _require_planned(plan, cell, after)
            continue
        _require_there(plan, cell, mishaps.gone)
        seats[cell.round - 1, cell.table - 1] = cell.who
        groups[cell.round - 1, cell.table - 1] = cell.group
    return seats, groups


def _require_rounds_left(plan: Movement, after: int, mishaps: Mishaps) -> None:
    if after == plan.rounds and mishaps.cards_out:
        raise BadRequest(f"round {after} is the last one: nothing is left to repair")
    first, last = plan.history.after if plan.history else 0, plan.rounds - 1
    if not mishaps.cards_out:
        first, last = first + 1, last + 1
    if not first <= after <= last:
        raise BadRequest(f"there are {plan.rounds} rounds: repair after round {first} to {last}, not {after}")


def _require_planned(plan: Movement, cell: SeenCell, after: int) -> None:
    """Raise where something is told of a round that is yet to come; as planned it may stand in a file."""
    row, column = cell.round - 1, cell.table - 1
    if (*cell.who, cell.group) != (*plan.seats[row, column].tolist(), int(plan.groups[row, column])):
        raise BadRequest(f"only what was played can be told, up to round {after}, not of round {cell.round}")


def _require_there(plan: Movement, cell: SeenCell, gone: tuple[Gone, ...]) -> None:
    """Raise where somebody is said to have sat who was not there, or what was not played to be cancelled."""
    where = f"round {cell.round}, table {cell.table}"
    if strangers := [plan.field.label(who) for who in cell.who if who in plan.field.missing]:
        raise BadRequest(f"{where}: {enumerated(strangers)} cannot have sat there: missing from the beginning")
    for left in gone:
        if left.who in cell.who and cell.round > left.after:
            raise BadRequest(f"{where}: {plan.field.label(left.who)} had left after round {left.after}")
    if cell.cancelled and not (cell.group and all(cell.who)):
        raise BadRequest(f"{where}: nothing was played there that could be cancelled")


def _require_seen(cancelled: Iterable[Cell], seen: int) -> None:
    for round, table in sorted(cancelled):
        if round > seen:
            raise BadRequest(f"nothing can be cancelled where no card was seen: round {round}, table {table}")


def _require_one_place(plan: Movement, seats: Grid, letter: str) -> None:
    for round, people in enumerate(seats.tolist(), start=1):
        places: dict[int, list[int]] = {}
        for table, who in enumerate(people, start=1):
            for contestant in who:
                places.setdefault(contestant, []).append(table)
        for contestant, tables in places.items():
            if contestant and len(tables) > 1:
                where = f"at tables {enumerated(sorted(set(tables)))}" if len(set(tables)) > 1 else "twice at one table"
                raise BadRequest(
                    f"round {round}: {plan.field.label(contestant, letter)} cannot have sat {where};"
                    " tell of each table who sat there"
                )


def require_copies(seats: Grid, groups: Grid, copies: int) -> None:
    """Raise where more tables play a group in a round than can share the copies of it."""
    full = (seats > 0).all(axis=2) & (groups > 0)
    for round, (lies, plays) in enumerate(zip(groups.tolist(), full.tolist(), strict=True), start=1):
        uses = Counter(group for group, here in zip(lies, plays, strict=True) if here)
        for group, tables in uses.items():
            if tables > TABLES_A_COPY * copies:
                raise BadRequest(
                    f"round {round}: group {group} cannot be played at {tables} tables with"
                    f" {in_words(copies, 'set')} of boards, each of which two tables at most can share"
                )


def _played_again(seats: Grid, groups: Grid) -> frozenset[Cell]:
    """Return where somebody had seen the boards before: law 15B cancels them for both sides."""
    seen: set[tuple[int, int]] = set()
    found = []
    for round, (people, lies) in enumerate(zip(seats.tolist(), groups.tolist(), strict=True), start=1):
        here: set[tuple[int, int]] = set()
        for table, (who, group) in enumerate(zip(people, lies, strict=True), start=1):
            if group and all(who):
                if any((contestant, group) in seen for contestant in who):
                    found.append((round, table))
                here.update((contestant, group) for contestant in who)
        seen |= here
    return frozenset(found)
