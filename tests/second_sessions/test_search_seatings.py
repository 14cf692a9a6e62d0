"""The search for second sessions: its counts against the judge's, its bounds and proofs against theory."""

import itertools
import random

import numpy as np
import pytest

from byestand.catalog.section_syntax import session_of
from byestand.errors import BadRequest
from byestand.search.outcome import Found, OutOfTimeError, SearchBudget
from byestand.second_sessions.multi_session import Requests, SessionSeating, judge_seating
from byestand.second_sessions.search.annealing import (
    AnnealingState,
    AnnealingWeights,
    ThreeSeatings,
    anneal,
    anneal_together,
)
from byestand.second_sessions.search.known_seatings import look_up
from byestand.second_sessions.search.proof import ImprovementTarget, exists_better, fewest_common
from byestand.second_sessions.search.seating_bounds import Lines, LowerBound, counting_bound
from byestand.second_sessions.search.seating_problem import SeatingRequests, SeatingScore, SessionSeries, score
from byestand.second_sessions.search.seating_search import MILD, TRIALS, find_seatings
from byestand.second_sessions.search.starting_seats import runs_opening, spread_opening
from byestand.second_sessions.seating_options import highest_balance
from byestand.second_sessions.seating_planner import make_event
from seatings import event_of
from tests.oracles.seating_counter import brute_force, two_halves
from tests.support.session_rooms import first_problem, judged, lines_of, room_of, shipped_rooms, some_seating

pytestmark = pytest.mark.usefixtures("own_time")


@pytest.mark.parametrize("rooms", [("W1309",), ("M0909", "W1209"), ("W1208ER",)])
def test_the_search_counts_as_the_judge_does(rooms: tuple[str, ...]) -> None:
    """Totals, maxima, pairs never compared, and the sum that measures balance."""
    room = room_of(*rooms)
    event = make_event((room, room))
    problem = first_problem(event)
    for seed in range(5):
        seats = some_seating(problem, seed)
        worth = score(problem, seats)
        result = judged(event, tuple(seat + 1 for seat in seats))
        assert (worth.total, worth.max_repeats, worth.never) == (result.total, result.max_repeats, len(result.never))
        assert result.balance == pytest.approx(highest_balance(event, worth.competition))


def test_the_search_counts_phantoms_and_three_sessions_as_the_judge_does() -> None:
    room = session_of(["W1209"], missing=["N12"])
    event = make_event((room, room, room))
    second = tuple(seat + 1 for seat in some_seating(event.problem((event.opening, None, None), 1), 1))
    problem = event.problem((event.opening, second, None), 2)
    seats = some_seating(problem, 2)
    worth, result = score(problem, seats), judged(event, second, tuple(seat + 1 for seat in seats))
    assert (worth.total, worth.max_repeats, worth.never) == (result.total, result.max_repeats, len(result.never))


@pytest.mark.parametrize(
    "stress",
    [
        AnnealingWeights(),
        AnnealingWeights(total=0, excess=1, cap=2),
        AnnealingWeights(total=0, never=1),
        AnnealingWeights(total=0, balance=1),
        AnnealingWeights(total=1, excess=0.5, cap=1, never=0.3, balance=0.2),
    ],
)
def test_what_an_exchange_costs_is_what_counting_anew_gives(stress: AnnealingWeights) -> None:
    """A hundred exchanges, in the same and in different directions, with people who should not meet."""
    room = room_of("M0909", "W1209")
    event = make_event((room, room), SeatingRequests(apart=frozenset({0, 5, 20, 30})))
    problem = first_problem(event)
    chain = AnnealingState(problem, some_seating(problem, 4), stress)
    chance = random.Random(5)  # noqa: S311 - no secret

    def cost() -> float:
        worth = score(problem, chain.seats)
        again = AnnealingState(problem, list(chain.seats), AnnealingWeights()).again
        excess = sum(max(0, n - stress.cap) for n in again) if stress.excess else 0
        parts = (stress.total * worth.total, stress.excess * excess, stress.never * worth.never)
        balance = chain.unit * worth.competition if stress.balance else 0
        return sum(parts) + balance + 4 * worth.clashes

    done = 0
    while done < 100:
        p, q = chance.sample(range(problem.size), 2)
        if chain.may_exchange(p, q):
            before, loss = cost(), chain.loss(p, q)
            chain.exchange(p, q)
            assert cost() - before == pytest.approx(loss), (p, q)
            done += 1


