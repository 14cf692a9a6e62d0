"""Steps in words: how far people and boards go from round to round, and when they go further than usual."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from byestand.model import Movement, Step
from byestand.words.phrases import say

SKIP = 1, 2
"""Who usually goes up one table, and after a round two, skips one."""


def step_words(step: int) -> str:
    """Return a step in words: "up one table"."""
    if step == 0:
        return say("nowhere")
    size = {1: "one table", 2: "two tables"}.get(abs(step), f"{abs(step)} tables")
    return say("up {size}" if step > 0 else "down {size}", size=size)


def over_the_edge(step: int, tables: int) -> str:
    """Return where those go whom a small step takes beyond the last table, or below the first."""
    if step in (1, 2):
        ends = [(tables - step + i, i) for i in range(1, step + 1)]
    elif step in (-1, -2):
        ends = [(i, tables + step + i) for i in range(1, 1 - step)]
    elif 2 * abs(step) == tables:
        across = abs(step) + 1
        return say(", across the room: from table 1 to table {b} and from table {b} to table 1", b=across)
    else:
        return ""
    return ", " + " and ".join(say("from table {a} to table {b}", a=a, b=b) for a, b in ends)


def runs(steps: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Yield equal steps together with the rounds after which they are made, in words."""
    for step, run in groupby(enumerate(steps, start=1), key=lambda item: item[1]):
        rounds = [round for round, _ in run]
        many = len(rounds) > 1
        yield step, f"rounds {rounds[0]}-{rounds[-1]}" if many else f"round {rounds[0]}"


def usual_step(step: Step) -> int:
    """Return the step that is made after most rounds; of two equally frequent ones the first."""
    return max(dict.fromkeys(step.by), key=step.by.count, default=0)


def skips(movement: Movement) -> dict[int, frozenset[int]]:
    """Return the rounds after which somebody skips a table, and who does, as the movement claims itself."""
    found: dict[int, frozenset[int]] = {}
    for step in movement.claimed(Step):
        for round, by in enumerate(step.by, start=1):
            if (usual_step(step), by) == SKIP:
                found[round] = found.get(round, frozenset()) | frozenset(step.contestants)
    return found
