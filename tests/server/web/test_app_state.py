"""The state of the app has a type, so mypy checks who reads it, and an attribute that does not exist is an error."""

import ast
from pathlib import Path

import pytest

from byestand.server.app import make_app
from byestand.server.storage.sqlite import SqliteDatabase
from byestand.server.storage.store import Store
from byestand.server.web.app_state import state_of
from tests.support.paths import ROOT

OWNER = Path("src/byestand/server/web/app_state.py")


def reads_of_app_state(source: str) -> list[int]:
    """Return the lines that read or set `app.state`, of any app."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and node.attr == "state" and ast.unparse(node.value).split(".")[-1] == "app"
    ]


def test_an_attribute_that_does_not_exist_cannot_be_set() -> None:
    """Mypy reports an ignored error that is none, so it sees these too."""
    state = state_of(make_app(Store(SqliteDatabase(None))))
    with pytest.raises(AttributeError):
        state.services.pool.failed = print  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        state.services.queue = None  # type: ignore[attr-defined]
    with pytest.raises((AttributeError, TypeError)):  # which one depends on the Python
        state.pool = None  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("app.state.services", [1]),
        ("x = 1\nrequest.app.state.menu = x", [2]),
        ("state = page.app.state", [1]),
        ("night.state.services", []),
    ],
)
def test_a_planted_read_is_found(source: str, lines: list[int]) -> None:
    assert reads_of_app_state(source) == lines


@pytest.mark.slow
def test_only_one_module_reads_the_untyped_state() -> None:
    assert reads_of_app_state((ROOT / OWNER).read_text(encoding="utf-8"))
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for folder in ("src", "tests", "bench", "examples", "fuzz", "tools")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if path.relative_to(ROOT) != OWNER
        for line in reads_of_app_state(path.read_text(encoding="utf-8"))
    ]
    assert not found, "use state_of(app) or app_state(request)"
