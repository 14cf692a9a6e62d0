"""What a director says, and when: before play, where something changes, before the last round, at the end.

A rule that holds all evening is told once, before round 1; a change is told at the moment it happens, and again when it
ends. Sentences are made to be read aloud: one thing each, who first, then what.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import time
from itertools import chain

from byestand.language import say, say_many
from byestand.model.claims import Follow, Jump
from byestand.model.event import Event
from byestand.model.movement import Movement
from byestand.model.seen import claims_seen, ring_tables, unturned_seats
from byestand.model.session import Section
from byestand.words.board_moves import boards_as_a_rule, boards_at_the_end, boards_later, rings
from byestand.words.claims import player_moves, told_of
from byestand.words.numbers import in_words
from byestand.words.people import PLAYERS, called, named, sitting_out
from byestand.words.phrases import first_up
from byestand.words.resuming import resuming, told_before
from byestand.words.roving import parties
from byestand.words.sharing import shared_all_evening, shared_in_rounds
from byestand.words.switching import switch_announcements
from byestand.words.times import clock_words
from byestand.words.travel import travel

LAST_START = 5
"""So many minutes before the end nobody begins a board any more."""
NOON, EVENING = time(12), time(17)


@dataclass(frozen=True, slots=True)
class Announcement:
    """What is said at once."""

    heading: str
    """When: ``Before round 1``, ``After round 6``, ``At the end``."""
    lines: tuple[str, ...]
    round: int
    """The round before which it is said; one more than there are at the end."""
    at: str = ""
    """The time, where it is known: ``19:30``."""


def announcements(section: Section, event: Event | None = None) -> tuple[Announcement, ...]:
    """Return everything to say, in the order of the evening."""
    movement, event = section.movement, event or Event()
    found = [_end(section, event)]
    if movement.rounds_left:
        calls, first = _calls(section, event), movement.next_round
        opening = (*_opening(section, event), *(calls.pop(first).lines if first in calls else ()))
        for round in movement.rounds_left[1:]:
            if lines := told_before(section, round):
                calls[round].lines.extend(lines)
        found = [
            Announcement(say("Before round {round}", round=first), opening, first),
            *(Announcement(part.heading, part.lines, first) for part in resuming(section, (first,))),
            *(_between(round, call) for round, call in sorted(calls.items())),
            *found,
        ]
    return tuple(replace(one, at=_time(event, one.round), lines=of_section(section, one.lines)) for one in found)


def called_before(section: Section, event: Event, round: int) -> tuple[str, ...]:
    """Return what is said before a round beside what holds all evening, and what is told where a night goes on."""
    calls = _calls(section, event)
    return (*(calls[round].lines if round in calls else ()), *told_before(section, round))


def of_section(section: Section, lines: Sequence[str]) -> tuple[str, ...]:
    """Return what is said with the section it is said to, where there are several."""
    first, *more = lines
    return (say("Section {letter}: {line}", letter=section.letter, line=first), *more) if section.letter else (*lines,)


def _time(event: Event, round: int) -> str:
    """Return when a round begins, or the play ends."""
    if event.starts is None or (event.minutes is None and round > 1):
        return ""
    return clock_words(event.starts, (round - 1) * (event.minutes or 0))


def _opening(section: Section, event: Event) -> Iterator[str]:
    movement, boards = section.movement, section.boards
    yield _welcome(section, event)
    if boards and boards.first > 1:
        numbers = boards.all(movement.deal_groups)
        yield say("Tonight's boards are {first} to {last}.", first=numbers[0], last=numbers[-1])
    if called(movement) is PLAYERS and movement.next_round == 1:
        yield say("Everybody plays alone tonight. Your number is on your card.")
    yield from _numbers(movement)
    yield from player_moves(movement, before_play=True)
    yield from _boards(section)
    yield say("Check the {one} and board numbers before you take out the cards.", one=called(movement).one)
    yield say(_WINNERS[len(movement.field.lines)])


_WINNERS = {
    1: "There is one winner.",
    2: "There are two winners: one North-South, one East-West.",
    4: "There are four winners: one North, one South, one East, one West.",
}


def _welcome(section: Section, event: Event) -> str:
    movement, boards = section.movement, section.boards
    if movement.next_round > 1:
        return say("We go on with round {next} of {rounds}.", next=movement.next_round, rounds=movement.rounds)
    hello = say("Good evening.")
    if event.starts is not None and event.starts < EVENING:
        hello = say("Good morning." if event.starts < NOON else "Good afternoon.")
    told = [in_words(movement.rounds, "round")]
    if boards:
        told = [say("{rounds} of {boards}", rounds=told[0], boards=in_words(boards.per_round, "board"))]
    if event.minutes:
        told.append(say_many("{number} minute a round", "{number} minutes a round", event.minutes))
    return say("{hello} We play {told}.", hello=hello, told=", ".join(told))


def _numbers(movement: Movement) -> Iterator[str]:
    """Yield the numbers of pairs that sit NS and EW where they are numbered through: on their mats they see others."""
    claims = claims_seen(movement)
    if len(movement.field.lines) > 1 or called(movement) is PLAYERS or any(isinstance(c, Follow) for c in claims):
        return
    if movement.next_round > 1 or not _keeps_directions(movement):
        return
    party_tables = {party.table - 1 for party in parties(movement)}
    here = [row for table, row in enumerate(unturned_seats(movement)[0].tolist()) if table not in party_tables]
    ns, ew = (_first_of([row[side] for row in here]) for side in (0, 1))
    if ns and ew:
        gaps = {"a": ns, "b": ns + len(here) - 1, "c": ew, "d": ew + len(here) - 1}
        yield say("Pairs {a} to {b} sit North-South. Pairs {c} to {d} sit East-West.", **gaps)
        yield say("At table 1 you are pair {c}, at table 2 pair {next}, and so on.", c=ew, next=ew + 1)
        yield say("Keep that number all evening.")


def _keeps_directions(movement: Movement) -> bool:
    """Tell whether a pair has its direction for the evening, arrow switches and a rover's party table left aside."""
    tables = [t for t in range(movement.tables) if t + 1 not in {party.table for party in parties(movement)}]
    seats = unturned_seats(movement)[:, tables]
    roving = {party.pair for party in parties(movement)}
    both = set(seats[:, :, 0].ravel().tolist()) & set(seats[:, :, 1].ravel().tolist())
    return both <= {0, *roving}


