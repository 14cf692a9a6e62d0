"""The pages on which a director reports a problem and chooses a repair."""

import re
from html import unescape
from urllib.parse import urlencode

from starlette.testclient import TestClient


def save_night(page: TestClient, *movements: str, **told: str) -> str:
    """Save a session, and return its address."""
    answer = page.post("/nights", data={"movement": list(movements), "boards": "2", "name": "Tuesday", **told})
    return str(answer.headers["location"])


def as_it_is(page: TestClient, night: str) -> dict[str, object]:
    """Return the state of a session, independent of its log."""
    return without_log(page.get(f"{night}/night.json").json())


def without_log(night: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in night.items() if key != "log"}


def repair_url(night: str, *said: str, letter: str = "A") -> str:
    """Return the address of a problem report: ``after=5``, ``boards=5:7=12``."""
    parts = [word.partition("=") for word in said]
    return f"{night}/section/{letter}/wrong?{urlencode([(name, text) for name, _, text in parts])}"


def words(text: str) -> str:
    """Return the text of the main part of a page."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text[text.index("<main") :])))


def do(page: TestClient, address: str, number: int = 0, revision: str = "") -> str:
    """Choose a repair option, and return the page of the session."""
    text = page.get(address).text
    way = re.findall(r'name="way" value="(\w+)"', text)[number]
    seen = revision or re.findall(r'name="revision" value="(\d+)"', text)[0]
    answer = page.post(address, data={"way": way, "revision": seen})
    assert answer.status_code == 303, words(answer.text)
    return page.get(answer.headers["location"]).text
