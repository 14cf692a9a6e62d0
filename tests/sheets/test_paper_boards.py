"""Boards on paper with the available sets: the place of every copy, sharing, and sheets carried out literally."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations
from re import fullmatch

import numpy as np
import pytest

from byestand.catalog import find
from byestand.catalog.families.web_family import full_length
from byestand.flow.board_sets import ASIDE
from byestand.flow.board_travel import BoardTravel, travel
from byestand.formats import csv
from byestand.model.boards import Boards
from byestand.model.layout import BoardSpot, Copy
from byestand.model.movement import Movement
from byestand.model.session import Section, Session
from byestand.movements import shapes, web
from byestand.sentences.announcements import announcements
from byestand.sentences.boards import board_range
from byestand.sheets.boards.boarding_sheet import boarding_sheet, labels
from byestand.sheets.boards.caddy import caddy_sheet
from byestand.sheets.boards.sharing_sheet import sharing_cards, sharing_sheet
from byestand.sheets.boards.stands import stand_cards
from byestand.sheets.booklet import booklet
from byestand.sheets.crib import crib
from byestand.sheets.print_order import Paper, PrintOrder
from byestand.sheets.typst_renderer import render_booklet
from byestand.verify import judge
from byestand.verify.measures import copies
from tests.support.handmade_rainbow import rainbow
from tests.support.page_checks import can_be_read, do_not_overlap
from tests.support.paper_reader import Caddy
from tests.support.pdf_reader import pages, rows, sizes
from tests.support.sections import section, session

WEBS = ("W1713", "W1813", "W2713", "W191312", "W1008A", "W1412A", "W4513", "W0605", "S1510")
ROVERS = ("W1812ER", "W0909TR", "W1008AER", "W2713NR")
OTHERS = ("M0808R", "M0808X", "M1313", "H0813", "H0713", "H0305", "R1111", "R1212", "I1313")


@cache
def strangers() -> tuple[Movement, ...]:
    return tuple(csv.loads(csv.dumps(find(name))) for name in ("W1813", "W1713", "W1812ER"))


@cache
def at_hand(cases: int | None) -> tuple[BoardTravel, ...]:
    movements = [*map(find, (*WEBS, *ROVERS, *OTHERS)), *strangers(), find("W1105", chained=True), rainbow(7)]
    movements += [find("W1812ER", missing=("N19",)), find("W0705", missing=("N7",)), find("H0713", missing=("14",))]
    return tuple(travel(movement, cases) for movement in movements)


def check(journeys: BoardTravel, cases: int | None) -> None:
    """Check that every table that plays has its boards, that sharing is stated, and that there are enough copies."""
    movement = journeys.movement
    for round in range(1, movement.rounds + 1):
        playing: dict[Copy, list[int]] = {}
        for table in range(1, movement.tables + 1):
            copy = journeys.plays_from(table, round)
            group = int(movement.groups[round - 1, table - 1])
            if movement.played_mask[round - 1, table - 1]:
                assert copy is not None, (round, table)
                assert copy.group == group
                playing.setdefault(copy, []).append(table)
        told = {one.copy: list(one.tables) for one in journeys.shared_copies(round)}
        relays = [tables for tables in playing.values() if tuple(tables) in journeys.relays]
        assert {copy: t for copy, t in playing.items() if len(t) > 1 and t not in relays} == told
        on_tables = Counter(t for copy in journeys.journeys for t in journeys.lies(copy, round).tables)
        assert max(on_tables.values()) == 1, f"two groups lie on a table in round {round}"
    if cases is not None:
        assert max(Counter(copy.group for copy in journeys.journeys).values()) <= cases


@pytest.mark.parametrize("cases", [None, 1, 2, 3, 4])
def test_with_the_sets_at_hand_every_table_has_its_boards_and_who_shares_is_told(cases: int | None) -> None:
    for journeys in at_hand(cases):
        check(journeys, cases)


@pytest.mark.parametrize("cases", [1, 2, 3, 4])
def test_the_pool_gives_what_its_tables_take_and_all_of_it_comes_back(cases: int) -> None:
    """Carried out literally: before a round each table takes its boards from the stand, and returns them after it."""
    for journeys in at_hand(cases):
        pool, movement = journeys.pool, journeys.movement
        if pool is None:
            continue
        stand = {copy for copy in journeys.journeys if copy.case in pool.cases}
        for round in range(1, movement.rounds + 1):
            taken: dict[Copy, list[int]] = {}
            for table in pool.tables:
                if copy := journeys.plays_from(table, round):
                    assert copy in stand
                    assert round == movement.rounds or journeys.goes(table, round) == BoardSpot(stand=pool.stand)
                    assert round == 1 or journeys.comes(table, round - 1) == BoardSpot(stand=pool.stand)
                    taken.setdefault(copy, []).append(table)
            assert {copy: tuple(t) for copy, t in taken.items()} == {
                copy: journeys.lies(copy, round).tables for copy in stand if journeys.lies(copy, round).tables
            }
            assert all(journeys.lies(copy, round).stand == pool.stand for copy in stand - taken.keys())


def test_with_sets_enough_boards_travel_as_the_layout_says() -> None:
    for movement in map(find, ("W1713", "W1812ER", "M0808R", "R1111")):
        layout = movement.layout
        assert layout
        for cases in (None, len(layout.cases), 9):
            journeys = travel(movement, cases)
            assert (journeys.layout, journeys.pool) == (layout, None)
            assert journeys.journeys == travel(movement).journeys


def test_17_tables_with_two_sets_share_in_rounds_1_7_and_13() -> None:
    """13-up-2-up-2-down of the 2019 document: 1-13 have their own set, 14-17 use the other; 1-2, 13-16 are copied."""
    journeys = travel(find("W1713"), 2)
    assert journeys.layout
    assert journeys.layout.pattern == "13-up"
    assert journeys.pool
    assert (journeys.pool.tables, journeys.pool.cases) == ((14, 15, 16, 17), ("B",))
    assert {round: [one.tables for one in journeys.shared_copies(round)] for round in journeys.rounds_shared} == {
        1: [(14, 16)],
        7: [(14, 17), (15, 16)],
        13: [(15, 17)],
    }
    assert (journeys.sharers(14, 1), journeys.sharers(14, 2)) == ((16,), ())
    assert journeys.to_copy == ((1, 1), (7, 7), (8, 7))


def test_a_party_table_without_a_set_borrows_what_lies_idle_or_shares() -> None:
    """Both rings of W1812ER go on as always."""
    journeys = travel(find("W1812ER"), 2)
    assert (journeys.pool, journeys.party_case, ASIDE in sum(journeys.journeys.values(), ())) == (None, None, False)
    assert {table for _, table in journeys.visits} == {19}
    for (round, _), copy in journeys.visits.items():
        assert bool(journeys.lies(copy, round).stand) is not bool(journeys.sharers(19, round))


@pytest.mark.parametrize("tables", [7, 11, 14, 17, 19, 23, 31])
def test_no_other_choice_of_who_keeps_a_set_would_make_fewer_tables_share(tables: int) -> None:
    for groups in (5, 8, 13):
        for shape in shapes(tables, groups):
            movement = web(tables=tables, deal_groups=groups, shape=shape, rounds=full_length(tables, groups))
            assert movement.layout
            rings = [sub.tables for sub in movement.layout.subsections]
            for cases in range(1, len(rings)):
                pool = travel(movement, cases).pool
                assert pool
                chosen = _sharing(movement, pool.tables)
                for left in combinations(rings, len(rings) - cases + 1):
                    assert chosen <= _sharing(movement, tuple(t for ring in left for t in ring))


def _sharing(movement: Movement, tables: tuple[int, ...]) -> int:
    rows = (Counter(int(row[table - 1]) for table in tables) for row in movement.groups)
    return sum(many for row in rows for many in row.values() if many > 1)


@pytest.mark.parametrize("cases", [1, 2, 3])
def test_with_what_is_offered_to_be_copied_nobody_would_share_and_with_less_somebody_would(cases: int) -> None:
    for name in (*WEBS, *ROVERS, "R1212", "I1313"):
        movement = find(name)
        assert travel(movement, cases).to_copy == copies(judge(movement), cases=cases).extra, name


def sheet_of(movement: Movement, cases: int | None = None, letter: str = "B") -> Section:
    return replace(section(movement, 2, letter), cases=cases)


@pytest.mark.parametrize("cases", [1, 2, 3])
def test_boarding_caddy_sheet_and_list_done_literally_give_the_schedule(cases: int) -> None:
    """The boards on tables with their own set, and those that the others read in their column of the list."""
    movements = [*map(find, ("W1713", "W1813", "W2713", "W1812ER", "W0909TR", "W1008A", "R1212", "H0305", "M0808R"))]
    for movement in (*movements, *strangers()):
        here = sheet_of(movement, cases)
        caddy, sheet, told = Caddy(boarding_sheet(here)), caddy_sheet(here), sharing_sheet(here)
        by_card = {(card.table, one.round): one for card in sharing_cards(here) for one in card.rounds}
        for round in range(1, movement.rounds + 1):
            column = {row.round: dict(zip(told.tables, row.cells, strict=True)) for row in told.rows}.get(round, {})
            lies = caddy.on_tables()
            for table, group in enumerate(movement.groups[round - 1].tolist(), start=1):
                if not movement.played_mask[round - 1, table - 1]:
                    continue
                wanted = board_range(group, Boards(2))
                fetched = by_card.get((table, round))
                found = column[table].boards if table in column else lies.get(table) or (fetched and fetched.boards)
                assert found == wanted, f"{movement.name}, {cases} sets, round {round}, table {table}"
                if fetched and fetched.others:
                    assert all((other, round) in by_card for other in fetched.others)
            if round < movement.rounds:
                caddy.carry(sheet, round)


@pytest.mark.parametrize("name", ["W1813", "W1812ER", "M0808R", "W1008A", "H0813", "W0605", "W2713"])
def test_a_stand_card_done_literally_agrees_with_the_schedule(name: str) -> None:
    """The giving table puts its boards at the back; the taking table finds its next boards at the front."""
    movement = find(name)
    for card in stand_cards(sheet_of(movement)):
        for now, then in zip(card.rounds, card.rounds[1:], strict=False):
            front, *rest = (place[now - 1] for place in card.boards_on_stand)
            given = board_range(int(movement.groups[now - 1, card.fed_by - 1]), Boards(2))
            taken = board_range(int(movement.groups[then - 1, card.feeds - 1]), Boards(2))
            assert taken == front
            assert [*rest, given] == [place[then - 1] for place in card.boards_on_stand]


def test_of_a_queue_too_long_to_be_read_a_stand_card_has_the_front_and_the_back() -> None:
    here = sheet_of(find("W6029"))
    (card, _), (page, _) = (
        stand_cards(here),
        pages(render_booklet(booklet(PrintOrder(Session((here,)), ("stands",)))).files[0]),
    )
    can_be_read(page)
    do_not_overlap(page)
    assert (len(card.places), card.places[20:22]) == (28, ("21st", "22nd"))
    printed_rows = {" ".join(row) for row in rows(page)}
    assert {place for place in card.places if any(row.startswith(place) for row in printed_rows)} == {
        "in front",
        "second",
        "third",
        "at the back",
    }


@pytest.mark.parametrize("cases", [None, 1, 2])
def test_there_is_a_label_for_every_set_and_for_every_group_of_it(cases: int | None) -> None:
    for name in ("W1813", "W1713", "W1812ER", "R1212", "H0305"):
        here = sheet_of(find(name), cases)
        journeys, own = travel(here.movement, cases), list(labels(here))
        assert Counter(label.case for label in own if label.starts) == Counter(c.case for c in journeys.journeys)
        assert {label.case for label in own if not label.starts} == {copy.case for copy in journeys.journeys}
        assert len({(label.case, label.boards) for label in own if label.starts}) == len(journeys.journeys)


def words_on(movement: Movement, sheet: str, cases: int | None) -> list[list[list[str]]]:
    order = PrintOrder(session(movement, 2, "B", cases), (sheet,))
    return [rows(page) for page in pages(render_booklet(booklet(order)).files[0])]


def test_the_printed_caddy_sheet_is_the_schedule_stand_by_stand() -> None:
    """After round 1 table 1 puts 1-2 on stand 1 and table 9 takes 19-20; so in every row."""
    movement = find("W1813")
    (page,) = words_on(movement, "caddy", None)
    told = [row[-4:] for row in page if len(row) >= 4 and all("-" in word for word in row[-4:])]
    assert len(told) == 12
    for after, boards in enumerate(told, start=1):
        now, then = movement.groups[after - 1].tolist(), movement.groups[after].tolist()
        assert boards == [board_range(group, Boards(2)) for group in (now[0], then[8], now[9], then[17])]


@pytest.mark.parametrize(("name", "tables"), [("R1212", 12), ("M1313", 13)])
def test_the_printed_caddy_sheet_without_stands_tells_what_every_table_gets(name: str, tables: int) -> None:
    movement = find(name)
    (page,) = words_on(movement, "caddy", None)
    told = {int(row[0]): row[1:] for row in page if row[0].isdigit() and "-" in row[-1]}
    cells = [boards for row in page if len(row) == tables and all("-" in word for word in row) for boards in row]
    gets = [board_range(group, Boards(2)) for group in movement.groups[1:].ravel().tolist()]
    assert [*cells, *(boards for row in told.values() for boards in row)] == gets


def test_the_printed_list_of_who_shares_is_the_schedule() -> None:
    """Tables 14-17 of W1713 with two sets: every cell, and the sentences for rounds 1, 7 and 13."""
    movement = find("W1713")
    order = PrintOrder(session(movement, 2, "B", 2), ("sharing",))
    page, cards = pages(render_booklet(booklet(order)).files[0])
    heads = {int(word.text): word.x for word in page if word.text in ("14", "15", "16", "17")}
    for table, at in heads.items():
        column = sorted(
            (w for w in page if abs(w.x - at) < 30 and fullmatch(r"\d+-\d+", w.text)), key=lambda word: -word.y
        )
        assert [word.text for word in column] == [
            board_range(int(group), Boards(2)) for group in movement.groups[:, table - 1]
        ]
    words = " ".join(word for row in rows(page) for word in row)
    assert "Tables 14 and 16 share boards 1-2" in words
    assert "To avoid sharing, copy 1-2 and 13-16 once." in words
    told = [word.text for word in cards if word.text.startswith("table ")]
    assert sorted(told) == ["table 14"] * 2 + ["table 15"] * 2 + ["table 16"] * 2 + ["table 17"] * 2


@pytest.mark.parametrize(
    ("boards", "how"),
    [
        (1, "One table plays the board first, then passes it over."),
        (2, "2 tables start with one board each, 1 table waits, then boards are passed on."),
        (3, "Each table starts with a different board, then boards are passed on."),
    ],
)
def test_three_tables_share_in_a_way_that_there_are_boards_for_aloud_and_on_the_list(boards: int, how: str) -> None:
    here = replace(sheet_of(find("W1513"), 1), boards=Boards(boards))
    shared = [one.tables for round in range(1, 14) for one in travel(here.movement, 1).shared_copies(round)]
    assert max(map(len, shared)) == 3
    assert how in sharing_sheet(here).notes
    assert how in announcements(here)[0].lines


def test_many_tables_that_share_are_told_by_the_first_and_the_last() -> None:
    plan = find("M0707")
    at_once = np.repeat(np.arange(1, 8)[:, np.newaxis], 7, axis=1)
    here = sheet_of(replace(plan, groups=at_once, layout=None), 1)
    assert "Tables 1-7 share boards all session." in announcements(here)[0].lines
    assert sharing_sheet(here).rows[1].says == ("Tables 1-7 share boards 3-4.",)
    assert "tables 1-7 share boards 3-4" in crib(here).rows[1].do


def test_the_boarding_sheet_of_several_sections_deals_for_all_of_them() -> None:
    (page, _) = (
        " ".join(word for row in rows(page) for word in row)
        for page in pages(render_booklet(booklet(PrintOrder(_two(), ("boarding",)))).files[0])
    )
    assert "Deal for all sections: boards 1-18: 3 copies" in page
    assert "Set A1" in page
    assert "Set A2" in page


def _two() -> Session:
    return Session((section(find("W1813"), 2, "A"), section(find("M0909"), 2, "B")))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "cases", "paper"),
    [("W1713", 2, "a4"), ("W1813", 1, "letter"), ("W1812ER", 2, "letter"), ("M2424R", 1, "a4")],
)
def test_everything_is_inside_the_page_and_nothing_overlaps(name: str, cases: int, paper: Paper) -> None:
    sheets = ("boarding", "sharing", "caddy", "stands", "labels")
    made = render_booklet(booklet(PrintOrder(session(find(name), 2, "B", cases), sheets, paper))).files[0]
    for (width, height), words in zip(sizes(made), pages(made), strict=True):
        can_be_read(words)
        do_not_overlap(words)
        assert all(w.x > 17 and w.x + w.width < width - 17 and 17 < w.y < height - 17 for w in words)
