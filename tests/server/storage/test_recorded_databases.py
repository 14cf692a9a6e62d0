"""Databases of every version, dumped with the app of their time, still show the same nights."""

import re
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from byestand.server.auth.access_codes import Codes
from byestand.server.auth.roles import Role
from tests.freeze.recorded_nights import DATABASES, NIGHTS, database_state, golden_state
from tests.support.stores import InFile, place_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the hours were recorded in UTC; Windows has no tzset")


def test_every_version_of_databases_is_recorded() -> None:
    assert {f"sqlite_{version}.sql" for version in range(7)} <= set(DATABASES)
    assert {f"postgres_{version}.sql" for version in range(1, 4)} <= set(DATABASES)


@pytest.mark.parametrize("name", DATABASES)
def test_a_recorded_database_shows_the_same_nights(name: str, tmp_path: Path) -> None:
    assert database_state(name, tmp_path) == golden_state(name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["sqlite_6.sql", "postgres_3.sql"])
def test_codes_that_were_shown_then_open_the_same_nights(name: str, tmp_path: Path) -> None:
    dump = (NIGHTS / name).read_text(encoding="utf-8")
    place = place_of("file" if name.startswith("sqlite") else "postgres", tmp_path)
    if isinstance(place, InFile):
        with closing(sqlite3.connect(place.path)) as base:
            base.executescript(dump)
    else:
        place.do(dump)
    store = place.store()
    codes = Codes(store)
    shown = re.findall(r"^-- night (\d): wall (\S+), pairs (\S+), N1 (\S+)$", dump, flags=re.MULTILINE)
    assert len(shown) == (2 if isinstance(place, InFile) else 4)
    ((last,),) = place.do("select max(at) from events")
    assert isinstance(last, float)
    for hours, is_late in ((23, False), (25, True)):
        store.now = datetime.fromtimestamp(last + 3600 * hours, UTC).timestamp
        for number, *texts in shown:
            night = int(number)
            is_played = night % 2 == 0  # each workspace has a planned session, and then a played one
            rights = [Role("display", night), Role("pair", night), Role("pair", night, "N1")]
            wanted = [None] * 3 if is_late and is_played else rights
            assert [codes.opened_by(text) for text in texts] == wanted
