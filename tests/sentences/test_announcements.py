"""Announcements: carried out literally they give the schedule, can be read aloud, and are in order."""

import datetime as dt
import re
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

from byestand.catalog import find
from byestand.catalog.listing import listing
from byestand.formats import csv
from byestand.model.boards import Boards
from byestand.model.event import Event
from byestand.model.movement import Movement
from byestand.model.people import Contestant, Person
from byestand.model.session import Session
from byestand.movements import switch_arrow
from byestand.sentences.announcements import announcements
from byestand.sentences.change_slips import told_slips
from byestand.sentences.setup_steps import setup_steps
from byestand.sheets.boards.caddy import caddy_sheet
from byestand.sheets.crib import crib
from byestand.sheets.mat_pages import mat_parts
from byestand.sheets.print_order import PrintOrder
from byestand.words.titles import spoken_title
from tests.freeze.announcements import CALLED, SPOKEN, calls, golden_calls, golden_speech, speech
from tests.support.announcement_listener import Listener
from tests.support.repaired_movements import pair_left, stand_passed_by
from tests.support.round_calls import round_calls
from tests.support.sections import section

EVENING = Event(start_time=dt.time(19, 30), minutes_per_round=15)
LISTENED = (
    *("M0707", "M0808", "M1212", "M1313", "M0808R", "M1212R", "M2424R", "S0906", "S1510"),
    *("W0605", "W1008A", "W1513", "W1705", "W1713", "W1812", "W1813", "W191312", "W2613", "W2713", "W4515"),
    *("R0707", "R1111", "R1313"),
)


@pytest.mark.parametrize("name", LISTENED)
def test_who_only_listens_plays_the_schedule(name: str) -> None:
    """All pairs and boards, every round; and pairs that the director looks up are where they should be."""
    movement = find(name)
    _play(Listener.for_section(section(movement, 2)), movement)


def _play(listener: Listener, movement: Movement) -> None:
    for round in range(1, movement.rounds + 1):
        listener.go_on(round)
        assert listener.seats == movement.seats[round - 1].tolist(), round
        assert listener.boards == dict(enumerate(movement.groups[round - 1].tolist(), start=1)), round


def test_odd_and_even_pairs_of_a_crisscross_hear_where_to_go() -> None:
    movement = find("M0808X")
    listener = Listener.for_section(section(movement, 2))
    listener.room.boards = True
    for round in range(1, 5):
        listener.go_on(round)
        assert listener.seats == movement.seats[round - 1].tolist(), round


@pytest.mark.parametrize(
    ("wrong", "instead"),
    [
        ("up one table after", "up two tables after"),
        ("From table 18 go to table 1", "From table 18 go to table 2"),
        ("From table 17 go to table 1", "From table 17 go to table 3"),
        ("is at table 8", "is at table 9"),
        ("Table 10 puts its boards at the back of bye stand 2", "Table 10 puts its boards at the back of bye stand 1"),
        ("Table 9 takes the front boards from bye stand 1", "Table 9 takes the front boards from bye stand 2"),
        ("Table 9 takes", "Table 2 passes its boards to table 5. Table 9 takes"),
    ],
)
def test_a_wrong_number_in_a_sentence_is_noticed(wrong: str, instead: str) -> None:
    movement = find("W1812")
    listener = Listener.for_section(section(movement, 2))
    told = [replace(one, lines=tuple(line.replace(wrong, instead) for line in one.lines)) for one in listener.sentences]
    assert told != list(listener.sentences)
    listener.sentences = told
    with pytest.raises((AssertionError, IndexError)):
        _play(listener, movement)


@pytest.mark.parametrize("name", ["I1313", "I0909", "H0813", "M0404", "R1111", "R1212"])
def test_boards_that_the_caddy_brings_are_announced_as_brought(name: str) -> None:
    """On the caddy sheet of I1313 all boards come from D, the director: neither announcements nor mats pass them on."""
    here = section(find(name), 2)
    is_brought = any(cell.source == "D" for row in caddy_sheet(here).rows for cell in row.cells)
    assert is_brought == (name[0] == "I")
    for lines in list(round_calls(here).values())[:-1]:
        assert any("They will be moved for you" in line for line in lines) == is_brought, lines
    for mat in mat_parts(here, PrintOrder(Session((here,)), ("mats",)))[0]["mats"] if is_brought else ():
        assert not any(note.startswith("Boards go to") for note in mat["notes"])


@pytest.mark.parametrize("name", ["W1812ER", "M1313ER", "W0909TR"])
def test_whose_seat_the_rover_has_goes_on_as_they_are_told(name: str) -> None:
    """To the party table, with the same boards, and then to the normal next table of the seat."""
    movement = find(name)
    rover = movement.rover
    assert rover is not None
    said = " ".join(announcements(section(movement, 2))[0].lines)
    party = int(re.findall(r"play that round at table (\d+)\. You get the same boards there", said)[0])
    assert f"Nobody else goes to table {party}." in said
    for visit in movement.itinerary(movement.field.label(rover.contestant)):
        if visit.table != party:
            here = movement.at(visit.round, party)
            assert here.group == visit.group


