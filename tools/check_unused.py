"""Check that every name of the program is used by the program itself: what only a test reads is dead.

vulture finds what no module of `src` reads. Jinja and Typst templates, scripts and quoted annotations count too, which
vulture does not read. What a library calls is in the reviewed list; an entry that is no longer needed is an error.
"""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from jinja2 import Environment
from vulture import Vulture  # type: ignore[import-untyped]

SOURCES = Path(__file__).parent.parent / "src" / "byestand"
MIN_CONFIDENCE = 60
"""Per cent, as vulture counts: everything that it finds."""
FIELD = re.compile(r"\.([A-Za-z_]\w*)")
"""A name after a dot, in a script or a Typst template; words of the text are not names."""
JINJA = Environment(extensions=["jinja2.ext.i18n"], autoescape=True)

REVIEWED: Mapping[str, tuple[str, ...]] = {
    "Python calls or reads it": (
        "__init__.py:__dir__",
        "__init__.py:__getattr__",
        "plan/__init__.py:__class__",
        "server/auth/addresses.py:_fields_",
        "server/run.py:daemon",
        "server/storage/sqlite.py:text_factory",
    ),
    "the XML parser of Python calls or reads it": (
        "formats/xlsx/package.py:CharacterDataHandler",
        "formats/xlsx/package.py:EndElementHandler",
        "formats/xlsx/package.py:StartDoctypeDeclHandler",
        "formats/xlsx/package.py:StartElementHandler",
        "formats/xlsx/package.py:buffer_text",
    ),
    "click calls or reads it": (
        "cli/__init__.py:format_commands",
        "cli/__init__.py:get_command",
        "cli/commands/admin.py:delete_workspace",
        "cli/commands/admin.py:stats",
        "cli/usage.py:allow_extra_args",
        "cli/usage.py:get_invalid_choice_message",
    ),
    "Starlette calls or reads it": (
        "server/web/routing.py:regex",
        "server/web/routing.py:to_string",
    ),
    "an option of the command line, read by its key": (
        "cli/commands/plan.py:no_guide_cards",
        "cli/commands/plan.py:no_party_table",
        "cli/commands/plan.py:no_rover",
        "cli/commands/plan.py:no_sharing",
        "cli/commands/plan.py:no_skip",
    ),
    "a weight, read by the key of its cost": (
        "plan/choosing/weights.py:apples_at_imps",
        "plan/choosing/weights.py:factored",
        "plan/choosing/weights.py:further_cases",
        "plan/choosing/weights.py:imbalance",
        "plan/choosing/weights.py:long_rounds",
        "plan/choosing/weights.py:nobody_stays",
        "plan/choosing/weights.py:other_length",
        "plan/choosing/weights.py:reboarding",
        "plan/choosing/weights.py:second_case",
        "plan/choosing/weights.py:single_boards",
        "plan/choosing/weights.py:under_70_percent",
    ),
}
"""What only others use: the reason, and each place with its name."""


@dataclass(frozen=True, order=True)
class UnusedName:
    """A name that the program defines and never reads."""

    path: str
    name: str
    line: int
    kind: str

    @property
    def entry(self) -> str:
        """Its entry in the reviewed list."""
        return f"{self.path}:{self.name}"

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: nobody reads this {self.kind}: {self.name}"


def names_in_templates(folder: Path) -> Iterator[str]:
    """Yield every name that a Jinja template reads of a value."""
    for path in sorted(folder.rglob("*.html")):
        tokens = JINJA.lex(path.read_text(encoding="utf-8"), filename=path.name)
        code = [value for _, kind, value in tokens if kind != "whitespace"]
        yield from (name for dot, name in pairwise(code) if dot == ".")


def names_in_scripts(folder: Path) -> Iterator[str]:
    """Yield every name that a script of ours or a Typst template reads of a value."""
    for path in sorted((*folder.rglob("*.js"), *folder.rglob("*.typ"))):
        if not path.name.endswith(".min.js"):
            yield from FIELD.findall(path.read_text(encoding="utf-8"))


def names_in_quoted_annotations(tree: ast.AST) -> Iterator[str]:
    """Yield every name in an annotation that is a string."""
    for node in ast.walk(tree):
        annotation = node.returns if isinstance(node, ast.FunctionDef) else getattr(node, "annotation", None)
        for quoted in quoted_types(annotation) if annotation else ():
            yield from (part.id for part in ast.walk(ast.parse(quoted, mode="eval")) if isinstance(part, ast.Name))


def quoted_types(annotation: ast.AST) -> Iterator[str]:
    """Yield the strings of an annotation that are types; those of a `Literal` are values."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        yield annotation.value
    elif not (isinstance(annotation, ast.Subscript) and ast.unparse(annotation.value) == "Literal"):
        for part in ast.iter_child_nodes(annotation):
            yield from quoted_types(part)


def find_unused_names(folder: Path) -> list[UnusedName]:
    """Return all names that nothing in a folder reads.

    Templates get fields, properties and methods of views; scripts and Typst get data, which has only fields.
    """
    finder = Vulture()
    finder.scavenge([str(folder)])
    used = set[str]()
    for path in sorted(folder.rglob("*.py")):
        used.update(names_in_quoted_annotations(ast.parse(path.read_text(encoding="utf-8"))))
    in_templates, in_scripts = set(names_in_templates(folder)), set(names_in_scripts(folder))
    elsewhere = {
        "variable": used | in_templates | in_scripts,
        "property": used | in_templates,
        "method": used | in_templates,
    }
    return sorted(
        UnusedName(Path(item.filename).relative_to(folder).as_posix(), item.name, item.first_lineno, item.typ)
        for item in finder.get_unused_code(min_confidence=MIN_CONFIDENCE)
        if item.name not in elsewhere.get(item.typ, used)
    )


def find_faults(folder: Path, reviewed: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """Yield every unused name that is not in the reviewed list, and every entry of the list that is not unused."""
    found = find_unused_names(folder)
    entries = {entry for group in reviewed.values() for entry in group}
    yield from (str(name) for name in found if name.entry not in entries)
    outdated = entries - {name.entry for name in found}
    yield from (
        f"no longer unused, delete it from the list of tools/check_unused.py: {one}" for one in sorted(outdated)
    )


def main() -> int:
    """Print all faults; return 1 if there are any."""
    found = list(find_faults(SOURCES, REVIEWED))
    print("\n".join(found) or "no unused names")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
