"""Movements side by side, measure by measure, in the order they were named."""

from collections.abc import Sequence

from byestand.catalog import find_judged
from byestand.model import Judged, Route
from byestand.plan.choosing.candidates import skip_round
from byestand.plan.switching import one_winner
from byestand.verify.measures import copies, measure, relays
from byestand.words.numbers import between

Row = tuple[str, tuple[str, ...]]
"""What is measured, and the figure of each movement."""


def compare(names: Sequence[str], boards_per_round: int, *, cases: int | None = None) -> tuple[Row, ...]:
    """Return the rows of the comparison."""
    columns = [_column(find_judged(name), boards_per_round, cases) for name in names]
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
        "balance, one winner, switched": "-" if roams else f"{one_winner(movement, thorough=False).balance:.1f}",
        "opponents": between(measures.opponents_met),
        "met again": str(measures.repeat_opponents) if measures.repeat_opponents else "none",
        "boards sat out": str(max(measures.sit_outs) * per_round),
        "pairs that never move": str(len(measures.stationary)),
        "tables walked at most": str(max(measures.tables_walked)),
        "skip": f"after round {skip}" if skip else "no",
        "rover": "and party table" if roams else "no",
    }
