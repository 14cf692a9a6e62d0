"""Identification of movements with any numbers of pairs, tables and groups."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from byestand import cli
from byestand.catalog import Name, find, rovers_by_name
from byestand.catalog import identify as identifying
from byestand.catalog.identify import identify
from byestand.cli import movement_sources
from byestand.formats import csv
from byestand.model.movement import Movement
from byestand.model.walks import ring
from byestand.movements import RoverStop, Side, switch_arrow, with_missing, with_rover
from byestand.search import Found
from byestand.search.rovers.one_way import alternatives

NAMES = (
    *("W1813", "W1812", "W1812A", "W191312", "W1713", "W2612", "M1313", "W0605"),
    *("W1812ER", "W1812NR", "M1313ER", "M0808R", "M0808X", "S0906"),
)


def from_a_file(movement: Movement) -> Movement:
    """Return what a list of rows contains of a movement: no layout, no rover, no name."""
    return csv.loads(csv.dumps(movement))


def renumber(movement: Movement, seed: int) -> Movement:
    """Return the movement with other numbers for pairs and groups, and the tables in another order."""
    dice = np.random.default_rng(seed)
    ns, ew = movement.field.lines
    pairs = np.concatenate([[0], dice.permutation(ns) + 1, ns + 1 + dice.permutation(ew)])
    groups = np.concatenate([[0], dice.permutation(movement.deal_groups) + 1])
    order = dice.permutation(movement.tables)
    return from_a_file(
        replace(
            movement,
            seats=pairs[movement.seats][:, order],
            groups=groups[movement.groups][:, order],
            layout=None,
            claims=(),
        )
    )


@pytest.mark.parametrize("name", [*NAMES, "M0909TR"])
def test_a_movement_is_known_by_its_schedule(name: str) -> None:
    assert identify(from_a_file(find(name))).sentence == f"this is {name}"


@settings(max_examples=30)
@given(st.sampled_from(NAMES), st.integers(0, 2**32))
def test_a_movement_is_known_whatever_the_numbers(name: str, seed: int) -> None:
    found = identify(renumber(find(name), seed))
    assert found.name == name
    assert found.difference in ("", "with other numbers")


def without_skip(movement: Movement) -> Movement:
    """Return the movement in which EW simply go on up one table, written from the rule."""
    j, k = np.arange(1, movement.rounds + 1)[:, np.newaxis], np.arange(1, movement.tables + 1)
    seats = movement.seats.copy()
    seats[:, :, 1] = movement.tables + ring(k - j + 1, movement.tables)
    return from_a_file(replace(movement, seats=seats, layout=None))


@pytest.mark.parametrize("name", ["W2612", "W1812", "W0604", "M1212"])
def test_a_forgotten_skip_is_named(name: str) -> None:
    assert identify(without_skip(find(name))).sentence == f"this is {name}, without its skip"


def test_a_skip_in_the_wrong_round_is_named() -> None:
    movement = find("W1812")
    j, k = np.arange(1, 13)[:, np.newaxis], np.arange(1, 19)
    for after, how in ((5, "early"), (7, "late")):
        seats = movement.seats.copy()
        seats[:, :, 1] = 18 + ring(k - j + 1 - (j > after), 18)
        found = identify(from_a_file(replace(movement, seats=seats, layout=None)))
        assert found.sentence == f"this is W1812, with its skip 1 round too {how}"


def test_the_nearest_movement_is_named_with_the_cells_that_differ() -> None:
    movement = find("W1813")
    groups = movement.groups.copy()
    groups[4, 3] = 5
    found = identify(from_a_file(replace(movement, groups=groups)))
    assert found.sentence == "this is W1813, except round 5, table 4: group 5 instead of 8"
    seats = movement.seats.copy()
    seats[4, 3, 1] = 18 + 9
    found = identify(from_a_file(replace(movement, seats=seats)))
    assert found.sentence == "this is W1813, except round 5, table 4: E9 instead of E18"


def test_what_has_errors_and_is_not_in_the_catalogue_is_called_so() -> None:
    chaos = "round,table,ns,ew,group\n1,1,1,2,1\n1,2,3,1,2\n2,1,1,3,2\n2,2,2,4,1\n"
    found = identify(csv.loads(chaos))
    assert found.name == ""
    assert re.fullmatch(r"not in the catalogue; it has \d+ errors", found.sentence)


DESCRIBED = {
    "another 2-table, 2-round Howell, balance": "round,table,ns,ew,group\n1,1,1,2,1\n1,2,3,4,2\n2,1,1,3,3\n2,2,2,4,4\n",
    "another 1-table, 2-round individual for 4 players": "round,table,north,south,east,west,group\n"
    "1,1,1,2,3,4,1\n2,1,1,3,2,4,2\n",
    "another 3-table, 2-round movement with two winners, NS and EW moving": "round,table,ns,ew,group\n"
    "1,1,1,1,1\n1,2,2,2,2\n1,3,3,3,3\n2,1,2,3,4\n2,2,3,1,5\n2,3,1,2,6\n",
}
"""The expected description of each, counted by hand."""


@pytest.mark.parametrize("sentence", DESCRIBED)
def test_what_is_sound_but_not_in_the_catalogue_is_described(sentence: str) -> None:
    found = identify(csv.loads(DESCRIBED[sentence]))
    assert found.name == ""
    assert found.sentence.startswith(sentence)


def test_a_complete_howell_that_is_not_ours_is_called_another_with_its_balance() -> None:
    """In round r pairs a and a xor r meet. The parity of a and a mask decides who sits NS, with a new mask per round.

    Two pairs have the same direction in three rounds, meet in one and are opposite in three: all compete equally.
    """

    def parity(number: int) -> int:
        return number.bit_count() % 2

    orders = permutations(range(1, 8))
    masks = next(order for order in orders if all(parity(r & m) for r, m in enumerate(order, start=1)))
    rows = ["round,table,ns,ew,group"]
    for round, mask in enumerate(masks, start=1):
        ns = [a for a in range(8) if parity(a & mask)]
        rows += [f"{round},{t},{a + 1},{(a ^ round) + 1},{round}" for t, a in enumerate(ns, start=1)]
    found = identify(csv.loads("\n".join(rows) + "\n"))
    assert (found.name, found.sentence) == ("", "another 4-table, 7-round Howell, balance 100")


def test_ns_and_ew_rovers_are_told_apart() -> None:
    """Round by round they are the same meetings; but the tables at which they take place differ."""
    er, nr = find("W1812ER"), find("W1812NR")
    assert identify(renumber(er, 1)).name == "W1812ER"
    assert identify(renumber(nr, 1)).name == "W1812NR"


def test_half_tables_are_known() -> None:
    half = find("W1812ER", missing=["N19"])
    assert identify(from_a_file(half)).sentence == "this is W1812ER, without N19"
    assert identify(from_a_file(find("W1813", missing=["N18", "E3"]))).sentence == "this is W1813, without N18, E3"


def add_rover(name: str, side: Side, which: int) -> Movement:
    """Return a movement with a rover on one of the routes that there are, the best first."""
    base = find(name)
    routes = alternatives(base, which + 1)
    assert isinstance(routes, Found)
    route = routes.thing[which]
    return with_rover(base, {r: RoverStop(t, side) for r, t in zip(route.rounds, route.tables, strict=True)})


@pytest.mark.parametrize("name", ["W1812", "W1813", "W0806", "S0906", "M1313"])
@pytest.mark.parametrize(("side", "words", "host"), [("NS", "an NS rover", "E"), ("EW", "an EW rover", "N")])
def test_a_rover_by_another_route_is_named(name: str, side: Side, words: str, host: str) -> None:
    """Routes that are mirror images of the best one are that one with other numbers; the rest are other routes."""
    letters = f"{side[0]}R"
    assert identify(from_a_file(add_rover(name, side, 0))).sentence == f"this is {name}{letters}"
    others = [add_rover(name, side, which) for which in (2, 3)]
    found = [identify(from_a_file(movement)).sentence for movement in others]
    assert f"this is {name}, with {words} by another route" in found
    assert set(found) <= {
        f"this is {name}, with {words} by another route",
        f"this is {name}{letters}, with other numbers",
    }
    movement = others[found.index(f"this is {name}, with {words} by another route")]
    assert identify(renumber(movement, 7)).sentence == f"this is {name}, with {words} by another route"
    half = with_missing(movement, f"{host}{movement.tables}")
    assert identify(from_a_file(half)).sentence == (
        f"this is {name}, with {words} by another route, half table without {host}{movement.tables}"
    )


def test_a_rover_far_too_large_to_be_looked_up_is_seen_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    movement = add_rover("M2323", "EW", 0)
    forbid_searching(monkeypatch)
    assert identify(from_a_file(movement)).sentence == "this is M2323, with an EW rover"


def test_no_rover_is_seen_where_the_party_table_has_other_boards() -> None:
    movement = find("W1812ER")
    groups = movement.groups.copy()
    groups[4:, 18] = np.roll(groups[4:, 18], 1)
    found = identify(from_a_file(replace(movement, groups=groups)))
    assert found.name == ""


@pytest.mark.parametrize(
    ("order", "how"),
    [
        ([*range(11), 12, 11], "with rounds 12 and 13 exchanged"),
        ([4, 1, 2, 3, 0, *range(5, 13)], "with rounds 1 and 5 exchanged"),
        ([0, 2, 1, 4, 3, *range(5, 13)], "with its rounds in another order: 1, 3, 2, 5, 4, 6, 7, 8, 9, 10, 11, 12, 13"),
    ],
)
def test_rounds_in_another_order_are_named(order: list[int], how: str) -> None:
    movement = find("M1313")
    shuffled = replace(movement, seats=movement.seats[order], groups=movement.groups[order], layout=None)
    assert identify(from_a_file(shuffled)).sentence == f"this is M1313, {how}"


@pytest.mark.parametrize(("name", "first"), [("W1813", 14), ("W1812", 13), ("W1812ER", 13), ("M0909", 2)])
def test_boards_that_count_on_are_named(name: str, first: int) -> None:
    """A second session plays boards 27 to 52."""
    movement = find(name)
    on = replace(
        movement, groups=movement.groups + first - 1, deal_groups=movement.deal_groups + first - 1, layout=None
    )
    d = movement.deal_groups
    sentence = f"this is {name}, with groups {first}-{first + d - 1} instead of 1-{d}"
    assert identify(from_a_file(replace(on, claims=()))).sentence == sentence


def test_a_mistake_and_boards_that_count_on_are_both_named() -> None:
    movement = without_skip(find("W1812"))
    on = replace(movement, groups=movement.groups + 12, deal_groups=24)
    assert identify(on).sentence == "this is W1812, without its skip, with groups 13-24 instead of 1-12"


@pytest.mark.parametrize("name", ["W0705", "W0907", "W1513"])
def test_an_appendix_mitchell_is_called_so(name: str) -> None:
    """The document of 2011: n = 1, s = 1, and the last NS pair is a phantom."""
    tables = int(name[1:3])
    found = identify(from_a_file(find(name, missing=[f"N{tables}"])))
    assert found.sentence == f"this is {name}, without N{tables}, a 1½-table appendix Mitchell"
    other = identify(from_a_file(find(name, missing=[f"E{tables}"])))
    assert other.sentence == f"this is {name}, without E{tables}"


def forbid_searching(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every search for a rover fail."""

    def searched(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(rovers_by_name, "one_way_route", searched)
    monkeypatch.setattr(rovers_by_name, "two_way_route", searched)


@pytest.mark.parametrize("name", ["W1813", "W1812ER", "M2726", "M2626", "W3029", "W6030", "M1313", "W0909TR", "W2612"])
@pytest.mark.parametrize("fault", ["groups", "seats", "both"])
def test_a_broken_file_costs_little(name: str, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No search at all, and a few movements made: those of that size without a rover."""
    movement, dice = find(name), np.random.default_rng(5)
    seats, groups = movement.seats.copy(), movement.groups.copy()
    for row in range(movement.rounds):
        if fault != "seats":
            groups[row] = dice.permutation(groups[row])
        if fault != "groups":
            seats[row, :, 1] = dice.permutation(seats[row, :, 1])
    made: list[str | Name] = []

    def counting(name: str | Name, *, missing: Sequence[str]) -> Movement:
        made.append(name)
        return find(name, missing=missing)

    monkeypatch.setattr(identifying, "find", counting)
    forbid_searching(monkeypatch)
    assert identify(from_a_file(replace(movement, seats=seats, groups=groups, layout=None, claims=()))).name == ""
    assert len(made) <= 16, made


@pytest.mark.parametrize(
    ("name", "missing", "switches", "how"),
    [
        ("M1313", (), {12: range(1, 14), 13: range(1, 14)}, "one winner, arrow switched in rounds 12 and 13"),
        ("W1413", (), {3: (1, 2)}, "one winner, arrow switched in round 3 (tables 1 and 2)"),
        ("M0808R", (), {}, "one winner, no arrow switch"),
        ("M0909", ("N4",), {9: range(1, 10)}, "without N4, one winner, arrow switched in round 9"),
    ],
)
def test_with_one_winner_it_is_what_it_was_with_two_and_where_the_arrow_is_switched_is_told(
    name: str, missing: tuple[str, ...], switches: dict[int, Sequence[int]], how: str
) -> None:
    switched = switch_arrow(find(name, missing=missing), tables=switches)
    assert identify(from_a_file(switched)).sentence == f"this is {name}, {how}"


@pytest.mark.parametrize("limit", ["MAX_FILES_IN_FOLDER", "MAX_FILES_LISTED"])
def test_a_folder_with_too_many_files_is_read_in_part_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], limit: str
) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "movement.csv").write_text(csv.dumps(find("W0605")), encoding="utf-8")
    assert cli.run(["identify", str(tmp_path)]) == 0
    assert capsys.readouterr().out.count("this is W0605") == 3
    monkeypatch.setattr(movement_sources, limit, 2)
    assert cli.run(["identify", str(tmp_path)]) == 5
    answer = capsys.readouterr()
    assert 2 <= answer.out.count("this is W0605") <= 3
    assert answer.err.startswith(f"byestand: {tmp_path}: only ")
    assert "use a smaller folder" in answer.err
