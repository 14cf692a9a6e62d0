"""Labels for boxes: one for every set, and one for every board group, which says where it starts."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from byestand.model.layout import Copy
from byestand.model.session import Section
from byestand.sheets.boards.stands import places_on_stand
from byestand.sheets.pages import Order, Part, set_mark
from byestand.words.boards import board_range, board_span
from byestand.words.phrases import say
from byestand.words.roving import parties
from byestand.words.travel import Travel, travel


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
    own = labels(section)
    marks = {label.case: set_mark(section, label.case) for label in own}
    return [{"labels": [asdict(label) for label in own], "marks": marks}]


def labels(section: Section) -> tuple[Label, ...]:
    """Return the labels of all sets, each followed by those of its groups."""
    journeys = travel(section.movement, section.cases)
    return tuple(_labels(section, journeys))


def _labels(section: Section, journeys: Travel) -> Iterator[Label]:
    by_case: dict[str, list[Copy]] = {}
    for copy in sorted(journeys.journeys, key=lambda copy: (len(copy.case), copy)):
        by_case.setdefault(copy.case, []).append(copy)
    for case, copies in by_case.items():
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
