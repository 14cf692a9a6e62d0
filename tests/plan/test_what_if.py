"""Late changes before round 1: the usual choice comes first, and the steps lead to the movement."""

import re
from collections import Counter

import numpy as np
import pytest

from byestand.catalog import find
from byestand.cli import run
from byestand.errors import NotFound
from byestand.model.movement import Movement
from byestand.plan import LateChangeOption, Room, what_if
from byestand.plan.changing.changeover import alignment


def _options(name: str, pairs: int, *missing: str, cases: int | None = None) -> tuple[LateChangeOption, ...]:
    now = find(name, missing=missing)
    at_hand = cases or len(now.layout.cases if now.layout else ())
    return what_if(name, Room(pairs, range(26, 27), range(2, 3), cases=at_hand), missing=missing)


@pytest.mark.parametrize(
    ("name", "missing", "pairs", "kind", "way", "reboarded"),
    [
        ("W1813", (), 37, "Add a rover", "W1813ER without N19", 0),
        ("W1813", (), 38, "Add a rover and a party table", "W1813ER", 0),
        ("W1813", (), 40, "Add 2 tables", "W2013", 2),
        ("W1813", (), 35, "Play with a missing pair", "W1813 without N18", 0),
        ("W1813", (), 32, "Remove 2 tables", "W1613", 0),
        ("W1913", ("N19",), 38, "Fill the half table", "W1913", 0),
        ("W1813ER", ("N19",), 38, "Fill the half table", "W1813ER", 0),
        ("M1313", (), 27, "Add a rover", "W1313ER without N14", 0),
        ("M1313", (), 28, "Add 1 table", "M1413", 1),
    ],
)
def test_what_directors_do_comes_first(
    name: str, missing: tuple[str, ...], pairs: int, kind: str, way: str, reboarded: int
) -> None:
    """Fill the half table; a rover; a party table; two tables in the middle of a Web; never reboard half the room."""
    best = _options(name, pairs, *missing)[0]
    assert (best.kind, str(best.choice.candidate.arrangement), len(best.reboarded_tables)) == (kind, way, reboarded)


def test_nine_tables_have_a_rover_that_sits_either_way() -> None:
    best = _options("M0909", 19)[0]
    assert (best.kind, str(best.choice.candidate.arrangement)) == ("Add a rover", "M0909TR without 20")
    route = [f"{v.table} {v.seat}" for v in find("M0909TR").itinerary("19") if v.round > 1]
    assert f"From round 2 the rover takes these seats: {', '.join(route)}." in best.words


def _spelt_out(runs: str) -> list[int]:
    """Return the numbers in words like ``2-4, 6``."""
    ends = [run_of.partition("-") for run_of in runs.split(", ")]
    return [number for low, _, high in ends for number in range(int(low), int(high or low) + 1)]


def _follow(now: Movement, words: tuple[str, ...]) -> dict[int, int]:
    """Carry out the steps in order with the boards on the tables; there are two boards per round."""
    lying = {table: int(now.groups[0, table - 1]) for table in range(1, now.tables + 1)}
    shared = {t for t in lying if now.layout and min(now.layout.sharers(t), default=t) < t}
    lying = {
        t: group for t, group in lying.items() if t not in shared and not (now.rover and t == now.rover.party_table)
    }
    after: dict[int, int] = {}
    for sentence in words:
        if sentence == "All tables keep their boards.":
            after |= lying
            lying = {}
        elif found := re.fullmatch(r"Take the boards off tables? ([\d, -]+)\. They are needed again\.", sentence):
            for table in _spelt_out(found[1]):
                del lying[table]
        elif found := re.fullmatch(r"Tables? ([\d, -]+) keeps? (?:its|their) boards\.", sentence):
            after |= {table: lying.pop(table) for table in _spelt_out(found[1])}
        elif found := re.fullmatch(
            r"Tables? ([\d, -]+) becomes? tables? ([\d, -]+), with (?:its|their) boards\.", sentence
        ):
            after |= {new: lying.pop(old) for old, new in zip(*map(_spelt_out, found.groups()), strict=True)}
        elif found := re.fullmatch(r"Put boards (\d+)-(\d+) on table (\d+), .*", sentence):
            assert int(found[3]) not in after
            after[int(found[3])] = int(found[2]) // 2
        elif found := re.fullmatch(r"Tables (\d+) and (\d+) share boards all session\.", sentence):
            after[int(found[2])] = after[int(found[1])]
    assert not lying, "every table is told of"
    return after


