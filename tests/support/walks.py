"""Five walks through the code, as docs/architecture.md describes them.

`PYTHONPATH=tools python -m tests.support.walks show` prints the modules in the order in which they are first called.
"""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from starlette.testclient import TestClient

from byestand import cli
from tests.support.app import client
from tests.support.crawler import InThisProcess
from tracer import Tracer, import_all

NIGHT_FORM = {"movement": "M0909", "boards": "3", "name": "Tuesday"}
EXCHANGED_BOARDS = "/nights/1/section/A/wrong?seconds=0.7&after=3&boards=3:3%3D6&boards=3:4%3D5"
"""In round 3 tables 3 and 4 played the boards of each other."""


@contextmanager
def saved_session(folder: Path) -> Iterator[TestClient]:
    """Yield a client of an app with a session."""
    with client(folder / "nights.sqlite", pool=InThisProcess()) as page:
        assert page.post("/nights", data=NIGHT_FORM).headers["location"] == "/nights/1"
        yield page


def show(tracer: Tracer, _: Path) -> None:
    """Show a movement of the catalogue."""
    with tracer.on(), redirect_stdout(StringIO()):
        assert cli.run(["show", "W1813", "--layout"]) == 0


def plan(tracer: Tracer, folder: Path) -> None:
    """Open the plan of 37 pairs."""
    with client(folder / "nights.sqlite", pool=InThisProcess()) as page, tracer.on():
        assert "W1913" in page.get("/?pairs=37&boards=26").text


def result(tracer: Tracer, folder: Path) -> None:
    """Type a result; then a phone asks for its page again."""
    with saved_session(folder) as page:
        revision = str(len(page.get("/nights/1/night.json").json()["log"]))
        assert page.post("/nights/1/play/start", data={"revision": revision}).status_code == 303
        with tracer.on():
            assert page.post("/nights/1/results?board=1", data={"at-1-1-1": "4sn="}).status_code == 303
            assert page.get("/nights/1/pair/N1").status_code == 200


def mats(tracer: Tracer, folder: Path) -> None:
    """Print the mats of a movement."""
    file = str(folder / "mats.pdf")
    with tracer.on(), redirect_stdout(StringIO()):
        assert cli.run(["print", "W1813", "--sheets", "mats", "--boards-per-round", "2", "-o", file]) == 0


def repair(tracer: Tracer, folder: Path) -> None:
    """Report wrong boards, choose a repair option, and print the slips for the tables."""
    with saved_session(folder) as page, tracer.on():
        (way, *_) = re.findall(r'name="way" value="(\w+)"', page.get(EXCHANGED_BOARDS).text)
        assert page.post(EXCHANGED_BOARDS, data={"way": way}).status_code == 303
        assert page.get("/nights/1/section/A/paper/told.pdf").status_code == 200


WALKS: dict[str, Callable[[Tracer, Path], None]] = {walk.__name__: walk for walk in (show, plan, result, mats, repair)}


if __name__ == "__main__":
    import_all()
    the_tracer = Tracer()
    with TemporaryDirectory() as temporary:
        WALKS[sys.argv[1]](the_tracer, Path(temporary))
    sys.stdout.write("\n".join(the_tracer.modules) + "\n")
