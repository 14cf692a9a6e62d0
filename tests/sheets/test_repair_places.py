"""A late pair in the place of one that left: one sentence and one card, on every output; all else stays as it was."""

import io
import json
import re
import subprocess
from csv import DictReader
from pathlib import Path

import pytest
from pypdf import PdfReader

from byestand import cli
from byestand.catalog import find
from byestand.flow.groups import groups_of
from byestand.formats import bws
from byestand.formats import json as own_json
from byestand.formats.document import Document
from byestand.model.claims import Step
from byestand.model.movement import Movement
from byestand.model.session import Session
from byestand.movements import with_missing
from byestand.repairs.actual_play import ActualPlay
from byestand.repairs.repair_options import Option, RepairLimits, options
from byestand.repairs.repair_plan import sentences
from byestand.sentences.announcements import announcements
from byestand.sentences.change_slips import told_slips
from byestand.sentences.groups import group_label
from byestand.sheets.boards.caddy import caddy_sheet
from byestand.sheets.booklet import booklet
from byestand.sheets.mats import mats
from byestand.sheets.print_order import PrintOrder
from byestand.verify import judge
from tests.support.app import client
from tests.support.crawler import InThisProcess
from tests.support.json_schema import SCHEMA
from tests.support.repair_pages import do, repair_url, save_night, words
from tests.support.round_calls import round_calls
from tests.support.sections import section

pytestmark = pytest.mark.usefixtures("own_time")

SENTENCE = "Pair E19 takes the place of pair E3: table 7 EW in round 5."


def options_after(plan: Movement, rounds: int, *, left: str = "", came: int = 1) -> tuple[Option, ...]:
    gone = frozenset({plan.field.contestant(left)}) if left else frozenset[int]()
    played = ActualPlay(plan, plan.seats[:rounds], plan.groups[:rounds], departures=gone, late_pairs=came)
    return options(played, RepairLimits(copies=2, seconds=0.5)).options


@pytest.fixture(scope="module")
def option() -> Option:
    """The best repair of W1813 when E3 leaves after round 4 and another pair comes."""
    return options_after(find("W1813"), 4, left="E3")[0]


@pytest.fixture(scope="module")
def night(option: Option) -> Movement:
    return option.judged.movement


def test_a_late_pair_takes_the_place_of_one_that_left_in_one_sentence(option: Option) -> None:
    assert sentences(option, None) == (SENTENCE,)
    assert option.figures.costs == (0, 0, 0, 0, 0)


def test_it_sits_wherever_the_other_pair_would_have_sat(night: Movement) -> None:
    plan = find("W1813")
    assert night.itinerary("E19") == plan.itinerary("E3")[4:]
    assert night.itinerary("E3") == plan.itinerary("E3")[:4]
    assert judge(night).is_sound


def test_the_command_says_it_in_text_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["repair", "W1813", "--after", "4", "--came", "1", "--left", "E3@4"]
    assert cli.run(asked) == 0
    text = capsys.readouterr().out
    assert text[text.index("1. ") : text.index("2. ")].splitlines()[1:-1] == [f"  {SENTENCE}"]
    assert cli.run([*asked, "--format", "json"]) == 0
    best = json.loads(capsys.readouterr().out)["options"][0]
    assert (best["kind"], best["say"], best["instructed"], best["lost"]) == ("place", SENTENCE, [], 0)
    assert [(change["plan"][1], change["now"][1]) for change in best["changes"]] == [(3, 19)] * 9


def test_nobody_has_a_slip_or_a_new_mat_but_the_new_pair_has_a_card(night: Movement) -> None:
    assert told_slips(night) == ()
    assert mats(section(night, 2)) == ()
    (sheet,) = booklet(PrintOrder(Session((section(night, 2),)), ("told",))).parts
    (card,) = sheet["slips"]
    assert card["title"] == "Pair E19"
    assert card["lines"][0] == "Take the place of pair E3."


def test_announcements_name_the_place_and_nobody_who_sits_out(night: Movement) -> None:
    said = {part.heading: part.lines for part in announcements(section(night, 2))}
    assert said["Move now"] == (SENTENCE,)
    assert "East-West move up one table after each round. From table 18 go to table 1." in said["Before round 5"]
    everything = " ".join(line for lines in round_calls(section(night, 2)).values() for line in lines)
    assert everything.count("E3") == 1
    assert "card" not in everything
    assert "sit out" not in everything


def test_the_caddy_sheet_is_that_of_the_plan(night: Movement) -> None:
    sheet, planned = caddy_sheet(section(night, 2)), caddy_sheet(section(find("W1813"), 2))
    assert (sheet.notes, sheet.always, sheet.columns) == (planned.notes, planned.always, planned.columns)
    assert sheet.rows == planned.rows[4:]


def test_a_caddy_sheet_has_tables_fetch_boards_only_where_their_slips_say_so() -> None:
    (half, _) = options_after(with_missing(find("H0713"), "14"), 5)
    movement = half.judged.movement
    assert told_slips(movement)
    assert not any("fetch" in note for note in caddy_sheet(section(movement, 2)).notes)


def test_a_bridgemate_learns_the_number_of_the_new_pair_where_it_plays(night: Movement, tmp_path: Path) -> None:
    (tmp_path / "night.bws").write_bytes(bws.dumps([Document(section(night, 2))]))
    exported = subprocess.run(["mdb-export", str(tmp_path / "night.bws"), "Tables"], capture_output=True, check=True)
    rows = DictReader(io.StringIO(exported.stdout.decode()))
    updated = {int(row["Table"]): int(row["UpdateFromRound"]) for row in rows if row["UpdateFromRound"] != "0"}
    assert updated == dict.fromkeys(range(7, 16), 5)


