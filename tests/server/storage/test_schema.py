"""The tables of both databases have the same columns."""

from pathlib import Path

import pytest

from tests.support.postgres import cluster
from tests.support.stores import InFile, InPostgres

TYPES = {"integer": "bigint", "real": "double precision", "text": "text", "blob": "bytea"}
"""The PostgreSQL name of each SQLite type."""


@pytest.fixture
def file(tmp_path: Path) -> InFile:
    place = InFile(tmp_path / "nights.sqlite")
    place.store().database.close()
    return place


@pytest.fixture
def postgres() -> InPostgres:
    place = InPostgres(cluster().fresh())
    place.store().database.close()
    return place


def test_both_databases_have_the_same_tables_columns_types_and_nulls(file: InFile, postgres: InPostgres) -> None:
    assert sqlite_columns(file) == postgres_columns(postgres)


def test_both_databases_have_the_same_keys_and_indexes(file: InFile, postgres: InPostgres) -> None:
    """PostgreSQL alone has one more, for the foreign key from a workspace to its current night."""
    in_file = "select name from sqlite_schema where type = 'index' and sql is not null"
    in_postgres = "select indexname from pg_indexes where schemaname = 'public' and indexname not like '%_pkey'"
    assert {*postgres.do(in_postgres)} - {("workspace_of_a_night",)} == {*file.do(in_file)}
    assert primary_keys_in_file(file) == primary_keys_in_postgres(postgres)


def sqlite_columns(place: InFile) -> dict[str, dict[str, tuple[str, bool]]]:
    """Return type and nullability of each column by table; a primary key is never null."""
    tables: dict[str, dict[str, tuple[str, bool]]] = {}
    for table in own_tables(place):
        info = f'select name, type, "notnull" or pk from pragma_table_info("{table}")'  # noqa: S608 - ours
        for name, type, is_required in place.do(info):
            tables.setdefault(table, {})[str(name)] = (TYPES[str(type).lower()], not is_required)
    return tables


def postgres_columns(place: InPostgres) -> dict[str, dict[str, tuple[str, bool]]]:
    """Return the same of PostgreSQL, without the table that has the version."""
    tables: dict[str, dict[str, tuple[str, bool]]] = {}
    statement = """select table_name, column_name, data_type, is_nullable from information_schema.columns
        where table_schema = 'public' and table_name <> 'byestand'"""
    for table, name, type, nullable in place.do(statement):
        tables.setdefault(str(table), {})[str(name)] = (str(type), nullable == "YES")
    return tables


def primary_keys_in_file(place: InFile) -> dict[str, list[str]]:
    """Return the columns of each primary key, in their order."""
    keys: dict[str, list[str]] = {}
    for table in own_tables(place):
        info = f'select name from pragma_table_info("{table}") where pk order by pk'  # noqa: S608 - ours
        keys[table] = [str(name) for (name,) in place.do(info)]
    return keys


def primary_keys_in_postgres(place: InPostgres) -> dict[str, list[str]]:
    """Return the same of PostgreSQL."""
    keys: dict[str, list[str]] = {}
    statement = """select conrelid::regclass::text, attname from pg_constraint
        join pg_attribute on attrelid = conrelid and attnum = any(conkey)
        where contype = 'p' and connamespace = 'public'::regnamespace order by 1, array_position(conkey, attnum)"""
    for table, name in place.do(statement):
        keys.setdefault(str(table), []).append(str(name))
    return keys


def own_tables(place: InFile) -> list[str]:
    """Return our tables, without SQLite's own."""
    return [table for table in place.tables() if table != "sqlite_sequence"]
