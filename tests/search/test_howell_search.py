"""The search for Howells: designs and directions from scratch, and the command that compares them with stored ones."""

import math
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from byestand import cli
from byestand.catalog.families.howell_family import movement_of_found_howell
from byestand.cli.commands import howell as command
from byestand.formats.formats import loads
from byestand.movements import with_missing
from byestand.search import Found
from byestand.search.howell_designs import must_share, some_design, stranger_sets
from byestand.search.howell_search import FoundHowell, choose_directions, find_howell
from byestand.verify import judge
from byestand.verify.measures import measure

pytestmark = pytest.mark.usefixtures("own_time")

SIZES = [(5, 7), (6, 8), (7, 12), (9, 13), (12, 20)]
SHARING = [(4, 5), (4, 6), (5, 8), (6, 6), (8, 9)]


def search_howell(tables: int, rounds: int, *, missing: int | None = None, steps: int = 20) -> FoundHowell:
    """Return one of a size, quickly directed."""
    chance = random.Random(1)  # noqa: S311 - no secret
    design = some_design(tables, rounds, chance)
    assert design is not None
    return choose_directions(design, rounds, chance, missing=missing, steps_a_cell=steps)


@pytest.mark.parametrize(("tables", "rounds"), SIZES + SHARING)
def test_what_is_found_is_sound_and_shares_one_place_only_where_it_must(tables: int, rounds: int) -> None:
    howell = search_howell(tables, rounds)
    assert judge(movement_of_found_howell(rounds, howell)).findings == ()
    places = Counter(table.place for table in howell.tables)
    assert tables - len(places) == must_share(tables, rounds) == ((tables, rounds) in SHARING)


@pytest.mark.parametrize("missing", [None, 3, 12])
def test_the_search_counts_as_the_measures_do(missing: int | None) -> None:
    howell = search_howell(7, 12, missing=missing)
    movement = movement_of_found_howell(12, howell)
    pairs, played = (14, 7) if missing is None else (13, 6)
    if missing is not None:
        movement = with_missing(movement, str(missing + 1))
    total = 12 * played * (played - 1)
    expected = 100 * total**2 / (math.comb(pairs, 2) * howell.squares)
    assert measure(judge(movement)).balance == pytest.approx(expected)


def test_strangers_are_closed_under_sums_first() -> None:
    """Pairs a multiple of three places apart never meet: four groups of strangers in twelve rounds."""
    assert sorted(stranger_sets(12, 3)[0]) == [3, 6, 9]
    assert len(stranger_sets(12, 3)) == len(set(stranger_sets(12, 3))) == 5


@pytest.mark.slow
def test_each_that_is_told_is_better_than_the_one_before() -> None:
    told: list[FoundHowell] = []
    outcome = find_howell(5, 7, seconds=0.3, progress=told.append)
    assert isinstance(outcome, Found)
    squares = [one.squares for one in told]
    assert squares == sorted(set(squares), reverse=True)
    assert outcome.thing is told[-1]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--tables 1 --rounds 1", "2 to 20 tables, not 1"),
        ("--tables 21 --rounds 30", "2 to 20 tables, not 21"),
        ("--tables 8 --rounds 16", "each of 16 pairs has 15 opponents"),
        ("--tables 8 --rounds 7", "8 tables need 8 deal groups at a time"),
        ("--tables 9 --rounds 12 --seconds 0", "--seconds must be 1 to 86400, not 0"),
        ("--tables 9 --rounds 12 --seconds -1", "--seconds must be 1 to 86400, not -1"),
        ("--tables 9 --rounds twelve", "'twelve'"),
    ],
)
def test_what_cannot_be_looked_for_is_refused_in_a_sentence(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["howell", *words.split()]) in (2, 3)
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence in err
    assert err.count("\n") == 1


def test_what_is_proved_best_is_not_looked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(command, "find_howell")
    assert cli.run(["howell", "--tables", "8", "--rounds", "12"]) == 0
    assert capsys.readouterr().out == "H0812 is proved best: balance 94.84\n"


def interrupt(*howells: FoundHowell) -> Callable[..., object]:
    """Return a search that finds these and is then interrupted by Ctrl-C."""

    def search(*_: object, progress: Callable[[FoundHowell], None], **__: object) -> object:
        for one in howells:
            progress(one)
        raise KeyboardInterrupt

    return search


def test_interrupted_it_tells_the_best_so_far_and_writes_what_ships_if_that_is_better(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(command, "find_howell", interrupt(search_howell(7, 12)))
    path = tmp_path / "best.json"
    assert cli.run(["howell", "--tables", "7", "--rounds", "12", "-o", str(path)]) == 0
    assert "no Howell better than H0712 found in 1 s; its balance is 94.18" in capsys.readouterr().out
    (document,) = loads(path.read_bytes(), source="best.json")
    assert measure(document.section.judged).balance == pytest.approx(94.18, abs=0.005)
    assert cli.run(["howell", "--tables", "7", "--rounds", "12", "-o", str(path)]) != 0
    assert "file exists" in capsys.readouterr().err


def test_interrupted_before_anything_was_found_it_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "find_howell", interrupt())
    assert cli.run(["howell", "--tables", "7", "--rounds", "12"]) == 130
    out, err = capsys.readouterr()
    assert (out, err.strip()) == ("", "byestand: interrupted")


def test_what_is_better_is_told_with_its_bound_and_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The stored one here has hardly optimised directions."""
    bad = judge(movement_of_found_howell(12, search_howell(7, 12, steps=1)))
    monkeypatch.setattr(command, "find_judged", lambda _: bad)
    monkeypatch.setattr(command, "find_howell", interrupt(search_howell(7, 12, steps=50)))
    path = tmp_path / "best.json"
    assert cli.run(["howell", "--tables", "7", "--rounds", "12", "-o", str(path)]) == 0
    assert capsys.readouterr().out.startswith("better than H0712: balance ")
    (document,) = loads(path.read_bytes(), source="best.json")
    assert measure(document.section.judged).balance > measure(bad).balance
