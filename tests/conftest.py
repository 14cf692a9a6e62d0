"""Hypothesis without deadlines, because machines may be busy: tests assert no times.

For browser tests a browser and an app: one of each per module, as playwright requires.
"""

import gc
import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.support.clock import set_clock

if TYPE_CHECKING:
    from playwright.sync_api import Browser

settings.register_profile("byestand", deadline=None)
settings.load_profile("byestand")

# If the tests are started in the background, they may ignore Ctrl-C, and so would every command they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

NICENESS = 0 if sys.platform == "win32" else os.nice(0)
OUTSIDE = {
    f"tests.support.{name}"
    for name in (
        "app",
        "browser",
        "browser_session",
        "hosted_service",
        "load_balancer",
        "networks",
        "nginx",
        "played_nights",
        "postgres",
        "proxied_service",
        "slow_clients",
        "stores",
    )
}
"""Modules that start browsers, databases, servers (the app too, which has a database) and networks."""


def pytest_collection_finish() -> None:
    """Exclude the collected tests from garbage collection."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture
def own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let searches count their own CPU seconds, so that other programs do not affect them."""
    monkeypatch.setattr(time, "monotonic", time.process_time)


@pytest.fixture
def short_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a tenth of their own seconds pass for a second: for commands that search only to have something to print."""
    monkeypatch.setattr(time, "monotonic", lambda: 10 * time.process_time())


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    """Yield a browser."""
    # ruff: noqa: PLC0415 - other tests need not wait for them
    from tests.support.browser import chromium

    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of an app in this process: no workers of its own have to get ready first."""
    from tests.support.played_nights import run_night

    with run_night(tmp_path_factory.mktemp("browser") / "nights.sqlite") as (_, found):
        yield found


@pytest.fixture(autouse=True)
def _process_state() -> Iterator[None]:
    """Find a test that leaves its process with ignored signals or less priority: later tests would fail or be slow."""
    yield
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert sys.platform == "win32" or os.nice(0) == NICENESS


@pytest.fixture(scope="module", autouse=True)
def _clock() -> None:
    """Let the tests of a file begin at the time of day that a variable names, as `make soak` does."""
    set_clock()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a browser, a database or a network, and begin with its files: quick tests fill gaps at the end.

    A variable with a seed shuffles the files instead.
    """
    for item in items:
        if _is_outside(item):
            item.add_marker("outside")
    if seed := os.environ.get("BYESTAND_TEST_ORDER"):
        files = sorted({item.path for item in items})
        random.Random(seed).shuffle(files)  # noqa: S311 - not for secrets
        items.sort(key=lambda item: files.index(item.path))
    else:
        outside, slow = (
            {item.path for item in items if item.get_closest_marker(marker)} for marker in ("outside", "slow")
        )
        items.sort(key=lambda item: (item.path not in outside, item.path not in slow))


def _is_outside(item: pytest.Item) -> bool:
    if {"browser", "address"} & set(getattr(item, "fixturenames", ())):
        return True
    parameters = getattr(item, "callspec", None)
    if parameters and "postgres" in map(str, parameters.params.values()):
        return True
    names = vars(getattr(item, "module", None) or object).values()
    return any(getattr(name, "__module__", "") in OUTSIDE or getattr(name, "__name__", "") in OUTSIDE for name in names)
