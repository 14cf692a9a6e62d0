"""The boarding sheet: which board group out of which case goes where before play, to be ticked off.

After a mishap it says what must lie where before play goes on, and what did not.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from byestand.model import Copy, Movement, Section, Spot
from byestand.sheets.boards.dealing import dealing_words, sharing_words
from byestand.sheets.pages import Order, Part, case_looks
from byestand.words.boards import board_range, board_words, go_by_list, listed_sharing, never_played
from byestand.words.instructions import count_first
from byestand.words.journeys import ASIDE
from byestand.words.phrases import Instructions, say, say_many
from byestand.words.resuming import boards_astray
from byestand.words.roving import parties, party_copies, party_rounds
from byestand.words.travel import Travel, travel

UNTOLD = (
    "This movement does not say how its boards travel: each group has as many copies as tables that play it at the same"
    " time, and what no table needs waits at the director's table."
)


@dataclass(frozen=True, slots=True)
class BoardingLine:
    """Board groups that are put down together."""

    where: str
    """``table 1``, ``tables 1 and 8``, ``stand 1``, ``set C``, ``the director's table``."""
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


def boarding_parts(section: Section, order: Order) -> list[Part]:
    """Return the boarding sheet for its template."""
    del order
    looks = {case: asdict(look) for case, look in case_looks(section.movement, section.cases).items()}
    if not section.movement.rounds_left:
        return []
    return [asdict(boarding_sheet(section, cases=section.cases)) | {"looks": looks}]


def boarding_sheet(section: Section, *, cases: int | None = None) -> BoardingSheet:
    """Return the boarding of a section, case by case; with fewer *cases* at hand, also what happens then."""
    movement = section.movement
    journeys = travel(movement, cases)
    by_case: dict[str, list[Copy]] = {}
    pooled = journeys.pool.cases if journeys.pool else ()
    for copy in journeys.journeys:
        by_case.setdefault(copy.case, []).append(copy)
    return BoardingSheet(
        _first_of_all(movement),
        tuple(
            CaseBoarding(
                case,
                tuple(_pooled(section, journeys, copies) if case in pooled else _lines(section, journeys, copies)),
            )
            for case, copies in sorted(by_case.items(), key=lambda item: (len(item[0]), item[0]))
        ),
        tuple(part for part in _lists(section, journeys, cases) if part.lines),
    )


def _first_of_all(movement: Movement) -> str:
    if movement.next_round == 1:
        return count_first((movement,))
    return say("Before round {next}: see that all boards lie like this.", next=movement.next_round)


def _lines(section: Section, journeys: Travel, copies: list[Copy]) -> Iterator[BoardingLine]:
    boards = section.boards
    starts = {copy: journeys.lies(copy, section.movement.next_round) for copy in copies}
    on_tables = sorted((spot.tables, copy.group) for copy, spot in starts.items() if spot.tables)
    for tables, group in on_tables:
        hint = "they share" if len(tables) > 1 else ""
        yield BoardingLine(journeys.words(Spot(tables=tables)), (board_range(group, boards),), hint)
    layout = journeys.layout
    for number, waiting in enumerate(journeys.stands, start=1):
        mine = [board_range(copy.group, boards) for copy in waiting if copy in starts]
        if mine and layout:
            beside = f"beside table {layout.stands[number - 1].beside}"
            order = ", in this order, the first in front" if len(mine) > 1 else ""
            yield BoardingLine(f"stand {number}", tuple(mine), beside + order)
    aside = sorted(copy.group for copy, spot in starts.items() if not spot.tables and not spot.stand)
    if aside:
        here = [party.table for party in parties(section.movement) if journeys.party_case]
        hint = say("stay in the set, beside table {t}", t=here[0]) if here else say("until a table needs them")
        yield BoardingLine(journeys.words(ASIDE), tuple(board_range(group, boards) for group in aside), hint)


def _pooled(section: Section, journeys: Travel, copies: list[Copy]) -> Iterator[BoardingLine]:
    """Yield that all of a set lies on the stand from which tables take what they play."""
    if pool := journeys.pool:
        boards = tuple(board_range(group, section.boards) for group in sorted(copy.group for copy in copies))
        between = say("between tables {first} and {last}", first=pool.between[0], last=pool.between[1])
        yield BoardingLine(say("stand {number}", number=pool.stand), boards, between)


def _lists(section: Section, journeys: Travel, cases: int | None) -> Iterator[Instructions]:
    movement, boards = section.movement, section.boards
    before_play = movement.next_round == 1
    if before_play:
        yield Instructions(say("Deal"), dealing_words(section))
        yield Instructions(say("Not needed"), tuple(_idle(section)))
    yield Instructions(say("To be put right"), boards_astray(movement, boards, section.cases, section.set_name))
    for party in parties(movement):
        if journeys.party_case and not party.half:
            copies = party_copies(movement, party_rounds(movement, party), boards)
            yield Instructions(say("For the party table"), tuple(copies))
    if cases is not None and before_play:
        heading = say_many("With {number} case", "With {number} cases", cases)
        yield Instructions(heading, sharing_words(section, cases=cases))
    if go_by_list(movement):
        yield Instructions(say("Note"), tuple(listed_sharing(movement, boards)))
    elif not journeys.laid_out:
        yield Instructions(say("Note"), (say(UNTOLD),))


def _idle(section: Section) -> Iterator[str]:
    """Yield what of a case is never played."""
    movement = section.movement
    for sub in movement.layout.subsections if movement.layout else ():
        if groups := never_played(movement, sub):
            phrase = "Case {case}: {boards} will not be played; leave them out."
            yield say(phrase, case=sub.cases[0], boards=board_words(groups, section.boards))
