"""A PostgreSQL that is restarted, crashes, is cut off, full or locked: no acknowledged event is lost or doubled.

Storage errors are shown as a message, without the password of the address.
"""

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from select import select
from threading import Thread
from urllib.parse import quote, urlsplit

import pytest
from starlette.testclient import TestClient

from byestand.errors import ByestandError, FormatError, NotFound, OutOfDate, RequestRefused
from byestand.night import events as of
from byestand.server.app import make_app
from byestand.server.auth.access_codes import Codes
from byestand.server.auth.roles import Role
from byestand.server.config import HostingConfig
from byestand.server.storage.database import CommitUnknown
from byestand.server.storage.nights import VisibleNights
from byestand.server.storage.postgres import Postgres
from byestand.server.storage.store import Store, store_at
from tests.support.app import state_of
from tests.support.crawler import InThisProcess
from tests.support.hosted_service import NIGHT_FORM
from tests.support.postgres import PASSWORD, away, cluster
from tests.support.stores import TUESDAY, InPostgres, place_of, someones

SECRET = quote(PASSWORD, safe="")
HURRY = 0.3
"""Seconds to wait for a database that the test knows will not come back."""


@pytest.fixture
def place() -> InPostgres:
    found = place_of("postgres", Path())
    assert isinstance(found, InPostgres)
    return found


@pytest.fixture
def nights(place: InPostgres) -> Iterator[VisibleNights]:
    store = place.store()
    yield someones(store)
    store.database.close()


def notification(nights: VisibleNights, id: int) -> list[str]:
    """Return the notes of a session, in order."""
    return [entry.event.notes for entry in nights.log(id).entries if isinstance(entry.event, of.NotesChanged)]


@contextmanager
def impatience(store: Store) -> Iterator[None]:
    """Let requests wait only briefly, while the database is away: on a busy machine a new connection takes longer."""
    pool = store.database._pool  # type: ignore[attr-defined] # noqa: SLF001 - SQLite has none
    patience, pool.timeout = pool.timeout, HURRY
    yield
    pool.timeout = patience


class TestRestarts:
    def test_after_a_restart_nobody_notices_that_his_connection_is_gone(self, nights: VisibleNights) -> None:
        id = nights.add(TUESDAY)

        def all_at_once() -> None:
            with ThreadPoolExecutor(6) as threads:
                assert len(list(threads.map(nights.get, [id] * 24))) == 24

        all_at_once()
        cluster().restart()
        all_at_once()
        cluster().restart()
        nights.append(id, of.NotesChanged("kept"))
        assert notification(nights, id) == ["kept"]

    def test_who_asks_during_a_restart_waits_for_it(self, nights: VisibleNights) -> None:
        id = nights.add(TUESDAY)
        with ThreadPoolExecutor(1) as threads:
            with away(cluster()):
                asked = threads.submit(nights.append, id, of.NotesChanged("kept"))
                time.sleep(0.1)
                assert not asked.done()
            asked.result()
        assert notification(nights, id) == ["kept"]

    def test_what_takes_longer_is_a_sentence_and_nothing_was_saved(
        self, place: InPostgres, nights: VisibleNights
    ) -> None:
        id = nights.add(TUESDAY)
        hasty = VisibleNights(Store(Postgres(place.url)), nights.reach)
        hasty.log(id)
        words = "^the session database does not answer. Try again in a moment$"
        with away(cluster()), impatience(hasty.store):
            for attempt in (lambda: hasty.append(id, of.NotesChanged("lost")), hasty.all, lambda: hasty.add(TUESDAY)):
                with pytest.raises(RequestRefused, match=words) as no:
                    attempt()
                assert no.value.status == 503
        assert len(nights.all()) == 1
        assert notification(nights, id) == []
        hasty.append(id, of.NotesChanged("kept"))
        assert notification(nights, id) == ["kept"]

    @pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT], ids=["stopped", "crashed"])
    def test_whoever_writes_meanwhile_is_told_the_truth(
        self, place: InPostgres, nights: VisibleNights, how: int
    ) -> None:
        """Acknowledged events are stored once, and events reported as not saved are not stored."""
        id, going = nights.add(TUESDAY), [True]

        def write(who: str) -> tuple[list[str], list[str]]:
            mine, kept, lost = VisibleNights(place.store(), nights.reach), list[str](), list[str]()
            for number in range(10**6):
                if not going:
                    break
                try:
                    mine.append(id, of.NotesChanged(f"{who} {number}"))
                except CommitUnknown:
                    continue
                except (RequestRefused, OutOfDate):  # the latter where the two others were quicker fifty times running
                    lost.append(f"{who} {number}")
                else:
                    kept.append(f"{who} {number}")
            return kept, lost

        with ThreadPoolExecutor(3) as threads:
            writers = [threads.submit(write, who) for who in "abc"]
            for _ in range(3):
                time.sleep(0.2)
                cluster().restart(signal.Signals(how))
            time.sleep(0.2)
            going.clear()
            told = [writer.result() for writer in writers]
        there = notification(VisibleNights(place.store(), nights.reach), id)
        assert len(there) == len(set(there)) > 0
        for kept, lost in told:
            assert [note for note in there if note in set(kept)] == kept
            assert not set(lost) & set(there)


