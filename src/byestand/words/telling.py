"""Everything there is to say about a claim, for every occasion."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.words.phrases import Instructions


def _nothing(*_: int) -> Iterable[Any]:
    return ()


Later: TypeAlias = Iterable[tuple[int, tuple[str, ...]]]
"""What is said after which round."""


@dataclass(frozen=True, slots=True)
class Told:
    """Everything there is to say about some claims of one kind; it is worked out when somebody asks for it."""

    moves: Callable[[], Iterable[str]] = _nothing
    """The rule and what departs from it, told when setting up."""
    opening: Callable[[], Iterable[str]] = _nothing
    """What of it is said before round 1; the rest is announced when it comes."""
    later: Callable[[], Later] = _nothing
    """How they move otherwise for once: announced when it comes, with the round after which that is."""
    each: Callable[[int], Iterable[str]] = _nothing
    """What is called after a round, in few words: how everybody goes; nothing where `later` has more to say of it."""
    before: Callable[[], Later] = _nothing
    """What else is said when it comes, with the round after which that is."""
    lists: Callable[[], Iterable[Instructions]] = _nothing
    """What needs a list of its own when setting up."""
    notes: Callable[[], Iterable[str]] = _nothing
    """What is told under a chart."""
    brief: Callable[[], Iterable[str]] = _nothing
    """What is told where there is room for few words."""
    at_table: Callable[[int], Iterable[str]] = _nothing
    """What stands on the mat of a table."""


Teller: TypeAlias = Callable[[Sequence[Any], Movement, Boards | None], Told]
