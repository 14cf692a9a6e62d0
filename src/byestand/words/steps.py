"""Steps and jumps in words: how far people and boards go from round to round, and when they go further than usual.

Steps are along the numbers of the tables; jumps are those of Rainbows on tables that stand in rows.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np

from byestand.language import say
from byestand.model.claims import Jump, Step
from byestand.model.movement import Movement
from byestand.model.seen import board_jumps
from byestand.model.walks import ring

SKIP = 1, 2
"""Who usually goes up one table, and after a round two, skips one."""


def step_words(step: int) -> str:
    """Return a step in words: "up one table"."""
    if step == 0:
        return say("nowhere")
    size = {1: "one table", 2: "two tables"}.get(abs(step), f"{abs(step)} tables")
    return say("up {size}" if step > 0 else "down {size}", size=size)


def over_the_edge(step: int, tables: int) -> str:
    """Return where those go whom a step takes beyond the last table, or below the first.

    >>> over_the_edge(1, 13), over_the_edge(-2, 11)
    ('from table 13 go to table 1', 'from table 1 go to table 10, from table 2 to table 11')
    >>> over_the_edge(4, 8)
    'across the room, from table 1 to table 5, from table 5 to table 1'
    """
    if abs(step) in (1, 2):
        ends = range(tables - step + 1, tables + 1) if step > 0 else range(1, 1 - step)
        told = [say("from table {a} to table {b}", a=end, b=ring(end + step, tables)) for end in ends]
        return ", ".join(told).replace(" to ", " go to ", 1)
    if 2 * abs(step) == tables:
        across = abs(step) + 1
        return say("across the room, from table 1 to table {b}, from table {b} to table 1", b=across)
    phrase = "after table {last} count on with table 1" if step > 0 else "below table 1 count on with table {last}"
    return say(phrase, last=tables) if step else ""


class Run(NamedTuple):
    """Equal steps after neighbouring rounds."""

    step: int
    first: int
    """The round after which it is made first."""
    rounds: str
    """All of them, in words."""
    times: int
    """How many they are."""


def runs(steps: Sequence[int], first: int = 1) -> Iterator[Run]:
    """Yield equal steps together, with the rounds after which they are made, from the *first* on."""
    for step, run in groupby(enumerate(steps, start=first), key=lambda item: item[1]):
        rounds = [round for round, _ in run]
        many = len(rounds) > 1
        words = f"rounds {rounds[0]}-{rounds[-1]}" if many else f"round {rounds[0]}"
        yield Run(step, rounds[0], words, len(rounds))


def steps_left(step: Step, movement: Movement) -> tuple[int, ...]:
    """Return the steps that are yet to be made; whoever goes round all the tables stays."""
    return tuple(by if by % step.tables else 0 for by in step.by[movement.moves_left.start - 1 :])


def usual_step(step: Step, movement: Movement) -> int:
    """Return the step that is made after most rounds that are left; of two equally frequent ones the first."""
    left = steps_left(step, movement)
    return max(dict.fromkeys(left), key=left.count, default=0)


def skips(movement: Movement) -> dict[int, frozenset[int]]:
    """Return the rounds after which somebody is yet to skip a table, and who, as the movement claims itself."""
    found: dict[int, frozenset[int]] = {}
    for step in movement.claimed(Step):
        usual = usual_step(step, movement)
        for round, by in zip(movement.moves_left, steps_left(step, movement), strict=True):
            if (usual, by) == SKIP:
                found[round] = found.get(round, frozenset()) | frozenset(step.contestants)
    return found


UNITS = (("along", "along"), ("row", "rows"), ("block", "blocks"), ("hall", "halls"), ("floor", "floors"))
"""What the sides of the grid are called, the last first."""


def jump_words(claims: Sequence[Jump], movement: Movement) -> Iterator[str]:
    """Yield how the tables stand, and then the jumps, rounds with the same ones together."""
    yield from _room(claims[0].sides)
    together: dict[str, list[int]] = {}
    for round in movement.moves_left:
        together.setdefault(jumps_after(claims, movement, round), []).append(round)
    for made, rounds in together.items():
        yield say("After round {rounds}: {jumps}.", rounds=", ".join(map(str, rounds)), jumps=made)


def jumps_after(claims: Sequence[Jump], movement: Movement, round: int) -> str:
    """Return the jumps of everybody and of the boards after a round."""
    sides = claims[0].sides
    jumps = {_seat(jump, movement): jump.by for jump in claims}
    if boards := board_jumps(movement, sides):
        jumps["boards"] = boards
    return "; ".join(f"{who} {_jump(by[round - 1], sides)}" for who, by in jumps.items())


def _seat(jump: Jump, movement: Movement) -> str:
    """Return the seat that these come to; a spare player may have it for a round."""
    times = np.isin(movement.seats, jump.contestants).sum(axis=(0, 1))
    return movement.seat_names[int(times.argmax())]


def _room(sides: tuple[int, ...]) -> Iterator[str]:
    *more, row = sides
    if not more:
        yield say("Tables stand in a ring: after table {last} comes table 1.", last=row)
        return
    words = [f"{size} {UNITS[i + 1][1]}" for i, size in enumerate(reversed(more))]
    phrase = "Set the tables up as {blocks} of {row} tables, in the order of their numbers."
    yield say(phrase, blocks=" of ".join(reversed(words)), row=row)
    if len(more) == 1:
        rows = [f"{i * row + 1}-{(i + 1) * row}" for i in range(more[0])]
        yield say("The rows are tables {rows}.", rows=", ".join(rows))
    yield say("Whoever goes beyond the end, of a row or of the rows, comes in again at the beginning.")


def _jump(jump: tuple[int, ...], sides: tuple[int, ...]) -> str:
    parts = []
    for i, (far, size) in enumerate(zip(reversed(jump), reversed(sides), strict=True)):
        short = far - size if 2 * far > size else far
        if short and len(sides) == 1:
            parts.append(f"{'up' if short > 0 else 'down'} {abs(short)}")
        elif short:
            on = "" if 2 * far == size or (short > 0 and i == 0) else " on" if short > 0 else " back"
            parts.append(f"{abs(short)} {UNITS[i][abs(short) > 1]}{on}".replace("along back", "back"))
    return " and ".join(reversed(parts)) or say("stay")
