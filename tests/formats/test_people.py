"""Lists of players as people and scorers write them: all of it is read, or an error names the reason."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from byestand.catalog import find
from byestand.errors import FormatError
from byestand.formats.player_list import with_people
from byestand.model.session import Session
from byestand.movements import switch_arrow
from tests.support.sections import section, session

if TYPE_CHECKING:
    from byestand.model.movement import Movement


def people(tonight: Session, text: str, folder: Path) -> list[dict[str, list[str]]]:
    listed = folder / "names.txt"
    listed.write_text(text, encoding="utf-8")
    return [
        {label: [person.name for person in known.members] for label, known in one.contestants.items()}
        for one in with_people(tonight, listed)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "N1 Anna & Boris\nE2 Carl & Dora\n",
        "BN1 Anna & Boris\nBE2 Carl & Dora\n",
        "pair,name\nN1,Anna & Boris\nE2,Carl & Dora\n",
        "table,direction,name\n1,N,Anna\n1,S,Boris\n2,E,Carl\n2,W,Dora\n",
    ],
)
def test_lists_by_pair_and_by_chair_say_the_same(text: str, tmp_path: Path) -> None:
    for letter in ("", "B") if not text.startswith("BN1") else ("B",):
        tonight = session(find("W0605"), 2, letter)
        assert people(tonight, text, tmp_path) == [{"N1": ["Anna", "Boris"], "E2": ["Carl", "Dora"]}]


def test_pairs_of_one_winner_are_listed_by_number_or_by_the_line_in_which_they_start(tmp_path: Path) -> None:
    one_winner = session(switch_arrow(find("M0707"), rounds=(7,)), 2, "")
    for text in ("8 Anna & Boris", "E1 Anna & Boris"):
        assert people(one_winner, text, tmp_path) == [{"8": ["Anna", "Boris"]}]


def test_with_several_sections_labels_have_letters(tmp_path: Path) -> None:
    both = Session((section(find("M0505"), 2, "A"), section(find("W0605"), 2, "B")))
    assert people(both, "AN1 Anna\nBE6 Boris", tmp_path) == [{"N1": ["Anna"]}, {"E6": ["Boris"]}]
    with pytest.raises(FormatError, match="unknown pair N1 on line 1; pairs are AN1 to BE6: 'N1 Anna'"):
        people(both, "N1 Anna", tmp_path)


def test_a_single_player_has_one_name(tmp_path: Path) -> None:
    individual: Movement = find("R0707S", boards_per_round=2)
    assert people(session(individual, 2, ""), "3 Anna & Boris", tmp_path) == [{"3": ["Anna & Boris"]}]
