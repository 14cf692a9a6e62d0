"""What one way to run the room has against another, and what for it, in a few words each."""

from collections.abc import Mapping, Sequence

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
ABOUT_SETS = ("further_cases", "second_case", "cases")
"""Of which one is told, since they say nearly the same: what says most of the way that needs more, or of the other."""
BEYOND_TWO = ("it needs fewer boards beyond two sets of them", "it needs more boards beyond two sets of them")
"""For a way, and against it, where two sets are enough for neither."""
_ALIKE = 1e-9


def differences(mine: Mapping[str, float], theirs: Mapping[str, float]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what is for a way and what is against it, by its points and those of the other.

    >>> differences({"skip": 3.0}, {"rover": 2.0, "skip": 1.0})
    (('nobody roves',), ('there is a skip',))
    >>> differences({"further_cases": 1.0, "cases": 1.0}, {"further_cases": 9.0, "cases": 2.0})
    (('it needs fewer boards beyond two sets of them',), ())
    >>> differences({}, {"second_case": 1.5, "further_cases": 9.0, "cases": 3.0})
    (('one set of boards is enough',), ())
    """
    more = {name: mine.get(name, 0) - theirs.get(name, 0) for name in (*mine, *theirs)}
    heaviest = _with_sets_once(sorted(more, key=lambda name: -abs(more[name])), more)
    neither = mine.get("further_cases") and theirs.get("further_cases")
    for_it, against = ({"further_cases": words} if neither else {} for words in BEYOND_TWO)
    better = [(GAINS | for_it)[name] for name in heaviest if more[name] < -_ALIKE]
    worse = [(DRAWBACKS | against)[name] for name in heaviest if more[name] > _ALIKE]
    return tuple(better[:MOST_TOLD]), tuple(worse[:MOST_TOLD])


def _with_sets_once(heaviest: Sequence[str], more: Mapping[str, float]) -> list[str]:
    """Return names with one about sets, in the place of the heaviest of them."""
    about = [name for name in ABOUT_SETS if abs(more.get(name, 0)) > _ALIKE]
    if len(about) < 2:
        return list(heaviest)
    # Who needs fewer is best told by the second set that is not needed, who needs more by what is beyond.
    told = "second_case" if more[about[0]] < 0 and "second_case" in about else about[0]
    first = next(name for name in heaviest if name in about)
    return [told if name == first else name for name in heaviest if name == first or name not in about]
