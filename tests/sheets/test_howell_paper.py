"""Howells on paper and in words: mats, cards, boarding and caddy sheets done literally give the schedule."""

import pytest

from byestand.catalog import find, listing
from byestand.formats import csv
from byestand.model.movement import Movement
from byestand.sentences.announcements import announcements
from byestand.sentences.setup_steps import setup_steps
from byestand.sheets.boards.boarding_sheet import boarding_sheet
from byestand.sheets.boards.sharing_sheet import sharing_sheet
from byestand.sheets.booklet import booklet
from byestand.sheets.guide_cards import guide_cards
from byestand.sheets.mats import mats
from byestand.sheets.print_order import PrintOrder
from tests.support.paper_walker import carry_out, walk
from tests.support.sections import section, session

SIZES = range(2, 13)


def with_names(tables: int) -> list[str]:
    return [entry.name for entry in listing.listing(family="howell", tables=range(tables, tables + 1))]


def announcements_of(movement: Movement, boards: int | None = None) -> str:
    return "\n".join(line for part in announcements(section(movement, boards)) for line in part.lines)


@pytest.mark.slow
@pytest.mark.parametrize("tables", SIZES)
def test_mats_boarding_and_caddy_sheet_done_literally_give_the_schedule(tables: int) -> None:
    """The texts do not mention an arrow switch."""
    for name in with_names(tables):
        movement = find(name)
        carry_out(movement)
        assert not any(row.turn for mat in walk(movement) for row in mat.rows)
        words = announcements_of(movement) + "".join(
            line for part in setup_steps(section(movement)) for line in part.lines
        )
        assert "rrow" not in words


HALVES = (("H0713", "14"), ("H0713", "3"), ("H0813T", "15"), ("H0813T", "4"), ("H0813", "14"), ("H0405", "7"))


@pytest.mark.parametrize(("name", "pair"), HALVES)
def test_so_it_does_with_a_half_table(name: str, pair: str) -> None:
    movement = find(name, missing=(pair,))
    walk(movement)
    carry_out(movement)


@pytest.mark.parametrize("name", ["H081312T", "H081312", "H0713", "H0813T", "H0405"])
def test_so_it_does_with_fewer_rounds_and_with_nothing_but_the_schedule(name: str) -> None:
    for movement in (find(name), csv.loads(csv.dumps(find(name)))):
        walk(movement)
        carry_out(movement)


@pytest.mark.parametrize("tables", SIZES)
def test_cards_are_printed_where_needed_and_say_where_to_sit(tables: int) -> None:
    for name in with_names(tables):
        movement = find(name)
        cards = guide_cards(section(movement, 2))
        assert [card.contestant for card in cards] == [str(c) for c in movement.field.present], name
        for card in cards:
            visits = movement.itinerary(card.contestant)
            assert [(row.table, row.seat) for row in card.rows] == [(visit.table, visit.seat) for visit in visits]


@pytest.mark.parametrize("gone", ["", "14", "3"])
@pytest.mark.parametrize("name", ["H0813", "H0813S", "H0813T", "H0713", "H0508"])
def test_every_pair_of_a_howell_has_a_card_with_its_number_and_all_its_rounds(name: str, gone: str) -> None:
    """Also at a half table: there the card says that the pair sits out."""
    movement = find(name, missing=(gone,) if gone and int(gone) <= find(name).field.size else ())
    present = [str(c) for c in movement.field.present]
    (part,) = booklet(PrintOrder(session(movement, letter=""), ("guides",))).parts
    cards = {card["title"]: card for page in part["pages"] for card in page if card["title"]}
    assert sorted(cards) == sorted(f"Pair {number}" for number in present)
    for number in present:
        rows = [[cell["words"] for cell in row] for row in cards[f"Pair {number}"]["rows"]]
        assert [row[0] for row in rows] == [str(round) for round in range(1, movement.rounds + 1)]
        for row, visit in zip(rows, movement.itinerary(number), strict=True):
            assert row[1] == str(visit.table)
            assert (row[-1] == "sit out") != visit.plays
            assert row[-2] == (visit.others[0] if visit.plays else "–")


