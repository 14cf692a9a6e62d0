"""A session whose repair makes it another movement keeps the code of the planned one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.support.app import client
from tests.support.crawler import InThisProcess
from tests.support.repair_pages import do, repair_url, save_night, words


@pytest.fixture
def page(tmp_path: Path) -> Iterator[TestClient]:
    with client(tmp_path / "nights.sqlite", pool=InThisProcess()) as opened:
        yield opened


def test_the_title_is_not_doubled_after_a_late_pair_is_seated(page: TestClient) -> None:
    night = save_night(page, "W0807")
    do(page, repair_url(night, "after=2", "came=1", "seconds=0.2"))
    for path in (night, f"{night}/section/A", f"{night}/section/A/paper"):
        said = words(page.get(path).text)
        assert "rover 8-table Web" not in said, path
        assert "W0807" in said, path
