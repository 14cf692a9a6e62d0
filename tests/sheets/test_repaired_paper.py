"""Paper of repaired sessions: carried out literally, it gives the remaining rounds."""

import io
import json
import re
import subprocess
from collections.abc import Callable
from csv import DictReader
from pathlib import Path

import pytest

from byestand import cli
from byestand.catalog import find
from byestand.errors import FormatError
from byestand.formats import bws, csv
from byestand.formats import json as json_format
from byestand.formats.document import Document
from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.model.session import Session
from byestand.movements import switch_arrow
from byestand.repairs.actual_play import ActualPlay
from byestand.repairs.mishap_syntax import parse_mishaps
from byestand.repairs.reconstruction import reconstruct_play
from byestand.repairs.repair_options import RepairLimits, options
from byestand.sentences.announcements import announcements
from byestand.sentences.change_slips import told_slips
from byestand.sentences.charts import chart
from byestand.sheets.boards.boarding_sheet import boarding_sheet
from byestand.sheets.boards.caddy import caddy_sheet
from byestand.sheets.booklet import booklet, wanted_sheets
from byestand.sheets.crib import crib
from byestand.sheets.forms.director_forms import entries
from byestand.sheets.forms.recap import recaps
from byestand.sheets.forms.slips import slips
from byestand.sheets.forms.travellers import travellers
from byestand.sheets.guide_cards import guide_cards
from byestand.sheets.mats import mats
from byestand.sheets.notice_sheets import sit_outs
from byestand.sheets.print_order import PrintOrder
from byestand.sheets.sheet_list import SHEETS
from byestand.verify import judge
from tests.support.paper_reader import Caddy, follow, played_by_slips
from tests.support.repaired_movements import (
    at_random,
    boards_exchanged,
    moved_by_two,
    pair_left,
    pairs_exchanged,
    repair_movement,
    stand_passed_by,
    wrong_set,
)
from tests.support.sections import section, session

NIGHTS = (stand_passed_by, boards_exchanged, wrong_set, moved_by_two, pairs_exchanged, pair_left)
PLANS = ("M0808R", "M0909", "W1813", "M0808X", "S0906", "W1812ER", "H0713")
SEEDS = range(4)

every_night = pytest.mark.parametrize("night", NIGHTS, ids=lambda night: night.__name__)


def expected_boards(night: Movement, round: int) -> dict[int, str]:
    return {
        table + 1: "{}-{}".format(*Boards(2).numbers(int(night.groups[round - 1, table])))
        for table in range(night.tables)
        if night.played_mask[round - 1, table]
    }


def carry_out(night: Movement) -> None:
    """Put boards out by the boarding sheet, move them by the caddy sheet, and play by the slips."""
    here = section(night, 2)
    caddy, sheet, told = Caddy(boarding_sheet(here)), caddy_sheet(here), told_slips(night, Boards(2))
    for round in night.remaining_rounds:
        idle = {t for t in range(1, night.tables + 1) if not night.played_mask[round - 1, t - 1]}
        assert played_by_slips(caddy, told, idle, round) == expected_boards(night, round), round
        if round < night.rounds:
            caddy.carry(sheet, round)


def walk(plan: Movement, night: Movement) -> None:
    """Move all contestants by the mats: new ones where something changes, otherwise those of the plan."""
    new = {mat.table: mat for mat in mats(section(night, 2))}
    lying = {mat.table: mat for mat in mats(section(plan, 2))} | new
    for round, sits in zip(night.remaining_rounds, follow(tuple(lying.values()), night), strict=True):
        expected = {
            who: (table, seat)
            for table in lying
            for seat, who in zip(night.seat_names, night.seats[round - 1, table - 1].tolist(), strict=True)
            if who
        }
        assert sits == expected, round
        for table, boards in expected_boards(night, round).items():
            assert table not in lying or lying[table].row(round).boards == boards, (round, table)


def put_right(plan: Movement, night: Movement) -> None:
    """Move boards as usual after the last round, except those with instructions; then check all places."""
    after, before = night.next_round - 1, section(plan, 2)
    caddy, sheet = Caddy(boarding_sheet(before)), caddy_sheet(before)
    for round in range(1, after):
        caddy.carry(sheet, round)
    seen = expected_boards(night, after)
    astray = {boards for table, boards in seen.items() if caddy.on_tables()[table] != boards}
    astray |= set(caddy.on_tables().values()) - set(seen.values())
    caddy.carry(sheet, after)
    lies = caddy.on_tables()
    said = next((part.lines for part in announcements(section(night, 2)) if part.heading == "Boards to move now"), ())
    assert astray <= {line.split()[2] for line in said}
    for line in said:
        named = re.fullmatch(
            r"(?:Move|Leave) boards (\d+-\d+)(?: of set \w)?( from table (\d+) to| to| at) (.+)\.", line
        )
        assert named, line
        at = named[3] or (named[4].removeprefix("table ") if line.startswith("Leave") else "")
        assert not at or expected_boards(night, after)[int(at)] == named[1]
        assert lies[int(named[4].split()[1])] == named[1] if named[4].startswith("table ") else True
    assert lies == Caddy(boarding_sheet(section(night, 2))).on_tables()


