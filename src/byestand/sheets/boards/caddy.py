"""The caddy sheet: which boards move from where to where after each round.

Whoever does exactly what it says, starting from the boarding sheet, brings every table its boards. Passing from table
to table, which players do, is told in one line; what goes to or from a bye stand or the party table, group by group.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import TypeAlias

from byestand.model import Boards, Copy, Movement, Section, Spot
from byestand.sheets.pages import Order, Part, case_looks
from byestand.words.boards import board_range, go_by_list, lie_unplayed
from byestand.words.numbers import numbered, ranges
from byestand.words.people import PLAYERS, called
from byestand.words.phrases import say, say_many
from byestand.words.slips_told import told_slips
from byestand.words.steps import step_words
from byestand.words.travel import Travel, place_words, travel

Move: TypeAlias = tuple[Spot, Spot]


@dataclass(frozen=True, slots=True)
class Pass:
    """Tables that pass their boards on in the same way."""

    tables: str
    """``table 1``, ``tables 2-9, 11``, ``tables 1 and 8`` where these two share."""
    to: str
    """``down one table``, ``table 13``."""


@dataclass(frozen=True, slots=True)
class CaddyMove:
    """One board group that is carried."""

    boards: str
    case: str
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class CaddyRound:
    """What happens between two rounds, beside what happens between any two."""

    after: int
    passes: tuple[Pass, ...]
    moves: tuple[CaddyMove, ...]


@dataclass(frozen=True, slots=True)
class CaddySheet:
    """All board moves of a movement."""

    always: tuple[Pass, ...]
    """What is done after every round."""
    rounds: tuple[CaddyRound, ...]
    notes: tuple[str, ...]


def caddy_parts(section: Section, order: Order) -> list[Part]:
    """Return the caddy sheet for its template."""
    del order
    looks = {case: asdict(look) for case, look in case_looks(section.movement, section.cases).items()}
    return [asdict(caddy_sheet(section)) | {"looks": looks}] if section.movement.rounds_left else []


def caddy_sheet(section: Section) -> CaddySheet:
    """Return the caddy sheet of a section."""
    movement = section.movement
    journeys = travel(movement, section.cases)
    left = movement.rounds_left[:-1]
    changes = [_changes(journeys, round) for round in left]
    handed = [{move for _, move in change if _between_tables(move)} for change in changes]
    always = set.intersection(*handed) if handed else set()
    return CaddySheet(
        tuple(_passes(always)),
        tuple(
            CaddyRound(
                after,
                tuple(_passes(by_hand - always)),
                tuple(_carried(journeys, change, section.boards)),
            )
            for after, change, by_hand in zip(left, changes, handed, strict=True)
        ),
        tuple(_notes(movement, journeys, section.boards)),
    )


def _changes(journeys: Travel, round: int) -> list[tuple[Copy, Move]]:
    pooled = journeys.pool.cases if journeys.pool else ()
    return [
        (copy, (spots[round - 1], spots[round]))
        for copy, spots in journeys.journeys.items()
        if spots[round - 1] != spots[round] and copy.case not in pooled
    ]


def _between_tables(move: Move) -> bool:
    return all(spot.tables for spot in move)


def _passes(moves: Collection[Move]) -> Iterator[Pass]:
    """Yield moves from table to table, those with the same step together."""
    steps: dict[int, list[int]] = defaultdict(list)
    shared = []
    for source, target in moves:
        if len(source.tables) == len(target.tables) == 1:
            steps[target.tables[0] - source.tables[0]].append(source.tables[0])
        else:
            shared.append((source, target))
    for step, tables in sorted(steps.items(), key=lambda item: min(item[1])):
        if len(tables) > 1:
            yield Pass(f"tables {ranges(tables)}", step_words(step))
        else:
            yield Pass(f"table {tables[0]}", f"table {tables[0] + step}")
    yield from (
        Pass(place_words(source), place_words(target)) for source, target in sorted(shared, key=lambda m: m[0].tables)
    )


def _carried(journeys: Travel, change: Iterable[tuple[Copy, Move]], boards: Boards | None) -> Iterator[CaddyMove]:
    """Yield what is not passed from table to table, what goes to a place before what leaves it."""
    for copy, (source, target) in sorted(change, key=_order):
        if not _between_tables((source, target)):
            front = ", the front group" if source.stand else ""
            back = ", at the back" if target.stand else ""
            yield CaddyMove(
                board_range(copy.group, boards),
                copy.case,
                journeys.words(source) + front,
                journeys.words(target) + back,
            )


def _order(item: tuple[Copy, Move]) -> tuple[object, ...]:
    copy, (source, _) = item
    return (len(copy.case), copy.case, not source.tables, source.tables, source.stand)


def _notes(movement: Movement, journeys: Travel, boards: Boards | None) -> Iterator[str]:
    if movement.rounds == 1:
        yield "There is one round only: boards stay."
    if told := [slip.table for slip in told_slips(movement, boards)]:
        phrase = "By its slip {tables} fetches boards itself, and brings them back after the round."
        phrases = phrase, "By their slips {tables} fetch boards themselves, and bring them back after the round."
        yield say_many(*phrases, len(told), tables=numbered("table", told))
    if not journeys.laid_out and not go_by_list(movement):
        yield (
            "This movement does not say how its boards travel; these ways were read off its schedule. Boards that no"
            " table needs next are at the director's table."
        )
    if lie_unplayed(movement):
        whom = "players" if called(movement) is PLAYERS else "a pair"
        yield say("Boards that nobody plays, for want of {whom}, are passed on all the same.", whom=whom)
