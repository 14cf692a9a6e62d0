"""The syntax of reports about wrong moves of all pairs or all boards: ``ew:+2@4``, ``-2@4``, ``forgotten``."""

import re
from collections.abc import Hashable, Iterable, Sequence

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.claims import Follow
from byestand.model.inferred_claims import infer_claims
from byestand.model.movement import Movement
from byestand.model.session import EW, NS
from byestand.repairs.wrong_moves import WrongBoards, WrongMove

MAX_QUOTED_CHARS = 40
"""The part of a report that an error quotes."""
_MOVE = re.compile(r"\s*(?:(ns|ew|all)\s*:\s*)?([+-]?\d{1,3})\s*@\s*(\d{1,3})\s*", re.ASCII | re.IGNORECASE)
_LINES = {"ns": NS, "ew": EW, "all": None}


def parse_moves(moved: Sequence[str], skip: str | None, plan: Movement, after: int) -> tuple[WrongMove, ...]:
    """Return the wrong moves of all pairs of a direction, including a wrong skip."""
    reports = [(_move(text, after), text) for text in moved]
    if skip is not None:
        reports += ((move, skip) for move in _skips(skip, plan, after))
    sides = ((side, move, text) for move, text in reports for side in ((NS, EW) if move.line is None else (move.line,)))
    if text := first_duplicate(((side, move.after), text) for side, move, text in sides):
        raise BadRequest(say("two moves of the same pairs after one round; remove one: {text!r}", text=text))
    return tuple(move for move, _ in reports)


def first_duplicate(reports: Iterable[tuple[Hashable, str]]) -> str:
    """Return the first report with the same key as an earlier one; "" if there is none."""
    keys = set()
    for key, text in reports:
        if key in keys:
            return text[:MAX_QUOTED_CHARS]
        keys.add(key)
    return ""


def _move(text: str, after: int) -> WrongMove:
    match = _MOVE.fullmatch(text)
    if not match or not match[1]:
        raise BadRequest(
            say(
                "expected a move such as ew:+2@4 (EW moved up 2 after round 4): {text!r}",
                text=text[:MAX_QUOTED_CHARS],
            )
        )
    return WrongMove(_LINES[match[1].lower()], int(match[2]), _over(int(match[3]), after, text))


def parse_boards_move(text: str, after: int) -> WrongBoards:
    """Return a wrong move of all boards."""
    match = _MOVE.fullmatch(text)
    if not match or match[1]:
        raise BadRequest(
            say("expected a board move such as -2@4 (down 2 after round 4): {text!r}", text=text[:MAX_QUOTED_CHARS])
        )
    return WrongBoards(int(match[2]), _over(int(match[3]), after, text))


def _over(round: int, after: int, text: str) -> int:
    """Return the round after which a wrong move was made; the next round must have been played."""
    if not 1 <= round < after:
        raise BadRequest(
            say(
                "a wrong move after round {round} shows only in the next round, but the last round played is {after}:"
                " {text!r}",
                round=round,
                after=after,
                text=text[:MAX_QUOTED_CHARS],
            )
        )
    return round


def _skips(text: str, plan: Movement, after: int) -> tuple[WrongMove, ...]:
    """Return the wrong moves of a skip that was forgotten or made after another round."""
    planned, quoted = plan.skip_after, text[:MAX_QUOTED_CHARS]
    if plan.is_individual or any(isinstance(claim, Follow) for claim in infer_claims(plan)):
        raise BadRequest(
            say("this movement has no skip because EW do not move up one table at a time: {text!r}", text=quoted)
        )
    if text.strip().lower() == "forgotten":
        if planned is None:
            raise BadRequest(say("this movement has no skip: {text!r}", text=quoted))
        if planned >= after:
            raise BadRequest(
                say(
                    "the skip is after round {planned}, but the last round played is {after}: {text!r}",
                    planned=planned,
                    after=after,
                    text=quoted,
                )
            )
        return (WrongMove(EW, 1, planned),)
    if not (text.strip().isascii() and text.strip().isdigit() and len(text.strip()) < 4):
        raise BadRequest(say("expected forgotten, or the round after which the skip was made: {text!r}", text=quoted))
    made = WrongMove(EW, 2, _over(int(text), after, text))
    if planned is None or not planned < after:
        return (made,)
    return (made, WrongMove(EW, 1, planned)) if planned != made.after else ()
