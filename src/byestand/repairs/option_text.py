"""Sentences about repair options: what to announce, who moves where, and what changes at which table.

A night is a movement with a history; it is compared with the plan that it started with.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from byestand.language import phrase, say, say_many
from byestand.model.boards import Boards
from byestand.model.claims import Follow, Step
from byestand.model.history import RoomCall, Scope
from byestand.model.movement import Grid, Movement
from byestand.model.session import EW, NS
from byestand.repairs.ruling_text import MAX_LISTED
from byestand.sentences.boards import board_words
from byestand.sentences.change_slips import place_sentence, places_taken, told_slips
from byestand.sentences.resume_steps import boards_astray
from byestand.words.numbers import join_items, ranges
from byestand.words.people import name_contestants, number_title
from byestand.words.seats import seat_text

_SIDES = {NS: "NS", EW: "EW"}
_TITLES = {
    "plan": phrase("Continue as planned"),
    "rulings": phrase("Continue, with rulings"),
    "alike": phrase("One move for the whole room"),
    "leaving": phrase("Other pairs take the empty places"),
    "place": phrase("Late pair takes the place of the pair that left"),
    "half": phrase("Seat the late pair at the half table"),
    "rover": phrase("Late pair as rover"),
    "two-way": phrase("Late pair as two-way rover"),
    "party": phrase("Late pairs as rover and party table host"),
}


def option_title(kind: str, told: Sequence[int], sentences: Sequence[str] = ()) -> str:
    """Return the title of a repair option: "Continue as planned", "Change tables 4-5, 8".

    Play continues as planned if the only sentence says so, and there is no instruction or ruling.

    >>> option_title("plan", []), option_title("tables", [8]), option_title("plan", [], ("Leave boards 1-2.", "…"))
    ('Continue as planned', 'Change table 8', 'Continue, with rulings')
    """
    if kind == "plan" and len(sentences) > 1:
        kind = "rulings"
    if kind == "tables":
        return say_many("Change table {tables}", "Change tables {tables}", len(told), tables=ranges(told))
    return say(_TITLES[kind]) if kind in _TITLES else kind


def proof_words(scope: Scope, *, proved: bool) -> str:
    """Return whether a better option is ruled out."""
    if not proved:
        return say("best found")
    return say("proved best") if scope == "any seating" else say("proved best with the planned seats")


def repaired_words(after: int, title: str) -> str:
    """Return when a repair was made, and its title.

    >>> repaired_words(5, "Change tables 7, 11")
    'after round 5: Change tables 7, 11'
    """
    return f"{say('after round {after}', after=after)}: {title}"


def nothing_lost() -> str:
    """Return the sentence for a problem without consequences."""
    return say("Continue: nothing is lost.")


def usual_moves_text() -> str:
    """Return what to announce if boards are not where the plan has them, and nothing has to be changed."""
    return say("Continue: everyone moves as planned, and boards move on as usual from where they are now.")


def lost_bound_text(table_rounds: int) -> str:
    """Return the sentence for a problem that costs nothing more than it has already.

    >>> lost_bound_text(10)
    'Continue: nothing more is lost. Already lost: 10 rounds, counted per table.'
    """
    return say_many(
        "Continue: nothing more is lost. Already lost: 1 round at 1 table.",
        "Continue: nothing more is lost. Already lost: {number} rounds, counted per table.",
        table_rounds,
    )


def turned_away_words(came: int, because: str) -> str:
    """Return that late pairs have no seat, with the reason if it is known."""
    clause = say_many("No seat for the late pair", "No seats for the {number} late pairs", came)
    return f"{clause}: {because}." if because else f"{clause}."


def slip_words(night: Movement, boards: Boards | None, letter: str = "") -> Iterator[str]:
    """Yield the changed instructions of each table, one line per round."""
    for slip in told_slips(night, boards, section=letter):
        for entry in slip.rounds:
            yield f"{say('Table {table}, round {round}', table=slip.table, round=entry.round)}: {entry.words}."


def way_back_words(night: Movement, plan: Movement, boards: Boards | None) -> Iterator[str]:
    """Yield how people and boards get from where they are to their places in the next round of the plan."""
    after = night.next_round - 1
    if not 1 <= after < night.rounds:
        return
    last = night.seats[after - 1]
    if (last != np.where(last > 0, plan.seats[after - 1], 0)).any():
        moves = _moves_between(plan, night.seats[after - 1], night.seats[after])
        yield f"{say('Before round {round}', round=after + 1)}: {moves}; {say('then continue as planned')}."
    if len(misplaced := boards_astray(night, boards)) > MAX_LISTED:
        yield say("Put the boards where the plan shows them for round {round}.", round=after + 1)
    else:
        yield from misplaced


def sat_down_words(plan: Movement, round: int, seats: Grid, groups: Grid) -> Iterator[str]:
    """Yield what to do if people sit in wrong places for a round and nobody has looked at the cards."""
    yield say("No cards were looked at in round {round}; the round does not count.", round=round)
    if not np.array_equal(seats, plan.seats[round - 1]):
        yield f"{say('Now')}: {_moves_between(plan, seats, plan.seats[round - 1])}."
    if wrong := np.flatnonzero(groups != plan.groups[round - 1]).tolist():
        tables = [table + 1 for table in wrong]
        yield say_many(
            "Move the boards of table {tables} to their planned places.",
            "Move the boards of tables {tables} to their planned places.",
            len(tables),
            tables=ranges(tables),
        )


def _moves_between(plan: Movement, before: Grid, then: Grid) -> str:
    """Return how everyone gets from some seats to others: one step per direction, if all make the same."""
    steps = {side: _common_step(before[:, side], then[:, side]) for side in _SIDES}
    if plan.is_individual:
        return say("all players move to their planned seats")
    if plan.claims_of(Follow) or any(step is None for step in steps.values()):
        return say("all pairs move to their planned seats")
    if not any(steps.values()):
        return say("nobody moves")
    return ", ".join(_side_move(side, step or 0) for side, step in steps.items())


def _side_move(side: int, step: int) -> str:
    """Return the move of a direction."""
    name = seat_text(_SIDES[side])
    if not step:
        return say("{side} stay", side=name)
    if step > 0:
        return say_many("{side} move up 1 table", "{side} move up {number} tables", step, side=name)
    return say_many("{side} move down 1 table", "{side} move down {number} tables", -step, side=name)


def _all_move(step: int) -> str:
    """Return the move of all moving pairs."""
    if not step:
        return say("all pairs stay")
    if step > 0:
        return say_many("all moving pairs move up 1 table", "all moving pairs move up {number} tables", step)
    return say_many("all moving pairs move down 1 table", "all moving pairs move down {number} tables", -step)


def _all_follow(places: int) -> str:
    """Return the move of pairs that follow one another."""
    if not places:
        return say("all pairs stay")
    if places > 0:
        return say_many("all moving pairs move on 1 place", "all moving pairs move on {number} places", places)
    return say_many("all moving pairs move back 1 place", "all moving pairs move back {number} places", -places)


def boards_called_words(night: Movement, plan: Movement) -> Iterator[str]:
    """Yield the common move of all boards in rounds where it is not the planned one but people move as planned."""
    if night.layout is None or night.layout == plan.layout:
        return
    descents = night.layout.subsections[0].descents
    for round in night.remaining_rounds:
        if round > 1:
            down = descents[round - 1] - descents[round - 2]
            if not _is_usual_descent(plan, round, down):
                yield f"{say('Before round {round}', round=round)}: {_boards_move(down)}."


def call_words(night: Movement, plan: Movement, calls: Sequence[RoomCall]) -> Iterator[str]:
    """Yield what to announce to the whole room before each round; rounds with the same call together."""
    first = night.rounds - len(calls) + 1
    rounds_of: dict[str, list[int]] = {}
    for round, call in enumerate(calls, start=first):
        rounds_of.setdefault(f"{_people_move(plan, call)}, {_boards_call(plan, round, call)}", []).append(round)
    for moves, rounds in rounds_of.items():
        numbers = join_items(rounds)
        when = say_many("Before round {rounds}", "Before rounds {rounds}", len(rounds), rounds=numbers)
        yield f"{when}: {moves}."


def _people_move(plan: Movement, call: RoomCall) -> str:
    """Return the move of those who move: one direction, or all moving pairs."""
    if plan.claims_of(Follow):
        return _all_follow(call.people)
    moving = {c for step in plan.claims_of(Step) for c in step.contestants}
    sides = {side for side in (NS, EW) if moving & set(plan.seats[0, :, side].tolist())}
    return _side_move(sides.pop(), call.people) if len(sides) == 1 else _all_move(call.people)


def _boards_call(plan: Movement, round: int, call: RoomCall) -> str:
    if call.boards is None:
        return say("boards as on the instruction slips")
    if _is_usual_descent(plan, round, call.boards):
        return say("boards move as usual")
    return _boards_move(call.boards)


def _is_usual_descent(plan: Movement, round: int, down: int) -> bool:
    """Return whether all boards make the planned move before a round."""
    descents = plan.layout.subsections[0].descents if plan.layout else tuple(range(plan.rounds))
    usual = descents[round - 1] - descents[round - 2]
    places = len(plan.layout.subsections[0].places) if plan.layout else plan.tables
    return (down - usual) % places == 0


def _boards_move(down: int) -> str:
    if not down:
        return say("boards stay")
    if down > 0:
        return say_many("boards move down 1 table", "boards move down {number} tables", down)
    return say_many("boards move up 1 table", "boards move up {number} tables", -down)


def newcomer_words(night: Movement, plan: Movement, boards: Boards | None, letter: str = "") -> Iterator[str]:
    """Yield where late pairs sit, round by round, and who makes room for them."""
    for who in night.history.arrivals_in(night.next_round) if night.history else ():
        if who in places_taken(night):
            yield place_sentence(night, who, letter)
        else:
            yield from _seat_texts(night, plan, who, boards, letter)


def _seat_texts(night: Movement, plan: Movement, who: int, boards: Boards | None, letter: str) -> Iterator[str]:
    """Yield where a pair sits in all remaining rounds, in one short sentence if a rule covers it."""
    label, places = number_title(night, who, letter), np.argwhere(night.seats == who).tolist()
    rounds = night.remaining_rounds
    steps = any(who in step.contestants for step in night.claims_of(Step))
    stays = len({(table, seat) for _, table, seat in places}) == 1
    if len(places) == len(rounds) and (stays or steps):
        text = phrase("{who} starts at table {table} {direction} in round {first}, then moves with the others.")
        if stays:
            text = phrase("{who} sits at table {table} {direction} from round {first}.")
        _, table, seat = places[0]
        yield say(text, who=label, table=table + 1, direction=seat_text(night.seat_names[seat]), first=rounds[0])
        return
    yield from (f"{label}, {_stop(night, plan, round, who, boards, letter)}." for round in rounds)


def one_field_words(plan: Movement) -> str:
    """Return that there is now one ranking, because a pair sits both NS and EW."""
    ew = plan.seats[:, :, EW]
    return say("There is now one winner. EW pairs are renumbered from {first}.", first=int(ew[ew > 0].min()))


def filled_words(night: Movement, plan: Movement, boards: Boards | None, letter: str = "") -> Iterator[str]:
    """Yield who sits elsewhere than planned because others have left, round by round."""
    rounds: dict[int, list[int]] = {}
    for round in night.remaining_rounds:
        here, planned = night.seats[round - 1], plan.seats[round - 1]
        for who in here[(here != planned) & (here > 0)].tolist():
            rounds.setdefault(who, []).append(round)
    for who, changed in sorted(rounds.items()):
        label = number_title(night, who, letter)
        yield from (f"{label}, {_stop(night, plan, round, who, boards, letter)}." for round in changed)


def _stop(night: Movement, plan: Movement, round: int, who: int, boards: Boards | None, letter: str) -> str:
    """Return where a pair sits in a round, and where the pair planned there goes instead."""
    places = np.argwhere(night.seats[round - 1] == who).tolist()
    if not places or not night.played_mask[round - 1, places[0][0]]:
        return say("round {round}: sits out", round=round)
    ((table, seat),) = places
    stop = say(
        "round {round}: table {table} {direction}, {boards}",
        round=round,
        table=table + 1,
        direction=seat_text(night.seat_names[seat]),
        boards=board_words((int(night.groups[round - 1, table]),), boards),
    )
    displaced = int(plan.seats[round - 1, table, seat]) if table < plan.tables else 0
    if not displaced or displaced == who or (night.history and night.history.is_away(displaced, round)):
        return stop
    at = np.flatnonzero((night.seats[round - 1] == displaced).any(axis=1)).tolist()
    label = name_contestants([displaced], night, letter)
    if at and night.played_mask[round - 1, at[0]]:
        return f"{stop} ({say('{pair} moves to table {table}', pair=label, table=at[0] + 1)})"
    return f"{stop} ({say('{pair} sits out', pair=label)})"


def _common_step(before: Grid, then: Grid) -> int | None:
    """Return how many tables up all go between two rounds; None if they differ."""
    tables, now = len(then), {who: table for table, who in enumerate(then.tolist())}
    steps = {(now[who] - table) % tables for table, who in enumerate(before.tolist()) if who and who in now}
    if len(steps) != 1:
        return None
    step: int = steps.pop()
    return step - tables if 2 * step > tables else step
