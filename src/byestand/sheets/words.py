"""How to set up and run a movement, in words: what a director does and says."""

from dataclasses import dataclass

from byestand.model import Movement
from byestand.sheets.boarding import boarding
from byestand.sheets.boards import boards
from byestand.sheets.moving import board_moves, player_moves
from byestand.sheets.rover import rover_words


@dataclass(frozen=True, slots=True)
class Instructions:
    """A heading and what stands under it, a sentence a line."""

    heading: str
    lines: tuple[str, ...]


def instructions(movement: Movement, *, boards_per_round: int | None = None) -> tuple[Instructions, ...]:
    """Return how to board the tables and how boards and players move."""
    parts = []
    if layout := movement.layout:
        cases = "1 case" if len(layout.cases) == 1 else f"{len(layout.cases)} cases"
        last = boards(movement.deal_groups, boards_per_round).rpartition("-")[2]
        what = "boards" if boards_per_round else "deal groups"
        parts = [
            Instructions(
                f"{layout.pattern}: {cases} of {what} 1-{last}",
                tuple(boarding(movement, layout, boards_per_round)),
            ),
            Instructions("Boards, after every round", tuple(board_moves(movement, layout, boards_per_round))),
        ]
    parts.append(Instructions("Players, after every round", tuple(player_moves(movement))))
    if movement.rover:
        half = movement.rover.host in movement.field.missing
        heading = "Rover, half table" if half else "Rover and party table"
        parts.append(Instructions(heading, tuple(rover_words(movement, movement.rover, boards_per_round))))
    return tuple(parts)


def instructions_text(parts: tuple[Instructions, ...]) -> str:
    """Return instructions as lines of text."""
    lines = []
    for part in parts:
        lines += [part.heading, *(f"  {line}" for line in part.lines)]
    return "\n".join(lines) + "\n"
