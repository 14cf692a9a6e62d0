"""Paper to write on, read back from the printed pages by somebody who cuts them along the dashed lines."""

import datetime as dt
import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from pypdf import PdfReader

from byestand.catalog import find
from byestand.errors import BadRequest
from byestand.model.event import Event
from byestand.model.people import Person
from byestand.model.session import Section, Session
from byestand.movements import arrow_switched
from byestand.sheets.booklet import booklet, wanted_sheets
from byestand.sheets.forms.travellers import traveller_parts
from byestand.sheets.ink import printed
from byestand.sheets.pages import Booklet, Order, Paper
from byestand.words.forms import with_other_sets
from tests.support.form_reader import MM, Page, Piece, cut, piles, read
from tests.support.pdf_reader import as_typed
from tests.support.sections import section

EVENT = Event("Riverside Bridge Club", "Tuesday Pairs", "session 1 of 2", dt.date(2026, 11, 17))
EDGE, ROW = 6.0, 7.0


def order(here: Section, sheet: str, paper: Paper = "a4", **wanted: Any) -> Order:  # noqa: ANN401 - fields of Order
    return Order(Session((here,), event=EVENT), (sheet,), paper, **wanted)


def paper_of(made: Booklet) -> list[Page]:
    return read(printed(made).files[0])


def first_page(made: Booklet) -> Page:
    """Return the first page only: reading all of them takes its time."""
    (part, *_) = made.parts
    (page,) = paper_of(replace(made, parts=({**part, "pages": part["pages"][:1]},)))
    return page


def named(here: Section) -> Section:
    """Return a section in which everybody has a name, some of them long."""
    field = here.movement.field
    each = 1 if here.movement.is_individual else 2
    people = {
        field.label(c): tuple(Person(f"Wilhelmina {'van den Berghe ' * (c % 3)}{c}{'ab'[k]}") for k in range(each))
        for c in field.present
    }
    return replace(here, people=people)


def schedule(here: Section) -> dict[tuple[int, int], tuple[tuple[str, ...], list[int]]]:
    """Return who plays which boards at every table in every round, straight from the grids."""
    movement, per_round, first = here.movement, here.boards.per_round, here.boards.first  # type: ignore[union-attr]
    return {
        (meeting.round, meeting.table): (
            tuple(label.lstrip("NE") for label in meeting.contestants),
            [first + (meeting.group - 1) * per_round + k for k in range(per_round)],
        )
        for meeting in movement.meetings()
        if meeting.group and "-" not in meeting.contestants
    }


def results(here: Section) -> Counter[tuple[int, int, tuple[str, ...]]]:
    """Return every result there is: the board, the round, who plays it."""
    return Counter((b, round, who) for (round, _), (who, boards) in schedule(here).items() for b in boards)


def numbers(words: Iterable[Any]) -> list[int]:
    return [int(word.text) for word in words]


# ---- slips ---------------------------------------------------------------------------------------------------------


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
            read_back[int(round), int(table)] = (_who(piece, here), numbers(piece.column("Bd")))
        assert in_order == sorted(in_order), "a pile is not in the order of tables and rounds"
    assert read_back == schedule(here)


def _who(piece: Piece, here: Section) -> tuple[str, ...]:
    if here.movement.is_individual:
        return tuple(piece.column(seat)[0].text for seat in "NSEW")
    return piece.after("NS"), piece.after("EW")


def can_be_written_on(stack: list[Page]) -> None:
    """Every row is high enough for a pen, and nothing is where printers leave the paper white."""
    for page in stack:
        edge = EDGE * MM - 0.5  # half of the thickness of a line, and a rounding
        for stroke in page.strokes:
            assert edge <= min(stroke.x, stroke.to_x) <= max(stroke.x, stroke.to_x) <= page.width - edge
            assert edge <= min(stroke.y, stroke.to_y) <= max(stroke.y, stroke.to_y) <= page.height - edge
        for word in page.words:
            assert edge <= word.x <= page.width - edge
            assert edge <= word.y <= page.height - edge - 0.6 * word.size
        for piece in cut(page):
            boards = [word.y for word in piece.column("Bd")]
            assert all(above - below >= ROW * MM - 0.1 for above, below in pairwise(boards))


