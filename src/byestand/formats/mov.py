"""ACBLscore ``.MOV`` files, for pairs: single bytes without a checksum, exactly 707 + 3·T·R of them.

| offset | content |
|---|---|
| 0 | 5D 8D |
| 2 | 0 two winners, 1 one winner (pairs numbered through) |
| 3 | tables T |
| 4, 5 | rounds R and deal groups; equal in every known file, so their order is uncertain |
| 6 | description: 10 lines of 60 characters |
| 606 | 65 zeros and the bytes 1 … 36, meaning unknown; written back unchanged |
| 707 | NS, EW, group: table 1 in rounds 1 … R, then table 2, … |

Derived from real files; files written by Byestand have not been tested in ACBLscore.

Directors see the description when they choose a movement in ACBLscore. It is not translated.
"""

from textwrap import wrap

import numpy as np

from byestand.errors import CannotExpress, FormatError
from byestand.flow.steps import skips
from byestand.formats.document import Document, read_section
from byestand.formats.format import Format, only
from byestand.formats.grid_builder import numbers_within
from byestand.language import phrase, say
from byestand.model.field import Field
from byestand.model.layout import Layout
from byestand.model.movement import Grid, Movement
from byestand.sentences.claims import claim_texts
from byestand.words.titles import title_of

ENCODING = "latin-1"
LINES, WIDTH = 10, 60
MAGIC = b"\x5d\x8d"
DESCRIPTION, UNKNOWN, RECORDS = 6, 606, 707
USUAL = bytes(65) + bytes(range(1, 37))
"""The content of real files where the meaning is unknown."""
ROUNDS_FIRST = True
"""The more likely order of bytes 4 and 5; the reader determines it for each file from the size."""
MAX_GROUPS, MAX_TABLES = 36, 40
"""The known limits of ACBLscore."""


def looks_like(data: bytes) -> bool:
    """Return whether a file starts as a .MOV file does."""
    return data[:2] == MAGIC


def warnings(document: Document) -> tuple[str, ...]:
    """Return warnings about a file that can be written."""
    movement = document.movement
    sentences = [say("Files for ACBLscore (.MOV) have not been tested in ACBLscore itself")]
    if movement.rounds != movement.deal_groups:
        sentences.append(
            say(
                "{rounds} rounds and {groups} deal groups: their order in a .MOV file is uncertain;"
                " check it with ACBLscore's EDMOV",
                rounds=movement.rounds,
                groups=movement.deal_groups,
            )
        )
    if movement.tables > MAX_TABLES:
        sentences.append(
            say(
                "ACBLscore may be limited to {limit} tables per section; this movement has {tables}",
                limit=MAX_TABLES,
                tables=movement.tables,
            )
        )
    return tuple(sentences)


def dumps(document: Document) -> bytes:
    """Return a movement as the bytes of a .MOV file; raise if such a file cannot express it."""
    movement = document.movement
    _refuse(movement)
    counts = (movement.rounds, movement.deal_groups)
    head = bytes((len(movement.field.lines) == 1, movement.tables, *(counts if ROUNDS_FIRST else counts[::-1])))
    records = np.dstack([numbers_within(movement), movement.groups]).transpose(1, 0, 2)
    text = description_bytes(movement, document.description)
    return MAGIC + head + text + (document.preserved_bytes or USUAL) + records.astype(np.uint8).tobytes()


def _refuse(movement: Movement) -> None:
    """Raise if a .MOV file cannot express the movement."""
    if len(movement.seat_names) > 2:
        raise CannotExpress(
            say(".MOV files are for pairs; ACBLscore stores individuals in .IND files, which Byestand cannot write")
        )
    if not movement.field.missing and not movement.played_mask.all():
        raise CannotExpress(say(".MOV files cannot hold a table without boards; export the movement before the repair"))
    if movement.field.missing:
        raise CannotExpress(
            say(".MOV files cannot have empty seats; export the full movement and enter the missing pair in ACBLscore")
        )
    if movement.deal_groups > MAX_GROUPS:
        raise CannotExpress(
            say(
                "a .MOV file has at most {limit} deal groups, not {groups}",
                limit=MAX_GROUPS,
                groups=movement.deal_groups,
            )
        )
    highest, most = max(movement.field.lines), _most_pair(movement.tables, one_winner=len(movement.field.lines) == 1)
    if highest > most:
        raise CannotExpress(
            say(
                "a .MOV file for {tables} tables has pair numbers up to {limit}, not {highest}",
                tables=movement.tables,
                limit=most,
                highest=highest,
            )
        )


