"""What who runs a service does with all desks: count them, delete one, throw away old ones, tidy up. Never a name."""

from dataclasses import asdict, dataclass
from pathlib import Path

from byestand.errors import FormatError, NotFound
from byestand.server.storage.schema import LOCAL
from byestand.server.storage.sqlite import SqliteDatabase, usual_path
from byestand.server.storage.store import Store, store_at
from byestand.server.storage.workspaces import Desks, sweep


@dataclass(frozen=True, slots=True)
class Desk:
    """One desk, from outside."""

    desk: int
    nights: int
    visited: str


@dataclass(frozen=True, slots=True)
class Statistics:
    """How much there is of everything."""

    desks: int
    nights: int
    events: int
    files: int
    """That were dropped within a day."""
    bytes: int
    visited: dict[str, int]
    """How many desks were last visited in which month; nobody writes it down of a laptop's."""

    def data(self) -> dict[str, object]:
        """Return it for json."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Administration:
    """The desks of a store."""

    store: Store

    @classmethod
    def of(cls, url: str, data: Path | None) -> "Administration":
        """Return those of the database at *url*, or of a file that is there."""
        if url:
            return cls(store_at(url))
        path = usual_path(data)
        if not (path.is_file() and path.stat().st_size):
            raise FormatError(str(path), "there is no file of nights")
        return cls(Store(SqliteDatabase(path)))

    def statistics(self) -> Statistics:
        """Count everything."""
        months = "select substr(visited, 1, 7), count(*) from workspaces where id <> ? group by 1 order by 1 desc"
        with self.store.database.open() as base:
            many = {
                table: base.execute(f"select count(*) from {table}").fetchone()[0]  # noqa: S608 - our own tables
                for table in ("nights", "events", "uploads")
            }
            (desks,) = base.execute(_DESKS, (self._laptop,)).fetchone()
            visited = dict(base.execute(months, (self._laptop,)).fetchall())
        files = many.pop("uploads")
        return Statistics(desks, **many, files=files, bytes=self.store.database.size(), visited=visited)

    def desk(self, id: int) -> Desk:
        """Return what can be said of a desk."""
        nights = "select count(*) from nights where workspace = workspaces.id"
        statement = f"select visited, ({nights}) from workspaces where id = ?"  # noqa: S608 - ours
        with self.store.database.open() as base:
            found = base.execute(statement, (id,)).fetchone()
        if found is None or id == self._laptop:
            raise NotFound(f"there is no desk of that number: {id}")
        return Desk(id, found[1], found[0])

    def delete(self, id: int) -> None:
        """Delete a desk for good, with everything on it."""
        Desks(self.store).delete(self.desk(id).desk)

    def sweep(self, days: int) -> int:
        """Throw away desks that nobody visited for so many days, and old files; return how many desks that were."""
        before = self.statistics().desks
        sweep(self.store, days)
        return before - self.statistics().desks

    def vacuum(self) -> int:
        """Give back what deleted nights took; return how many bytes that were."""
        before = self.store.database.size()
        self.store.database.vacuum()
        return max(0, before - self.store.database.size())

    @property
    def _laptop(self) -> int:
        """The desk that every file has, for who sits before the machine; 0 where there is none."""
        return LOCAL if isinstance(self.store.database, SqliteDatabase) else 0


_DESKS = """select count(*) from workspaces
    where id <> ? or exists (select 1 from nights where workspace = workspaces.id)"""
"""Those that somebody has: a file has the laptop's from the beginning."""
