"""A job: a module-level function that worker processes run, with its lane and the parts of a night that it reads."""

from collections.abc import Callable, Collection, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Generic, Literal, ParamSpec, Protocol, Self, TypeAlias, TypeVar

from byestand.night.state import Part

P = ParamSpec("P")
T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")
S_co = TypeVar("S_co", bound="State", covariant=True)
ROOT_PATH: ContextVar[str] = ContextVar("root_path", default="")
"""The path below which the app is served, like ``/byestand``; mostly nothing. Pages that jobs make have it in them."""

Lane: TypeAlias = Literal["quick", "slow", "check", "search", "print"]
"""Pages; the catalogue, to filter and as zips; files that people upload; second sessions; paper."""


class State(Protocol):
    """The state of a night, as far as jobs need to know it."""

    @property
    def revisions(self) -> Mapping[Part, int]:
        """The revision at which each part changed last."""

    def only(self, parts: frozenset[Part]) -> Self:
        """Return the state with every other part blank."""


class NightSnapshot(Protocol[S_co]):
    """A night with its number, which is never used again, and its state."""

    @property
    def id(self) -> int:
        """Its number."""

    @property
    def state(self) -> S_co:
        """Its state."""


@dataclass(frozen=True, slots=True)
class Job(Generic[P, T_co]):
    """A function for the workers; it is pure: the same arguments give the same result."""

    run: Callable[P, T_co]
    lane: Lane
    reads: frozenset[Part] = frozenset()
    """The parts of a night that the function is given, and on whose revisions its cached result depends."""

    @property
    def name(self) -> tuple[str, str]:
        """The module and the name by which a worker finds it."""
        return self.run.__module__, self.run.__qualname__

    def __reduce__(self) -> tuple[Callable[[str, str], object], tuple[str, str]]:
        """Pickle the name: the function itself cannot be found under it, because the job is."""
        return _find_job, self.name


def job(lane: Lane, reads: Collection[Part] = ()) -> Callable[[Callable[P, T]], Job[P, T]]:
    """Return a decorator that makes a job of a module-level function."""

    def make(function: Callable[P, T]) -> Job[P, T]:
        return Job(function, lane, frozenset(reads))

    return make


def _find_job(module: str, name: str) -> Job[..., Any]:
    found = getattr(import_module(module), name)
    assert isinstance(found, Job)  # noqa: S101 - only jobs are pickled by this name
    return found
