"""The display: its moves are carried out on the grids by an independent reader; and what it shows when."""

import re
import time
from collections.abc import Iterator

import pytest

from byestand.catalog import find
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.model.timing import Break, Timing
from byestand.movements import with_missing
from byestand.night import events as of
from byestand.night.stamp import Stamp
from byestand.night.state import NightState
from byestand.plan import one_winner
from byestand.sentences.next_moves import MoveText, next_moves
from byestand.server.live.message import clock_views, message, page_marks
from tests.support.people import with_names
from tests.support.played_nights import Club, club, night, section_setup, visible, with_results
from tests.support.repaired_movements import boards_exchanged, moved_by_two, pairs_exchanged, stand_passed_by
from tests.support.sections import section

MOVEMENTS = {
    "a rover and a half table": with_missing(find("W1813ER"), "N19"),
    "a rover and a party table": find("W1813ER"),
    "a skip": find("M1008"),
    "a relay": find("M0808R"),
    "a crisscross": find("M0808X"),
    "a Howell with a pair missing": with_missing(find("H0713"), "14"),
    "a Mitchell with a pair missing": with_missing(find("M0707"), "E7"),
    "arrow switches": one_winner(find("M0909")).movement,
    "single players in lines": find("R1111"),
    "single players by card": find("I1313"),
    "other steps after a mishap": moved_by_two(),
    "a mishap that cost a table a round": boards_exchanged(),
}
FAR = {"one": 1, "two": 2, "three": 3}


def seats(movement: Movement, round: int) -> dict[str, tuple[int, str]]:
    """Return all seats in a round, read from the grid cell by cell."""
    return {
        label: (table, seat)
        for table in range(1, movement.tables + 1)
        for label, seat in zip(movement.at(round, table).contestants, movement.seat_names, strict=True)
        if label != "-"
    }


def idle(movement: Movement, round: int) -> set[str]:
    """Return the contestants who do not play in a round: without a seat, opponents or boards."""
    busy = set()
    for table in range(1, movement.tables + 1):
        meeting = movement.at(round, table)
        if "-" not in meeting.contestants and meeting.group:
            busy |= set(meeting.contestants)
    return {movement.field.label(c) for c in movement.field.present} - busy


def line(movement: Movement, who: str) -> set[str]:
    """Return the contestants of a phrase such as EW, South, Odd EW pairs, by the seats of the first round."""
    parity = {"Odd": 1, "Even": 0}.get(who.split(maxsplit=1)[0])
    side = who.removeprefix("Odd ").removeprefix("Even ").removesuffix(" pairs")
    roving = {movement.field.label(movement.rover.contestant)} if movement.rover else set()
    return {
        label
        for label, (_, seat) in seats(movement, 1).items()
        if seat == side and label not in roving and (parity is None or int(label.strip("NE")) % 2 == parity)
    }


@pytest.mark.parametrize("movement", MOVEMENTS.values(), ids=list(MOVEMENTS))
class TestWhatComesNext:
    """The moves shown after a round lead to the grids of the next round."""

    def test_whoever_goes_by_the_wall_arrives(self, movement: Movement) -> None:
        told = section(movement, 2)
        gone = 0
        for round in range(1, movement.rounds):
            here, there = seats(movement, round), seats(movement, round + 1)
            displaced = idle(movement, round) | idle(movement, round + 1) | set(self.guests(told, round))
            for move in next_moves(told, round):
                for label, table in self.read(move, movement, here):
                    if label not in displaced and label in there:
                        assert there[label][0] == table, (round, move, label)
                        gone += 1
        assert gone or any(move.words.startswith("Follow") for move in next_moves(told, 1))

    def read(self, move: MoveText, movement: Movement, here: dict[str, tuple[int, str]]) -> Iterator[tuple[str, int]]:
        """Yield the contestants of a move with their new tables."""
        last = movement.tables - (movement.rover is not None)
        if move.kind == "boards":
            return
        if found := re.fullmatch(r"(?:Skip, )?(\w+|\w+ \w+ pairs): (up|down) (\w+) tables?", move.words):
            far = (FAR.get(found[3]) or int(found[3])) * (1 if found[2] == "up" else -1)
            yield from self.step(movement, here, found[1], far, last)
        elif found := re.fullmatch(r"(?:Pair |Player )?(\w+) to table (\d+)\b.*", move.words):
            yield found[1], int(found[2])
        for who in re.findall(r"\b([NE]S|EW|North) stays?\b", move.detail):
            yield from ((label, here[label][0]) for label in line(movement, who) if label in here)

    def step(
        self, movement: Movement, here: dict[str, tuple[int, str]], who: str, far: int, last: int
    ) -> Iterator[tuple[str, int]]:
        people = line(movement, who)
        assert people, who
        for label in people & here.keys():
            if here[label][0] <= last:
                yield label, (here[label][0] + far - 1) % last + 1

    def guests(self, told: Section, round: int) -> Iterator[str]:
        """Yield the contestants who are at the party table, or go there: they continue from their normal seats."""
        for after in (round - 1, round):
            for move in next_moves(told, after):
                yield from re.findall(r"(?:pair )?(\w+): (?:sit out|play at table \d+)$", move.detail)

    def test_who_sits_out_is_told_and_nobody_else(self, movement: Movement) -> None:
        told = section(movement, 2)
        for round in range(movement.rounds):
            named = set()
            for move in next_moves(told, round):
                if found := re.fullmatch(r"(?:Pairs? |Players? |Rover )?(.+?) sits? out", move.words):
                    named |= set(re.findall(r"\w+", found[1])) - {"and"}
                named |= set(re.findall(r"(?:pair )?(\w+): sit out", move.detail))
            assert named == idle(movement, round + 1), round


