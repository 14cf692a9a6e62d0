"""Problem reports: two pairs that changed places, an unfinished report, and the log."""

import re
from collections.abc import Iterator
from html import unescape

import pytest

from byestand import cli
from byestand.catalog import find
from byestand.errors import BadRequest
from byestand.model.movement import Movement
from byestand.movements import with_missing
from byestand.night.reports import describe_report
from byestand.night.state import ReportItem
from byestand.repairs.mishap_syntax import parse_mishaps
from byestand.repairs.reconstruction import reconstruct_seats
from tests.support.played_nights import Club, PlayedNight, club, night, section_setup, visible


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    with club(tmp_path_factory.mktemp("reports") / "nights.sqlite") as found:
        yield found


def seats_played(plan: Movement, after: int, **words: tuple[str, ...]) -> list[object]:
    seats, _ = reconstruct_seats(plan, after, parse_mishaps(plan, after, **words))  # type: ignore[arg-type]
    found: list[object] = seats.tolist()
    return found


class TestSwaps:
    def test_each_of_two_sat_where_the_other_was_to_sit(self) -> None:
        plan = find("M0909")
        assert plan.at(3, 3).contestants == ("N3", "E1")
        assert plan.at(3, 7).contestants == ("N7", "E5")
        swapped = seats_played(plan, 3, swapped=("E1,E5",))
        assert swapped == seats_played(plan, 3, seats=("3:3=N3,E5", "3:7=N7,E1"))
        assert swapped == seats_played(plan, 3, swapped=(" E5 , E1 @ 3",))

    def test_two_swaps_may_meet_at_a_table(self) -> None:
        plan = find("M0909")
        both = seats_played(plan, 3, swapped=("E1,E5@3", "N3,N4@3"))
        assert both == seats_played(plan, 3, seats=("3:3=N4,E5", "3:7=N7,E1", "3:4=N3,E2"))

    def test_whoever_sat_out_may_have_played_for_another(self) -> None:
        plan = with_missing(find("H0713"), "14")
        assert plan.at(1, 4).contestants == ("4", "-")
        assert plan.at(1, 6).contestants == ("3", "13")
        assert seats_played(plan, 2, swapped=("4,3@1",)) == seats_played(plan, 2, seats=("1:4=3,-", "1:6=4,13"))

    @pytest.mark.parametrize(
        ("words", "reason"),
        [
            ({"swapped": ("E1,",)}, "enter the two that exchanged places: 'E1,'"),
            ({"swapped": ("E1",)}, "such as E8,E9@5: 'E1'"),
            ({"swapped": ("E1,E1",)}, "enter the two that exchanged places: 'E1,E1'"),
            ({"swapped": ("E1,e01",)}, "enter the two that exchanged places: 'E1,e01'"),
            ({"swapped": ("E1,N5",)}, "with two winners NS and EW pairs do not exchange places: 'E1,N5'"),
            ({"swapped": ("E1,E5@4",)}, "the last round played is 3: 'E1,E5@4'"),
            ({"swapped": ("E1,E5@0",)}, "the last round played is 3: 'E1,E5@0'"),
            ({"swapped": ("E1,E77",)}, "'E77'"),
            ({"swapped": ("E1,E5",), "seats": ("3:3=N3,E9",)}, "round 3, table 3 is given twice"),
        ],
    )
    def test_what_makes_no_sense_is_refused(self, words: dict[str, tuple[str, ...]], reason: str) -> None:
        with pytest.raises(BadRequest, match=re.escape(reason)):
            seats_played(find("M0909"), 3, **words)

    def test_the_command_line_takes_it(self, capsys: pytest.CaptureFixture[str]) -> None:
        swapped = ["repair", "M0909", "--after", "3", "--seconds", "0.2", "--swapped", "E1,E5@3"]
        seated = [*swapped[:-2], "--seats", "3:3=N3,E5", "--seats", "3:7=N7,E1"]
        answers = []
        for arguments in (swapped, seated):
            assert cli.run(arguments) == 0
            answers.append(capsys.readouterr().out)
        assert answers[0] == answers[1]
        assert "E5" in answers[0]


@pytest.fixture
def play_night(house: Club) -> PlayedNight:
    """Two sections in round 3."""
    found = house.keep(night(section_setup("M0404", boards=2), section_setup("M0909", boards=2)))
    found.start(round=3)
    return found


def desk_of(house: Club, play_night: PlayedNight) -> str:
    return house.page.get(f"/nights/{play_night.id}/play").text


def report(house: Club, play_night: PlayedNight, **fields: str) -> str:
    """Send a report about section B, and return where it leads."""
    said = {"revision": str(house.nights.log(play_night.id).state.revision), "after": "3", **fields}
    answer = house.page.post(f"/nights/{play_night.id}/play/told/B", data=said)
    assert answer.status_code == 303
    return str(answer.headers["location"]).partition("#")[0]


