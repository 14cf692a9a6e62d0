"""The statements on the tables ``nights`` and ``events``; both databases understand them."""

from collections.abc import Sequence

from byestand.errors import RequestRefused
from byestand.language import say
from byestand.server.storage.database import OpenDatabase
from byestand.server.storage.records import DamagedNight, EventRow, NewNight, NightRow, Summary, checksum, verify_rows
from byestand.server.storage.schema import LOCAL

_SELECT = """select id, workspace, name, date, changed, revision, state, tables, checksum,
    (select checksum from events where night = nights.id and events.revision = nights.revision) from nights"""
_NO_WORKSPACE = "workspace not in (select id from workspaces)"
"""True only for a damaged row; the laptop with the file shows it."""
_EVENT = "at, kind, contents, author, key"


def select(base: OpenDatabase, id: int) -> NightRow | None:
    """Return one session."""
    values = base.execute(f"{_SELECT} where id = ?", (id,)).fetchone()
    return NightRow.read(values) if values else None


def select_all(base: OpenDatabase, workspace: int) -> list[NightRow]:
    """Return the sessions of a workspace, the last changed one first."""
    condition = f"workspace = ? or {_NO_WORKSPACE}" if workspace == LOCAL else "workspace = ?"
    rows = base.execute(f"{_SELECT} where {condition} order by changed desc, id desc", (workspace,)).fetchall()
    return list(map(NightRow.read, rows))


def select_current(base: OpenDatabase, workspace: int) -> NightRow | None:
    """Return the current session of a workspace."""
    condition = "id = (select night from workspaces where id = ?) and workspace = ?"
    values = base.execute(f"{_SELECT} where {condition}", (workspace, workspace)).fetchone()
    return NightRow.read(values) if values else None


def belongs_nowhere(base: OpenDatabase, id: int) -> bool:
    """Return whether a damaged row has an unknown workspace."""
    row = base.execute(f"select count(*) from nights where id = ? and {_NO_WORKSPACE}", (id,)).fetchone()  # noqa: S608 - ours
    return bool(row[0])


def select_lost(base: OpenDatabase, workspace: int) -> list[int]:
    """Return the sessions that have events but no row; only a damaged file on a laptop has any.

    The table is not read as a whole: one look-up finds the next session.
    """
    if workspace != LOCAL:
        return []
    statement = """with recursive found (id) as (
            select min(night) from events
            union all
            select (select min(night) from events where night > found.id) from found where found.id is not null
        )
        select id from found where id is not null and id not in (select id from nights)"""
    return [int(id) for (id,) in base.execute(statement).fetchall()]


def select_events(base: OpenDatabase, id: int, first: int) -> tuple[int, list[tuple[object, ...]]] | None:
    """Return the revision of a session and its events from the *first* on; None if there is no session."""
    statement = f"""select nights.revision, events.revision, {_EVENT}, events.checksum
        from nights left join events on night = nights.id and events.revision >= ?
        where nights.id = ? order by events.revision"""  # noqa: S608 - ours
    rows = base.execute(statement, (max(first, 1), id)).fetchall()
    if not rows:
        return None
    revision = rows[0][0] if isinstance(rows[0][0], int) else 0
    return revision, [tuple(row[1:]) for row in rows if row[1] is not None]


def select_lost_events(base: OpenDatabase, id: int) -> list[EventRow]:
    """Return the events of a session without a row, up to the first damaged one."""
    statement = f"select revision, {_EVENT}, checksum from events where night = ? and revision > 0 order by revision"  # noqa: S608 - ours
    rows = base.execute(statement, (id,)).fetchall()
    try:
        return verify_rows(id, rows, 1, len(rows))
    except DamagedNight as damage:
        return list(damage.intact)


def insert(base: OpenDatabase, workspace: int, night: NewNight, changed: str) -> int:
    """Insert a session with its events; return its number."""
    revision = len(night.events)
    statement = "insert into nights (workspace, changed, revision) values (?, ?, ?) returning id"
    id = int(base.execute(statement, (workspace, changed, revision)).fetchone()[0])
    update(base, id, revision, revision, night.summary, changed)
    insert_events(base, id, 0, night.events)
    return id


def update(base: OpenDatabase, id: int, known: int, revision: int, summary: Summary, changed: str) -> bool:
    """Update the summary of a session at a known revision; return whether it was at that revision.

    The number of tables stays if it is not given, and an unknown workspace becomes the laptop's.
    """
    statement = f"select workspace, tables, {_NO_WORKSPACE} from nights where id = ?"  # noqa: S608 - ours
    values = base.execute(statement, (id,)).fetchone()
    if values is None:
        return False
    workspace, tables = LOCAL if values[2] else values[0], values[1] if summary.tables is None else summary.tables
    name, date, state = summary[:3]
    digest = checksum(id, workspace, name, date, changed, revision, state, tables)
    statement = """update nights
        set workspace = ?, name = ?, date = ?, changed = ?, revision = ?, state = ?, tables = ?, checksum = ?
        where id = ? and revision = ?"""
    row = workspace, name, date, changed, revision, state, tables, digest, id, known
    return bool(base.execute(statement, row).rowcount)


def insert_events(base: OpenDatabase, id: int, known: int, events: Sequence[EventRow]) -> None:
    """Insert events after a known revision."""
    statement = f"insert into events (night, revision, {_EVENT}, checksum) values (?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - ours
    rows = [(id, revision, *event, event.checksum(revision)) for revision, event in enumerate(events, known + 1)]
    base.executemany(statement, rows)


def has_events(base: OpenDatabase, id: int, known: int, events: Sequence[EventRow]) -> bool:
    """Return whether exactly these events follow a revision, with the same times."""
    statement = f"select {_EVENT} from events where night = ? and revision between ? and ? order by revision"  # noqa: S608 - ours
    rows = base.execute(statement, (id, known + 1, known + len(events))).fetchall()
    return [EventRow(*row) for row in rows] == list(events)


def find_by_key(base: OpenDatabase, id: int, events: Sequence[EventRow]) -> int | None:
    """Return the revision at which events with the same keys were stored; None if they are new.

    Raise `RequestRefused` if a key was used for another event.
    """
    statement = "select revision, kind, contents, author from events where night = ? and key = ?"
    revision = None
    for event in events:
        row = base.execute(statement, (id, event.key)).fetchone() if event.key else None
        if row and tuple(row[1:]) != (event.kind, event.contents, event.author):
            raise RequestRefused(422, say("this key was used for another event: {key!r}", key=event.key))
        revision = int(row[0]) if row else revision
    return revision
