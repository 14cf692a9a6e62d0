"""The chart as it hangs on the wall, before it is fitted to paper: lines for tables and stands, heads of rounds."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from byestand.language import say
from byestand.model.claims import Route, Step, Turn
from byestand.model.movement import Movement
from byestand.model.seen import arrow_turned, unturned_seats
from byestand.model.session import Section
from byestand.words.boards import board_range, lie_unplayed, sharing
from byestand.words.chart import Chart, Row, chart, ns_stay_at_their_number, ruled
from byestand.words.claims import told
from byestand.words.numbers import numbered_runs
from byestand.words.people import NOBODY, PLAYERS, called, named
from byestand.words.roving import no_tables, parties
from byestand.words.steps import skips
from byestand.words.travel import travel

MOST_OF_THEM = 2 / 3
"""Out of one case in more rounds than that, a table has it on its edge."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A table in a round."""

    who: tuple[str, ...]
    boards: str
    mark: str = ""
    """``cancelled`` or ``lost``: what a director ruled."""
    framed: bool = False
    """The arrow is switched here, and not at all tables."""
    black: tuple[bool, ...] = ()
    """Which of them is there as the rover."""


@dataclass(frozen=True, slots=True)
class Line:
    """A table through all rounds, or below it what waits on its stand, or who sits out."""

    label: str
    cells: tuple[Cell, ...]
    quiet: bool = False
    case: str = ""
    """The case it plays out of, but where a cell says another one."""


@dataclass(frozen=True, slots=True)
class Head:
    """The top of the column of a round."""

    round: int
    words: str
    look: Literal["", "black", "framed"] = ""
    after_skip: bool = False


@dataclass(frozen=True, slots=True)
class WallChart:
    """What hangs on the wall, before it is fitted to paper."""

    heads: tuple[Head, ...]
    lines: tuple[Line, ...]
    notes: tuple[str, ...]
    versus: int
    """After how many numbers stands a v; 0 where opponents are not told apart so."""


def wall_chart(section: Section) -> WallChart:
    """Return the chart of a section as it hangs on the wall."""
    movement = section.movement
    whole = chart(movement, section.boards, cases=section.cases)
    shown = len(whole.headings) - 1
    all_turned = [all(turned) for turned in zip(*(row.turned for row in whole.rows if row.turned), strict=True)]
    lines: list[Line] = []
    for row in whole.rows:
        if row.table in no_tables(movement):
            here = movement.seats[:, row.table - 1].tolist()
            lines.append(
                _quiet("out", [" ".join(movement.field.label(c, section.letter) for c in seats if c) for seats in here])
            )
        elif row.table:
            lines.append(_table_line(section, row, all_turned))
    for label, line in _stand_lines(section):
        place = next(i for i, line in enumerate(lines) if line.label == label) + 1
        lines.insert(place, replace(line, case=lines[place - 1].case))
    lines += _without_a_seat(whole)
    versus = shown // 2 if shown % 2 == 0 else 0
    notes = (*_notes(section, whole), *_other_sets(whole))
    return WallChart(tuple(_heads(section, whole, all_turned)), tuple(lines), notes, versus)


def _table_line(section: Section, row: Row, all_turned: Sequence[bool]) -> Line:
    own = _own_case(row.cases)
    cells = []
    for i, (*who, boards) in enumerate(row.cells):
        told = f" {section.set_name(row.cases[i])}" if row.cases[i] not in ("", own) else ""
        mark, framed = row.marks[i] if row.marks else "", row.turned[i] and not all_turned[i]
        sitting = tuple(NOBODY if one == "-" else one for one in who)
        cells.append(Cell(sitting, boards + told, mark, framed, row.roving[i]))
    return Line(str(row.table), tuple(cells), case=own)


def _other_sets(whole: Chart) -> Iterator[str]:
    """Yield what a set after boards means, where there is one."""
    if any(case not in ("", _own_case(row.cases)) for row in whole.rows if row.table for case in row.cases):
        yield say("After boards: the set they come from, where it is another one.")


def _own_case(cases: Sequence[str]) -> str:
    """Return the case of which a table has the pattern on its edge: the one it plays out of but for an exception."""
    played = Counter(case for case in cases if case)
    return next((case for case, rounds in played.items() if rounds > MOST_OF_THEM * played.total()), "")


def _quiet(label: str, words: Sequence[str]) -> Line:
    return Line(label, tuple(Cell((), one) for one in words), quiet=True)


def _stand_lines(section: Section) -> Iterator[tuple[str, Line]]:
    """Yield what waits on each stand, and the table that it stands beside, the last one first."""
    layout = travel(section.movement, section.cases).layout
    for stand in reversed(layout.stands) if layout else ():
        waiting = [layout.on_stand(stand, round) for round in range(1, section.movement.rounds + 1)] if layout else []
        words = [_front_ones([board_range(copy.group, section.boards) for copy in copies]) for copies in waiting]
        yield str(stand.beside), _quiet(f"stand {stand.number}", words)


