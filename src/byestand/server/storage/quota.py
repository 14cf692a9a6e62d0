"""Limits of a workspace and of a session, so that one visitor cannot fill the disk. Normal use stays far below.

A workspace is checked when sessions are added, not during play, so that play is never interrupted.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from byestand.errors import BadRequest, NotFound
from byestand.language import say
from byestand.model.limits import MAX_EVENTS
from byestand.server.storage.database import OpenDatabase
from byestand.server.storage.records import NewNight

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Quota:
    """The limits of a workspace."""

    nights: int = 1000
    events: int = 400_000
    """1,000 sessions of 13 tables, with every result typed separately."""
    letters: int = 128 * MILLION

    def require_room(self, base: OpenDatabase, workspace: int, nights: Sequence[NewNight]) -> None:
        """Raise NotFound if a workspace has no room for more sessions."""
        stored, events = base.execute(_MANY, (workspace,)).fetchone()
        if stored + len(nights) > self.nights:
            raise NotFound(say("limit of {most} sessions reached; delete some", most=self.nights))
        if events + sum(len(night.events) for night in nights) > self.events:
            raise NotFound(
                say(
                    "limit of {most} events in all sessions reached; download a backup and delete old sessions",
                    most=self.events,
                )
            )
        (letters,) = base.execute(_LETTERS, (workspace,)).fetchone()
        if letters + sum(len(event.contents) for night in nights for event in night.events) > self.letters:
            raise NotFound(
                say(
                    "limit of {most:g} million characters reached; download a backup and delete old sessions",
                    most=self.letters / MILLION,
                )
            )


DEFAULT_QUOTA = Quota()


def require_room_for_events(position: int) -> None:
    """Raise BadRequest if a session would have too many events."""
    if position > MAX_EVENTS:
        raise BadRequest(
            say("limit of {most} events per session reached; save a new session and continue there", most=MAX_EVENTS)
        )


_MANY = "select count(*), coalesce(sum(revision), 0) from nights where workspace = ?"
_LETTERS = """select coalesce(sum(length(contents)), 0) from events join nights on nights.id = night
    where workspace = ?"""
