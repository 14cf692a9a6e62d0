"""Whose night it is, where many clubs share one service: desks, their links and cookies, and what nobody else gets."""

from http.cookies import SimpleCookie
from pathlib import Path

import pytest

from byestand.server.rights.hosted import DESK
from byestand.server.rights.right import Right
from crawler import InThisProcess
from service import A_NIGHT, Service


@pytest.fixture
def service(tmp_path: Path) -> Service:
    """Return a service without workers: what is asked of them is done here."""
    found = Service.at(tmp_path / "n.sqlite", pool=InThisProcess())
    found.app.state.office.live.ended = True  # streams would not end
    return found


class TestANewDesk:
    def test_who_keeps_nothing_has_none_and_sees_every_page_that_needs_no_night(self, service: Service) -> None:
        browser = service.browser()
        for path in ("/", "/nights", "/library", "/help", "/check", "/m/W0605", "/second", "/change"):
            answer = browser.get(path)
            assert (answer.status_code, "set-cookie" in answer.headers) == (200, False), path
        assert browser.get("/nights/1").status_code == 403

    def test_the_first_night_that_is_kept_makes_one_and_the_browser_has_it_from_then_on(self, service: Service) -> None:
        browser = service.browser()
        kept = browser.post("/nights", data=A_NIGHT)
        assert (kept.status_code, kept.headers["location"]) == (303, "/nights/1")
        (cookie,) = SimpleCookie(kept.headers["set-cookie"]).values()
        told = cookie.key, cookie["httponly"], cookie["secure"], cookie["samesite"], cookie["path"], cookie["max-age"]
        assert told == (DESK, True, True, "lax", "/", str(400 * 24 * 3600))
        assert "Tuesday" in browser.get("/nights/1").text
        assert browser.post("/nights", data=A_NIGHT | {"name": "Wednesday"}).headers["location"] == "/nights/2"
        assert "Tuesday" in browser.get("/nights").text

    def test_nobody_is_its_director_by_where_he_asks_from(self, service: Service) -> None:
        service.browser().post("/nights", data=A_NIGHT)
        for address in ("127.0.0.1", "::1"):
            here = service.browser(address=address)
            assert "Tuesday" not in here.get("/nights").text
            assert here.get("/nights/1").status_code == 403

    def test_its_link_opens_it_on_another_device_once_that_was_meant(self, service: Service) -> None:
        service.browser().post("/nights", data=A_NIGHT)
        code = service.door.codes.code(Right("director", desk=2))
        assert len(code.replace("-", "")) - len("D2") == 32  # letters of five bits each
        other = service.browser()
        asked = other.post("/join", data={"code": code})
        assert (asked.status_code, "set-cookie" in asked.headers) == (200, False)
        assert "It has 1 night." in asked.text
        assert other.post("/join", data={"code": code, "open": "1"}).status_code == 303
        assert "Tuesday" in other.get("/nights").text

    def test_the_first_sixteen_letters_of_it_open_nothing(self, service: Service) -> None:
        service.browser().post("/nights", data=A_NIGHT)
        code = service.door.codes.code(Right("director", desk=2))
        assert service.door.codes.opened_by(code)
        assert service.door.codes.opened_by("-".join(code.split("-")[:5])) is None