def test_the_crib_has_a_start_list_hung_up_only_where_names_are_known() -> None:
    unnamed = section(find("M0505"), 2)
    named = replace(unnamed, contestants={"N1": Contestant((Person("Anna"),))})
    assert "chart up" in crib(unnamed).before
    assert "start list and chart up" in crib(named).before


@pytest.mark.parametrize("name", ["W1812ER", "M1313ER", "W1812NR", "W0909TR", "W1105ER", "W1813", "H0713"])
def test_the_crib_never_gives_a_late_pair_a_seat_that_is_taken(name: str) -> None:
    assert _late_pair(find(name)) == "no empty seat. Use Play, Report a problem, Late pair."


def test_the_crib_gives_a_late_pair_the_empty_seat() -> None:
    at_19 = "at table 19. Pairs whose seat the rover takes play them there."
    assert _late_pair(find("W1812ER", missing=("N19",))) == f"take the empty seat of N19 {at_19}"
    assert _late_pair(find("W1812NR", missing=("E19",))) == f"take the empty seat of E19 {at_19}"
    assert _late_pair(find("W1813", missing=("E18",))) == "take the empty seat of E18, wherever it is now."
    assert _late_pair(find("H0713", missing=("14",))) == "take the empty seat of pair 14, wherever it is now."
    assert _late_pair(pair_left()) == "take the empty seat of E4, wherever it is now."


def _late_pair(movement: Movement) -> str:
    return dict(crib(section(movement, 2)).cases)["late pair:"]


def test_invitations_are_not_called_in_some_rounds_only() -> None:
    """Displaced pairs are not called: mats and the director's sheet show them in every round."""
    for name in ("W1812ER", "W0909TR", "R0707S"):
        assert not [line for line in _sentences(find(name)) if "for this round" in line or "chair at" in line]
    movement = find("W1812ER")
    page = crib(section(movement, 2))
    column = page.headings.index("to table 19")
    invited = [row.cells[column] for row in page.rows]
    guests = [movement.at(round, 19).contestants for round in range(2, 13)]
    assert [("N19", guest) for guest in invited[1:]] == [tuple(here) for here in guests]


def test_pairs_are_told_their_numbers_where_they_are_numbered_through() -> None:
    said = announcements(section(switch_arrow(find("M1313"), rounds=(7, 13)), 2))
    assert said[0].lines[1:4] == (
        "Pairs 1 to 13 sit North-South. Pairs 14 to 26 sit East-West.",
        "At table 1 you are pair 14, at table 2 pair 15, and so on.",
        "Keep this number all session.",
    )
    assert not any("you are pair" in line for name in ("M1313", "H0713") for line in _sentences(find(name)))


def test_hours_are_told_where_they_are_known() -> None:
    said = announcements(section(find("W1812ER"), 2), EVENING)
    assert [(one.heading, one.at) for one in said] == [
        ("Before round 1", "19:30"),
        ("After round 6", "21:00"),
        ("Before round 12", "22:15"),
        ("At the end", "22:30"),
    ]
    assert "Last round. No new board after 22:25." in said[2].lines
    assert said[0].lines[0] == "Welcome. We play 12 rounds of 2 boards, 15 minutes per round."
    morning = announcements(section(find("M0505"), 2), Event(start_time=dt.time(10)))
    assert (morning[0].lines[0], morning[-1].at) == ("Welcome. We play 5 rounds of 2 boards.", "")


def test_who_skips_round_all_the_tables_stays() -> None:
    movement = find("M0202")
    assert (movement.seats[0] == movement.seats[1]).all()
    assert "East-West stay." in announcements(section(movement, 2))[0].lines
    assert not any("up two tables" in line for line in _sentences(movement))


def test_boards_of_a_stand_in_common_go_back_there_at_the_end_too() -> None:
    ends = {}
    for name, sets in (("W1713", 2), ("W1713", None), ("M0707", None)):
        here = replace(section(find(name), 2), cases=sets)
        ends[name, sets] = announcements(here)[-1].lines[0].removeprefix("End of play. ")
        assert any(line.startswith(ends[name, sets]) for line in crib(here).ending_lines)
    left = "Leave the boards on the tables."
    back = "Put the boards of the bye stand back there. Leave all others on the tables."
    assert ends == {("W1713", 2): back, ("W1713", None): left, ("M0707", None): left}