@pytest.mark.parametrize("name", PLANS)
def test_slips_boarding_and_caddy_sheet_done_literally_give_the_rounds_left(name: str) -> None:
    for seed in SEEDS:
        plan, night = at_random(name, seed)
        carry_out(night)
        walk(plan, night)
        carry_out(at_random(name, seed, as_file=True)[1])
        if plan.layout:
            put_right(plan, night)


@every_night
def test_paper_of_known_nights_is_right(night: Callable[[], Movement]) -> None:
    carry_out(night())
    assert judge(night()).is_sound


def test_tables_that_are_told_have_a_slip_each_with_where_boards_are() -> None:
    """As the night is known to be repaired: nothing is lost where tables 4, 5 and 8 share."""
    told = {slip.table: slip.lines for slip in told_slips(stand_passed_by(), Boards(2))}
    assert told[4] == (
        "Round 3: take boards 13-14 from bye stand 1 and put them back after the round; do not play boards 11-12.",
        "Round 4: share boards 3-4 with table 6; do not play boards 13-14.",
        "Round 7: share boards 9-10 with table 6; do not play boards 3-4.",
        "Everything else is as planned.",
    )
    assert told[8][:2] == ("Round 6: share boards 15-16 with table 3.", "Round 7: share boards 11-12 with table 7.")
    assert sorted(told) == [4, 5, 8]


def test_two_tables_that_need_what_waits_on_a_stand_share_it_and_one_of_them_fetches_it() -> None:
    night = repair_movement(find("M0808R"), 2, [], [(3, 2, 7), (3, 6, 7)])
    assert {slip.table: slip.lines[0] for slip in told_slips(night, Boards(2))} == {
        2: "Round 3: take boards 13-14 from bye stand 1, share with table 6 and put them back after the round;"
        " do not play boards 7-8.",
        6: "Round 3: share boards 13-14 with table 2; do not play boards 1-2.",
    }


def test_new_mats_are_for_tables_where_something_changes_only() -> None:
    assert {night.__name__: [mat.table for mat in mats(section(night(), 2))] for night in NIGHTS} == {
        "stand_passed_by": [4, 5, 8],
        "boards_exchanged": [3, 8],
        "wrong_set": [7, 11],
        "moved_by_two": [1, 2, 3, 4, 5, 6, 7, 8, 9],
        "pairs_exchanged": [8],
        "pair_left": [1, 2, 3, 9],
    }


def test_where_nothing_can_be_played_mats_and_cards_say_so() -> None:
    """After boards were exchanged N3 and E9 have nothing to play in round 4, and the boards there stay closed."""
    here = section(boards_exchanged(), 2)
    row = mats(here)[0].row(4)
    assert (row.is_lost, row.plate, row.remarks) == (True, "NO BOARDS THIS ROUND", ("do not play boards 11-12",))
    (card,) = (card for card in guide_cards(here) if card.contestant == "E9")
    assert [(row.round, row.boards) for row in card.rows if row.is_lost] == [(4, "sit out")]
    assert card.notes == ("Black boards: no boards to play, sit out.",)


@every_night
def test_cards_and_slips_to_score_on_are_of_the_rounds_left(night: Callable[[], Movement]) -> None:
    here = section(night(), 2)
    left = set(here.movement.remaining_rounds)
    assert {row.round for card in guide_cards(here) for row in card.rows} == left
    assert {slip.round for slip in slips(here)} == left


def test_travellers_have_the_whole_night_with_what_was_cancelled_and_what_is_lost() -> None:
    here = section(boards_exchanged(), 2)
    marked = {(paper.board, line.contestants, line.ruling) for paper in travellers(here) for line in paper.lines}
    assert {line for line in marked if line[2]} == {
        *((board, ("4", "2"), "cancelled") for board in (9, 10)),
        *((board, ("3", "9"), "lost") for board in (11, 12)),
    }
    assert len(marked) == 2 * 9 * 9


def test_a_recap_marks_what_was_cancelled_where_nothing_else_counts() -> None:
    """N4 has played boards 9-10 against E3 before, and these count; of E2 there is no other score."""
    ns, ew = recaps(section(boards_exchanged(), 2))
    assert [ns.cells[3][8], ew.cells[1][8]] == ["3", "×"]


