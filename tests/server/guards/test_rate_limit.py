"""Limits of requests and uploads per address: requests wait first, and are then refused with a time to wait."""

import asyncio
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from byestand.errors import RequestRefused
from byestand.server.guards.body_limits import MEGABYTE
from byestand.server.guards.rate_limit import STATIC_COST
from byestand.server.token_bucket import AddressBuckets, Rate
from byestand.server.web.address_limits import MAX_DELAY, REQUESTS, RateLimits
from tests.support.app import state_of
from tests.support.hosted_service import NIGHT_FORM
from tests.support.proxied_service import PHONE, ROOT, run_hosted

OTHER = "203.0.113.10"


@dataclass
class Clock:
    """A clock that a test controls."""

    time: float = 1000.0

    def __call__(self) -> float:
        return self.time


class TestTokenBuckets:
    def test_tokens_come_back_up_to_a_burst_and_a_debt_is_paid_first(self) -> None:
        clock = Clock()
        buckets = AddressBuckets(Rate(10, 2.0), clock)
        buckets.take(PHONE, 16)
        assert buckets.delay(PHONE) == pytest.approx(3.5)
        assert buckets.delay(OTHER, 10) == 0
        clock.time += 3.5
        assert buckets.delay(PHONE) == 0
        clock.time += 3600
        assert buckets.delay(PHONE, 12) == pytest.approx(1.0)

    def test_ipv6_addresses_of_one_household_share_a_bucket(self) -> None:
        buckets = AddressBuckets(Rate(1, 1.0), Clock())
        buckets.take("2001:db8:1:2::7")
        assert buckets.delay("2001:db8:1:ff:ffff::9") > 0
        assert buckets.delay("2001:db8:1:100::7") == 0

    def test_however_many_addresses_come_few_are_remembered(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("byestand.server.token_bucket.MAX_ADDRESSES", 16)
        buckets = AddressBuckets(Rate(1, 1.0), Clock())
        for n in range(100):
            buckets.take(f"203.0.113.{n}")
        assert len(buckets._buckets) == 16  # noqa: SLF001 - what stays in memory


class TestRequests:
    def test_a_large_club_behind_one_address_is_never_refused_and_hardly_waits(self) -> None:
        """All 240 phones connect within half a minute, each with two pages, a form, a stream and twelve files.

        Then all reload a page within half a second of every round, and devices at 60 tables every sixteen seconds.
        """
        clock = Clock()
        requests = RateLimits(clock).requests
        steps = (*[1.0] * 4, *[STATIC_COST] * 12)
        start = [(n * 30 / 240 + step * 0.3, cost) for n in range(240) for step, cost in enumerate(steps)]
        rounds = [(60 + 480 * r + n / 480, 1.0) for r in range(8) for n in range(240)]
        tables = [(60 + n * 4 + t / 60, 1.0) for t in range(60) for n in range(0, 100, 4)]
        delays = []
        for at, cost in sorted((*start, *rounds, *tables)):
            clock.time = 1000 + at
            delays.append(requests.delay(PHONE, cost))
            requests.take(PHONE, cost)
        assert len(delays) > 7_000
        assert max(delays) < 1.0

    def test_whoever_goes_on_waits_first_and_is_then_refused_late_with_the_time_to_wait(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        clock, waits, refused = Clock(), list[float](), list[str]()

        async def sleep(seconds: float) -> None:
            waits.append(seconds)

        monkeypatch.setattr("asyncio.sleep", sleep)
        limits = RateLimits(clock, refused.append)

        async def story() -> None:
            while True:
                await limits.wait_for_request(PHONE, 1.0)

        with pytest.raises(
            RequestRefused, match="too many requests from your network; try again in about 1 second"
        ) as no:
            asyncio.run(story())
        assert (no.value.status, no.value.after, refused) == (429, 1, ["requests"])
        assert waits.count(0) == REQUESTS.burst
        assert max(waits) == pytest.approx(MAX_DELAY)
        assert waits[-1] == MAX_DELAY
        assert limits.requests.delay(OTHER) == 0


class TestUploads:
    def test_whoever_sends_too_much_is_told_so_in_words_and_in_a_header_and_others_are_not(
        self, tmp_path: Path
    ) -> None:
        with run_hosted(tmp_path / "n.sqlite") as page:
            limits: RateLimits = state_of(page.app).rate_limits
            limits.uploads.take(PHONE, 1000 * MEGABYTE)
            sent = page.post("/check", files={"file": ("a.csv", b"1")}, headers={"x-forwarded-for": PHONE})
            assert sent.status_code == 429
            assert int(sent.headers["retry-after"]) > 60
            assert re.fullmatch(r"byestand: too many uploads from your network; try again in .* minutes\n", sent.text)
            browser = {"x-forwarded-for": PHONE, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
            shown = page.post("/check", files={"file": ("a.csv", b"1")}, headers=browser)
            assert (shown.status_code, shown.headers["retry-after"]) == (429, sent.headers["retry-after"])
            assert re.search(r"oo many uploads from your network; try again in .* minutes\.?</p>", shown.text)
            assert "default-src 'none'" in shown.headers["content-security-policy"]
            other = page.post("/check", files={"file": ("a.csv", b"1")}, headers={"x-forwarded-for": OTHER})
            assert other.status_code != 429
            form = page.post("/theme", data={"theme": "dark"}, headers={"x-forwarded-for": PHONE})
            assert form.status_code == 303  # results can still be typed

    def test_what_is_sent_is_counted_and_new_workspaces_have_an_end(self, tmp_path: Path) -> None:
        with run_hosted(tmp_path / "n.sqlite", public=ROOT) as page:
            limits: RateLimits = state_of(page.app).rate_limits
            page.post("/check", files={"file": ("a.csv", bytes(4 * MEGABYTE))}, headers={"x-forwarded-for": PHONE})
            left = 128 * MEGABYTE - limits.uploads.delay(PHONE, 128 * MEGABYTE) * limits.uploads.rate.per_second
            assert 123.9 * MEGABYTE < left < 124.9 * MEGABYTE
            statuses = []
            for _ in range(70):
                page.cookies.clear()
                statuses.append(page.post("/nights", data=NIGHT_FORM, headers={"x-forwarded-for": OTHER}).status_code)
            assert statuses == [303] * 64 + [429] * 6
