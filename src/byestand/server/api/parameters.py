"""Every parameter that the API takes, in words and as a schema."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Parameter:
    """One of them."""

    name: str
    words: str
    schema: dict[str, Any] = field(default_factory=lambda: {"type": "string"})

    def as_query(self) -> dict[str, Any]:
        """Return it as OpenAPI describes what stands after the question mark."""
        return {"name": self.name, "in": "query", "description": self.words, "schema": self.schema}


def _number(low: int, high: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": low, "maximum": high}


def _one_of(*known: object) -> dict[str, Any]:
    return {"enum": list(known)}


_SPAN = {"type": "string", "pattern": "^[0-9]{1,3}(-[0-9]{1,3})?$"}
_STAYING = {"type": "string", "pattern": "^([NSEWnsew]?[0-9]{1,3})(,[NSEWnsew]?[0-9]{1,3})*$"}
_NAME = {"type": "string", "pattern": "^[A-Za-z][0-9]{4,6}[A-Za-z]{0,3}$", "examples": ["W1813", "M1313"]}
_LIST = {"type": "array", "items": {"type": "string"}}
_YES = _one_of("1")
_FORMAT = _one_of("json", "csv", "mov", "bws", "xlsx", "magic", "asc", "ebuscore")
_FAMILY = _one_of("web", "mitchell", "relay", "crisscross", "segmented", "rainbow", "whist")
_UNWANTED = {"type": "array", "items": _one_of("rover", "party", "sharing", "skip")}
_MINUTES = {"type": "number", "minimum": 1, "maximum": 30}

PARAMETERS = {
    "pairs": Parameter("pairs", "how many pairs there are", _number(4, 720)),
    "tables": Parameter("tables", "how many full tables, in place of pairs", _number(2, 360)),
    "boards_span": Parameter("boards", "how many boards each pair should play, 24-28 by default", _SPAN),
    "minutes": Parameter("minutes", "how long the session is, in place of boards", _number(30, 600)),
    "minutes_per_board": Parameter("minutes_per_board", "7.5 by default", _MINUTES),
    "per_round": Parameter("per_round", "how many boards a round may have", _SPAN),
    "cases": Parameter("cases", "how many cases of boards there are; one or two are assumed", _number(1, 99)),
    "winners": Parameter("winners", "2, or 1 with the arrow switched", _one_of("2", "1")),
    "switch": Parameter("switch", "with one winner: the rounds in which the arrow is turned", _LIST),
    "stationary": Parameter("stationary", "who must not move: how many pairs, or seats like N3,E1", _STAYING),
    "same_boards": Parameter("same_boards", "everybody shall play the same boards", _YES),
    "extra_groups": Parameter("extra_groups", "deal groups in play that a pair does not get to see", _number(0, 60)),
    "scoring": Parameter("scoring", "matchpoints by default", _one_of("matchpoints", "imps")),
    "refuse": Parameter("refuse", "what there shall not be", _UNWANTED),
    "sections": Parameter("sections", "split the room into up to so many", _number(1, 6)),
    "weight": Parameter("weight", "mind something more or less: skip:3", _LIST),
    "now": Parameter("now", "the movement set up now", _NAME),
    "missing": Parameter("missing", "pairs that are not there: N18", _LIST),
    "boards": Parameter("boards", "how many boards make a round", _number(0, 12)),
    "first": Parameter("first", "the number of the first board; second sessions go on counting", _number(1, 500)),
    "chain": Parameter("chain", "let the boards of full subsections flow on into the next", _YES),
    "tables_span": Parameter("tables", "how many tables", _SPAN),
    "rounds": Parameter("rounds", "how many rounds; curtailed movements too", _SPAN),
    "groups": Parameter("groups", "how many deal groups", _SPAN),
    "family": Parameter("family", "which kind", _FAMILY),
    "rovers": Parameter("rovers", "also those with a rover", _YES),
    "movement": Parameter("movement", "the first session: W1813, or A=M1313 and B=W1813", _LIST),
    "then": Parameter("then", "the later sessions, if they have another movement", _LIST),
    "goal": Parameter("goal", "what comes first", _one_of("total", "max", "contact", "balance")),
    "sessions": Parameter("sessions", "how many sessions", _one_of("2", "3")),
    "stay": Parameter("stay", "pairs that keep their direction", _LIST),
    "change_direction": Parameter("change", "pairs that change it", _LIST),
    "apart": Parameter("apart", "pairs that should not meet", _LIST),
    "seconds": Parameter("seconds", "how long to search", _number(1, 20)),
    "players": Parameter("players", "how many players there are", _number(8, 240)),
    "rounds_number": Parameter("rounds", "how many rounds", _number(1, 60)),
    "boards_a_round": Parameter("per_round", "how many boards make a round", _number(1, 12)),
    "name": Parameter("name", "a name of the catalogue", _NAME),
    "format": Parameter("format", "a file format", _FORMAT),
    "to": Parameter("to", "a file format", _FORMAT),
    "file_name": Parameter("name", "the name of the file; its ending is a hint", {"type": "string", "maxLength": 80}),
    "as_it_is": Parameter("as_it_is", "write a broken movement too", _YES),
}  # fmt: skip
"""By the name under which `openapi` speaks of them."""
