"""Rainbows: the published rule for as many rounds as theory says; jumps, guide cards and Webs; all judged valid."""

import re
from collections import Counter
from dataclasses import replace
from importlib import resources
from itertools import combinations, pairwise, product
from math import gcd
from pathlib import Path

import numpy as np
import pytest

import rainbow_matrices
from byestand.catalog import find
from byestand.errors import BadRequest, NoSuchMovement, NotFound
from byestand.model.claims import Jump, Swivel
from byestand.model.inferred_claims import infer_claims
from byestand.model.movement import Movement
from byestand.movements import (
    begun_by,
    known_rounds_note,
    rainbow,
    rainbow_rounds,
    rainbow_webs,
    rule_rounds,
    shipped_copies,
)
from byestand.movements.galois import prime_power, times
from byestand.movements.rainbow import plain_rainbow
from byestand.movements.rainbow_jumps import lasting_jumps, longest_jumps
from byestand.plan.individual_games import splits
from byestand.sentences.instructions import instructions_text
from byestand.sentences.setup_steps import setup_steps
from byestand.sentences.steps import jump_words
from byestand.verify import judge
from byestand.words.titles import title_of
from tests.support.company import company
from tests.support.paths import ROOT
from tests.support.published_tables import published_table
from tests.support.sections import section

COMPLETE = (*(t for t in range(5, 51) if t not in (6, 10, 22)), 53, 55, 56, 59, 60)
LONGEST_INCOMPLETE = {4: 1, 6: 5, 10: 9, 22: 19}
FOUND_BEFORE = {
    6: (8, 9, 11),
    7: (9, 10, 12, 13),
    8: (9, 10, 12, 13, 14, 15),
    9: (10, 11, 12, 13, 14, 15, 16, 17),
    10: (13, 16, 18, 19),
    11: (14, 18, 20, 21),
    12: (15, 16, 18, 20, 21, 22, 23),
    13: (16, 17, 18, 20, 21, 22, 24, 25),
}
"""Tables, by deal groups, of the 44 Rainbow Webs that were known when the search was written."""


def test_eleven_tables_are_as_published() -> None:
    """Numbers at table 3, and where South, East, West and the boards go from there."""
    movement = find("R1111")
    for row in published_table("rainbow_11_groner"):
        number, table = int(row["number"]), int(row["next_table"])
        if row["unit"] == "boards":
            assert (movement.at(1, 3).group, movement.at(2, table).group) == (number, number)
        else:
            seat = movement.seat_names.index(row["unit"])
            assert movement.at(1, 3).contestants[seat] == movement.at(2, table).contestants[seat] == str(number)


