"""Why a candidate has its rank, what it offers and what it needs, in short sentences; and the notes of a plan."""

from collections.abc import Iterator, Sequence

from byestand.catalog.families.web_family import is_built_into_acblscore
from byestand.language import say, say_many
from byestand.model.limits import MAX_BOARDS_PER_ROUND
from byestand.plan.choosing import plan_texts as words
from byestand.plan.choosing.arrangements import obvious_ways
from byestand.plan.choosing.candidate import Candidate
from byestand.plan.choosing.candidates import candidate
from byestand.plan.choosing.room import Room
from byestand.plan.choosing.stationary_seats import is_howell, seating
from byestand.plan.choosing.weights import Weights, points
from byestand.words.numbers import between

FEW_TABLES = 7
WORTH_DEALING = 5
"""Points for which a director may deal more boards."""
STANDING_STOCK = 3
"""Sets of boards from which the tip about a third set is given."""


def reasons(made: Candidate, room: Room, best: Candidate, weights: Weights) -> tuple[str, ...]:
    """Return the sentences for one candidate: what it offers, what it needs, and why the best one is better."""
    facts = tuple(_facts(made, room))
    return facts if made is best else (*facts, _rank_sentence(made, best, weights))


def _rank_sentence(made: Candidate, best: Candidate, weights: Weights) -> str:
    """Return why a candidate is ranked below the best."""
    mine, theirs = points(made.costs, weights), points(best.costs, weights)
    worse = {name: amount - theirs.get(name, 0) for name, amount in mine.items()}
    heaviest = max(worse, key=lambda name: worse[name], default="")
    if not heaviest or worse[heaviest] <= 1e-9:
        return _as_good_as(made, best)
    return f"{_ranked_below(made, best)}: {say(words.DRAWBACKS[heaviest])}."


def _ranked_below(made: Candidate, best: Candidate) -> str:
    """Return the best by what the other candidate does not have."""
    if made.arrangement != best.arrangement:
        return say("Ranked below {movement}", movement=best.arrangement)
    if made.one_winner == best.one_winner:
        return say("Ranked below {rounds} rounds of {boards}", rounds=best.rounds, boards=best.boards_per_round)
    if best.one_winner:
        return say("Ranked below the same movement with one winner")
    return say("Ranked below the same movement with two winners")


def _as_good_as(made: Candidate, best: Candidate) -> str:
    if made.arrangement != best.arrangement:
        return say("As good as {movement}, but with fewer opponents.", movement=best.arrangement)
    if made.one_winner == best.one_winner:
        return say(
            "As good as {rounds} rounds of {boards}, but with fewer opponents.",
            rounds=best.rounds,
            boards=best.boards_per_round,
        )
    if best.one_winner:
        return say("As good as the same movement with one winner, but with fewer opponents.")
    return say("As good as the same movement with two winners, but with fewer opponents.")


