"""What the judge found: data that names rule, round, tables, contestants and group."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

RARELY = 3
"""What comes a third as often as others do, or less, is rare: a slip of the pen, if nothing excuses it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault, or (as a warning) one thing a director should know before starting."""

    rule: str
    sentence: str
    severity: Literal["error", "warning"] = "error"
    round: int = 0
    """The round in which it shows; 0 where it is no matter of one round."""
    tables: tuple[int, ...] = ()
    contestants: tuple[str, ...] = ()
    group: int = 0


def is_sound(findings: Iterable[Finding]) -> bool:
    """Tell whether there is no error among the findings; warnings do not break a movement."""
    return all(finding.severity != "error" for finding in findings)
