"""Attacks and overload: limits, other sites, queues, and access."""

import asyncio
import errno
import pickle
import re
import socket
from contextlib import ExitStack, suppress
from ipaddress import ip_address
from itertools import combinations
from pathlib import Path
from time import time
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

from byestand.errors import BadRequest, NotFound, RequestRefused
from byestand.job import Job, Lane
from byestand.server import run
from byestand.server.app import make_app
from byestand.server.auth.access_codes import Codes
from byestand.server.auth.access_links import blocks
from byestand.server.auth.addresses import LanAddresses
from byestand.server.auth.lan_access import LanAccess
from byestand.server.auth.roles import DIRECTOR
from byestand.server.guards import body_limits
from byestand.server.guards.connection_limit import STANDING
from byestand.server.jobs import lanes
from byestand.server.jobs import pool as work
from byestand.server.jobs.cache import fingerprint
from byestand.server.jobs.job_results import Done
from byestand.server.jobs.lanes import LaneLimits
from byestand.server.ops import listen_port
from byestand.server.pages.help import view as guide
from byestand.server.pages.second_session.routes import MAX_NAMES_CHARS
from byestand.server.storage.nights import VisibleNights
from byestand.server.storage.sqlite import SqliteDatabase
from byestand.server.storage.store import Store
from byestand.server.storage.workspaces import Upload, Uploads, owner_of, sweep
from byestand.server.urls import routes
from tests.support.app import blank_result, state_of
from tests.support.sender import HOST, Sender
from tests.support.setups import session_setup

FORM = "application/x-www-form-urlencoded"
PARTS = "multipart/form-data; boundary=b"
FILE = b'--b\r\ncontent-disposition: form-data; name="file"; filename="x.csv"\r\n\r\n'
PIECE = 2**17
OTHER_SITES = ("cross-site", "same-site")


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Starlette:
    """Return an app without workers: pages from workers are blank."""

    async def blank(pool: work.WorkerPool, job: Job[..., object], *args: object, **_: object) -> Done[Any]:
        del pool, args
        return blank_result(job)

    monkeypatch.setattr(work.WorkerPool, "work", blank)
    made = make_app(store := Store(SqliteDatabase(tmp_path / "nights.sqlite")))
    VisibleNights(store).add(session_setup("One", "W0605"))
    drop_as_x(store, b"")
    return made


def drop_as_x(store: Store, data: bytes) -> None:
    """Drop a file under a word that is known."""
    with store.database.open() as base:
        base.execute("delete from uploads")
    token = Uploads(store).keep(Upload("x.csv", data), owner_of(1))
    with store.database.open() as base:
        base.execute("update uploads set token = 'x' where token = ?", (token,))


def addresses(method: str) -> list[str]:
    """Return every address that takes a method, with something for each part that varies."""
    paths = [route.path for route in routes() if isinstance(route, Route) and method in (route.methods or ())]
    return [re.sub(r"\{\w+\}", "x", path.replace("{id:int}", "1")) for path in paths]


def in_pieces(body: bytes) -> list[bytes]:
    return [body[start : start + PIECE] for start in range(0, len(body), PIECE)]