def test_one_line_a_seat_is_true_all_night() -> None:
    """All lines of static ones, and also of turning ones: visitors of a pair that turns take the other seats."""
    for name in ("H0713", "H0813S", "H0813T", "H0912T", "H0608"):
        for mat in mats(section(find(name), 2)):
            assert not any(going.contestants != "Boards" for row in mat.rows for going in row.after), (name, mat.table)


def test_whoever_goes_by_one_line_need_not_remember_the_seat() -> None:
    """Nor do visitors of a pair that turns: they take the free seats."""
    lines = {
        plate.to.partition(", ")[2].rstrip("0123456789 ")
        for name in ("H0713", "H0813S", "H0813T", "H0203")
        for mat in mats(section(find(name), 2))
        for plate in mat.plates
        if plate.contestants != "Boards" and plate.to != "stay"
    }
    assert lines == {"sit NS", "sit EW", "free seat"}


def test_the_mat_of_a_pair_that_turns_says_when() -> None:
    mat = mats(section(find("H0813T"), 2))[4]
    assert [(going.contestants, going.to) for going in mat.plates] == [
        ("Pair 14", "stay"),
        ("Visitors", "table 7, free seat"),
        ("Boards", "table 4"),
    ]
    assert mat.notes[0] == "Pair 14 stays. Find 14 in the line of the round: it shows your side."
    assert [row.round for row in mat.rows if row.marks == ("", "stays")] == [1, 6, 7, 13]
    assert all(row.marks == ("stays", "") for row in mat.rows if row.round not in (1, 6, 7, 13))


def test_announcements_are_few() -> None:
    assert announcements_of(find("H0713")).splitlines()[1:6] == [
        "Pair 14 stays. Everyone else moves.",
        "After each round follow the pair with the next lower number.",
        "Pair 1 follows pair 13.",
        "Take the seats they have just left.",
        "The mat shows where you go next. Remember your own number.",
    ]
    assert "Follow your guide card: round, table, seat, boards." in announcements_of(find("H0813"))
    assert "Pairs 1-8 follow their guide cards." in announcements_of(find("H0508G"))


def test_who_shares_is_told_when_to_swap() -> None:
    words = announcements_of(find("H0203"), 4)
    how = "ne table starts with the first 2 boards, the other with the last 2, then they exchange."
    assert f"Tables 1 and 2 share boards all session.\nO{how}" in words
    assert "down one table" not in words
    for mat, other in zip(mats(section(find("H0203"), 4)), (2, 1), strict=True):
        assert any(f"Share boards with table {other} in every round. O{how}" in note for note in mat.notes)
    odd = mats(section(find("H0203"), 5))[0].notes[0]
    assert odd.endswith("in every round. Each table starts with a different board, then boards are passed on.")


def test_of_boards_by_list_there_is_one_copy_and_all_three_tables_share_once() -> None:
    sheet = boarding_sheet(section(find("H0305"), 5))
    assert [case.case for case in sheet.cases] == ["A"]
    lines = [line for part in sheet.lists for line in part.lines]
    assert lines[0] == "boards 1-25: 1 copy"
    assert lines[-1] == "To avoid sharing, copy 21-25 twice."
    assert [row.says for row in sharing_sheet(section(find("H0305"), 5)).rows] == [
        ("Tables 1, 2 and 3 share boards 21-25.",)
    ]
    for mat in mats(section(find("H0305"), 5)):
        others = " and ".join(str(table) for table in (1, 2, 3) if table != mat.table)
        assert mat.row(5).remarks == (f"Share boards 21-25 with tables {others}.",)
        assert (
            "In some rounds you share boards. Each table starts with a different board, then boards are passed on."
            in mat.notes
        )
    assert "Tables 1, 2 and 3 share boards 21-25 in this round." in announcements_of(find("H0305"), 5)


def test_where_nobody_plays_nobody_shares() -> None:
    """In H0508 two tables share; if one of them has the missing pair 9, it is not played."""
    assert "Tables 2 and 3 share boards all session" in announcements_of(find("H0508"), 3)
    assert "share" not in announcements_of(find("H0508", missing=["9"]), 3)
