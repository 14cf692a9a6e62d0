"""Sessions with known problems, and an independent checker of their continuations."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations, product

import numpy as np

from byestand.catalog import find
from byestand.model.history import Continuation
from byestand.model.movement import Movement
from byestand.repairs.actual_play import ActualPlay


def wrong_move(name: str, after: int, *, people: int = 0, boards: int = 0, rounds: int = 1) -> ActualPlay:
    """Return a Mitchell in which EW or boards moved too far after a round, and more rounds were played."""
    plan = find(name)
    seats, groups = plan.seats[: after + rounds].copy(), plan.groups[: after + rounds].copy()
    seats[after:, :, 1] = np.roll(seats[after:, :, 1], people, axis=1)
    groups[after:] = np.roll(groups[after:], -boards, axis=1)
    return ActualPlay(plan, seats, groups, cancelled_cells=known_boards(seats, groups))


def known_boards(seats: np.ndarray, groups: np.ndarray) -> frozenset[tuple[int, int]]:
    """Return the cells in which a pair knew the boards: cancelled by law."""
    seen, cancelled = set[tuple[int, int]](), set[tuple[int, int]]()
    for place, (who, group) in enumerate(_cells(seats, groups)):
        here = {(one, group) for one in who} if all(who) and group else set()
        if seen & here:
            cancelled.add((place // groups.shape[1] + 1, place % groups.shape[1] + 1))
        seen |= here
    return frozenset(cancelled)


def costs(played: ActualPlay, how: Continuation, *, copies: int = 1, extra: int = 1) -> tuple[int, int]:
    """Return lost tables and repeat opponents of a continuation; fail if it is illegal."""
    plan, seen, met = played.plan, set[tuple[int, int]](), set[tuple[int, int]]()
    for who, group in _cells(played.seats, played.groups):
        if all(who) and group:
            seen |= {(one, group) for one in who}
            met.add(who)
            met.add(who[::-1])
    lost = again = 0
    assert len(how.groups) == plan.rounds - played.after
    for row, round in enumerate(range(played.after, plan.rounds)):
        here = how.seats[row][how.seats[row] > 0].tolist()
        assert len(here) == len(set(here)), "two seats"
        assert set(here) <= set(plan.field.present) - played.departures, "a stranger"
        planned, now = (list(_cells(s[np.newaxis], g[np.newaxis])) for s, g in _both(plan, how, round, row))
        for (who_was, was), (who, group) in zip(planned, now, strict=True):
            if all(who) and group:
                assert not seen & {(one, group) for one in who}, "boards twice"
                seen |= {(one, group) for one in who}
                again += who in met
                met |= {who, who[::-1]}
            else:
                lost += bool(all(who_was) and was)
        assert _shares(now, copies) <= _shares(planned, copies) + extra
    return lost, again


def _both(plan: Movement, how: Continuation, round: int, row: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    yield plan.seats[round], plan.groups[round]
    yield how.seats[row], how.groups[row]


def _cells(seats: np.ndarray, groups: np.ndarray) -> Iterator[tuple[tuple[int, int], int]]:
    for people, lies in zip(seats.tolist(), groups.tolist(), strict=True):
        yield from zip(map(tuple, people), lies, strict=True)


def _shares(cells: list[tuple[tuple[int, int], int]], copies: int) -> int:
    uses = Counter(group for who, group in cells if all(who) and group)
    assert max(uses.values(), default=0) <= 2 * copies
    return sum(max(0, tables - copies) for tables in uses.values())


def best_alike(played: ActualPlay) -> tuple[int, int]:
    """Return the least loss over all steps of EW and of boards in a Mitchell, by trying all of them."""
    plan = played.plan
    ew, lies = plan.seats[0, :, 1], plan.groups[0]
    ways = [
        (np.stack([plan.seats[0, :, 0], np.roll(ew, up)], axis=1), np.roll(lies, -down))
        for up, down in product(range(plan.tables), repeat=2)
    ]
    return least_loss(played, ways)


def least_loss(played: ActualPlay, ways: Sequence[tuple[np.ndarray, np.ndarray]]) -> tuple[int, int]:
    """Return the least loss if each remaining round has one of these seatings with its boards, over all choices."""
    return min(_loss(played, line) for line in product(ways, repeat=played.plan.rounds - played.after))


def best_anyhow(played: ActualPlay) -> tuple[int, int]:
    """Return the least loss for any seating of EW and any boards, by trying all of them with unlimited sharing."""
    plan = played.plan
    ns = plan.seats[0, :, 0]
    ways = [
        (np.stack([ns, np.array(ew)], axis=1), np.array(groups))
        for ew in permutations(plan.seats[0, :, 1].tolist())
        for groups in product(range(1, plan.deal_groups + 1), repeat=plan.tables)
    ]
    return least_loss(played, ways)


def _loss(played: ActualPlay, line: tuple[tuple[np.ndarray, np.ndarray], ...]) -> tuple[int, int]:
    """Return the loss if every table plays that can."""
    seen = {(one, group) for who, group in _cells(played.seats, played.groups) for one in who if group}
    met = {who for who, group in _cells(played.seats, played.groups) if group}
    lost = again = 0
    for seats, groups in line:
        for who, group in _cells(seats[np.newaxis], groups[np.newaxis]):
            if seen & {(who[0], group), (who[1], group)}:
                lost += 1
            else:
                again += who in met
                seen |= {(who[0], group), (who[1], group)}
                met.add(who)
    return lost, again
