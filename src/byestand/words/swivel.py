"""Changing seats within a round, in words: what individuals do between the boards."""

from collections.abc import Iterator
from itertools import pairwise

from byestand.model import Swivel
from byestand.words.phrases import say

_SEAT = {"N": "North", "S": "South", "E": "East", "W": "West"}
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh")


def swivel_words(swivel: Swivel) -> Iterator[str]:
    """Yield how players change seats from board to board, and with whom everybody plays."""
    if not (found := seat_changes(swivel)):
        return
    *changes, back = found
    yield from changes
    for board, turn in enumerate(swivel.turns, start=1):
        n, s, e, w = (_SEAT[seat] for seat in turn)
        phrase = "Board {board}: {n} and {s} against {e} and {w}, by the seats they came to."
        yield say(phrase, board=board, n=n, s=s, e=e, w=w)
    yield back


def seat_changes(swivel: Swivel) -> tuple[str, ...]:
    """Return who changes seats after which board; the last sentence brings everybody back."""
    if len(set(swivel.turns)) < 2:
        return ()
    changes = [
        say("After the {which} board {change}.", which=_ORDINALS[board], change=_change(before, now))
        for board, (before, now) in enumerate(pairwise(swivel.turns))
        if before != now
    ]
    return (*changes, say("Before moving on everybody goes back to the seat of the first board."))


def _change(before: str, now: str) -> str:
    """Return who goes where, in the words of the seats before."""
    moves = {"NSEW"[before.index(who)]: "NSEW"[now.index(who)] for who in "NSEW"}
    if moves == {"N": "N", "E": "S", "S": "W", "W": "E"}:
        return say("the others turn clockwise round North: East to South, South to West, West to East")
    going = [seat for seat, to in moves.items() if seat != to]
    if len(going) == 2:
        return say("{a} and {b} change seats", a=_SEAT[going[0]], b=_SEAT[going[1]])
    return ", ".join(say("{a} goes to {b}", a=_SEAT[seat], b=_SEAT[moves[seat]]) for seat in going)
