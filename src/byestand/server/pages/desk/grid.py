"""Tables by rounds while people play: who is where, and what is known of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from byestand.flow.attendance import sitting_out
from byestand.flow.chart import ns_stay_at_their_number
from byestand.flow.rover import no_tables
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.server.nights.section_results import Slip
from byestand.words.charts import chart

State: TypeAlias = Literal["", "play", "done", "part", "wait", "odd", "fix"]
"""Planned, under way, results in, some of them, none though the round is over, something odd, changed by a repair."""

MANY_ROUNDS = 16
NEAR = 2
"""Rounds before and after the one under way that a phone shows."""
MOST_OUT = 3
"""So many who sit out are told one by one."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A table in a round."""

    who: str
    state: State
    is_now: bool
    is_near: bool
    words: str = ""
    """What is known of it."""
    boards: str = ""
    title: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A table through all rounds, or those who sit out."""

    label: str
    cells: tuple[Cell, ...]
    is_out: bool = False


def rows_of(
    section: Section, plan: Movement | None, slips: Mapping[tuple[int, int], Slip], now: int, link: str
) -> tuple[Row, ...]:
    """Return the rows of a section in the round under way; *plan* is the movement before all repairs.

    The addresses of slips are *link*, a round and a table.
    """
    movement = section.movement
    gone = no_tables(movement)
    changed = _changed(plan, movement) if plan else frozenset()
    shown = [
        row for row in chart(movement, section.boards, cases=section.cases).rows if row.table and row.table not in gone
    ]
    rows = []
    for row in shown:
        cells = []
        for round, parts in enumerate(row.cells, start=1):
            place = round, row.table
            slip = slips.get(place)
            state, words = _known(movement, place, slip, now, changed=place in changed)
            title = f"Round {round}, table {row.table}, {parts[-1]}: {words}"
            where = f"{link}round={round}&table={row.table}" if slip else ""
            people, near = "–".join(parts[:-1]), _is_near(round, now, movement)
            cells.append(Cell(people, state, round == now, near, words, parts[-1].strip("-"), title, where))
        rows.append(Row(row.label, tuple(cells)))
    return (*rows, *_out(movement, now))


def is_wide(movement: Movement) -> bool:
    """Tell whether the columns need more room than figures of one pair do."""
    shown = len(movement.seat_names) - ns_stay_at_their_number(movement)
    return movement.rounds > MANY_ROUNDS or shown > 1


def _known(
    movement: Movement, place: tuple[int, int], slip: Slip | None, now: int, *, changed: bool
) -> tuple[State, str]:
    """Return how it stands with a table in a round, and the same in words."""
    round, history = place[0], movement.history
    if history and place in history.cancelled:
        return _ruled("played and cancelled", slip)
    if (history and place in history.lost) or (slip and slip.ruled):
        return _ruled("nothing to play", slip)
    told = _results(slip, round, now)
    if changed and round < movement.next_round:
        return "odd", f"not as planned, {told[1]}"
    if slip and slip.is_odd:
        return "odd", f"others than planned played, {told[1]}"
    if changed and told[0] in ("", "play"):
        return "fix", f"changed, {told[1]}"
    return told


def _ruled(words: str, slip: Slip | None) -> tuple[State, str]:
    """Return how it stands with a table whose score the director decides."""
    if slip is None or not slip.ruled:
        return "odd", words
    return ("odd", f"{words}, to confirm") if slip.to_confirm else ("done", f"{words}, confirmed")


def _results(slip: Slip | None, round: int, now: int) -> tuple[State, str]:
    when = "planned" if round > now else "under way" if round == now else "over"
    if slip is None:
        return "", when if round >= now else "nothing to play"
    if slip.there >= slip.planned:
        return "done", "results in"
    if slip.there:
        return "part", f"{slip.there} of {slip.planned} results in"
    return ("wait", "results missing") if round < now else ("", when)


def _is_near(round: int, now: int, movement: Movement) -> bool:
    middle = min(max(now, 1 + NEAR), max(movement.rounds - NEAR, 1 + NEAR))
    return abs(round - middle) <= NEAR


def _changed(plan: Movement, movement: Movement) -> frozenset[tuple[int, int]]:
    """Return the tables and rounds that are otherwise than planned before all repairs."""
    rounds, tables = min(plan.rounds, movement.rounds), min(plan.tables, movement.tables)
    both = plan.seats[:rounds, :tables], movement.seats[:rounds, :tables]
    if both[0].shape != both[1].shape or plan.field.lines != movement.field.lines:
        return frozenset()  # pairs are counted otherwise, so that nothing can be compared
    other = (both[0] != both[1]).any(axis=2) | (plan.groups[:rounds, :tables] != movement.groups[:rounds, :tables])
    return frozenset((int(r) + 1, int(t) + 1) for r, t in np.argwhere(other))


def _out(movement: Movement, now: int) -> Iterator[Row]:
    """Yield who is in the room and plays nothing, where there is somebody."""
    cells = []
    for round in range(1, movement.rounds + 1):
        out = [movement.field.label(who) for who in sitting_out(movement, round)]
        words = " ".join(out) if len(out) <= MOST_OUT else f"{len(out)}"
        cells.append(Cell(words, "", round == now, _is_near(round, now, movement)))
    if any(cell.who for cell in cells):
        yield Row("out", tuple(cells), is_out=True)
