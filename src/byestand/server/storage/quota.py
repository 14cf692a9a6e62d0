"""Limits of a workspace and of a night. Nobody plays as much; without limits one visitor could fill a disk.

A workspace is checked when nights are added, not while one is played: an evening that has begun goes on. What happens
in it is typed, so it grows no faster than somebody sends.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from byestand.errors import BadRequest, NotFound
from byestand.model.limits import MAX_EVENTS
from byestand.server.storage.database import OpenDatabase
from byestand.server.storage.records import NewNight

MILLION = 1_000_000
MAKE_ROOM = "save everything in a file, and throw old nights away"


@dataclass(frozen=True, slots=True)
class Quota:
    """The limits of a workspace."""

    nights: int = 1000
    events: int = 400_000
    """A thousand evenings of thirteen tables, with every result typed by itself."""
    letters: int = 128 * MILLION

    def require_room(self, base: OpenDatabase, workspace: int, nights: Sequence[NewNight]) -> None:
        """Refuse nights for which there is no room in a workspace any more."""
        many, events = base.execute(_MANY, (workspace,)).fetchone()
        if many + len(nights) > self.nights:
            raise NotFound(f"there is room for {self.nights} nights: throw some away")
        if events + sum(len(night.events) for night in nights) > self.events:
            raise NotFound(f"there is room for {self.events} events in all nights together: {MAKE_ROOM}")
        (letters,) = base.execute(_LETTERS, (workspace,)).fetchone()
        if letters + sum(len(event.contents) for night in nights for event in night.events) > self.letters:
            raise NotFound(f"there is room for {self.letters / MILLION:g} million letters on a desk: {MAKE_ROOM}")


DEFAULT_QUOTA = Quota()


def require_room_for_events(position: int) -> None:
    """Refuse more in one night than could be read again."""
    if position > MAX_EVENTS:
        raise BadRequest(f"more than {MAX_EVENTS} things cannot happen in one night; keep a new one, and go on there")


_MANY = "select count(*), coalesce(sum(revision), 0) from nights where workspace = ?"
_LETTERS = """select coalesce(sum(length(contents)), 0) from events join nights on nights.id = night
    where workspace = ?"""
