"""Finds text in a page that is not in the catalogue: in the pseudo-language every phrase is between « and »."""

import re
from collections.abc import Iterable
from html.parser import HTMLParser

ATTRIBUTES = ("title", "aria-label", "alt", "placeholder", "data-confirm")
"""Attributes that people read or hear."""
BUTTONS = ("submit", "button", "reset")
SKIPPED = frozenset({"script", "style", "textarea", "code", "kbd", "template"})
"""Elements without text of the app: input, codes and keys."""
VOID = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "path", "rect", "source", "wbr"})

LABEL = r"[A-Z]{0,3}[NSEW]?\d+[A-Z]?|[A-Z]"
"""Numbers of pairs and tables, section letters, sets and seats."""
CODE = r"[HIMRSW]\d{4}(?:\d\d)?[A-Z]{0,3}|\d+-(?:up|down)(?:-\d+-(?:up|down))*"
"""Movement codes, and the board directions of a Web."""
ACCESS = r"[A-Z0-9]{3} [A-Z0-9]{3} [A-Z0-9]{3}|D\d+(?:-[A-Z0-9]{4}){4,}"
"""Codes for devices."""
CONTRACT = r"[1-7] ?(?:[SHDCshdc]|NT?|nt?)[Xx]{0,2} ?[NESWnesw]?=?|NT|[SHDC][AKQJT2-9]|x{1,2}"
ADDRESS = r"https?://\S+|--[\w-]+|/[a-z]\S*|\S+\.(?:org|example)\S*"
FORMAT = r"(?:[\w-]+)?\.?(?:csv|json|mov|MOV|bws|xlsx|tsv|asc|ASC|txt|pdf|zip|html|xml)"
NUMBER = r"\d[\d:.,–/½%-]*"
PRODUCT = "Byestand API PDF CSV JSON ACBLscore EBUScore USEBIO Bridgemate Excel BridgeMate JSS XML A3 A4 MB"
"""Names of products and formats."""


class _Reader(HTMLParser):
    """Collects what is visible outside of « and »."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._depth = 0
        self._skipped = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Read the attributes of an element."""
        values = {name: value or "" for name, value in attrs}
        is_button = tag == "input" and values.get("type") in BUTTONS
        for name in (*ATTRIBUTES, *(("value",) if is_button else ())):
            self.parts += _text_outside(values.get(name, ""))[0]
        if tag not in VOID and (self._skipped or tag in SKIPPED):
            self._skipped += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Read the attributes of an element without content."""
        self.handle_starttag(tag, attrs)
        if self._skipped and tag not in VOID:
            self._skipped -= 1

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        if self._skipped and tag not in VOID:
            self._skipped -= 1

    def handle_data(self, data: str) -> None:
        """Read a text; a phrase may continue after an element in it."""
        if not self._skipped:
            parts, self._depth = _text_outside(data, self._depth)
            self.parts += parts


def _text_outside(text: str, depth: int = 0) -> tuple[list[str], int]:
    """Return the parts of a text outside of « and », and how many « are still open."""
    parts = [""]
    for letter in text:
        if letter == "«":
            depth += 1
        elif letter == "»":
            depth -= 1
            parts.append("")
        elif depth <= 0:
            parts[-1] += letter
    return [" ".join(part.split()) for part in parts if part.strip()], depth


def untranslated_texts(page: str, known: Iterable[str] = ()) -> list[str]:
    """Return the visible texts of a page that are not in the catalogue, each once; *known* words are allowed.

    >>> untranslated_texts('<p>«Round 5» N3, W1813 <b title="Delete">tonight</b> Byestand</p>')
    ['Delete', 'tonight']
    """
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return list(dict.fromkeys(part for part in reader.parts if faults_in(part, known)))


def faults_in(text: str, known: Iterable[str] = ()) -> list[str]:
    """Return the words of a text outside of « and » that are no name, code, label or number."""
    words = [re.escape(word) for word in sorted((*known, *PRODUCT.split()), key=len, reverse=True)]
    allowed = re.compile(
        rf"(?<!\w)(?:{'|'.join((ADDRESS, FORMAT, CODE, ACCESS, CONTRACT, NUMBER, LABEL, *words))})(?!\w)"
    )
    outside, _ = _text_outside(text)
    left = " ".join(allowed.sub(" ", part) for part in outside)
    return [word for word in re.findall(r"[\w'’-]+", left) if any(map(str.isalpha, word))]
