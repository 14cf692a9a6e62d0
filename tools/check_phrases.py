"""Check that text for people goes through the catalogue, and that every phrase can be translated.

Fails on an error raised with a text that is not in the catalogue, on a phrase that is put together at run time, and on
gaps that do not match the arguments. With --all it also lists every other text of two words or more: most of those
bypass the catalogue, the rest are patterns, keys and the like.
"""

import ast
import string
import sys
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "byestand"
SAY = {"say": 1, "say_many": 2, "say_in": 2, "phrase": 1}
"""Functions of the catalogue, and how many of their first arguments are texts."""
ERRORS = frozenset({
    "BadRequest", "NoSuchMovement", "NotFound", "NotFoundInTime", "BrokenMovement", "FormatError", "CannotExpress",
    "OutOfDate", "RequestRefused", "ByestandError", "Mismatch", "JobError",
})  # fmt: skip


def name_of(call: ast.Call) -> str:
    """Return the last part of the name of the called function."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def is_text(node: ast.AST) -> bool:
    """Return whether a node is a text of at least two words."""
    if isinstance(node, ast.JoinedStr):
        literal = "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
        return any(map(str.isalpha, literal)) and " " in literal
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and has_words(node.value)


def has_words(text: str) -> bool:
    """Return whether a text has two words."""
    return sum(any(map(str.isalpha, word)) for word in text.split()) > 1


def gaps(text: str) -> set[str]:
    """Return the names of the gaps of a phrase."""
    return {name.split(".")[0].split("[")[0] for _, name, _, _ in string.Formatter().parse(text) if name}


def phrase_faults(call: ast.Call) -> Iterator[str]:
    """Yield the faults of a phrase."""
    phrases = call.args[: SAY[name_of(call)]]
    if any(isinstance(one, ast.JoinedStr | ast.BinOp | ast.IfExp) for one in phrases):
        yield "a phrase is put together at run time"
    if name_of(call) == "phrase" or any(one.arg is None for one in call.keywords):
        return
    literals = [one.value for one in phrases if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    if len(literals) == len(phrases):
        implied = {"number"} if name_of(call) == "say_many" else set[str]()
        wanted = set[str]().union(*map(gaps, literals[1:] if name_of(call) == "say_in" else literals)) - implied
        if wanted != {one.arg for one in call.keywords}:
            yield f"the gaps {sorted(wanted)} do not match the arguments"


def import_faults(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield phrases that are translated when their module is imported, before the language is known."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
            yield from import_faults(default)
        return
    if isinstance(node, ast.Call) and name_of(node) in SAY and name_of(node) != "phrase":
        yield node.lineno, "a phrase is translated at import: mark it with phrase() and say() it later"
    for child in ast.iter_child_nodes(node):
        yield from import_faults(child)


def visit(node: ast.AST, *, everything: bool, raised: bool = False) -> Iterator[tuple[int, str]]:
    """Yield the faults below a node."""
    if isinstance(node, ast.Call) and name_of(node) in SAY:
        yield from ((node.lineno, fault) for fault in phrase_faults(node))
        rest = [*node.args[SAY[name_of(node)] :], *(one.value for one in node.keywords)]
        for one in rest:
            yield from visit(one, everything=everything, raised=raised)
        return
    if (everything or raised) and is_text(node):
        yield node.lineno, f"not in the catalogue: {ast.unparse(node)[:100]}"  # type: ignore[attr-defined]
        return
    raised = raised or (isinstance(node, ast.Call) and name_of(node) in ERRORS)
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)):  # a docstring
            yield from visit(child, everything=everything, raised=raised)


def find_faults(source: str, *, everything: bool = False) -> list[tuple[int, str]]:
    """Return the faults of a module, with their lines."""
    tree = ast.parse(source)
    return sorted({*visit(tree, everything=everything), *import_faults(tree)})


def main() -> int:
    """Print all faults; return 1 if there are any."""
    everything = "--all" in sys.argv
    folders = [Path(folder) for folder in sys.argv[1:] if folder != "--all"] or [SOURCE]
    count = 0
    for path in sorted(file for folder in folders for file in ([folder] if folder.is_file() else folder.rglob("*.py"))):
        for line, fault in find_faults(path.read_text(encoding="utf-8"), everything=everything):
            print(f"{path}:{line}: {fault}")
            count += 1
    print(f"{count} texts to check")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
