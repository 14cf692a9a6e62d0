"""Check names: standard terms, nouns for values, verbs for functions, one name for one thing.

Fails on forbidden names of modules, classes, functions, fields and properties, on classes of the package that share a
name, on modules that share a name without sharing a role, and on constants such as MOST_ROWS. Texts are checked for
pronouns and phrases that we do not use. CONTRIBUTING.md has the rules.
"""

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
FOLDERS = ("src", "tests", "tools", "bench", "fuzz", "examples")

FORBIDDEN = frozenset({
    "told", "tell", "telling", "said", "saying", "found", "kept", "keeping", "seen", "met", "had", "gone", "came",
    "left", "shown", "given", "taken", "taking", "made", "brought", "bringing", "written", "wanted", "wants", "wish",
    "asked", "asking", "called", "named", "known", "lost", "way", "ways", "most", "least", "few", "who", "whom",
    "what", "how", "why", "where", "when", "then", "now", "here", "there", "about", "against", "beside", "outside",
    "underneath", "alike", "bare", "single", "wrong", "tight", "late", "no", "so", "of",
})  # fmt: skip
ADJECTIVES = frozenset({"few", "found", "known", "late", "lost", "named", "no", "seen", "shown", "single", "wrong"})
"""Forbidden words that may begin the name of a class: KnownSeating, LatePlay."""
NOUNS = frozenset({
    "annealing", "binding", "bring", "building", "drawing", "embedding", "evening", "factoring", "feed", "field",
    "finding", "heading", "king", "listing", "meeting", "missing", "numbering", "opening", "padding", "pairing",
    "ranking", "ring", "routing", "ruling", "scoring", "seating", "seed", "setting", "sharing", "spacing", "speed",
    "spring", "string", "thing", "timing", "warning",
})  # fmt: skip
"""Nouns that end in -ed or -ing; `missing` is what directors call a pair that never came."""
QUESTIONS = ("no_", "who_", "how_", "why_")
OLD_LIMITS = re.compile(r"_*((MOST|FEWEST|LEAST|A)_[A-Z]|(MOST|FEWEST|LEAST)$)")
UNUSED_WORDS = re.compile(r"\b(he|his|him|himself|the no to|who asks)\b", re.IGNORECASE)
ROLES = frozenset({"__init__", "__main__", "routes", "view"})
"""Modules that have the same role in several packages."""
SUBJECTS = frozenset({
    "arrows", "board_moves", "boards", "claims", "csv", "groups", "history", "itinerary", "moves", "people",
    "results", "rovers", "setup", "steps",
})  # fmt: skip
"""Modules about one subject in several layers."""
EXCEPTIONS = {
    "Found": "an outcome of a search: Found, Impossible or OutOfTime",
    "Judged": "a public name",
    "Started": "an event: play started",
    "Undone": "an event: another one is undone",
    "judged": "what `Judged` contains",
    "Contract.doubled": "a key of stored nights",
    "Phase.left": "a key that the scripts read",
    "Weights.factored": "a key of the API",
    "Weights.reboarding": "a key of the API",
    "Weights.turning": "a key of the API",
    "WorkspaceInfo.visited": "a key of the API",
    "Statistics.visited": "a key of the API",
}
COMMANDS = "src/byestand/cli/commands/"
"""Commands are named after what is typed, and so are the fields of their requests."""


class Definition(NamedTuple):
    """A name that a module defines."""

    line: int
    kind: str
    name: str


class Fault(NamedTuple):
    """What is wrong with a name, and where."""

    path: str
    line: int
    text: str


def describe_fault(name: str) -> str:
    """Return what is wrong with a name, or nothing."""
    plain = name.rpartition(".")[2].strip("_")
    word = plain.lower()
    if name in EXCEPTIONS or plain in EXCEPTIONS:
        return ""
    if first := re.match(r"([A-Z][a-z]+)[A-Z]", plain):
        return "does not say what it is" if first[1].lower() in FORBIDDEN - ADJECTIVES else ""
    if word in FORBIDDEN:
        return "does not say what it is"
    if "_" not in word and word.endswith(("ed", "ing")) and word not in NOUNS:
        return "is a participle: use a noun for a value, a verb for a function"
    return ""


