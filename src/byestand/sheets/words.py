"""How to set up and run a movement, in words: what a director does and says."""

from dataclasses import dataclass

from byestand.model import Movement
from byestand.sheets.boarding import boarding
from byestand.sheets.boards import boards
from byestand.sheets.jumps import jump_words, jumps_of
from byestand.sheets.moving import board_moves, spares_of
from byestand.sheets.rover import rover_words
from byestand.sheets.swivel import swivel_words
from byestand.words.people import player_moves


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
    jumps = announced_jumps(movement)
    parts.append(jumps or Instructions("Players, after every round", tuple(player_moves(movement))))
    parts += spare_players_and_boards(movement)
    if movement.swivel:
        parts.append(Instructions("Within a round", tuple(swivel_words(movement)) or ("Everybody keeps the seat.",)))
    if movement.rover:
        half = movement.rover.host in movement.field.missing
        heading = "Rover, half table" if half else "Rover and party table"
        parts.append(Instructions(heading, tuple(rover_words(movement, movement.rover, boards_per_round))))
    return tuple(parts)


def announced_jumps(movement: Movement) -> Instructions | None:
    """Return the jumps that are announced round by round; None where a rule or guide cards do.

    A rule for all rounds is plainer than jumps, and jumps are plainer than guide cards.
    """
    jumps = jumps_of(movement) if movement.layout is None else None
    if not jumps:
        return None
    return Instructions("Players and boards, after every round", ("North stays.", *jump_words(jumps)))


def spare_players_and_boards(movement: Movement) -> list[Instructions]:
    """Return what to know about boards and spare players of individuals, beyond rules and jumps."""
    parts = []
    tables = range(1, movement.tables + 1)
    if movement.is_individual and movement.layout is None and not jumps_of(movement):
        together = all(len(set(row.tolist())) == 1 for row in movement.groups)
        copies = max(row.tolist().count(group) for row in movement.groups for group in set(row.tolist()))
        said = (
            f"All tables play the same boards: they share them, or there are {len(tables)} copies."
            if together and len(tables) > 1
            else f"A card on each table tells which boards it plays; copies of each board needed: {copies}."
        )
        parts.append(Instructions("Boards", (said,)))
    if spares := spares_of(movement):
        lines = [
            f"Player {spare}: "
            + ", ".join(f"round {v.round} {v.seat} at table {v.table}" for v in movement.itinerary(str(spare)))
            + "."
            for spare in spares
        ]
        lines.append("Whoever sits there sits out for the round, and goes on as if nothing had happened.")
        parts.append(Instructions("Spare players, who take the seats of others", tuple(lines)))
    return parts


def instructions_text(parts: tuple[Instructions, ...]) -> str:
    """Return instructions as lines of text."""
    lines = []
    for part in parts:
        lines += [part.heading, *(f"  {line}" for line in part.lines)]
    return "\n".join(lines) + "\n"
