"""Plans as programs read them: plain data, ready for json. The keys are documented in docs/reference.md.

Plans, what-ifs, and movements side by side, measure by measure, in the order they were named.
"""

from collections.abc import Sequence

from byestand.catalog import find_judged, is_for_players
from byestand.errors import BadRequest
from byestand.model.claims import Route
from byestand.model.judged import Judged
from byestand.plan.changing.what_if import WhatIf
from byestand.plan.choosing.candidate import skip_round
from byestand.plan.choosing.planner import Choice, Plan
from byestand.plan.choosing.room import Room
from byestand.plan.switching import one_winner
from byestand.verify import judge
from byestand.verify.measures import Measures, copies, measure, relays
from byestand.words.numbers import between


def plan_data(chosen: Plan) -> dict[str, object]:
    """Return a plan as plain data, the best candidate first."""
    return {
        "room": _room(chosen.room),
        "candidates": [choice_data(choice) for choice in chosen.choices],
        "mitchell": chosen.mitchell,
        "more_boards": chosen.more_boards,
        "notes": list(chosen.notes),
        "not_in_time": list(chosen.not_in_time),
    }


def what_if_data(now: str, room: Room, ways: Sequence[WhatIf]) -> dict[str, object]:
    """Return ways to go on as plain data."""
    found = [
        choice_data(way.choice) | {"kind": way.kind, "reboarded_tables": list(way.reboarded), "words": list(way.words)}
        for way in ways
    ]
    return {"now": now, "room": _room(room), "candidates": found}


def choice_data(choice: Choice) -> dict[str, object]:
    """Return one candidate as plain data."""
    made = choice.candidate
    return {
        "rank": choice.rank,
        "name": " + ".join(map(str, made.way.names)),
        "sections": list(map(str, made.way.names)),
        "missing": list(made.way.missing),
        "rounds": made.rounds,
        "boards_per_round": made.boards_per_round,
        "boards_played": made.boards_played,
        "boards_in_play": made.boards_in_play,
        "boards_off": made.boards_off,
        "boards_missed": made.boards_missed,
        "extra_groups": made.extra_groups,
        "cases": made.cases,
        "boards_to_deal": made.copies.total * made.boards_per_round,
        "apples_and_oranges": round(made.apples_and_oranges, 6),
        "skip_after": made.skip_round,
        "rover": made.has_rover,
        "party_table": made.has_party_table,
        "stationary_pairs": len(made.staying),
        "built_into_acblscore": made.is_built_into_acblscore,
        "switched_rounds": list(made.switching.rounds) if made.switching else [],
        "balance": round(made.balance, 4),
        "winners": 1 if made.one_winner else 2,
        "guide_cards": made.needs_guide_cards,
        "points": {name: round(amount, 3) for name, amount in choice.points.items()},
        "cost": round(choice.cost, 3),
        "reason": choice.reason,
    }


def _room(room: Room) -> dict[str, object]:
    return {
        "pairs": room.pairs,
        "boards": [room.boards[0], room.boards[-1]],
        "boards_per_round": [room.per_round[0], room.per_round[-1]],
        "cases": room.cases,
        "cases_assumed": room.cases_at_hand,
        "winners": room.winners if room.winners == "any" else int(room.winners),
        "scoring": room.scoring,
        "stationary": room.stationary,
        "seats": [str(seat) for seat in room.seats],
        "extra_groups": room.extra_groups,
        "sections": room.sections,
    }


Row = tuple[str, tuple[str, ...]]
"""What is measured, and the figure of each movement."""


def compare(
    names: Sequence[str], boards_per_round: int, *, cases: int | None = None, is_one_winner: bool = False
) -> tuple[Row, ...]:
    """Return the rows of the comparison; with one winner the arrow is switched where the balance is best."""
    for name in filter(is_for_players, names):
        raise BadRequest(f"movements for pairs stand side by side, and single players have others to compare: {name!r}")
    found = [find_judged(name) for name in names]
    if is_one_winner:
        found = [
            judge(one_winner(one.movement).movement) if len(one.movement.field.lines) > 1 else one for one in found
        ]
    columns = [_column(one, boards_per_round, cases) for one in found]
    return tuple((label, tuple(column[label] for column in columns)) for label in columns[0])


def _column(judged: Judged, per_round: int, cases: int | None) -> dict[str, str]:
    movement, measures, need = judged.movement, measure(judged), copies(judged, cases=cases)
    skip, roams = skip_round([movement]), bool(movement.claimed(Route))
    fewer = len(measures.factored_groups) * per_round
    shared = (
        f"in {need.rounds_with_sharing} rounds"
        if need.rounds_with_sharing
        else "two, all night"
        if relays(movement)
        else "no"
    )
    return {
        "movement": movement.name,
        "tables": str(movement.tables),
        "pairs": str(len(movement.field.present)),
        "rounds": str(movement.rounds),
        "boards played": str(movement.rounds * per_round),
        "boards in play": str(measures.groups_in_play * per_round),
        "apples and oranges": f"{100 * measures.apples_and_oranges:.1f} %",
        "cases": str(need.cases),
        "boards to deal at least": str(need.total * per_round),
        "tables share": shared,
        "times a board is played": between([plays for plays in measures.plays_per_group if plays]),
        "boards factored": str(fewer) if fewer else "none",
        "balance within a line": f"{min(measures.line_balance):.1f}",
        "balance, one winner, switched": "-" if roams else f"{_balance_of_all(measures):.1f}",
        "opponents": between(measures.opponents_met),
        "met again": str(measures.repeat_opponents) if measures.repeat_opponents else "none",
        "boards sat out": str(max(measures.sit_outs) * per_round),
        "pairs that never move": str(len(measures.stationary)),
        "tables walked at most": str(max(measures.tables_walked)),
        "skip": f"after round {skip}" if skip else "no",
        "rover": "and party table" if roams else "no",
    }


def _balance_of_all(measures: Measures) -> float:
    """Return Qf of all pairs ranked together, which takes an arrow switch where there are two lines."""
    movement = measures.movement
    return measures.balance if movement.field.winners == 1 else one_winner(movement, thorough=False).balance
