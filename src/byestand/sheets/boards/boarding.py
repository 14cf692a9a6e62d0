"""The boarding sheet: which board group out of which set goes where before play, to be ticked off.

After a mishap it says what must lie where before play goes on, and what did not. Labels for boxes, one for every set
and one for every board group, say where each starts.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Literal

from byestand.language import say, say_many
from byestand.model.layout import Copy, Spot
from byestand.model.movement import Movement
from byestand.model.session import Section, Session
from byestand.sheets.boards.dealing import dealing_words, session_dealing_words
from byestand.sheets.boards.sharing import copying_words
from byestand.sheets.boards.stands import places_on_stand
from byestand.sheets.pages import Order, Part, set_mark
from byestand.words.boards import board_range, board_span, board_words, go_by_list, never_played
from byestand.words.instructions import count_first
from byestand.words.journeys import ASIDE
from byestand.words.numbers import in_words
from byestand.words.phrases import Instructions
from byestand.words.resuming import boards_astray
from byestand.words.roving import parties
from byestand.words.travel import Travel, travel

UNTOLD = "Boards that no table needs wait at the director's table. The caddy sheet says which to bring where."


@dataclass(frozen=True, slots=True)
class BoardingLine:
    """Board groups that are put down together."""

    kind: Literal["table", "stand", "pool", "aside"]
    where: str
    """``table 1``, ``tables 1 and 8``, ``stand 1``, ``set C``, ``the director's table``."""
    boards: tuple[str, ...]
    """Group by group; on a stand the front group first."""
    hint: str = ""
    first_to: str = ""
    """Of a stand: the table to which the front group goes first."""


@dataclass(frozen=True, slots=True)
class CaseBoarding:
    """What comes out of one set."""

    case: str
    span: str
    """Its boards."""
    lines: tuple[BoardingLine, ...]


@dataclass(frozen=True, slots=True)
class BoardingSheet:
    """The whole boarding."""

    count: str
    """What to count before anything is put down."""
    summary: str
    """``2 sets, boards 1-26``."""
    cases: tuple[CaseBoarding, ...]
    lists: tuple[Instructions, ...]
    """What to deal, what to copy, what to know."""
    walk: str
    """What whoever has put all down sees, walking round once."""


def boarding_parts(section: Section, order: Order) -> list[Part]:
    """Return the boarding sheet for its template."""
    if not section.movement.rounds_left:
        return []
    sheet = boarding_sheet(section, order.session)
    marks = {one.case: set_mark(section, one.case) for one in sheet.cases}
    return [asdict(sheet) | {"marks": marks}]


def boarding_sheet(section: Section, session: Session | None = None) -> BoardingSheet:
    """Return the boarding of a section, set by set; of a whole *session* also what to deal for all its sections."""
    movement, boards = section.movement, section.boards
    journeys = travel(movement, section.cases)
    by_case = _by_case(journeys)
    groups = sorted({copy.group for copy in journeys.journeys})
    sets = in_words(len(by_case), "set")
    return BoardingSheet(
        _first_of_all(movement),
        say("{sets}, boards {span}", sets=sets, span=board_span(groups[0], groups[-1], boards)) if boards else sets,
        tuple(
            CaseBoarding(case, _span(section, own), tuple(_lines(section, journeys, own)))
            for case, own in by_case.items()
        ),
        tuple(part for part in _lists(section, journeys, session) if part.lines),
        _walk(section, journeys),
    )


def _by_case(journeys: Travel) -> dict[str, list[Copy]]:
    """Return all board groups, set by set."""
    copies = sorted(journeys.journeys, key=lambda copy: (len(copy.case), copy))
    return {case: list(own) for case, own in groupby(copies, key=lambda copy: copy.case)}


def _span(section: Section, copies: list[Copy]) -> str:
    """Return the boards of a set, as few words as possible."""
    first, last = copies[0].group, copies[-1].group
    if len(copies) == last - first + 1:
        return board_span(first, last, section.boards)
    return ", ".join(board_range(copy.group, section.boards) for copy in copies)


def _first_of_all(movement: Movement) -> str:
    if movement.next_round == 1:
        return count_first((movement,))
    return say("Before round {next}: see that all boards lie like this.", next=movement.next_round)