SLIPS: dict[str, tuple[Callable[[], Section], Paper]] = {
    "18 tables, with names": (lambda: named(section(find("W1803"), 2, "B")), "letter"),
    "20 tables, from pile to pile": (lambda: section(find("W2003"), 2), "a4"),
    "a half table": (lambda: section(find("W0705", missing=["N7"]), 3), "letter"),
    "the arrow switched": (lambda: named(section(arrow_switched(find("M0505"), rounds=[4, 5]), 2)), "a4"),
    "a rover": (lambda: section(find("W0806ER"), 4, first=25), "a4"),
    "single players": (lambda: named(section(find("R0505", boards_per_round=2), 2)), "a4"),
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
    here = named(section(arrow_switched(find("M0303"), rounds=[3]), boards))
    stack = paper_of(booklet(order(here, "slips", paper)))
    slips_are_the_schedule(stack, here)
    can_be_written_on(stack)


def test_pages_are_cut_at_halves_thirds_quarters_or_sixths() -> None:
    page = first_page(booklet(order(section(find("W1813"), 2), "slips")))
    down, across = page.cuts()
    assert down == pytest.approx([page.width * k / 3 for k in range(4)], abs=0.1)
    assert across == pytest.approx([page.height * (6 - k) / 6 for k in range(7)], abs=0.1)


def planted(here: Section, fault: Any) -> list[Page]:  # noqa: ANN401 - any change of the data
    """Return the slips with a fault in what the template is given."""
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


def _no_slip(pages: list[Any]) -> None:
    pages[2]["slips"][2] = None


@pytest.mark.parametrize("fault", [_change_places, _change_rounds, _other_board, _other_pair, _no_slip])
def test_a_slip_on_a_wrong_place_or_with_wrong_figures_is_found(fault: Any) -> None:  # noqa: ANN401
    here = section(find("M0303"), 2)
    with pytest.raises(AssertionError):
        slips_are_the_schedule(planted(here, fault), here)


def test_faults_are_planted_in_what_is_otherwise_right() -> None:
    here = section(find("M0303"), 2)
    slips_are_the_schedule(planted(here, lambda _: None), here)


def test_rows_too_low_for_a_pen_are_found() -> None:
    made = booklet(order(section(find("M0303"), 2), "slips"))
    for page in made.parts[0]["pages"]:
        for slip in page["slips"]:
            if slip:
                slip["boards"] = list(range(1, 9))
    with pytest.raises(AssertionError):
        can_be_written_on(paper_of(made))


def test_a_switched_round_says_on_the_slip_who_plays_north_south() -> None:
    here = section(arrow_switched(find("M0505"), rounds=[5]), 2)
    stack = paper_of(booklet(order(here, "slips")))
    said = [
        [piece.after("NS") for piece in cut(page) if any("SWITCH" in w.text for w in piece.words)] for page in stack
    ]
    assert said == [[]] * 4 + [[who[0] for (round, _), (who, _) in schedule(here).items() if round == 5]]
    bands = {w.text for w in stack[4].words if "SWITCH" in w.text}
    assert bands == {f"ARROW SWITCH: pair {pair} plays NS" for pair in said[4]}


def test_single_players_have_their_seats_on_every_board_and_a_contract() -> None:
    """Counted from the swivel of R1111: player 1 sits North, with 23 South, 34 East and 12 West in round 1."""
    here = section(find("R1111", boards_per_round=3), 3)
    first = cut(first_page(booklet(order(here, "slips"))))[0]
    sits = [[word.text for word in first.column(seat)] for seat in "NSEW"]
    assert sits == [["1", "1", "1"], ["23", "34", "12"], ["34", "12", "23"], ["12", "23", "34"]]
    assert "Contract" in [word.text for word in first.words]


def test_both_of_a_pair_are_named_on_a_slip_however_long_the_first_name_is() -> None:
    long = Person("Wilhelmina Featherstonehaugh-Vandenbroucke")
    here = replace(section(find("W1803"), 2), people={"N1": (long, Person("Bo Ng")), "E1": (long, long)})
    slip = cut(first_page(booklet(order(here, "slips"))))[0]
    words = [word.text for word in slip.words]
    assert "Wilhelmina Featherstonehaugh-Vandenbroucke & Bo Ng" in words
    assert sum("…" in word for word in words) == 2


def test_the_slips_of_one_table_can_be_had_again() -> None:
    here = section(find("W0605"), 2)
    (page,) = paper_of(booklet(order(here, "slips", table=4)))
    found = [(piece.after("Table"), piece.after("Round")) for piece in cut(page) if piece.after("Table")]
    assert found == [("4", str(round)) for round in range(1, 6)]
    with pytest.raises(BadRequest, match="there are tables 1 to 6, not 7"):
        booklet(order(here, "slips", table=7))


def test_slips_are_found_by_their_rounds_and_say_whose_they_are() -> None:
    pdf = printed(booklet(order(section(find("W0605"), 2, "B"), "slips"))).files[0]
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


# ---- travellers ----------------------------------------------------------------------------------------------------


def travellers_of(stack: list[Page], first_column: str) -> list[tuple[int, str, list[tuple[str, tuple[str, str]]]]]:
    """Return the pieces of a cut stack, pile after pile: board, set, and the lines."""
    found = []
    for piece in (piece for pile in piles(stack) for piece in pile):
        figures = [word for word in piece.words if word.size > 30]
        if not figures:
            continue
        marks = [w.text for w in piece.words if w.y > figures[0].y - 5 and w.size == 14]
        seats = [piece.column(head) for head in (first_column, "NS", "EW")]
        lines = [(str(a.text), (str(n.text), str(e.text))) for a, n, e in zip(*seats, strict=True)]
        found.append((int(figures[0].text), marks[0] if marks else "", lines))
    return found


def test_every_result_has_one_line_on_the_traveller_of_its_set_and_one_where_sets_come_together() -> None:
    here = section(find("W0806ER"), 2, "B")
    made = booklet(order(here, "travellers", "letter"))
    *sets, together = ([part] for part in made.parts)
    stacks = [paper_of(replace(made, parts=tuple(parts))) for parts in sets]
    by_set = [travellers_of(stack, "Rd") for stack in stacks]
    written = Counter((board, int(rd), who) for one in by_set for board, _, lines in one for rd, who in lines)
    assert written == results(here)
    for one, name in zip(by_set, ("B1", "B2", "B3"), strict=True):
        assert {mark for _, mark, _ in one} == {name}
        assert [board for board, _, _ in one] == sorted(board for board, _, _ in one)
    merged = travellers_of(paper_of(replace(made, parts=tuple(together))), "Set")
    assert [board for board, _, _ in merged] == list(range(1, 13))
    where = {(board, who): mark for one in by_set for board, mark, lines in one for _, who in lines}
    assert {(board, who): mark for board, _, lines in merged for mark, who in lines} == where
    can_be_written_on([page for stack in stacks for page in stack])
    told = " ".join(word.text for page in stacks[0] for word in page.words)
    assert "results here. The others are with board 1 of sets B2" in told


def test_a_single_result_with_another_set_is_told_as_one() -> None:
    assert "The other is with board 3 of set B;" in as_typed(with_other_sets(5, 6, 3, ["B"]))
    assert "The others are with board 3 of set B;" in as_typed(with_other_sets(4, 6, 3, ["B"]))


def test_one_set_needs_no_sheet_where_sets_come_together() -> None:
    here = section(find("M0505"), 2)
    made = booklet(order(here, "travellers"))
    (part,) = made.parts
    assert (part["set"], part["points"]) == (None, True)
    written = travellers_of(paper_of(made), "Rd")
    assert Counter((board, int(rd), who) for board, _, lines in written for rd, who in lines) == results(here)


def test_a_board_of_which_one_set_has_all_results_names_no_other_set() -> None:
    plan = find("M0505")
    groups = plan.groups.copy()
    groups[1, 0] = groups[1, 1]
    here = section(replace(plan, groups=groups, layout=None), 2)
    first_set, *_ = traveller_parts(here, order(here, "travellers"))
    notes = {one["board"]: one["note"] for page in first_set["pages"] for one in page["travellers"] if one}
    twice = 2 * int(groups[1, 0])
    assert "of set B" in notes.pop(twice) + notes.pop(twice - 1)
    assert notes
    assert all("set" not in note for note in notes.values())


def test_long_travellers_go_on_on_another_piece() -> None:
    """Fifty results have no room on one page with rows for a pen."""
    here = section(find("M5050"), 1)
    made = booklet(order(here, "travellers"))
    page = first_page(made)
    assert all(row["round"] for piece in made.parts[0]["pages"][0]["travellers"] for row in piece["rows"])
    can_be_written_on([page])
    assert "part 1 of 2" in " ".join(word.text for word in page.words)


# ---- score cards ---------------------------------------------------------------------------------------------------


def cards_of(stack: list[Page]) -> dict[str, list[list[str]]]:
    """Return for each card by its title the words of each column that tells what is known before."""
    found: dict[str, list[list[str]]] = {}
    for piece in (piece for page in stack for piece in cut(page)):
        if piece.words:
            title = max(piece.words, key=lambda word: word.size).text
            columns = [[word.text for word in piece.column(head)] for head in ("Rd", "Table", "Against", "Bd")]
            found.setdefault(title, columns)
            assert found[title] == columns, "the two of a pair have the same card"
    return found


def test_everybody_has_a_score_card_with_all_boards_and_opponents_once() -> None:
    here = section(find("W0605"), 2)
    stack = paper_of(booklet(order(here, "scorecards", "letter")))
    cards = cards_of(stack)
    assert set(cards) == {f"{side}{n}" for side in "NE" for n in range(1, 7)}
    for (round, table), (who, boards) in schedule(here).items():
        ns, ew = f"N{who[0]}", f"E{who[1]}"
        for mine, other in ((ns, ew), (ew, ns)):
            rounds, tables, against, all_boards = cards[mine]
            at = rounds.index(str(round))
            assert (tables[at], against[at]) == (str(table), other)
            assert all_boards[2 * at : 2 * at + 2] == list(map(str, boards))
    can_be_written_on(stack)


def test_a_score_card_says_when_to_sit_out_and_can_be_had_again() -> None:
    here = section(find("H0407", missing=["8"]), 3)
    stack = paper_of(booklet(order(here, "scorecards", pair="3")))
    (columns,) = cards_of(stack).values()
    away = here.movement.sit_outs("3")
    assert len(away) == 1
    assert f"Round {away[0]}: sit out" in [word.text for page in stack for word in page.words]
    assert columns[3] == [str(b) for (_, _), (who, boards) in schedule(here).items() if "3" in who for b in boards]


def test_single_players_have_partner_and_opponents_on_every_board() -> None:
    here = section(find("R1111", boards_per_round=3), 3)
    (page,) = paper_of(booklet(order(here, "scorecards", pair="1")))
    (card,) = cut(page)
    assert [word.text for word in card.column("With")][:3] == ["23", "34", "12"]
    assert [word.text for word in card.column("Against")][:6] == ["34", "12", "12", "23", "23", "34"]
    assert numbers(card.column("Bd")) == list(range(1, 34))
    can_be_written_on([page])


def test_opponents_are_called_by_name_where_that_is_known() -> None:
    here = section(find("W0605"), 2)
    here = replace(here, people={"N1": (Person("Ada"), Person("Bo")), "E1": (Person("Cy"), Person("Di"))})
    words = [word.text for page in paper_of(booklet(order(here, "scorecards", pair="E1"))) for word in page.words]
    assert {"Ada", "Bo", "Cy", "Di"} <= set(words)


def test_opponents_of_a_single_player_have_room_for_their_names() -> None:
    here = section(find("R1111", boards_per_round=3), 3)
    here = replace(here, people={label: (Person("Bartholomew Featherstone"),) for label in ("1", "12", "23", "34")})
    words = [word.text for page in paper_of(booklet(order(here, "scorecards", pair="1"))) for word in page.words]
    assert words.count("Bartholomew Featherstone") == 1 + 3


# ---- the rest ------------------------------------------------------------------------------------------------------


def test_an_evening_needs_slips_and_a_recap_and_the_rest_when_asked_for() -> None:
    usual = wanted_sheets("all")
    assert usual[-2:] == ("slips", "recap")
    assert not {"travellers", "scorecards", "entries", "results", "rulings", "blanks"} & set(usual)


def test_a_recap_has_names_and_room_for_what_was_carried_and_says_what_is_written() -> None:
    here = replace(section(find("W0605"), 2), people={"N1": (Person("Ada"), Person("Bo"))})
    (page,) = paper_of(booklet(order(here, "recap")))
    words = [word.text for word in page.words]
    assert {"Ada & Bo", "carried", "total", "%", "place", "matchpoints, top 10"} <= set(words)
    assert any("the small figure, which is the pair met" in text for text in words)


@pytest.mark.parametrize("name", ["M2303", "W0605"])
def test_a_recap_has_rows_for_a_pen_however_many_pairs_there_are(name: str) -> None:
    stack = paper_of(booklet(order(section(find(name), 1), "recap", "letter")))
    for page in stack:
        lines = sorted({round(s.y, 1) for s in page.strokes if s.is_level and s.to_x - s.x > 300}, reverse=True)
        low = [above - below for above, below in pairwise(lines) if 1 < above - below < ROW * MM]
        assert len(low) <= 3 * sum(word.text == "Names" for word in page.words), "heads of columns only"


def test_entry_slips_are_for_everybody_and_have_what_is_known() -> None:
    here = replace(section(find("W0605"), 2, "B"), people={"E2": (Person("Ada", "1001"), Person("Bo"))})
    pieces = [piece for pile in piles(paper_of(booklet(order(here, "entries")))) for piece in pile]
    titles = [max(piece.words, key=lambda word: word.size).text for piece in pieces]
    assert titles[:12] == [f"B{side}{n}" for side in "NE" for n in range(1, 7)]
    words = [word.text for word in pieces[7].words]
    assert {"Ada", "1001", "Bo", "table B2, East-West"} <= set(words)
    alone = booklet(order(here, "entries", table=3))
    assert [one["who"] for one in alone.parts[0]["pages"][0]["entries"] if one] == ["N3", "E3"]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_what_a_director_writes_on_is_inside_the_page(paper: Paper) -> None:
    stack = paper_of(booklet(order(section(find("R0707S", boards_per_round=2), 2), "rulings", paper)))
    can_be_written_on(stack)
    assert [len(cut(page)) for page in stack] == [6, 6]
    assert all("Adjusted score" in [word.text for word in piece.words] for piece in cut(stack[1]))


def test_a_result_form_has_a_place_for_everybody() -> None:
    stack = paper_of(booklet(order(section(find("W1813"), 2), "results")))
    places = [numbers(w for w in page.words if w.size == 15 and w.text.isdigit()) for page in stack]
    assert places == [list(range(1, 19))] * 2
