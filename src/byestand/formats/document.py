"""A movement in a file, and what the file says besides: where it stands, its section, how many boards a round."""

from dataclasses import dataclass

from byestand.model import Movement


@dataclass(frozen=True, slots=True)
class Document:
    """One of the movements of a file. What a file does not say is empty or None."""

    movement: Movement
    line: int | None = None
    """The line of a text file on which it begins."""
    offset: int | None = None
    """The byte of a binary file at which it begins."""
    section: str = ""
    """The letter of its section, in files for several sections."""
    boards_per_round: int | None = None
