"""`byestand individual`: its list, its schedules, and a sentence for everything that makes no sense."""

import json as plain_json

import pytest

from byestand import cli
from byestand.formats import csv, json
from byestand.verify import judge


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = cli.run(["individual", *arguments])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_the_command_offers_the_best_first(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--players", "44", "--boards", "22-33")
    assert code == 0
    assert out.splitlines()[1].startswith("  R1111: 11 rounds of 3, 33 boards")
    code, out, _ = run(capsys, "--players", "48")
    assert "Without guide cards: sections of 5 + 7 tables" in out


def test_the_command_gives_the_schedule_in_rows_or_whole(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "--tables", "12", "--rounds", "9", "--format", "csv")
    movement = csv.loads(out)
    assert (movement.tables, movement.rounds) == (12, 9)
    assert judge(movement).is_sound
    _, out, _ = run(capsys, "--tables", "12", "--rounds", "9", "--format", "json")
    assert json.loads(out).swivel == ("NSEW", "NEWS", "NWSE")
    assert plain_json.loads(out)["name"] == "R121209"
    _, out, _ = run(capsys, "--tables", "7", "--rounds", "7")
    assert "South moves up one table after each round." in out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ("--players 7", 2, "nearest: I0807"),
        ("--players 0", 2, "nearest: I0403"),
        ("--players 9999", 2, "at most 240"),
        ("--tables 0", 2, "R0505"),
        ("--tables 5 --rounds 3 --boards-per-round 0", 2, "boards per round must be 1 to 12, not 0"),
        ("--tables 5 --rounds 0", 2, "number of rounds must be at least 1"),
        ("--players 44 --tables 5", 2, "give only one of --players and --tables"),
        ("", 2, "--players or --tables"),
        ("--tables 10 --rounds 10", 4, "R1010, 9 rounds"),
        ("--players 44 --boards 200", 4, "44 players, 200 boards; nearest: "),
        ("--players 44 --rounds 9 --boards 99", 4, "44 players, 9 rounds, 99 boards; nearest: R111109, 9 rou"),
        ("--players 48 --groups 40 --boards 20-30", 4, "40 deal groups, 20-30 boards; nearest: R12"),
        (
            "--players 48 --rounds 9 --boards 30 --boards-per-round 2",
            4,
            "9 rounds, 30 boards, 2 boards per round; ne",
        ),
        ("--tables 60 --rounds 61", 3, "61 players of each other direction, but there are at most 60; use R6060"),
        ("--players 24 --rounds 24", 3, "only 23 possible partners; use I2423"),
        ("--players 1000", 2, "use 5 sections of about 200"),
        ("--search 4x4", 3, "each player meets all players of other lines only if all 4 tables share boards"),
        ("--search 3x3 --copies 9", 3, "at most 2 exist"),
        ("--search 6x6 --copies 1", 3, "Tarry"),
        ("--search 13x13", 4, "use R1313, which has 13 rounds"),
        ("--search 10x10", 4, "10 rounds need four mutually orthogonal Latin squares of order 10, which are not known"),
        ("--search 99", 2, "such as 19x13"),
        ("--search 30x13", 3, "3 copies"),
        ("--search 5x9", 3, "meets 9 players of each other line, but there are only 5"),
        ("--search 19x13 --time 0", 2, "seconds"),
    ],
)
def test_nonsense_gets_one_sentence_and_the_nearest(
    arguments: str, code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    got, out, err = run(capsys, *arguments.split())
    assert (got, out) == (code, "")
    assert words in err
    assert err.count("\n") == 1


def test_the_list_fits_a_page_and_ends_with_how_to_run_the_first(capsys: pytest.CaptureFixture[str]) -> None:
    for players in ("44", "19", "47"):
        _, out, _ = run(capsys, "--players", players)
        lines = out.splitlines()
        assert max(map(len, lines)) <= 100
        assert lines[0] == f"{players} players, the best first:"
        assert lines[-2] == "To run the first:"
        assert cli.run(lines[-1].split()[1:]) == 0
        told = capsys.readouterr()
        assert "\nWithin a round\n" in told.out
    _, out, _ = run(capsys, "--players", "45")
    assert "1 player sits out per round" in out