def _stands(movement: Movement) -> list[str]:
    stands = movement.layout.stands if movement.layout else ()
    return [
        ", ".join(f"{2 * c.group - 1}-{2 * c.group}" for c in movement.layout.on_stand(stand, 1))  # type: ignore[union-attr]
        for stand in stands
    ]


HOWELLS = ("H0407", "H0508G", "H0509", "H0609", "H0713")


@pytest.mark.parametrize(
    "name", ["W1813", "W1812", "M1313", "W1713", "M0808R", "M0909", "W2713", "W1109", "S0906", *HOWELLS]
)
@pytest.mark.parametrize("change", [-4, -1, 1, 2, 3])
def test_following_the_words_boards_the_new_movement(name: str, change: int) -> None:
    now = find(name)
    ways = _options(name, len(now.field.present) + change)
    assert ways
    for way in ways:
        then = way.choice.candidate.movements[0]
        party = then.rover.party_table if then.rover else 0
        wanted = {table: int(then.groups[0, table - 1]) for table in range(1, then.tables + 1) if table != party}
        assert _follow(now, way.words) == {t: g for t, g in wanted.items() if g}, way.choice.candidate.arrangement
        assert len(way.reboarded_tables) == sum(sentence.startswith("Put ") for sentence in way.words)
        told = [found[1] for s in way.words if (found := re.match(r"Bye stand .*: boards ([-\d, ]+\d)", s))]
        assert told == _stands(then) or (not told and _stands(then) == _stands(now))


