"""From the parts of a name to its maker, and the reasons where there is nothing to make."""

from collections.abc import Callable
from dataclasses import replace

from byestand.catalog.names import MOST_GROUPS, Name
from byestand.errors import NoSuchMovement
from byestand.model import Movement
from byestand.movements import (
    Shape,
    crisscross_mitchell,
    is_segmented,
    mitchell,
    opponents_limit,
    rainbow,
    rainbow_rounds,
    relay_mitchell,
    segmented_mitchell,
    shapes,
    web,
    whist,
    why_no_shape,
)


def base(name: Name) -> Movement:
    """Return the movement that a name without a rover stands for."""
    return _MAKERS[name.family](name)


def full_length(tables: int, deal_groups: int) -> int:
    """Return the rounds of a Web whose name does not tell: to the opponents' limit, and one revenge round.

    That is how the known library has it (2014 March 24).
    """
    return min(deal_groups, opponents_limit(tables, deal_groups) + 1)


def longest(name: Name) -> int:
    """Return how many rounds a movement has if its name does not tell."""
    if name.letter in "MI":
        return name.tables if name.letter == "M" else name.deal_groups
    return (rainbow_rounds if name.letter == "R" else full_length)(name.tables, name.deal_groups)


def canonical(name: Name) -> Name:
    """Return the one name of a schedule: rounds are told only where they are not the full length."""
    same = name.letter not in "MI" and name.rounds == longest(name)
    return replace(name, rounds=None) if same else name


def shape_of(name: Name) -> Shape:
    """Return the shape a Web's name stands for: plain is the one with fewest full subsections.

    Which of the two the library calls "A" when d divides t is not known; W1008 and W1008A are as published.
    """
    found = shapes(name.tables, name.deal_groups)
    if not found:
        raise NoSuchMovement(
            f"no Web has {name.tables} tables and {name.deal_groups} deal groups",
            because=why_no_shape(name.deal_groups),
            instead=_instead_of_web(name),
        )
    if name.variant == "A" and len(found) == 1:
        plain = str(replace(name, variant=""))
        raise NoSuchMovement(
            f"{plain} has no alternative",
            because="there is only one way to divide the tables"
            " (two exist for an even number of deal groups, not more than tables)",
            instead=plain,
        )
    return found[name.variant == "A"]


def _web(name: Name) -> Movement:
    rounds = name.rounds or full_length(name.tables, name.deal_groups)
    return web(tables=name.tables, deal_groups=name.deal_groups, rounds=rounds, shape=shape_of(name))


_MAKERS: dict[str, Callable[[Name], Movement]] = {
    "web": _web,
    "mitchell": lambda name: mitchell(tables=name.tables, rounds=name.rounds),
    "relay": lambda name: relay_mitchell(tables=name.tables, rounds=name.rounds),
    "crisscross": lambda name: crisscross_mitchell(tables=name.tables, rounds=name.rounds),
    "segmented": lambda name: segmented_mitchell(tables=name.tables, deal_groups=name.deal_groups, rounds=name.rounds),
    "rainbow": lambda name: rainbow(tables=name.tables, deal_groups=name.deal_groups, rounds=name.rounds),
    "whist": lambda name: whist(players=name.players, rounds=name.rounds),
}


def _instead_of_web(name: Name) -> str:
    """Return what a director can run in place of a Web that does not exist."""
    t, d = name.tables, name.deal_groups
    ways = []
    if is_segmented(t, d):
        ways.append(f"S{t:02}{d:02} (segments of {d // 2} tables, {t // (d // 2)} cases)")
    if d % 2 == 0 and d + 1 <= min(t, MOST_GROUPS):
        ways.append(f"W{t:02}{d + 1:02}{d:02} ({d + 1} deal groups, the last round not played)")
    if d % 2 == 0 and t > 2 and shapes(t - 1, d):
        ways.append(f"W{t - 1:02}{d:02}ER (a rover and a party table)")
    if t < d:
        ways.append(f"W{t:02}{t:02} ({t} deal groups)")
    return ", or ".join(ways)
