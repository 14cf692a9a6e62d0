"""Random problems in play: any movement, any round, always possible ones.

A problem turns the plan's cells of some rounds into what was played. `random_mishap` takes one or two of them, and
tries again if the seats are impossible or boards would be at too many tables.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import cycle, product
from random import Random
from typing import NamedTuple, TypeAlias

from tests.support.irregular_nights import Cell, Cells, Place, WrongNight

MOVEMENTS: Mapping[str, tuple[str, ...]] = {
    name: (name,)
    for name in (
        *("M0505", "M0606R", "M0707", "M0706", "M0807", "M0808R", "M0909", "M0908", "M1010R", "M1111", "M1212R"),
        *("M1211", "M1313", "M1513", "M0404X", "S0906", "W0605", "W0807", "W1008", "W1009", "W1413", "W1513", "W1713"),
        *("W1813", "W181312", "W2713", "W1812ER", "W191312", "M0909TR"),
        *("H0407", "H0509", "H0712", "H0713", "H0813", "H0812S", "H1013"),
        *("I1313", "R1111"),
    )
} | {
    "M0909 without N9": ("M0909", "--missing", "N9"),
    "W1813 without E4": ("W1813", "--missing", "E4"),
    "W2109 without N11": ("W2109", "--missing", "N11"),
    "M1313 one winner": ("M1313", "--one-winner"),
    "M1010R as a file": ("M1010R",),
}
"""The movements to repair: a name, and the arguments that show it; if they have options, a file is used."""


@dataclass(frozen=True)
class Mishap:
    """A session with a problem, and a short description."""

    movement: str
    report: str
    night: WrongNight

    def __str__(self) -> str:
        """Return movement, round and problem, so that a failing test shows all of it."""
        gone = "".join(f", {who} left" for who in sorted(self.night.departures))
        came = f", {self.night.late_pairs} came" if self.night.late_pairs else ""
        return f"{self.movement} after {self.night.after}: {self.report}{gone}{came} {dict(self.night.differing_cells)}"


FAMILIES: Mapping[str, tuple[str, str, str]] = {
    "Mitchell": ("M0505", "M0909", "M1313"),
    "Mitchell with a skip": ("M0605", "M0807", "M1211"),
    "short Mitchell": ("M0706", "M1210", "M1513"),
    "relay Mitchell": ("M0606R", "M0808R", "M1212R"),
    "Web": ("W0605", "W1009", "W1413"),
    "Howell": ("H0407", "H0609", "H0813"),
    "rover": ("M0707ER", "M1111ER", "W1413ER"),
    "half table": ("M0706 without E7", "M0909 without N9", "W1413 without E4"),
    "individual": ("I0909", "R0707", "R1111"),
}
"""Movements by family: small, medium and large."""

RandomMishap: TypeAlias = Callable[[WrongNight, Random], Cells]
"""A function from the plan and a random generator to the cells that were played instead."""


def wrong_groups(night: WrongNight, random: Random) -> Cells:
    """Let one to three tables play any boards."""
    places = random.sample(_play(night), random.choice((1, 1, 2, 3)))
    return {p: night.plan[p]._replace(group=random.randint(1, night.groups)) for p in places}


def stand_passed_by(night: WrongNight, random: Random) -> Cells:
    """Give a table in a round the boards of the next round."""
    round, table = random.choice([place for place in _play(night) if place[0] < night.rounds])
    return {(round, table): night.plan[round, table]._replace(group=night.plan[round + 1, table].group)}


def boards_exchanged(night: WrongNight, random: Random) -> Cells:
    """Exchange the boards of two tables for a round."""
    one, two = _two_tables(night, random)
    a, b = night.plan[one], night.plan[two]
    return {one: a._replace(group=b.group), two: b._replace(group=a.group)}


def pairs_exchanged(night: WrongNight, random: Random) -> Cells:
    """Exchange the moving pairs of two tables."""
    one, two = _two_tables(night, random)
    a, b = night.plan[one].seats, night.plan[two].seats
    seats = {one: (*a[:-1], b[-1]), two: (*b[:-1], a[-1])}
    return {place: night.plan[place]._replace(seats=seats[place]) for place in seats}


def wrong_move(night: WrongNight, random: Random) -> Cells:
    """Move all EW pairs too far or not far enough after some round, as with a skip forgotten, early or twice."""
    return moved_ew(night, _stretch(night, random), random.choice((-2, -1, -1, 1, 1, 2)))


def moved_ew(night: WrongNight, rounds: range, by: int) -> Cells:
    """Return the rounds with all EW pairs a number of tables further than planned."""
    return _turn(night, rounds, lambda here, there: here._replace(seats=(*here.seats[:-1], there.seats[-1])), by)


def boards_moved_wrong(night: WrongNight, random: Random) -> Cells:
    """Move all boards too far or not far enough after some round, for all later rounds."""
    rounds, by = _stretch(night, random), random.choice((-2, -1, 1, 2))
    return _turn(night, rounds, lambda here, there: here._replace(group=there.group), by)


HAPPENINGS: Mapping[str, tuple[RandomMishap, ...]] = {
    "nothing": (),
    "wrong groups": (wrong_groups,),
    "a stand passed by": (stand_passed_by,),
    "boards exchanged": (boards_exchanged,),
    "pairs exchanged": (pairs_exchanged,),
    "a wrong move": (wrong_move,),
    "boards moved wrong": (boards_moved_wrong,),
    "wrong groups, then boards exchanged": (wrong_groups, boards_exchanged),
    "pairs and boards exchanged": (pairs_exchanged, boards_exchanged),
    "a wrong move and wrong groups": (wrong_move, wrong_groups),
}
OFTEN = ("wrong groups", "wrong groups", "a stand passed by", "boards exchanged", "a wrong move")


class Kind(NamedTuple):
    """The problem at tables, and the numbers of pairs that left or came late."""

    happenings: tuple[RandomMishap, ...]
    departures: int = 0
    late_pairs: int = 0


KINDS: Mapping[str, Kind] = {
    **{what: Kind(happenings) for what, happenings in HAPPENINGS.items() if len(happenings) == 1},
    "pairs and boards exchanged": Kind((pairs_exchanged, boards_exchanged)),
    "a wrong move and wrong groups": Kind((wrong_move, wrong_groups)),
    "a pair left": Kind((), departures=1),
    "a pair came": Kind((), late_pairs=1),
    "two pairs came": Kind((), late_pairs=2),
    "a pair left, another came": Kind((), departures=1, late_pairs=1),
    "a wrong move, and a pair came": Kind((wrong_move,), late_pairs=1),
}
THIRDS = ("early", "in the middle", "late")
TRIES = 500
"""The number of attempts before a kind of problem counts as impossible in a movement."""


def mishaps_of_every_kind(plan_of: Callable[[str], tuple[Cells, int]], seed: int) -> Iterator[Mishap]:
    """Yield one problem of each kind for each size of each family, alternately early, in the middle and late."""
    random, thirds = Random(seed), cycle(THIRDS)  # noqa: S311 - no secret
    for family, movements in FAMILIES.items():
        for movement, (what, kind) in product(movements, KINDS.items()):
            is_possible = family != "individual" or not (kind.departures or kind.late_pairs)
            if is_possible and (mishap := _mishap_of_kind(movement, plan_of(movement), what, next(thirds), random)):
                yield mishap


def _mishap_of_kind(movement: str, at_hand: tuple[Cells, int], what: str, third: str, random: Random) -> Mishap | None:
    """Return a problem of this kind in this third of the session; None if it is impossible."""
    (plan, copies), kind = at_hand, KINDS[what]
    rounds = max(round for round, _ in plan)
    first = 1 + THIRDS.index(third) * (rounds - 1) // len(THIRDS)
    last = max(first, (THIRDS.index(third) + 1) * (rounds - 1) // len(THIRDS))
    for _ in range(TRIES):
        night = WrongNight(plan, random.randint(first, last), copies=copies)
        differing: dict[Place, Cell] = {}
        for happening in kind.happenings:
            differing |= happening(replace(night, plan=dict(plan) | differing), random)
        differing = {place: cell for place, cell in differing.items() if cell != plan[place]}
        left = frozenset(random.sample(_present(night), kind.departures))
        night = replace(night, differing_cells=differing, departures=left, late_pairs=kind.late_pairs)
        if bool(differing) == bool(kind.happenings) and not [*night.impossible()]:
            return Mishap(movement, what, night)
    return None


def mishaps(plans: Mapping[str, tuple[Cells, int]], seed: int) -> Iterator[Mishap]:
    """Yield problems without end, from plans and the copies of their boards; the same ones for the same seed."""
    random = Random(seed)  # noqa: S311 - no secret
    while True:
        movement = random.choice(sorted(plans))
        yield random_mishap(movement, *plans[movement], random)


def random_mishap(movement: str, plan: Cells, copies: int, random: Random) -> Mishap:
    """Return a possible problem, in any round."""
    while True:
        night = WrongNight(plan, 0, copies=copies)
        night = replace(night, after=random.randint(1, night.rounds - 1))
        what = random.choice((*HAPPENINGS, *OFTEN))
        differing: dict[Place, Cell] = {}
        for happening in HAPPENINGS[what]:
            seen = replace(night, plan=dict(plan) | differing)
            differing |= happening(seen, random)
        differing = {place: cell for place, cell in differing.items() if cell != plan[place]}
        left, came = _gone_and_come(night, random)
        night = replace(night, differing_cells=differing, departures=left, late_pairs=came)
        if (differing or what == "nothing") and not [*night.impossible()]:
            return Mishap(movement, what, night)


def _gone_and_come(night: WrongNight, random: Random) -> tuple[frozenset[str], int]:
    """Sometimes let a pair leave, another come late, or both; individual players do neither."""
    if len(night.plan[1, 1].seats) != 2 or random.random() < 0.7:
        return frozenset(), 0
    left = frozenset(random.sample(_present(night), random.choice((1, 1, 2))))
    return random.choice(((left, 0), (left, 0), (frozenset(), 1), (frozenset(), 1), (left, 1)))


def _present(night: WrongNight) -> list[str]:
    """Return the contestants with a seat in the first round."""
    return sorted({who for place, cell in night.plan.items() for who in night.seated_at(cell) if who and place[0] == 1})


def _play(night: WrongNight) -> list[Place]:
    """Return the cells played so far; the last rounds several times, because most problems are noticed soon."""
    places = sorted(place for place, cell in night.plan.items() if cell.played and place[0] <= night.after)
    return [*places, *(3 * [place for place in places if place[0] >= night.after - 1])]


def _two_tables(night: WrongNight, random: Random) -> tuple[Place, Place]:
    one = random.choice(_play(night))
    return one, random.choice([place for place in _play(night) if place[0] == one[0] and place != one])


def _stretch(night: WrongNight, random: Random) -> range:
    """Return the rounds from the wrong move to the last one played; most problems are noticed soon."""
    return range(max(1, night.after - random.choice((0, 0, 1, 2, night.after))), night.after + 1)


def _turn(night: WrongNight, rounds: range, mixed: Callable[[Cell, Cell], Cell], by: int) -> Cells:
    """Return the rounds with a part of every table taken from the plan of a table before or after it."""
    seen = {}
    for round in rounds:
        tables = sorted(table for r, table in night.plan if r == round)
        for i, table in enumerate(tables):
            there = night.plan[round, tables[(i - by) % len(tables)]]
            seen[round, table] = mixed(night.plan[round, table], there)
    return seen
