"""Individual movements for a number of players and boards, the best first."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement
from math import gcd
from typing import NamedTuple

from byestand.catalog import Name, all_families, find_judged
from byestand.catalog.families.plugins import answers
from byestand.catalog.families.rainbow_family import RAINBOW
from byestand.catalog.family import HOW, PlayersOffer
from byestand.errors import NotFound
from byestand.language import say
from byestand.plan import individual_texts as words
from byestand.plan.individual_limits import refuse_nonsense
from byestand.verify import is_fair_share
from byestand.verify.measures import measure

BOARDS_PER_ROUND = (3, 2, 4)
"""With three, a player partners each of the other three once; the others are offered if they fit better."""
ALL_BOARDS_PER_ROUND = range(1, 9)
"""Used if those give no movement."""
USUAL_BOARDS = range(20, 31)
MIN_BOARDS_PER_ROUND = 2
"""In sections with rounds of different lengths: one board per round is too short."""
MAX_BOARD_DIFFERENCE = 2
"""Largest difference between sections: a quarter of an hour."""
TOO_MANY_OUT = 5.0
"""Penalty for each player who sits out in a round although the number of players does not require it."""


class Turnout(NamedTuple):
    """How many players sit out, and how many boards a player plays."""

    out: range
    """Players who sit out per round, from the fewest to the most."""
    boards: range
    """Boards of a player, from the fewest to the most."""

    def __str__(self) -> str:
        return words.turnout_text(self.out, self.boards)


@lru_cache(maxsize=256)
def turnout(name: Name, missing: tuple[str, ...], boards_per_round: int) -> Turnout:
    """Return how many players of an individual movement sit out, and how many boards they play."""
    judged = find_judged(name, missing=missing, boards_per_round=boards_per_round)
    movement, played = judged.movement, measure(judged).groups_played
    out = len(movement.field.present) - len(movement.seat_names) * movement.played_mask.sum(axis=1)
    fewest, most = (boards_per_round * groups for groups in (min(played), max(played)))
    return Turnout(range(int(out.min()), int(out.max()) + 1), range(fewest, most + 1))


@dataclass(frozen=True, slots=True)
class IndividualGame:
    """One individual movement, or one per section, with its length."""

    names: tuple[Name, ...]
    """The movement of each section."""
    missing: tuple[str, ...]
    """Missing players: their table sits out."""
    tables: int
    rounds: int
    boards_per_round: int
    deal_groups: int
    copies: int
    """Copies of each board, so that no tables share."""
    move_description: str
    reasons: tuple[str, ...]
    penalty: float
    """All drawbacks in one figure; games are sorted by it."""
    lengths: tuple[tuple[int, int], ...] = ()
    """Rounds and boards per round of each section, if they differ."""

    @property
    def boards(self) -> int:
        """The number of boards; if sections differ, in the first."""
        return self.rounds * self.boards_per_round

    @property
    def section_lengths(self) -> tuple[tuple[int, int], ...]:
        """Rounds and boards per round of every section."""
        return self.lengths or ((self.rounds, self.boards_per_round),) * len(self.names)

    @property
    def boards_of_sections(self) -> tuple[int, ...]:
        """The number of boards in every section."""
        return tuple(rounds * each for rounds, each in self.section_lengths)

    @property
    def turnout(self) -> Turnout:
        """How many players sit out per round, and how many boards a player plays, counted in the schedule."""
        each = [boards for _, boards in self.section_lengths]
        missing = [*[()] * (len(self.names) - 1), self.missing]
        parts = [turnout(*section) for section in zip(self.names, missing, each, strict=True)]
        out = range(sum(part.out[0] for part in parts), sum(part.out[-1] for part in parts) + 1)
        return Turnout(out, range(min(part.boards[0] for part in parts), max(part.boards[-1] for part in parts) + 1))

    @property
    def facts(self) -> tuple[str, ...]:
        """Sentences about it: the reasons, the sit-outs and the number of boards."""
        return (*self.reasons, str(self.turnout))

    @property
    def section_args(self) -> str:
        """The sections as command-line arguments: ``A=R0505 B=R0707``."""
        return " ".join(f"{letter}={name}" for letter, name in zip("ABC", self.names, strict=False))

    @property
    def title(self) -> str:
        """The movements, and the missing players."""
        names = " + ".join(map(str, self.names))
        if not self.missing:
            return names
        return say("{movement} without {missing}", movement=names, missing=", ".join(self.missing))


def splits(tables: int) -> tuple[tuple[int, ...], ...]:
    """Return the sizes of sections in which one rule holds for all rounds, the most equal first.

    The rule needs a number of tables prime to 6. So an even number makes two sections, and an odd one, if it is not
    prime to 6 itself, three.

    >>> splits(12), splits(18), splits(21), splits(13)
    (((5, 7),), ((7, 11), (5, 13)), ((7, 7, 7), (5, 5, 11)), ())
    """
    if gcd(tables, 6) == 1:
        return ()
    good = [size for size in range(5, tables) if gcd(size, 6) == 1]
    sections = 2 if tables % 2 == 0 else 3
    sizes = [parts for parts in combinations_with_replacement(good, sections) if sum(parts) == tables]
    return tuple(sorted(sizes, key=lambda parts: (parts[-1] - parts[0], parts)))


def individuals_for(
    players: int,
    boards: range | None = None,
    *,
    rounds: int | None = None,
    deal_groups: int | None = None,
    boards_per_round: int | None = None,
) -> tuple[IndividualGame, ...]:
    """Return every game for a number of players and boards (by default 20 to 30), the best first.

    >>> best, *others = individuals_for(44, range(22, 34))
    >>> best.title, best.rounds, best.boards_per_round, best.move_description
    ('R1111', 11, 3, 'rule')
    """
    refuse_nonsense(players, rounds, boards_per_round)
    wanted = boards or (USUAL_BOARDS if rounds is None else range(1, 10_000))
    lengths = (BOARDS_PER_ROUND, ALL_BOARDS_PER_ROUND) if boards_per_round is None else ((boards_per_round,),)
    for each in lengths:
        games = [
            game
            for b in each
            for game in (*_all(players, b), *(_complete_sections(players, b) if boards_per_round is None else ()))
            if set(game.boards_of_sections) <= set(wanted)
            and all(rounds in (None, played) for played, _ in game.section_lengths)
            and deal_groups in (None, game.deal_groups)
        ]
        if games:
            break
    best: dict[str, IndividualGame] = {}
    for game in sorted(games, key=lambda game: (game.penalty, tuple(map(str, game.names)))):
        best.setdefault(game.title, game)
    return tuple(best.values())


def plan_individuals(players: int, boards: range, boards_per_round: int | None = None) -> tuple[IndividualGame, ...]:
    """Return every game for a number of players, the best first; raise if there is none."""
    games = individuals_for(players, boards, boards_per_round=boards_per_round)
    if not games:
        raise NotFound(
            say(
                "no individual movement for {players} players and {least}-{most} boards; try a wider range of boards",
                players=players,
                least=boards[0],
                most=boards[-1],
            )
        )
    return games


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
        "how": game.move_description,
        "sit_out": game.turnout.out[-1],
        "boards_each": [game.turnout.boards[0], game.turnout.boards[-1]],
        "reason": " ".join(game.facts),
    }


def _all(players: int, b: int) -> Iterator[IndividualGame]:
    """Yield every game for a number of players, with any number of rounds."""
    for family in all_families():
        for offer in answers(family, family.offers_players, players):
            yield _game([offer], b)
    if players % 4 == 0:
        yield from _equal_sections(players // 4, b)


def _equal_sections(t: int, b: int) -> Iterator[IndividualGame]:
    """Yield sections that play the same number of rounds and move at the same time."""
    for parts in splits(t):
        for r in range(2, parts[0] + 1):
            yield _game([PlayersOffer(RAINBOW.name(n, n, r).canonical, r, 1, HOW[0]) for n in parts], b)


def _complete_sections(players: int, b: int) -> Iterator[IndividualGame]:
    """Yield sections that each play all their boards, with rounds of different lengths so that all end together."""
    t, extra = divmod(players, 4)
    for parts in splits(t) if not extra else ():
        each = [round(parts[0] * b / n) for n in parts]
        lengths = tuple(zip(parts, each, strict=True))
        played = [n * boards for n, boards in lengths]
        if (
            parts[0] < parts[-1]
            and min(each) >= MIN_BOARDS_PER_ROUND
            and max(played) - min(played) <= MAX_BOARD_DIFFERENCE
        ):
            offers = [PlayersOffer(RAINBOW.name(n, n), parts[0], 1, HOW[0]) for n in parts]
            game = _game(offers, b, groups=parts[0], all_partners=all(n % 3 == 0 for n in each))
            yield replace(game, lengths=lengths, reasons=(*game.reasons, say(words.SEPARATE_MOVES)))


def _game(
    offers: list[PlayersOffer], b: int, *, groups: int | None = None, all_partners: bool | None = None
) -> IndividualGame:
    """Return a game with a number of boards per round, one offer per section, the largest last.

    The deal *groups* in play are by default those of the largest section. *all_partners* says whether a player partners
    the others at the table equally often; by default it depends on the boards per round.
    """
    offer = offers[0]
    d = offers[-1].name.deal_groups if groups is None else groups
    partners = b % 3 == 0 if all_partners is None else all_partners
    judged = [(weight, reason) for weight, holds, reason in _remarks(offer, b, d, len(offers), partners) if holds]
    return IndividualGame(
        names=tuple(each.name for each in offers),
        missing=offer.missing,
        tables=sum(each.name.tables for each in offers),
        rounds=offer.rounds,
        boards_per_round=b,
        deal_groups=d,
        copies=offer.copies,
        move_description=offer.move_description,
        reasons=tuple(reason for _, reason in judged if reason),
        penalty=round(sum(weight for weight, _ in judged), 3),
    )


_MOVE_PENALTIES = dict(zip(HOW, (0.0, 1.0, 2.0), strict=True))
"""Penalty for each way in which players know where to go."""


def _remarks(
    offer: PlayersOffer, b: int, d: int, sections: int, all_partners: bool
) -> Iterator[tuple[float, bool, str]]:
    """Yield the remarks on a game: the penalty, whether it applies, and the sentence for it."""
    r, sit_out, copies, full = offer.rounds, offer.sit_out, offer.copies, offer.all_partners_after
    yield _MOVE_PENALTIES[offer.move_description], True, say(words.MOVES[offer.move_description])
    yield 0.0, all_partners and offer.name.family is RAINBOW, say(words.ALL_PARTNERS)
    yield 0.3, b == 2, ""
    yield 0.5, b not in (2, 3), ""
    yield 0.0, r == d and sections == 1 and sit_out == 0, say(words.SAME_BOARDS)
    yield 4 * (1 - r / d), r < d, words.groups_sentence(r, d, sit_outs=sit_out > 0)
    yield 10.0, not is_fair_share(r, d), say(words.UNDER_70_PERCENT)
    yield 0.4 * (copies - 1), copies > 1, words.copies_sentence(copies)
    yield 3.0 + sections - 2, sections > 1, words.sections_sentence(sections)
    unnecessary = sit_out - (offer.name.contestants - len(offer.missing)) % 4
    yield 0.5 * sit_out + TOO_MANY_OUT * unnecessary, sit_out > 0, ""
    once = r == full and not offer.missing
    yield 2 * (1 - r / full) if full else 0.0, full > 0, say(words.EVERY_PARTNER_ONCE) if once else ""
