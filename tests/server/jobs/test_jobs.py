"""Jobs: which results are cached, what a job sees of a session, and that a worker can find every job."""

import asyncio
import pickle
import pkgutil
import tracemalloc
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, get_args

import pytest

import byestand.server
import byestand.session
from byestand.errors import BadRequest, RequestRefused
from byestand.job import Job, job
from byestand.model.setup import CatalogMovement, SectionSetup, SessionSetup
from byestand.night.state import NightState, Part
from byestand.server.jobs.cache import Cache, fingerprint
from byestand.server.jobs.job_results import Done, JobPage, PackedResult
from byestand.server.services import Services
from byestand.server.storage.nights import VisibleNights
from byestand.server.storage.sqlite import SqliteDatabase
from byestand.server.storage.store import Store, open_store
from tests.support.crawler import InThisProcess
from tests.support.people import entry_texts, typed_names
from tests.support.setups import session_setup

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class SmallState:
    """A session in which each part is one word."""

    revisions: Mapping[Part, int] = field(default_factory=lambda: dict.fromkeys(get_args(Part), 1))
    words: Mapping[Part, str] = field(default_factory=lambda: {part: f"first {part}" for part in get_args(Part)})

    def only(self, parts: frozenset[Part]) -> "SmallState":
        return replace(self, words={part: word for part, word in self.words.items() if part in parts})

    def with_change(self, part: Part, word: str) -> "SmallState":
        revisions = {**self.revisions, part: max(self.revisions.values()) + 1}
        return replace(self, revisions=revisions, words={**self.words, part: word})


@dataclass(frozen=True)
class Snapshot:
    id: int
    state: NightState


@dataclass(frozen=True)
class SmallNight:
    id: int = 1
    state: SmallState = field(default_factory=SmallState)

    def with_change(self, part: Part, word: str) -> "SmallNight":
        return replace(self, state=self.state.with_change(part, word))


@job("quick", reads={"setup"})
def setup_words(id: int, state: SmallState, greeting: str) -> str:
    return f"{greeting} {id}: {' '.join(state.words.values())}"


@job("quick", reads={"setup", "results"})
def results_words(id: int, state: SmallState) -> tuple[str, ...]:
    return (str(id), *sorted(state.words.values()))


@job("quick", reads={"setup", "notes"})
def seen_parts(id: int, state: NightState) -> tuple[str, ...]:
    names = [name for section in state.setup.sections for name in typed_names(section).values()]
    return (str(id), *names, state.notes, state.wall_message, f"released: {state.is_released}")


@job("quick")
def refuse() -> str:
    raise BadRequest("say how many pairs there are")


@job("quick")
def unpicklable() -> Callable[[], None]:
    return lambda: None


class CallCounter(InThisProcess):
    """Counts how often each job was run."""

    def __init__(self) -> None:
        super().__init__()
        self.runs: Counter[str] = Counter()

    async def work(self, job: Job[P, T], *args: P.args, **kwargs: P.kwargs) -> Done[T]:
        self.runs[job.name[1]] += 1
        return await super().work(job, *args, **kwargs)


@pytest.fixture
def services() -> Services:
    found = Services(Store(SqliteDatabase(None)))
    found.pool = CallCounter()
    return found


def runs(services: Services) -> dict[str, int]:
    assert isinstance(services.pool, CallCounter)
    return dict(services.pool.runs)


