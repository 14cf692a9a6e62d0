"""The wall chart before it is fitted to paper: lines for tables and stands, heads of rounds."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from byestand.flow.attendance import leaves_boards_unplayed
from byestand.flow.board_travel import travel
from byestand.flow.chart import ChartLine, ns_stay_at_their_number
from byestand.flow.rover import parties, tables_without_pairs
from byestand.flow.sharing import sharing
from byestand.flow.steps import skips
from byestand.language import say, say_many
from byestand.model.claims import ArrowTurn, Route, Step
from byestand.model.inferred_claims import arrow_mask, unturned_seats
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.sentences.boards import board_range
from byestand.sentences.charts import Chart, chart, ruling_notes
from byestand.sentences.claims import claim_texts
from byestand.words.numbers import join_items, ranges
from byestand.words.people import NOBODY, name_contestants

MAIN_SET_SHARE = 2 / 3
"""A table that plays from one set in more than this share of rounds has it on its edge."""


@dataclass(frozen=True, slots=True)
class ChartCell:
    """A table in a round."""

    visitors: tuple[str, ...]
    boards: str
    mark: str = ""
    """``cancelled`` or ``lost``: a ruling of the director."""
    framed: bool = False
    """An arrow switch at this table, but not at all tables."""
    black: tuple[bool, ...] = ()
    """Which of them is the rover."""


@dataclass(frozen=True, slots=True)
class WallChartRow:
    """A table in all rounds, or below it the boards on its stand, or the sit-outs."""

    label: str
    cells: tuple[ChartCell, ...]
    quiet: bool = False
    case: str = ""
    """The set it plays from, unless a cell names another one."""


@dataclass(frozen=True, slots=True)
class ChartColumnHead:
    """The top of the column of a round."""

    round: int
    words: str
    look: Literal["", "black", "framed"] = ""
    after_skip: bool = False
    lines: tuple[str, ...] = ()
    """The words on two lines, where the two sides stand below each other."""


@dataclass(frozen=True, slots=True)
class WallChart:
    """The wall chart before it is fitted to paper."""

    heads: tuple[ChartColumnHead, ...]
    lines: tuple[WallChartRow, ...]
    notes: tuple[str, ...]
    versus: int
    """The number of contestants before the "v"; 0 if there is none."""


def wall_chart(section: Section) -> WallChart:
    """Return the wall chart of a section."""
    movement = section.movement
    whole = chart(movement, section.boards, cases=section.cases)
    shown = len(whole.headings) - 1
    all_turned = [all(turned) for turned in zip(*(row.turned for row in whole.rows if row.turned), strict=True)]
    lines: list[WallChartRow] = []
    for row in whole.rows:
        if row.table in tables_without_pairs(movement):
            here = movement.seats[:, row.table - 1].tolist()
            labels = [" ".join(movement.field.label(c, section.letter) for c in seats if c) for seats in here]
            lines.append(_quiet(say("out"), labels))
        elif row.table:
            lines.append(_table_line(section, row, all_turned))
    for label, line in _stand_lines(section):
        place = next(i for i, line in enumerate(lines) if line.label == label) + 1
        lines.insert(place, replace(line, case=lines[place - 1].case))
    lines += _without_a_seat(whole)
    versus = shown // 2 if shown % 2 == 0 else 0
    notes = (*_notes(section, whole), *_other_sets(whole))
    return WallChart(tuple(_heads(section, whole, all_turned)), tuple(lines), notes, versus)


def _table_line(section: Section, row: ChartLine, all_turned: Sequence[bool]) -> WallChartRow:
    own = _own_case(row.cases)
    cells = []
    for i, (*who, boards) in enumerate(row.cells):
        other_set = f" {section.set_name(row.cases[i])}" if row.cases[i] not in ("", own) else ""
        mark, framed = row.marks[i] if row.marks else "", row.turned[i] and not all_turned[i]
        sitting = tuple(NOBODY if label == "-" else label for label in who)
        cells.append(ChartCell(sitting, boards + other_set, mark, framed, row.roving[i]))
    return WallChartRow(str(row.table), tuple(cells), case=own)


def _other_sets(whole: Chart) -> Iterator[str]:
    """Yield the meaning of a set after boards, if there is one."""
    if any(case not in ("", _own_case(row.cases)) for row in whole.rows if row.table for case in row.cases):
        yield say("A letter after boards: they come from that set.")


def _own_case(cases: Sequence[str]) -> str:
    """Return the set whose pattern a table has on its edge: the one it nearly always plays from."""
    played = Counter(case for case in cases if case)
    return next((case for case, rounds in played.items() if rounds > MAIN_SET_SHARE * played.total()), "")


def _quiet(label: str, texts: Sequence[str]) -> WallChartRow:
    return WallChartRow(label, tuple(ChartCell((), text) for text in texts), quiet=True)


def _stand_lines(section: Section) -> Iterator[tuple[str, WallChartRow]]:
    """Yield the boards on each stand with the table next to it, the last stand first."""
    layout = travel(section.movement, section.cases).layout
    for stand in reversed(layout.stands) if layout else ():
        waiting = [layout.on_stand(stand, round) for round in range(1, section.movement.rounds + 1)] if layout else []
        words = [_front_ones([board_range(copy.group, section.boards) for copy in copies]) for copies in waiting]
        yield str(stand.next_to_table), _quiet(say("bye stand {stand}", stand=stand.number), words)


def _front_ones(waiting: Sequence[str]) -> str:
    """Return the first board of each group on a stand; of many only both ends."""
    firsts = [boards.split("-")[0] for boards in waiting]
    return "\u00a0\u00a0".join(firsts) if len(firsts) < 4 else f"{firsts[0]}\u00a0…\u00a0{firsts[-1]}"


def _without_a_seat(whole: Chart) -> Iterator[WallChartRow]:
    if rows := [row.cells for row in whole.rows if not row.table and not row.is_stand]:
        yield _quiet(say("out"), [" ".join(cell[0] for cell in cells if cell[0]) for cells in zip(*rows, strict=True)])


def _heads(section: Section, whole: Chart, all_turned: Sequence[bool]) -> Iterator[ChartColumnHead]:
    after_skip = {round + 1 for round in skips(section.movement)}
    usual = _usual_head(section, whole)
    for round in range(1, whole.rounds + 1):
        some = any(row.turned[round - 1] for row in whole.rows if row.turned)
        look: Literal["", "black", "framed"] = "black" if all_turned[round - 1] else "framed" if some else ""
        lines = usual
        if round <= whole.played_text:
            lines = (say("played"),)
        elif some:
            lines = (say("SWITCH"),)
        elif round in after_skip:
            lines = (say("after SKIP"),)
        yield ChartColumnHead(round, " ".join(lines), look, round in after_skip, lines)


def _usual_head(section: Section, whole: Chart) -> tuple[str, ...]:
    """Return the head of a usual round, one text per side."""
    *seats, _ = whole.headings
    if len(seats) == 1:
        return (say("EW boards"),)
    if not section.movement.is_individual:
        return (say("NS v EW"),)
    half = len(seats) // 2 if len(seats) == 4 else len(seats)
    sides = (seats[:half], seats[half:])
    return tuple(" ".join(side) for side in sides if side)


def _notes(section: Section, chart: Chart) -> tuple[str, ...]:
    """Return the sentences under a wall chart."""
    movement = section.movement
    rest = [claim for claim in movement.claims if not isinstance(claim, Route | Step | ArrowTurn)]
    return (
        *ruling_notes(movement),
        *_reading_notes(movement),
        *_switched_rounds(movement),
        *(say("Skip after round {round}: EW move up two tables.", round=r) for r in skips(movement)),
        *_rover_rows(section),
        *_stands(movement, chart),
        *(note for part in claim_texts(movement, rest) for note in part.notes()),
        *_sitting_out(movement, chart),
    )


def _reading_notes(movement: Movement) -> Iterator[str]:
    alone = movement.is_individual
    if ns_stay_at_their_number(movement):
        if alone:
            yield say("North players stay at the table with their number.")
        else:
            yield say("NS pairs stay at the table with their number.")
            yield say("Find your EW number to see your table.")
    elif not alone:
        yield say("The first number plays NS, the second EW.")
    if alone:
        yield say("Find your number to see your table, and your seat for the first board.")


def _switched_rounds(movement: Movement) -> Iterator[str]:
    turned = arrow_mask(movement)
    whole, single = turned.all(axis=1), turned.any(axis=1) & ~turned.all(axis=1)
    if whole.any():
        home, away = _at_home(movement)
        if home and away:
            yield say_many(
                "Rounds marked SWITCH: pair {home} plays EW, pair {away} plays NS.",
                "Rounds marked SWITCH: pairs {home} play EW, pairs {away} play NS.",
                max(len(home), len(away)),
                home=ranges(home),
                away=ranges(away),
            )
        else:
            yield say("Rounds marked SWITCH: arrow switch at all tables.")
    if single.any():
        yield say("Framed: arrow switch at this table in this round.")


def _at_home(movement: Movement) -> tuple[list[int], list[int]]:
    """Return the pairs that play NS and EW apart from arrow switches; none if some play both."""
    usual = unturned_seats(movement)
    home, away = (set(usual[:, :, side].ravel().tolist()) - {0} for side in (0, 1))
    return ([], []) if home & away else (sorted(home), sorted(away))


def _rover_rows(section: Section) -> Iterator[str]:
    movement = section.movement
    for party in parties(movement):
        rover = name_contestants([party.pair], movement, section.letter)
        if party.half:
            yield say("White on black: the rover ({rover}). The displaced pair sits out.", rover=rover)
        else:
            yield say(
                "White on black: the rover ({rover}). The displaced pair plays at table {table}.",
                rover=rover,
                table=party.table,
            )
    if spares := [route.contestant for route in movement.claims_of(Route) if not route.party_table]:
        labels = join_items(movement.field.label(spare, section.letter) for spare in spares)
        yield say_many(
            "White on black: spare player {players}. The displaced player sits out.",
            "White on black: spare players {players}. The displaced players sit out.",
            len(spares),
            players=labels,
        )


def _stands(movement: Movement, chart: Chart) -> Iterator[str]:
    if any(row.is_stand for row in chart.rows):
        yield say("Bye stand: the first board of each group waiting there, front groups first.")
    for table, partner in sharing(movement.layout) if movement.layout else ():
        yield say("Tables {table} and {partner} share their boards in every round.", table=table, partner=partner)


def _sitting_out(movement: Movement, chart: Chart) -> Iterator[str]:
    if any(not row.table and not row.is_stand for row in chart.rows):
        yield say("out: sit-out.")
    if leaves_boards_unplayed(movement):
        yield say("Boards in brackets are not played; the pair at that table sits out.")
