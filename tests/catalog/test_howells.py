"""Howells: every size that there is, as well balanced as is known, and how good it could be."""

import csv
import re
from functools import cache

import pytest

from byestand import cli
from byestand.catalog import find, find_judged, listing, parse
from byestand.catalog.families.howell_family import HOWELL
from byestand.errors import BadRequest, NoSuchMovement
from byestand.model.claims import ArrowTurn, ByCard, Follow, Stay
from byestand.verify import judge
from byestand.verify.measures import measure
from byestand.verify.measures.howell_bounds import balance_bound
from byestand.words.titles import title_of
from tests.support.paths import ROOT, SEEDS

SIZES = [(t, r) for t in range(2, 21) for r in range(t, 2 * t) if (t, r) != (2, 2)]


@cache
def known_howell() -> dict[tuple[int, int], tuple[float, bool]]:
    """The best balance known of each size, and whether tables share in it."""
    with (SEEDS / "howells.csv").open(encoding="utf-8") as file:
        next(file)
        rows = list(csv.DictReader(file))
    sizes = [tuple(map(int, row["size"].split("x"))) for row in rows]
    return {(t, r): (float(row["qf"]), row["shared"] == "1") for (t, r), row in zip(sizes, rows, strict=True)}


def shares(name: str) -> bool:
    """Return whether two tables of a movement play the same boards at once."""
    groups = find_judged(name).movement.groups.tolist()
    return any(len(set(row)) < len(row) for row in groups)


