"""Ways to damage a SQLite file of sessions: through SQL, and byte by byte."""

import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

NIGHT = 2
"""The session that is damaged; it has eight events."""
FIRST, MIDDLE, LAST = 1, 4, 8
FLIPS = 40
PLACES = (FIRST, MIDDLE, LAST)
LOOSE_EVENTS = """
    alter table events rename to strict_events;
    create table events (night, revision, at, kind, contents, author, key, checksum);
    insert into events select night, revision, at, kind, contents, author, key, checksum from strict_events;
    drop table strict_events;
"""
LOOSE_NIGHTS = """
    alter table nights rename to strict_nights;
    create table nights (id, changed, revision, workspace, name, date, state, tables, checksum);
    insert into nights select id, changed, revision, workspace, name, date, state, tables, checksum from strict_nights;
    drop table strict_nights;
"""
"""The same tables without SQLite's own checks of types, as after a flipped bit."""
EVENT_CHANGES = {
    "flipped contents": "contents = substr(contents, 1, 9) || '#' || substr(contents, 11)",
    "other kind": "kind = case kind when 'paused' then 'resumed' else 'paused' end",
    "other instant": "at = at + 0.001",
    "other revision": "revision = revision + 100",
    "negative revision": "revision = -revision",
    "truncated contents": "contents = substr(contents, 1, length(contents) / 2)",
    "empty contents": "contents = ''",
    "illegible contents": "contents = cast(x'7bff7d' as text)",
}
MIDDLE_CHANGES = {
    "other author": "author = 'table:A7'",
    "a key": "key = 'abc'",
    "other checksum": "checksum = '0123456789abcdef'",
    "no checksum": "checksum = ''",
    "no night": "night = 50",
}
LOOSE_CHANGES = {
    "null contents": "contents = null",
    "null kind": "kind = null",
    "null instant": "at = null",
    "null checksum": "checksum = null",
    "contents as number": "contents = 7",
    "kind as bytes": "kind = x'00ff'",
    "instant as text": "at = 'yesterday'",
    "revision as text": "revision = 'four'",
    "null revision": "revision = null",
}
ROW_CHANGES = {
    "a revision less": "revision = revision - 1",
    "a revision more": "revision = revision + 1",
    "revision 0": "revision = 0",
    "huge revision": "revision = 1000000000",
    "negative revision": "revision = -8",
    "other name": "name = 'Wuesday'",
    "illegible name": "name = cast(x'54ff79' as text)",
    "other state": "state = 'ended'",
    "unknown state": "state = 'levitated'",
    "other tables": "tables = 99",
    "a date": "date = 'x'",
    "no moment": "changed = 'yesterday'",
    "no checksum": "checksum = ''",
    "no workspace": "workspace = 77",
    "workspace 0": "workspace = 0",
    "other number": "id = 77",
}
LOOSE_ROW_CHANGES = {
    "null name": "name = null",
    "name as bytes": "name = x'00ff'",
    "revision as text": "revision = 'eight'",
    "null revision": "revision = null",
    "null moment": "changed = null",
    "tables as text": "tables = 'many'",
    "workspace as text": "workspace = 'mine'",
}


def sql_variants() -> Iterator[tuple[str, str]]:
    """Yield the name of each variant, and its statements."""
    for name, change in EVENT_CHANGES.items():
        for revision in PLACES:
            yield f"event {revision}: {name}", _update_event(revision, change)
    for revision in PLACES:
        yield f"event {revision}: deleted", f"delete from events where night = {NIGHT} and revision = {revision}"  # noqa: S608 - ours
    for name, change in MIDDLE_CHANGES.items():
        yield f"event {MIDDLE}: {name}", _update_event(MIDDLE, change)
    for name, change in LOOSE_CHANGES.items():
        yield f"event {MIDDLE}: {name}", LOOSE_EVENTS + _update_event(MIDDLE, change)
    for name, change in ROW_CHANGES.items():
        yield f"row: {name}", f"update nights set {change} where id = {NIGHT}"  # noqa: S608 - ours
    for name, change in LOOSE_ROW_CHANGES.items():
        yield f"row: {name}", f"{LOOSE_NIGHTS} update nights set {change} where id = {NIGHT}"  # noqa: S608 - ours
    yield "last event in another night", _update_event(LAST, f"night = 3, revision = {LAST + 1}")
    yield "all events deleted", f"delete from events where night = {NIGHT}"  # noqa: S608 - ours
    yield "row deleted", f"delete from nights where id = {NIGHT}"  # noqa: S608 - ours
    yield "one event too many", _copy_event(LAST, LAST + 1)
    yield "an event far behind the last", _copy_event(MIDDLE, 1000)
    yield (
        "two events swapped",
        f"""
        update events set revision = 1000 where night = {NIGHT} and revision = 4;
        update events set revision = 4 where night = {NIGHT} and revision = 5;
        update events set revision = 5 where night = {NIGHT} and revision = 1000;""",  # noqa: S608 - ours
    )
    yield "an event twice", LOOSE_EVENTS + _copy_event(MIDDLE, MIDDLE)
    yield "current night unknown", "update workspaces set night = 99"
    yield "workspace deleted", "delete from workspaces"


def _update_event(revision: int, change: str) -> str:
    return f"update events set {change} where night = {NIGHT} and revision = {revision}"  # noqa: S608 - ours


def _copy_event(revision: int, to: int) -> str:
    return f"""insert into events (night, revision, at, kind, contents, author, key, checksum)
        select night, {to}, at, kind, contents, author, key, checksum from events
        where night = {NIGHT} and revision = {revision}"""  # noqa: S608 - ours


def damage_by_sql(path: Path, statements: str) -> None:
    """Run statements on a file."""
    with closing(sqlite3.connect(path)) as base:
        base.executescript(statements)


def byte_variants(size: int, page: int) -> Iterator[tuple[str, Callable[[bytes], bytes]]]:
    """Yield the name of each variant, and its function on the bytes of a file."""
    chance = random.Random(28)  # noqa: S311 - places, not secrets
    for number in range(size // page):
        yield f"page {number + 1}: zeros", partial(_with_zeros, first=number * page, count=page)
    for _ in range(FLIPS):
        at, bit = chance.randrange(size), 1 << chance.randrange(8)
        yield f"byte {at}: bit {bit}", partial(_with_flip, at=at, bit=bit)
    for part in (2, 3):
        yield f"cut off after 1/{part}", partial(_cut_off, size=size // part)


def _with_zeros(data: bytes, *, first: int, count: int) -> bytes:
    return data[:first] + bytes(count) + data[first + count :]


def _with_flip(data: bytes, *, at: int, bit: int) -> bytes:
    return data[:at] + bytes((data[at] ^ bit,)) + data[at + 1 :]


def _cut_off(data: bytes, *, size: int) -> bytes:
    return data[:size]
