"""Before a round is called the director is asked, if more than a minute is left or results are missing."""

import re
from collections.abc import Iterator
from html import unescape

import pytest

from byestand.model.timing import Break, Timing
from tests.support.played_nights import Club, PlayedNight, club, night, section_setup, with_results

M0404 = section_setup("M0404", boards=2)
TEN_MINUTES = Timing(round_seconds=600)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    with club(tmp_path_factory.mktemp("calling") / "nights.sqlite") as found:
        yield found


def press_call(house: Club, played: PlayedNight, **fields: str) -> str:
    """Press the button that calls the next round, and return the question on the page after it; empty if none."""
    desk = f"/nights/{played.id}/play"
    text = house.page.get(desk).text
    form = text[text.index(f'action="{desk}/call"') :]
    shown = dict(re.findall(r'name="(\w+)" value="(\w*)"', form[: form.index("</form>")]))
    answer = house.page.post(f"{desk}/call", data={**shown, **fields})
    assert answer.status_code == 303
    after = house.page.get(answer.headers["location"]).text
    found = re.search(r'role="alertdialog".*?</section>', after, re.DOTALL)
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found[0]))) if found else ""


def round_of(house: Club, played: PlayedNight) -> int:
    return house.nights.log(played.id).state.clocks[0].round


def test_with_minutes_on_the_clock_the_desk_asks_and_calls_nothing(house: Club) -> None:
    played = house.keep(with_results(night(M0404)))
    played.start(TEN_MINUTES, ago=300)
    asked = press_call(house, played)
    assert re.search("Call round 2 now? Time left: [45]:[0-9]{2} .".replace("?", "[?]"), asked), asked
    assert "missing" not in asked
    assert round_of(house, played) == 1


def test_with_results_missing_the_desk_says_at_which_tables(house: Club) -> None:
    played = house.keep(night(M0404))
    played.start(TEN_MINUTES, ago=3600)
    where = f"/nights/{played.id}/results?round=1&table="
    house.page.post(f"{where}1", data={"at-1-1-1": "pass"})
    house.page.post(f"{where}3", data={"at-1-3-5": "pass", "at-1-3-6": "pass"})
    asked = press_call(house, played)
    assert "5 results of round 1 are missing" in asked
    assert "tables 2 and 4: no results yet table 1: some results missing" in asked
    assert "Time left" not in asked
    assert round_of(house, played) == 1


def test_with_time_up_and_all_results_in_the_round_is_called_at_once(house: Club) -> None:
    played = house.keep(with_results(night(M0404)))
    played.start(TEN_MINUTES, ago=545)
    assert press_call(house, played) == ""
    assert round_of(house, played) == 2


def test_who_calls_it_all_the_same_is_not_asked_again(house: Club) -> None:
    played = house.keep(night(M0404))
    played.start(TEN_MINUTES)
    assert press_call(house, played, ask="") == ""
    assert round_of(house, played) == 2


def test_missing_results_are_not_asked_about_in_a_night_in_which_they_come_later(house: Club) -> None:
    played, other = (house.keep(night(M0404)) for _ in range(2))
    for one in (played, other):
        one.start(TEN_MINUTES, ago=3600)
    assert press_call(house, played, ask="", results_later="1") == ""
    assert "missing" not in press_call(house, played), "only the clock is asked about"
    assert "8 results of round 1 are missing" in press_call(house, other)
    house.page.cookies.clear()


def test_a_break_that_is_not_over_is_asked_about(house: Club) -> None:
    played = house.keep(with_results(night(M0404)))
    played.start(Timing(round_seconds=600, breaks=(Break(1, 900),)), ago=700)
    assert "The break ends in 1" in press_call(house, played)


def test_the_end_of_play_is_asked_about_too(house: Club) -> None:
    played = house.keep(with_results(night(M0404)))
    played.start(TEN_MINUTES, round=4)
    asked = press_call(house, played)
    assert "End play now?" in asked
    assert not house.nights.log(played.id).state.has_ended


def test_sections_with_clocks_of_their_own_are_asked_about_apart(house: Club) -> None:
    played = house.keep(night(M0404, section_setup("M0505", boards=2)))
    played.start(Timing(round_seconds=600, separate_clocks=True), ago=3600)
    asked = press_call(house, played)
    assert "8 results of round 1" in asked
    assert "section A: tables 1, 2, 3 and 4: no results yet" in asked
    assert "Section B" not in asked


@pytest.mark.parametrize("query", ["call=9", "call=x", "call=2&section=Z", "call="])
def test_a_question_about_another_round_is_not_shown(house: Club, query: str) -> None:
    played = house.keep(night(M0404))
    played.start(TEN_MINUTES)
    answer = house.page.get(f"/nights/{played.id}/play?{query}")
    assert answer.status_code in (200, 400)
    assert "alertdialog" not in answer.text


def test_wall_codes_and_phones_stay_on_the_desk_after_the_start(house: Club) -> None:
    played = house.keep(night(M0404))
    played.start(TEN_MINUTES)
    text = house.page.get(f"/nights/{played.id}/play").text
    main = text[text.index("<main") :]
    for page in ("wall", "pair", "codes"):
        assert f'href="/nights/{played.id}/{page}"' in main


def test_the_grid_of_a_night_that_is_not_there_is_not_found(house: Club) -> None:
    assert house.page.post("/nights/9999/play/grid", data={"boards": "yes"}).status_code == 404