class TestWhatIsLoud:
    """Moves that are not routine."""

    def test_the_arrow_is_switched_when_those_who_stay_sit_the_other_way(self) -> None:
        movement = MOVEMENTS["arrow switches"]
        told = section(movement, 2)
        loud = {round + 1: [m.words for m in next_moves(told, round) if m.is_loud] for round in range(movement.rounds)}
        home = {seats(movement, r)["1"][1] for r in range(1, movement.rounds + 1)}
        assert home == {"NS", "EW"}
        for round in range(2, movement.rounds + 1):
            before, now = (seats(movement, r)["1"][1] for r in (round - 1, round))
            expected = {("NS", "EW"): ["Arrow switch"], ("EW", "NS"): ["End of arrow switch"]}.get((before, now), [])
            assert loud[round] == expected, round

    def test_after_a_mishap_it_is_said_who_and_what_goes_elsewhere_and_which_tables_have_slips(self) -> None:
        seats_astray, boards_astray = section(pairs_exchanged(), 2), section(stand_passed_by(), 2)
        assert [m.words for m in next_moves(seats_astray, 3) if m.is_loud] == [
            "E1 stays at table 4, EW.",
            "E2 moves from table 3 to table 5, EW.",
        ]
        assert next_moves(seats_astray, 2) == ()  # that is over for good
        assert [(m.words, m.detail) for m in next_moves(boards_astray, 5) if m.is_loud] == [
            ("Table 8: see your instruction slip", "share boards 15-16 with table 3")
        ]
        loud = [m.words for m in next_moves(section(moved_by_two(), 2), 5) if m.is_loud]
        assert loud == ["EW: down three tables"]

    def test_tables_that_share_are_told(self) -> None:
        told = Section(section(find("W1813"), 2).judged, section(find("W1813"), 2).boards, cases=1)
        for round in range(13):
            moves = [move for move in next_moves(told, round) if move.kind == "sharing"]
            assert moves, round  # eighteen tables, thirteen groups and one set
            row = [find("W1813").at(round + 1, table).group for table in range(1, 19)]
            shared = {table for table, group in enumerate(row, start=1) if row.count(group) > 1}
            assert {int(t) for move in moves for t in re.findall(r"\d+", move.detail)} == shared


@pytest.fixture(scope="module")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    with club(tmp_path_factory.mktemp("wall") / "nights.sqlite") as found:
        yield found


def text(club: Club, id: int, query: str = "") -> str:
    """Return the text of a display."""
    answer = club.page.get(f"/nights/{id}/wall{query}")
    assert answer.status_code == 200, answer.text
    return visible(answer.text)


