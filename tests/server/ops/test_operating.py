"""A service behind others: proxies, a path prefix, health, logs and limits."""

import asyncio
import json
import logging
import re
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import httpx2
import pytest
from prometheus_client import generate_latest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

from byestand import cli
from byestand.errors import BadRequest
from byestand.job import job
from byestand.server import run
from byestand.server.app import make_app
from byestand.server.auth.access_codes import Codes
from byestand.server.auth.addresses import LanAddresses
from byestand.server.auth.lan_access import LanAccess
from byestand.server.auth.roles import Role
from byestand.server.config import DAYS, HostingConfig
from byestand.server.jobs.job_results import JobError
from byestand.server.jobs.lanes import ADDRESS
from byestand.server.jobs.pool import run_job
from byestand.server.ops import shutdown
from byestand.server.ops.observability import Observability
from byestand.server.ops.shutdown import Shutdown
from byestand.server.pages.paper import sheet_choice as paper
from byestand.server.pages.second_session import view as second
from byestand.server.storage.nights import NightScope, VisibleNights
from byestand.server.storage.sqlite import SqliteDatabase
from byestand.server.storage.store import Store, open_store
from byestand.server.token_bucket import AddressBuckets, Rate
from byestand.server.web.running_requests import RunningRequests
from tests.support.app import PATIENCE, serve, state_of
from tests.support.crawler import LEFT_OUT, Crawler, InThisProcess, Sample, without_printing
from tests.support.proxied_service import PHONE, PREFIX, PROXY, PUBLIC, ROOT, run_hosted
from tests.support.sender import Sender

