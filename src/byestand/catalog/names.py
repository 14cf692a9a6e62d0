"""The grammar of names. A name means one schedule, for ever.

    W tt dd [rr] [A] [rover]   Web: tables, deal groups, rounds when curtailed, A = the alternative shape
    M tt rr [R | X] [rover]    Mitchell: tables, rounds; R = relay and bye stand, X = crisscross
    S tt dd [rr] [rover]       segmented Mitchell: odd tables with an even number of deal groups
    R tt dd [rr] [S | D]       Rainbow for individuals: tables, deal groups (fewer than tables: a Rainbow Web), rounds
                               when curtailed; S = with a spare player, D = with two
    I pp rr                    individuals numbered through (a whist movement): players, rounds

where a rover is ER (EW rover), NR (NS rover) or TR (two-way rover), each with a party table as table tt + 1.

The package of 2011 called them WEBttdd, WEBttddNSR and WEBttddEWR: these are read, and are W names today.

Numbers have two digits, letters may be small. W names are those of Tim Hill's library, as ACBLscore and thousands of
directors know them; the others are ours. A Mitchell has as many deal groups as tables, so its name tells the rounds.
"""

import re
from dataclasses import dataclass

from byestand.errors import BadRequest
from byestand.model.movement import MOST_TABLES_IN_A_SECTION

FAMILIES = {
    "W": "web",
    "M": "mitchell",
    "MR": "relay",
    "MX": "crisscross",
    "S": "segmented",
    "R": "rainbow",
    "I": "whist",
}
"""What the letters of a name stand for."""

MOST_TABLES = MOST_TABLES_IN_A_SECTION
MOST_GROUPS = 30
MOST_PLAYERS = 29
"""Of a whist movement."""
MOST_LETTERS = 40
"""No name is nearly as long; what is longer is quoted cut."""

_GRAMMAR = re.compile(
    r"(?P<letter>[WMSRI])(?P<numbers>\d{4}|\d{6})(?P<variant>[ARXSD]?)(?P<rover>(?:[ENT]R)?)", re.ASCII
)
_OF_2011 = re.compile(r"WEB(?P<numbers>\d{4})(?P<rover>(?:NSR|EWR)?)", re.ASCII)
_ROVERS_OF_2011 = {"": "", "NSR": "NR", "EWR": "ER"}
_VARIANTS = {"W": ("", "A"), "M": ("", "R", "X"), "S": ("",), "R": ("", "S", "D"), "I": ("",)}
PAIRS = "WMS"
"""The letters of movements for pairs; only they take a rover."""


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
    players: int = 0
    """How many, in the name of a whist movement; 0 elsewhere."""

    @property
    def family(self) -> str:
        """What kind of movement it is."""
        return FAMILIES.get(self.letter + self.variant, FAMILIES[self.letter])

    def __str__(self) -> str:
        numbers = {
            "M": (self.tables, self.rounds or self.tables),
            "I": (self.players, self.rounds or self.deal_groups),
        }.get(self.letter, (self.tables, self.deal_groups, *([] if self.rounds is None else [self.rounds])))
        return f"{self.letter}{''.join(f'{number:02}' for number in numbers)}{self.variant}{self.rover}"


def parse(text: str) -> Name:
    """Return the parts of a name; the inverse of ``str(name)``.

    >>> parse("W191312")
    Name(letter='W', tables=19, deal_groups=13, rounds=12, variant='', rover='', players=0)
    >>> str(parse("m0808r")), parse("I1313").players
    ('M0808R', 13)
    """
    text = text if len(text) <= MOST_LETTERS else text[:MOST_LETTERS] + "…"
    found = _GRAMMAR.fullmatch(name_today(text) or text.strip().upper())
    if (
        not found
        or found["variant"] not in _VARIANTS[found["letter"]]
        or (found["rover"] and found["letter"] not in PAIRS)
    ):
        raise BadRequest(f"no movement has that name{_did_you_mean(text)}: {text!r}")
    letter, variant = found["letter"], found["variant"]
    tables, second, *third = (int(pair) for pair in re.findall("..", found["numbers"]))
    if letter in "MI" and third:
        whose, first = ("a Mitchell's", "tables") if letter == "M" else ("a whist movement's", "players")
        raise BadRequest(f"{whose} name has two numbers, {first} and rounds: {text!r}")
    if letter == "M":
        name = Name("M", tables, tables, second, variant, found["rover"])
    elif letter == "I":
        if not 4 <= tables <= MOST_PLAYERS:
            raise BadRequest(
                f"the catalogue has whist movements for 4 to {MOST_PLAYERS} players, not {tables}: {text!r}"
            )
        name = Name("I", tables // 4, second, second, players=tables)
    else:
        name = Name(letter, tables, second, third[0] if third else None, variant, found["rover"])
    _require_range(name, text)
    return name


def name_today(text: str) -> str:
    """Return what a movement of the 2011 package is called today; nothing where it is no name of that time.

    >>> name_today("WEB1812NSR"), name_today("web1008"), name_today("W1812NR")
    ('W1812NR', 'W1008', '')
    """
    found = _OF_2011.fullmatch(text.strip().upper())
    return f"W{found['numbers']}{_ROVERS_OF_2011[found['rover']]}" if found else ""


def _require_range(name: Name, text: str) -> None:
    fewest, most = (1, MOST_TABLES) if name.letter == "I" else (2, MOST_TABLES)
    if not fewest <= name.tables <= most:
        raise BadRequest(f"the catalogue has {fewest} to {most} tables, not {name.tables}: {text!r}")
    groups = {"M": MOST_TABLES, "R": MOST_TABLES, "I": MOST_TABLES}.get(name.letter, MOST_GROUPS)
    least = 1 if name.letter == "I" else 2
    if not least <= name.deal_groups <= groups:
        raise BadRequest(f"the catalogue has {least} to {groups} deal groups, not {name.deal_groups}: {text!r}")
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
    usual += [f"R{t:02}{t:02}" for t in range(5, 31)] + [
        f"I{p:02}{p - (p % 4 == 0):02}" for p in (8, 9, 12, 13, 16, 20)
    ]
    near = get_close_matches(text.strip().upper().replace("WEB", "W"), usual, n=4, cutoff=0.65)
    if near:
        return f"; did you mean {', '.join(sorted(near))}?"
    return "; names look like W1813, W191312, M1313 or R1111, and 'byestand list' shows them"
