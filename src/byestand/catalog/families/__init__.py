"""All families of movements, in one table.

A family of Byestand is a module here and a line in the table. Another package adds one through the entry point group
`byestand.families`, which is read only for unknown codes, lists and plans, so that known codes are fast.
"""

from byestand.catalog.families.howell_family import HOWELL
from byestand.catalog.families.mitchell_family import CRISSCROSS, MITCHELL, RELAY, SEGMENTED
from byestand.catalog.families.plugins import added_families
from byestand.catalog.families.rainbow_family import RAINBOW
from byestand.catalog.families.web_family import WEB
from byestand.catalog.families.whist_family import WHIST
from byestand.catalog.family import Family

OWN = (WEB, MITCHELL, RELAY, CRISSCROSS, SEGMENTED, HOWELL, RAINBOW, WHIST)
"""The table."""

_BY_LETTERS = {(family.letter, variant): family for family in OWN for variant in family.variants}


def all_families() -> tuple[Family, ...]:
    """Return every family, those of other packages last."""
    return (*OWN, *added_families(OWN))


def family_of(letter: str, variant: str) -> Family | None:
    """Return the family of codes with a letter and a variant; None if there is none."""
    if own := _BY_LETTERS.get((letter, variant)):
        return own
    return next((f for f in added_families(OWN) if f.letter == letter and variant in f.variants), None)
