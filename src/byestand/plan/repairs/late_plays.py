"""Late plays: who is deprived of boards could play them after all, with somebody else who is (law 15B).

One wrong set deprives four pairs of two sets: those who sat there of the one that they should have played, and two
others of the one that they would have met the four's pairs with. Two late plays leave no averages.
"""

from collections.abc import Iterator

from byestand.model.history import LatePlay
from byestand.model.movement import Movement


def late_plays(night: Movement, plan: Movement) -> tuple[LatePlay, ...]:
    """Return late plays that heal what can be healed: the boards are new to both, and they are deprived of them.

    In a round to come where both have nothing to play and a copy is free, or after the last one.
    """
    if night.is_individual:
        return ()
    found: list[LatePlay] = []
    for group, deprived in sorted(_deprived(night, plan).items()):
        for two in _together(night, plan, deprived, group):
            found.append(LatePlay(two, group, _free_round(night, two, group, found)))
    return tuple(found)


def _deprived(night: Movement, plan: Movement) -> dict[int, list[int]]:
    """Return by group who was to play it and does not, of those who are still there."""
    gone = {who for who, _ in night.history.left} if night.history else set()
    plays, planned = _plays(night), _plays(plan)
    found: dict[int, list[int]] = {}
    for who, group in sorted(planned - plays):
        if who not in gone:
            found.setdefault(group, []).append(who)
    return found


def _plays(movement: Movement) -> set[tuple[int, int]]:
    full = movement.played
    cells = zip(movement.seats[full].tolist(), movement.groups[full].tolist(), strict=True)
    return {(who, group) for people, group in cells for who in people}


def _together(night: Movement, plan: Movement, deprived: list[int], group: int) -> Iterator[tuple[int, int]]:
    """Yield two by two who could play a group: first those who were to play it together, then any who can meet."""
    left = list(deprived)
    tables = plan.seats[plan.played & (plan.groups == group)].tolist()
    for a, b in (*tables, *((a, b) for i, a in enumerate(deprived) for b in deprived[i + 1 :])):
        if a in left and b in left and _can_meet(night, a, b):
            left = [who for who in left if who not in (a, b)]
            yield a, b


def _can_meet(night: Movement, a: int, b: int) -> bool:
    return night.field.winners == 1 or night.field.line(a) != night.field.line(b)


def _free_round(night: Movement, two: tuple[int, int], group: int, busy: list[LatePlay]) -> int:
    """Return a round in which both have nothing to play and a copy of the group lies idle; 0 where there is none."""
    copies = (night.history.copies if night.history else None) or 1
    for round in range(night.next_round, night.rounds + 1):
        full = night.played[round - 1]
        at_play = set(night.seats[round - 1][full].ravel().tolist())
        at_play |= {who for play in busy if play.round == round for who in play.who}
        uses = int((night.groups[round - 1][full] == group).sum())
        uses += sum(play.group == group and play.round == round for play in busy)
        if not at_play.intersection(two) and uses < copies:
            return round
    return 0
