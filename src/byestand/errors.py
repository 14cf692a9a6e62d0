"""Every way Byestand says no.

ByestandError
├── BadRequest       numbers make no sense                    exit 2
├── NoSuchMovement   proved impossible; .because              exit 3
├── NotFound         not known: it may exist                  exit 4
│   └── NotFoundInTime   the search had no more time          exit 4
├── BrokenMovement   fails verification; .findings            exit 1
├── FormatError      cannot read; .source, .line or .offset   exit 5
├── CannotExpress    does not fit that file format            exit 5
├── OutOfDate        somebody else has changed it since; .revision
└── Refused          the app says no, in its own name; .status

Messages: lower case, no full stop, what was wanted, what came, what to do next; the input quoted last. Whatever is
quoted, a message is one printable line of bounded length: the root sees to it.
"""

from collections.abc import Sequence
from typing import ClassVar, Literal, Protocol

from byestand.texts import place, sentence

Proof = Literal["theorem", "exhausted search"]
"""How it is known that something does not exist."""


class Fault(Protocol):
    """What BrokenMovement needs to know of a finding of the judge."""

    @property
    def sentence(self) -> str:
        """The finding in words."""


class ByestandError(Exception):
    """The root: whatever it says can be shown to a user as it is."""

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str) -> None:
        super().__init__(sentence(message))


class BadRequest(ByestandError):
    """The numbers or names asked for make no sense."""

    exit_code = 2


class NoSuchMovement(ByestandError):
    """What was asked for provably does not exist."""

    exit_code = 3

    def __init__(
        self, wanted: str, *, because: str, instead: str = "", asked: str = "", proof: Proof = "theorem"
    ) -> None:
        self.wanted = wanted
        self.because = because
        self.instead = instead
        self.proof: Proof = proof
        advice = f"; use {instead}" if instead else ""
        quoted = f": {asked!r}" if asked else ""
        super().__init__(f"{wanted}, because {because}{advice}{quoted}")


class NotFound(ByestandError):
    """Not known, or not found in the time given: it may exist."""

    exit_code = 4


class NotFoundInTime(NotFound):
    """Not found in so many seconds: who asks again may get it."""

    def __init__(self, sentence: str, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(sentence)


class BrokenMovement(ByestandError):
    """A movement that fails verification."""

    exit_code = 1

    def __init__(self, title: str, findings: Sequence[Fault]) -> None:
        self.findings = tuple(findings)
        more = f" (and {len(findings) - 1} more)" if len(findings) > 1 else ""
        super().__init__(f"{title} is broken: {findings[0].sentence}{more}")


class FormatError(ByestandError):
    """A file that cannot be read, with the place of the fault."""

    exit_code = 5

    def __init__(self, source: str, reason: str, *, line: int | None = None, offset: int | None = None) -> None:
        self.source = source
        self.reason = reason
        self.line = line
        self.offset = offset
        where = "" if line is None else f", line {line}"
        where += "" if offset is None else f", byte {offset}"
        super().__init__(f"{place(source)}{where}: {reason}")


class CannotExpress(ByestandError):
    """The movement does not fit the file format asked for."""

    exit_code = 5


class OutOfDate(ByestandError):
    """A change of something that somebody else has changed since."""

    def __init__(self, sentence: str, *, revision: int) -> None:
        self.revision = revision
        super().__init__(sentence)


class Refused(ByestandError):
    """A request that the app itself ends: with a status of the web, because nobody on a command line meets it."""

    def __init__(self, status: int, sentence: str, *, after: int = 0) -> None:
        self.status = status
        self.after = after
        """In how many seconds to ask again, where that helps."""
        super().__init__(sentence)
