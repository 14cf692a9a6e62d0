"""Data of a newer version is not touched, and processes that start at once create the tables once."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from byestand.errors import FormatError
from byestand.server.storage.nights import VisibleNights
from tests.support.stores import TUESDAY, contents, place_of, someones


@pytest.mark.parametrize("kind", ["file", "postgres"])
def test_what_a_newer_version_keeps_is_left_alone(kind: str, tmp_path: Path) -> None:
    place = place_of(kind, tmp_path)
    someones(place.store()).add(TUESDAY)
    place.set_version(99)
    before = contents(place)
    with pytest.raises(FormatError, match=r"saved by a newer Byestand \(version 99, .*\. Update Byestand"):
        place.store()
    assert contents(place) == before


@pytest.mark.parametrize("kind", ["file", "postgres"])
def test_processes_that_start_at_once_make_the_tables_once(kind: str, tmp_path: Path) -> None:
    place, many = place_of(kind, tmp_path), 4
    together = Barrier(many)

    def start(_: int) -> VisibleNights:
        together.wait(30)
        return someones(place.store())

    with ThreadPoolExecutor(many) as threads:
        everybody = list(threads.map(start, range(many)))
    assert len({nights.add(TUESDAY) for nights in everybody}) == many
