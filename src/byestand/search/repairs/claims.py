"""What is claimed of how people move once a night goes on otherwise than planned: what no rule tells, cards do."""

from dataclasses import replace

from byestand.model.claims import Card, Claim, Follow, Jump, Route, Step, without
from byestand.model.history import Call
from byestand.model.movement import Movement


def claims_called(plan: Movement, calls: tuple[Call, ...]) -> tuple[Claim, ...]:
    """Return what is claimed of a movement with these calls before its last rounds."""
    first = plan.rounds - len(calls) - 1
    steps = tuple(call.people for call in calls)
    claims: list[Claim] = []
    for claim in plan.claims:
        match claim:
            case Step():
                claims.append(replace(claim, by=claim.by[:first] + steps))
            case Follow(contestants) if set(steps[1:]) - {1}:
                claims.append(Card(contestants))
            case Jump(contestants):
                claims.append(Card(contestants))
            case _:
                claims.append(claim)
    return tuple(claims)


def claims_with_cards(plan: Movement, strayed: set[int]) -> tuple[Claim, ...]:
    """Return what is claimed if some go by card from now on; with one of them, all who follow one another do.

    A rover takes seats of others whichever they are.
    """
    carded = strayed - {c for route in plan.claimed(Route) for c in (route.contestant, route.host)}
    for follow in plan.claimed(Follow):
        carded |= set() if carded.isdisjoint(follow.contestants) else set(follow.contestants)
    left = [without(claim, frozenset(carded)) for claim in plan.claims]
    kept = [
        claim for claim in left if claim and not (isinstance(claim, Follow) and carded.issuperset(claim.contestants))
    ]
    return (*kept, Card(tuple(sorted(carded)))) if carded and plan.claims else plan.claims
