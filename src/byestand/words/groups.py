"""Groups of pairs or players in sentences: whole phrases for each kind of group, without a full stop."""

from byestand.flow.groups import Group, GroupKind
from byestand.language import say, say_many
from byestand.words.numbers import ranges
from byestand.words.people import spoken_side


def _side(group: Group, *, spoken: bool) -> str:
    return spoken_side(group.side) if spoken else group.side


def group_label(group: Group, *, spoken: bool) -> str:
    """Return a group on its own: "East-West", "Odd EW pairs", "Pairs 3-5"."""
    side, numbers, count = _side(group, spoken=spoken), ranges(group.numbers), len(group.numbers)
    match group.kind:
        case GroupKind.SIDE | GroupKind.SEAT:
            return side
        case GroupKind.ODD:
            return say("Odd {side} pairs", side=side)
        case GroupKind.EVEN:
            return say("Even {side} pairs", side=side)
        case GroupKind.SIDE_PAIRS:
            return say_many("{side} pair {numbers}", "{side} pairs {numbers}", count, side=side, numbers=numbers)
        case GroupKind.PAIRS:
            return say_many("Pair {numbers}", "Pairs {numbers}", count, numbers=numbers)
        case GroupKind.PLAYERS:
            return say_many("Player {numbers}", "Players {numbers}", count, numbers=numbers)


def stay_text(group: Group, *, spoken: bool) -> str:
    """Return that a group stays."""
    side, numbers, count = _side(group, spoken=spoken), ranges(group.numbers), len(group.numbers)
    match group.kind:
        case GroupKind.SIDE:
            return say("{side} stay", side=side)
        case GroupKind.SEAT:
            return say("{seat} stays", seat=side)
        case GroupKind.ODD:
            return say("Odd {side} pairs stay", side=side)
        case GroupKind.EVEN:
            return say("Even {side} pairs stay", side=side)
        case GroupKind.SIDE_PAIRS:
            one, many = "{side} pair {numbers} stays", "{side} pairs {numbers} stay"
            return say_many(one, many, count, side=side, numbers=numbers)
        case GroupKind.PAIRS:
            return say_many("Pair {numbers} stays", "Pairs {numbers} stay", count, numbers=numbers)
        case GroupKind.PLAYERS:
            return say_many("Player {numbers} stays", "Players {numbers} stay", count, numbers=numbers)


def stay_once_text(group: Group) -> str:
    """Return that a group stays after this round, for the display."""
    numbers, count = ranges(group.numbers), len(group.numbers)
    match group.kind:
        case GroupKind.SIDE:
            return say("{side} stay this time", side=group.side)
        case GroupKind.SEAT:
            return say("{seat} stays this time", seat=group.side)
        case GroupKind.ODD:
            return say("Odd {side} pairs stay this time", side=group.side)
        case GroupKind.EVEN:
            return say("Even {side} pairs stay this time", side=group.side)
        case GroupKind.SIDE_PAIRS:
            one, many = "{side} pair {numbers} stays this time", "{side} pairs {numbers} stay this time"
            return say_many(one, many, count, side=group.side, numbers=numbers)
        case GroupKind.PAIRS:
            return say_many("Pair {numbers} stays this time", "Pairs {numbers} stay this time", count, numbers=numbers)
        case GroupKind.PLAYERS:
            one, many = "Player {numbers} stays this time", "Players {numbers} stay this time"
            return say_many(one, many, count, numbers=numbers)


def move_text(group: Group) -> str:
    """Return that a group moves after each round; the step follows after a colon."""
    side, numbers, count = spoken_side(group.side), ranges(group.numbers), len(group.numbers)
    match group.kind:
        case GroupKind.SIDE:
            return say("{side} move after each round", side=side)
        case GroupKind.SEAT:
            return say("{seat} moves after each round", seat=side)
        case GroupKind.ODD:
            return say("Odd {side} pairs move after each round", side=side)
        case GroupKind.EVEN:
            return say("Even {side} pairs move after each round", side=side)
        case GroupKind.SIDE_PAIRS:
            one, many = "{side} pair {numbers} moves after each round", "{side} pairs {numbers} move after each round"
            return say_many(one, many, count, side=side, numbers=numbers)
        case GroupKind.PAIRS:
            one, many = "Pair {numbers} moves after each round", "Pairs {numbers} move after each round"
            return say_many(one, many, count, numbers=numbers)
        case GroupKind.PLAYERS:
            one, many = "Player {numbers} moves after each round", "Players {numbers} move after each round"
            return say_many(one, many, count, numbers=numbers)


def skip_text(group: Group, *, spoken: bool) -> str:
    """Return that a group skips a table; the round stands before it."""
    side, numbers, count = _side(group, spoken=spoken), ranges(group.numbers), len(group.numbers)
    match group.kind:
        case GroupKind.SIDE:
            return say("{side} move up two tables", side=side)
        case GroupKind.SEAT:
            return say("{seat} moves up two tables", seat=side)
        case GroupKind.ODD:
            return say("Odd {side} pairs move up two tables", side=side)
        case GroupKind.EVEN:
            return say("Even {side} pairs move up two tables", side=side)
        case GroupKind.SIDE_PAIRS:
            one, many = "{side} pair {numbers} moves up two tables", "{side} pairs {numbers} move up two tables"
            return say_many(one, many, count, side=side, numbers=numbers)
        case GroupKind.PAIRS:
            one, many = "Pair {numbers} moves up two tables", "Pairs {numbers} move up two tables"
            return say_many(one, many, count, numbers=numbers)
        case GroupKind.PLAYERS:
            one, many = "Player {numbers} moves up two tables", "Players {numbers} move up two tables"
            return say_many(one, many, count, numbers=numbers)


def card_text(group: Group, *, spoken: bool) -> str:
    """Return that a group moves by guide cards."""
    side, numbers, count = _side(group, spoken=spoken), ranges(group.numbers), len(group.numbers)
    match group.kind:
        case GroupKind.SIDE:
            return say("{side} follow their guide cards", side=side)
        case GroupKind.SEAT:
            return say("{seat} follows a guide card", seat=side)
        case GroupKind.ODD:
            return say("Odd {side} pairs follow their guide cards", side=side)
        case GroupKind.EVEN:
            return say("Even {side} pairs follow their guide cards", side=side)
        case GroupKind.SIDE_PAIRS:
            one, many = "{side} pair {numbers} follows its guide card", "{side} pairs {numbers} follow their guide cards"
            return say_many(one, many, count, side=side, numbers=numbers)
        case GroupKind.PAIRS:
            one, many = "Pair {numbers} follows its guide card", "Pairs {numbers} follow their guide cards"
            return say_many(one, many, count, numbers=numbers)
        case GroupKind.PLAYERS:
            one, many = "Player {numbers} follows a guide card", "Players {numbers} follow their guide cards"
            return say_many(one, many, count, numbers=numbers)