def test_the_chart_has_the_whole_night_and_says_what_was_ruled() -> None:
    whole = chart(boards_exchanged(), Boards(2))
    assert (whole.rounds, whole.played_text) == (9, 3)
    assert {(row.table, round): mark for row in whole.rows for round, mark in enumerate(row.marks, 1) if mark} == {
        (4, 3): "cancelled",
        (3, 4): "lost",
    }
    assert whole.notes[:3] == (
        "Rounds played: 1-3.",
        "Played and cancelled: round 3 at table 4.",
        "No boards to play: round 4 at table 3.",
    )


def announcements_of(night: Movement) -> dict[str, tuple[str, ...]]:
    return {part.heading: part.lines for part in announcements(section(night, 2))}


def test_it_is_announced_who_and_what_must_go_elsewhere_now() -> None:
    exchanged = announcements_of(boards_exchanged())
    assert exchanged["Before round 4"][0] == "Next is round 4 of 9."
    assert exchanged["Boards to move now"] == (
        "Move boards 9-10 from table 4 to table 2.",
        "Leave boards 11-12 at table 3.",
    )
    assert exchanged["No boards to play"] == ("Round 4: no boards at table 3; N3 and E9 sit out.",)
    assert announcements_of(pairs_exchanged())["Move now"] == (
        "E1 stays at table 4, EW.",
        "E2 moves from table 3 to table 5, EW.",
    )
    assert announcements_of(pair_left())["Move now"] == ("E4 has left; their opponents sit out.",)


def test_whom_a_rover_displaces_at_once_is_told_so_and_others_read_it_on_new_mats() -> None:
    """A tenth pair comes to M0909 after round 3: without a host it is a rover, and there is no tenth table."""
    plan = find("M0909")
    found = options(
        reconstruct_play(plan, 3, parse_mishaps(plan, 3, came=1, skip=None), copies=1), RepairLimits(1, 1, 0.2)
    ).options
    (night,) = (option.judged.movement for option in found if option.continuation.kind == "rover")
    (rover,) = (visit for visit in night.itinerary("E10") if visit.round == 4)
    displaced = night.at(4, 10).contestants[1]
    assert set(announcements_of(night)["Move now"]) == {
        f"E10 sits at table {rover.table}, EW.",
        f"{displaced} sits out in round 4, then moves to table {rover.table + 1}, EW.",
    }
    lying = {mat.table: mat for mat in (*mats(section(plan, 2)), *mats(section(night, 2)))}
    away = night.field.contestant(displaced)
    for round, sits in zip(night.remaining_rounds, follow(tuple(lying.values()), night), strict=True):
        there = {int(who) for who in night.seats[round - 1, :9].ravel()}
        assert set(sits) == there - {away}
        assert all(night.seats[round - 1, table - 1, int(seat == "EW")] == who for who, (table, seat) in sits.items())


def test_steps_that_everybody_makes_are_called_out_and_nobody_needs_a_slip() -> None:
    night = moved_by_two()
    first = "East-West move up two tables after each round. From table 8 go to table 1. From table 9 go to table 2."
    assert first in announcements_of(night)["Before round 5"]
    assert announcements_of(night)["After round 5"][0] == "East-West: down three tables, this time only."
    assert announcements_of(night)["After round 6"][0] == "East-West: down 4 tables, this time only."
    assert announcements_of(night)["After round 7"][0] == "East-West: down three tables, this time only."
    assert not any(line.endswith("again.") for line in announcements_of(night)["After round 5"])
    assert "After this: East-West move up two tables again." in announcements_of(night)["After round 7"]
    assert not told_slips(night)
    assert "Move now" not in announcements_of(night)


def test_boards_that_all_moved_alike_are_no_visits_but_a_layout() -> None:
    """M0909: after round 4 boards moved down two and continue from there; that is announced, without slips."""
    night = at_board_offsets((0, 1, 2, 3, 5, 6, 7, 8, 9))
    assert not told_slips(night)
    carry_out(night)


def at_board_offsets(offsets: tuple[int, ...]) -> Movement:

    plan = find("M0909")
    changes = [
        (round, table, (table + down - 1) % 9 + 1)
        for round, down in enumerate(offsets, start=1)
        for table in range(1, 10)
    ]
    return repair_movement(plan, 4, [c for c in changes if c[0] <= 4], [c for c in changes if c[0] > 4])


