"""The API: plan, movement, verify and export for scripts and club sites, as json. `openapi` describes it.

Descriptions for programmers are English and not translated.
"""

from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from byestand.catalog.families import OWN
from byestand.formats.formats import FORMATS
from byestand.language import say
from byestand.server.api import api_data
from byestand.server.pages.check.view import convert_file
from byestand.server.web.app_state import app_state, services
from byestand.server.web.responses import asked_in, file_or_page


async def openapi(request: Request) -> Response:
    """Return the OpenAPI description."""
    hosting = app_state(request).hosting_config
    servers = {"servers": [{"url": hosting.public.rstrip("/")}]} if hosting else {}
    return JSONResponse({**description(), **servers})


async def verify(request: Request) -> Response:
    """Check the movements of a file."""
    asked = asked_in(request)
    name, body = asked.text("name", say("the file")), await request.body()
    return file_or_page(request, await services(request).run_once(api_data.verdicts, name, body, asked.pairs))


async def convert(request: Request) -> Response:
    """Return the movements of a file in another format."""
    asked = asked_in(request)
    name, body = asked.text("name", say("the file")), await request.body()
    to = asked.text("to", "json")
    return file_or_page(request, await services(request).run_once(convert_file, name, body, to, asked.pairs))


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of the API."""

    name: str
    words: str
    schema: dict[str, Any] = field(default_factory=lambda: {"type": "string"})

    def as_query(self) -> dict[str, Any]:
        """Return the parameter as a query parameter of OpenAPI."""
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
    "pairs": Parameter("pairs", "number of pairs", _number(4, 720)),
    "tables": Parameter("tables", "number of full tables, instead of pairs", _number(2, 360)),
    "boards_span": Parameter("boards", "boards per pair (default 24-28)", _SPAN),
    "minutes": Parameter("minutes", "length of the session in minutes, instead of boards", _number(30, 600)),
    "minutes_per_board": Parameter("minutes_per_board", "minutes per board (default 7.5)", _MINUTES),
    "per_round": Parameter("per_round", "allowed boards per round", _SPAN),
    "cases": Parameter("cases", "number of sets of boards (default 1 or 2)", _number(1, 99)),
    "winners": Parameter("winners", "number of winners; with 1 some rounds are arrow-switched", _one_of("2", "1")),
    "room_winners": Parameter("winners", "number of winners (default any)", _one_of("any", "2", "1")),
    "switch": Parameter("switch", "with one winner: the arrow-switched rounds", _LIST),
    "stationary": Parameter("stationary", "stationary pairs: their number, or seats such as N3,E1", _STAYING),
    "same_boards": Parameter("same_boards", "all pairs play the same boards", _YES),
    "extra_groups": Parameter("extra_groups", "deal groups in play that a pair does not play", _number(0, 60)),
    "scoring": Parameter("scoring", "scoring (default matchpoints)", _one_of("matchpoints", "imps")),
    "refuse": Parameter("refuse", "features to exclude", _UNWANTED),
    "sections": Parameter("sections", "largest number of sections", _number(1, 6)),
    "weight": Parameter("weight", "weight of a feature, such as skip:3", _LIST),
    "now": Parameter("now", "the present movement", _NAME),
    "missing": Parameter("missing", "missing pairs, such as N18", _LIST),
    "boards": Parameter("boards", "boards per round", _number(0, 12)),
    "first": Parameter("first", "number of the first board, for example in a second session", _number(1, 500)),
    "chain": Parameter("chain", "chain the boards of full subsections", _YES),
    "tables_span": Parameter("tables", "number of tables", _SPAN),
    "rounds": Parameter("rounds", "number of rounds, including curtailed movements", _SPAN),
    "groups": Parameter("groups", "number of deal groups", _SPAN),
    "family": Parameter("family", "movement family", _FAMILY),
    "rovers": Parameter("rovers", "include movements with a rover", _YES),
    "movement": Parameter("movement", "movement of the first session: W1813, or A=M1313 and B=W1813", _LIST),
    "then": Parameter("then", "movement of later sessions, if different", _LIST),
    "goal": Parameter("goal", "main goal", _one_of("total", "max", "contact", "balance")),
    "sessions": Parameter("sessions", "number of sessions", _one_of("2", "3")),
    "stay": Parameter("stay", "pairs that keep their direction", _LIST),
    "change_direction": Parameter("change", "pairs that change their direction", _LIST),
    "apart": Parameter("apart", "pairs that should not meet", _LIST),
    "seconds": Parameter("seconds", "length of the search, in seconds of a usual machine", _number(1, 20)),
    "players": Parameter("players", "number of players", _number(8, 240)),
    "rounds_number": Parameter("rounds", "number of rounds", _number(1, 60)),
    "boards_a_round": Parameter("per_round", "boards per round", _number(1, 12)),
    "after": Parameter("after", "last round played", _number(0, 255)),
    "played_boards": Parameter("boards", "a table played another deal group: 5:7=12", _LIST),
    "seats": Parameter("seats", "other contestants sat at a table: 5:3=N3,E9", _LIST),
    "cancelled": Parameter("cancelled", "the result of a table is cancelled: 5:7", _LIST),
    "moved": Parameter("moved", "all pairs of a line moved wrong after a round: ew:+2@4", _LIST),
    "swapped": Parameter("swapped", "two contestants changed places in a round: E3,E9@5", _LIST),
    "boards_moved": Parameter("boards_moved", "all boards moved wrong after a round: -2@4", _LIST),
    "skip": Parameter("skip", "forgotten, or the round after which the skip was made"),
    "left": Parameter("left", "a pair left, now or after a round: E4@3", _LIST),
    "came": Parameter("came", "number of late pairs", _number(0, 4)),
    "cards_out": Parameter("cards_out", "no: nobody has looked at the cards of the last round", _one_of("yes", "no")),
    "extra_sharing": Parameter("extra_sharing", "additional sets that may be shared in a round", _one_of("1", "0")),
    "name": Parameter("name", "movement code", _NAME),
    "format": Parameter("format", "file format", _FORMAT),
    "to": Parameter("to", "file format", _FORMAT),
    "file_name": Parameter("name", "file name; its extension is a hint", {"type": "string", "maxLength": 80}),
    "as_it_is": Parameter("as_it_is", "write a movement with errors too", _YES),
}  # fmt: skip
"""By their names in `PATHS`."""


Spec = dict[str, Any]

ROOM_PARAMETERS = (
    "pairs", "tables", "boards_span", "minutes", "minutes_per_board", "per_round", "cases", "room_winners",
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
    refused = {"description": "the error in one sentence", "content": {"application/json": {"schema": ERROR}}}
    operation: Spec = {
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
        operation["requestBody"] = {"required": True, "content": {"application/octet-stream": binary}}
    return operation


def _object(*required: str) -> Spec:
    return _body({"type": "object", "required": list(required)})


def _schema(schema: str) -> Spec:
    return _body({"$ref": f"#/components/schemas/{schema}"})


_FILE = _body({}, "*/*")
_CROSSOVER = ("movement", "then", "goal", "sessions", "missing", "stay", "change_direction", "apart", "seconds")

PATHS: Spec = {
    "/api/plan": {"get": _operation(
        "plan", "recommend movements, the best first", ROOM_PARAMETERS, _schema("Plan"))},
    "/api/change": {"get": _operation(
        "change", "options for late changes before round 1", ("now", "missing", *ROOM_PARAMETERS), _schema("Plan"))},
    "/api/crossover": {"get": _operation(
        "crossover", "seats of a second session with few repeat opponents", _CROSSOVER,
        _object("total", "seats", "again"))},
    "/api/individuals": {"get": _operation(
        "individuals", "individual movements, the best first",
        ("players", "boards_span", "rounds_number", "boards_a_round"), _object("room", "candidates"))},
    "/api/movements": {"get": _operation(
        "movements", "list the movements in the catalogue", ("tables_span", "rounds", "groups", "family", "rovers"),
        _object("movements"))},
    "/api/movements/{name}": {"get": _operation(
        "movement", "a complete movement as in docs/movement.schema.json", SETTING, _object("name", "schedule"),
        ("name",))},
    "/api/movements/{name}/measures": {"get": _operation(
        "measures", "fairness figures of a movement", SETTING, _object("balance", "competition"), ("name",))},
    "/api/movements/{name}/repair": {"get": _operation(
        "repair", "repair options after a problem", MISHAPS, _object("options"), ("name",))},
    "/api/movements/{name}/files/{format}": {"get": _operation(
        "file", "a movement in a file for a scoring program, a spreadsheet or a script", SETTING, _FILE,
        ("name", "format"))},
    "/api/verify": {"post": _operation(
        "verify", "check the movements in a file of any format", ("file_name", "cases"), _schema("Verdict"),
        file=True)},
    "/api/convert": {"post": _operation(
        "convert", "convert a file to another format", ("file_name", "to", "boards", "as_it_is"), _FILE, file=True)},
}  # fmt: skip
"""Every endpoint with its summary and parameters."""


def description() -> Spec:
    """Return the OpenAPI description without servers."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Byestand",
            "version": "1",
            "description": "Plan, check and convert duplicate-bridge movements.",
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
