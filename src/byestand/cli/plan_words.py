"""Plans as people read them in a terminal."""

import textwrap
from collections.abc import Sequence

from byestand.model import Movement
from byestand.plan import Choice, Plan, Room, WhatIf

WIDTH = 100
FIRST_WAYS = 4


def plan_text(chosen: Plan, everything: bool) -> str:
    """Return a plan as text: the best choices, and why not the Mitchell."""
    choices = chosen.choices if everything else chosen.shortlist()
    lines = [chosen.room.describe(), ""]
    for choice in choices:
        lines += [_head(choice), *_wrapped(choice.reason), ""]
    left = len(chosen.choices) - len(choices)
    lines += _wrapped(chosen.mitchell[0].upper() + chosen.mitchell[1:], indent="")
    if left:
        lines.append(f"{left} more candidates: --all shows them.")
    lines.append(f"How to run the first: {_how_to_run(chosen.choices[0])}")
    return "\n".join(lines)


def what_if_text(now: Movement, room: Room, ways: Sequence[WhatIf], everything: bool) -> str:
    """Return ways to go on as text, with what to do and say."""
    lines = [f"Now {now.title}; {room.pairs} pairs are there", ""]
    for way in ways if everything else ways[:FIRST_WAYS]:
        anew = len(way.reboarded)
        boards = "no table to board" if not anew else "1 table to board" if anew == 1 else f"{anew} tables to board"
        lines += [f"{_head(way.choice)}: {way.kind}; {boards}"]
        lines += [line for sentence in way.words for line in _wrapped(sentence)]
        lines += [*_wrapped(f"({way.choice.reason})"), ""]
    if len(ways) > FIRST_WAYS and not everything:
        lines.append(f"{len(ways) - FIRST_WAYS} more ways: --all shows them.")
    return "\n".join(lines).rstrip()


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
    way = choice.candidate.way
    without = "".join(f" --missing {label}" for label in way.missing)
    switched = " --one-winner" if choice.candidate.switching else ""
    *first, last = way.names
    return ", ".join(f"byestand show {name}{switched} --layout" for name in [*first, last + without])


def _wrapped(text: str, indent: str = "    ") -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent)
