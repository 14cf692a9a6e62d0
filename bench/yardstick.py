"""A simple check and a simple measure with dictionaries and loops, as yardsticks for the real ones.

The check has the same rules (seats, boards, opponents, copies, layout, claims, range, ragged rounds, 70%) on plain
lists of numbers, and counts the faults instead of describing them.
"""

from collections import Counter

from byestand.model.claims import Stay, Step
from byestand.model.movement import Movement


def count_faults(movement: Movement) -> int:
    """Return the number of faults, counted with dictionaries."""
    seated: Counter[tuple[int, int]] = Counter()
    played: Counter[tuple[int, int]] = Counter()
    met: Counter[tuple[int, ...]] = Counter()
    needed: Counter[tuple[int, int]] = Counter()
    brought = _deliver(movement)
    faults = 0
    for round, (seats, groups) in enumerate(zip(movement.seats.tolist(), movement.groups.tolist(), strict=True), 1):
        for table, (contestants, group) in enumerate(zip(seats, groups, strict=True), 1):
            for contestant in contestants:
                seated[round, contestant] += 1
                played[contestant, group] += 1
            met[tuple(sorted(contestants))] += 1
            needed[round, group] += 1
            faults += 0 in contestants or not 1 <= group <= movement.deal_groups
            faults += brought.get((round, table), group) != group
    everybody = range(1, movement.field.size + 1)
    faults += sum(seated[round, c] != 1 for round in range(1, movement.rounds + 1) for c in everybody)
    faults += sum(count > 1 for count in played.values())
    faults += sum(count > 1 for count in met.values())
    if movement.layout:
        laid_out = Counter(copy for sub in movement.layout.subsections for copy in sub.initial_copies if copy)
        copies = Counter(copy.group for copy in laid_out)
        faults += sum(count > copies[group] for (_, group), count in needed.items())
        faults += sum(count > 1 for count in laid_out.values())
        faults += max(copies) != movement.deal_groups
        faults += len({table for _, table in brought}) != movement.tables
    faults += _off_claims(movement)
    boards = Counter(contestant for contestant, _ in played)
    in_use = len({group for _, group in played})
    return faults + sum(boards[c] < 0.7 * in_use for c in everybody)


def _off_claims(movement: Movement) -> int:
    """Return how often a contestant is not where a claim says: at the same table, or a number of tables further."""
    at = [{c: table for table, row in enumerate(seats) for c in row} for seats in movement.seats.tolist()]
    faults = 0
    for claim in movement.claims:
        if isinstance(claim, Stay):
            faults += sum(here[c] != at[0][c] for here in at for c in claim.contestants)
        elif isinstance(claim, Step):
            for far, before, after in zip(claim.by, at, at[1:], strict=False):
                faults += sum((after[c] - before[c] - far) % claim.tables != 0 for c in claim.contestants)
    return faults


def _deliver(movement: Movement) -> dict[tuple[int, int], int]:
    """Return the group that the layout brings to each table in each round."""
    brought = {}
    for sub in movement.layout.subsections if movement.layout else ():
        for place, tables in enumerate(sub.places, 1):
            for table in tables:
                for round in range(1, movement.rounds + 1):
                    if copy := sub.on(place, round):
                        brought[round, table] = copy.group
    return brought


def plain_competition(movement: Movement) -> dict[tuple[int, int], int]:
    """Return Manning's competition of every two contestants, from every deal and every two of its plays."""
    plays: dict[int, list[tuple[int, int]]] = {}
    for seats, groups in zip(movement.seats.tolist(), movement.groups.tolist(), strict=True):
        for (ns, ew), group in zip(seats, groups, strict=True):
            plays.setdefault(group, []).append((ns, ew))
    total: Counter[tuple[int, int]] = Counter()
    for tables in plays.values():
        for i, (ns, ew) in enumerate(tables):
            total[ns, ew] += len(tables) - 1
            for other_ns, other_ew in tables[i + 1 :]:
                total[min(ns, other_ns), max(ns, other_ns)] += 1
                total[min(ew, other_ew), max(ew, other_ew)] += 1
                total[ns, other_ew] -= 1
                total[other_ns, ew] -= 1
    return total