def _front_ones(waiting: Sequence[str]) -> str:
    """Return the first boards of what waits on a stand: all, or where they are many those at both ends."""
    firsts = [boards.split("-")[0] for boards in waiting]
    return "\u00a0\u00a0".join(firsts) if len(firsts) < 4 else f"{firsts[0]}\u00a0…\u00a0{firsts[-1]}"


def _without_a_seat(whole: Chart) -> Iterator[Line]:
    if rows := [row.cells for row in whole.rows if not row.table and not row.is_stand]:
        yield _quiet("out", [" ".join(cell[0] for cell in cells if cell[0]) for cells in zip(*rows, strict=True)])


def _heads(section: Section, whole: Chart, all_turned: Sequence[bool]) -> Iterator[Head]:
    after_skip = {round + 1 for round in skips(section.movement)}
    alone = called(section.movement) is PLAYERS
    usual = " ".join(whole.headings) if len(whole.headings) == 2 else " ".join(whole.headings[:-1])
    usual = usual if alone or len(whole.headings) == 2 else "NS v EW"
    for round in range(1, whole.rounds + 1):
        some = any(row.turned[round - 1] for row in whole.rows if row.turned)
        turned = all_turned[round - 1]
        words = "SWITCH" if some else "after SKIP" if round in after_skip else usual
        words = "played" if round <= whole.played else words
        yield Head(round, words, "black" if turned else "framed" if some else "", round in after_skip)


def _notes(section: Section, chart: Chart) -> tuple[str, ...]:
    """Return the sentences under a chart that hangs on the wall."""
    movement = section.movement
    rest = [claim for claim in movement.claims if not isinstance(claim, Route | Step | Turn)]
    return (
        *ruled(movement),
        *_how_it_is_read(movement),
        *_switched(movement),
        *(say("After round {round} there is a skip: up two tables, this once.", round=r) for r in skips(movement)),
        *_roving(section),
        *_stands(movement, chart),
        *(note for part in told(movement, rest) for note in part.notes()),
        *_sitting_out(movement, chart),
    )


def _how_it_is_read(movement: Movement) -> Iterator[str]:
    people = called(movement)
    if ns_stay_at_their_number(movement):
        yield say("{who} {many} stay at the table of their number.", who=movement.seat_names[0], many=people.many)
        if people is not PLAYERS:
            yield say("Find your EW number: that is your table.")
    elif people is not PLAYERS:
        yield say("The first number plays NS, the second EW.")
    if people is PLAYERS:
        yield say("Find your number: that is your table, and your seat for the first board.")


def _switched(movement: Movement) -> Iterator[str]:
    turned = arrow_turned(movement)
    whole, single = turned.all(axis=1), turned.any(axis=1) & ~turned.all(axis=1)
    if whole.any():
        home, away = _at_home(movement)
        if home and away:
            phrase = "In the rounds marked SWITCH {home} play EW, {away} play NS."
            yield say(phrase, home=numbered_runs("pair", home), away=numbered_runs("pair", away))
        else:
            yield say("In the rounds marked SWITCH the arrow is switched at all tables.")
    if single.any():
        yield say("In a frame: the arrow is switched, at this table in this round.")


def _at_home(movement: Movement) -> tuple[list[int], list[int]]:
    """Return who plays NS and who EW where nothing is switched; nobody where some do both."""
    usual = unturned_seats(movement)
    home, away = (set(usual[:, :, side].ravel().tolist()) - {0} for side in (0, 1))
    return ([], []) if home & away else (sorted(home), sorted(away))


def _roving(section: Section) -> Iterator[str]:
    movement = section.movement
    for party in parties(movement):
        phrase = (
            "White on black is the rover, {rover}; the pair whose seat it takes sits out."
            if party.half
            else "White on black is the rover, {rover}; the pair whose seat it takes plays at table {table}."
        )
        yield say(phrase, rover=named([party.pair], movement, section.letter), table=party.table)
    if spares := [route.contestant for route in movement.claimed(Route) if not route.party_table]:
        phrase = "White on black, {who}: has this seat for the round; whose it is sits out."
        yield say(phrase, who=named(spares, movement, section.letter))


def _stands(movement: Movement, chart: Chart) -> Iterator[str]:
    if any(row.is_stand for row in chart.rows):
        yield say("Stand: the first board of what waits there, the front ones first.")
    for table, partner in sharing(movement.layout) if movement.layout else ():
        yield say("Tables {table} and {partner} share their boards in every round.", table=table, partner=partner)


def _sitting_out(movement: Movement, chart: Chart) -> Iterator[str]:
    if any(not row.table and not row.is_stand for row in chart.rows):
        yield say("out: sits out.")
    if lie_unplayed(movement):
        yield say("Boards in brackets lie there unplayed: whoever is at that table sits out.")
