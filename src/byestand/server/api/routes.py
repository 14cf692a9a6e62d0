"""The API: plan, movement, verify and export for scripts and club sites, as json. `openapi` describes it."""

from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from byestand.catalog.families import OWN
from byestand.formats.registry import FORMATS
from byestand.server.api import data
from byestand.server.pages.check.view import converted
from byestand.server.services import services
from byestand.server.web.responses import asked_in, file_or_page

FILE = "the file"


async def openapi(request: Request) -> Response:
    """Describe the API."""
    hosting = request.app.state.hosting
    where = {"servers": [{"url": hosting.public.rstrip("/")}]} if hosting else {}
    return JSONResponse({**description(), **where})


async def verify(request: Request) -> Response:
    """Judge the movements of a file."""
    asked = asked_in(request)
    name, body = asked.text("name", FILE), await request.body()
    return file_or_page(request, await services(request).run_once(data.verdicts, name, body, asked.pairs))


async def convert(request: Request) -> Response:
    """Return the movements of a file in another format."""
    asked = asked_in(request)
    name, body = asked.text("name", FILE), await request.body()
    to = asked.text("to", "json")
    return file_or_page(request, await services(request).run_once(converted, name, body, to, asked.pairs))


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
_FORMAT = _one_of(*FORMATS)
_FAMILY = _one_of(*map(str, OWN))
_UNWANTED = {"type": "array", "items": _one_of("rover", "party", "sharing", "skip", "cards")}
_MINUTES = {"type": "number", "minimum": 1, "maximum": 30}

PARAMETERS = {
    "pairs": Parameter("pairs", "how many pairs there are", _number(4, 720)),
    "tables": Parameter("tables", "how many full tables, in place of pairs", _number(2, 360)),
    "boards_span": Parameter("boards", "how many boards each pair should play, 24-28 by default", _SPAN),
    "minutes": Parameter("minutes", "how long the session is, in place of boards", _number(30, 600)),
    "minutes_per_board": Parameter("minutes_per_board", "7.5 by default", _MINUTES),
    "per_round": Parameter("per_round", "how many boards a round may have", _SPAN),
    "cases": Parameter("cases", "how many sets of boards there are; one or two are assumed", _number(1, 99)),
    "winners": Parameter("winners", "2, or 1 with the arrow switched", _one_of("2", "1")),
    "room_winners": Parameter("winners", "any by default: whatever suits", _one_of("any", "2", "1")),
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
    "after": Parameter("after", "the last round that was played", _number(0, 255)),
    "played_boards": Parameter("boards", "a table played another group: 5:7=12", _LIST),
    "seats": Parameter("seats", "others sat at a table: 5:3=N3,E9", _LIST),
    "cancelled": Parameter("cancelled", "what a table played does not count: 5:7", _LIST),
    "moved": Parameter("moved", "everybody of a line went so far after a round: ew:+2@4", _LIST),
    "swapped": Parameter("swapped", "two who changed places in a round: E3,E9@5", _LIST),
    "boards_moved": Parameter("boards_moved", "all boards went so far after a round: -2@4", _LIST),
    "skip": Parameter("skip", "forgotten, or the round after which it was made"),
    "left": Parameter("left", "a pair went home, just now or after a round: E4@3", _LIST),
    "came": Parameter("came", "so many pairs came late", _number(0, 4)),
    "cards_out": Parameter("cards_out", "no: the last round was only sat down for", _one_of("yes", "no")),
    "extra_sharing": Parameter("extra_sharing", "sets more that may be shared in a round", _one_of("1", "0")),
    "name": Parameter("name", "a name of the catalogue", _NAME),
    "format": Parameter("format", "a file format", _FORMAT),
    "to": Parameter("to", "a file format", _FORMAT),
    "file_name": Parameter("name", "the name of the file; its ending is a hint", {"type": "string", "maxLength": 80}),
    "as_it_is": Parameter("as_it_is", "write a broken movement too", _YES),
}  # fmt: skip
"""By the name under which `openapi` speaks of them."""


Spec = dict[str, Any]

ROOM = ("pairs", "tables", "boards_span", "minutes", "minutes_per_board", "per_round", "cases", "room_winners",
        "stationary", "same_boards", "extra_groups", "scoring", "refuse", "sections", "weight")  # fmt: skip
SETTING = ("missing", "boards", "first", "winners", "switch", "chain", "cases")
MISHAPS = ("after", "played_boards", "seats", "swapped", "cancelled", "moved", "boards_moved", "skip", "left", "came",
           "cards_out", "cases", "extra_sharing", "seconds", "boards_a_round", "missing", "winners",
           "switch")  # fmt: skip
ERROR = {"$ref": "#/components/schemas/Error"}


def _body(schema: Spec, media: str = "application/json") -> Spec:
    return {"description": "the answer", "content": {media: {"schema": schema}}}


