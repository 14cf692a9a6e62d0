"""Readers of our sheets that know only the printed words: a caddy with boards, and players who follow mats."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from byestand.model.movement import Movement
from byestand.sentences.change_slips import ChangeSlip
from byestand.sheets.boards.boarding_sheet import BoardingSheet
from byestand.sheets.boards.caddy import CaddyColumn, CaddyRow, CaddySheet
from byestand.sheets.boards.caddy_texts import Pass
from byestand.sheets.mats import BOARDS, Mat


class Caddy:
    """A simulated caddy who puts boards out by the boarding sheet, and then moves them by the caddy sheet."""

    def __init__(self, sheet: BoardingSheet) -> None:
        self.tables: dict[int, str] = {}
        """Case and boards on each table; tables that share have the same."""
        self.piles: dict[str, list[str]] = {}
        """The boards on each bye stand or other place, the front ones first."""
        for case in sheet.cases:
            for line in case.lines:
                for boards in line.boards:
                    group = f"{case.case} {boards}"
                    if line.place.startswith("table"):
                        for table in tables_in(line.place):
                            assert table not in self.tables, f"two groups are put on table {table}"
                            self.tables[table] = group
                    else:
                        self.piles.setdefault(line.place, []).append(group)

    def on_tables(self) -> dict[int, str]:
        """Return the boards on each table, from any case."""
        return {table: group.partition(" ")[2] for table, group in self.tables.items()}

    def carry(self, sheet: CaddySheet, after: int) -> None:
        """Do what the sheet says after a round: first take all boards up, then put them down."""
        (now,) = (one for one in sheet.rows if one.after == after)
        if sheet.columns and sheet.columns[0].direction == "table":
            self._bring(sheet, now)
            return
        if not any(cell.boards for cell in now.cells):
            return  # a row without boards: nothing moves
        hands = [self._take_up(column, cell.boards) for column, cell in zip(sheet.columns, now.cells, strict=True)]
        for passing in sheet.always:
            for sources, targets in _pass_boards(passing):
                hands.append((_words(targets), self._take(_words(sources))))
        for target, group in hands:
            self._put(target, group)

    def _take_up(self, column: CaddyColumn, boards: str) -> tuple[str, str]:
        """Return the boards of a cell, taken up, and their destination."""
        if column.direction == "back":
            return column.place, self._take(column.table, boards)
        if column.direction == "front":
            assert self.piles[column.place][0].endswith(f" {boards}"), "other boards are in front"
            return column.table, self.piles[column.place].pop(0)
        (table,) = tables_in(column.table)
        if table in self.tables:  # return the old boards
            self.piles[column.place].append(self.tables.pop(table))
        return column.table, self._out_of(column.place, boards)

    def _bring(self, sheet: CaddySheet, now: CaddyRow) -> None:
        """Bring every table the boards of its column from their source; remaining boards are put aside."""
        pooled = [i for i, _ in enumerate(sheet.columns) if any(row.cells[i].source[:1] == "S" for row in sheet.rows)]
        for i in pooled:  # boards of a stand go back there first
            if group := self.tables.pop(tables_in(sheet.columns[i].place)[0], ""):
                stand = next(row.cells[i].source for row in sheet.rows if row.cells[i].source[:1] == "S")
                pile = self.piles.setdefault(f"bye stand {stand[1:]}", [])
                pile += [group] if group not in pile else []
        before, self.tables = self.tables, {}
        used = set()
        for column, cell in zip(sheet.columns, now.cells, strict=True):
            (table,) = tables_in(column.place)
            if not cell.boards:
                continue
            source = table if cell.source == "=" else int(cell.source.split(", ")[0]) if cell.source[0].isdigit() else 0
            shared = [group for group in self.tables.values() if group in used and group.endswith(f" {cell.boards}")]
            if source:
                group = before[source]
            else:
                place = {"D": "the director's table"}.get(cell.source, f"bye stand {cell.source[1:]}")
                waiting = [group for group in self.piles.get(place, []) if group.endswith(f" {cell.boards}")]
                group = self._out_of(place, cell.boards) if waiting else shared[-1]
            assert group.endswith(f" {cell.boards}"), (table, group, cell)
            used.add(group)
            self.tables[table] = group
        left_over = sorted(set(before.values()) - used)
        self.piles.setdefault("the director's table", []).extend(left_over)

    def _out_of(self, pile: str, boards: str) -> str:
        (group, *_) = (group for group in self.piles[pile] if group.endswith(f" {boards}"))
        self.piles[pile].remove(group)
        return group

    def _take(self, source: str, boards: str = "") -> str:
        (group,) = {self.tables.pop(table) for table in tables_in(source)}
        assert group.endswith(f" {boards}" if boards else "")
        return group

    def _put(self, target: str, group: str) -> None:
        if target.startswith("table"):
            for table in tables_in(target):
                assert table not in self.tables, f"two groups come to table {table}"
                self.tables[table] = group
            return
        self.piles.setdefault(target, []).append(group)


def _pass_boards(passing: Pass) -> Iterator[tuple[list[int], list[int]]]:
    sources = tables_in(passing.tables)
    step = re.fullmatch(r"(up|down) (one|two|\d+) tables?", passing.to)
    if step is None:
        yield sources, tables_in(passing.to)
        return
    size = {"one": 1, "two": 2}.get(step[2]) or int(step[2])
    yield from (([table], [table + (size if step[1] == "up" else -size)]) for table in sources)


def tables_in(words: str) -> list[int]:
    """Return the tables in "table 3", "tables 1 and 8", "tables 2-9, 11"."""
    match = re.fullmatch(r"tables? ([\d, and-]+)", words)
    assert match, words
    found: list[int] = []
    for part in match[1].replace(" and ", ", ").split(", "):
        low, _, high = part.partition("-")
        found += range(int(low), int(high or low) + 1)
    return found


def _words(tables: list[int]) -> str:
    return f"table{'s' * (len(tables) > 1)} {' and '.join(map(str, tables))}"


class MatInstruction(NamedTuple):
    """A line of an instruction slip."""

    boards: str
    destination: str
    """The place to fetch the boards from; empty if others have them, or if they come as usual."""
    others: list[int]
    """The tables that share them."""
    is_closed: str
    """The boards on the table that are not to be played."""


def read_slip(line: str) -> MatInstruction:
    """Return the contents of a line of a slip."""
    boards, tables = r"boards (\d+-\d+)", r"(tables? [\d, and]+)"
    line, _, closed = line.removesuffix(".").partition("; ")
    shut = re.fullmatch(rf"(?:do not play {boards})?", closed)
    share = re.fullmatch(rf"Round \d+: share {boards} with {tables}", line)
    take = re.fullmatch(
        rf"Round \d+: take {boards} from ([^,]+?)(?:, share with {tables}?)? and put them back after the round", line
    )
    assert shut, line
    if comes := re.fullmatch(rf"Round \d+: \w+ and \w+ play {boards} here", line):
        return MatInstruction(comes[1], "", [], "")
    if share:
        return MatInstruction(share[1], "", tables_in(share[2]), shut[1] or "")
    assert take, line
    return MatInstruction(take[1], take[2], tables_in(take[3]) if take[3] else [], shut[1] or "")


def played_by_slips(caddy: Caddy, slips: tuple[ChangeSlip, ...], idle: set[int], round: int) -> dict[int, str]:
    """Return the boards of each table in a round: those on its slip, or else those on the table.

    Tables that are *idle* play nothing.
    """
    lies = caddy.on_tables()
    told = {slip.table: read_slip(line) for slip in slips for line in slip.lines if line.startswith(f"Round {round}: ")}
    played = {t: boards for t, boards in lies.items() if t not in idle} | {t: one.boards for t, one in told.items()}
    for table, (boards, where, others, closed) in told.items():
        assert all(played[other] == boards for other in others), f"round {round}: table {table} cannot share them"
        if where.startswith("table"):
            assert [lies[t] for t in tables_in(where)] == [boards] * len(tables_in(where)), (round, table, where)
        elif where:
            assert boards in [group.partition(" ")[2] for group in caddy.piles[where]], (round, table, where)
        else:
            holders = [t for t in others or [table] if lies.get(t) == boards or (t in told and told[t].destination)]
            assert holders, f"round {round}: nobody at table {table} or who shares with it has such boards"
        if others:
            copies = {group for group in caddy.tables.values() if group.partition(" ")[2] == boards}
            in_use = {group for t, group in caddy.tables.items() if played.get(t) == lies[t] == boards}
            waiting = sum(group.partition(" ")[2] == boards for pile in caddy.piles.values() for group in pile)
            fetched = sum(one.boards == boards and bool(one.destination) for one in told.values())
            assert len(copies - in_use) + waiting <= fetched, f"round {round}: table {table} need not share"
        assert closed in ("", lies.get(table)), f"round {round}: other boards lie on table {table}"
    return played


def follow(mats: tuple[Mat, ...], movement: Movement) -> Iterator[dict[int, tuple[int, str]]]:
    """Yield the cards that all play, by table and round, if they start from the first remaining round and follow mats.

    People keep their chairs at an arrow switch: a black band announces its start and its end. A contestant who sits out
    is away for a round, and has read the next table before. A rover that sits out in round 1, without a table to start
    from, follows its card.
    """
    at = {mat.table: mat for mat in mats}
    first = movement.next_round
    turned = {table for table in at if at[table].rows[0].round < first and _turned_before(at[table], first)}
    turned = _after_bands(at, turned, first)
    sits = {
        int(who): (table, _other(seat) if table in turned else seat)
        for table in at
        for seat, who in zip(movement.seat_names, movement.seats[first - 1, table - 1], strict=True)
        if who
    }
    yield _cards(sits, turned)
    away: dict[int, tuple[int, str]] = {}
    for round in movement.remaining_rounds[:-1]:
        back, away, now = away, {}, {}
        for who, (table, seat) in sits.items():
            words = at[table].goes(round, _pair_label(at[table], movement, who, seat))
            out, _, then = words.partition("sit out, then ")
            if then or words == "sit out":
                assert out in ("", words)
                away |= {who: _goes(then, table, seat)} if then else {}
            elif found := re.fullmatch(r"table (\d+), (free seat|sit out)", words):
                now[who] = _free_seat(at[int(found[1])], movement, who, round + 1)
            elif _turns_here(at[table], movement.field.number(who)):
                assert words == "stay"
                now[who] = _find_text(at[table], movement, who, round + 1)
            else:
                now[who] = _goes(words, table, seat)
        sits = now | back
        turned = _after_bands(at, turned, round + 1)
        yield _cards(sits, turned)


def _cards(sits: dict[int, tuple[int, str]], turned: set[int]) -> dict[int, tuple[int, str]]:
    """Return the cards that are played: at an arrow-switched table, those of the other side."""
    return {who: (table, _other(seat) if table in turned else seat) for who, (table, seat) in sits.items()}


def _after_bands(at: dict[int, Mat], turned: set[int], round: int) -> set[int]:
    """Return the arrow-switched tables of a round, after reading the bands before it."""
    bands = {table: mat.row(round).turn for table, mat in at.items()}
    switched = {table for table, band in bands.items() if band.startswith("ARROW SWITCH: ")}
    back = {table for table, band in bands.items() if band.startswith("END OF ARROW SWITCH: ")}
    assert not switched & turned, "what is turned already is not turned again"
    assert back <= turned, "only what is turned is turned back"
    assert all(band == "" for table, band in bands.items() if table not in switched | back)
    return (turned | switched) - back


def _turned_before(mat: Mat, round: int) -> bool:
    said = [row.turn for row in mat.rows if row.turn and row.round < round]
    return bool(said) and said[-1].startswith("ARROW SWITCH: ")


def _pair_label(mat: Mat, movement: Movement, who: int, seat: str) -> str:
    """Return the column of the mat for a contestant: that of the chair, or the stationary pair or visitors."""
    if mat.names[-1] != "Visitors":
        return seat
    pair = f"Pair {movement.field.number(who)}"
    return pair if pair in mat.names else "Visitors"


def _turns_here(mat: Mat, pair: int) -> bool:
    """Return whether the mat says that a pair finds its seat in the line of the round."""
    return any(re.match(rf"Pair [A-Z]?{pair} stays\. Find {pair} in the line", note) for note in mat.notes)


def _find_text(mat: Mat, movement: Movement, who: int, round: int) -> tuple[int, str]:
    """Return the seat that shows a contestant's number, in black, in the line of a round."""
    row, number = mat.row(round), str(movement.field.number(who))
    assert row.marks[row.seats.index(number)] == "stays"
    return mat.table, movement.seat_names[row.seats.index(number)]


