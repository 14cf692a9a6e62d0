"""Write the visible states of the recorded sessions of tests/golden/nights.

Run it by hand, then read the difference: a recording must give the same state.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.freeze.night_state import state_of_file
from tests.support.app import client
from tests.support.crawler import InThisProcess
from tests.support.paths import GOLDEN

NIGHTS = GOLDEN / "nights"
FILES = tuple(sorted(path.name for path in NIGHTS.glob("*.json")))


def golden_state(name: str) -> Path:
    """Return the path of the state of a recording."""
    return (NIGHTS / name).with_suffix(".state.txt")


@contextmanager
def in_utc() -> Iterator[None]:
    """Make pages show times as recorded, in any time zone."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = "UTC"
    time.tzset()
    yield
    del os.environ["TZ"]
    if before is not None:
        os.environ["TZ"] = before
    time.tzset()


def file_states(folder: Path) -> Iterator[Callable[[str], str]]:
    """Yield functions that return the state of a session file, in an app with its data in a folder."""
    with in_utc(), client(folder / "nights.sqlite", pool=InThisProcess()) as page:
        yield lambda name: state_of_file(page, NIGHTS / name)


def main() -> None:
    """Write all states."""
    with TemporaryDirectory() as folder:
        for state_of in file_states(Path(folder)):
            for name in FILES:
                golden_state(name).write_text(state_of(name), encoding="utf-8")


if __name__ == "__main__":
    main()