def _most_pair(tables: int, *, one_winner: bool) -> int:
    """Return the highest possible pair number: every pair has a seat and a number of one byte."""
    return min(255, 2 * tables if one_winner else tables)


def loads(data: bytes, *, source: str = "MOV data") -> Document:
    """Return the movement in the bytes of a .MOV file; raise with the offset of an error."""
    if not looks_like(data):
        raise FormatError(source, say("not a .MOV file: it must start with the bytes 5D 8D"), offset=0)
    if len(data) <= RECORDS:
        reason = say("truncated: a .MOV file has more than {limit} bytes, not {size}", limit=RECORDS, size=len(data))
        raise FormatError(source, reason)
    one_winner, tables = data[2], data[3]
    if one_winner > 1:
        reason = say("expected 0 (two winners) or 1 (one winner), not {value}", value=one_winner)
        raise FormatError(source, reason, offset=2)
    rounds, odd = divmod(len(data) - RECORDS, 3 * tables) if tables else (0, 1)
    if odd or rounds not in (data[4], data[5]):
        reason = say(
            "the size of {size} bytes does not match {tables} tables and {rounds} or {other} rounds",
            size=len(data),
            tables=tables,
            rounds=data[4],
            other=data[5],
        )
        raise FormatError(source, reason, offset=3)
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
        preserved_bytes=data[UNKNOWN:RECORDS],
        notes=_notes(grid, groups, data),
    )


def _check(grid: Grid, source: str, *, one_winner: bool, groups: int) -> None:
    """Raise at the first invalid record."""
    rounds, tables, _ = grid.shape
    most_pair = _most_pair(tables, one_winner=one_winner)
    limits = most_pair, most_pair, groups
    for round, table, column in np.argwhere((grid == 0) | (grid > np.array(limits))).tolist():
        reason = say(
            _INVALID[column],
            round=round + 1,
            table=table + 1,
            limit=limits[column],
            value=int(grid[round, table, column]),
        )
        raise FormatError(source, reason, offset=RECORDS + 3 * (table * rounds + round) + column)
    if one_winner and (alone := np.argwhere(grid[:, :, 0] == grid[:, :, 1])).size:
        round, table = alone[0].tolist()
        reason = say(
            "round {round}, table {table}: pair {pair} meets itself, but the header has one winner",
            round=round + 1,
            table=table + 1,
            pair=grid[round, table, 0],
        )
        raise FormatError(source, reason, offset=2)


_INVALID = (
    phrase("round {round}, table {table}: the NS pair must be 1 to {limit}, not {value}"),
    phrase("round {round}, table {table}: the EW pair must be 1 to {limit}, not {value}"),
    phrase("round {round}, table {table}: the group must be 1 to {limit}, not {value}"),
)
"""Errors by the column of a record."""


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
        notes.append(
            say(
                "the header has {groups} deal groups, but the highest played is {highest}",
                groups=groups,
                highest=highest,
            )
        )
    if data[UNKNOWN:RECORDS] != USUAL:
        notes.append(
            say(
                "bytes {first} to {last} differ from other files; their meaning is unknown",
                first=UNKNOWN,
                last=RECORDS - 1,
            )
        )
    return tuple(notes)


def description_bytes(movement: Movement, text: str = "") -> bytes:
    """Return the 600 bytes of the description: *text*, or one derived from the movement."""
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
    sentences += (line for part in claim_texts(movement, movement.claims) for line in part.file_notes())
    return [line for sentence in sentences for line in wrap(sentence, WIDTH)]


def _stands(layout: Layout) -> list[str]:
    beside = [str(stand.next_to_table) for stand in layout.stands]
    if not beside:
        return []
    stands = "Bye stands beside tables" if len(beside) > 1 else "Bye stand beside table"
    return [f"{stands} {', '.join(beside)}."]


FORMAT = Format(
    name="mov",
    extension="mov",
    readers=phrase("ACBLscore"),
    looks_like=looks_like,
    loads=lambda data, source: (loads(data, source=source),),
    dumps=lambda documents: dumps(only(documents, ".MOV")),
    warnings=lambda documents: warnings(only(documents, ".MOV")),
    for_acblscore=True,
)
