"""Groups of pairs or players in sentences: a whole phrase for each kind of group, without a full stop."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from byestand.flow.groups import Group, GroupKind
from byestand.language import say, say_many
from byestand.words.numbers import number_word, ranges
from byestand.words.seats import seat_text, spoken_side


class _Gaps(NamedTuple):
    """The gaps of a phrase about a group."""

    side: str
    numbers: str
    size: int


_Table: TypeAlias = Mapping[GroupKind, Callable[[_Gaps], str]]


def _say_of(table: _Table, group: Group, *, spoken: bool) -> str:
    side = spoken_side(group.side) if spoken else seat_text(group.side)
    return table[group.kind](_Gaps(side, ranges(group.numbers), len(group.numbers)))


def group_label(group: Group, *, spoken: bool) -> str:
    """Return a group on its own: "East-West", "Odd EW pairs", "Pairs 3-5"."""
    return _say_of(_LABELS, group, spoken=spoken)


def stay_text(group: Group, *, spoken: bool) -> str:
    """Return that a group stays."""
    return _say_of(_STAY, group, spoken=spoken)


def stay_once_text(group: Group) -> str:
    """Return that a group stays after this round, for the display."""
    return _say_of(_STAY_ONCE, group, spoken=False)


def rule_text(group: Group, by: int) -> str:
    """Return how far a group moves after each round: "East-West move up one table after each round"."""
    gaps = {"who": group_label(group, spoken=True), "count": number_word(abs(by))}
    if _is_one(group):
        if by > 0:
            return say_many(
                "{who} moves up {count} table after each round",
                "{who} moves up {count} tables after each round",
                by,
                **gaps,
            )
        return say_many(
            "{who} moves down {count} table after each round",
            "{who} moves down {count} tables after each round",
            -by,
            **gaps,
        )
    if by > 0:
        return say_many(
            "{who} move up {count} table after each round", "{who} move up {count} tables after each round", by, **gaps
        )
    return say_many(
        "{who} move down {count} table after each round", "{who} move down {count} tables after each round", -by, **gaps
    )


def again_text(group: Group, by: int) -> str:
    """Return that a group goes back to its rule: "East-West move up one table again"."""
    gaps = {"who": group_label(group, spoken=True), "count": number_word(abs(by))}
    if _is_one(group):
        if by > 0:
            return say_many("{who} moves up {count} table again", "{who} moves up {count} tables again", by, **gaps)
        return say_many("{who} moves down {count} table again", "{who} moves down {count} tables again", -by, **gaps)
    if by > 0:
        return say_many("{who} move up {count} table again", "{who} move up {count} tables again", by, **gaps)
    return say_many("{who} move down {count} table again", "{who} move down {count} tables again", -by, **gaps)


def _is_one(group: Group) -> bool:
    """Return whether a group is one pair or player."""
    whole = (GroupKind.SIDE, GroupKind.ODD, GroupKind.EVEN)
    return group.kind == GroupKind.SEAT or (group.kind not in whole and len(group.numbers) == 1)


def skip_text(group: Group, *, spoken: bool) -> str:
    """Return that a group skips a table; the round stands before it."""
    return _say_of(_SKIP, group, spoken=spoken)


def card_text(group: Group, *, spoken: bool) -> str:
    """Return that a group moves by guide cards."""
    return _say_of(_CARD, group, spoken=spoken)


def missing_text(group: Group) -> str:
    """Return that a group of numbered pairs or players is missing."""
    return _say_of(_MISSING, group, spoken=True)


_LABELS: _Table = {
    GroupKind.SIDE: lambda g: g.side,
    GroupKind.ODD: lambda g: say("Odd {side} pairs", side=g.side),
    GroupKind.EVEN: lambda g: say("Even {side} pairs", side=g.side),
    GroupKind.SEAT: lambda g: g.side,
    GroupKind.SIDE_PAIRS: lambda g: say_many(
        "{side} pair {numbers}", "{side} pairs {numbers}", g.size, side=g.side, numbers=g.numbers
    ),
    GroupKind.PAIRS: lambda g: say_many("Pair {numbers}", "Pairs {numbers}", g.size, numbers=g.numbers),
    GroupKind.PLAYERS: lambda g: say_many("Player {numbers}", "Players {numbers}", g.size, numbers=g.numbers),
}
_STAY: _Table = {
    GroupKind.SIDE: lambda g: say("{side} stay", side=g.side),
    GroupKind.ODD: lambda g: say("Odd {side} pairs stay", side=g.side),
    GroupKind.EVEN: lambda g: say("Even {side} pairs stay", side=g.side),
    GroupKind.SEAT: lambda g: say("{seat} stays", seat=g.side),
    GroupKind.SIDE_PAIRS: lambda g: say_many(
        "{side} pair {numbers} stays", "{side} pairs {numbers} stay", g.size, side=g.side, numbers=g.numbers
    ),
    GroupKind.PAIRS: lambda g: say_many("Pair {numbers} stays", "Pairs {numbers} stay", g.size, numbers=g.numbers),
    GroupKind.PLAYERS: lambda g: say_many(
        "Player {numbers} stays", "Players {numbers} stay", g.size, numbers=g.numbers
    ),
}
_STAY_ONCE: _Table = {
    GroupKind.SIDE: lambda g: say("{side} stay this time", side=g.side),
    GroupKind.ODD: lambda g: say("Odd {side} pairs stay this time", side=g.side),
    GroupKind.EVEN: lambda g: say("Even {side} pairs stay this time", side=g.side),
    GroupKind.SEAT: lambda g: say("{seat} stays this time", seat=g.side),
    GroupKind.SIDE_PAIRS: lambda g: say_many(
        "{side} pair {numbers} stays this time",
        "{side} pairs {numbers} stay this time",
        g.size,
        side=g.side,
        numbers=g.numbers,
    ),
    GroupKind.PAIRS: lambda g: say_many(
        "Pair {numbers} stays this time", "Pairs {numbers} stay this time", g.size, numbers=g.numbers
    ),
    GroupKind.PLAYERS: lambda g: say_many(
        "Player {numbers} stays this time", "Players {numbers} stay this time", g.size, numbers=g.numbers
    ),
}
_SKIP: _Table = {
    GroupKind.SIDE: lambda g: say("{side} move up two tables", side=g.side),
    GroupKind.ODD: lambda g: say("Odd {side} pairs move up two tables", side=g.side),
    GroupKind.EVEN: lambda g: say("Even {side} pairs move up two tables", side=g.side),
    GroupKind.SEAT: lambda g: say("{seat} moves up two tables", seat=g.side),
    GroupKind.SIDE_PAIRS: lambda g: say_many(
        "{side} pair {numbers} moves up two tables",
        "{side} pairs {numbers} move up two tables",
        g.size,
        side=g.side,
        numbers=g.numbers,
    ),
    GroupKind.PAIRS: lambda g: say_many(
        "Pair {numbers} moves up two tables", "Pairs {numbers} move up two tables", g.size, numbers=g.numbers
    ),
    GroupKind.PLAYERS: lambda g: say_many(
        "Player {numbers} moves up two tables", "Players {numbers} move up two tables", g.size, numbers=g.numbers
    ),
}
_CARD: _Table = {
    GroupKind.SIDE: lambda g: say("{side} follow their guide cards", side=g.side),
    GroupKind.ODD: lambda g: say("Odd {side} pairs follow their guide cards", side=g.side),
    GroupKind.EVEN: lambda g: say("Even {side} pairs follow their guide cards", side=g.side),
    GroupKind.SEAT: lambda g: say("{seat} follows a guide card", seat=g.side),
    GroupKind.SIDE_PAIRS: lambda g: say_many(
        "{side} pair {numbers} follows its guide card",
        "{side} pairs {numbers} follow their guide cards",
        g.size,
        side=g.side,
        numbers=g.numbers,
    ),
    GroupKind.PAIRS: lambda g: say_many(
        "Pair {numbers} follows its guide card", "Pairs {numbers} follow their guide cards", g.size, numbers=g.numbers
    ),
    GroupKind.PLAYERS: lambda g: say_many(
        "Player {numbers} follows a guide card",
        "Players {numbers} follow their guide cards",
        g.size,
        numbers=g.numbers,
    ),
}
_MISSING: _Table = {
    GroupKind.SIDE_PAIRS: lambda g: say_many(
        "{side} pair {numbers} is missing", "{side} pairs {numbers} are missing", g.size, side=g.side, numbers=g.numbers
    ),
    GroupKind.PAIRS: lambda g: say_many(
        "Pair {numbers} is missing", "Pairs {numbers} are missing", g.size, numbers=g.numbers
    ),
    GroupKind.PLAYERS: lambda g: say_many(
        "Player {numbers} is missing", "Players {numbers} are missing", g.size, numbers=g.numbers
    ),
}
