"""Individuals beyond the Rainbow's schedule: whist, spare and missing players, splits and measures."""

from collections import Counter
from itertools import combinations
from math import gcd, prod

import numpy as np
import pytest

from byestand import cli
from byestand.catalog import find, find_judged, parse
from byestand.catalog.listing import listing
from byestand.errors import BadRequest, ByestandError, NoSuchMovement
from byestand.model.claims import Swivel
from byestand.model.field import Field
from byestand.model.movement import Movement
from byestand.movements import begun_by, shipped_spares, whist, whist_rounds, whist_sizes
from byestand.movements.individual_grids import swivel_for
from byestand.plan.individual_games import individuals_for, splits
from byestand.search import Found, Impossible, find_spares
from byestand.sentences.charts import chart
from byestand.sentences.instructions import instructions_text
from byestand.sentences.setup_steps import setup_steps
from byestand.verify import judge
from byestand.verify.measures import balance, competition, measure
from byestand.words.titles import title_of
from tests.support.company import company
from tests.support.sections import section


@pytest.mark.parametrize("players", [4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29])
def test_whist_is_perfect(players: int) -> None:
    """All players are partners once and opponents twice; with 4n + 1 players each sits out once."""
    movement = whist(players=players)
    assert movement.rounds == whist_rounds(players) == (players - 1 if players % 4 == 0 else players)
    assert judge(movement).findings == ()
    met, everybody_else = company(movement), 1 - np.eye(players, dtype=int)
    assert (met.partners == everybody_else).all()
    assert (met.opponents == 2 * everybody_else).all()
    sit_outs = {len(movement.sit_outs(str(player))) for player in range(1, players + 1)}
    assert sit_outs == {players % 4}


@pytest.mark.parametrize(("players", "qf"), [(8, 100), (9, 100), (13, 100), (16, 100), (17, 100), (20, 100)])
def test_small_whist_movements_are_perfectly_balanced(players: int, qf: float) -> None:
    """All players compete equally, so one winner is fair."""
    assert balance(competition(whist(players=players))) == pytest.approx(qf)


def test_whist_for_other_numbers_is_refused_with_the_nearest() -> None:
    assert whist_sizes()[0] == 4
    with pytest.raises(
        BadRequest, match=("whist movements are for 4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29 players, not 11")
    ):
        whist(players=11)
    with pytest.raises(BadRequest, match="1 to 7 rounds, not 8"):
        find("I0808")


@pytest.mark.parametrize(
    "name", ["R0707S", "R0808S", "R1111S", "R1111D", "R1212D", "R1414D", "R1813S", "R2513D", "R2208D"]
)
def test_nobody_sits_out_twice_for_a_spare_player(name: str) -> None:
    """As few as possible sit out, none twice, and the spare players meet no player and no board twice either."""
    movement = find(name)
    spares = movement.field.size - 4 * movement.tables
    out = Counter(len(movement.sit_outs(str(player))) for player in range(1, movement.field.size + 1))
    assert out == {1: spares * movement.rounds, 0: movement.field.size - spares * movement.rounds}
    assert judge(movement).is_sound
    last = str(movement.field.size)
    assert len(set(movement.opponents(last))) == 3 * movement.rounds
    assert "spare" in title_of(movement)
    assert f"Player {last}: round 1" in instructions_text(setup_steps(section(movement)))


def test_five_tables_have_no_spare_and_say_so() -> None:
    """All routes are few enough to try: that none fits is a proof, for this schedule."""
    for name in ("R0505S", "R0505D"):
        with pytest.raises(NoSuchMovement, match="R0505 has no seats for spare players: "):
            find(name)
    assert find_spares(find("R0505"), 1) == Impossible(
        "every route of a spare player was tried, and each meets a player or a board twice", "exhausted search"
    )
    assert isinstance(find_spares(find("I0807"), 2), Impossible)


def test_whoever_comes_to_a_missing_player_sits_out_once() -> None:
    """One player short: three sit out in a round, different ones each time, as 4t - 1 players require."""
    movement = find("R1111", missing=["44"])
    assert judge(movement).is_sound
    out = Counter(len(movement.sit_outs(str(player))) for player in range(1, 44))
    assert out == {1: 33, 0: 10}


@pytest.mark.parametrize("tables", range(10, 31))
def test_splits_are_sections_that_go_by_the_rule(tables: int) -> None:
    """Two odd numbers make an even one, three an odd one; where the rule lasts in one section none is needed."""
    found = splits(tables)
    assert all(sum(parts) == tables and gcd(prod(parts), 6) == 1 and min(parts) >= 5 for parts in found)
    assert {len(parts) for parts in found} <= {2 + tables % 2}
    assert bool(found) == (gcd(tables, 6) > 1)
    assert tables != 12 or found == ((5, 7),)


def test_the_best_for_44_players_is_the_published_rainbow() -> None:
    best = individuals_for(44, range(22, 34))[0]
    assert (best.title, best.rounds, best.boards_per_round, best.move_description) == ("R1111", 11, 3, "rule")


