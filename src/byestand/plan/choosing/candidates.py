"""Candidates of a plan: movements made, judged and measured, with their drawbacks."""

from collections.abc import Sequence
from math import comb
from string import ascii_uppercase

import numpy as np

from byestand.language import cache_by_language
from byestand.model.boards import Boards
from byestand.model.claims import ArrowTurn, Revenge, Stay
from byestand.model.field import Field
from byestand.model.judged import Judged
from byestand.model.movement import Movement
from byestand.model.session import Section, Session
from byestand.plan.arrow_switch import ArrowSwitchPlan
from byestand.plan.arrow_switch import one_winner as switching_for_one_winner
from byestand.plan.choosing.arrangements import Arrangement
from byestand.plan.choosing.candidate import Candidate
from byestand.plan.choosing.room import USUAL_CASES, Room
from byestand.plan.choosing.weights import Costs
from byestand.search import Found, Impossible, OutOfTime, cache_settled
from byestand.verify import is_fair_share, judge
from byestand.verify.measures import Measures, copies, measure
from byestand.words.titles import title_of

CACHE_SIZE = 200
"""Size of the cache: the same movements are needed for other lengths and in the next plan."""


def candidate(
    way: Arrangement, boards_per_round: int, room: Room, *, one_winner: bool = False
) -> Candidate | Impossible | OutOfTime:
    """Return a way as a candidate; or that the movement does not exist, or was not found in time."""
    made = _judged_sections(way)
    if not isinstance(made, Found):
        return made
    judged, measures = made.thing
    has_arrow = not any(name.rover_kind or name.family.is_one_field for name in way.names)
    costs: dict[str, float] = {}
    result = Candidate(
        arrangement=way,
        two_winners=_session(judged, boards_per_round, room),
        measures=measures,
        copies=copies(measures.judged, cases=room.cases_at_hand),
        arrow_switch=_arrow_switches(measures.movement) if one_winner and has_arrow else None,
        one_winner=one_winner,
        boards_wanted=room.boards,
        costs=costs,
    )
    costs.update(costs_of(result, room))  # in place: the candidate caches its figures
    return result


def _session(judged: Sequence[Judged], boards_per_round: int, room: Room) -> Session:
    letters = ascii_uppercase if len(judged) > 1 else ("",)
    boards = Boards(boards_per_round)
    sections = tuple(
        Section(one, boards, letter, cases=room.cases) for one, letter in zip(judged, letters, strict=False)
    )
    return Session(sections, room.scoring)


@cache_settled(CACHE_SIZE)
def _judged_sections(way: Arrangement) -> Found[tuple[tuple[Judged, ...], Measures]] | Impossible | OutOfTime:
    sections = way.sections()
    return Found((sections.thing, measure(join_sections(sections.thing)))) if isinstance(sections, Found) else sections


@cache_by_language(CACHE_SIZE)
def _arrow_switches(movement: Movement) -> ArrowSwitchPlan:
    return switching_for_one_winner(movement, thorough=False)


def join_sections(sections: Sequence[Judged]) -> Judged:
    """Return sections that play the same boards as one movement, numbered consecutively, to measure them together."""
    if len(sections) == 1:
        return sections[0]
    movements = [section.movement for section in sections]
    lines = [sum(m.field.lines[i] for m in movements) for i in (0, 1)]
    parts, missing, before = [], set(), [0, 0]
    for movement in movements:
        here = movement.field
        shift = np.array([0, *(_renumber(c, here, lines[0], before) for c in range(1, here.size + 1))])
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


def _renumber(contestant: int, field: Field, ns_in_all: int, before: Sequence[int]) -> int:
    line = field.line(contestant)
    return field.number(contestant) + before[line] + (ns_in_all if line else 0)


TWO_RANKINGS = 8
"""Tables from which NS and EW are ranked separately."""
COPIED_BY_HAND = 10
"""Boards from which a director deals a whole set instead of copying."""


def costs_of(found: Candidate, room: Room) -> Costs:
    """Return the drawbacks; the names are those of `Weights`, where they are explained."""
    measures, per_round = found.measures, found.boards_per_round
    tables, rounds = sum(m.tables for m in found.movements), found.rounds
    laid_out = all(movement.layout for movement in found.movements)
    shared = room.cases is not None and (found.cases > room.cases or not laid_out)
    unsaid = room.cases is None
    own_copies = found.has_relay and not room.sharing
    full_tables, open_ranking = room.pairs // 2, room.winners == "any"
    # Sharing in all rounds slows the whole room, even if only a few tables share.
    sharing = found.copies.tables_sharing / tables + found.copies.rounds_with_sharing / 5 if shared else 0
    return {
        "apples_and_oranges": found.apples_and_oranges,
        "apples_at_imps": found.apples_and_oranges if room.scoring == "imps" else 0,
        "under_70_percent": not is_fair_share(min(measures.groups_played), measures.groups_in_play),
        "cases": found.cases - 1 + own_copies,
        "second_case": unsaid and found.cases + own_copies > 1,
        "further_cases": _further_cases(found) if unsaid else 0,
        "sharing": sharing / rounds,
        "skip": found.skip_round is not None,
        "revenge": _revenge_rounds(found),
        "relay": found.has_relay and not own_copies,
        "weave": found.is_weave,
        "rover": found.has_rover,
        "party_table": found.has_party_table,
        "sitting_out": found.boards_missed,
        "factored": len(measures.factored_groups) / measures.groups_in_play if room.scoring == "matchpoints" else 0,
        "long_rounds": max(0, per_round - 3) ** 2,
        "single_boards": per_round == 1,
        "imbalance": 100 - found.balance if found.one_winner else 0,
        "two_winners": _too_few_for_two(full_tables) if open_ranking and not found.one_winner else 0,
        "one_winner": max(0, full_tables - TWO_RANKINGS + 1) if open_ranking and found.one_winner else 0,
        **_for_those_who_move(found),
        "other_length": abs(found.boards_off),
        "sections": len(found.movements) - 1,
    }


def _too_few_for_two(tables: int) -> int:
    """Return the amount of having two rankings with few tables: 3 at seven tables, then 6, 10, 15, 21."""
    return comb(TWO_RANKINGS + 2 - tables, 2) if tables < TWO_RANKINGS else 0


def _for_those_who_move(found: Candidate) -> Costs:
    """Return the drawbacks for players who move."""
    staying = sum(len(stay.contestants) for movement in found.movements for stay in movement.claims_of(Stay))
    tables = sum(movement.tables - len(movement.field.missing) for movement in found.movements)
    staying += found.has_party_table  # its host
    turning = any(movement.claims_of(ArrowTurn) for movement in found.movements)
    return {
        "guide_cards": found.needs_guide_cards,
        "turning": turning and not found.needs_guide_cards,
        "nobody_stays": max(0, tables - staying),
    }


def _further_cases(found: Candidate) -> float:
    """Return how many sets beyond the usual ones; few boards are copied by hand, many make a set to deal."""
    return min(max(0, found.cases - USUAL_CASES), found.boards_to_copy / COPIED_BY_HAND)


def _revenge_rounds(found: Candidate) -> float:
    """Return the number of repeat meetings, in rounds."""
    return found.measures.repeat_opponents / sum(m.tables for m in found.movements)