def test_a_movement_that_stops_before_its_last_round_says_why() -> None:
    """Eight tables with a skip: an eighth round would be one of revenge."""
    stop = "Play ends after this round."
    assert stop in _sentences(find("M0807"))
    assert stop not in _sentences(find("M0808"))


def test_sections_and_later_sessions_are_told_apart() -> None:
    said = announcements(section(find("W1813"), 2, "B", first=27), Event(session="session 1 of 2"))
    assert all(one.lines[0].startswith("Section B: ") for one in said)
    assert "Tonight's boards are 27 to 52." in said[0].lines
    assert "Your seat for the next session is on the list by the door." in said[-1].lines


def test_clubs_that_change_chairs_are_told_to() -> None:
    movement = switch_arrow(find("M1313"), rounds=(7,))
    said = "\n".join(line for one in announcements(section(movement, 2), Event(switch="chairs")) for line in one.lines)
    assert "Change seats with your opponents. The stationary pair sits East-West." in said
    assert "End of arrow switch. Return to your normal seats: the stationary pair sits North-South." in said
    assert "quarter turn" not in said


def test_with_too_few_sets_it_is_called_out_who_shares() -> None:
    """13-up-2-up-2-down with two sets: the judge counts the rounds in which tables clash."""
    two = replace(section(find("W1713"), 2), cases=2)
    said = {one.round: one.lines for one in announcements(two)}
    assert "Tables 14 and 17 share boards 13-14 in this round." in said[7]
    assert "One table starts with the first board, the other with the second, then they exchange." in said[7]
    assert not any("share" in line for line in _sentences(find("W1713")))


FORBIDDEN = (
    "out of boards", "front group", "waited longest", "displace", "whom it", "as if nothing", "other way about",
    "vice versa", "for want of", "passes to", "these have met", "respectively", "deal group",
)  # fmt: skip


def _sentences(movement: Movement) -> list[str]:
    of = section(movement, 2)
    page = crib(of, EVENING)
    return [
        *(line for said in announcements(of, EVENING) for line in said.lines),
        *(line for told in setup_steps(of) for line in told.lines),
        *page.tonight,
        *page.every_round,
        *page.ending_lines,
        *(f"{what} {then}" for what, then in page.cases),
    ]


@cache
def _sample() -> tuple[Movement, ...]:
    """Return some movements of each family, and all kinds of changes."""
    families = ("web", "mitchell", "relay", "crisscross", "segmented", "howell", "rainbow", "whist")
    sizes = range(4, 21)
    names = (entry.name for family in families for entry in islice(listing(family=family, tables=sizes), 2, 60, 19))
    return tuple(map(find, (*names, "W1812ER", "W1812NR", "W0909TR", "M1212", "R0707S", "R1212D", "H0813T", "I1313")))


def test_nothing_is_said_that_a_director_would_not_say() -> None:
    for movement in _sample():
        words = "\n".join(_sentences(movement))
        assert [phrase for phrase in FORBIDDEN if phrase in words] == [], spoken_title(movement)
        assert not re.search(r"\bcases?\b", words), spoken_title(movement)


MAX_WORDS = 18
SWITCHED = switch_arrow(find("M0707", missing=("E3",)), rounds=(7,))


def test_sentences_can_be_read_aloud() -> None:
    """Figures aside: a list of tables is as long as it is."""
    for movement in _sample():
        for one in announcements(section(movement, 2), EVENING):
            for sentence in re.split(r"(?<=[.!?;:]) ", " ".join(one.lines)):
                words = [word for word in sentence.split() if not re.search(r"\d", word)]
                assert len(words) <= MAX_WORDS, sentence


@pytest.mark.parametrize("name", SPOKEN)
def test_what_is_said_is_frozen(name: str) -> None:
    """Read them: tests/golden/spoken; tests/freeze/announcements.py rewrites them."""
    assert speech(name) == golden_speech(name).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("movement", "title"),
    [
        (find("W1812ER"), "18-table Web with a rover, 12 rounds (W1812ER)"),
        (find("W1812ER", missing=("N19",)), "18-table Web with a rover, 12 rounds, half table (W1812ER)"),
        (find("W0605", missing=("E3",)), "6-table Web, 5 rounds, without E3 (W0605)"),
        (SWITCHED, "7-table Mitchell, one winner, 7 rounds, without E3 (M0707)"),
        (find("R0707S"), "7-table Rainbow with a spare player, 7 rounds (R0707S)"),
        (find("I1313"), "Whist movement for 13 players, 13 rounds (I1313)"),
        (replace(find("W0605"), title="", kind="", name=""), "6 tables, 5 rounds"),
        (replace(csv.loads(csv.dumps(find("M0505"))), title="Club night"), "Club night"),
        (replace(find("W0605"), title="Six tables, 5 deal groups", kind=""), "Six tables (W0605)"),
    ],
)  # fmt: skip
def test_paper_is_titled_as_people_speak(movement: Movement, title: str) -> None:
    assert spoken_title(movement) == title


