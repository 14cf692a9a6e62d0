"""Who checks the repairs is checked first: against nights solved by others, planted faults and plain counting."""

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import pytest

from tests.oracles.repair_checker import CheckedRepair, check_repair, differences
from tests.oracles.second_repairer import better_boards, better_seating, uniform_moves
from tests.support.irregular_nights import WrongNight
from tests.support.random_mishaps import HAPPENINGS, random_mishap
from tests.support.repair_command import plan_of
from tests.support.repair_seed_cases import CASES, GIVEN, seed_case


@pytest.mark.parametrize("name", GIVEN)
def test_the_plan_loses_what_the_given_cases_say(name: str) -> None:
    case, plan = CASES[name], check_repair(seed_case(name).night, {"changes": []})
    lost = case.get("lost_by_plan", case.get("lost_by_plan_after", case.get("lost")))
    assert [[*place] for place in plan.lost_count] == lost if isinstance(lost, list) else len(plan.lost_count) == lost
    assert plan.again == case.get("revenge_by_plan", 0)


def _solve(name: str, kind: str, figures: dict[str, Any]) -> dict[str, Any]:
    """Return a given solution as the command would print it, with the plan."""
    case, night = CASES[name], seed_case(name).night
    changes = [
        {"round": r, "table": t, "plan": [*night.plan[r, t].seats, plan], "now": [*night.plan[r, t].seats, now]}
        for r, t, plan, now in case["changes_round_table_plan_now"]
    ]
    told = {"kind": kind, "changes": changes, "instructed": case["tables_told"], "proved": True, "say": "Tell them."}
    lost = [
        {"round": r, "table": t, "plan": [*night.plan[r, t].seats, night.plan[r, t].group], "now": None}
        for r, t in case["lost_by_plan"]
    ]
    plan = {"kind": "plan", "changes": lost, "instructed": [], "proved": False, "say": "Go on.", "lost": 2}
    common = {"again": 0, "extra_shared": 0, "scope": "seats as planned"}
    return {"options": [common | told | figures, common | plan]}


def _stand_passed_by() -> dict[str, Any]:
    return _solve("bye stand passed by", "tables", {"lost": 0, "extra_shared": 5})


def test_a_night_solved_by_others_has_the_figures_they_tell() -> None:
    assert differences(seed_case("bye stand passed by").night, _stand_passed_by()) == []


def _leave_plan_out(printed: dict[str, Any]) -> None:
    del printed["options"][1]


def _turn_round(printed: dict[str, Any]) -> None:
    printed["options"].reverse()


def _set(key: str, value: object, option: int = 0) -> Callable[[dict[str, Any]], None]:
    return lambda printed: printed["options"][option].update({key: value})


def _set_change(number: int, key: str, value: object, option: int = 0) -> Callable[[dict[str, Any]], None]:
    return lambda printed: printed["options"][option]["changes"][number].update({key: value})


def _add_worse(printed: dict[str, Any]) -> None:
    """Tell table 4 of one change only: it loses as much as the plan."""
    best = printed["options"][0]
    printed["options"].append(best | {"changes": best["changes"][:1], "instructed": [4]})


def _say_twice(printed: dict[str, Any]) -> None:
    printed["options"].insert(0, printed["options"][0])


FAULTS = [
    (_leave_plan_out, "the plan is 0 times among the options"),
    (_turn_round, "(0, False, (2, 0, 0, 0, 0)) comes before (0, False, (0, 0, 3, 5, 9))"),
    (_set("lost", 1), "lost is 0, not 1"),
    (_set("again", 1), "again is 0, not 1"),
    (_set("extra_shared", 4), "extra_shared is 5, not 4"),
    (_set("instructed", [4, 5]), "instructed is [4, 5, 8], not [4, 5]"),
    (_set("say", " "), "it says nothing"),
    (_set("scope", "all"), "it is proved True for all"),
    (_set("proved", True, option=1), "option 2 is proved best for seats as planned, but option 1 (0, 0) is better"),
    (_set_change(0, "now", [4, 2, 4]), "N4 has seen group 4"),
    (_set_change(0, "now", [4, 2, 9]), "there is no group 9"),
    (_set_change(0, "now", [5, 2, 7]), "round 3: N5 sits twice"),
    (_set_change(0, "now", [4, 9, 7]), "['E9'] play, but 0 came"),
    (_set_change(0, "now", [4, 2, 5]), "N4 plays group 5 twice from now on"),
    (_set_change(0, "now", [4, 2, 6]), "(3, 4) is said to change and does not"),
    (_set_change(0, "plan", [4, 2, 7]), "(3, 4) was planned as"),
    (_set_change(0, "round", 2), "(2, 4) is no round that is left"),
    (_set_change(0, "now", [4, 2, 4]), "round 3: 2 more sets are shared than planned"),
    (_set_change(0, "table", 5), "(3, 5) is changed 2 times"),
    (
        _set_change(0, "now", [4, 2, 7], option=1),
        "the plan loses [(3, 4), (6, 8)], not [(4, 4), (6, 8), (7, 8)], and changes [4]",
    ),
    (_add_worse, "option 2 (2, 0, 0, 0, 0) beats option 3 (3, 0, 0, 1, 1)"),
    (_say_twice, "option 2 is option 1 again"),
]


