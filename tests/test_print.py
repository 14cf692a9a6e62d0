"""Printed pages, read back by an independent reader: what stands on paper is the schedule, and it can be read."""

import io
import json
from collections.abc import Callable
from dataclasses import replace
from itertools import takewhile
from typing import Literal

import pytest
from pypdf import PdfReader

from byestand.catalog import find
from byestand.errors import BadRequest, BrokenMovement, CannotExpress
from byestand.formats import csv
from byestand.model import Event, Movement, Session, Visit
from byestand.movements import arrow_switched, mitchell
from byestand.sheets.booklet import SHEETS, booklet, wanted_sheets
from byestand.sheets.forms.recap import recaps
from byestand.sheets.ink import Printed, printed
from byestand.sheets.mats import mats
from byestand.sheets.pages import Order
from freeze_pages import BOOKLETS, golden_pages, page_text
from individuals import rainbow
from read_pdf import Word, guide_tables, mat_tables, pages, rows
from sections import section, session

MOVEMENTS: dict[str, Callable[[], Movement]] = {
    "W1813": lambda: find("W1813"),
    "W1812ER": lambda: find("W1812ER"),
    "W191312": lambda: find("W191312"),
    "W1008A": lambda: find("W1008A"),
    "W2713": lambda: find("W2713"),
    "M1313": lambda: find("M1313"),
    "M0808R": lambda: find("M0808R"),
    "W0605": lambda: find("W0605"),
    "W0909 without E9": lambda: find("W0909", missing=("E9",)),
    "W0806ER without N9": lambda: find("W0806ER", missing=("N9",)),
    "M0909 switched": lambda: arrow_switched(find("M0909"), rounds=(9,)),
    "Rainbow from csv": lambda: csv.loads(csv.dumps(rainbow(7))),
}
PAPERS = {"a4": (595.3, 841.9), "letter": (612.0, 792.0)}
Paper = Literal["a4", "letter"]


def made(movement: Movement, sheets: str, paper: Paper = "a4", per_page: Literal[1, 2] = 1) -> Printed:
    order = Order(_at_fair_oaks(session(movement, 2)), wanted_sheets(sheets), paper, mats_per_page=per_page)
    return printed(booklet(order))


def _at_fair_oaks(session: Session) -> Session:
    return replace(session, event=Event("Fair Oaks"))


def boards(group: int) -> str:
    return f"{2 * group - 1}-{2 * group}"


@pytest.mark.parametrize("name", MOVEMENTS)
def test_mats_and_guide_cards_read_back_are_the_schedule_cell_by_cell(name: str) -> None:
    """One mat a page on A4, or two on letter; no two words are printed over each other, and none is too small."""
    movement = MOVEMENTS[name]()
    two = movement.tables > 19 or movement.tables < 8
    sheet = made(movement, "mats,guides", "letter" if two else "a4", 2 if two else 1)
    read = pages(sheet.files[0])
    first_card = sheet.pages_by_kind["mats"]
    mats_are_the_schedule(movement, read[:first_card])
    if not two:
        mats_tell_where_to_go(movement, read[:first_card])
    cards_are_the_itineraries(movement, read[first_card:])
    for words in read:
        can_be_read(words)
        do_not_overlap(words)


def mats_are_the_schedule(movement: Movement, read: list[list[Word]]) -> None:
    seats, number = movement.seats.shape[2], movement.field.number
    found = [mat for page in read for mat in mat_tables(page, seats)]
    half = movement.rover is not None and movement.rover.host in movement.field.missing
    assert [table for table, _ in found] == list(range(1, movement.tables + 1 - half))
    for table, cells in found:
        expected = []
        for round, here in enumerate(movement.seats[:, table - 1].tolist(), start=1):
            group = boards(int(movement.groups[round - 1, table - 1]))
            group = group if movement.played[round - 1, table - 1] else f"({group})"
            expected.append([str(round), *(str(number(c)) if c else "–" for c in here), group])
        assert cells == expected, f"table {table}"


def mats_tell_where_to_go(movement: Movement, read: list[list[Word]]) -> None:
    """What the simulated players of test_paper_is_right read is on the page: plates, bands, and other goings."""
    for mat, page in zip(mats(section(movement, 2)), read, strict=True):
        words = [word.text for word in page]
        told = "".join(words).replace(" ", "")  # a reader may take close-set letters for two words
        assert all(plate.who in words and plate.to in words for plate in mat.plates), mat.table
        for row in mat.rows:
            for going in row.after:
                arrow = f"{going.who} → {going.to}"
                assert (
                    f"SKIP now: {arrow}" in words if row.skip and going.who == "EW" else arrow.replace(" ", "") in told
                ), row
        assert all(note.replace(" ", "") in told for note in mat.notes), mat.table


