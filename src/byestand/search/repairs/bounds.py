"""What is lost whatever anybody does, without a search.

*Any seating* that keeps the lines: boards flow from those who sit NS through a group to those who sit EW. Nobody plays
a seen group, or more rounds than are left; a group lies at no more tables than there are places for it. What does not
flow is lost. *Seats as planned*: the groups of everybody's own cells differ, which is a matching.
"""

from collections import deque
from collections.abc import Hashable
from itertools import pairwise
from typing import TypeAlias

from byestand.model.played import Played
from byestand.search.repairs.problem import Problem

Net: TypeAlias = dict[Hashable, dict[Hashable, int]]
"""How much more can go from here to there."""


def lost_in_any_seating(played: Played, problem: Problem, extra: int) -> int:
    """How many of the planned table-rounds nobody can play, wherever people sit."""
    planned = problem.gone + len(problem.planned)
    field, seats = played.plan.field, played.plan.seats.shape[2]
    places = sum(
        min(most, problem.copies + sharing + extra)
        for most, sharing in zip(problem.most_uses, problem.plan_sharing, strict=True)
    )
    every = range(1, played.plan.deal_groups + 1)
    here = [one for one in range(1, field.size + 1) if one not in played.left]
    unseen = {one: [group for group in every if not problem.seen_masks[one] >> group & 1] for one in here}
    if field.winners == 2:
        playable = _most_played(problem, unseen, field.lines[0], places)
    else:
        fresh = [sum(group in of_one for of_one in unseen.values()) for group in every]
        playable = min(
            sum(min(places, people // seats) for people in fresh),
            sum(min(problem.rounds, len(of_one)) for of_one in unseen.values()) // seats,
        )
    return max(0, planned - playable)


def _most_played(problem: Problem, unseen: dict[int, list[int]], ns_pairs: int, places: int) -> int:
    """How many boards flow at most from NS through groups to EW; what the plan plays flows to begin with."""
    net: Net = {"source": {}, "sink": {}}
    for one, groups in unseen.items():
        is_ns = one <= ns_pairs
        _join(net, ("source", one) if is_ns else (one, "sink"), problem.rounds)
        for group in groups:
            _join(net, (one, ("in", group)) if is_ns else (("out", group), one), 1)
            _join(net, (("in", group), ("out", group)), places)
    flow = 0
    for (ns, ew), group in zip(problem.who, problem.plan, strict=True):
        if group:
            flow += 1
            _push(net, ["source", ns, ("in", group), ("out", group), ew, "sink"])
    while path := _path(net):
        flow += 1
        _push(net, path)
    return flow


def _join(net: Net, ends: tuple[Hashable, Hashable], room: int) -> None:
    here, there = ends
    net.setdefault(here, {})[there] = room
    net.setdefault(there, {})[here] = 0


def _push(net: Net, path: list[Hashable]) -> None:
    for here, there in pairwise(path):
        net[here][there] -= 1
        net[there][here] += 1


def _path(net: Net) -> list[Hashable]:
    """Return a way on which one more can flow, or nothing."""
    came_from: dict[Hashable, Hashable] = {"source": "source"}
    queue: deque[Hashable] = deque(["source"])
    while queue and "sink" not in came_from:
        here = queue.popleft()
        for there, room in net[here].items():
            if room and there not in came_from:
                came_from[there] = here
                queue.append(there)
    if "sink" not in came_from:
        return []
    path: list[Hashable] = ["sink"]
    while path[-1] != "source":
        path.append(came_from[path[-1]])
    return path[::-1]


def lost_as_seated(problem: Problem) -> int:
    """How many cells are lost with everybody in the planned seat: their own cells have too few groups to differ."""
    least = 0
    for seat in range(len(problem.who[0]) if problem.who else 0):
        cells_of: dict[int, list[int]] = {}
        for cell, who in enumerate(problem.who):
            cells_of.setdefault(who[seat], []).append(cell)
        least = max(least, sum(_unmatched(problem, cells) for cells in cells_of.values()))
    return problem.gone + least


def _unmatched(problem: Problem, cells: list[int]) -> int:
    """How many of these cells, whose groups differ, have none in any choice."""
    holder = {problem.plan[cell]: cell for cell in cells if problem.plan[cell]}
    return sum(not augmented(cell, problem.unseen, holder) for cell in cells if not problem.plan[cell])


def augmented(cell: int, domains: list[int] | dict[int, int], holder: dict[int, int]) -> bool:
    """Give the cell a group, where those who hold it may move on to others; tell whether that could be done."""
    tried = 0

    def moved(cell: int) -> bool:
        nonlocal tried
        while options := domains[cell] & ~tried:
            bit = options & -options
            tried |= bit
            group = bit.bit_length() - 1
            if group not in holder or moved(holder[group]):
                holder[group] = cell
                return True
        return False

    return moved(cell)
