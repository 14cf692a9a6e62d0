"""Apples and oranges: comparisons between results on different deals."""

from byestand.model import Judged


def apples_and_oranges(judged: Judged) -> float:
    """Return the share of comparisons, within a line, that are made on a deal only one of the two has played.

    Every contestant is compared, on every deal group it plays, with every other one of its line. In a Mitchell of t
    tables and r rounds that is (t - r) / (t - 1); in a Web that everybody plays through, nothing.
    """
    field, plays = judged.movement.field, judged.evidence.plays > 0
    made = apart = 0
    for members in map(field.members, range(len(field.lines))):
        own = plays[list(members)]
        others_who_did = own.sum(axis=0) - 1
        made += int(own.sum()) * (len(members) - 1)
        apart += int((own * (len(members) - 1 - others_who_did)).sum())
    return apart / made if made else 0.0
