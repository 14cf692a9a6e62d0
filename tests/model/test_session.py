"""The set-up of a session: boards numbered from any board, sections, seats and names."""

import pytest

from byestand.catalog import find_judged
from byestand.errors import BadRequest, BrokenMovement
from byestand.formats.formats import dumps, loads
from byestand.model.boards import Boards
from byestand.model.people import Contestant, Person
from byestand.model.session import Section, Session
from byestand.verify import judge
from tests.support.handmade_howell import PERFECT_13, howell


def section(name: str, letter: str = "", first: int = 1) -> Section:
    return Section(find_judged(name), Boards(2, first), letter)


def test_a_second_session_goes_on_counting_where_the_first_ended() -> None:
    afternoon = Boards(2)
    evening = afternoon.after(13)
    assert (evening.first, evening.numbers(1), evening.numbers(13)) == (27, (27, 28), (51, 52))
    assert list(evening.numbers_of(2)) == [29, 30]
    assert evening.all(13) == range(27, 53)


def test_no_group_has_no_boards_whatever_the_first_is() -> None:
    assert Boards(3, first=27).numbers(0) == (0, 0)
    assert not Boards(3, first=27).numbers_of(0)


@pytest.mark.parametrize(("per_round", "first"), [(0, 1), (13, 1), (2, 0), (2, 501)])
def test_unreasonable_boards_are_refused(per_round: int, first: int) -> None:
    with pytest.raises(
        BadRequest, match=r"(boards per round must be 1 to 12|the first board must be 1 to 500), not \d+"
    ):
        Boards(per_round, first)


def test_sections_need_different_letters_and_one_needs_none() -> None:
    assert Session((section("W0605"),)).labels[0] == "N1"
    assert Session((section("W0605", "A"), section("M0505", "B"))).labels[-1] == "BE5"
    for letters in (("A", "A"), ("A", ""), ("", "")):
        with pytest.raises(BadRequest, match="different letters"):
            Session(tuple(section("M0505", letter) for letter in letters))
    with pytest.raises(BadRequest, match="a session needs at least 1 section"):
        Session(())


def test_people_are_those_of_the_field() -> None:
    pair = Contestant((Person("Anna"), Person("Boris", "1234")))
    named = Section(find_judged("W0605", missing=("N6",)), contestants={"E3": pair})
    assert named.name("E3") == "Anna & Boris"
    assert named.name("E4") == ""
    assert named.missing == ("N6",)
    with pytest.raises(BadRequest, match="unknown pair or player; numbers are N1-N6, E1-E6: 'N7'"):
        Section(find_judged("W0605"), contestants={"N7": pair})


def test_seats_are_described_for_one_line_and_for_two() -> None:
    assert Session((section("W0605"),)).describe() == "N1-N6, E1-E6"
    one_line = Session((Section(judge(howell(PERFECT_13, 13))),))
    assert one_line.describe() == "1-14"
    with pytest.raises(BadRequest, match="second sessions need NS and EW pairs"):
        one_line.require_two_lines()


def test_what_is_broken_is_refused_with_its_name_where_sound_is_wanted() -> None:
    judged = find_judged("W0605")
    assert judged.require_valid("W0605") is judged
    broken = judge(judged.movement, copies=1)
    assert not broken.is_sound
    with pytest.raises(BrokenMovement, match=r"^W0605 has errors"):
        broken.require_valid("W0605")


def test_json_keeps_which_boards_the_deal_groups_are() -> None:
    session = Session((Section(find_judged("W0605"), Boards(2, first=27)),))
    (again,) = loads(dumps(session, "json"))
    assert again.section.boards == Boards(2, first=27)
