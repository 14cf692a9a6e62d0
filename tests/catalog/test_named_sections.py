"""Sections as people name them: one reader for commands and app."""

from dataclasses import replace
from pathlib import Path

import pytest

from byestand import cli
from byestand.catalog import find_judged
from byestand.catalog.section_syntax import NamedSection, named_sections, session_of, split_section_letter
from byestand.errors import BadRequest
from byestand.formats.formats import load
from byestand.model.boards import Boards
from byestand.model.session import Section
from byestand.second_sessions.seating_requests import later_sections, numbered_on


def test_letters_stand_before_names_and_before_files() -> None:
    assert split_section_letter("b=W1813") == ("B", "W1813")
    assert split_section_letter(" bb =hall/x=1.json") == ("BB", "hall/x=1.json")
    assert split_section_letter("friday=1.csv") == ("", "friday=1.csv")
    assert split_section_letter("W1813") == ("", "W1813")
    for wrong in ("A1=W1813", "=W1813", "ABCD=W1813", "É=W1813"):
        with pytest.raises(BadRequest, match="a section has 1 to 3 letters: "):
            split_section_letter(wrong)


def test_missing_pairs_find_their_section() -> None:
    """Also where one letter begins as another does; a single section needs none."""
    named = named_sections(["A=M0909", "AN=M0909", "B=M0909"], missing=["an1", "ANN1", "ANE9", "BE2 "])
    assert [one.missing for one in named] == [("N1",), ("N1", "E9"), ("E2",)]
    assert named_sections(["W1813"], missing=["n18"])[0].missing == ("N18",)
    assert named_sections(["C=W1813"], missing=["CN18", "E3"])[0].missing == ("N18", "E3")
    with pytest.raises(BadRequest, match="give the section of the missing pair, such as AN18: 'N1'"):
        named_sections(["A=M0909", "B=M0909"], missing=["N1"])


def test_boards_a_round_are_told_once_or_for_each_section() -> None:
    sections = ["A=M0909", "B=W1209"]
    assert [one.boards_per_round for one in named_sections(sections, boards_per_round=[3])] == [3, 3]
    assert [one.boards_per_round for one in named_sections(sections, boards_per_round=[3, 2])] == [3, 2]
    assert [one.boards_per_round for one in named_sections(sections)] == [None, None]
    with pytest.raises(BadRequest, match="give boards per round once, or once for each of 2 sections: '1,2,3'"):
        named_sections(sections, boards_per_round=[1, 2, 3])


def test_several_sections_without_letters_get_them_and_no_two_the_same() -> None:
    assert session_of(["M0909", "W1209"]).letters == ("A", "B")
    assert session_of(["W1209"]).letters == ("",)
    assert session_of(["d=W1209"], missing=["DN1"]).missing == (1,)
    with pytest.raises(BadRequest, match="different letters, not A, A"):
        session_of(["A=M0909", "A=W1209"])


def test_whoever_asks_says_how_sections_are_read() -> None:
    """Commands read files too; the boards of a file are used, and the letter is the one given."""

    def read(named: NamedSection) -> Section:
        return Section(find_judged(named.text.removesuffix(".csv")), Boards(3), "Z")

    session = session_of(["A=M0909.csv", "B=W1209.csv"], section_of=read)
    assert session.letters == ("A", "B")
    assert [section.boards for section in session] == [Boards(3), Boards(3)]


def test_players_change_seats_for_the_boards_of_their_section() -> None:
    session = session_of(["A=R0505", "B=R0707"], boards_per_round=[4, 3])
    assert [len(movement.swivel) for movement in session.movements] == [4, 3]


def test_sections_named_again_have_another_movement_later() -> None:
    assert later_sections(["A=M0909", "B=W1209"], ["b=M1212"]) == ["A=M0909", "b=M1212"]
    assert later_sections(["W1813"], ["M1818R"]) == ["M1818R"]
    with pytest.raises(BadRequest, match="names an unknown section"):
        later_sections(["A=M0909", "B=W1209"], ["C=M1212"])


def test_boards_go_on_after_the_section_that_has_most() -> None:
    """13 deal groups of two boards in one section and 12 in the other: both continue with board 27."""
    first = session_of(["A=M1313", "B=W1812"], boards_per_round=[2])
    second, third = numbered_on(first, first, 3)[1:]
    assert [section.boards for section in second] == [Boards(2, 27)] * 2
    assert [section.boards for section in third] == [Boards(2, 53)] * 2
    assert numbered_on(first, first, 2, 101)[1].sections[0].boards == Boards(2, 101)
    bare = replace(first, sections=tuple(replace(section, boards=None) for section in first))
    assert bare.next_board is None
    assert [section.boards for section in numbered_on(bare, bare, 2)[1]] == [None, None]


def test_sections_without_letters_take_those_that_are_free_in_every_command(tmp_path: Path) -> None:
    mixed = ["A=M0505", "W0605"]
    assert session_of(mixed).letters == ("A", "B")
    written = tmp_path / "two.bws"
    assert cli.run(["export", *mixed, "--boards-per-round", "4", "-o", str(written)]) == 0
    assert [document.section.letter for document in load(written)] == ["A", "B"]
    assert cli.run(["print", *mixed, "--boards-per-round", "4", "--sheets", "boarding"]) == 0
    assert cli.run(["print", "M0505", "M0505", "--missing", "AN5", "--boards-per-round", "4", "--sheets", "chart"]) == 0
