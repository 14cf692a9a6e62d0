"""What is lost whatever anybody does, without a search.

*Any seating* that keeps the lines: boards flow from those who sit NS through a group to those who sit EW. Nobody plays
a seen group, or more rounds than are left; a group lies at no more tables than there are places for it. What does not
flow is lost. *Seats as planned*: the groups of everybody's own cells differ, which is a matching.
"""

from collections.abc import Hashable

from byestand.model.played import Played
from byestand.search.repairs.flows import most_flow
from byestand.search.repairs.problem import Problem


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
    """How many boards flow at most from NS through groups to EW."""
    pipes = dict[tuple[Hashable, Hashable], int]()
    for one, groups in unseen.items():
        is_ns = one <= ns_pairs
        pipes["source" if is_ns else one, one if is_ns else "sink"] = problem.rounds
        for group in groups:
            pipes[(one, ("in", group)) if is_ns else (("out", group), one)] = 1
            pipes[("in", group), ("out", group)] = places
    return most_flow([(start, end, most) for (start, end), most in pipes.items()], "source", "sink")


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