def test_when_the_last_round_has_been_played_only_the_end_is_left() -> None:
    night = repair_movement(boards_exchanged(), 9, [], [])
    assert [part.heading for part in announcements(section(night))] == ["At the end"]
    made = booklet(PrintOrder(session(night), wanted_sheets("all")))
    assert [part["kind"] for part in made.parts] == ["chart", "diagram", "announce", "recap"]


def test_a_repaired_night_in_a_file_is_printed_by_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "night.json"
    path.write_text(json_format.dumps(stand_passed_by()), "utf-8")
    sheets = "mats,guides,told,chart"
    assert cli.run(["print", str(path), "--boards-per-round", "2", "--sheets", sheets]) == 0
    assert "(table mats 3, guide cards 1, instruction slips 1, wall chart 1)" in capsys.readouterr().out
    assert cli.run(["print", "M0808R", "--boards-per-round", "2", "--sheets", "told"]) == 2
    assert "this movement has none of: told" in capsys.readouterr().err


@pytest.mark.slow
@every_night
def test_every_sheet_of_a_repaired_night_can_be_printed(night: Callable[[], Movement]) -> None:
    made = booklet(PrintOrder(Session((section(night(), 2),)), tuple(SHEETS)))
    assert json.loads(json.dumps(made.parts))
    assert ("told" in {part["kind"] for part in made.parts}) == bool(told_slips(night()))


def test_a_bridgemate_learns_from_which_round_on_tables_change(tmp_path: Path) -> None:
    """An independent reader finds the whole night, and at tables 4, 5 and 8 from where on to fetch it again."""
    night = stand_passed_by()
    (tmp_path / "night.bws").write_bytes(bws.dumps([Document(section(night, 2))]))
    tables = mdb_rows(tmp_path / "night.bws", "Tables")
    assert {int(row["Table"]): int(row["UpdateFromRound"]) for row in tables if row["UpdateFromRound"] != "0"} == {
        4: 3,
        5: 3,
        8: 3,
    }
    rounds = mdb_rows(tmp_path / "night.bws", "RoundData")
    lows = {(int(row["Round"]), int(row["Table"])): int(row["LowBoard"]) for row in rounds}
    assert lows == {
        (round + 1, table + 1): 2 * group - 1
        for round, row in enumerate(night.groups.tolist())
        for table, group in enumerate(row)
    }


def test_a_bridgemate_has_nothing_to_learn_where_nothing_went_wrong(tmp_path: Path) -> None:
    (tmp_path / "night.bws").write_bytes(bws.dumps([Document(section(find("M0808R"), 2))]))
    assert {row["UpdateFromRound"] for row in mdb_rows(tmp_path / "night.bws", "Tables")} == {"0"}


def mdb_rows(path: Path, table: str) -> list[dict[str, str]]:
    done = subprocess.run(["mdb-export", path, table], check=True, capture_output=True, text=True)
    return list(DictReader(io.StringIO(done.stdout)))


def test_who_went_home_neither_sits_out_nor_enters() -> None:
    night = pair_left()
    assert "E4" not in {out.contestant for out in sit_outs(section(night))}
    assert {out.round for out in sit_outs(section(night))} == {6, 7, 8, 9}  # the visitors of the empty seat
    assert "E4" not in {entry.contestant for entry in entries(section(night, 2))}
    rows = crib(section(night, 2)).rows
    assert all("E4" not in cell for row in rows for cell in row.cells)


def test_after_the_last_switched_round_a_repaired_night_turns_back() -> None:
    plan = switch_arrow(find("M1212"), rounds=(4, 5))
    calls = {}
    for after in (4, 5, 6):
        played = ActualPlay(plan, plan.seats[:after], plan.groups[:after])
        told = announcements(section(played.with_continuation(played.planned_rest), 2))
        calls[after] = [
            call.round for call in told if any(line.startswith("End of arrow switch") for line in call.lines)
        ]
    assert calls == {4: [6], 5: [6], 6: []}


def test_csv_has_the_whole_night_as_played_and_what_was_cancelled() -> None:
    night = boards_exchanged()
    rows = list(DictReader(io.StringIO(csv.dumps(night))))
    assert [(row["round"], row["table"]) for row in rows if row["cancelled"] == "1"] == [("3", "4")]
    assert [(row["round"], row["table"]) for row in rows if row["group"] == "0"] == [("4", "3")]
    again = csv.loads(csv.dumps(night, boards=Boards(2)))
    assert again.same_schedule(night)
    assert again.history is not None
    assert again.history.cancelled_cells == {(3, 4)}
    assert "cancelled" not in csv.dumps(stand_passed_by())
    with pytest.raises(FormatError, match="cancelled"):
        csv.loads(csv.dumps(night).replace("5,1\n", "5,2\n"))
