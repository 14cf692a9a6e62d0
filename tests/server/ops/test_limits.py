"""How much one visitor may ask of a service that many share: held back first, told to come again, and that late."""

import asyncio
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.types import Message

from byestand.errors import Refused
from byestand.server.app import make_app
from byestand.server.config import DAYS, Hosting
from byestand.server.operating import limits
from byestand.server.operating.limits import LIMITS, Visits
from byestand.server.storage.sqlite import SqliteDatabase
from byestand.server.storage.store import Store
from tests.support.crawler import InThisProcess
from tests.support.proxied_service import PHONE, PUBLIC, hosted
from tests.support.sender import Sender


@dataclass
class Clock:
    """Time that goes on as told."""

    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


def until_refused(visits: Visits, kind: limits.Kind, address: str) -> None:
    for _ in range(1000):
        visits.pay(kind, address)


def held_back_until_refused(visits: Visits) -> Iterator[float]:
    while True:
        yield visits.held_back(PHONE, 1.0)


async def all_at_once(app: Starlette, *addresses: str) -> list[int]:
    """Return what somebody else is answered, and then what these addresses are, who all ask before one is answered."""
    held = asyncio.Event()

    class Slow(InThisProcess):
        async def work(self, *told: object, **more: object) -> object:  # type: ignore[override]
            await held.wait()
            return await super().work(*told, **more)  # type: ignore[arg-type]

    app.state.services.pool = Slow()
    asked = [
        asyncio.create_task(Sender().asks(app, "GET", f"/help?n={n}", host="bridge.example.org", client=address))
        for n, address in enumerate(addresses)
    ]
    await asyncio.sleep(0.5)
    other = await Sender().asks(app, "GET", "/", host="bridge.example.org", client="203.0.113.10")
    held.set()
    return [other, *await asyncio.gather(*asked)]


class TestLimits:
    def test_a_large_club_behind_one_address_is_never_refused_and_hardly_held_back(self) -> None:
        """All 240 phones come within half a minute, each with two pages, a form, a stream and twelve files.

        Then all fetch a page within half a second of every round, and devices at 60 tables one every sixteen seconds.
        """
        clock = Clock()
        visits = Visits(clock)
        steps = (*[1.0] * 4, *[limits.CHEAP] * 12)
        start = [(n * 30 / 240 + step * 0.3, cost) for n in range(240) for step, cost in enumerate(steps)]
        rounds = [(60 + 480 * r + n / 480, 1) for r in range(8) for n in range(240)]
        tables = [(60 + n * 4 + t / 60, 1) for t in range(60) for n in range(0, 100, 4)]
        held = []
        for at, cost in sorted((*start, *rounds, *tables)):
            clock.now = 1000 + at
            held.append(visits.held_back(PHONE, cost))
        assert len(held) > 7_000
        assert max(held) < 1.0
        for _ in range(40):  # files of results, a few megabytes in all
            visits.pay("uploads", PHONE)
            visits.pay("megabytes", PHONE, 0.5)

    def test_who_goes_on_is_held_back_first_and_then_told_when_to_come_again(self) -> None:
        clock = Clock()
        visits = Visits(clock)
        waits: list[float] = []
        with pytest.raises(Refused, match="requests come from your address; try again in about a second") as no:
            waits.extend(held_back_until_refused(visits))
        assert (no.value.status, no.value.after) == (429, 1)
        assert waits.count(0) == LIMITS["requests"].allowance.at_first
        assert max(waits) == pytest.approx(limits.HELD_BACK)
        assert visits.held_back("203.0.113.10", 1.0) == 0
        clock.now += 1
        assert visits.held_back(PHONE, 1.0) > 0

    def test_who_goes_on_is_told_so_late_unless_very_many_wait_for_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(limits, "HELD_BACK", 0.01)
        monkeypatch.setattr(limits, "AT_ONCE", 2)
        visits, told = Visits(), list[int]()
        visits.owe("requests", PHONE, 10_000)
        limited = limits.Limited(Starlette(), visits)

        async def nothing_is_sent() -> Message:
            return {"type": "http.request"}

        async def asks(number: int) -> None:
            async def send(message: Message) -> None:
                if message["type"] == "http.response.start":
                    assert message["status"] == 429
                    told.append(number)

            scope = {"type": "http", "method": "GET", "path": "/", "client": (PHONE, 1), "headers": []}
            await limited(scope, nothing_is_sent, send)

        async def story() -> None:
            await asyncio.gather(*map(asks, range(4)))
            await asks(4)

        asyncio.run(story())
        assert told == [2, 3, 0, 1, 4]

    @pytest.mark.parametrize("kind", ["uploads", "desks"])
    def test_files_and_desks_have_an_end_in_an_hour_and_come_back(self, kind: limits.Kind) -> None:
        clock = Clock()
        visits = Visits(clock)
        with pytest.raises(Refused, match=r"; try again in about \d+ (seconds|minutes)$"):
            until_refused(visits, kind, "2001:db8:1:2::7")
        with pytest.raises(Refused):
            visits.pay(kind, "2001:db8:1:ff:ffff::9")  # of the same household
        visits.pay(kind, "2001:db8:1:100::7")
        clock.now += 60
        visits.pay(kind, "2001:db8:1:2::7")

    def test_whoever_sends_too_much_is_told_so_in_words_and_in_a_header(self, tmp_path: Path) -> None:
        with hosted(tmp_path / "n.sqlite") as page:
            visits: Visits = page.app.state.visits  # type: ignore[attr-defined]
            visits.owe("megabytes", PHONE, 1000)
            sent = page.post("/check", files={"file": ("a.csv", b"1")}, headers={"x-forwarded-for": PHONE})
            assert sent.status_code == 429
            assert int(sent.headers["retry-after"]) > 60
            assert re.fullmatch(r"byestand: too much was sent from your address; try again in .* minutes\n", sent.text)
            browser = {"x-forwarded-for": PHONE, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
            shown = page.post("/check", files={"file": ("a.csv", b"1")}, headers=browser)
            assert (shown.status_code, shown.headers["retry-after"]) == (429, sent.headers["retry-after"])
            assert re.search(r"<p>Too much was sent from your address; try again in .* minutes\.</p>", shown.text)
            assert "default-src 'none'" in shown.headers["content-security-policy"]
            other = page.post("/check", files={"file": ("a.csv", b"1")}, headers={"x-forwarded-for": "203.0.113.10"})
            assert other.status_code != 429

    def test_an_address_has_so_many_answers_at_once_and_others_are_answered(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(limits, "AT_ONCE", 3)
        app = make_app(Store(SqliteDatabase(tmp_path / "n.sqlite")), hosting=Hosting.told(PUBLIC, (), DAYS))
        assert asyncio.run(all_at_once(app, *[PHONE] * 5)) == [200, 200, 200, 200, 429, 429]

    def test_however_few_addresses_ask_for_all_they_can_get_something_is_left_for_the_next(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Of sixteen the first has eight, the second four, the third two."""
        monkeypatch.setattr(limits, "MOST_AT_ONCE", 16)
        app = make_app(Store(SqliteDatabase(tmp_path / "n.sqlite")), hosting=Hosting.told(PUBLIC, (), DAYS))
        addresses = [f"203.0.113.{n}" for n in (20, 30, 40) for _ in range(9)]
        other, *greedy = asyncio.run(all_at_once(app, *addresses))
        assert other == 200
        assert [greedy[at : at + 9].count(200) for at in (0, 9, 18)] == [8, 4, 2]
