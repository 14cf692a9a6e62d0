"""How a night goes on that went wrong, as a director would say it: what to call out, who goes where, what to tell whom.

A night is a movement with a history, held against the plan that it began with.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.claims import Follow, Step
from byestand.model.history import Call, Scope
from byestand.model.movement import Grid, Movement
from byestand.model.session import EW, NS
from byestand.words.boards import board_words
from byestand.words.numbers import numbered, numbered_runs
from byestand.words.people import called, named, number_title
from byestand.words.resuming import boards_astray
from byestand.words.rulings import MOST_SINGLE
from byestand.words.slips_told import place_sentence, places_taken, told_slips
from byestand.words.steps import step_words

_SIDES = {NS: "NS", EW: "EW"}


_TITLES = {
    "plan": "back to the plan",
    "alike": "everybody alike",
    "leaving": "others take the place of those who left",
    "place": "the late pair takes the place of the pair that left",
    "half": "the late pair sits down at the half table",
    "rover": "the late pair roves over the rounds left",
    "two-way": "the late pair roves over the rounds left, now NS, now EW",
    "party": "the late pairs: a rover, and a party table",
}


def option_title(kind: str, told: Sequence[int]) -> str:
    """Return what an option is called: "back to the plan", "tell tables 4, 5 and 8".

    >>> option_title("plan", []), option_title("tables", [8])
    ('back to the plan', 'tell table 8')
    """
    if kind == "tables":
        return say("tell {tables}", tables=numbered_runs("table", told))
    return say(_TITLES.get(kind, kind))


def proof_words(scope: Scope, *, proved: bool) -> str:
    """Return how sure it is that nothing is better."""
    if not proved:
        return say("best found")
    return say("proved best" if scope == "any seating" else "proved best as they sit")


def repaired_words(after: int, title: str) -> str:
    """Return how a night has been repaired.

    >>> repaired_words(5, "tell tables 7 and 11")
    'after round 5: tell tables 7 and 11'
    """
    return say("after round {after}: {title}", after=after, title=title)


def nothing_lost() -> str:
    """Return what to say where nothing has come of it."""
    return say("Go on: nothing is lost.")


def no_more_lost(table_rounds: int) -> str:
    """Return what to say where what went wrong costs nothing more than it has already.

    >>> no_more_lost(10)
    'Go on: 10 table-rounds are lost, and no more.'
    """
    one, many = "Go on: one table-round is lost, and no more.", "Go on: {number} table-rounds are lost, and no more."
    return say_many(one, many, table_rounds)


def turned_away_words(came: int, because: str) -> str:
    """Return what becomes of those who came, where nobody makes room, and why if that is known."""
    words = say_many("The pair that came has no seat", "The {number} pairs that came have no seat", came)
    return say("{words}: {because}." if because else "{words}.", words=words, because=because)


def slip_words(night: Movement, boards: Boards | None, letter: str = "") -> Iterator[str]:
    """Yield what each table is told that plays something else than what comes to it, all rounds in one line."""
    for slip in told_slips(night, boards, section=letter):
        rounds = (say("round {round}: {words}", round=told.round, words=told.words) for told in slip.rounds)
        yield say("Table {table}: {rounds}.", table=slip.table, rounds="; ".join(rounds))


def way_back_words(night: Movement, plan: Movement, boards: Boards | None) -> Iterator[str]:
    """Yield how people and boards come from where they are to where the next round of the plan has them."""
    after = night.next_round - 1
    if not 1 <= after < night.rounds:
        return
    last = night.seats[after - 1]
    if (last != np.where(last > 0, plan.seats[after - 1], 0)).any():
        going = _going(plan, night.seats[after - 1], night.seats[after])
        yield say("Before round {round}: {going}; then as planned.", round=after + 1, going=going)
    if len(astray := boards_astray(night, boards)) > MOST_SINGLE:
        yield say("Boards go where the plan has them in round {round}.", round=after + 1)
    else:
        yield from astray


def sat_down_words(plan: Movement, round: int, seats: Grid, groups: Grid) -> Iterator[str]:
    """Yield what to do where people have sat down wrongly for a round and no card has been seen."""
    yield say("No cards have been seen in round {round}: nothing of it counts.", round=round)
    if not np.array_equal(seats, plan.seats[round - 1]):
        yield say("Now: {going}.", going=_going(plan, seats, plan.seats[round - 1]))
    if wrong := np.flatnonzero(groups != plan.groups[round - 1]).tolist():
        tables = numbered_runs("table", [table + 1 for table in wrong])
        yield say("The boards on {tables} go where the plan has them.", tables=tables)


def _going(plan: Movement, before: Grid, then: Grid) -> str:
    """Return how all come from some seats to others: so far up or down, where that is the same for everybody."""
    moves = [(name, _common_step(before[:, side], then[:, side])) for side, name in _SIDES.items()]
    if plan.is_individual or plan.claimed(Follow) or any(step is None for _, step in moves):
        return say("all {who} go where the plan has them", who=called(plan).many)
    if not any(step for _, step in moves):
        return say("nobody moves")
    return ", ".join(
        say("{who} go {step}", who=name, step=step_words(step)) if step else say("{who} stay", who=name)
        for name, step in moves
    )


def boards_called_words(night: Movement, plan: Movement) -> Iterator[str]:
    """Yield how all boards go where they go alike, but not as planned, and people do."""
    if night.layout is None or night.layout == plan.layout:
        return
    descents = night.layout.subsections[0].descents
    for round in night.rounds_left:
        if round > 1:
            call = Call(0, descents[round - 1] - descents[round - 2], is_usual=False)
            boards = _boards_called(plan, round, call)
            if boards != _as_always():
                yield say("Before round {round}: {boards}.", round=round, boards=boards)


def call_words(night: Movement, plan: Movement, calls: Sequence[Call]) -> Iterator[str]:
    """Yield what the whole room is told before each round; rounds with the same call together."""
    first = night.rounds - len(calls) + 1
    who = say("all who move follow on") if plan.claimed(Follow) else _movers(plan)
    told: dict[str, list[int]] = {}
    for round, call in enumerate(calls, start=first):
        people = _people_called(who, call, follow=bool(plan.claimed(Follow)))
        told.setdefault(f"{people}, {_boards_called(plan, round, call)}", []).append(round)
    for words, rounds in told.items():
        yield say("Before {rounds}: {words}.", rounds=numbered("round", rounds), words=words)


def _movers(plan: Movement) -> str:
    """Return who goes round the tables: those of a direction, or all who move."""
    moving = {c for step in plan.claimed(Step) for c in step.contestants}
    sides = {side for side in (NS, EW) if moving & set(plan.seats[0, :, side].tolist())}
    return _SIDES[sides.pop()] if len(sides) == 1 else say("all who move")


def _people_called(who: str, call: Call, *, follow: bool) -> str:
    if follow:
        return say_many("{who} by one", "{who} by {number}", call.people, who=who)
    return say("{who} {step}", who=who, step=step_words(call.people) if call.people else say("stay"))


def _boards_called(plan: Movement, round: int, call: Call) -> str:
    if call.boards is None:
        return say("boards by slips")
    descents = plan.layout.subsections[0].descents if plan.layout else tuple(range(plan.rounds))
    usual = descents[round - 1] - descents[round - 2]
    places = len(plan.layout.subsections[0].places) if plan.layout else plan.tables
    if (call.boards - usual) % places == 0:
        return _as_always()
    return say("boards {step}", step=step_words(-call.boards) if call.boards else say("stay"))


def _as_always() -> str:
    return say("boards as always")


def newcomer_words(night: Movement, plan: Movement, boards: Boards | None, letter: str = "") -> Iterator[str]:
    """Yield where those sit who came late, round by round, and who makes room for them."""
    for who in night.history.arriving(night.next_round) if night.history else ():
        if who in places_taken(night):
            yield place_sentence(night, who, letter)
        else:
            yield _seated(night, plan, who, boards, letter)


def _seated(night: Movement, plan: Movement, who: int, boards: Boards | None, letter: str) -> str:
    """Return where somebody sits in all rounds left, in few words where one rule tells it."""
    label, places = number_title(night, who, letter), np.argwhere(night.seats == who).tolist()
    rounds = night.rounds_left
    steps = any(who in step.contestants for step in night.claimed(Step))
    stays = len({(table, seat) for _, table, seat in places}) == 1
    if len(places) == len(rounds) and (stays or steps):
        phrase = "{who} sits down at table {table} {direction} in round {first}, and then moves with the others."
        if stays:
            phrase = "{who} sits at table {table} {direction} from round {first} on."
        _, table, seat = places[0]
        return say(phrase, who=label, table=table + 1, direction=night.seat_names[seat], first=rounds[0])
    stops = "; ".join(_stop(night, plan, round, who, boards, letter) for round in rounds)
    return say("{who}: {stops}.", who=label, stops=stops)


def one_field_words(plan: Movement) -> str:
    """Return what becomes of two lines when somebody sits now in one and now in the other."""
    ew = plan.seats[:, :, EW]
    phrase = "There is one winner now: EW pairs are numbered on after NS, from {first}."
    return say(phrase, first=int(ew[ew > 0].min()))


def filled_words(night: Movement, plan: Movement, boards: Boards | None, letter: str = "") -> Iterator[str]:
    """Yield who sits elsewhere than planned because others have left, round by round."""
    rounds: dict[int, list[int]] = {}
    for round in night.rounds_left:
        here, planned = night.seats[round - 1], plan.seats[round - 1]
        for who in here[(here != planned) & (here > 0)].tolist():
            rounds.setdefault(who, []).append(round)
    for who, told in sorted(rounds.items()):
        stops = "; ".join(_stop(night, plan, round, who, boards, letter) for round in told)
        yield say("{who}: {stops}.", who=number_title(night, who, letter), stops=stops)


def _stop(night: Movement, plan: Movement, round: int, who: int, boards: Boards | None, letter: str) -> str:
    """Return where somebody who came sits in a round, and where those go who were to sit there."""
    found = np.argwhere(night.seats[round - 1] == who).tolist()
    if not found or not night.played[round - 1, found[0][0]]:
        return say("round {round}: sits out", round=round)
    ((table, seat),) = found
    direction = night.seat_names[seat]
    group = board_words((int(night.groups[round - 1, table]),), boards)
    phrase = "round {round}: table {table} {direction}, {boards}"
    words = say(phrase, round=round, table=table + 1, direction=direction, boards=group)
    gone = int(plan.seats[round - 1, table, seat]) if table < plan.tables else 0
    if not gone or gone == who or (night.history and night.history.is_away(gone, round)):
        return words
    at = np.flatnonzero((night.seats[round - 1] == gone).any(axis=1)).tolist()
    plays = bool(at) and bool(night.played[round - 1, at[0]])
    phrase = "{words} ({gone} goes to table {at})" if plays else "{words} ({gone} sits out)"
    return say(phrase, words=words, gone=named([gone], night, letter), at=at[0] + 1 if at else 0)


def _common_step(before: Grid, then: Grid) -> int | None:
    """Return how many tables up all go between two rounds; None where they differ."""
    tables, now = len(then), {who: table for table, who in enumerate(then.tolist())}
    far = {(now[who] - table) % tables for table, who in enumerate(before.tolist()) if who and who in now}
    if len(far) != 1:
        return None
    step: int = far.pop()
    return step - tables if 2 * step > tables else step
