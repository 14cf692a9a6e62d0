"""The texts of each option for the director, with board numbers."""

from collections.abc import Iterator

import pytest

from byestand import find
from byestand.model.boards import Boards
from byestand.model.history import LatePlay, RoomCall
from byestand.movements import with_missing
from byestand.repairs.cost import figures, usual_copies
from byestand.repairs.mishap_syntax import Mishaps, parse_mishaps
from byestand.repairs.option_text import call_words, option_title, proof_words
from byestand.repairs.reconstruction import reconstruct_play
from byestand.repairs.repair_options import Option, RepairLimits, late_plays, options
from byestand.repairs.repair_plan import mishap_sentences, sentences
from byestand.repairs.search.repair_problem import SearchLimits
from byestand.repairs.search.seat_matching import fill_seats
from byestand.repairs.search.uniform_moves import move_alike
from byestand.search.outcome import SearchBudget
from byestand.verify import judge

TWO = Boards(2)
NO_HURRY = 60.0
"""A time limit in seconds that these searches do not reach."""


def repair(
    name: str, after: int, *, came: int = 0, left: str = "", boards: str = "", moved: str = "", seconds: float = 0.5
) -> list[Option]:
    """Return the options after a mishap, words separated by blanks."""
    plan = find(name)
    copies = usual_copies(plan)
    mishaps = parse_mishaps(
        plan, after, boards=boards.split(), moved=moved.split(), left=left.split(), came=came, skip=None
    )
    repairs = options(reconstruct_play(plan, after, mishaps, copies=copies), RepairLimits(copies, 1, seconds))
    assert repairs.unsound == ()
    return list(repairs.options)


def option_text(option: Option) -> str:
    return " ".join(sentences(option, TWO))


def the_plan(found: list[Option]) -> Option:
    (plan,) = (option for option in found if option.continuation.kind == "plan")
    return plan


@pytest.fixture(scope="module")
def exchange() -> list[Option]:
    """Return the options where tables 3 and 4 of M0909 have exchanged their boards in round 3."""
    return repair("M0909", 3, boards="3:3=6 3:4=5", seconds=3)


@pytest.mark.slow
def test_back_to_the_plan_says_what_cannot_be_played_and_why(exchange: list[Option]) -> None:
    words = option_text(the_plan(exchange))
    assert "Round 4, table 3: N3 and E9 cannot play boards 11-12, already played by N3 in round 3." in words
    assert "Round 7, table 8: N8 and E2 cannot play boards 9-10, already played by E2 in round 3." in words
    assert "Round 8, table 8: N8 and E1 cannot play boards 11-12, already played by E1 in round 3." in words


def test_artificial_scores_are_told_by_fault_and_the_director_decides(exchange: list[Option]) -> None:
    words = option_text(the_plan(exchange))
    assert "gets an artificial adjusted score (Law 12C2). Average plus (60%) if not at fault, average (50%)" in words
    assert "The director decides." in words


def test_what_the_laws_cancel_is_told_with_who_had_played_it(exchange: list[Option]) -> None:
    assert "Round 3, table 4: boards 9-10 cancelled (Law 15B), already played by N4." in option_text(the_plan(exchange))


def test_a_table_that_is_told_has_its_slip(exchange: list[Option]) -> None:
    words = option_text(exchange[0])
    assert "Table 8, round 7: share boards 11-12 with table 9" in words
    assert "round 8: share boards 9-10 with table 7" in words


def test_two_late_plays_leave_no_averages_after_one_wrong_set() -> None:
    """M0909, table 3 plays boards 11-12 for 9-10 in round 3: N3 and E1 miss 9-10, N8 and E9 miss 11-12."""
    plan = the_plan(repair("M0909", 3, boards="3:3=6"))
    night = plan.judged.movement
    label = night.field.label
    plays = {(*map(label, play.contestants), play.group, play.round) for play in late_plays(night, find("M0909"))}
    assert plays == {("N3", "E1", 5, 0), ("N8", "E9", 6, 0)}
    assert "after the last round: N3 and E1 play boards 9-10; N8 and E9 play boards 11-12." in option_text(plan)


