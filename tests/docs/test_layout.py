"""Where tests live: folders mirror the packages, shared code is in tests/support, and no test imports another."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.ports import free_ports

TESTS = ROOT / "tests"
SHARED = {"support", "oracles", "freeze", "properties", "docs", "tools"}
"""Folders that mirror no package."""
ORACLES_MAY_IMPORT = ("byestand.model", "byestand.errors", "tests.oracles", "tests.support.paths")
FREE_OF_BYESTAND = ("tests.support.irregular_nights",)
"""Helpers that import nothing of the program, so that an oracle may use them."""
CONNECTION_PORTS = Path("/proc/sys/net/ipv4/ip_local_port_range")


def imported_modules(tree: ast.AST) -> Iterator[str]:
    """Yield every module imported at run time, and every name imported from one as if it were a module."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield from (f"{module}.{alias.name}" for alias in node.names)
        elif not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            yield from imported_modules(node)


def imports_of(path: Path) -> list[str]:
    return list(imported_modules(ast.parse(path.read_text(encoding="utf-8"))))


def is_test(module: str) -> bool:
    return any(part.startswith("test_") for part in module.split("."))


def is_within(module: str, packages: tuple[str, ...]) -> bool:
    return any(f"{module}.".startswith(f"{package}.") for package in packages)


@pytest.mark.slow
def test_no_module_imports_a_test() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {module}"
        for folder in ("tests", "bench", "tools", "fuzz")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for module in imports_of(path)
        if is_test(module)
    ]
    assert not found


def test_oracles_do_not_import_what_they_check() -> None:
    found = [
        f"{path.name}: {module}"
        for path in sorted((TESTS / "oracles").glob("*.py"))
        if not path.name.startswith("test_")
        for module in imports_of(path)
        if is_within(module, ("byestand", "tests")) and not is_within(module, ORACLES_MAY_IMPORT + FREE_OF_BYESTAND)
    ]
    assert not found


@pytest.mark.parametrize("module", FREE_OF_BYESTAND)
def test_helpers_of_oracles_import_nothing_of_the_program(module: str) -> None:
    path = ROOT.joinpath(*module.split(".")).with_suffix(".py")
    assert not [name for name in imports_of(path) if is_within(name, ("byestand", "tests"))]


def test_every_sqlite_connection_is_closed() -> None:
    """A connection as a context is a transaction and stays open; Python 3.13 and later warn, at some other test."""
    left_open = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for folder in ("src", "tests", "bench", "tools", "fuzz")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "sqlite3.connect(" in (text := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.With) and ast.unparse(node.items[0].context_expr).startswith("sqlite3.connect(")
    ]
    assert not left_open


def test_the_contract_of_the_core_names_every_package_that_we_import() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    (core,) = (contract for contract in contracts if contract["name"] == "the core needs numpy and nothing else")
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "src").rglob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    packages = {name.partition(".")[0] for name in names} - sys.stdlib_module_names - {"byestand", "numpy"}
    assert packages == set(core["forbidden_modules"])


def test_folders_mirror_the_packages() -> None:
    folders = {path.parent.relative_to(TESTS).as_posix() for path in TESTS.rglob("*.py")} - {"."}
    packages = {path.parent.relative_to(ROOT / "src/byestand").as_posix() for path in (ROOT / "src").rglob("*.py")}
    assert folders - SHARED <= packages
    assert not [path.name for path in TESTS.glob("*.py") if path.name not in {"__init__.py", "conftest.py"}]


def test_every_test_module_has_a_name_of_its_own() -> None:
    """The order in which files are run, in conftest.py, goes by these names."""
    names = [path.stem for path in TESTS.rglob("test_*.py")]
    assert sorted(set(names)) == sorted(names)


def exists(module: str) -> bool:
    """Return whether a module or package has this dotted name."""
    path = ROOT.joinpath(*module.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def test_documentation_names_test_modules_that_exist() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "Makefile", *TESTS.rglob("*.py")]
    named = {
        (page.name, (path or module).replace("/", "."))
        for page in pages
        for path, module in re.findall(r"\b(tests/[\w/]+)\.py\b|-m (tests(?:\.\w+)+)", page.read_text(encoding="utf-8"))
    }
    assert named
    assert not [(page, module) for page, module in sorted(named) if not exists(module)]


@pytest.mark.skipif(not CONNECTION_PORTS.exists(), reason="only Linux says which ports connections take")
def test_servers_of_tests_listen_where_no_connection_takes_their_port_first() -> None:
    lowest = int(CONNECTION_PORTS.read_text(encoding="ascii").split()[0])
    ports = free_ports(20)
    assert len(set(ports)) == 20
    assert max(ports) < lowest
