"""Contestants and their members: typed text is split, and never lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from byestand.model.people import Contestant, Person, parse_contestant

PIECES = st.sampled_from(["Anna", "Berg-Dahl", "Müller", " ", "&", "+", "/", ";", " and ", " - ", " – ", "-", ","])


@given(st.text(min_size=1, max_size=80) | st.lists(PIECES, min_size=1).map("".join))
def test_what_was_typed_is_never_lost(text: str) -> None:
    contestant = Contestant.parse(text)
    assert contestant.entry_text == text
    assert len(contestant.members) in (1, 2)
    assert contestant.as_player().display_name == text


@pytest.mark.parametrize(
    ("text", "members", "shown"),
    [
        ("Anna & Boris", ["Anna", "Boris"], "Anna & Boris"),
        ("Anna and Boris", ["Anna", "Boris"], "Anna & Boris"),
        ("Anna&Boris", ["Anna", "Boris"], "Anna & Boris"),
        (" Anna  &  Boris ", ["Anna", "Boris"], "Anna & Boris"),
        ("Anna/Boris", ["Anna", "Boris"], "Anna & Boris"),
        ("Müller-Lüdenscheidt", ["Müller-Lüdenscheidt"], "Müller-Lüdenscheidt"),
        ("The Kings", ["The Kings"], "The Kings"),
        ("Anna &", ["Anna &"], "Anna &"),
        ("Anna & Boris & Carla", ["Anna & Boris & Carla"], "Anna & Boris & Carla"),
    ],
)
def test_a_pair_is_two_names_however_they_are_typed(text: str, members: list[str], shown: str) -> None:
    contestant = Contestant.parse(text)
    assert [person.name for person in contestant.members] == members
    assert (contestant.display_name, contestant.entry_text) == (shown, text)


def test_members_keep_their_numbers_until_another_name_is_typed() -> None:
    pair = Contestant((Person("Anna", "17"), Person("Boris", "18", 5)))
    assert parse_contestant(pair, "Anna & Boris") is pair
    assert parse_contestant(pair, "Anna and Boris").members == (Person("Anna"), Person("Boris"))
    assert parse_contestant(None, "Anna") == Contestant((Person("Anna"),))
