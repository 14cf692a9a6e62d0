"""The address of a movement has its whole setup, and its page reads it back."""

from urllib.parse import parse_qsl, urlsplit

import pytest

from byestand.errors import BadRequest, NotFound
from byestand.model.boards import Boards
from byestand.model.setup import CatalogMovement, CustomMovement, MovementSource, SectionSetup, SessionSetup
from byestand.server.page_tools.from_query import ONLY_SECTION, movement_in_query, with_boards_in_query
from byestand.server.web.query import Query, movement_path, movement_url

SETUPS = {
    "plain": (CatalogMovement("W1813"), Boards(2), None),
    "board numbers that go on": (CatalogMovement("M1313"), Boards(3, 27), None),
    "groups": (CatalogMovement("M1313"), None, None),
    "missing pairs and one set": (CatalogMovement("W1813", ("E18", "N17")), Boards(2), 1),
    "one winner": (CatalogMovement("M0909", one_winner=True), Boards(2), None),
    "one winner in given rounds": (CatalogMovement("M0909", one_winner=True, switch_rounds=(8, 9)), Boards(2), None),
    "one winner without a switch": (CatalogMovement("M0909", one_winner=True, switch_rounds=()), Boards(2), None),
    "chained boards": (CatalogMovement("W1105", chained=True), Boards(2), 2),
    "single players": (CatalogMovement("R1111", ("44",)), Boards(4), None),
}


@pytest.mark.parametrize("name", SETUPS)
def test_what_an_address_says_is_read_back(name: str) -> None:
    movement, boards, sets = SETUPS[name]
    section = SectionSetup(ONLY_SECTION, movement, boards)
    address = urlsplit(movement_url(section, sets=sets))
    assert address.path == f"/m/{movement.name}"
    asked = Query.from_pairs(parse_qsl(address.query))
    assert movement_in_query(movement.name, asked) == SessionSetup(sections=(section,), sets=sets)


@pytest.mark.parametrize("movement", [CatalogMovement("W1813"), CustomMovement("{}", "Ours")])
def test_a_section_of_a_night_has_its_pages_there(movement: MovementSource) -> None:
    section = SectionSetup("B", movement)
    assert movement_path(section, night=3) == "/nights/3/section/B"
    assert movement_url(section, "/paper", night=3) == "/nights/3/section/B/paper?boards=2"


def test_a_name_is_read_in_any_case_with_the_usual_boards() -> None:
    (pairs,) = movement_in_query(" w1813 ", Query()).sections
    (players,) = movement_in_query("r1111", Query()).sections
    assert (pairs.movement.name, pairs.boards) == ("W1813", Boards(2))
    assert (players.movement.name, players.boards) == ("R1111", Boards(3))


def test_an_address_changes_the_boards_of_one_section_of_a_night() -> None:
    first, second = (SectionSetup(letter, CatalogMovement("M0505"), Boards(2, 11)) for letter in "AB")
    night = SessionSetup(sections=(first, second), sets=1)
    changed = with_boards_in_query(night, "B", Query((("boards", "3"), ("cases", "2"))))
    assert changed == SessionSetup(sections=(first, SectionSetup("B", second.movement, Boards(3, 11))), sets=2)
    assert with_boards_in_query(night, "A", Query()) == night


def test_an_address_of_no_section_is_refused_with_those_there_are() -> None:
    night = SessionSetup(sections=tuple(SectionSetup(letter, CatalogMovement("M0505")) for letter in "AB"))
    with pytest.raises(NotFound, match=r"^unknown section; sections are A, B: 'C'$"):
        with_boards_in_query(night, "C", Query())


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ((("boards", "13"),), "boards per round must be 1 to 12, not 13"),
        ((("first", "501"),), "the first board must be 1 to 500, not 501"),
        ((("boards", "two"),), "boards must be a whole number: 'two'"),
        ((("winners", "3"),), "winners must be one of 2, 1: '3'"),
    ],
)
def test_what_an_address_cannot_say_is_refused(query: tuple[tuple[str, str], ...], sentence: str) -> None:
    with pytest.raises(BadRequest) as refused:
        movement_in_query("W1813", Query(query))
    assert str(refused.value) == sentence
