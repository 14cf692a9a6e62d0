"""Pick-up slips, read from the printed pages after cutting along the dashed lines."""

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from pypdf import PdfReader

from byestand.catalog import find
from byestand.errors import BadRequest
from byestand.model.people import Contestant, Person
from byestand.model.session import Section
from byestand.movements import switch_arrow
from byestand.sheets.booklet import booklet
from byestand.sheets.print_order import Paper
from byestand.sheets.typst_renderer import render_booklet
from tests.support.form_reader import Page, Piece, cut, piles, read
from tests.support.pdf_reader import as_typed
from tests.support.printed_forms import can_be_written_on, first_page, numbers, order, paper_of, schedule, with_names
from tests.support.sections import section


def slips_are_the_schedule(stack: list[Page], here: Section) -> None:
    """Cut the stack: each pile has tables one after the other, each in the order of its rounds, and all are there."""
    read_back = {}
    for pile in piles(stack):
        in_order = []
        for piece in pile:
            table, round = piece.after("Table").lstrip("B"), piece.after("Round")
            if not table or not piece.column("Bd"):
                continue
            in_order.append((int(table), int(round)))
            assert (int(round), int(table)) not in read_back
            read_back[int(round), int(table)] = (_contestants(piece, here), numbers(piece.column("Bd")))
        assert in_order == sorted(in_order), "a pile is not in the order of tables and rounds"
    assert read_back == schedule(here)


def _contestants(piece: Piece, here: Section) -> tuple[str, ...]:
    if here.movement.is_individual:
        return tuple(piece.column(seat)[0].text for seat in "NSEW")
    return piece.after("NS"), piece.after("EW")


SLIPS: dict[str, tuple[Callable[[], Section], Paper]] = {
    "18 tables, with names": (lambda: with_names(section(find("W1803"), 2, "B")), "letter"),
    "20 tables, from pile to pile": (lambda: section(find("W2003"), 2), "a4"),
    "a half table": (lambda: section(find("W0705", missing=["N7"]), 3), "letter"),
    "the arrow switched": (lambda: with_names(section(switch_arrow(find("M0505"), rounds=[4, 5]), 2)), "a4"),
    "a rover": (lambda: section(find("W0806ER"), 4, first=25), "a4"),
    "single players": (lambda: with_names(section(find("R0505", boards_per_round=2), 2)), "a4"),
}


@pytest.mark.parametrize("name", SLIPS)
def test_each_pile_of_the_cut_stack_is_one_tables_slips_in_their_order(name: str) -> None:
    make, paper = SLIPS[name]
    here = make()
    stack = paper_of(booklet(order(here, "slips", paper)))
    slips_are_the_schedule(stack, here)
    can_be_written_on(stack)
    assert len({str(page.cuts()) for page in stack}) == 1, "the stack is not cut at once"


@pytest.mark.parametrize(
    ("boards", "paper"), [(1, "a4"), (2, "letter"), (3, "letter"), (3, "a4"), (5, "letter"), (8, "a4"), (12, "letter")]
)
def test_slips_have_room_for_a_pen_however_many_boards_make_a_round(boards: int, paper: Paper) -> None:
    here = with_names(section(switch_arrow(find("M0303"), rounds=[3]), boards))
    stack = paper_of(booklet(order(here, "slips", paper)))
    slips_are_the_schedule(stack, here)
    can_be_written_on(stack)


def test_pages_are_cut_at_halves_thirds_quarters_or_sixths() -> None:
    page = first_page(booklet(order(section(find("W1813"), 2), "slips")))
    down, across = page.cuts()
    assert down == pytest.approx([page.width * k / 3 for k in range(4)], abs=0.1)
    assert across == pytest.approx([page.height * (6 - k) / 6 for k in range(7)], abs=0.1)


def plant_fault(here: Section, fault: Any) -> list[Page]:  # noqa: ANN401 - any change of the data
    """Return the slips with a fault in the data of the template."""
    made = booklet(order(here, "slips"))
    fault(made.parts[0]["pages"])
    return paper_of(made)


def _change_places(pages: list[Any]) -> None:
    pages[1]["slips"][0], pages[1]["slips"][1] = pages[1]["slips"][1], pages[1]["slips"][0]


def _change_rounds(pages: list[Any]) -> None:
    pages[0], pages[1] = pages[1], pages[0]


def _other_board(pages: list[Any]) -> None:
    pages[2]["slips"][1]["boards"] = [9, 10]