def test_a_late_play_is_in_a_round_in_which_both_and_the_boards_are_free() -> None:
    """EW of M0909 one table too far: round 9 cannot be played, and every set can be played late."""
    plan = the_plan(repair("M0909", 4, moved="ew:+2@3"))
    plays: tuple[LatePlay, ...] = late_plays(plan.judged.movement, find("M0909"))
    assert {play.round for play in plays} == {9}
    assert len(plays) == len({play.group for play in plays}) == 9
    assert len({who for play in plays for who in play.contestants}) == 18


def test_everybody_alike_is_called_out_round_by_round() -> None:
    plan = find("M0909")
    played = reconstruct_play(plan, 4, parse_mishaps(plan, 4, moved=("ew:+2@3",)), copies=1)
    (how,) = move_alike(played, SearchLimits(1, 0, SearchBudget(NO_HURRY)))
    words = list(sentences(Option(played, how, judge(played.with_continuation(how)), figures(played, how, 1)), TWO))
    assert words
    assert all(line.startswith("Before round") and ": EW " in line for line in words)
    assert all(line.endswith("boards move as usual.") for line in words)


def test_calls_that_are_the_same_are_told_together() -> None:
    plan = find("M0909")
    calls = (RoomCall(2, 1, is_usual=False), RoomCall(-1, -1, is_usual=False), RoomCall(2, 1, is_usual=False))
    assert list(call_words(plan, plan, calls)) == [
        "Before rounds 7 and 9: EW move up 2 tables, boards move as usual.",
        "Before round 8: EW move down 1 table, boards move up 1 table.",
    ]


def test_who_sits_out_because_others_left_gets_average_plus() -> None:
    (only,) = repair("M0909", 5, left="E4")
    words = option_text(only)
    assert "Round 6, table 9: N9 sits out." in words
    assert "average plus" in words
    assert "artificial" not in words


def test_who_sits_down_in_a_gap_is_told_where_and_what_is_played_there() -> None:
    """M0807 without N3, E5 left after round 2: N8 would wait in round 4, in which E8 comes to table 3."""
    plan = with_missing(find("M0807"), "N3")
    played = reconstruct_play(plan, 3, parse_mishaps(plan, 3, left=("E5@2",)), copies=1)
    how = next(how for how in fill_seats(played, SearchLimits(1, 1, SearchBudget(NO_HURRY))) if how.seats[0, 7, 1])
    words = option_text(Option(played, how, judge(played.with_continuation(how)), figures(played, how, 1)))
    group = int(how.groups[0, 7])
    assert f"E8, round 4: table 8 EW, boards {2 * group - 1}-{2 * group}." in words


def test_a_table_that_has_nobody_to_play_with_is_told_of_once() -> None:
    (only,) = repair("W1813", 4, left="N3")
    assert "Table 3 cannot play in rounds 5-13: N3 has left." in option_text(only)
    assert option_text(only).count("Table 3") == 1


def test_many_tables_that_lose_one_round_are_told_of_by_the_round() -> None:
    plan = the_plan(repair("M0909", 4, moved="ew:+2@3"))
    assert "Round 9: tables 1-9 cannot play." in option_text(plan)


def test_a_number_alone_is_nobodys_name() -> None:
    """H0813, where pair 14 has group 2 before round 5."""
    words = " ".join(sentences(the_plan(repair("H0813", 5, boards="5:1=2")), None))
    assert "group 2 cancelled (Law 15B), already played by pair 14." in words
    assert "pairs 2 and 9 cannot play group 2, already played by pair 2 in round 5." in words


def test_who_takes_the_seat_of_one_who_left_displaces_nobody() -> None:
    best = repair("M0909", 3, left="E4", came=1, seconds=3)[0]
    assert best.continuation.kind == "place"
    assert option_text(best) == "Pair E10 takes the place of pair E4: table 7 EW in round 4."


def test_where_a_rover_changes_sides_there_is_one_winner_with_new_numbers() -> None:
    best = repair("M0909", 1, came=1, seconds=NO_HURRY)[0]
    assert best.judged.movement.field.winners == 1
    assert "There is now one winner. EW pairs are renumbered from 10. Pair 19, round 2:" in option_text(best)


