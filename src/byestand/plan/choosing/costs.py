"""How much is wrong with one way to run the night; what a director minds how much is in `weights`."""

from math import comb

from byestand.model.claims import Stay, Turn
from byestand.plan.choosing.candidate import Candidate
from byestand.plan.choosing.room import USUAL_CASES, Room
from byestand.plan.choosing.weights import Costs
from byestand.verify import is_fair_share

TWO_RANKINGS = 8
"""Tables from which NS are a field of their own, and EW another."""
COPIED_BY_HAND = 10
"""Boards: whoever has to copy so many deals a whole case."""


def costs_of(found: Candidate, room: Room) -> Costs:
    """Return how much is wrong; the names are those of `Weights`, where they are explained."""
    measures, per_round = found.measures, found.boards_per_round
    tables, rounds = sum(m.tables for m in found.movements), found.rounds
    laid_out = all(movement.layout for movement in found.movements)
    shared = room.cases is not None and (found.cases > room.cases or not laid_out)
    unsaid = room.cases is None
    own_copies = found.has_relay and not room.sharing
    full_tables, open_ranking = room.pairs // 2, room.winners == "any"
    # Where boards are shared all night the whole room waits for it, however few the tables.
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
    """Return how much is wrong with two rankings of so few: 3 at seven tables, then 6, 10, 15, 21."""
    return comb(TWO_RANKINGS + 2 - tables, 2) if tables < TWO_RANKINGS else 0


def _for_those_who_move(found: Candidate) -> Costs:
    """Return what is wrong for people on their feet."""
    staying = sum(len(stay.contestants) for movement in found.movements for stay in movement.claimed(Stay))
    tables = sum(movement.tables - len(movement.field.missing) for movement in found.movements)
    staying += found.has_party_table  # its host
    turning = any(movement.claimed(Turn) for movement in found.movements)
    return {
        "guide_cards": found.needs_guide_cards,
        "turning": turning and not found.needs_guide_cards,
        "nobody_stays": max(0, tables - staying),
    }


def _further_cases(found: Candidate) -> float:
    """Return how many cases beyond the usual ones; a few boards are copied by hand, many are a case to deal."""
    return min(max(0, found.cases - USUAL_CASES), found.boards_to_copy / COPIED_BY_HAND)


def _revenge_rounds(found: Candidate) -> float:
    """Return how many rounds' worth of meetings are with opponents met before."""
    return found.measures.repeat_opponents / sum(m.tables for m in found.movements)
