"""Simulated players and caddies who follow the sheets, compared with the schedule."""

from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.sheets.boards.boarding_sheet import boarding_sheet
from byestand.sheets.boards.caddy import caddy_sheet
from byestand.sheets.mats import Mat, mats
from byestand.words.titles import title_of
from tests.support.paper_reader import Caddy, boards_by_mats, follow
from tests.support.sections import section


def carry_out(movement: Movement) -> None:
    """Put out and move boards by the sheets, and compare every table of every round with the schedule."""
    here = section(movement, 2)
    caddy, sheet = Caddy(boarding_sheet(here)), caddy_sheet(here)
    for round in range(1, movement.rounds + 1):
        expected = {
            table: "{}-{}".format(*Boards(2).numbers(group))
            for table, group in enumerate(movement.groups[round - 1].tolist(), start=1)
            if group
        }
        assert caddy.on_tables() == expected, f"{title_of(movement)}, round {round}"
        if round < movement.rounds:
            caddy.carry(sheet, round)


def walk(movement: Movement) -> tuple[Mat, ...]:
    """Move all contestants by the mats, and compare with the schedule; also the boards that tables pass on."""
    all_mats = mats(section(movement, 2))
    tables = {mat.table: mat for mat in all_mats}
    by_card = set() if len(tables) == movement.tables else {movement.rover and movement.rover.contestant}
    for round, sits in enumerate(follow(all_mats, movement), start=1):
        expected = {
            who: (table, seat)
            for table in tables
            for seat, who in zip(movement.seat_names, movement.seats[round - 1, table - 1].tolist(), strict=True)
            if who and who not in by_card
        }
        assert sits == expected, f"{title_of(movement)}, round {round}"
        if round > 1:
            for table, boards in boards_by_mats(all_mats, round - 1).items():
                assert tables[table].rows[round - 1].boards == boards, f"{title_of(movement)}, round {round}"
    return all_mats
