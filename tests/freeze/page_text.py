"""Pages as readable text for comparison: headings, tables, links with addresses, forms with their values.

Parts that differ from run to run are left out: tokens, revisions and times that depend on the clock.
"""

import re
from html.parser import HTMLParser

HEADINGS = {f"h{level}": "#" * level + " " for level in range(1, 7)}
UNSEEN = ("script", "style", "svg", "template")
LINES = re.compile(
    r"h[1-6]|address|article|aside|blockquote|caption|d[dlt]|details|div|fieldset|figure|footer|form|header|li|main|nav"
    r"|ol|option|p|pre|section|summary|table|tbody|tfoot|thead|title|tr|ul"
)
"""Elements that start and end a line."""
VARYING = frozenset({"seen", "revision", "position", "over", "back"})
"""Fields whose values depend on when a page was opened, not on what it shows."""
TOKEN = re.compile(r"(/(?:check|bring)/)[\w-]{8,}")
MOMENT = re.compile(r"(?<![A-Za-z])(at|End) \d+:\d\d")
"""The start of the next round while a clock is paused, and the end of play: both depend on the time of the request."""
NIGHT = re.compile(r"\b(night=)\d+")


def page_text(html: str) -> str:
    """Return the title and the main part of a page as lines of text."""
    reader = _Reader()
    reader.feed(html)
    lines = (re.sub(r"[ \t\n]+", " ", line).strip(" |") for line in "".join(reader.out).split("\0"))
    text = "\n".join(line for line in lines if line) + "\n"
    return NIGHT.sub(r"\1…", MOMENT.sub(r"\1 …", TOKEN.sub(r"\1…", text)))


class _Reader(HTMLParser):
    """Collects text; NUL ends a line, because the text of a page may contain line feeds."""

    def __init__(self) -> None:
        super().__init__()
        self.out: list[str] = []
        self._unseen = 0
        self._in = 0
        """The nesting depth within the title or the main part."""
        self._links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        self._unseen += tag in UNSEEN
        self._in += tag in ("title", "main")
        if self._unseen or not self._in:
            return
        if LINES.fullmatch(tag):
            self.out.append("\0" + HEADINGS.get(tag, ""))
        if "data-clock" in told:
            told_by_clock = (
                f"{name[5:]}={value}" for name, value in told.items() if name.startswith("data-") and value
            )
            self.out.append("{clock " + " ".join(told_by_clock) + "} ")
        self._part(tag, told)

    def _part(self, tag: str, told: dict[str, str]) -> None:
        if tag in ("td", "th"):
            self.out.append(" | ")
        elif tag == "br":
            self.out.append("\0")
        elif tag == "a":
            self._links.append(told.get("href", ""))
        elif tag == "form":
            self.out.append(f"form {told.get('method', 'get')} {told.get('action', '')}\0")
        elif tag == "input":
            self.out.append(_input(told))
        elif tag == "button":
            chosen = f"{told['name']}={told.get('value', '')} " if "name" in told else ""
            elsewhere = f"to {told['formaction']} " if "formaction" in told else ""
            self.out.append(f" ({chosen}{elsewhere}")
        elif tag in ("textarea", "select"):
            self.out.append(f"[{told.get('name', '')}: ")
        elif tag == "option":
            self.out.append(("*" if "selected" in told else "") + told.get("value", "") + " ")
        elif tag == "img":
            self.out.append(f"<{told.get('src', '')}>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in UNSEEN:
            self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if self._in and not self._unseen:
            if tag == "a" and self._links:
                self.out.append(f" <{self._links.pop()}>")
            elif tag in ("textarea", "select"):
                self.out.append("]")
            elif tag == "button":
                self.out.append(") ")
            elif LINES.fullmatch(tag):
                self.out.append("\0")
        self._unseen -= tag in UNSEEN
        self._in -= tag in ("title", "main")

    def handle_data(self, data: str) -> None:
        if self._in and not self._unseen:
            self.out.append(data.replace("\0", ""))


def _input(told: dict[str, str]) -> str:
    name, kind, value = told.get("name", ""), told.get("type", "text"), told.get("value", "")
    value = "…" if name in VARYING else value
    if kind in ("checkbox", "radio"):
        return f"[{'x' if 'checked' in told else ' '}] {name}={value} "
    return f"[{name}={value}]{'' if kind == 'text' else f' {kind}'} "
