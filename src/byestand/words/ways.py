"""How people come to tables, in words: who stays, who goes how far, who follows whom.

What holds all evening is told before play; what departs from it is told when it comes.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.claims import Card, Follow, Jump, Stay, Step
from byestand.model.movement import Movement
from byestand.model.seen import claims_seen
from byestand.words.numbers import enumerated
from byestand.words.people import PLAYERS, brief, called, spoken, who
from byestand.words.phrases import Instructions, first_up
from byestand.words.steps import SKIP, Run, jump_words, over_the_edge, runs, step_words, steps_left, usual_step
from byestand.words.telling import Later, Told

BY_CARD = "Go by your card."
"""What is called round after round; what stands on a card is told before play."""


def stay_told(claims: Sequence[Stay], movement: Movement, boards: Boards | None) -> Told:
    """Return that these stay."""
    del boards
    others = any(isinstance(claim, Follow) for claim in claims_seen(movement))

    def lines() -> Iterator[str]:
        for claim in claims:
            words, number = who(claim.contestants, movement)
            if words.startswith(("Pair", "Player")):
                people = called(movement).one if number == 1 else called(movement).many
                numbers = enumerated(map(movement.field.number, claim.contestants))
                who_stays = f"{people.capitalize()} {numbers}"
                one, many = "{who} stays at the table.", "{who} stay at their tables."
                rest = say(" Everybody else moves.") if others else ""
                yield say_many(one, many, number, who=who_stays) + rest
            else:
                yield say_many("{who} stays.", "{who} stay where they are.", number, who=words)

    return Told(lines, lines)


def step_told(claims: Sequence[Step], movement: Movement, boards: Boards | None) -> Told:
    """Return how far these go after each round, and when they go another way."""
    del boards
    steps = [step for step in claims if steps_left(step, movement)]

    def opening() -> Iterator[str]:
        if len(steps) > 1 and all(who(step.contestants, movement).number == 1 for step in steps):
            yield from _lines_of_players(steps, movement)
        else:
            yield from (_as_a_rule(step, movement) for step in steps)

    def moves() -> Iterator[str]:
        yield from opening()
        yield from (_departs(step, run, movement) for step in steps for run in _departures(step, movement))

    def later() -> Later:
        for step in steps:
            for run in _departures(step, movement):
                yield run.first, tuple(_called_out(step, run, movement))

    skipping = [(step, run) for step in steps for run in _departures(step, movement) if _is_skip(step, run, movement)]
    return Told(
        moves,
        opening,
        later,
        each=lambda after: (line for step in steps for line in _as_called(step, after, movement)),
        notes=lambda: (
            say(
                "Skip after {rounds}: {who} go up two tables.", rounds=run.rounds, who=brief(step.contestants, movement)
            )
            for step, run in skipping
        ),
        brief=lambda: (
            say("{who} skip after {rounds}.", who=brief(step.contestants, movement), rounds=run.rounds)
            for step, run in skipping
        ),
    )


def _rule(step: Step, movement: Movement) -> int:
    """Return the step that is told before play; after a mishap no step may be the usual one, then the first."""
    left, usual = steps_left(step, movement), usual_step(step, movement)
    return left[0] if movement.history and 2 * left.count(usual) <= len(left) else usual


def _as_a_rule(step: Step, movement: Movement) -> str:
    words, number = who(step.contestants, movement)
    if not (by := _rule(step, movement)):
        return say_many("{who} stays.", "{who} stay where they are.", number, who=words)
    one, many = "{who} goes {far} after each round; {edge}.", "{who} go {far} after each round; {edge}."
    return say_many(one, many, number, who=words, far=step_words(by), edge=over_the_edge(by, step.tables))


def _as_called(step: Step, after: int, movement: Movement) -> Iterator[str]:
    """Yield how these go after a round, in few words, where that is not called out at length."""
    if after in [run.first for run in _departures(step, movement)]:
        return
    words, number = who(step.contestants, movement)
    left = steps_left(step, movement)
    if by := left[after - movement.moves_left.start]:
        yield say("{who} {far}.", who=words, far=step_words(by))
    elif len(set(left)) > 1:
        yield say_many("{who} stays.", "{who} stay where they are.", number, who=words)


def _lines_of_players(steps: Sequence[Step], movement: Movement) -> Iterator[str]:
    """Yield the steps of South, East and West in one breath, then who goes over the edge and where."""
    names = [who(step.contestants, movement).words for step in steps]
    far = [step_words(_rule(step, movement)) for step in steps]
    first, *more = (say("{who} {far}", who=name, far=by) for name, by in zip(names, far, strict=True))
    told = [first.replace(" ", " goes ", 1), *(words.removesuffix(" tables").removesuffix(" table") for words in more)]
    yield say("{told}.", told=", ".join(told))
    for name, step in zip(names, steps, strict=True):
        yield say("{who}: {edge}.", who=name, edge=over_the_edge(_rule(step, movement), step.tables))


def _departures(step: Step, movement: Movement) -> Iterator[Run]:
    """Yield the steps that are not as a rule."""
    rule = _rule(step, movement)
    return (run for run in runs(steps_left(step, movement), movement.moves_left.start) if run.step != rule)


def _is_skip(step: Step, run: Run, movement: Movement) -> bool:
    return (_rule(step, movement), run.step) == SKIP


def _departs(step: Step, run: Run, movement: Movement) -> str:
    """Return what is told of it when setting up."""
    words, number = who(step.contestants, movement)
    gaps = {"rounds": run.rounds, "who": words, "far": step_words(run.step)}
    if not run.step:
        return say_many("After {rounds} {who} stays.", "After {rounds} {who} stay where they are.", number, **gaps)
    one, many = "After {rounds} {who} goes {far}; {edge}.", "After {rounds} {who} go {far}; {edge}."
    if _is_skip(step, run, movement):
        one, many = "Skip after {rounds}: {who} goes {far}; {edge}.", "Skip after {rounds}: {who} go {far}; {edge}."
    return say_many(one, many, number, **gaps, edge=over_the_edge(run.step, step.tables))


def _called_out(step: Step, run: Run, movement: Movement) -> Iterator[str]:
    """Yield what is said when it comes: what to do now, who goes over the edge, where somebody then is."""
    words, number = who(step.contestants, movement)
    once = say("this once") if run.times == 1 else say("{many} times", many=run.times)
    if not run.step:
        yield say_many(
            "{who} stays now, {once}.", "{who} stay where they are now, {once}.", number, who=words, once=once
        )
    else:
        one, many = "{who} goes {far} now, {once}.", "{who} go {far} now, {once}."
        told = say_many(one, many, number, who=words, far=step_words(run.step), once=once)
        yield say("Skip! {told}", told=told) if _is_skip(step, run, movement) else told
        yield first_up(say("{edge}.", edge=over_the_edge(run.step, step.tables)))
    if _boards_as_always(movement, run.first):
        yield say("Boards down one, as always.")
    yield from _check(step, run.first + 1, movement)
    rule, after = _rule(step, movement), step.by[run.first + run.times - 1 :]
    if run.times == 1 and after and after[0] == rule:
        phrase = "From now on {far} again." if set(after) == {rule} else "Then {far} again."
        yield say(phrase, far=step_words(rule).removeprefix("up ") if rule else say("they stay"))


def _boards_as_always(movement: Movement, round: int) -> bool:
    """Tell whether boards go down one place after a round."""
    layout = movement.layout
    return layout is not None and all(sub.descents[round] - sub.descents[round - 1] == 1 for sub in layout.subsections)


def _check(step: Step, round: int, movement: Movement) -> Iterator[str]:
    """Yield where the first of them who has come round the tables sits: whoever reads it out sees all is well."""
    for contestant in step.contestants:
        visits = movement.itinerary(movement.field.label(contestant))
        for visit in visits:
            if visit.round == round and visit.table <= step.tables:
                words, number = spoken(movement, contestant)
                one, many = "Check: {who} is at table {table}.", "Check: {who} are at table {table}."
                yield say("(When all sit) {check}", check=say_many(one, many, number, who=words, table=visit.table))
                return


def jump_told(claims: Sequence[Jump], movement: Movement, boards: Boards | None) -> Told:
    """Return the jumps of a Rainbow: a list of their own, and aloud only where to look."""
    del boards

    def lists() -> Iterator[Instructions]:
        if movement.moves_left:
            lines = (say("North stays."), *jump_words(claims, movement))
            yield Instructions(say("Players and boards, after every round"), lines)

    aloud = (say("North stays. All others: look at the mat, then move."), say("Boards go where the mat says."))
    return Told(lists=lists, opening=lambda: aloud, each=lambda _: aloud)


def follow_told(claims: Sequence[Follow], movement: Movement, boards: Boards | None) -> Told:
    """Return who follows whom."""
    del boards

    def lines() -> Iterator[str]:
        return (line for follow in claims for line in _one_circle(follow, movement))

    def opening() -> Iterator[str]:
        if same_seat:
            yield from lines()
            yield say("The mat tells you where to go. Remember your own number.")
        else:
            yield _by_card(movement)

    same_seat = all(follow.same_seat for follow in claims)
    call = "All who move follow the {one} before them." if same_seat else BY_CARD
    return Told(
        lines,
        opening,
        each=lambda _: (say(call, one=called(movement).one),),
        at_table=lambda _: () if same_seat else (say("Guide cards tell which way to sit."),),
    )


def _by_card(movement: Movement) -> str:
    alone = called(movement) is PLAYERS
    call = "If two players want the same chair, call me." if alone else "If two pairs want the same chairs, call me."
    return f"{say('Go by your card: round, table, seat, boards.')} {say(call)}"


def _one_circle(follow: Follow, movement: Movement) -> Iterator[str]:
    number, one = movement.field.number, called(movement).one
    in_order = follow.contestants
    seat = "sit down where they have just sat" if follow.same_seat else "go to the table they have just left"
    if all(b == a + 1 for a, b in pairwise(in_order)):
        phrase = "After each round follow the {one} with the number one lower: {seat}."
        yield say(phrase, one=one, seat=say(seat))
        phrase = "{who} {first} follows {one} {last}."
        yield say(phrase, who=one.capitalize(), one=one, first=number(in_order[0]), last=number(in_order[-1]))
    else:
        yield say("After each round follow the {one} before you in this order: {seat}.", one=one, seat=say(seat))
        order = ", ".join(str(number(c)) for c in in_order)
        phrase = "The order: {order}; {one} {first} follows {one} {last}."
        yield say(phrase, one=one, order=order, first=number(in_order[0]), last=number(in_order[-1]))
    if not follow.same_seat:
        yield say("Your card tells which way you sit.")


def card_told(claims: Sequence[Card], movement: Movement, boards: Boards | None) -> Told:
    """Return who goes by card."""
    del boards
    everybody = [claim for claim in claims_seen(movement) if isinstance(claim, Stay | Step | Jump | Follow)] == []

    def moves() -> Iterator[str]:
        if everybody:
            yield say("Everybody goes by card.")
            return
        for card in claims:
            words, number = who(card.contestants, movement)
            yield say_many("{who} goes by card.", "{who} go by card.", number, who=words)

    def opening() -> Iterator[str]:
        if not everybody:
            yield from moves()
        yield _by_card(movement)

    return Told(moves, opening, each=lambda _: (say(BY_CARD),))
