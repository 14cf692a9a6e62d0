"""Extract every phrase of the program into the template of the catalogues: src/byestand/locale/byestand.pot.

With --check it writes nothing, and fails if the template is not up to date.
"""

import ast
import io
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from check_phrases import SAY, name_of

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "byestand"
TEMPLATE = SOURCE / "locale" / "byestand.pot"
TEMPLATE_KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
METHODS = [("**.html", "jinja2")]
OPTIONS = {"**.html": {"newstyle_gettext": "true", "trimmed": "true", "silent": "false"}}


def python_phrases(source: str) -> Iterator[tuple[tuple[str, ...], str | None]]:
    """Yield the phrases of a module: the text or its two forms, and the context.

    Babel reads tokens, and does not see the calls inside of f-strings.
    """
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or name_of(node) not in SAY:
            continue
        texts = [argument.value for argument in node.args[: SAY[name_of(node)]] if isinstance(argument, ast.Constant)]
        if len(texts) == SAY[name_of(node)]:
            in_context = name_of(node) == "say_in"
            yield tuple(map(str, texts[in_context:])), str(texts[0]) if in_context else None


def extract() -> Catalog:
    """Return the catalogue of all phrases, in the order of their files."""
    catalogue = Catalog(project="byestand")
    for path in sorted(SOURCE.rglob("*.py")):
        for texts, context in python_phrases(path.read_text(encoding="utf-8")):
            message = texts if len(texts) > 1 else texts[0]
            catalogue.add(message, locations=[(path.relative_to(SOURCE).as_posix(), 0)], context=context)
    for file, _, message, _, context in extract_from_dir(SOURCE, METHODS, OPTIONS, TEMPLATE_KEYWORDS):
        catalogue.add(message, locations=[(file, 0)], context=context)
    return catalogue


def template(catalogue: Catalog) -> bytes:
    """Return the catalogue as a file, without times and line numbers, which would change with every commit."""
    file = io.BytesIO()
    write_po(file, catalogue, omit_header=True, include_lineno=False, width=110, sort_by_file=True)
    return file.getvalue()


def main() -> int:
    """Write the template, or check it."""
    text = template(extract())
    if "--check" not in sys.argv:
        TEMPLATE.parent.mkdir(exist_ok=True)
        TEMPLATE.write_bytes(text)
    elif not TEMPLATE.exists() or TEMPLATE.read_bytes() != text:
        print("the template of the catalogues is not up to date: run make catalogues")
        return 1
    print(f"{len(extract())} phrases")
    return 0


if __name__ == "__main__":
    sys.exit(main())
