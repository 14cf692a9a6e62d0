"""Databases of every version, dumped with the app of their time, still show the same nights."""

import sys
from pathlib import Path

import pytest

from tests.freeze.recorded_nights import DATABASES, database_state, golden_state

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the hours were recorded in UTC; Windows has no tzset")


def test_every_version_of_databases_is_recorded() -> None:
    assert {f"sqlite_{version}.sql" for version in range(7)} <= set(DATABASES)
    assert {"postgres_1.sql", "postgres_2.sql"} <= set(DATABASES)


@pytest.mark.parametrize("name", DATABASES)
def test_a_recorded_database_shows_the_same_nights(name: str, tmp_path: Path) -> None:
    assert database_state(name, tmp_path) == golden_state(name).read_text(encoding="utf-8")