class TestTooMuch:
    def test_a_form_of_nothing_but_separators_ends_with_its_first_piece_and_the_next_is_answered(
        self, app: Starlette
    ) -> None:
        """Forms are parsed in the server process: eight megabytes of & took seconds there."""
        forms = [path for path in addresses("POST") if not path.startswith("/api/")]
        assert "/theme" in forms

        async def events(path: str) -> list[object]:
            hostile = Sender(in_pieces(b"&" * 8 * 2**20))
            status = await hostile.asks(app, "POST", path, content_type=FORM)
            return [
                status if hostile.expected_count else "not read",
                hostile.expected_count,
                await Sender().asks(app, "GET", "/"),
            ]

        ends = [asyncio.run(events(path)) for path in forms]
        assert ends.count([413, 1, 200]) >= 8
        assert all(end in ([413, 1, 200], ["not read", 0, 200]) for end in ends), ends

    def test_a_file_full_of_what_nearly_separates_parts_ends_with_its_first_piece(self, app: Starlette) -> None:
        for path in ("/check", "/nights/import"):
            hostile = Sender(in_pieces((FILE + b"\r\n--bx" * 2**20)[: 8 * 2**20]))
            assert asyncio.run(hostile.asks(app, "POST", path, content_type=PARTS)) == 413
            assert hostile.expected_count == 1
            assert b"more than 200 fields" in hostile.responses

    def test_separators_are_counted_across_pieces(self, app: Starlette) -> None:
        torn = Sender([FILE, *[b"\r\n-", b"-bx"] * 201])
        assert asyncio.run(torn.asks(app, "POST", "/check", content_type=PARTS)) == 413

    def test_a_form_without_a_file_is_never_as_long_as_a_file(self, app: Starlette) -> None:
        long = Sender(in_pieces(b"names=" + b"a" * 2 * 2**20))
        assert asyncio.run(long.asks(app, "POST", "/second", content_type=FORM)) == 413
        assert long.expected_count <= 9
        assert b"larger than 1 MB" in long.responses
        assert asyncio.run(Sender().asks(app, "POST", "/theme", content_type=FORM, content_length=str(2**21))) == 413

    @pytest.mark.parametrize(("announced", "read"), [(2**21, 4), (2**25, 0)])
    def test_an_early_no_is_said_when_all_has_arrived_that_was_announced_and_is_not_endless(
        self, app: Starlette, announced: int, read: int
    ) -> None:
        long = Sender([b"a" * (announced // 4)] * 4)
        assert asyncio.run(long.asks(app, "POST", "/theme", content_type=FORM, content_length=str(announced))) == 413
        assert long.expected_count == read

    def test_who_waits_to_be_asked_for_a_file_is_refused_before_it_is_sent(self, app: Starlette) -> None:
        asks = Sender()
        assert (
            asyncio.run(asks.asks(app, "POST", "/check", content_length=str(9 * 2**20), expect="100-continue")) == 413
        )
        assert asks.expected_count == 0

    def test_the_longest_form_of_ours_is_taken_whole(self, app: Starlette) -> None:
        """The maximum length of names, each letter of which takes nine characters in a form."""
        form = urlencode({"movement": "W0605", "names": "橋" * MAX_NAMES_CHARS}).encode()
        assert asyncio.run(Sender(in_pieces(form)).asks(app, "POST", "/second", content_type=FORM)) == 200

    def test_what_others_send_together_is_bounded_until_it_is_answered(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """One address has a share, strangers together have half; devices get on, and the director always does."""
        monkeypatch.setattr(body_limits, "MAX_BYTES_UNDER_WAY", 12 * PIECE)
        held, holding = asyncio.Event(), list[str]()

        async def hold(scope: Scope, receive: Receive, send: Send) -> None:
            while (await receive())["more_body"]:
                pass
            holding.append(scope["path"])
            await held.wait()
            await send({"type": "http.response.start", "status": 200})

        limit = body_limits.BodyLimit(hold, body_limits.Deadlines())

        async def send_pieces(standing: str, client: str, many: int) -> int:
            sender = Sender([bytes(PIECE)] * many)
            scope = {"type": "http", "path": "/api/verify", "headers": [], "client": (client, 1), STANDING: standing}
            try:
                await asyncio.wait_for(limit(scope, sender.receive, sender.send), 60)
            except RequestRefused as refused:
                return refused.status
            return sender.status

        async def story() -> list[int]:
            cases = [
                ("stranger", "192.0.2.1", 3),
                ("stranger", "192.0.2.1", 1),  # more than a quarter from one address
                ("device", "192.0.2.1", 1),  # which may have a third with its devices
                ("stranger", "192.0.2.2", 3),  # more than half from strangers
                ("device", "192.0.2.3", 4),
                ("device", "192.0.2.4", 4),
                ("device", "192.0.2.5", 1),  # more than all
                ("director", "127.0.0.1", 20),
            ]
            tasks = []
            for case in cases:
                before = len(holding)
                tasks.append(asyncio.create_task(send_pieces(*case)))
                while len(holding) == before and not tasks[-1].done():  # noqa: ASYNC110 - until it is held or refused
                    await asyncio.sleep(0)
            held.set()
            found = await asyncio.gather(*tasks)
            return [*found, await send_pieces("stranger", "192.0.2.1", 3)]

        assert asyncio.run(story()) == [200, 503, 200, 503, 200, 200, 503, 200, 200]

    def test_answers_are_not_kept_under_whole_files(self, app: Starlette) -> None:
        """Sixty files of eight megabytes stayed in memory as keys of answers about them."""

        async def drop(number: int) -> int:
            drop_as_x(state_of(app).services.store, bytes([number]) * 2**20)
            return await Sender().asks(app, "GET", "/check/x")

        assert {asyncio.run(drop(number)) for number in range(4)} == {200}
        kept = state_of(app).services.cache._results  # noqa: SLF001 - what stays in memory is the question
        assert len(kept) == 4
        assert len(pickle.dumps(list(kept))) < 2**10

    def test_dropped_files_of_a_visitor_are_bounded_together_and_his_newest_is_there(self, tmp_path: Path) -> None:
        store = Store(SqliteDatabase(tmp_path / "n.sqlite"))
        uploads, others = Uploads(store), Uploads(store).keep(Upload("other.mov", b"x"), "192.0.2.2")
        words = [uploads.keep(Upload(f"{i}.mov", bytes(8 * 2**20)), "192.0.2.1") for i in range(6)]
        words += [uploads.keep(Upload(f"small {i}", b""), "192.0.2.1") for i in range(8)]
        there = []
        for word in words:
            with suppress(NotFound):
                there.append(uploads.get(word, "192.0.2.1").name)
        assert there == ["2.mov", "3.mov", "4.mov", "5.mov", *(f"small {i}" for i in range(8))]
        words.append(uploads.keep(Upload("last.mov", bytes(40 * 2**20)), "192.0.2.1"))
        with pytest.raises(NotFound, match="upload it again"):
            uploads.get(words[-2], "192.0.2.1")
        assert uploads.get(words[-1], "192.0.2.1").name == "last.mov"
        assert uploads.get(others, "192.0.2.2").name == "other.mov"

    def test_dropped_files_are_gone_after_a_day(self, tmp_path: Path) -> None:
        store = Store(SqliteDatabase(tmp_path / "n.sqlite"))
        word, now = Uploads(store).keep(Upload("x.mov", b"x"), "192.0.2.1"), time()
        store.now = lambda: now + 24 * 3600 + 1
        with pytest.raises(NotFound, match="upload it again"):
            Uploads(store).get(word, "192.0.2.1")
        sweep(store, None)
        with store.database.open() as base:
            assert base.execute("select count(*) from uploads").fetchone() == (0,)

    def test_different_questions_have_different_fingerprints(self) -> None:
        questions = (
            "",
            b"",
            0,
            None,
            (),
            ((),),
            ("",),
            ("a", "b"),
            ("ab",),
            (("a",), "b"),
            ("a", ("b",)),
            b"1",
            "1",
            1,
        )
        for one, other in combinations(questions, 2):
            assert fingerprint(one) != fingerprint(other)
        assert fingerprint(("a", b"b")) == fingerprint(("a", bytes(bytearray(b"b"))))

    def test_whoever_goes_away_while_sending_is_no_fault_of_ours(self, app: Starlette) -> None:
        """A fault would be raised to the server here, and printed with all its calls."""
        for path in addresses("POST"):
            for kind, begun in ((FORM, b"name=a"), (PARTS, FILE + b"1,2,3")):
                leaver = Sender([begun], goes_away=True)
                assert asyncio.run(leaver.asks(app, "POST", path, content_type=kind)) in (303, 400, 404), path


class TestLongNumbers:
    def test_an_address_with_thousands_of_digits_is_no_page_of_ours(self, app: Starlette) -> None:
        """Python raises an error for such numbers."""
        page = TestClient(app, base_url=f"http://{HOST}", raise_server_exceptions=False)
        for digits in ("9" * 5000, "9" * 19, "\u0663"):
            for address in (f"/nights/{digits}", f"/nights/{digits}/play", f"/nights/1/ranking/board/{digits}"):
                assert page.get(address).status_code == 404, address[:40]
        assert page.get(f"/nights/{'9' * 18}").status_code == 404
        assert page.get("/nights/1/ranking/board/1").status_code == 200


class TestOtherSites:
    @pytest.mark.parametrize("site", OTHER_SITES)
    def test_other_sites_get_nothing_but_a_visit_to_the_first_page_and_to_where_links_are_opened(
        self, app: Starlette, site: str
    ) -> None:
        """Otherwise a picture on any site could keep our workers busy."""
        seen = [*addresses("GET"), "/static/components.css", "/favicon.ico", "/no/such/page"]
        assert len(seen) > 30
        for path in seen:
            for mode, to in (("no-cors", "image"), ("navigate", "iframe"), ("cors", "empty"), ("navigate", "document")):
                visit = {"/": 200, "/join": 303}.get(path, 403) if to == "document" else 403
                headers = {"sec_fetch_site": site, "sec_fetch_mode": mode, "sec_fetch_dest": to}
                assert asyncio.run(Sender().asks(app, "GET", path, **headers)) == visit, (path, to)

    def test_our_own_pages_bookmarks_and_programs_get_everything(self, app: Starlette) -> None:
        for path in ("/", "/m/x", "/m/x/paper/x.pdf", "/static/components.css", "/api/plan"):
            for headers in ({"sec_fetch_site": "same-origin"}, {"sec_fetch_site": "none"}, {}):
                assert asyncio.run(Sender().asks(app, "GET", path, **headers)) == 200

    @pytest.mark.parametrize(
        ("origin", "status"),
        [
            ("http://127.0.0.1:8013", 303),
            ("https://127.0.0.1:8013", 403),
            ("ftp://127.0.0.1:8013", 403),
            ("://127.0.0.1:8013", 403),
            ("http://127.0.0.1:8014", 403),
            ("http://127.0.0.1", 403),
            ("http://localhost:8013", 403),
            ("http://127.0.0.1:8013.evil.example", 403),
            ("http://127.0.0.1:8013/", 403),
            ("null", 403),
            ("", 403),
        ],
    )
    def test_an_origin_is_ours_with_its_scheme_host_and_port(self, app: Starlette, origin: str, status: int) -> None:
        for more in ({}, {"sec_fetch_site": "same-origin"}):
            said = Sender([b"theme=dark"])
            assert asyncio.run(said.asks(app, "POST", "/theme", content_type=FORM, origin=origin, **more)) == status


class TestQueues:
    def test_every_kind_of_work_has_a_lane_of_its_own(self, app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
        """A search or a check does not delay printing, because lanes have their own workers."""
        used: set[Lane] = set()

        async def noting(pool: work.WorkerPool, job: Job[..., object], *args: object, **_: object) -> Done[Any]:
            del pool, args
            used.add(job.lane)
            return blank_result(job)

        monkeypatch.setattr(work.WorkerPool, "work", noting)
        asked = {
            "pages": ("/?pairs=36", "/m/x", "/change", "/second", "/individuals", "/nights/1", "/api/plan"),
            "paper": ("/m/x/paper/mats.pdf", "/m/x/paper/mats.svg", "/nights/1/paper/mats.pdf"),
            "search": ("/second?movement=M0505", "/api/crossover?movement=M0505"),
            "files": ("/check/x", "/check/x/as/mov"),
            "catalogue": ("/library", "/files/library.zip", "/files/selection.zip", "/api/movements"),
        }
        taken: dict[str, Lane] = {}
        for kind, paths in asked.items():
            used.clear()
            assert {asyncio.run(Sender().asks(app, "GET", path)) for path in paths} == {200}
            if kind == "search":
                form = Sender([b"movement=M0505"])
                assert asyncio.run(form.asks(app, "POST", "/second/seating.pdf", content_type=FORM)) == 200
            (taken[kind],) = used
        assert len(set(taken.values())) == len(asked)
        assert set(taken.values()) == set(work.LANES)

    def test_two_hundred_questions_at_once_are_all_answered(self) -> None:
        async def all_at_once() -> list[object]:
            pool = work.WorkerPool({"quick": LaneLimits(2, 30.0)})
            await pool.open()
            try:
                asked = (pool.work(guide.content, ()) for _ in range(200))
                return await asyncio.gather(*asked, return_exceptions=True)
            finally:
                await pool.close()

        answers = asyncio.run(all_at_once())
        assert [type(answer) for answer in answers] == [Done] * 200

    def test_the_queue_has_an_end(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(lanes, "MAX_WAITING", 6)

        async def all_at_once() -> list[object]:
            pool = work.WorkerPool({"quick": LaneLimits(1, 30.0)})
            await pool.open()
            try:
                asked = (pool.work(guide.content, ()) for _ in range(5))
                return await asyncio.gather(*asked, return_exceptions=True)
            finally:
                await pool.close()

        answers = asyncio.run(all_at_once())
        assert [type(answer) for answer in answers] == [Done] * 3 + [RequestRefused] * 2


class TestStarting:
    @pytest.mark.parametrize(
        ("host", "here", "lan"),
        [
            ("127.0.0.1", "127.0.0.1", False),
            ("127.0.0.5", "127.0.0.5", False),
            ("localhost", "127.0.0.1", False),
            ("0.0.0.0", "127.0.0.1", True),  # noqa: S104 - what --lan means
        ],
    )
    def test_it_says_where_it_is_and_beyond_this_machine_who_sees_what(self, host: str, here: str, lan: bool) -> None:
        told: list[str] = []
        with ExitStack() as stack:
            sockets = [stack.enter_context(one) for one in listen_port.listen(host, 0, lan=lan)]
            port = sockets[0].getsockname()[1]
            network = LanAddresses(port, interfaces=lambda: [ip_address("10.0.0.7"), ip_address("192.168.1.5")])
            door = LanAccess(Codes(Store(SqliteDatabase(None))), network) if lan else None
            run._tell_address(listen_port.local_url(sockets), door, False, told.append)  # noqa: SLF001 - its words
        assert told[0] == f"Byestand is running at http://{here}:{port}/ (press Ctrl-C to stop)"
        if door is None:
            assert len(told) == 1
            return
        first, second = f"http://10.0.0.7:{port}/", f"http://192.168.1.5:{port}/"
        assert all(what in told[1] for what in (first, "need a code", "display", "pair", "director", "names"))
        assert second in told[2]
        link = f"{first}join#{door.codes.code(DIRECTOR)}"
        assert told[3].endswith(f": {link}")
        assert told[4] == blocks(link)

    def test_on_no_network_it_says_so_and_names_no_address_that_nobody_reaches(self) -> None:
        told: list[str] = []
        door = LanAccess(Codes(Store(SqliteDatabase(None))), LanAddresses(8013, interfaces=list))
        run._tell_address("http://127.0.0.1:8013/", door, False, told.append)  # noqa: SLF001 - its words
        assert len(told) == 2
        assert "This machine is not connected to a network" in told[1]

    @pytest.mark.parametrize("host", ["0.0.0.0", "::", ""])  # noqa: S104 - what is refused
    def test_it_is_never_open_to_a_network_without_lan(self, host: str) -> None:
        with pytest.raises(BadRequest, match=rf"use --lan so that devices need a code: '{host}'$"):
            listen_port.listen(host, 0)

    def test_it_is_never_open_to_nobody_with_lan(self) -> None:
        with pytest.raises(BadRequest, match=r"an address that other devices can reach: '127.0.0.1'$"):
            listen_port.listen("127.0.0.1", 0, lan=True)

    def test_a_service_refuses_connections_until_it_answers_so_that_a_proxy_asks_another_process(self) -> None:
        (bound,) = listen_port.listen("127.0.0.1", 0, hosted=True)
        with bound, socket.socket() as proxy:
            assert proxy.connect_ex(bound.getsockname()) == errno.ECONNREFUSED

    @pytest.mark.parametrize("hosted", [False, True])
    def test_answers_are_sent_without_waiting_for_more_to_send(self, hosted: bool) -> None:
        async def nodelay_of_accepted() -> int:
            accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()

            def connected(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                accepted.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
                writer.close()

            with listen_port.listen("127.0.0.1", 0, hosted=hosted)[0] as bound:
                async with await asyncio.start_server(connected, sock=bound):
                    with socket.create_connection(bound.getsockname()):
                        return await accepted

        assert asyncio.run(nodelay_of_accepted())

    def test_there_is_room_for_as_many_streams_as_the_system_allows_files(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        resource = pytest.importorskip("resource")
        raised: list[int] = []
        monkeypatch.setattr(resource, "setrlimit", lambda _, limits: raised.append(limits[0]))
        found = []
        for limits in ((256, 10**6), (1024, 4096), (1024, 1024), (-1, -1), (10**6, 10**6)):
            monkeypatch.setattr(resource, "getrlimit", lambda _, now=limits: now)
            found.append(run.room_for_streams())
        assert found == [8000, 2048, 512, 8000, 8000]
        assert raised == [10048, 4096, 1024]

    def test_a_port_without_the_right_to_it_is_not_called_taken(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def forbidden(self: socket.socket, address: object) -> None:
            del self, address
            raise PermissionError(errno.EACCES, "Permission denied")

        monkeypatch.setattr(socket.socket, "bind", forbidden)
        with pytest.raises(BadRequest, match=r"ports below 1024 need administrator rights; .* --port 8013: 80$"):
            listen_port.listen("127.0.0.1", 80)