def test_there_are_208_sizes_and_20_are_proved_best() -> None:
    assert set(known_howell()) == set(SIZES)
    assert len(SIZES) == 208
    figures = [measure(find_judged(f"H{t:02}{r:02}")) for t, r in SIZES]
    gaps = sorted(of_one.balance_bound - of_one.balance for of_one in figures if not of_one.balance_proved)
    assert len(gaps) == 208 - 20
    assert 0.4 < gaps[0] < gaps[-1] < 22  # the figures in docs/howells.md
    assert gaps[len(gaps) // 2] < 5


@pytest.mark.parametrize("tables", range(2, 21))
def test_every_size_is_sound_and_as_well_balanced_as_is_known(tables: int) -> None:
    for t, r in SIZES:
        if t != tables:
            continue
        judged = find_judged(f"H{t:02}{r:02}")
        assert not judged.findings or (t, r) == (3, 5), judged.findings
        figures = measure(judged)
        assert figures.balance >= known_howell()[t, r][0] - 0.01
        assert figures.balance <= figures.balance_bound + 1e-9
        assert figures.balance_bound == pytest.approx(balance_bound(t, r))
        assert shares(f"H{t:02}{r:02}") <= known_howell()[t, r][1]


@pytest.mark.parametrize(
    ("name", "balance", "proved"),
    [
        ("H0608", 90.9, False),
        ("H0812", 94.84, True),
        ("H0813", 94.7, False),
        ("H0912", 93.6, False),
        ("H0508G", 87.8, False),
        ("H0407", 100, True),
        ("H0713", 91.3, True),
        ("H0305", 60, True),
        ("H1427", 100, True),
    ],
)
def test_published_comparisons_hold(name: str, balance: float, proved: bool) -> None:
    figures = measure(find_judged(name))
    assert figures.balance == pytest.approx(balance, abs=0.06)
    assert figures.balance_proved == proved


@pytest.mark.parametrize("pairs", [7, 11, 13, 17, 19, 23, 27, 31])
def test_a_power_of_an_odd_prime_of_pairs_competes_perfectly_and_one_more_sits_down(pairs: int) -> None:
    """Quadratic residues: the balance is the same with and without the last pair."""
    tables = (pairs + 1) // 2
    name = f"H{tables:02}{pairs:02}"
    without = find_judged(name, missing=(str(pairs + 1),))
    assert measure(without).balance == pytest.approx(100)
    whole = find_judged(name).movement
    there = without.movement.seats > 0
    assert (whole.seats[there] == without.movement.seats[there]).all()


@pytest.mark.parametrize("rounds", [3, 7, 11, 19, 23, 27, 31])
def test_squares_of_a_field_balance_a_full_howell_perfectly_and_nobody_turns(rounds: int) -> None:
    name = f"H{(rounds + 1) // 2:02}{rounds:02}"
    judged = find_judged(name)
    assert measure(judged).balance == pytest.approx(100)
    assert not judged.movement.claims_of(ArrowTurn)
    assert shares(name) == (rounds == 3)


def test_the_page_names_the_numbers_of_pairs_for_which_full_howells_are_perfect() -> None:
    page = (ROOT / "docs" / "howells.md").read_text("utf-8")
    (listed,) = re.findall(r"they are perfect for ([\d, and]+) pairs", page)
    perfect = []
    for pairs in (3, 7, 11, 19, 23, 27, 31):
        without_last = find_judged(f"H{(pairs + 1) // 2:02}{pairs:02}", missing=(str(pairs + 1),))
        if measure(without_last).balance == pytest.approx(100):
            perfect.append(pairs)
    assert [int(number) for number in re.findall(r"\d+", listed)] == perfect


def test_over_27_elements_cards_tell_the_way_and_the_plainer_one_follows() -> None:
    """Adding 1 does not go through a field of 27 elements, so that no pair can follow another all night."""
    best, plain = find_judged("H1427"), find_judged("H1427S")
    assert best.movement.claims_of(ByCard)
    assert plain.movement.claims_of(Follow)
    assert measure(plain).balance < measure(best).balance


def test_of_static_ones_nobody_needs_a_card_and_of_turning_ones_only_pairs_that_stay_turn() -> None:
    static = find_judged("H0813S").movement
    assert not static.claims_of(ArrowTurn)
    assert static.claims_of(Follow)[0].same_seat
    turning = find_judged("H0813T").movement
    assert turning.claims_of(Follow)[0].same_seat
    (turn,), (stay,) = turning.claims_of(ArrowTurn), turning.claims_of(Stay)
    at = {int(c) for round, table in turn.at for c in turning.seats[round - 1, table - 1]}
    assert all(set(turning.seats[r - 1, k - 1].tolist()) & set(stay.contestants) for r, k in turn.at)
    assert at


def test_the_last_round_need_not_be_played() -> None:
    movement = find_judged("H081312").movement
    assert (movement.rounds, movement.deal_groups, title_of(movement)) == (
        12,
        13,
        "8-table Howell, 12 rounds, 13 deal groups",
    )


@pytest.mark.parametrize("name", ["H0406G", "H0508G", "H0607G", "H0809G", "H1011G", "H1213G"])
def test_by_guide_card_nobody_shares(name: str) -> None:
    assert not shares(name)
    assert shares(name[:-1])


@pytest.mark.parametrize(
    ("name", "error", "words"),
    [
        ("H0816", NoSuchMovement, "each of 16 pairs has 15 opponents; use H0815"),
        (
            "H0807",
            NoSuchMovement,
            (
                r"no Howell has 8 tables and 7 deal groups: 8 tables need 8"
                r" deal groups at a time; use H080807 \(the first 7 rounds\) or W0807: 'H0807'"
            ),
        ),
        ("H0505G", NoSuchMovement, "in which tables share without them; use H0505"),
        ("H0405G", NoSuchMovement, "tables share in every Howell of 4 tables and 5 rounds; use H0405"),
        (
            "H0808G",
            NoSuchMovement,
            ("H0808G does not exist: tables share in all known Howells of this size; use H0808: 'H0808G'"),
        ),
        ("H0713T", NoSuchMovement, "use H0713S"),
        ("H2040", NoSuchMovement, "each of 40 pairs has 39 opponents; use H2039"),
        (
            "H2121",
            BadRequest,
            ("H movements have 2 to 20 tables, not 21; use a Mitchell with one winner, such as M2121: 'H2121'"),
        ),
        ("H0202", NoSuchMovement, "use H0203"),
    ],
)
def test_what_there_is_not_is_refused_with_the_reason(name: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        find_judged(name)


def test_the_list_has_them_all_with_the_plainer_ones() -> None:
    names = [entry.name for entry in listing.listing(family="howell")]
    assert len(set(names)) == len(names)
    assert {f"H{t:02}{r:02}" for t, r in SIZES} <= set(names)
    assert {"H0813S", "H0813T", "H0508G"} <= set(names)


def test_list_howells_is_short_for_the_family(capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for asked in (["--howells"], ["--family", "howell"]):
        assert cli.run(["list", *asked, "--tables", "5"]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    assert "H0508G" in said[0]


def test_measure_says_how_good_it_could_be(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["measure", "H0812"]) == 0
    assert "best possible     proved best" in capsys.readouterr().out
    assert cli.run(["measure", "H0813"]) == 0
    out = capsys.readouterr().out
    assert "competition       3 to 9, average 6.07" in out
    assert "best possible     at most 97.4" in out


class TestHalfTables:
    """Nine pairs are numbered 1 to 9: the missing pair has the highest number."""

    @pytest.mark.parametrize("pairs", range(5, 20, 2))
    def test_pairs_are_numbered_through_unless_a_pair_that_others_follow_is_missing(self, pairs: int) -> None:
        for name in HOWELL.members((pairs + 1) // 2):
            numbered = HOWELL.for_half_table(name)
            movement = find(numbered, missing=[numbered.phantom])
            followed = {c for claim in movement.claims_of(Follow) for c in claim.contestants}
            assert movement.field.missing == {pairs + 1} or movement.field.missing <= followed, str(numbered)

    @pytest.mark.parametrize(("name", "missing"), [("H0508", "9"), ("H0609S", "10"), ("H0508G", "4"), ("H0812", "15")])
    def test_it_is_the_same_movement_under_other_numbers(self, name: str, missing: str) -> None:
        usual, numbered = find(name, missing=[missing]), find(f"{name}N", missing=[str(2 * int(name[1:3]))])
        number = {c: c - (c > int(missing)) for c in usual.field.present} | {0: 0}
        assert [number[c] for c in usual.seats.ravel().tolist()] == numbered.seats.ravel().tolist()
        assert (usual.groups == numbered.groups).all()
        assert measure(judge(usual)).balance == pytest.approx(measure(judge(numbered)).balance)

    def test_whoever_else_is_missing_leaves_the_same_gap(self) -> None:
        assert len(find("H0508N", missing=["9"]).field.present) == 9
        whole = find("H0508N")
        assert judge(whole).is_sound
        assert parse(str(whole.name)) == parse("h0508n")

    @pytest.mark.parametrize("name", ["H0407N", "H0406N", "H0508SN"])
    def test_where_nothing_would_be_renumbered_there_is_no_such_name(self, name: str) -> None:
        with pytest.raises(NoSuchMovement, match=f"use {name[:-1]}|no better than"):
            find(name)
