"""Which individual movement for so many players and boards: every one there is, the best first, as plain data."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from math import gcd

from byestand.catalog.names import MOST_TABLES, Name, parse
from byestand.errors import BadRequest
from byestand.movements import (
    is_jumping,
    rainbow_rounds,
    rainbow_webs,
    rule_rounds,
    shipped_copies,
    whist_rounds,
    whist_sizes,
)
from byestand.verify import is_fair_share

FEWEST_PLAYERS = 8
BOARDS_PER_ROUND = (3, 2, 4)
"""Three give everybody each of the three partners once; the others are offered where they fit better."""
ALL_BOARDS_PER_ROUND = range(1, 9)
"""Where those give nothing, any of these."""
USUAL_BOARDS = range(20, 31)
FEWEST_BOARDS_A_ROUND = 2
"""In sections with rounds of their own: for one board nobody moves."""
MOST_APART = 2
"""Boards by which sections may differ: a quarter of an hour."""
ALL_PARTNERS = "everybody at a table is your partner equally often"
HOW = ("rule", "jumps", "guide cards")
"""How people know where to go, the easiest first: announced once, announced every round, read from a card."""


@dataclass(frozen=True, slots=True)
class Option:
    """One way to play."""

    names: tuple[str, ...]
    """The movement's name in the catalogue; of several sections each."""
    missing: tuple[str, ...]
    """Numbers that nobody has: whoever comes to them sits out."""
    tables: int
    rounds: int
    boards_per_round: int
    deal_groups: int
    copies: int
    """Of each board, to be without sharing."""
    how: str
    sit_out: int
    """How many sit out in a round, at most."""
    reasons: tuple[str, ...]
    penalty: float
    """What speaks against it, in one figure; the options are in this order."""
    lengths: tuple[tuple[int, int], ...] = ()
    """Rounds and boards a round, section by section, where they differ."""

    @property
    def boards(self) -> int:
        """How many boards everybody plays; where sections differ, in the first."""
        return self.rounds * self.boards_per_round

    @property
    def section_lengths(self) -> tuple[tuple[int, int], ...]:
        """Rounds and boards a round of every section."""
        return self.lengths or ((self.rounds, self.boards_per_round),) * len(self.names)

    @property
    def boards_of_sections(self) -> tuple[int, ...]:
        """How many boards are played in every section."""
        return tuple(rounds * each for rounds, each in self.section_lengths)

    @property
    def lettered(self) -> str:
        """The sections as commands take them: ``A=R0505 B=R0707``."""
        return " ".join(f"{letter}={name}" for letter, name in zip("ABC", self.names, strict=False))


def splits(tables: int) -> tuple[tuple[int, ...], ...]:
    """Return the ways to make sections that go by the rule for all their rounds, the most equal first.

    The rule lasts with numbers of tables prime to 6, so an even number makes two sections, and an odd one, if it is not
    such a number itself, three.

    >>> splits(12), splits(18), splits(21), splits(13)
    (((5, 7),), ((7, 11), (5, 13)), ((7, 7, 7), (5, 5, 11)), ())
    """
    if gcd(tables, 6) == 1:
        return ()
    good = [size for size in range(5, tables) if gcd(size, 6) == 1]
    many = 2 if tables % 2 == 0 else 3
    found = [parts for parts in combinations_with_replacement(good, many) if sum(parts) == tables]
    return tuple(sorted(found, key=lambda parts: (parts[-1] - parts[0], parts)))


def individuals_for(
    players: int,
    boards: range | None = None,
    *,
    rounds: int | None = None,
    deal_groups: int | None = None,
    boards_per_round: int | None = None,
) -> tuple[Option, ...]:
    """Return every way for so many players to play so many boards (by default 20 to 30), the best first.

    >>> best, *others = individuals_for(44, range(22, 34))
    >>> best.names, best.rounds, best.boards_per_round, best.how
    (('R1111',), 11, 3, 'rule')
    """
    refuse_nonsense(players, rounds, boards_per_round)
    wanted = boards or (USUAL_BOARDS if rounds is None else range(1, 10_000))
    lengths = (BOARDS_PER_ROUND, ALL_BOARDS_PER_ROUND) if boards_per_round is None else ((boards_per_round,),)
    for each in lengths:
        found = [
            option
            for b in each
            for option in (*_all(players, b), *(_complete_sections(players, b) if boards_per_round is None else ()))
            if set(option.boards_of_sections) <= set(wanted)
            and all(rounds in (None, played) for played, _ in option.section_lengths)
            and deal_groups in (None, option.deal_groups)
        ]
        if found:
            break
    best: dict[tuple[tuple[str, ...], tuple[str, ...]], Option] = {}
    for option in sorted(found, key=lambda o: (o.penalty, o.names)):
        best.setdefault((option.names, option.missing), option)
    return tuple(best.values())