def test_who_came_is_told_where_to_sit_and_who_makes_room() -> None:
    rover, plan = repair("M0909", 4, came=1, seconds=NO_HURRY)
    assert rover.continuation.kind == "rover"
    words = option_text(rover)
    assert words.startswith("E10, round 5: table ")
    assert words.count("sits out") == 5
    assert "No seat for the late pair." in option_text(plan)


def test_the_way_back_is_told_where_people_sit_wrong() -> None:
    """EW of M0807 forgot the skip after round 4: into round 6 they go two tables up."""
    plan = find("M0807")
    played = reconstruct_play(plan, 5, parse_mishaps(plan, 5, skip="forgotten"), copies=1)
    (only,) = options(played, RepairLimits(1, 1, 0.5)).options
    words = option_text(only)
    assert words.startswith(
        "Continue: nothing more is lost. Already lost: 8 rounds, counted per table."
        " Before round 6: NS stay, EW move up 2 tables; then continue as planned."
    )
    assert "Round 5: results of tables 1-8 are cancelled (Law 15B)." in words


def every_option() -> Iterator[Option]:
    yield from repair("M0808R", 2, boards="2:4=6")
    yield from repair("H0813", 5, moved="all:+2@3")
    yield from repair("W1812ER", 5, moved="ew:+2@3", left="N3")
    yield from repair("R0909", 3, boards="3:1=9")


@pytest.mark.slow
def test_every_option_says_something_in_whole_sentences() -> None:
    for option in every_option():
        words = sentences(option, TWO)
        assert words
        assert all(line.endswith(".") and "{" not in line and "None" not in line for line in words), words


def test_without_board_numbers_it_is_spoken_of_groups() -> None:
    plan = the_plan(repair("M0909", 3, boards="3:3=6"))
    words = " ".join(sentences(plan, None))
    assert "cannot play group 6" in words
    assert "boards 11" not in words


def test_one_group_is_spoken_of_as_one(exchange: list[Option]) -> None:
    words = " ".join(sentences(exchange[0], None))
    assert "Leave group 6 at table 3." in words
    assert "share group 6 with table 9; do not play group 5" in words


def test_only_the_round_in_which_boards_do_otherwise_is_told() -> None:
    """All boards of M0909 went up after round 2, for down: once they go down three tables."""
    plan = find("M0909")
    played = reconstruct_play(plan, 3, parse_mishaps(plan, 3, boards_moved=("+1@2",)), copies=1)
    (only,) = options(played, RepairLimits(1, 1, 0.5)).options
    assert "Before round 4: boards move down 3 tables." in option_text(only)
    assert "as usual" not in option_text(only)


def test_where_somebody_left_nobody_else_is_astray() -> None:
    """E5 left after round 2: in round 3 all others and all boards were where they should be."""
    plan = find("M0909")
    played = reconstruct_play(plan, 3, parse_mishaps(plan, 3, left=("E5@2",)), copies=1)
    words = " ".join(option_text(option) for option in options(played, RepairLimits(1, 1, 0.5)).options)
    assert "Before round 4" not in words
    assert "Move boards" not in words


def test_options_are_called_by_what_they_ask_of_the_room() -> None:
    assert option_title("tables", (4, 5, 8)) == "Change tables 4-5, 8"
    assert option_title("alike", ()) == "One move for the whole room"
    assert proof_words("any seating", proved=True) == "proved best"
    assert proof_words("seats as planned", proved=True) == "proved best with the planned seats"
    assert proof_words("seats as planned", proved=False) == "best found"


def test_that_everybody_moved_is_not_said_of_each_table_again() -> None:
    plan = find("M0909")
    mishaps = parse_mishaps(plan, 4, moved=("ew:+2@3",), boards=("4:1=8",), left=("E4@3",))
    assert list(mishap_sentences(plan, 4, mishaps, None)) == [
        "Table 1 played group 8 in round 4, not 4.",
        "After round 3 EW moved up 2 tables.",
        "E4 left after round 3.",
    ]


def test_mishaps_that_are_none_leave_the_plan_alone() -> None:
    plan = find("M0909")
    played = reconstruct_play(plan, 3, Mishaps(), copies=1)
    assert (played.seats == plan.seats[:3]).all()
    assert not played.cancelled_cells
