"""Types of stored values with their limits: the codec reads them and refuses what is beyond."""

from typing import Annotated, TypeAlias

from byestand.marks import EmbeddedJson, Text, Whole

MAX_BOARDS_PER_ROUND = 12
MAX_FIRST_BOARD = 500
MAX_BOARD = 9999
MAX_SETS = 99
MAX_ROUNDS = 255
MAX_TABLES = 999
MAX_SECTIONS = 12
MAX_NAMES = 800
MAX_EVENTS = 50_000
"""A night of sixty tables in which every result is typed by itself and half of them are corrected has five thousand."""
MAX_NAME_CHARS = 80
MAX_NOTES_CHARS = 8000
MAX_MOVEMENT_CHARS = 2**20
"""A hundred tables in sixty rounds have half of it."""


Label: TypeAlias = Annotated[str, Text(8)]
"""A contestant within a section: ``N3``, ``12``."""
Letter: TypeAlias = Annotated[str, Text(3)]
"""A section."""
MovementName: TypeAlias = Annotated[str, Text(16)]
"""A movement of the catalogue: ``W1813``."""
Name: TypeAlias = Annotated[str, Text(MAX_NAME_CHARS)]
"""One line: a person, a pair, a club, a title."""
Title: TypeAlias = Annotated[str, Text(200)]
"""One line of a sentence."""
Notes: TypeAlias = Annotated[str, Text(MAX_NOTES_CHARS, lines=True)]
RoundNumber: TypeAlias = Annotated[int, Whole(1, MAX_ROUNDS)]
TableNumber: TypeAlias = Annotated[int, Whole(1, MAX_TABLES)]
BoardNumber: TypeAlias = Annotated[int, Whole(1, MAX_BOARD)]
Revision: TypeAlias = Annotated[int, Whole(0, MAX_EVENTS)]
MovementDocument: TypeAlias = Annotated[str, EmbeddedJson(MAX_MOVEMENT_CHARS)]
"""A movement in our published json format."""
