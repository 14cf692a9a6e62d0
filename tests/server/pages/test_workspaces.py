"""Sessions of many clubs on one service: workspaces, their links and cookies, and their isolation."""

import asyncio
import re
import threading
from collections.abc import Mapping
from datetime import UTC, datetime
from http.cookies import SimpleCookie
from pathlib import Path

import httpx2
import pytest
from starlette.testclient import TestClient
from starlette.types import Scope

from byestand.errors import BadRequest, RequestRefused
from byestand.night import night_document
from byestand.server.app import make_app
from byestand.server.auth.access_codes import Credential
from byestand.server.auth.access_control import COOKIE
from byestand.server.auth.hosted_access import DESK, HostedAccess
from byestand.server.auth.roles import Role
from byestand.server.config import HostingConfig
from byestand.server.storage.nights import VisibleNights
from byestand.server.storage.workspaces import Workspaces, sweep
from tests.support.crawler import InThisProcess
from tests.support.hosted_service import NIGHT_FORM, PUBLIC, Service, a_log
from tests.support.stores import place_of


@pytest.fixture
def service(tmp_path: Path) -> Service:
    """Return a service without workers: their jobs are done here."""
    return Service.at(tmp_path / "n.sqlite", pool=InThisProcess())


class TestANewDesk:
    def test_who_keeps_nothing_has_none_and_sees_every_page_that_needs_no_night(self, service: Service) -> None:
        browser = service.browser()
        for path in ("/", "/nights", "/help", "/check", "/m/W0605", "/second", "/change", "/desk", "/join"):
            answer = browser.get(path)
            assert (answer.status_code, "set-cookie" in answer.headers) == (200, False), path
            assert "x-robots-tag" not in answer.headers
        assert Workspaces(service.store).delete(2) is False

    def test_the_first_night_that_is_kept_makes_one_and_the_browser_has_it_from_then_on(self, service: Service) -> None:
        browser = service.browser()
        kept = browser.post("/nights", data=NIGHT_FORM)
        assert (kept.status_code, kept.headers["location"]) == (303, "/nights/1")
        (cookie,) = SimpleCookie(kept.headers["set-cookie"]).values()
        told = cookie.key, cookie["httponly"], cookie["secure"], cookie["samesite"], cookie["path"], cookie["max-age"]
        assert told == (DESK, True, True, "lax", "/", str(400 * 24 * 3600))
        assert "Tuesday" in browser.get("/nights/1").text
        assert browser.post("/nights", data=NIGHT_FORM | {"name": "Wednesday"}).headers["location"] == "/nights/2"
        assert "Tuesday" in browser.get("/nights").text

    def test_under_a_path_of_its_own_its_cookie_goes_nowhere_else(self, tmp_path: Path) -> None:
        service = Service.at(tmp_path / "n.sqlite", public="http://bridge.example.org/club", pool=InThisProcess())
        response = TestClient(service.app, base_url="http://bridge.example.org").post(
            "/nights", data=NIGHT_FORM, follow_redirects=False
        )
        (cookie,) = SimpleCookie(response.headers["set-cookie"]).values()
        assert (cookie["path"], cookie["secure"]) == ("/club/", "")

    def test_a_file_that_is_kept_makes_one_too(self, service: Service) -> None:
        browser, night = service.browser(), night_document.dumps(a_log("Brought"))
        brought = browser.post("/nights/import", files={"file": ("n.json", night)})
        assert (brought.status_code, DESK in brought.cookies) == (303, True)

    def test_nobody_is_its_director_by_where_he_asks_from(self, service: Service) -> None:
        service.browser().post("/nights", data=NIGHT_FORM)
        for address in ("127.0.0.1", "::1"):
            here = service.browser(address=address)
            assert "Tuesday" not in here.get("/nights").text
            assert here.get("/nights/1").status_code == 403


