"""The grammar of names. A name means one schedule, for ever.

    W tt dd [rr] [A] [rover]   Web: tables, deal groups, rounds when curtailed, A = the alternative shape
    M tt rr [R | X] [rover]    Mitchell: tables, rounds; R = relay and bye stand, X = crisscross
    S tt dd [rr] [rover]       segmented Mitchell: odd tables with an even number of deal groups

where a rover is ER (EW rover), NR (NS rover) or TR (two-way rover), each with a party table as table tt + 1.

Numbers have two digits, letters may be small. W names are those of Tim Hill's library, as ACBLscore and thousands of
directors know them; M and S are ours. A Mitchell has as many deal groups as tables, so its name tells the rounds.
"""

import re
from dataclasses import dataclass

from byestand.errors import BadRequest

FAMILIES = {
    "W": "web",
    "M": "mitchell",
    "MR": "relay",
    "MX": "crisscross",
    "S": "segmented",
}
"""What the letters of a name stand for."""

MOST_TABLES = 60
MOST_GROUPS = 30
MOST_LETTERS = 40
"""No name is nearly as long; what is longer is quoted cut."""

_GRAMMAR = re.compile(r"(?P<letter>[WMS])(?P<numbers>\d{4}|\d{6})(?P<variant>[ARX]?)(?P<rover>(?:[ENT]R)?)", re.ASCII)
_VARIANTS = {"W": ("", "A"), "M": ("", "R", "X"), "S": ("",)}


@dataclass(frozen=True, slots=True)
class Name:
    """A name, taken apart."""

    letter: str
    tables: int
    deal_groups: int
    rounds: int | None = None
    """None where the name leaves it to the movement: as many as it has."""
    variant: str = ""
    rover: str = ""
    """ER, NR or TR; a rover brings a party table, so there is one table more than the name tells."""

    @property
    def family(self) -> str:
        """What kind of movement it is."""
        return FAMILIES.get(self.letter + self.variant, FAMILIES[self.letter])

    def __str__(self) -> str:
        second = self.deal_groups if self.letter != "M" else self.rounds or self.tables
        third = self.rounds if self.letter != "M" else None
        rounds = "" if third is None else f"{third:02}"
        return f"{self.letter}{self.tables:02}{second:02}{rounds}{self.variant}{self.rover}"


def parse(text: str) -> Name:
    """Return the parts of a name; the inverse of ``str(name)``.

    >>> parse("W191312")
    Name(letter='W', tables=19, deal_groups=13, rounds=12, variant='', rover='')
    >>> str(parse("m0808r"))
    'M0808R'
    """
    text = text if len(text) <= MOST_LETTERS else text[:MOST_LETTERS] + "…"
    found = _GRAMMAR.fullmatch(text.strip().upper())
    if not found or found["variant"] not in _VARIANTS[found["letter"]]:
        raise BadRequest(f"no movement has that name{_did_you_mean(text)}: {text!r}")
    letter, variant = found["letter"], found["variant"]
    tables, second, *third = (int(pair) for pair in re.findall("..", found["numbers"]))
    if letter == "M":
        if third:
            raise BadRequest(f"a Mitchell's name has two numbers, tables and rounds: {text!r}")
        name = Name("M", tables, tables, second, variant, found["rover"])
    else:
        name = Name(letter, tables, second, third[0] if third else None, variant, found["rover"])
    _require_range(name, text)
    return name


def _require_range(name: Name, text: str) -> None:
    if not 2 <= name.tables <= MOST_TABLES:
        raise BadRequest(f"the catalogue has 2 to {MOST_TABLES} tables, not {name.tables}: {text!r}")
    if name.letter != "M" and not 2 <= name.deal_groups <= MOST_GROUPS:
        raise BadRequest(f"the catalogue has 2 to {MOST_GROUPS} deal groups, not {name.deal_groups}: {text!r}")
    if name.rounds is not None and not 1 <= name.rounds <= name.deal_groups:
        raise BadRequest(
            f"with {name.deal_groups} deal groups in play there are 1 to {name.deal_groups} rounds,"
            f" not {name.rounds}: {text!r}"
        )


def _did_you_mean(text: str) -> str:
    """Return the nearest names of movements clubs really play, for the end of a sentence."""
    from difflib import get_close_matches  # noqa: PLC0415 - only for what was mistyped: starting up must stay quick

    usual = [f"W{t:02}{d:02}" for t in range(6, 46) for d in range(6, 16) if t % 2 == 0 or (d % 2 and t >= d)]
    usual += [f"M{t:02}{t:02}" for t in range(4, 21)]
    usual += [f"M{t:02}{t:02}R" for t in range(4, 21, 2)] + [f"M{t:02}{t:02}X" for t in range(4, 21, 4)]
    near = get_close_matches(text.strip().upper().replace("WEB", "W"), usual, n=4, cutoff=0.65)
    if near:
        return f"; did you mean {', '.join(sorted(near))}?"
    return "; names look like W1813, W191312 or M1313, and 'byestand list' shows them"
