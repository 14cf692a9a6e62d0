"""Table mats as they are laid out: columns, cells over several rounds, bands and edges."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TypeAlias

from byestand.flow.rover import tables_without_pairs
from byestand.language import say, say_many
from byestand.model.session import Section
from byestand.sheets import mat_texts
from byestand.sheets.mat_edges import mat_edges
from byestand.sheets.mats import BOARDS, Mat, MatRow, mats
from byestand.sheets.next_seat import Destination
from byestand.sheets.print_order import Part, PrintOrder, equal_blocks, set_mark
from byestand.words.numbers import join_items, ordinal, ranges
from byestand.words.people import NOBODY
from byestand.words.seats import seat_letter, seat_text

MAT_SPACE = {1: 25.0, 2: 22.0}
"""How many rows of readable size fit on a mat, with one or two mats per page."""
BAND, LONG_BAND = 0.72, 1.3
"""The height of a band of one or two lines, in rows."""
LETTERS_ON_A_LINE = 92
USUAL_SHARE, LEAVE_SHARE, SIT_OUT_SHARE = 0.9, 0.62, 0.55
"""How much of its longest line a cell claims of the width of its column. Rare cells claim less."""
SEATS = ("North", "South", "East", "West")

Item: TypeAlias = Part


def mat_parts(section: Section, order: PrintOrder) -> list[Part]:
    """Return the mats for their template."""
    all_mats = mats(section, order.session.event.switch)
    wanted = [mat for mat in all_mats if order.includes_table(mat.table)]
    if not wanted:
        return []
    room = MAT_SPACE[order.mats_per_page]
    pieces = max(_pieces(mat, room) for mat in all_mats)
    pages = [page for mat in wanted for page in _pages(section, mat, pieces)]
    return [
        {
            "landscape": order.mats_per_page == 1,
            "per_page": order.mats_per_page,
            "read_from": order.mats_read_from,
            "heaviest": max(page["weight"] for page in pages),
            "mats": pages,
        }
    ]


def _pieces(mat: Mat, room: float) -> int:
    """Return how many pages the rounds of a mat need to be readable."""
    pieces = 1
    while pieces < len(mat.rows) and max(_weight(rows) for rows in _blocks(mat, pieces)) > room:
        pieces += 1
    return pieces


def _blocks(mat: Mat, pieces: int) -> list[list[MatRow]]:
    most = -(-len(mat.rows) // pieces)
    return [[mat.rows[i] for i in block] for block in equal_blocks(range(len(mat.rows)), most)]


def _weight(rows: Sequence[MatRow]) -> float:
    """Return the height of rounds with their bands, in rows."""
    bands = [text for row in rows for text in (row.turn, *row.remarks) if text]
    return len(rows) + sum(map(_band_height, bands)) + BAND * sum(row.skip for row in rows)


def _band_height(text: str) -> float:
    return LONG_BAND if len(text) > LETTERS_ON_A_LINE else BAND


def _pages(section: Section, mat: Mat, pieces: int) -> Iterator[Item]:
    """Yield the pages of a mat: everything but the rounds is the same on each."""
    columns = _next_columns(mat)
    by_boards = [] if any(who in columns for who in mat.names) else _board_columns(mat)
    of = section.movement.tables - len(tables_without_pairs(section.movement))
    shared = {
        "table": mat.table,
        "mark": say("Table mat {table} of {tables}", table=mat.table, tables=of),
        "party": mat.party,
        "home": [{"title": _stationary(section, home.label), "names": home.names} for home in mat.home],
        "lines": bool(section.contestants),
        "set": set_mark(section, mat.case) if mat.case else None,
        "edges": mat_edges(mat),
        "notes": [*_constant_notes(mat, columns), *mat.notes],
        "seats": [seat_letter(name) for name in section.movement.seat_names],
        "by_boards": [head for head, _ in by_boards],
        "next": [_head(who, columns) for who in columns],
    }
    for rows in _blocks(mat, pieces):
        items = list(_items(mat, rows, columns, [board for _, board in by_boards]))
        rounds = _rounds_text([row.round for row in rows]) if pieces > 1 else ""
        table = say("Table {table}", table=mat.table)
        bookmark = ", ".join(filter(None, (table, rounds)))
        yield shared | {"items": items, "weight": _weight(rows), "rounds": rounds, "bookmark": bookmark}


def _rounds_text(rounds: Sequence[int]) -> str:
    numbers = ranges(rounds) if len(rounds) > 2 else join_items(rounds)
    return say_many("round {rounds}", "rounds {rounds}", len(rounds), rounds=numbers)


def _stationary(section: Section, label: str) -> str:
    if section.movement.is_individual:
        return say("Stationary player: {player}", player=label)
    return say("Stationary pair: {pair}", pair=label)


def _next_columns(mat: Mat) -> list[str]:
    """Return who needs a column for moves. Single players need one only where moves change."""
    columns = []
    for who in (*mat.names, BOARDS):
        every = {mat.destination(row.round, who) for row in mat.rows[:-1]} - {Destination()}
        on_edge = every <= {Destination("stay", mat.table)} if who != BOARDS else not every
        if not on_edge and not (len(mat.names) == 4 and len({mat.goes(r.round, who) for r in mat.rows[:-1]}) == 1):
            columns.append(who)
    return columns


def _board_columns(mat: Mat) -> list[tuple[str, int]]:
    """Return a column for each partnership within a round, headed by its boards."""
    changing = next((row.partnerships for row in mat.rows if row.partnerships), ())
    columns = []
    for _, run in groupby(enumerate(changing), key=lambda item: item[1]):
        boards = [place for place, _ in run]
        head = say("Boards {first}-{last}", first=boards[0] + 1, last=boards[-1] + 1)
        if len(boards) == 1:
            head = say("{ordinal} board", ordinal=ordinal(boards[0] + 1))
        columns.append((head, boards[0]))
    return columns


def _head(who: str, columns: Sequence[str]) -> str:
    """Return the heading of a column for moves."""
    narrow = len(columns) > 3
    if who == BOARDS:
        return say("Boards to") if len(columns) >= 3 else say("Boards go to")
    if who in SEATS:
        return say("{seat} to", seat=seat_letter(who)) if narrow else say("{seat} goes to", seat=seat_text(who))
    name = seat_text(who) if who in ("NS", "EW") else who
    return say("{pair} to", pair=name) if narrow else say("{pair} go to", pair=name)


def _constant_notes(mat: Mat, columns: Sequence[str]) -> Iterator[str]:
    """Yield where boards go, if no column says it."""
    going = next((plate for plate in mat.plates if plate.contestants == BOARDS), None)
    if BOARDS in columns or going is None:
        return
    to = going.destination
    if to.kind == "director":
        yield say(mat_texts.COLLECTED)
    elif to.kind == "stay":
        yield say("Boards stay here.")
    elif to.spot.stand:
        yield say("Boards go to bye stand {stand}.", stand=to.spot.stand)
    elif tables := to.spot.tables:
        numbers = join_items(tables)
        yield say_many("Boards go to table {tables}.", "Boards go to tables {tables}.", len(tables), tables=numbers)
    else:
        yield say("Boards go to {place}.", place=to.place)


def _items(mat: Mat, rows: Sequence[MatRow], columns: Sequence[str], boards: Sequence[int]) -> Iterator[Item]:
    """Yield rows and bands from above. Equal cells of several rounds are merged, unless there is a band between."""
    cells = {who: [_cell(mat, row, who, narrow=len(columns) > 3) for row in rows] for who in columns}
    parted = [i for i, row in enumerate(rows) if i == 0 or row.turn or row.remarks or rows[i - 1].skip]
    for i, row in enumerate(rows):
        if row.turn:
            yield _band(row.turn, loud=True)
        yield from (_band(remark, loud=False) for remark in row.remarks)
        yield {
            "kind": "row",
            "round": str(row.round),
            "seats": [{"contestants": label, "mark": mark} for label, mark in zip(row.seats, row.marks, strict=True)],
            "boards": row.boards,
            "plate": row.plate,
            "is_lost": row.is_lost,
            "by_boards": [row.partnerships[board] if row.partnerships else NOBODY for board in boards],
            "next": [_merge_rows(cells[who], i, parted) for who in columns],
        }
        if row.skip:
            going = next(going for going in row.after if going.contestants == mat.visitors)
            who = seat_text(going.contestants) if going.contestants in ("NS", "EW") else going.contestants
            yield _band(mat_texts.skip_band(who, going.destination.table), loud=True)


def _band(text: str, *, loud: bool) -> Item:
    return {"kind": "band", "words": text, "loud": loud, "high": _band_height(text)}


def _cell(mat: Mat, row: MatRow, who: str, *, narrow: bool) -> Item:
    """Return a cell with the move after a round, as clauses that stand on one line or below each other."""
    if row is mat.rows[-1]:
        back = mat.usual(BOARDS) if mat.party else ""
        end = (back or say("leave here")) if who == BOARDS else say("end")
        return {"lines": [end], "dark": False, "share": LEAVE_SHARE if who == BOARDS and not back else USUAL_SHARE}
    to = mat.destination(row.round, who)
    elsewhere = (row.skip and who == mat.visitors) or to.kind in ("party", "sit out")
    dark = who != BOARDS and elsewhere and mat.goes(row.round, who) != mat.usual(who)
    share = SIT_OUT_SHARE if to.after_sit_out else USUAL_SHARE
    return {"lines": to.clauses("narrow" if narrow else "cell"), "dark": dark, "share": share}


def _merge_rows(cells: Sequence[Item], i: int, parted: Sequence[int]) -> Item | None:
    """Return a cell with its number of rows, or None if it continues the cell above."""
    if i not in parted and cells[i] == cells[i - 1]:
        return None
    end = i + 1
    while end < len(cells) and end not in parted and cells[end] == cells[i]:
        end += 1
    return cells[i] | {"rows": end - i}
