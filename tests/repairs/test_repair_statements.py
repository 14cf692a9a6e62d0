"""What pages and sheets say about a repair agrees with what it does."""

from functools import cache

from byestand.catalog import find
from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.repairs.actual_play import ActualPlay
from byestand.repairs.option_text import option_title, repaired_words
from byestand.repairs.search.repair_problem import SearchLimits
from byestand.repairs.search.seat_matching import seat_late_pairs
from byestand.search import Found
from byestand.search.outcome import SearchBudget
from byestand.sentences.change_slips import told_slips
from byestand.verify import judge
from tests.support.repaired_movements import repair_movement


@cache
def late_pairs() -> Movement:
    """W1812: two pairs come after round 3; they are rover and host of the party table, 19."""
    plan = find("W1812")
    night = ActualPlay(plan, plan.seats[:3], plan.groups[:3], late_pairs=2)
    outcome = seat_late_pairs(night, SearchLimits(2, 1, SearchBudget(20.0)))
    assert isinstance(outcome, Found)
    (movement,) = (enlarged.with_continuation(how) for enlarged, how in outcome.thing if how.kind == "party")
    return movement


def test_a_repair_with_rulings_does_not_continue_as_planned() -> None:
    assert option_title("plan", [], ("Continue: nothing is lost.",)) == "Continue as planned"
    assert option_title("plan", [], ("Leave boards 1-2 at table 7.", "Round 6: …")) == "Continue, with rulings"
    assert repaired_words(5, "Continue, with rulings") == "after round 5: Continue, with rulings"


def test_a_party_table_without_boards_is_no_finding_about_group_0() -> None:
    night = repair_movement(find("W1812ER"), 5, [(5, 7, 12)], [(6, 7, 0), (8, 19, 0)])
    assert not any("group 0" in finding.sentence for finding in judge(night).findings)


def test_rounds_before_a_late_pair_came_have_no_findings() -> None:
    found = [finding for finding in judge(late_pairs(), copies=2).findings if 0 < finding.round <= 3]
    assert not found


def test_tables_that_share_with_a_late_pair_are_told_on_their_slips() -> None:
    said = {slip.table: slip.lines[:-1] for slip in told_slips(late_pairs(), Boards(2), 2)}
    shares = [line for line in said[19] if ": share " in line]
    assert shares
    for line in shares:
        what, _, other = line.removesuffix(".").partition(" with table ")
        assert f"{what} with table 19." in said[int(other)]
