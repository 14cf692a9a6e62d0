"""Turning in words: where the arrow is switched, which pairs that stay turn, how individuals change seats."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from byestand.language import say
from byestand.model.claims import Follow, Stay, Swivel, Turn
from byestand.model.movement import Movement
from byestand.model.seen import arrow_turned, claims_seen, unturned_seats
from byestand.words.numbers import numbered, numbered_runs, ordinal_word
from byestand.words.people import SEATS_BY_LETTER, spoken_side


def switches(movement: Movement) -> dict[int, tuple[int, ...]]:
    """Return the rounds in which the arrow is yet to be turned, each with the tables where; none stands for all."""
    turned = arrow_turned(movement)
    return {
        round: () if row.all() else tuple((row.nonzero()[0] + 1).tolist())
        for round, row in enumerate(turned, start=1)
        if row.any() and round in movement.rounds_left
    }


class ArrowChanges(NamedTuple):
    """The tables at which the arrow is turned from one round to the next, and those at which it is turned back."""

    begin: tuple[int, ...]
    back: tuple[int, ...]


def arrow_changes(movement: Movement, round: int) -> ArrowChanges:
    """Return where the arrow changes before a round."""
    turned = arrow_turned(movement)
    now, before = turned[round - 1], turned[round - 2] if round > 1 else np.zeros_like(turned[0])
    changes = (now & ~before, before & ~now)
    return ArrowChanges(*(tuple((where.nonzero()[0] + 1).tolist()) for where in changes))


def switch_sentences(movement: Movement) -> Iterator[str]:
    """Yield where the arrow is switched, for whoever sets up."""
    found = switches(movement)
    if all_tables := [round for round, tables in found.items() if not tables]:
        phrase = "Arrow switch in {rounds}: the pair at home plays {side} there."
        yield say(phrase, rounds=numbered("round", all_tables), side=spoken_side(home_side(movement).other))
    if single := {round: tables for round, tables in found.items() if tables}:
        where = [
            say("round {round} at {tables}", round=round, tables=numbered_runs("table", tables))
            for round, tables in single.items()
        ]
        yield say("Arrow switch at single tables: {where}.", where="; ".join(where))


class Sides(NamedTuple):
    """How the pair at home usually plays, and how where the arrow is turned."""

    usual: str
    other: str


def home_side(movement: Movement) -> Sides:
    """Return how those play who stay; where nobody does, it is spoken of who sits NS."""
    unturned = unturned_seats(movement)
    stays = [(unturned[:, :, side] == unturned[0, :, side]).all() for side in (0, 1)]
    first = 1 if stays[1] and not stays[0] else 0
    return Sides(movement.seat_names[first], movement.seat_names[1 - first])


@dataclass(frozen=True, slots=True)
class TurningPair:
    """A pair that stays at a table, and sits the other way in some rounds."""

    pair: int
    """0 where it is missing, and whoever comes to the table sits out."""
    table: int
    rounds: tuple[int, ...]
    """Those in which it is turned."""
    usual: str
    turned: str

    @property
    def words(self) -> str:
        """What there is to know about it."""
        phrase = "Pair {pair} sits {usual}, but {turned} in {rounds}."
        rounds = numbered_runs("round", self.rounds)
        return say(phrase, pair=self.pair, usual=self.usual, turned=self.turned, rounds=rounds)


def turning_pairs(movement: Movement) -> dict[int, TurningPair]:
    """Return the pairs that stay and turn where all others follow each other seat by seat, by their tables."""
    claims = claims_seen(movement)
    if not any(isinstance(claim, Follow) and claim.same_seat for claim in claims):
        return {}
    staying = {c for claim in claims if isinstance(claim, Stay) for c in claim.contestants}
    cells = sorted(cell for claim in claims if isinstance(claim, Turn) for cell in claim.at)
    found = {}
    for table in sorted({table for _, table in cells}):
        rounds = tuple(round for round, there in cells if there == table)
        here = movement.seats[rounds[0] - 1, table - 1].tolist()
        pair = next((c for c in here if c in staying), 0)
        turned = here.index(pair)
        found[table] = TurningPair(pair, table, rounds, movement.seat_names[1 - turned], movement.seat_names[turned])
    return found


def turning_sentences(movement: Movement) -> Iterator[str]:
    """Yield which pairs that stay turn when, and what that is to those who come to them."""
    if there := [turning for turning in turning_pairs(movement).values() if turning.pair]:
        yield from (turning.words for turning in there)
        yield say("Whoever comes to them takes the other seats.")


def swivel_words(swivel: Swivel) -> Iterator[str]:
    """Yield how players change seats from board to board, and with whom everybody plays."""
    if not (found := seat_changes(swivel)):
        return
    *changes, back = found
    yield from changes
    for board, turn in enumerate(swivel.turns, start=1):
        n, s, e, w = (SEATS_BY_LETTER[seat] for seat in turn)
        phrase = "Board {board}: {n} and {s} against {e} and {w}, by the seats they came to."
        yield say(phrase, board=board, n=n, s=s, e=e, w=w)
    yield back


def seat_changes(swivel: Swivel) -> tuple[str, ...]:
    """Return who changes seats after which board; the last sentence brings everybody back."""
    if len(set(swivel.turns)) < 2:
        return ()
    after: dict[str, list[str]] = {}
    for board, (before, now) in enumerate(pairwise(swivel.turns), start=1):
        if before != now:
            after.setdefault(_change(before, now), []).append(ordinal_word(board))
    changes = [
        say("After the {which} board {change}.", which=say(" and the ").join(boards), change=change)
        for change, boards in after.items()
    ]
    return (*changes, say("Before you move on, change back."))


def _change(before: str, now: str) -> str:
    """Return who goes where, in the words of the seats before."""
    moves = {"NSEW"[before.index(who)]: "NSEW"[now.index(who)] for who in "NSEW"}
    if moves == {"N": "N", "E": "S", "S": "W", "W": "E"}:
        return say("turn clockwise round North: East to South, South to West, West to East")
    going = [seat for seat, to in moves.items() if seat != to]
    if len(going) == 2:
        return say("{a} and {b} change chairs", a=SEATS_BY_LETTER[going[0]], b=SEATS_BY_LETTER[going[1]])
    return ", ".join(say("{a} goes to {b}", a=SEATS_BY_LETTER[seat], b=SEATS_BY_LETTER[moves[seat]]) for seat in going)
