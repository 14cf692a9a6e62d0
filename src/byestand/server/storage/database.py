"""The interface of the two databases: a SQLite file on a laptop, and a PostgreSQL shared by many machines.

Both use the same SQL in this package, with ``?`` for values. They differ in how they are opened and created, and in
the notifications between processes.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

from byestand.errors import FormatError, RequestRefused
from byestand.language import say

Value: TypeAlias = str | bytes | int | float | None


class CommitUnknown(RequestRefused):
    """The connection was lost during a commit: only the database knows whether something was saved."""

    def __init__(self) -> None:
        super().__init__(
            503,
            say(
                "the connection to the database was lost while saving."
                " Reload the page to see whether your change was saved"
            ),
        )


class OlderVersion(FormatError):
    """The sessions were saved by a version before the first release."""

    def __init__(self, source: str, reason: str, version: int) -> None:
        super().__init__(source, reason)
        self.version = version


def cannot_save(error: object) -> str:
    """Return why sessions cannot be saved, with the message of the database, which is not translated."""
    return say("sessions cannot be saved there: {error}", error=error)


def newer_version_error(source: str, version: int, newest: int) -> FormatError:
    """Return the error for a database of a newer version."""
    return FormatError(
        source,
        say(
            "the sessions were saved by a newer Byestand (version {version}, supported up to {newest})."
            " Update Byestand to open them; nothing is changed",
            version=version,
            newest=newest,
        ),
    )


class QueryResult(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int:
        """The number of changed rows."""

    def fetchone(self) -> Any:  # noqa: ANN401 - depends on the statement
        """Return the next row, or None."""

    def fetchall(self) -> list[Any]:
        """Return all rows."""


class OpenDatabase(Protocol):
    """An open transaction."""

    def execute(self, statement: str, values: Sequence[Value] = (), /) -> QueryResult:
        """Execute a statement."""

    def executemany(self, statement: str, rows: Iterable[Sequence[Value]], /) -> object:
        """Execute a statement for each row of values."""


class Database(Protocol):
    """A database for sessions, in which saved data survives a crash.

    An error is a `FormatError` if it is permanent, and `RequestRefused` with status 503 if waiting may help.
    """

    source: str
    """Its name in error messages, without secrets."""

    def open(self) -> AbstractContextManager[OpenDatabase]:
        """Yield a transaction."""

    def notify(self, base: OpenDatabase, news: str) -> None:
        """Notify all other processes when *base* is committed."""

    def listen(self, heard: Callable[[str], None], missed: Callable[[], None]) -> None:
        """Call *heard* for every notification, and *missed* if some may be lost."""

    def erase_deleted(self) -> None:
        """Erase deleted data from the file."""

    def size(self) -> int:
        """Return its size in bytes."""

    def vacuum(self) -> None:
        """Free the space of deleted rows."""

    def close(self) -> None:
        """Close the database."""


Kind = Literal["moved", "gone", "renewed", "renewed workspace"]
_KINDS: tuple[Kind, ...] = ("moved", "gone", "renewed", "renewed workspace")


@dataclass(frozen=True, slots=True)
class Notification:
    """A change of a session or a workspace, for all processes."""

    kind: Kind
    number: int
    """Of the session; of the workspace if its secret was replaced."""
    position: int = 0
    """The revision of a changed session."""

    def __str__(self) -> str:
        """Return the notification as text."""
        return f"{self.kind}:{self.number}:{self.position}"

    @classmethod
    def parse(cls, text: str) -> "Notification | None":
        """Return the notification in a text; None if a newer version sent an unknown one.

        >>> Notification.parse(str(Notification("moved", 3, 17)))
        Notification(kind='moved', number=3, position=17)
        """
        kind, _, numbers = text.partition(":")
        number, _, position = numbers.partition(":")
        known = next((other for other in _KINDS if other == kind), None)
        return cls(known, int(number), int(position)) if known and number.isdigit() and position.isdigit() else None