def test_whose_place_was_taken_stands_in_our_json(night: Movement) -> None:
    text = own_json.dumps(night)
    assert own_json.loads(text) == night
    data = json.loads(text)
    SCHEMA.validate(data)
    assert data["history"].pop("replacements") == [["E19", "E3"]]
    without = own_json.loads(json.dumps(data))
    assert without.history
    assert without.history.places == ()


@pytest.mark.parametrize("asked", ["M0909 --left E4", "M0909 --came 1", "W1813 --left E3 --came 1", "H0713 --left 3"])
def test_a_csv_of_a_night_with_people_who_left_or_came_reads_back_as_sound(asked: str, tmp_path: Path) -> None:
    path = tmp_path / "night.csv"
    name, *happened = asked.split()
    assert cli.run(["repair", name, "--after", "4", *happened, "--seconds", "0.3", "-o", str(path)]) == 0
    assert cli.run(["verify", str(path)]) == 0


def test_after_the_next_mishap_the_new_pair_is_one_of_the_others(night: Movement) -> None:
    assert night.history
    played = ActualPlay(night, night.seats[:6], night.groups[:6], departures=frozenset({night.field.contestant("E3")}))
    (plan,) = options(played, RepairLimits(copies=2, seconds=0.2)).options
    assert plan.continuation.kind == "plan"
    assert plan.figures.changes == ()
    assert "E3" not in " ".join(line for part in announcements(section(night, 2))[2:] for line in part.lines)


def test_a_pair_that_comes_rounds_after_another_left_takes_its_place_all_the_same() -> None:
    without = options_after(find("W1813"), 4, left="E3", came=0)[0].judged.movement
    gone = frozenset({without.field.contestant("E3")})
    played = ActualPlay(without, without.seats[:6], without.groups[:6], departures=gone, late_pairs=1)
    best = options(played, RepairLimits(copies=2, seconds=0.5)).options[0]
    night = best.judged.movement
    assert sentences(best, None) == ("Pair E19 takes the place of pair E3: table 9 EW in round 7.",)
    assert night.itinerary("E19") == find("W1813").itinerary("E3")[6:]
    said = " ".join(line for lines in round_calls(section(night, 2)).values() for line in lines)
    assert "has left" not in said
    assert "East-West: up one table." in said
    assert told_slips(night) == ()


def test_in_a_howell_the_new_pair_is_followed_and_follows_as_the_other_would_have_been() -> None:
    plan = find("H0713")
    option = options_after(plan, 3, left="3")[0]
    seat = plan.itinerary("3")[3]
    assert sentences(option, None) == (
        f"Pair 15 takes the place of pair 3: table {seat.table} {seat.seat} in round 4.",
    )
    assert told_slips(option.judged.movement) == ()
    said = announcements(section(option.judged.movement, 2))[0].lines
    assert any("1, 2, 15, 4" in line for line in said)


def test_a_late_pair_at_a_half_table_moves_with_the_others() -> None:
    half, plan = options_after(with_missing(find("M0909"), "E4"), 3)
    assert sentences(half, None) == ("E4 starts at table 7 EW in round 4, then moves with the others.",)
    assert told_slips(half.judged.movement) == ()
    (step,) = half.judged.movement.claims_of(Step)
    assert len(step.contestants) == 9
    assert plan.continuation.kind == "plan"


def test_back_to_the_plan_is_not_the_best_found_where_another_way_seats_the_late_pair(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.run(["repair", "M0909", "--missing", "E4", "--after", "3", "--came", "1", "--seconds", "0.3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.endswith("best") for line in lines if re.match(r" \d ", line)] == [True, False]
    assert not any("best found" in line for line in lines)


def test_pairs_of_one_line_are_never_called_by_number_alone() -> None:
    plan = find("M0909")
    ew = [plan.field.contestant(f"E{number}") for number in (1, 2, 3, 5)]
    assert [group_label(group, spoken=True) for group in groups_of(ew, plan)] == ["East-West pairs 1-3, 5"]
    both = [plan.field.contestant(label) for label in ("N1", "N2", "E7")]
    assert [group_label(group, spoken=True) for group in groups_of(both, plan)] == [
        "North-South pairs 1-2",
        "East-West pair 7",
    ]


def test_the_app_says_it_prints_the_card_and_asks_for_the_new_names(tmp_path: Path) -> None:
    with client(tmp_path / "nights.sqlite", pool=InThisProcess()) as page:
        night = save_night(page, "W1813")
        address = repair_url(night, "after=4", "left=E3@4", "came=1", "seconds=0.3")
        ways = words(page.get(address).text)
        assert SENTENCE in ways
        assert "N7 and E19 play" not in ways
        assert 'name="name-E19"' in page.get(address).text
        do(page, address)
        offered = set(re.findall(r"paper/(\w+)\.pdf", page.get(f"{night}/section/A/paper").text))
        assert "told" in offered
        assert "mats" not in offered
        pdf = page.get(f"{night}/section/A/paper/told.pdf").content
        text = "".join(one.extract_text() for one in PdfReader(io.BytesIO(pdf)).pages)
        assert re.search(r"Take the place of pair E3", text)
        assert len(PdfReader(io.BytesIO(pdf)).pages) == 1
