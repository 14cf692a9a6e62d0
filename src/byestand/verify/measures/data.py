"""Measures as programs read them: plain data, ready for json. The keys are documented in docs/reference.md."""

from byestand.verify.measures.copies import copies
from byestand.verify.measures.measure import Measures
from byestand.words.titles import title_of


def measures_data(measures: Measures, boards_per_round: int, *, cases: int | None = None) -> dict[str, object]:
    """Return all figures of a movement; with *cases* at hand also which tables share what."""
    movement = measures.movement
    need = copies(measures.judged, cases=cases)
    return {
        "name": movement.name,
        "title": title_of(movement),
        "boards_in_play": measures.groups_in_play * boards_per_round,
        "apples_and_oranges": round(measures.apples_and_oranges, 6),
        "balance": round(measures.balance, 4),
        "line_balance": [round(figure, 4) for figure in measures.line_balance],
        "plays_per_group": list(measures.plays_per_group),
        "repeat_opponents": measures.repeat_opponents,
        "contestants": [
            {
                "label": label,
                "boards_played": measures.groups_played[i] * boards_per_round,
                "opponents_met": measures.opponents_met[i],
                "sits_out_rounds": measures.sit_outs[i],
                "tables_walked": measures.tables_walked[i],
            }
            for i, label in enumerate(measures.contestants)
        ],
        "competition": measures.competition.tolist(),
        "cases": need.cases,
        "copies_of_group": list(need.fewest),
        "clashes": [{"round": c.round, "group": c.group, "tables": list(c.tables)} for c in need.clashes],
        "extra_copies": [{"group": group, "before_round": round} for group, round in need.extra],
    }
