"""Jumps in words: Rainbows in which all of a line go the same way, on tables that stand in rows."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from byestand.model import Jump, Movement
from byestand.model.seen import board_jumps
from byestand.words.phrases import say

UNITS = (("along", "along"), ("row", "rows"), ("block", "blocks"), ("hall", "halls"), ("floor", "floors"))
"""What the sides of the grid are called, the last first."""


def jump_words(claims: Sequence[Jump], movement: Movement) -> Iterator[str]:
    """Yield how the tables stand, and then the jumps, rounds with the same ones together."""
    sides = claims[0].sides
    jumps = {_seat(jump, movement): jump.by for jump in claims}
    if boards := board_jumps(movement, sides):
        jumps["boards"] = boards
    yield from _room(sides)
    together: dict[str, list[int]] = {}
    for round in range(1, movement.rounds):
        together.setdefault(_after(round, jumps, sides), []).append(round)
    for made, rounds in together.items():
        yield say("After round {rounds}: {jumps}.", rounds=", ".join(map(str, rounds)), jumps=made)


def _seat(jump: Jump, movement: Movement) -> str:
    """Return the seat that these come to; a spare player may have it for a round."""
    times = np.isin(movement.seats, jump.contestants).sum(axis=(0, 1))
    return movement.seat_names[int(times.argmax())]


def _after(round: int, jumps: Mapping[str, Sequence[tuple[int, ...]]], sides: tuple[int, ...]) -> str:
    return "; ".join(f"{who} {_jump(by[round - 1], sides)}" for who, by in jumps.items())


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
