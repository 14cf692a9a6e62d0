"""Plans, late changes and comparisons of movements as plain data for JSON.

The keys are documented in docs/reference.md.
"""

from collections.abc import Sequence

from byestand.catalog import find_judged, is_for_players
from byestand.errors import BadRequest
from byestand.language import phrase, say, say_many
from byestand.model.claims import Route
from byestand.model.judged import Judged
from byestand.plan.arrow_switch import one_winner
from byestand.plan.changing.what_if import LateChangeOption
from byestand.plan.choosing.candidate import skip_round
from byestand.plan.choosing.planner import Plan, RankedCandidate
from byestand.plan.choosing.room import Room
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


def what_if_data(now: str, room: Room, options: Sequence[LateChangeOption]) -> dict[str, object]:
    """Return the options for a late change as plain data."""
    candidates = [
        choice_data(option.choice)
        | {"kind": option.kind, "reboarded_tables": list(option.reboarded_tables), "words": list(option.words)}
        for option in options
    ]
    return {"now": now, "room": _room(room), "candidates": candidates}


def choice_data(choice: RankedCandidate) -> dict[str, object]:
    """Return one candidate as plain data."""
    made = choice.candidate
    return {
        "rank": choice.rank,
        "name": " + ".join(map(str, made.arrangement.names)),
        "sections": list(map(str, made.arrangement.names)),
        "missing": list(made.arrangement.missing),
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
        "stationary_pairs": len(made.stationary_tables),
        "built_into_acblscore": made.is_built_into_acblscore,
        "switched_rounds": list(made.arrow_switch.rounds) if made.arrow_switch else [],
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
"""The key of a measure, and the figure of each movement."""

ROW_TITLES = {
    "movement": phrase("movement"),
    "tables": phrase("tables"),
    "pairs": phrase("pairs"),
    "rounds": phrase("rounds"),
    "boards played": phrase("boards per pair"),
    "boards in play": phrase("boards in play"),
    "apples and oranges": phrase("unlike comparisons"),
    "cases": phrase("sets of boards"),
    "boards to deal at least": phrase("boards to deal (at least)"),
    "tables share": phrase("sharing tables"),
    "times a board is played": phrase("results per board"),
    "boards factored": phrase("factored boards"),
    "balance within a line": phrase("balance, two winners"),
    "balance, one winner, switched": phrase("balance, one winner (arrow switch)"),
    "opponents": phrase("opponents"),
    "met again": phrase("repeat opponents"),
    "boards sat out": phrase("most boards sat out by one pair"),
    "pairs that never move": phrase("stationary pairs"),
    "tables walked at most": phrase("most tables walked by one pair"),
    "skip": phrase("skip"),
    "rover": phrase("rover"),
}
"""The title of each row of a comparison; the keys are those of the JSON data and do not change."""


def row_title(key: str) -> str:
    """Return the title of a row of a comparison."""
    return say(ROW_TITLES[key])


def compare(
    names: Sequence[str], boards_per_round: int, *, cases: int | None = None, is_one_winner: bool = False
) -> tuple[Row, ...]:
    """Return the rows of the comparison; with one winner, arrow switches are placed for the best balance."""
    for name in filter(is_for_players, names):
        raise BadRequest(say("only pairs movements can be compared, not individual movements: {name!r}", name=name))
    judged = [find_judged(name) for name in names]
    if is_one_winner:
        judged = [
            judge(one_winner(each.movement).movement) if len(each.movement.field.lines) > 1 else each for each in judged
        ]
    columns = [_column(each, boards_per_round, cases) for each in judged]
    return tuple((key, tuple(column[key] for column in columns)) for key in columns[0])


def _column(judged: Judged, per_round: int, cases: int | None) -> dict[str, str]:
    movement, measures, need = judged.movement, measure(judged), copies(judged, cases=cases)
    skip, has_rover = skip_round([movement]), bool(movement.claims_of(Route))
    fewer = len(measures.factored_groups) * per_round
    shared = say("no")
    if need.rounds_with_sharing:
        shared = say_many("in 1 round", "in {number} rounds", need.rounds_with_sharing)
    elif relays(movement):
        shared = say("two, all session")
    return {
        "movement": movement.name,
        "tables": str(movement.tables),
        "pairs": str(len(movement.field.present)),
        "rounds": str(movement.rounds),
        "boards played": str(movement.rounds * per_round),
        "boards in play": str(measures.groups_in_play * per_round),
        "apples and oranges": f"{100 * measures.apples_and_oranges:.1f}%",
        "cases": str(need.cases),
        "boards to deal at least": str(need.total * per_round),
        "tables share": shared,
        "times a board is played": between([plays for plays in measures.plays_per_group if plays]),
        "boards factored": str(fewer) if fewer else say("none"),
        "balance within a line": f"{min(measures.line_balance):.1f}",
        "balance, one winner, switched": "-" if has_rover else f"{_balance_of_all(measures):.1f}",
        "opponents": between(measures.opponents_met),
        "met again": str(measures.repeat_opponents) if measures.repeat_opponents else say("none"),
        "boards sat out": str(max(measures.sit_outs) * per_round),
        "pairs that never move": str(len(measures.stationary)),
        "tables walked at most": str(max(measures.tables_walked)),
        "skip": say("after round {round}", round=skip) if skip else say("no"),
        "rover": say("yes, with party table") if has_rover else say("no"),
    }


def _balance_of_all(measures: Measures) -> float:
    """Return Qf with one ranking; a two-winner movement needs arrow switches for it."""
    movement = measures.movement
    return measures.balance if movement.field.winners == 1 else one_winner(movement, thorough=False).balance
