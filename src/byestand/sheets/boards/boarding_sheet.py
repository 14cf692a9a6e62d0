"""The boarding sheet: where each deal group of each set goes before play, as a checklist.

After a repair it shows where boards must be before play continues, and what to correct. Labels for boxes, one per set
and one per deal group, show where each starts.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Literal

from byestand.flow.board_sets import ASIDE
from byestand.flow.board_travel import BoardTravel, has_board_list, travel
from byestand.flow.rover import parties
from byestand.flow.sharing import never_played
from byestand.language import say, say_many
from byestand.model.layout import BoardSpot, Copy
from byestand.model.movement import Movement
from byestand.model.session import Section, Session
from byestand.sentences.boards import board_range, board_span, place_words, plural_count
from byestand.sentences.instructions import Instructions
from byestand.sentences.resume_steps import boards_astray
from byestand.sentences.setup_steps import count_first
from byestand.sheets.boards.copy_list import copying_words
from byestand.sheets.boards.dealing_sheet import dealing_words, session_dealing_words
from byestand.sheets.boards.stands import places_on_stand
from byestand.sheets.print_order import Part, PrintOrder, set_mark
from byestand.words.numbers import join_items


@dataclass(frozen=True, slots=True)
class BoardingLine:
    """Deal groups that are put in one place."""

    kind: Literal["table", "stand", "pool", "aside"]
    place: str
    """``table 1``, ``tables 1 and 8``, ``stand 1``, ``set C``, ``the director's table``."""
    title: str
    """The same as a heading, with numbers in bold."""
    boards: tuple[str, ...]
    """Group by group; on a stand the front group first."""
    hint: str = ""
    first_to: str = ""
    """For a stand: where its boards go."""


@dataclass(frozen=True, slots=True)
class CaseBoarding:
    """The boards of one set."""

    case: str
    span: str
    """Its boards."""
    lines: tuple[BoardingLine, ...]


@dataclass(frozen=True, slots=True)
class BoardingSheet:
    """The whole sheet."""

    count: str
    """What to count before boards are put out."""
    summary: str
    """``2 sets, boards 1-26``."""
    cases: tuple[CaseBoarding, ...]
    lists: tuple[Instructions, ...]
    """What to deal, what to copy, and notes."""
    walk: str
    """A check after all boards have been put out."""


def boarding_parts(section: Section, order: PrintOrder) -> list[Part]:
    """Return the boarding sheet for its template."""
    if not section.movement.remaining_rounds:
        return []
    sheet = boarding_sheet(section, order.session)
    marks = {one.case: _set_mark(section, one.case) for one in sheet.cases}
    lists = [
        {"heading": part.heading, "text": ("; " if part.heading in _dealing_headings() else " ").join(part.lines)}
        for part in sheet.lists
    ]
    return [asdict(sheet) | {"marks": marks, "lists": lists}]


def _set_mark(section: Section, case: str) -> Part:
    mark = set_mark(section, case)
    return mark | {"title": say("Set {name}", name=mark["name"])}


def _dealing_headings() -> tuple[str, str]:
    """Return the headings of lists whose lines are items, not sentences."""
    return say("Deal"), say("Deal for all sections")


def boarding_sheet(section: Section, session: Session | None = None) -> BoardingSheet:
    """Return the boarding sheet of a section, set by set. With a *session* it includes the dealing of all sections."""
    movement, boards = section.movement, section.boards
    journeys = travel(movement, section.cases)
    by_case = _by_case(journeys)
    groups = sorted({copy.group for copy in journeys.journeys})
    sets = say_many("1 set", "{number} sets", len(by_case))
    span = say("boards {first_to_last}", first_to_last=board_span(groups[0], groups[-1], boards)) if boards else ""
    return BoardingSheet(
        _first_step(movement),
        ", ".join(filter(None, (sets, span))),
        tuple(
            CaseBoarding(case, _span(section, own), tuple(_lines(section, journeys, own)))
            for case, own in by_case.items()
        ),
        tuple(part for part in _lists(section, journeys, session) if part.lines),
        _check(section, journeys),
    )


