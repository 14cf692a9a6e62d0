"""Tables by rounds during play: the pairs at each table, and the state of the results."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from byestand.flow.attendance import sitting_out
from byestand.flow.chart import ns_stay_at_their_number
from byestand.flow.rover import tables_without_pairs
from byestand.language import say
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.sentences.charts import chart
from byestand.session.section_results import TableProgress

State: TypeAlias = Literal["", "play", "done", "part", "wait", "odd", "fix"]
"""Planned, in progress, results entered, some entered, missing after the round, unexpected, changed by a repair."""

MANY_ROUNDS = 16
NEAR = 2
"""Rounds before and after the current one that a phone shows."""
MAX_SIT_OUT_ROWS = 3
"""More sit-outs in a round are shown as a number."""


@dataclass(frozen=True, slots=True)
class ProgressCell:
    """A table in a round."""

    visitors: str
    state: State
    is_now: bool
    is_near: bool
    words: str = ""
    """The state in words."""
    boards: str = ""
    title: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class ProgressRow:
    """A table through all rounds, or the sit-outs."""

    label: str
    cells: tuple[ProgressCell, ...]
    is_out: bool = False


def rows_of(
    section: Section, plan: Movement | None, slips: Mapping[tuple[int, int], TableProgress], now: int, link: str
) -> tuple[ProgressRow, ...]:
    """Return the rows of a section in the current round; *plan* is the movement before all repairs.

    The address of a slip is *link* followed by a round and a table.
    """
    movement = section.movement
    gone = tables_without_pairs(movement)
    changed = _changed_cells(plan, movement) if plan else frozenset()
    shown = [
        row for row in chart(movement, section.boards, cases=section.cases).rows if row.table and row.table not in gone
    ]
    rows = []
    for row in shown:
        cells = []
        for round, parts in enumerate(row.cells, start=1):
            place = round, row.table
            slip = slips.get(place)
            state, words = _table_state(movement, place, slip, now, changed=place in changed)
            title = say("Round {round}, table {table}, {boards}", round=round, table=row.table, boards=parts[-1])
            where = f"{link}round={round}&table={row.table}" if slip else ""
            people, near = "–".join(parts[:-1]), _is_near(round, now, movement)
            cells.append(
                ProgressCell(people, state, round == now, near, words, parts[-1].strip("-"), f"{title}: {words}", where)
            )
        rows.append(ProgressRow(row.label, tuple(cells)))
    return (*rows, *_out(movement, now))


def is_wide(movement: Movement) -> bool:
    """Return whether a column needs more room than one pair number."""
    shown = len(movement.seat_names) - ns_stay_at_their_number(movement)
    return movement.rounds > MANY_ROUNDS or shown > 1


def _table_state(
    movement: Movement, place: tuple[int, int], slip: TableProgress | None, now: int, *, changed: bool
) -> tuple[State, str]:
    """Return the state of a table in a round, and the same in words."""
    round, history = place[0], movement.history
    if history and place in history.cancelled_cells:
        return _ruled_state(say("played and cancelled"), slip)
    if (history and place in history.lost_cells) or (slip and slip.rulings):
        return _ruled_state(say("no boards"), slip)
    state, results = _results(slip, round, now)
    if changed and round < movement.next_round:
        return "odd", ", ".join((say("not as planned"), results))
    if slip and slip.is_odd:
        return "odd", ", ".join((say("wrong pairs"), results))
    if changed and state in ("", "play"):
        return "fix", ", ".join((say("changed"), results))
    return state, results


def _ruled_state(words: str, slip: TableProgress | None) -> tuple[State, str]:
    """Return the state of a table whose score the director decides."""
    if slip is None or not slip.rulings:
        return "odd", words
    if slip.to_confirm:
        return "odd", ", ".join((words, say("to confirm")))
    return "done", ", ".join((words, say("confirmed")))


def _results(slip: TableProgress | None, round: int, now: int) -> tuple[State, str]:
    """Return the state of the results of a table in a round, and the same in words."""
    if slip is None and round < now:
        return "", say("no boards")
    if slip and slip.results_entered >= slip.results_expected:
        return "done", say("results entered")
    if slip and slip.results_entered:
        return "part", say(
            "{entered} of {planned} results entered", entered=slip.results_entered, planned=slip.results_expected
        )
    if round < now:
        return "wait", say("results missing")
    return "", say("planned") if round > now else say("in progress")


def _is_near(round: int, now: int, movement: Movement) -> bool:
    middle = min(max(now, 1 + NEAR), max(movement.rounds - NEAR, 1 + NEAR))
    return abs(round - middle) <= NEAR


def _changed_cells(plan: Movement, movement: Movement) -> frozenset[tuple[int, int]]:
    """Return the tables and rounds that repairs have changed."""
    rounds, tables = min(plan.rounds, movement.rounds), min(plan.tables, movement.tables)
    both = plan.seats[:rounds, :tables], movement.seats[:rounds, :tables]
    if both[0].shape != both[1].shape or plan.field.lines != movement.field.lines:
        return frozenset()  # pairs have other numbers: nothing can be compared
    other = (both[0] != both[1]).any(axis=2) | (plan.groups[:rounds, :tables] != movement.groups[:rounds, :tables])
    return frozenset((int(r) + 1, int(t) + 1) for r, t in np.argwhere(other))


def _out(movement: Movement, now: int) -> Iterator[ProgressRow]:
    """Yield the row of sit-outs, if there are any."""
    cells = []
    for round in range(1, movement.rounds + 1):
        labels = [movement.field.label(contestant) for contestant in sitting_out(movement, round)]
        text = " ".join(labels) if len(labels) <= MAX_SIT_OUT_ROWS else f"{len(labels)}"
        cells.append(ProgressCell(text, "", round == now, _is_near(round, now, movement)))
    if any(cell.visitors for cell in cells):
        yield ProgressRow(say("sit-out"), tuple(cells), is_out=True)
