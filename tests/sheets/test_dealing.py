"""Dealing and sharing in words: the sentences of the 2011 and 2019 documents, with their errors corrected."""

from collections import Counter
from dataclasses import replace

import pytest

from byestand.catalog import find
from byestand.flow.board_travel import travel
from byestand.formats import csv
from byestand.model.session import Section, Session
from byestand.sheets.boards.dealing_sheet import dealing_list, dealing_words, session_dealing_words, sharing_words
from byestand.verify import judge
from tests.support.sections import section


def with_sets(name: str, cases: int) -> Section:
    return replace(section(find(name), 2), cases=cases)


def test_12_up_1_up_1_down_shares_one_case_without_a_clash() -> None:
    assert sharing_words(with_sets("W1412A", 2)) == ("With 2 sets, no sharing is needed.",)


def test_13_up_1_up_1_down_shares_boards_13_and_14_in_round_7_only() -> None:
    assert sharing_words(with_sets("W1513", 2)) == (
        "With 2 sets, tables share boards in round 7.",
        "Round 7: Tables 14 and 15 share boards 13-14.",
        "To avoid sharing, copy 13-14 once.",
    )


def test_13_up_2_up_2_down_needs_copies_of_boards_1_2_and_13_to_16() -> None:
    """The 2019 text has "1-4": it is 1-2."""
    told = sharing_words(with_sets("W1713", 2))
    assert told[0] == "With 2 sets, tables share boards in rounds 1, 7 and 13."
    assert told[-2:] == (
        "To avoid sharing, copy 1-2 and 13-16 once.",
        "Copies needed: 1-2 before round 1, 13-16 before round 7.",
    )
    assert dealing_words(with_sets("W1713", 2)) == (
        "boards 1-26: 2 copies",
        "52 boards in total, about 16 minutes on one dealing machine",
    )


@pytest.mark.parametrize(
    ("name", "boards_per_round", "total"),
    [
        ("M1313", 2, "26 boards in total, about 8 minutes on one dealing machine"),
        ("W1813", 2, "52 boards in total, about 16 minutes on one dealing machine"),
        ("W1913", 2, "78 boards in total, about 24 minutes on one dealing machine"),
        ("W1813", None, "26 deal groups in total"),
    ],
)
def test_the_dealing_list_ends_with_the_total_and_the_time(name: str, boards_per_round: int | None, total: str) -> None:
    """A machine deals 26 boards in eight minutes (Hill 2011): a case, two cases, three."""
    assert dealing_words(section(find(name), boards_per_round))[-1] == total


@pytest.mark.parametrize("name", ["W1813", "W1713", "W1414", "W2713", "W0605", "M0808R", "W1812ER", "W4513"])
@pytest.mark.parametrize("cases", [1, 2, 3, None])
def test_with_what_is_dealt_and_what_is_copied_nobody_shares(name: str, cases: int | None) -> None:
    """The judge, given these copies, finds no clash; with one copy less of an extra board it does."""
    movement = find(name)
    dealt: Counter[int] = Counter()
    for deal in dealing_list(replace(section(movement), cases=cases)):
        dealt.update(dict.fromkeys(range(deal.first_group, deal.last_group + 1), deal.copies))
    assert cases is None or max(dealt.values()) <= cases
    extra = Counter(group for group, _ in travel(movement, cases).to_copy)
    assert not [f for f in judge(movement, copies=dealt + extra).findings if f.rule == "too-few-copies"]
    for group in extra:
        fewer = dealt + extra - Counter([group])
        assert [f for f in judge(movement, copies=fewer).findings if f.rule == "too-few-copies"]


def test_a_session_deals_for_all_its_sections_together() -> None:
    """Two sets of boards 1-26 for section A, one of 1-18 for B: three copies of 1-18, two of the rest."""
    both = Session((section(find("W1813"), 2, "A"), section(find("M0909"), 2, "B")))
    assert session_dealing_words(both) == (
        "boards 1-18: 3 copies",
        "boards 19-26: 2 copies",
        "70 boards in total, about 22 minutes on one dealing machine",
    )


def test_without_a_layout_the_list_is_the_fewest_copies_there_must_be() -> None:
    bare = csv.loads(csv.dumps(find("W1713")))
    assert sum(d.copies * (d.last_group - d.first_group + 1) for d in dealing_list(section(bare))) == 13 + 13 + 3
    assert dealing_words(section(bare))[0] == "group 1: 3 copies"


def test_sharing_in_every_round_is_told_so() -> None:
    assert sharing_words(with_sets("W1813", 1))[0] == "With 1 set, tables share boards in every round."
