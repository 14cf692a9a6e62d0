"""Every link, form and download that pages offer is opened: a sample of all rooms, that goes round all combinations.

Sheets are made as words: that every one can be inked is a test of its own. `make crawl` opens and inks all there is.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from byestand.formats import csv
from byestand.server.pages.paper import sheet_choice as paper
from byestand.server.pages.second_session import view as second
from tests.support.app import client
from tests.support.crawler import LEFT_OUT, Crawler, InThisProcess, Sample, individuals, rooms, without_printing
from tests.support.handmade_howell import PERFECT_13, howell

EVERY_SO_MANY = 349
"""Of 1,368 rooms; coprime to the 24 kinds of each number of pairs, so that all kinds are tested in all sizes."""
KNOWN_FAULTS = ("/?pairs=14&winners=1", "/?pairs=37&cases=2", "/individuals?players=13", "/individuals?players=29")
"""Rooms in which something could not be opened once: one winner, a half table, spare players."""
OTHERS = (
    "/m/M0202?boards=12&winners=1",
    "/second?movement=M0505&seconds=1",
    "/m/M0909/rovers",
    "/m/W0605?boards=0",
    "/change?now=I1313",
)


@pytest.fixture(scope="module")
def crawler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crawler]:
    with pytest.MonkeyPatch.context() as patch:
        for module in (paper, second):
            patch.setattr(module, "render_booklet", without_printing)
        with client(tmp_path_factory.mktemp("crawl") / "nights.sqlite", pool=InThisProcess()) as found:
            yield Crawler(found, Sample(1, LEFT_OUT, often=6))


@pytest.mark.parametrize(
    "addresses",
    [[*KNOWN_FAULTS, *OTHERS], list(rooms())[::EVERY_SO_MANY], list(individuals())[4::19]],
    ids=["known", "pairs", "individuals"],
)
def test_whatever_a_page_offers_can_be_opened(crawler: Crawler, addresses: list[str]) -> None:
    """Status 2xx, the content type of its kind, downloads with a name and readable by our own readers."""
    for address in addresses:
        crawler.crawl(address, depth=2)
    assert crawler.faults == []
    assert len(crawler.refusals) < len(addresses) / 3
    kinds = set(crawler.opened_urls)
    assert {"post /nights", "get /m/…", "get /nights/…/file/bws", "post /nights/…"} <= kinds


def test_a_file_that_somebody_brought_leads_to_a_night_whose_pages_all_open(crawler: Crawler) -> None:
    """From the report on the file to the session, and to the page, the sheets and the files of its movement."""
    movement = replace(howell(PERFECT_13, 13), layout=None, claims=())
    dropped = crawler.client.post("/check", files={"file": ("theirs.csv", csv.dumps(movement).encode())})
    report = dropped.headers["location"]
    crawler.crawl(report, depth=2)
    night = crawler.client.post(f"{report}/keep").headers["location"]
    for page in (f"{night}/section/A", f"{night}/section/A/paper"):
        crawler.crawl(page, depth=1)
    assert crawler.faults == []
    kinds = set(crawler.opened_urls)
    assert any(re.fullmatch(r"post /check/.+/keep", kind) for kind in kinds)
    assert {"get /nights/…/section/A", "get /nights/…/section/A/paper/mats.pdf"} <= kinds
    assert {f"get /nights/…/section/A/file/{name}" for name in ("bws", "xlsx", "mov", "json")} <= kinds