def _lines(section: Section, journeys: Travel, copies: list[Copy]) -> Iterator[BoardingLine]:
    boards = section.boards
    pool = journeys.pool
    if pool and copies[0].case in pool.cases:
        between = say("between tables {first} and {last}", first=pool.between[0], last=pool.between[1])
        waiting = tuple(board_range(copy.group, boards) for copy in copies)
        yield BoardingLine("pool", say("stand {number}", number=pool.stand), waiting, between)
        return
    starts = {copy: journeys.lies(copy, section.movement.next_round) for copy in copies}
    on_tables = sorted((spot.tables, copy.group) for copy, spot in starts.items() if spot.tables)
    for tables, group in on_tables:
        hint = say("they share") if len(tables) > 1 else ""
        yield BoardingLine("table", journeys.words(Spot(tables=tables)), (board_range(group, boards),), hint)
    for number, lying in enumerate(journeys.stands, start=1):
        mine = tuple(board_range(copy.group, boards) for copy in lying if copy in starts)
        if mine and journeys.layout:
            beside = journeys.layout.stands[number - 1].beside
            hint, first_to = say("beside table {table}", table=beside), say("table {table}", table=beside)
            yield BoardingLine("stand", say("stand {number}", number=number), mine, hint, first_to)
    aside = sorted(copy.group for copy, spot in starts.items() if spot == ASIDE)
    if aside:
        here = [party.table for party in parties(section.movement) if journeys.party_case]
        hint = say("stay in the box, beside table {t}", t=here[0]) if here else say("until a table needs them")
        where = journeys.words(ASIDE, section.set_name)
        yield BoardingLine("aside", where, tuple(board_range(group, boards) for group in aside), hint)


def _walk(section: Section, journeys: Travel) -> str:
    """Return what the first and the last table have, for whoever looks once more."""
    movement, round = section.movement, min(section.movement.next_round, section.movement.rounds)
    pool = journeys.pool.tables if journeys.pool else ()
    lying = {t: journeys.on_table(t, round) for t in range(1, movement.tables + 1) if t not in pool}
    there = [(table, board_words((copy.group,), section.boards)) for table, copy in lying.items() if copy]
    if len(there) < 2:
        return ""
    (first, has), (last, too) = there[0], there[-1]
    return say("Walk round once: table {a} has {b}, table {c} has {d}.", a=first, b=has, c=last, d=too)


def _lists(section: Section, journeys: Travel, session: Session | None) -> Iterator[Instructions]:
    movement, boards = section.movement, section.boards
    if movement.next_round == 1:
        yield Instructions(say("Deal"), dealing_words(section))
        if session and len(session.sections) > 1:
            yield Instructions(say("Deal for all sections"), session_dealing_words(session))
        yield Instructions(say("Not needed"), tuple(_idle(section, journeys)))
        yield Instructions(say("Sharing"), _sharing(section, journeys))
    yield Instructions(say("To be put right"), boards_astray(movement, boards, section.cases, section.set_name))
    if not journeys.laid_out and not go_by_list(movement) and journeys.uses_director:
        yield Instructions(say("Note"), (say(UNTOLD),))


def _sharing(section: Section, journeys: Travel) -> tuple[str, ...]:
    """Return that there is a list of who shares, and what to copy instead."""
    if not journeys.rounds_shared:
        return ()
    phrases = (
        "Tables share boards in {number} round: see the list.",
        "Tables share boards in {number} rounds: see the list.",
    )
    told = say_many(*phrases, len(journeys.rounds_shared))
    return (told, *copying_words(journeys, section.boards))


def _idle(section: Section, journeys: Travel) -> Iterator[str]:
    """Yield what of a set is never played."""
    for sub in journeys.layout.subsections if journeys.layout else ():
        if groups := never_played(section.movement, sub):
            phrase = "Set {name}: {boards} will not be played; leave them out."
            yield say(phrase, name=section.set_name(sub.cases[0]), boards=board_words(groups, section.boards))


@dataclass(frozen=True, slots=True)
class Label:
    """What is stuck on the box of a set, or goes with a board group."""

    case: str
    boards: str
    starts: str
    """Where a group starts; nothing for a set."""


def label_parts(section: Section, order: Order) -> list[Part]:
    """Return the labels for their template."""
    if order.table is not None:
        return []
    own = list(labels(section))
    marks = {label.case: set_mark(section, label.case) for label in own}
    return [{"labels": [asdict(label) for label in own], "marks": marks}]


def labels(section: Section) -> Iterator[Label]:
    """Yield the labels of all sets, each followed by those of its groups."""
    journeys = travel(section.movement, section.cases)
    for case, copies in _by_case(journeys).items():
        yield Label(case, board_span(copies[0].group, copies[-1].group, section.boards), "")
        for copy in copies:
            yield Label(case, board_range(copy.group, section.boards), _starts(journeys, copy))


def _starts(journeys: Travel, copy: Copy) -> str:
    pool, spot = journeys.pool, journeys.lies(copy, 1)
    if pool and copy.case in pool.cases:
        return say("lies on stand {stand}", stand=pool.stand)
    if spot.stand and journeys.layout:
        queue = journeys.layout.on_stand(journeys.layout.stands[spot.stand - 1], 1)
        where = places_on_stand(len(queue))[queue.index(copy)]
        phrase = "starts on stand {stand}, {where}" if where else "starts on stand {stand}"
        return say(phrase, stand=spot.stand, where=where)
    if spot.tables:
        return say("starts at {table}", table=journeys.words(spot))
    if journeys.party_case:
        return say("stays beside table {table}", table=parties(journeys.movement)[0].table)
    return say("starts at the director's table")