class TestItsLink:
    def test_it_opens_the_desk_on_another_device_once_that_was_meant(self, service: Service) -> None:
        mine, other = service.browser(), service.browser()
        mine.post("/nights", data=NIGHT_FORM)
        link = _link(mine)
        assert link.startswith("https://bridge.example.org/join#D2-")
        assert len(link.partition("#D2-")[2].replace("-", "")) == 32  # letters of five bits each
        asked = other.post("/join", data={"code": link})
        assert (asked.status_code, "set-cookie" in asked.headers) == (200, False)
        assert "It has 1 session." in asked.text
        assert other.post("/join", data={"code": link, "open": "1"}).status_code == 303
        assert "Tuesday" in other.get("/nights").text

    def test_half_of_it_opens_nothing(self, service: Service) -> None:
        mine = service.browser()
        mine.post("/nights", data=NIGHT_FORM)
        code = _link(mine).partition("#")[2]
        assert service.door.codes.opened_by(code)
        assert service.door.codes.opened_by("-".join(code.split("-")[:5])) is None

    def test_who_has_a_desk_is_warned_before_another_takes_its_place(self, service: Service) -> None:
        mine, other = service.browser(), service.browser()
        for browser in (mine, other):
            browser.post("/nights", data=NIGHT_FORM)
        asked = other.post("/join", data={"code": _link(mine)}).text
        assert "This device already uses another workspace, with 1 session." in asked
        assert "another workspace" not in mine.post("/join", data={"code": _link(mine)}).text

    def test_a_new_one_kills_the_old_one_and_all_other_devices_at_once_in_every_process(self, tmp_path: Path) -> None:
        here, there = (Service.at(tmp_path / "n.sqlite", pool=InThisProcess()) for _ in range(2))
        mine = here.browser()
        mine.post("/nights", data=NIGHT_FORM)
        old = _link(mine)
        other = there.browser()
        other.post("/join", data={"code": old, "open": "1"})
        assert other.get("/nights/1").status_code == 200
        assert mine.post("/desk/renew").status_code == 303
        assert other.get("/nights/1").status_code == 403
        assert "Tuesday" not in other.get("/nights").text
        assert there.door.codes.opened_by(old.partition("#")[2]) is None
        assert mine.get("/nights/1").status_code == 200
        assert _link(mine) != old

    def test_a_device_may_close_it_and_open_it_again(self, service: Service) -> None:
        mine = service.browser()
        mine.post("/nights", data=NIGHT_FORM)
        link = _link(mine)
        mine.post("/desk/close")
        assert "Tuesday" not in mine.get("/nights").text
        mine.post("/join", data={"code": link, "open": "1"})
        assert "Tuesday" in mine.get("/nights").text

    def test_a_browser_has_room_for_its_desk_and_for_the_wall_of_another_club(self, service: Service) -> None:
        mine, other = service.browser(), service.browser()
        mine.post("/nights", data=NIGHT_FORM)
        other.post("/nights", data=NIGHT_FORM | {"name": "Friday"})
        wall = service.door.codes.code(Role("display", 1))
        assert other.post("/join", data={"code": wall}).headers["location"] == "/nights/1/wall"
        assert other.get("/nights/1/wall").status_code == 200
        assert other.get("/nights/1").status_code == 404
        assert "Friday" in other.get("/nights/2").text
        assert "Tuesday" not in other.get("/nights").text
        assert mine.post("/join", data={"code": wall}).status_code == 303
        assert COOKIE not in mine.cookies, "who directs it needs none"

    def test_who_saw_a_wall_before_he_came_to_its_desk_is_its_director_there_too(self, service: Service) -> None:
        mine = service.browser()
        mine.post("/nights", data=NIGHT_FORM)
        codes = service.door.codes
        cookies = f"{DESK}={mine.cookies[DESK]}; {COOKIE}={codes.cookie(Role('display', 1))}"
        scope = {"method": "GET", "path": "/nights/1/wall", "headers": [(b"cookie", cookies.encode())]}
        assert service.door.holder(scope).right == Role("director", desk=2)

    def test_codes_of_a_night_lead_to_the_public_address(self, service: Service) -> None:
        mine = service.browser()
        mine.post("/nights", data=NIGHT_FORM)
        page = mine.get("/nights/1/codes").text
        assert "https://bridge.example.org/join" in page
        for right in (Role("display", 1), Role("pair", 1), Role("pair", 1, "N1"), Role("director", desk=2)):
            assert service.door.codes.code(right) in page


