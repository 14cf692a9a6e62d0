"""Arrow switches and seat changes in sentences.

In some clubs the boards are turned; in others the pairs change seats, because the scoring devices fix who is North.
"""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from byestand.flow.arrows import (
    ArrowSeatChange,
    PairSides,
    SwitchedRounds,
    TableChange,
    TurningPair,
    ends_at_repair,
    home_side,
    seat_changes,
    switched_rounds,
    switches,
    switches_at_some_tables,
    table_changes,
    turning_pairs,
)
from byestand.language import say, say_many
from byestand.model.claims import Swivel
from byestand.model.event import Switch
from byestand.model.movement import Movement
from byestand.sentences.board_moves import Later
from byestand.words.numbers import join_items, ordinal_word, ranges_from_three, short_list
from byestand.words.seats import spoken_side

MAX_SWITCH_CALLS = 6
"""More changes at some tables are not announced: all look at their mats."""
Lines: TypeAlias = Iterator[str]


def switch_announcements(movement: Movement, switch: Switch) -> Later:
    """Yield the announcements of arrow switches with the round after which they are made; 0 is before play."""
    sides = PairSides(*map(spoken_side, home_side(movement)))
    if switches_at_some_tables(movement):
        yield from _at_some_tables(movement, switch, sides)
    else:
        yield from _at_all_tables(movement, switch, sides)


def _at_all_tables(movement: Movement, switch: Switch, sides: PairSides) -> Later:
    if ends_at_repair(movement):
        yield movement.next_round - 1, (_end_text(switch, sides.usual),)
    announced_in = 0
    for rounds in switched_rounds(movement):
        yield (
            rounds.first - 1,
            (*_begin(rounds.first, announced_in, switch, sides), _duration(rounds, movement.rounds)),
        )
        if rounds.last < movement.rounds:
            yield rounds.last, (_end_text(switch, sides.usual),)
        announced_in = announced_in or rounds.first


def _instruction(switch: Switch, side: str) -> str:
    if switch == "boards":
        return say("Turn the boards a quarter turn. The stationary pair plays the {side} cards.", side=side)
    return say("Change seats with your opponents. The stationary pair sits {side}.", side=side)


def _local_instruction(switch: Switch, side: str) -> str:
    if switch == "boards":
        return say("Turn the boards there a quarter turn. The stationary pair plays the {side} cards.", side=side)
    return say("Change seats there with your opponents. The stationary pair sits {side}.", side=side)


def _end_text(switch: Switch, side: str) -> str:
    if switch == "boards":
        return say("End of arrow switch. Boards the normal way round: the stationary pair plays {side}.", side=side)
    return say("End of arrow switch. Return to your normal seats: the stationary pair sits {side}.", side=side)


def _begin(round: int, announced_in: int, switch: Switch, sides: PairSides) -> Lines:
    if announced_in:
        yield say("Arrow switch, as in round {round}.", round=announced_in)
        yield _instruction(switch, sides.other)
        return
    yield say("We start with an arrow switch.") if round == 1 else say("Arrow switch. Move as usual.")
    yield _instruction(switch, sides.other)
    yield say("Score the boards as you play them.")


def _duration(rounds: SwitchedRounds, last_round: int) -> str:
    first, last = rounds
    if first == last:
        return say("For this round only.")
    if last == first + 1:
        if last == last_round:
            return say("For rounds {first} and {last}, to the end.", first=first, last=last)
        return say("For rounds {first} and {last}.", first=first, last=last)
    if last == last_round:
        return say("For rounds {first} to {last}, to the end.", first=first, last=last)
    return say("For rounds {first} to {last}.", first=first, last=last)


def _at_some_tables(movement: Movement, switch: Switch, sides: PairSides) -> Later:
    changes = table_changes(movement)
    if len(changes) > MAX_SWITCH_CALLS:
        lines = (
            say("Some tables have an arrow switch in some rounds."),
            _instruction(switch, sides.other),
            say("Look at the black line on your mat before each round."),
        )
        yield movement.next_round - 1, lines
        return
    for place, change in enumerate(changes):
        how = () if place else (_local_instruction(switch, sides.other),)
        yield change.after, (*_change_lines(change, movement.tables), *how)


