"""Start lists: every player is listed once, in alphabetical order, with the starting table."""

from dataclasses import replace

import pytest

from byestand.catalog import find
from byestand.errors import BadRequest
from byestand.model.movement import Movement
from byestand.model.people import Contestant, Person
from byestand.model.session import Section, Session
from byestand.second_sessions.seating_sheets import seating_booklet
from byestand.sentences.start_entries import starters
from byestand.sheets.booklet import booklet
from byestand.sheets.diagrams.diagram import diagram
from byestand.sheets.print_order import PrintOrder
from byestand.sheets.start_lists import starts
from byestand.sheets.typst_renderer import render_booklet
from byestand.words.names import alphabetical, split_name
from tests.support.pdf_reader import as_typed, pages
from tests.support.sections import section

SURNAMES = (
    "Ábrahám",
    "Çelik",
    "van den Berghe",
    "Łukasik",
    "Παπαδοπούλου",
    "Щербаков",
    "O'Brien",
    "Öztürk",
    "Þórsdóttir",
)


def with_people(movement: Movement, letter: str = "", *, nameless: tuple[str, ...] = ()) -> Section:
    """Return a section in which most contestants have different names."""
    alone = movement.is_individual
    people = {}
    for contestant in movement.field.present:
        label = movement.field.label(contestant)
        if label not in nameless:
            surname = SURNAMES[contestant % len(SURNAMES)]
            both = (Person(f"Anna.{letter}.{label} {surname}"), Person(f"Boris.{letter}.{label} {surname}"))
            people[label] = Contestant(both[:1] if alone else both)
    return replace(section(movement, 2, letter), contestants=people)


def test_everybody_is_on_the_list_once_and_in_order() -> None:
    sections = (with_people(find("W0605"), "A", nameless=("N3",)), with_people(find("H0407"), "B"))
    found = starters(Session(sections))
    named = [one for one in found if one.surname]
    assert len({(one.surname, one.rest) for one in named}) == len(named) == 2 * (12 - 1 + 8)
    keys = [alphabetical(one.surname) for one in named]
    assert keys == sorted(keys)
    assert [(one.table, one.direction) for one in found[len(named) :]] == [("A3", "NS")]
    for one in named:
        _, letter, label = one.rest.split(".")
        start = sections["AB".index(letter)].movement.itinerary(label)[0]
        assert (one.table, one.direction) == (f"{letter}{start.table}", start.seat), one


@pytest.mark.parametrize(
    ("name", "surname"),
    [
        ("Anna van den Berghe", "van den Berghe"),
        ("Maria de la Cruz", "de la Cruz"),
        ("Ludwig Van Beethoven", "Van Beethoven"),
        ("Sammy Davis Jr.", "Davis Jr."),
        ("Nguyễn Thị Hương", "Hương"),
        ("王小明", "王小明"),
        ("Van Morrison", "Morrison"),
    ],
)
def test_a_surname_is_the_last_word_with_what_belongs_to_it(name: str, surname: str) -> None:
    assert split_name(name).surname == surname


def test_every_table_has_who_starts_there_and_lines_where_names_are_missing() -> None:
    here = with_people(find("W0605"), nameless=("E2",))
    for start in starts(here):
        ns, ew = start.sides
        assert ns.names == here.contestants[f"N{start.table}"].names
        assert ew.names == (("", "") if start.table == "2" else here.contestants[f"E{start.table}"].names)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["W1813", "I1313"])
def test_the_lists_read_off_their_pages_have_all_names(name: str) -> None:
    here = with_people(find(name))
    sheet = render_booklet(booklet(PrintOrder(Session((here,)), ("start", "tables"))))
    printed_words = [" ".join(word.text for word in page) for page in pages(sheet.files[0])]
    start = sheet.pages_by_kind["start"]
    words = [" ".join(printed_words[:start]), " ".join(printed_words[start:])]
    for person in (person for contestant in here.contestants.values() for person in contestant.members):
        first, surname = person.name.split(" ", 1)
        assert first in words[0]
        assert as_typed(surname).split()[-1] in words[0]
        assert as_typed(first) in words[1]


def test_without_any_name_there_is_no_list_by_name_but_one_by_table() -> None:
    nobody = Session((section(find("W0605"), 2),))
    with pytest.raises(BadRequest, match="nothing to print, this movement has none of: start"):
        booklet(PrintOrder(nobody, ("start",)))
    assert [part["kind"] for part in booklet(PrintOrder(nobody, ("tables",))).parts] == ["tables"]


def test_boards_of_the_second_session_stand_on_one_line() -> None:
    both = Session(tuple(section(find(name), 2, letter) for name, letter in (("M1313", "A"), ("W1813", "B"))))
    seats = tuple(range(1, len(both.labels) + 1))
    paper = render_booklet(seating_booklet("", (both, both), (seats,), {}, ()))
    (by_table,) = (page for page in pages(paper.files[0]) if any("pairs by table" in word.text for word in page))
    said = {word.text for word in by_table}
    assert {"25-26", "1-2"} <= said
    assert not [word for word in said if word.endswith("-")]


def test_an_empty_seat_has_the_sign_for_nobody_in_list_and_room() -> None:
    third = starts(section(find("M0707", missing=["E3"])))[2]
    assert third.sides[1].names == ("–",)
    room = diagram(section(find("R0505", missing=["2"])))
    assert sum(node.seats.count("–") for node in room.nodes) == 1
