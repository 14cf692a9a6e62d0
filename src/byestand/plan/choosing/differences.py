"""What one way to run the room has against another, and what for it, in a few words each."""

from collections.abc import Mapping

DRAWBACKS = {
    "apples_and_oranges": "more results are compared that were made on different boards",
    "apples_at_imps": "more results are compared that were made on different boards, which is worse at IMPs",
    "under_70_percent": "somebody plays less than 70 % of the boards in use",
    "cases": "it needs more sets of boards",
    "second_case": "it needs a second set of boards",
    "further_cases": "it needs more than two sets of boards",
    "sharing": "more tables share boards",
    "skip": "there is a skip",
    "revenge": "opponents meet again",
    "relay": "two tables share all night",
    "weave": "boards and pairs move both ways",
    "rover": "a pair roves",
    "party_table": "boards are brought to a party table",
    "sitting_out": "the unluckiest pair misses more boards",
    "factored": "more boards are factored",
    "long_rounds": "rounds are long, with few opponents",
    "single_boards": "people move after every board",
    "imbalance": "pairs compete less evenly for one prize",
    "two_winners": "so few pairs are better ranked together",
    "guide_cards": "everybody needs a guide card",
    "turning": "pairs that stay turn their tables in some rounds",
    "one_winner": "with so many tables two winners are more usual",
    "nobody_stays": "fewer pairs can stay in their seats",
    "other_length": "it is farther from the number of boards wanted",
    "sections": "there are more sections",
    "reboarding": "more tables are boarded anew",
}
"""What is said of a way that is behind another for that."""

GAINS = {
    "apples_and_oranges": "fewer results are compared that were made on different boards",
    "apples_at_imps": "fewer results are compared that were made on different boards, which counts at IMPs",
    "under_70_percent": "more of the boards in use are played by everybody",
    "cases": "it needs fewer sets of boards",
    "second_case": "one set of boards is enough",
    "further_cases": "two sets of boards are enough",
    "sharing": "fewer tables share boards",
    "skip": "there is no skip",
    "revenge": "fewer opponents meet again",
    "relay": "no two tables share all night",
    "weave": "boards and pairs move one way",
    "rover": "nobody roves",
    "party_table": "there is no party table",
    "sitting_out": "the unluckiest pair misses fewer boards",
    "factored": "fewer boards are factored",
    "long_rounds": "rounds are shorter, with more opponents",
    "single_boards": "people move less often",
    "imbalance": "pairs compete more evenly for one prize",
    "two_winners": "all pairs are ranked together",
    "guide_cards": "nobody needs a guide card",
    "turning": "no table is turned",
    "one_winner": "there are two winners, NS and EW",
    "nobody_stays": "more pairs can stay in their seats",
    "other_length": "it is nearer to the number of boards wanted",
    "sections": "there are fewer sections",
    "reboarding": "fewer tables are boarded anew",
}
"""What is said of a way that is before another in that."""
MOST_TOLD = 2
"""Of either kind: what weighs most."""
BOTH_NEED_MORE = {
    "it needs more than two sets of boards": "it needs more boards beyond two sets of them",
    "two sets of boards are enough": "it needs fewer boards beyond two sets of them",
}
"""What is said instead where two sets are enough for neither."""
ABOUT_SETS = frozenset({"cases", "second_case", "further_cases"})
"""Of which one is told: they say nearly the same."""
_ALIKE = 1e-9


def differences(mine: Mapping[str, float], theirs: Mapping[str, float]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what is for a way and what is against it, by its points and those of the other.

    >>> differences({"skip": 3.0}, {"rover": 2.0, "skip": 1.0})
    (('nobody roves',), ('there is a skip',))
    >>> differences({"further_cases": 1.0, "cases": 1.0}, {"further_cases": 9.0, "cases": 2.0})
    (('it needs fewer boards beyond two sets of them',), ())
    """
    more = {name: mine.get(name, 0) - theirs.get(name, 0) for name in (*mine, *theirs)}
    heaviest = sorted(more, key=lambda name: -abs(more[name]))
    about_sets = [name for name in heaviest if name in ABOUT_SETS]
    heaviest = [name for name in heaviest if name not in about_sets[1:]]
    gains = [GAINS[name] for name in heaviest if more[name] < -_ALIKE]
    drawbacks = [DRAWBACKS[name] for name in heaviest if more[name] > _ALIKE]
    instead = BOTH_NEED_MORE if mine.get("further_cases") and theirs.get("further_cases") else {}
    return tuple(instead.get(one, one) for one in gains[:MOST_TOLD]), tuple(
        instead.get(one, one) for one in drawbacks[:MOST_TOLD]
    )
