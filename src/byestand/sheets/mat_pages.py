"""Table mats as they are laid out: columns, cells that go over several rounds, bands across, what each edge says."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TypeAlias

from byestand.language import say
from byestand.model.session import Section
from byestand.sheets.goings import SIT_OUT, STAY, VISITORS
from byestand.sheets.mats import BOARDS, Mat, MatRow, mats
from byestand.sheets.pages import Order, Part, equal_blocks, set_mark
from byestand.words import at_table
from byestand.words.numbers import numbered_runs, ordinal_word
from byestand.words.people import NOBODY
from byestand.words.roving import no_tables

ROOM = {1: 25.0, 2: 22.0}
"""How many rows of readable size are on a mat, one or two a page."""
BAND, LONG_BAND = 0.72, 1.3
"""How high a band is, in rows; with more than so many letters it has two lines."""
LETTERS_ON_A_LINE = 92
WALKERS = ("EW", VISITORS)
"""Who skips a table."""

Item: TypeAlias = Part


def mat_parts(section: Section, order: Order) -> list[Part]:
    """Return the mats for their template."""
    all_mats = mats(section, order.session.event.switch)
    wanted = [mat for mat in all_mats if order.wants_table(mat.table)]
    if not wanted:
        return []
    room = ROOM[order.mats_per_page]
    pieces = max(_pieces(mat, room) for mat in all_mats)
    drawn = [page for mat in wanted for page in _pages(section, mat, pieces)]
    return [
        {
            "landscape": order.mats_per_page == 1,
            "per_page": order.mats_per_page,
            "read_from": order.mats_read_from,
            "heaviest": max(page["weight"] for page in drawn),
            "mats": drawn,
        }
    ]


def _pieces(mat: Mat, room: float) -> int:
    """Return on how many pages the rounds of a mat can be read."""
    pieces = 1
    while pieces < len(mat.rows) and max(_weight(rows) for rows in _blocks(mat, pieces)) > room:
        pieces += 1
    return pieces


def _blocks(mat: Mat, pieces: int) -> list[list[MatRow]]:
    most = -(-len(mat.rows) // pieces)
    return [[mat.rows[i] for i in block] for block in equal_blocks(range(len(mat.rows)), most)]


def _weight(rows: Sequence[MatRow]) -> float:
    """Return how high rounds are with their bands, in rows."""
    bands = (words for row in rows for words in (row.turn, *row.remarks, "skip" if row.skip else "") if words)
    return len(rows) + sum(map(_band_height, bands))


def _band_height(words: str) -> float:
    return LONG_BAND if len(words) > LETTERS_ON_A_LINE else BAND


def _pages(section: Section, mat: Mat, pieces: int) -> Iterator[Item]:
    """Yield what is on the pages of a mat: all of it but the rounds is the same on each."""
    columns = _next_columns(mat)
    by_boards = [] if any(who in columns for who in mat.names) else _board_columns(mat)
    about = {
        "table": mat.table,
        "of": section.movement.tables - len(no_tables(section.movement)),
        "party": mat.party,
        "home": [{"title": home.title, "names": home.names} for home in mat.home],
        "lines": bool(section.contestants),
        "set": set_mark(section, mat.case) if mat.case else None,
        "edges": _edges(mat),
        "notes": [*_constant_notes(mat, columns), *mat.notes],
        "seats": [_short(name) for name in section.movement.seat_names],
        "by_boards": [head for head, _ in by_boards],
        "next": [_head(who, columns) for who in columns],
    }
    for rows in _blocks(mat, pieces):
        items = list(_items(mat, rows, columns, [board for _, board in by_boards]))
        said = numbered_runs("round", [row.round for row in rows]) if pieces > 1 else ""
        yield about | {"items": items, "weight": _weight(rows), "rounds": said}


def _next_columns(mat: Mat) -> list[str]:
    """Return who needs a column for where they go; single players only where that is not always the same."""
    columns = []
    for who in (*mat.names, BOARDS):
        to = {mat.goes(row.round, who) for row in mat.rows[:-1]}
        told_by_edge = to <= {STAY, NOBODY} if who != BOARDS else not to - {NOBODY}
        if not told_by_edge and not (len(mat.names) == 4 and len(to) == 1):
            columns.append(who)
    return columns


def _board_columns(mat: Mat) -> list[tuple[str, int]]:
    """Return a column for each partnership within a round, headed by the boards it is for."""
    changing = next((row.partnerships for row in mat.rows if row.partnerships), ())
    found = []
    for _, run in groupby(enumerate(changing), key=lambda item: item[1]):
        boards = [place for place, _ in run]
        head = say("Boards {first}-{last}", first=boards[0] + 1, last=boards[-1] + 1)
        if len(boards) == 1:
            head = say("{which} board", which=ordinal_word(boards[0] + 1).capitalize())
        found.append((head, boards[0]))
    return found


def _head(who: str, columns: Sequence[str]) -> str:
    if len(columns) > 3:
        return say("{who} to", who=_short(who))
    if len(columns) == 3 and who == BOARDS:
        return say("{who} to", who=who)
    return say("{who} goes to" if _short(who) != who else "{who} go to", who=who)


def _short(who: str) -> str:
    return who[0] if who in ("North", "South", "East", "West") else who


def _constant_notes(mat: Mat, columns: Sequence[str]) -> Iterator[str]:
    """Yield where boards go, where no column tells it."""
    to = mat.usual(BOARDS)
    if BOARDS in columns or not to:
        return
    if to == at_table.DIRECTOR:
        yield at_table.COLLECTED
    else:
        yield say("Boards go to {to}.", to=to) if to != STAY else say("Boards stay here.")


def _edges(mat: Mat) -> Mapping[str, Item]:
    """Return what each edge tells the player there, and whether that is to stay."""
    if not mat.always_in_chairs:
        to, skip = _next_table(mat, VISITORS)
        words = at_table.host_edge_words(mat.names[0], to, skip=skip)
        return {seat: {"words": words, "stays": False} for seat in "NESW"}
    return {seat[0]: _edge(mat, who) for seat, who in _of_chairs(mat)}


def _of_chairs(mat: Mat) -> list[tuple[str, str]]:
    if len(mat.names) == 4:
        return [(who[0], who) for who in mat.names]
    ns, ew = mat.names
    return [("N", ns), ("S", ns), ("E", ew), ("W", ew)]


def _edge(mat: Mat, who: str) -> Item:
    seat = mat.names.index(who)
    if all(row.seats[seat] == NOBODY for row in mat.rows):
        return {"words": at_table.EMPTY, "stays": True}
    to, skip = _next_table(mat, who)
    if to == STAY or len(mat.rows) == 1:
        return {"words": at_table.STAYS, "stays": True}
    return {"words": at_table.edge_words(to, skip=skip), "stays": False}


def _next_table(mat: Mat, who: str) -> tuple[str, tuple[int, str] | None]:
    """Return where all who sit here go, and the one skip that the plate names; nothing where rounds differ."""
    skips = [row.round for row in mat.rows if row.skip and who in WALKERS]
    after = skips[0] if len(skips) == 1 else None
    to = {mat.goes(row.round, who) for row in mat.rows[:-1] if row.round != after} - {NOBODY}
    if len(to) == 1:
        return to.pop(), (after, mat.goes(after, who).removeprefix("table ")) if after else None
    tables = {words.split(",")[0] for words in to}
    if len(tables) == 1 and tables != {SIT_OUT}:  # the same table, but not always the same seat
        return say("{table}, {see_row}", table=tables.pop(), see_row=at_table.SEE_ROW), None
    return "", None


def _items(mat: Mat, rows: Sequence[MatRow], columns: Sequence[str], boards: Sequence[int]) -> Iterator[Item]:
    """Yield rows and bands from above; a cell that stays the same over rounds is one, unless a band parts it."""
    cells = {who: [_going(mat, row, who, short=len(columns) > 3) for row in rows] for who in columns}
    parted = [i for i, row in enumerate(rows) if i == 0 or row.turn or row.remarks or rows[i - 1].skip]
    for i, row in enumerate(rows):
        if row.turn:
            yield _band(row.turn, loud=True)
        yield from (_band(_sentence(remark), loud=False) for remark in row.remarks)
        yield {
            "kind": "row",
            "round": str(row.round),
            "seats": [{"who": who, "mark": mark} for who, mark in zip(row.seats, row.marks, strict=True)],
            "boards": row.boards,
            "plate": row.plate,
            "lost": row.lost,
            "by_boards": [row.partnerships[board] if row.partnerships else NOBODY for board in boards],
            "next": [_merged(cells[who], i, parted) for who in columns],
        }
        if row.skip:
            going = next(going for going in row.after if going.who in WALKERS)
            yield _band(at_table.skip_band(going.who, int(going.to.split()[1].rstrip(","))), loud=True)


def _band(words: str, *, loud: bool) -> Item:
    return {"kind": "band", "words": words, "loud": loud, "high": _band_height(words)}


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}{'' if words.endswith('.') else '.'}"


def _going(mat: Mat, row: MatRow, who: str, *, short: bool) -> Item:
    if row is mat.rows[-1]:
        kept = mat.usual(BOARDS) if mat.party else ""
        words = (kept or say("leave here")) if who == BOARDS else say("end")
        return {"words": words, "dark": False}
    to = mat.goes(row.round, who)
    elsewhere = (row.skip and who in WALKERS) or to.startswith(("party", SIT_OUT))
    dark = who != BOARDS and elsewhere and to != mat.usual(who)
    told = to.replace("party table", "party").replace(", ", "\n", 1) if "then" not in to else to
    return {"words": told.replace("table ", "").replace("sit ", "") if short else told, "dark": dark}


def _merged(cells: Sequence[Item], i: int, parted: Sequence[int]) -> Item | None:
    """Return a cell with how many rows it goes over; None where it goes on from the row before."""
    if i not in parted and cells[i] == cells[i - 1]:
        return None
    end = i + 1
    while end < len(cells) and end not in parted and cells[end] == cells[i]:
        end += 1
    return cells[i] | {"rows": end - i}
