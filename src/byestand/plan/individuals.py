"""Which individual movement for so many players and boards: every one there is, the best first."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement
from math import gcd
from typing import NamedTuple

from byestand.catalog import Name, all_families, find_judged
from byestand.catalog.families.outside import answers
from byestand.catalog.families.rainbow import RAINBOW
from byestand.catalog.family import HOW, MOST_TABLES, PlayersOffer
from byestand.errors import BadRequest, NotFound
from byestand.verify import is_fair_share
from byestand.verify.measures import measure
from byestand.words.numbers import between

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
TOO_MANY_OUT = 5.0
"""For each player who sits out in a round without need: more than any number that four does not divide must."""
ALL_PARTNERS = "everybody at a table is your partner equally often"


class Turnout(NamedTuple):
    """How many sit out, and how much everybody plays."""

    out: range
    """How many sit out in a round: from the fewest to the most."""
    boards: range
    """How many boards a player gets: from the fewest to the most."""

    def __str__(self) -> str:
        sitting = between(self.out)
        who = "nobody sits" if sitting == "0" else f"{sitting} {'sits' if sitting == '1' else 'sit'}"
        return f"{who} out{'' if sitting == '0' else ' in a round'}; each player gets {between(self.boards)} boards"


@lru_cache(maxsize=256)
def turnout(name: Name, missing: tuple[str, ...], boards_per_round: int) -> Turnout:
    """Return how many sit out in the rounds of a movement for single players, and how many boards they get."""
    judged = find_judged(name, missing=missing, boards_per_round=boards_per_round)
    movement, played = judged.movement, measure(judged).groups_played
    out = len(movement.field.present) - len(movement.seat_names) * movement.played.sum(axis=1)
    fewest, most = (boards_per_round * groups for groups in (min(played), max(played)))
    return Turnout(range(int(out.min()), int(out.max()) + 1), range(fewest, most + 1))


@dataclass(frozen=True, slots=True)
class IndividualGame:
    """One way to play."""

    names: tuple[Name, ...]
    """The movement; of several sections each."""
    missing: tuple[str, ...]
    """Numbers that nobody has: whoever comes to them sits out."""
    tables: int
    rounds: int
    boards_per_round: int
    deal_groups: int
    copies: int
    """Of each board, to be without sharing."""
    how: str
    reasons: tuple[str, ...]
    penalty: float
    """What speaks against it, in one figure; the games are in this order."""
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
    def turnout(self) -> Turnout:
        """How many sit out in a round, and how many boards a player gets, counted in the schedule."""
        each = [boards for _, boards in self.section_lengths]
        missing = [*[()] * (len(self.names) - 1), self.missing]
        parts = [turnout(*section) for section in zip(self.names, missing, each, strict=True)]
        out = range(sum(part.out[0] for part in parts), sum(part.out[-1] for part in parts) + 1)
        return Turnout(out, range(min(part.boards[0] for part in parts), max(part.boards[-1] for part in parts) + 1))

    @property
    def facts(self) -> tuple[str, ...]:
        """What is said of it: the reasons, who sits out and how much everybody plays."""
        return (*self.reasons, str(self.turnout))

    @property
    def lettered(self) -> str:
        """The sections as commands take them: ``A=R0505 B=R0707``."""
        return " ".join(f"{letter}={name}" for letter, name in zip("ABC", self.names, strict=False))

    @property
    def title(self) -> str:
        """The movements, and who is missing."""
        return " + ".join(map(str, self.names)) + (f" without {', '.join(self.missing)}" if self.missing else "")


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
) -> tuple[IndividualGame, ...]:
    """Return every way for so many players to play so many boards (by default 20 to 30), the best first.

    >>> best, *others = individuals_for(44, range(22, 34))
    >>> best.title, best.rounds, best.boards_per_round, best.how
    ('R1111', 11, 3, 'rule')
    """
    refuse_nonsense(players, rounds, boards_per_round)
    wanted = boards or (USUAL_BOARDS if rounds is None else range(1, 10_000))
    lengths = (BOARDS_PER_ROUND, ALL_BOARDS_PER_ROUND) if boards_per_round is None else ((boards_per_round,),)
    for each in lengths:
        found = [
            game
            for b in each
            for game in (*_all(players, b), *(_complete_sections(players, b) if boards_per_round is None else ()))
            if set(game.boards_of_sections) <= set(wanted)
            and all(rounds in (None, played) for played, _ in game.section_lengths)
            and deal_groups in (None, game.deal_groups)
        ]
        if found:
            break
    best: dict[str, IndividualGame] = {}
    for game in sorted(found, key=lambda game: (game.penalty, tuple(map(str, game.names)))):
        best.setdefault(game.title, game)
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


def plan_individuals(players: int, boards: range, boards_per_round: int | None = None) -> tuple[IndividualGame, ...]:
    """Return every way for so many players, the best first; raise where there is none."""
    found = individuals_for(players, boards, boards_per_round=boards_per_round)
    if not found:
        raise NotFound(
            f"no individual suits {players} players and {boards[0]}-{boards[-1]} boards; allow a wider range"
        )
    return found


def individuals_data(players: int, games: tuple[IndividualGame, ...]) -> dict[str, object]:
    """Return the games as plain data, with the keys of a plan."""
    candidates = [_data(rank, game) for rank, game in enumerate(games, start=1)]
    return {"room": {"players": players}, "candidates": candidates}


def _data(rank: int, game: IndividualGame) -> dict[str, object]:
    apart = max(
        measure(find_judged(name, boards_per_round=each)).apples_and_oranges
        for name, (_, each) in zip(game.names, game.section_lengths, strict=True)
    )
    names = [str(name) for name in game.names]
    return {
        "rank": rank,
        "name": " + ".join(names),
        "sections": names,
        "section_lengths": [list(length) for length in game.section_lengths],
        "missing": list(game.missing),
        "tables": game.tables,
        "rounds": game.rounds,
        "boards_per_round": game.boards_per_round,
        "boards_played": game.boards,
        "boards_in_play": game.deal_groups * game.boards_per_round,
        "cases": game.copies,
        "apples_and_oranges": round(apart, 6),
        "how": game.how,
        "sit_out": game.turnout.out[-1],
        "boards_each": [game.turnout.boards[0], game.turnout.boards[-1]],
        "reason": "; ".join(game.facts),
    }


def _all(players: int, b: int) -> Iterator[IndividualGame]:
    """Yield every game for so many players, of any number of rounds."""
    for family in all_families():
        for offer in answers(family, family.offers_players, players):
            yield _game([offer], b)
    if players % 4 == 0:
        yield from _equal_sections(players // 4, b)


def _equal_sections(t: int, b: int) -> Iterator[IndividualGame]:
    """Yield sections that play equally many rounds and move together."""
    for parts in splits(t):
        for r in range(2, parts[0] + 1):
            yield _game([PlayersOffer(RAINBOW.name(n, n, r).canonical, r, 1, HOW[0]) for n in parts], b)


def _complete_sections(players: int, b: int) -> Iterator[IndividualGame]:
    """Yield sections of which each plays all its boards, in rounds of other lengths so that all end together."""
    t, extra = divmod(players, 4)
    for parts in splits(t) if not extra else ():
        each = [round(parts[0] * b / n) for n in parts]
        lengths = tuple(zip(parts, each, strict=True))
        played = [n * boards for n, boards in lengths]
        if parts[0] < parts[-1] and min(each) >= FEWEST_BOARDS_A_ROUND and max(played) - min(played) <= MOST_APART:
            made = _game([PlayersOffer(RAINBOW.name(n, n), parts[0], 1, HOW[0]) for n in parts], b, groups=parts[0])
            reasons = [reason for reason in made.reasons if reason != ALL_PARTNERS or all(n % 3 == 0 for n in each)]
            yield replace(made, lengths=lengths, reasons=(*reasons, "they move at different times"))


def _game(offers: list[PlayersOffer], b: int, *, groups: int | None = None) -> IndividualGame:
    """Return what is offered as a game with so many boards a round, one offer a section, the largest last.

    *groups* in play are by default those of the largest section.
    """
    offer = offers[0]
    d = offers[-1].name.deal_groups if groups is None else groups
    judged = [(weight, reason) for weight, holds, reason in _remarks(offer, b, d, len(offers)) if holds]
    return IndividualGame(
        names=tuple(each.name for each in offers),
        missing=offer.missing,
        tables=sum(each.name.tables for each in offers),
        rounds=offer.rounds,
        boards_per_round=b,
        deal_groups=d,
        copies=offer.copies,
        how=offer.how,
        reasons=tuple(reason for _, reason in judged if reason),
        penalty=round(sum(weight for weight, _ in judged), 3),
    )


def _remarks(offer: PlayersOffer, b: int, d: int, sections: int) -> Iterator[tuple[float, bool, str]]:
    """Yield what speaks against a game and what is said of it: how much, whether it is so, and in which words."""
    r, sit_out, copies, full = offer.rounds, offer.sit_out, offer.copies, offer.all_partners_after
    whom = "those who never sit out" if sit_out else "each"
    yield 0.0, offer.how == HOW[0], "by announcement: the same move every round"
    yield 1.0, offer.how == HOW[1], "announced round by round"
    yield 2.0, offer.how == HOW[2], "guide cards for everybody"
    yield 0.0, b % 3 == 0 and offer.name.family is RAINBOW, ALL_PARTNERS
    yield 0.3, b == 2, ""
    yield 0.5, b not in (2, 3), ""
    yield 0.0, r == d and sections == 1 and sit_out == 0, "everybody plays the same boards"
    yield 4 * (1 - r / d), r < d, f"{r} of {d} deal groups are played by {whom}"
    yield 10.0, not is_fair_share(r, d), "that is under 70 %"
    yield 0.4 * (copies - 1), copies > 1, f"{copies} copies of each board"
    apart = f"{sections} sections that never meet, each with boards and winners of its own"
    yield 3.0 + sections - 2, sections > 1, apart
    unnecessary = sit_out - (offer.name.contestants - len(offer.missing)) % 4
    yield 0.5 * sit_out + TOO_MANY_OUT * unnecessary, sit_out > 0, ""
    everybody = "everybody partners everybody once" if r == full and not offer.missing else ""
    yield 2 * (1 - r / full) if full else 0.0, full > 0, everybody
