"""What is called when a round begins: how everybody goes there, who goes a way of their own, and who sits out.

Announcements have what changes; between them directors call the same few words, round after round. Here every round has
its words, with the names of those who need to listen most.
"""

from collections.abc import Iterator
from dataclasses import replace

from byestand.language import say
from byestand.model.claims import Jump, Route
from byestand.model.event import Event
from byestand.model.seen import claims_seen
from byestand.model.session import Section
from byestand.words.announcements import announcements, by_number_and_name, called_before, of_section, sit_out_call
from byestand.words.board_moves import boards_each, rings
from byestand.words.claims import told_of
from byestand.words.people import PLAYERS, called, spoken_side
from byestand.words.phrases import first_up
from byestand.words.roving import no_tables, parties
from byestand.words.travel import Travel, travel


def round_call(section: Section, round: int, event: Event | None = None) -> tuple[str, ...]:
    """Return what is said before a round; after the last one, at the end; nothing of rounds that have been played.

    Hours are told before play only: a clock that is paused and goes on knows them better.
    """
    movement, event = section.movement, event or Event()
    later = replace(event, starts=None)
    if round > movement.rounds:
        return announcements(section, later)[-1].lines if round == movement.rounds + 1 else ()
    if round not in movement.rounds_left:
        return ()
    if round == 1:
        lines = announcements(section, event)[0].lines
    else:
        lines = of_section(section, (*_moving(section, round), *called_before(section, later, round)))
    return (*lines, *_ways_of_their_own(section, round))


def _moving(section: Section, round: int) -> Iterator[str]:
    """Yield which round it is, and how people and boards get there, in one breath."""
    movement, after = section.movement, round - 1
    people = [line for part in told_of(movement, section.boards) for line in part.each(after)]
    yield " ".join(
        [say("Round {round}.", round=round), *people, *_boards(section, travel(movement, section.cases), after)]
    )


def _boards(section: Section, journeys: Travel, after: int) -> Iterator[str]:
    movement = section.movement
    if rings(journeys) or journeys.pool:
        as_always = say("Boards down one, as always.")
        told = [line for part in told_of(movement) for round, lines in part.later() if round == after for line in lines]
        yield from (line for line in boards_each(journeys, section.boards, after) if as_always not in told)
    elif not any(isinstance(claim, Jump) for claim in claims_seen(movement)):
        yield say("Leave the boards on the table: they are brought to you.")


def _ways_of_their_own(section: Section, round: int) -> Iterator[str]:
    """Yield in one breath where rovers and spare players go, who makes room for them, and who else sits out."""
    # Of single players it is announced in every round who sits out.
    out = () if called(section.movement) is PLAYERS else sit_out_call(section, round)
    if sentences := [*_roving(section, round), *out]:
        yield " ".join(sentences)


def _roving(section: Section, round: int) -> Iterator[str]:
    movement, gone = section.movement, no_tables(section.movement)
    tables = ((party.host, movement.seats[round - 1, party.table - 1].tolist()) for party in parties(movement))
    guests = [who for host, here in tables for who in here if who not in (0, host)]
    for who in dict.fromkeys((*(route.contestant for route in movement.claimed(Route)), *guests)):
        for visit in movement.itinerary(movement.field.label(who)):
            if visit.round == round and visit.table not in gone:
                phrase = "{who} to table {table}."
                if len(movement.field.lines) == 1:
                    phrase = "{who} to table {table}, {seat}."
                name, seat = first_up(by_number_and_name(section, who)), spoken_side(visit.seat)
                yield say(phrase, who=name, table=visit.table, seat=seat)
