"""Titles are derived from the movement; a given title is kept."""

from dataclasses import replace

import pytest

from byestand.catalog import find
from byestand.formats import csv, json
from byestand.movements import curtail, switch_arrow, with_missing
from byestand.words.titles import title_of


@pytest.mark.parametrize(
    ("name", "missing", "title"),
    [
        ("W1813", (), "18-table Web, 13 rounds, 13 deal groups"),
        ("M0808R", (), "8-table Mitchell with relay and bye stand, 8 rounds, 8 deal groups"),
        ("W0909TR", (), "9-table Mitchell with two-way rover and party table, 9 rounds, 9 deal groups"),
        ("W1812ER", ("N19",), "18-table Web with EW rover, half table, 12 rounds, 12 deal groups, without N19"),
        ("R0808S", (), "8-table Rainbow with jumps and a spare player, 8 rounds, 8 deal groups"),
        ("R0707D", (), "7-table Rainbow with 2 spare players, 7 rounds, 7 deal groups"),
        ("I0807", ("8", "1"), "whist movement for 8 players, 7 rounds, 7 deal groups, without 1, 8"),
    ],
)
def test_a_title_says_what_a_movement_is(name: str, missing: tuple[str, ...], title: str) -> None:
    assert title_of(find(name, missing=missing)) == title


def test_a_change_is_told_by_the_title_without_anybody_writing_it_there() -> None:
    short = with_missing(curtail(find("M0909"), rounds=4), "E2", "N1")
    movement = switch_arrow(short, rounds=(4,), tables={2: [3]})
    told = "9-table Mitchell, 4 rounds, 9 deal groups, without N1, E2, one winner, arrow switched in rounds "
    assert title_of(movement) == f"{told}2 (table 3) and 4"
    assert movement.title == ""


def test_a_title_out_of_a_file_is_kept_as_it_was_given_and_changes_are_said_after_it() -> None:
    read = replace(csv.loads(csv.dumps(find("M0909"))), title="Tuesday, 3 rounds or so")
    assert title_of(read) == "Tuesday, 3 rounds or so"
    assert title_of(switch_arrow(with_missing(read, "N1"), rounds=(9,))) == (
        "Tuesday, 3 rounds or so, without N1, one winner, arrow switched in round 9"
    )


def test_a_derived_title_that_was_written_comes_back_as_a_given_one_and_says_nothing_twice() -> None:
    half = find("W1812ER", missing=["N19"])
    again = json.loads(json.dumps(half))
    assert again.title == title_of(again) == title_of(half)
    assert title_of(json.loads(json.dumps(again))) == title_of(half)
