"""Setups of sessions for tests, and night files as version 6 had them."""

from collections.abc import Mapping
from typing import Any

from byestand.model.boards import Boards
from byestand.model.event import Event
from byestand.model.setup import CatalogMovement, SectionSetup, SessionSetup
from tests.support.people import entry_texts


def session_setup(title: str, *movements: str, names: Mapping[str, str] | None = None) -> SessionSetup:
    """Return a session with movements of the catalogue in sections A, B, …; *names* are those of section A."""
    sections = tuple(
        SectionSetup(letter, CatalogMovement(movement), Boards(2), entry_texts(names or {}) if letter == "A" else {})
        for letter, movement in zip("ABCDEFGHIJKL", movements, strict=False)
    )
    return SessionSetup(Event(title=title), sections=sections)


def version_6_section(movement: object = "W0605", letter: str = "A", **changed: object) -> dict[str, Any]:
    """Return a section of a night file of version 6."""
    section = {
        "letter": letter,
        "movement": movement,
        "missing": [],
        "boards": 2,
        "first_board": 1,
        "one_winner": False,
        "switch": None,
        "repaired": None,
    }
    return section | changed


def version_6_file(name: str, *sections: Mapping[str, Any], **changed: object) -> dict[str, Any]:
    """Return a night file of version 6, which had no log."""
    night = {
        "format": "byestand night",
        "version": 6,
        "name": name,
        "sections": list(sections),
        "cases": None,
        "pairs": {},
        "notes": "",
        "results": "",
    }
    return night | changed
