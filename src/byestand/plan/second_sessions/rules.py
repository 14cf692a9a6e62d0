"""The rules that can be announced for the sessions that follow the first, each counted; those the judge accepts."""

import numpy as np

from byestand.errors import BadRequest, BrokenMovement
from byestand.model import Step
from byestand.movements.crossovers import Crossover, several_sections, single_section, squads, three_sessions
from byestand.movements.group_crossovers import exchanged_groups, thirds
from byestand.plan.second_sessions.options import SeatingOption, judged_option
from byestand.search.second_sessions.event import Event, Seats
from byestand.verify.sessions import meetings


def rules_for(event: Event) -> list[SeatingOption]:
    """Return the rules that can be announced for these rooms, each counted."""
    first = event.sessions[0]
    same = all(room is first or room.movements == first.movements for room in event.sessions)
    if not same or any(m.field.lines[0] != m.field.lines[1] for m in first.movements):
        return []
    if len(event.sessions) == 3:
        return _three_by_rule(event)
    sizes = _sizes(event)
    if min(sizes) < 4:
        return []
    told: list[tuple[Crossover, bool]] = []
    if len(sizes) == 1:
        t = sizes[0]
        matrix = meetings(first)[:t, t:]
        told = [(thirds(matrix, matrix), True), (single_section(t), True)]
    else:
        met, way = meetings(first), np.array(first.directions)
        apart = ((way[:, np.newaxis] != way) & (met == 0)).astype(np.int64)
        matrices = tuple(matrix.astype(np.float64) for matrix in (met, apart, event.competitions[0]))
        exchanged = exchanged_groups(first, first, matrices, matrices)
        told = [(exchanged, True)] if exchanged else []
        told.append((several_sections(sizes, first.letters), False))
    return [option for rule, half in told if (option := _accepted(event, (rule,), half=half))]


def _accepted(event: Event, rule: tuple[Crossover, ...], *, half: bool) -> SeatingOption | None:
    """Return a rule counted; None where it does not do what is wished, or not with those who are missing."""
    steps = rule[0].steps if len(rule) == 1 and not event.sessions[0].missing else ()
    seatings = tuple(_with_phantoms(event, one.seats) for one in rule)
    try:
        return judged_option(event, rule[0].name, seatings, steps=steps, half=half)
    except BrokenMovement:
        return None


def _with_phantoms(event: Event, seats: Seats) -> Seats:
    """Return a seating in which who would sit in the place of a missing pair takes the place meant for that pair."""
    seated = list(seats)
    for phantom, empty in zip(event.sessions[0].missing, event.sessions[1].missing, strict=True):
        who = seated.index(empty)
        seated[who], seated[phantom - 1] = seated[phantom - 1], empty
    return tuple(seated)


def _three_by_rule(event: Event) -> list[SeatingOption]:
    rule = _half_lines(event) if len(event.sessions[0].movements) == 1 else squads(_sizes(event))
    option = _accepted(event, rule, half=True) if rule else None
    return [option] if option else []


def _half_lines(event: Event) -> tuple[Crossover, Crossover] | None:
    movement, lines = event.sessions[0].movements[0], event.lines(0)
    skip = any(2 in step.by for step in movement.claimed(Step))
    if not lines or not lines.is_cyclic:
        return None
    try:
        return three_sessions(lines.tables, movement.rounds, skip=skip)
    except BadRequest:
        return None


def _sizes(event: Event) -> list[int]:
    return [movement.field.lines[0] for movement in event.sessions[0].movements]
