"""The nights that somebody reaches: all of his desk, or the one that a code of the director's opens."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from byestand.errors import FormatError, NotFound, OutOfDate
from byestand.night import codec
from byestand.night.changes import changes
from byestand.night.events import Event
from byestand.night.fold import Log
from byestand.night.night import Night
from byestand.server.storage.quota import DEFAULT_QUOTA
from byestand.server.storage.records import NewNight, NightRow, StoredNight, UnreadableNight, if_readable
from byestand.server.storage.schema import LOCAL
from byestand.server.storage.store import Conflict, Store, night_not_found

TURNS = 50
"""So often somebody may be overtaken; each time somebody else got on."""


@dataclass(frozen=True, slots=True)
class NightScope:
    """What somebody may open: the nights of a desk, or a single one; without either none."""

    desk: int = 0
    night: int = 0

    def has(self, row: NightRow) -> bool:
        """Tell whether a night is within it."""
        return row.desk == self.desk or row.id == self.night


def changed_since(revision: int) -> OutOfDate:
    """Return the no to a change of a night that somebody else has changed since."""
    return OutOfDate(
        "this night was changed in another window after you opened it here, so nothing was saved;"
        " look at what is kept now, or save yours over it",
        revision=revision,
    )


@dataclass(frozen=True, slots=True)
class VisibleNights:
    """What is kept, as far as somebody reaches; to whom something is out of reach, it is not there."""

    store: Store
    reach: NightScope = NightScope(desk=LOCAL)

    def all(self) -> tuple[StoredNight | UnreadableNight, ...]:
        """Return every night, the one changed last first; also those that cannot be opened."""
        return tuple(map(if_readable, self.store.rows(self.reach.desk)))

    def open(self, id: int | None) -> StoredNight | None:
        """Return the night with this number; the one on the desk where there is none that can be opened."""
        if id is not None:
            with suppress(NotFound, FormatError):
                return self.get(id)
        return self.current()

    def current(self) -> StoredNight | None:
        """Return the night that lies on the desk."""
        row = self.store.on_desk(self.reach.desk)
        try:
            return StoredNight.of(row, self.store.log(row)) if row else None
        except FormatError:
            return None

    def has(self, id: int) -> bool:
        """Tell whether there is a night, and within reach."""
        try:
            self._row(id)
        except NotFound:
            return False
        return True

    def get(self, id: int) -> StoredNight:
        """Return one night."""
        row = self._row(id)
        return StoredNight.of(row, self.store.log(row))

    def log(self, id: int) -> Log:
        """Return everything that happened in a night."""
        return self.store.log(self._row(id))

    def as_it_is(self, id: int) -> str:
        """Return a whole night as json text; of one that cannot be read here what is kept of it, as it is."""
        try:
            return codec.dumps(self.log(id))
        except FormatError:
            return self.store.raw(id)

    def add(self, night: Night | Log) -> int:
        """Keep a new night, put it on the desk, and return its number."""
        (id,) = self.add_all((NewNight.anew(night, self.store.now()),), 0)
        return id

    def add_all(self, nights: Sequence[NewNight], laid: int) -> list[int]:
        """Keep new nights, all or none, and put the one on the desk that is *laid* there; return their numbers."""
        return self.store.create(self.reach.desk, nights, DEFAULT_QUOTA, laid=laid)

    def append(self, id: int, *events: Event, seen: int | None = None) -> Log:
        """Let things happen in a night, all or none; refuse what no longer fits since its sender has *seen* it."""
        for _ in range(TURNS):
            before = after = self.log(id)
            for event in events:
                if seen is not None:
                    before.require_fits(event, seen)
                after = after.then(event, self.store.now())
            try:
                self.store.append(id, before, after)
            except Conflict:
                continue
            return after
        raise changed_since(before.now.position)

    def save(self, id: int, before: Night, after: Night, *, seen: int | None = None, source: str = "") -> None:
        """Make one night out of another; not where what is changed is another since it was *seen*.

        *source* is the file that other results were imported from.
        """
        try:
            self.append(id, *changes(before, after, source=source), seen=seen)
        except OutOfDate as late:
            raise changed_since(late.revision) from late

    def put_on_desk(self, id: int) -> None:
        """Make a night the one that pages speak of."""
        self.store.put_on_desk(self.reach.desk, self.get(id).id)

    def throw_away(self, id: int) -> None:
        """Forget a night for good."""
        self.store.delete(self._row(id).id)

    def _row(self, id: int) -> NightRow:
        row = self.store.row(id)
        if not self.reach.has(row):
            raise night_not_found(id)
        return row
