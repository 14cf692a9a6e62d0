"""What nights need of the place where they are kept: a file on the laptop, a PostgreSQL that many machines share.

Both speak the same SQL as far as `store` and its neighbours use it, with ``?`` for values; what differs is here: how it
is opened, brought up from earlier versions, and how one process tells the others that something happened.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

from byestand.errors import FormatError, Refused

Value: TypeAlias = str | bytes | int | float | None


class CommitUnknown(Refused):
    """The database went away in the moment of saving: it knows whether something was saved, and nobody here does."""

    def __init__(self) -> None:
        super().__init__(
            503,
            "the database of nights went away while this was being saved, so it may be saved or not;"
            " look at it again in a moment, before you do it once more",
        )


def newer(source: str, version: int, newest: int) -> FormatError:
    """Return the no to what a newer version keeps there."""
    return FormatError(
        source,
        f"the nights there are kept by a newer version of Byestand (version {version}, and {newest} is the newest"
        " known here) and are left as they are; update Byestand to see them",
    )


class QueryResult(Protocol):
    """What a statement gave."""

    @property
    def rowcount(self) -> int:
        """How many lines were changed."""

    def fetchone(self) -> Any:  # noqa: ANN401 - as a statement has it
        """Return the next line, or None."""

    def fetchall(self) -> list[Any]:
        """Return all lines."""


class OpenDatabase(Protocol):
    """An open database, changed as a whole or not at all."""

    def execute(self, statement: str, values: Sequence[Value] = (), /) -> QueryResult:
        """Do one thing."""

    def executemany(self, statement: str, rows: Iterable[Sequence[Value]], /) -> object:
        """Do one thing with each line of values."""


class Database(Protocol):
    """A place for nights, in which everything stays that was said to be saved, also after a crash.

    What fails raises `FormatError` where it will fail again, and `Refused` with status 503 where waiting may help.
    """

    source: str
    """What it is called in sentences; nothing that is secret."""

    def open(self) -> AbstractContextManager[OpenDatabase]:
        """Yield the database."""

    def notify(self, base: OpenDatabase, news: str) -> None:
        """Have all other processes hear something as soon as what *base* changes is kept."""

    def listen(self, heard: Callable[[str], None], missed: Callable[[], None]) -> None:
        """Hand on from now on what others tell; and say when something may have been *missed*."""

    def erase_deleted(self) -> None:
        """See to it that what was deleted cannot be read in the file either."""

    def size(self) -> int:
        """Return how many bytes it takes."""

    def vacuum(self) -> None:
        """Give back what deleted lines took."""

    def close(self) -> None:
        """Let go of it."""


Kind = Literal["moved", "gone", "renewed", "renewed desk"]
_KINDS: tuple[Kind, ...] = ("moved", "gone", "renewed", "renewed desk")


@dataclass(frozen=True, slots=True)
class Notification:
    """One thing that all should know."""

    kind: Kind
    number: int
    """Of the night; of the desk, where its secret was made anew."""
    position: int = 0
    """How far a night has come that moved."""

    def __str__(self) -> str:
        """Return it as it travels."""
        return f"{self.kind}:{self.number}:{self.position}"

    @classmethod
    def of(cls, told: str) -> "Notification | None":
        """Return what travelled; nothing where a newer version tells what we do not know.

        >>> Notification.of(str(Notification("moved", 3, 17)))
        Notification(kind='moved', number=3, position=17)
        """
        kind, _, numbers = told.partition(":")
        number, _, position = numbers.partition(":")
        known = next((one for one in _KINDS if one == kind), None)
        return cls(known, int(number), int(position)) if known and number.isdigit() and position.isdigit() else None
