"""Phrases of templates: ``trans`` blocks, in which each address is a gap that passes through `app_url`."""

import re

from jinja2 import nodes
from jinja2.exceptions import TemplateAssertionError
from jinja2.ext import InternationalizationExtension

from byestand.server.web.app_url import AppUrls

_PHRASE = re.compile(r"({%[-+]?\s*trans\b.*?{%[-+]?\s*endtrans\b.*?%})", re.DOTALL)
_ADDRESS_GAP = re.compile(r'\shref="%\((\w+)\)s')
_WRITTEN_ADDRESS = re.compile(r'\shref="/')


class UrlsOutsidePhrases(AppUrls):
    """Has every address outside of phrases pass through `app_url`."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Return the source of a template with the calls put in, each on its line."""
        parts = _PHRASE.split(source)
        parts[::2] = [super(UrlsOutsidePhrases, self).preprocess(part, name, filename) for part in parts[::2]]
        return "".join(parts)


class Phrases(InternationalizationExtension):
    """Has every address in a phrase pass through `app_url`: `<a href="{{ library }}">` with `library="/library"`."""

    def _make_node(
        self,
        singular: str,
        plural: str | None,
        context: str | None,
        variables: dict[str, nodes.Expr],
        plural_expr: nodes.Expr | None,
        vars_referenced: bool,
        num_called_num: bool,
    ) -> nodes.Output:
        text = f"{singular} {plural or ''}"
        if _WRITTEN_ADDRESS.search(text):
            raise TemplateAssertionError(f"an address in a phrase must be a variable: {singular[:60]}", 1)
        for gap in set(_ADDRESS_GAP.findall(text)):
            variables[gap] = nodes.Call(nodes.Name("app_url", "load"), [variables[gap]], [], None, None)
        return super()._make_node(singular, plural, context, variables, plural_expr, vars_referenced, num_called_num)