class TestPages:
    def test_while_the_database_is_away_every_page_is_a_sentence_and_what_they_are_made_of_is_there(
        self, place: InPostgres
    ) -> None:
        store = Store(Postgres(place.url))
        app = make_app(store, hosting=HostingConfig.parse("http://localhost/", (), 400))
        state_of(app).services.pool = InThisProcess()
        with TestClient(app, base_url="http://localhost", follow_redirects=False) as browser:
            assert browser.post("/nights", data=NIGHT_FORM).status_code == 303
            with away(cluster()), impatience(store):
                for answer in (browser.get("/nights/1"), browser.post("/nights/1", data={"notes": "lost"})):
                    assert answer.status_code == 503
                    assert "the session database does not answer" in answer.text
                    assert ("will load automatically" in answer.text) == (answer.request.method == "GET")
                    assert "Tuesday" not in answer.text
                assert browser.get("/api/change?now=W0605&pairs=13").json()["error"].startswith("the session database")
                assert browser.get("/static/tokens.css").status_code == 200
            assert "Tuesday" in browser.get("/nights/1").text


class Line:
    """A line to the database that breaks in the moment of a commit: with the question, or with the answer to it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self.breaks_with = ""
        self.is_dead = False
        self.stays_dead = False
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                if self.is_dead:
                    near.close()
                else:
                    far = socket.create_connection(("127.0.0.1", self._port))
                    Thread(target=self._carry, args=(near, far), daemon=True).start()

    def _carry(self, near: socket.socket, far: socket.socket) -> None:
        with near, far, suppress(OSError):
            while True:
                for source in select([near, far], [], [])[0]:
                    data = source.recv(65536)
                    if not data:
                        return
                    if self.breaks_with and source is near and b"commit\0" in data:
                        if self.breaks_with == "answer":
                            far.sendall(data)
                            far.recv(65536)
                        self.breaks_with, self.is_dead = "", self.stays_dead
                        return
                    (far if source is near else near).sendall(data)

    def close(self) -> None:
        """Accept no more connections."""
        self._listening.close()


class TestLostAnswers:
    @pytest.fixture
    def line(self) -> Iterator[Line]:
        found = Line(cluster().port)
        yield found
        found.close()

    @pytest.fixture
    def far(self, line: Line, place: InPostgres, nights: VisibleNights) -> VisibleNights:
        """The same nights, at the end of the line."""
        name = urlsplit(place.url).path
        database = Postgres(f"postgresql://byestand:{SECRET}@127.0.0.1:{line.port}{name}")
        return VisibleNights(Store(database), nights.reach)

    @pytest.mark.parametrize("lost", ["question", "answer"])
    def test_what_happened_is_kept_once(self, nights: VisibleNights, far: VisibleNights, line: Line, lost: str) -> None:
        """Also where it fits once only, or would have been refused the second time."""
        id = nights.add(TUESDAY)
        for event in (of.NotesChanged("once"), of.Started({"A": 5}), of.RoundCalled(2)):
            line.breaks_with = lost
            seen = far.log(id).state.revision
            assert far.append(id, event, seen=seen).state.revision == seen + 1
            assert line.breaks_with == ""
        assert [entry.event for entry in nights.log(id).entries[1:]] == [
            of.NotesChanged("once"), of.Started({"A": 5}), of.RoundCalled(2),
        ]  # fmt: skip

    @pytest.mark.parametrize("lost", ["question", "answer"])
    def test_somebody_who_was_quicker_is_not_taken_for_ourselves(
        self, nights: VisibleNights, far: VisibleNights, line: Line, lost: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        id = nights.add(TUESDAY)
        line.breaks_with = lost
        extend = far.store._append  # noqa: SLF001 - between its two attempts somebody else comes

        def slowly(*args: object, again: bool = False) -> int:
            if again:
                nights.append(id, of.NotesChanged("quicker"))
            return extend(*args, again=again)  # type: ignore[arg-type] # handed through

        monkeypatch.setattr(far.store, "_append", slowly)
        far.append(id, of.NotesChanged("slower"))
        expected = ["slower", "quicker"] if lost == "answer" else ["quicker", "slower"]
        assert notification(nights, id) == expected
        assert notification(far, id) == expected

    @pytest.mark.parametrize(("lost", "there"), [("question", []), ("answer", ["perhaps"])])
    def test_where_nobody_can_find_out_nobody_says_that_nothing_was_saved(
        self, nights: VisibleNights, far: VisibleNights, line: Line, lost: str, there: list[str]
    ) -> None:
        id = nights.add(TUESDAY)
        far.log(id)  # so that there is a connection
        line.breaks_with, line.stays_dead = lost, True
        unknown = pytest.raises(CommitUnknown, match="Reload the page to see whether your change was saved")
        with impatience(far.store), unknown:
            far.append(id, of.NotesChanged("perhaps"))
        assert notification(nights, id) == there
        line.is_dead = False
        assert notification(far, id) == there

    def test_a_new_night_of_which_the_answer_was_lost_is_not_kept_twice(
        self, nights: VisibleNights, far: VisibleNights, line: Line
    ) -> None:
        line.breaks_with = "answer"
        with pytest.raises(CommitUnknown):
            far.add(TUESDAY)
        assert len(nights.all()) == 1


class TestWords:
    @pytest.mark.parametrize(
        ("code", "words"),
        [
            ("53100", "the disk of the session database is full. Tell the operator of this service"),
            ("40P01", "the session database is busy. Try again in a moment"),
            ("53200", "the session database is busy. Try again in a moment"),
            ("57014", "the session database is busy. Try again in a moment"),
            ("58030", "disk error of the session database. Tell the operator of this service"),
        ],
    )
    def test_a_fault_that_may_pass_is_a_sentence(
        self, place: InPostgres, nights: VisibleNights, code: str, words: str
    ) -> None:
        id = nights.add(TUESDAY)
        place.do(
            "create function no() returns trigger language plpgsql as"
            f" $$ begin raise exception 'no' using errcode = '{code}'; end $$"
        )
        place.do("create trigger no before insert on events execute function no()")
        with pytest.raises(RequestRefused) as no:
            nights.append(id, of.NotesChanged("lost"))
        assert (no.value.status, str(no.value)) == (503, words)
        place.do("drop function no cascade")
        nights.append(id, of.NotesChanged("kept"))
        assert notification(nights, id) == ["kept"]

    def test_a_database_that_only_reads_is_read(self, place: InPostgres, nights: VisibleNights) -> None:
        id = nights.add(TUESDAY)
        cluster().do(f"alter database {urlsplit(place.url).path[1:]} set default_transaction_read_only = on")
        there = VisibleNights(place.store(), nights.reach)
        assert there.get(id).title == TUESDAY.event.title
        with pytest.raises(RequestRefused, match="the session database is read-only"):
            there.append(id, of.NotesChanged("lost"))

    def test_what_hangs_on_a_night_that_is_gone_is_not_kept(self, nights: VisibleNights) -> None:
        with pytest.raises(NotFound, match="this was deleted in the meantime"):
            Codes(nights.store).code(Role("display", 99))

    def test_tables_that_are_no_longer_there_are_no_reason_to_wait(
        self, place: InPostgres, nights: VisibleNights
    ) -> None:
        place.do("drop table events")
        with pytest.raises(FormatError, match='sessions cannot be saved there: relation "events" does not exist'):
            nights.add(TUESDAY)

    @pytest.mark.parametrize(
        ("url", "code", "words"),
        [
            ("mysql://byestand:hunter2@localhost/byestand", 2, "such as postgresql://byestand@/byestand"),
            ("postgresql://byestand:hunter2@x@localhost/byestand", 2, "write %40 for @ and %2F for / in a password"),
            ("postgresql://byestand:hunter2/x@localhost/byestand", 2, "write %40 for @ and %2F for / in a password"),
            ("postgresql://byestand:hunter2%@localhost/byestand", 2, "does not know the text after ? or %"),
            ("postgresql://byestand:hunter2@localhost/byestand?colour=red", 2, "does not know the text after ?"),
            ("postgresql://byestand:hunter2@127.0.0.1:{port}/postgres", 5, "password authentication failed"),
            ("postgresql://byestand:{secret}@127.0.0.1:{port}/nowhere", 5, 'database "nowhere" does not exist'),
            ("postgresql://byestand:hunter2@127.0.0.1:9/byestand", 5, "no database answers there: Connection refused"),
        ],
    )
    def test_what_cannot_work_is_refused_at_once_in_a_sentence(
        self, url: str, code: int, words: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("byestand.server.storage.postgres.STARTUP_TIMEOUT_SECONDS", HURRY)
        with pytest.raises(ByestandError) as no:
            store_at(url.format(port=cluster().port, secret=SECRET))
        assert words in str(no.value)
        assert no.value.exit_code == code
        assert not any(secret in str(no.value) for secret in ("hunter2", SECRET, PASSWORD))

    def test_a_service_that_cannot_keep_nights_does_not_start(self) -> None:
        wrong = f"postgresql://byestand:hunter2@127.0.0.1:{cluster().port}/postgres"
        command = [sys.executable, "-m", "byestand", "serve", "--port", "0", "--public", "http://localhost/"]
        ended = subprocess.run([*command, "--store", wrong], capture_output=True, text=True, check=False)
        words = 'sessions cannot be saved there: password authentication failed for user "byestand"'
        said = f"byestand: postgresql://127.0.0.1:{cluster().port}/postgres: {words}\n"
        assert (ended.returncode, ended.stdout, ended.stderr) == (5, "", said)

    def test_names_in_all_scripts_need_utf8(self) -> None:
        with pytest.raises(FormatError, match="must have the encoding UTF8: LATIN1"):
            store_at(cluster().fresh(encoding="LATIN1"))

    def test_who_may_not_make_tables_is_told_so(self) -> None:
        url = cluster().fresh()
        cluster().do("create role guest login")
        with pytest.raises(FormatError, match="sessions cannot be saved there: permission denied for schema public"):
            store_at(url.replace("byestand@", "guest@"))

    def test_without_its_driver_the_way_to_it_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "byestand.server.storage.postgres", None)
        with pytest.raises(ByestandError, match=r"pip install '\.\[hosted\]'"):
            store_at("postgresql://byestand@/byestand")
