"""A movement with its findings: the only form in which movements are printed, written and set up.

Values only. The package `verify` counts and judges; nothing else makes a `Judged`, so its movement has been judged.
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
    """An error, or (as a warning) a note for the director before the start."""

    rule: str
    sentence: str
    severity: Severity = "error"
    round: int = 0
    """The round it is about; 0 if it is not about one round."""
    tables: tuple[int, ...] = ()
    contestants: tuple[str, ...] = ()
    group: int = 0


@dataclass(frozen=True, slots=True)
class Evidence:
    """A movement with counts. Row or column 0 of each count is for nobody or nothing."""

    movement: Movement
    highest_group: int
    """The highest deal group, valid or not."""
    seatings: Counts
    """Seats of each contestant in each round (rounds × contestants)."""
    plays: Counts
    """Plays of each group by each contestant (contestants × groups)."""
    meetings: Counts
    """Meetings of two contestants at a table (contestants × contestants, the lower number first)."""
    needs: Counts
    """Copies of each group needed in each round (rounds × groups)."""
    copies: Counts | None
    """Available copies of each group; None if unknown."""
    everybody_always_plays: bool
    """Whether boards are played at every table in every round."""
    tables: Counts
    """The table of each contestant in each round (rounds × contestants); 0 is none."""
    forgiven: frozenset[str]
    """Rules whose breach is only a warning here."""

    def severity(self, rule: str) -> Severity:
        """Return the severity of a breach of a rule."""
        return "warning" if rule in self.forgiven else "error"


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """A movement, its findings, and the counts behind them."""

    movement: Movement
    findings: tuple[Finding, ...]
    """In the order of the rounds."""
    evidence: Evidence

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that are errors."""
        return errors_in(self.findings)

    @property
    def is_sound(self) -> bool:
        """Whether it has no errors; it may have warnings."""
        return not self.errors

    def require_valid(self, called: str) -> "Judged":
        """Return it if it is valid; otherwise raise an error with its title."""
        if errors := self.errors:
            raise BrokenMovement(called, errors)
        return self


def errors_in(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the errors among findings."""
    return tuple(finding for finding in findings if finding.severity == "error")
