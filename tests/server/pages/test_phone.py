"""The phone of a pair: table, direction, boards and opponents, compared with the grids."""

import re
from collections.abc import Iterator

import pytest

from byestand.model.movement import Movement
from byestand.night import events as of
from tests.support.played_nights import (
    Club,
    PlannedNight,
    club,
    night,
    section_of,
    section_setup,
    visible,
    with_results,
)

NIGHTS = {
    "a rover and a half table": night(section_setup("W0605ER", missing=("N7",), boards=2)),
    "a Howell with a pair missing": night(section_setup("H0713", missing=("14",), boards=2)),
    "one winner": night(section_setup("M0707", boards=3, one_winner=True)),
    "single players": night(section_setup("I0909", boards=2)),
    "players who change seats": night(section_setup("R0505", boards=3)),
}
SIDES = {"NS": "North-South", "EW": "East-West"}


@pytest.fixture(scope="module")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    with club(tmp_path_factory.mktemp("phone") / "nights.sqlite") as found:
        yield found


def cell(movement: Movement, round: int, label: str) -> tuple[int, str, tuple[str, ...], int] | None:
    """Return table, seat, all contestants there and the deal group of a contestant who plays; None if it does not."""
    for table in range(1, movement.tables + 1):
        meeting = movement.at(round, table)
        if label in meeting.contestants and "-" not in meeting.contestants and meeting.group:
            seat = movement.seat_names[meeting.contestants.index(label)]
            return table, seat, meeting.contestants, meeting.group
    return None


def text(rooms: Club, id: int, label: str) -> str:
    answer = rooms.page.get(f"/nights/{id}/pair/{label}")
    assert answer.status_code == 200, answer.text
    return visible(answer.text)


@pytest.mark.parametrize("plan", NIGHTS.values(), ids=list(NIGHTS))
class TestTheEvening:
    """The phone shows in every round what the grids have."""

    def test_now_next_and_the_whole_evening(self, rooms: Club, plan: PlannedNight) -> None:
        section = section_of(plan)
        movement, played = section.movement, rooms.keep(plan)
        played.start(round=2)
        for label in map(movement.field.label, movement.field.present):
            said = text(rooms, played.id, label)
            now, _, rest = said.partition("Next, at")
            following, _, evening = rest.partition("Your rounds")
            self.hold_now(plan, movement, label, now)
            self.hold_next(movement, label, following)
            rows = re.split(r" (?=\d+ (?:table|sit out) )", evening.strip())
            assert len(rows) == movement.rounds
            for round, row in enumerate(rows, start=1):
                self.hold_row(plan, movement, label, round, row)

    def hold_now(self, plan: PlannedNight, movement: Movement, label: str, said: str) -> None:
        here = cell(movement, 2, label)
        if here is None:
            assert "Sit out" in said or "sit out" in said
            return
        table, seat, people, group = here
        first, last = section_of(plan).boards.numbers(group)  # type: ignore[union-attr]
        assert f"Table {table} seat {SIDES.get(seat, seat)} boards {first}–{last}" in said
        for other in set(people) - {label}:
            assert plan.names[other] in said

    def hold_next(self, movement: Movement, label: str, said: str) -> None:
        here = cell(movement, 3, label)
        if here is None:
            assert "ou sit out" in said
            return
        table, seat, _, _ = here
        assert f": table {table} , seat {SIDES.get(seat, seat)}" in said
        before = cell(movement, 2, label)
        if before and before[:2] == (table, seat):
            assert "Stay: " in said
        if found := re.search(r"Go (up|down) (one|two) tables?: ", said):
            far = {"one": 1, "two": 2}[found[2]] * (1 if found[1] == "up" else -1)
            ring = movement.tables - (movement.rover is not None)
            assert before
            assert (before[0] + far - table) % ring == 0

    def hold_row(self, plan: PlannedNight, movement: Movement, label: str, round: int, row: str) -> None:
        here = cell(movement, round, label)
        if here is None:
            assert row.startswith(f"{round} sit out")
            return
        table, _, people, group = here
        first, last = section_of(plan).boards.numbers(group)  # type: ignore[union-attr]
        assert row.startswith(f"{round} table {table} {first}–{last} ")
        assert all(re.search(rf"\b{other}\b", row) for other in set(people) - {label})


