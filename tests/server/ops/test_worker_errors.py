"""What the log says of a job that fails, seen from outside: a real service, a real worker, a fault planted in its job.

Python imports `sitecustomize` from PYTHONPATH when a process starts, the server's workers included.
"""

import json
from pathlib import Path

import httpx2
import pytest

from tests.support.app import PATIENCE, serve
from tests.support.proxied_service import ROOT

NAME = "Zerlina Quaxo"
PLANTED_FAULT = """
from byestand.server.api import api_data

def quote_input(query):
    raise KeyError(query.text("pairs"))

api_data.room = quote_input
"""


@pytest.fixture(autouse=True)
def planted_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text(PLANTED_FAULT, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


def errors_after_fault(data: Path, host: str, *options: str) -> str:
    """Return the standard error of a server whose job has failed."""
    with serve(data, *options) as running:
        answer = httpx2.get(
            f"{running.address}/api/plan", params={"pairs": NAME}, headers={"host": host}, timeout=PATIENCE
        )
        running.process.kill()  # what it logs is written before it answers
        _, errors = running.process.communicate(timeout=PATIENCE)
    assert (answer.status_code, NAME in answer.text) == (500, False)
    return errors


@pytest.mark.parametrize("options", [(), ("--log", "none")])
def test_a_hosted_service_logs_where_a_job_failed_and_nothing_that_a_user_sent(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    errors = errors_after_fault(tmp_path / "n.sqlite", "bridge.example.org", "--public", ROOT, *options)
    (line,) = errors.splitlines()
    logged = json.loads(line)
    assert logged["said"] == "internal error"
    assert logged["fault"][0] == "KeyError"
    assert any(call.endswith("quote_input") for call in logged["fault"])
    assert "Traceback" not in errors
    assert not [part for part in NAME.split() if part in errors]


def test_on_a_laptop_the_terminal_has_the_whole_traceback(tmp_path: Path) -> None:
    errors = errors_after_fault(tmp_path / "n.sqlite", "127.0.0.1")
    assert errors.startswith("Traceback")
    assert f"KeyError: '{NAME}'" in errors
