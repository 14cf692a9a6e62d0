"""Who shares boards in single rounds, because there are fewer sets than tables would like: a list, and cards.

The list has a column for every table that plays from the one stand between them; where tables only share now and then,
it says so round by round. A card tells one table the same.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.session import Section
from byestand.sheets.pages import Order, Part, set_mark
from byestand.words.boards import board_range, board_words
from byestand.words.numbers import enumerated, listed, numbered_runs, ranges
from byestand.words.sharing import how_they_share
from byestand.words.travel import Travel, travel

MOST_ROUNDS_TOLD = 4
"""With more rounds before which something must be copied, all of it is copied at the beginning."""
_FROM_THE_STAND = (
    "Each round every table takes the boards of its column there. When done, all boards go back to that stand."
)
TWICE = {1: "once", 2: "twice"}


@dataclass(frozen=True, slots=True)
class Share:
    """What a table plays in a round."""

    round: int
    boards: str
    """``-`` where it plays nothing."""
    others: tuple[int, ...]
    """With whom it shares them."""
    fetch: str = ""
    """From where it takes them, and to where they go back, if that is not the one stand."""


@dataclass(frozen=True, slots=True)
class SharingRow:
    """A round of the list."""

    round: int
    cells: tuple[Share, ...]
    """Table by table."""
    says: tuple[str, ...]
    """``tables 14 and 16 share boards 1-2``."""


@dataclass(frozen=True, slots=True)
class SharingSheet:
    """The list."""

    about: tuple[str, ...]
    tables: tuple[int, ...]
    """The columns; none where there is no stand from which tables play together."""
    rows: tuple[SharingRow, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SharingCard:
    """What one table is told."""

    table: int
    stand: int
    """From which it takes its boards; 0 where they come by themselves."""
    rounds: tuple[Share, ...]


def needs_sharing(section: Section) -> bool:
    """Tell whether tables share in single rounds, or play from a stand in common."""
    journeys = travel(section.movement, section.cases)
    return bool(section.movement.rounds_left) and bool(journeys.pool or journeys.rounds_shared)


def sharing_parts(section: Section, order: Order) -> list[Part]:
    """Return the list and the cards for their templates."""
    if not needs_sharing(section):
        return []
    journeys = travel(section.movement, section.cases)
    sheet, cards = sharing_sheet(section), sharing_cards(section)
    cards = tuple(card for card in cards if order.table in (None, card.table))
    own = {"marks": [set_mark(section, case) for case in journeys.pool.cases] if journeys.pool else []}
    wide = len(sheet.tables) > MOST_UPRIGHT
    listed = [asdict(sheet) | own | {"landscape": wide}] if order.table is None else []
    return [*listed, *([{"kind": "share-cards", "cards": [asdict(c) for c in cards]} | own] if cards else [])]


MOST_UPRIGHT = 9
"""Tables whose columns there is room for on an upright page."""


def sharing_sheet(section: Section) -> SharingSheet:
    """Return who shares what, round by round."""
    journeys, boards = travel(section.movement, section.cases), section.boards
    tables = journeys.pool.tables if journeys.pool else ()
    left = section.movement.rounds_left
    rows = (
        SharingRow(
            round,
            tuple(_share(section, journeys, table, round) for table in tables),
            tuple(_says(section, journeys, round)),
        )
        for round in left
    )
    return SharingSheet(
        tuple(_about(section, journeys)),
        tables,
        tuple(row for row in rows if tables or row.says),
        tuple(_notes(journeys, boards)),
    )


def sharing_cards(section: Section) -> tuple[SharingCard, ...]:
    """Return a card for every table that shares in some round, or plays from the stand in common."""
    journeys, movement = travel(section.movement, section.cases), section.movement
    pool = journeys.pool
    cards = []
    for table in range(1, movement.tables + 1):
        pooled = pool is not None and table in pool.tables
        shares = (_share(section, journeys, table, round) for round in movement.rounds_left)
        told = tuple(share for share in shares if pooled or share.others or share.fetch)
        if told:
            cards.append(SharingCard(table, pool.stand if pool and pooled else 0, told))
    return tuple(cards)


def _share(section: Section, journeys: Travel, table: int, round: int) -> Share:
    copy, fetch = journeys.plays_from(table, round), ""
    others = journeys.sharers(table, round)
    if (round, table) in journeys.visits and copy:
        spot = journeys.lies(copy, round)
        fetch = journeys.words(spot, section.set_name) if spot.stand or not others else ""
    return Share(round, board_range(copy.group if copy else 0, section.boards), others, fetch)


def _says(section: Section, journeys: Travel, round: int) -> Iterator[str]:
    boards = section.boards
    for tables, copy in journeys.shared(round):
        named = board_words((copy.group,), boards)
        yield say("{tables} share {boards}", tables=listed("table", tables), boards=named)
    for (now, table), copy in journeys.visits.items():
        spot = journeys.lies(copy, round) if now == round else None
        if spot and not journeys.sharers(table, round):
            phrase = "table {table} takes {boards} from {where}, and puts them back in the same place"
            where = journeys.words(spot, section.set_name)
            yield say(phrase, table=table, boards=board_words((copy.group,), boards), where=where)


def _about(section: Section, journeys: Travel) -> Iterator[str]:
    """Yield how the tables without a set come by their boards."""
    pool = journeys.pool
    if pool is None:
        yield say("In these rounds tables play from the same boards. All other boards travel as always.")
        return
    for sub in journeys.layout.subsections if journeys.layout else ():
        own = numbered_runs("table", sorted(sub.tables))
        phrases = "{tables} has set {name} to itself.", "{tables} have set {name} to themselves."
        name = section.set_name(sub.cases[0])
        yield say_many(*phrases, len(sub.tables), tables=own.capitalize(), name=name)
    names = [section.set_name(case) for case in pool.cases]
    first, last = pool.between
    where = say("stand {stand}, between tables {first} and {last}", stand=pool.stand, first=first, last=last)
    phrases = "Set {names} lies on {where}.", "Sets {names} lie on {where}."
    yield say_many(*phrases, len(names), names=enumerated(names), where=where)
    yield say(_FROM_THE_STAND)


def _notes(journeys: Travel, boards: Boards | None) -> Iterator[str]:
    if not journeys.rounds_shared:
        yield say("Nobody shares.")
        return
    parties = (one.tables for round in journeys.rounds_shared for one in journeys.shared(round))
    yield from how_they_share(parties, boards)
    yield from copying_words(journeys, boards)


def copying_words(journeys: Travel, boards: Boards | None) -> Iterator[str]:
    """Yield what to copy, and how often, so that nobody shares."""
    times = Counter(group for group, _ in journeys.to_copy)
    if not times:
        return
    told = []
    for many in sorted(set(times.values())):
        alike = _spans([group for group in sorted(times) if times[group] == many], boards)
        told.append(say("{boards} {times}", boards=alike, times=TWICE.get(many) or say("{many} times", many=many)))
    yield say("Can you copy boards? Copy {boards}: then nobody shares.", boards=enumerated(told))
    before: dict[int, list[int]] = {}
    for group, round in journeys.to_copy:
        before.setdefault(round, []).append(group)
    if 1 < len(before) <= MOST_ROUNDS_TOLD:
        phrase = "{boards} before round {round}"
        needed = [say(phrase, boards=_spans(groups, boards), round=round) for round, groups in before.items()]
        yield say("They are needed: {boards}.", boards=", ".join(needed))


def _spans(groups: list[int], boards: Boards | None) -> str:
    """Return boards in a row, neighbours joined: "1-2 and 13-16"."""
    numbers = [number for group in groups for number in (boards.of(group) if boards else (group,))]
    return enumerated(ranges(numbers).split(", "))