def _by_case(journeys: BoardTravel) -> dict[str, list[Copy]]:
    """Return all deal groups, set by set."""
    copies = sorted(journeys.journeys, key=lambda copy: (len(copy.case), copy))
    return {case: list(own) for case, own in groupby(copies, key=lambda copy: copy.case)}


def _span(section: Section, copies: list[Copy]) -> str:
    """Return the boards of a set, as short as possible."""
    first, last = copies[0].group, copies[-1].group
    if len(copies) == last - first + 1:
        return board_span(first, last, section.boards)
    return ", ".join(board_range(copy.group, section.boards) for copy in copies)


def _first_step(movement: Movement) -> str:
    if movement.next_round == 1:
        return count_first((movement,))
    return say("Before round {round}: check that the boards are as shown.", round=movement.next_round)


def _lines(section: Section, journeys: BoardTravel, copies: list[Copy]) -> Iterator[BoardingLine]:
    boards = section.boards
    pool = journeys.pool
    if pool and copies[0].case in pool.cases:
        between = say("between tables {first} and {last}", first=pool.between[0], last=pool.between[1])
        waiting = tuple(board_range(copy.group, boards) for copy in copies)
        yield BoardingLine("pool", *_stand_names(pool.stand), waiting, between)
        return
    starts = {copy: journeys.lies(copy, section.movement.next_round) for copy in copies}
    on_tables = sorted((spot.tables, copy.group) for copy, spot in starts.items() if spot.tables)
    for tables, group in on_tables:
        hint = say("(shared)") if len(tables) > 1 else ""
        where, numbers = place_words(BoardSpot(tables=tables), journeys), join_items(tables)
        title = say_many("Table *{tables}*", "Tables *{tables}*", len(tables), tables=numbers)
        yield BoardingLine("table", where, title, (board_range(group, boards),), hint)
    for number, lying in enumerate(journeys.stands, start=1):
        mine = tuple(board_range(copy.group, boards) for copy in lying if copy in starts)
        if mine and journeys.layout:
            table = journeys.layout.stands[number - 1].next_to_table
            hint, first_to = say("next to table {table}", table=table), _to_table(table, several=len(mine) > 1)
            yield BoardingLine("stand", *_stand_names(number), mine, hint, first_to)
    aside = sorted(copy.group for copy, spot in starts.items() if spot == ASIDE)
    if aside:
        yield _aside_line(section, journeys, tuple(board_range(group, boards) for group in aside))


def _aside_line(section: Section, journeys: BoardTravel, boards: tuple[str, ...]) -> BoardingLine:
    """Return the line of boards that no table needs in round 1."""
    where = place_words(ASIDE, journeys, section.set_name)
    if journeys.party_case:
        title = say("Rest of set *{name}*", name=section.set_name(journeys.party_case))
    else:
        title = say("Director's table")
    party_tables = [party.table for party in parties(section.movement) if journeys.party_case]
    if party_tables:
        hint = say("in a box next to table {table}", table=party_tables[0])
    else:
        hint = say("until a table needs them")
    return BoardingLine("aside", where, title, boards, hint)


def _stand_names(number: int) -> tuple[str, str]:
    """Return the name of a stand, in a sentence and as a heading."""
    return say("bye stand {number}", number=number), say("Bye stand *{number}*", number=number)


def _to_table(table: int, *, several: bool) -> str:
    if several:
        return say("↑ front: table {table} takes these first", table=table)
    return say("to table {table}", table=table)


def _check(section: Section, journeys: BoardTravel) -> str:
    """Return the boards of the first and the last table, as a check."""
    movement, round = section.movement, min(section.movement.next_round, section.movement.rounds)
    pool = journeys.pool.tables if journeys.pool else ()
    lying = {t: journeys.on_table(t, round) for t in range(1, movement.tables + 1) if t not in pool}
    there = [(table, board_range(copy.group, section.boards)) for table, copy in lying.items() if copy]
    if len(there) < 2:
        return ""
    (first, a), (last, b) = there[0], there[-1]
    return say_many(
        "Check: table {first} has board {a}, table {last} has board {b}.",
        "Check: table {first} has boards {a}, table {last} has boards {b}.",
        plural_count(section.boards),
        first=first,
        a=a,
        last=last,
        b=b,
    )


