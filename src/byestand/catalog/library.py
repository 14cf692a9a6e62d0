"""The known library of 2019: which files it has, by name and folder.

Tim Hill's package has 82 files in WEBS and 1,153 in MOREWEBS. This rule gives just those counts: every shape with 6 to
45 tables and 6 to 15 deal groups, plain and with either rover; and, with an odd number of groups, curtailed by one
round if the tables are odd and not fewer than the groups, or one fewer than the groups. (Inferred: there is no list.)
"""

from collections.abc import Iterator
from dataclasses import dataclass

from byestand.catalog.families.web import WEB, is_built_into_acblscore, of_size
from byestand.catalog.family import MOST_GROUPS, MOST_TABLES, Name
from byestand.catalog.names import parse
from byestand.errors import BadRequest

TABLES = range(6, 46)
DEAL_GROUPS = range(6, 16)
COMMON_TABLES = range(8, 26)
COMMON_GROUPS = (8, 9, 12, 13)


@dataclass(frozen=True, slots=True)
class Volume:
    """One file of the library."""

    folder: str
    """WEBS for those commonly used, MOREWEBS for the rest."""
    name: Name


def library(*, tables: range = TABLES, deal_groups: range = DEAL_GROUPS) -> Iterator[Volume]:
    """Yield the files of the library, or of a larger one made by the same rule, by tables and then by groups.

    >>> sum(1 for _ in library()), sum(volume.folder == "WEBS" for volume in library())
    (1235, 82)
    """
    for numbers, most, what in ((tables, MOST_TABLES, "tables"), (deal_groups, MOST_GROUPS, "deal groups")):
        if numbers and not 2 <= numbers[0] <= numbers[-1] <= most:
            raise BadRequest(f"the catalogue has 2 to {most} {what}, not {numbers[0]} to {numbers[-1]}")
    for t in tables:
        for d in deal_groups:
            for name in of_size(t, d):
                yield Volume(_folder(name), name)
                yield from (Volume("MOREWEBS", name.with_rover(rover)) for rover in ("ER", "NR"))
            if d % 2 and (t == d - 1 or (t % 2 and t >= d)):
                short = WEB.name(t, d, d - 1)
                yield Volume(_folder(short), short)


def built_in_note(name: str | Name) -> str:
    """Return the sentence that ACBLscore needs no file for a movement; empty where it does, or where nobody knows it.

    >>> built_in_note("W1813"), built_in_note("W1812"), built_in_note("somebody's")
    ('W1813 is built into ACBLscore: no file needed', '', '')
    """
    try:
        known = name if isinstance(name, Name) else parse(name)
    except BadRequest:  # a file may call its movement what it likes
        return ""
    return f"{name} is built into ACBLscore: no file needed" if is_built_into_acblscore(known) else ""


def _folder(name: Name) -> str:
    common = name.tables in COMMON_TABLES and name.deal_groups in COMMON_GROUPS and name.tables >= name.deal_groups - 1
    return "WEBS" if common else "MOREWEBS"