class TestThePage:
    """What the display shows when."""

    def test_before_play_everybody_finds_the_own_surname_with_the_table_of_the_grid(self, rooms: Club) -> None:
        played = rooms.keep(night(section_setup("W0605ER", missing=("N7",), boards=2)))
        said = text(rooms, played.id)
        movement = with_missing(find("W0605ER"), "N7")
        for label, (table, seat) in seats(movement, 1).items():
            if table <= 6:
                for who in played.plan.names[label].split(" & "):
                    first, surname = who.split()
                    assert f"{table} {seat} {surname} {first}" in said
        assert re.search(r"out Juniper", said) or "out" in said

    def test_more_people_than_fit_are_on_pages_that_can_be_turned_without_a_script(self, rooms: Club) -> None:
        played = rooms.keep(night(section_setup("W1813", boards=2)))
        first, second, again = (text(rooms, played.id, f"?page={page}") for page in (1, 2, 3))
        names = [who for pair in played.plan.names.values() for who in pair.split(" & ")]
        shown = [who for who in names if " ".join(reversed(who.split())) in first]
        assert len(shown) == 39
        assert all(" ".join(reversed(who.split())) in first + second for who in names)
        assert first == again
        assert 'content="12;url=?page=3"' in rooms.page.get(f"/nights/{played.id}/wall?page=2").text

    def test_while_a_round_lasts_it_says_which_and_what_comes(self, rooms: Club) -> None:
        played = rooms.keep(night(section_setup("W0605ER", missing=("N7",), boards=2)))
        played.start(Timing(round_seconds=900, breaks=(Break(3, 600),)), round=2, ago=60)
        said = text(rooms, played.id)
        assert "Round 2 of 5, until" in said
        assert re.search(r"\b1[34]:\d\d\b", said)
        assert "EW: up one table from table 6 to table 1; NS stay Boards: down one table" in said
        assert "Break after round 3." in said
        played.call(3)
        assert "After this round Break of 10 minutes" in text(rooms, played.id)
        assert "find your table" in text(rooms, played.id, "?show=list")  # on a screen that stays with it

    def test_a_round_that_is_over_a_break_and_a_pause_are_called_so(self, rooms: Club) -> None:
        played = rooms.keep(night(section_setup("M0505", boards=2)))
        played.start(Timing(round_seconds=900, breaks=(Break(2, 600),)), ago=950)
        assert "time is up" in text(rooms, played.id)
        played.call(2, ago=950)
        assert re.search(r"Break round 3 at \d+:\d\d 9:\d\d", text(rooms, played.id))
        played.call(3, ago=10)
        played.say(of.ClockPaused())
        assert "Round 3 of 5, clock paused 14:50" in text(rooms, played.id)

    @pytest.mark.parametrize("is_until", [False, True])
    def test_a_break_that_is_over_or_paused_is_called_so(self, rooms: Club, is_until: bool) -> None:
        played = rooms.keep(night(section_setup("M0505", boards=2)))
        ended = time.time() - 700
        rest = Break(1, until=ended + 600) if is_until else Break(1, 600)
        played.start(Timing(round_seconds=900, breaks=(rest,)), ago=1600)
        page, desk = text(rooms, played.id), visible(rooms.page.get(f"/nights/{played.id}/play").text)
        assert "Break over round 2 is next 0:00" in page
        assert not re.search(r"time is up|Break (until|of)", page)
        assert "The break is over. Round 2 at" in desk
        assert not re.search(r"Time is up|Break after round", desk)
        played.say(of.ClockPaused(), ago=400)
        assert "Break clock paused 5:00" in text(rooms, played.id)
        desk = visible(rooms.page.get(f"/nights/{played.id}/play").text)
        assert "5:00 Break, clock paused." in desk
        assert "Resume" in desk

    def test_a_skip_takes_the_wall_when_the_round_before_it_ends(self, rooms: Club) -> None:
        played = rooms.keep(night(section_setup("M1008", boards=2)))
        played.start(round=5, ago=870)
        page = rooms.page.get(f"/nights/{played.id}/wall").text
        assert 'data-state="last"' in page
        assert '<p class="big">Skip: EW up two tables</p>' in page
        assert "From table 4 to table 6, not to table 5" in page

    def test_a_long_announcement_has_the_wall_to_itself(self, rooms: Club) -> None:
        played = rooms.keep(night(section_setup("M0505", boards=2)))
        played.start(ago=60)
        played.say(of.WallMessageSet("Round 2. East-West: up one table.\nSitting out: E3, Anna Berg & Boris Dahl."))
        said = text(rooms, played.id)
        assert "Round 2. East-West: up one table. Sitting out: E3, Anna Berg & Boris Dahl. Round 1 14:0" in said
        assert "After this round" not in said

    def test_sections_have_their_clocks_apart(self, rooms: Club) -> None:
        played = rooms.keep(night(section_setup("M0404", boards=2), section_setup("M0505", boards=2)))
        played.start(Timing(separate_clocks=True), ago=30)
        played.say(of.RoundCalled(2, "B"), of.WallMessageSet("Coffee at the bar"))
        said = text(rooms, played.id)
        assert re.search(r"Section A Round 1 .*Section B Round 2 ", said)
        assert "Coffee at the bar" in said

    def test_the_ranking_is_there_when_the_director_releases_it_and_not_before(self, rooms: Club) -> None:
        plan = with_results(night(section_setup("W0605", boards=2)))
        played = rooms.keep(plan)
        played.start(round=5)
        played.say(of.ResultsReleased())
        assert "Round 5 of 5" in text(rooms, played.id)
        assert len(re.findall(r"\d\d\.\d\d%", text(rooms, played.id, "?show=ranking"))) == 12
        played.say(of.ResultsReleased(released=False))
        played.call(6)
        assert "Thank you" in text(rooms, played.id)
        assert not re.search(r"\d\d\.\d\d%", text(rooms, played.id, "?show=ranking"))
        played.say(of.ResultsReleased())
        said = text(rooms, played.id)
        assert len(re.findall(r"\d\d\.\d\d%", said)) == 12
        assert all(who in said for pair in plan.names.values() for who in pair.split(" & "))

    def test_strange_questions_are_refused_with_a_sentence(self, rooms: Club) -> None:
        played = rooms.keep(night(section_setup("M0404", boards=2)))
        for query in ("?page=x", "?page=-3", "?page=0x", "?show=everything"):
            assert rooms.page.get(f"/nights/{played.id}/wall{query}").status_code == 400, query
        assert rooms.page.get("/nights/999/wall").status_code == 404