def cards_are_the_itineraries(movement: Movement, read: list[list[Word]]) -> None:
    label, columns = movement.field.label, 6 if movement.is_individual else 5
    cards = dict(card for page in read for card in guide_tables(page, columns))
    everybody = movement.field.present
    # In an individual whoever stays has a card too: the partners change.
    moving = [
        c for c in everybody if movement.is_individual or len({v.table for v in movement.itinerary(label(c))}) > 1
    ]
    assert len(cards) == len(moving)
    for contestant in moving:
        half = movement.rover is not None and movement.rover.host in movement.field.missing
        none = movement.rover.party_table if movement.rover and half else 0
        at = {visit.round: visit for visit in movement.itinerary(label(contestant)) if visit.table != none}
        expected = [
            card_row(movement, contestant, at[round]) if round in at else [str(round), "–", "–", "–", "–"]
            for round in range(1, movement.rounds + 1)
        ]
        assert cards[card_title(movement, contestant)] == expected, label(contestant)


def card_title(movement: Movement, contestant: int) -> str:
    number = movement.field.number(contestant)
    if movement.is_individual:
        return f"Player {number}"
    side = ("NS pair", "EW pair")[movement.field.line(contestant)]
    return f"{side if movement.field.winners == 2 else 'Pair'} {number}"


def card_row(movement: Movement, contestant: int, visit: Visit) -> list[str]:
    met = [other.lstrip("NE").replace("-", "–") for other in visit.others]
    seat = visit.seat
    if movement.is_individual:
        place = "NSEW".index(seat[0])
        full = [*met[:place], str(contestant), *met[place:]]
        met = [full[place ^ 1], ", ".join(full[2:] if place < 2 else full[:2])]
        seat = seat[0]
    return [str(visit.round), str(visit.table), seat, *met, boards(visit.group) if visit.plays else "–"]


def can_be_read(words: list[Word]) -> None:
    small = [word for word in words if word.size < 7.99]
    assert not small


def do_not_overlap(words: list[Word]) -> None:
    tallest = max(word.size for word in words)
    ordered = sorted(words, key=lambda word: word.y)
    for i, a in enumerate(ordered):
        for b in takewhile(lambda b: b.y < a.y + 0.6 * tallest, ordered[i + 1 :]):  # noqa: B023 - used at once
            if b.y - a.y < 0.6 * min(a.size, b.size):
                assert max(b.x - a.x - at_least(a), a.x - b.x - at_least(b)) > 0, f"{a} and {b}"


def at_least(word: Word) -> float:
    """Return how wide a word is at least: but for slim ones our letters and digits have 0.5 of their size and more."""
    return word.size * sum(0.27 if letter in "iljtfr-.,:;()/ '" else 0.5 for letter in word.text)


@pytest.mark.parametrize(
    ("name", "sheets", "paper"),
    [
        ("W1812ER", "boarding,chart,diagram,announce,caddy", "a4"),
        ("W1812ER", "boarding,chart,diagram,announce,caddy", "letter"),
        ("W4515", "boarding,chart,diagram,announce,caddy", "letter"),
        ("W0605", "all", "a4"),
        ("Rainbow from csv", "chart,diagram,recap", "letter"),
    ],
)
def test_everything_is_inside_the_page_and_large_enough_to_read(name: str, sheets: str, paper: Paper) -> None:
    sheet = made(MOVEMENTS[name]() if name in MOVEMENTS else find(name), sheets, paper)
    reader = PdfReader(io.BytesIO(sheet.files[0]))
    for page, words in zip(reader.pages, pages(sheet.files[0]), strict=True):
        width, height = float(page.mediabox.width), float(page.mediabox.height)
        assert {round(width, 1), round(height, 1)} == set(PAPERS[paper])
        can_be_read(words)
        do_not_overlap(words)
        outside = [w for w in words if w.x < 20 or w.x + at_least(w) > width - 20 or not 20 < w.y < height - 20]
        assert not outside


def test_boards_of_a_second_session_go_on_counting_on_every_sheet() -> None:
    movement = find("W0806ER")
    first, second = (Session((replace(section(movement, 2, first=first), cases=2),)) for first in (1, 13))
    for sheet in (name for name in SHEETS if name != "told"):
        told = [json.dumps(booklet(Order(session, (sheet,))).parts) for session in (first, second)]
        assert (told[0] == told[1]) == (sheet in ("diagram", "entries", "results", "rulings", "blanks")), sheet