def done(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


class TestNights:
    def test_a_job_that_reads_only_the_setup_is_run_again_when_the_setup_changes_and_not_for_results(
        self, services: Services
    ) -> None:
        night = SmallNight()

        async def story() -> list[str]:
            later = night.with_change("results", "typed")
            repaired = later.with_change("setup", "repaired")
            return [await services.run_for_night(setup_words, one, "Night") for one in (night, later, repaired)]

        assert done(story()) == ["Night 1: first setup", "Night 1: first setup", "Night 1: repaired"]
        assert runs(services) == {"setup_words": 2}

    def test_a_job_that_reads_results_is_run_again_for_each_of_them(self, services: Services) -> None:
        night = SmallNight()

        async def story() -> list[tuple[str, ...]]:
            later = night.with_change("results", "typed").with_change("clock", "round 2")
            return [await services.run_for_night(results_words, one) for one in (night, night, later, later)]

        assert done(story())[2:] == [("1", "first setup", "typed")] * 2
        assert runs(services) == {"results_words": 2}

    def test_nights_and_arguments_are_told_apart(self, services: Services) -> None:
        async def story() -> set[str]:
            nights = SmallNight(1), SmallNight(2)
            return {await services.run_for_night(setup_words, one, word) for one in nights for word in ("a", "b")}

        assert len(done(story())) == 4

    @pytest.mark.parametrize("part", get_args(Part))
    def test_a_job_sees_no_part_that_it_does_not_read(self, part: Part, services: Services) -> None:
        night = SmallNight().with_change(part, "changed")
        seen = done(services.run_for_night(results_words, night))
        assert ("changed" in seen) is (part in results_words.reads)

    def test_a_job_about_a_stored_night_is_given_the_parts_that_it_reads(self, services: Services) -> None:
        section = SectionSetup("A", CatalogMovement("W0605"), contestants=entry_texts({"N1": "Anna"}))
        setup = SessionSetup(sections=(section,))
        state = NightState(setup=setup, notes="late start", wall_message="Break", is_released=True)
        night = Snapshot(7, state)
        assert done(services.run_for_night(seen_parts, night)) == ("7", "late start", "", "released: False")

    def test_the_number_of_a_deleted_night_is_never_used_again(self, tmp_path: Path) -> None:
        """So a cached result of a deleted night belongs to a number that no address finds."""
        nights = VisibleNights(open_store(tmp_path / "nights.sqlite"))
        first = nights.add(session_setup("One"))
        nights.throw_away(first)
        assert nights.add(session_setup("Another")) > first


class TestResults:
    def test_every_job_is_found_by_the_name_under_which_it_travels(self) -> None:
        modules = [
            import_module(one.name)
            for package in (byestand.server, byestand.session)
            for one in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        ]
        jobs = {id(one): one for module in modules for one in vars(module).values() if isinstance(one, Job)}.values()
        assert len(jobs) > 40
        for one in jobs:
            assert pickle.loads(pickle.dumps(one)) is one  # noqa: S301 - made here

    def test_refusals_and_results_that_cannot_travel_are_sentences(self, services: Services) -> None:
        with pytest.raises(RequestRefused, match="say how many pairs there are") as no:
            done(services.run(refuse))
        assert no.value.status == 400
        with pytest.raises(RequestRefused) as fault:
            done(services.run(unpicklable))
        assert fault.value.status == 500

    def test_values_of_many_objects_weigh_more_than_their_pickles(self) -> None:
        page = PackedResult.pack(JobPage(bytes(10_000), "Title"), late=False)
        pairs = PackedResult.pack(tuple((number, str(number)) for number in range(1_000)), late=False)
        assert page.unpack().size == len(page.contents)
        tracemalloc.start()
        done = pairs.unpack()
        taken, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert len(done.value) == 1_000
        assert len(pairs.contents) < taken <= done.size

    def test_large_results_leave_together_no_more_than_there_is_room_for(self) -> None:
        async def story() -> list[int]:
            cache, made = Cache(max_bytes=100_000), list[int]()

            async def ask(number: int, size: int) -> None:
                async def make() -> Done[int]:
                    made.append(number)
                    return Done(number, size)

                assert await cache.get(bytes([number]), make) == number

            for number in (1, 2, 3, 4, 5, 1, 5):
                await ask(number, 20_000)
            for _ in range(2):
                await ask(6, 30_000)  # more than a quarter of the room
            return made

        assert asyncio.run(story()) == [1, 2, 3, 4, 5, 1, 6, 6]


class TestFingerprints:
    def test_different_values_have_different_ones(self) -> None:
        values: list[object] = [
            SmallNight(1), SmallNight(2), SmallNight(1).with_change("wall", "late"), {"a": 1}, {"a": 2}, {1: "a"},
            frozenset({1, 2}), frozenset({1}), (1, 2), [1, 2], True, 1, 1.0, "1", b"1", Fraction(1), None, range(1),
        ]  # fmt: skip
        for one, other in combinations(values, 2):
            assert fingerprint(one) != fingerprint(other), (one, other)

    def test_equal_values_have_the_same(self) -> None:
        assert fingerprint({"a": 1, "b": 2}) == fingerprint({"b": 2, "a": 1})
        assert fingerprint(frozenset("abc")) == fingerprint(frozenset("cba"))
        assert fingerprint(SmallNight()) == fingerprint(SmallNight())

    def test_an_object_that_says_nothing_about_its_value_has_none(self) -> None:
        with pytest.raises(TypeError, match="no job takes an argument of this type: object"):
            fingerprint(object())