def _operation(
    id: str, summary: str, parameters: tuple[str, ...], answer: Spec, path: tuple[str, ...] = (), *, file: bool = False
) -> Spec:
    refused = {"description": "no, and why in one sentence", "content": {"application/json": {"schema": ERROR}}}
    found: Spec = {
        "operationId": id,
        "summary": summary,
        "parameters": [
            *({"name": name, "in": "path", "required": True, "schema": PARAMETERS[name].schema} for name in path),
            *(PARAMETERS[name].as_query() for name in parameters),
        ],
        "responses": {"200": answer, **dict.fromkeys(("400", "404", "413", "422", "503"), refused)},
    }
    if file:
        binary = {"schema": {"type": "string", "contentMediaType": "application/octet-stream"}}
        found["requestBody"] = {"required": True, "content": {"application/octet-stream": binary}}
    return found


def _object(*required: str) -> Spec:
    return _body({"type": "object", "required": list(required)})


def _named(schema: str) -> Spec:
    return _body({"$ref": f"#/components/schemas/{schema}"})


_FILE = _body({}, "*/*")
_CROSSOVER = ("movement", "then", "goal", "sessions", "missing", "stay", "change_direction", "apart", "seconds")

PATHS: Spec = {
    "/api/plan": {"get": _operation("plan", "every sound way to run a room, the best first", ROOM, _named("Plan"))},
    "/api/change": {"get": _operation(
        "change", "what to do when somebody comes or goes before round 1", ("now", "missing", *ROOM), _named("Plan"))},
    "/api/crossover": {"get": _operation(
        "crossover", "the seats of a second session, so that few meet again", _CROSSOVER,
        _object("total", "seats", "again"))},
    "/api/individuals": {"get": _operation(
        "individuals", "movements for so many players, the best first",
        ("players", "boards_span", "rounds_number", "boards_a_round"), _object("room", "candidates"))},
    "/api/movements": {"get": _operation(
        "movements", "what is in the catalogue", ("tables_span", "rounds", "groups", "family", "rovers"),
        _object("movements"))},
    "/api/movements/{name}": {"get": _operation(
        "movement", "a movement whole, as docs/movement.schema.json has it", SETTING, _object("name", "schedule"),
        ("name",))},
    "/api/movements/{name}/measures": {"get": _operation(
        "measures", "how good a movement is, in figures", SETTING, _object("balance", "competition"), ("name",))},
    "/api/movements/{name}/repair": {"get": _operation(
        "repair", "it went wrong: every way to go on", MISHAPS, _object("options"), ("name",))},
    "/api/movements/{name}/files/{format}": {"get": _operation(
        "file", "a movement in a file for a scoring program, a spreadsheet or a script", SETTING, _FILE,
        ("name", "format"))},
    "/api/verify": {"post": _operation(
        "verify", "judge the movements in a file of any format", ("file_name", "cases"), _named("Verdict"),
        file=True)},
    "/api/convert": {"post": _operation(
        "convert", "a file of any format into another", ("file_name", "to", "boards", "as_it_is"), _FILE, file=True)},
}  # fmt: skip
"""Every address: what it is for, and what it takes."""


def description() -> Spec:
    """Return the description."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Byestand",
            "version": "1",
            "description": "Duplicate-bridge movements: planned, made, judged, converted. On this machine alone.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": PATHS,
        "components": {"schemas": _SCHEMAS},
    }


_SCHEMAS: Spec = {
    "Error": {"type": "object", "required": ["error"], "properties": {"error": {"type": "string"}}},
    "Plan": {
        "type": "object",
        "required": ["room", "candidates"],
        "properties": {
            "room": {"type": "object"},
            "candidates": {"type": "array", "items": {"$ref": "#/components/schemas/Candidate"}},
            "mitchell": {"type": "string"},
            "now": {"type": "string"},
        },
    },
    "Candidate": {
        "type": "object",
        "required": ["rank", "name", "sections", "missing", "rounds", "boards_per_round", "cases", "reason", "cost"],
        "properties": {
            "rank": {"type": "integer", "minimum": 1},
            "name": {"type": "string"},
            "sections": {"type": "array", "items": {"type": "string"}},
            "missing": {"type": "array", "items": {"type": "string"}},
            "rounds": {"type": "integer"},
            "boards_per_round": {"type": "integer"},
            "cases": {"type": "integer"},
            "reason": {"type": "string"},
            "cost": {"type": "number"},
        },
    },
    "Verdict": {
        "type": "object",
        "required": ["sound", "movements"],
        "properties": {
            "sound": {"type": "boolean"},
            "movements": {
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["title", "sound", "findings", "name", "how"],
                    "properties": {"sound": {"type": "boolean"}, "findings": {"type": "array"}},
                },
            },
        },
    },
}
