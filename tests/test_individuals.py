"""Individuals beyond the Rainbow's schedule: whist, spare and missing players, splits, measures, files, the command."""

import json as plain_json
from collections import Counter
from itertools import combinations
from math import gcd

import numpy as np
import pytest

from byestand import cli
from byestand.catalog import find, individuals_for, listing, parse
from byestand.catalog.identify import identify
from byestand.catalog.individuals import splits
from byestand.errors import BadRequest, ByestandError, CannotExpress, NotFound
from byestand.formats import csv, json
from byestand.formats.document import Document
from byestand.formats.registry import FORMATS, loads
from byestand.formats.swivels import unfolded
from byestand.model import Field, Movement
from byestand.movements import swivel_for, whist, whist_rounds, whist_sizes, with_missing
from byestand.search import Impossible, find_spares
from byestand.sheets.chart import chart
from byestand.sheets.words import instructions, instructions_text
from byestand.verify import is_sound, judge
from byestand.verify.measures import balance, company, competition, measure

BOARD_BY_BOARD = ("bws", "asc", "ebuscore")


@pytest.mark.parametrize("players", [4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29])
def test_whist_is_perfect(players: int) -> None:
    """Everybody partners everybody once and opposes everybody twice; with 4n + 1 players each sits out once."""
    movement = whist(players=players)
    assert movement.rounds == whist_rounds(players) == (players - 1 if players % 4 == 0 else players)
    assert judge(movement) == ()
    met, everybody_else = company(movement), 1 - np.eye(players, dtype=int)
    assert (met.partners == everybody_else).all()
    assert (met.opponents == 2 * everybody_else).all()
    sit_outs = {len(movement.sit_outs(str(player))) for player in range(1, players + 1)}
    assert sit_outs == {players % 4}


@pytest.mark.parametrize(("players", "qf"), [(8, 100), (9, 100), (13, 100), (16, 100), (17, 100), (20, 100)])
def test_small_whist_movements_are_perfectly_balanced(players: int, qf: float) -> None:
    """Everybody competes with everybody alike, so one winner is a fair winner."""
    assert balance(competition(whist(players=players))) == pytest.approx(qf)


def test_whist_for_other_numbers_is_refused_with_the_nearest() -> None:
    assert whist_sizes()[0] == 4
    with pytest.raises(BadRequest, match="nearest are 9 and 12"):
        whist(players=11)
    with pytest.raises(BadRequest, match="1 to 7 rounds, not 8"):
        find("I0808")


@pytest.mark.parametrize(
    "name", ["R0707S", "R0808S", "R1111S", "R1111D", "R1212D", "R1414D", "R1813S", "R2513D", "R2208D"]
)
def test_nobody_sits_out_twice_for_a_spare_player(name: str) -> None:
    """As few as can be sit out, nobody twice, and the spares meet nobody and no board twice either."""
    movement = find(name)
    spares = movement.field.size - 4 * movement.tables
    out = Counter(len(movement.sit_outs(str(player))) for player in range(1, movement.field.size + 1))
    assert out == {1: spares * movement.rounds, 0: movement.field.size - spares * movement.rounds}
    assert is_sound(judge(movement))
    last = str(movement.field.size)
    assert len(set(movement.opponents(last))) == 3 * movement.rounds
    assert "spare" in movement.title
    assert f"Player {last}: round 1" in instructions_text(instructions(movement))


def test_five_tables_have_no_spare_and_say_so() -> None:
    with pytest.raises(NotFound, match="spare players of R0505"):
        find("R0505S")
    assert isinstance(find_spares(find("I0807"), 2), Impossible)


def test_whoever_comes_to_a_missing_player_sits_out_once() -> None:
    """One short: three sit out in a round, three others every time; that is what 4t - 1 players must bear."""
    movement = find("R1111", missing=["44"])
    assert is_sound(judge(movement))
    out = Counter(len(movement.sit_outs(str(player))) for player in range(1, 44))
    assert out == {1: 33, 0: 10}


@pytest.mark.parametrize("tables", range(10, 31))
def test_splits_are_two_sections_that_go_by_the_rule(tables: int) -> None:
    found = splits(tables)
    assert all(a + b == tables and gcd(a * b, 6) == 1 and min(a, b) >= 5 for a, b in found)
    assert bool(found) == (tables % 2 == 0)  # two odd numbers make an even one
    assert tables != 12 or found == ((5, 7),)


def test_the_best_for_44_players_is_the_published_rainbow() -> None:
    best = individuals_for(44, range(22, 34))[0]
    assert (best.names, best.rounds, best.boards_per_round, best.how) == (("R1111",), 11, 3, "rule")


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
        out = max(len(m.field.present) - 4 * int(m.played[r].sum()) for m in movements for r in range(m.rounds))
        assert out <= option.sit_out


def slow_competition(movement: Movement) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """Return C by the definition: deal by deal, two tables at a time, two players at a time."""
    size = movement.field.size
    total = np.zeros((size + 1, size + 1), dtype=np.int64)
    for board in range(1, max(1, len(movement.swivel)) + 1):
        seats = movement.seats_on(board)
        for group in range(1, movement.deal_groups + 1):
            tables = [seats[r, t].tolist() for r, t in np.argwhere((movement.groups == group) & movement.played)]
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
    """Everybody of a line sits the same way on every deal: four winners are fair, one winner is not."""
    measures = measure(find("R1111"))
    assert measures.line_balance == (100, 100, 100, 100)
    assert measures.balance < 25


