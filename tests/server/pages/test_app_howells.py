"""Howells in the app: one field, so numbers without a letter, pairs that stay, and how good it could be."""

import re
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from byestand.catalog import find
from byestand.server.page_tools.movement_charts import heat_map
from byestand.server.page_tools.room_drawing import room_picture
from byestand.verify import judge
from byestand.verify.measures import measure
from tests.support.app import client
from tests.support.crawler import InThisProcess


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client(tmp_path_factory.mktemp("nights") / "nights.sqlite", pool=InThisProcess()) as found:
        yield found


def words(text: str) -> str:
    return " ".join(re.sub(r"<.*?>", " ", text).split())


def test_in_the_room_who_stays_is_told_from_who_moves() -> None:
    tokens = {
        token.label: token.kind for token in room_picture(find("H0813T"), None).wide.tokens if token.kind != "board"
    }
    assert {label for label, kind in tokens.items() if kind == "stays"} == {"14", "15", "16"}
    assert set(tokens.values()) == {"stays", "moves"}


def test_a_pair_is_found_by_its_bare_number_with_the_way_it_sits(page: TestClient) -> None:
    text = words(page.get("/m/H0813T?pair=14&round=6").text)
    assert "Round 6: 14 at table 5, EW, against 10" in text
    assert "1 moving pairs 14 stationary pairs NS are shown above the table, EW below" in text


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("H0812", "balance, proved best possible 94.8"),
        ("H0813", "balance 94.7 upper limit of balance 97.4"),
    ],
)
def test_the_page_says_how_good_it_could_be(page: TestClient, name: str, says: str) -> None:
    assert says in words(page.get(f"/m/{name}").text)


def test_where_all_compete_alike_all_is_of_one_strong_shade() -> None:
    """With 13 pairs of H0713 each competes in 12 rounds with five other tables: by 5 with each of 12."""
    heat = heat_map(measure(judge(find("H0713", missing=("14",)))))
    assert (heat.low, heat.high) == (5, 5)
    assert [bool(path) for path in heat.paths] == [False] * 6 + [True]


def test_the_plainer_ones_of_the_same_size_and_the_half_table_are_a_click_away(page: TestClient) -> None:
    text = page.get("/m/H0813T").text
    for link in (r"/m/H0813\?", r"/m/H0813S\?", r'/m/H0813T\?[^"]*missing=1\b'):
        assert re.search(f'href="{link}', text), link
    assert re.search(r'href="/m/H0712N\?[^"]*missing=14\b[^"]*"[^>]*>half table: 14 missing', page.get("/m/H0712").text)


def test_thirteen_pairs_sit_down_and_a_fourteenth_comes(page: TestClient) -> None:
    kept = page.post("/nights", data={"movement": "H0713", "missing": "14", "boards": "2"}).headers["location"]
    night = page.get(kept).text
    assert "H0713 without 14" in night
    assert "then E1" not in night
    number = kept.rpartition("/")[2]
    ways = words(page.get(f"/change?night={number}&pairs=14").text)
    assert "Fill the half table 7-table Howell H0713 No boards to move" in ways
    assert "The new pair is pair 14, starting at table 4, EW." in ways


def test_paper_of_a_night_is_called_by_its_movements_and_the_sheet(page: TestClient) -> None:
    kept = page.post("/nights", data={"movement": ["H0407", "W0605"], "letter": ["A", "B"]}).headers["location"]
    answer = page.get(f"{kept}/paper/boarding.pdf")
    assert answer.headers["content-disposition"] == 'attachment; filename="H0407-W0605-boarding.pdf"'
