"""All texts about some claims of one kind, one attribute per occasion."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.sentences.board_moves import Later
from byestand.sentences.instructions import Instructions


def _empty_text(*_: int) -> Iterable[Any]:
    return ()


@dataclass(frozen=True, slots=True)
class ClaimText:
    """All texts about some claims of one kind; each is made when it is needed."""

    moves: Callable[[], Iterable[str]] = _empty_text
    """The rule and the departures from it, for the set-up."""
    opening: Callable[[], Iterable[str]] = _empty_text
    """The rule as it is announced before round 1."""
    later: Callable[[], Later] = _empty_text
    """Announcements of departures from the rule, with the round after which they are made."""
    each: Callable[[int], Iterable[str]] = _empty_text
    """The short call after a round; nothing where `later` has an announcement."""
    before: Callable[[], Later] = _empty_text
    """Other announcements, with the round after which they are made."""
    lists: Callable[[], Iterable[Instructions]] = _empty_text
    """Lists for the set-up."""
    notes: Callable[[], Iterable[str]] = _empty_text
    """Notes under a chart."""
    file_notes: Callable[[], Iterable[str]] = _empty_text
    """Short notes for exported files, which are always in English."""
    at_table: Callable[[int], Iterable[str]] = _empty_text
    """Notes on the mat of a table."""


Describer: TypeAlias = Callable[[Sequence[Any], Movement, Boards | None], ClaimText]
