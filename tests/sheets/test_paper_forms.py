"""Travellers, score cards and other forms, read back from the printed pages."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from byestand.catalog import find
from byestand.model.people import Contestant, Person
from byestand.sheets.booklet import booklet, wanted_sheets
from byestand.sheets.forms.form_texts import with_other_sets
from byestand.sheets.forms.travellers import traveller_parts
from byestand.sheets.print_order import Paper
from tests.support.form_reader import MM, Page, cut, piles
from tests.support.pdf_reader import as_typed
from tests.support.printed_forms import ROW, can_be_written_on, first_page, numbers, order, paper_of, results, schedule
from tests.support.sections import section

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


@pytest.mark.slow
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
    assert "results. The others are with board 1 of sets B2" in told


def test_the_note_names_the_sets_with_the_other_results() -> None:
    assert "5 of 6 results. The others are with board 3 of set B." in as_typed(with_other_sets(5, 6, 3, ["B"]))
    assert "4 of 6 results. The others are with board 3 of sets B and C." in as_typed(
        with_other_sets(4, 6, 3, ["B", "C"])
    )


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
    """Return for each card by its title the words of each column that is filled in before play."""
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
    assert f"Round {away[0]}: sit-out" in [word.text for page in stack for word in page.words]
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
    here = replace(
        here,
        contestants={"N1": Contestant((Person("Ada"), Person("Bo"))), "E1": Contestant((Person("Cy"), Person("Di")))},
    )
    words = [word.text for page in paper_of(booklet(order(here, "scorecards", pair="E1"))) for word in page.words]
    assert {"Ada", "Bo", "Cy", "Di"} <= set(words)


def test_opponents_of_a_single_player_have_room_for_their_names() -> None:
    here = section(find("R1111", boards_per_round=3), 3)
    here = replace(
        here,
        contestants={label: Contestant((Person("Bartholomew Featherstone"),)) for label in ("1", "12", "23", "34")},
    )
    words = [word.text for page in paper_of(booklet(order(here, "scorecards", pair="1"))) for word in page.words]
    assert words.count("Bartholomew Featherstone") == 1 + 3


# ---- the rest ------------------------------------------------------------------------------------------------------


def test_an_evening_needs_slips_and_a_recap_and_the_rest_when_asked_for() -> None:
    usual = wanted_sheets("all")
    assert usual[-2:] == ("slips", "recap")
    assert not {"travellers", "scorecards", "entries", "results", "rulings", "blanks"} & set(usual)


def test_a_recap_has_names_and_room_for_what_was_carried_and_says_what_is_written() -> None:
    here = replace(section(find("W0605"), 2), contestants={"N1": Contestant((Person("Ada"), Person("Bo")))})
    (page,) = paper_of(booklet(order(here, "recap")))
    words = [word.text for word in page.words]
    assert {"Ada & Bo", "carried", "total", "%", "place", "matchpoints, top 10"} <= set(words)
    assert any("the small number (the opponents on that board)" in text for text in words)


@pytest.mark.parametrize("name", ["M2303", "W0605"])
def test_a_recap_has_rows_for_a_pen_however_many_pairs_there_are(name: str) -> None:
    stack = paper_of(booklet(order(section(find(name), 1), "recap", "letter")))
    for page in stack:
        lines = sorted({round(s.y, 1) for s in page.strokes if s.is_level and s.to_x - s.x > 300}, reverse=True)
        low = [above - below for above, below in pairwise(lines) if 1 < above - below < ROW * MM]
        assert len(low) <= 3 * sum(word.text == "Names" for word in page.words), "heads of columns only"


def test_entry_slips_are_for_everybody_and_have_what_is_known() -> None:
    here = replace(
        section(find("W0605"), 2, "B"), contestants={"E2": Contestant((Person("Ada", "1001"), Person("Bo")))}
    )
    pieces = [piece for pile in piles(paper_of(booklet(order(here, "entries")))) for piece in pile]
    titles = [max(piece.words, key=lambda word: word.size).text for piece in pieces]
    assert titles[:12] == [f"B{side}{n}" for side in "NE" for n in range(1, 7)]
    words = [word.text for word in pieces[7].words]
    assert {"Ada", "1001", "Bo", "table B2, East-West"} <= set(words)
    alone = booklet(order(here, "entries", table=3))
    assert [one["contestant"] for one in alone.parts[0]["pages"][0]["entries"] if one] == ["N3", "E3"]


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
