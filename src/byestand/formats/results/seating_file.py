"""Seats in later sessions, as ``byestand crossover --format csv`` writes them or as typed.

Columns ``old`` and ``new`` are the seats in session 1 and in the later session; ``session`` is its number and may be
left out if there are two. The other columns that ``crossover`` writes are ignored.
"""

from os import PathLike

from byestand.errors import FormatError
from byestand.formats.csv import lines
from byestand.formats.file_io import read_text, whole_number
from byestand.formats.results.csv import check_columns, rows_by_column
from byestand.language import say
from byestand.score.session_seats import SessionSeat, SessionSeats

REQUIRED_COLUMNS = ("old", "new")
KNOWN = (*REQUIRED_COLUMNS, "session", "section", "table", "direction", "name", "boards")
MAX_SESSIONS = 99


def load_seating(path: str | PathLike[str], *, sessions: int) -> SessionSeats:
    """Return the seating in a file, for an event with a number of sessions."""
    return parse_seating(read_text(path), source=str(path), sessions=sessions)


def parse_seating(text: str, *, source: str = "seating", sessions: int = 2) -> SessionSeats:
    """Return the seating in CSV text; lines for sessions not played yet are left out."""
    rows = lines(text, source, set(REQUIRED_COLUMNS))
    first, header = next(rows, (1, []))
    columns = [cell.strip().lower() for cell in header]
    _check_columns(columns, source, first, sessions)
    moves = []
    for number, row in rows_by_column(rows, columns, source):
        if not row["old"] and not row["new"]:
            raise FormatError(source, say("columns {old} and {new} are empty", old="old", new="new"), line=number)
        session = 2
        if "session" in columns:
            session = whole_number(row["session"], 2, MAX_SESSIONS, "session", source=source, line=number)
        moves.append(SessionSeat(session, row["old"], row["new"], number))
    return SessionSeats(source, tuple(move for move in moves if move.session <= sessions))


def _check_columns(columns: list[str], source: str, line: int, sessions: int) -> None:
    needed = REQUIRED_COLUMNS if sessions == 2 else (*REQUIRED_COLUMNS, "session")
    for column in needed:
        if column not in columns:
            raise FormatError(source, say("column {column} is missing", column=column), line=line)
    check_columns(columns, KNOWN, source, line)
