"""Individuals in files: the seats on every board are read back."""

from pathlib import Path

import numpy as np
import pytest

from byestand import cli
from byestand.catalog import find, find_judged
from byestand.catalog.identify import identify
from byestand.errors import ByestandError, CannotExpress
from byestand.formats import csv, json
from byestand.formats.document import Document
from byestand.formats.formats import FORMATS, loads
from byestand.formats.individual_rounds import fold_rounds, unfold_rounds
from byestand.model.boards import Boards
from byestand.model.field import Field
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.movements import with_missing
from byestand.verify import judge
from tests.support.documents import document_of

BOARD_BY_BOARD = ("bws", "asc", "ebuscore")


@pytest.mark.parametrize("to", ["json", "xlsx", *BOARD_BY_BOARD])
@pytest.mark.parametrize(("name", "boards"), [("R0505", 3), ("R0806", 2), ("R0707S", 4), ("I0909", 3)])
def test_files_bring_back_who_sits_where_on_every_board(to: str, name: str, boards: int) -> None:
    movement = find(name, boards_per_round=boards)
    data = FORMATS[to].dumps([document_of(movement, per_round=boards)])
    (back,) = loads(data, source=f"file.{FORMATS[to].extension}")
    assert back.movement.same_schedule(movement)
    assert back.movement.swivel == movement.swivel
    assert back.movement.field == movement.field
    assert identify(back.movement).sentence == f"this is {name}"
    assert judge(back.movement).is_sound


def test_csv_has_a_row_a_round_and_tells_what_it_leaves_out() -> None:
    movement = find("R0505")
    back = csv.loads(csv.dumps(movement))
    assert back.same_schedule(movement)
    assert back.field == movement.field
    assert FORMATS["csv"].warnings([document_of(movement)]) != ()
    assert FORMATS["csv"].warnings([document_of(find("I0909"))]) == ()
    missing = csv.loads(csv.dumps(with_missing(movement, "20")))
    assert missing.field == Field((5, 5, 5, 5), frozenset({20}))


def test_every_board_is_a_round_in_files_for_scoring() -> None:
    """The second board of round 1 at table 3 of the published Rainbow: South and East have changed seats."""
    document = unfold_rounds(document_of(find("R1111", boards_per_round=2)))
    assert (document.movement.rounds, document.section.boards) == (22, Boards(1))
    assert document.movement.at(2, 3).contestants == ("3", "36", "25", "14")
    assert [document.movement.at(r, 3).group for r in (1, 2, 3, 4)] == [5, 6, 7, 8]
    with pytest.raises(CannotExpress, match="this movement needs exactly 2 boards per round, not 3"):
        unfold_rounds(document_of(find("R1111", boards_per_round=2), 3))


def test_a_swivel_in_json_is_checked() -> None:
    text = json.dumps(find("R0505"))
    assert json.loads(text.replace('"NEWS"', '"NSEW"')).swivel == ("NSEW", "NSEW", "NWSE")
    with pytest.raises(ByestandError, match="a swivel needs the letters N, S, E and W for each board, such as NESW"):
        json.loads(text.replace('"NEWS"', '"NEWT"'))
    assert '"swivel"' not in json.dumps(find("W0605"))


@pytest.mark.parametrize("to", BOARD_BY_BOARD)
def test_whoever_exports_a_swivel_is_told_of_the_rounds(
    to: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Eleven rounds of three boards are 33 rounds in files that know of rounds only."""
    told = "each board is written as a round: 33 rounds of 1 board"
    assert cli.run(["export", "R1111", "--to", to, "-o", str(tmp_path / "out")]) == 0
    assert told in capsys.readouterr().err
    assert cli.run(["export", "I0807", "--to", to, "--boards-per-round", "3", "-o", str(tmp_path / "of its own")]) == 0
    assert "a round of its own" not in capsys.readouterr().err
    if FORMATS[to].is_text:
        assert cli.run(["export", "R1111", "--to", to]) == 0
        assert told in capsys.readouterr().err


def board_by_board(rounds: list[list[int]], boards: list[int]) -> Document:
    """Return one table of four who play one board per round in these seats."""
    seats, groups = np.array(rounds)[:, np.newaxis], np.array(boards)[:, np.newaxis]
    return document_of(Movement("a table", seats, groups, Field((4,)), max(boards)), per_round=1)


TURNING = [[1, 2, 3, 4], [1, 3, 4, 2], [1, 4, 2, 3]]


def test_rounds_are_put_together_where_the_boards_follow_one_another() -> None:
    """The same four on boards 1, 2, 3 are one round; on boards 1, 3, 2 or 1, 2, 4 they are three."""
    assert fold_rounds(board_by_board(TURNING, [1, 2, 3])).movement.swivel == ("NSEW", "NEWS", "NWSE")
    for boards in ([1, 3, 2], [1, 2, 4], [1, 1, 1]):
        assert fold_rounds(board_by_board(TURNING, boards)).movement.rounds == 3


def test_rounds_in_which_nobody_changes_seats_stay_rounds() -> None:
    """Four players who keep their seats for three boards have no swivel, so the rounds cannot be combined."""
    still = fold_rounds(board_by_board([[1, 2, 3, 4]] * 3, [1, 2, 3]))
    assert (still.movement.swivel, still.movement.rounds) == ((), 3)


def test_a_rainbow_written_board_by_board_keeps_its_title() -> None:
    """It then has a round for every board; the title must not count those."""
    document = Document(Section(find_judged("R0505", boards_per_round=2), Boards(2)))
    first = FORMATS["ebuscore"].dumps([document]).decode().splitlines()[0]
    assert first == "5-table Rainbow, 5 rounds, 5 deal groups"
