"""Access rights when the app is open to others: every address with every right, codes, and guessing."""

import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from ipaddress import ip_address
from pathlib import Path
from secrets import token_bytes
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest
import segno
from starlette.applications import Starlette
from starlette.testclient import TestClient

from byestand.job import Job
from byestand.server.app import make_app
from byestand.server.auth.access_codes import Codes
from byestand.server.auth.access_control import COOKIE, LONG_DELAY, SHORT_DELAY, Attempts
from byestand.server.auth.access_links import picture, screens_for
from byestand.server.auth.addresses import LanAddresses
from byestand.server.auth.lan_access import LanAccess
from byestand.server.auth.roles import DIRECTOR, Role
from byestand.server.jobs import pool as work
from byestand.server.jobs.job_results import Done
from byestand.server.storage.nights import VisibleNights
from byestand.server.storage.sqlite import SqliteDatabase
from byestand.server.storage.store import Store
from tests.support.app import blank_result, state_of
from tests.support.crawler import InThisProcess
from tests.support.hosted_service import every_address
from tests.support.setups import session_setup

WHERE = "http://192.168.1.5:8013/"
PHONE, OTHER_PHONE = "192.168.1.77", "192.168.1.78"
RIGHTS = {
    "nobody": None,
    "display": Role("display", 1),
    "display of another night": Role("display", 2),
    "all pairs": Role("pair", 1),
    "pair N1": Role("pair", 1, "N1"),
    "pair of another night": Role("pair", 2, "N1"),
}
ANYBODY = {"GET /join", "POST /join"}
OPEN = {
    "nobody": ANYBODY,
    "display": ANYBODY | {"GET /nights/1/stream", "GET /nights/1/wall"},
    "display of another night": ANYBODY,
    "all pairs": ANYBODY | {"GET /nights/1/stream", "GET /nights/1/pair", "POST /nights/1/pair"},
    "pair N1": ANYBODY | {"GET /nights/1/stream", "GET /nights/1/pair/N1"},
    "pair of another night": ANYBODY,
}
"""The access rights of addresses, written a second time."""
NAMES = ("Zanzibar Cup", "Quixote")


@dataclass
class Clock:
    time: float = 0.0

    def __call__(self) -> float:
        return self.time


