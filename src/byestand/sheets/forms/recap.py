"""The recap: contestants by boards, for scoring by hand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from byestand.flow.chart import mark_of
from byestand.language import say
from byestand.model.session import Section
from byestand.sheets.forms.cut_layout import MILLIMETRES
from byestand.sheets.forms.form_texts import recap_explained, recap_title, scored_by
from byestand.sheets.forms.scheduled_plays import boards_of, max_plays, names_of, seats_on
from byestand.sheets.forms.slips import ROW
from byestand.sheets.print_order import Part, PrintOrder, equal_blocks
from byestand.words.people import line_title

CANCELLED = "×"
MAX_BOARDS = 28
"""The most boards side by side."""
_AROUND, _HEADS = 44.0, 14.0
"""Millimetres of a page without its tables, and of a table without its rows."""
_HIGHEST_ROW = 14.0


@dataclass(frozen=True, slots=True)
class Recap:
    """The recap of one line: contestants by boards."""

    title: str
    line: int
    numbers: tuple[str, ...]
    names: tuple[tuple[str, ...], ...]
    """The names of each contestant, as far as they are known."""
    boards: tuple[int, ...]
    cells: tuple[tuple[str, ...], ...]
    """For each contestant and board the opponent (for a single player the partner); empty if it does not play."""


def recaps(section: Section) -> Iterator[Recap]:
    """Yield the recap grid of each line."""
    movement = section.movement
    field, met = movement.field, _opponents(section)
    every = tuple(boards_of(section).all(movement.deal_groups))
    for line in range(len(field.lines)):
        who = field.members(line)
        yield Recap(
            line_title(movement, line),
            line,
            tuple(str(field.number(c)) for c in who),
            tuple(names_of(section, c) for c in who),
            every,
            tuple(tuple(met.get((c, board), "") for board in every) for c in who),
        )


def _opponents(section: Section) -> dict[tuple[int, int], str]:
    """Return the opponent by contestant and board, or the sign for a cancelled board."""
    movement, boards = section.movement, boards_of(section)
    half = movement.seats.shape[2] // 2
    met: dict[tuple[int, int], str] = {}
    for round, table in ((int(r) + 1, int(t) + 1) for r, t in zip(*movement.played_mask.nonzero(), strict=True)):
        for which, board in enumerate(boards.numbers_of(int(movement.groups[round - 1, table - 1])), start=1):
            here = seats_on(movement, round, table, which)
            for seat, contestant in enumerate(here):
                # Two seats: the opponents. Four (North, South, East, West): the partner.
                other = here[1 - seat] if half == 1 else here[seat ^ 1]
                if mark_of(movement, (round, table)):
                    met.setdefault((contestant, board), CANCELLED)
                else:
                    met[contestant, board] = str(movement.field.number(other))
    return met


@dataclass(frozen=True, slots=True)
class _RecapBlock:
    """Some contestants of a recap with some of its boards: one table of a page."""

    recap: Recap
    rows: tuple[int, ...]
    boards: tuple[int, ...]


def recap_parts(section: Section, order: PrintOrder) -> list[Part]:
    """Return the recap for its template."""
    imps = order.session.scoring == "imps"
    high = MILLIMETRES[order.paper][0] - _AROUND
    return [
        {
            "landscape": True,
            "scored": scored_by(max_plays(section.movement), imps=imps),
            "explained": recap_explained(section.movement, imps=imps),
            "pages": [_page(section, blocks, high) for blocks in _pages(section, high)],
        }
    ]


def _pages(section: Section, high: float) -> Iterator[list[_RecapBlock]]:
    """Yield the tables of each page: several if they are short, and no rows too low for a pen."""
    page: list[_RecapBlock] = []
    for recap in recaps(section):
        for rows in equal_blocks(range(len(recap.numbers)), int((high - _HEADS) / ROW)):
            for boards in equal_blocks(recap.boards, MAX_BOARDS):
                block = _RecapBlock(recap, rows, boards)
                if page and sum(_HEADS + ROW * len(one.rows) for one in (*page, block)) > high:
                    yield page
                    page = []
                page.append(block)
    if page:
        yield page


def _page(section: Section, blocks: Sequence[_RecapBlock], high: float) -> Part:
    rows = sum(len(block.rows) for block in blocks)
    lines = [recap_title(section.movement, block.recap.line) for block in blocks]
    title = ", ".join(dict.fromkeys(lines))
    return {
        "title": title,
        "heading_text": " ".join(filter(None, (say("Recap"), title))),
        "row": min(_HIGHEST_ROW, (high - _HEADS * len(blocks)) / rows),
        "tables": [_table(section, block) for block in blocks],
    }


def _table(section: Section, block: _RecapBlock) -> Part:
    recap = block.recap
    before = recap.boards[0]
    return {
        "head": recap_title(section.movement, recap.line, short=True),
        "boards": block.boards,
        "per_round": boards_of(section).per_round,
        "offset": (block.boards[0] - before) % boards_of(section).per_round,
        "first": block.boards[0] == before,
        "last": block.boards[-1] == recap.boards[-1],
        "rows": [
            {
                "number": recap.numbers[k],
                "names": recap.names[k],
                "cells": recap.cells[k][block.boards[0] - before : block.boards[-1] - before + 1],
            }
            for k in block.rows
        ],
    }
