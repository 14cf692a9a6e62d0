"""Facts that forms need: who plays which board where."""

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.words.seats import seat_letter


def boards_of(section: Section) -> Boards:
    """Return the boards of a section. Raise if they have no numbers."""
    if section.boards is None:
        raise BadRequest(say("printing forms needs the number of boards per round"))
    return section.boards


def seats_on(movement: Movement, round: int, table: int, which: int) -> list[int]:
    """Return the contestants in each seat on the first, second, … board of a round."""
    grid = movement.seats_on(which) if movement.swivel else movement.seats
    seats: list[int] = grid[round - 1, table - 1].tolist()
    return seats


def numbers_on(movement: Movement, round: int, table: int, which: int) -> tuple[str, ...]:
    """Return the numbers in each seat on the first, second, … board of a round."""
    return tuple(str(movement.field.number(c)) for c in seats_on(movement, round, table, which))


def names_of(section: Section, contestant: int) -> tuple[str, ...]:
    """Return the names of the players of a contestant, as far as they are known."""
    known = section.members(section.movement.field.label(contestant))
    return tuple(person.name for person in known if person.name)


def seat_heads(movement: Movement) -> list[str]:
    """Return the headings of the seats."""
    return [seat_letter(name) for name in movement.seat_names]


def max_plays(movement: Movement) -> int:
    """Return how often the most played board is played, which determines the top."""
    return max(movement.plays_per_group())
