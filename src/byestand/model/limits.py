"""Types of stored values with their limits, which the codec enforces."""

from typing import Annotated, TypeAlias

from byestand.marks import EmbeddedJson, Instant, Text, Whole

MAX_BOARDS_PER_ROUND = 12
MAX_FIRST_BOARD = 500
"""The 16th session of 32 boards starts at 481."""
MAX_BOARD = 9999
MAX_SETS = 99
MAX_ROUNDS = 255
MAX_TABLES = 999
MAX_SECTIONS = 12
MAX_NAMES = 800
MAX_MEMBERS = 8
"""Members of a contestant, enough for a team."""
MAX_REGISTER = 10**9
"""The highest number in a club's member register."""
MAX_TIMESTAMP = 10**10
"""Seconds since 1970; a value in milliseconds exceeds it."""
MAX_EVENTS = 50_000
"""A session of 60 tables with every result entered singly and half of them corrected has 5,000."""
MAX_NAME_CHARS = 80
MAX_TITLE_CHARS = 200
MAX_CELL_CHARS = 500
"""In a cell of a results file."""
MAX_MINUTES = 120
"""Per round."""
MAX_NOTES_CHARS = 8000
MAX_MOVEMENT_CHARS = 2**20
"""100 tables in 60 rounds need half of it."""


Label: TypeAlias = Annotated[str, Text(8)]
"""A contestant within a section: ``N3``, ``12``."""
Letter: TypeAlias = Annotated[str, Text(3)]
"""A section."""
MovementName: TypeAlias = Annotated[str, Text(16)]
"""A movement of the catalogue: ``W1813``."""
Name: TypeAlias = Annotated[str, Text(MAX_NAME_CHARS)]
"""One line: a person, a pair, a club, a title."""
Title: TypeAlias = Annotated[str, Text(MAX_TITLE_CHARS)]
"""A title of one line."""
Cell: TypeAlias = Annotated[str, Text(MAX_CELL_CHARS)]
"""A cell of a results file."""
Notes: TypeAlias = Annotated[str, Text(MAX_NOTES_CHARS, lines=True)]
RoundNumber: TypeAlias = Annotated[int, Whole(1, MAX_ROUNDS)]
TableNumber: TypeAlias = Annotated[int, Whole(1, MAX_TABLES)]
BoardNumber: TypeAlias = Annotated[int, Whole(1, MAX_BOARD)]
Revision: TypeAlias = Annotated[int, Whole(0, MAX_EVENTS)]
Timestamp: TypeAlias = Annotated[float, Instant(MAX_TIMESTAMP)]
"""Seconds of the server since 1970."""
MovementDocument: TypeAlias = Annotated[str, EmbeddedJson(MAX_MOVEMENT_CHARS)]
"""A movement in Byestand's published JSON format."""
