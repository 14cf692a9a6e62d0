"""How templates are written: short lines, no arithmetic, no plurals by hand, all text in the catalogue."""

from collections.abc import Iterator
from pathlib import Path

from jinja2 import Environment, nodes

from template_text import text_faults

MAX_LINE_CHARS = 120
SHARED = Path(__file__).parents[1] / "src/byestand/server/web/templates"
ARITHMETIC = (nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Pow)


def rule_faults(env: Environment) -> Iterator[str]:
    """Yield the violations of the rules in all templates."""
    yield from foreign_templates(env)
    for file in env.list_templates(extensions=["html"]):
        assert env.loader  # noqa: S101 - it always has one
        source = env.loader.get_source(env, file)[0]
        for number, line in enumerate(source.splitlines(), start=1):
            if len(line) > MAX_LINE_CHARS:
                yield f"{file}:{number}: {len(line)} characters in a line, of at most {MAX_LINE_CHARS}"
        tree = env.parse(source)
        for node in tree.find_all(ARITHMETIC):
            yield f"{file}:{node.lineno}: arithmetic, which belongs in the view: {node.operator}"
        for choice in tree.find_all(nodes.CondExpr):
            if _is_plural(choice):
                yield f"{file}:{choice.lineno}: a plural by hand; use `pluralize` in a `trans` block"
        yield from (f"{file}:{line}: {fault}" for line, fault in text_faults(env, source))


def foreign_templates(env: Environment) -> Iterator[str]:
    """Yield where a page uses a template of another page: pages never import each other."""
    assert env.loader  # noqa: S101 - it always has one
    folders = {
        file: Path(path).parent
        for file in env.list_templates(extensions=["html"])
        if (path := env.loader.get_source(env, file)[1])
    }
    for file, folder in folders.items():
        tree = env.parse(env.loader.get_source(env, file)[0])
        for node in tree.find_all((nodes.FromImport, nodes.Import, nodes.Include, nodes.Extends)):
            template: nodes.Node = node.template  # type: ignore[attr-defined] # each of these classes has it
            named = template.items if isinstance(template, nodes.List | nodes.Tuple) else [template]
            for name in named:
                if not isinstance(name, nodes.Const):
                    yield f"{file}:{node.lineno}: a template by a computed name; write the name"
                elif folders.get(name.value, folder) not in (folder, SHARED):
                    yield f"{file}:{node.lineno}: a template of another page: {name.value}; move it to web/templates"


def _is_plural(choice: nodes.CondExpr) -> bool:
    """Return whether a choice is between a word and the same word with an s, by a number."""
    if not (isinstance(choice.expr1, nodes.Const) and isinstance(choice.expr2, nodes.Const)):
        return False
    one, many = choice.expr1.value, choice.expr2.value
    return isinstance(one, str) and isinstance(many, str) and f"{one}s" in (many, f"{many}ss")
