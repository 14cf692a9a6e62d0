"""Claims about moves: checked by the judge, put into words, and inferred if there are none."""

from dataclasses import replace
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from pypdf import PdfReader

from byestand import cli
from byestand.catalog import find
from byestand.errors import BadRequest
from byestand.formats import json, mov
from byestand.formats.document import Document
from byestand.model.claims import ArrowTurn, ByCard, Claim, Follow, Stay, Step, renumber_claim
from byestand.model.inferred_claims import infer_claims
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.movements import curtail, switch_arrow, with_missing
from byestand.sentences.announcements import announcements
from byestand.sentences.claims import MOVE_CLAIM_TEXTS, OTHER_CLAIM_TEXTS, player_moves
from byestand.verify import judge
from byestand.words.titles import title_of
from tests.support.handmade_howell import PERFECT_13, howell
from tests.support.sections import section

HOWELL = howell(PERFECT_13, 13)


def test_a_howell_with_its_ring_and_who_follows_whom_is_sound() -> None:
    assert judge(HOWELL).findings == ()


def test_a_howell_is_told_without_guide_cards() -> None:
    assert list(player_moves(HOWELL)) == [
        "Pair 14 stays. Everyone else moves.",
        "After each round follow the pair with the next lower number.",
        "Pair 1 follows pair 13.",
        "Take the seats they have just left.",
    ]


@pytest.mark.slow
def test_a_howell_out_of_a_file_is_judged_and_printed_like_any_movement(tmp_path: Path) -> None:
    (tmp_path / "howell.json").write_text(json.dumps(HOWELL), "utf-8")
    file, pages = str(tmp_path / "howell.json"), tmp_path / "howell.pdf"
    assert cli.run(["verify", file]) == 0
    assert cli.run(["print", file, "--boards-per-round", "2", "-o", str(pages)]) == 0
    words = " ".join(" ".join(page.extract_text() for page in PdfReader(pages).pages).split())
    assert "follow the pair with the next lower number" in words


def test_who_follows_whom_is_seen_in_a_howell_that_claims_nothing() -> None:
    silent = replace(HOWELL, claims=())
    assert infer_claims(silent) == HOWELL.claims


@pytest.mark.parametrize(
    ("claim", "finding"),
    [
        (
            Follow(tuple(range(13, 0, -1))),
            "round 2: 1 does not sit where 2 sat before",
        ),
        (Stay((13, 14)), "13 has more than one rule for its moves"),
        (ByCard((14,)), "14 has more than one rule for its moves"),
    ],
)
def test_a_claim_that_is_not_so_is_found(claim: Follow | Stay | ByCard, finding: str) -> None:
    assert finding in [found.sentence for found in judge(HOWELL.with_claim(claim)).findings]


def test_somebody_of_whom_nothing_is_claimed_is_found() -> None:
    silent_about_14 = replace(HOWELL, claims=HOWELL.claims[1:])
    assert [found.sentence for found in judge(silent_about_14).findings] == ["14 has no rule for its moves"]


def test_two_pairs_that_change_places_in_one_round_no_longer_step() -> None:
    movement = find("M0707")
    seats = movement.seats.copy()
    seats[3, [0, 1], 1] = seats[3, [1, 0], 1]
    found = judge(replace(movement, seats=seats)).findings
    assert [f.sentence for f in found if f.rule == "off-claim"] == [
        "after round 3: E5 and E6 do not make the stated move",
        "after round 4: E5 and E6 do not make the stated move",
    ]


def test_an_arrow_turned_where_none_is_claimed_is_found() -> None:
    switched = switch_arrow(find("M0707"), rounds=(7,))
    assert judge(switched).is_sound
    nowhere = switched.with_claim(ArrowTurn(frozenset(), tuple(range(1, 15))))
    assert [f.round for f in judge(nowhere).findings if f.rule == "off-claim"] == [7]


NAMES = ("M1313", "W1812", "W1812ER", "M0808R", "M0808X", "S0906", "R1111", "M0909TR", "W191312")


@pytest.mark.parametrize("name", NAMES)
def test_what_is_seen_in_the_grids_is_sound_and_tells_the_same(name: str) -> None:
    """A movement that claims only its rover has the same texts as one with all claims."""
    movement = find(name)
    kept = tuple(claim for claim in movement.claims if not isinstance(claim, Stay | Step | ByCard))
    silent = replace(movement, claims=kept)
    assert judge(replace(movement, claims=infer_claims(silent))).is_sound
    assert sorted(player_moves(silent)) == sorted(player_moves(movement))


@pytest.mark.parametrize(
    "movement",
    [
        *map(find, NAMES),
        find("I1313"),
        find("R1212"),
        find("R0707S"),
        HOWELL,
        with_missing(find("W1812ER"), "N19"),
        with_missing(find("W0605"), "E2"),
        curtail(find("W1812"), rounds=5),
        switch_arrow(find("M1313"), rounds=(12, 13)),
        switch_arrow(find("M0707"), tables={3: (1, 2), 4: (5,)}),
    ],
    ids=title_of,
)
def test_claims_are_sound_and_survive_json(movement: Movement) -> None:
    assert judge(movement).is_sound
    assert json.loads(json.dumps(movement)) == movement


def test_nobody_moves_who_is_not_in_the_field() -> None:
    with pytest.raises(BadRequest, match="a claim names a contestant outside the field 1-14"):
        HOWELL.with_claim(Stay((15,)))


def test_every_kind_of_claim_has_words() -> None:
    assert {*MOVE_CLAIM_TEXTS, *OTHER_CLAIM_TEXTS} == set(get_args(Claim))


def test_the_perfect_half_table_is_sound_too() -> None:
    half = with_missing(HOWELL, "14")
    assert judge(half).is_sound
    assert np.array_equal(half.groups, HOWELL.groups)


def test_whoever_steps_and_stays_is_told_of_by_the_claim_not_by_custom() -> None:
    """The lines of a Mitchell exchanged: NS move and skip, EW stay, in announcements and in files."""
    usual = find("M0808")
    swapped = np.where(usual.seats > 8, usual.seats - 8, usual.seats + 8)[:, :, ::-1]
    other = {c: c - 8 if c > 8 else c + 8 for c in range(1, 17)}
    claims = tuple(renumber_claim(claim, other.__getitem__) for claim in usual.claims)
    turned = replace(usual, seats=swapped, claims=claims, name="")
    assert judge(turned).is_sound
    (skip,) = [part for part in announcements(section(turned, 2)) if part.heading == "After round 4"]
    assert skip.lines[0] == "Skip! North-South move up two tables, this time only."
    assert "When all are seated, check: North-South pair 1 is at table 6." in skip.lines
    assert b"NS skip after round 4." in mov.dumps(Document(Section(judge(turned))))
