"""Sharing of boards in single rounds, if there are fewer sets than needed: a list, and cards for tables.

The list has a column for every table that plays from the stand between them. Where tables only share in some rounds, it
has a sentence per round. A card tells one table the same.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from byestand.flow.board_travel import BoardTravel, travel
from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.layout import BoardSpot
from byestand.model.session import Section
from byestand.sentences.boards import board_range, sharing_sentences
from byestand.sheets.boards.copy_list import copying_words
from byestand.sheets.print_order import Part, PrintOrder, chunks, set_mark
from byestand.words.numbers import MAX_LABELS, join_items, ranges


@dataclass(frozen=True, slots=True)
class SharedBoards:
    """The boards of a table in a round."""

    round: int
    boards: str
    """``-`` if it does not play."""
    others: tuple[int, ...]
    """The tables it shares with."""
    fetch: str = ""
    """Where it takes them from and returns them to, if not the stand: "from table 5"."""


@dataclass(frozen=True, slots=True)
class SharingRow:
    """A round of the list."""

    round: int
    cells: tuple[SharedBoards, ...]
    """Table by table."""
    says: tuple[str, ...]
    """``Tables 14 and 16 share boards 1-2.``"""


@dataclass(frozen=True, slots=True)
class SharingSheet:
    """The list."""

    introduction: tuple[str, ...]
    tables: tuple[int, ...]
    """The columns; none if there is no stand from which tables play together."""
    rows: tuple[SharingRow, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SharingCard:
    """The card of one table."""

    table: int
    stand: int
    """The stand from which it takes its boards; 0 if there is none."""
    rounds: tuple[SharedBoards, ...]


def needs_sharing(section: Section) -> bool:
    """Return whether tables share in single rounds, or play from one stand."""
    journeys = travel(section.movement, section.cases)
    return bool(section.movement.remaining_rounds) and bool(journeys.pool or journeys.rounds_shared)


def sharing_parts(section: Section, order: PrintOrder) -> list[Part]:
    """Return the list and the cards for their templates."""
    if not needs_sharing(section):
        return []
    journeys = travel(section.movement, section.cases)
    sheet, cards = sharing_sheet(section), sharing_cards(section)
    cards = tuple(card for card in cards if order.table in (None, card.table))
    own = {"marks": [set_mark(section, case) for case in journeys.pool.cases] if journeys.pool else []}
    wide = len(sheet.tables) > MAX_COLUMNS_PORTRAIT
    lists = [asdict(sheet) | own | {"rows": sharing_rows(sheet), "landscape": wide}] if order.table is None else []
    pages = [{"cards": list(map(_card, page)), "bookmark": _bookmark(page)} for page in chunks(cards, CARDS_PER_PAGE)]
    return [*lists, *([{"kind": "share-cards", "pages": pages} | own] if cards else [])]


def sharing_rows(sheet: SharingSheet) -> list[Part]:
    """Return the rows of the list for their template."""
    return [
        {"round": row.round, "says": row.says, "cells": [asdict(cell) | _with_others(cell) for cell in row.cells]}
        for row in sheet.rows
    ]


def _with_others(share: SharedBoards) -> Part:
    return {"with": say("with {tables}", tables=", ".join(map(str, share.others)))} if share.others else {"with": ""}


def _card(card: SharingCard) -> Part:
    title = say("Table {table}", table=card.table)
    stand = (
        say("Take your boards from *bye stand {stand}*. Put them back there.", stand=card.stand) if card.stand else ""
    )
    rounds = [asdict(share) | {"tables": _tables_text(share.others)} for share in card.rounds]
    return {"title": title, "stand": stand, "rounds": rounds}


def _tables_text(tables: Sequence[int]) -> str:
    if not tables:
        return ""
    return say_many("table {tables}", "tables {tables}", len(tables), tables=", ".join(map(str, tables)))


def _bookmark(cards: Sequence[SharingCard]) -> str:
    return say("Tables {first}-{last}", first=cards[0].table, last=cards[-1].table)


CARDS_PER_PAGE = 6


MAX_COLUMNS_PORTRAIT = 9
"""The most tables with a column on an upright page."""


def sharing_sheet(section: Section) -> SharingSheet:
    """Return who shares what, round by round."""
    journeys, boards = travel(section.movement, section.cases), section.boards
    tables = journeys.pool.tables if journeys.pool else ()
    left = section.movement.remaining_rounds
    rows = (
        SharingRow(
            round,
            tuple(_share(section, journeys, table, round) for table in tables),
            tuple(_says(section, journeys, round)),
        )
        for round in left
    )
    return SharingSheet(
        tuple(_introduction(section, journeys)),
        tables,
        tuple(row for row in rows if tables or row.says),
        tuple(_notes(journeys, boards)),
    )


def sharing_cards(section: Section) -> tuple[SharingCard, ...]:
    """Return a card for every table that shares in some round, or plays from the stand."""
    journeys, movement = travel(section.movement, section.cases), section.movement
    pool = journeys.pool
    cards = []
    for table in range(1, movement.tables + 1):
        pooled = pool is not None and table in pool.tables
        shares = (_share(section, journeys, table, round) for round in movement.remaining_rounds)
        changed = tuple(share for share in shares if pooled or share.others or share.fetch)
        if changed:
            cards.append(SharingCard(table, pool.stand if pool and pooled else 0, changed))
    return tuple(cards)


def _share(section: Section, journeys: BoardTravel, table: int, round: int) -> SharedBoards:
    copy, fetch = journeys.plays_from(table, round), ""
    others = journeys.sharers(table, round)
    if (round, table) in journeys.visits and copy:
        spot = journeys.lies(copy, round)
        fetch = _fetch(section, journeys, spot) if spot.stand or not others else ""
    return SharedBoards(round, board_range(copy.group if copy else 0, section.boards), others, fetch)


def _fetch(section: Section, journeys: BoardTravel, spot: BoardSpot) -> str:
    """Return where a table takes boards from."""
    if spot.stand:
        return say("from bye stand {stand}", stand=spot.stand)
    if tables := spot.tables:
        return say_many("from table {tables}", "from tables {tables}", len(tables), tables=join_items(tables))
    if journeys.party_case:
        return say("from set {name}", name=section.set_name(journeys.party_case))
    return say("from the director's table")


def _says(section: Section, journeys: BoardTravel, round: int) -> Iterator[str]:
    yield from shared_sentences(journeys, section.boards, round)
    for (now, table), copy in journeys.visits.items():
        spot = journeys.lies(copy, round) if now == round else None
        if spot and not journeys.sharers(table, round):
            boards = board_range(copy.group, section.boards)
            yield _fetch_text(section, journeys, spot, table, boards)


def _fetch_text(section: Section, journeys: BoardTravel, spot: BoardSpot, table: int, boards: str) -> str:
    """Return that a table fetches boards, and puts them back."""
    if spot.stand:
        return say(
            "Table {table} takes boards {boards} from bye stand {stand} and puts them back there.",
            table=table,
            boards=boards,
            stand=spot.stand,
        )
    if spot.tables:
        return say_many(
            "Table {table} takes boards {boards} from table {tables} and puts them back there.",
            "Table {table} takes boards {boards} from tables {tables} and puts them back there.",
            len(spot.tables),
            table=table,
            boards=boards,
            tables=join_items(spot.tables),
        )
    if journeys.party_case:
        name = section.set_name(journeys.party_case)
        return say(
            "Table {table} takes boards {boards} from set {name} and puts them back there.",
            table=table,
            boards=boards,
            name=name,
        )
    return say(
        "Table {table} takes boards {boards} from the director's table and puts them back there.",
        table=table,
        boards=boards,
    )


def shared_sentences(journeys: BoardTravel, boards: Boards | None, round: int) -> Iterator[str]:
    """Yield which tables share which boards in a round."""
    for tables, copy in journeys.shared_copies(round):
        numbers = join_items(tables) if len(tables) <= MAX_LABELS else ranges(tables)
        span = board_range(copy.group, boards)
        if boards is None:
            yield say("Tables {tables} share group {group}.", tables=numbers, group=span)
        else:
            yield say_many(
                "Tables {tables} share board {boards}.",
                "Tables {tables} share boards {boards}.",
                boards.per_round,
                tables=numbers,
                boards=span,
            )


def _introduction(section: Section, journeys: BoardTravel) -> Iterator[str]:
    """Yield how the tables without a set get their boards."""
    pool = journeys.pool
    if pool is None:
        yield say("Tables share boards in these rounds. All other boards move as usual.")
        return
    for sub in journeys.layout.subsections if journeys.layout else ():
        yield say_many(
            "Table {tables} has set {name} to itself.",
            "Tables {tables} have set {name} to themselves.",
            len(sub.tables),
            tables=ranges(sub.tables) if len(sub.tables) > 2 else join_items(sorted(sub.tables)),
            name=section.set_name(sub.cases[0]),
        )
    first, last = pool.between
    yield say_many(
        "Set {names} is on bye stand {stand}, between tables {first} and {last}.",
        "Sets {names} are on bye stand {stand}, between tables {first} and {last}.",
        len(pool.cases),
        names=join_items(section.set_name(case) for case in pool.cases),
        stand=pool.stand,
        first=first,
        last=last,
    )
    yield say("In each round every table takes the boards of its column there. After play they go back to that stand.")


def _notes(journeys: BoardTravel, boards: Boards | None) -> Iterator[str]:
    if not journeys.rounds_shared:
        yield say("No tables share.")
        return
    parties = (shared.tables for round in journeys.rounds_shared for shared in journeys.shared_copies(round))
    yield from sharing_sentences(parties, boards)
    yield from copying_words(journeys, boards)
