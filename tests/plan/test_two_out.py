"""Numbers of players that 4 does not divide: full tables, the fewest sit-outs, and a number for each player."""

import json
from collections import Counter
from dataclasses import replace
from itertools import chain

import pytest

from byestand.catalog import find, find_judged
from byestand.cli import run
from byestand.errors import BadRequest
from byestand.model.movement import Movement
from byestand.model.people import Contestant, Person
from byestand.movements import two_out, two_out_rounds, two_out_sizes
from byestand.plan.individual_games import individuals_for
from byestand.sentences.announcements import announcements
from byestand.sentences.next_moves import next_moves, standing_text
from byestand.server.pages.desk.round_calls import round_call
from byestand.server.pages.individuals.view import content
from tests.support.sections import section

NOT_BY_FOUR = [players for players in range(9, 241) if players % 4]


def _out(movement: Movement) -> list[set[int]]:
    """Return the sit-outs by round, counted from the grids."""
    everybody = set(range(1, movement.field.size + 1)) - movement.field.missing
    return [everybody - set(chain(*(seats for seats in row.tolist() if all(seats)))) for row in movement.seats]


@pytest.mark.parametrize("players", two_out_sizes())
def test_everybody_sits_out_once_and_plays_all_other_boards_with_new_partners(players: int) -> None:
    movement = two_out(players=players)
    assert movement.rounds == two_out_rounds(players) == players // 2
    out = _out(movement)
    assert all(len(two) == 2 for two in out)
    assert Counter(chain(*out)) == Counter(range(1, players + 1))
    groups: Counter[tuple[int, int]] = Counter()
    partners: Counter[frozenset[int]] = Counter()
    for seats, boards in zip(movement.seats.tolist(), movement.groups.tolist(), strict=True):
        assert len(set(boards)) == len(boards), "one set of boards is enough"
        for (north, south, east, west), group in zip(seats, boards, strict=True):
            groups.update((player, group) for player in (north, south, east, west))
            partners.update((frozenset((north, south)), frozenset((east, west))))
    assert set(groups.values()) == set(partners.values()) == {1}
    assert len(groups) == players * (players // 2 - 1)


def test_only_its_own_numbers_of_players_and_rounds_are_made() -> None:
    with pytest.raises(BadRequest, match="with 22 players, of whom 2 sit out, there are 1 to 11 rounds, not 12"):
        two_out(players=22, rounds=12)
    assert two_out(players=22, rounds=3).rounds == 3
    assert two_out_rounds(24) == 0


@pytest.mark.parametrize("players", NOT_BY_FOUR)
def test_the_first_offer_has_as_few_sitting_out_as_must(players: int) -> None:
    best = individuals_for(players)[0]
    judged = find_judged(best.names[0], missing=best.missing, boards_per_round=best.boards_per_round)
    assert judged.is_sound
    assert len(judged.movement.field.present) == players
    assert {len(out) for out in _out(judged.movement)} == {players % 4}


@pytest.mark.parametrize("players", [9, 10, 11, 22, 23, 24, 47, 48])
def test_every_offer_says_how_many_sit_out_and_how_many_boards_each_gets(players: int) -> None:
    for game in individuals_for(players):
        out: list[int] = []
        boards: set[int] = set()
        for name, (_, each) in zip(game.names, game.section_lengths, strict=True):
            movement = find(name, missing=game.missing, boards_per_round=each)
            sitting = _out(movement)
            out = [len(one) for one in sitting] if not out else [a + len(b) for a, b in zip(out, sitting, strict=False)]
            times = Counter(chain(*sitting))
            boards |= {each * (movement.rounds - times[player]) for player in movement.field.present}
        assert (game.turnout.out[0], game.turnout.out[-1]) == (min(out), max(out)), game.title
        assert (game.turnout.boards[0], game.turnout.boards[-1]) == (min(boards), max(boards)), game.title


def test_22_players_have_five_full_tables_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plan", "--players", "22", "--boards", "20-30"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert (
        "I2211: 11 rounds of 2, 22 boards. Guide cards for everyone. 2 players sit out per round. Each player plays"
        in told
    )
    assert "must sit out in every round" not in told
    assert run(["plan", "--players", "22", "--boards", "20-30", "--format", "json"]) == 0
    best = json.loads(capsys.readouterr().out)["candidates"][0]
    assert (best["name"], best["tables"], best["sit_out"], best["boards_each"]) == ("I2211", 5, 2, [20, 20])


def test_22_players_have_five_full_tables_in_the_app() -> None:
    page = str(content.run((("players", "22"),)).body)
    assert "I2211" in page
    assert "2 players sit out per round. Each player plays 20 boards" in page


@pytest.mark.parametrize(
    ("name", "missing"),
    [("I2211", ()), ("R0606D", ()), ("R0606", ("24",)), ("R0606", ("23", "24")), ("R0707", ("26", "27", "28"))],
)
def test_announcements_and_wall_say_in_every_round_who_sits_out(name: str, missing: tuple[str, ...]) -> None:
    night = section(find(name, missing=missing, boards_per_round=2), 2)
    said = {one.round: " ".join(one.lines) for one in announcements(night)}
    for round, out in enumerate(_out(night.movement), start=1):
        call, wall = " ".join(round_call(night, round)), " ".join(standing_text(night, round))
        coming = " ".join(f"{move.words} {move.detail}" for move in next_moves(night, round - 1)) if round > 1 else ""
        for player in out:
            for text in (said[round], call, wall, *filter(None, [coming])):
                numbers = text.replace(",", " ").replace(".", " ").replace(";", " ").split()
                assert str(player) in numbers, (round, player, text)
        assert call.count("Sitting out: ") == 1


def test_announcements_and_wall_have_the_names_of_those_who_sit_out() -> None:
    night = section(find("I2211"), 2)
    night = replace(
        night, contestants={"1": Contestant((Person("Anna Berg"),)), "12": Contestant((Person("Bo Dahl"),))}
    )
    (opening, *_) = announcements(night)
    assert "Sitting out: Player 1, Anna Berg; Player 12, Bo Dahl." in opening.lines
    assert standing_text(night, 1) == ("Sitting out: player 1, Anna Berg; player 12, Bo Dahl",)
