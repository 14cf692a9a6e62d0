"""Isolation of clubs on one service: every address with every right except that of the workspace."""

import asyncio
import io
import re
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from byestand.job import Job
from byestand.night import night_document
from byestand.server.auth.access_control import COOKIE
from byestand.server.auth.hosted_access import DESK
from byestand.server.auth.roles import Role
from byestand.server.jobs import pool as work
from byestand.server.jobs.job_results import Done
from byestand.server.pages.check.view import read_setup
from byestand.server.pages.workspace import archive as everything
from byestand.server.storage.database import Value
from byestand.server.storage.nights import NightScope, VisibleNights
from byestand.server.storage.workspaces import Workspaces
from byestand.session import setups
from tests.support.app import blank_result, state_of
from tests.support.crawler import InThisProcess
from tests.support.hosted_service import NAMES, Service, a_log, every_address
from tests.support.stores import place_of

THEIRS, OURS, NONE = 777_777, 777_778, 888_888
"""The session of a club, of another club, and a missing one; the numbers are nowhere else on any page."""
SOMETHING = {
    "name": "Hacked", "names": "N1 Hacker", "pairs": "N1 Hacker", "notes": "Hacked", "right": "pair", "pair": "N1",
    "movement": "W0605", "boards": "2", "revision": "3", "round": "1", "words": "Hacked", "position": "1",
    "sure": "yes", "seen": "3", "letter": "A", "back": "/",
}  # fmt: skip
"""The possible fields of a form."""


@dataclass
class Clubs:
    """A service with two clubs; whose night is tried is full of names."""

    service: Service
    uploads: str
    """The word of a file that the first of them dropped."""

    def device(self, right: Role | None = None) -> TestClient:
        """Return a browser that was let in with a right."""
        name = DESK if right and right.is_director else COOKIE
        return self.service.browser({name: self.service.door.codes.cookie(right)} if right else {})

    def secrets(self) -> list[list[tuple[Value, ...]]]:
        """Return all that the first club has."""
        with self.service.store.database.open() as base:
            return [
                base.execute("select * from workspaces where id = 2").fetchall(),
                base.execute("select * from nights where workspace = 2").fetchall(),
                base.execute("select * from events where night = ?", (THEIRS,)).fetchall(),
                base.execute("select * from secrets where night = ?", (THEIRS,)).fetchall(),
                base.execute("select token, owner from uploads where owner = 'desk 2'").fetchall(),
            ]


COUNT_FROM = {
    "file": f"insert into sqlite_sequence values ('nights', {THEIRS - 1})",  # noqa: S608 - a number
    "postgres": f"alter sequence nights_id_seq restart with {THEIRS}",
}


