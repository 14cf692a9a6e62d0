"""Apples and oranges: comparisons between results on different deals."""

from byestand.model import Judged


def apples_and_oranges(judged: Judged) -> float:
    """Return the share of comparisons, within a line, that are made on a deal only one of the two has played.

    Every contestant is compared, on every deal group it plays, with every other one of its line. In a Mitchell of t
    tables and r rounds that is (t - r) / (t - 1); in a Web that everybody plays through, nothing.
    """
    field, plays = judged.movement.field, judged.evidence.plays > 0
    plays[sorted(field.missing)] = False
    made = apart = 0
    for line, size in enumerate(field.lines):
        first = field.before(line) + 1
        there = len(field.members(line))
        on_each = plays[first : first + size].sum(axis=0)
        # Everybody who played a deal is compared on it with all others of the line, also with those who did not.
        made += int(on_each.sum()) * (there - 1)
        apart += int((on_each * (there - on_each)).sum())
    return apart / made if made else 0.0
