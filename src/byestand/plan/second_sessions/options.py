"""One way to seat the sessions that follow the first: counted and judged, and what is known about better ones."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace

import numpy as np

from byestand.errors import BrokenMovement
from byestand.model import Finding
from byestand.movements.crossovers import Stage
from byestand.movements.group_crossovers import groups
from byestand.search.second_sessions.event import Event, Seats
from byestand.search.second_sessions.goals import Bound
from byestand.verify.sessions import Account, Requests, Sitting, account, judge_seating


@dataclass(frozen=True, slots=True)
class SeatingOption:
    """One way to seat the sessions that follow the first, and what it amounts to."""

    name: str
    """The goal it serves, or the rule it follows."""
    seatings: tuple[Seats, ...]
    """For the second and perhaps the third session, each person's seat."""
    account: Account
    groups: int
    """In how many groups people move: the fewer, the easier to announce."""
    bound: float = 0.0
    """How good the figure of the goal can be at best; for balance the highest, else the lowest."""
    proved: bool = False
    argument: str = ""
    total_bound: int = 0
    """How few playbacks there can be, with that figure as good as it is."""
    total_proved: bool = False
    total_argument: str = ""
    steps: tuple[Stage, ...] = ()
    """What to announce, where it is a rule."""
    warnings: tuple[Finding, ...] = ()
    half: bool = True
    """Whether half of each line change direction."""


def judged_option(
    event: Event, name: str, seatings: tuple[Seats, ...], *, steps: tuple[Stage, ...] = (), half: bool = True
) -> SeatingOption:
    """Return an option counted, and judged, by those who know nothing about how it was found.

    Unless *half* of each line need not change direction, a seating in which it does not is a fault.
    """
    seated = zip(event.sessions, (event.opening, *seatings), strict=True)
    first, *later = sittings = [Sitting(session, seats) for session, seats in seated]
    stay, change, apart = (frozenset(p + 1 for p in who) for who in astuple(event.wishes))
    requests = Requests(stay=stay, change=change, apart=apart, half=half)
    findings = [finding for sitting in later for finding in judge_seating(first, sitting, requests)]
    if errors := [finding for finding in findings if finding.severity == "error"]:
        raise BrokenMovement(name, errors)
    moved = sum(len(groups(first.session, sitting.session, sitting.seats)) for sitting in later)
    return SeatingOption(name, seatings, account(sittings), moved, steps=steps, warnings=tuple(findings), half=half)


def with_proof(option: SeatingOption, event: Event, leading: Bound, total: Bound) -> SeatingOption:
    """Return an option with what is known about better ones."""
    worth = option.account
    figures = {"total": worth.total, "max": worth.most, "contact": len(worth.never)}
    if option.name == "balance":
        bound = highest_balance(event, leading.least)
        proved = worth.balance >= bound - 1e-9
    else:
        bound, proved = leading.least, figures[option.name] <= leading.least
    return replace(
        option,
        bound=bound,
        proved=proved,
        argument=leading.argument,
        total_bound=int(total.least),
        total_proved=worth.total <= total.least,
        total_argument=total.argument,
    )


def highest_balance(event: Event, least_product: float) -> float:
    """Return the highest Qf when the products of competition in every two sessions add up to at least so much."""
    present = [np.array([seat - 1 for seat in room.present]) for room in event.sessions]
    parts = [matrix[np.ix_(here, here)] for matrix, here in zip(event.competitions, present, strict=True)]
    people = len(parts[0])
    total = sum(float(part.sum()) for part in parts) / 2
    squares = sum(float((part**2).sum()) for part in parts) / 2 + 2 * least_product
    return min(100.0, 100 * total**2 / (people * (people - 1) / 2 * squares)) if squares > 0 else 100.0


def worth_of(option: SeatingOption, order: Sequence[str]) -> tuple[float, ...]:
    """Return what to compare options by: the less, the better."""
    figures = {
        "total": option.account.total,
        "max": option.account.most,
        "contact": len(option.account.never),
        "balance": -round(option.account.balance, 6),
    }
    return tuple(figures[goal] for goal in order)


def shown_worth(option: SeatingOption, order: Sequence[str]) -> tuple[float, ...]:
    """Return the same as somebody sees it, whose choice it is: wishes first, balance to a decimal, then the groups.

    Of two that look alike fewer groups to be told are better, and only then the balance beyond the decimal.
    """
    exact = worth_of(option, order)
    seen = (round(figure, 1) for figure in exact)
    return (len(option.warnings), *seen, option.groups, *exact)
