"""How a session is scored: the method, and which results are compared."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from byestand.language import phrase

ScoringForm: TypeAlias = Literal["matchpoints", "imps"]
"""The form of scoring that a session is planned for."""
Method: TypeAlias = Literal["matchpoints", "cross-imps", "butler"]
METHODS: tuple[Method, ...] = ("matchpoints", "cross-imps", "butler")
METHOD_NAMES: Mapping[Method, str] = {
    "matchpoints": phrase("matchpoints"),
    "cross-imps": phrase("cross-IMPs"),
    "butler": phrase("Butler IMPs"),
}
"""Phrases of the catalogue."""
Factor: TypeAlias = Literal["neuberg", "ratio", "none"]
FACTORS: tuple[Factor, ...] = ("neuberg", "ratio", "none")
Sections: TypeAlias = Literal["field", "apart"]
"""Whether results are compared over all sections, or within each section."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """How results are compared and ranked."""

    method: Method = "matchpoints"
    factor: Factor = "neuberg"
    """Factoring of boards that were played fewer times than others."""
    sections: Sections = "field"
