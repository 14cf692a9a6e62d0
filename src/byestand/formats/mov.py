"""ACBLscore ``.MOV`` files, for pairs: single bytes, no checksum, exactly 707 + 3·T·R of them.

| offset | content |
|---|---|
| 0 | 5D 8D |
| 2 | 0 two winners, 1 one winner (pairs numbered through) |
| 3 | tables T |
| 4, 5 | rounds R and deal groups; equal in every real file seen, so the order is not settled |
| 6 | description: ten lines of sixty characters |
| 606 | 65 zeros and the bytes 1 … 36, meaning unknown; kept when a file is rewritten |
| 707 | NS, EW, group: table 1 in rounds 1 … R, then table 2, … |

Established from real files; no file of ours has been loaded into ACBLscore itself yet.

The description is what a director reads when choosing in ACBLscore.
"""

from textwrap import wrap

import numpy as np

from byestand.errors import CannotExpress, FormatError
from byestand.formats.cells import numbers_within
from byestand.formats.document import Document, read_section
from byestand.formats.format import Format, only
from byestand.model.field import Field
from byestand.model.layout import Layout
from byestand.model.movement import Grid, Movement
from byestand.words.claims import told
from byestand.words.steps import skips
from byestand.words.titles import title_of

ENCODING = "latin-1"
LINES, WIDTH = 10, 60
MAGIC = b"\x5d\x8d"
DESCRIPTION, UNKNOWN, RECORDS = 6, 606, 707
USUAL = bytes(65) + bytes(range(1, 37))
"""What real files have where the meaning is unknown."""
ROUNDS_FIRST = True
"""The better guess for bytes 4 and 5; a reader finds out file by file, from the size."""
MOST_GROUPS, MOST_TABLES = 36, 40
"""What ACBLscore is known to hold."""


def looks_like(data: bytes) -> bool:
    """Tell whether a file begins as a .MOV file does."""
    return data[:2] == MAGIC


def warnings(document: Document) -> tuple[str, ...]:
    """Return, in sentences, what may go wrong although the file can be written."""
    movement = document.movement
    told = ["no .MOV file of Byestand has been loaded into ACBLscore itself yet"]
    if movement.rounds != movement.deal_groups:
        told.append(
            f"{movement.rounds} rounds and {movement.deal_groups} deal groups: which of the two comes first in the file"
            " is not known for certain; check it with ACBLscore's EDMOV"
        )
    if movement.tables > MOST_TABLES:
        told.append(f"ACBLscore is known to hold {MOST_TABLES} tables in a section, not {movement.tables}")
    return tuple(told)


def dumps(document: Document) -> bytes:
    """Return a movement as the bytes of a .MOV file; refuse what such a file cannot say."""
    movement = document.movement
    _refuse(movement)
    counts = (movement.rounds, movement.deal_groups)
    head = bytes((len(movement.field.lines) == 1, movement.tables, *(counts if ROUNDS_FIRST else counts[::-1])))
    records = np.dstack([numbers_within(movement), movement.groups]).transpose(1, 0, 2)
    text = described(movement, document.description)
    return MAGIC + head + text + (document.kept or USUAL) + records.astype(np.uint8).tobytes()


def _refuse(movement: Movement) -> None:
    """Raise where a .MOV file cannot say what the movement is."""
    if len(movement.seat_names) > 2:
        raise CannotExpress(
            "a .MOV file holds pairs; ACBLscore keeps individuals in .IND files, whose layout is not known"
        )
    if movement.field.missing or not movement.played.all():
        raise CannotExpress(
            "how a .MOV file writes an empty seat or table is not known: export the full movement,"
            " and tell ACBLscore which pair is missing"
        )
    if movement.deal_groups > MOST_GROUPS:
        raise CannotExpress(f"a .MOV file holds {MOST_GROUPS} deal groups, not {movement.deal_groups}")
    highest, most = max(movement.field.lines), _most_pair(movement.tables, one_winner=len(movement.field.lines) == 1)
    if highest > most:
        raise CannotExpress(f"a .MOV file for {movement.tables} tables holds pair numbers up to {most}, not {highest}")


def _most_pair(tables: int, *, one_winner: bool) -> int:
    """Return the highest number that a pair may have: every pair has a seat, and a number a byte."""
    return min(255, 2 * tables if one_winner else tables)