def test_the_crib_has_every_round_with_its_rover_and_counts_what_comes_in() -> None:
    """W1812ER: 19 tables in 12 rounds; the places of the rover and of displaced pairs match the schedule."""
    movement = find("W1812ER")
    page = crib(section(movement, 2), EVENING)
    assert page.headings == ("starts", "rover at", "to table 19", "boards at 19")
    for row in page.rows:
        (visit,) = (visit for visit in movement.itinerary("E19") if visit.round == row.round)
        guest = movement.at(row.round, 19).contestants[1]
        assert row.cells[1] == str(visit.table)
        assert row.cells[2] == ("–" if guest == "E19" else guest)
    assert [(row.round, row.loud) for row in page.rows if row.loud] == [(7, "SKIP before this round: EW up two tables")]
    assert page.rows[11].do == "last round; no new board after 22:25"
    assert "228 slips, 456 results." in page.ending_lines


def test_the_crib_tells_every_turn_and_who_sits_out() -> None:
    switched = crib(section(switch_arrow(find("M0707"), tables={3: (2, 5), 4: (5,)}), 2))
    assert [(row.round, row.loud) for row in switched.rows if row.loud] == [
        (3, "ARROW SWITCH at tables 2, 5"),
        (4, "END OF ARROW SWITCH at table 2"),
        (5, "END OF ARROW SWITCH at table 5"),
    ]
    movement = find("W0705", missing=("N7",))
    half = crib(section(movement, 2))
    assert half.headings == ("sit-outs",)
    assert [row.cells[0] for row in half.rows] == [movement.at(r, 7).contestants[1] for r in range(1, 6)]
    assert ("late pair:", "take the empty seat of N7, wherever it is now.") in half.cases


@pytest.mark.parametrize("name", CALLED)
def test_what_is_called_round_after_round_is_frozen(name: str) -> None:
    """Read them: tests/golden/spoken/calls; tests/freeze/announcements.py rewrites them."""
    assert calls(name) == golden_calls(name).read_text(encoding="utf-8")


FAR = {"up one table": 1, "up two tables": 2}


@pytest.mark.parametrize("name", ["M0707", "M0808", "M0808R", "W0605", "W1713", "W1812"])
def test_every_round_is_called_with_the_way_that_everybody_goes(name: str) -> None:
    """Also where nothing changes: from where East-West sit, the words lead to where they sit next."""
    movement = find(name)
    said = round_calls(section(movement, 2))
    assert list(said) == list(range(1, movement.rounds + 2))
    before = movement.seats[0, :, 1].tolist()
    for round in range(2, movement.rounds + 1):
        (far,) = {
            FAR[words]
            for words in re.findall(r"East-West(?: move|:) (up (?:one table|two tables))(?! again)", str(said[round]))
        }
        before = [before[(table - far) % movement.tables] for table in range(movement.tables)]
        assert before == movement.seats[round - 1, :, 1].tolist(), round
        assert (
            sum(
                "Boards: down one table." in line or line == "Boards move down one table, as usual."
                for line in said[round]
            )
            == 1
        )


def test_who_roves_and_who_sits_out_is_called_by_name_in_the_round_it_is_so() -> None:
    movement = find("W1812ER", missing=("N19",))
    known = {"E19": Contestant((Person("Doris"), Person("Egon"))), "E7": Contestant((Person("Diana"), Person("Erik")))}
    said = round_calls(replace(section(movement, 2), contestants=known))
    assert movement.itinerary("E19")[1].table == 8
    assert (
        said[2][-1] == "Rover, East-West pair 19, Doris & Egon: table 8. Sitting out: East-West pair 7, Diana & Erik."
    )
    assert said[1][-1] == "Sitting out: East-West pair 19, Doris & Egon."
    assert "East-West pair 7" not in " ".join(said[3])


def test_several_sections_are_called_by_their_letters_once() -> None:
    said = round_calls(section(find("M0808"), 2, "B"))
    for lines in said.values():
        assert [line.startswith("Section B: ") for line in lines] == [True] + [False] * (len(lines) - 1)


def test_after_a_repair_each_round_says_what_tables_do_otherwise_in_it_and_no_later() -> None:
    """M0808R after a stand was passed by: tables 4, 5 and 8 play other boards in rounds 3 to 8."""
    movement = stand_passed_by()
    said = round_calls(section(movement, 2))
    told = {(slip.table, one.round) for slip in told_slips(movement, Boards(2)) for one in slip.rounds}
    assert len({round for _, round in told}) > 3
    for round in range(3, 9):
        here = {int(found[1]) for line in said[round] if (found := re.match(r"Table (\d+): ", line))}
        assert here == {table for table, when in told if when == round}, round
