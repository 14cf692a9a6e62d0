"""The .ASC format: one movement per file, contestants numbered consecutively, and all kinds of broken files."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from byestand.catalog import find
from byestand.errors import CannotExpress, FormatError
from byestand.formats import asc, csv, ebuscore, json, magic_contest
from byestand.formats.document import Document
from byestand.model.boards import Boards
from byestand.model.field import Field
from byestand.model.movement import Movement
from byestand.movements import with_missing
from byestand.verify import judge
from byestand.words.titles import title_of
from tests.support.documents import document_of
from tests.support.handmade_rainbow import rainbow
from tests.support.strategies import is_one_line, some_movement

HOWELL = "4 2 3 3 0\n1 4 1  2 3 1\n2 4 2  3 1 2\n3 4 3  1 2 3\n"


def _says_the_same(again: Movement, movement: Movement) -> bool:
    facts = [(m.field, m.deal_groups, m.is_individual) for m in (again, movement)]
    return again.same_schedule(movement) and facts[0] == facts[1]


@given(some_movement)
def test_a_file_gives_back_the_schedule_and_the_field(movement: Movement) -> None:
    assert _says_the_same(asc.loads(asc.dumps(movement)), movement)


@pytest.mark.parametrize(
    "movement",
    [
        find("W1812ER"),
        find("W0909TR"),
        with_missing(find("W1812ER"), "N19"),
        with_missing(find("W0909TR"), "20"),
        with_missing(find("W0909TR"), "18", "20"),
        with_missing(find("W1813"), "N18", "E1", "E18"),
        with_missing(find("W0605"), "N6", "E6"),
        rainbow(5),
        rainbow(7),
    ],
    ids=title_of,
)
def test_rovers_half_tables_and_individuals_come_back_whole(movement: Movement) -> None:
    assert _says_the_same(asc.loads(asc.dumps(movement)), movement)


def test_ew_pairs_are_counted_on_from_the_last_ns_pair() -> None:
    assert asc.dumps(find("W0605")).splitlines()[:3] == [
        "12 6 5 5 0",
        "# 6-table Web, 5 rounds, 5 deal groups",
        " 1  7  1   2  8  2   3  9  3   4 10  2   5 11  1   6 12  5",
    ]


def test_individuals_are_marked_in_the_header() -> None:
    assert asc.dumps(rainbow(5)).splitlines()[0] == "20 5 5 5 1"
    assert judge(asc.loads(asc.dumps(rainbow(7)))).findings == ()


def test_a_title_is_one_comment_whatever_is_in_it() -> None:
    odd = replace(find("W0605"), title="one\ntwo # three\r\u2028four")
    assert asc.dumps(odd).splitlines()[1] == "# one two # three four"
    assert asc.loads(asc.dumps(odd)).same_schedule(odd)


def test_hyphens_letters_comments_and_unused_tables_are_read() -> None:
    text = "4\t3 2  2-0 # four pairs\n\n# comment\n 1- 4 A  2 - 3 B - 0 0 0 # round 1\n\n 4-2 B 0 0 0  3-1 A\n# end"
    movement = asc.loads(text, source="four.asc")
    assert movement.title == "four.asc"
    assert movement.seats.tolist() == [[[1, 4], [2, 3], [0, 0]], [[4, 2], [0, 0], [3, 1]]]
    assert movement.groups.tolist() == [[1, 2, 0], [2, 0, 1]]
    assert movement.field == Field((4,))
    assert movement.deal_groups == 2


def test_the_last_letter_is_group_26() -> None:
    assert asc.loads("2 1 1 26 0\n1 2 Z\n").groups.tolist() == [[26]]


def test_two_winners_are_those_who_keep_their_direction() -> None:
    """If the lower half sits NS and the upper half EW; one pair in the other direction makes it one line."""
    text = asc.dumps(find("W0605"))
    assert asc.loads(text).field == Field((6, 6))
    switched = text.replace(" 1  9  5 ", " 9  1  5 ")
    assert switched != text
    assert asc.loads(switched).field == Field((12,))
    assert asc.loads(HOWELL).field == Field((4,))
    assert asc.loads("5 2 1 2 0\n1 3 1 2 4 2\n").field == Field((5,), frozenset({5}))
    assert asc.loads("4 1 1 1 1\n1 3 2 4 1\n").field == Field((4,))
    assert judge(asc.loads(HOWELL)).findings == ()


def test_line_ends_of_any_system_are_read_and_files_get_those_of_windows() -> None:
    movement = find("W0605")
    for ending in ("\r\n", "\r"):
        assert _says_the_same(asc.loads(asc.dumps(movement).replace("\n", ending)), movement)
    written = asc.FORMAT.dumps([document_of(movement)])
    assert written == asc.dumps(movement).replace("\n", "\r\n").encode()
    (read,) = asc.FORMAT.loads(written, "w0605.asc")
    assert isinstance(read, Document)
    assert _says_the_same(read.movement, movement)


def test_groups_beyond_those_of_the_header_are_left_to_the_judge() -> None:
    movement = asc.loads(HOWELL.replace("4 2 3 3 0", "4 2 3 2 0"))
    assert "group-range" in {finding.rule for finding in judge(movement).findings}


BROKEN = {
    "nothing": ("", 1, "expected 5 numbers (contestants tables rounds groups individual), not 0"),
    "a blank line first": ("\n" + HOWELL, 1, "expected 5 numbers (contestants tables rounds groups individual), not 0"),
    "a comment first": (
        "# Howell\n" + HOWELL,
        1,
        ("expected 5 numbers (contestants tables rounds groups individual), not 0"),
    ),
    "too short a header": (
        HOWELL.replace("3 3 0", "3 3"),
        1,
        ("expected 5 numbers (contestants tables rounds groups individual), not 4"),
    ),
    "too long a header": (
        HOWELL.replace("3 3 0", "3 3 0 0"),
        1,
        ("expected 5 numbers (contestants tables rounds groups individual), not 6"),
    ),
    "a word in the header": (
        HOWELL.replace("4 2", "four 2"),
        1,
        ("contestants: expected a whole number from 1 to 1020: 'four'"),
    ),
    "a billion tables": (
        HOWELL.replace("4 2", "4 1000000000"),
        1,
        ("tables: expected a whole number from 1 to 255: '1000000000'"),
    ),
    "too many rounds": (HOWELL.replace("4 2 3", "4 2 256"), 1, "rounds: expected a whole number from 1 to 255: '256'"),
    "too many groups": (
        HOWELL.replace("3 3 0", "3 1000 0"),
        1,
        ("groups: expected a whole number from 1 to 999: '1000'"),
    ),
    "too many contestants": (
        HOWELL.replace("4 2", "1021 2"),
        1,
        ("contestants: expected a whole number from 1 to 1020: '1021'"),
    ),
    "neither pairs nor individuals": (
        HOWELL.replace("3 3 0", "3 3 2"),
        1,
        ("individual: expected a whole number from 0 to 1: '2'"),
    ),
    "a round too few": (HOWELL.replace("4 2 3", "4 2 4"), 1, "the header has 4 rounds, but the file has 3"),
    "a round too many": (HOWELL + "# more\n1 2 3\n", 6, "more lines than the 3 rounds of the header"),
    "a ragged round": (HOWELL.replace("3 1 2\n", "3 1\n"), 3, "expected 6 numbers (2 tables of 3), not 5"),
    "pairs in an individual": (HOWELL.replace("3 3 0", "3 3 1"), 2, "expected 10 numbers (2 tables of 5), not 6"),
    "a word": (HOWELL.replace("1 2 3\n", "1 two 3\n"), 4, "EW, table 2: expected a whole number from 0 to 4: 'two'"),
    "a stranger": (HOWELL.replace("1 2 3\n", "5 2 3\n"), 4, "NS, table 2: expected a whole number from 0 to 4: '5'"),
    "a comma": (HOWELL.replace("1 4 1  2", "1,4 1 1  2"), 2, "NS, table 1: expected a whole number from 0 to 4: '1,4'"),
    "a huge number": (
        HOWELL.replace("1 4 1", "9" * 5000 + " 4 1"),
        2,
        ("NS, table 1: expected a whole number from 0 to 4: '9999999999999999999999999999999999999999'"),
    ),
    "a huge group": (
        HOWELL.replace("1 4 1 ", "1 4 1000 "),
        2,
        ("group, table 1: expected a whole number from 0 to 999: '1000'"),
    ),
    "a small letter": (
        HOWELL.replace("1 4 1 ", "1 4 a "),
        2,
        ("group, table 1: expected a whole number from 0 to 999: 'a'"),
    ),
    "two letters": (
        HOWELL.replace("1 4 1 ", "1 4 AA "),
        2,
        ("group, table 1: expected a whole number from 0 to 999: 'AA'"),
    ),
    "other digits": (HOWELL.replace("1 4 1 ", "１ 4 1 "), 2, "NS, table 1: expected a whole number from 0 to 4: '１'"),
    "letters and numbers": (HOWELL.replace("2 4 2", "2 4 B"), 3, "groups must be all letters or all numbers: 'B'"),
    "no boards": ("2 1 1 1 0\n1 2 0\n", 1, "the movement has no boards"),
    "binary": (
        "]\x8d\x01\x02\x7f\n\x01\x02",
        1,
        ("expected 5 numbers (contestants tables rounds groups individual), not 1"),
    ),
    "csv": (csv.dumps(find("W0605")), 1, "expected 5 numbers (contestants tables rounds groups individual), not 1"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_broken_text_is_refused_with_its_line(fault: str) -> None:
    text, line, reason = BROKEN[fault]
    with pytest.raises(FormatError) as refusal:
        asc.loads(text, source="club.asc")
    assert reason in refusal.value.reason
    assert (refusal.value.source, refusal.value.line) == ("club.asc", line)
    assert is_one_line(refusal.value)


def test_one_winner_in_which_nobody_changes_direction_is_refused() -> None:
    """It would be read back as two winners: the format has no word for either."""
    base = find("W0605")
    with pytest.raises(
        CannotExpress,
        match=(
            r"\.ASC text has no list of pairs: 1-12 would be read back as"
            r" N1-N6, E1-E6; use json"
        ),
    ):
        asc.dumps(replace(base, field=Field((12,)), layout=None))


def test_two_lines_of_different_length_are_refused() -> None:
    base = find("W0605")
    seats = np.where(base.seats == 12, 0, base.seats)
    with pytest.raises(
        CannotExpress,
        match=(
            r"\.ASC text has no list of pairs: N1-N6, E1-E5 would be read"
            r" back as 1-11; use json"
        ),
    ):
        asc.dumps(Movement("short", seats, base.groups, Field((6, 5)), 5))


def test_the_format_is_told_by_its_content() -> None:
    texts = [asc.dumps(find("W1813")), asc.dumps(rainbow(5)), HOWELL, "14  7  6  6 0 # c\n\n# d\n 1- 2 A  3- 4 B\n"]
    assert all(asc.looks_like(text) for text in texts)
    others = [
        csv.dumps(find("W0605")),
        json.dumps(find("W0605")),
        magic_contest.dumps(find("W0605"), boards=Boards(2)),
    ]
    others += [ebuscore.dumps([document_of(m, per_round=2)]) for m in (find("W0605"), rainbow(5))]
    others += ["", "\n", "1 2 3 4 0", "1 2 3 4 5\n1 2 3\n", "1,2,3,4,0\n1,2,3", "1 2 3 4 0\nwords and words"]
    assert not any(asc.looks_like(text) for text in others)


@given(st.text(max_size=300) | st.text(alphabet="0123 \n-#AB", max_size=300))
def test_random_text_is_refused_or_read_never_worse(text: str) -> None:
    asc.looks_like(text)
    try:
        movement = asc.loads(text)
    except FormatError as refusal:
        assert is_one_line(refusal)
    else:
        judge(movement)


ORIGINALS = (HOWELL, asc.dumps(with_missing(find("W0605"), "E3")), asc.dumps(rainbow(5)))


@given(st.sampled_from(ORIGINALS), st.data())
def test_text_with_one_character_changed_is_refused_or_read_never_worse(text: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(text) - 1))
    character = data.draw(st.characters(codec="utf-8") | st.sampled_from("0123456789 \n#-A"))
    changed = text[:place] + character + text[place + 1 :]
    try:
        movement = asc.loads(changed)
    except FormatError as refusal:
        assert is_one_line(refusal)
        assert refusal.line is not None
    else:
        assert isinstance(judge(movement).findings, tuple)


def test_a_pair_of_the_lower_half_that_sits_ew_makes_one_field() -> None:
    """Pair 2 of four: counted from 1 in a line of EW pairs it would be pair 0."""
    assert asc.loads("4 1 1 1 0\n1 2 1\n").field == Field((4,), frozenset({3, 4}))
