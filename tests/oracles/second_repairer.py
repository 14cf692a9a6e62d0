"""A second engine for repairs, to check proofs: it searches for a repair with fewer lost tables or repeat opponents.

Seats as planned: group by group, never table by table. A group is assigned to a set of cells in which no contestant
sits twice; if the sets of the remaining groups are together too small for the remaining cells, the branch is cut. If
one set contains another, the larger one is used if it shares no more: cells that it covers need not be covered later.
Any seating: round by round, the first free contestant sits with any other on any boards, or sits out; for small numbers
of tables.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.support.irregular_nights import Cell, Pair, Place, WrongNight


class TooLong(Exception):
    """The search exceeded its limit: nothing is known."""


@dataclass
class Patience:
    """The number of steps left before a search gives up."""

    steps: int

    def step(self) -> None:
        self.steps -= 1
        if self.steps < 0:
            raise TooLong


def better_than(night: WrongNight, option: dict[str, Any], steps: int = 200_000) -> object:
    """Return a better option than one claimed to be best, or None; raise TooLong if nothing is known.

    With planned seats nothing may be better, because that is within any seating; any seating is searched too.
    """
    figures = option["lost"], option["again"]
    better = better_boards(night, *figures, steps)
    return better_seating(night, *figures, steps) if better is None and option["scope"] == "any seating" else better


def better_boards(night: WrongNight, lost: int, again: int, steps: int = 200_000) -> dict[Place, int] | None:
    """Return boards for the planned seats that lose fewer than *lost*, or as many with fewer than *again*; or None."""
    fewer = _Boards(night, Patience(steps), lost - 1, again=None).search() if lost else None
    if fewer is None and again:
        return _Boards(night, Patience(steps), lost, again - 1).search()
    return fewer


@dataclass
class _Boards:
    """The remaining cells with their contestants, and the groups that they could still play."""

    night: WrongNight
    patience: Patience
    may_lose: int
    again: int | None
    """The maximum number of repeat opponents; None if it does not matter."""
    nodes: set[tuple[int, frozenset[Place], tuple[int, ...]]] = field(default_factory=set)

    def __post_init__(self) -> None:
        night = self.night
        planned = {place: cell for place, cell in night.ahead.items() if cell.played}
        self.who = {
            p: night.seated_at(c) for p, c in planned.items() if not night.departures.intersection(night.seated_at(c))
        }
        self.may_lose -= len(planned) - len(self.who)
        self.fits = {
            group: frozenset(p for p, who in self.who.items() if not any((w, group) in night.known_groups for w in who))
            for group in range(1, night.groups + 1)
        }
        self.order = sorted(self.fits, key=lambda group: (len(self.fits[group]), group))
        rounds = range(night.after + 1, night.rounds + 1)
        self.sharing = {round: night.shares(round, night.plan) + night.extra for round in rounds}

    def search(self) -> dict[Place, int] | None:
        return self._from(0, frozenset(self.who), self.sharing) if self.may_lose >= 0 else None

    def _from(self, index: int, left: frozenset[Place], sharing: dict[int, int]) -> dict[Place, int] | None:
        """Assign the groups from *index* on to the cells that are *left*."""
        state = index, left, tuple(sharing.values())
        if state in self.nodes:
            return None
        self.nodes.add(state)
        self.patience.step()
        if index == len(self.order):
            return {} if len(left) <= self.may_lose and self._meets_little(left) else None
        spare = self.may_lose - self._must_lose(index, left)
        if spare < 0:
            return None
        group = self.order[index]
        most = self._max_groups(group, left)
        later = sum(self._max_groups(g, left) for g in self.order[index + 1 :])
        fewest = max(0, len(left) - later - self.may_lose)
        for cells, shared in self._sets(sorted(left & self.fits[group]), min(fewest, most), sharing):
            rest = self._from(index + 1, left - cells, shared)
            if rest is not None:
                return rest | dict.fromkeys(cells, group)
        return None

    def _max_groups(self, group: int, left: frozenset[Place]) -> int:
        """Return a bound on the cells that a group can be played in: every pair once, every seat of the line."""
        fits = left & self.fits[group]
        return (
            min(len({self.who[place][seat] for place in fits}) for seat in (0, -1))
            if self.night.two_lines
            else (len({who for place in fits for who in self.who[place]}) // len(next(iter(self.who.values()), (1, 1))))
        )

    def _must_lose(self, index: int, left: frozenset[Place]) -> int:
        """Return a lower bound on the remaining cells that are lost: pairs that have too few groups left for them."""
        groups = self.order[index:]
        total = len(left) - sum(self._max_groups(group, left) for group in groups)
        short = Counter[str]()
        for who in {who for place in left for who in self.who[place]}:
            mine = [place for place in left if who in self.who[place]]
            few = len(mine) - sum(any(place in self.fits[group] for place in mine) for group in groups)
            short[who[:1] if self.night.two_lines else ""] += max(0, few)
        seats = 1 if self.night.two_lines else len(next(iter(self.who.values()), (1, 1)))
        return max(total, *(-(-n // seats) for n in short.values()), 0)

    def _sets(
        self, cells: list[Place], fewest: int, sharing: dict[int, int]
    ) -> Iterator[tuple[frozenset[Place], dict[int, int]]]:
        """Yield the sets of cells in which a group can be played, without sets that could be larger at no cost."""
        copies = self.night.copies

        def chosen(i: int, taken: tuple[Place, ...], busy: frozenset[Pair]) -> Iterator[tuple[Place, ...]]:
            self.patience.step()
            if len(taken) + len(cells) - i < fewest:
                return
            if i == len(cells):
                yield taken
                return
            place, who = cells[i], self.who[cells[i]]
            uses = sum(round == place[0] for round, _ in taken)
            if (
                not busy.intersection(who)
                and uses < 2 * copies
                and (uses < copies or uses - copies < sharing[place[0]])
            ):
                yield from chosen(i + 1, (*taken, place), busy.union(who))
            yield from chosen(i + 1, taken, busy)

        for taken in chosen(0, (), frozenset()):
            busy = {who for place in taken for who in self.who[place]}
            uses = Counter(round for round, _ in taken)
            if not any(p not in taken and uses[p[0]] < copies and not busy.intersection(self.who[p]) for p in cells):
                yield frozenset(taken), {r: most - max(0, uses[r] - copies) for r, most in sharing.items()}

    def _meets_little(self, lost: frozenset[Place]) -> bool:
        if self.again is None:
            return True
        met = {two for cell in self.night.groups_seen.values() if cell.played for two in self.night.pairs_met(cell)}
        again = 0
        for place in sorted(self.who.keys() - lost):
            meetings = self.night.pairs_met(self.night.plan[place])
            again += any(two in met for two in meetings)
            met.update(meetings)
        return again <= self.again


def better_seating(night: WrongNight, lost: int, again: int, steps: int = 200_000) -> list[str] | None:
    """Return in words any seating that loses fewer, or as many with fewer repeats; None if there is none."""
    fewer = _Seating(night, Patience(steps), lost - 1, again=10**6).search() if lost else None
    if fewer is None and again:
        return _Seating(night, Patience(steps), lost, again - 1).search()
    return fewer


@dataclass
class _Seating:
    """The contestants present and their groups played; rounds are seated one after another."""

    night: WrongNight
    patience: Patience
    may_lose: int
    again: int

    def __post_init__(self) -> None:
        night = self.night
        self.wanted = Counter(round for (round, _), cell in night.ahead.items() if cell.played)
        everybody = {who for cell in night.plan.values() for who in night.seated_at(cell) if who} - night.departures
        self.people = sorted(everybody)
        self.sharing = {r: night.shares(r, night.plan) + night.extra for r in self.wanted}
        self.visited: set[object] = set()

    def search(self) -> list[str] | None:
        met = frozenset(
            two for cell in self.night.groups_seen.values() if cell.played for two in self.night.pairs_met(cell)
        )
        return self._rounds(self.night.after + 1, self.night.known_groups, met, self.may_lose, self.again)

    def _rounds(
        self, round: int, known: frozenset[tuple[Pair, int]], met: frozenset[frozenset[Pair]], lose: int, again: int
    ) -> list[str] | None:
        self.patience.step()
        if round > self.night.rounds:
            return []
        state = round, known, met, lose, again
        if state in self.visited:
            return None
        self.visited.add(state)
        for plays, revenges in self._one_round(round, known, met, self.wanted[round] - lose, again):
            learnt = {(who, group) for *two, group in plays for who in two}
            meetings = {frozenset((a, b)) for a, b, _ in plays}
            few = lose - max(0, self.wanted[round] - len(plays))
            rest = self._rounds(round + 1, known | learnt, met | meetings, few, again - revenges)
            if rest is not None:
                return [f"round {round}: {sorted(plays)}", *rest]
        return None

    def _one_round(
        self, round: int, known: frozenset[tuple[Pair, int]], met: frozenset[frozenset[Pair]], fewest: int, again: int
    ) -> Iterator[tuple[list[tuple[Pair, Pair, int]], int]]:
        """Yield the possible plays of a round, each with its repeat opponents; at least this many tables."""
        copies, line = self.night.copies, [who for who in self.people if who.startswith("N")] or self.people
        others = [who for who in self.people if who.startswith("E")] or self.people

        def seated(
            i: int, plays: list[tuple[Pair, Pair, int]], busy: frozenset[Pair], uses: tuple[int, ...], left: int
        ) -> Iterator[tuple[list[tuple[Pair, Pair, int]], int]]:
            self.patience.step()
            shared = sum([n - copies for n in uses if n > copies])
            if left < 0 or shared > self.sharing[round] or len(plays) + len(line) - i < fewest:
                return
            if i == len(line) or len(plays) == self.wanted[round]:
                if len(plays) >= fewest:
                    yield plays, again - left
                return
            one = line[i]
            for other in others if one not in busy else ():
                if other in busy or (others is line and other <= one):
                    continue
                revenge, now_busy = frozenset((one, other)) in met, busy | {one, other}
                for group in range(1, self.night.groups + 1):
                    if uses[group] < 2 * copies and (one, group) not in known and (other, group) not in known:
                        used = (*uses[:group], uses[group] + 1, *uses[group + 1 :])
                        yield from seated(i + 1, [*plays, (one, other, group)], now_busy, used, left - revenge)
            yield from seated(i + 1, plays, busy, uses, left)

        yield from seated(0, [], frozenset(), (0,) * (self.night.groups + 1), again)


def uniform_moves(night: WrongNight, lost: int, again: int, steps: int = 200_000) -> dict[int, tuple[int, int]] | None:
    """Return the shifts of EW and boards in every remaining round with a smaller loss or fewer repeats; or None.

    All move alike: in round r all EW pairs and all boards are shifted by a number of tables from the plan.
    """
    patience, tables = Patience(steps), max(table for _, table in night.plan)
    met = frozenset(two for cell in night.groups_seen.values() if cell.played for two in night.pairs_met(cell))

    def turned(round: int, ew: int, boards: int) -> list[Cell]:
        def plan(table: int, by: int) -> Cell:
            return night.plan[round, (table - 1 - by) % tables + 1]

        return [Cell((plan(t, 0).seats[0], plan(t, ew).seats[1]), plan(t, boards).group) for t in range(1, tables + 1)]

    def rounds(
        round: int, known: frozenset[tuple[Pair, int]], met: frozenset[frozenset[Pair]], done: tuple[int, int]
    ) -> dict[int, tuple[int, int]] | None:
        patience.step()
        if round > night.rounds:
            return {}
        wanted = sum(cell.played for place, cell in night.plan.items() if place[0] == round)
        for ew in range(tables):
            for boards in range(tables):
                cells = [
                    cell
                    for cell in turned(round, ew, boards)
                    if cell.played
                    and not any(w in night.departures or (w, cell.group) in known for w in night.seated_at(cell))
                ]
                meetings = {two for cell in cells for two in night.pairs_met(cell)}
                now = done[0] + wanted - len(cells), done[1] + len(meetings & met)
                if now >= (lost, again):
                    continue
                learnt = {(who, cell.group) for cell in cells for who in night.seated_at(cell)}
                rest = rounds(round + 1, known | learnt, met | meetings, now)
                if rest is not None:
                    return {round: (ew, boards)} | rest
        return None

    return rounds(night.after + 1, night.known_groups, met, (0, 0))