@pytest.fixture(scope="module")
def play_night(rooms: Club) -> int:
    """Return a night of two sections with some names from elsewhere."""
    plan = night(section_setup("M0909", boards=2), section_setup("M0707", boards=2))
    names = {**plan.names, "AN5": "Łukasz Żak & Émile O'Brien", "BE3": "Anna van den Berghe & Zoë Müller"}
    return rooms.keep(plan.with_names(names)).id


class TestFindingOneself:
    """By name, by part of it, by number."""

    @pytest.mark.parametrize(
        ("who", "found"),
        [
            ("lukasz", "AN5"),
            ("ZAK", "AN5"),
            ("emile obr", "AN5"),
            ("o'brien", "AN5"),
            ("muller", "BE3"),
            ("Müll zoe", "BE3"),
            ("berghe", "BE3"),
            ("AN5", "AN5"),
            ("be 3", "BE3"),
            ("9", "AE9 AN9"),
            ("5", "AE5 AN5 BE5 BN5"),
            ("005", "AE5 AN5 BE5 BN5"),
            ("zzz", ""),
            ("0", ""),
            ("&", ""),
        ],
    )
    def test_by_what_people_type(self, rooms: Club, play_night: int, who: str, found: str) -> None:
        answer = rooms.page.get(f"/nights/{play_night}/pair", params={"who": who})
        assert answer.status_code == 200
        assert sorted(re.findall(r'name="pair" value="(\w+)"', answer.text)) == found.split()
        assert ("No match." in answer.text) == (not found)

    def test_the_one_who_is_chosen_is_opened_without_a_script(self, rooms: Club, play_night: int) -> None:
        answer = rooms.page.post(f"/nights/{play_night}/pair", data={"pair": "AN5"})
        assert answer.headers["location"] == f"/nights/{play_night}/pair/AN5"
        assert "Łukasz Żak & Émile O'Brien" in text(rooms, play_night, "AN5")

    def test_a_stranger_is_refused_with_a_sentence(self, rooms: Club, play_night: int) -> None:
        for label in ("AN99", "N1", "<b>", "%2e%2e"):
            answer = rooms.page.get(f"/nights/{play_night}/pair/{label}")
            assert answer.status_code == 404, label
            assert "o pair with this number" in answer.text or "age not found" in answer.text


def test_who_has_finished_before_others_is_told_so(rooms: Club) -> None:
    played = rooms.keep(night(section_setup("M0505", boards=2), section_setup("M0303", boards=2)))
    played.start(round=5)
    assert "End of play" in text(rooms, played.id, "BN1")
    assert "Round 5 of 5" in text(rooms, played.id, "AN1")
    wall = visible(rooms.page.get(f"/nights/{played.id}/wall").text)
    assert "Round 5 of 5, until" in wall
    assert "B: finished" in wall


class TestResults:
    """Released or not, and only one's own."""

    @pytest.mark.parametrize("name", ["W0605", "I0909"])
    def test_they_are_there_when_released_and_are_those_of_this_phone(self, rooms: Club, name: str) -> None:
        plan = with_results(night(section_setup(name, boards=2)))
        movement, played = section_of(plan).movement, rooms.keep(plan)
        played.start(round=movement.rounds + 1)
        someone = movement.field.label(2)
        assert "Results appear here when the director publishes them." in text(rooms, played.id, someone)
        played.say(of.ResultsReleased())
        for label in (someone, movement.field.label(movement.field.size)):
            boards = re.findall(r"<td>(\d+)</td>", rooms.page.get(f"/nights/{played.id}/pair/{label}").text)
            mine = [cell(movement, round, label) for round in range(1, movement.rounds + 1)]
            expected = [b for here in mine if here for b in section_of(plan).boards.numbers_of(here[3])]  # type: ignore[union-attr]
            assert sorted(map(int, boards)) == sorted(expected)
            assert re.search(r"Your results \d\d\.\d\d% place \d", text(rooms, played.id, label))

    def test_where_nothing_is_known_yet_that_is_said(self, rooms: Club) -> None:
        played = rooms.keep(night(section_setup("M0404", boards=2)))
        played.say(of.ResultsReleased())
        assert "No results yet." in text(rooms, played.id, "N1")