@dataclass
class Club:
    """An app that is open to others."""

    app: Starlette
    lan: LanAccess
    clock: Clock
    slept: list[float] = field(default_factory=list)

    def device(self, right: Role | None = None, address: str = PHONE, cookie: str = "") -> TestClient:
        """Return a device on the network, with a right or with a forged cookie."""
        told = self.lan.codes.cookie(right) if right else cookie
        return TestClient(
            self.app,
            base_url="http://192.168.1.5:8013",
            client=(address, 50000),
            follow_redirects=False,
            raise_server_exceptions=False,  # blank pages are not what every route expects
            cookies={COOKIE: told} if told else {},
        )


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Club:
    """Return an app with two sessions and without workers: pages from workers are blank."""

    async def blank(pool: work.WorkerPool, job: Job[..., object], *args: object, **_: object) -> Done[Any]:
        del pool, args
        return blank_result(job)

    slept: list[float] = []

    async def noted(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(work.WorkerPool, "work", blank)
    store, clock = Store(SqliteDatabase(tmp_path / "nights.sqlite")), Clock()
    lan = LanAccess(Codes(store), LanAddresses(8013, ip_address("192.168.1.5")), attempts=Attempts(clock, noted))
    app = make_app(store, lan=lan)
    for number in (1, 2):
        VisibleNights(store).add(session_setup(f"{NAMES[0]} {number}", "W0605", names={"N1": f"{NAMES[1]} & Sancho"}))
    state_of(app).services.live.ended = True  # streams would not end
    return Club(app, lan, clock, slept)


def addresses() -> list[str]:
    """Return every address with its methods, with a value for each variable part; and future ones."""
    return sorted(set(every_address("1", "N1")) | {path for right in OPEN.values() for path in right})


class TestEveryAddress:
    @pytest.mark.parametrize("name", RIGHTS)
    def test_only_what_the_table_opens_is_open_and_nothing_changes(self, club: Club, name: str) -> None:
        store = state_of(club.app).services.store
        before, device = VisibleNights(store).all(), club.device(RIGHTS[name])
        assert len(addresses()) > 50
        refused = set()
        for address in addresses():
            method, path = address.split()
            answer = device.request(method, path)
            if answer.status_code == 403 and "unknown code" not in answer.text.lower():
                refused.add(address)
                assert "Scan or type the current code" in answer.text
                assert path.startswith("/api/") or 'action="/join"' in answer.text
        assert set(addresses()) - refused == OPEN[name]
        assert VisibleNights(store).all() == before

    def test_the_director_is_refused_nothing(self, club: Club) -> None:
        device = club.device(DIRECTOR)
        for address in addresses():
            method, path = address.split()
            if not path.endswith(("/throw-away", "/codes")):
                assert "Scan or type the current code" not in device.request(method, path).text, address

    @pytest.mark.parametrize("address", ["127.0.0.1", "127.0.0.9", "::1", "::ffff:127.0.0.1", "192.168.1.5"])
    def test_this_machine_is_the_director(self, club: Club, address: str) -> None:
        assert club.device(address=address).get("/nights").status_code == 200

    def test_without_lan_everybody_who_can_ask_is_the_director(self, club: Club, tmp_path: Path) -> None:
        del club
        alone = TestClient(make_app(Store(SqliteDatabase(tmp_path / "b.sqlite"))), base_url="http://127.0.0.1:8013")
        assert alone.get("/nights").status_code == 200
        assert alone.get("/join", follow_redirects=False).headers["location"] == "/"

    @pytest.mark.parametrize(
        "path", ["/", "/nope", "/nights/1/wall/", "/nights/01/wall", "//nights/1/wall", "/nights/1"]
    )
    def test_there_is_no_second_way_to_write_an_address(self, club: Club, path: str) -> None:
        assert club.device(Role("display", 1)).get(f"http://192.168.1.5:8013{path}").status_code == 403

    @pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS", "POST", "TRACE", "PROPFIND"])
    def test_other_methods_open_nothing(self, club: Club, method: str) -> None:
        for path in ("/nights/1/wall", "/nights/1/stream", "/static/icon.svg"):
            assert club.device(Role("display", 1)).request(method, path).status_code == 403

    def test_what_pages_are_made_of_is_there_for_everybody(self, club: Club) -> None:
        assert club.device().get("/static/join.js").status_code == 200
        assert club.device().get("/static/../app.py").status_code in (403, 404)


class TestWhoAsks:
    @pytest.mark.parametrize("claim", ["127.0.0.1", "::1", "127.0.0.1, 10.0.0.1"])
    @pytest.mark.parametrize("header", ["x-forwarded-for", "x-real-ip", "forwarded", "x-forwarded-host", "via"])
    def test_no_header_makes_this_machine_of_another(self, club: Club, header: str, claim: str) -> None:
        assert club.device().get("/nights", headers={header: claim}).status_code == 403

    def test_what_came_through_another_server_is_not_from_this_machine(self, club: Club) -> None:
        here = club.device(address="127.0.0.1")
        assert here.get("/nights").status_code == 200
        assert here.get("/nights", headers={"x-forwarded-for": "203.0.113.9"}).status_code == 403

    @pytest.mark.parametrize(
        "address", ["192.168.1.6", "10.0.0.1", "::2", "128.0.0.1", "localhost", "", "::ffff:10.0.0.1"]
    )
    def test_another_address_is_not_this_machine(self, club: Club, address: str) -> None:
        assert club.device(address=address).get("/nights").status_code == 403

    def test_a_night_that_is_gone_shows_a_display_nothing_of_the_desk(self, club: Club) -> None:
        display = club.device(Role("display", 1))
        answer = display.get("/nights/1/wall")
        assert NAMES[0] not in answer.text
        assert "/nights/2" not in answer.text

    def test_other_sites_can_neither_send_a_code_nor_use_a_cookie(self, club: Club) -> None:
        code = club.lan.codes.code(DIRECTOR)
        for headers in ({"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}, {"origin": "null"}):
            assert club.device().post("/join", data={"code": code}, headers=headers).status_code == 403
            assert club.device(DIRECTOR).post("/nights/1/throw-away", headers=headers).status_code == 403
        assert len(VisibleNights(state_of(club.app).services.store).all()) == 2


class TestCodes:
    @pytest.mark.parametrize(
        ("right", "home"),
        [
            (DIRECTOR, "/nights/2/play"),
            (Role("display", 1), "/nights/1/wall"),
            (Role("pair", 1), "/nights/1/pair"),
            (Role("pair", 1, "N1"), "/nights/1/pair/N1"),
            (Role("pair", 2, "ÄN~1-2"), "/nights/2/pair/%C3%84N~1-2"),
        ],
    )
    def test_a_code_opens_its_right_once_typed(self, club: Club, right: Role, home: str) -> None:
        device = club.device()
        answer = device.post("/join", data={"code": club.lan.codes.code(right)})
        assert (answer.status_code, answer.headers["location"]) == (303, home)
        assert device.get(home).status_code != 403

    def test_a_director_is_led_to_a_desk_only_where_there_is_a_movement_to_play(self, club: Club) -> None:
        VisibleNights(state_of(club.app).services.store).add(session_setup("Nothing yet"))
        answer = club.device().post("/join", data={"code": club.lan.codes.code(DIRECTOR)})
        assert answer.headers["location"] == "/"

    def test_a_cookie_is_for_this_site_alone_and_no_script_reads_it(self, club: Club) -> None:
        answer = club.device().post("/join", data={"code": club.lan.codes.code(DIRECTOR)})
        (kept,) = SimpleCookie(answer.headers["set-cookie"]).values()
        assert (kept["httponly"], kept["samesite"], kept["path"], kept["domain"]) == (True, "strict", "/", "")

    def test_a_director_may_type_small_letters_with_spaces_or_none_and_figures_for_letters(self, club: Club) -> None:
        codes = club.lan.codes
        while not {"O", "I", "B"} <= set(codes.code(DIRECTOR)):
            codes.renew(DIRECTOR)
        subject, *groups = codes.code(DIRECTOR).split("-")
        figures = "".join(groups).translate(str.maketrans("OIB", "018"))
        for typed in (
            f" {subject}-{''.join(groups)} ",
            f"{subject} {' '.join(groups)}".lower(),
            f"{subject}-{figures}",
            f"{subject}{''.join(groups)}",
            f"{subject}{figures}".lower(),
        ):
            assert codes.opened_by(typed) == DIRECTOR, typed

    @pytest.mark.parametrize(
        "junk",
        [
            "", "D", "D-", "ABC DEF GHJ", "\ud800" * 9,
            "W1-AAAA-AAAA-AAAA-AAAA", "-", "W" + "9" * 5000, "P1.%00-" + "A" * 16, "é" * 30,
            "W1-AAAA-AAAA-AAAA-AAA\N{KELVIN SIGN}", "D1-AAAA-AAAA-AAAA-AAA\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}",
        ],
    )  # fmt: skip
    def test_what_is_no_code_opens_nothing(self, club: Club, junk: str) -> None:
        assert club.lan.codes.opened_by(junk) is None
        assert club.lan.codes.shown_by(junk) is None

    def test_a_cookie_with_one_letter_changed_opens_nothing(self, club: Club) -> None:
        cookie = club.lan.codes.cookie(Role("pair", 1, "N1"))
        assert club.lan.codes.shown_by(cookie)
        for at in range(len(cookie) - 1):  # of the last letter some bits are not used
            for letter in {"A", "2", "~"} - {cookie[at]}:
                changed = cookie[:at] + letter + cookie[at + 1 :]
                assert club.lan.codes.shown_by(changed) is None, changed

    def test_codes_live_on_after_the_server_and_die_with_their_night(self, club: Club, tmp_path: Path) -> None:
        store, right = state_of(club.app).services.store, Role("display", 1)
        code, director = club.lan.codes.code(right), club.lan.codes.code(DIRECTOR)
        assert Codes(store).opened_by(code) == right
        VisibleNights(store).throw_away(1)
        again = Codes(store)
        assert (again.opened_by(code), again.opened_by(director)) == (None, DIRECTOR)
        with closing(sqlite3.connect(tmp_path / "nights.sqlite")) as base:
            assert base.execute("select night from secrets").fetchall() == []

    def test_two_who_ask_for_the_first_code_at_once_get_the_same(
        self, club: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        both = Barrier(2)

        def slowly(many: int) -> bytes:
            with suppress(BrokenBarrierError):
                both.wait(0.2)  # for the other one, which must not get as far
            return token_bytes(many)

        monkeypatch.setattr("secrets.token_bytes", slowly)
        with ThreadPoolExecutor(2) as threads:
            assert len(set(threads.map(club.lan.codes.code, [Role("display", 1)] * 2))) == 1

    def test_new_codes_kill_the_old_ones_of_that_right_and_night_at_once(self, club: Club) -> None:
        codes = club.lan.codes
        rights = [Role("display", 1), Role("display", 2), Role("pair", 1), Role("pair", 1, "N1"), DIRECTOR]
        old = {right: (codes.code(right), codes.cookie(right)) for right in rights}
        dead: set[Role] = set()
        for kind, killed in (("pair", rights[2:4]), ("display", rights[:1]), ("director", rights[4:])):
            assert club.device(address="127.0.0.1").post("/nights/1/codes", data={"right": kind}).status_code == 303
            dead |= set(killed)
            for right, (code, cookie) in old.items():
                gone = (codes.opened_by(code) is None, codes.shown_by(cookie) is None)
                assert gone == ((right in dead,) * 2), (kind, right)
        assert codes.opened_by(codes.code(DIRECTOR)) == DIRECTOR

    def test_a_director_who_makes_new_ones_from_a_device_keeps_his_right(self, club: Club) -> None:
        mine, other = club.device(DIRECTOR), club.device(DIRECTOR, OTHER_PHONE)
        assert mine.post("/nights/1/codes", data={"right": "director"}).status_code == 303
        assert (mine.get("/nights").status_code, other.get("/nights").status_code) == (200, 403)

    @pytest.mark.parametrize(("night", "right", "status"), [(1, "", 400), (1, "king", 400), (9, "display", 404)])
    def test_new_codes_for_nothing_are_refused(self, club: Club, night: int, right: str, status: int) -> None:
        director = club.device(DIRECTOR)
        assert director.post(f"/nights/{night}/codes", data={"right": right}).status_code == status

    def test_a_director_who_scans_the_code_of_a_wall_stays_director(self, club: Club) -> None:
        mine = club.device(DIRECTOR)
        answer = mine.post("/join", data={"code": club.lan.codes.code(Role("display", 1))})
        assert answer.headers["location"] == "/nights/1/wall"
        assert mine.get("/nights").status_code == 200

    def test_a_device_can_forget_its_code(self, club: Club) -> None:
        mine = club.device()
        mine.post("/join", data={"code": club.lan.codes.code(DIRECTOR)})
        assert mine.get("/nights").status_code == 200
        assert mine.post("/join", data={"forget": "1"}).headers["location"] == "/join"
        assert mine.get("/nights").status_code == 403

    def test_a_phone_chooses_its_pair_once(self, club: Club) -> None:
        phone = club.device(Role("pair", 1))
        assert phone.get("/nights/1/pair/N1").status_code == 403
        assert phone.post("/nights/1/pair", data={"pair": "N1"}).headers["location"] == "/nights/1/pair/N1"
        assert phone.get("/nights/1/pair/N1").status_code != 403
        assert phone.get("/nights/1/pair/E1").status_code == 403
        assert phone.get("/nights/1/pair?who=quixote").status_code == 403
        assert phone.post("/nights/1/pair", data={"pair": "E1"}).status_code == 403

    def test_what_is_scanned_is_the_address_and_the_code_behind_the_hash(self, club: Club) -> None:
        (shown,) = screens_for(club.lan.codes, WHERE, (Role("display", 1),))
        address, _, code = shown.link.partition("#")
        assert (address, code) == (f"{WHERE}join", shown.code.replace(" ", ""))
        assert club.lan.codes.opened_by(code) == Role("display", 1)
        assert "style=" not in shown.picture

    def test_a_picture_has_exactly_the_dark_modules_and_the_white_around_them(self) -> None:
        drawn = picture("http://192.168.1.5:8013/join#ABCDEFGHJ", "a <wall>")
        bars = re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", drawn)
        assert all(there == back for *_, there, back in bars)
        dark = {(int(x) + step - 4, int(y) - 4) for x, y, many, _ in bars for step in range(int(many))}
        wanted = segno.make_qr("http://192.168.1.5:8013/join#ABCDEFGHJ", error="m").matrix
        assert dark == {(x, y) for y, row in enumerate(wanted) for x, module in enumerate(row) if module}
        assert f'viewBox="0 0 {len(wanted) + 8} {len(wanted) + 8}"' in drawn
        assert "<title>a &lt;wall&gt;</title>" in drawn

    def test_the_page_of_codes_has_a_way_in_for_every_screen_and_every_pair(self, club: Club) -> None:
        state_of(club.app).services.pool = InThisProcess()
        page = club.device(DIRECTOR).get("/nights/1/codes").text
        rights = [DIRECTOR, Role("display", 1), Role("pair", 1)]
        rights += [Role("pair", 1, f"{side}{number}") for side in "NE" for number in range(1, 7)]
        shown = set(re.findall(r'"code(?: typed)?">([^<]+[- ][^<]+)<', page))
        assert shown == {club.lan.codes.code(right) for right in rights}
        assert page.count('<svg class="qr"') == len(rights)
        assert f"{NAMES[1]} &amp; Sancho" in page

    def test_without_lan_the_page_of_codes_says_how_to_let_others_in(self, club: Club) -> None:
        alone = TestClient(make_app(state_of(club.app).services.store), base_url="http://127.0.0.1:8013")
        page = alone.get("/nights/1/codes").text
        assert "byestand serve --lan" in page
        assert '<svg class="qr"' not in page


class TestGuessing:
    def test_wrong_and_dead_codes_are_answered_in_the_same_words_and_as_slowly(self, club: Club) -> None:
        dead = club.lan.codes.code(Role("display", 1))
        club.lan.codes.renew(Role("display", 1))
        answers = set()
        for code in (dead, "ABC DEF GHJ", "W999-AAAA-AAAA-AAAA-AAAA", "rubbish", ""):
            answer = club.device().post("/join", data={"code": code})
            answers.add((answer.status_code, answer.text))
        assert len(answers) == 1
        assert answers.pop()[0] == 403
        assert club.slept == [SHORT_DELAY] * 5

    def test_after_150_wrong_codes_of_an_address_a_right_one_of_it_gets_in_at_once(self, club: Club) -> None:
        guesser, code = club.device(), club.lan.codes.code(Role("pair", 1))
        assert {guesser.post("/join", data={"code": f"W1-{n:016}"}).status_code for n in range(150)} == {403}
        assert club.slept == [SHORT_DELAY] * 20 + [LONG_DELAY] * 130
        club.slept.clear()
        for device in (club.device(), guesser):
            assert device.post("/join", data={"code": code}).status_code == 303
        assert not club.slept
        assert club.device(address=OTHER_PHONE).post("/join", data={"code": "x"}).status_code == 403
        assert club.slept == [SHORT_DELAY]

    def test_however_many_phones_of_one_address_scan_the_right_code_none_waits(self, club: Club) -> None:
        code = club.lan.codes.code(Role("pair", 1))
        assert {club.device().post("/join", data={"code": code}).status_code for _ in range(40)} == {303}
        assert not club.slept


class TestNothingLeaks:
    def test_no_page_for_others_tells_of_the_desk_or_repeats_a_code(self, club: Club) -> None:
        code = club.lan.codes.code(Role("display", 2))
        wrong = f"{code[:-1]}{'A' if code[-1] != 'A' else 'B'}"
        for path in ("/", "/join", "/nights", "/nights/1", "/nights/99/wall", "/api/plan?pairs=20", "/nope"):
            for device in (club.device(), club.device(Role("display", 99))):
                answer = device.get(path)
                assert not any(name in answer.text for name in (*NAMES, "W0605", "/nights/1", "/library"))
        answer = club.device().post("/join", data={"code": wrong})
        said = answer.text + str(answer.headers)
        assert wrong not in said
        assert code not in said

    def test_a_code_is_in_no_address_and_no_header_of_the_answer(self, club: Club) -> None:
        for right in (DIRECTOR, Role("display", 1), Role("pair", 1, "N1")):
            code = club.lan.codes.code(right)
            answer = club.device().post("/join", data={"code": code})
            assert not any(form in str(answer.headers) + answer.text for form in (code, code.replace(" ", "")))
            assert answer.headers["referrer-policy"] == "same-origin"
            assert answer.headers["cache-control"] == "no-store"

    def test_a_browser_is_told_nothing_that_it_would_complain_of(self, club: Club) -> None:
        """Over a network without encryption it ignores the opener policy, and logs that on every page."""
        header = "cross-origin-opener-policy"
        assert header not in club.device().get("/join").headers
        for host in ("127.0.0.1:8013", "localhost", "[::1]:8013"):
            assert header in club.device().get("/join", headers={"host": host}).headers

    def test_a_part_of_a_page_whose_code_died_has_the_whole_page_loaded_anew(self, club: Club) -> None:
        wall = club.device(Role("display", 1))
        club.lan.codes.renew(Role("display", 1))
        answer = wall.get("/nights/1/wall", headers={"hx-request": "true"})
        assert (answer.status_code, answer.headers["hx-refresh"]) == (403, "true")

    def test_nothing_of_a_secret_is_in_what_a_night_hands_out(self, club: Club) -> None:
        codes = [club.lan.codes.code(right) for right in (DIRECTOR, Role("display", 1))]
        told = club.device(DIRECTOR).get("/nights/1/night.json").text
        assert not any(code in told for code in codes)
