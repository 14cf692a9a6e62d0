"""The search for Rainbow Webs: its results are valid, its impossibility claims are true, and it stops in time."""

from random import Random

import pytest

from byestand import cli
from byestand.formats import csv
from byestand.movements import movement_of_columns
from byestand.search import Found, Impossible, OutOfTime, find_rainbow_web
from byestand.search.individuals.rainbow_webs import covers
from byestand.search.outcome import OutOfEffortError, SearchBudget
from byestand.verify import judge

ORDER = Random(1)  # noqa: S311 - any order will do


@pytest.mark.parametrize(("t", "d", "copies"), [(14, 7, 2), (24, 9, 3), (15, 7, 3)])
def test_what_is_found_is_sound(t: int, d: int, copies: int) -> None:
    outcome = find_rainbow_web(t, d, copies=copies, seconds=60)
    assert isinstance(outcome, Found)
    movement = movement_of_columns(t, d, outcome.thing.columns)
    assert judge(movement, copies=copies).findings == ()
    assert [movement.at(1, 5).contestants[seat] for seat in (0, 3, 1, 2)] == [str(5 + i * t) for i in range(4)]


def test_the_same_seed_finds_the_same() -> None:
    first, second = (find_rainbow_web(14, 7, seconds=60, seed=3) for _ in range(2))
    assert isinstance(first, Found)
    assert first == second


def test_too_few_tables_or_copies_are_impossible() -> None:
    assert isinstance(find_rainbow_web(7, 9), Impossible)
    assert isinstance(find_rainbow_web(19, 9), Impossible)


def test_it_gives_up_in_time_and_says_so() -> None:
    """14 × 13 is unknown; a tenth of a second is not enough."""
    tries: list[str] = []
    outcome = find_rainbow_web(14, 13, seconds=0.1, progress=tries.append)
    assert outcome == OutOfTime(0.1)
    assert tries[0] == "attempt 1, symmetry 13"


def test_exact_covers_are_all_found() -> None:
    """Three items by ones and twos: {1}{2}{3}, {12}{3}, {1}{23}, and bit 8 is optional."""
    options = [0b001, 0b010, 0b100, 0b011, 0b1110]
    found = {tuple(sorted(choice)) for choice in covers(options, 0b111, ORDER, SearchBudget(60, 100))}
    assert found == {(0, 1, 2), (2, 3), (0, 4)}
    assert list(covers([0b01], 0b11, ORDER, SearchBudget(60, 100))) == []
    with pytest.raises(OutOfEffortError):
        list(covers(options, 0b111, ORDER, SearchBudget(60, 2)))


@pytest.mark.slow
@pytest.mark.usefixtures("short_time")
def test_the_command_writes_what_it_finds(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["individual", "--search", "14x7", "--format", "csv"]) == 0
    printed = capsys.readouterr()
    assert judge(csv.loads(printed.out)).findings == ()
    assert "movement found for 14 tables and 7 deal groups: symmetry" in printed.err
    assert cli.run(["individual", "--search", "14x13", "--time", "1"]) == 4
    assert "one may exist" in capsys.readouterr().err