def test_what_is_broken_is_not_printed() -> None:
    movement = find("W0605")
    seats = movement.seats.copy()
    seats[2, [0, 1], 1] = seats[2, [1, 0], 1]
    with pytest.raises(BrokenMovement, match="W0605"):
        booklet(Order(session(replace(movement, seats=seats)), ("mats",)))


def test_words_are_never_taken_for_source() -> None:
    """Whatever a club is called is printed as it is."""
    club = '#panic("x") $y$ *z* \\u{41} "]} <w> & // =='
    page = pages(
        printed(booklet(Order(replace(session(find("W0605"), 2, ""), event=Event(club)), ("chart",)))).files[0]
    )[0]
    assert club in [word.text for word in page]


def test_pages_are_counted_by_kind() -> None:
    sheet = made(find("W0605"), "guides,boarding,chart,diagram,announce,caddy,slips,recap")
    counted = sheet.pages_by_kind
    assert list(counted) == ["guides", "boarding", "chart", "diagram", "announce", "caddy", "slips", "recap"]
    assert sum(counted.values()) == sheet.pages == len(PdfReader(io.BytesIO(sheet.files[0])).pages)


def test_two_sections_have_letters_and_their_own_mats() -> None:
    order = Order(Session((section(find("M0707"), 3, "A"), section(find("W0605"), 2, "B"))), ("mats",))
    read = pages(printed(booklet(order)).files[0])
    letters = [next(w.text for w in page if w.text in ("A", "B")) for page in read]
    assert letters == ["A"] * 7 + ["B"] * 6


def test_the_boarding_sheet_and_the_announcements_are_on_paper_as_they_were_worded() -> None:
    sheet = made(find("W1812ER"), "boarding,announce,caddy")
    words = {" ".join(line) for page in pages(sheet.files[0]) for line in rows(page)}
    assert any("Count the room first: 38 pairs, 19 tables" in line for line in words)
    assert any("boards 1-24: 3 copies" in line for line in words)
    assert any("Skip! East-West go up two tables now" in line for line in words)
    assert any("table 1 → stand 1, at the back" in line for line in words)


@pytest.mark.parametrize("name", BOOKLETS)
def test_the_text_of_the_pages_is_frozen(name: str) -> None:
    """Line by line; tests/freeze_pages.py writes it anew."""
    assert page_text(name) == golden_pages(name).read_text(encoding="utf-8")


def test_on_a_recap_everybody_has_the_partner_of_that_board() -> None:
    """Counted from the swivel: player 1 is North at table 1 with 23 South, 34 East, 12 West in round 1."""
    north = next(recaps(section(find("R1111", boards_per_round=3), 3)))
    assert north.title == "North players"
    assert north.cells[0][:3] == ("23", "34", "12")


def test_nothing_to_print_is_told_in_a_sentence() -> None:
    with pytest.raises(BadRequest, match="nothing to print"):
        booklet(Order(session(find("M0202", missing=["N1"]), 2, ""), ()))


def test_a_booklet_is_plain_data() -> None:
    order = Order(session(find("W1812ER"), 2, ""), tuple(SHEETS))
    assert json.loads(json.dumps(booklet(order).parts))


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (lambda: Order(session(find("W0605"), 2, ""), ("mats",), "a5"), "no such paper; there are a4 and letter: 'a5'"),  # type: ignore[arg-type]
        (
            lambda: Order(replace(session(find("W0605"), 2, ""), event=Event("x" * 61)), ("mats",)),
            "at most 60 characters",
        ),
        (lambda: Order(session(find("W0605"), 13, ""), ("mats",)), "a round has 1 to 12 boards, not 13"),
    ],
)
def test_what_cannot_be_printed_is_refused_in_a_sentence(order: object, words: str) -> None:
    with pytest.raises(BadRequest, match=words.replace("(", r"\(")):
        booklet(order())  # type: ignore[operator]


def test_paper_has_its_limits() -> None:

    with pytest.raises(
        CannotExpress, match="paper is for at most 99 tables and 60 rounds, not 101 tables and 9 rounds"
    ):
        booklet(Order(session(mitchell(tables=101, rounds=9), 2, ""), ("mats",)))
    with pytest.raises(CannotExpress, match="a diagram has room for 72 tables, not 81: leave it out"):
        booklet(Order(session(mitchell(tables=81, rounds=9), 2, ""), ("diagram",)))
