"""What forms ask of a section: who plays which board when and where, and how."""

from byestand.errors import BadRequest
from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.model.walks import ring

DEALERS = ("N", "E", "S", "W")
VULNERABLE = ("none", "NS", "EW", "both")


def board_conditions(board: int) -> tuple[str, str]:
    """Return who deals a board and who is vulnerable on it.

    >>> board_conditions(1), board_conditions(8), board_conditions(13), board_conditions(16)
    (('N', 'none'), ('W', 'none'), ('N', 'both'), ('W', 'EW'))
    """
    # After every four boards the same dealer finds the next vulnerability.
    return DEALERS[ring(board, 4) - 1], VULNERABLE[ring(board + (board - 1) // 4, 4) - 1]


def boards_of(section: Section) -> Boards:
    """Return the boards of a section; forms have them on every line."""
    if section.boards is None:
        raise BadRequest("paper to score on names boards: tell how many make a round")
    return section.boards


def seats_on(movement: Movement, round: int, table: int, which: int) -> list[int]:
    """Return who sits where on the first, second, … board of a round."""
    grid = movement.seats_on(which) if movement.swivel else movement.seats
    seats: list[int] = grid[round - 1, table - 1].tolist()
    return seats


def numbers_on(movement: Movement, round: int, table: int, which: int) -> tuple[str, ...]:
    """Return by their numbers who sits where on the first, second, … board of a round."""
    return tuple(str(movement.field.number(c)) for c in seats_on(movement, round, table, which))


def names_of(section: Section, contestant: int) -> tuple[str, ...]:
    """Return the names of the people of a contestant, as far as they are known."""
    known = section.members(section.movement.field.label(contestant))
    return tuple(person.name for person in known if person.name)


def seat_heads(movement: Movement) -> list[str]:
    """Return what stands over the columns of those who sit at a table."""
    return [name[0] for name in movement.seat_names] if movement.is_individual else ["NS", "EW"]


def most_plays(movement: Movement) -> int:
    """Return how often the board is played that is played most: what a top is reckoned from."""
    return max(movement.plays_per_group())
