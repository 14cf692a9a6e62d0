"""How people move, in sentences: who stays, who moves how far, who follows whom.

What holds all session is announced before play; a departure from it when it comes.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from byestand.flow.groups import groups_of
from byestand.flow.steps import (
    NextRule,
    StepRun,
    boards_go_down_one,
    departures,
    edge_of,
    is_skip,
    position_after,
    rule_after,
    rule_step,
    steps_left,
)
from byestand.language import ENGLISH, say, say_many, use_language
from byestand.model.boards import Boards
from byestand.model.claims import ByCard, Follow, Jump, Stay, Step
from byestand.model.inferred_claims import infer_claims
from byestand.model.movement import Movement
from byestand.sentences.board_moves import Later
from byestand.sentences.claim_text import ClaimText
from byestand.sentences.groups import again_text, card_text, group_label, rule_text, skip_text, stay_text
from byestand.sentences.instructions import Instructions
from byestand.sentences.steps import after_rounds, edge_sentence, edge_text, jump_words, step_words
from byestand.words.seats import spoken_side


def describe_stay(claims: Sequence[Stay], movement: Movement, boards: Boards | None) -> ClaimText:
    """Return the texts about contestants who stay."""
    del boards
    others_follow = any(isinstance(claim, Follow) for claim in infer_claims(movement))

    def lines() -> Iterator[str]:
        for claim in claims:
            stay = [f"{stay_text(group, spoken=True)}." for group in groups_of(claim.contestants, movement)]
            yield " ".join([*stay, *([say("Everyone else moves.")] if others_follow else [])])

    return ClaimText(lines, lines)


def describe_step(claims: Sequence[Step], movement: Movement, boards: Boards | None) -> ClaimText:
    """Return the texts about contestants who move the same number of tables after each round."""
    del boards
    steps = [step for step in claims if steps_left(step, movement)]
    departing = [(step, run) for step in steps for run in departures(step, movement)]
    skipping = [(step, run) for step, run in departing if is_skip(step, run, movement)]

    def opening() -> Iterator[str]:
        return (line for step in steps for line in _rule(step, movement))

    def later() -> Later:
        return ((run.first, tuple(_announcement_lines(step, run, movement))) for step, run in departing)

    def notes() -> Iterator[str]:
        for step, run in skipping:
            for group in groups_of(step.contestants, movement):
                yield f"{_skip_after(run)}: {skip_text(group, spoken=False)}."

    return ClaimText(
        lambda: (*opening(), *(line for step, run in departing for line in _departure(step, run, movement))),
        opening,
        later,
        each=lambda after: (line for step in steps for line in _call(step, after, movement)),
        notes=notes,
        file_notes=lambda: (note for step, run in skipping for note in _file_note(step, run, movement)),
    )


def _file_note(step: Step, run: StepRun, movement: Movement) -> tuple[str, ...]:
    """Return the skip for exported files, which are always in English."""
    rounds = f"rounds {run.first}-{run.last}" if run.times > 1 else f"round {run.first}"
    with use_language(ENGLISH):
        labels = [group_label(group, spoken=False) for group in groups_of(step.contestants, movement)]
    return tuple(f"{label} skip after {rounds}." for label in labels)


def _skip_after(run: StepRun) -> str:
    first, last = run.first, run.last
    return say_many("Skip after round {first}", "Skip after rounds {first}-{last}", run.times, first=first, last=last)


def _rule(step: Step, movement: Movement) -> Iterator[str]:
    by = rule_step(step, movement)
    for group in groups_of(step.contestants, movement):
        if by:
            yield f"{rule_text(group, by)}. {edge_sentence(edge_of(by, step.tables))}"
        else:
            yield f"{stay_text(group, spoken=True)}."


def _call(step: Step, after: int, movement: Movement) -> Iterator[str]:
    """Yield how a group moves after a round, in few words, where `_announcement_lines` says nothing about it."""
    if after in [run.first for run in departures(step, movement)]:
        return
    left = steps_left(step, movement)
    by = left[after - movement.remaining_moves.start]
    for group in groups_of(step.contestants, movement):
        if by:
            yield f"{group_label(group, spoken=True)}: {step_words(by)}."
        elif len(set(left)) > 1:
            yield f"{stay_text(group, spoken=True)}."


def _departure(step: Step, run: StepRun, movement: Movement) -> Iterator[str]:
    """Yield a departure from the rule, for the set-up."""
    edge = edge_text(edge_of(run.step, step.tables))
    for group in groups_of(step.contestants, movement):
        if not run.step:
            yield f"{after_rounds(run)}: {stay_text(group, spoken=True)}."
        elif is_skip(step, run, movement):
            yield f"{_skip_after(run)}: {skip_text(group, spoken=True)}; {edge}."
        else:
            yield f"{after_rounds(run)}, {group_label(group, spoken=True)}: {step_words(run.step)}; {edge}."


def _announcement_lines(step: Step, run: StepRun, movement: Movement) -> Iterator[str]:
    """Yield the announcement of a departure from the rule: the step, the edge, and a check of one pair."""
    once = say_many("this time only", "the next {number} times", run.times)
    for group in groups_of(step.contestants, movement):
        if not run.step:
            yield f"{stay_text(group, spoken=True)}, {once}."
        elif is_skip(step, run, movement):
            yield f"{say('Skip!')} {skip_text(group, spoken=True)}, {once}."
        else:
            yield f"{group_label(group, spoken=True)}: {step_words(run.step)}, {once}."
    if run.step:
        yield edge_sentence(edge_of(run.step, step.tables))
    if boards_go_down_one(movement, run.first):
        yield boards_as_usual()
    if position := position_after(step, run, movement):
        yield _check(movement, *position)
    match rule_after(step, run, movement):
        case NextRule.FROM_NOW_ON:
            yield from (f"{say('After this')}: {text}." for text in _again(step, movement))
        case NextRule.ONCE:
            yield from (f"{say('After the next round')}: {text}." for text in _again(step, movement))
        case NextRule.NOTHING:
            return


def _again(step: Step, movement: Movement) -> Iterator[str]:
    """Yield how those who step go back to their rule."""
    by = rule_step(step, movement)
    return (again_text(group, by) for group in groups_of(step.contestants, movement))


def boards_as_usual() -> str:
    """Return that boards go down one table at a departure from the rule."""
    return say("Boards move down one table, as usual.")


def _check(movement: Movement, contestant: int, table: int) -> str:
    number, line = movement.field.number(contestant), movement.field.line(contestant)
    if movement.is_individual:
        return say("When all are seated, check: player {number} is at table {table}.", number=number, table=table)
    if len(movement.field.lines) == 1:
        return say("When all are seated, check: pair {number} is at table {table}.", number=number, table=table)
    return say(
        "When all are seated, check: {side} pair {number} is at table {table}.",
        side=spoken_side(movement.seat_names[line]),
        number=number,
        table=table,
    )


def describe_jump(claims: Sequence[Jump], movement: Movement, boards: Boards | None) -> ClaimText:
    """Return the texts about the jumps of a Rainbow: a list for the set-up; players look at the mats."""
    del boards

    def lists() -> Iterator[Instructions]:
        if movement.remaining_moves:
            lines = (say("North stays."), *jump_words(claims, movement))
            yield Instructions(say("Players and boards, after every round"), lines, every_round=True)

    def announced() -> tuple[str, ...]:
        return (say("North stays. All others move as shown on the mat."), say("Boards go where the mat shows."))

    return ClaimText(lists=lists, opening=announced, each=lambda _: announced())


def describe_follow(claims: Sequence[Follow], movement: Movement, boards: Boards | None) -> ClaimText:
    """Return the texts about contestants who follow each other."""
    del boards
    same_seat = all(follow.same_seat for follow in claims)

    def lines() -> Iterator[str]:
        return (line for follow in claims for line in _circle(follow, movement))

    def opening() -> Iterator[str]:
        if same_seat:
            yield from lines()
            yield say("The mat shows where you go next. Remember your own number.")
        else:
            yield from _by_card(movement)

    def call() -> str:
        if not same_seat:
            return follow_card()
        if movement.is_individual:
            return say("All moving players follow the player before them.")
        return say("All moving pairs follow the pair before them.")

    return ClaimText(
        lines,
        opening,
        each=lambda _: (call(),),
        at_table=lambda _: () if same_seat else (say("Your guide card shows which way to sit."),),
    )


def follow_card() -> str:
    """Return what is called in every round where all move by guide cards."""
    return say("Follow your guide card.")


def _by_card(movement: Movement) -> Iterator[str]:
    yield say("Follow your guide card: round, table, seat, boards.")
    if movement.is_individual:
        yield say("If two players want the same seat, call the director.")
    else:
        yield say("If two pairs want the same seats, call the director.")


def _circle(follow: Follow, movement: Movement) -> Iterator[str]:
    number = movement.field.number
    first, last = number(follow.contestants[0]), number(follow.contestants[-1])
    is_player = movement.is_individual
    if all(b == a + 1 for a, b in pairwise(follow.contestants)):
        if is_player:
            yield say("After each round follow the player with the next lower number.")
            yield say("Player {first} follows player {last}.", first=first, last=last)
        else:
            yield say("After each round follow the pair with the next lower number.")
            yield say("Pair {first} follows pair {last}.", first=first, last=last)
    else:
        order = ", ".join(str(number(contestant)) for contestant in follow.contestants)
        if is_player:
            yield say("After each round follow the player before you in this order: {order}.", order=order)
            yield say("Player {first} follows player {last}.", first=first, last=last)
        else:
            yield say("After each round follow the pair before you in this order: {order}.", order=order)
            yield say("Pair {first} follows pair {last}.", first=first, last=last)
    if follow.same_seat:
        yield say("Take the seats they have just left.")
    else:
        yield say("Go to the table they have just left. Your guide card shows which way to sit.")


def describe_card(claims: Sequence[ByCard], movement: Movement, boards: Boards | None) -> ClaimText:
    """Return the texts about contestants who move by guide cards."""
    del boards
    everybody = not any(isinstance(claim, Stay | Step | Jump | Follow) for claim in infer_claims(movement))

    def moves() -> Iterator[str]:
        if everybody:
            yield follow_card()
            return
        for card in claims:
            yield from (f"{card_text(group, spoken=True)}." for group in groups_of(card.contestants, movement))

    def opening() -> Iterator[str]:
        if not everybody:
            yield from moves()
        yield from _by_card(movement)

    return ClaimText(moves, opening, each=lambda _: (follow_card(),))
