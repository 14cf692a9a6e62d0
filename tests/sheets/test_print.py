"""Printed pages, read by an independent reader: paper matches the schedule and is readable."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Literal

import pytest

from byestand.catalog import find
from byestand.errors import BadRequest, BrokenMovement, CannotExpress
from byestand.formats import csv
from byestand.model.claims import Step
from byestand.model.event import Event
from byestand.model.movement import GuideLine, Movement
from byestand.model.people import Contestant, Person
from byestand.model.session import Session
from byestand.movements import mitchell, switch_arrow
from byestand.sheets.booklet import booklet, wanted_sheets
from byestand.sheets.forms.recap import recaps
from byestand.sheets.mats import Mat
from byestand.sheets.print_order import PrintOrder
from byestand.sheets.sheet_list import SHEETS
from byestand.sheets.typst_renderer import PrintResult, render_booklet
from tests.freeze.sheets import BOOKLETS, golden_pages, page_text
from tests.support.card_reader import cards_on, pieces
from tests.support.handmade_rainbow import rainbow
from tests.support.mat_reader import mat_on
from tests.support.page_checks import can_be_read, do_not_overlap
from tests.support.paper_reader import boards_by_mats, follow
from tests.support.pdf_reader import UPRIGHT, Word, pages, rows, sizes, turned_pages
from tests.support.sections import section, session

MOVEMENTS: dict[str, Callable[[], Movement]] = {
    "W1812ER": lambda: find("W1812ER"),
    "W100807": lambda: find("W100807"),
    "W1008A": lambda: find("W1008A"),
    "W2008": lambda: find("W2008"),
    "M0707": lambda: find("M0707"),
    "M0808R": lambda: find("M0808R"),
    "W0605": lambda: find("W0605"),
    "W0909 without E9": lambda: find("W0909", missing=("E9",)),
    "W0806ER without N9": lambda: find("W0806ER", missing=("N9",)),
    "M0909 switched": lambda: switch_arrow(find("M0909"), rounds=(9,)),
    "Rainbow from csv": lambda: csv.loads(csv.dumps(rainbow(7))),
}
PAPERS = {"a4": (595.3, 841.9), "letter": (612.0, 792.0)}
Paper = Literal["a4", "letter"]


def print_sheets(movement: Movement, sheets: str, paper: Paper = "a4", per_page: Literal[1, 2] = 1) -> PrintResult:
    order = PrintOrder(_at_fair_oaks(session(movement, 2)), wanted_sheets(sheets), paper, mats_per_page=per_page)
    return render_booklet(booklet(order))


def _at_fair_oaks(session: Session) -> Session:
    return replace(session, event=Event("Fair Oaks"))


def boards(group: int) -> str:
    return f"{2 * group - 1}-{2 * group}"


@pytest.mark.slow
@pytest.mark.parametrize("name", MOVEMENTS)
def test_mats_and_guide_cards_read_back_and_followed_are_the_schedule(name: str) -> None:
    """One mat a page on A4, or two on letter; no two words are printed over each other, and none is too small."""
    movement = MOVEMENTS[name]()
    two = movement.tables > 19 or movement.tables < 8
    paper: Paper = "letter" if two else "a4"
    sheet = print_sheets(movement, "mats,guides", paper, 2 if two else 1)
    read = turned_pages(sheet.files[0])
    first_card = sheet.pages_by_kind["mats"]
    on_mats = [half for page in read[:first_card] for half in halves(page, paper, two=two)]
    mats_are_the_schedule(movement, [mat_on(page, movement.seat_names) for page in on_mats])
    cards_are_the_itineraries(movement, read[first_card:], *PAPERS[paper])
    for page in on_mats:
        only_identity_is_small(page)
        do_not_overlap([word for word in page if word.turn == UPRIGHT])
    for page in read[first_card:]:
        do_not_overlap(page)
        for piece in pieces(page, *PAPERS[paper]):
            only_identity_is_small(piece)


def test_what_is_wrong_on_a_mat_is_found() -> None:
    """With any planted error (a number, a board, a move, a band) players who follow the mats leave the schedule."""
    movement = switch_arrow(find("M0707"), rounds=(4,))
    read = [mat_on(page, movement.seat_names) for page in turned_pages(print_sheets(movement, "mats").files[0])]
    mats_are_the_schedule(movement, read)
    row = read[2].rows[3]
    assert row.turn
    for fault in (
        {"seats": row.seats[::-1]},
        {"boards": boards(7)},
        {"turn": ""},
        {"after": (replace(row.after[0], to="table 5"), *row.after[1:])},
        {"after": (*row.after[:-1], replace(row.after[-1], to="table 5"))},
    ):
        rows_with_fault = (*read[2].rows[:3], replace(row, **fault), *read[2].rows[4:])
        with pytest.raises(AssertionError):
            mats_are_the_schedule(movement, [*read[:2], replace(read[2], rows=rows_with_fault), *read[3:]])


def test_words_over_each_other_too_small_or_at_the_edge_are_found() -> None:
    (page,) = pages(print_sheets(find("M0202", missing=["N1"]), "sitouts").files[0])
    do_not_overlap(page)
    with pytest.raises(AssertionError):
        do_not_overlap([*page, replace(page[0], x=page[0].x + 2)])
    with pytest.raises(AssertionError):
        only_identity_is_small([*page, replace(page[0], size=9.0)])


def test_one_mat_and_one_card_can_be_had_again() -> None:
    here = _at_fair_oaks(session(find("W0605"), 2))
    again = booklet(PrintOrder(here, ("mats", "tents", "guides"), table=4, pair="E5"))
    drawn = {part["kind"]: part for part in again.parts}
    assert [mat["table"] for mat in drawn["mats"]["mats"]] == [4]
    assert [tent["table"] for tent in drawn["tents"]["tents"]] == [4]
    ((card, *others),) = drawn["guides"]["pages"]
    assert (card["title"], {other["title"] for other in others}) == ("AE5", {""})


def test_names_of_partners_too_long_for_a_line_are_on_two() -> None:
    people = {
        "E1": Contestant((Person("Дмитрий Шостаковский"), Person("Екатерина Вознесенская"))),
        "N1": Contestant((Person("Anna Li"),)),
    }
    order = PrintOrder(session(find("W0806ER")), ("guides", "mats"), pair="E1")
    named = replace(order.session.sections[0], contestants=people)
    made = render_booklet(booklet(replace(order, session=replace(order.session, sections=(named,))))).files[0]
    words = "".join("\n".join(" ".join(line) for line in rows(page)) for page in pages(made))
    assert "Дмитрий Шостаковский &" in words
    assert "Екатерина Вознесенская" in words


def test_a_mat_for_south_is_turned_as_a_whole() -> None:
    """The numbers are upright for the reader, with the seats around them as at the table: West left of South."""
    for reader, at_left in (("north", "EAST"), ("south", "WEST")):
        order = PrintOrder(session(find("W0605"), 2), ("mats",), mats_read_from=reader, table=1)  # type: ignore[arg-type]
        (page,) = turned_pages(render_booklet(booklet(order)).files[0])
        named = {word.text: word for word in page if word.text in ("NORTH", "SOUTH", "EAST", "WEST")}
        assert [name for name, word in named.items() if word.turn == UPRIGHT] == [reader.upper()]
        assert min(named.values(), key=lambda word: word.x).text == at_left


def halves(page: list[Word], paper: Paper, *, two: bool) -> list[list[Word]]:
    """Return the mats of a page, each as if it had a page of its own."""
    if not two:
        return [page]
    middle = PAPERS[paper][1] / 2
    upper = [replace(word, y=word.y - middle) for word in page if word.y > middle]
    return [half for half in (upper, [word for word in page if word.y <= middle]) if half]


def mats_are_the_schedule(movement: Movement, read: list[Mat]) -> None:
    """Check mats cell by cell, and by following them from round 1."""
    number = movement.field.number
    half = movement.rover is not None and movement.rover.host in movement.field.missing
    assert [mat.table for mat in read] == list(range(1, movement.tables + 1 - half))
    for mat in read:
        for row, here in zip(mat.rows, movement.seats[:, mat.table - 1].tolist(), strict=True):
            assert row.seats == tuple(str(number(c)) if c else "–" for c in here), (mat.table, row.round)
            played = movement.played_mask[row.round - 1, mat.table - 1]
            group = boards(int(movement.groups[row.round - 1, mat.table - 1]))
            assert row.boards == group if played else row.boards.endswith(("OUT", "NOBODY HERE")), (mat.table, row)
    by_card = {movement.rover.contestant} if half and movement.rover else set[int]()
    for round, sits in enumerate(follow(tuple(read), movement), start=1):
        assert sits == {
            who: (table, seat)
            for table in range(1, len(read) + 1)
            for seat, who in zip(movement.seat_names, movement.seats[round - 1, table - 1].tolist(), strict=True)
            if who and who not in by_card
        }, round
        if round > 1:
            for table, come in boards_by_mats(tuple(read), round - 1).items():
                row = read[table - 1].rows[round - 1]
                assert row.boards == come or not row.plays or come.endswith("OUT"), (round, table)


def cards_are_the_itineraries(movement: Movement, read: list[list[Word]], width: float, height: float) -> None:
    label = movement.field.label
    cards = {title: (about, rows) for page in read for title, about, rows in cards_on(page, width, height)}
    everybody = movement.field.present
    # In an individual stationary players have a card too, because their partners change.
    moving = [
        c for c in everybody if movement.is_individual or len({v.table for v in movement.itinerary(label(c))}) > 1
    ]
    assert len(cards) == len(moving)
    for contestant in moving:
        half = movement.rover is not None and movement.rover.host in movement.field.missing
        none = movement.rover.party_table if movement.rover and half else 0
        at = {visit.round: visit for visit in movement.itinerary(label(contestant)) if visit.table != none}
        about, rows = cards[card_title(movement, contestant)]
        seats = {visit.seat for visit in at.values()}
        if len(seats) == 1:
            assert any(f"sit {seat}" in line for seat in seats for line in about), about
        expected = [
            card_row(movement, contestant, at.get(round), round, seat_told=len(seats) > 1)
            for round in range(1, movement.rounds + 1)
        ]
        assert rows == expected, label(contestant)


def card_title(movement: Movement, contestant: int) -> str:
    number = movement.field.number(contestant)
    if movement.is_individual:
        return f"Player A{number}"
    return f"A{'NE'[movement.field.line(contestant)]}{number}" if movement.field.winners == 2 else f"Pair A{number}"


def card_row(movement: Movement, contestant: int, visit: GuideLine | None, round: int, *, seat_told: bool) -> list[str]:
    remarks = movement.rover is not None or movement.skip_after is not None
    if visit is None:
        return [str(round), "–", *["–"] * seat_told, *["–"] * (len(movement.field.lines) == 1), "sit out"]
    met = [other.lstrip("NE").replace("-", "–") for other in visit.others]
    shown = [boards(visit.group) if visit.plays else "sit out"]
    if movement.is_individual:
        place = "NSEW".index(visit.seat[0])
        full = [*met[:place], str(contestant), *met[place:]]
        shown += [full[place ^ 1], ", ".join(full[2:] if place < 2 else full[:2])]
    elif not remarks and len(movement.field.lines) == 1:
        shown = [*met, *shown]
    elif movement.rover and visit.table == movement.rover.party_table:
        shown.append("party")
    elif visit.plays and movement.skip_after == round - 1 and contestant in steppers(movement):
        shown.append("after skip")
    seat = [visit.seat[0] if movement.is_individual else visit.seat] * seat_told
    return [str(round), str(visit.table), *seat, *shown]


def steppers(movement: Movement) -> set[int]:
    return {contestant for step in movement.claims_of(Step) for contestant in step.contestants}


def only_identity_is_small(words: list[Word]) -> None:
    """Check that everything important has at least ten points; smaller text names the session, at the foot."""
    small = [word for word in words if word.size < 9.99]
    lowest = min(word.y for word in words if word.size >= 9.99 and word.turn == UPRIGHT)
    assert all(6.99 < word.size < 8.01 and word.y < lowest + 18 for word in small), small
    assert "Fair Oaks" in " ".join(word.text for word in small)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "sheets", "paper"),
    [
        ("W1812ER", "boarding,chart,diagram,announce,caddy", "a4"),
        ("W4515", "boarding,chart,diagram,announce,caddy", "letter"),
        ("W0605", "all", "a4"),
        ("W0806ER", "rover,tents", "letter"),
        ("W0909 without E9", "sitouts,tents", "a4"),
        ("Rainbow from csv", "chart,diagram,recap", "letter"),
    ],
)
def test_everything_is_inside_the_page_and_large_enough_to_read(name: str, sheets: str, paper: Paper) -> None:
    sheet = print_sheets(MOVEMENTS[name]() if name in MOVEMENTS else find(name), sheets, paper)
    for (width, height), words in zip(sizes(sheet.files[0]), pages(sheet.files[0]), strict=True):
        assert {round(width, 1), round(height, 1)} == set(PAPERS[paper])
        can_be_read(words)
        do_not_overlap(words)
        outside = [w for w in words if w.x < 17 or w.x + w.width > width - 17 or not 17 < w.y < height - 17]
        assert not outside


def test_boards_of_a_second_session_go_on_counting_on_every_sheet() -> None:
    movement = find("W0806ER")
    first, second = (Session((replace(section(movement, 2, first=first), cases=2),)) for first in (1, 13))
    for sheet in (name for name, sheet in SHEETS.items() if sheet.is_for(first.sections[0])):
        told = [json.dumps(booklet(PrintOrder(session, (sheet,))).parts) for session in (first, second)]
        assert (told[0] == told[1]) == (sheet in ("tents", "tables", "entries", "results", "rulings", "blanks")), sheet


def test_what_is_broken_is_not_printed() -> None:
    movement = find("W0605")
    seats = movement.seats.copy()
    seats[2, [0, 1], 1] = seats[2, [1, 0], 1]
    with pytest.raises(BrokenMovement, match="W0605"):
        booklet(PrintOrder(session(replace(movement, seats=seats)), ("mats",)))


def test_words_are_never_taken_for_source() -> None:
    """Any name of a club is printed unchanged."""
    club = '#panic("x") $y$ *z* \\u{41} "]} <w> & // =='
    page = pages(
        render_booklet(
            booklet(PrintOrder(replace(session(find("W0605"), 2, ""), event=Event(club)), ("chart",)))
        ).files[0]
    )[0]
    assert club in [word.text for word in page]


@pytest.mark.slow
def test_pages_are_counted_by_kind() -> None:
    sheet = print_sheets(find("W0605"), "guides,boarding,chart,diagram,announce,caddy,slips,recap")
    counted = sheet.pages_by_kind
    assert list(counted) == ["guides", "boarding", "chart", "diagram", "announce", "caddy", "slips", "recap"]
    assert sum(counted.values()) == sheet.pages == len(sizes(sheet.files[0]))


@pytest.mark.slow
def test_two_sections_have_letters_and_their_own_mats() -> None:
    order = PrintOrder(Session((section(find("M0707"), 3, "A"), section(find("W0605"), 2, "B"))), ("mats",))
    read = pages(render_booklet(booklet(order)).files[0])
    letters = [next(w.text for w in page if w.text in ("A", "B")) for page in read]
    assert letters == ["A"] * 7 + ["B"] * 6


@pytest.mark.slow
def test_the_boarding_sheet_and_the_announcements_are_on_paper_as_they_were_worded() -> None:
    sheet = print_sheets(find("W1812ER"), "boarding,announce,caddy")
    words = {" ".join(line) for page in pages(sheet.files[0]) for line in rows(page)}
    assert any("Count first: 38 pairs, 19 tables" in line for line in words)
    assert any("boards 1-24: 3 copies" in line for line in words)
    assert any("Skip! East-West move up two tables" in line for line in words)
    assert any("Table 1 puts its boards at the back of bye stand 1" in line for line in words)
    assert any("Bye stand 1 · set A1" in line for line in words)


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOKLETS)
def test_the_text_of_the_pages_is_frozen(name: str) -> None:
    """Line by line; tests/freeze/sheets.py rewrites it."""
    assert page_text(name) == golden_pages(name).read_text(encoding="utf-8")


def test_on_a_recap_everybody_has_the_partner_of_that_board() -> None:
    """Counted from the swivel: player 1 is North at table 1 with 23 South, 34 East, 12 West in round 1."""
    north = next(recaps(section(find("R1111", boards_per_round=3), 3)))
    assert north.title == "North players"
    assert north.cells[0][:3] == ("23", "34", "12")


def test_nothing_to_print_is_told_in_a_sentence() -> None:
    with pytest.raises(BadRequest, match="nothing to print"):
        booklet(PrintOrder(session(find("M0202", missing=["N1"]), 2, ""), ()))


def test_a_booklet_is_plain_data() -> None:
    order = PrintOrder(session(find("W1812ER"), 2, ""), tuple(SHEETS))
    assert json.loads(json.dumps(booklet(order).parts))


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (
            lambda: PrintOrder(session(find("W0605"), 2, ""), ("mats",), "a5"),  # type: ignore[arg-type]
            "unknown paper size, use a4 or letter: 'a5'",
        ),
        (
            lambda: PrintOrder(replace(session(find("W0605"), 2, ""), event=Event("x" * 81)), ("mats",)),
            "the club name is longer than 80 characters",
        ),
        (lambda: PrintOrder(session(find("W0605"), 13, ""), ("mats",)), "boards per round must be 1 to 12, not 13"),
    ],
)
def test_what_cannot_be_printed_is_refused_in_a_sentence(order: object, words: str) -> None:
    with pytest.raises(BadRequest, match=words.replace("(", r"\(")):
        booklet(order())  # type: ignore[operator]


def test_paper_has_its_limits() -> None:

    with pytest.raises(CannotExpress, match="printing is limited to 99 tables and 60 rounds, not 101 and 9"):
        booklet(PrintOrder(session(mitchell(tables=101, rounds=9), 2, ""), ("mats",)))
