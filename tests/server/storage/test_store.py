"""The storage of sessions, the same for a file and a PostgreSQL: nothing forks, is lost, doubled or left over."""

import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path
from threading import Barrier

import pytest

from byestand.errors import BadRequest, NotFound
from byestand.model.event import Event
from byestand.night import events as of
from byestand.night import night_document
from byestand.night.log import EventLog
from byestand.night.stamp import Stamp
from byestand.server.auth.access_codes import Codes
from byestand.server.auth.roles import Role
from byestand.server.storage.database import Notification
from byestand.server.storage.nights import NightScope, VisibleNights
from byestand.server.storage.quota import Quota
from byestand.server.storage.records import NewNight
from byestand.server.storage.store import Conflict, Store, night_not_found
from byestand.server.storage.workspaces import Upload, Uploads, Workspaces, owner_of
from tests.support.people import typed_names, with_names
from tests.support.stores import TUESDAY, InPostgres, Place, contents, new_desk, place_of, someones

PATIENCE = 30
EACH = 20
"""The number of events of each writer."""


@pytest.fixture(params=["file", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    return place_of(request.param, tmp_path)


@pytest.fixture
def store(place: Place) -> Iterator[Store]:
    found = place.store()
    yield found
    found.database.close()


def soon(is_so: Callable[[], bool]) -> None:
    """Wait until something is so, which need not be at once."""
    latest = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < latest
        time.sleep(0.01)


def write(place: Place, reach: NightScope, id: int, who: str) -> None:
    """Add this many notes to a session while others write."""
    nights = VisibleNights(place.store(), reach)
    for number in range(EACH):
        nights.append(id, of.NotesChanged(f"{who} {number}"))


def require_one_history(log: EventLog, writers: str) -> None:
    """Check that all events are stored once, those of each writer in order."""
    noted = [entry.event.notes for entry in log.entries if isinstance(entry.event, of.NotesChanged)]
    assert len(noted) == EACH * len(writers)
    for who in writers:
        assert [note for note in noted if note[0] == who] == [f"{who} {number}" for number in range(EACH)]


class TestKeeping:
    def test_what_was_kept_is_there_for_whoever_opens_it_next(self, place: Place, store: Store) -> None:
        nights = someones(store)
        id = nights.add(TUESDAY)
        nights.append(
            id,
            of.EventChanged(Event(title="Wednesday")),
            with_names("A", "N2", "چهار\N{ZERO WIDTH NON-JOINER}شنبه \N{ROCKET} %s ?"),
        )
        found = VisibleNights(place.store(), nights.reach)
        assert night_document.dumps(found.log(id)) == night_document.dumps(nights.log(id))
        assert (found.get(id).title, found.get(id).revision) == ("Wednesday", 3)
        assert typed_names(found.get(id).state.setup.sections[0]) == {
            "N1": "Anna",
            "N2": "چهار\N{ZERO WIDTH NON-JOINER}شنبه \N{ROCKET} %s ?",
        }

    def test_the_one_changed_last_comes_first_and_the_one_kept_last_lies_on_the_desk(self, store: Store) -> None:
        nights, clock = someones(store), iter(range(10**9, 10**9 + 1000, 10))
        store.now = lambda: next(clock)
        first, second, third = (nights.add(TUESDAY) for _ in range(3))
        nights.append(second, of.EventChanged(Event(title="Wednesday")))
        assert [kept.id for kept in nights.all()] == [second, third, first]
        assert nights.current() == nights.get(third)
        nights.put_on_desk(first)
        assert nights.current() == nights.get(first)

    def test_nothing_is_appended_where_nothing_happened(self, store: Store) -> None:
        nights = someones(store)
        id = nights.add(TUESDAY)
        told: list[Notification] = []
        store.on_notification = told.append
        store.append(id, nights.log(id), nights.log(id))
        assert told == []

    def test_a_desk_has_room_for_so_many(self, place: Place, store: Store) -> None:
        desk, nights = new_desk(store), (NewNight.anew(TUESDAY, 0.0),)
        letters = len(nights[0].events[0].contents)
        store.create(desk, nights, Quota(nights=1, events=1, letters=letters))
        store.create(desk, nights, Quota(nights=2, events=2, letters=2 * letters))
        for most, sentence in (
            (Quota(nights=2), "limit of 2 sessions reached; delete some"),
            (Quota(events=2), "limit of 2 events in all sessions reached; download a backup"),
            (Quota(letters=3 * letters - 1), "million characters reached; download a backup"),
        ):
            with pytest.raises(NotFound, match=sentence):
                store.create(desk, nights, most)
        assert store.many(desk) == len(store.rows(desk)) == 2
        with pytest.raises(NotFound):
            store.create(new_desk(store), nights * 3, Quota(nights=2))
        assert len(contents(place)["nights"]) == 2, "all or none"

    def test_no_more_happens_in_a_night_than_could_be_read_again(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        nights = someones(store)
        id = nights.add(TUESDAY)
        monkeypatch.setattr("byestand.server.storage.quota.MAX_EVENTS", 2)
        nights.append(id, of.NotesChanged("the second"))
        with pytest.raises(BadRequest, match="save a new session and continue there"):
            nights.append(id, of.NotesChanged("the third"))
        assert nights.log(id).state.revision == 2

    def test_nothing_is_kept_on_a_desk_that_is_gone(self, place: Place, store: Store) -> None:
        nights = someones(store)
        assert Workspaces(store).delete(nights.reach.workspace)
        with pytest.raises(NotFound, match="this workspace was deleted"):
            nights.add(TUESDAY)
        assert contents(place)["nights"] == []

    def test_another_desk_sees_and_changes_nothing_and_is_told_what_is_told_of_what_is_not_there(
        self, place: Place, store: Store
    ) -> None:
        mine, other = someones(store), someones(store)
        id = mine.add(TUESDAY)
        before = contents(place)
        assert (other.all(), other.current()) == ((), None)
        attempts: tuple[Callable[[int], object], ...] = (
            other.get,
            other.log,
            other.export,
            other.put_on_desk,
            other.throw_away,
            lambda wanted: other.append(wanted, of.EventChanged(Event(title="mine now"))),
        )
        for attempt in attempts:
            for wanted in (id, 999):
                with pytest.raises(NotFound, match=f"^session {wanted} not found; it may have been deleted$"):
                    attempt(wanted)
        store.put_on_desk(other.reach.workspace, id)
        assert other.current() is None, "not even where it was laid there behind its back"
        store.put_on_desk(mine.reach.workspace, id)
        with store.database.open() as base:
            base.execute("update workspaces set night = null where id = ?", (other.reach.workspace,))
        assert contents(place) == before


class TestPositions:
    def test_who_has_not_read_the_latest_appends_nothing(self, place: Place, store: Store) -> None:
        nights = someones(store)
        id = nights.add(TUESDAY)
        read = nights.log(id)
        nights.append(id, of.NotesChanged("quicker"))
        before = contents(place)
        with pytest.raises(Conflict):
            place.store().append(id, read, read.append(of.NotesChanged("slower"), Stamp(0.0)))
        assert contents(place) == before

    def test_of_many_who_want_the_same_position_one_gets_it(self, place: Place, store: Store) -> None:
        stores = [store, *(place.store() for _ in range(3))]
        nights = someones(store)
        id = nights.add(TUESDAY)
        for turn in range(EACH):
            before, together = nights.log(id), Barrier(len(stores))

            def attempt(who: int, before: EventLog = before, together: Barrier = together, turn: int = turn) -> bool:
                after = before.append(of.NotesChanged(f"{who} {turn}"), Stamp(float(turn)))
                together.wait(PATIENCE)
                try:
                    stores[who].append(id, before, after)
                except Conflict:
                    return False
                return True

            with ThreadPoolExecutor(len(stores)) as threads:
                won = list(threads.map(attempt, range(len(stores))))
            assert sorted(won) == [False, False, False, True]
            last = nights.log(id).entries[-1].event
            assert (last, len(nights.log(id).entries)) == (of.NotesChanged(f"{won.index(True)} {turn}"), turn + 2)

    def test_threads_that_write_at_once_lose_and_double_nothing(self, place: Place, store: Store) -> None:
        nights = someones(store)
        id = nights.add(TUESDAY)
        with ThreadPoolExecutor(3) as threads:
            list(threads.map(lambda who: write(place, nights.reach, id, who), "abc"))
        require_one_history(VisibleNights(place.store(), nights.reach).log(id), "abc")

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork, and to start anew takes long")
    def test_processes_that_write_at_once_lose_and_double_nothing(self, place: Place, store: Store) -> None:
        nights = someones(store)
        id = nights.add(TUESDAY)
        with get_context("fork").Pool(2) as processes:
            processes.starmap(write, [(place, nights.reach, id, who) for who in "ab"], chunksize=1)
        require_one_history(nights.log(id), "ab")
        assert nights.get(id).revision == 1 + 2 * EACH


class TestDeleting:
    def test_nothing_is_left_in_any_table(self, place: Place, store: Store) -> None:
        nights = someones(store)
        stays = nights.add(TUESDAY)
        before = contents(place)
        id = nights.add(TUESDAY)
        nights.append(id, of.EventChanged(Event(title="Wednesday")))
        for kind in ("display", "pair"):
            Codes(store).code(Role(kind, id))
        nights.throw_away(id)
        nights.put_on_desk(stays)
        assert contents(place) == before
        with pytest.raises(NotFound):
            nights.get(id)
        assert nights.add(TUESDAY) > id

    def test_nothing_is_left_of_a_desk(self, place: Place, store: Store) -> None:
        someones(store).add(TUESDAY)
        before, nights = contents(place), someones(store)
        for _ in range(2):
            Codes(store).code(Role("pair", nights.add(TUESDAY)))
        Uploads(store).keep(Upload("x.mov", b"x"), owner_of(nights.reach.workspace))
        assert Workspaces(store).delete(nights.reach.workspace)
        assert contents(place) == before
        assert not Workspaces(store).delete(nights.reach.workspace)

    def test_desks_that_nobody_visits_are_swept_once_however_many_do_it_and_the_laptops_stays(
        self, place: Place, store: Store
    ) -> None:
        laptops = place.do("select id from workspaces")
        nights, kept = someones(store), someones(store)
        nights.add(TUESDAY)
        id = kept.add(TUESDAY)
        store.now = lambda: datetime(2027, 12, 21, 12, tzinfo=UTC).timestamp()
        Workspaces(store).record_visit(kept.reach.workspace)
        store.now = lambda: datetime(2027, 12, 22, 12, tzinfo=UTC).timestamp()
        with ThreadPoolExecutor(4) as threads:
            swept = list(threads.map(lambda _: Workspaces(store).delete_unvisited(400), range(4)))
        assert sum(swept) == 1
        assert place.do("select id from nights") == [(id,)]
        assert sorted(place.do("select id from workspaces")) == sorted([*laptops, (kept.reach.workspace,)])

    def test_who_comes_while_it_is_swept_keeps_it(self, store: Store) -> None:
        desk = new_desk(store)
        with store.database.open() as base:
            base.execute("update workspaces set visited = '2027-12-22' where id = ?", (desk,))
        assert not Workspaces(store).delete(desk, unvisited_since="2027-12-22")

    def test_who_writes_in_that_moment_leaves_nothing_either(self, place: Place, store: Store) -> None:
        id = someones(store).add(TUESDAY)
        with ThreadPoolExecutor(1) as threads:
            with store.database.open() as base:
                base.execute("update nights set revision = 2 where id = ?", (id,))
                base.execute("insert into events values (?, 2, 0.0, 'called', '{}', 'director', '', '')", (id,))
                deleted = threads.submit(lambda: place.store().delete(id))
                time.sleep(0.1)  # until it is blocked
            deleted.result(PATIENCE)
        assert [place.do(f"select * from {table}") for table in ("nights", "events")] == [[], []]  # noqa: S608 - ours

    def test_a_name_is_not_in_the_file_any_more(self, tmp_path: Path) -> None:
        """PostgreSQL manages its own files, so this holds for SQLite only."""
        nights = VisibleNights(place_of("file", tmp_path).store())
        id = nights.add(TUESDAY)
        nights.append(
            id,
            with_names("A", "N2", "Rumpelstilzchen"),
            of.EventChanged(Event(title="Walpurgisnacht")),
        )
        there = b"".join(file.read_bytes() for file in tmp_path.iterdir())
        assert b"Rumpelstilzchen" in there
        assert b"Walpurgisnacht" in there
        nights.throw_away(id)
        left = b"".join(file.read_bytes() for file in tmp_path.iterdir())
        assert b"Rumpelstilzchen" not in left
        assert b"Walpurgisnacht" not in left


class TestSecrets:
    def test_codes_are_the_same_everywhere_and_dead_everywhere_when_renewed(self, place: Place, store: Store) -> None:
        nights = someones(store)
        here, there = Codes(store), Codes(place.store())
        night = nights.add(TUESDAY)
        rights = Role("display", night), Role("pair", night, "N1"), Role("director", desk=nights.reach.workspace)
        for right in rights:
            code, cookie = here.code(right), here.cookie(right)
            assert there.code(right) == code
            assert there.opened_by(code) == right
            there.renew(right)
            assert (here.opened_by(code), here.shown_by(cookie)) == (None, None)
            assert here.opened_by(there.code(right)) == right

    def test_whoever_asks_first_at_once_gets_the_same(self, place: Place, store: Store) -> None:
        nights = someones(store)
        codes = [Codes(place.store()) for _ in range(4)]
        for _ in range(5):
            right, together = Role("pair", nights.add(TUESDAY)), Barrier(len(codes))

            def ask(one: Codes, right: Role = right, together: Barrier = together) -> str:
                together.wait(PATIENCE)
                return one.code(right)

            with ThreadPoolExecutor(len(codes)) as threads:
                assert len(set(threads.map(ask, codes))) == 1


class TestNews:
    """Between processes; only a PostgreSQL has several."""

    @pytest.fixture
    def place(self) -> InPostgres:
        found = place_of("postgres", Path())
        assert isinstance(found, InPostgres)
        return found

    def listen(self, place: Place) -> tuple[Store, list[Notification], list[str]]:
        """Return another store that listens from now on, its notifications, and how often it may have missed some."""
        other, heard, missed = place.store(), list[Notification](), list[str]()
        other.on_notification, other.on_missed = heard.append, lambda: missed.append("something")
        other.listen()
        soon(lambda: missed == ["something"])
        return other, heard, missed

    def test_everybody_hears_of_everything_once_and_in_order(self, place: Place) -> None:
        (store, told, _), (other, heard, _) = self.listen(place), self.listen(place)
        nights, codes = someones(store), Codes(store)
        id, desk = nights.add(TUESDAY), nights.reach.workspace
        nights.append(id, of.EventChanged(Event(title="Wednesday")), of.NotesChanged("two at once"))
        codes.renew(Role("display", id))
        codes.renew(Role("director", desk=desk))
        nights.throw_away(id)
        all_of_it = [
            Notification("moved", id, 3),
            Notification("renewed", id),
            Notification("renewed workspace", desk),
            Notification("gone", id),
        ]
        soon(lambda: len(heard) >= len(all_of_it))
        VisibleNights(other, nights.reach).add(TUESDAY)
        VisibleNights(other, nights.reach).append(id + 1, of.EventChanged(Event(title="Thursday")))
        last = Notification("moved", id + 1, 2)
        soon(lambda: last in told)
        Workspaces(store).delete(desk)
        all_of_it += [last, Notification("renewed workspace", desk), Notification("gone", id + 1)]
        soon(lambda: len(heard) >= len(all_of_it))
        assert told == all_of_it, "also who did it himself"
        assert heard == all_of_it
        store.database.close()
        other.database.close()

    def test_what_was_not_kept_is_not_told(self, place: Place, store: Store) -> None:
        other, heard, _ = self.listen(place)
        id = someones(store).add(TUESDAY)
        with suppress(NotFound), store.database.open() as base:
            base.execute("update nights set revision = 7 where id = ?", (id,))
            store.notify(base, Notification("moved", id, 7))
            raise night_not_found(id)
        with store.database.open() as base:
            assert base.execute("select revision from nights").fetchall() == [(1,)]
            store.notify(base, Notification("moved", id, 8))
        soon(lambda: len(heard) > 0)
        assert heard == [Notification("moved", id, 8)]
        other.database.close()

    def test_a_broken_connection_is_made_again_and_what_was_missed_is_said(
        self, place: InPostgres, store: Store
    ) -> None:
        other, heard, missed = self.listen(place)
        nights = someones(store)
        id = nights.add(TUESDAY)
        others = "datname = current_database() and pid <> pg_backend_pid()"
        ended = place.do(f"select pg_terminate_backend(pid) from pg_stat_activity where {others}")  # noqa: S608 - ours
        assert len(ended) >= 2, "the one that listens, and that of the other store"
        soon(lambda: missed == ["something"] * 2)
        nights.append(id, of.EventChanged(Event(title="Wednesday")))
        soon(lambda: heard == [Notification("moved", 1, 2)])
        other.database.close()
