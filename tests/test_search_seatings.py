"""The search for second sessions: its counts against the judge's, its bounds and proofs against theory, its answers."""

import itertools
import random
import time
from pathlib import Path

import numpy as np
import pytest

from byestand.catalog import find
from byestand.errors import BadRequest
from byestand.model import Sections
from byestand.plan.second_session import highest_balance, make_event
from byestand.search.anneal import Chain, Weights, anneal
from byestand.search.choose import Clock, OutOfTimeError
from byestand.search.event import Event
from byestand.search.known_seatings import Known, every_known, fingerprint, look_up
from byestand.search.openings import changes, opening
from byestand.search.outcome import Found, Impossible
from byestand.search.packing import Limits, fewest_common
from byestand.search.refute import Better, exists_better
from byestand.search.seating_problem import Problem, Score, Wishes, score
from byestand.search.seatings import GOALS, TRIALS, find_seating, least_competition
from byestand.search.switchers import Lines, counting_bound
from byestand.search.three_sessions import find_three, repeats_bound
from byestand.verify.sessions import Account, Session, account, judge_seating
from known_seatings import cases, event_of, table
from test_sessions import room_of


def first_problem(event: Event) -> Problem:
    return event.problem((event.opening, None), 1)


def lines_of(name: str) -> Lines:
    event = event_of(name)
    lines = event.lines(0)
    assert lines is not None
    return lines


def some_seating(problem: Problem, seed: int) -> list[int]:
    change = changes(problem)
    assert not isinstance(change, Impossible)
    return opening(problem, change, random.Random(seed))  # noqa: S311 - no secret


def judged(event: Event, *seatings: tuple[int, ...]) -> Account:
    sessions = zip(event.rooms, (event.opening, *seatings), strict=True)
    return account([Session(room, seats) for room, seats in sessions])


@pytest.mark.parametrize("rooms", [("W1309",), ("M0909", "W1209"), ("W1208ER",)])
def test_the_search_counts_as_the_judge_does(rooms: tuple[str, ...]) -> None:
    """Totals, maxima, pairs never compared, and the sum that stands for balance."""
    room = room_of(*rooms)
    event = make_event((room, room))
    problem = first_problem(event)
    for seed in range(5):
        seats = some_seating(problem, seed)
        worth = score(problem, seats)
        result = judged(event, tuple(seat + 1 for seat in seats))
        assert (worth.total, worth.most, worth.never) == (result.total, result.most, len(result.never))
        assert result.balance == pytest.approx(highest_balance(event, worth.competition))


def test_the_search_counts_phantoms_and_three_sessions_as_the_judge_does() -> None:
    room = Sections((find("W1209", missing=("N12",)),))
    event = make_event((room, room, room))
    second = tuple(seat + 1 for seat in some_seating(event.problem((event.opening, None, None), 1), 1))
    problem = event.problem((event.opening, second, None), 2)
    seats = some_seating(problem, 2)
    worth, result = score(problem, seats), judged(event, second, tuple(seat + 1 for seat in seats))
    assert (worth.total, worth.most, worth.never) == (result.total, result.most, len(result.never))


