"""EBUScore text: many movements in a file, their missing pairs, and all kinds of broken files."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from byestand.catalog import find
from byestand.errors import BadRequest, CannotExpress, FormatError
from byestand.formats import asc, csv, ebuscore, json, magic_contest
from byestand.formats.document import Document
from byestand.model.boards import Boards
from byestand.model.field import Field
from byestand.model.movement import Movement
from byestand.model.walks import ring
from byestand.movements import with_missing
from byestand.verify import judge
from byestand.words.titles import title_of
from tests.support.broken_ebuscore import BLOCK, BROKEN, MITCHELL, TEAMS
from tests.support.documents import document_facts, document_of
from tests.support.handmade_rainbow import rainbow
from tests.support.strategies import is_one_line, some_movement


def _text(*movements: Movement, boards_per_round: int | None = 2) -> str:
    return ebuscore.dumps([document_of(movement, per_round=boards_per_round) for movement in movements])


def _again(movement: Movement) -> Movement:
    (document,) = ebuscore.loads(_text(movement))
    return document.movement


def _says_the_same(again: Movement, movement: Movement) -> bool:
    facts = [(m.field, m.deal_groups, title_of(m), m.is_individual) for m in (again, movement)]
    return again.same_schedule(movement) and facts[0] == facts[1]


@pytest.mark.slow
@given(st.lists(some_movement, min_size=1, max_size=4), st.integers(1, 12))
def test_a_file_gives_back_every_movement(movements: list[Movement], boards: int) -> None:
    found = ebuscore.loads(_text(*movements, boards_per_round=boards))
    assert [document.section.boards for document in found] == [Boards(boards)] * len(movements)
    assert all(_says_the_same(d.movement, m) for d, m in zip(found, movements, strict=True))


@pytest.mark.parametrize(
    "movement",
    [
        find("W1812ER"),
        find("W0909TR"),
        with_missing(find("W1812ER"), "N19"),
        with_missing(find("W0909TR"), "20"),
        with_missing(find("W0909TR"), "3"),
        with_missing(find("W0909TR"), "18", "20"),
        with_missing(find("W1813"), "N18"),
        with_missing(find("W1813"), "E3"),
        rainbow(5),
        rainbow(7),
    ],
    ids=title_of,
)
def test_rovers_half_tables_and_individuals_come_back_whole(movement: Movement) -> None:
    assert _says_the_same(_again(movement), movement)


def test_the_text_is_what_ebuscore_reads() -> None:
    """Two winners: type 1, EW pairs with their number within the line."""
    assert _text(find("W0605"), boards_per_round=4) == (
        "6-table Web, 5 rounds, 5 deal groups\n1,6,20,4,5,0\n"
        "1,1,1,1,6,2,1,5,3,1,4,4,1,3,5\n2,2,2,2,1,3,2,6,4,2,5,5,2,4,1\n3,3,3,3,2,4,3,1,5,3,6,1,3,5,2\n"
        "4,4,2,4,3,1,4,2,5,4,1,4,4,6,3\n5,5,1,5,4,5,5,3,4,5,2,3,5,1,2\n6,6,5,6,5,4,6,4,3,6,3,2,6,2,1\n"
    )


@pytest.mark.parametrize(
    ("movement", "header"),
    [
        (find("W1813"), "1,18,26,2,13,0"),
        (find("W0909TR"), "0,10,18,2,9,0"),
        (with_missing(find("W0909TR"), "20"), "0,10,18,2,9,20"),
        (with_missing(find("W1813"), "N3"), "1,18,26,2,13,3"),
        (with_missing(find("W1813"), "E3"), "1,18,26,2,13,21"),
        (rainbow(5), "3,5,10,2,5,20"),
    ],
)
def test_the_header_says_type_and_who_is_missing(movement: Movement, header: str) -> None:
    assert _text(movement).splitlines()[1] == header


def test_blocks_are_found_with_their_titles_and_lines() -> None:
    found = ebuscore.loads("\n\n" + BLOCK + "\n \n\n" + MITCHELL + "\n")
    assert [(d.movement.title, d.line, d.movement.field.lines) for d in found] == [
        ("4 pairs", 3, (4,)),
        ("3 tables", 10, (3, 3)),
    ]
    assert not any(judge(document.movement).findings for document in found)


def test_line_ends_of_any_system_are_read_and_files_get_those_of_windows() -> None:
    for ending in ("\r\n", "\r"):
        (document,) = ebuscore.loads(MITCHELL.replace("\n", ending))
        assert document.movement == ebuscore.loads(MITCHELL)[0].movement
    written = ebuscore.FORMAT.dumps(ebuscore.loads(BLOCK))
    assert written == BLOCK.replace("\n", "\r\n").encode()
    assert [*map(document_facts, ebuscore.loads(written.decode()))] == [*map(document_facts, ebuscore.loads(BLOCK))]


def test_a_missing_pair_that_was_left_in_its_seats_is_not_there() -> None:
    (document,) = ebuscore.loads(BLOCK.replace("2,3,0", "2,3,4"))
    assert document.movement.field == Field((4,), frozenset({4}))
    assert document.movement.seats[:, 0].tolist() == [[1, 0], [2, 0], [3, 0]]


def test_ew_pairs_counted_on_from_ns_are_the_same_pairs() -> None:
    through = "3 tables\n1,3,6,2,3\n1,4,1,1,6,2,1,5,3\n2,5,2,2,4,3,2,6,1\n3,6,3,3,5,1,3,4,2\n"
    assert ebuscore.loads(through)[0].movement == ebuscore.loads(MITCHELL)[0].movement


def test_a_switched_mitchell_has_one_winner() -> None:
    switched = "3 tables\n2,3,6,2,3\n1,4,1,1,6,2,5,1,3\n2,5,2,2,4,3,6,2,1\n3,6,3,3,5,1,4,3,2\n"
    (document,) = ebuscore.loads(switched)
    assert document.movement.field == Field((6,))
    assert judge(document.movement).findings == ()


def test_four_winner_individuals_are_one_line_of_players() -> None:
    text = _text(rainbow(5)).replace("3,5,10,2,5,20", "4,5,10,2,5,20")
    (document,) = ebuscore.loads(text)
    assert document.movement.same_schedule(rainbow(5))


def test_players_who_never_sit_are_missing() -> None:
    (document,) = ebuscore.loads(_text(rainbow(5)).replace("2,5,20", "2,5,21"))
    assert document.movement.field == Field((21,), frozenset({21}))


@pytest.mark.parametrize(
    "text",
    [
        BLOCK + "\n; the end\n",
        BLOCK.replace("0,2,6", "# by hand\n0,2,6"),
        BLOCK.replace("\n2,3", "\n// table 2\n2,3"),
        BLOCK + "' fine\n",
        "Movements of our club\n" + BLOCK,
        BLOCK.replace("2,3\n", "2,3,,\n").replace("3,0\n", "3,0,  \n"),
    ],
)
def test_comments_and_commas_at_the_ends_do_not_matter(text: str) -> None:
    (document,) = ebuscore.loads(text)
    assert document.movement == ebuscore.loads(BLOCK)[0].movement
    assert document.movement.title == "4 pairs"


def test_boards_that_make_no_whole_groups_are_noted() -> None:
    (document,) = ebuscore.loads(BLOCK.replace("6,2,3,0", "5,2,3,0"))
    assert document.movement.deal_groups == 3
    assert document.notes == ("5 boards are not a multiple of 2 boards per group",)


def test_groups_beyond_the_boards_are_left_to_the_judge() -> None:
    (document,) = ebuscore.loads(BLOCK.replace("0,2,6,2,3,0", "0,2,4,2,3,0"))
    assert document.movement.deal_groups == 2
    assert "group-range" in {finding.rule for finding in judge(document.movement).findings}


def _without_skip(movement: Movement) -> Movement:
    """Return the movement as typed by a person who forgets the skip."""
    seats = movement.seats.copy()
    for r, t in np.ndindex(movement.rounds, movement.tables):
        seats[r, t, 1] = movement.field.before(1) + ring(t + 1 - r, movement.tables)
    return replace(movement, seats=seats, title="no skip")


@pytest.mark.parametrize(("name", "first"), [("W1812", 7), ("W0606", 4)])
def test_a_skip_that_is_missing_is_found_by_the_judge_under_its_title(name: str, first: int) -> None:
    """Half-way EW meet the boards they had: in the round before which they should have skipped."""
    text = _text(find("W1813"), _without_skip(find(name)), find("W0605"))
    found = ebuscore.loads(text)
    assert [bool(judge(document.movement).findings) for document in found] == [False, True, False]
    assert (found[1].line, found[1].movement.title) == (22, "no skip")
    assert text.splitlines()[21] == "no skip"
    again = [finding for finding in judge(found[1].movement).findings if finding.rule == "board-twice"]
    assert again[0].round == first


@pytest.mark.parametrize("fault", BROKEN)
def test_broken_text_is_refused_with_its_line(fault: str) -> None:
    text, line, reason = BROKEN[fault]
    with pytest.raises(FormatError) as refusal:
        ebuscore.loads(text, source="PSMovements.txt")
    assert reason in refusal.value.reason
    assert (refusal.value.source, refusal.value.line) == ("PSMovements.txt", line)
    assert is_one_line(refusal.value)


def test_one_bad_block_does_not_hide_the_others() -> None:
    found = list(ebuscore.blocks(f"{BLOCK}\n{TEAMS}\n{MITCHELL}", source="a.txt"))
    assert [str(b) if isinstance(b, FormatError) else b.movement.title for b in found] == [
        "4 pairs",
        "a.txt, line 7: type 5 is for teams; only pairs and individuals are supported",
        "3 tables",
    ]


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (document_of(find("W0605")), "EBUScore needs board numbers; add --boards-per-round, for example 2"),
        (
            document_of(replace(find("W0605"), title=" "), per_round=2),
            ("EBUScore text needs a title that is not only numbers: ''"),
        ),
        (
            document_of(replace(find("W0605"), title="1,2"), per_round=2),
            ("EBUScore text needs a title that is not only numbers: '1,2'"),
        ),
        (
            document_of(replace(find("W0909TR"), field=Field((21,))), per_round=2),
            "1-21 would be read back as 1-20; use json",
        ),
        (
            document_of(replace(find("W0605"), field=Field((6, 7))), per_round=2),
            "N1-N6, E1-E7 would be read back as N1-N6, E1-E6; use json",
        ),
    ],
)
def test_what_the_format_cannot_say_is_refused(document: Document, reason: str) -> None:
    with pytest.raises(CannotExpress, match=reason):
        ebuscore.dumps([document])


def test_an_empty_file_and_impossible_boards_are_not_written() -> None:
    with pytest.raises(CannotExpress, match="no movement"):
        ebuscore.dumps([])
    with pytest.raises(BadRequest, match="boards per round must be 1 to 12, not 13"):
        _text(find("W0605"), boards_per_round=13)


def test_a_phantom_after_the_last_pair_may_be_lost() -> None:
    """E7 on six tables has no opponents: the file does not mention it."""
    base = find("W0605")
    movement = replace(base, field=Field((6, 7), frozenset({13})))
    again = _again(movement)
    assert again.same_schedule(movement)
    assert again.field == base.field


def test_four_hundred_blocks_are_read_quickly() -> None:
    text = _text(*[find("W1813")] * 400)
    found = ebuscore.loads(text)
    assert len(found) == 400


def test_the_format_is_told_by_its_content() -> None:
    texts = [_text(find("W1813")), _text(rainbow(5)), "\n" + BLOCK, BLOCK.replace("\n1,4", "\nx,4"), TEAMS]
    assert all(ebuscore.looks_like(text) for text in texts)
    others = [csv.dumps(m) for m in (find("W0605"), rainbow(5), find("W0909TR"))]
    others += ["round,table,ns,ew,group\n1,2,2,1,3\n", " Table, Round ,ns,ew,group\n3,1,1,1,1\n3,2,2,2,2\n"]
    others += [json.dumps(find("W0605")), asc.dumps(find("W0605")), asc.dumps(rainbow(5)), "", "1,2,3,4,5\n1,2,3,4,5"]
    others += [magic_contest.dumps(find("W0605"), boards=Boards(2))]
    assert not any(ebuscore.looks_like(text) for text in others)


@given(st.text(max_size=300) | st.text(alphabet="0123,\n ab", max_size=300))
def test_random_text_is_refused_or_read_never_worse(text: str) -> None:
    ebuscore.looks_like(text)
    for outcome in ebuscore.blocks(text):
        if isinstance(outcome, FormatError):
            assert is_one_line(outcome)
        else:
            judge(outcome.movement)


ORIGINALS = (MITCHELL + "\n" + BLOCK, _text(with_missing(find("W0605"), "E3")), _text(rainbow(5)))


@given(st.sampled_from(ORIGINALS), st.data())
def test_text_with_one_character_changed_is_refused_or_read_never_worse(text: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(text) - 1))
    character = data.draw(st.characters(codec="utf-8") | st.sampled_from("0123456789,\n"))
    changed = text[:place] + character + text[place + 1 :]
    try:
        found = ebuscore.loads(changed)
    except FormatError as refusal:
        assert is_one_line(refusal)
        assert refusal.line is not None
    else:
        assert all(isinstance(judge(document.movement).findings, tuple) for document in found)
