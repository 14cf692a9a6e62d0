"""One way to run the night, made, judged and measured: what it gives and what is wrong with it."""

from collections.abc import Sequence
from functools import lru_cache
from string import ascii_uppercase

import numpy as np

from byestand.model.boards import Boards
from byestand.model.claims import Revenge
from byestand.model.field import Field
from byestand.model.judged import Judged
from byestand.model.movement import Movement
from byestand.model.session import Section, Session
from byestand.plan.choosing.candidate import Candidate
from byestand.plan.choosing.costs import costs_of
from byestand.plan.choosing.room import Room
from byestand.plan.choosing.ways import Way
from byestand.plan.switching import Switching
from byestand.plan.switching import one_winner as switching_for_one_winner
from byestand.search import Found, Impossible, OutOfTime, settled_answers_kept
from byestand.verify import judge
from byestand.verify.measures import Measures, copies, measure
from byestand.words.titles import title_of

REMEMBERED = 200
"""Ways of which the figures are kept: the same come again for other lengths, and in the next plan."""


def candidate(
    way: Way, boards_per_round: int, room: Room, *, one_winner: bool = False
) -> Candidate | Impossible | OutOfTime:
    """Return a way as a candidate; or that there is no such movement, or that none was found in time."""
    made = _made(way)
    if not isinstance(made, Found):
        return made
    judged, measures = made.thing
    has_arrow = not any(name.rover_kind or name.family.is_one_field for name in way.names)
    costs: dict[str, float] = {}
    found = Candidate(
        way=way,
        two_winners=_session(judged, boards_per_round, room),
        measures=measures,
        copies=copies(measures.judged, cases=room.cases_at_hand),
        switching=_switched(measures.movement) if one_winner and has_arrow else None,
        one_winner=one_winner,
        boards_wanted=room.boards,
        costs=costs,
    )
    costs.update(costs_of(found, room))  # into the same candidate, which keeps what was counted for it
    return found


def _session(judged: Sequence[Judged], boards_per_round: int, room: Room) -> Session:
    letters = ascii_uppercase if len(judged) > 1 else ("",)
    boards = Boards(boards_per_round)
    sections = tuple(
        Section(one, boards, letter, cases=room.cases) for one, letter in zip(judged, letters, strict=False)
    )
    return Session(sections, room.scoring)


@settled_answers_kept(REMEMBERED)
def _made(way: Way) -> Found[tuple[tuple[Judged, ...], Measures]] | Impossible | OutOfTime:
    found = way.sections()
    return Found((found.thing, measure(joined(found.thing)))) if isinstance(found, Found) else found


@lru_cache(maxsize=REMEMBERED)
def _switched(movement: Movement) -> Switching:
    return switching_for_one_winner(movement, thorough=False)


def joined(sections: Sequence[Judged]) -> Judged:
    """Return sections that play the same boards as one field, numbered through, to be measured together."""
    if len(sections) == 1:
        return sections[0]
    movements = [section.movement for section in sections]
    lines = [sum(m.field.lines[i] for m in movements) for i in (0, 1)]
    parts, missing, before = [], set(), [0, 0]
    for movement in movements:
        here = movement.field
        shift = np.array([0, *(_renumbered(c, here, lines[0], before) for c in range(1, here.size + 1))])
        parts.append(shift[movement.seats])
        missing |= {int(shift[c]) for c in here.missing}
        before = [b + n for b, n in zip(before, here.lines, strict=True)]
    revenge = tuple(sorted({round for movement in movements for round in movement.revenge_rounds}))
    together = Movement(
        title=" + ".join(title_of(movement) for movement in movements),
        seats=np.concatenate(parts, axis=1),
        groups=np.concatenate([movement.groups for movement in movements], axis=1),
        field=Field((lines[0], lines[1]), frozenset(missing)),
        deal_groups=max(movement.deal_groups for movement in movements),
        claims=(Revenge(revenge),) if revenge else (),
    )
    return judge(together)


def _renumbered(contestant: int, field: Field, ns_in_all: int, before: Sequence[int]) -> int:
    line = field.line(contestant)
    return field.number(contestant) + before[line] + (ns_in_all if line else 0)