def definitions(tree: ast.AST, *, owner: str = "") -> Iterator[Definition]:
    """Yield what a module or a class defines. Flags may be adjectives, so fields of type bool are left out."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield Definition(node.lineno, "class", node.name)
            yield from definitions(node, owner=f"{node.name}.")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            is_property = any("property" in ast.unparse(decorator) for decorator in node.decorator_list)
            if not (is_property and node.returns and ast.unparse(node.returns) == "bool"):
                yield Definition(node.lineno, "property" if is_property else "function", owner + node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            if not owner:
                kind = "type" if "TypeAlias" in ast.unparse(node.annotation) else "constant"
                yield Definition(node.lineno, kind, node.target.id)
            elif "bool" not in ast.unparse(node.annotation):
                yield Definition(node.lineno, "field", owner + node.target.id)
        elif isinstance(node, ast.Assign) and not owner:
            targets = [name for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)]
            yield from (Definition(name.lineno, "constant", name.id) for name in targets)
        elif isinstance(node, ast.If | ast.Try):
            yield from definitions(node, owner=owner)


def name_faults(path: str, names: Sequence[Definition]) -> Iterator[Fault]:
    """Yield the forbidden names of a module."""
    stem = Path(path).stem
    if fault := describe_fault(stem):
        yield Fault(path, 1, f"module {stem} {fault}")
    for line, kind, name in names:
        if kind == "constant":
            if OLD_LIMITS.match(name):
                yield Fault(path, line, f"constant {name}: call a limit MAX_ or MIN_, with its unit")
        elif kind == "field" and path.startswith(COMMANDS):
            continue
        elif fault := describe_fault(name):
            yield Fault(path, line, f"{kind} {name} {fault}")
        elif kind == "function" and name.rpartition(".")[2].lstrip("_").startswith(QUESTIONS) and "verify/" not in path:
            yield Fault(path, line, f"function {name} is a question: use a verb")


def repeated_names(places: Iterable[tuple[str, str, int]], kind: str) -> Iterator[Fault]:
    """Yield every name that is defined a second time."""
    by_name = defaultdict(list)
    for name, path, line in places:
        by_name[name].append((path, line))
    for name, (first, *others) in by_name.items():
        for path, line in others:
            yield Fault(path, line, f"{kind} {name} is also in {first[0]}")


def text_faults(path: str, text: str) -> Iterator[Fault]:
    """Yield the lines of a text with words that we do not use."""
    for number, line in enumerate(text.splitlines(), 1):
        if match := UNUSED_WORDS.search(line):
            yield Fault(path, number, f"{match[0]!r}: name the person, or address the reader")


def is_prose(path: str) -> bool:
    """Return whether the words of a file are checked."""
    suffix = Path(path).suffix
    return (path.startswith(("src/", "docs/")) and suffix in {".html", ".md", ".py", ".typ"}) or suffix == ".md"


def listed_files(root: Path) -> list[str]:
    """Return the files that git tracks, or would track."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    paths = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout.splitlines()
    return sorted({path for path in paths if (root / path).is_file() and "vendor" not in path})


def find_faults(root: Path = ROOT) -> Iterator[Fault]:
    """Yield everything that is wrong."""
    classes, modules = [], []
    for path in listed_files(root):
        is_python = path.split("/")[0] in FOLDERS and path.endswith(".py")
        if not (is_python or is_prose(path)):
            continue
        text = (root / path).read_text(encoding="utf-8")
        if is_prose(path):
            yield from text_faults(path, text)
        if is_python:
            names = list(definitions(ast.parse(text)))
            yield from name_faults(path, names)
            if path.startswith("src/"):
                classes += [(name, path, line) for line, kind, name in names if kind == "class"]
                if Path(path).stem not in ROLES | SUBJECTS and not path.startswith(COMMANDS):
                    modules.append((Path(path).stem, path, 1))
    yield from repeated_names(classes, "class")
    yield from repeated_names(modules, "module")


def main() -> int:
    """Print every fault; return 1 if there is one."""
    faults = sorted(find_faults())
    for path, line, text in faults:
        print(f"{path}:{line}: {text}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