def _change_lines(change: TableChange, tables: int) -> Lines:
    """Yield where arrow switches begin, end and go on."""
    if len(change.begin) == tables:
        yield say("Arrow switch at all tables.")
    elif change.begin and change.stay:
        numbers = short_list(change.begin)
        yield say_many(
            "Arrow switch at table {tables}.", "Arrow switch at tables {tables}.", len(change.begin), tables=numbers
        )
    elif change.begin:
        yield say_many(
            "Arrow switch at table {tables} only. Look at your mat.",
            "Arrow switch at tables {tables} only. Look at your mat.",
            len(change.begin),
            tables=short_list(change.begin),
        )
    if len(change.back) == tables:
        yield say("End of arrow switch at all tables.")
    elif change.back:
        yield say_many(
            "End of arrow switch at table {tables}.",
            "End of arrow switch at tables {tables}.",
            len(change.back),
            tables=short_list(change.back),
        )
    if change.stay:
        yield say_many(
            "Table {tables} stays arrow-switched.",
            "Tables {tables} stay arrow-switched.",
            len(change.stay),
            tables=short_list(change.stay),
        )


def switch_sentences(movement: Movement) -> Lines:
    """Yield where the arrow is switched, for the set-up."""
    by_round = switches(movement)
    if at_all_tables := [round for round, tables in by_round.items() if not tables]:
        yield say_many(
            "Arrow switch in round {rounds}: the stationary pair plays {side}.",
            "Arrow switch in rounds {rounds}: the stationary pair plays {side}.",
            len(at_all_tables),
            rounds=join_items(at_all_tables),
            side=spoken_side(home_side(movement).other),
        )
    if at_some_tables := {round: tables for round, tables in by_round.items() if tables}:
        places = "; ".join(_place(round, tables) for round, tables in at_some_tables.items())
        yield f"{say('Arrow switch at some tables')}: {places}."


def _place(round: int, tables: Sequence[int]) -> str:
    return say_many(
        "round {round} at table {tables}",
        "round {round} at tables {tables}",
        len(tables),
        round=round,
        tables=ranges_from_three(tables),
    )


def turning_sentences(movement: Movement) -> Lines:
    """Yield which stationary pairs change sides in which rounds."""
    if pairs := [turning for turning in turning_pairs(movement).values() if turning.pair]:
        yield from map(_turning_text, pairs)
        yield say("Visitors take the other seats.")


def _turning_text(turning: TurningPair) -> str:
    return say_many(
        "Pair {pair} sits {usual}, but {turned} in round {rounds}.",
        "Pair {pair} sits {usual}, but {turned} in rounds {rounds}.",
        len(turning.rounds),
        pair=turning.pair,
        usual=turning.usual,
        turned=turning.turned_rounds,
        rounds=ranges_from_three(turning.rounds),
    )


def swivel_sentences(swivel: Swivel) -> Lines:
    """Yield how players change seats from board to board, and the partnerships."""
    sentences = seat_change_sentences(swivel)
    if not sentences:
        return
    *changes, back = sentences
    yield from changes
    for board, turn in enumerate(swivel.turns, start=1):
        n, s, e, w = (spoken_side(seat) for seat in turn)
        yield say(
            "Board {board}: {n} and {s} against {e} and {w}, by their first seats in the round.",
            board=board,
            n=n,
            s=s,
            e=e,
            w=w,
        )
    yield back


def seat_change_sentences(swivel: Swivel) -> tuple[str, ...]:
    """Return the seat changes within a round; the last sentence ends them."""
    changes = seat_changes(swivel)
    if not changes:
        return ()
    return (*(_change_sentence(change) for change in changes), say("Before you move, return to your own seat."))


def _change_sentence(change: ArrowSeatChange) -> str:
    boards = join_items(map(ordinal_word, change.boards))
    after = say_many("After the {boards} board", "After the {boards} boards", len(change.boards), boards=boards)
    return f"{after}: {_change_text(change)}."


def _change_text(change: ArrowSeatChange) -> str:
    if change.is_clockwise:
        return say("turn clockwise round North, East to South, South to West, West to East")
    moves = [(spoken_side(seat), spoken_side(to)) for seat, to in change.moves]
    if change.is_exchange:
        (a, b), _ = moves
        return say("{a} and {b} change seats", a=a, b=b)
    return ", ".join(say("{a} goes to {b}", a=a, b=b) for a, b in moves)