@pytest.fixture
def clubs(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Clubs:
    """Return the clubs without workers: pages from workers are blank."""

    async def blank(pool: work.WorkerPool, job: Job[..., object], *args: object, **named: object) -> Done[Any]:
        del pool
        if job in (everything.write_nights, read_setup, setups.prepare, setups.read_names, setups.replace_movements):
            return Done(job.run(*args, **named))
        return blank_result(job)

    async def at_once(seconds: float) -> None:
        del seconds

    monkeypatch.setattr(work.WorkerPool, "work", blank)
    monkeypatch.setattr("asyncio.sleep", at_once)
    kind = getattr(request, "param", "file")
    place = place_of(kind, tmp_path)
    service = Service.start(place.store())
    store = service.store
    place.do(COUNT_FROM[kind])
    if kind == "postgres":
        Workspaces(store).new()  # a file has that of the laptop, so the clubs have the same numbers in both
    for number in (THEIRS, OURS):
        nights = VisibleNights(store, NightScope(workspace=Workspaces(store).new()))
        assert nights.add(a_log(NAMES[0] if number == THEIRS else "Friday")) == number
    for right in (Role("display", THEIRS), Role("pair", THEIRS)):
        service.door.codes.code(right)
    found = Clubs(service, "")
    first = found.device(Role("director", desk=2))
    found.uploads = first.post("/check", files={"file": (f"{NAMES[0]}.mov", b"x")}).headers["location"][7:]
    state_of(service.app).services.live.ended = True  # streams would not end
    return found


def _forge_cookie(cookie: str) -> str:
    kind, device, proof = cookie.split("~")
    return f"{kind}~{device}~{'A' if proof[0] != 'A' else 'B'}{proof[1:]}"


def _renew_link(clubs: Clubs) -> TestClient:
    cookies = {
        DESK: clubs.service.door.codes.cookie(Role("director", desk=2)),
        COOKIE: clubs.service.door.codes.cookie(Role("display", THEIRS)),
    }
    for right in (Role("director", desk=2), Role("display", THEIRS)):
        clubs.service.door.codes.renew(right)
    return clubs.service.browser(cookies)


def _expire_upload(clubs: Clubs) -> TestClient:
    browser = clubs.device(Role("director", desk=2))
    with clubs.service.store.database.open() as base:
        base.execute("update workspaces set visited = '2020-01-01' where id = 2")
    return browser


DIRECTOR = "director of another desk"
BOTH: dict[str, Any] = {"indirect": ["clubs"]}
INTRUDERS: dict[str, Callable[[Clubs], TestClient]] = {
    DIRECTOR: lambda clubs: clubs.device(Role("director", desk=3)),
    "display of another night": lambda clubs: clubs.device(Role("display", OURS)),
    "pair of another night": lambda clubs: clubs.device(Role("pair", OURS, "N1")),
    "nobody": lambda clubs: clubs.device(),
}


DEAD: dict[str, Callable[[Clubs], TestClient]] = {
    "forged": lambda clubs: clubs.service.browser(
        {
            DESK: _forge_cookie(clubs.service.door.codes.cookie(Role("director", desk=2))),
            COOKIE: _forge_cookie(clubs.service.door.codes.cookie(Role("pair", THEIRS))),
        }
    ),
    "another desk's proof": lambda clubs: clubs.service.browser(
        {DESK: clubs.service.door.codes.cookie(Role("director", desk=3)).replace("D3", "D2")}
    ),
    "a wall's cookie as a desk's": lambda clubs: clubs.service.browser(
        {DESK: clubs.service.door.codes.cookie(Role("display", OURS)).replace(f"W{OURS}", f"W{THEIRS}")}
    ),
    "renewed": _renew_link,
    "expired": _expire_upload,
}


DEAD_IN = {"renewed": "postgres"}
DEAD_TRIED_EVERYWHERE = ("forged", "renewed", "expired")


class TestNobodyElse:
    """Every address with every right except that of the workspace."""

    def answers(self, browser: TestClient, address: str) -> list[tuple[int, str]]:
        """Return the answers to an intruder, with a form with many fields, or with a file."""
        method, path = address.split()
        answers = [browser.request(method, path, data=SOMETHING if method == "POST" else None)]
        if "bring" in path:
            answers.append(browser.post(path, files={"file": ("n.json", night_document.dumps(a_log("Hacked")))}))
        return [(answer.status_code, answer.text) for answer in answers]

    @pytest.mark.parametrize(("who", "clubs"), [*((who, "file") for who in INTRUDERS), (DIRECTOR, "postgres")], **BOTH)
    def test_a_night_that_is_not_his_is_as_one_that_is_not_there(self, clubs: Clubs, who: str) -> None:
        browser = INTRUDERS[who](clubs)
        before = clubs.secrets()
        about_nights = [one for one in every_address(str(THEIRS), "A") if f"/{THEIRS}" in one]
        assert len(about_nights) > 40
        for address in about_nights:
            theirs = self.answers(browser, address)
            none = self.answers(browser, address.replace(str(THEIRS), str(NONE)))
            assert [status for status, _ in theirs] == [status for status, _ in none], address
            assert {status for status, _ in theirs} <= {400, 403, 404}, address
            for (_, text), (_, other) in zip(theirs, none, strict=True):
                assert text.replace(str(THEIRS), "#") == other.replace(str(NONE), "#"), address
                assert not any(name in text for name in NAMES), address
        assert clubs.secrets() == before

    @pytest.mark.parametrize(("who", "clubs"), [(who, DEAD_IN.get(who, "file")) for who in DEAD], **BOTH)
    def test_what_is_forged_or_dead_is_as_good_as_nothing(self, clubs: Clubs, who: str) -> None:
        dead, before = dict(DEAD[who](clubs).cookies), clubs.secrets()
        tried = [one for one in every_address(str(THEIRS), clubs.uploads) if one != "POST /join"]
        tried = tried if who in DEAD_TRIED_EVERYWHERE else [one for one in tried if one.startswith("GET /nights")]
        for address in tried:  # each with a new visitor: saving a session creates a workspace
            answers = [self.answers(clubs.service.browser(cookies), address) for cookies in (dead, {})]
            assert answers[0] == answers[1], address
        assert clubs.secrets() == before

    @pytest.mark.parametrize(("who", "clubs"), [*((who, "file") for who in INTRUDERS), (DIRECTOR, "postgres")], **BOTH)
    def test_pages_that_are_not_about_a_night_say_nothing_of_it_when_asked(self, clubs: Clubs, who: str) -> None:
        browser = INTRUDERS[who](clubs)
        before = clubs.secrets()
        last = ("/desk/", "/join")  # these may change the visitor
        for address in sorted(every_address(str(THEIRS), clubs.uploads), key=lambda one: any(at in one for at in last)):
            method, path = address.split()
            if f"/{THEIRS}" in path:
                continue
            seen = [
                browser.request(method, path, params={"night": id}, data=SOMETHING | {"night": str(id)})
                if method == "POST"
                else browser.request(method, path, params={"night": id})
                for id in (THEIRS, NONE)
            ]
            texts = {(one.status_code, re.sub(f"{THEIRS}|{NONE}", "#", one.text)) for one in seen}
            assert len(texts) == 1, address
            # The content of other files appears nowhere; the own file has the same names in it.
            assert not any(name in text for _, text in texts for name in NAMES[:1]), address
        assert clubs.secrets() == before

    def test_the_director_of_it_sees_and_changes_it(self, clubs: Clubs) -> None:
        """The tests above do not pass just because the pages are empty."""
        browser, before = clubs.device(Role("director", desk=2)), clubs.secrets()
        shown = [
            address
            for address in every_address(str(THEIRS), "A")
            if address.startswith(f"GET /nights/{THEIRS}") and browser.get(address.split()[1]).status_code == 200
        ]
        assert len(shown) > 15
        assert NAMES[0] in browser.get("/nights").text
        assert NAMES[1] in browser.get(f"/nights/{THEIRS}/night.json").text
        assert browser.get(f"/check/{clubs.uploads}").status_code == 200
        assert browser.post(f"/nights/{THEIRS}", data=SOMETHING).status_code == 303
        assert clubs.secrets() != before

    def test_what_a_wall_has_been_told_already_is_told_to_no_other_desk(self, clubs: Clubs) -> None:
        live = state_of(clubs.service.app).services.live

        async def watched() -> int:
            """Make the message of the session once, as its display does, and listen with another right."""
            live.ended = False
            watching = live.watch(THEIRS)
            channel = await anext(watching)

            async def told() -> dict[str, object]:
                return {"secret": NAMES[0]}

            await channel.line(told)
            answer = await asyncio.to_thread(clubs.device(Role("director", desk=3)).get, f"/nights/{THEIRS}/stream")
            await watching.aclose()
            return answer.status_code

        assert asyncio.run(watched()) == 404

    def test_a_file_that_was_dropped_at_a_desk_is_at_hand_there_alone(self, clubs: Clubs) -> None:
        owner, *others = (clubs.device(right) for right in (Role("director", desk=2), Role("director", desk=3), None))
        for path in (f"/check/{clubs.uploads}", f"/check/{clubs.uploads}/as/csv"):
            assert owner.get(path).status_code == 200
            assert [other.get(path).status_code for other in others] == [404, 404]

    def test_lists_and_files_have_ones_own_alone(self, clubs: Clubs) -> None:
        browser = clubs.device(Role("director", desk=3))
        assert str(THEIRS) not in browser.get("/nights").text
        data = browser.get("/nights/everything.zip").content
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            assert archive.namelist() == [f"night-{OURS}.json", "workspace.json"]
        nobodys = clubs.device().get("/nights/everything.zip").content
        with zipfile.ZipFile(io.BytesIO(nobodys)) as archive:
            assert archive.namelist() == ["workspace.json"]

    def test_a_renewed_wall_is_dark_and_that_of_another_night_stays(self, clubs: Clubs) -> None:
        state_of(clubs.service.app).services.pool = InThisProcess()
        theirs, ours = (clubs.device(Role("display", night)) for night in (THEIRS, OURS))
        clubs.service.door.codes.renew(Role("display", THEIRS))
        statuses = [browser.get(f"/nights/{id}/wall").status_code for browser, id in ((theirs, THEIRS), (ours, OURS))]
        assert statuses == [403, 200]

    def test_no_search_engine_keeps_what_somebody_sees(self, clubs: Clubs) -> None:
        state_of(clubs.service.app).services.pool = InThisProcess()
        seen = {
            "/nights": clubs.device(Role("director", desk=2)),
            "/": clubs.device(Role("director", desk=2)),
            f"/nights/{THEIRS}/wall": clubs.device(Role("display", THEIRS)),
            f"/nights/{THEIRS}": clubs.device(),
        }
        for path, browser in seen.items():
            assert browser.get(path).headers["x-robots-tag"] == "noindex, nofollow", path
        robots = clubs.device().get("/robots.txt")
        assert (robots.status_code, "Disallow: /nights" in robots.text) == (200, True)

    def test_another_site_can_lead_to_where_a_link_is_opened_and_do_nothing_there(self, clubs: Clubs) -> None:
        browser = clubs.device(Role("director", desk=2))
        headers = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
        assert browser.get("/join", headers=headers).status_code == 200
        for path in ("/join", "/desk/delete", "/desk/renew", "/desk/close", "/nights/import"):
            sent = browser.post(path, headers=headers | {"origin": "https://evil.example"}, data=SOMETHING)
            assert sent.status_code == 403, path
