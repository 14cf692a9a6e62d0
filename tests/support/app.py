"""The app for tests: in this process, or started as users start it; and a movement file with a known fault."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_type_hints

from httpx2 import Response
from starlette.applications import Starlette
from starlette.testclient import TestClient

from byestand.catalog import find
from byestand.formats import csv
from byestand.job import Job
from byestand.server.app import make_app
from byestand.server.jobs.job_results import JSON, Done, JobPage
from byestand.server.jobs.job_results import JobFile as FileResult
from byestand.server.jobs.pool import WorkerPool
from byestand.server.page_tools.from_query import ONLY_SECTION, ShownSection, movement_in_query
from byestand.server.storage.store import open_store
from byestand.server.web import app_state
from byestand.server.web.app_state import AppState
from byestand.server.web.query import Query
from tests.support.tidy_html import tidy

PATIENCE = 120
"""A timeout in seconds, long enough for a busy machine."""


class TidyClient(TestClient):
    """A client that gets pages without the whitespace that browsers do not show."""

    def request(self, *arguments: Any, **options: Any) -> Response:  # noqa: ANN401 - whatever a client takes
        """Return an answer; pages are tidied."""
        answer = super().request(*arguments, **options)
        is_file = "content-disposition" in answer.headers
        if answer.headers.get("content-type", "").startswith("text/html") and not is_file:
            answer._content = tidy(answer.content.decode()).encode()  # noqa: SLF001 - it has no other way
        return answer


def state_of(app: object) -> AppState:
    """Return the state of the app of a client, which may be any app for its type."""
    assert isinstance(app, Starlette)
    return app_state.state_of(app)


@contextmanager
def client(data: Path, *, pool: WorkerPool | None = None) -> Iterator[TestClient]:
    """Yield a client of an app that runs in this process; with its own *pool* it needs no workers."""
    app = make_app(open_store(data))
    if pool is not None:
        state_of(app).services.pool = pool
    with TidyClient(app, base_url="http://127.0.0.1:8013", follow_redirects=False) as found:
        yield found


def blank_result(job: Job[..., object]) -> Done[Any]:
    """Return a blank result of the type of a job, for tests of access rights that do not read the content."""
    blank = {JobPage: JobPage(b"{}", "Blank"), FileResult: FileResult(b"{}", JSON), str: "", dict[str, str]: {}}
    return Done(blank.get(get_type_hints(job.run)["return"]))


@dataclass(frozen=True)
class RunningApp:
    """A server started as users start it."""

    process: "subprocess.Popen[str]"
    address: str


@contextmanager
def serve(
    data: Path,
    *options: str,
    start_new_session: bool = False,
    program: tuple[str, ...] = ("-m", "byestand"),
    prefix: tuple[str, ...] = (),
) -> Iterator[RunningApp]:
    """Yield a server in a separate process, on any free port; *prefix* is a command to start it on another machine."""
    command = [*prefix, sys.executable, *program, "serve", "--no-browser", "--port", "0", "--data", str(data), *options]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=start_new_session
    )
    assert process.stdout
    line = process.stdout.readline()
    found = re.search(r"http://\S+(?=/)", line)
    try:
        assert found, line
        yield RunningApp(process, found[0])
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)  # also closes the pipes


def by_name(name: str, *pairs: tuple[str, str]) -> ShownSection:
    """Return the section that the page of a movement shows."""
    return ShownSection(movement_in_query(name, Query(pairs)), ONLY_SECTION)


def broken_csv() -> bytes:
    """Return W0605 with EW pair 1 at tables 1 and 2 in round 2, where pair 6 should be at table 1."""
    rows = csv.dumps(find("W0605")).splitlines()
    at = rows.index("2,1,1,6,2")
    rows[at] = "2,1,1,1,2"
    return ("\n".join(rows) + "\n").encode()