LIGHT = re.compile(f"{LEFT_OUT.pattern}|/file/(?!bws)|paper/(?!mats)|/as/|\\.svg|/bring|^post /(second|check|desk)")
"""Requests that take long, and lead nowhere else."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with run_hosted(tmp_path_factory.mktemp("service") / "n.sqlite") as found:
        yield found


class TestProxies:
    @pytest.mark.parametrize(
        ("peer", "told", "who"),
        [
            (PROXY, PHONE, PHONE),
            (PROXY, f"1.1.1.1, {PHONE}", PHONE),
            (PROXY, f"{PHONE}, 10.0.0.7", PHONE),
            (PROXY, f"{PHONE}, 10.0.0.7, 127.0.0.1", PHONE),
            ("::ffff:10.0.0.2", PHONE, PHONE),
            (PROXY, "2001:db8::1", "2001:db8::1"),
            (PROXY, "", PROXY),
            (PROXY, "10.0.0.9, 10.0.0.8", "10.0.0.9"),
            (PHONE, "1.1.1.1", PHONE),
        ],
    )
    def test_a_request_comes_from_the_last_who_is_no_proxy_of_ours(
        self, service: TestClient, monkeypatch: pytest.MonkeyPatch, peer: str, told: str, who: str
    ) -> None:
        seen = []

        async def app(self: object, scope: Scope, receive: Receive, send: Send) -> None:
            del self, receive, send
            seen.append(scope["client"][0])

        monkeypatch.setattr(Starlette, "__call__", app)
        server = run._configure(service.app, Observability())  # type: ignore[arg-type]  # noqa: SLF001 - what uvicorn is told
        server.load()
        asyncio.run(Sender().asks(server.loaded_app, "GET", "/", client=peer, x_forwarded_for=told))
        assert seen == [who]

    @pytest.mark.parametrize(
        ("host", "status"),
        [
            ("bridge.example.org", 200),
            ("Bridge.example.org:443", 200),
            ("bridge.example.org:8443", 421),
            ("bridge.example.org:443@evil.example", 421),
            ("127.0.0.1:8013", 421),
            ("evil.example", 421),
            ("192.0.2.7", 421),
            ("localhost", 421),
        ],
    )
    def test_only_the_public_name_and_port_are_answered_whatever_a_proxy_adds(
        self, service: TestClient, host: str, status: int
    ) -> None:
        headers = {"host": host, "x_forwarded_host": "evil.example"}
        assert asyncio.run(Sender().asks(service.app, "GET", f"{PREFIX}/", client=PROXY, **headers)) == status  # type: ignore[arg-type]
        assert asyncio.run(Sender().asks(service.app, "GET", "/healthz", client=PROXY, **headers)) == 200  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        ("origin", "status"),
        [
            ("https://bridge.example.org", 303),
            ("http://bridge.example.org", 403),
            ("https://bridge.example.org:8443", 403),
            ("https://evil.example", 403),
            ("http://127.0.0.1:8013", 403),
            ("null", 403),
        ],
    )
    def test_what_changes_anything_comes_from_the_public_origin(
        self, service: TestClient, origin: str, status: int
    ) -> None:
        asked = service.post(f"{PREFIX}/theme", data={"theme": "dark"}, headers={"origin": origin})
        assert asked.status_code == status

    def test_another_site_and_a_mail_lead_to_the_first_page_and_to_where_a_link_is_opened(
        self, service: TestClient
    ) -> None:
        link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
        found = {path: service.get(PREFIX + path, headers=link).status_code for path in ("/", "/join", "/nights")}
        assert found["/nights"] == 403
        assert {found["/"], found["/join"]} <= {200, 303}

    def test_turns_are_shared_by_who_stands_behind_the_proxy(
        self, service: TestClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        seen: list[str] = []
        work = InThisProcess.work

        async def noting(self: InThisProcess, *told: object, **more: object) -> object:
            seen.append(ADDRESS.get())
            return await work(self, *told, **more)  # type: ignore[arg-type]

        monkeypatch.setattr(InThisProcess, "work", noting)
        for forwarded in (PHONE, "2001:db8:1:2:3::4"):
            service.get(f"{PREFIX}/house?back=/{forwarded}", headers={"x-forwarded-for": forwarded})
        assert seen == [PHONE, "2001:0db8:0001:00"]

    def test_cookies_are_for_encrypted_connections_and_for_our_path_only(self, service: TestClient) -> None:
        cookie = service.post(f"{PREFIX}/theme", data={"theme": "dark"}).headers["set-cookie"]
        assert {"Path=/byestand/", "Secure"} <= set(cookie.split("; "))


@dataclass
class Below:
    """A browser behind a proxy that passes the prefix on: checks every page for addresses without it."""

    inner: TestClient
    strays: list[str] = field(default_factory=list)
    pages: int = 0

    @property
    def app(self) -> Starlette:
        return self.inner.app  # type: ignore[return-value]

    def get(self, address: str) -> SimpleNamespace:
        return self._requests(address, self.inner.get(PREFIX + address))

    def post(self, address: str, **told: object) -> SimpleNamespace:
        return self._requests(address, self.inner.post(PREFIX + address, **told))  # type: ignore[arg-type]

    def _requests(self, address: str, answer) -> SimpleNamespace:  # type: ignore[no-untyped-def]  # noqa: ANN001 - the client's own type is private
        """Return an answer as the crawler knows it, without the prefix."""
        headers, text = dict(answer.headers), ""
        where = headers.get("location", PREFIX)
        if not where.startswith(PREFIX):
            self.strays.append(f"{address}: {where}")
        headers["location"] = where.removeprefix(PREFIX)
        if headers.get("content-type", "").startswith("text/html"):
            self.pages += 1
            assert int(headers["content-length"]) == len(answer.content)
            found = re.findall(rf'([\w-]+)="(/(?!{PREFIX[1:]}/)[^"]*)"', answer.text)
            self.strays += [f"{address}: {name}={link}" for name, link in found if name not in ("value", "d")]
            text = answer.text.replace(f'="{PREFIX}/', '="/')
        return SimpleNamespace(
            text=text, content=answer.content, headers=headers, status_code=answer.status_code,
            is_success=answer.is_success, is_redirect=answer.is_redirect,
        )  # fmt: skip


class TestTold:
    """The options that an operator types."""

    @pytest.mark.parametrize(
        ("typed", "public"),
        [
            ("https://bridge.example.org:443", "https://bridge.example.org/"),
            ("HTTPS://Bridge.Example.org/x/", "https://bridge.example.org/x/"),
            ("http://127.0.0.1:80/", "http://127.0.0.1/"),
            ("http://[0:0::1]:8013/", "http://[::1]:8013/"),
            ("https://bridge.example.org:80/?", "https://bridge.example.org:80/"),
        ],
    )
    def test_the_public_address_is_written_as_browsers_do_and_forms_come_from_there(
        self, typed: str, public: str, tmp_path: Path
    ) -> None:
        found = HostingConfig.parse(typed, (), None)
        assert (found.public, found.days) == (public, DAYS)
        app = make_app(Store(SqliteDatabase(tmp_path / "n.sqlite")), hosting=found)
        origin = public.removesuffix(f"{found.prefix}/")
        with TestClient(app, base_url=origin, follow_redirects=False) as page:
            sent = page.post(f"{found.prefix}/theme", data={"theme": "dark"}, headers={"origin": origin})
        assert sent.status_code == 303

    @pytest.mark.parametrize(
        "typed",
        [
            "", "bridge.example.org", "ftp://bridge.example.org/", "https:///x", "https://[::1/", "https://[fe80::1%eth0]/",
            "https://user:secret@bridge.example.org/", "https://bridge.example.org:99999/", "https://bridge.example.org:0/",
            "https://bridge\0.org/", "https://bridge..org/", "https://bridge.org/?x", "https://bridge.org/#x",
        ],
    )  # fmt: skip
    def test_what_nobody_could_open_is_refused(self, typed: str) -> None:
        with pytest.raises(BadRequest, match=r"^--public must be a URL such as https://bridge\.example\.org/: "):
            HostingConfig.parse(typed, (), None)

    def test_a_name_in_other_letters_is_told_as_machines_know_it(self) -> None:
        with pytest.raises(BadRequest, match=r"international host name in its xn-- form: 'brücke\.example'"):
            HostingConfig.parse("https://brücke.example/", (), None)

    @pytest.mark.parametrize("days", [0, -1, 36_501, 10**6])
    def test_desks_are_kept_for_a_time_that_can_be_counted(self, days: int) -> None:
        with pytest.raises(BadRequest, match=f"must be 1 to 36500: {days}"):
            HostingConfig.parse(PUBLIC, (), days)

    @pytest.mark.parametrize(
        ("options", "said"),
        [
            (("--public", ""), "--public must be a URL such as https://bridge.example.org/: ''"),
            (("--public", f"{ROOT}/static"), "is a page of the app; choose another: '/static'"),
            (("--public", f"{ROOT}/healthz/x"), "is a page of the app; choose another: '/healthz/x'"),
            (("--public", f"{ROOT}/library"), "is a page of the app; choose another: '/library'"),
            (
                ("--public", ROOT, "--port", "8499", "--metrics", "127.0.0.1:8499"),
                "--metrics needs another port than the app",
            ),
            (
                ("--public", ROOT, "--metrics", ""),
                "--metrics must be an address with a port, such as 127.0.0.1:9113: ''",
            ),
            (("--lan", "--host", "é..b"), "cannot listen there, unknown host name: 'é..b'"),
            (("--public", ROOT, "--keep-days", "0"), "the number of days must be 1 to 36500: 0"),
            (("--keep-days", "0"), "--proxy, --keep-days and --metrics need --public"),
            (("--store", "postgresql://x"), "use either --store or --data, not both"),
        ],
    )
    def test_what_cannot_work_is_said_in_one_sentence(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], said: str
    ) -> None:
        told = ["serve", "--no-browser", "--port", "0", "--data", str(tmp_path / "n.sqlite"), *options]
        assert cli.run(told) == 2
        heard = capsys.readouterr()
        assert (heard.out, heard.err.count("\n"), said in heard.err) == ("", 1, True), heard.err

    def test_a_service_that_could_not_keep_anything_does_not_begin(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("byestand.server.ops.access_log.begin", lambda: None)
        (tmp_path / "diary").write_text("my diary, " * 100, encoding="utf-8")
        told = ["serve", "--no-browser", "--port", "0", "--data", str(tmp_path / "diary"), "--public", ROOT]
        assert cli.run(told) == 5
        assert "not a session file" in capsys.readouterr().err

    def test_figures_at_what_is_no_name_are_refused(self) -> None:
        operator = Observability.from_options(log=False, metrics="a..b:9")
        assert operator.metrics
        with pytest.raises(BadRequest, match="metrics cannot be served there, unknown host name: 'a\\.\\.b:9'"):
            operator.metrics.serve(*operator.place)

    def test_figures_are_at_one_path(self) -> None:
        operator = Observability.from_options(log=False, metrics="127.0.0.1:0")
        assert operator.metrics
        where = f"http://127.0.0.1:{operator.metrics.serve(*operator.place)}"
        assert "byestand_requests" in httpx2.get(f"{where}/metrics").text
        for path in ("", "/", "/metrics/", "/other", "/favicon.ico"):
            assert (found := httpx2.get(where + path)).status_code == 404
            assert found.text == "metrics are at /metrics\n"

    def test_what_is_typed_counts_more_than_the_environment(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        served: list[dict[str, object]] = []
        monkeypatch.setenv("BYESTAND_STORE", "postgresql://x")
        monkeypatch.setattr("byestand.server.run.serve", lambda *_, **told: served.append(told))
        monkeypatch.setattr("byestand.server.ops.access_log.begin", lambda: None)
        assert cli.run(["serve", "--public", ROOT, "--data", str(tmp_path)]) == 0
        assert cli.run(["serve", "--public", ROOT]) == 0
        assert [(told["url"], told["data"]) for told in served] == [("", tmp_path), ("postgresql://x", None)]
        assert cli.run(["serve"]) == 2
        assert "--store (or BYESTAND_STORE) needs --public" in capsys.readouterr().err


class TestPrefix:
    def test_all_that_pages_offer_is_below_the_prefix_and_opens_there(
        self, service: TestClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for module in (paper, second):
            monkeypatch.setattr(module, "render_booklet", without_printing)
        state_of(service.app).rate_limits.requests = AddressBuckets(Rate(10**9, 1.0))
        below = Below(service)
        crawler = Crawler(below, Sample(1, LIGHT, often=1))  # type: ignore[arg-type]
        crawler.crawl("/?pairs=8&winners=1", depth=3)
        assert [fault for fault in crawler.faults if "unknown code" not in fault] == []
        assert below.strays == []
        assert below.pages > 30
        assert {"post /nights", "get /m/…", "get /nights/…/play", "get /nights/…/results"} <= set(crawler.opened_urls)

    def test_a_proxy_may_take_the_prefix_off(self, service: TestClient) -> None:
        service.cookies.clear()
        assert service.get("/help").text == service.get(f"{PREFIX}/help").text
        assert f'href="{PREFIX}/library"' in service.get("/help").text

    def test_the_prefix_alone_leads_to_the_first_page(self, service: TestClient) -> None:
        assert service.get(PREFIX).headers["location"] == f"{PREFIX}/"

    def test_a_page_from_which_somebody_came_is_offered_again_when_he_is_refused(self, service: TestClient) -> None:
        came = {"referer": f"{PUBLIC}/library?tables=5"}
        refused = service.get(f"{PREFIX}/m/X9", headers=came)
        assert (refused.status_code, f'href="{PREFIX}/library?tables=5"' in refused.text) == (400, True)

    def test_nonsense_from_which_somebody_came_is_no_fault_of_ours(self, service: TestClient) -> None:
        for prefix in ("", PREFIX):
            assert service.get(f"{prefix}/m/X9", headers={"referer": "http://[::1"}).status_code == 400

    def test_what_programs_read_has_the_prefix_too(self, service: TestClient) -> None:
        assert service.get(f"{PREFIX}/api/openapi.json").json()["servers"] == [{"url": PUBLIC}]
        robots = service.get(f"{PREFIX}/robots.txt").text.splitlines()
        assert robots[:2] == ["User-agent: *", f"Disallow: {PREFIX}/nights"]
        assert all(line.startswith(f"Disallow: {PREFIX}/") for line in robots[1:])

    def test_a_fault_of_ours_leads_back_below_the_prefix(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        with run_hosted(tmp_path / "n.sqlite") as page:
            page._transport.raise_server_exceptions = False  # type: ignore[attr-defined]  # noqa: SLF001 - the page is looked at
            monkeypatch.setattr("byestand.server.storage.nights.VisibleNights.all", None)
            broken = page.get(f"{PREFIX}/nights")
        assert (broken.status_code, f'href="{PREFIX}/"' in broken.text) == (500, True)

    @pytest.mark.parametrize("path", ["/a b", "/../x", "/a//b", '/"x', "/%41", "//x"])
    def test_a_path_that_means_something_else_somewhere_is_refused(self, path: str) -> None:
        with pytest.raises(BadRequest, match="only letters a to z, digits and hyphens"):
            HostingConfig.parse(f"https://bridge.example.org{path}", (), DAYS)


class TestHealth:
    def test_it_is_well_while_the_database_answers_and_nothing_ends(self, tmp_path: Path) -> None:
        with run_hosted(tmp_path / "n.sqlite") as page:
            assert (page.get("/healthz").status_code, page.get("/healthz").text) == (200, "ok\n")
            assert "connection" not in page.get(f"{PREFIX}/help").headers
            state_of(page.app).requests.is_ending = True
            assert page.get(f"{PREFIX}/healthz").status_code == 503
            assert page.get(f"{PREFIX}/help").headers["connection"] == "close"

    def test_a_database_that_is_silent_or_broken_is_told_and_asked_once_at_a_time(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked, answers = [], Event()

        def silent(database: object) -> None:
            asked.append(database)
            answers.wait()

        monkeypatch.setattr(shutdown, "DATABASE_TIMEOUT_SECONDS", 0.01)
        with run_hosted(tmp_path / "n.sqlite") as page:
            monkeypatch.setattr(shutdown, "_ask", silent)
            assert [page.get("/healthz").text for _ in range(5)] == ["no database\n"] * 5
            assert len(asked) == 1
            answers.set()
        monkeypatch.setattr(shutdown, "_ask", lambda _: 1 / 0)
        with run_hosted(tmp_path / "n.sqlite") as page:
            assert page.get("/healthz").status_code == 503


NAMES = ("Zerlina Quaxo", "Ottokar Vrba")


class TestLogs:
    def test_an_evening_leaves_no_name_no_code_and_no_address_in_log_or_figures(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        operator = Observability.from_options(log=True, metrics="127.0.0.1:0")
        assert operator.metrics
        store = open_store(tmp_path / "n.sqlite")
        door = LanAccess(Codes(store), LanAddresses(8013))
        app = make_app(store, names=("bridge.example.org",), lan=door, listeners=operator.listeners)
        monkeypatch.setattr("byestand.server.ops.access_log.begin", lambda: None)
        operator.watch(app)
        on_failure, state_of(app).services.pool = state_of(app).services.pool.on_failure, InThisProcess()
        where = "http://bridge.example.org"
        with TestClient(app, base_url=where, client=("127.0.0.1", 5)) as desk:
            names = f"N1\t{' & '.join(NAMES)}"
            desk.post("/nights", data={"movement": "W0605", "boards": "2", "name": "Quaxo Cup", "names": names})
            assert NAMES[0] in desk.get("/nights/1").text
            for path in ("", "/play", "/paper", "/results", "/pair/N1", "/wall", "/codes"):
                assert desk.get(f"/nights/1{path}").status_code == 200
            desk.post("/nights/1/play/start", data={"revision": "1"})
            desk.get("/second?movement=M0505&names=Quaxo&seconds=1")
            desk.get("/Quaxo")
        codes = [door.codes.code(Role(kind, 1)) for kind in ("display", "pair")]
        with TestClient(app, base_url=where, client=(PHONE, 5)) as phone:
            monkeypatch.setattr("byestand.server.auth.access_control.SHORT_DELAY", 0.0)
            phone.post("/join", data={"code": "W1-AAAA-BBBB-CCCC-DDDD"})
            assert phone.post("/join", data={"code": codes[1]}).url.path == "/nights/1/pair"
            assert phone.post("/nights/1/pair", data={"pair": "N1"}).status_code == 200
            assert phone.get("/nights/1/play").status_code == 403
        fault = run_job(page_that_fails, (NAMES[0],), {})
        assert isinstance(fault, JobError)
        on_failure(fault)
        said = capsys.readouterr()
        lines = [json.loads(line) for line in (said.out + said.err).splitlines()]
        figures = figures_of(operator)
        cookie = phone.cookies["byestand-right"]
        for secret in (*NAMES, "Quaxo", *codes, "AAAA", cookie, PHONE, "127.0.0.1", "N1"):
            assert secret not in said.out + said.err, secret
            assert secret not in figures, secret
        assert {"time", "request", "method", "route", "status", "milliseconds", "bytes"} == set(lines[0])
        routes = {line.get("route") for line in lines}
        assert {"/nights/{id:int}/play", "/nights/{id:int}/pair/{label}", "/join", "other"} <= routes
        assert any(line.get("fault", [""])[0] == "KeyError" for line in lines)
        assert 'byestand_requests_total{method="POST",route="/join",status="303"} 1.0' in figures
        assert "byestand_appends_total 1.0" in figures
        assert "byestand_sessions 1.0" in figures
        assert "byestand_workspaces 0.0" in figures
        for lane in ("print", "whole desk"):
            assert f'byestand_waiting{{lane="{lane}"}} 0.0' in figures

    def test_a_service_without_a_log_says_where_a_fault_is_and_not_what_it_quotes(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        root = logging.getLogger()
        monkeypatch.setattr(root, "handlers", [])
        monkeypatch.setattr(root, "level", root.level)
        for name in ("uvicorn", "uvicorn.error"):  # a server in this process may have configured them
            monkeypatch.setattr(logging.getLogger(name), "handlers", [])
            monkeypatch.setattr(logging.getLogger(name), "propagate", True)
        app = make_app(open_store(tmp_path / "n.sqlite"), hosting=HostingConfig.parse(ROOT, (), None))
        Observability.from_options(log=False).watch(app)
        fault = run_job(page_that_fails, (NAMES[0],), {})
        assert isinstance(fault, JobError)
        state_of(app).services.pool.on_failure(fault)
        try:
            page_that_fails.run(NAMES[0])
        except KeyError:
            logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n")
        lines = capsys.readouterr().err.splitlines()
        assert [json.loads(line)["fault"][0] for line in lines] == ["KeyError", "KeyError"]
        assert NAMES[0] not in "".join(lines)


@job("quick")
def page_that_fails(name: str) -> None:
    raise KeyError(name)


def figures_of(operator: Observability) -> str:
    assert operator.metrics
    return generate_latest(operator.metrics.registry).decode()


MISSED_WHEN_TOLD = """
import asyncio, pathlib, sys
from byestand import __main__
from byestand.server import run
told = pathlib.Path(sys.argv.pop(1))
async def be_missed():
    while not told.exists():
        await asyncio.sleep(0.05)
