"""Facts that forms need: who plays which board where, dealers and vulnerability."""

from byestand.errors import BadRequest
from byestand.language import phrase, say
from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.model.walks import ring
from byestand.words.seats import seat_letter

DEALERS = ("N", "E", "S", "W")
VULNERABLE = ("none", "NS", "EW", "both")


_VULNERABLE = {"none": phrase("none"), "NS": phrase("NS"), "EW": phrase("EW"), "both": phrase("both")}


def vulnerable_text(vulnerable: str) -> str:
    """Return a vulnerability."""
    return say(_VULNERABLE[vulnerable])


def board_conditions(board: int) -> tuple[str, str]:
    """Return the dealer and the vulnerability of a board, as keys.

    >>> board_conditions(1), board_conditions(8), board_conditions(13), board_conditions(16)
    (('N', 'none'), ('W', 'none'), ('N', 'both'), ('W', 'EW'))
    """
    # After every four boards the vulnerability moves on by one.
    return DEALERS[ring(board, 4) - 1], VULNERABLE[ring(board + (board - 1) // 4, 4) - 1]


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
