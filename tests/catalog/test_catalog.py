"""Codes: their movements, errors with reasons, and the contents of the list."""

import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from byestand.catalog import all_families, find, lookup, parse
from byestand.catalog.family import Name
from byestand.catalog.listing import CatalogEntry, listing
from byestand.errors import BadRequest, BrokenMovement, ByestandError, NoSuchMovement
from byestand.model.judged import Judged
from byestand.model.movement import Movement
from byestand.movements import mitchell
from byestand.verify import judge
from byestand.words.titles import title_of
from tests.support.golden_schedules import frozen, judged_once, schedule_text
from tests.support.strategies import is_one_line


def make_movement(name: str) -> Movement:
    return judged_once(name).movement


@cache
def all_entries() -> tuple[CatalogEntry, ...]:
    """Return the whole list, made of the movements that other tests use too."""

    def found(name: Name) -> Judged:
        return judged_once(str(name))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("byestand.catalog.listing.find_judged", found)
        return tuple(listing())


@pytest.mark.parametrize(
    "text",
    [
        "W1813",
        "W191312",
        "W1008A",
        "W181310A",
        "M1313",
        "M1513",
        "M0808R",
        "M0808X",
        "S0906",
        "W1812ER",
        "W1008ANR",
        "M0808RTR",
    ],
)
def test_a_name_read_and_printed_is_the_same_name(text: str) -> None:
    assert str(parse(text)) == text
    assert parse(f" {text.lower()} ") == parse(text)


@pytest.mark.slow
def test_every_name_in_the_list_is_found_sound_and_is_what_the_list_says() -> None:
    entries = all_entries()
    assert len(entries) == len({entry.name for entry in entries}) > 1600
    for entry in entries:
        movement = make_movement(entry.name)
        assert (movement.tables, movement.rounds, movement.deal_groups) == (
            entry.tables,
            entry.rounds,
            entry.deal_groups,
        )
        assert movement.name == entry.name
        assert judged_once(entry.name).is_sound
        # In these two the boards move by a list, not round a ring.
        assert movement.layout or entry.name in ("H0305", "H1427")
        assert not movement.layout or len(movement.layout.cases) == entry.cases


