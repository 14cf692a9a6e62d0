"""Sections ranked apart: one choice of the night, for the ranking page, files, the wall and phones."""

import json
import re
from collections.abc import Iterator

import pytest

from byestand.errors import FormatError
from byestand.night import events as of
from byestand.night import night_document
from byestand.server.live.message import page_marks
from tests.support.played_nights import Club, PlayedNight, club, night, section_setup, visible


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    with club(tmp_path_factory.mktemp("apart") / "nights.sqlite") as found:
        yield found


@pytest.fixture
def play_night(house: Club) -> PlayedNight:
    """Two sections with one result each of board 1: N1 of section A beats N1 of section B."""
    found = house.keep(night(section_setup("M0404", boards=2), section_setup("M0404", boards=2)))
    for section, score in (("A", "400"), ("B", "-50")):
        sheet = f"/nights/{found.id}/results?section={section}&board=1"
        assert house.page.post(sheet, data={"at-1-1-1": score}).status_code == 303
    found.say(of.ResultsReleased())
    return found


def rank(house: Club, play_night: PlayedNight, sections: str) -> int:
    return house.page.post(f"/nights/{play_night.id}/ranking", data={"sections": sections}).status_code


def ranked_labels(house: Club, play_night: PlayedNight) -> list[tuple[str, str, int]]:
    """Return section, line and place as programs read them."""
    rows = house.page.get(f"/nights/{play_night.id}/results/results.json").json()["ranking"]
    return [(row["section"], row["line"], row["place"]) for row in rows]


def test_the_choice_on_the_ranking_page_holds_on_the_wall_on_phones_and_in_files(
    house: Club, play_night: PlayedNight
) -> None:
    wall, phone = f"/nights/{play_night.id}/wall?show=ranking", f"/nights/{play_night.id}/pair/BN1"
    assert ranked_labels(house, play_night) == [("A", "NS", 1), ("B", "NS", 2), ("B", "EW", 1), ("A", "EW", 2)]
    assert re.search(r"North-South 1 Anna Alder .* 2 Anna Quince", visible(house.page.get(wall).text))
    together = visible(house.page.get(phone).text)
    assert rank(house, play_night, "apart") == 303
    assert ranked_labels(house, play_night) == [("A", "NS", 1), ("A", "EW", 1), ("B", "NS", 1), ("B", "EW", 1)]
    page = house.page.get(f"/nights/{play_night.id}/ranking").text
    assert '<option value="apart" selected>' in page
    shown = visible(house.page.get(wall).text)
    assert re.search(r"North-South, section A 1 Anna Alder .* East-West, section A 1 ", shown)
    assert "Anna Quince" not in shown, "section B is on the next page"
    assert visible(house.page.get(phone).text) != together


def test_walls_and_phones_look_again_when_the_choice_changes(house: Club, play_night: PlayedNight) -> None:
    before = page_marks(house.nights.log(play_night.id).state)
    rank(house, play_night, "apart")
    after = page_marks(house.nights.log(play_night.id).state)
    assert before.wall != after.wall
    assert before.pair != after.pair


def test_the_choice_is_logged_once_and_can_be_undone(house: Club, play_night: PlayedNight) -> None:
    before = house.nights.log(play_night.id).state.revision
    for _ in range(2):
        rank(house, play_night, "apart")
    log = house.nights.log(play_night.id)
    assert log.state.revision == before + 1
    desk = house.page.get(f"/nights/{play_night.id}/play/log").text
    assert "Scoring changed to matchpoints, sections apart" in visible(desk)
    play_night.say(of.Undone(log.state.revision))
    assert house.nights.log(play_night.id).state.setup.scoring.sections == "field"
    assert rank(house, play_night, "sideways") == 400


def test_another_movement_keeps_the_choice(house: Club) -> None:
    found = house.keep(night(section_setup("M0404", boards=2), section_setup("M0404", boards=2)))
    rank(house, found, "apart")
    again = {"movement": ["M0505", "M0505"], "boards": "2", "night": str(found.id)}
    assert house.page.post("/nights", data=again).status_code == 303
    setup = house.nights.log(found.id).state.setup
    assert [section.movement.name for section in setup.sections] == ["M0505", "M0505"]
    assert setup.scoring.sections == "apart"


def test_the_choice_is_written_to_the_night_file_and_read_back(house: Club, play_night: PlayedNight) -> None:
    assert json.loads(house.nights.export(play_night.id).text)["setup"]["scoring"]["sections"] == "field"
    rank(house, play_night, "apart")
    log = house.nights.log(play_night.id)
    text = night_document.dumps(log)
    assert night_document.loads(text).state.setup == log.state.setup
    assert json.loads(text)["setup"]["scoring"]["sections"] == "apart"
    with pytest.raises(FormatError, match=re.escape("$.setup.scoring.sections")):
        night_document.loads(text.replace('"sections": "apart"', '"sections": "yes"'))


def test_every_link_of_the_page_of_a_board_that_only_the_second_section_plays_leads_somewhere(house: Club) -> None:
    movements = {"movement": ["M0404", "M0303"], "boards": "2", "first": ["1", "21"], "name": "Two rooms"}
    where = house.page.post("/nights", data=movements).headers["location"]
    sheet = {"at-1-1-21": "110"}
    assert house.page.post(f"{where}/results?section=B&board=21", data=sheet).status_code == 303
    links = re.findall(rf'href="({where}/results[^"]*)"', house.page.get(f"{where}/ranking/board/21").text)
    assert f"{where}/results?board=21" in links
    assert {link: house.page.get(link).status_code for link in links} == dict.fromkeys(links, 200)
    assert "Section B, board 21" in visible(house.page.get(f"{where}/results?board=21").text)
    assert house.page.get(f"{where}/results?board=50").status_code == 404
