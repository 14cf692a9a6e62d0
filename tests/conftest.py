"""Hypothesis without deadlines: a noisy machine is no fault of the program, and tests assert no times.

And for stories in a browser the browser and the app: one of each for a module, as playwright wants it.
"""

import signal
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

settings.register_profile("byestand", deadline=None)
settings.load_profile("byestand")

# Whoever starts the tests in the background may have them ignore Ctrl-C, and so would every command they start.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    """Yield a browser."""
    from browser import chromium  # noqa: PLC0415 - other tests need not wait for it

    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of an app that has just been started."""
    from app import serving  # noqa: PLC0415 - other tests need not wait for it

    with serving(tmp_path_factory.mktemp("browser") / "nights.sqlite") as running:
        yield running.address


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what must stay together on one worker first: it takes longest, and others fill what is left."""
    items.sort(key=lambda item: item.get_closest_marker("xdist_group") is None)
