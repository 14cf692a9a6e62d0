"""The names of pairs out of a file: a csv file with the columns pair,name, or a plain list, NS before EW."""

from byestand.errors import FormatError
from byestand.formats.csv import lines
from byestand.formats.files import read_text
from byestand.model import Session
from byestand.texts import is_one_line

LONGEST = 80
COLUMNS = {"pair", "name"}


def pair_names(path: str, room: Session) -> dict[str, str]:
    """Return the name for each seat of a room; all of them, and none twice."""
    rows = [(number, [cell.strip() for cell in cells]) for number, cells in lines(read_text(path), path, COLUMNS)]
    head = [cell.lower() for cell in rows[0][1]]
    if set(head) == COLUMNS and len(head) == 2:
        found = _by_pair(path, rows[1:], head.index("pair"), room)
    elif all(len(cells) == 1 for _, cells in rows):
        found = _in_order(path, rows[1:] if head == ["name"] else rows, room)
    else:
        raise FormatError(path, "expected the columns pair,name, or one name a line", line=rows[0][0])
    there = [room.label(seat) for seat in room.present]
    if len(found) < len(there):
        lacking = next(label for label in there if label not in found)
        raise FormatError(path, f"expected names for {len(there)} pairs, not {len(found)}: {lacking} has none")
    return found


def _by_pair(path: str, rows: list[tuple[int, list[str]]], pair: int, room: Session) -> dict[str, str]:
    found: dict[str, str] = {}
    for number, cells in rows:
        if len(cells) != 2:
            raise FormatError(path, f"expected 2 columns, not {len(cells)}", line=number)
        label, name = cells[pair].upper(), cells[1 - pair]
        if label not in room.labels:
            raise FormatError(path, f"no such pair; there are {room.describe()}: {cells[pair][:40]!r}", line=number)
        if label in found:
            raise FormatError(path, f"the pair stands there twice: {label!r}", line=number)
        _add(path, number, found, label, name)
    return found


def _in_order(path: str, rows: list[tuple[int, list[str]]], room: Session) -> dict[str, str]:
    found: dict[str, str] = {}
    there = [room.label(seat) for seat in room.present]
    if len(rows) > len(there):
        raise FormatError(path, f"expected names for {len(there)} pairs, not {len(rows)}")
    for label, (number, cells) in zip(there, rows, strict=False):
        _add(path, number, found, label, cells[0])
    return found


def _add(path: str, number: int, found: dict[str, str], label: str, name: str) -> None:
    if not name or len(name) > LONGEST or not is_one_line(name):
        raise FormatError(path, f"expected a name of 1 to {LONGEST} printable letters: {name[:40]!r}", line=number)
    if name.casefold() in map(str.casefold, found.values()):
        raise FormatError(path, f"the name stands there twice: {name!r}", line=number)
    found[label] = name
