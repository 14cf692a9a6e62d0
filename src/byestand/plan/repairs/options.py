"""Every way to go on that nothing else beats: found, judged, counted, in the order in which a director wants them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from byestand.model import Continuation, Judged, Played
from byestand.verify import judge
from byestand.verify.continuations import Figures, figures

FEW_TABLES = 4
"""As many can be told in time; more are a last resort, unless everybody does the same."""
ALIKE = "alike"


@dataclass(frozen=True, eq=False)
class Option:
    """One way to go on."""

    played: Played
    """What was seen, and the plan; enlarged where somebody has come."""
    continuation: Continuation
    judged: Judged
    """The whole night, as it was and will be."""
    figures: Figures


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a director has and allows."""

    copies: int
    extra: int = 1
    """Sets that may be shared in a round beyond those of the plan."""
    seconds: float = 2.0


Finder = Callable[[Played, Wanted], Iterator[tuple[Played, Continuation]]]


def options(played: Played, wanted: Wanted, *, forgiven: frozenset[str] = frozenset()) -> tuple[Option, ...]:
    """Return the ways to go on, the plan among them; *forgiven* are rules that the plan breaks by intention."""
    found = {
        (how.key, how.kind): _option(at, how, wanted, forgiven)
        for finder in FINDERS
        for at, how in finder(played, wanted)
    }
    return in_order([option for option in found.values() if option.judged.is_sound])


def _option(played: Played, how: Continuation, wanted: Wanted, forgiven: frozenset[str]) -> Option:
    night = played.continued(how)
    assert night.history  # noqa: S101 - it has been continued
    night = replace(night, history=replace(night.history, copies=wanted.copies))
    return Option(played, how, judge(night, forgiven=forgiven), figures(played, how, wanted.copies))


def in_order(found: list[Option]) -> tuple[Option, ...]:
    """Return the plan and what nothing else beats: first what is easily told, by what it costs."""
    front = [
        option
        for option in found
        if option.continuation.kind == "plan" or not any(_beats(other, option) for other in found)
    ]
    return tuple(sorted(front, key=_place))


def _beats(one: Option, other: Option) -> bool:
    mine, theirs = one.figures.costs, other.figures.costs
    return mine != theirs and all(a <= b for a, b in zip(mine, theirs, strict=True))


def _place(option: Option) -> tuple[bool, tuple[int, ...]]:
    lost, again, shared, told, changed = option.figures.costs
    is_easy = told <= FEW_TABLES or option.continuation.kind == ALIKE
    return not is_easy, (lost, again, told, shared, changed)


def _plan(played: Played, _wanted: Wanted) -> Iterator[tuple[Played, Continuation]]:
    """Yield the rest of the plan; what somebody has seen already cannot be played."""
    groups = played.planned.groups.copy()
    for row, column in np.argwhere(groups).tolist():
        if any(int(groups[row, column]) in played.seen[who] for who in played.planned.seats[row, column].tolist()):
            groups[row, column] = 0
    yield played, replace(played.planned, groups=groups)


FINDERS: tuple[Finder, ...] = (_plan,)
