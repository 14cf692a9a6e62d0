"""Pages of the app read as they did when their text was frozen; tests/freeze/app_pages.py writes it again."""

import sys
from collections.abc import Callable, Iterator

import pytest

from tests.freeze.app_pages import NAMES, golden_page, page_texts

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the hours were recorded in UTC; Windows has no tzset")


@pytest.fixture(scope="module")
def text_of(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], str]]:
    yield from page_texts(tmp_path_factory.mktemp("pages"))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_page_reads_as_it_did(name: str, text_of: Callable[[str], str]) -> None:
    assert text_of(name) == golden_page(name).read_text(encoding="utf-8")
