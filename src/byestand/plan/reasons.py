"""Why a candidate is where it is and what it costs, in one sentence a director can read out."""

from collections.abc import Iterator, Sequence

from byestand.plan.candidates import Candidate, candidate
from byestand.plan.room import Room
from byestand.plan.switching import Switching
from byestand.plan.ways import Way, mitchells
from byestand.plan.weights import Weights, points

FEW_TABLES = 7
WORTH_DEALING = 5
"""Points for which somebody might go and deal more boards."""

DRAWBACKS = {
    "apples_and_oranges": "more results are compared that were made on different boards",
    "under_70_percent": "nobody plays 70 % of the boards in use",
    "cases": "it needs more cases",
    "sharing": "more tables share boards",
    "skip": "there is a skip",
    "revenge": "opponents meet again",
    "relay": "two tables share all night",
    "weave": "boards and pairs move both ways",
    "rover": "a pair roams",
    "party_table": "boards are brought to a party table",
    "sitting_out": "the unluckiest pair misses more boards",
    "factored": "more boards are factored",
    "long_rounds": "rounds are long, with few opponents",
    "single_boards": "people move after every board",
    "imbalance": "pairs compete less evenly for one prize",
    "sections": "there are more sections",
    "reboarding": "more tables are boarded anew",
}
"""What is said of a way that is behind another for that."""


def reason(made: Candidate, room: Room, best: Candidate, weights: Weights) -> str:
    """Return the sentence for one candidate: what it gives, what it needs, and why the best one is better."""
    words = "; ".join(_facts(made, room))
    if made is best:
        return words
    mine, theirs = points(made.costs, weights), points(best.costs, weights)
    worse = {name: amount - theirs.get(name, 0) for name, amount in mine.items() if amount > theirs.get(name, 0) + 1e-9}
    if not worse:
        return words
    return f"{words}; behind {best.way} because {DRAWBACKS[max(worse, key=lambda name: worse[name])]}"


def why_not_the_mitchell(room: Room, best: Candidate, weights: Weights) -> str:
    """Return how the best candidate compares with the Mitchell that comes to mind first."""
    half = (f"N{room.tables}",) if room.is_odd else ()
    rivals = [
        made
        for name in mitchells(room.tables, min(best.rounds, room.tables))
        if (made := candidate(Way((name,), half), best.boards_per_round, room))
    ]
    if not rivals:
        return f"there is no Mitchell of {room.tables} tables in the catalogue"
    obvious = min(rivals, key=lambda made: sum(points(made.costs, weights).values()))
    if best.schedule in [made.schedule for made in rivals]:
        return f"{best.way} is the Mitchell, and nothing in the catalogue is better here{_howell(room)}"
    return f"why not {obvious.way}: {'; '.join(_facts(obvious, room))}{_howell(room)}"


def with_more_boards(best: Candidate, found: Sequence[Candidate], weights: Weights) -> str:
    """Return what could be run with more boards than there are; nothing where it would be no better."""
    ideal = min(found, key=lambda made: sum(points(made.costs, weights).values()) - _for_boards(made, weights))
    gain = sum(points(best.costs, weights).values()) - sum(points(ideal.costs, weights).values())
    if gain + _for_boards(ideal, weights) <= WORTH_DEALING or not ideal.copies.extra:
        return ""
    extra = len(ideal.copies.extra) * ideal.boards_per_round
    return f"with {extra} more boards copied, {ideal.way} would be better: {_boards(ideal)}"


def _for_boards(made: Candidate, weights: Weights) -> float:
    return points(made.costs, weights).get("sharing", 0)


def _howell(room: Room) -> str:
    """Return what to think of in a small room that is not here yet."""
    if room.tables >= FEW_TABLES:
        return ""
    return "; with so few tables a Howell is often better, and Howells are not made here yet"


def _facts(made: Candidate, room: Room) -> Iterator[str]:
    """Yield what it gives and what it needs."""
    yield _boards(made)
    yield _cases(made, room)
    if made.skip_after:
        yield f"EW skip after round {made.skip_after}"
    if made.measures.repeat_opponents:
        yield f"{made.measures.repeat_opponents} meetings are with opponents met before"
    if made.has_relay:
        yield "two tables share their boards all night"
    if made.is_weave:
        yield "boards and EW move both ways"
    if made.measures.movement.field.winners == 1 and not room.one_winner:
        yield "the rover sits both ways, so that all are ranked together"
    if room.stationary:
        yield f"{made.measures.tables_walked.count(0)} NS pairs can stay in their seats"
    if len(made.movements) > 1:
        yield f"{len(made.movements)} sections play the same boards"
    yield from _half_table(made, room)
    if made.measures.factored_groups and room.scoring == "matchpoints":
        fewer = len(made.measures.factored_groups) * made.boards_per_round
        yield f"{fewer} boards are played fewer times and factored"
    if made.switching:
        yield _switches(made.switching)
    elif room.one_winner:
        yield f"one winner with a rover, no arrow switch: balance {made.measures.balance:.0f} %"


def _boards(made: Candidate) -> str:
    apart = made.measures.apples_and_oranges
    told = f"{_percent(apart)} of comparisons are with pairs who did not play the board"
    if made.measures.groups_in_play == made.rounds:
        sitting_out = f" but for sitting out: {told}" if apart else ""
        return f"everyone plays the same {made.boards_in_play} boards{sitting_out}"
    return f"each plays {made.boards_played} of the {made.boards_in_play} boards in play: {told}"


def _cases(made: Candidate, room: Room) -> str:
    needs = "1 case" if made.cases == 1 else f"{made.cases} cases"
    if room.cases is None or made.cases <= room.cases:
        return f"needs {needs}"
    if not made.copies.rounds_with_sharing:
        return f"laid out for {needs}, but your {room.cases} will do without sharing"
    rounds = made.copies.rounds_with_sharing
    when = "every round" if rounds == made.rounds else f"{rounds} of {made.rounds} rounds"
    extra = len(made.copies.extra) * made.boards_per_round
    return (
        f"needs {needs} and you have {room.cases}: tables share boards in {when}, {_percent(made.share_of_sharing)} of"
        f" all play, unless {extra} more boards are copied"
    )


def _percent(share: float) -> str:
    return "under 1 %" if 0 < share < 0.005 else f"{100 * share:.0f} %"


def _half_table(made: Candidate, room: Room) -> Iterator[str]:
    if made.has_party_table:
        yield "a rover displaces pairs, who play at the party table"
    if not made.boards_missed:
        return
    minutes = made.boards_missed * room.minutes_per_board
    most = f"at most {made.boards_missed} boards ({minutes:.0f} minutes) each"
    who = "the rover and those it displaces sit out" if made.has_rover else "EW sit out at the half table"
    yield f"{who}, {most}"


def _switches(switching: Switching) -> str:
    rounds = switching.rounds
    if not rounds:
        return f"one winner without an arrow switch: balance {switching.balance:.0f} %"
    which = f"round {rounds[0]}" if len(rounds) == 1 else f"rounds {', '.join(map(str, rounds[:-1]))} and {rounds[-1]}"
    return f"one winner, arrow switched in {which}: balance {switching.balance:.0f} %"
