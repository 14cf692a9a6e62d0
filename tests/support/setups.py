"""Setups of sessions for tests, and session files without a log."""

from collections.abc import Mapping
from typing import Any

from byestand.codec.json_cursor import SESSION
from byestand.model.boards import Boards
from byestand.model.event import Event
from byestand.model.setup import CatalogMovement, SectionSetup, SessionSetup
from byestand.night.night_document import VERSION
from tests.support.people import entry_texts


def session_setup(title: str, *movements: str, names: Mapping[str, str] | None = None) -> SessionSetup:
    """Return a session with movements of the catalogue in sections A, B, …; *names* are those of section A."""
    sections = tuple(
        SectionSetup(letter, CatalogMovement(movement), Boards(2), entry_texts(names or {}) if letter == "A" else {})
        for letter, movement in zip("ABCDEFGHIJKL", movements, strict=False)
    )
    return SessionSetup(Event(title=title), sections=sections)


def section_data(movement: object = "W0605", letter: str = "A", **changed: object) -> dict[str, Any]:
    """Return a section as in a session file, with a movement of the catalogue, or as it is written there."""
    source = {"kind": "catalog", "name": movement} if isinstance(movement, str) else movement
    return {"letter": letter, "movement": source} | changed


def session_data(title: str, *sections: Mapping[str, Any], **changed: object) -> dict[str, Any]:
    """Return a session file without a log, as a script would write it."""
    setup = {"event": {"title": title}, "sections": list(sections)}
    return {"format": SESSION, "version": VERSION, "setup": setup} | changed
