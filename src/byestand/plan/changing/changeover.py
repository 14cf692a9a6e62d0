"""Instructions for changing from one movement to another before round 1, in the order in which to follow them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.plan.changing.people_changes import people_changes
from byestand.plan.choosing.candidate import Candidate
from byestand.sentences.boards import board_words
from byestand.words.numbers import join_items, ranges

Alignment = tuple[tuple[int, int], ...]
"""Tables that can keep their boards: old and new numbers."""


def changeover(now: Movement, made: Candidate) -> tuple[str, ...]:
    """Return what to do and say: tables and boards first, then people."""
    then = made.movements[0]
    boards = (*_tables(now, then, Boards(made.boards_per_round)), *_without_a_copy(then, made))
    return (*boards, *people_changes(now, made))


def kind_of_change(now: Movement, made: Candidate) -> str:
    """Return the kind of change in a few words."""
    then = made.movements[0]
    if made.has_rover and not now.rover:
        return say("Add a rover and a party table") if made.has_party_table else say("Add a rover")
    if now.rover and not then.rover and then.tables == now.tables - 1:
        return say("Remove the rover")
    if then.field.missing < now.field.missing and now.name in map(str, made.arrangement.names):
        return say("Fill the half table")
    if then.tables == now.tables:
        return say("Play with a missing pair") if then.field.missing else say("Put out the boards again")
    return _table_change(then.tables - now.tables, half=bool(then.field.missing))


def _table_change(more: int, *, half: bool) -> str:
    if more < 0:
        return say_many("Remove 1 table", "Remove {number} tables", -more)
    if half:
        return say_many("Add 1 half table", "Add {number} tables, one of them a half table", more)
    return say_many("Add 1 table", "Add {number} tables", more)


def alignment(now: Movement, then: Movement) -> Alignment:
    """Return which tables can keep their boards: as many as possible, in order, the first ones if there is a choice."""
    old, new = ([_group(m, table) for table in range(1, m.tables + 1)] for m in (now, then))
    longest = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i in range(len(old) - 1, -1, -1):
        for j in range(len(new) - 1, -1, -1):
            same = old[i] == new[j] != 0
            longest[i][j] = 1 + longest[i + 1][j + 1] if same else max(longest[i + 1][j], longest[i][j + 1])
    pairs, i, j = [], 0, 0
    while i < len(old) and j < len(new):
        if old[i] == new[j] != 0:
            pairs.append((i + 1, j + 1))
            i, j = i + 1, j + 1
        elif longest[i + 1][j] > longest[i][j + 1]:
            i += 1
        else:
            j += 1
    return tuple(pairs)


def anew(then: Movement, kept: Alignment) -> tuple[int, ...]:
    """Return the tables to board."""
    staying = {new for _, new in kept}
    return tuple(table for table in range(1, then.tables + 1) if _group(then, table) and table not in staying)


def _group(movement: Movement, table: int) -> int:
    """Return the deal group on a table at the start; 0 for a party table and for the second table of a share."""
    if movement.rover and table == movement.rover.party_table:
        return 0
    if movement.layout and min(movement.layout.sharers(table), default=table) < table:
        return 0
    return int(movement.groups[0, table - 1])


def _tables(now: Movement, then: Movement, boards: Boards) -> Iterator[str]:
    """Yield what happens to the tables: clear, renumber, board; then the bye stands."""
    kept = alignment(now, then)
    cleared = [table for table in range(1, now.tables + 1) if _group(now, table) and table not in dict(kept)]
    if cleared:
        yield say_many(
            "Take the boards off table {tables}. They are needed again.",
            "Take the boards off tables {tables}. They are needed again.",
            len(cleared),
            tables=ranges(cleared),
        )
    yield from _kept_tables(now, kept)
    pool = _Pool(now, cleared)
    for table in anew(then, kept):
        yield pool.take(_group(then, table), table, boards)
    yield from _stands(now, then, boards)
    for table in range(1, then.tables + 1):
        if then.layout and (others := then.layout.sharers(table)) and table < min(others):
            yield say("Tables {tables} share boards all session.", tables=join_items((table, *others)))


def _kept_tables(now: Movement, kept: Alignment) -> Iterator[str]:
    """Yield which tables keep their boards, and which of them get a new number."""
    same = [old for old, new in kept if old == new]
    if same == [table for table in range(1, now.tables + 1) if _group(now, table)]:
        yield say("All tables keep their boards.")
    elif same:
        yield say_many(
            "Table {tables} keeps its boards.", "Tables {tables} keep their boards.", len(same), tables=ranges(same)
        )
    moved = [(old, new) for old, new in kept if old != new]
    for _, run in groupby(moved, key=lambda pair: pair[1] - pair[0]):
        pairs = list(run)
        before, after = (ranges(numbers) for numbers in zip(*pairs, strict=True))
        yield say_many(
            "Table {before} becomes table {after}, with its boards.",
            "Tables {before} become tables {after}, with their boards.",
            len(pairs),
            before=before,
            after=after,
        )


class _Pool:
    """Boards not in use: on the bye stands and from cleared tables."""

    def __init__(self, now: Movement, cleared: Sequence[int]) -> None:
        self._known = now.deal_groups
        self._stands = [(group, n) for n, (_, groups) in enumerate(_on_stands(now), 1) for group in groups]
        self._tables = [(_group(now, table), table) for table in cleared]

    def take(self, group: int, table: int, boards: Boards) -> str:
        """Return the instruction to put a deal group on a table, and take it from the pool."""
        gaps = {"boards": board_words((group,), boards), "table": table}
        for entry in self._stands:
            if entry[0] == group:
                self._stands.remove(entry)
                return say("Put {boards} on table {table}, taken from bye stand {stand}.", stand=entry[1], **gaps)
        for entry in self._tables:
            if entry[0] == group:
                self._tables.remove(entry)
                return say("Put {boards} on table {table}, taken from table {source}.", source=entry[1], **gaps)
        if group > self._known:
            return say("Put {boards} on table {table}, newly dealt.", **gaps)
        return say("Put {boards} on table {table}, as a new copy.", **gaps)


def _on_stands(movement: Movement) -> list[tuple[int, list[int]]]:
    """Return the table next to each bye stand, and the deal groups on the stand, from the front."""
    layout = movement.layout
    stands = layout.stands if layout else ()
    return (
        [(stand.next_to_table, [copy.group for copy in layout.on_stand(stand, 1)]) for stand in stands]
        if layout
        else []
    )


def _stands(now: Movement, then: Movement, boards: Boards) -> Iterator[str]:
    """Yield the bye stands, if they change."""
    stands = _on_stands(then)
    if stands == _on_stands(now):
        return
    for number, (beside, groups) in enumerate(stands, start=1):
        gaps = {"stand": number, "table": beside, "boards": board_words(groups, boards)}
        if len(groups) > 1:
            yield say("Bye stand {stand}, next to table {table}: {boards}, in this order from the front.", **gaps)
        else:
            yield say("Bye stand {stand}, next to table {table}: {boards}.", **gaps)
    if not stands:
        yield say_many("Remove the bye stand.", "Remove the bye stands.", len(_on_stands(now)))


def _without_a_copy(then: Movement, made: Candidate) -> Iterator[str]:
    """Yield the boards missing on bye stands, if there are too few sets."""
    if made.copies.at_hand is None:
        return
    left = Counter({group: int(copies) for group, copies in enumerate(made.copies.at_hand, start=1)})
    left.subtract(filter(None, (_group(then, table) for table in range(1, then.tables + 1))))
    for number, (_, groups) in enumerate(_on_stands(then), start=1):
        missing = [group for group in groups if left[group] <= 0]
        left.subtract(groups)
        if missing:
            yield say(
                "Bye stand {stand} has no copy of {boards}. Make copies, or fetch the boards when needed.",
                boards=board_words(sorted(missing), Boards(made.boards_per_round)),
                stand=number,
            )
