"""A search that ran out of time is reported as such, and its result is never cached."""

import ast
import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

import byestand
from byestand.catalog import find, lookup, parse, rovers_by_name
from byestand.errors import NotFoundInTime
from byestand.job import Job
from byestand.model.movement import Movement
from byestand.plan import Room, plan
from byestand.plan.choosing import candidates
from byestand.plan.choosing.arrangements import Arrangement, arrangements
from byestand.plan.choosing.candidate import Candidate
from byestand.plan.choosing.candidates import candidate
from byestand.search import Found, Impossible, OutOfTime, RoverRoute, cache_settled, find_rover, late_answers
from byestand.server.jobs import pool
from byestand.server.jobs.cache import Cache
from byestand.server.jobs.job_results import Done, JobPage, PackedResult, refusal
from byestand.server.pages.movement import library
from byestand.server.pages.plan import view as tonight
from byestand.server.pages.what_if import view as change
from byestand.server.web.query import Pairs

Outcome = Found[RoverRoute] | Impossible | OutOfTime
LATE = "no rover found for W1812 in 10 s; one may exist"


@pytest.fixture
def slow_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first search for a rover runs out of time, all others have enough; nothing is known from before."""
    searches: list[Movement] = []

    def search(movement: Movement, *, rounds: int | None = None) -> Outcome:
        searches.append(movement)
        return OutOfTime(10.0) if len(searches) == 1 else find_rover(movement, rounds=rounds)

    monkeypatch.setattr(rovers_by_name, "find_rover", search)
    kept = (
        (rovers_by_name, "one_way_route"),
        (rovers_by_name, "two_way_route"),
        (lookup, "_make_named"),
        (candidates, "_judged_sections"),
    )
    for module, cached in kept:
        afresh = cache_settled(64)(getattr(module, cached).__wrapped__)
        monkeypatch.setattr(module, cached, afresh)


@pytest.mark.usefixtures("slow_once")
def test_a_rover_not_found_in_time_is_found_when_asked_for_again() -> None:
    with pytest.raises(NotFoundInTime, match=LATE) as late:
        find("W1812ER")
    assert late.value.seconds == 10
    assert late.value.exit_code == 4
    assert refusal(late.value).status == 503
    assert find("W1812ER").rover


@pytest.mark.usefixtures("slow_once")
def test_a_two_way_rover_waits_until_it_is_known_that_one_side_will_not_do() -> None:
    """W0909 has no one-way rover; while that is unknown, no two-way route may get the code."""
    with pytest.raises(NotFoundInTime, match=r"^no two-way rover found for W0909 in 10 s; one may exist$"):
        find("W0909TR")
    assert find("W0909TR").rover


@pytest.mark.usefixtures("slow_once")
def test_a_way_is_found_or_impossible_or_late_each_with_its_reason() -> None:
    assert Arrangement((parse("W1812ER"),)).sections() == OutOfTime(10.0, LATE)
    match Arrangement((parse("W1812ER"),)).sections():
        case Found((judged,)):
            assert judged.movement.name == "W1812ER"
        case other:
            pytest.fail(f"{other}")
    reason = "an odd number of tables needs an odd number of deal groups"
    assert Arrangement((parse("W1912"),)).sections() == Impossible(reason, "theorem")
    match Arrangement((parse("M1010ER"),)).sections():
        case Impossible(because, "exhausted search"):
            assert "was tried" in because
        case other:
            pytest.fail(f"{other}")


@pytest.mark.usefixtures("slow_once")
def test_a_candidate_that_was_late_is_one_the_next_time() -> None:
    room = Room(38, range(24, 25))
    assert candidate(Arrangement((parse("W1812ER"),)), 2, room) == OutOfTime(10.0, LATE)
    assert isinstance(candidate(Arrangement((parse("W1812ER"),)), 2, room), Candidate)


@pytest.mark.usefixtures("slow_once")
def test_a_plan_tells_what_was_late_and_has_it_the_next_time() -> None:
    room = Room(38, range(24, 25), range(2, 3))
    first, second = plan(room), plan(room)
    assert first.not_in_time == (LATE,)
    assert "W1812ER" not in [str(choice.candidate.arrangement) for choice in first.choices]
    assert second.not_in_time == ()
    assert "W1812ER" in [str(choice.candidate.arrangement) for choice in second.choices]


@pytest.mark.parametrize(
    ("answer", "searches"), [(Found(1), 1), (Impossible("it is proved", "theorem"), 1), (OutOfTime(10.0), 3)]
)
def test_found_and_impossible_are_searched_for_once_and_what_was_late_again(answer: object, searches: int) -> None:
    asked = []

    @cache_settled(8)
    def search(name: str) -> object:
        asked.append(name)
        return answer

    with late_answers() as outer, late_answers() as late:
        assert [search("W1812") for _ in range(3)] == [answer] * 3
    assert len(asked) == searches
    assert late == outer == ([answer] * 3 if isinstance(answer, OutOfTime) else [])


def test_no_other_cache_can_keep_that_time_ran_out() -> None:
    """A cache of the standard library is never put on a function that may answer so; properties do not search."""
    source = Path(byestand.__file__).parent
    cached = [
        (path.name, node.name, ast.unparse(node.returns) if node.returns else "")
        for path in source.rglob("*.py")
        if "cache" in (text := path.read_text("utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef)
        for mark in map(ast.unparse, node.decorator_list)
        if "cache" in mark and mark != "cached_property" and not mark.startswith("cache_settled(")
    ]
    assert len(cached) > 10
    assert [found for found in cached if "OutOfTime" in found[2] or "None" in found[2].split(" | ")] == []


def answer_of(page: Job[[Pairs], JobPage], *pairs: tuple[str, str]) -> Done[JobPage]:
    found = pool.run_job(page, (pairs,), {})
    assert isinstance(found, PackedResult)
    return found.unpack()


QUESTIONS: dict[str, Callable[[], Done[JobPage]]] = {
    "a plan": lambda: answer_of(tonight.content, ("pairs", "38"), ("boards", "24"), ("per_round", "2")),
    "somebody walked in": lambda: answer_of(change.content, ("now", "W1812"), ("pairs", "38")),
    "the library": lambda: answer_of(library.content, ("tables", "19"), ("groups", "12"), ("rovers", "1")),
}


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.usefixtures("slow_once")
def test_the_server_keeps_no_answer_for_which_time_ran_out(question: str) -> None:
    cache, late = Cache(), list[bool]()

    async def ask() -> JobPage:
        async def make() -> Done[JobPage]:
            done = QUESTIONS[question]()
            late.append(done.ran_out_of_time)
            return done

        return await cache.get(question.encode(), make)

    async def ask_three_times() -> list[JobPage]:
        return [await ask() for _ in range(3)]

    _, found, again = asyncio.run(ask_three_times())
    assert late == [True, False]
    assert b"W1812ER" in found.body
    assert again is found


def test_every_way_that_is_considered_is_one_the_catalogue_can_answer_and_is_considered_once() -> None:
    for tables in (2, 3, 7, 10, 16):
        for rounds in (1, 2, tables - 1, tables, tables + 1):
            for half in (False, True):
                found = list(arrangements(tables, rounds, half=half, sections=2))
                assert len(found) == len(set(found))
                for way in found:
                    assert isinstance(way.sections(), (Found, Impossible)), str(way)
