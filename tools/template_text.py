"""Text in templates: everything that people read is a phrase of the catalogue, in a ``trans`` block or in ``_()``."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from jinja2 import Environment, nodes
from jinja2.exceptions import TemplateSyntaxError

GETTEXT = {"_": 1, "gettext": 1, "ngettext": 2, "pgettext": 2}
"""Functions of the catalogue, and how many of their first arguments are texts."""
EDITING_FILTERS = frozenset({"capitalize", "lower", "title", "upper", "sentence", "plural"})
VISIBLE = frozenset(
    {"alt", "aria-label", "data-confirm", "data-takes-time", "data-tip", "label", "placeholder", "title"}
)
"""Attributes that people read, besides those that begin with `data-text`."""
LITERAL_TAGS = frozenset({"code", "kbd", "script", "style"})
"""Tags of code and of keys to press: their literal text is the same in all languages."""
NAMES = re.compile(r"\b(?:Byestand|PDF|API|[A-Z]\d\w*)\b")
"""Proper nouns and codes such as W1813 and N5, which are not translated."""
_JINJA = re.compile(
    r"(?P<phrase>{%[-+]?\s*trans\b.*?{%[-+]?\s*endtrans\b.*?%})|(?P<shown>{{.*?}})|{%.*?%}|{#.*?#}", re.DOTALL
)
_ATTRIBUTE = re.compile(r'[\w-]+="[^"]*"')
"""An attribute outside of a tag, from a macro that adds it to one."""
_FIRST_MARK = 0xE000
"""The first character of Unicode for private use: one stands for each expression while the HTML is read."""


class _Reader(HTMLParser):
    """Finds the literal texts of a template that people read, and the expressions that are shown to them."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[tuple[int, str]] = []
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag in LITERAL_TAGS:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - base class
        line = self.getpos()[0]
        self.texts += (
            (line, value) for name, value in attrs if value and (name in VISIBLE or name.startswith("data-text"))
        )

    def handle_endtag(self, tag: str) -> None:
        if self._open and tag == self._open[-1]:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if not self._open:
            lines = _ATTRIBUTE.sub("", data).split("\n")
            self.texts += ((self.getpos()[0] + number, line) for number, line in enumerate(lines))


def text_faults(env: Environment, source: str) -> Iterator[tuple[int, str]]:
    """Yield lines and faults of a template: text outside of the catalogue, and code that edits English."""
    expressions: list[str] = []

    def mark(match: re.Match[str]) -> str:
        lines = "\n" * match[0].count("\n")
        if not match["shown"]:
            return lines
        expressions.append(match["shown"])
        return chr(_FIRST_MARK + len(expressions) - 1) + lines

    reader = _Reader()
    reader.feed(_JINJA.sub(mark, source))
    reader.close()
    for line, text in reader.texts:
        if _has_letters(text):
            shown = re.sub("[\ue000-\uf8ff]", "…", " ".join(text.split()))
            yield line, f"text that is not in the catalogue: {shown[:60]}"
        for character in text:
            number = ord(character) - _FIRST_MARK
            if 0 <= number < len(expressions):
                yield from ((line, fault) for fault in _shown_faults(env, expressions[number]))
    yield from _tree_faults(env.parse(source))


def _has_letters(text: str) -> bool:
    """Return whether a text has letters besides proper nouns and marks of expressions."""
    return any(character.isalpha() for character in NAMES.sub("", text))


def _shown_faults(env: Environment, expression: str) -> Iterator[str]:
    """Yield the literal texts that an expression shows."""
    try:
        tree = env.parse(expression)
    except TemplateSyntaxError:  # part of a block; the template as a whole was parsed
        return
    for output in tree.find_all(nodes.Output):
        for node in output.nodes:
            yield from (f"text that is not in the catalogue: {text}" for text in _literals(node) if _has_letters(text))


def _literals(node: nodes.Node) -> Iterator[str]:
    """Yield the literals among the possible values of an expression."""
    match node:
        case nodes.Const(value=str(text)):
            yield text
        case nodes.CondExpr() | nodes.Or() | nodes.And() | nodes.Concat():
            children = (node.expr1, node.expr2) if isinstance(node, nodes.CondExpr) else list(node.iter_child_nodes())
            for child in filter(None, children):
                yield from _literals(child)
        case nodes.Filter(name=name) if node.node and name != "format":
            yield from _literals(node.node)
            if name == "join":
                yield from (text for argument in node.args for text in _literals(argument))


def _tree_faults(node: nodes.Node) -> Iterator[tuple[int, str]]:
    """Yield phrases that are put together, filters that edit text, and arguments that look like English."""
    children = list(node.iter_child_nodes())
    match node:
        case nodes.Filter(name=name) if name in EDITING_FILTERS:
            yield node.lineno, f"a filter that edits text: {name}"
        case nodes.Call(node=nodes.Name(name=name)) if name in GETTEXT:
            texts = node.args[: GETTEXT[name]]
            if any(isinstance(text, nodes.Concat | nodes.CondExpr | nodes.Add) for text in texts):
                yield node.lineno, "a phrase that is put together at run time"
            children = [child for child in children if child not in texts]
        case nodes.Const(value=str(text)) if _looks_like_english(text):
            yield node.lineno, f"text that is not in the catalogue: {text[:60]}"
    for child in children:
        yield from _tree_faults(child)


def _looks_like_english(text: str) -> bool:
    """Return whether a literal is English rather than a key: a capitalised word, or at least three words.

    >>> [_looks_like_english(text) for text in ("Keep", "in the room", "quiet small", "NS", "E5")]
    [True, True, False, False, False]
    """
    words = [word for word in text.split() if word.isalpha()]
    return bool(re.match(r"[A-Z][a-z]", NAMES.sub("", text))) or len(words) > 2
