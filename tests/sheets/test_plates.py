"""Plates on the edges of table mats: a player who obeys only the plate, in every round, follows the schedule.

A plate may also say "see your row". It never names another table than the row or the schedule.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import pytest

from byestand.catalog import find
from byestand.flow.rover import tables_without_pairs
from byestand.model.inferred_claims import arrow_mask
from byestand.model.movement import Movement
from byestand.movements import switch_arrow
from byestand.sheets.mat_pages import mat_parts
from byestand.sheets.print_order import PrintOrder
from tests.support.repaired_movements import (
    at_random,
    boards_exchanged,
    moved_by_two,
    pair_left,
    pairs_exchanged,
    stand_passed_by,
)
from tests.support.sections import session

SEE_ROW = "see your row"
ROVERS = ("W1812ER", "M1313ER", "W1812NR", "W0909TR", "W1105ER", "W1008AER", "W2713NR", "W1515TR", "W0808NR")
OTHERS = (
    "M0808R",
    "M1212",
    "W1813",
    "W191312",
    "M0808X",
    "S0906",
    "H0713",
    "H0508",
    "R1111",
    "R1212",
    "I1313",
    "R1111S",
    "R1111D",
)
REPAIRED = (stand_passed_by, boards_exchanged, moved_by_two, pairs_exchanged, pair_left)
CHAIRS = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}


def repaired_at_random(name: str, seed: int) -> Movement:
    return at_random(name, seed)[1]


class Seat(NamedTuple):
    """A chair at a table."""

    table: int
    chair: str


MOVEMENTS: dict[str, Callable[[], Movement]] = {
    **{name: partial(find, name) for name in (*ROVERS, *OTHERS)},
    "W1812ER without N19": partial(find, "W1812ER", missing=("N19",)),
    "W1812NR without E19": partial(find, "W1812NR", missing=("E19",)),
    "W0909TR without 10": partial(find, "W0909TR", missing=("10",)),
    "H0713 without 14": partial(find, "H0713", missing=("14",)),
    "W1813 without E18": partial(find, "W1813", missing=("E18",)),
    "M1212 with one winner": lambda: switch_arrow(find("M1212"), rounds=(10, 11)),
    **{night.__name__: night for night in REPAIRED},
    **{f"{name} repaired, {seed}": partial(repaired_at_random, name, seed) for name in ROVERS[:3] for seed in range(3)},
}


def seats_by_round(movement: Movement) -> dict[int, dict[int, Seat]]:
    """Return the chair of each contestant in every round; a seat at a table that does not exist is none."""
    none, turned = tables_without_pairs(movement), arrow_mask(movement)
    return {
        round: {
            contestant: Seat(table, chair)
            for table, here in enumerate(movement.seats[round - 1].tolist(), start=1)
            for chair, contestant in zip(
                movement.seat_names, here[::-1] if turned[round - 1, table - 1] else here, strict=True
            )
            if contestant and table not in none
        }
        for round in movement.remaining_rounds
    }


def plates(movement: Movement) -> dict[int, dict[str, str]]:
    """Return the words on the edges of every mat, by table and chair."""
    order = PrintOrder(session(movement), ("mats",))
    pages = [page for part in mat_parts(order.session.sections[0], order) for page in part["mats"]]
    return {
        page["table"]: {
            chair if movement.is_individual else CHAIRS[chair[0]]: page["edges"][chair[0]]["words"]
            for chair in ("North", "South", "East", "West")
        }
        for page in pages
    }


def obeys(plate: str, round: int, contestant: int, here: Seat, there: Seat | None) -> bool:
    """Return whether a player who follows the plate after a round comes to the next seat."""
    host = re.match(r"Pair (\d+) stays, visitors:? (.*)", plate)
    if host:
        plate = "you stay" if int(host[1]) == contestant else host[2]
    if plate == SEE_ROW:
        return True
    skip = re.fullmatch(r"→ table \d+, after round (\d+): (\d+)", plate)
    if skip and int(skip[1]) == round:
        return there == Seat(int(skip[2]), here.chair)
    if plate.startswith("sit out"):
        return there is None
    goes = re.match(r"(?:you )?(stay)|→ table (\d+)", plate)
    assert goes, plate
    if there is None or there.table != int(goes[2] or here.table):
        return False
    seat = re.search(r", sit (?!out)(\w+)", plate)
    return plate.endswith(("free seat", SEE_ROW)) or bool(host) or there.chair == (seat[1] if seat else here.chair)


@pytest.mark.parametrize("name", MOVEMENTS)
def test_a_player_who_obeys_only_the_plate_follows_the_schedule(name: str) -> None:
    movement = MOVEMENTS[name]()
    sits, said = seats_by_round(movement), plates(movement)
    wrong = [
        (round, here, said[here.table][here.chair], there)
        for round in movement.remaining_rounds[:-1]
        for contestant, here in sits[round].items()
        if here.table in said
        and not obeys(said[here.table][here.chair], round, contestant, here, there := sits[round + 1].get(contestant))
    ]
    assert wrong == [], f"{name}: {len(wrong)} moves contradict the plate"
