"""The visible state of a session: pages, result files and exports, independent of how it is stored."""

import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from starlette.testclient import TestClient

from tests.freeze.page_text import page_text

FORMATS = ("json", "csv", "mov", "bws", "xlsx", "magic", "asc", "ebuscore")
DATE = re.compile(rb"\b(?:\d\d/\d\d/\d{4}|20\d{6})\b")
"""USEBIO has the day of the export if a session has no date."""


PAGES = ("", "/play", "/play/log?all=1", "/play/minutes", "/wall", "/pair", "/results", "/ranking", "/paper")
FILES = ("results/results.json", "results/results.xml", "results/results.html", *(f"file/{one}" for one in FORMATS))
"""They are recorded by size and digest."""


def state_of_file(page: TestClient, path: Path) -> str:
    """Import a session file, and return its state."""
    answer = page.post("/nights/import", files={"file": (path.name, path.read_bytes())})
    assert answer.status_code == 303, page_text(answer.text)
    return _state(page, answer.headers["location"])


def _state(page: TestClient, night: str) -> str:
    """Return one text with a heading for every part; *night* is an address such as ``/nights/1``."""
    parts = (f"===== {heading}\n{text.rstrip()}\n\n" for heading, text in _parts(page, night))
    return re.sub(rf"{night}\b", "/nights/…", re.sub(r"nights%2F\d+", "nights%2F…", "".join(parts)))


def _parts(page: TestClient, night: str) -> Iterator[tuple[str, str]]:
    for name in ("results.csv", "ranking.csv"):
        yield name, _answer(page, f"{night}/results/{name}")
    letters = re.findall(rf'href="{night}/section/(\w+)"', page.get(night).text)
    sections = [f"/section/{letter}" for letter in dict.fromkeys(letters)]
    for path in (*PAGES, *sections):
        yield path or "/", _answer(page, night + path)
    for path in _of_one(page, night):
        yield path.removeprefix(night), _answer(page, path)
    yield "files", "".join(f"{path} {_digest(page, f'{night}/{path}')}\n" for path in FILES)


def _of_one(page: TestClient, night: str) -> Iterator[str]:
    """Yield pages of one pair and one board: the first links of the ranking, and the phone of that pair."""
    ranking = page.get(f"{night}/ranking").text
    for part in ("of", "board"):
        found = re.search(rf'href="({night}/ranking/{part}/[^"#?]+)', ranking)
        if found:
            yield found[1]
    phone = re.search(r'name="pair" value="(\w+)"', page.get(f"{night}/pair?who=a").text)
    if phone:
        yield f"{night}/pair/{phone[1]}"


def _answer(page: TestClient, address: str) -> str:
    answer = page.get(address)
    status = "" if answer.status_code == 200 else f"{answer.status_code}\n"
    is_page = answer.headers.get("content-type", "").startswith("text/html")
    return status + (page_text(answer.text) if is_page else answer.text)


def _digest(page: TestClient, address: str) -> str:
    """Return the size and the digest of a file, or the error message."""
    answer = page.get(address)
    if answer.status_code != 200:
        return f"{answer.status_code} {' '.join(page_text(answer.text).split())[:200]}"
    data = DATE.sub(b"", answer.content)
    return f"{len(data)} bytes, sha256 {sha256(data).hexdigest()[:16]}"