class TestTheMessage:
    """The messages to pages."""

    def current_message(self, rooms: Club, id: int) -> NightState:
        return rooms.nights.log(id).state

    def test_a_page_is_told_to_look_again_when_something_it_shows_is_another(self, rooms: Club) -> None:
        played = rooms.keep(with_results(night(section_setup("M0404", boards=2))))
        happens: tuple[tuple[of.NightEvent, set[str]], ...] = (
            (of.NotesChanged("bring sugar"), set()),
            (with_names("A", "N1", "Zoe & Yan"), {"wall", "pair"}),
            (of.TimingChanged(Timing(round_seconds=600)), {"wall", "pair"}),
            (of.Started({"A": 4}), {"wall", "pair"}),
            (of.RoundCalled(2), {"wall"}),
            (of.ClockPaused(), set()),
            (of.WallMessageSet("Last orders"), {"wall"}),
            (of.ResultsReleased(), {"wall", "pair"}),
        )
        for event, whose in happens:
            before = page_marks(self.current_message(rooms, played.id))._asdict()
            played.say(event)
            after = page_marks(self.current_message(rooms, played.id))._asdict()
            assert {page for page in before if before[page] != after[page]} == whose | {"desk"}, event

    def test_a_message_holds_for_every_later_instant(self, rooms: Club) -> None:
        """It determines what the clock shows at any later time, so a late screen needs no new one."""
        timing = Timing(round_seconds=900, breaks=(Break(2, 600), Break(3, until=10_000.0)), warnings=(300, 60))
        log = rooms.nights.log(rooms.keep(night(section_setup("M0505", boards=2))).id)
        for event, at in ((of.TimingChanged(timing), 0.0), (of.Started({"A": 5}), 0.0), (of.RoundCalled(2), 1000.0)):
            log = log.append(event, Stamp(at))
        clocks = message(log.state)["clocks"]
        assert isinstance(clocks, list)
        (clock,) = clocks
        starts = [(phase["state"], phase["starts"]) for phase in clock["phases"]]
        assert starts[:4] == [("running", 1000), ("warned", 1600), ("last", 1840), ("break", 1900)]
        assert starts[4:] == [
            ("break-over", 2500),
            ("break-over", 9100),
        ]  # until then a break takes up delays
        assert [phase["finish"] for phase in clock["phases"]] == [11_800] * 6
        states = {at: clock_views(log.state, at)[0] for at in (1000.0, 1700.0, 1850.0, 2000.0, 2600.0)}
        assert [shown.state for shown in states.values()] == ["running", "warned", "last", "break", "break-over"]
        assert [shown.time_left for shown in states.values()] == ["15:00", "3:20", "0:50", "8:20", "0:00"]
