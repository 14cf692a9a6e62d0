"""Steps and jumps in words: "up one table", "from table 13 to table 1", "2 rows back"."""

from collections.abc import Callable, Iterator, Sequence

from byestand.flow.steps import BOARDS, Edge, EdgeKind, SignedJump, StepRun, jump_rounds
from byestand.language import say, say_many
from byestand.model.claims import Jump
from byestand.model.movement import Movement
from byestand.words.numbers import number_word
from byestand.words.seats import spoken_side


def step_words(step: int) -> str:
    """Return a step in words.

    >>> step_words(1), step_words(-2), step_words(0)
    ('up one table', 'down two tables', 'stay')
    """
    count = number_word(abs(step))
    if step > 0:
        return say_many("up {count} table", "up {count} tables", step, count=count)
    if step < 0:
        return say_many("down {count} table", "down {count} tables", -step, count=count)
    return say("stay")


def step_each_time(step: int) -> str:
    """Return a step that is made each time.

    >>> step_each_time(-2)
    'down two tables each time'
    """
    count = number_word(abs(step))
    if step > 0:
        return say_many("up {count} table each time", "up {count} tables each time", step, count=count)
    if step < 0:
        return say_many("down {count} table each time", "down {count} tables each time", -step, count=count)
    return say("the same table each time")


def edge_text(edge: Edge) -> str:
    """Return where a step leads beyond the last table, or below the first; nothing for no step.

    >>> from byestand.flow.steps import edge_of
    >>> edge_text(edge_of(1, 13)), edge_text(edge_of(-2, 11))
    ('from table 13 to table 1', 'from table 1 to table 10, from table 2 to table 11')
    >>> edge_text(edge_of(4, 8))
    'across the room, from table 1 to table 5, from table 5 to table 1'
    """
    match edge.kind:
        case EdgeKind.TABLES:
            return ", ".join(say("from table {a} to table {b}", a=a, b=b) for a, b in edge.tables)
        case EdgeKind.ACROSS:
            ((a, b),) = edge.tables
            return say("across the room, from table {a} to table {b}, from table {b} to table {a}", a=a, b=b)
        case EdgeKind.AFTER_LAST:
            return say("after table {last} count on from table 1", last=edge.last)
        case EdgeKind.BELOW_FIRST:
            return say("below table 1 count on from table {last}", last=edge.last)
        case EdgeKind.NONE:
            return ""


def edge_sentence(edge: Edge) -> str:
    """Return where a step leads beyond the last table, or below the first, as a sentence of an announcement."""
    match edge.kind:
        case EdgeKind.TABLES:
            return " ".join(say("From table {a} go to table {b}.", a=a, b=b) for a, b in edge.tables)
        case EdgeKind.ACROSS:
            ((a, b),) = edge.tables
            return say("Go across the room, from table {a} to table {b}, from table {b} to table {a}.", a=a, b=b)
        case EdgeKind.AFTER_LAST:
            return say("After table {last} count on from table 1.", last=edge.last)
        case EdgeKind.BELOW_FIRST:
            return say("Below table 1 count on from table {last}.", last=edge.last)
        case EdgeKind.NONE:
            return ""


def after_rounds(run: StepRun) -> str:
    """Return after which rounds a step is made: "After round 6", "After rounds 3-5"."""
    return say_many("After round {first}", "After rounds {first}-{last}", run.times, first=run.first, last=run.last)


_ROWS: tuple[Callable[[int], str], ...] = (
    lambda n: say_many("{number} row", "{number} rows", n),
    lambda n: say_many("{number} block", "{number} blocks", n),
    lambda n: say_many("{number} hall", "{number} halls", n),
    lambda n: say_many("{number} floor", "{number} floors", n),
)
_PER: tuple[Callable[[int], str], ...] = (
    lambda n: say_many("{number} table per row", "{number} tables per row", n),
    lambda n: say_many("{number} row per block", "{number} rows per block", n),
    lambda n: say_many("{number} block per hall", "{number} blocks per hall", n),
    lambda n: say_many("{number} hall per floor", "{number} halls per floor", n),
)
_FORWARD: tuple[Callable[[int], str], ...] = (
    lambda n: say_many("{number} along", "{number} along", n),
    lambda n: say_many("{number} row on", "{number} rows on", n),
    lambda n: say_many("{number} block on", "{number} blocks on", n),
    lambda n: say_many("{number} hall on", "{number} halls on", n),
    lambda n: say_many("{number} floor on", "{number} floors on", n),
)
_BACK: tuple[Callable[[int], str], ...] = (
    lambda n: say_many("{number} back", "{number} back", n),
    lambda n: say_many("{number} row back", "{number} rows back", n),
    lambda n: say_many("{number} block back", "{number} blocks back", n),
    lambda n: say_many("{number} hall back", "{number} halls back", n),
    lambda n: say_many("{number} floor back", "{number} floors back", n),
)
"""Jumps along a row, between rows, blocks of rows and so on."""


def jump_words(claims: Sequence[Jump], movement: Movement) -> Iterator[str]:
    """Yield how the tables stand, and then the jumps, rounds with the same ones together."""
    sides = claims[0].sides
    yield from _room(sides)
    for rounds, jumps in jump_rounds(claims, movement):
        numbers = ", ".join(map(str, rounds))
        when = say_many("After round {rounds}", "After rounds {rounds}", len(rounds), rounds=numbers)
        yield f"{when}: {jumps_text(jumps, sides)}."


def jumps_text(jumps: Sequence[tuple[str, SignedJump]], sides: tuple[int, ...]) -> str:
    """Return the jumps of every seat and of the boards, without a full stop."""
    parts = ((say("boards") if who == BOARDS else spoken_side(who), _jump(jump, sides)) for who, jump in jumps)
    return "; ".join(f"{who} {jump}" for who, jump in parts)


def _room(sides: tuple[int, ...]) -> Iterator[str]:
    *more, row = sides
    if not more:
        yield say("The tables stand in a ring: table 1 comes after table {last}.", last=row)
        return
    first, *inner = sides
    blocks = [
        _ROWS[len(inner) - 1](first),
        *(_PER[len(inner) - place](size) for place, size in enumerate(inner, start=1)),
    ]
    yield f"{say('Set up the tables in the order of their numbers')}: {', '.join(blocks)}."
    if len(more) == 1:
        rows = [f"{i * row + 1}-{(i + 1) * row}" for i in range(more[0])]
        yield say("The rows are tables {rows}.", rows=", ".join(rows))
    yield say("After the end of a row, continue at its beginning. After the last row, continue with the first.")


def _jump(jump: SignedJump, sides: tuple[int, ...]) -> str:
    """Return a jump in words; one by half of the tables needs no direction."""
    if not any(jump):
        return say("stay")
    if len(sides) == 1:
        (by,) = jump
        return say("up {number}", number=by) if by > 0 else say("down {number}", number=-by)
    parts = []
    for unit, (by, size) in enumerate(zip(jump, reversed(sides), strict=True)):
        if by:
            is_half = 2 * by == size and unit
            text = _ROWS[unit - 1] if is_half else _FORWARD[unit] if by > 0 else _BACK[unit]
            parts.append(text(abs(by)))
    return ", ".join(reversed(parts))
