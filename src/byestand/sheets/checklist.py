"""The boarding sheet: which board group out of which case goes where before round 1, to be ticked off."""

from collections.abc import Iterator
from dataclasses import dataclass

from byestand.model import Copy, Movement, Spot
from byestand.sheets.boarding import never_played
from byestand.sheets.boards import boards, named
from byestand.sheets.counting import count_first
from byestand.sheets.dealing import dealing_words, sharing_words
from byestand.sheets.rover import party_copies, party_rounds
from byestand.sheets.travel import Travel, travel
from byestand.sheets.words import Instructions

UNTOLD = (
    "This movement does not say how its boards travel: each group has as many copies as tables that play it at the same"
    " time, and what no table needs waits at the director's table."
)


@dataclass(frozen=True, slots=True)
class BoardingLine:
    """Board groups that are put down together."""

    where: str
    """``table 1``, ``tables 1 and 8``, ``bye stand 1``, ``case C``, ``the director's table``."""
    boards: tuple[str, ...]
    """Group by group; on a stand the front group first."""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class CaseBoarding:
    """What comes out of one case."""

    case: str
    lines: tuple[BoardingLine, ...]


@dataclass(frozen=True, slots=True)
class BoardingSheet:
    """The whole boarding."""

    count: str
    """What to count before anything is put down."""
    cases: tuple[CaseBoarding, ...]
    lists: tuple[Instructions, ...]
    """What to deal, what to copy, what to know."""


def boarding_sheet(
    movement: Movement, *, boards_per_round: int | None = None, cases: int | None = None
) -> BoardingSheet:
    """Return the boarding of a movement, case by case; with fewer *cases* at hand, also what happens then."""
    journeys = travel(movement)
    by_case: dict[str, list[Copy]] = {}
    for copy in journeys.journeys:
        by_case.setdefault(copy.case, []).append(copy)
    return BoardingSheet(
        count_first((movement,)),
        tuple(
            CaseBoarding(case, tuple(_lines(movement, journeys, copies, boards_per_round)))
            for case, copies in sorted(by_case.items(), key=lambda item: (len(item[0]), item[0]))
        ),
        tuple(part for part in _lists(movement, journeys, boards_per_round, cases) if part.lines),
    )


def _lines(
    movement: Movement, journeys: Travel, copies: list[Copy], boards_per_round: int | None
) -> Iterator[BoardingLine]:
    starts = {copy: journeys.journeys[copy][0] for copy in copies}
    on_tables = sorted((spot.tables, copy.group) for copy, spot in starts.items() if spot.tables)
    for tables, group in on_tables:
        hint = "they share" if len(tables) > 1 else ""
        yield BoardingLine(journeys.words(Spot(tables=tables)), (boards(group, boards_per_round),), hint)
    layout = movement.layout
    for number, waiting in enumerate(journeys.stands, start=1):
        mine = [boards(copy.group, boards_per_round) for copy in waiting if copy in starts]
        if mine and layout:
            beside = f"beside table {layout.stands[number - 1].beside}"
            order = ", in this order, the first in front" if len(mine) > 1 else ""
            yield BoardingLine(f"bye stand {number}", tuple(mine), beside + order)
    aside = sorted(copy.group for copy, spot in starts.items() if not spot.tables and not spot.stand)
    if aside:
        party = movement.rover.party_table if movement.rover and journeys.laid_out else 0
        hint = f"stay in the case, beside table {party}" if party else "until a table needs them"
        yield BoardingLine(journeys.aside, tuple(boards(group, boards_per_round) for group in aside), hint)


def _lists(
    movement: Movement, journeys: Travel, boards_per_round: int | None, cases: int | None
) -> Iterator[Instructions]:
    yield Instructions("Deal", dealing_words(movement, boards_per_round))
    idle = [
        f"Case {sub.cases[0]}: {named(groups, boards_per_round)} will not be played; leave them out."
        for sub in (movement.layout.subsections if movement.layout else ())
        if (groups := never_played(movement, sub))
    ]
    yield Instructions("Not needed", tuple(idle))
    if movement.rover and journeys.laid_out and movement.rover.host not in movement.field.missing:
        party = party_copies(movement, party_rounds(movement, movement.rover), boards_per_round)
        yield Instructions("For the party table", tuple(party))
    if cases is not None:
        yield Instructions(
            f"With {cases} case{'s' if cases > 1 else ''}", sharing_words(movement, boards_per_round, cases=cases)
        )
    if not journeys.laid_out:
        yield Instructions("Note", (UNTOLD,))