class TestTheDesk:
    def test_two_swapped_pairs_are_one_form(self, house: Club, play_night: PlayedNight) -> None:
        page = house.page.get(f"/nights/{play_night.id}/section/B/wrong?after=3&kind=pair").text
        first = page[: page.index('<details class="wishes">')]
        assert all(f'name="{name}"' in first for name in ("swap", "swap_with", "swap_round"))
        ways = report(house, play_night, swap="E1", swap_with="E5", swap_round="3")
        assert ways.endswith("?after=3&swapped=E1%2CE5%403")
        shown = visible(house.page.get(ways).text)
        assert "BN3 and BE5 sat at table 3 in round 3." in shown
        assert "BN7 and BE1 sat at table 7 in round 3." in shown
        assert 'name="way"' in house.page.get(ways).text
        assert "No repair chosen yet." in visible(desk_of(house, play_night))

    def test_a_report_that_is_not_finished_stays_and_can_be_gone_on_with(
        self, house: Club, play_night: PlayedNight
    ) -> None:
        report(house, play_night, seats="3:3=N3,E5")
        desk = desk_of(house, play_night)
        assert "Report not complete, section B: BN3 and BE5 sat at table 3 in round 3." in visible(desk)
        assert "ound 3: BE5 cannot have sat at tables 3 and 7; enter the pairs at each table" in visible(desk)
        assert "No repair chosen yet" not in visible(desk)
        link = re.search(r'href="([^"]*)">Complete the report', desk)
        assert link
        assert "seats=3%3A3%3DN3%2CE5" in link[1]
        again = house.page.get(f"/nights/{play_night.id}/play/happened?kind=pair&section=B").headers["location"]
        assert "seats=3%3A3%3DN3%2CE5" in again, "a second report adds to the first"
        page = house.page.get(f"{again}&table=7").text
        form = page[page.index('id="table"') :]
        assert '<input type="hidden" name="seats" value="3:3=N3,E5">' in form[: form.index("</form>")]
        house.page.post(
            f"/nights/{play_night.id}/play/told/B",
            data={
                "revision": str(house.nights.log(play_night.id).state.revision),
                "after": "3",
                "seats": ["3:3=N3,E5", "3:7=N7,E1"],
            },
        )
        assert "No repair chosen yet." in visible(desk_of(house, play_night))

    def test_a_report_can_be_discarded(self, house: Club, play_night: PlayedNight) -> None:
        for seats in ("3:3=N3,E5", "3:3=N3,E6"):
            report(house, play_night, seats=seats)
        desk = desk_of(house, play_night)
        assert 'id="discardB">Remove report' in desk
        revision = str(house.nights.log(play_night.id).state.revision)
        pressed = house.page.post(f"/nights/{play_night.id}/play/discard", data={"revision": revision, "section": "B"})
        assert pressed.status_code == 303
        assert "Report not complete" not in visible(desk_of(house, play_night))
        assert not house.nights.log(play_night.id).state.mishaps

    def test_half_a_swap_is_not_lost_and_says_what_is_missing(self, house: Club, play_night: PlayedNight) -> None:
        ways = report(house, play_night, swap="E1", swap_round="2")
        page = house.page.get(ways).text
        assert "nter the two that exchanged places" in visible(page)
        assert '<option value="E1" selected>' in page
        assert '<option value="2" selected>' in page[page.index('id="swap_round"') :]
        forms = [form for form in page.split("<form")[1:] if 'name="swap"' in form.partition("</form>")[0]]
        assert all('name="swapped"' not in form.partition("</form>")[0] for form in forms), "it is typed anew"
        assert "Report not complete, section B: BE1 and an unknown pair changed places in round 2." in visible(
            desk_of(house, play_night)
        )

    def test_the_log_says_what_was_reported(self, house: Club, play_night: PlayedNight) -> None:
        report(house, play_night, swap="E1", swap_with="E5", swap_round="3")
        log = visible(house.page.get(f"/nights/{play_night.id}/play/log").text)
        assert "Problem reported in section B: BE1 and BE5 changed places in round 3" in log
        assert "Problem reported:" not in log


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ((("boards", "5:7=12"),), "Wrong boards at table 7 in round 5"),
        ((("boards", "5:7=0"),), "No boards at table 7 in round 5"),
        ((("seats", "5:7=N7,E3"),), "N7 and E3 sat at table 7 in round 5"),
        ((("seats", "5:7=-,-"),), "Nobody sat at table 7 in round 5"),
        ((("cancelled", "5:7"),), "Table 7 cancelled in round 5"),
        ((("moved", "ew:+2@4"),), "EW moved wrong after round 4"),
        ((("boards_moved", "-2@4"),), "All boards moved wrong after round 4"),
        ((("skip", "forgotten"),), "Skip forgotten"),
        ((("skip", "4"), ("left", "E4")), "Skip made after round 4; E4 left"),
        ((("left", "E4@3"), ("came", "1")), "E4 left after round 3; 1 late pair arrived"),
        ((("came", "2"), ("cases", "2")), "2 late pairs arrived"),
        ((("cards_out", "no"),), ""),
        ((("seats", "who knows"),), "seats who knows"),
    ],
)
def test_every_kind_of_report_has_words(said: tuple[tuple[str, str], ...], words: str) -> None:
    told = unescape(describe_report(tuple(ReportItem(*item) for item in (("after", "5"), *said))))
    assert told == (f"Problem reported: {words}" if words else "Problem reported")
