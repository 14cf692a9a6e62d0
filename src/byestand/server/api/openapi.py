"""The description of the API in OpenAPI 3.1, from one table of parameters and one of addresses."""

from typing import Any

from byestand.server.api.parameters import PARAMETERS

Spec = dict[str, Any]

ROOM = ("pairs", "tables", "boards_span", "minutes", "minutes_per_board", "per_round", "cases", "winners", "stationary",
        "same_boards", "extra_groups", "scoring", "refuse", "sections", "weight")  # fmt: skip
SETTING = ("missing", "boards", "first", "winners", "switch", "chain", "cases")
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
