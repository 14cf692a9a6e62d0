"""The errors of Byestand.

ByestandError
├── BadRequest       invalid numbers or names                 exit 2
├── NoSuchMovement   proved impossible; .because              exit 3
├── NotFound         not known: it may exist                  exit 4
│   └── NotFoundInTime   the search ran out of time           exit 4
├── BrokenMovement   fails verification; .findings            exit 1
├── FormatError      cannot be read; .source, .line, .offset  exit 5
├── CannotExpress    does not fit the file format             exit 5
├── OutOfDate        changed by another user since; .revision
└── Refused          refused by the app itself; .status

A message is lower case without a full stop: what is wrong, where, what to do, and the quoted input last. The base class
makes it one printable line of bounded length.
"""

from collections.abc import Sequence
from typing import ClassVar, Literal, Protocol

from byestand.language import say, say_many
from byestand.sanitize import place, sentence

Proof = Literal["theorem", "exhausted search"]
"""How it was proved that something does not exist."""


class Fault(Protocol):
    """The part of a finding that BrokenMovement needs."""

    @property
    def sentence(self) -> str:
        """The text of the finding."""


class ByestandError(Exception):
    """The base class. Its message can be shown to a user as it is."""

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str) -> None:
        super().__init__(sentence(message))


class BadRequest(ByestandError):
    """The given numbers or names are invalid."""

    exit_code = 2


class NoSuchMovement(ByestandError):
    """The movement provably does not exist.

    *wanted* and *because* are whole clauses. *instead* names movements or options, *asked* is the input to quote.
    """

    exit_code = 3

    def __init__(
        self, wanted: str, *, because: str, instead: str = "", asked: str = "", proof: Proof = "theorem"
    ) -> None:
        self.wanted = wanted
        self.because = because
        self.instead = instead
        self.proof: Proof = proof
        advice = f"; {say('use {instead}', instead=instead)}" if instead else ""
        quoted = f": {asked!r}" if asked else ""
        super().__init__(f"{wanted}: {because}{advice}{quoted}")


class NotFound(ByestandError):
    """Not known, or not found within the time limit: it may exist."""

    exit_code = 4


class NotFoundInTime(NotFound):
    """Not found within a number of seconds; another attempt may find it."""

    def __init__(self, sentence: str, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(sentence)


class BrokenMovement(ByestandError):
    """A movement that fails verification."""

    exit_code = 1

    def __init__(self, title: str, findings: Sequence[Fault]) -> None:
        self.findings = tuple(findings)
        others = len(findings) - 1
        more = f" ({say_many('1 more error', '{number} more errors', others)})" if others else ""
        super().__init__(f"{say('{title} has errors', title=title)}: {findings[0].sentence}{more}")


class FormatError(ByestandError):
    """A file that cannot be read, with the position of the error."""

    exit_code = 5

    def __init__(self, source: str, reason: str, *, line: int | None = None, offset: int | None = None) -> None:
        self.source = source
        self.reason = reason
        self.line = line
        self.offset = offset
        where = [place(source)]
        if line is not None:
            where.append(say("line {line}", line=line))
        if offset is not None:
            where.append(say("byte {offset}", offset=offset))
        super().__init__(f"{', '.join(where)}: {reason}")


class CannotExpress(ByestandError):
    """The movement does not fit the file format."""

    exit_code = 5


class OutOfDate(ByestandError):
    """A change to something that another user has changed since."""

    def __init__(self, sentence: str, *, revision: int) -> None:
        self.revision = revision
        super().__init__(sentence)


class RequestRefused(ByestandError):
    """A request that the web app refuses, with an HTTP status; the command line never raises it."""

    def __init__(self, status: int, sentence: str, *, after: int = 0) -> None:
        self.status = status
        self.after = after
        """Seconds until a retry can succeed; 0 if a retry does not help."""
        super().__init__(sentence)