class TestItsEnd:
    def test_it_is_deleted_only_if_that_is_meant_and_then_in_every_process(self, tmp_path: Path) -> None:
        here, there = (Service.at(tmp_path / "n.sqlite", pool=InThisProcess()) for _ in range(2))
        mine, wall = here.browser(), there.browser()
        mine.post("/nights", data=NIGHT_FORM)
        wall.post("/join", data={"code": here.door.codes.code(Role("display", 1))})
        assert wall.get("/nights/1/wall").status_code == 200
        link = _link(mine)
        assert mine.post("/desk/delete").status_code == 400
        assert mine.get("/nights/1").status_code == 200
        deleted = mine.post("/desk/delete", data={"sure": "yes"})
        assert (deleted.status_code, DESK in mine.cookies) == (303, False)
        assert "The workspace and everything in it has been deleted." in mine.get(deleted.headers["location"]).text
        assert wall.get("/nights/1/wall").status_code == 403
        refused = there.browser().post("/join", data={"code": link})
        assert (refused.status_code, "this link does not work" in refused.text) == (403, True)
        with here.store.database.open() as base:
            left = [base.execute(f"select count(*) from {table}").fetchone()[0] for table in TABLES]  # noqa: S608 - ours
        assert left == [1, 0, 0, 0, 0], "the laptop's own desk"

    def test_unvisited_it_is_dead_from_that_day_and_swept_afterwards(self, service: Service) -> None:
        service.store.now = lambda: _noon(2026, 11, 16)
        mine, wall = service.browser(), service.browser()
        mine.post("/nights", data=NIGHT_FORM)
        wall.post("/join", data={"code": service.door.codes.code(Role("display", 1))})
        link, cookies = _link(mine), dict(mine.cookies)
        service.store.now = lambda: _noon(2027, 12, 21)
        assert wall.get("/nights/1/wall").status_code == 200, "the last day"
        assert service.door.codes.opened_by(link.partition("#")[2])
        service.store.now = lambda: _noon(2027, 12, 22)
        assert service.browser(cookies).get("/nights/1").status_code == 403
        assert wall.get("/nights/1/wall").status_code == 403
        assert service.door.codes.opened_by(link.partition("#")[2]) is None
        sweep(service.store, service.door.days)
        assert service.store.rows(2) == []

    def test_a_visit_a_day_keeps_it_and_the_cookie_is_set_anew_once_for_each_device(self, service: Service) -> None:
        service.store.now = lambda: _noon(2026, 11, 16)
        mine = service.browser()
        mine.post("/nights", data=NIGHT_FORM)
        mine.get("/nights")
        service.store.now = lambda: _noon(2027, 12, 1)
        old, first = mine.cookies[DESK], mine.get("/nights")
        assert SimpleCookie(first.headers["set-cookie"])[DESK].value == old
        assert "set-cookie" not in mine.get("/nights").headers
        with service.store.database.open() as base:
            assert base.execute("select visited from workspaces where id = 2").fetchone() == ("2027-12-01",)
        sweep(service.store, service.door.days)
        service.store.now = lambda: _noon(2028, 12, 1)
        assert "Tuesday" in mine.get("/nights").text