@pytest.mark.parametrize(
    "weights",
    [
        Weights(),
        Weights(total=0, excess=1, cap=2),
        Weights(total=0, never=1),
        Weights(total=0, balance=1),
        Weights(total=1, excess=0.5, cap=1, never=0.3, balance=0.2),
    ],
)
def test_what_an_exchange_costs_is_what_counting_anew_gives(weights: Weights) -> None:
    """A hundred exchanges, of the same and of different directions, and with people to be kept apart."""
    room = room_of("M0909", "W1209")
    event = make_event((room, room), Wishes(apart=frozenset({0, 5, 20, 30})))
    problem = first_problem(event)
    chain = Chain(problem, some_seating(problem, 4), weights)
    chance = random.Random(5)  # noqa: S311 - no secret

    def cost() -> float:
        worth = score(problem, chain.seats)
        again = Chain(problem, list(chain.seats), Weights()).again
        excess = sum(max(0, n - weights.cap) for n in again) if weights.excess else 0
        parts = (weights.total * worth.total, weights.excess * excess, weights.never * worth.never)
        balance = chain.unit * worth.competition if weights.balance else 0
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
            assert fewest_common(one, other, Limits(16, line), Clock(60)) == best


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
    [("W1309", Better(2)), ("W171312", Better(5)), ("W1612", Better(16, most=1)), ("W1209", Better(7))],
)
def test_better_seatings_are_refuted_by_exhausted_search(name: str, wanted: Better) -> None:
    """13 × 9 has no fewer than 3, 17 × 12 no fewer than 6; in 16 × 12 somebody has two."""
    lines = lines_of(name)
    assert not exists_better(lines, lines, lines.tables // 2, wanted, Clock(60))


def test_a_seating_that_exists_is_not_refuted() -> None:
    lines = lines_of("W1209")
    assert exists_better(lines, lines, 6, Better(8, full_contact=True), Clock(60))


def test_a_proof_out_of_time_is_none() -> None:
    lines = lines_of("W1813")
    with pytest.raises(OutOfTimeError):
        exists_better(lines, lines, 9, Better(11), Clock(0.0))


def shipped() -> dict[tuple[str, str], Known]:
    return {(known.name, known.goal): known for known in every_known()}


def test_everything_shipped_is_in_order_and_as_good_as_it_says() -> None:
    """Every seating is judged, every bound kept; what claims the counting bound has it."""
    events: dict[str, Event] = {}
    for known in every_known():
        event = events.setdefault(known.name, event_of(known.name))
        problem = first_problem(event)
        assert known.print == fingerprint(problem)
        first, second = (Session(room, s) for room, s in zip(event.rooms, (event.opening, known.seats), strict=True))
        assert judge_seating(first, second) == (), known.name
        result = account([first, second])
        assert result.total >= known.total.bound, known.name
        figures = {"total": result.total, "max": result.most, "contact": len(result.never)}
        if known.goal == "balance":
            assert known.leading.bound == pytest.approx(least_competition(problem), rel=1e-5), known.name
        else:
            assert figures[known.goal] >= known.leading.bound, known.name


def test_counting_bounds_shipped_are_those_computed() -> None:
    for known in every_known():
        if known.total.argument == "counting bound" and known.goal == "total":
            lines = lines_of(known.name)
            assert counting_bound(lines, lines, lines.tables // 2) == known.total.bound, known.name


def test_the_table_in_the_docs_is_what_is_shipped() -> None:
    """``python tests/known_seatings.py table`` writes it."""
    page = (Path(__file__).parent.parent / "docs" / "crossovers.md").read_text("utf-8")
    assert "\n".join(["", *table(), ""]) in page


def test_all_sizes_from_8_to_30_tables_are_shipped() -> None:
    assert {(name, goal) for _, _, name in cases() for goal in GOALS} <= set(shipped())


@pytest.mark.parametrize(
    ("name", "total", "proved", "most", "with_most", "contact"),
    [
        ("W1813", 12, True, 1, 14, 16),
        ("W1613", 40, True, 3, 40, 40),
        ("W2013", 0, True, 0, 0, 8),
        ("W1412", 46, True, 4, 46, 46),
        ("W1612", 16, True, 2, 16, 16),
        ("W1209", 8, True, 1, 8, 8),
    ],
)
def test_single_sections_reach_the_known_optima(
    name: str, total: int, proved: bool, most: int, with_most: int, contact: int
) -> None:
    """Fewest playbacks, smallest maximum (and playbacks then), playbacks with everybody compared."""
    known, event = shipped(), event_of(name)
    by_total, by_most, by_contact = (judged(event, known[name, goal].seats) for goal in GOALS[:3])
    assert by_total.total == total
    assert (known[name, "total"].total.bound == total) == proved
    assert (by_most.most, by_most.total) == (most, with_most)
    assert known[name, "max"].leading.bound == most
    assert (by_contact.never, by_contact.total) == ((), contact)


def test_full_contact_of_18_by_13_is_proved_to_need_16() -> None:
    assert shipped()["W1813", "contact"].total.bound == 16


def test_an_optimum_is_found_and_proved_afresh() -> None:
    """Without looking it up: 10 × 9 has 30 by the counting bound, and the same seating every time."""
    event = event_of("W1009")
    problem = first_problem(event)
    found = [find_seating(problem, ("total",), seconds=60, earlier=event.lines(0)) for _ in "12"]
    assert isinstance(found[0], Found)
    assert isinstance(found[1], Found)
    assert found[0].thing == found[1].thing
    assert found[0].thing.proved
    assert found[0].thing.score.total == 30
    assert found[0].how == "proved best: counting bound"


def test_an_optimum_above_the_counting_bound_is_proved_by_exhausted_search() -> None:
    event = event_of("W1309")
    found = find_seating(first_problem(event), ("total",), seconds=60, earlier=event.lines(0))
    assert isinstance(found, Found)
    assert found.thing.score.total == 3
    assert found.thing.total.argument == "exhausted search"
    assert found.thing.proved


def test_little_time_still_gives_a_seating_and_claims_no_proof() -> None:
    event = event_of("W1813")
    found = find_seating(first_problem(event), ("total",), seconds=0.0, earlier=event.lines(0))
    assert isinstance(found, Found)
    assert not found.thing.proved
    assert sorted(found.thing.seats) == list(range(1, 37))
    assert found.how == "a better one may exist"


def test_progress_is_told_and_never_worse() -> None:
    told: list[Score] = []
    event = event_of("W0805")
    find_seating(first_problem(event), seconds=1, earlier=event.lines(0), progress=lambda worth, _: told.append(worth))
    assert [worth.total for worth in told] == sorted((worth.total for worth in told), reverse=True)
    assert len(told) > 1


def test_wishes_are_heeded() -> None:
    """Three who stay, two who change, four who should not meet."""
    room = room_of("W0805")
    wishes = Wishes(frozenset({0, 1, 8}), frozenset({3, 10}), frozenset({0, 5, 9, 14}))
    event = make_event((room, room), wishes)
    problem = first_problem(event)
    assert look_up(problem, "total") is None
    found = find_seating(problem, seconds=3, earlier=event.lines(0))
    assert isinstance(found, Found)
    ways = [room.directions[seat - 1] for seat in found.thing.seats]
    assert [ways[p] for p in (0, 1, 8, 3, 10)] == [0, 0, 1, 1, 0]
    assert found.thing.score.clashes == 0


def test_more_than_half_cannot_stay() -> None:
    room = room_of("W1209")
    event = make_event((room, room), Wishes(stay=frozenset(range(7))))
    outcome = find_seating(first_problem(event), seconds=0.1)
    assert isinstance(outcome, Impossible)
    assert outcome.because == "of 12 NS pairs 6 keep their direction, not 7"


def test_sessions_need_as_many_pairs() -> None:
    with pytest.raises(BadRequest, match="all sessions need as many pairs, not 36, 26"):
        Event((room_of("W1813"), room_of("W1309")))


def test_three_sessions_are_found_with_few_repeats() -> None:
    """8 × 5: 3·8·5 - 1.5·64 = 24 at the least."""
    room = room_of("W0805")
    event = make_event((room, room, room))
    assert repeats_bound(event) == 24
    found = find_three(event, seconds=6)
    assert isinstance(found, Found)
    second, third = found.thing
    assert 24 <= judged(event, second, third).total <= 40
    for seats in found.thing:
        assert judge_seating(Session.first(room), Session(room, seats)) == ()


def test_sections_of_unequal_sizes_with_skips_are_playback_free() -> None:
    """8 + 12 tables, 8 rounds: the recipe leaves one playback."""
    room = room_of("M0808", "W1208")
    event = make_event((room, room))
    problem = first_problem(event)
    found: list[tuple[int, ...]] = []

    def visit(seats: list[int]) -> bool:
        if not score(problem, seats).total:
            found.append(tuple(seat + 1 for seat in seats))
        return bool(found)

    for seed in range(20):
        if not found:
            start, trials = some_seating(problem, seed), TRIALS * problem.size
            anneal(problem, start, Weights(), seed=seed, trials=trials, deadline=time.monotonic() + 60, visit=visit)
    assert judged(event, found[0]).total == 0
