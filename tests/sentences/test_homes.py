"""A sentence of one sheet, one page or the planner is in its package; `sentences` has what several outputs say."""

import ast
from collections import defaultdict

from tests.support.paths import ROOT

SOURCE = ROOT / "src/byestand"


def test_every_module_is_used_by_two_packages_or_by_another_sentence() -> None:
    users = defaultdict(set)
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                package = path.relative_to(SOURCE).parts[0]
                users[node.module].add(package)
                for name in node.names:
                    users[f"{node.module}.{name.name}"].add(package)
    modules = [path.stem for path in (SOURCE / "sentences").glob("*.py") if path.stem != "__init__"]
    assert modules
    assert not [
        one for one in modules if len(readers := users[f"byestand.sentences.{one}"]) < 2 and "sentences" not in readers
    ]
