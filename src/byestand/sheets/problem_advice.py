"""Advice on the director's sheet: common problems, each with what to do."""

from collections.abc import Iterator

from byestand.flow.rover import parties
from byestand.flow.steps import skips
from byestand.language import say
from byestand.model.inferred_claims import arrow_mask
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.words.people import PLAYERS, contestant_noun, name_contestants


def advice(section: Section) -> Iterator[tuple[str, str]]:
    """Yield possible problems, each with what to do."""
    movement = section.movement
    is_individual = contestant_noun(movement) is PLAYERS
    yield (say("late player:") if is_individual else say("late pair:")), _late_advice(section)
    if skips(movement):
        yield (
            say("skip forgotten:"),
            say(
                "stop play; EW move one more table. A board already started needs a ruling. If a whole round was"
                " played, cancel it and award average plus to both sides. Then continue as planned."
            ),
        )
    if arrow_mask(movement).any():
        yield say("a table missed the arrow switch:"), say("let it stand. Score the boards as they sat.")
    yield (
        say("wrong boards:"),
        say(
            "if any player has played them before, cancel the board. If not, finish it; the score stands."
            " Then continue as planned."
        ),
    )
    yield (
        say("wrong seats:"),
        say("if nobody has looked at the cards, move them. Otherwise let them finish and record who played."),
    )
    if is_individual:
        yield (
            say("player leaves:"),
            say("the other players at the table sit out from then on. The empty chair moves as usual."),
        )
    else:
        yield (
            say("pair leaves:"),
            say("their opponents sit out from then on. The empty seat moves as usual."),
        )


def _late_advice(section: Section) -> str:
    """Return which empty seat a late pair takes; without an empty seat the rest must be planned again."""
    movement = section.movement
    for party in parties(movement):
        if party.half:
            return say(
                "take the empty seat of {host} at table {table}. Pairs whose seat the rover takes play them there.",
                host=name_contestants([party.host], movement, section.letter),
                table=party.table,
            )
    labels = [name_contestants([contestant], movement, section.letter) for contestant in _empty_seats(movement)]
    if len(labels) == 1:
        return say("take the empty seat of {label}, wherever it is now.", label=labels[0])
    if labels:
        return say("take one of these empty seats, wherever it is now: {labels}.", labels=", ".join(labels))
    if contestant_noun(movement) is PLAYERS:
        return say("no empty chair. Another player can give up a chair for a round.")
    return say("no empty seat. Use Play, Report a problem, Late pair.")


def _empty_seats(movement: Movement) -> list[int]:
    """Return the contestants whose seats are empty: missing ones, and those who have left."""
    history, missing = movement.history, movement.field.missing
    left = {who for who, _ in history.departures} - history.replaced_contestants if history else set()
    return sorted(missing | left)