@pytest.mark.parametrize(
    ("name", "pairs", "cases"), [("W1813", 34, 2), ("W1813", 38, 2), ("W1813", 30, 2), ("W1813", 20, 2)]
)
def test_no_more_copies_are_laid_out_than_there_are(name: str, pairs: int, cases: int) -> None:
    """Three rings are boarded for three cases; groups missing in two cases are listed, to be copied or fetched."""
    for way in _options(name, pairs, cases=cases):
        then = way.choice.candidate.movements[0]
        lying = Counter(_follow(find(name), way.words).values())
        lying.subtract(
            {int(found[1]) // 2: 1 for s in way.words if (found := re.search(r"-(\d+) on table .* as a new copy", s))}
        )
        for sentence in way.words:
            if found := re.match(r"Bye stand .*: boards ([-\d, ]+\d)", sentence):
                lying.update(int(group) // 2 for group in re.findall(r"-(\d+)", found[1]))
            elif found := re.match(r"Bye stand \d+ has no copy of boards ([-\d, ]+\d)\. Make copies", sentence):
                lying.subtract(int(group) // 2 for group in re.findall(r"-(\d+)", found[1]))
        assert max(lying.values()) <= cases, then.name
        rings = (
            len({copy.case for sub in then.layout.subsections for copy in sub.initial_copies if copy})
            if then.layout
            else 0
        )
        assert any("has no copy of" in sentence for sentence in way.words) == (rings > cases)


@pytest.mark.parametrize("name", HOWELLS)
@pytest.mark.parametrize("change", [-2, -1, 1, 2])
def test_in_a_howell_the_words_say_who_has_which_number(name: str, change: int) -> None:
    now = find(name)
    for way in _options(name, len(now.field.present) + change):
        then = way.choice.candidate.movements[0]
        if len(then.field.lines) > 1:
            assert any(sentence.startswith("Everyone takes a new seat") for sentence in way.words)
            continue
        there = set(now.field.present)
        for sentence in way.words:
            pairs = set(map(int, re.findall(r"(?<!table )\b\d+", sentence)))
            if sentence.startswith("The new pair"):
                there |= pairs
            elif "take" in sentence and "number" in sentence:
                there -= pairs
            elif re.match(r"Pairs? .* missing; ", sentence):
                assert pairs == then.field.missing
        assert there == set(then.field.present), way.words
        told_to_move = any(sentence.startswith("Everyone takes a new seat") for sentence in way.words)
        first = [{int(c): where for where, c in np.ndenumerate(m.seats[0]) if c} for m in (now, then)]
        assert told_to_move or all(first[1][pair] == first[0][pair] for pair in first[1] if pair in first[0])


@pytest.mark.parametrize(
    ("name", "missing", "pairs", "way", "words"),
    [
        ("H0407", ("8",), 8, "H0407", "The new pair is pair 8, starting at table 1, "),
        ("H0407", (), 7, "H0407 without 8", "If a different pair left, pair 8 takes its number."),
        ("H0713", ("14",), 14, "H0713", "The new pair is pair 14, starting at table 4, "),
        ("H0713", (), 13, "H0713 without 14", "Pair 14 is missing; its opponents sit out."),
    ],
)
def test_in_a_perfect_howell_a_pair_sits_down_or_leaves_and_nobody_else_moves(
    name: str, missing: tuple[str, ...], pairs: int, way: str, words: str
) -> None:
    best = _options(name, pairs, *missing)[0]
    assert (str(best.choice.candidate.arrangement), best.reboarded_tables) == (way, ())
    assert best.words[0] == "All tables keep their boards."
    assert any(sentence.startswith(words) for sentence in best.words)
    assert not any("new seat" in sentence for sentence in best.words)


def test_whoever_leaves_a_howell_others_can_stay_where_they_sit() -> None:
    """H0509 is best without pair 1, with other directions; without pair 10 it is less even, but no pair moves."""
    ways = {str(way.choice.candidate.arrangement): " ".join(way.words) for way in _options("H0509", 9)}
    assert "Everyone takes a new seat" in ways["H0509 without 1"]
    assert "new seat" not in ways["H0509 without 10"]


def test_an_empty_seat_is_filled_whichever_it_is() -> None:
    best = _options("W1913", 38, "E3")[0]
    assert (best.kind, best.words) == (
        "Fill the half table",
        ("All tables keep their boards.", "The new pair is E3."),
    )
    two_gone = _options("W1913", 37, "N4", "E3")[0]
    assert two_gone.kind == "Fill the half table"
    assert str(two_gone.choice.candidate.arrangement) == "W1913 without E3"
    assert "The new pair is N4." in two_gone.words


def test_when_the_rover_is_not_needed_any_more_it_is_said() -> None:
    best = _options("W1813ER", 36, "N19")[0]
    assert best.kind == "Remove the rover"
    assert "No rover any more: E19 takes the place of a pair that left." in best.words


def test_boards_are_told_where_to_be_had_once() -> None:
    """Eighteen tables become nineteen: four groups come from a bye stand, others from cleared tables."""
    words = next(way.words for way in _options("W1813", 38) if str(way.choice.candidate.arrangement) == "W1913")
    sources = [sentence.rpartition(", ")[2] for sentence in words if sentence.startswith("Put ")]
    assert sources[:4] == ["taken from bye stand 1."] * 4
    assert sources[4:] == ["as a new copy."] * 2


def test_as_many_tables_as_possible_are_kept() -> None:
    """Two tables are added in the middle of a Web: all others keep their boards."""
    kept = alignment(find("W1813"), find("W2013"))
    assert kept == (*((t, t) for t in range(1, 10)), *((t, t + 2) for t in range(10, 19)))


def test_the_words_say_where_the_rover_goes() -> None:
    words = _options("W1813", 37)[0].words
    route = [v.table for v in find("W1813ER").itinerary("E19") if v.round > 1]
    assert f"From round 2 the rover takes EW at tables {', '.join(map(str, route))}." in words


def test_boards_for_new_tables_come_off_the_bye_stand() -> None:
    assert "Put boards 19-20 on table 10, taken from bye stand 1." in _options("W1813", 40)[0].words


def test_where_so_many_rounds_cannot_be_played_there_are_fewer() -> None:
    """Seven tables cannot play eight rounds of a Mitchell."""
    best = _options("M0808R", 14)[0]
    assert best.choice.candidate.rounds == 7
    assert "Play 7 rounds, not 8." in best.words


def test_where_nothing_takes_over_it_is_said() -> None:
    room = Room(4, range(26, 27), range(2, 3))
    with pytest.raises(NotFound, match="no movement can replace W1813 for 4 pairs"):
        what_if("W1813", room)


def test_the_command_tells_it_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plan", "--now", "W1813", "--pairs", "38"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Current: 18-table Web, 13 rounds, 13 deal groups\nNow 38 pairs\n\n 1  W1813ER, 13 rounds")
    assert "Add a rover and a party table; boards unchanged" in told


@pytest.mark.parametrize(("name", "missing", "pairs"), [("W1813ER", "N19", 38), ("W1713ER", "N18", 37)])
def test_where_nobody_has_left_nobody_is_said_to_have_and_newcomers_get_the_free_seats(
    name: str, missing: str, pairs: int
) -> None:
    before = {find(name).field.label(c) for c in find(name, missing=[missing]).field.present}
    seen = 0
    for way in _options(name, pairs, missing):
        words = " ".join(way.words)
        (then,) = way.choice.candidate.movements
        if then.rover:
            continue
        assert "pair left" not in words
        told = re.search(r"The new pairs? (?:is|are) ([^.]*)\.", words)
        assert told
        new = {then.field.label(c) for c in then.field.present} - before
        assert set(re.findall(r"[NE]\d+", told[1])) == new
        assert len(new) == pairs - len(before)
        seen += 1
    assert seen