class TestTheDoor:
    def test_a_visit_that_could_not_be_written_down_is_written_with_the_next(
        self, service: Service, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        service.store.now = lambda: _noon(2026, 11, 16)
        mine = service.browser()
        mine.post("/nights", data=NIGHT_FORM)
        service.store.now = lambda: _noon(2026, 12, 1)

        def away(desks: Workspaces, id: int) -> None:
            raise RequestRefused(503, f"the database is away: {desks}, {id}")

        with monkeypatch.context() as while_away:
            while_away.setattr(Workspaces, "record_visit", away)
            assert mine.get("/nights").status_code == 503
        assert "set-cookie" in mine.get("/nights").headers
        with service.store.database.open() as base:
            assert base.execute("select visited from workspaces where id = 2").fetchone() == ("2026-12-01",)

    def test_a_fault_of_its_own_is_told_on_a_page_too(self, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(HostedAccess, "holder", lambda door, scope: door.no_such_thing(scope))
        refused = service.browser().get("/desk")
        assert (refused.status_code, "nternal error" in refused.text) == (500, True)

    def test_a_desk_that_is_deleted_meanwhile_is_not_there(
        self, service: Service, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        mine = service.browser()
        mine.post("/nights", data=NIGHT_FORM)
        beside = HostedAccess.response_headers

        def deleted(door: HostedAccess, scope: Scope, holder: Credential | None) -> Mapping[str, str]:
            Workspaces(door.store).delete(2)
            return beside(door, scope, holder)

        monkeypatch.setattr(HostedAccess, "response_headers", deleted)
        refused = mine.get("/desk")
        assert (refused.status_code, "his was deleted in the meantime" in refused.text) == (404, True)
        with service.store.database.open() as base:
            assert base.execute("select count(*) from secrets").fetchone() == (0,)


class TestWhatCannotBeKept:
    @pytest.mark.parametrize("kind", ["file", "postgres"])
    def test_nobody_is_told_where_nights_are(self, tmp_path: Path, kind: str) -> None:
        place = place_of(kind, tmp_path)
        store = place.store()
        app = make_app(store, hosting=HostingConfig.parse(PUBLIC, (), 400))
        browser = Service(app, store).browser()
        assert [browser.get(f"/check/{token}").status_code for token in ("a%00b", "a%ED%A0%80b")] == [404, 404]
        place.do("alter table uploads rename to elsewhere")
        for refused in (browser.get("/check/a"), browser.post("/check", files={"file": ("a.mov", b"x")})):
            assert (refused.status_code, "sessions cannot be saved there" in refused.text) == (422, True)
            assert str(tmp_path) not in refused.text
            assert "postgres" not in refused.text.lower()
        if kind == "postgres":
            with pytest.raises(BadRequest, match="cannot be stored"), store.database.open() as base:
                base.execute("update workspaces set visited = ?", ("\0",))


class TestWhatIsDropped:
    def test_no_address_is_kept_and_a_swept_file_is_wiped(
        self, service: Service, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for address in ("203.0.113.7", "203.0.113.7", "203.0.113.8"):
            service.browser(address=address).post("/check", files={"file": ("a.mov", b"x")})
        with service.store.database.open() as base:
            owners = [owner for (owner,) in base.execute("select owner from uploads").fetchall()]
        assert len(set(owners)) == 2
        assert all(re.fullmatch("visitor [0-9a-f]{4}", owner) for owner in owners)
        wiped: list[str] = []
        monkeypatch.setattr(service.store.database, "erase_deleted", lambda: wiped.append("wiped"))
        sweep(service.store, None)
        assert wiped == []
        tomorrow = service.store.now() + 25 * 3600
        service.store.now = lambda: tomorrow
        sweep(service.store, None)
        assert wiped == ["wiped"]


class TestAWholeDesk:
    def test_who_asks_for_all_of_it_often_holds_up_nobody_else(
        self, service: Service, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        going_on, began, begun = threading.Event(), threading.Event(), []

        def slow(nights: VisibleNights) -> tuple[()]:
            begun.append(nights)
            began.set()
            assert going_on.wait(60)
            return ()

        monkeypatch.setattr(VisibleNights, "all", slow)
        monkeypatch.setattr("byestand.server.jobs.lanes.MAX_WAITING", 90)

        async def story() -> None:
            async with service.app.router.lifespan_context(service.app):
                often, once = (_visitor(service, address) for address in ("203.0.113.1", "203.0.113.2"))
                asked = [asyncio.create_task(often.get("/nights")) for _ in range(60)]
                try:
                    assert await asyncio.to_thread(began.wait, 60)
                    async with asyncio.timeout(60):
                        assert (await once.get("/desk")).status_code == 200
                    assert len(begun) == 1
                finally:
                    going_on.set()
                answers = {(await one).status_code for one in asked}
                assert answers == {200, 503}, "more than a third of the queue is told to come again"

        asyncio.run(story())


def _visitor(service: Service, address: str) -> httpx2.AsyncClient:
    way = httpx2.ASGITransport(app=service.app, client=(address, 50000))
    return httpx2.AsyncClient(transport=way, base_url=service.door.config.public.rstrip("/"))


TABLES = ("workspaces", "nights", "events", "secrets", "uploads")


def _noon(year: int, month: int, day: int) -> float:
    return datetime(year, month, day, 12, tzinfo=UTC).timestamp()


def _link(browser: TestClient) -> str:
    found = re.search(r'id="link" readonly value="([^"]+)"', browser.get("/desk").text)
    assert found
    return found[1]
