"""The sessions of seeds/repair_cases.json as cells, with the best known numbers of lost tables and repeats."""

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from tests.support.irregular_nights import Cells, WrongNight
from tests.support.paths import SEEDS
from tests.support.random_mishaps import Mishap, moved_ew
from tests.support.repair_command import plan_of

CASES: dict[str, dict[str, Any]] = {
    case["case"]: case for case in json.loads((SEEDS / "repair_cases.json").read_text(encoding="utf-8"))["cases"]
}
Happened: TypeAlias = Callable[[dict[str, Any], WrongNight], Cells]


class SeedCase(NamedTuple):
    """A case: the rounds played, its cells, or a pair that left; and the limits for lost tables and repeats."""

    rounds_more: int
    """Rounds played between the round of the case and the report to the director."""
    mishap: Happened
    best: tuple[int, int]
    departures: frozenset[str] = frozenset()
    changed_tables: int = 0
    """The maximum number of tables affected by the best known repair."""


def _wrong_set(case: dict[str, Any], night: WrongNight) -> Cells:
    place = case["round"], case["table"]
    return {place: night.plan[place]._replace(group=case["played"])}


def _exchange(case: dict[str, Any], night: WrongNight) -> Cells:
    one, two = ((case["round"], table) for table in case["tables"])
    a, b = night.plan[one], night.plan[two]
    return {one: a._replace(group=b.group), two: b._replace(group=a.group)}


def _move(by: int) -> Happened:
    return lambda _, night: moved_ew(night, range(night.after, night.after + 1), by)


GIVEN: Mapping[str, SeedCase] = {
    "bye stand passed by": SeedCase(0, _wrong_set, (0, 0), changed_tables=3),
    "bye stand passed by late": SeedCase(0, _wrong_set, (2, 0)),
    "two tables exchange boards": SeedCase(0, _exchange, (1, 0), changed_tables=1),
    "EW up two, one round played": SeedCase(1, _move(1), (0, 0), changed_tables=9),
    "skip called in an odd Mitchell": SeedCase(1, _move(1), (0, 11)),
    "skip forgotten, round 5 played": SeedCase(1, _move(-1), (0, 0)),
    "skip one round early": SeedCase(1, _move(1), (0, 0)),
    "EW4 leaves after round 5": SeedCase(0, lambda *_: {}, (4, 0), frozenset({"E4"})),
}


def seed_case(name: str) -> Mishap:
    """Return a case as a session with problems."""
    case, how = CASES[name], GIVEN[name]
    plan, copies = plan_of(case["movement"])
    after = (case["after"] if "after" in case else case["round"]) + how.rounds_more
    night = WrongNight(plan, after, departures=how.departures, copies=copies)
    return Mishap(
        case["movement"], name, WrongNight(plan, after, how.mishap(case, night), how.departures, copies=copies)
    )
