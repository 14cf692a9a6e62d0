"""Requests to the API with all described values, and uploads of any bytes: an answer or a message, never a 500."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings
from starlette.testclient import TestClient

from byestand.catalog import find
from byestand.catalog.listing import CatalogEntry, listing
from byestand.formats.formats import FORMATS
from byestand.server.api.routes import description
from byestand.server.pages.movement import library
from tests.support.app import broken_csv, client
from tests.support.crawler import InThisProcess
from tests.support.documents import document_of

# ruff: noqa: PLC0415 - every worker would wait for schemathesis, where one has use for it
if TYPE_CHECKING:
    from schemathesis import BaseSchema, Case

TOLD = [(path, method) for path, ways in description()["paths"].items() for method in ways]
"""The requests in the description of the API."""
EVERY_SO_MANY = 3
"""Each field has a dozen values at and beyond its limits; every third one is requested."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    @cache
    def listed_once(**wanted: Any) -> tuple[CatalogEntry, ...]:  # noqa: ANN401 - whatever it is asked for
        return tuple(listing(**wanted))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(library, "listing", listed_once)  # two seconds of judging each time, and always the same
        with client(tmp_path_factory.mktemp("fuzz") / "nights.sqlite", pool=InThisProcess()) as found:
            yield found


@pytest.fixture(scope="module")
def schema() -> "BaseSchema":
    import schemathesis

    return schemathesis.openapi.from_dict(description())


# Hypothesis looks for references to a generator of its own; it does not see those that conftest.py froze.
@pytest.mark.filterwarnings("ignore:It looks like `register_random` was passed an object that could be garbage")
@pytest.mark.parametrize(("path", "method"), TOLD)
def test_whatever_is_asked_is_answered_as_described(
    schema: "BaseSchema", app: TestClient, path: str, method: str
) -> None:
    """No server errors, and answers in the described form: for examples, limits and values beyond them, at random.

    Built here as `schema.parametrize` would build it during collection, in every worker.
    """
    from schemathesis import Response
    from schemathesis.generation.hypothesis.builder import HypothesisTestConfig, HypothesisTestMode, create_test
    from schemathesis.specs.openapi import checks

    turn = count()
    conforming = [checks.content_type_conformance, checks.response_schema_conformance, checks.status_code_conformance]

    @settings(max_examples=3, derandomize=True, suppress_health_check=list(HealthCheck), deadline=None)
    def asked(case: "Case[Any]") -> None:
        if next(turn) % EVERY_SO_MANY:
            return
        body = case.body if isinstance(case.body, bytes) else b""
        answer = app.request(case.method, case.formatted_path, params=case.query or {}, content=body)
        assert answer.status_code < 500
        case.validate_response(Response.from_any(answer), checks=conforming)

    every_kind = HypothesisTestConfig(project=schema.config, modes=list(HypothesisTestMode))
    create_test(operation=schema[path][method], test_func=asked, config=every_kind)()


@pytest.mark.parametrize("format", FORMATS)
def test_damaged_files_are_refused_or_judged(app: TestClient, format: str) -> None:
    """Bytes changed, cut out, doubled, of a file of every format."""
    whole = FORMATS[format].dumps((document_of(find("W0605"), per_round=2),))
    chance = random.Random(format)  # noqa: S311 - the same damage every time
    for _ in range(12):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 6)):
            at = chance.randrange(len(data))
            match chance.randrange(3):
                case 0:
                    data[at] = chance.randrange(256)
                case 1:
                    del data[at : at + chance.randrange(1, 40)]
                case _:
                    data[at:at] = data[at : at + 20]
        answer = app.post("/api/verify", params={"name": f"a.{FORMATS[format].extension}"}, content=bytes(data))
        assert answer.status_code in (200, 400, 422)


def test_any_bytes_at_all_are_refused_or_judged(app: TestClient) -> None:
    chance = random.Random(1)  # noqa: S311
    for length in (0, 1, 2, 10, 1000, 100_000):
        for start in (
            b"",
            b"PK\x03\x04",
            b"{",
            b'{"format": "byestand movement"',
            broken_csv()[:40],
            b"\x00\x01\x00\x00Standard Jet DB",
        ):
            data = start + chance.randbytes(length)
            for path in ("/api/verify", "/api/convert?to=mov"):
                assert app.post(path, content=data).status_code in (200, 400, 422), (path, data[:40])
            dropped = app.post("/check", files={"file": ("x.bin", data)})
            assert app.get(dropped.headers["location"]).status_code in (200, 422)