def test_nothing_unsound_leaves_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge stops a faulty maker, with its findings."""
    sound = mitchell(tables=9)
    broken = replace(sound, groups=np.ones_like(sound.groups))
    monkeypatch.setattr(lookup, "_make_named", lambda _name: broken)
    with pytest.raises(
        BrokenMovement,
        match=(
            r"M0909 has errors: round 1: group 1 is needed at tables 1,"
            r" 2, 3, 4, 5, 6, 7, 8 and 9, but there is 1 set \(224 more errors\)"
        ),
    ) as refusal:
        find("M0909")
    assert refusal.value.findings
    assert all(finding in judge(broken).findings for finding in refusal.value.findings)


def test_a_schedule_has_one_name_and_a_half_table_none() -> None:
    assert find("W181313").name == "W1813"
    assert find("W191312").name == "W191312"
    assert find("W1813", missing=["N18"]).name == ""
    assert find("W1105", chained=True).name == "W1105"


@pytest.mark.parametrize("typed", ["M0909RR", "W071", "M1010XX", "W18", "W1912A", "WEB0713", "M07"])
def test_every_name_suggested_exists(typed: str) -> None:
    with pytest.raises((BadRequest, NoSuchMovement)) as refusal:
        find(typed)
    for name in re.findall(r"\b[WM]\d{4}[RX]?\b", str(refusal.value).rpartition(":")[0]):
        assert find(name)


@pytest.mark.slow
def test_a_name_means_one_schedule_for_ever() -> None:
    """The golden files have every schedule listed, for people to read; they may grow, not change."""
    known = frozen()
    assert len(known) > 1900
    for name, block in known.items():
        assert schedule_text(make_movement(name)) == block


@pytest.mark.parametrize("name", ["W0605", "M0404R", "W0806NR", "W0909TR", "I0505", "R0707S", "R1313"])
def test_no_cell_of_a_schedule_changes_unseen(name: str) -> None:
    """A change of any seat or group in any round changes the frozen text."""
    movement = find(name)
    for row in range(movement.rounds):
        for table in range(1, movement.tables):
            seats, groups = movement.seats.copy(), movement.groups.copy()
            seats[row, [0, table]] = seats[row, [table, 0]]
            groups[row, table] += 1
            for other in (replace(movement, seats=seats), replace(movement, groups=groups)):
                assert schedule_text(other) != schedule_text(movement), (row, table)


@pytest.mark.parametrize(
    ("name", "rounds", "revenge"),
    [
        ("W1212", 12, (12,)),
        ("W1212A", 12, (12,)),
        ("W1412", 12, ()),
        ("W0613", 7, (7,)),
        ("W0614", 7, (7,)),
        ("W1313", 13, ()),
        ("W061309", 9, (7, 8, 9)),
        ("W061312", 12, (7, 8, 9, 10, 11, 12)),
        ("M1414", 14, (14,)),
        ("M1413", 13, ()),
        ("M1813", 13, ()),
    ],
)
def test_full_length_goes_one_revenge_round_beyond_the_opponents_limit(
    name: str, rounds: int, revenge: tuple[int, ...]
) -> None:
    movement = find(name)
    assert (movement.rounds, movement.revenge_rounds) == (rounds, revenge)


def test_w1212_is_6_up_6_down_and_w1212a_the_mitchell() -> None:
    assert [title_of(find(n)).split(",")[0] for n in ("W1212", "W1212A")] == ["12-table Web", "12-table Mitchell"]
    assert find("W1212A").same_schedule(find("M1212"))


def test_w1912_is_refused_with_the_reason_and_what_to_use_instead() -> None:
    with pytest.raises(NoSuchMovement) as refusal:
        find("W1912")
    assert refusal.value.because == "an odd number of tables needs an odd number of deal groups"
    assert "W191312" in refusal.value.instead
    assert "W1812ER (a rover and a party table)" in refusal.value.instead
    assert str(refusal.value).endswith("'W1912'")


@pytest.mark.slow
def test_every_name_offered_instead_exists() -> None:
    there, offered = {entry.name for entry in all_entries()}, set[str]()
    for name in (f"W{t:02}{d:02}" for t in range(2, 61) for d in range(2, 31)):
        if name not in there:
            with pytest.raises(NoSuchMovement) as refusal:
                find(name)
            offered |= {*re.findall(r"\b[WMS]\d{4,6}(?:ER)?\b", refusal.value.instead)}
    assert len(offered) > 700
    roving = sorted(name for name in offered if name.endswith("ER"))
    # A rover is searched for, and which Webs have one is classified in test_search_rovers: a sample will do.
    for name in (*offered.difference(roving), *roving[::6]):
        make_movement(name)


def test_w0906_is_refused_and_the_segmented_mitchell_offered() -> None:
    with pytest.raises(NoSuchMovement, match="S0906"):
        find("W0906")
    assert find("S0906").rounds == 6


@pytest.mark.parametrize(
    "name", ["W1813A", "W0608A", "W1912", "W0713", "M0909R", "M1010X", "S0908", "S1006", "W1912ER"]
)
def test_names_of_what_cannot_exist_are_refused_as_impossible(name: str) -> None:
    with pytest.raises(NoSuchMovement):
        find(name)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("W18", "W1813"),
        ("WEB181", "W1813"),
        ("W1813B", "W1813"),
        ("M0808A", "M0808"),
        ("W181", "W1813"),
        ("hello", "unknown movement; codes look like"),
        ("", "unknown movement; codes look like"),
        ("W9999", "2 to 60 tables"),
        ("W1831", "2 to 30 deal groups"),
        ("W0101", "2 to 60 tables"),
        ("W181314", "1 to 13 rounds"),
        ("W181300", "1 to 13 rounds"),
        ("M1314", "1 to 13 rounds"),
        ("M131313", "the code of a Mitchell has 2 numbers: tables and rounds: 'M131313'"),
        (
            "W１８１３",
            ("unknown movement; codes look like W1813, W191312, M1313, H0813 or R1111: 'W１８１３'"),
        ),
    ],
)
def test_what_is_no_name_is_refused_with_a_hint(name: str, hint: str) -> None:
    with pytest.raises(BadRequest, match=re.escape(hint)):
        find(name)


@given(st.text(max_size=12) | st.from_regex(r"[WMSwms]\d{2,6}[ARX]?(ER|NR)?", fullmatch=True))
def test_anything_typed_is_a_movement_or_one_of_our_sentences(text: str) -> None:
    try:
        movement = find(text)
    except ByestandError as refusal:
        assert is_one_line(refusal)
    else:
        assert judge(movement).is_sound


def test_the_list_filters_by_tables_groups_rounds_and_family() -> None:
    names = [entry.name for entry in listing(tables=range(18, 20), deal_groups=range(12, 14), family="web")]
    assert names == ["W1812", "W1812A", "W1813", "W1913"]
    # with a number of rounds curtailed movements appear, as long as 70 % of the boards are played
    twelve = [entry.name for entry in listing(tables=range(19, 20), rounds=range(12, 13))]
    assert twelve == ["W191312", "W191512", "W191712"]
    # 9 of 13 groups are under 70 %, 10 are not
    nine_or_ten = [e.name for e in listing(tables=range(18, 19), deal_groups=range(13, 14), rounds=range(9, 11))]
    assert nine_or_ten == ["W181310"]
    assert all(entry.rounds == 12 for entry in listing(tables=range(18, 20), rounds=range(12, 13)))
    for family in map(str, all_families()):
        assert {entry.family for entry in listing(tables=range(4, 16), family=family)} == {family}
    assert list(listing(tables=range(99, 100))) == []


def test_an_unknown_family_is_refused() -> None:
    with pytest.raises(BadRequest, match="crisscross"):
        list(listing(family="spider"))
