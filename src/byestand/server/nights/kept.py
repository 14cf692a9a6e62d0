"""A night as lists and pages have it: with its number, its state and its addresses."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from byestand.errors import FormatError
from byestand.night.fold import Log
from byestand.night.night import Night, loads


class Row(NamedTuple):
    """A night as it is kept, for lists."""

    id: int
    desk: int
    contents: str
    changed: str
    revision: int


@dataclass(frozen=True, slots=True)
class Kept:
    """A night with its number, when it was changed last, how often, and how far it has come."""

    id: int
    night: Night
    changed: str
    revision: int = 1
    started: bool = False
    ended: bool = False

    @classmethod
    def of(cls, row: Row, log: Log) -> "Kept":
        """Return a night as its events make it."""
        now = log.now
        return cls(row.id, with_addresses(now.night, row.id), row.changed, now.position, now.is_started, now.has_ended)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A night that is there and cannot be opened, and why."""

    id: int
    why: str
    changed: str


def if_readable(row: Row) -> Kept | Unreadable:
    """Return a night as a list shows it."""
    try:
        night = loads(row.contents, source=f"night {row.id}")
    except FormatError as no:
        return Unreadable(row.id, str(no), row.changed)
    return Kept(row.id, with_addresses(night, row.id), row.changed, row.revision)


def with_addresses(night: Night, id: int) -> Night:
    """Return a night with the addresses of what somebody brought: it has no other than the night's."""
    addressed = (
        replace(section, address=f"/nights/{id}/section/{section.letter}") if section.brought else section
        for section in night.sections
    )
    return replace(night, sections=tuple(addressed))
