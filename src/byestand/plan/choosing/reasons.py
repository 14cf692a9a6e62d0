"""Why a candidate is where it is and what it costs, in one sentence a director can read out; and what else to say."""

from collections.abc import Iterator, Sequence

from byestand.catalog.listing import built_in_note
from byestand.model.limits import MAX_BOARDS_PER_ROUND
from byestand.plan.choosing.candidate import Candidate
from byestand.plan.choosing.candidates import candidate
from byestand.plan.choosing.differences import DRAWBACKS
from byestand.plan.choosing.room import Room
from byestand.plan.choosing.seating import is_howell, seating
from byestand.plan.choosing.ways import obvious_ways
from byestand.plan.choosing.weights import Weights, points
from byestand.words.numbers import between, numbered

FEW_TABLES = 7
WORTH_DEALING = 5
"""Points for which somebody might go and deal more boards."""

ONE_WINNER = (
    "one winner, for so few pairs are better ranked together; ask for two, and NS and EW are ranked apart, with less"
    " walking"
)
TWO_WINNERS = (
    "two winners, for with so many tables NS are a field of their own, and EW another, in which all compete alike; ask"
    " for one, and the arrow is switched"
)
STANDING_STOCK = 3
ASSUMED = (
    "nobody said how many sets of boards there are: one is assumed where there is a good movement for it, else two;"
    " what needs more comes first only where nothing else is near, so say how many there are and the order may change"
)
STOCK = (
    "a third set need not be dealt for every game: a club can keep one deal in three sets ready for the night that"
    " needs it"
)


def reason(made: Candidate, room: Room, best: Candidate, weights: Weights) -> str:
    """Return the sentence for one candidate: what it gives, what it needs, and why the best one is better."""
    words = "; ".join(_facts(made, room))
    if made is best:
        return words
    mine, theirs = points(made.costs, weights), points(best.costs, weights)
    worse = {name: amount - theirs.get(name, 0) for name, amount in mine.items()}
    most = max(worse, key=lambda name: worse[name], default="")
    rival = _rival(made, best)
    if not most or worse[most] <= 1e-9:
        return f"{words}; as good as {rival}, with fewer opponents"
    return f"{words}; behind {rival} because {DRAWBACKS[most]}"


def _rival(made: Candidate, best: Candidate) -> str:
    """Return the best by what it has and the other has not."""
    if made.way != best.way:
        return str(best.way)
    if made.one_winner != best.one_winner:
        return f"the same with {'one winner' if best.one_winner else 'two winners'}"
    return f"{best.rounds} rounds of {best.boards_per_round}"