@pytest.mark.parametrize("t", range(5, 50))
def test_the_rule_lasts_just_as_long_as_theory_says(t: int) -> None:
    """First impossible round = 1 + min over k = 1…4 of t / gcd(t, k); no such round exactly when t is prime to 6."""
    last = min(t // gcd(t, k) for k in (1, 2, 3, 4))
    assert rule_rounds(t) == last
    assert judge(plain_rainbow(t, last)).is_sound
    assert (last == t) == (gcd(t, 6) == 1)
    if last < t:
        errors = [
            finding.round for finding in judge(plain_rainbow(t, last + 1)).findings if finding.severity == "error"
        ]
        assert min(errors) == last + 1


def count_by_hand(movement: Movement) -> None:
    """Assert by plain counting, without the judge: round, table, S, E, W and boards pairwise meet at most once."""
    rows = [
        (r, x, *movement.seats[r, x].tolist()[1:], int(movement.groups[r, x]))
        for r, x in product(range(movement.rounds), range(movement.tables))
    ]
    webs = movement.tables != movement.deal_groups
    for a, b in combinations(range(6), 2):
        pairs = Counter((row[a], row[b]) for row in rows)
        most = shipped_copies(movement.tables, movement.deal_groups) if webs and (a, b) == (0, 5) else 1
        assert max(pairs.values()) <= most, (a, b)


@pytest.mark.parametrize("t", COMPLETE)
def test_complete_rainbows_are_sound(t: int) -> None:
    movement = find(f"R{t:02}{t:02}")
    assert (movement.rounds, movement.deal_groups) == (t, t)
    assert judge(movement).findings == ()
    count_by_hand(movement)


@pytest.mark.parametrize("t", COMPLETE[:18])
@pytest.mark.parametrize("rounds", [8, 9, 12, 13])
def test_complete_rainbows_are_sound_at_the_usual_lengths(t: int, rounds: int) -> None:
    if rounds <= t:
        movement = rainbow(tables=t, rounds=rounds)
        assert movement.rounds == rounds
        assert judge(movement).is_sound
    else:
        with pytest.raises(NoSuchMovement, match=f"there are only {t} deal groups"):
            rainbow(tables=t, rounds=rounds)


@pytest.mark.parametrize("t", range(2, 61))
def test_every_number_of_tables_has_a_sound_rainbow(t: int) -> None:
    movement = rainbow(tables=t)
    assert movement.rounds == rainbow_rounds(t, t) == LONGEST_INCOMPLETE.get(t, movement.rounds)
    assert judge(movement).is_sound
    assert bool(known_rounds_note(t)) == (movement.rounds < t)


@pytest.mark.parametrize(
    ("t", "rounds", "error", "reason"),
    [
        (4, 2, NoSuchMovement, "four other tables"),
        (6, 6, NoSuchMovement, "Tarry"),
        (10, 10, NotFound, "which are not known; use R1010"),
        (22, 22, NotFound, "which are not known; 20 or more rounds were not found; use R2222"),
        (52, 26, NotFound, "52 rounds exist .*, but not here; use R5252"),
    ],
)
def test_where_it_ends_the_reason_is_told(t: int, rounds: int, error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=reason):
        rainbow(tables=t, rounds=rounds)


def test_a_second_round_at_four_tables_is_impossible_by_trying_all() -> None:
    """South, East, West and boards of table x come from different other tables: derangements that never agree."""
    derangements = [p for p in product(range(4), repeat=4) if len(set(p)) == 4 and all(p[x] != x for x in range(4))]
    apart = [(a, b) for a, b in combinations(derangements, 2) if all(x != y for x, y in zip(a, b, strict=True))]
    assert not [q for q in combinations(derangements, 4) if all(pair in apart for pair in combinations(q, 2))]


def jumps_of(movement: Movement) -> tuple[Jump, ...]:
    """Return how South, East and West jump."""
    return movement.claims_of(Jump)


def test_the_plainest_that_lasts_is_chosen() -> None:
    """14 tables play 7 rounds, 22 play 11 and 26 play 13 by the rule; longer ones need jumps or guide cards."""
    for t, r in ((14, 7), (22, 11), (26, 13)):
        assert rainbow(tables=t, rounds=r) == plain_rainbow(t, r)
        assert " with " in title_of(rainbow(tables=t, rounds=r + 1))
    assert jumps_of(find("R1212"))
    assert not jumps_of(find("R1414"))


JUMPS = {14: 12, 18: 15, 20: 17, 26: 25, 30: 27, 33: 31, 34: 33, 36: 31, 38: 34, 39: 37, 42: 37, 44: 41}
"""Rounds, at least, that jumps found by search last; the rule lasts half as long or less."""


@pytest.mark.parametrize(("t", "rounds"), JUMPS.items())
def test_what_can_be_announced_needs_no_cards(t: int, rounds: int) -> None:
    """No repeats: for any two of N, S, E, W and boards the differences of their jumps are all different."""
    assert lasting_jumps(t, rounds).rounds >= rounds > rule_rounds(t)
    movement = rainbow(tables=t, rounds=rounds)
    count_by_hand(movement)
    assert {jump.sides for jump in jumps_of(movement)} == {lasting_jumps(t, rounds).sides}


def test_at_the_usual_lengths_nobody_needs_cards() -> None:
    """Up to 12 rounds, all of 5 to 60 tables with so many rounds use the rule or jumps; from 15 tables also 13."""
    for t, r in product(range(5, 61), range(2, 14)):
        if r <= rainbow_rounds(t, t) and (t, r) != (14, 13):
            assert r <= max(rule_rounds(t), longest_jumps(t).rounds), (t, r)


def test_there_are_all_webs_found_before_and_more() -> None:
    before = {(t, d) for d, tables in FOUND_BEFORE.items() for t in tables}
    assert len(before) == 44
    assert {*rainbow_webs()} >= before | {(14, 7), (16, 8), (18, 9), (24, 12), (26, 13), (24, 9)}
    assert sum(shipped_copies(t, d) == 2 for t, d in before) == 41


@pytest.mark.parametrize(("t", "d"), rainbow_webs())
def test_every_web_is_sound_and_needs_the_copies_it_says(t: int, d: int) -> None:
    """All players play all d groups in d rounds; no player meets a person or a board twice."""
    movement = find(f"R{t:02}{d:02}")
    assert (movement.tables, movement.rounds, movement.deal_groups) == (t, d, d)
    assert judge(movement, copies=shipped_copies(t, d)).findings == ()
    assert not judge(movement, copies=shipped_copies(t, d) - 1).is_sound
    count_by_hand(movement)
    short = find(f"R{t:02}{d:02}{d - 1:02}")
    assert short.rounds == d - 1
    assert judge(short).is_sound


def test_a_web_nobody_has_is_not_found_and_the_nearest_are_named() -> None:
    with pytest.raises(
        NotFound,
        match=(
            "no Rainbow Web is known with 40 tables and 20 deal groups,"
            " but one may exist; use R3013, R3012, R2713, R4040 or 'byestand individual --search 40x20'"
        ),
    ):
        find("R4020")
    with pytest.raises(NoSuchMovement, match="R1313"):
        find("R1315")


def test_more_deal_groups_than_tables_are_impossible_only_for_more_rounds_than_tables() -> None:
    """Nine rounds of thirteen groups at nine tables break no law; they are just not offered."""
    with pytest.raises(
        NotFound,
        match=(
            r"a Rainbow has at most as many deal groups as tables; use"
            r" R0909 \(9 deal groups\)"
        ),
    ):
        find("R091309")
    with pytest.raises(
        NoSuchMovement, match="each player would meet 10 players of each other line, which has 9; use R0909"
    ):
        find("R091310")


@pytest.mark.parametrize("name", ["R0505", "R0808", "R1111", "R1212", "R1414", "R1515", "R2525"])
def test_with_three_boards_a_round_everybody_is_partner_once_and_opponent_twice(name: str) -> None:
    """Of every player of another line, and of none of the same line."""
    movement = find(name, boards_per_round=3)
    lines = np.array([movement.field.line(c) for c in movement.field.present])
    other = (lines[:, np.newaxis] != lines).astype(int)
    met = company(movement)
    assert (met.partners == other).all()
    assert (met.opponents == 2 * other).all()


def test_with_two_boards_everybody_has_two_partners_a_round() -> None:
    met = company(find("R1111", boards_per_round=2))
    assert set(met.partners.sum(axis=0).tolist()) == {22}
    assert met.partners.max() == 1


def test_the_seats_of_the_swivel_are_as_published() -> None:
    """Three boards: the others turn clockwise round North. Two: South and East change."""
    movement = find("R1111")
    n, s, e, w = 3, 25, 36, 14
    on_each = [movement.seats_on(board)[0, 2].tolist() for board in (1, 2, 3)]
    assert on_each == [[n, s, e, w], [n, e, w, s], [n, w, s, e]]
    two = find("R1111", boards_per_round=2)
    assert [two.seats_on(board)[0, 2].tolist() for board in (1, 2)] == [[n, s, e, w], [n, e, s, w]]
    with pytest.raises(BadRequest, match="a round has 2 boards, not 3"):
        two.seats_on(3)


@pytest.mark.parametrize("q", [5, 7, 8, 9, 16, 25, 27, 32, 49])
def test_galois_fields_are_fields(q: int) -> None:
    """Multiplication by anything but 0 is a permutation, it is commutative, and 1 leaves everything as it is."""
    power = prime_power(q)
    assert power
    table = [[times(a, b, *power) for b in range(q)] for a in range(q)]
    assert all(sorted(row) == list(range(q)) for row in table[1:])
    assert all(table[a][b] == table[b][a] for a in range(q) for b in range(a))
    assert table[1] == list(range(q))


@pytest.mark.parametrize("t", [6, 8, 9, 10, 12, 15, 16, 21, 22, 24, 27, 28, 33, 36, 44, 48])
def test_jumps_are_told_so_that_following_them_is_the_movement(t: int) -> None:
    """A player who follows the data of the texts has the seats of the schedule."""
    movement = rainbow(tables=t)
    jumps = jumps_of(movement)
    assert len(list(jump_words(jumps, movement))) >= 2
    for seat, jump in enumerate(jumps, start=1):
        places = [np.argsort(row).tolist() for row in movement.seats[:, :, seat]]
        for (here, there), far in zip(pairwise(places), jump.by, strict=True):
            for a, b in zip(here, there, strict=True):
                assert jump_players(a, far, jump.sides) == b


def test_jumps_are_seen_in_a_movement_that_does_not_tell_of_them() -> None:
    for name in ("R0808", "R1515", "R2424"):
        movement = find(name)
        assert infer_claims(replace(movement, claims=())) == tuple(
            claim for claim in movement.claims if not isinstance(claim, Swivel)
        )


@pytest.mark.parametrize(("name", "missing"), [("R0808S", ()), ("R0808D", ()), ("R0808", ("5",))])
def test_jumps_are_told_also_where_somebody_is_spare_or_missing(name: str, missing: tuple[str, ...]) -> None:
    text = instructions_text(setup_steps(section(find(name, missing=missing))))
    assert "After round 4: South 1 block, 1 row, 1 along; East 1 block, 1 along; West 1 row; boards 1 along" in text
    assert "A card on each table" not in text


def test_jumps_in_gf8_are_multiples_of_the_round_and_told_so() -> None:
    """From round element 0 to 1 South jumps by 1, East by x, West by x + 1, boards by x²: along, row, both, block."""
    movement = find("R0808")
    words = list(jump_words(jumps_of(movement), movement))
    assert words[0] == "Set up the tables in the order of their numbers: 2 blocks, 2 rows per block, 2 tables per row."
    assert words[2] == "After rounds 1, 3, 5, 7: South 1 along; East 1 row; West 1 row, 1 along; boards 1 block."


def jump_players(place: int, jump: tuple[int, ...], sides: tuple[int, ...]) -> int:
    """Return where a jump leads, side by side."""
    to, unit = 0, 1
    for far, side in zip(reversed(jump), reversed(sides), strict=True):
        to += (place // unit + far) % side * unit
        unit *= side
    return to


def test_south_goes_on_by_one_table_where_it_can() -> None:
    """Of all orders of the rounds the one that is easiest for South."""
    for t in (15, 21):
        south, *_ = jumps_of(find(f"R{t}{t}"))
        assert set(south.by) == {(1,)}


def test_the_rule_is_announced_in_the_words_of_the_seed() -> None:
    text = instructions_text(setup_steps(section(find("R1111"), 3)))
    for words in (
        "North stays.",
        "Boards go down one table.",
        "Table 1 passes its boards to table 11.",
        "South moves up one table after each round. From table 11 go to table 1.",
        "East moves up two tables after each round. From table 10 go to table 1. From table 11 go to table 2.",
        "West moves down two tables after each round. From table 1 go to table 10. From table 2 go to table 11.",
        "turn clockwise round North, East to South, South to West, West to East",
        "Before you move, return to your own seat.",
    ):
        assert words in text
    assert "South and East change seats" in instructions_text(setup_steps(section(find("R1111", boards_per_round=2))))


def test_the_table_of_sizes_is_what_there_is() -> None:
    """Rule, jumps and cards: a number for each one that works for more rounds than those before it."""
    page = (ROOT / "docs" / "individuals.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if re.match(r"\| \d+ \|", line)]
    assert [int(row[0]) for row in rows] == list(range(5, 31))
    for t, rule, jumps, cards, webs, halves in rows:
        tables = int(t)
        longest = max(int(figure) for figure in (rule, jumps, cards) if figure != "–")
        assert (int(rule), longest) == (rule_rounds(tables), rainbow_rounds(tables, tables))
        jumping = longest_jumps(tables).rounds
        assert jumps == (str(jumping) if jumping > rule_rounds(tables) else "–")
        shown = {int(web.rstrip("³")): 3 if "³" in web else 2 for web in webs.split() if web != "–"}
        assert shown == {d: shipped_copies(size, d) for size, d in rainbow_webs() if size == tables}
        assert halves == (", ".join(" + ".join(map(str, parts)) for parts in splits(tables)) or "–")


@pytest.mark.parametrize(("t", "plain"), [(33, 31), (36, 31), (39, 37), (44, 41), (48, 40)])
def test_complete_jumps_leave_shorter_ones_as_they_were(t: int, plain: int) -> None:
    """A simpler grid is used if it has enough rounds, and a code with rounds keeps its schedule."""
    assert lasting_jumps(t, plain).rounds == plain
    assert lasting_jumps(t, plain + 1).rounds == longest_jumps(t).rounds == t
    assert begun_by(t, t, plain) == plain
    assert begun_by(t, t, plain + 1) == t


def test_what_is_shipped_is_what_the_matrices_in_print_make() -> None:
    """``python tools/rainbow_matrices.py`` writes it."""
    data = Path(str(resources.files("byestand.movements") / "data"))
    complete = (data / "complete_jumps.txt").read_text("ascii").splitlines()
    assert complete[1:] == [*map(rainbow_matrices.jump_line, rainbow_matrices.JUMPS)]
    guided = (data / "guided.txt").read_text("ascii").splitlines()
    cards = [line for line in guided if line.startswith(tuple(f"{t}x{t} " for t in rainbow_matrices.CARDS))]
    assert cards == [*map(rainbow_matrices.card_line, rainbow_matrices.CARDS)]


def test_products_of_jumps_last_as_long_as_both_together() -> None:
    assert lasting_jumps(48, 40).rounds == longest_jumps(6).rounds * longest_jumps(8).rounds == 40
    assert longest_jumps(60).rounds == 60
