"""What a director announces, and when: before play, at changes, before the last round, and at the end.

A rule that holds all session is announced once, before round 1. A change is announced when it happens, and again when
it ends. Each sentence says one thing: who first, then what.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from byestand.flow.attendance import sitting_out, without_boards
from byestand.flow.board_moves import rings
from byestand.flow.board_travel import travel
from byestand.flow.numbering import numbers_by_table
from byestand.language import say, say_many
from byestand.model.claims import Jump
from byestand.model.event import Event
from byestand.model.inferred_claims import infer_claims, ring_tables
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.sentences.arrows import switch_announcements
from byestand.sentences.board_moves import boards_as_a_rule, boards_at_the_end, boards_later
from byestand.sentences.boards import shared_all_evening, shared_in_rounds
from byestand.sentences.claims import movement_texts, player_moves
from byestand.sentences.resume_steps import resume_steps, told_before
from byestand.words.dates import clock_words
from byestand.words.numbers import in_words
from byestand.words.people import spoken_number, spoken_numbers

LAST_START_MINUTES = 5
"""No board is started in the last minutes of play."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """Sentences that are read aloud together."""

    heading: str
    """When: ``Before round 1``, ``After round 6``, ``At the end``."""
    lines: tuple[str, ...]
    round: int
    """The round before which it is made; at the end one more than the last."""
    at: str = ""
    """The time, where it is known: ``19:30``."""


def announcements(section: Section, event: Event | None = None) -> tuple[Announcement, ...]:
    """Return all announcements, in their order."""
    movement, event = section.movement, event or Event()
    parts = [_end(section, event)]
    if movement.remaining_rounds:
        calls, first = _calls(section, event), movement.next_round
        opening = (*_opening(section, event), *(calls.pop(first).lines if first in calls else ()))
        for round in movement.remaining_rounds[1:]:
            if lines := told_before(section, round):
                calls[round].lines.extend(lines)
        parts = [
            Announcement(say("Before round {round}", round=first), opening, first),
            *(Announcement(part.heading, part.lines, first) for part in resume_steps(section, (first,))),
            *(_between(round, call) for round, call in sorted(calls.items())),
            *parts,
        ]
    return tuple(replace(part, at=_time(event, part.round), lines=of_section(section, part.lines)) for part in parts)


def called_before(section: Section, event: Event, round: int) -> tuple[str, ...]:
    """Return the announcements before a round, and the changed instructions after a repair."""
    calls = _calls(section, event)
    return (*(calls[round].lines if round in calls else ()), *told_before(section, round))


def of_section(section: Section, lines: Sequence[str]) -> tuple[str, ...]:
    """Return lines with the section before the first one, where there are several sections."""
    if not section.letter:
        return tuple(lines)
    first, *more = lines
    return (f"{say('Section {letter}', letter=section.letter)}: {first}", *more)


def _time(event: Event, round: int) -> str:
    """Return when a round begins, or when play ends."""
    if event.start_time is None or (event.minutes_per_round is None and round > 1):
        return ""
    return clock_words(event.start_time, (round - 1) * (event.minutes_per_round or 0))


def _opening(section: Section, event: Event) -> Iterator[str]:
    movement, boards = section.movement, section.boards
    yield _welcome(section, event)
    if boards and boards.first > 1:
        numbers = boards.all(movement.deal_groups)
        yield say("Tonight's boards are {first} to {last}.", first=numbers[0], last=numbers[-1])
    if movement.is_individual and movement.next_round == 1:
        yield say("This is an individual event. Your number is on your card.")
    yield from _numbers(movement)
    yield from player_moves(movement, before_play=True)
    yield from _boards(section)
    if movement.is_individual:
        yield say("Check the player numbers and board numbers before you take out the cards.")
    else:
        yield say("Check the pair numbers and board numbers before you take out the cards.")
    yield _winners(movement)


def _winners(movement: Movement) -> str:
    match len(movement.field.lines):
        case 1:
            return say("One winner.")
        case 2:
            return say("Two winners: North-South and East-West.")
        case _:
            return say("Four winners: North, South, East and West.")


def _welcome(section: Section, event: Event) -> str:
    movement = section.movement
    if movement.next_round > 1:
        return say("Next is round {next} of {rounds}.", next=movement.next_round, rounds=movement.rounds)
    return f"{say('Welcome.')} {_plan_text(section, event)}"


def _plan_text(section: Section, event: Event) -> str:
    rounds, boards = in_words(section.movement.rounds, "round"), section.boards
    minutes = (
        say_many("{number} minute per round", "{number} minutes per round", event.minutes_per_round)
        if event.minutes_per_round
        else ""
    )
    if boards is None:
        return f"{', '.join(filter(None, (say('We play {rounds}', rounds=rounds), minutes)))}."
    play = say_many(
        "We play {rounds} of {number} board", "We play {rounds} of {number} boards", boards.per_round, rounds=rounds
    )
    return f"{', '.join(filter(None, (play, minutes)))}."


def _numbers(movement: Movement) -> Iterator[str]:
    """Yield the pair numbers where NS and EW are numbered consecutively: on their mats pairs see other numbers."""
    if numbers := numbers_by_table(movement):
        ns, ew, last = numbers.ns, numbers.ew, numbers.tables - 1
        yield say(
            "Pairs {a} to {b} sit North-South. Pairs {c} to {d} sit East-West.", a=ns, b=ns + last, c=ew, d=ew + last
        )
        yield say("At table 1 you are pair {first}, at table 2 pair {second}, and so on.", first=ew, second=ew + 1)
        yield say("Keep this number all session.")


def _boards(section: Section) -> Iterator[str]:
    movement, boards = section.movement, section.boards
    board_travel = travel(movement, section.cases)
    if rings(board_travel) or board_travel.pool:
        yield from boards_as_a_rule(board_travel, boards)
    elif movement.rounds > 1 and not any(isinstance(claim, Jump) for claim in infer_claims(movement)):
        yield leave_boards()
    yield from shared_all_evening(board_travel, boards)


def leave_boards() -> str:
    """Return that players do not move boards."""
    return say("Leave the boards on the table. They will be moved for you.")


@dataclass(slots=True)
class _Call:
    """Sentences between two rounds."""

    lines: list[str] = field(default_factory=list)
    moving: bool = False
    """Whether people or boards move unusually: then it is announced before they move."""


def _calls(section: Section, event: Event) -> defaultdict[int, _Call]:
    """Return the announcements before each round, without the rules that hold all session."""
    movement = section.movement
    parts = movement_texts(movement, section.boards)
    calls: defaultdict[int, _Call] = defaultdict(_Call)
    board_travel = travel(movement, section.cases)
    for after, lines in chain(*(part.later() for part in parts), boards_later(board_travel, section.boards)):
        calls[after + 1].lines.extend(lines)
        calls[after + 1].moving = True
    for after, lines in chain(switch_announcements(movement, event.switch), *(part.before() for part in parts)):
        calls[after + 1].lines.extend(lines)
    for round, lines in shared_in_rounds(board_travel, section.boards):
        calls[round].lines.extend(lines)
    if movement.is_individual:
        for round in movement.remaining_rounds:
            if out := list(sit_out_call(section, round)):
                calls[round].lines.extend(out)
    if movement.rounds > movement.next_round:
        calls[movement.rounds].lines.extend(_last_round(movement, event))
    # Displaced pairs are not announced: the mats and the director's sheet have them in every round.
    return calls


def _last_round(movement: Movement, event: Event) -> Iterator[str]:
    until = last_start(movement, event)
    yield say("Last round. No new board after {until}.", until=until) if until else say("Last round.")
    if movement.skip_after and movement.rounds == ring_tables(movement) - 1 and not movement.revenge_rounds:
        yield say("Play ends after this round.")


def last_start(movement: Movement, event: Event) -> str:
    """Return the time after which no board is started; nothing where it is unknown."""
    if event.start_time is None or event.minutes_per_round is None or event.minutes_per_round <= LAST_START_MINUTES:
        return ""
    return clock_words(event.start_time, movement.rounds * event.minutes_per_round - LAST_START_MINUTES)


def _between(round: int, call: _Call) -> Announcement:
    heading = say("After round {round}", round=round - 1) if call.moving else say("Before round {round}", round=round)
    return Announcement(heading, tuple(call.lines), round)


def _end(section: Section, event: Event) -> Announcement:
    movement = section.movement
    lines = [
        f"{say('End of play.')} {boards_at_the_end(travel(movement, section.cases))}",
        say("North, check that all scores are in."),
    ]
    if _has_next_session(event):
        lines.append(say("Your seat for the next session is on the list by the door."))
    else:
        lines.append(say("Thank you. Have a safe journey home."))
    return Announcement(say("At the end"), tuple(lines), movement.rounds + 1)


def _has_next_session(event: Event) -> bool:
    """Return whether the director has entered a session such as "session 1 of 2"."""
    session = re.search(r"\b(\d+) of (\d+)\b", event.session)
    return session is not None and int(session[1]) < int(session[2])


MAX_NAMED_SIT_OUTS = 4
"""More pairs that sit out are only on the display; more players are announced by number."""


def sit_out_call(section: Section, round: int) -> Iterator[str]:
    """Yield who sits out in a round, if anybody does."""
    movement, without = section.movement, without_boards(section.movement, round)
    out = [contestant for contestant in sitting_out(movement, round) if contestant not in without]
    few = len(out) <= MAX_NAMED_SIT_OUTS
    names = few and any(section.name(movement.field.label(contestant)) for contestant in out)
    if names:
        contestants = "; ".join(by_number_and_name(section, contestant) for contestant in out)
        yield say("Sitting out: {contestants}.", contestants=contestants)
    elif out and (few or movement.is_individual):
        yield say("Sitting out: {contestants}.", contestants=spoken_numbers(movement, out, section.letter))


def by_number_and_name(section: Section, contestant: int) -> str:
    """Return a contestant by number and, where it is known, by name: "East-West pair 19, Doris & Egon"."""
    number = spoken_number(section.movement, contestant, section.letter)
    name = section.name(section.movement.field.label(contestant))
    return f"{number}, {name}" if name else number
