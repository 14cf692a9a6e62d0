"""Individuals tonight, as the same plain data that plans for pairs are."""

from byestand.catalog import find
from byestand.catalog.individuals import Option, individuals_for
from byestand.errors import NotFound
from byestand.verify.measures import measure


def plan_individuals(players: int, boards: range, boards_per_round: int | None = None) -> tuple[Option, ...]:
    """Return every way for so many players, the best first."""
    found = individuals_for(players, boards, boards_per_round=boards_per_round)
    if not found:
        raise NotFound(
            f"no individual suits {players} players and {boards[0]}-{boards[-1]} boards; allow a wider range"
        )
    return found


def individuals_data(players: int, options: tuple[Option, ...]) -> dict[str, object]:
    """Return the options as plain data, with the keys of a plan."""
    return {
        "room": {"players": players},
        "candidates": [_data(rank, option) for rank, option in enumerate(options, start=1)],
    }


def _data(rank: int, option: Option) -> dict[str, object]:
    apart = max(
        measure(find(name, boards_per_round=each)).apples_and_oranges
        for name, (_, each) in zip(option.names, option.section_lengths, strict=True)
    )
    return {
        "rank": rank,
        "name": " + ".join(option.names),
        "sections": list(option.names),
        "section_lengths": [list(length) for length in option.section_lengths],
        "missing": list(option.missing),
        "tables": option.tables,
        "rounds": option.rounds,
        "boards_per_round": option.boards_per_round,
        "boards_played": option.boards,
        "boards_in_play": option.deal_groups * option.boards_per_round,
        "cases": option.copies,
        "apples_and_oranges": round(apart, 6),
        "how": option.how,
        "sit_out": option.sit_out,
        "reason": "; ".join(option.reasons),
    }
