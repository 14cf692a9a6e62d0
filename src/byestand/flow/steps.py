"""Steps and jumps: how far people and boards go between rounds, and where this differs from the rule.

Steps are along the table numbers. Jumps are those of Rainbows, on tables that stand in rows.
"""

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from itertools import groupby
from typing import NamedTuple

import numpy as np

from byestand.model.claims import Jump, Step
from byestand.model.inferred_claims import board_jumps
from byestand.model.movement import Movement
from byestand.model.walks import ring

SKIP = 1, 2
"""The usual step and the step after one round that make a skip."""


class EdgeKind(Enum):
    """How to describe where a step leads beyond the last table, or below the first."""

    NONE = auto()
    TABLES = auto()
    """Every table from which it leads there is listed."""
    ACROSS = auto()
    """Every table changes with the one across the room."""
    AFTER_LAST = auto()
    """Counting goes on with table 1."""
    BELOW_FIRST = auto()
    """Counting goes on with the last table."""


class Edge(NamedTuple):
    """Where a step leads beyond the last table, or below the first."""

    kind: EdgeKind
    tables: tuple[tuple[int, int], ...] = ()
    """From which table to which one; for `ACROSS` one example."""
    last: int = 0
    """The last table."""


def edge_of(step: int, tables: int) -> Edge:
    """Return where a step leads beyond the last table, or below the first.

    >>> edge_of(-2, 11).tables
    ((1, 10), (2, 11))
    """
    if not step:
        return Edge(EdgeKind.NONE)
    if abs(step) in SKIP:
        ends = range(tables - step + 1, tables + 1) if step > 0 else range(1, 1 - step)
        return Edge(EdgeKind.TABLES, tuple((end, ring(end + step, tables)) for end in ends), tables)
    if 2 * abs(step) == tables:
        return Edge(EdgeKind.ACROSS, ((1, abs(step) + 1),), tables)
    return Edge(EdgeKind.AFTER_LAST if step > 0 else EdgeKind.BELOW_FIRST, last=tables)


class StepRun(NamedTuple):
    """Equal steps after consecutive rounds."""

    step: int
    first: int
    """The first round after which it is made."""
    times: int

    @property
    def last(self) -> int:
        """The last round after which it is made."""
        return self.first + self.times - 1


def runs(steps: Sequence[int], first: int = 1) -> Iterator[StepRun]:
    """Yield equal steps together; the first step is made after round *first*."""
    for step, run in groupby(enumerate(steps, start=first), key=lambda item: item[1]):
        rounds = [round for round, _ in run]
        yield StepRun(step, rounds[0], len(rounds))


def steps_left(step: Step, movement: Movement) -> tuple[int, ...]:
    """Return the remaining steps; a step round all tables is 0."""
    return tuple(by if by % step.tables else 0 for by in step.by[movement.remaining_moves.start - 1 :])


def usual_step(step: Step, movement: Movement) -> int:
    """Return the most frequent remaining step; of two equally frequent ones the first."""
    left = steps_left(step, movement)
    return max(dict.fromkeys(left), key=left.count, default=0)


def rule_step(step: Step, movement: Movement) -> int:
    """Return the step to announce as the rule: the usual one, or the first one where a repair leaves no usual step."""
    left, usual = steps_left(step, movement), usual_step(step, movement)
    return left[0] if movement.history and 2 * left.count(usual) <= len(left) else usual


def departures(step: Step, movement: Movement) -> Iterator[StepRun]:
    """Yield the steps that differ from the rule."""
    rule = rule_step(step, movement)
    return (run for run in runs(steps_left(step, movement), movement.remaining_moves.start) if run.step != rule)


def is_skip(step: Step, run: StepRun, movement: Movement) -> bool:
    """Return whether a departure from the rule is a skip."""
    return (rule_step(step, movement), run.step) == SKIP


class NextRule(Enum):
    """What to announce about the steps after a departure from the rule."""

    NOTHING = auto()
    ONCE = auto()
    """The next step is the usual one."""
    FROM_NOW_ON = auto()
    """All further steps are the usual one."""


def rule_after(step: Step, run: StepRun, movement: Movement) -> NextRule:
    """Return whether the rule holds again after a single departure."""
    rule, after = rule_step(step, movement), step.by[run.first + run.times - 1 :]
    if run.times > 1 or not after or after[0] != rule:
        return NextRule.NOTHING
    return NextRule.FROM_NOW_ON if set(after) == {rule} else NextRule.ONCE


def position_after(step: Step, run: StepRun, movement: Movement) -> tuple[int, int] | None:
    """Return a contestant and the table where they are after a departure, so that the director can check it."""
    for contestant in step.contestants:
        for visit in movement.itinerary(movement.field.label(contestant)):
            if visit.round == run.first + 1 and visit.table <= step.tables:
                return contestant, visit.table
    return None


def boards_go_down_one(movement: Movement, round: int) -> bool:
    """Return whether all boards go down one place after a round."""
    layout = movement.layout
    return layout is not None and all(sub.descents[round] - sub.descents[round - 1] == 1 for sub in layout.subsections)


def skips(movement: Movement) -> dict[int, frozenset[int]]:
    """Return the remaining rounds after which there is a skip, each with the contestants who skip."""
    skipping: dict[int, frozenset[int]] = {}
    for step in movement.claims_of(Step):
        usual = usual_step(step, movement)
        for round, by in zip(movement.remaining_moves, steps_left(step, movement), strict=True):
            if (usual, by) == SKIP:
                skipping[round] = skipping.get(round, frozenset()) | frozenset(step.contestants)
    return skipping


BOARDS = "boards"
"""The key of the jump of the boards, beside those of the seats."""

SignedJump = tuple[int, ...]
"""A jump the short way: steps along the row, then rows, blocks and so on; below 0 is backwards."""


def jumps_after(claims: Sequence[Jump], movement: Movement, round: int) -> tuple[tuple[str, SignedJump], ...]:
    """Return the jumps of every seat and of the boards after a round."""
    sides = claims[0].sides
    jumps = {_seat(jump, movement): jump.by for jump in claims}
    if boards := board_jumps(movement, sides):
        jumps[BOARDS] = boards
    return tuple((who, _short_jump(by[round - 1], sides)) for who, by in jumps.items())


def jump_rounds(
    claims: Sequence[Jump], movement: Movement
) -> tuple[tuple[tuple[int, ...], tuple[tuple[str, SignedJump], ...]], ...]:
    """Return the remaining jumps, rounds with the same ones together."""
    together: dict[tuple[tuple[str, SignedJump], ...], list[int]] = {}
    for round in movement.remaining_moves:
        together.setdefault(jumps_after(claims, movement, round), []).append(round)
    return tuple((tuple(rounds), jumps) for jumps, rounds in together.items())


def _short_jump(jump: tuple[int, ...], sides: tuple[int, ...]) -> SignedJump:
    short = (far - size if 2 * far > size else far for far, size in zip(jump, sides, strict=True))
    return tuple(reversed(tuple(short)))


def _seat(jump: Jump, movement: Movement) -> str:
    """Return the seat of these players; a spare player may have it for a round."""
    times = np.isin(movement.seats, jump.contestants).sum(axis=(0, 1))
    return movement.seat_names[int(times.argmax())]