run.be_missed = be_missed
__main__.main()
"""
"""A service that waits for a file before it goes, in place of some seconds: a busy machine may need more of them."""


class TestEnding:
    def test_whoever_still_waits_at_the_end_is_told_so_and_what_he_waits_for_is_given_up(self) -> None:
        given_up: list[str] = []

        async def endless(scope: Scope, receive: Receive, send: Send) -> None:
            del receive, send
            try:
                await asyncio.Event().wait()
            finally:
                given_up.append(scope["path"])

        async def ended() -> int:
            requests = RunningRequests()
            app = Shutdown(endless, requests)
            asked = asyncio.create_task(Sender().asks(app, "GET", "/second"))  # type: ignore[arg-type]
            await asyncio.sleep(0)
            requests.end()
            return await asked

        assert (asyncio.run(ended()), given_up) == (503, ["/second"])

    def test_what_ends_in_its_own_time_or_was_too_long_by_its_own_clock_is_left_alone(self) -> None:
        async def late(*_: object) -> None:
            raise TimeoutError

        with pytest.raises(TimeoutError):
            asyncio.run(Sender().asks(Shutdown(late, RunningRequests()), "GET", "/"))  # type: ignore[arg-type]

    @pytest.mark.skipif(sys.platform == "win32", reason="nobody asks politely there")
    def test_sigterm_lets_others_take_over_finishes_what_is_under_way_and_ends_streams(self, tmp_path: Path) -> None:
        """While it ends it still answers, reports itself as not ready, and closes connections after each answer."""
        options = ("--public", "http://127.0.0.1/", "--metrics", "127.0.0.1:0")
        noticed = tmp_path / "noticed"
        program = ("-c", MISSED_WHEN_TOLD, str(noticed))
        with (
            serve(tmp_path / "n.sqlite", *options, program=program) as running,
            httpx2.Client(base_url=running.address, timeout=PATIENCE, headers={"host": "127.0.0.1"}) as page,
        ):
            page.follow_redirects = True
            kept = page.post("/nights", data={"movement": "W0605", "boards": "2", "name": "Tuesday"})
            assert page.get("/healthz").text == "ok\n"
            with page.stream("GET", f"{kept.url.path}/stream") as stream, ThreadPoolExecutor() as beside:
                lines = stream.iter_lines()
                assert any("data:" in line for line in lines)
                printed = beside.submit(page.get, f"{kept.url.path}/paper/mats,guides.pdf")
                time.sleep(0.3)
                running.process.terminate()
                while (well := httpx2.get(f"{running.address}/healthz", timeout=PATIENCE)).status_code == 200:
                    time.sleep(0.05)
                assert well.text == "ending\n"
                last = page.post(f"{kept.url.path}/play/start", data={"revision": "1"}, follow_redirects=False)
                assert (last.status_code, last.headers["connection"]) == (303, "close")
                noticed.touch()
                assert printed.result().content.startswith(b"%PDF")
                assert any("data:" in line for line in list(lines))  # the stream must have ended
            assert running.process.wait(timeout=PATIENCE) == 0
            said = running.process.communicate()[1]
        assert said == ""
        assert len(VisibleNights(open_store(tmp_path / "n.sqlite"), NightScope(workspace=2)).log(1).entries) > 1
