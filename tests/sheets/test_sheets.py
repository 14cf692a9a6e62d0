"""The texts of the sheets as plain data: a mat, a card, a picture or a slip, without rendering."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from byestand.catalog import find
from byestand.flow.rover import parties
from byestand.formats import csv
from byestand.model.board_conditions import board_conditions
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.movements import switch_arrow
from byestand.sentences.announcements import announcements
from byestand.sheets.boards.boarding_sheet import boarding_sheet, labels
from byestand.sheets.boards.stands import stand_cards
from byestand.sheets.forms.recap import recaps
from byestand.sheets.forms.slips import slips
from byestand.sheets.forms.travellers import travellers
from byestand.sheets.guide_cards import guide_cards
from byestand.sheets.mat_pages import mat_parts
from byestand.sheets.mats import NextPlace, mats
from byestand.sheets.notice_sheets import rover_rounds, sit_out_parts
from byestand.sheets.print_order import PrintOrder
from tests.support.handmade_rainbow import rainbow
from tests.support.paper_reader import tables_in
from tests.support.paper_walker import walk
from tests.support.sections import section, session


def test_the_last_table_is_warned_of_the_party_table() -> None:
    note = "EW: go to table 1. Go to table 19 only if the row says so."
    assert [mat.table for mat in mats(section(find("W1812ER"))) if note in mat.notes] == [18]
    assert not any(note in mat.notes for mat in mats(section(find("W1812ER", missing=("N19",)))))


def test_a_mat_tells_the_rule_once_and_then_only_what_departs_from_it() -> None:
    """Table 17 of W1812 skips table 18 after round 6."""
    mat = mats(section(find("W1812"), 2))[16]
    assert mat.plates == (NextPlace("NS", "stay"), NextPlace("EW", "table 18"), NextPlace("Boards", "table 16"))
    assert [row.round for row in mat.rows if row.skip] == [6]
    assert [(row.round, row.after) for row in mat.rows if row.after] == [(6, (NextPlace("EW", "table 1"),))]


def test_where_everybody_goes_elsewhere_there_is_no_rule_to_tell() -> None:
    """Displaced pairs continue from the party table to their normal next tables."""
    party = mats(section(find("W1812ER")))[18]
    assert party.plates == (NextPlace("NS", "stay"), NextPlace("Boards", "set C"))
    assert [len(row.after) for row in party.rows] == [1] * 11 + [0]


def test_the_edge_of_a_mat_names_a_table_only_where_all_who_sit_there_go_to_it() -> None:
    """At table 8 of H0813 North goes to table 1, but to table 3 after rounds 5 and 12; at table 2 East always to 6."""
    edges = {one["table"]: one["edges"] for one in mat_parts(*_order("H0813"))[0]["mats"]}
    assert {edge["words"] for edge in edges[8].values()} == {"see your row"}
    assert edges[2]["E"]["words"].startswith("→ table 6")


def test_a_single_player_goes_and_a_pair_go() -> None:
    assert mat_parts(*_order("I1313"))[0]["mats"][0]["next"] == ["North goes to"]
    assert mat_parts(*_order("M0303"))[0]["mats"][0]["next"] == ["EW go to", "Boards go to"]


def _order(name: str) -> tuple[Section, PrintOrder]:
    order = PrintOrder(session(find(name)), ("mats",))
    return order.session.sections[0], order


def test_nobody_leaves_boards_closed_who_sits_out_without_a_table() -> None:
    (players,) = sit_out_parts(*_order("I1313"))
    assert players["rule"] == "If you sit out, your card shows where you play next."
    half = PrintOrder(session(find("W0705", missing=("N7",))), ("sitouts",))
    (pairs,) = sit_out_parts(half.session.sections[0], half)
    assert "leave the boards closed" in pairs["rule"]


def test_labels_and_stand_cards_have_the_same_words_for_places_on_a_stand() -> None:
    wide = section(find("W1813"), 2)
    stand = stand_cards(wide)[0]
    lying = {boards[0]: place for boards, place in zip(stand.boards_on_stand, stand.places, strict=True)}
    told = [label.starts for label in labels(wide) if label.case == "A" and label.boards in lying]
    assert told == [f"starts on bye stand 1, {place}" for place in lying.values()]


def test_where_the_rover_plays_the_mat_says_who_is_away() -> None:
    """W1812ER: in round 6 the rover is at table 15, and E10, who would have been there, at the party table."""
    row = mats(section(find("W1812ER")))[14].rows[5]
    assert row.remarks == ("Rover here. E10: play this round at table 19.",)
    half = mats(section(find("W1812ER", missing=("N19",))))
    assert half[14].rows[5].remarks == ("Rover here. E10: sit out this round.",)
    assert half[13].goes(5, "EW") == "sit out, then table 17"


def test_an_arrow_switch_is_marked_on_every_mat_and_announced() -> None:
    switched = switch_arrow(find("M1313"), rounds=(12, 13))
    assert turned_by_bands(switched) == {(round, table) for round in (12, 13) for table in range(1, 14)}
    said = {part.heading: part.lines for part in announcements(section(switched, 2))}
    assert said["Before round 12"] == (
        "Arrow switch. Move as usual.",
        "Turn the boards a quarter turn. The stationary pair plays the East-West cards.",
        "Score the boards as you play them.",
        "For rounds 12 and 13, to the end.",
    )
    assert turned_by_ear(switched) == turned_by_bands(switched)
    assert not turned_by_bands(find("W0909TR"))


def turned_by_bands(movement: Movement) -> set[tuple[int, int]]:
    """Return round and table of all turned arrows, as tables know that read nothing but the bands on their mats."""
    turned, found = dict.fromkeys(range(1, movement.tables + 1), False), set()
    for mat in mats(section(movement)):
        for row in mat.rows:
            if row.turn:
                assert row.turn.startswith("END OF ARROW SWITCH" if turned[mat.table] else "ARROW SWITCH")
                turned[mat.table] = not turned[mat.table]
            if turned[mat.table]:
                found.add((row.round, mat.table))
    return found


TURNS = re.compile(
    r"(Arrow switch|We start with an arrow switch|End of arrow switch)"
    r"(?: at (all tables|tables? \d[\d, and-]*\d|table \d))?"
)


def turned_by_ear(movement: Movement) -> set[tuple[int, int]]:
    """Return the arrow switches that tables know from the announcements before each round."""
    said = {part.round: " ".join(part.lines) for part in announcements(section(movement))}
    turned: set[int] = set()
    found = set()
    for round in range(1, movement.rounds + 1):
        for switch, where in TURNS.findall(said.get(round, "")):
            everywhere = where in ("", "all tables")
            tables = range(1, movement.tables + 1) if everywhere else tables_in(where)
            turned = turned - set(tables) if switch == "End of arrow switch" else turned | set(tables)
        stay = re.search(r"(Tables? [\d, and-]+) stays? arrow-switched", said.get(round, ""))
        assert not stay or set(tables_in(stay[1].lower())) < turned | {0}
        found |= {(round, table) for table in turned}
    return found


SINGLE_TABLES = {
    "M0707": {3: (2, 5), 4: (5,), 7: range(1, 8)},
    "M1212R": {2: (1,), 5: (3, 4, 5), 6: (3,), 12: (12,)},
    "W1413": {4: (14,), 5: range(1, 15), 6: (2, 9), 13: (1, 2, 3)},
}


@pytest.mark.parametrize(("name", "tables"), SINGLE_TABLES.items())
def test_single_tables_are_told_when_to_turn_and_when_to_turn_back(
    name: str, tables: Mapping[int, Sequence[int]]
) -> None:
    """On their mats, by the announcements, and by the moves on the mats."""
    switched = switch_arrow(find(name), tables=tables)
    expected = {(round, table) for round, here in tables.items() for table in here}
    assert turned_by_bands(switched) == turned_by_ear(switched) == expected
    walk(switched)


def test_what_is_announced_comes_in_the_order_in_which_it_is_said() -> None:
    """M1212 skips after round 6."""
    said = announcements(section(switch_arrow(find("M1212"), rounds=(1, 5, 6, 9))))
    assert [part.heading for part in said] == [
        "Before round 1",
        "Before round 2",
        "Before round 5",
        "After round 6",
        "Before round 9",
        "Before round 10",
        "Before round 12",
        "At the end",
    ]
    assert [part.round for part in said] == [1, 2, 5, 7, 9, 10, 12, 13]


def test_a_table_whose_pair_is_missing_switches_with_the_others() -> None:
    switched = switch_arrow(find("M0707", missing=("N7",)), rounds=(7,))
    assert turned_by_bands(switched) == {(7, table) for table in range(1, 8)}


def test_a_sit_out_is_told_on_the_mat_and_on_the_card() -> None:
    movement = find("W0605", missing=("N6",))
    rows = mats(section(movement))[5].rows
    assert [row.plate for row in rows] == [f"{movement.at(r, 6).contestants[1]} SITS OUT" for r in range(1, 6)]
    card = next(card for card in guide_cards(section(movement)) if card.contestant == "E6")
    assert (card.rows[0].boards, card.rows[0].opponents) == ("sit out", ("–",))


def test_stationary_pairs_need_no_card_and_displaced_ones_do() -> None:
    assert [card.contestant for card in guide_cards(section(find("W1813")))] == [f"E{n}" for n in range(1, 19)]
    by_ns_rover = [card.contestant for card in guide_cards(section(find("W1812NR"))) if card.contestant.startswith("N")]
    rover = find("W1812NR").rover
    assert rover is not None
    displaced = {v for r in range(2, 13) for v in find("W1812NR").at(r, 19).contestants if v.startswith("N")}
    assert set(by_ns_rover) == displaced | {"N19"}


def test_single_players_have_partner_and_opponents_on_their_card() -> None:
    """In round 2 of the Rainbow of 7 tables player 8 (South) sits at table 2 with 2, against 21 and 25."""
    card = next(card for card in guide_cards(section(rainbow(7))) if card.contestant == "8")
    assert (card.rows[1].table, card.rows[1].seat, card.rows[1].partners, card.rows[1].opponents) == (
        2, "South", ("2",), ("21", "25"),
    )  # fmt: skip


def test_the_skip_is_announced_when_it_comes() -> None:
    said = {part.heading: part.lines for part in announcements(section(find("W1812"), 2))}
    assert said["After round 6"] == (
        "Skip! East-West move up two tables, this time only.",
        "From table 17 go to table 1. From table 18 go to table 2.",
        "Boards move down one table, as usual.",
        "When all are seated, check: East-West pair 1 is at table 8.",
        "After this: East-West move up one table again.",
    )
    assert said["Before round 1"][0] == "Welcome. We play 12 rounds of 2 boards."


def test_the_boarding_sheet_says_what_too_few_cases_mean() -> None:
    """13-up-1-up-1-down with two cases: boards 13-14 clash in round 7 only."""
    sheet = boarding_sheet(replace(section(find("W1513"), 2), cases=2))
    lists = {part.heading: part.lines for part in sheet.lists}
    assert lists["Deal"][0] == "boards 1-26: 2 copies"
    assert lists["Sharing"] == (
        "Tables share boards in 1 round: see the sharing sheet.",
        "To avoid sharing, copy 13-14 once.",
    )
    (pool,) = sheet.cases[1].lines
    assert (pool.place, pool.hint) == ("bye stand 1", "between tables 14 and 15")


def test_the_boarding_sheet_begins_with_what_to_count() -> None:
    """An ounce of prevention (Hill 2019): an accurate table count and all seats taken, before boarding a Web."""
    web, half, mitchell, players = (
        boarding_sheet(section(movement, 2)).count
        for movement in (find("W1813"), find("W1813ER", missing=["N19"]), find("M1313"), find("R1111S"))
    )
    different = " One table more or less needs a different board layout."
    assert web == f"Count first: 36 pairs, 18 tables, every seat taken.{different}"
    assert half == f"Count first: 37 pairs, 18½ tables, no other empty seats.{different}"
    assert mitchell == "Count first: 26 pairs, 13 tables, every seat taken."
    assert players == "Count first: 45 players, 11 tables and 1 more player, every seat taken."


def test_boards_of_a_movement_without_a_layout_wait_at_the_director_s_table() -> None:
    movement = csv.loads(csv.dumps(find("W1813")))
    lists = {part.heading: part.lines for part in boarding_sheet(section(movement)).lists}
    assert lists["Note"][0].startswith("Unused boards are kept at the director's table.")
    assert any(mat.goes(row.round, "Boards") == "the director" for mat in mats(section(movement)) for row in mat.rows)
    assert any("the director's table" in note for mat in mats(section(movement)) for note in mat.notes)


@pytest.mark.parametrize(
    ("board", "dealer", "vulnerable"),
    [
        (1, "N", "none"), (2, "E", "NS"), (4, "W", "both"), (7, "S", "both"),
        (12, "W", "NS"), (16, "W", "EW"), (17, "N", "none"), (26, "E", "both"),
    ],
)  # fmt: skip
def test_boards_are_dealt_and_vulnerable_as_in_the_laws(board: int, dealer: str, vulnerable: str) -> None:
    """Law 2 of duplicate bridge."""
    assert board_conditions(board) == (dealer, vulnerable)


def test_slips_and_travellers_have_every_result_once() -> None:
    movement = find("W1812ER")
    plays = int(movement.played_mask.sum())
    assert sum(len(slip.boards) for slip in slips(section(movement, 2))) == 2 * plays
    written = [(t.board, line.contestants) for t in travellers(section(movement, 2)) for line in t.lines]
    assert len(written) == len(set(written)) == 2 * plays


def test_the_recap_has_the_opponents_of_everybody_on_every_board() -> None:
    movement = find("W0605")
    ns, ew = recaps(section(movement, 2))
    for meeting in movement.meetings():
        n, e = (int(label[1:]) for label in meeting.contestants)
        for board in (2 * meeting.group - 1, 2 * meeting.group):
            assert ns.cells[n - 1][board - 1] == str(e)
            assert ew.cells[e - 1][board - 1] == str(n)


def test_cards_of_a_rainbow_tell_the_partner_board_by_board() -> None:
    """Player 3 stays North at table 3; in round 1 it meets 25, 36 and 14, each as partner once."""
    cards = {card.contestant: card for card in guide_cards(section(find("R1111", boards_per_round=3), 3))}
    assert len(cards) == 44
    assert sorted(cards["3"].rows[0].partners) == ["14", "25", "36"]
    for card in cards.values():
        partners = [partner for row in card.rows for partner in row.partners]
        assert len(set(partners)) == len(partners) == 33, card.contestant
        assert all(row.opponents == () for row in card.rows)


def test_mats_and_announcements_of_a_rainbow_tell_who_changes_seats() -> None:
    rainbow = find("R1111", boards_per_round=2)
    assert "After the first board: South and East change seats." in mats(section(rainbow, 2))[0].notes
    aloud = "After the first board: South and East change seats. Before you move, return to your own seat."
    assert aloud in announcements(section(rainbow, 2))[0].lines


def test_a_rover_without_a_party_table_has_its_boards_on_its_list() -> None:
    """Those that lie at the table to which it goes; in round 1, when it sits out, none."""
    movement = find("W1813ER", missing=["N19"])
    (party,) = parties(movement)
    listed = list(rover_rounds(section(movement, 2), party))
    visits = movement.itinerary("E19")
    assert [one.boards for one in listed[1:]] == [f"{2 * v.group - 1}-{2 * v.group}" for v in visits[1:]]
    assert (listed[0].rover_at, listed[0].boards) == ("sit-out", "–")
