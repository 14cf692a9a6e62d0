"""Docstrings, comments and pages name modules, folders and files that exist.

Checked are paths (``repairs/search/tabu.py``) and dotted names (``score.ranking``) in backticks. In the docstring of a
module single names (``tabu``) are checked too: in a package all, elsewhere those in single backticks, because double
ones are for any text. A name is looked for in src/byestand, in the folder of the file, and in the folders above that.
"""

import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.support.paths import ROOT

PACKAGE = ROOT / "src/byestand"
FILES = [
    *PACKAGE.rglob("*.py"),
    *(path for folder in ("tools", "bench", "fuzz", "examples") for path in (ROOT / folder).glob("*.py")),
    *(path for folder in (ROOT, ROOT / "docs") for path in folder.glob("*.md") if path.name != "CHANGELOG.md"),
]
ENTRY_POINTS = "byestand.families"  # named like a module
FILE_TYPES = {"bws", "csv", "env", "json", "pdf", "txt", "xlsx", "xml"}
PATH = re.compile(r"[a-z_]\w*(/[\w.<>-]+)+/?|[\w<>-]+\.(py|html|typ|js|css)")
DOTTED_NAME = re.compile(r"[a-z_]\w*(\.[A-Za-z_]\w*)+")


def folders_of(file: Path) -> list[Path]:
    return [PACKAGE, *(folder for folder in file.parents if folder.is_relative_to(ROOT))]


def module_file(place: Path, parts: list[str]) -> Path | None:
    files = place.joinpath(*parts).with_suffix(".py"), place.joinpath(*parts, "__init__.py")
    return next(filter(Path.is_file, files), None)


@cache
def names_in(module: Path) -> set[str]:
    with tokenize.open(module) as file:
        return {token.string for token in tokenize.generate_tokens(file.readline) if token.type == tokenize.NAME}


def is_there(path: Path) -> bool:
    """Return whether this is a file, or a folder with more than the cache of modules that have moved."""
    return path.is_file() or any(one.name != "__pycache__" for one in path.glob("*"))


def has_path(path: str, file: Path) -> bool:
    """Return whether this exists: of ``formats/<name>.py`` the folder, of ``tabu.py`` any file of that name."""
    known = path.partition("<")[0]
    return any(is_there(place / known) for place in folders_of(file)) or ("/" not in path and any(PACKAGE.rglob(path)))


def has_dotted_name(name: str, file: Path) -> bool:
    """Return whether this is a module or something in one; other names only have to begin with a name of the file."""
    is_absolute, parts = name.startswith("byestand."), name.removeprefix("byestand.").split(".")
    found = [place for place in ([PACKAGE] if is_absolute else folders_of(file)) if module_file(place, parts[:1])]
    for place in found:
        length = max(length for length in range(1, len(parts) + 1) if module_file(place, parts[:length]))
        module = module_file(place, parts[:length])
        if length == len(parts) or (module and parts[length] in names_in(module)):
            return True
    is_other = not found and not is_absolute and (file.suffix == ".md" or parts[0] in names_in(file))
    return is_other or name == ENTRY_POINTS or parts[-1] in FILE_TYPES


def has_name(name: str, file: Path) -> bool:
    """Return whether this is a module, a folder, or a function or class beside the file."""
    definition = re.compile(rf"^(async )?(def|class) {name}\b", re.MULTILINE)
    is_module = any(module_file(place, [name]) or is_there(place / name) for place in folders_of(file))
    return is_module or any(definition.search(module.read_text("utf-8")) for module in file.parent.glob("*.py"))


def missing_words(text: str, file: Path) -> Iterator[str]:
    """Yield paths and dotted names in backticks, and Python files anywhere, that do not exist."""
    quoted = (word for code in re.findall(r"`+([^`]+)`+", text) for word in code.split())
    words = [word.partition("(")[0].rstrip(",;:") for word in quoted]
    for word in dict.fromkeys(words + re.findall(r"(?<![\w./-])[\w/]+\.py\b", text)):
        known = has_path if PATH.fullmatch(word) else has_dotted_name if DOTTED_NAME.fullmatch(word) else None
        if known and not known(word, file):
            yield word


def missing_names(file: Path, contents: str) -> Iterator[str]:
    """Yield what a page, or the docstrings and comments of a module, name although it does not exist."""
    if file.suffix == ".md":
        yield from missing_words(re.sub(r"^ *```.*?^ *```", "", contents, flags=re.DOTALL | re.MULTILINE), file)
        return
    docstrings = re.findall(r'"""(.*?)"""', contents, re.DOTALL)
    for text in docstrings + re.findall(r"(?:^ *|  )# .*", contents, re.MULTILINE):
        yield from missing_words(text, file)
    single = r"`([a-z_]\w*)`" if file.name == "__init__.py" else r"(?<!`)`([a-z_]\w*)`(?!`)"
    names = re.findall(single, docstrings[0]) if contents.startswith('"""') else ()
    yield from (name for name in names if not has_name(name, file))


@pytest.mark.parametrize(
    ("file", "contents", "missing"),
    [
        ("search/__init__.py", '"""Read `tabu`, ``mishaps`` and `openings`."""', "mishaps openings"),
        ("search/tabu.py", '"""`openings` has ``more`` than `strategy`."""', "openings"),
        ("search/tabu.py", '"""`cost.figures`, `byestand.tabu`, `first.Best`."""', "byestand.tabu first.Best"),
        ("cost.py", 'COST = 1\n"""See search/tabu.py."""  # and `search/seats`, bounds.py', "search/seats bounds.py"),
        ("page.md", "`repairs/search/tabu.py`, `cost.py`, `repairs/<name>.py`, `score.ranking`, `Book.rows`", ""),
        ("page.md", "`repairs/tabu.py`, `mend/<name>.py`, `score.rank`", "repairs/tabu.py mend/<name>.py score.rank"),
    ],
)
def test_names_of_what_does_not_exist_are_found(file: str, contents: str, missing: str) -> None:
    assert list(missing_names(PACKAGE / "repairs" / file, contents)) == missing.split()


def test_documentation_names_what_exists() -> None:
    found = {str(file): names for file in FILES if (names := list(missing_names(file, file.read_text("utf-8"))))}
    assert not found
