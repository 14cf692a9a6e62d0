"""Plans as people read them in a terminal."""

import textwrap
from collections.abc import Sequence

from byestand.plan import Choice, Plan, Room, WhatIf
from byestand.plan.choosing.staying import seating

WIDTH = 100
FIRST_WAYS = 4


def plan_text(chosen: Plan, everything: bool) -> str:
    """Return a plan as text: the best choices, and why not the Mitchell."""
    choices = chosen.choices if everything else chosen.shortlist()
    lines = [chosen.room.describe(), ""]
    for before, choice in zip((0, *(choice.rank for choice in choices)), choices, strict=False):
        if choice.rank > before + 1:
            lines += ["    …", ""]
        lines += [_head(choice), *_wrapped(choice.reason), ""]
    for sentence in filter(None, (chosen.mitchell, chosen.more_boards, *chosen.notes, *chosen.not_in_time)):
        lines += _wrapped(f"{sentence[0].upper()}{sentence[1:]}.", indent="")
    lines += _left(len(chosen.choices) - len(choices))
    lines.append(f"How to run the first: {_how_to_run(chosen.choices[0])}")
    return "\n".join(lines)


def _left(count: int) -> list[str]:
    return [f"{count} more {'way' if count == 1 else 'ways'}: --all shows them."] if count else []


def what_if_text(now: str, room: Room, ways: Sequence[WhatIf], everything: bool) -> str:
    """Return ways to go on as text, with what to do and say."""
    lines = [f"Now {now}; {room.pairs} pairs are there", ""]
    for way in ways if everything else ways[:FIRST_WAYS]:
        anew = len(way.reboarded)
        boards = "no table to board" if not anew else "1 table to board" if anew == 1 else f"{anew} tables to board"
        lines += [f"{_head(way.choice)}: {way.kind}; {boards}"]
        lines += [line for sentence in way.words for line in _wrapped(sentence)]
        lines += [*_wrapped(f"({way.choice.reason})"), ""]
    for sentence in seating(room.seats):
        lines += _wrapped(f"{sentence[0].upper()}{sentence[1:]}.", indent="")
    lines += _left(0 if everything else max(0, len(ways) - FIRST_WAYS))
    lines.append(f"How to run the first: {_how_to_run(ways[0].choice)}")
    return "\n".join(lines)


def comparison_text(rows: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Return a comparison as a table, a movement a column."""
    widths = [max(len(row[1][i]) for row in rows) for i in range(len(rows[0][1]))]
    first = max(len(label) for label, _ in rows)
    return "\n".join(
        f"{label:<{first}}  " + "  ".join(f"{cell:>{w}}" for cell, w in zip(cells, widths, strict=True))
        for label, cells in rows
    )


def _head(choice: Choice) -> str:
    made = choice.candidate
    return f"{choice.rank:>2}  {made.way}, {made.rounds} rounds of {made.boards_per_round} boards"


def _how_to_run(choice: Choice) -> str:
    """Return the commands that show it, a section each."""
    made = choice.candidate
    without = "".join(f" --missing {label}" for label in made.way.missing)
    rounds = ",".join(map(str, made.switching.rounds)) if made.switching else ""
    switched = f" --switch {rounds or 'none'}" if made.switching else ""
    options = f"{switched} --layout --boards-per-round {made.boards_per_round}"
    *first, last = made.way.names
    return ", ".join(f"byestand show {name}{options}" for name in [*first, f"{last}{without}"])


def _wrapped(text: str, indent: str = "    ") -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent)