@pytest.mark.parametrize(("fault", "sentence"), FAULTS)
def test_every_planted_fault_is_found(fault: Callable[[dict[str, Any]], None], sentence: str) -> None:
    printed = _stand_passed_by()
    fault(printed)
    found = differences(seed_case("bye stand passed by").night, printed)
    assert any(sentence in difference for difference in found), found


def test_whoever_has_left_may_not_be_told_to_play() -> None:
    night = seed_case("EW4 leaves after round 5").night
    change = {"round": 6, "table": 9, "plan": [9, 4, 5], "now": [9, 4, 6]}
    option = {"kind": "tables", "changes": [change]} | dict.fromkeys(("lost", "again", "extra_shared"), 0)
    found = differences(
        night, {"options": [option | {"instructed": [9], "proved": False, "scope": "any seating", "say": "?"}]}
    )
    assert "option 1 (tables): round 6: E4 has left" in found


@pytest.mark.parametrize(
    ("second", "sentence"),
    [
        ([10, 4, 4], "['E10', 'N10'], one pair, are in two seats in round 2"),
        ([10, 3, 2], "['E10', 'N10'], one pair, are twice at group 2"),
    ],
)
def test_a_pair_that_came_and_sits_either_way_is_one_pair(second: list[int], sentence: str) -> None:
    """Its number follows on either line; it neither sits twice in a round nor meets boards twice."""
    plan, _ = plan_of("M0909")
    night = WrongNight(plan, 1, late_pairs=1)
    round = 2 if second[2] == 4 else 3
    seats = [(2, 1, [1, 10, 2]), (round, 5, second)]
    changes = [
        {"round": r, "table": t, "plan": [*plan[r, t].seats, plan[r, t].group], "now": now} for r, t, now in seats
    ]
    option: dict[str, Any] = {"kind": "two-way", "changes": changes, "instructed": [1, 5], "proved": False}
    option |= {"lost": 0, "again": 0, "extra_shared": 0, "scope": "any seating", "say": "?"}
    assert f"option 1 (two-way): {sentence}" in differences(night, {"options": [option]})


@pytest.mark.parametrize("what", HAPPENINGS)
def test_mishaps_can_have_happened_and_are_the_same_for_the_same_seed(what: str) -> None:
    plan, copies = plan_of("W0605")
    several = [random_mishap("W0605", plan, copies, Random(seed)) for seed in range(90)]  # noqa: S311 - no secret
    assert [str(mishap) for mishap in several] == [
        str(random_mishap("W0605", plan, copies, Random(seed)))  # noqa: S311 - no secret
        for seed in range(90)
    ]
    assert what in {mishap.report for mishap in several}
    assert all(bool(mishap.night.differing_cells) is (mishap.report != "nothing") for mishap in several)


def _minimum(night: WrongNight) -> tuple[int, int]:
    """Return the least lost and met again with seats as planned: every group or none in every cell, all ways."""
    cells = {p: c for p, c in night.ahead.items() if c.played and not night.departures.intersection(night.seated_at(c))}
    unseen = [
        [
            0,
            *(
                g
                for g in range(1, night.groups + 1)
                if not any((who, g) in night.known_groups for who in night.seated_at(cell))
            ),
        ]
        for cell in cells.values()
    ]
    best = len(night.ahead), 0
    for groups in product(*unseen):
        told = {p: c._replace(group=g) for (p, c), g in zip(cells.items(), groups, strict=True) if g}
        plays = [(who, cell.group) for cell in told.values() for who in night.seated_at(cell)]
        how = CheckedRepair(night, told)
        fits = all(
            how.extra_in(r) <= night.extra and max(night.uses(r, told).values(), default=0) <= 2 * night.copies
            for r in range(night.after + 1, night.rounds + 1)
        )
        if fits and len(plays) == len(set(plays)):
            best = min(best, how.figures[:2])
    return best


@pytest.mark.parametrize("name", ["M0303", "W0403", "H0304", "M0404R", "H0303S"])
def test_the_second_engine_finds_what_trying_everything_finds(name: str) -> None:
    plan, copies = plan_of(name)
    random, small = Random(name), 0  # noqa: S311 - no secret
    while small < 6:
        night = random_mishap(name, plan, copies, random).night
        if len(night.ahead) > 6:
            continue
        small += 1
        least = _minimum(night)
        assert better_boards(night, *least) is None
        assert least == (0, 0) or better_boards(night, least[0], least[1] + 1) is not None
        assert better_seating(night, least[0] + 1, 0) is not None


def test_moving_alike_heals_what_others_found_it_to_heal() -> None:
    """EW up two in an odd Mitchell: nothing is lost and nobody meets again."""
    assert uniform_moves(seed_case("EW up two, one round played").night, 0, 1)
