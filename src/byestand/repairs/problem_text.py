"""Sentences about problems in play: "Table 7 played boards 23-24 in round 5, not 21-22."."""

from collections.abc import Iterator

from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.history import SeenCell
from byestand.model.movement import Movement
from byestand.model.session import EW, NS
from byestand.sentences.boards import board_range, board_words
from byestand.words.numbers import join_items
from byestand.words.seats import seat_text

_SIDES = {NS: "NS", EW: "EW"}


def table_words(plan: Movement, cell: SeenCell, boards: Boards | None, letter: str = "") -> Iterator[str]:
    """Yield what was different at a table: its boards, who sat there, whether the result counts."""
    round, table = cell.round, cell.table
    planned = int(plan.groups[round - 1, table - 1])
    if cell.group != planned:
        yield _boards_played(cell, planned, boards)
    if list(cell.contestants) != plan.seats[round - 1, table - 1].tolist():
        labels = [plan.field.label(who, letter) for who in cell.contestants if who]
        if labels:
            yield say(
                "{people} sat at table {table} in round {round}.", people=join_items(labels), table=table, round=round
            )
        else:
            yield say("Table {table} was empty in round {round}.", table=table, round=round)
    if cell.cancelled:
        yield say("The result of table {table} in round {round} is cancelled.", table=table, round=round)


def _boards_played(cell: SeenCell, planned: int, boards: Boards | None) -> str:
    round, table = cell.round, cell.table
    if not cell.group:
        return say("Table {table} did not play in round {round}.", table=table, round=round)
    played = board_words((cell.group,), boards)
    if not planned:
        return say("Table {table} played {boards} in round {round}.", table=table, boards=played, round=round)
    return say(
        "Table {table} played {boards} in round {round}, not {planned}.",
        table=table,
        boards=played,
        round=round,
        planned=board_range(planned, boards),
    )


def move_words(line: int | None, by: int, after: int) -> str:
    """Return the wrong move of a direction, or of all pairs.

    >>> move_words(EW, 2, 3), move_words(NS, 0, 4)
    ('After round 3 EW moved up 2 tables.', 'After round 4 NS stayed.')
    """
    if line is None:
        return _all_moved(by, after)
    side = seat_text(_SIDES[line])
    if not by:
        return say("After round {after} {side} stayed.", after=after, side=side)
    if by < 0:
        return say_many(
            "After round {after} {side} moved down 1 table.",
            "After round {after} {side} moved down {number} tables.",
            -by,
            after=after,
            side=side,
        )
    return say_many(
        "After round {after} {side} moved up 1 table.",
        "After round {after} {side} moved up {number} tables.",
        by,
        after=after,
        side=side,
    )


def _all_moved(by: int, after: int) -> str:
    if not by:
        return say("After round {after} all pairs stayed.", after=after)
    if by < 0:
        return say_many(
            "After round {after} all pairs moved down 1 table.",
            "After round {after} all pairs moved down {number} tables.",
            -by,
            after=after,
        )
    return say_many(
        "After round {after} all pairs moved up 1 table.",
        "After round {after} all pairs moved up {number} tables.",
        by,
        after=after,
    )


def follow_words(by: int, after: int) -> str:
    """Return the wrong move of pairs that follow one another, as in a Howell.

    >>> follow_words(2, 3), follow_words(0, 3)
    ('After round 3 all moving pairs moved on 2 places.', 'After round 3 all moving pairs stayed.')
    """
    if not by:
        return say("After round {after} all moving pairs stayed.", after=after)
    if by < 0:
        return say_many(
            "After round {after} all moving pairs moved back 1 place.",
            "After round {after} all moving pairs moved back {number} places.",
            -by,
            after=after,
        )
    return say_many(
        "After round {after} all moving pairs moved on 1 place.",
        "After round {after} all moving pairs moved on {number} places.",
        by,
        after=after,
    )


def boards_move_words(by: int, after: int) -> str:
    """Return the wrong move of all boards."""
    if not by:
        return say("After round {after} all boards stayed.", after=after)
    if by < 0:
        return say_many(
            "After round {after} all boards moved down 1 table.",
            "After round {after} all boards moved down {number} tables.",
            -by,
            after=after,
        )
    return say_many(
        "After round {after} all boards moved up 1 table.",
        "After round {after} all boards moved up {number} tables.",
        by,
        after=after,
    )


def skip_words(made: int | None) -> str:
    """Return what happened with the skip: forgotten, or made after another round."""
    return say("The skip was forgotten.") if made is None else say("The skip was made after round {made}.", made=made)


def left_words(who: str, after: int) -> str:
    """Return that a pair or player left."""
    return say("{who} left after round {after}.", who=who, after=after)


def came_words(pairs: int) -> str:
    """Return how many pairs arrived late."""
    return say_many("1 pair arrived late.", "{number} pairs arrived late.", pairs)


def not_seen_words(round: int) -> str:
    """Return that nobody has looked at the cards of the last round."""
    return say("No cards of round {round} have been looked at yet.", round=round)
