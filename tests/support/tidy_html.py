"""Pages without the whitespace that browsers do not show, so that tests do not depend on the layout of templates."""

import re

BLOCKS = (
    "address|article|aside|body|caption|col|colgroup|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|g|h[1-6]"
    "|head|header|html|legend|li|link|main|meta|nav|ol|option|p|path|rect|section|summary|svg|table|tbody|td|tfoot"
    "|th|thead|title|tr|ul|br|text"
)
SPACE = r"[ \t\r\n\f]"
"""Whitespace that browsers collapse; a no-break space is shown."""
KEPT = re.compile(r"(<(textarea|pre|script)\b.*?</\2>)", re.DOTALL)
TAG = re.compile(r"""<[a-zA-Z/!](?:"[^"]*"|'[^']*'|[^>"'])*>""")
AROUND_BLOCKS = re.compile(rf"""{SPACE}*(</?(?:{BLOCKS})\b(?:"[^"]*"|'[^']*'|[^>"'])*>){SPACE}*""")


def tidy(html: str) -> str:
    """Return a page with single spaces, and with none next to the tags of blocks."""
    pieces = KEPT.split(html)
    kept = pieces[1::3]
    shown = [_tidy(piece) for piece in pieces[0::3]]
    return "".join(piece for both in zip(shown, [*kept, ""], strict=True) for piece in both)


def _tidy(html: str) -> str:
    html = TAG.sub(lambda tag: re.sub(r"\s+(?=>$)", "", re.sub(r"\s*\n\s*", " ", tag.group())), html)
    return re.sub(f"{SPACE}+", " ", AROUND_BLOCKS.sub(r"\1", html))
