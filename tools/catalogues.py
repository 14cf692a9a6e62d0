"""Extract every phrase of the program into the template of the catalogues: src/byestand/locale/byestand.pot.

With --check it writes nothing, and fails if the template is not up to date.
"""

import io
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "byestand"
TEMPLATE = SOURCE / "locale" / "byestand.pot"
KEYWORDS = {
    "say": None, "phrase": None, "say_many": (1, 2), "say_in": ((1, "c"), 2),
    "_": None, "gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2),
}  # fmt: skip
METHODS = [("**.py", "python"), ("**.html", "jinja2")]
OPTIONS = {"**.html": {"newstyle_gettext": "true", "trimmed": "true", "silent": "false"}}


def extract() -> Catalog:
    """Return the catalogue of all phrases, in the order of their files."""
    catalogue = Catalog(project="byestand")
    for file, _, message, _, context in extract_from_dir(SOURCE, METHODS, OPTIONS, KEYWORDS):
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
