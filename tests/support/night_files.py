"""Read the json of session files as the app exports them."""

from collections.abc import Mapping
from typing import Any

from starlette.testclient import TestClient

Data = Mapping[str, Any]


def night_file(page: TestClient, night: str) -> dict[str, Any]:
    """Return the file of the session at an address."""
    answer = page.get(f"{night}/night.json")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def title_in(file: Data) -> str:
    """Return the name of the session."""
    return str(file["setup"]["event"]["title"])


def sections_in(file: Data) -> list[dict[str, Any]]:
    """Return the sections of the session."""
    sections: list[dict[str, Any]] = file["setup"]["sections"]
    return sections


def names_in(file: Data) -> dict[str, str]:
    """Return all names by the labels on pages: ``N1``, with several sections ``AN1``."""
    sections = sections_in(file)
    return {
        f"{section['letter'] if len(sections) > 1 else ''}{label}": _type_result(contestant)
        for section in sections
        for label, contestant in section["contestants"].items()
    }


def _type_result(contestant: Data) -> str:
    names = (str(person["name"]) for person in contestant["members"])
    return str(contestant.get("name", "")) or " & ".join(filter(None, names))
