"""Arrow switches in words: in which rounds, and at which tables."""

from collections.abc import Iterator
from itertools import groupby

from byestand.model import Movement
from byestand.model.seen import arrow_turned
from byestand.words.lists import Instructions
from byestand.words.numbers import ranges
from byestand.words.phrases import say, say_many


def switches(movement: Movement) -> dict[int, tuple[int, ...]]:
    """Return the rounds in which the arrow is turned, each with the tables where it is; none stands for all."""
    turned = arrow_turned(movement)
    return {
        round: () if row.all() else tuple((row.nonzero()[0] + 1).tolist())
        for round, row in enumerate(turned, start=1)
        if row.any()
    }


def switch_sentences(movement: Movement) -> Iterator[str]:
    """Yield where the arrow is switched, for whoever sets up."""
    where = [
        say("{round} (tables {tables})", round=round, tables=", ".join(map(str, tables))) if tables else str(round)
        for round, tables in switches(movement).items()
    ]
    if where:
        phrase = "The arrow is switched in round {rounds}: whoever sat NS at a table sits EW, and vice versa."
        yield say(phrase, rounds=", ".join(where))


def switch_announcements(movement: Movement) -> Iterator[Instructions]:
    """Yield what to say at each switch, neighbouring rounds in which all tables switch together."""
    found = switches(movement)
    everywhere = [round for round, tables in found.items() if not tables]
    for _, run in groupby(enumerate(everywhere), key=lambda item: item[1] - item[0]):
        rounds = [round for _, round in run]
        yield _everywhere(rounds[0], rounds[-1], is_last=rounds[-1] == movement.rounds)
    for round, tables in found.items():
        if tables:
            turn = say_many(
                "Arrow switch at table {tables}: whoever has sat NS at a table now sits EW, and the other way about.",
                "Arrow switch at tables {tables}: whoever has sat NS at a table now sits EW, and the other way about.",
                len(tables),
                tables=ranges(tables),
            )
            yield Instructions(say("Before round {round}", round=round), (turn,))


def _everywhere(first: int, last: int, *, is_last: bool) -> Instructions:
    heading = say_many(
        "Before round {first}, for this round",
        "Before round {first}, for rounds {first}-{last}",
        last - first + 1,
        first=first,
        last=last,
    )
    turn = say("Arrow switch: whoever has sat NS at a table now sits EW, and the other way about.")
    back = () if is_last else (say("After round {last} everybody turns back.", last=last),)
    return Instructions(heading, (turn, *back))
