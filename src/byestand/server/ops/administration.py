"""Administration of a service: count workspaces, delete one, delete old ones, free space. It shows no names."""

from dataclasses import asdict, dataclass
from pathlib import Path

from byestand.errors import FormatError, NotFound
from byestand.language import say
from byestand.server.storage.schema import LOCAL
from byestand.server.storage.sqlite import SqliteDatabase, usual_path
from byestand.server.storage.store import Store, store_at
from byestand.server.storage.workspaces import Workspaces, sweep


@dataclass(frozen=True, slots=True)
class WorkspaceInfo:
    """A workspace without its contents."""

    id: int
    sessions: int
    visited: str


@dataclass(frozen=True, slots=True)
class Statistics:
    """The size of a service."""

    workspaces: int
    sessions: int
    events: int
    files: int
    """Uploaded files of the last day."""
    bytes: int
    visited: dict[str, int]
    """The number of workspaces by the month of their last visit, without that of a laptop."""

    def data(self) -> dict[str, object]:
        """Return the statistics for json."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Administration:
    """The workspaces of a store."""

    store: Store

    @classmethod
    def open(cls, url: str, data: Path | None) -> "Administration":
        """Return the administration of the database at *url*, or of an existing file."""
        if url:
            return cls(store_at(url))
        path = usual_path(data)
        if not (path.is_file() and path.stat().st_size):
            raise FormatError(str(path), say("no session file found"))
        return cls(Store(SqliteDatabase(path)))

    def statistics(self) -> Statistics:
        """Count everything."""
        months = "select substr(visited, 1, 7), count(*) from workspaces where id <> ? group by 1 order by 1 desc"
        with self.store.database.open() as base:
            counts = {
                table: base.execute(f"select count(*) from {table}").fetchone()[0]  # noqa: S608 - our own tables
                for table in ("nights", "events", "uploads")
            }
            (workspaces,) = base.execute(_COUNT, (self._laptop,)).fetchone()
            visited = dict(base.execute(months, (self._laptop,)).fetchall())
        return Statistics(
            workspaces,
            counts["nights"],
            counts["events"],
            files=counts["uploads"],
            bytes=self.store.database.size(),
            visited=visited,
        )

    def workspace(self, id: int) -> WorkspaceInfo:
        """Return a workspace; raise NotFound if there is none."""
        nights = "select count(*) from nights where workspace = workspaces.id"
        statement = f"select visited, ({nights}) from workspaces where id = ?"  # noqa: S608 - ours
        with self.store.database.open() as base:
            row = base.execute(statement, (id,)).fetchone()
        if row is None or id == self._laptop:
            raise NotFound(say("no workspace with this number: {id}", id=id))
        return WorkspaceInfo(id, row[1], row[0])

    def delete(self, id: int) -> None:
        """Delete a workspace permanently, with everything in it."""
        Workspaces(self.store).delete(self.workspace(id).id)

    def sweep(self, days: int) -> int:
        """Delete workspaces that were not visited for some days, and old files; return the number of workspaces."""
        before = self.statistics().workspaces
        sweep(self.store, days)
        return before - self.statistics().workspaces

    def vacuum(self) -> int:
        """Free the space of deleted sessions; return the number of bytes."""
        before = self.store.database.size()
        self.store.database.vacuum()
        return max(0, before - self.store.database.size())

    @property
    def _laptop(self) -> int:
        """The workspace of the laptop, which every file has; 0 in PostgreSQL."""
        return LOCAL if isinstance(self.store.database, SqliteDatabase) else 0


_COUNT = """select count(*) from workspaces
    where id <> ? or exists (select 1 from nights where workspace = workspaces.id)"""
"""Workspaces in use: a file has that of the laptop from the start."""