@pytest.mark.parametrize("players", [4, 5, *range(8, 14), 18, 19, 22, 26, 29, 33, *range(40, 49), 72, 101])
def test_what_is_offered_exists_and_is_sound(players: int) -> None:
    options = individuals_for(players, range(9, 40))
    assert options
    assert [option.penalty for option in options] == sorted(option.penalty for option in options)
    for option in options[:3]:
        movements = [
            find(name, missing=option.missing, boards_per_round=option.boards_per_round) for name in option.names
        ]
        assert sum(len(movement.field.present) for movement in movements) == players
        assert {movement.rounds for movement in movements} == {option.rounds}
        out = max(len(m.field.present) - 4 * int(m.played_mask[r].sum()) for m in movements for r in range(m.rounds))
        assert out <= option.turnout.out[-1]


def slow_competition(movement: Movement) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """Return C by the definition: deal by deal, two tables at a time, two players at a time."""
    size = movement.field.size
    total = np.zeros((size + 1, size + 1), dtype=np.int64)
    for board in range(1, max(1, len(movement.swivel)) + 1):
        seats = movement.seats_on(board)
        for group in range(1, movement.deal_groups + 1):
            tables = [seats[r, t].tolist() for r, t in np.argwhere((movement.groups == group) & movement.played_mask)]
            sat = [(who, place, seat // 2) for place, row in enumerate(tables) for seat, who in enumerate(row)]
            for (a, here, side), (b, there, other) in combinations(sat, 2):
                same = 1 if side == other else -1
                score = same if here != there else -same * (len(tables) - 1)
                total[a, b] += score
                total[b, a] += score
    return total[1:, 1:]


@pytest.mark.parametrize(("name", "boards"), [("R0505", 3), ("R0707", 2), ("R0806", 4), ("R0707S", 3), ("I0909", 1)])
def test_competition_is_what_its_definition_says_board_by_board(name: str, boards: int) -> None:
    movement = find(name, boards_per_round=boards)
    assert (competition(movement) == slow_competition(movement)).all()


def test_a_rainbow_is_fair_within_each_line_and_not_across() -> None:
    """All players of a line sit in the same direction on every deal: four winners are fair, one winner is not."""
    measures = measure(find_judged("R1111"))
    assert measures.line_balance == (100, 100, 100, 100)
    assert measures.balance < 25


@pytest.mark.parametrize("boards", range(1, 13))
def test_partners_are_shared_out_evenly_whatever_the_boards(boards: int) -> None:
    swivel = swivel_for(boards)
    assert len(swivel) == boards
    assert judge(find("R1111", boards_per_round=boards)).findings == ()
    partners = Counter(turn[1] for turn in swivel)
    assert max(partners.values()) - min(partners[seat] for seat in "SEW") <= 1


def test_a_swivel_must_be_one() -> None:
    movement = find("R0505")
    for swivel in (("NSE",), ("NNEW",), ("NSEW",) * 13):
        with pytest.raises(BadRequest, match="a swivel needs the letters N, S, E and W for each board, such as NESW"):
            Movement("", movement.seats, movement.groups, movement.field, 5, claims=(Swivel(swivel),))
    with pytest.raises(BadRequest, match="only individual players change seats within a round"):
        Movement("", movement.seats[:, :, :2], movement.groups, Field((20,)), 5, claims=(Swivel(("NSEW",)),))
    with pytest.raises(BadRequest, match="seat of the own line"):
        Movement("", movement.seats[:, :, ::-1], movement.groups, movement.field, 5)


def test_charts_leave_norths_out_and_show_who_sits_out() -> None:
    assert chart(find("R1111")).headings == ("S", "E", "W", "group")
    rows = chart(find("I0909")).rows
    assert [row.label for row in rows] == ["1", "2", "out"]
    assert [cell[0] for cell in rows[-1].cells] == [str(round) for round in range(1, 10)]


def test_individuals_are_listed_when_asked_for() -> None:
    assert {entry.family for entry in listing(tables=range(5, 8), individuals=True)} == {"rainbow", "whist"}
    assert [e.name for e in listing(tables=range(8, 9), rounds=range(6, 8), individuals=True)] == [
        "R0806",
        "R080806",
        "R080807",
    ]
    assert not [e for e in listing(tables=range(5, 8)) if e.family in ("rainbow", "whist")]


@pytest.mark.parametrize("name", ["R1111", "R181813", "R1813", "R181312", "R1111S", "R111109D", "I1313", "I1609"])
def test_names_of_individuals_are_parsed_and_written_alike(name: str) -> None:
    assert str(parse(name)) == find(name).name == name
    assert len(name) <= 8


@pytest.mark.parametrize("name", ["R1111ER", "R1111A", "I131313", "I0302", "I9907", "R9999", "R1100", "I1300"])
def test_names_that_make_no_sense_are_refused(name: str) -> None:
    with pytest.raises(BadRequest):
        find(name)


def test_a_rainbow_is_measured_with_the_boards_of_its_swivel(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, boards in (((), 33), (("--boards-per-round", "2"), 22)):
        assert cli.run(["measure", "R1111", *arguments]) == 0
        assert f"boards in play      {boards}\n" in capsys.readouterr().out


def test_where_two_three_and_four_boards_a_round_do_not_fit_others_are_offered() -> None:
    """25 boards are five rounds of five; four players play 24 as three rounds of eight."""
    assert {(o.rounds, o.boards_per_round) for o in individuals_for(44, range(25, 26))} == {(5, 5)}
    assert [(o.title, o.boards_per_round) for o in individuals_for(4, range(24, 25))] == [("I0403", 8)]
    assert {o.boards_per_round for o in individuals_for(44)} <= {2, 3, 4}


def test_nobody_is_told_that_all_play_the_same_boards_where_somebody_sits_out() -> None:
    """Nor that all are partners if one of them is missing."""
    same, once = "Everyone plays the same boards.", "Everyone partners everyone once."
    assert same in individuals_for(44, rounds=11)[0].reasons
    for players in (43, 45, 46):
        reasons = {reason for o in individuals_for(players) for reason in o.reasons}
        assert same not in reasons
        assert not [reason for reason in reasons if reason.startswith("Each player plays")]
    assert once in individuals_for(12, rounds=11)[0].reasons
    assert not [o for o in individuals_for(11, rounds=11) if once in o.reasons]


def test_part_of_the_boards_speaks_against_a_movement_and_under_70_per_cent_strongly() -> None:
    """11, 8 and 7 of 11 deal groups, all by the rule: 4 times the share not played, and 10 more under 70 %."""
    full, eight, seven = (individuals_for(44, rounds=r, deal_groups=11, boards_per_round=3)[0] for r in (11, 8, 7))
    assert full.penalty == 0
    assert eight.penalty == pytest.approx(12 / 11, abs=0.001)
    assert seven.penalty == pytest.approx(16 / 11 + 10, abs=0.001)


def test_spare_players_are_offered_from_six_tables_on() -> None:
    """25 players: six tables and one too many; at five tables spare players could play three rounds only."""
    assert "R0606S" in {o.title for o in individuals_for(25)}
    assert not [o for o in individuals_for(21) if o.names[0].variant]


@pytest.mark.parametrize(("players", "best"), [(13, "I1313"), (16, "I1615"), (9, "I0909"), (8, "I0807")])
def test_small_games_are_perfect_where_the_evening_allows(players: int, best: str) -> None:
    """Part of a whist movement is ranked below a complete one."""
    assert individuals_for(players)[0].title == best


def test_a_rainbow_is_no_movement_in_which_the_arrow_is_switched(capsys: pytest.CaptureFixture[str]) -> None:
    """With one winner all players are ranked together; no arrow is turned."""
    assert cli.run(["show", "R1111", "--switch", "11"]) == 2
    assert "byestand: an arrow switch needs NS and EW pairs; this is an individual movement" in capsys.readouterr().err


@pytest.mark.parametrize("spares", ["S", "D"])
def test_nobody_waits_for_a_search_of_spare_players(spares: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their seats are shipped: all Rainbows of 7 to 30 tables, their parts by rule and by jumps, and shorter ones."""
    monkeypatch.delattr("byestand.search.find_spares")
    for entry in listing(tables=range(7, 31), family="rainbow"):
        t, d = entry.tables, entry.deal_groups
        parts = {begun_by(t, d, r) for r in range(2, entry.rounds + 1)}
        for rounds in {*parts, entry.rounds - 1}:
            movement = find(f"R{t:02}{d:02}{rounds:02}{spares}")
            assert (movement.rounds, movement.field.size) == (rounds, 4 * t + "_SD".index(spares))
            seated = np.bincount(movement.seats.ravel())[1:]
            assert set(seated.tolist()) <= {rounds - 1, rounds}


def test_seats_of_spare_players_are_shipped_for_every_size_and_part() -> None:
    """For one spare player and for two, in all rounds of 7 to 60 tables."""
    sizes = {(e.tables, e.deal_groups, e.rounds) for e in listing(tables=range(7, 61), family="rainbow")}
    parts = {(t, d, begun_by(t, d, r)) for t, d, rounds in sizes for r in range(2, rounds + 1)}
    assert len(parts) == 191
    assert not [(*part, n) for part in parts for n in (1, 2) if shipped_spares(*part, n, part[2]) is None]


def test_spare_players_beyond_what_is_shipped_are_searched_for() -> None:
    """Five tables have a route for three rounds; the shipped one is found again, and not for four."""
    movement = find("R050503S")
    assert judge(movement).is_sound
    assert isinstance(find_spares(find("R050503"), 1), Found)
    with pytest.raises(ByestandError, match="R050504"):
        find("R050504S")
