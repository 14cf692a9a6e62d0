"""How a session is scored: what results are compared by, and with whose."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

ScoringForm: TypeAlias = Literal["matchpoints", "imps"]
"""What a session is planned for."""
Method: TypeAlias = Literal["matchpoints", "cross-imps", "butler"]
METHODS: tuple[Method, ...] = ("matchpoints", "cross-imps", "butler")
METHOD_NAMES: Mapping[Method, str] = {"matchpoints": "matchpoints", "cross-imps": "cross-IMPs", "butler": "Butler IMPs"}
Factor: TypeAlias = Literal["neuberg", "ratio", "none"]
FACTORS: tuple[Factor, ...] = ("neuberg", "ratio", "none")
Sections: TypeAlias = Literal["field", "apart"]
"""Whether results of all sections are compared, or those of each section on its own."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """How results are compared and ranked."""

    method: Method = "matchpoints"
    factor: Factor = "neuberg"
    """For boards that were played fewer times than others."""
    sections: Sections = "field"
