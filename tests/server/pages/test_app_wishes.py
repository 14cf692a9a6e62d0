"""Options and notes about a room: given options, assumptions, and what to count. Pages are plain functions."""

import json
import re

import pytest

from byestand.errors import BadRequest
from byestand.server.api import api_data
from byestand.server.api.routes import PARAMETERS, ROOM_PARAMETERS
from byestand.server.pages.individuals import view as individuals
from byestand.server.pages.movement import view as movement
from byestand.server.pages.paper import view as taking
from byestand.server.pages.plan import view as tonight
from tests.support.app import by_name
from tests.support.tidy_html import tidy


def _tonight(**asked: str) -> str:
    return tidy(tonight.content.run(tuple(asked.items())).body.decode())


def test_the_wish_for_the_same_boards_is_a_box_to_tick_and_stays_ticked() -> None:
    plain, wished = _tonight(pairs="36", boards="26"), _tonight(pairs="36", boards="26", same_boards="1")
    box = re.compile(r'name="same_boards" value="1"( checked)?> everyone plays the same boards')
    assert [found[1] for found in map(box.search, (plain, wished)) if found] == [None, " checked"]
    assert "Each pair plays 26 of 36 boards" in plain
    assert "Each pair plays 26 of 36 boards" not in wished.split("The Mitchell would be")[0]


def test_the_same_boards_with_extra_deal_groups_are_refused_by_page_and_api() -> None:
    asked = {"pairs": "36", "same_boards": "1", "extra_groups": "2"}
    assert "exclude each other; remove one" in _tonight(**asked)
    with pytest.raises(BadRequest, match="exclude each other; remove one"):
        api_data.plans.run(tuple(asked.items()))


def test_who_must_not_move_is_told_by_seat_and_answered() -> None:
    page = _tonight(pairs="36", cases="2", stationary="N3,E1")
    assert "Players who need E1 play as N1" in page
    assert 'value="N3,E1"' in page
    assert "put them at different tables" in _tonight(pairs="36", stationary="N1 E1")


def test_guide_cards_can_be_refused_by_a_box_to_tick_and_in_the_api() -> None:
    asked = {"pairs": "16", "winners": "1", "refuse": "cards"}
    assert re.search(r'name="refuse" value="cards" checked> guide cards', _tonight(**asked))
    told, plain = api_data.plans.run(tuple(asked.items())), api_data.plans.run((("pairs", "16"), ("winners", "1")))
    cards = [[c["guide_cards"] for c in json.loads(answer.body)["candidates"]] for answer in (told, plain)]
    assert not any(cards[0])
    assert any(cards[1])


def test_the_page_says_what_was_assumed_only_where_nobody_said_it() -> None:
    assert "1 or 2 sets of boards assumed" in _tonight(pairs="38")
    assert "Number of sets not given" in _tonight(pairs="38")
    assert "assumed" not in _tonight(pairs="38", cases="2")


@pytest.mark.parametrize(("pairs", "tables"), [("36", "18 tables"), ("37", "18½ tables")])
def test_before_you_board_the_room_is_counted(pairs: str, tables: str) -> None:
    seats = "every seat taken" if pairs == "36" else "no other empty seats"
    assert f"Count first: {pairs} pairs, {tables}, {seats}." in _tonight(pairs=pairs)
    name, gone = ("W1813", ()) if pairs == "36" else ("W1813ER", (("missing", "N19"),))
    assert f"Count first: {pairs} pairs, {tables}" in movement.content.run(by_name(name, *gone), ()).body.decode()


def test_the_page_of_a_movement_tells_the_total_to_deal_and_where_no_file_is_needed() -> None:
    page = movement.content.run(by_name("W1813"), ()).body.decode()
    assert "52 boards in total, about 16 minutes on one dealing machine" in page
    assert (
        "W1813 is built into ACBLscore: no file needed" in taking.section_page.run(by_name("W1813"), ()).body.decode()
    )
    assert "built into ACBLscore" not in taking.section_page.run(by_name("W1812"), ()).body.decode()


def test_the_api_takes_the_same_wishes_and_describes_them() -> None:
    asked = (("pairs", "36"), ("boards", "26"), ("extra_groups", "1"), ("stationary", "N3,E1"))
    told = json.loads(api_data.plans.run(asked).body)
    assert told["room"]["seats"] == ["N3", "E1"]
    assert {choice["extra_groups"] for choice in told["candidates"]} == {1}
    assert {"same_boards", "extra_groups", "stationary"} <= set(ROOM_PARAMETERS)
    pattern = PARAMETERS["stationary"].schema["pattern"]
    assert all(re.search(pattern, text) for text in ("2", "N3,E1", "2,w4"))
    with pytest.raises(BadRequest):
        api_data.plans.run((("pairs", "36"), ("stationary", "anna")))


def test_sections_of_players_have_rounds_of_their_own_on_the_page() -> None:
    """12 tables in 5 and 7: five rounds of four boards next to seven of three."""
    page = tidy(individuals.content.run((("players", "48"), ("boards", "20-21"))).body.decode())
    links = dict(re.findall(r'href="/m/(R0[57]0[57])\?boards=(\d)', page))
    assert links == {"R0505": "4", "R0707": "3"}
    assert '<td class="num">5 × 4, 7 × 3</td><td class="num">20-21</td><td class="num">0</td>' in page