def mitchell_comparison(room: Room, best: Candidate, weights: Weights) -> str:
    """Return how the best candidate compares with the obvious Mitchell."""
    rounds, per_round = best.rounds, best.boards_per_round
    if rounds > room.tables:  # a Mitchell is shorter, so its rounds are longer
        rounds = room.tables
        per_round = min(MAX_BOARDS_PER_ROUND, -(-room.boards[0] // rounds))
    ways = obvious_ways(room.tables, rounds, half=room.is_odd)
    single = room.winners == "1"
    tried = (candidate(way, per_round, room, one_winner=single) for way in ways)
    rivals = [made for made in tried if isinstance(made, Candidate)]
    if not rivals:
        return say("The catalogue has no Mitchell for {tables} tables.", tables=room.tables)
    obvious = min(rivals, key=lambda made: sum(points(made.costs, weights).values()))
    if best.schedule in [made.schedule for made in rivals]:
        return say(
            "{movement} is the Mitchell. No movement in the catalogue is better here.", movement=best.arrangement
        )
    return " ".join((say("The Mitchell would be {movement}.", movement=obvious.arrangement), *_facts(obvious, room)))


def with_more_boards(best: Candidate, found: Sequence[Candidate], weights: Weights) -> str:
    """Return what is better if more boards are copied; "" if nothing is."""
    ideal = min(found, key=lambda made: sum(points(made.costs, weights).values()) - _for_boards(made, weights))
    gain = sum(points(best.costs, weights).values()) - sum(points(ideal.costs, weights).values())
    if gain + _for_boards(ideal, weights) <= WORTH_DEALING or not ideal.boards_to_copy:
        return ""
    advice = say_many(
        "If you copy 1 more board, {movement} is better.",
        "If you copy {number} more boards, {movement} is better.",
        ideal.boards_to_copy,
        movement=ideal.arrangement,
    )
    return " ".join((advice, *_boards(ideal)))


def notes(room: Room, best: Candidate, *, exact: bool) -> Iterator[str]:
    """Yield the notes, those about the room first; *exact*: some candidate has the number of boards requested."""
    if best.boards_played not in room.boards and not exact:
        yield say(
            "No movement has {boards} boards in rounds of {per_round}. The nearest good one has {played}.",
            boards=between(room.boards),
            per_round=between(room.per_round),
            played=best.boards_played,
        )
    if room.cases is None:
        yield say(words.SETS_ASSUMED_NOTE)
    if best.cases >= STANDING_STOCK > room.cases_at_hand:
        yield say(words.THIRD_SET_TIP)
    if room.winners == "any":
        yield say(words.ONE_WINNER) if best.one_winner else say(words.TWO_WINNERS)
    yield from seating(best, room)
    for name in filter(is_built_into_acblscore, best.arrangement.names):
        yield say("{movement} is built into ACBLscore: no file needed.", movement=name)


def _for_boards(made: Candidate, weights: Weights) -> float:
    return points(made.costs, weights).get("sharing", 0)


def _facts(made: Candidate, room: Room) -> Iterator[str]:
    """Yield what a candidate offers and what it needs."""
    if off := made.boards_off:
        yield words.length_sentence(made.boards_played, off)
    yield from _boards(made)
    yield from _sets(made, room)
    yield from _movement_facts(made, room)
    if room.stationary and is_howell(made):
        yield say_many("1 pair can be stationary.", "{number} pairs can be stationary.", len(made.stationary_tables))
    elif room.stationary:
        yield say_many(
            "1 NS pair can be stationary.", "{number} NS pairs can be stationary.", len(made.stationary_tables)
        )
    if len(made.movements) > 1:
        yield say("{sections} sections.", sections=len(made.movements))
    if made.has_party_table:
        yield say("Uses a rover. Displaced pairs play at the party table.")
    if made.boards_missed:
        minutes = made.boards_missed * room.minutes_per_board
        yield words.sit_out_sentence(made.boards_missed, minutes, rover=made.has_rover, in_turn=is_howell(made))
    fewer = len(made.measures.factored_groups) * made.boards_per_round
    if fewer and room.scoring == "matchpoints":
        yield say_many(
            "1 board is played fewer times and is factored.",
            "{number} boards are played fewer times and are factored.",
            fewer,
        )
    if made.one_winner:
        yield _winner(made)
    elif made.costs.get("two_winners"):
        yield say("Two winners: NS and EW.")


def _movement_facts(made: Candidate, room: Room) -> Iterator[str]:
    """Yield how people and boards move, where it is not plain."""
    if made.skip_round:
        yield say("EW skip a table after round {round}.", round=made.skip_round)
    if repeats := made.measures.repeat_opponents:
        yield say_many("1 repeat opponent.", "{number} repeat opponents.", repeats)
    if made.has_relay and room.sharing:
        yield say("Two tables share boards all session.")
    elif made.has_relay:
        yield say("Two tables play the same boards all session, each with its own copy.")
    if made.is_weave:
        yield say("Boards and EW move in both directions.")
    if made.needs_guide_cards:
        yield say("Everyone needs a guide card.")
    elif made.costs.get("turning"):
        yield say("Stationary pairs change direction in some rounds (see the mats).")
    if is_together(made) and made.has_rover:
        yield say("The rover sits NS and EW, so all pairs share one ranking.")


def is_together(made: Candidate) -> bool:
    """Return whether there is one ranking without an arrow switch."""
    return len(made.measures.movement.field.lines) == 1


def _boards(made: Candidate) -> Iterator[str]:
    return words.boards_sentences(
        made.boards_played, made.boards_in_play, made.apples_and_oranges, same=made.same_boards
    )


def _sets(made: Candidate, room: Room) -> Iterator[str]:
    """Yield how many sets of boards are needed, and where tables share."""
    sets = made.cases + (made.has_relay and not room.sharing)
    extra, shared = made.boards_to_copy, made.copies.rounds_with_sharing
    if made.cases <= room.cases_at_hand:
        yield words.sets_needed(sets)
        if extra:
            yield words.sharing_sentence(shared, made.rounds)
    elif not extra:
        yield words.fewer_sets_suffice(sets, room.cases_at_hand)
    elif room.cases is None:
        yield words.sets_or_boards(sets, room.cases_at_hand, extra, made.boards_in_play)
    else:
        yield words.sets_missing(sets, room.cases)
        yield words.sharing_sentence(shared, made.rounds, made.share_of_sharing)
        yield words.copy_advice(extra)


def _winner(made: Candidate) -> str:
    if is_howell(made):
        return words.winner_sentence(made.balance, proved=made.measures.balance_proved and not made.arrangement.missing)
    if not made.arrow_switch:  # a rover sits both ways
        return words.winner_sentence(made.balance)
    return words.winner_sentence(made.arrow_switch.balance, made.arrow_switch.rounds)