def _free_seat(mat: Mat, movement: Movement, who: int, round: int) -> tuple[int, str]:
    """Return the seats that the pair in black leaves free; at an empty table those that show the own number."""
    row = mat.row(round)
    free = [seat for seat, mark in zip(movement.seat_names, row.marks, strict=True) if mark != "stays"]
    if len(free) == 2:
        free = [movement.seat_names[row.seats.index(str(movement.field.number(who)))]]
    (seat,) = free
    return mat.table, seat


def _other(seat: str) -> str:
    return {"NS": "EW", "EW": "NS"}[seat]


def _goes(words: str, table: int, seat: str) -> tuple[int, str]:
    match = re.fullmatch(r"(stay|table (\d+)(?: \(party\))?)(?:, sit (NS|EW|North|South|East|West))?", words)
    assert match, words
    return int(match[2] or table), match[3] or seat


def boards_by_mats(mats: tuple[Mat, ...], round: int) -> dict[int, str]:
    """Return the boards that come to each table directly from another after a round, if all follow their mats."""
    brought: dict[int, str] = {}
    for mat in mats:
        row = mat.row(round)
        if row.boards != "-":
            to = mat.goes(round, BOARDS)
            if to == "stay" or to.startswith("table"):
                for table in [mat.table] if to == "stay" else tables_in(to):
                    assert brought.setdefault(table, row.boards) == row.boards
    return brought
