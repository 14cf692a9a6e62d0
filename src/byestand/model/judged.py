"""A movement and what the judge says of it: the only form in which movements are printed, written and set up.

Values only. Counting and judging is `verify`'s; nothing else makes a `Judged`, so that what is in one has been judged.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from byestand.errors import BrokenMovement
from byestand.model.movement import Movement

Counts = npt.NDArray[np.int64]
Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault, or (as a warning) one thing a director should know before starting."""

    rule: str
    sentence: str
    severity: Severity = "error"
    round: int = 0
    """The round in which it shows; 0 where it is no matter of one round."""
    tables: tuple[int, ...] = ()
    contestants: tuple[str, ...] = ()
    group: int = 0


@dataclass(frozen=True, slots=True)
class Evidence:
    """A movement and what was counted in it. Every table of counts has a row or column 0, for nobody or nothing."""

    movement: Movement
    highest_group: int
    """The highest deal group, in range or not."""
    seatings: Counts
    """How many seats each contestant has in each round (rounds × contestants)."""
    plays: Counts
    """How often each contestant plays each group (contestants × groups)."""
    meetings: Counts
    """How often two contestants play at one table (contestants × contestants, the lower number first)."""
    needs: Counts
    """How many copies of each group are needed in each round (rounds × groups)."""
    copies: Counts | None
    """How many copies there are of each group; None where nothing is known about them."""
    everybody_always_plays: bool
    """Whether boards are played at every table in every round."""
    tables: Counts
    """The table at which each contestant sits in each round (rounds × contestants); 0 is none."""
    forgiven: frozenset[str]
    """Rules of which a breach is a warning here."""

    def severity(self, rule: str) -> Severity:
        """Return how grave a breach of a rule is."""
        return "warning" if rule in self.forgiven else "error"


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """A movement, everything that was found wrong with it, and the counts by which it was found."""

    movement: Movement
    findings: tuple[Finding, ...]
    """In the order of the rounds."""
    evidence: Evidence

    @property
    def errors(self) -> tuple[Finding, ...]:
        """What breaks it."""
        return errors_in(self.findings)

    @property
    def is_sound(self) -> bool:
        """Whether it can be played; warnings do not break a movement."""
        return not self.errors

    def or_refused(self, called: str) -> "Judged":
        """Return it if it is sound; raise, with what it is called, if it is not."""
        if errors := self.errors:
            raise BrokenMovement(called, errors)
        return self


def errors_in(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the errors among findings."""
    return tuple(finding for finding in findings if finding.severity == "error")
