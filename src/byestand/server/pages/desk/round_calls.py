"""Calls at the start of a round: the moves of all, the places of rovers, and the sit-outs.

Announcements have the changes; between them directors repeat the rule in a few words, round after round.
"""

from collections.abc import Iterator
from dataclasses import replace

from byestand.flow.board_moves import rings
from byestand.flow.board_travel import travel
from byestand.flow.moves import roving_visits
from byestand.flow.rover import parties
from byestand.flow.steps import boards_go_down_one, departures
from byestand.language import say
from byestand.model.claims import Jump, Step
from byestand.model.event import Event
from byestand.model.inferred_claims import infer_claims
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.sentences.announcements import (
    announcements,
    by_number_and_name,
    called_before,
    leave_boards,
    of_section,
    sit_out_call,
)
from byestand.sentences.board_moves import boards_each
from byestand.sentences.claims import movement_texts
from byestand.words.seats import spoken_side


def round_call(section: Section, round: int, event: Event | None = None) -> tuple[str, ...]:
    """Return the announcement before a round, or at the end; nothing for rounds that have been played.

    Times are given before play only, because the clock may be paused later.
    """
    movement, event = section.movement, event or Event()
    without_times = replace(event, start_time=None)
    if round > movement.rounds:
        return announcements(section, without_times)[-1].lines if round == movement.rounds + 1 else ()
    if round not in movement.remaining_rounds:
        return ()
    if round == 1:
        lines = announcements(section, event)[0].lines
    else:
        lines = of_section(section, (*_move_lines(section, round), *called_before(section, without_times, round)))
    return (*lines, *_individual_moves(section, round))


def _move_lines(section: Section, round: int) -> Iterator[str]:
    """Yield in one line the round, and how people and boards get there."""
    after = round - 1
    people = [line for part in movement_texts(section.movement, section.boards) for line in part.each(after)]
    yield " ".join([say("Round {round}.", round=round), *people, *_boards(section, after)])


def _boards(section: Section, after: int) -> Iterator[str]:
    movement, board_travel = section.movement, travel(section.movement, section.cases)
    if rings(board_travel) or board_travel.pool:
        if not _boards_announced(movement, after):
            yield from boards_each(board_travel, section.boards, after)
    elif not any(isinstance(claim, Jump) for claim in infer_claims(movement)):
        yield leave_boards()


def _boards_announced(movement: Movement, after: int) -> bool:
    """Return whether the announcement of an unusual step says how boards move."""
    steps = (claim for claim in infer_claims(movement) if isinstance(claim, Step))
    starts = {run.first for step in steps for run in departures(step, movement)}
    return after in starts and boards_go_down_one(movement, after)


def _individual_moves(section: Section, round: int) -> Iterator[str]:
    """Yield in one line where rovers, spare players and displaced pairs go, and who else sits out."""
    # Sit-outs of individuals are in the announcements of every round.
    out = () if section.movement.is_individual else sit_out_call(section, round)
    if sentences := [*_rover_lines(section, round), *out]:
        yield " ".join(sentences)


def _rover_lines(section: Section, round: int) -> Iterator[str]:
    rovers = {party.pair for party in parties(section.movement)}
    for contestant, visit in roving_visits(section.movement, round):
        who, seat = by_number_and_name(section, contestant), spoken_side(visit.seat)
        if contestant in rovers:
            who = f"{say('Rover')}, {who}"
        if len(section.movement.field.lines) == 1:
            yield f"{who}: {say('table {table}, {seat}', table=visit.table, seat=seat)}."
        else:
            yield f"{who}: {say('table {table}', table=visit.table)}."