def _lists(section: Section, journeys: BoardTravel, session: Session | None) -> Iterator[Instructions]:
    movement, boards = section.movement, section.boards
    if movement.next_round == 1:
        yield Instructions(say("Deal"), dealing_words(section))
        if session and len(session.sections) > 1:
            yield Instructions(say("Deal for all sections"), session_dealing_words(session))
        yield Instructions(say("Not needed"), tuple(_idle(section, journeys)))
        yield Instructions(say("Sharing"), _sharing(section, journeys))
    yield Instructions(say("To correct"), boards_astray(movement, boards, section.cases, section.set_name))
    if not journeys.laid_out and not has_board_list(movement) and journeys.uses_director:
        unused = say("Unused boards are kept at the director's table. The caddy sheet shows where to take them.")
        yield Instructions(say("Note"), (unused,))


def _sharing(section: Section, journeys: BoardTravel) -> tuple[str, ...]:
    """Return that there is a sharing sheet, and what to copy instead."""
    if not journeys.rounds_shared:
        return ()
    shared = say_many(
        "Tables share boards in 1 round: see the sharing sheet.",
        "Tables share boards in {number} rounds: see the sharing sheet.",
        len(journeys.rounds_shared),
    )
    return (shared, *copying_words(journeys, section.boards))


def _idle(section: Section, journeys: BoardTravel) -> Iterator[str]:
    """Yield the boards of a set that are never played."""
    for sub in journeys.layout.subsections if journeys.layout else ():
        if groups := never_played(section.movement, sub):
            yield say_many(
                "Set {name}: board {boards} is not played. Leave it out.",
                "Set {name}: boards {boards} are not played. Leave them out.",
                2 if len(groups) > 1 else plural_count(section.boards),
                name=section.set_name(sub.cases[0]),
                boards=", ".join(board_range(group, section.boards) for group in groups),
            )


@dataclass(frozen=True, slots=True)
class Label:
    """A label for the box of a set, or for a deal group."""

    case: str
    boards: str
    starts: str
    """Where a group starts; empty for a set."""


def label_parts(section: Section, order: PrintOrder) -> list[Part]:
    """Return the labels for their template."""
    if order.table is not None:
        return []
    own = list(labels(section))
    marks = {label.case: set_mark(section, label.case) for label in own}
    return [{"stickers": [_sticker(section, label) for label in own], "marks": marks}]


def _sticker(section: Section, label: Label) -> Part:
    if label.starts:
        return {"case": label.case, "title": label.boards, "text": label.starts}
    title = say("Set {name}", name=section.set_name(label.case))
    return {"case": label.case, "title": title, "text": say("boards {first_to_last}", first_to_last=label.boards)}


def labels(section: Section) -> Iterator[Label]:
    """Yield the labels of all sets, each followed by the labels of its groups."""
    journeys = travel(section.movement, section.cases)
    for case, copies in _by_case(journeys).items():
        yield Label(case, board_span(copies[0].group, copies[-1].group, section.boards), "")
        for copy in copies:
            yield Label(case, board_range(copy.group, section.boards), _starts(journeys, copy))


def _starts(journeys: BoardTravel, copy: Copy) -> str:
    pool, spot = journeys.pool, journeys.lies(copy, 1)
    if pool and copy.case in pool.cases:
        return say("on bye stand {stand}", stand=pool.stand)
    if spot.stand and journeys.layout:
        queue = journeys.layout.on_stand(journeys.layout.stands[spot.stand - 1], 1)
        place = places_on_stand(len(queue))[queue.index(copy)]
        return ", ".join(filter(None, (say("starts on bye stand {stand}", stand=spot.stand), place)))
    if tables := spot.tables:
        numbers = join_items(tables)
        return say_many("starts at table {tables}", "starts at tables {tables}", len(tables), tables=numbers)
    if journeys.party_case:
        return say("stays next to table {table}", table=parties(journeys.movement)[0].table)
    return say("starts at the director's table")