@pytest.mark.parametrize("boards", range(1, 13))
def test_partners_are_shared_out_evenly_whatever_the_boards(boards: int) -> None:
    swivel = swivel_for(boards)
    assert len(swivel) == boards
    assert judge(find("R1111", boards_per_round=boards)) == ()
    partners = Counter(turn[1] for turn in swivel)
    assert max(partners.values()) - min(partners[seat] for seat in "SEW") <= 1


def test_a_swivel_must_be_one() -> None:
    movement = find("R0505")
    for swivel in (("NSE",), ("NNEW",), ("NSEW",) * 13):
        with pytest.raises(BadRequest, match="who sits N, S, E and W"):
            Movement("", movement.seats, movement.groups, movement.field, 5, swivel=swivel)
    with pytest.raises(BadRequest, match="only individuals"):
        Movement("", movement.seats[:, :, :2], movement.groups, Field((20,)), 5, swivel=("NSEW",))
    with pytest.raises(BadRequest, match="seat of the own line"):
        Movement("", movement.seats[:, :, ::-1], movement.groups, movement.field, 5)


@pytest.mark.parametrize("to", ["json", "xlsx", *BOARD_BY_BOARD])
@pytest.mark.parametrize(("name", "boards"), [("R0505", 3), ("R0806", 2), ("R0707S", 4), ("I0909", 3)])
def test_files_bring_back_who_sits_where_on_every_board(to: str, name: str, boards: int) -> None:
    movement = find(name, boards_per_round=boards)
    data = FORMATS[to].dumps([Document(movement, boards_per_round=boards)])
    (back,) = loads(data, source=f"file.{FORMATS[to].extension}")
    assert back.movement.same_schedule(movement)
    assert back.movement.swivel == movement.swivel
    assert back.movement.field == movement.field
    assert identify(back.movement).sentence == f"this is {name}"
    assert is_sound(judge(back.movement))


def test_csv_has_a_row_a_round_and_tells_what_it_leaves_out() -> None:
    movement = find("R0505")
    back = csv.loads(csv.dumps(movement))
    assert back.same_schedule(movement)
    assert back.field == movement.field
    assert FORMATS["csv"].warnings([Document(movement)]) != ()
    assert FORMATS["csv"].warnings([Document(find("I0909"))]) == ()
    missing = csv.loads(csv.dumps(with_missing(movement, "20")))
    assert missing.field == Field((5, 5, 5, 5), frozenset({20}))


def test_every_board_is_a_round_in_files_for_scoring() -> None:
    """The second board of round 1 at table 3 of the published Rainbow: South and East have changed seats."""
    document = unfolded(Document(find("R1111", boards_per_round=2)))
    assert (document.movement.rounds, document.boards_per_round) == (22, 1)
    assert document.movement.at(2, 3).contestants == ("3", "36", "25", "14")
    assert [document.movement.at(r, 3).group for r in (1, 2, 3, 4)] == [5, 6, 7, 8]
    with pytest.raises(CannotExpress, match="2 boards a round"):
        unfolded(Document(find("R1111", boards_per_round=2), boards_per_round=3))


def test_a_swivel_in_json_is_checked() -> None:
    text = json.dumps(find("R0505"))
    assert json.loads(text.replace('"NEWS"', '"NSEW"')).swivel == ("NSEW", "NSEW", "NWSE")
    with pytest.raises(ByestandError, match="who sits N, S, E and W"):
        json.loads(text.replace('"NEWS"', '"NEWT"'))
    assert '"swivel"' not in json.dumps(find("W0605"))


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


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = cli.run(["individual", *arguments])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_the_command_offers_the_best_first(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--players", "44", "--boards", "22-33")
    assert code == 0
    assert out.splitlines()[1].startswith("  R1111: 11 rounds of 3, 33 boards")
    code, out, _ = run(capsys, "--players", "48")
    assert "Without cards: 5 + 7 tables" in out


def test_the_command_gives_the_schedule_in_rows_or_whole(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "--tables", "12", "--rounds", "9", "--format", "csv")
    movement = csv.loads(out)
    assert (movement.tables, movement.rounds) == (12, 9)
    assert is_sound(judge(movement))
    _, out, _ = run(capsys, "--tables", "12", "--rounds", "9", "--format", "json")
    assert json.loads(out).swivel == ("NSEW", "NEWS", "NWSE")
    assert plain_json.loads(out)["name"] == "R121209"
    _, out, _ = run(capsys, "--tables", "7", "--rounds", "7")
    assert "South players go up one table" in out


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ("--players 7", 2, "nearest is I0807"),
        ("--players 0", 2, "nearest is I0403"),
        ("--players 9999", 2, "at most 240"),
        ("--tables 0", 2, "R0505"),
        ("--tables 5 --rounds 3 --boards-per-round 0", 2, "1 to 12 boards, not 0"),
        ("--tables 5 --rounds 0", 2, "at least one round"),
        ("--players 44 --tables 5", 2, "one or the other"),
        ("", 2, "--players or --tables"),
        ("--tables 10 --rounds 10", 4, "R1010, 9 rounds"),
        ("--players 44 --boards 200", 4, "nearest is"),
        ("--search 99", 2, "like 19x13"),
        ("--search 30x13", 3, "3 copies"),
        ("--search 5x9", 3, "there are 5"),
        ("--search 19x13 --time 0", 2, "seconds"),
    ],
)
def test_nonsense_gets_one_sentence_and_the_nearest(
    arguments: str, code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    got, out, err = run(capsys, *arguments.split())
    assert (got, out) == (code, "")
    assert words in err
    assert err.count("\n") == 1
