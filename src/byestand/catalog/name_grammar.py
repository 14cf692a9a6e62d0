"""The grammar of movement codes. A code always means the same schedule.

A letter, two or three numbers of two digits each, optional letters for the variant, and optionally ER, NR or TR: an EW,
NS or two-way rover, with a party table in addition to the tables of the code. The families (`families`) define letters
and numbers; W codes are those of Tim Hill's library, the others are Byestand's. Letters may be small.

The package of 2011 had the names WEBttdd, WEBttddNSR and WEBttddEWR, which are read as W codes.
"""

import re

from byestand.catalog.families import all_families, family_of
from byestand.catalog.families.plugins import answers, name_plugin_in_errors
from byestand.catalog.family import Name
from byestand.errors import BadRequest
from byestand.language import say

MAX_NAME_CHARS = 40
"""Longer than any code; longer input is cut in errors."""

_GRAMMAR = re.compile(r"(?P<letter>[A-Z])(?P<numbers>\d{4}|\d{6})(?P<variant>[A-Z]?N?)(?P<rover>(?:[ENT]R)?)", re.ASCII)
_OF_2011 = re.compile(r"WEB(?P<numbers>\d{4})(?P<rover>(?:NSR|EWR)?)", re.ASCII)
_ROVERS_OF_2011 = {"": "", "NSR": "NR", "EWR": "ER"}


def parse(text: str) -> Name:
    """Return the parts of a code; the inverse of ``str(name)``.

    >>> name = parse("W191312")
    >>> str(name.family), name.tables, name.deal_groups, name.rounds
    ('web', 19, 13, 12)
    >>> str(parse("m0808r")), parse("I1313").players
    ('M0808R', 13)
    """
    text = text if len(text) <= MAX_NAME_CHARS else text[:MAX_NAME_CHARS] + "…"
    parts = _GRAMMAR.fullmatch(name_today(text) or text.strip().upper())
    family = family_of(parts["letter"], parts["variant"]) if parts else None
    if not parts or not family or parts["rover"] not in ("", *family.rovers):
        raise BadRequest(_unknown(text))
    numbers = [int(pair) for pair in re.findall("..", parts["numbers"])]
    try:
        with name_plugin_in_errors(family):
            return family.parse_name(numbers, parts["variant"], parts["rover"])
    except BadRequest as bad:
        raise BadRequest(f"{bad}: {text!r}") from None


def is_for_players(text: str) -> bool:
    """Return whether a code is that of an individual movement; false for an unknown code.

    >>> is_for_players("R1111"), is_for_players("w1813"), is_for_players("friday")
    (True, False, False)
    """
    try:
        return parse(text).family.for_players
    except BadRequest:
        return False


def name_today(text: str) -> str:
    """Return the current code for a name of the 2011 package; empty if it is no such name.

    >>> name_today("WEB1812NSR"), name_today("web1008"), name_today("W1812NR")
    ('W1812NR', 'W1008', '')
    """
    parts = _OF_2011.fullmatch(text.strip().upper())
    return f"W{parts['numbers']}{_ROVERS_OF_2011[parts['rover']]}" if parts else ""


def _unknown(text: str) -> str:
    """Return the error for an unknown code, with similar codes of common movements."""
    from difflib import get_close_matches  # noqa: PLC0415 - needed for typing errors only, and start-up must be fast

    usual = [str(name) for family in all_families() for name in answers(family, family.usual)]
    near = get_close_matches(text.strip().upper().replace("WEB", "W"), usual, n=4, cutoff=0.65)
    if near:
        return say("unknown movement; similar: {names}: {text!r}", names=", ".join(sorted(near)), text=text)
    return say(
        "unknown movement; codes look like W1813, W191312, M1313, H0813 or R1111: {text!r}",
        text=text,
    )
