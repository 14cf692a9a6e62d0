"""Count the room before you board: a Web for one table more or less is boarded quite differently."""

from collections.abc import Sequence

from byestand.model import Movement


def count_first(movements: Sequence[Movement]) -> str:
    """Return how many must be there before the first board is put down, over all sections."""
    there = sum(len(movement.field.present) for movement in movements)
    seated, what = (4, "players") if movements[0].is_individual else (2, "pairs")
    tables = f"{there // seated}{' and a half' if seated == 2 and there % seated else ''} tables"
    left = f" and {there % seated} more" if seated == 4 and there % seated else ""
    told = f"Count the room first: {there} {what}, {tables}{left}, somebody in every seat."
    if any(movement.layout and len(movement.layout.subsections) > 1 for movement in movements):
        told += " With one table more or less it is boarded quite differently."
    return told
