"""The API asked everything its description allows, and uploads of any bytes: an answer or a sentence, never a 500."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.testclient import TestClient

from app import broken_csv, client
from byestand.catalog import find
from byestand.formats.registry import FORMATS
from byestand.server.api.openapi import description
from byestand.server.work import pool as work
from documents import document_of

schema = schemathesis.openapi.from_dict(description())
"""What programs are told that they may ask."""

TOO_BUSY = 503
"""Searches that take too long are ended: that is an answer too."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    hasty = pytest.MonkeyPatch()
    hasty.setattr(work, "LANES", dict.fromkeys(work.LANES, work.Limits(1, 8.0)) | {"quick": work.Limits(2, 4.0)})
    with client(tmp_path_factory.mktemp("fuzz") / "nights.sqlite") as found:
        yield found
    hasty.undo()


@schema.parametrize()
@settings(max_examples=6, derandomize=True, suppress_health_check=list(HealthCheck), deadline=None)
def test_whatever_is_asked_is_answered_as_described(case: schemathesis.Case[Any], app: TestClient) -> None:
    """No fault of ours, and answers of the form that is told."""
    body = case.body if isinstance(case.body, bytes) else b""
    answer = app.request(case.method, case.formatted_path, params=case.query or {}, content=body)
    assert answer.status_code < 500 or answer.status_code == TOO_BUSY
    checks = [content_type_conformance, response_schema_conformance, status_code_conformance]
    case.validate_response(schemathesis.Response.from_any(answer), checks=checks)


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