def _other_pair(pages: list[Any]) -> None:
    pages[2]["slips"][1]["seats"] = ["2", "2"]


def _without_slip(pages: list[Any]) -> None:
    pages[2]["slips"][2] = None


@pytest.mark.parametrize("fault", [_change_places, _change_rounds, _other_board, _other_pair, _without_slip])
def test_a_slip_on_a_wrong_place_or_with_wrong_figures_is_found(fault: Any) -> None:  # noqa: ANN401
    here = section(find("M0303"), 2)
    with pytest.raises(AssertionError):
        slips_are_the_schedule(plant_fault(here, fault), here)


def test_faults_are_planted_in_what_is_otherwise_right() -> None:
    here = section(find("M0303"), 2)
    slips_are_the_schedule(plant_fault(here, lambda _: None), here)


def test_rows_too_low_for_a_pen_are_found() -> None:
    made = booklet(order(section(find("M0303"), 2), "slips"))
    for page in made.parts[0]["pages"]:
        for slip in page["slips"]:
            if slip:
                slip["boards"] = list(range(1, 9))
    with pytest.raises(AssertionError):
        can_be_written_on(paper_of(made))


def test_a_switched_round_says_on_the_slip_who_plays_north_south() -> None:
    here = section(switch_arrow(find("M0505"), rounds=[5]), 2)
    stack = paper_of(booklet(order(here, "slips")))
    said = [
        [piece.after("NS") for piece in cut(page) if any("SWITCH" in w.text for w in piece.words)] for page in stack
    ]
    assert said == [[]] * 4 + [[who[0] for (round, _), (who, _) in schedule(here).items() if round == 5]]
    bands = {w.text for w in stack[4].words if "SWITCH" in w.text}
    assert bands == {f"ARROW SWITCH: pair {pair} plays NS" for pair in said[4]}


@pytest.mark.slow
def test_single_players_have_their_seats_on_every_board_and_a_contract() -> None:
    """Counted from the swivel of R1111: player 1 sits North, with 23 South, 34 East and 12 West in round 1."""
    here = section(find("R1111", boards_per_round=3), 3)
    first = cut(first_page(booklet(order(here, "slips"))))[0]
    sits = [[word.text for word in first.column(seat)] for seat in "NSEW"]
    assert sits == [["1", "1", "1"], ["23", "34", "12"], ["34", "12", "23"], ["12", "23", "34"]]
    assert "Contract" in [word.text for word in first.words]


def test_both_of_a_pair_are_named_on_a_slip_however_long_the_first_name_is() -> None:
    long = Person("Wilhelmina Featherstonehaugh-Vandenbroucke")
    known = {"N1": Contestant((long, Person("Bo Ng"))), "E1": Contestant((long, long))}
    here = replace(section(find("W1803"), 2), contestants=known)
    slip = cut(first_page(booklet(order(here, "slips"))))[0]
    words = [word.text for word in slip.words]
    assert "Wilhelmina Featherstonehaugh-Vandenbroucke & Bo Ng" in words
    assert sum("…" in word for word in words) == 2


def test_the_slips_of_one_table_can_be_had_again() -> None:
    here = section(find("W0605"), 2)
    (page,) = paper_of(booklet(order(here, "slips", table=4)))
    found = [(piece.after("Table"), piece.after("Round")) for piece in cut(page) if piece.after("Table")]
    assert found == [("4", str(round)) for round in range(1, 6)]
    with pytest.raises(BadRequest, match="table must be 1 to 6, not 7"):
        booklet(order(here, "slips", table=7))


def test_slips_are_found_by_their_rounds_and_say_whose_they_are() -> None:
    pdf = render_booklet(booklet(order(section(find("W0605"), 2, "B"), "slips"))).files[0]
    marks = [as_typed(mark["/Title"]) for mark in _flat(PdfReader(io.BytesIO(pdf)).outline)]
    assert marks[-5:] == [f"Round {round}" for round in range(1, 6)]
    for piece in cut(read(pdf)[0]):
        assert "Riverside Bridge Club · Tuesday Pairs" in [word.text for word in piece.words]


def _flat(marks: Sequence[Any]) -> Iterator[Any]:
    for mark in marks:
        yield from _flat(mark) if isinstance(mark, list) else (mark,)


def test_blank_slips_have_no_figures() -> None:
    (page,) = paper_of(booklet(order(section(find("W1813"), 2), "blanks")))
    assert len(cut(page)) == 18
    assert all(not piece.after("Table") and not piece.column("Bd") for piece in cut(page))
    can_be_written_on([page])
