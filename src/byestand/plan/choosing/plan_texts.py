"""Sentences about plans: what a movement offers, what it needs, and how it compares with another."""

from collections.abc import Iterator, Mapping, Sequence

from byestand.language import phrase, say, say_many
from byestand.words.numbers import join_items

DRAWBACKS = {
    "apples_and_oranges": phrase("more unlike comparisons"),
    "apples_at_imps": phrase("more unlike comparisons, which is worse at IMPs"),
    "under_70_percent": phrase("some pairs play less than 70% of the boards in play"),
    "cases": phrase("needs more sets of boards"),
    "second_case": phrase("needs a second set of boards"),
    "further_cases": phrase("needs more than 2 sets of boards"),
    "sharing": phrase("more tables share boards"),
    "skip": phrase("has a skip"),
    "revenge": phrase("repeat opponents"),
    "relay": phrase("two tables share boards all session"),
    "weave": phrase("boards and pairs move in both directions"),
    "rover": phrase("uses a rover"),
    "party_table": phrase("uses a party table"),
    "sitting_out": phrase("one pair sits out more boards"),
    "factored": phrase("more boards are factored"),
    "long_rounds": phrase("long rounds with few opponents"),
    "single_boards": phrase("players move after every board"),
    "imbalance": phrase("less even competition for one winner"),
    "two_winners": phrase("with so few pairs one ranking is better"),
    "guide_cards": phrase("everyone needs a guide card"),
    "turning": phrase("stationary pairs change direction in some rounds"),
    "one_winner": phrase("two winners are usual with this many tables"),
    "nobody_stays": phrase("fewer stationary pairs"),
    "other_length": phrase("further from the number of boards requested"),
    "sections": phrase("more sections"),
    "reboarding": phrase("more tables need new boards"),
}
"""Why a movement is ranked below another, for each of the weights of a plan."""

GAINS = {
    "apples_and_oranges": phrase("fewer unlike comparisons"),
    "apples_at_imps": phrase("fewer unlike comparisons, which is better at IMPs"),
    "under_70_percent": phrase("every pair plays more of the boards in play"),
    "cases": phrase("needs fewer sets of boards"),
    "second_case": phrase("one set of boards is enough"),
    "further_cases": phrase("2 sets of boards are enough"),
    "sharing": phrase("fewer tables share boards"),
    "skip": phrase("no skip"),
    "revenge": phrase("fewer repeat opponents"),
    "relay": phrase("no tables share boards all session"),
    "weave": phrase("boards and pairs move in one direction"),
    "rover": phrase("no rover"),
    "party_table": phrase("no party table"),
    "sitting_out": phrase("no pair sits out as many boards"),
    "factored": phrase("fewer boards are factored"),
    "long_rounds": phrase("shorter rounds with more opponents"),
    "single_boards": phrase("players move less often"),
    "imbalance": phrase("more even competition for one winner"),
    "two_winners": phrase("one ranking for all pairs"),
    "guide_cards": phrase("no guide cards needed"),
    "turning": phrase("no direction changes for stationary pairs"),
    "one_winner": phrase("two winners, NS and EW"),
    "nobody_stays": phrase("more stationary pairs"),
    "other_length": phrase("closer to the number of boards requested"),
    "sections": phrase("fewer sections"),
    "reboarding": phrase("fewer tables need new boards"),
}
"""Why a movement is ranked above another, for each of the weights of a plan."""
MAX_DIFFERENCES = 2
"""The heaviest gains and drawbacks that are shown."""
SET_WEIGHTS = ("further_cases", "second_case", "cases")
"""Weights about sets of boards, of which one is shown because they say nearly the same."""
FEWER_BEYOND_TWO = phrase("fewer boards needed beyond 2 sets")
MORE_BEYOND_TWO = phrase("more boards needed beyond 2 sets")
"""Gain and drawback if both movements need more than two sets."""
_TOLERANCE = 1e-9

ONE_WINNER = phrase(
    'One winner: with so few pairs a single ranking is better. Choose "two winners" to rank NS and EW separately, with'
    " less moving."
)
TWO_WINNERS = phrase(
    "Two winners: with this many tables NS and EW are ranked separately. For a single ranking, set Winners to one."
)
SETS_ASSUMED_NOTE = phrase(
    "Number of sets not given: 1 or 2 assumed. Enter the number of sets for a better recommendation."
)
THIRD_SET_TIP = phrase("Tip: keep one deal ready in three sets, for sessions that need a third set.")


