"""What to deal and who shares, in words: the sentences of the 2011 and 2019 documents, with their slips corrected."""

from collections import Counter

import pytest

from byestand.catalog import find
from byestand.formats import csv
from byestand.sheets.boards.dealing import dealing_list, dealing_words, sharing_words
from byestand.verify import judge
from byestand.verify.measures import copies
from sections import section


def test_12_up_1_up_1_down_shares_one_case_without_a_clash() -> None:
    assert sharing_words(section(find("W1412A"), 2), cases=2) == ("With 2 cases no tables need to share boards.",)


def test_13_up_1_up_1_down_shares_boards_13_and_14_in_round_7_only() -> None:
    assert sharing_words(section(find("W1513"), 2), cases=2) == (
        "With 2 cases tables share boards in round 7.",
        "Round 7: tables 14 and 15 share boards 13-14.",
        "Or make one more copy of boards 13-14 before round 7; then nobody shares.",
    )


def test_13_up_2_up_2_down_needs_copies_of_boards_1_2_and_13_to_16() -> None:
    """The 2019 text has "1-4": it is 1-2."""
    told = sharing_words(section(find("W1713"), 2), cases=2)
    assert told[0] == "With 2 cases tables share boards in rounds 1, 7 and 13."
    assert (
        told[-1] == "Or make one more copy of boards 1-2 before round 1, boards 13-14, 15-16 before round 7;"
        " then nobody shares."
    )
    assert dealing_words(section(find("W1713"), 2), cases=2) == (
        "boards 1-2: 3 copies",
        "boards 3-12: 2 copies",
        "boards 13-16: 3 copies",
        "boards 17-26: 2 copies",
        "58 boards in all, about 18 minutes with one dealing machine",
    )


@pytest.mark.parametrize(
    ("name", "boards_per_round", "total"),
    [
        ("M1313", 2, "26 boards in all, about 8 minutes with one dealing machine"),
        ("W1813", 2, "52 boards in all, about 16 minutes with one dealing machine"),
        ("W1913", 2, "78 boards in all, about 24 minutes with one dealing machine"),
        ("W1813", None, "26 groups in all"),
    ],
)
def test_the_dealing_list_ends_with_the_total_and_the_time(name: str, boards_per_round: int | None, total: str) -> None:
    """A machine deals 26 boards in eight minutes (Hill 2011): a case, two cases, three."""
    assert dealing_words(section(find(name), boards_per_round))[-1] == total


@pytest.mark.parametrize("name", ["W1813", "W1713", "W1414", "W2713", "W0605", "M0808R", "W1812ER", "W4513"])
@pytest.mark.parametrize("cases", [1, 2, 3, None])
def test_with_what_the_dealing_list_says_nobody_shares(name: str, cases: int | None) -> None:
    """The judge, given these copies, finds no clash; with one copy less of an extra board it does."""
    movement = find(name)
    dealt: Counter[int] = Counter()
    for deal in dealing_list(section(movement), cases=cases):
        dealt.update(dict.fromkeys(range(deal.first_group, deal.last_group + 1), deal.copies))
    assert not [f for f in judge(movement, copies=dealt).findings if f.rule == "too-few-copies"]
    for group, _ in copies(judge(movement), cases=cases).extra:
        fewer = dealt - Counter([group])
        assert [f for f in judge(movement, copies=fewer).findings if f.rule == "too-few-copies"]


def test_without_a_layout_the_list_is_the_fewest_copies_there_must_be() -> None:
    bare = csv.loads(csv.dumps(find("W1713")))
    assert sum(d.copies * (d.last_group - d.first_group + 1) for d in dealing_list(section(bare))) == 13 + 13 + 3
    assert dealing_words(section(bare))[0] == "group 1: 3 copies"


def test_sharing_in_every_round_is_told_so() -> None:
    assert sharing_words(section(find("W1813"), 2), cases=1)[0] == "With 1 case tables share boards in every round."
