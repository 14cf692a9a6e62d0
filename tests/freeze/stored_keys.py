"""Write every key that Byestand stores or exports: scripts of others depend on them.

Run it by hand, then read the difference. A changed key raises the version of its file or database.
"""

import dataclasses
import io
import json
import sqlite3
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import closing
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from byestand.formats import json as movement_json
from byestand.night import night_document
from byestand.night.events import KINDS
from byestand.server.pages.workspace import archive
from byestand.server.storage.schema import POSTGRES_VERSION, SQLITE_TABLES, SQLITE_VERSION
from tests.support.paths import GOLDEN, ROOT

FILE = GOLDEN / "stored_keys.txt"
STAMP = ("kind", "at", "by", "key")
"""Keys of an entry of the log besides those of its event."""


def stored_keys() -> str:
    """Return all keys as text, a line for each object."""
    parts = {
        f"session file, version {night_document.VERSION}": [
            "$: format, version, setup, notes, results, repairs, log",
            *_of_class(night_document.SessionDescription, "$"),
            f"$.log[]: {', '.join(STAMP)}",
        ],
        "events, in a session file and in a database": [
            line for name in KINDS for line in _of_class(KINDS[name], name)
        ],
        f"backup, version {archive.VERSION}": [
            *(f"{path}: {', '.join(keys)}" for path, keys in _of_backup().items()),
            f"a session that could not be read: {', '.join(archive.UNREAD_KEYS)}",
        ],
        f"movement json, version {movement_json.VERSION}": [*_of_schema()],
        f"databases, SQLite version {SQLITE_VERSION} and PostgreSQL version {POSTGRES_VERSION}": [*_of_tables()],
    }
    return "\n".join(f"{heading}\n" + "".join(f"  {line}\n" for line in lines) for heading, lines in parts.items())


def _of_class(cls: Any, path: str) -> Iterator[str]:  # noqa: ANN401 - any stored class
    """Yield the keys of an object and of all objects in it."""
    hints = get_type_hints(cls, include_extras=True)
    names = [field.name for field in dataclasses.fields(cls)] if dataclasses.is_dataclass(cls) else [*cls._fields]
    if path != "$":
        yield f"{path}: {', '.join(names)}"
    for name in names:
        yield from _of_type(hints[name], f"{path}.{name}")


def _of_type(type_: Any, path: str) -> Iterator[str]:  # noqa: ANN401 - any annotation
    origin, args = get_origin(type_), get_args(type_)
    if isinstance(type_, TypeVar) or origin is Literal:
        return
    if origin is Annotated:
        yield from _of_type(args[0], path)
    elif origin in (Union, UnionType):
        for arg in args:
            yield from _of_type(arg, f"{path} ({arg.kind})" if hasattr(arg, "kind") else path)
    elif origin is not None:
        end = "{}" if issubclass(origin, Mapping) else "[]"
        for arg in args:
            yield from _of_type(arg, path + end)
    elif dataclasses.is_dataclass(type_) or hasattr(type_, "_fields"):
        yield from _of_class(type_, path)


def _of_backup() -> dict[str, list[str]]:
    """Return the keys of the list in a backup of one session."""
    with archive.BackupWriter(1) as writer:
        writer.add([archive.LoadedNight(1, "Tuesday", "", ())], ["{}"])
        backup = writer.finish()
    with zipfile.ZipFile(io.BytesIO(backup.body)) as files:
        listed = json.loads(files.read(archive.LIST))
    return {"$": [*listed], "$.sessions[]": [*listed["sessions"][0]]}


def _of_schema() -> Iterator[str]:
    """Yield the keys of the published schema: a test checks that files have no others."""
    schema = json.loads((ROOT / "docs/movement.schema.json").read_text(encoding="utf-8"))
    yield from _of_part("$", schema, schema["$defs"])


def _of_part(path: str, part: Mapping[str, Any], shared: Mapping[str, Any]) -> Iterator[str]:
    """Yield the keys of a part of a schema, which may refer to shared parts."""
    if "$ref" in part:
        yield from _of_part(path, shared[part["$ref"].rpartition("/")[2]], shared)
    if "properties" in part:
        yield f"{path}: {', '.join(part['properties'])}"
    for name, inner in part.get("properties", {}).items():
        yield from _of_part(f"{path}.{name}", inner, shared)
    if "items" in part:
        yield from _of_part(f"{path}[]", part["items"], shared)
    for choice in part.get("oneOf", ()):
        name = choice.get("$ref", "").rpartition("/")[2]
        yield from _of_part(f"{path} ({name})" if name else path, choice, shared)


def _of_tables() -> Iterator[str]:
    """Yield the columns of SQLite; tests/server/storage/test_schema.py checks that those of PostgreSQL are the same."""
    with closing(sqlite3.connect(":memory:")) as base:
        for statement in SQLITE_TABLES:
            base.execute(statement)
        tables = base.execute("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
        for (table,) in tables.fetchall():
            columns = base.execute("select name from pragma_table_info(?)", (table,))
            yield f"{table}: {', '.join(name for (name,) in columns)}"


def main() -> None:
    """Write the file."""
    FILE.write_text(stored_keys(), encoding="utf-8")


if __name__ == "__main__":
    main()