def differences(mine: Mapping[str, float], theirs: Mapping[str, float]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the gains and the drawbacks of a movement against another, from the points of both.

    >>> differences({"skip": 3.0}, {"rover": 2.0, "skip": 1.0})
    (('no rover',), ('has a skip',))
    >>> differences({"further_cases": 1.0, "cases": 1.0}, {"further_cases": 9.0, "cases": 2.0})
    (('fewer boards needed beyond 2 sets',), ())
    >>> differences({}, {"second_case": 1.5, "further_cases": 9.0, "cases": 3.0})
    (('one set of boards is enough',), ())
    """
    more = {name: mine.get(name, 0) - theirs.get(name, 0) for name in (*mine, *theirs)}
    heaviest = _merge_set_weights(sorted(more, key=lambda name: -abs(more[name])), more)
    gains, drawbacks = dict(GAINS), dict(DRAWBACKS)
    if mine.get("further_cases") and theirs.get("further_cases"):
        gains["further_cases"], drawbacks["further_cases"] = FEWER_BEYOND_TWO, MORE_BEYOND_TWO
    better = [say(gains[name]) for name in heaviest if more[name] < -_TOLERANCE]
    worse = [say(drawbacks[name]) for name in heaviest if more[name] > _TOLERANCE]
    return tuple(better[:MAX_DIFFERENCES]), tuple(worse[:MAX_DIFFERENCES])


def _merge_set_weights(heaviest: Sequence[str], more: Mapping[str, float]) -> list[str]:
    """Return the weights with one about sets, in the place of the heaviest of them."""
    about = [name for name in SET_WEIGHTS if abs(more.get(name, 0)) > _TOLERANCE]
    if len(about) < 2:
        return list(heaviest)
    # For fewer sets the second set says most, for more sets those beyond the second.
    shown = "second_case" if more[about[0]] < 0 and "second_case" in about else about[0]
    first = next(name for name in heaviest if name in about)
    return [shown if name == first else name for name in heaviest if name == first or name not in about]


def boards_sentences(played: int, in_play: int, unlike: float, *, same: bool) -> Iterator[str]:
    """Yield how many of the boards each pair plays, and the share of *unlike* comparisons."""
    if same and not unlike:
        yield say("Every pair plays the same {boards} boards.", boards=in_play)
        return
    if same:
        yield say("Every pair plays the same {boards} boards, except when it sits out.", boards=in_play)
    else:
        yield say("Each pair plays {played} of {boards} boards.", played=played, boards=in_play)
    if 0 < unlike < 0.005:
        yield say("Under 1% of comparisons are on boards only one of the pairs played.")
    else:
        yield say("{share:.0%} of comparisons are on boards only one of the pairs played.", share=unlike)


def length_sentence(played: int, off: int) -> str:
    """Return that a movement has more or fewer boards than requested."""
    if off > 0:
        return say_many(
            "{played} boards, 1 more than requested.",
            "{played} boards, {number} more than requested.",
            off,
            played=played,
        )
    return say_many(
        "{played} boards, 1 fewer than requested.",
        "{played} boards, {number} fewer than requested.",
        -off,
        played=played,
    )


def sets_needed(sets: int) -> str:
    """Return the number of sets that a movement needs."""
    return say_many("Needs 1 set of boards.", "Needs {number} sets of boards.", sets)


def sharing_sentence(shared: int, rounds: int, share: float | None = None) -> str:
    """Return in how many rounds tables share boards; *share* is the part of all play."""
    if share is None:
        return say("Tables share boards in {shared} of {rounds} rounds.", shared=shared, rounds=rounds)
    if 0 < share < 0.005:
        return say(
            "Tables share boards in {shared} of {rounds} rounds (under 1% of all play).", shared=shared, rounds=rounds
        )
    return say(
        "Tables share boards in {shared} of {rounds} rounds ({share:.0%} of all play).",
        shared=shared,
        rounds=rounds,
        share=share,
    )


def fewer_sets_suffice(sets: int, own: int) -> str:
    """Return that a movement designed for more sets can be played with those at hand, without sharing."""
    return say_many(
        "Designed for {sets} sets of boards, but 1 is enough without sharing.",
        "Designed for {sets} sets of boards, but {number} are enough without sharing.",
        own,
        sets=sets,
    )


def sets_or_boards(sets: int, assumed: int, boards: int, in_play: int) -> str:
    """Return that a movement needs more sets than assumed, or some extra boards if these are less than a set."""
    if boards >= in_play:
        return sets_needed(sets)
    return say_many(
        "Needs {sets} sets of boards, or {assumed} plus 1 extra board.",
        "Needs {sets} sets of boards, or {assumed} plus {number} extra boards.",
        boards,
        sets=sets,
        assumed=assumed,
    )


def sets_missing(sets: int, own: int) -> str:
    """Return that a movement needs more sets than there are."""
    return say("Needs {sets} sets of boards; you have {own}.", sets=sets, own=own)


def copy_advice(boards: int) -> str:
    """Return how sharing can be avoided."""
    return say_many("Copy 1 more board to avoid this.", "Copy {number} more boards to avoid this.", boards)


def sit_out_sentence(boards: int, minutes: float, *, rover: bool, in_turn: bool) -> str:
    """Return who sits out, and for how long at most."""
    if rover:
        return say_many(
            "The rover and displaced pairs sit out, each for at most 1 board ({minutes:.0f} minutes).",
            "The rover and displaced pairs sit out, each for at most {number} boards ({minutes:.0f} minutes).",
            boards,
            minutes=minutes,
        )
    if in_turn:
        return say_many(
            "Pairs sit out in turn, each for at most 1 board ({minutes:.0f} minutes).",
            "Pairs sit out in turn, each for at most {number} boards ({minutes:.0f} minutes).",
            boards,
            minutes=minutes,
        )
    return say_many(
        "EW pairs sit out at the half table, each for at most 1 board ({minutes:.0f} minutes).",
        "EW pairs sit out at the half table, each for at most {number} boards ({minutes:.0f} minutes).",
        boards,
        minutes=minutes,
    )


def winner_sentence(balance: float, switched: Sequence[int] | None = None, *, proved: bool = False) -> str:
    """Return the balance with one winner; *switched* are the arrow-switched rounds of a two-winner movement."""
    if proved:
        return say("One winner, balance {balance:.0f}% (proved best).", balance=balance)
    if switched is None:
        return say("One winner, balance {balance:.0f}%.", balance=balance)
    if not switched:
        return say("One winner without an arrow switch, balance {balance:.0f}%.", balance=balance)
    return say_many(
        "One winner, arrow switch in round {rounds}, balance {balance:.0f}%.",
        "One winner, arrow switch in rounds {rounds}, balance {balance:.0f}%.",
        len(switched),
        rounds=join_items(switched),
        balance=balance,
    )
