"""Howells in files: they are read back as written, valid, with the same announcements."""

from dataclasses import replace

import pytest

from byestand.catalog import find
from byestand.catalog.listing import listing
from byestand.errors import CannotExpress
from byestand.formats import json
from byestand.formats.formats import FORMATS, dump_checked, loads
from byestand.model.claims import ArrowTurn, Follow, Stay
from byestand.model.inferred_claims import infer_claims
from byestand.sentences.claims import player_moves
from byestand.verify import judge
from tests.support.documents import document_of

NAMES = ("H0813", "H0813S", "H0813T", "H0508G", "H081312", "H0713", "H0405", "H0203", "H0305", "H0607", "H1219")


@pytest.mark.parametrize("to", FORMATS)
@pytest.mark.parametrize("name", NAMES)
def test_every_format_gives_back_a_sound_schedule(name: str, to: str) -> None:
    movement = find(name)
    (again,) = loads(dump_checked([document_of(movement, per_round=2)], FORMATS[to]), source=name)
    assert again.movement.same_schedule(movement)
    assert again.movement.field == movement.field
    assert not judge(again.movement).findings


@pytest.mark.parametrize("to", FORMATS)
@pytest.mark.parametrize(("name", "pair"), [("H0713", "14"), ("H0813T", "4"), ("H0405", "8")])
def test_so_it_is_with_a_half_table(name: str, pair: str, to: str) -> None:
    movement = find(name, missing=(pair,))
    document = document_of(movement, per_round=2)
    if to == "mov":
        with pytest.raises(
            CannotExpress,
            match=(
                r"\.MOV files cannot have empty seats; export the full"
                r" movement and enter the missing pair in ACBLscore"
            ),
        ):
            dump_checked([document], FORMATS[to])
        return
    (again,) = loads(dump_checked([document], FORMATS[to]), source=name)
    assert again.movement.same_schedule(movement)
    assert {finding.rule for finding in judge(again.movement).findings} <= {"never-seated"}
    if to in ("json", "xlsx"):  # these formats name the missing pair
        assert not again.section.judged.findings


@pytest.mark.parametrize("name", NAMES)
def test_json_keeps_all_that_is_claimed(name: str) -> None:
    assert json.loads(json.dumps(find(name))) == find(name)


@pytest.mark.parametrize("to", ["xlsx", "csv", "bws", "mov"])
@pytest.mark.parametrize("name", ["H0813", "H0813S", "H0813T", "H0713", "H1219"])
def test_who_follows_whom_and_who_turns_is_seen_in_any_file(name: str, to: str) -> None:
    movement = find(name)
    (again,) = loads(dump_checked([document_of(movement, per_round=2)], FORMATS[to]), source=name)
    assert player_moves(again.movement) == player_moves(movement)


@pytest.mark.parametrize("tables", range(2, 13))
def test_how_people_move_is_seen_in_the_bare_schedule_with_and_without_a_missing_pair(tables: int) -> None:
    """Three small ones of as many rounds as tables are Mitchells besides, and are seen as such."""
    for entry in listing(family="howell", tables=range(tables, tables + 1)):
        for missing in ((), ("1",), ("3",), (str(2 * tables),)):
            movement = find(entry.name, missing=missing)
            seen = player_moves(replace(movement, claims=()))
            assert seen == player_moves(movement) or entry.name in ("H0303", "H0303S", "H0505S"), (entry.name, missing)


def test_claims_are_read_off_the_schedule() -> None:
    turning = find("H0813T")
    assert set(infer_claims(replace(turning, claims=()))) == set(turning.claims)
    free = find("H0813")
    assert infer_claims(replace(free, claims=())) == (*free.claims_of(Stay), *free.claims_of(Follow))
    assert free.claims_of(ArrowTurn)
