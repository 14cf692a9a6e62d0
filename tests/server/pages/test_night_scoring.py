"""The scoring of a night: saved from the ranking page, the same on every page, in every file and on paper."""

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from byestand.model.event import Event
from byestand.model.scoring import Scoring
from byestand.night.events import EventChanged, Undone
from byestand.night.state import NightState
from byestand.server.storage.nights import VisibleNights
from tests.support.app import client, state_of
from tests.support.crawler import InThisProcess
from tests.support.pdf_reader import pages
from tests.support.played_nights import visible

LINES = {"at-1-1-1": "420", "at-5-2-1": "-50", "at-4-3-1": "170"}
"""Three results of board 1 in W0605."""


@dataclass
class Desk:
    """An app with one night that has results."""

    page: TestClient
    nights: VisibleNights
    url: str

    @property
    def id(self) -> int:
        return int(self.url.rpartition("/")[2])

    @property
    def state(self) -> NightState:
        return self.nights.log(self.id).state

    def score(self, status: int = 303, **scoring: str) -> str:
        answer = self.page.post(f"{self.url}/ranking", data=scoring)
        assert answer.status_code == status, answer.text
        return answer.text

    def get(self, path: str) -> str:
        answer = self.page.get(f"{self.url}/{path}")
        assert answer.status_code == 200, answer.text
        return answer.text

    def paper(self, name: str) -> str:
        content = self.page.get(f"{self.url}/results/{name}").content
        return " ".join(word.text for page in pages(content) for word in page)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with client(tmp_path / "nights.sqlite", pool=InThisProcess()) as page:
        where = page.post("/nights", data={"movement": "W0605", "boards": "2", "name": "Tuesday"}).headers["location"]
        assert page.post(f"{where}/results?board=1", data=LINES).status_code == 303
        yield Desk(page, VisibleNights(state_of(page.app).services.store), where)


def test_a_night_in_imps_is_ranked_in_imps_on_pages_in_files_and_on_paper(desk: Desk) -> None:
    assert "place pair name boards MP %" in visible(desk.get("ranking"))
    desk.score(method="cross-imps")
    assert desk.state.setup.scoring == Scoring("cross-imps")
    assert "place pair name boards IMPs 1" in visible(desk.get("ranking"))
    assert '<option value="cross-imps" selected>' in desk.get("ranking")
    assert "NS IMPs" in visible(desk.get("ranking/board/1"))
    assert "IMPs" in visible(desk.get("ranking/of/N1"))
    first = desk.page.get(f"{desk.url}/results/results.json").json()["ranking"][0]
    assert (first["contestant"], first["score"], first["percentage"]) == ("N1", 8, None), "470 is 10 IMPs, 250 is 6"
    assert desk.get("results/ranking.csv").splitlines()[1] == "1,,NS,N1,8,,1"
    assert "IMPs" in visible(desk.get("results/results.html"))
    assert "CROSS_IMPS" in desk.get("results/results.xml")
    assert "IMPs" in desk.paper("ranking.pdf")
    assert "IMPs" in desk.paper("results.pdf")


def test_the_choice_is_logged_in_words_and_undo_takes_it_back(desk: Desk) -> None:
    desk.score(method="butler", factor="ratio")
    desk.score(method="butler", factor="ratio")
    log = desk.nights.log(desk.id)
    assert log.state.revision == 3, "the same choice again is no event"
    assert log.sentence(3) == "Scoring changed to Butler IMPs"
    desk.nights.append(desk.id, Undone(3))
    assert desk.state.setup.scoring == Scoring()
    assert "MP %" in visible(desk.get("ranking"))


def test_what_a_form_does_not_mention_stays(desk: Desk) -> None:
    desk.score(method="butler")
    desk.score(factor="none")
    assert desk.state.setup.scoring == Scoring("butler", "none")


def test_a_method_that_cannot_score_the_results_is_refused_and_nothing_is_saved(desk: Desk) -> None:
    desk.page.post(f"{desk.url}/results?board=1", data={"at-2-4-1": "55%/45%"})
    before = desk.state.revision
    text = desk.score(400, method="cross-imps")
    assert "percentages cannot be scored in IMPs" in visible(text)
    assert "place pair name boards MP %" in visible(text), "the ranking as it is saved"
    assert desk.state.revision == before
    assert desk.state.setup.scoring == Scoring()


def test_a_form_that_is_out_of_date_does_not_replace_the_scoring_that_somebody_else_chose(desk: Desk) -> None:
    (seen,) = re.findall(r'name="revision" value="(\d+)"', desk.get("ranking"))
    desk.score(method="butler", revision=seen)
    text = desk.score(409, method="cross-imps", revision=seen)
    assert "changed in another window" in visible(text)
    assert '<option value="cross-imps" selected>' in text, "what was chosen stays in the form"
    assert desk.state.setup.scoring == Scoring("butler")
    (now,) = re.findall(r'name="revision" value="(\d+)"', text)
    desk.score(method="cross-imps", revision=now)
    assert desk.state.setup.scoring == Scoring("cross-imps")


def test_results_that_came_after_the_form_was_opened_do_not_hinder_another_scoring(desk: Desk) -> None:
    (seen,) = re.findall(r'name="revision" value="(\d+)"', desk.get("ranking"))
    desk.page.post(f"{desk.url}/results?board=1", data={"at-2-4-1": "110"})
    desk.score(method="butler", revision=seen)
    assert desk.state.setup.scoring == Scoring("butler")


def test_an_unknown_method_is_refused(desk: Desk) -> None:
    assert "must be one of matchpoints, cross-imps, butler" in desk.score(400, method="tossing")


def test_a_percentage_is_refused_where_the_night_is_scored_by_imps(desk: Desk) -> None:
    desk.score(method="cross-imps")
    answer = desk.page.post(f"{desk.url}/results?board=1", data={"at-2-4-1": "55%/45%"})
    assert answer.status_code == 400
    assert "percentages are not allowed in IMPs; enter AVE+, AVE or AVE-" in visible(answer.text)
    assert desk.state.results.count == len(LINES)


def test_a_method_in_an_address_changes_nothing(desk: Desk) -> None:
    assert "place pair name boards MP %" in visible(desk.get("ranking?method=butler"))
    assert desk.get("results/results.json?method=butler") == desk.get("results/results.json")


def test_title_club_and_date_are_those_of_the_night_on_every_device(desk: Desk) -> None:
    event = Event("Bridge Club Elm", "Autumn Pairs", date=dt.date(2026, 11, 17))
    desk.nights.append(desk.id, EventChanged(event))
    desk.page.cookies.set("house", "club=Another+Club&title=Something+else&date=2020-01-01")
    for name in ("results.html", "results.xml"):
        text = desk.get(f"results/{name}")
        assert "Bridge Club Elm" in text, name
        assert "Autumn Pairs" in text, name
        assert "Another Club" not in text, name
    paper = desk.paper("ranking.pdf")
    assert "Elm" in paper
    assert "Another" not in paper