def loads(data: bytes, *, source: str = "MOV data") -> Document:
    """Return the movement in the bytes of a .MOV file; what does not fit is refused with its offset."""
    if not looks_like(data):
        raise FormatError(source, "expected the bytes 5D 8D of a .MOV file", offset=0)
    if len(data) <= RECORDS:
        raise FormatError(source, f"cut short: a .MOV file has more than {RECORDS} bytes, not {len(data)}")
    one_winner, tables = data[2], data[3]
    if one_winner > 1:
        raise FormatError(source, f"expected 0 (two winners) or 1 (one winner), not {one_winner}", offset=2)
    rounds, odd = divmod(len(data) - RECORDS, 3 * tables) if tables else (0, 1)
    if odd or rounds not in (data[4], data[5]):
        raise FormatError(
            source,
            f"{len(data)} bytes do not fit {tables} tables and {data[4]} or {data[5]} rounds",
            offset=3,
        )
    groups = data[5] if rounds == data[4] else data[4]
    records = np.frombuffer(data, dtype=np.uint8, offset=RECORDS).reshape(tables, rounds, 3)
    grid = records.transpose(1, 0, 2).astype(np.int64)
    _check(grid, source, one_winner=bool(one_winner), groups=groups)
    text = data[DESCRIPTION:UNKNOWN].decode(ENCODING)
    lines = [text[i : i + 60].rstrip() for i in range(0, 600, 60)]
    movement = _movement(grid, lines[0].strip() or source, one_winner=bool(one_winner), groups=groups)
    return Document(
        read_section(movement),
        offset=0,
        description="\n".join(lines).rstrip(),
        kept=data[UNKNOWN:RECORDS],
        notes=_notes(grid, groups, data),
    )


def _check(grid: Grid, source: str, *, one_winner: bool, groups: int) -> None:
    """Raise at the first record that cannot be."""
    rounds, tables, _ = grid.shape
    most_pair = _most_pair(tables, one_winner=one_winner)
    for round, table, column in np.argwhere((grid == 0) | (grid > np.array([most_pair, most_pair, groups]))).tolist():
        value = int(grid[round, table, column])
        what, most = ("NS pair", "EW pair", "group")[column], (most_pair, most_pair, groups)[column]
        raise FormatError(
            source,
            f"table {table + 1}, round {round + 1}: expected {what} 1 to {most}, not {value}",
            offset=RECORDS + 3 * (table * rounds + round) + column,
        )
    if one_winner and (alone := np.argwhere(grid[:, :, 0] == grid[:, :, 1])).size:
        round, table = alone[0].tolist()
        raise FormatError(
            source,
            f"table {table + 1}, round {round + 1}: pair {grid[round, table, 0]} plays itself, so there must be"
            " two winners, and the header says one",
            offset=2,
        )


def _movement(grid: Grid, title: str, *, one_winner: bool, groups: int) -> Movement:
    seats = grid[:, :, :2].copy()
    if one_winner:
        return Movement(title, seats, grid[:, :, 2], Field((int(seats.max()),)), groups)
    ns, ew = (int(seats[:, :, seat].max()) for seat in (0, 1))
    seats[:, :, 1] += ns
    return Movement(title, seats, grid[:, :, 2], Field((ns, ew)), groups)


def _notes(grid: Grid, groups: int, data: bytes) -> tuple[str, ...]:
    notes = []
    highest = int(grid[:, :, 2].max())
    if groups > highest:
        notes.append(f"the header says {groups} deal groups, but the highest played is {highest}")
    if data[UNKNOWN:RECORDS] != USUAL:
        notes.append(f"bytes {UNKNOWN} to {RECORDS - 1} are not as in other files; their meaning is not known")
    return tuple(notes)


def described(movement: Movement, text: str = "") -> bytes:
    """Return the 600 bytes of the description: *text*, or the movement in words."""
    lines = text.split("\n") if text else list(_lines(movement))
    plain = [line.encode("ascii", errors="replace").decode("ascii") if not text else line for line in lines]
    block = "".join(f"{line[:WIDTH]:<{WIDTH}}" for line in [*plain, *[""] * LINES][:LINES])
    return block.encode(ENCODING, errors="replace")


def _lines(movement: Movement) -> list[str]:
    name = f"{movement.name}: " if movement.name else ""
    sentences = [f"{name}{title_of(movement)}."]
    if layout := movement.layout:
        cases = "1 case" if len(layout.cases) == 1 else f"{len(layout.cases)} cases"
        sentences.append(f"Boarding {layout.pattern}, {cases} of boards.")
        sentences += _stands(layout)
        sentences += [] if skips(movement) else ["No skip."]
    sentences += (line for part in told(movement, movement.claims) for line in part.brief())
    return [line for sentence in sentences for line in wrap(sentence, WIDTH)]


def _stands(layout: Layout) -> list[str]:
    beside = [str(stand.beside) for stand in layout.stands]
    if not beside:
        return []
    many = "Bye stands beside tables" if len(beside) > 1 else "Bye stand beside table"
    return [f"{many} {', '.join(beside)}."]


FORMAT = Format(
    name="mov",
    extension="mov",
    words="ACBLscore",
    looks_like=looks_like,
    loads=lambda data, source: (loads(data, source=source),),
    dumps=lambda documents: dumps(only(documents, "a .MOV")),
    warnings=lambda documents: warnings(only(documents, "a .MOV")),
    for_acblscore=True,
)
