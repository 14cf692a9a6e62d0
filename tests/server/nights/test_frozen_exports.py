"""Files and sheets of recorded sessions are as frozen; tests/freeze/exports.py rewrites them."""

import sys
from collections.abc import Callable, Iterator

import pytest

from tests.freeze.exports import EXPORTS, export_texts, golden_export

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the hours were recorded in UTC; Windows has no tzset")


@pytest.fixture(scope="module")
def text_of(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], str]]:
    yield from export_texts(tmp_path_factory.mktemp("exports"))


@pytest.mark.parametrize("name", EXPORTS)
def test_an_export_is_what_it_was(name: str, text_of: Callable[[str], str]) -> None:
    assert text_of(name) == golden_export(name).read_text(encoding="utf-8")
