"""Measures of a movement: boards played, fairness of comparisons, walking distance."""

from byestand.verify.measures.balance import balance, competition, line_balance
from byestand.verify.measures.copies import Clash, Copies, copies, relays, require_cases
from byestand.verify.measures.measure import Measures, apples_and_oranges, factored_top, measure, measures_data

__all__ = [
    "Clash",
    "Copies",
    "Measures",
    "apples_and_oranges",
    "balance",
    "competition",
    "copies",
    "factored_top",
    "line_balance",
    "measure",
    "measures_data",
    "relays",
    "require_cases",
]
