"""A job: a module-level function for worker processes, with its lane and the parts of the state that it reads."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Generic, Literal, ParamSpec, Protocol, Self, TypeAlias, TypeVar

from byestand.night.state import Part

P = ParamSpec("P")
T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")
S_co = TypeVar("S_co", bound="State", covariant=True)

Lane: TypeAlias = Literal["quick", "slow", "check", "search", "print"]
"""Pages; the catalogue as lists and zips; uploaded files; second sessions; printing."""


class State(Protocol):
    """The state of a session, as far as jobs need it."""

    @property
    def revisions(self) -> Mapping[Part, int]:
        """The revision of the last change of each part."""

    def only(self, parts: frozenset[Part]) -> Self:
        """Return the state with all other parts empty."""


class JobSnapshot(Protocol[S_co]):
    """A session with its number, which is never reused, and its state."""

    @property
    def id(self) -> int:
        """Its number."""

    @property
    def state(self) -> S_co:
        """Its state."""


@dataclass(frozen=True, slots=True)
class Job(Generic[P, T_co]):
    """A pure function for the workers: the same arguments give the same result."""

    run: Callable[P, T_co]
    lane: Lane
    reads: frozenset[Part] = frozenset()
    """The parts of the state that the function gets; its cached result depends on their revisions."""

    @property
    def name(self) -> tuple[str, str]:
        """The module and the name by which a worker finds it."""
        return self.run.__module__, self.run.__qualname__

    def __reduce__(self) -> tuple[Callable[[str, str], object], tuple[str, str]]:
        """Pickle the name, under which a worker finds the job and not the function."""
        return _find_job, self.name


def job(lane: Lane, reads: Collection[Part] = ()) -> Callable[[Callable[P, T]], Job[P, T]]:
    """Return a decorator that turns a module-level function into a job."""

    def make(function: Callable[P, T]) -> Job[P, T]:
        return Job(function, lane, frozenset(reads))

    return make


def _find_job(module: str, name: str) -> Job[..., Any]:
    job = getattr(import_module(module), name)
    assert isinstance(job, Job)  # noqa: S101 - only jobs are pickled by this name
    return job
