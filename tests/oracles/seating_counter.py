"""Counts of every seating of a second session, by trying all of them."""

import itertools

import numpy as np
import numpy.typing as npt

Table = npt.NDArray[np.int16]


def brute_force(first: Table, second: Table, half: int) -> set[tuple[int, int, bool]]:
    """Return total, largest number and full contact of every seating in which *half* of each line change.

    Counted by definition: new seats, repeat opponents, and pairs that never meet or sit in the same direction.
    """
    t = len(first)
    orders = np.array(list(itertools.permutations(range(t))))
    found = set()
    for out_ns, out_ew in itertools.product(itertools.combinations(range(t), half), repeat=2):
        stay_ns, stay_ew = ([p for p in range(t) if p not in out] for out in (out_ns, out_ew))
        # NS seats go first to pairs that stay NS and then to those that come from EW; EW seats the other way round.
        common = np.zeros((len(orders), len(orders), t, t), dtype=np.int8)
        met = np.zeros_like(common)
        for people_ns, people_ew, seat_ns, seat_ew in (
            (stay_ns, stay_ew, orders[:, : t - half], orders[:, : t - half]),
            (out_ns, out_ew, orders[:, t - half :], orders[:, t - half :]),
        ):
            turned = people_ns == out_ns
            for (i, a), (j, b) in itertools.product(enumerate(people_ns), enumerate(people_ew)):
                if turned:  # now a sits EW and b sits NS
                    later = second[seat_ns[:, j][:, None], seat_ew[:, i][None, :]]
                else:
                    later = second[seat_ns[:, i][:, None], seat_ew[:, j][None, :]]
                common[:, :, a, b] = first[a, b] * later
                met[:, :, a, b] = first[a, b] + later == 0
        totals = common.sum(axis=(2, 3), dtype=np.int16)
        most = np.maximum(common.sum(axis=2).max(axis=2), common.sum(axis=3).max(axis=2))
        contact = ~met.any(axis=(2, 3))
        found |= set(zip(totals.ravel().tolist(), most.ravel().tolist(), contact.ravel().tolist(), strict=True))
    return found


def two_halves(one: Table, other: Table, half: int) -> int:
    """Return the fewest playbacks over every half of both sessions, each laid on each in every order."""
    t, fewest = len(one), []
    for size, turned in ((half, True), (t - half, False)):
        chosen = [list(some) for some in itertools.combinations(range(t), half)]
        chosen = chosen if turned else [[p for p in range(t) if p not in some] for some in chosen]
        people, seats = (
            np.array([table[np.ix_(ns, ew)] for ns in chosen for ew in chosen], dtype=np.int16)
            for table in (one, other)
        )
        seats = seats.transpose(0, 2, 1) if turned else seats
        orders = [list(order) for order in itertools.permutations(range(size))]
        laid = [seats[:, rows][:, :, columns] for rows in orders for columns in orders]
        # Meetings as bits of a number: those in common are counted at once.
        met, *laid_on = (some.reshape(len(people), -1) @ (1 << np.arange(size * size)) for some in (people, *laid))
        fewest.append(np.min([np.bitwise_count(met[:, np.newaxis] & some) for some in laid_on], axis=0))
    return int((fewest[0] + fewest[1]).min())
