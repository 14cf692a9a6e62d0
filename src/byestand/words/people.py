"""What people are called: alone, together, and by their seats."""

from collections.abc import Sequence
from typing import NamedTuple

from byestand.language import say, say_many
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.words.numbers import in_words, join_items, number_labels
from byestand.words.seats import seat_text, spoken_side


class ContestantNoun(NamedTuple):
    """The word for one contestant and for several."""

    singular: str
    plural: str


PAIRS, PLAYERS = ContestantNoun("pair", "pairs"), ContestantNoun("player", "players")
NOBODY = "–"
"""Stands on paper for an empty seat, or for nothing."""


def contestant_noun(movement: Movement) -> ContestantNoun:
    """Return the word for the contestants: pairs or players."""
    return PLAYERS if movement.is_individual else PAIRS


def name_contestants(contestants: Sequence[int], movement: Movement, section: str = "") -> str:
    """Return pairs or players by number: "N4 and E2", "pairs 3 and 8"; with a section letter "BN4", "pair B3"."""
    labels = [movement.field.label(contestant, section) for contestant in contestants]
    if len(movement.field.lines) == 2:
        return join_items(labels)
    return number_labels("player" if movement.is_individual else "pair", labels)


def group_title(contestants: Sequence[int], movement: Movement, section: str = "") -> str:
    """Return pairs or players by number, at the beginning of a sentence: "N4 and E2", "Pairs 3 and 8"."""
    labels = [movement.field.label(contestant, section) for contestant in contestants]
    if len(movement.field.lines) == 2:
        return join_items(labels)
    return number_labels("Player" if movement.is_individual else "Pair", labels)


def number_title(movement: Movement, contestant: int, section: str = "") -> str:
    """Return the number of one contestant on its own: "E7", "Pair 7", "Player 7"."""
    return group_title([contestant], movement, section)


def spoken_number(movement: Movement, contestant: int, section: str = "") -> str:
    """Return the number of one contestant as it is announced: "East-West pair 7", "Pair 7", "Player 7"."""
    field = movement.field
    if len(field.lines) != 2 or movement.is_individual:
        return number_title(movement, contestant, section)
    number = f"{section}{field.number(contestant)}"
    side = spoken_side(movement.seat_names[field.line(contestant)])
    return say("{side} pair {number}", side=side, number=number)


def spoken_numbers(movement: Movement, contestants: Sequence[int], section: str = "") -> str:
    """Return pairs or players by number as they are announced: "North-South pair 7 and East-West pair 2"."""
    if len(movement.field.lines) != 2 or movement.is_individual:
        return name_contestants(contestants, movement, section)
    return join_items(spoken_number(movement, contestant, section) for contestant in contestants)


def by_name(section: Section, contestant: int) -> str:
    """Return a contestant by number and name: "E9, Frida & Gustav"."""
    movement = section.movement
    number, name = (
        name_contestants([contestant], movement, section.letter),
        section.name(movement.field.label(contestant)),
    )
    return ", ".join(filter(None, (number, name)))


def sit_out_text(contestants: Sequence[int], movement: Movement, section: str = "") -> str:
    """Return who sits out, without a full stop: "N4 and E2 sit out", "Pair 3 sits out"."""
    labels = [movement.field.label(contestant, section) for contestant in contestants]
    numbers, count = join_items(labels), len(labels)
    if len(movement.field.lines) == 2:
        return say_many("{numbers} sits out", "{numbers} sit out", count, numbers=numbers)
    if movement.is_individual:
        return say_many("Player {numbers} sits out", "Players {numbers} sit out", count, numbers=numbers)
    return say_many("Pair {numbers} sits out", "Pairs {numbers} sit out", count, numbers=numbers)


def count_text(movement: Movement, number: int) -> str:
    """Return a number of contestants: "13 pairs", "1 player"."""
    return in_words(number, "player" if movement.is_individual else "pair")


def line_title(movement: Movement, line: int) -> str:
    """Return the name of a line of contestants: "NS pairs", "West players", or everybody."""
    if len(movement.field.lines) == 1:
        return say("everyone")
    first = movement.field.before(line) + 1
    seat = int((movement.seats[0] == first).any(axis=0).argmax())
    if movement.is_individual:
        return say("{seat} players", seat=seat_text(movement.seat_names[seat]))
    return say("{side} pairs", side=seat_text(movement.seat_names[seat]))