def _first_of(numbers: Sequence[int]) -> int:
    """Return the first of numbers that go up by one, missing ones left aside; 0 where they do not."""
    firsts = {number - place for place, number in enumerate(numbers) if number}
    return firsts.pop() if len(firsts) == 1 else 0


def _boards(section: Section) -> Iterator[str]:
    movement, boards = section.movement, section.boards
    journeys = travel(movement, section.cases)
    if rings(journeys) or journeys.pool:
        yield from boards_as_a_rule(journeys, boards)
    elif movement.rounds > 1 and not any(isinstance(claim, Jump) for claim in claims_seen(movement)):
        yield say("Leave the boards on the table: they are brought to you.")
    yield from shared_all_evening(journeys, boards)


@dataclass(slots=True)
class _Call:
    """What is said between two rounds."""

    lines: list[str] = field(default_factory=list)
    moving: bool = False
    """Whether people or boards go otherwise than always: then it is said before they go."""


def _calls(section: Section, event: Event) -> defaultdict[int, _Call]:
    """Return what is said before which round, beside what holds all evening."""
    movement = section.movement
    parts = told_of(movement, section.boards)
    found: defaultdict[int, _Call] = defaultdict(_Call)
    journeys = travel(movement, section.cases)
    for after, lines in chain(*(part.later() for part in parts), boards_later(journeys, section.boards)):
        found[after + 1].lines.extend(lines)
        found[after + 1].moving = True
    for after, lines in chain(switch_announcements(movement, event.switch), *(part.before() for part in parts)):
        found[after + 1].lines.extend(lines)
    for round, lines in shared_in_rounds(journeys, section.boards):
        found[round].lines.extend(lines)
    if called(movement) is PLAYERS:
        for round in movement.rounds_left:
            if out := list(sit_out_call(section, round)):
                found[round].lines.extend(out)
    if movement.rounds > movement.next_round:
        found[movement.rounds].lines.extend(_last_round(movement, event))
    # Who makes room for a rover is not called: the mat tells it in every round, and the director's crib has them all.
    return found


def _last_round(movement: Movement, event: Event) -> Iterator[str]:
    until = last_start(movement, event)
    yield say("Last round. No new board after {until}.", until=until) if until else say("Last round.")
    if movement.skip_after and movement.rounds == ring_tables(movement) - 1 and not movement.revenge_rounds:
        yield say("After it we stop, before anybody meets again.")


def last_start(movement: Movement, event: Event) -> str:
    """Return after which time nobody begins a board any more; nothing where hours are not known."""
    if event.starts is None or event.minutes is None or event.minutes <= LAST_START:
        return ""
    return clock_words(event.starts, movement.rounds * event.minutes - LAST_START)


def _between(round: int, call: _Call) -> Announcement:
    heading = say("After round {round}", round=round - 1) if call.moving else say("Before round {round}", round=round)
    return Announcement(heading, tuple(call.lines), round)


def _end(section: Section, event: Event) -> Announcement:
    movement = section.movement
    boards = boards_at_the_end(travel(movement, section.cases))
    lines = [say("That is all. {boards}", boards=boards), say("North, check that all scores are in.")]
    session = re.search(r"\b(\d+) of (\d+)\b", event.session)
    if session and int(session[1]) < int(session[2]):
        lines.append(say("Your seat for the next session is on the list at the door, by name."))
    else:
        lines.append(say("Thank you and safe home."))
    return Announcement(say("At the end"), tuple(lines), movement.rounds + 1)


MOST_NAMED = 4
"""So many who sit out are called by name. Of more pairs the wall tells; more players are called by number."""


def sit_out_call(section: Section, round: int) -> Iterator[str]:
    """Yield who sits out in a round, where anybody does."""
    movement, without_boards = section.movement, _without_boards(section, round)
    out = [one for one in sitting_out(movement, round) if one not in without_boards]
    players = called(movement) is PLAYERS
    if len(out) > MOST_NAMED and players:
        yield say("{who} sit out.", who=first_up(named(out, movement, section.letter)))
    if not 0 < len(out) <= MOST_NAMED:
        return
    is_one = len(out) == 1 and (players or not section.name(movement.field.label(out[0])))
    who = say(" and ").join(by_number_and_name(section, one) for one in out)
    yield say_many("{who} sits out.", "{who} sit out.", 1 if is_one else 2, who=first_up(who))


def _without_boards(section: Section, round: int) -> set[int]:
    """Return who has nothing to play after a repair: that is announced with their table."""
    movement = section.movement
    lost = movement.history.lost if movement.history else ()
    return {c for now, table in lost if now == round for c in movement.seats[round - 1, table - 1].tolist()}


def by_number_and_name(section: Section, contestant: int) -> str:
    """Return somebody by number and, where it is known, by name, with what follows: "pair E19, Doris & Egon,"."""
    field, one = section.movement.field, called(section.movement).one
    label, name = field.label(contestant, section.letter), section.name(field.label(contestant))
    return f"{one} {label}, {name}," if name else f"{one} {label}"