def why_not_the_mitchell(room: Room, best: Candidate, weights: Weights) -> str:
    """Return how the best candidate compares with the Mitchell that comes to mind first."""
    rounds, per_round = best.rounds, best.boards_per_round
    if rounds > room.tables:  # a Mitchell is shorter, so its rounds are longer
        rounds = room.tables
        per_round = min(MAX_BOARDS_PER_ROUND, -(-room.boards[0] // rounds))
    ways = obvious_ways(room.tables, rounds, half=room.is_odd)
    single = room.winners == "1"
    tried = (candidate(way, per_round, room, one_winner=single) for way in ways)
    rivals = [made for made in tried if isinstance(made, Candidate)]
    if not rivals:
        return f"there is no Mitchell of {room.tables} tables in the catalogue"
    obvious = min(rivals, key=lambda made: sum(points(made.costs, weights).values()))
    if best.schedule in [made.schedule for made in rivals]:
        return f"{best.way} is the Mitchell, and nothing in the catalogue is better here"
    return f"why not {obvious.way}: {'; '.join(_facts(obvious, room))}"


def with_more_boards(best: Candidate, found: Sequence[Candidate], weights: Weights) -> str:
    """Return what could be run with more boards than there are; nothing where it would be no better."""
    ideal = min(found, key=lambda made: sum(points(made.costs, weights).values()) - _for_boards(made, weights))
    gain = sum(points(best.costs, weights).values()) - sum(points(ideal.costs, weights).values())
    if gain + _for_boards(ideal, weights) <= WORTH_DEALING or not ideal.boards_to_copy:
        return ""
    return f"with {ideal.boards_to_copy} more boards copied, {ideal.way} would be better: {_boards(ideal)}"


def notes(room: Room, best: Candidate, *, exact: bool) -> Iterator[str]:
    """Yield the sentences, those about the room first; *exact* where some way has the boards wanted."""
    if best.boards_played not in room.boards and not exact:
        yield (
            f"nothing sound has {between(room.boards)} boards with {between(room.per_round)} a round here;"
            f" {best.boards_played} is the nearest that is good"
        )
    if room.cases is None:
        yield ASSUMED
    if best.cases >= STANDING_STOCK > room.cases_at_hand:
        yield STOCK
    if room.winners == "any":
        yield ONE_WINNER if best.one_winner else TWO_WINNERS
    yield from seating(best, room)
    yield from filter(None, map(built_in_note, best.way.names))


def _for_boards(made: Candidate, weights: Weights) -> float:
    return points(made.costs, weights).get("sharing", 0)


def _facts(made: Candidate, room: Room) -> Iterator[str]:
    """Yield what it gives and what it needs."""
    if off := made.boards_off:
        yield f"{made.boards_played} boards, {abs(off)} {'more' if off > 0 else 'fewer'} than you asked for"
    yield _boards(made)
    yield _cases(made, room)
    yield from _movement_facts(made, room)
    if room.stationary:
        line, many = "" if is_howell(made) else "NS ", len(made.staying)
        yield f"{many} {line}pair{'' if many == 1 else 's'} can stay in {'its' if many == 1 else 'their'} seats"
    if len(made.movements) > 1:
        yield f"{len(made.movements)} sections"
    if made.has_party_table:
        yield "a rover displaces pairs, who play at the party table"
    if made.boards_missed:
        yield _sitting_out(made, room)
    fewer = len(made.measures.factored_groups) * made.boards_per_round
    if fewer and room.scoring == "matchpoints":
        yield f"{fewer} boards are played fewer times and factored"
    if made.one_winner:
        yield _winner(made)
    elif made.costs.get("two_winners"):
        yield "two winners, NS and EW"


def _movement_facts(made: Candidate, room: Room) -> Iterator[str]:
    """Yield what is to be told of the movement."""
    again = made.measures.repeat_opponents
    if made.skip_round:
        yield f"EW skip after round {made.skip_round}"
    if again:
        yield f"{again} meeting{'s are' if again > 1 else ' is'} with opponents met before"
    if made.has_relay and room.sharing:
        yield "two tables share their boards all night"
    elif made.has_relay:
        yield "two tables play the same boards all night, each from its own set"
    if made.is_weave:
        yield "boards and EW move both ways"
    if made.needs_guide_cards:
        yield "everybody has a guide card"
    elif made.costs.get("turning"):
        yield "pairs that stay turn their tables in some rounds, as their mats tell"
    if is_together(made) and made.has_rover:
        yield "the rover sits both ways, so that all are ranked together"
    if made.extra_groups and not any(name.family.a_group_a_table for name in made.way.names):
        # In a Mitchell they come with the tables.
        many = "1 deal group is" if made.extra_groups == 1 else f"{made.extra_groups} deal groups are"
        yield f"{many} in play beyond the {made.rounds} that each pair gets"


def is_together(made: Candidate) -> bool:
    """Tell whether all pairs are one field without an arrow switch."""
    return len(made.measures.movement.field.lines) == 1


def _boards(made: Candidate) -> str:
    apart = made.apples_and_oranges
    told = f"{_percent(apart)} of comparisons are with pairs who did not play the board"
    if made.same_boards:
        sitting_out = f" but for sitting out: {told}" if apart else ""
        return f"everyone plays the same {made.boards_in_play} boards{sitting_out}"
    return f"each plays {made.boards_played} of the {made.boards_in_play} boards in play: {told}"


def _cases(made: Candidate, room: Room) -> str:
    cases = made.cases + (made.has_relay and not room.sharing)
    needs = "1 set" if cases == 1 else f"{cases} sets"
    extra = made.boards_to_copy
    if made.cases <= room.cases_at_hand:
        sharing = f", and tables share in {made.copies.rounds_with_sharing} of {made.rounds} rounds" if extra else ""
        return f"needs {needs}{sharing}"
    if not extra:
        yours = room.cases_at_hand if room.cases is None else f"your {room.cases}"
        return f"laid out for {needs}, but {yours} will do without sharing"
    if room.cases is None:
        return f"needs {needs}, or {room.cases_at_hand} and {extra} boards more"
    rounds = made.copies.rounds_with_sharing
    when = "every round" if rounds == made.rounds else f"{rounds} of {made.rounds} rounds"
    return (
        f"needs {needs} and you have {room.cases}: tables share boards in {when}, {_percent(made.share_of_sharing)} of"
        f" all play, unless {extra} more boards are copied"
    )


def _percent(share: float) -> str:
    return "under 1 %" if 0 < share < 0.005 else f"{100 * share:.0f} %"


def _sitting_out(made: Candidate, room: Room) -> str:
    minutes = made.boards_missed * room.minutes_per_board
    who = (
        "the rover and those it displaces sit out"
        if made.has_rover
        else "pairs sit out in turn"
        if is_howell(made)
        else "EW sit out at the half table"
    )
    return f"{who}, at most {made.boards_missed} boards ({minutes:.0f} minutes) each"


def _winner(made: Candidate) -> str:
    if is_howell(made):
        best = made.measures.balance_proved and not made.way.missing
        return f"one winner: balance {made.balance:.0f} %{', proved best' if best else ''}"
    if not made.switching:  # a rover sits both ways
        return f"one winner: balance {made.balance:.0f} %"
    rounds = made.switching.rounds
    figure = f"balance {made.switching.balance:.0f} %"
    if not rounds:
        return f"one winner without an arrow switch: {figure}"
    return f"one winner, arrow switched in {numbered('round', rounds)}: {figure}"
