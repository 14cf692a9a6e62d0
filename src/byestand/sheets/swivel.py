"""Changing seats within a round, in words: what individuals do between the boards."""

from collections.abc import Iterator
from itertools import pairwise

from byestand.model import Movement

_SEAT = {"N": "North", "S": "South", "E": "East", "W": "West"}


def swivel_words(movement: Movement) -> Iterator[str]:
    """Yield how players change seats from board to board, and with whom everybody plays."""
    if not (found := seat_changes(movement)):
        return
    *changes, back = found
    yield from changes
    for board, turn in enumerate(movement.swivel, start=1):
        n, s, e, w = (_SEAT[seat] for seat in turn)
        yield f"Board {board}: {n} and {s} against {e} and {w}, by the seats they came to."
    yield back


def seat_changes(movement: Movement) -> tuple[str, ...]:
    """Return who changes seats after which board; the last sentence brings everybody back."""
    if len(set(movement.swivel)) < 2:
        return ()
    changes = [
        f"After the {_ordinal(board)} board {_change(before, now)}."
        for board, (before, now) in enumerate(pairwise(movement.swivel), start=1)
        if before != now
    ]
    return (*changes, "Before moving on everybody goes back to the seat of the first board.")


def _change(before: str, now: str) -> str:
    """Return who goes where, in the words of the seats before."""
    moves = {"NSEW"[before.index(who)]: "NSEW"[now.index(who)] for who in "NSEW"}
    if moves == {"N": "N", "E": "S", "S": "W", "W": "E"}:
        return "the others turn clockwise round North: East to South, South to West, West to East"
    going = [seat for seat, to in moves.items() if seat != to]
    if len(going) == 2:
        return f"{_SEAT[going[0]]} and {_SEAT[going[1]]} change seats"
    return ", ".join(f"{_SEAT[seat]} goes to {_SEAT[moves[seat]]}" for seat in going)


def _ordinal(number: int) -> str:
    words = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh")
    return words[number - 1]
