"""Answers of searches kept for whoever asks again, but for one: that time ran out is true of that moment only."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

from byestand.search.outcome import OutOfTime

P = ParamSpec("P")
R = TypeVar("R")

_LATE: ContextVar[list[OutOfTime] | None] = ContextVar("late", default=None)


class _RanOutError(Exception):
    """What a cache of the standard library does not keep: it keeps what is returned, not what is raised."""

    def __init__(self, outcome: OutOfTime) -> None:
        self.outcome = outcome
        super().__init__(outcome)


def settled_answers_kept(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep the last answers of a function, as `lru_cache` does; who asks after an `OutOfTime` has it tried anew."""

    def keeping(search: Callable[P, R]) -> Callable[P, R]:
        @lru_cache(maxsize=most)
        def settled(*args: P.args, **kwargs: P.kwargs) -> R:
            outcome = search(*args, **kwargs)
            if isinstance(outcome, OutOfTime):
                raise _RanOutError(outcome)
            return outcome

        @wraps(search)
        def asked(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                return settled(*args, **kwargs)  # type: ignore[arg-type]  # mypy cannot know that they are hashable
            except _RanOutError as late:
                noted = _LATE.get()
                if noted is not None:
                    noted.append(late.outcome)
                return late.outcome  # type: ignore[return-value]  # it is what the search returned

        return asked

    return keeping


@contextmanager
def late_answers() -> Iterator[list[OutOfTime]]:
    """Give a list of the searches that run out of time meanwhile: what is made of them should not be kept either."""
    noted: list[OutOfTime] = []
    before = _LATE.set(noted)
    try:
        yield noted
    finally:
        _LATE.reset(before)
        if (whoever_watches_too := _LATE.get()) is not None:
            whoever_watches_too.extend(noted)