def refuse_nonsense(players: int, rounds: int | None, boards_per_round: int | None) -> None:
    """Raise where no individual can be played, with the nearest that can."""
    most = 4 * MOST_TABLES
    if not (FEWEST_PLAYERS <= players <= most or players in (4, 5)):
        near = "4, 5 and 8 or more" if players < FEWEST_PLAYERS else f"at most {most}"
        nearest = {6: "I0505 for 5 or I0807 for 8", 7: "I0807 for 8"}.get(players, "I0403 for 4")
        sections = -(-players // most)
        instead = nearest if players < FEWEST_PLAYERS else f"{sections} sections of about {players // sections}"
        raise BadRequest(f"an individual has {near} players, not {players}; the nearest is {instead}")
    if rounds is not None and rounds < 1:
        raise BadRequest(f"a game has at least one round, not {rounds}; eight or nine of three boards are usual")
    if boards_per_round is not None and not 1 <= boards_per_round <= 12:
        raise BadRequest(
            f"a round has 1 to 12 boards, not {boards_per_round}; with three everybody partners all three others"
        )


def _all(players: int, b: int) -> Iterator[Option]:
    """Yield every movement for so many players, of any number of rounds."""
    yield from _whist(players, b)
    t, extra = divmod(players, 4)
    if t >= 2 and t <= MOST_TABLES:
        # One or two too many are spare players; where one is missing, those who come to that number sit out.
        if extra <= 2 and (extra == 0 or t >= 7):
            yield from _rainbows(t, b, variant=("", "S", "D")[extra], sit_out=extra)
        if extra and t + 1 <= MOST_TABLES:
            gone = tuple(str(n) for n in range(players + 1, 4 * t + 5))
            yield from _rainbows(t + 1, b, missing=gone, sit_out=3 * len(gone))
    if extra == 0:
        yield from _equal_sections(t, b)


def _rainbows(
    t: int, b: int, *, variant: str = "", missing: tuple[str, ...] = (), sit_out: int = 0
) -> Iterator[Option]:
    for d in sorted({t, *(groups for size, groups in rainbow_webs() if size == t)}):
        longest = rainbow_rounds(t, d)
        for r in range(2, longest + 1):
            name = Name("R", t, d, None if r == longest else r, variant)
            how = HOW[0] if t == d and r <= rule_rounds(t) else HOW[1] if is_jumping(t, d, r) else HOW[2]
            yield _option((str(name),), missing, t, r, b, d, shipped_copies(t, d) if t != d else 1, how, sit_out)


def _whist(players: int, b: int) -> Iterator[Option]:
    size = next((n for n in whist_sizes() if n - 3 < players <= n and (n % 4 == 0 or n == players)), 0)
    gone = tuple(str(n) for n in range(players + 1, size + 1))
    for r in range(1, whist_rounds(size) + 1):
        name = Name("I", size // 4, r, r, players=size)
        yield _option((str(name),), gone, size // 4, r, b, r, size // 4, HOW[2], size % 4 + 3 * len(gone))


def _equal_sections(t: int, b: int) -> Iterator[Option]:
    """Yield sections that play equally many rounds and move together."""
    for parts in splits(t):
        for r in range(2, parts[0] + 1):
            names = tuple(str(Name("R", n, n, None if r == n else r)) for n in parts)
            yield _option(names, (), t, r, b, parts[-1], 1, HOW[0], 0)


def _complete_sections(players: int, b: int) -> Iterator[Option]:
    """Yield sections of which each plays all its boards, in rounds of other lengths so that all end together."""
    t, extra = divmod(players, 4)
    for parts in splits(t) if not extra else ():
        each = [round(parts[0] * b / n) for n in parts]
        lengths = tuple(zip(parts, each, strict=True))
        played = [n * boards for n, boards in lengths]
        if parts[0] < parts[-1] and min(each) >= FEWEST_BOARDS_A_ROUND and max(played) - min(played) <= MOST_APART:
            names = tuple(str(Name("R", n, n)) for n in parts)
            made = _option(names, (), t, parts[0], b, parts[0], 1, HOW[0], 0)
            reasons = [reason for reason in made.reasons if reason != ALL_PARTNERS or all(n % 3 == 0 for n in each)]
            yield replace(made, lengths=lengths, reasons=(*reasons, "they move at different times"))


def _option(
    names: tuple[str, ...],
    missing: tuple[str, ...],
    t: int,
    r: int,
    b: int,
    d: int,
    copies: int,
    how: str,
    sit_out: int,
) -> Option:
    reasons, penalty = [], 0.0
    full = whist_rounds(parse(names[0]).players)  # 0 for a Rainbow
    whom = "those who never sit out" if sit_out else "each"
    for weight, holds, reason in (
        (0.0, how == HOW[0], "by announcement: the same move every round"),
        (1.0, how == HOW[1], "announced round by round"),
        (2.0, how == HOW[2], "guide cards for everybody"),
        (0.0, b % 3 == 0 and names[0][0] == "R", ALL_PARTNERS),
        (0.3, b == 2, ""),
        (0.5, b not in (2, 3), ""),
        (0.0, r == d and len(names) == 1 and sit_out == 0, "everybody plays the same boards"),
        (4 * (1 - r / d), r < d, f"{r} of {d} deal groups are played by {whom}"),
        (10.0, not is_fair_share(r, d), "that is under 70 %"),
        (0.4 * (copies - 1), copies > 1, f"{copies} copies of each board"),
        (
            3.0 + len(names) - 2,
            len(names) > 1,
            f"{len(names)} sections that never meet, each with boards and winners of its own",
        ),
        (0.5 * sit_out, sit_out > 0, _sitting_out(sit_out, at_most=bool(missing))),
        (
            2 * (1 - r / full) if full else 0.0,
            full > 0,
            "everybody partners everybody once" if r == full and not missing else "",
        ),
    ):
        if holds:
            penalty += weight
            reasons += [reason] if reason else []
    return Option(names, missing, t, r, b, d, copies, how, sit_out, tuple(reasons), round(penalty, 3))


def _sitting_out(many: int, *, at_most: bool) -> str:
    return f"{'up to ' if at_most else ''}{many} {'sits' if many == 1 else 'sit'} out in a round"
