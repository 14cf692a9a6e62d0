"""What went wrong, as a director would tell it: "Table 7 played boards 23-24 in round 5, not 21-22."."""

from collections.abc import Iterator

from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.history import SeenCell
from byestand.model.movement import Movement
from byestand.model.session import EW, NS
from byestand.words.boards import board_range, board_words
from byestand.words.numbers import enumerated
from byestand.words.steps import step_words

_LINES = {NS: "NS", EW: "EW", None: "all pairs"}


def table_words(plan: Movement, cell: SeenCell, boards: Boards | None, letter: str = "") -> Iterator[str]:
    """Yield what was otherwise at a table: its boards, who sat there, whether it counts."""
    round, table = cell.round, cell.table
    planned = int(plan.groups[round - 1, table - 1])
    if cell.group != planned:
        phrase = "Table {table} played {boards} in round {round}, not {planned}."
        if not (cell.group and planned):
            phrase = "Table {table} played {boards} in round {round}." if cell.group else _NOTHING
        lay = {"boards": board_words((cell.group,), boards), "planned": board_range(planned, boards)}
        yield say(phrase, table=table, round=round, **lay)
    if list(cell.who) != plan.seats[round - 1, table - 1].tolist():
        people = [plan.field.label(who, letter) for who in cell.who if who]
        phrase = "{people} sat at table {table} in round {round}." if people else _NOBODY
        yield say(phrase, table=table, round=round, people=enumerated(people) if people else "")
    if cell.cancelled:
        yield say("What table {table} played in round {round} is cancelled.", table=table, round=round)


_NOTHING = "Table {table} played nothing in round {round}."
_NOBODY = "Nobody sat at table {table} in round {round}."


def move_words(line: int | None, by: int, after: int) -> str:
    """Return who made which wrong move.

    >>> move_words(EW, 2, 3), move_words(NS, 0, 4)
    ('After round 3 EW went up two tables.', 'After round 4 NS stayed.')
    """
    phrase = "After round {after} {who} went {step}." if by else "After round {after} {who} stayed."
    return say(phrase, after=after, who=say(_LINES[line]), step=step_words(by))


def follow_words(by: int, after: int) -> str:
    """Return how all who move followed one another, where that was not as planned.

    >>> follow_words(2, 3), follow_words(0, 3)
    ('After round 3 all who move followed two pairs on.', 'After round 3 all who move stayed.')
    """
    if not by:
        return say("After round {after} all who move stayed.", after=after)
    far = say_many("one pair", "{number} pairs", abs(by)) if abs(by) != 2 else say("two pairs")
    phrase = "After round {after} all who move followed {far} on."
    if by < 0:
        phrase = "After round {after} all who move went {far} back."
    return say(phrase, after=after, far=far)


def boards_move_words(by: int, after: int) -> str:
    """Return which wrong move all boards made."""
    phrase = "After round {after} all boards went {step}." if by else "After round {after} all boards stayed."
    return say(phrase, after=after, step=step_words(by))


def skip_words(made: int | None) -> str:
    """Return what became of the skip: made after a round, or forgotten."""
    return say("The skip was forgotten.") if made is None else say("The skip was made after round {made}.", made=made)


def left_words(who: str, after: int) -> str:
    """Return who went home."""
    return say("{who} left after round {after}.", who=who, after=after)


def came_words(pairs: int) -> str:
    """Return how many came late."""
    return say_many("A pair came.", "{number} pairs came.", pairs)


def not_seen_words(round: int) -> str:
    """Return that nothing of the last round has been seen."""
    return say("No card of round {round} has been seen yet.", round=round)
