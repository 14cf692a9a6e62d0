"""Travellers: one per board, with those who are going to play it; and sheets that combine several sets.

With several sets each copy of a board has a traveller with its part of the results. The scorer copies them to the
combined sheet of that board.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from math import ceil

from byestand.flow.board_travel import BoardTravel, travel
from byestand.flow.chart import mark_of
from byestand.language import say, say_many
from byestand.model.board_conditions import board_conditions
from byestand.model.history import Cell
from byestand.model.layout import Copy, case_position
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.sheets.forms.cut_layout import cut_for, cuts, identity, stack_pieces
from byestand.sheets.forms.form_texts import copied_to, scoring_note, with_other_sets
from byestand.sheets.forms.scheduled_plays import boards_of, max_plays, numbers_on, seat_heads
from byestand.sheets.forms.slips import ROW
from byestand.sheets.print_order import Part, PrintOrder, equal_blocks, set_mark
from byestand.words.seats import seat_text
from byestand.words.vulnerability import vulnerable_text

_AROUND, _NOTE = 43.0, 4.4
"""Millimetres of a traveller without its rows, and of a line of text below them."""
_NOTE_LETTERS = 57
_SPARE_ROWS = 2
_HIGHEST_ROW = 12.0
_LETTERS = 68


@dataclass(frozen=True, slots=True)
class TravellerLine:
    """One expected result."""

    round: int
    contestants: tuple[str, ...]
    """The numbers in each seat."""
    ruling: str = ""
    """A ruling of the director, ``cancelled`` or ``lost``, or empty."""
    case: str = ""


@dataclass(frozen=True, slots=True)
class TravellerForm:
    """One board with those who are going to play it."""

    board: int
    dealer: str
    vulnerable: str
    case: str
    """The set of this copy; empty if there is only one, or on a combined sheet."""
    lines: tuple[TravellerLine, ...]


def travellers(section: Section) -> Iterator[TravellerForm]:
    """Yield a traveller for every copy of every board, its lines in the order of rounds."""
    movement, boards = section.movement, boards_of(section)
    journeys = travel(movement, section.cases)
    one_case = len({copy.case for copy in journeys.journeys}) == 1
    for copy in sorted(journeys.journeys, key=lambda copy: (len(copy.case), copy)):
        visits = [
            (round, table) for round in range(1, movement.rounds + 1) for table in journeys.playing_tables(copy, round)
        ]
        visits += _lost_lines(movement, journeys, copy)
        for which, board in enumerate(boards.numbers_of(copy.group), start=1):
            met = [
                TravellerLine(cell[0], numbers_on(movement, *cell, which), mark_of(movement, cell), copy.case)
                for cell in visits
            ]
            if met:
                case = "" if one_case else copy.case
                yield TravellerForm(board, *board_conditions(board), case, tuple(sorted(met, key=_by_round)))


def merge_travellers(papers: Sequence[TravellerForm]) -> Iterator[TravellerForm]:
    """Yield a combined sheet for every board, by the first number; none if there is one copy."""
    several = any(paper.case for paper in papers)
    in_order = sorted(papers, key=lambda paper: paper.board)
    for _, copies in groupby(in_order if several else [], key=lambda paper: paper.board):
        same = list(copies)
        lines = sorted((line for paper in same for line in paper.lines), key=_numbers)
        yield replace(same[0], case="", lines=tuple(lines))


def _by_round(line: TravellerLine) -> tuple[int, list[int]]:
    return line.round, _numbers(line)


def _numbers(line: TravellerLine) -> list[int]:
    return [int(number) for number in line.contestants]


def _lost_lines(movement: Movement, journeys: BoardTravel, copy: Copy) -> list[Cell]:
    """Return the tables and rounds where a copy was planned but cannot be played."""
    lost = movement.history.lost_cells if movement.history else ()
    return [cell for cell in lost if cell[1] in journeys.lies(copy, cell[0]).tables and _is_full(movement, cell)]


def _is_full(movement: Movement, cell: Cell) -> bool:
    return bool((movement.seats[cell[0] - 1, cell[1] - 1] > 0).all())


def traveller_parts(section: Section, order: PrintOrder) -> list[Part]:
    """Return the travellers set by set, and with several sets the combined sheets."""
    papers = list(travellers(section))
    together = list(merge_travellers(papers))
    parts = []
    for case, of_set in groupby(papers, key=lambda paper: paper.case):
        name = section.set_name(case) if case else ""
        heading = {"heading": say("Travellers, set {name}", name=name)} if name else {}
        mark = set_mark(section, case) if case else None
        parts.append(_part(section, order, list(of_set), together) | heading | {"set": mark})
    if together:
        own: Part = {"heading": say("All sets together"), "merged": True, "set": None}
        parts.append(_part(section, order, together, []) | own)
    return parts


def _part(section: Section, order: PrintOrder, papers: list[TravellerForm], together: Sequence[TravellerForm]) -> Part:
    """Return travellers, as many per page as rows for a pen allow."""
    imps = order.session.scoring == "imps"
    scored = scoring_note(max_plays(section.movement), imps=imps)
    everything = {paper.board: paper for paper in together}
    notes = {paper.board: _note(section, paper, everything.get(paper.board), scored) for paper in papers}
    around = _AROUND + _NOTE * ceil(max(map(len, notes.values())) / _NOTE_LETTERS)
    ways = [cut for cut in cuts(order.paper, columns=(2,)) if cut.rows <= 3]
    highest = max(cut.height for cut in ways)
    pieces = [piece for paper in papers for piece in _pieces(paper, int((highest - around) / ROW))]
    needed = max(len(lines) for _, lines, _ in pieces)
    cut = cut_for(len(pieces), ways, height=around + ROW * needed)
    high = cut.height - around
    rows = max(min(needed + _SPARE_ROWS, int(high / ROW)), ceil(high / _HIGHEST_ROW))
    data = [
        _as_data(section, paper, lines) | {"which": which, "note": notes[paper.board]} for paper, lines, which in pieces
    ]
    return {
        **cut.part,
        "kind": "travellers",
        "merged": False,
        "seats": seat_heads(section.movement),
        "lines": rows,
        "row": high / rows,
        "points": not together,
        "imps": imps,
        "identity": identity(section, order, _LETTERS),
        "pages": [{"bookmark": _bookmark(page), "travellers": page} for page in stack_pieces(data, cut.places)],
    }


def _bookmark(page: Sequence[Part | None]) -> str:
    boards = dict.fromkeys(str(one["board"]) for one in page if one)
    return say_many("Board {boards}", "Boards {boards}", len(boards), boards=", ".join(boards))


def _pieces(paper: TravellerForm, most: int) -> Iterator[tuple[TravellerForm, tuple[TravellerLine, ...], str]]:
    """Yield a traveller in parts that fit on a page, with the number of each part."""
    blocks = equal_blocks(range(len(paper.lines)), most)
    for place, block in enumerate(blocks, start=1):
        which = say("part {part} of {parts}", part=place, parts=len(blocks)) if len(blocks) > 1 else ""
        yield paper, tuple(paper.lines[k] for k in block), which


def _as_data(section: Section, paper: TravellerForm, lines: Sequence[TravellerLine]) -> Part:
    return {
        "board": paper.board,
        "dealer": say("dealer *{seat}*", seat=seat_text(paper.dealer)),
        "vulnerable": say("vulnerable *{sides}*", sides=vulnerable_text(paper.vulnerable)),
        "rows": [asdict(line) | {"set": section.set_name(line.case)} for line in lines],
    }


def _note(section: Section, paper: TravellerForm, together: TravellerForm | None, scored: str) -> str:
    """Return what the scorer does with a sheet: it has some of the results, or all, or those of several sets."""
    if together is not None:
        others = _sets(section, {line.case for line in together.lines} - {paper.case})
        return with_other_sets(len(paper.lines), len(together.lines), paper.board, others) if others else scored
    sets = _sets(section, {line.case for line in paper.lines})
    return f"{copied_to(sets)} {scored}" if len(sets) > 1 else scored


def _sets(section: Section, cases: Iterable[str]) -> list[str]:
    return [section.set_name(case) for case in sorted(cases, key=case_position)]
