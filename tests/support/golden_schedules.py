"""Frozen schedules in readable form: one block per code, in tests/golden/schedules.

A plain movement is written out round by round, tables from the first to the last: ``3-7`` is 3 4 5 6 7, ``7-3`` the
same downwards. A movement with a rover or with spare players is the one without them, plus their routes. Only Rainbows
of many tables, which are too long to read, are cut to three tables, with a digest of the whole schedule.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from byestand.catalog import find_judged, parse
from byestand.model.movement import Movement
from tests.support.paths import GOLDEN

FOLDER = GOLDEN / "schedules"
MAX_READ = 11
"""The largest number of tables of a Rainbow that is written in full."""

judged_once = cache(find_judged)
"""Some two thousand movements, made and judged once for all tests."""


def frozen() -> dict[str, str]:
    """Return every block by its code, in the order of the files."""
    blocks = [block for path in sorted(FOLDER.glob("*.txt")) for block in path.read_text().strip().split("\n\n")]
    return {block.partition(":")[0]: block for block in blocks}


def freeze(blocks: Iterable[str]) -> None:
    """Write every block to its file."""
    files: dict[str, list[str]] = {}
    for block in blocks:
        name = parse(block.partition(":")[0])
        kind = "individuals" if name.family.for_players else "rovers" if name.rover_kind else "pairs"
        files.setdefault(kind, []).append(block)
    FOLDER.mkdir(exist_ok=True)
    for kind, told in files.items():
        (FOLDER / f"{kind}.txt").write_text("\n\n".join(told) + "\n")


def schedule_text(movement: Movement) -> str:
    """Return the block of a movement of the catalogue."""
    sizes = f"tables {movement.tables}, rounds {movement.rounds}, deal groups {movement.deal_groups}"
    return "\n".join((f"{movement.name}: {sizes}", *_schedule(movement)))


def _schedule(movement: Movement) -> Iterable[str]:
    name = parse(movement.name)
    if name.rover_kind:
        return _with_rover(movement, judged_once(str(name.with_rover(""))).movement)
    if name.variant in name.family.spares:
        return _with_spares(movement, judged_once(str(replace(name, variant=""))).movement)
    if movement.is_individual and movement.tables > MAX_READ:
        return _seen_from_three_tables(movement)
    return _round_by_round(movement)


def _round_by_round(movement: Movement) -> Iterator[str]:
    for round, (seats, groups) in enumerate(zip(_numbers(movement), movement.groups.tolist(), strict=True), start=1):
        lines = zip(movement.seat_names, zip(*seats, strict=True), strict=True)
        told = (f"{seat} {runs(line)}" for seat, line in lines)
        yield f"{round:2}: {'; '.join(told)}; groups {runs(groups)}"


def _numbers(movement: Movement) -> list[list[list[int]]]:
    """Return all numbers within the line, round by round and table by table."""
    number = np.array([movement.field.number(contestant) for contestant in range(movement.field.size + 1)])
    grid: list[list[list[int]]] = number[movement.seats].tolist()
    return grid


def runs(numbers: Sequence[int]) -> str:
    """Return numbers with three or more in a row, up or down, as a run.

    >>> runs((1, 2, 3, 4, 9, 8, 7, 5, 6))
    '1-4 9-7 5 6'
    """
    told, start = [], 0
    while start < len(numbers):
        first, length = numbers[start], 1
        step = numbers[start + 1] - first if start + 1 < len(numbers) else 0
        if step in (1, -1):
            for number in numbers[start + 1 :]:
                if number != first + step * length:
                    break
                length += 1
        told.append(f"{first}-{first + step * (length - 1)}" if length > 2 else str(first))
        start += length if length > 2 else 1
    return " ".join(told)


def _with_rover(movement: Movement, plain: Movement) -> Iterator[str]:
    """Yield the route of the rover and the plays at the party table; all rounds if the rest differs from the base."""
    rover, rounds = movement.rover, movement.rounds
    assert rover
    party = movement.seats[:, rover.party_table - 1]
    guests = np.where(party[:, 0] == rover.host, party[:, 1], party[:, 0])
    others = movement.seats[:, : plain.tables]
    put_back = np.where(others == rover.contestant, guests[:, np.newaxis, np.newaxis], others)
    # With two lines the NS line has grown by one; in one field the rover and its host come last.
    was = plain.seats[:rounds] + (movement.field.winners == 2) * (plain.seats[:rounds] > plain.field.before(1))
    same_groups = (movement.groups[:, : plain.tables] == plain.groups[:rounds]).all()
    if not same_groups or (put_back != was).any():
        yield from _round_by_round(movement)
        return
    who, host = movement.field.label(rover.contestant), movement.field.label(rover.host)
    yield f"{rounds} rounds of {plain.name}; rover {who}, host {host} at table {rover.party_table}"
    visits = movement.itinerary(who)
    one_way = len({visit.seat for visit in visits}) == 1
    where = (str(visit.table) if one_way else f"{visit.table}{visit.seat[0]}" for visit in visits)
    yield f"rover at table {' '.join(where)}"
    at_the_party = (row[rover.party_table - 1] for row in _numbers(movement))
    groups = movement.groups[:, rover.party_table - 1].tolist()
    played = (f"{ns}-{ew}/{group}" for (ns, ew), group in zip(at_the_party, groups, strict=True))
    yield f"party (NS-EW/group) {' '.join(played)}"


def _with_spares(movement: Movement, plain: Movement) -> Iterator[str]:
    """Yield the seats of spare players; all rounds if the rest differs from the base."""
    is_spare = movement.seats > plain.field.size
    if (np.where(is_spare, 0, movement.seats - plain.seats) != 0).any() or (movement.groups != plain.groups).any():
        yield from _round_by_round(movement)
        return
    yield f"{plain.name} with spare players"
    for spare in range(plain.field.size + 1, movement.field.size + 1):
        visits = movement.itinerary(movement.field.label(spare))
        yield f"{spare} at table {' '.join(f'{visit.table}{visit.seat[0]}' for visit in visits)}"


def _seen_from_three_tables(movement: Movement) -> Iterator[str]:
    numbers, groups = np.array(_numbers(movement)), movement.groups
    for table in (1, 2, movement.tables):
        lines = zip(movement.seat_names, numbers[:, table - 1].T.tolist(), strict=True)
        told = "; ".join(f"{seat} {runs(line)}" for seat, line in lines if len(set(line)) > 1)
        yield f"table {table}: {told}; groups {runs(groups[:, table - 1].tolist())}"
    yield f"all tables: {hashlib.sha256(movement.seats.tobytes() + groups.tobytes()).hexdigest()[:16]}"