def test_packing_agrees_with_trying_everything() -> None:
    """Common edges of small random graphs, in all and with a limit for every line."""
    chance = np.random.default_rng(7)
    for _ in range(12):
        one, other = (chance.integers(0, 2, (4, 4)).astype(np.int16) for _ in "12")
        for line in (99, 1):
            best = 17
            for rows, columns in itertools.product(itertools.permutations(range(4)), repeat=2):
                both = one * other[np.ix_(rows, columns)]
                if max(both.sum(axis=0).max(), both.sum(axis=1).max()) <= line:
                    best = min(best, int(both.sum()))
            assert fewest_common(one, other, ImprovementTarget(16, line), SearchBudget(60)) == best


@pytest.mark.parametrize(("tables", "rounds"), [(12, 9), (14, 11), (16, 13), (18, 13), (10, 9)])
def test_the_counting_bound_has_a_closed_form_for_odd_rounds_and_even_tables(tables: int, rounds: int) -> None:
    """r² - 1 - t²/2."""
    lines = lines_of(f"W{tables}{rounds:02}")
    assert counting_bound(lines, lines, tables // 2) == rounds**2 - 1 - tables**2 // 2


@pytest.mark.parametrize(("name", "bound"), [("W1412", 46), ("W1612", 16), ("W1309", 1), ("W171312", 3), ("W2013", 0)])
def test_counting_bounds_with_a_skip_and_with_odd_tables(name: str, bound: int) -> None:
    lines = lines_of(name)
    assert counting_bound(lines, lines, lines.tables // 2) == bound


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("W1309", ImprovementTarget(2)),
        ("W171312", ImprovementTarget(5)),
        ("W1612", ImprovementTarget(16, max_repeats=1)),
        ("W1209", ImprovementTarget(7)),
    ],
)
def test_better_seatings_are_refuted_by_exhausted_search(name: str, wanted: ImprovementTarget) -> None:
    """13 × 9 has at least 3, 17 × 12 at least 6; in 16 × 12 some pair has two."""
    lines = lines_of(name)
    assert not exists_better(lines, lines, lines.tables // 2, wanted, SearchBudget(60))


@pytest.mark.slow
def test_few_playbacks_of_18_by_12_are_refuted_with_little_effort() -> None:
    """Three are refuted; ``python tools/seatings.py prove 3600 W1812`` refutes seven, in four minutes."""
    lines = lines_of("W1812")
    clock = SearchBudget(60, nodes_left=10_000)
    assert not exists_better(lines, lines, 9, ImprovementTarget(3), clock)
    assert shipped_rooms()["W1812", "total"].total == LowerBound(8, "exhausted search")


def test_eleven_playbacks_of_18_by_13_are_refuted_with_little_effort() -> None:
    """One of the two packings has at most five of them, and mirror images are tried once."""
    lines = lines_of("W1813")
    assert not exists_better(lines, lines, 9, ImprovementTarget(11), SearchBudget(60, nodes_left=10_000))


@pytest.mark.parametrize(("name", "mirrored"), [("W1812", True), ("W1813", True), ("W1309", True)])
def test_halves_left_out_are_mirror_images_of_halves_listed(name: str, mirrored: bool) -> None:
    """The same sizes of halves, and the same meetings among those that stay, with half as many to try."""
    lines = lines_of(name)
    size, low = lines.tables // 2, lines.fewest_inside(lines.tables // 2)
    assert lines.is_mirrored == mirrored
    listed = lines.small_halves(size, low + 1, SearchBudget(60))
    plain = Lines(lines.meets)
    plain.__dict__["is_mirrored"] = False
    every = plain.small_halves(size, low + 1, SearchBudget(60))
    assert len(listed) < len(every)

    def shapes(halves: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> set[tuple[tuple[int, ...], ...]]:
        """Return the sorted numbers of opponents of each pair: equal for mirror images."""
        tables = (lines.meets[np.ix_(ns, ew)] for ns, ew in halves)
        return {tuple(tuple(sorted(table.sum(axis=i).tolist())) for i in (0, 1)) for table in tables}

    assert shapes(listed) == shapes(every)


@pytest.mark.parametrize("name", ["W2008", "W2609"])
def test_everybody_can_be_compared_where_runs_change_direction(name: str) -> None:
    """A short search that starts from runs of pairs finds it, and the stored seating has it."""
    event = event_of(name)
    problem = first_problem(event)
    assert judged(event, shipped_rooms()[name, "contact"].seats).never == ()
    lines = Lines.of_session(event, 0)
    assert lines is not None
    half = lines.tables // 2
    fewest = []
    for seed in range(2):
        seats = runs_opening(problem, lines, lines, half, random.Random(seed))  # noqa: S311 - no secret
        assert (
            judge_seating(
                SessionSeating.first(event.sessions[0]), SessionSeating(event.sessions[1], tuple(s + 1 for s in seats))
            )
            == ()
        )
        stress, trials = AnnealingWeights(total=0.1, never=1.0), TRIALS * problem.size
        found: list[int] = []

        def keep(seats: list[int], found: list[int] = found) -> None:
            found.append(score(problem, seats).never)

        anneal(problem, seats, stress, hot=MILD, seed=seed, trials=trials, clock=SearchBudget(60), keep=keep)
        fewest.append(min(found))
    assert min(fewest) <= 2


def test_both_sessions_seated_together_are_counted_as_the_judge_does_and_have_few_repeats() -> None:
    """16 × 8 with 150,000 exchanges, the same on every machine; a phantom and stationary wishes are respected."""
    room = room_of("W1608")
    event = make_event((room, room, room), SeatingRequests(stay=frozenset({3})))
    problem = event.problem((event.opening, None, None), 1)
    chance = random.Random(1)  # noqa: S311 - no secret
    second = tuple(seat + 1 for seat in spread_opening(problem, (8, 8), chance))
    problem = event.problem((event.opening, second, None), 2)
    third = tuple(seat + 1 for seat in spread_opening(problem, (8, 8), chance))
    found = anneal_together(event, (second, third), seed=1, trials=150_000, clock=SearchBudget(600))
    assert ThreeSeatings(event, found, 1).repeats == judged(event, *found).total < 40
    for seats in found:
        assert (
            judge_seating(SessionSeating.first(room), SessionSeating(room, seats), Requests(stay=frozenset({4}))) == ()
        )


def test_a_seating_that_exists_is_not_refuted() -> None:
    lines = lines_of("W1209")
    assert exists_better(lines, lines, 6, ImprovementTarget(8, full_contact=True), SearchBudget(60))
    eighteen = lines_of("W1813")
    assert exists_better(eighteen, eighteen, 9, ImprovementTarget(12), SearchBudget(60))


def test_a_proof_out_of_time_is_none() -> None:
    lines = lines_of("W1813")
    with pytest.raises(OutOfTimeError):
        exists_better(lines, lines, 9, ImprovementTarget(11), SearchBudget(0.0))


@pytest.mark.slow
def test_an_optimum_is_found_and_proved_afresh() -> None:
    """Without looking it up: 10 × 9 has 30 by the counting bound, and the same seating every time."""
    event = event_of("W1009")
    found = [find_seatings(event, ("total",), seconds=60) for _ in "12"]
    assert isinstance(found[0], Found)
    assert isinstance(found[1], Found)
    assert found[0].thing == found[1].thing
    assert found[0].thing.proved
    assert found[0].thing.score.total == 30
    assert (found[0].thing.proved, found[0].thing.main_bound.argument) == (True, "counting bound")


@pytest.mark.slow
def test_an_optimum_above_the_counting_bound_is_proved_by_exhausted_search() -> None:
    event = event_of("W1309")
    found = find_seatings(event, ("total",), seconds=60)
    assert isinstance(found, Found)
    assert found.thing.score.total == 3
    assert found.thing.total.argument == "exhausted search"
    assert found.thing.proved


def test_little_time_still_gives_a_seating_and_claims_no_proof() -> None:
    event = event_of("W1813")
    found = find_seatings(event, ("total",), seconds=0.0)
    assert isinstance(found, Found)
    assert not found.thing.proved
    assert sorted(found.thing.seatings[0]) == list(range(1, 37))
    assert not found.thing.proved


def test_progress_is_told_and_never_worse() -> None:
    told: list[SeatingScore] = []
    event = event_of("W0805")
    find_seatings(event, seconds=0.1, progress=lambda worth, _: told.append(worth))
    assert [worth.total for worth in told] == sorted((worth.total for worth in told), reverse=True)
    assert len(told) > 1


def test_wishes_are_heeded() -> None:
    """Three pairs that stay, two that change, four that should not meet."""
    room = room_of("W0805")
    wishes = SeatingRequests(frozenset({0, 1, 8}), frozenset({3, 10}), frozenset({0, 5, 9, 14}))
    event = make_event((room, room), wishes)
    problem = first_problem(event)
    assert look_up(problem, "total") is None
    found = find_seatings(event, seconds=0.2)
    assert isinstance(found, Found)
    ways = [room.directions[seat - 1] for seat in found.thing.seatings[0]]
    assert [ways[p] for p in (0, 1, 8, 3, 10)] == [0, 0, 1, 1, 0]
    assert found.thing.score.clashes == 0


def test_sessions_need_as_many_pairs() -> None:
    with pytest.raises(BadRequest, match="all sessions need the same number of pairs, not 36, 26"):
        SessionSeries((room_of("W1813"), room_of("W1309")))


@pytest.mark.parametrize(
    ("t", "half", "seeds"),
    [
        (4, 2, range(2)),
        (3, 1, range(4, 14)),
        (3, 2, range(24, 29)),
        (3, 0, range(3)),
        (3, 3, range(3)),
        (4, 1, range(1)),
    ],
)
def test_the_refuter_agrees_with_trying_every_seating(t: int, half: int, seeds: range) -> None:
    """Any two meeting tables, not only symmetric ones; in total, for one pair, and with all pairs compared."""
    for seed in seeds:
        chance = np.random.default_rng(seed)
        one, other = ((chance.random((t, t)) < 0.5 + seed % 4 / 10).astype(np.int16) for _ in "12")
        seatings = brute_force(one, other, half)
        lines = Lines(one), Lines(other)
        fewest = min(total for total, _, _ in seatings)
        assert counting_bound(Lines(one), Lines(other), half) <= fewest
        for contact, most in itertools.product((False, True), range(t + 1)):
            totals = [n for n, m, c in seatings if m <= most and c >= contact]
            edge = min(totals, default=t * t)
            for total in {fewest - 1, edge - 1, edge, t * t} - {-1}:
                wanted = ImprovementTarget(total, most, full_contact=contact)
                exists = any(n <= total for n in totals)
                assert exists_better(*lines, half, wanted, SearchBudget(60)) == exists, (seed, wanted)


@pytest.mark.parametrize(("t", "half"), [(5, 2), (5, 3), (6, 3)])
def test_the_refuter_agrees_with_trying_every_half(t: int, half: int) -> None:
    """Regular and cyclic movements too, where halves turned round the room and large ones are left out."""
    unit = np.eye(t, dtype=np.int16)
    chance = np.random.default_rng(3)
    cyclic = [1 - np.roll(unit, 1, 1), 1 - unit - np.roll(unit, 2, 1)]
    # All have equally many opponents, but the structure differs from pair to pair.
    regular = 1 - unit[chance.permutation(t)]
    by_lot = [(chance.random((t, t)) < 0.75).astype(np.int16) for _ in "12"]
    for one, other in ((cyclic[0], cyclic[1]), (regular, cyclic[0]), (by_lot[0], by_lot[1])):
        fewest, lines = two_halves(one, other, half), (Lines(one), Lines(other))
        assert counting_bound(*lines, half) <= fewest
        assert exists_better(*lines, half, ImprovementTarget(fewest), SearchBudget(60))
        assert not fewest or not exists_better(*lines, half, ImprovementTarget(fewest - 1), SearchBudget(60))


def test_sections_of_unequal_sizes_with_skips_are_playback_free() -> None:
    """8 + 12 tables, 8 rounds: the recipe leaves one playback."""
    room = room_of("M0808", "W1208")
    event = make_event((room, room))
    problem = first_problem(event)
    found: list[tuple[int, ...]] = []

    def keep(seats: list[int]) -> None:
        if not score(problem, seats).total:
            found.append(tuple(seat + 1 for seat in seats))

    for seed in range(20):
        if not found:
            start, trials = some_seating(problem, seed), TRIALS * problem.size
            anneal(problem, start, AnnealingWeights(), seed=seed, trials=trials, clock=SearchBudget(60), keep=keep)
    assert judged(event, found[0]).total == 0
