"""Rovers laid over movements: all of the library, the published routes, planted faults, and the words for people."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from byestand.catalog import find, find_judged
from byestand.catalog.listing import listing
from byestand.errors import BadRequest, NoSuchMovement
from byestand.flow.board_travel import travel
from byestand.flow.rover import parties, party_rounds
from byestand.model.movement import Movement
from byestand.movements import RoverStop, Side, mitchell, relay_mitchell, web, with_missing, with_rover
from byestand.search import find_rover
from byestand.sentences.board_moves import board_moves
from byestand.sentences.setup_steps import setup_steps
from byestand.verify import judge
from byestand.words.titles import title_of
from tests.support.paths import SEEDS
from tests.support.planted_rovers import PLANTED, laid
from tests.support.sections import section

LIBRARY = tuple(
    f"W{t:02}{d:02}{variant}"
    for t in range(6, 46)
    for d in range(6, 16)
    for variant in ("", "A")
    if (t % 2 == 0 or d % 2) and (variant == "" or (d % 2 == 0 and t >= d)) and (t >= d or t % 2 == 0)
)
SHORT = {
    *("W0607", "W0609", "W0611", "W0612", "W0613", "W0614", "W0615", "W0809", "W0811", "W0813", "W0815"),
    *("W1011", "W1013", "W1015", "W1213", "W1215", "W1415"),  # Euler, up to here
    *("W0909", "W1515", "W1010A"),
}
PUBLISHED = json.loads((SEEDS / "rover_routes.json").read_text(encoding="utf-8"))


@pytest.mark.slow
def test_both_rovers_of_all_380_bases_are_sound_and_20_of_them_are_a_round_short() -> None:
    assert len(LIBRARY) == 380
    short = set()
    for name in LIBRARY:
        base = find(name)
        for side in ("ER", "NR"):
            judged = find_judged(name + side)
            movement = judged.movement
            assert judged.is_sound, name
            assert movement.tables == base.tables + 1
            if movement.rounds < base.rounds:
                assert movement.rounds == base.rounds - 1
                assert f"; no rover lasts {base.rounds} rounds" in title_of(movement)
                short.add(name)
            else:
                assert "no rover" not in title_of(movement)
    assert short == SHORT


@pytest.mark.parametrize("name", ["W0909", "W1515"])
def test_nine_and_fifteen_are_short_because_of_toroidal_queens(name: str) -> None:
    explicit = f"{name}{name[3:]}ER"
    with pytest.raises(NoSuchMovement, match="toroidal queens"):
        find(explicit)


def test_the_ten_table_mitchell_is_short_by_exhausted_search_and_5_up_5_down_is_not() -> None:
    with pytest.raises(NoSuchMovement, match="every choice of tables in 9 rounds was tried"):
        find("W101010AER")
    assert find("W1010AER").rounds == 9
    assert find("W1010ER").rounds == 10


def test_everybody_but_rover_and_guests_plays_as_without_a_rover() -> None:
    base, movement = find("W1812"), find("W1812ER")
    for k in range(1, 19):
        for ours, theirs in zip(movement.itinerary(f"E{k}"), base.itinerary(f"E{k}"), strict=True):
            assert ours.group == theirs.group
            assert ours.table in (theirs.table, 19)
        assert sum(visit.table == 19 for visit in movement.itinerary(f"E{k}")) <= 1
    assert {visit.table for visit in movement.itinerary("N19")} == {19}
    assert [visit.table for visit in movement.itinerary("E19")] == [19, 8, 6, 4, 2, 15, 13, 11, 9, 7, 5, 3]


def test_an_ns_rover_is_the_mirror_image_on_the_same_route() -> None:
    ew, ns = find("W1812ER"), find("W1812NR")
    assert [v.table for v in ew.itinerary("E19")] == [v.table for v in ns.itinerary("N19")]
    assert {visit.seat for visit in ns.itinerary("N19")} == {"NS"}
    assert {visit.table for visit in ns.itinerary("E19")} == {19}


def published_routes() -> list[tuple[Movement, list[int]]]:
    webs = [
        (web(tables=int(size[:2]), deal_groups=int(size[3:])), route["tables"])
        for size, route in PUBLISHED["web_ns_rover"].items()
    ]
    relays = [(relay_mitchell(tables=int(t)), tables) for t, tables in PUBLISHED["mitchell_relay"].items()]
    return webs + relays + [(mitchell(tables=int(t)), tables) for t, tables in PUBLISHED["mitchell"].items()]


@pytest.mark.parametrize("side", ["NS", "EW"])
def test_the_published_routes_are_judged_sound(side: Side) -> None:
    routes = published_routes()
    assert len(routes) == 9
    for movement, tables in routes:
        assert judge(laid(movement, tables, side)).is_sound, title_of(movement)


def test_the_group_of_round_1_is_the_published_one() -> None:
    for size, route in PUBLISHED["web_ns_rover"].items():
        movement = laid(web(tables=int(size[:2]), deal_groups=int(size[3:])), route["tables"], "NS")
        assert movement.at(1, movement.tables).group == route["party_round_1"], size


def is_route(movement: Movement, tables: list[int]) -> bool:
    """Return by the definition whether tables, EW pairs and groups are all different."""
    met = [movement.at(r, table) for r, table in enumerate(tables, start=2)]
    columns = (tables, [m.contestants[1] for m in met], [m.group for m in met])
    return all(len(set(column)) == len(tables) for column in columns)


@pytest.mark.slow
def test_every_published_route_with_one_table_changed_is_judged_broken() -> None:
    """Every change of every table; in a Web with room to spare a few of them make another sound route."""
    broken = lucky = 0
    for movement, tables in published_routes():
        for i, old in enumerate(tables):
            for new in range(1, movement.tables + 1):
                changed = [*tables[:i], new, *tables[i + 1 :]]
                if new == old:
                    continue
                if is_route(movement, changed):
                    lucky += 1
                else:
                    assert not judge(laid(movement, changed)).is_sound, (title_of(movement), changed)
                    broken += 1
    assert broken > 1000
    assert lucky < broken / 50


@pytest.mark.parametrize("tables", ["9", "15"])
def test_the_published_two_way_routes_are_judged_sound(tables: str) -> None:
    stops = {
        r: RoverStop(int(stop[:-1]), "NS" if stop[-1] == "N" else "EW")
        for r, stop in enumerate(PUBLISHED["mitchell_two_way"][tables], start=2)
    }
    movement = with_rover(mitchell(tables=int(tables)), stops)
    assert judge(movement).is_sound
    assert movement.rounds == int(tables)
    assert movement.field.lines == (2 * int(tables) + 2,)


@pytest.mark.parametrize("name", ["W0909TR", "W1515TR", "M2121TR", "M2727TR", "W1010ATR"])
def test_two_way_rovers_last_all_rounds_where_one_way_rovers_do_not(name: str) -> None:
    movement = find(name)
    assert movement.rounds == find(name.replace("TR", "")).rounds
    assert movement.field.winners == 1
    assert judge(movement).is_sound


def test_a_two_way_rover_is_not_offered_where_one_side_will_do() -> None:
    with pytest.raises(
        NoSuchMovement,
        match="a one-way rover is possible; use W1812ER or W1812NR: 'W1812TR'",
    ):
        find("W1812TR")


@settings(max_examples=40)
@given(st.sampled_from(LIBRARY), st.sampled_from(["ER", "NR"]))
def test_a_half_table_makes_displaced_pairs_sit_out_nobody_twice(name: str, side: str) -> None:
    party = find(name + side)
    assert party.rover
    half = find(name + side, missing=[party.field.label(party.rover.host)])
    rules = {finding.rule for finding in judge(half).findings}
    assert rules <= {"met-twice", "too-few-boards"}  # the movement itself has these warnings
    line = "E" if side == "ER" else "N"
    out = [k for k in range(1, party.tables) if half.sit_outs(f"{line}{k}")]
    assert len(out) == half.rounds - 1
    assert half.sit_outs(half.field.label(party.rover.contestant)) == (1,)
    assert half.layout
    assert half.layout.cases == getattr(find(name).layout, "cases", None)


@pytest.mark.parametrize("planted", PLANTED)
def test_a_planted_fault_is_caught_and_named(planted: str) -> None:
    make, expected = PLANTED[planted]
    assert expected in judge(make()).findings


@pytest.mark.parametrize(
    ("refused", "says"),
    [
        (lambda: laid(find("W1812ER"), [1, 2, 3]), "the movement already has a rover"),
        (
            lambda: laid(find("W1812"), list(range(1, 14))),
            ("a rover needs a table from 1 to 18 in all but 1 of at most 12 rounds"),
        ),
        (lambda: laid(find("W1812"), [19]), "a table from 1 to 18"),
        (lambda: laid(find("W1812"), []), "a table from 1 to 18"),
        (
            lambda: with_rover(find("W1812"), {5: RoverStop(1, "EW")}),
            ("a rover needs a table from 1 to 18 in all but 1 of at most 12 rounds"),
        ),
        (lambda: laid(find("W0909TR"), [1]), "the movement already has a rover"),
        (lambda: find_rover(find("W1812ER")), "the movement already has a rover"),
        (
            lambda: with_missing(find("W1812ER"), "E19"),
            ("the rover cannot be missing; leave out ER, NR or TR in the movement code"),
        ),
    ],
)
def test_routes_that_make_no_sense_are_refused(refused: Callable[[], object], says: str) -> None:
    with pytest.raises(BadRequest, match=says):
        refused()


def test_the_words_for_the_party_table_are_the_schedule() -> None:
    movement = find("W1812ER")
    (party,) = parties(movement)
    assert movement.layout
    for there in party_rounds(movement, party):
        meeting = movement.at(there.round, 19)
        assert meeting.contestants == ("N19", there.guest)
        assert meeting.group == there.group
        idle = [
            s.number
            for s in movement.layout.stands
            if there.group in {c.group for c in movement.layout.on_stand(s, there.round)}
        ]
        assert there.stand in (idle or [0])


def test_a_shorter_rover_can_be_asked_for_by_name() -> None:
    movement = find("W181211ER")
    assert movement.rounds == 11
    assert judge(movement).is_sound


@settings(max_examples=40)
@given(st.sampled_from(["W1812ER", "W1010NR", "W0909TR", "M0808RER", "M0404XER", "S0906ER"]), st.data())
def test_the_words_can_be_had_whoever_is_missing(name: str, data: st.DataObject) -> None:
    movement = find(name)
    assert movement.rover
    labels = [movement.field.label(c) for c in movement.field.present if c != movement.rover.contestant]
    gone = data.draw(st.sampled_from(labels))
    assert setup_steps(section(find(name, missing=[gone])))


def test_boards_of_a_crisscross_never_go_to_the_party_table() -> None:
    with_party, without = find("M0404XER"), find("M0404X")
    assert list(board_moves(travel(with_party), None)) == list(board_moves(travel(without), None))


def test_two_steps_in_turn_are_told_as_such() -> None:
    lines = [line for part in setup_steps(section(find("M1414RER"))) for line in part.lines]
    assert any("alternately" in line for line in lines)


def test_a_route_keeps_the_revenge_rounds_it_lasts_for_and_no_others() -> None:
    """W0606 has its revenge in round 6: a route of five stops gets there, one of four does not."""
    plain, roving = find("W0606"), find("W0606ER")
    assert (plain.revenge_rounds, roving.rounds, roving.revenge_rounds) == ((6,), 6, (6,))
    assert roving.rover
    stops = {v.round: RoverStop(v.table, "EW") for v in roving.itinerary("E7") if v.table != roving.rover.party_table}
    shorter = with_rover(plain, {round: stop for round, stop in stops.items() if round < 6})
    assert (shorter.rounds, shorter.revenge_rounds) == (5, ())


def test_a_round_less_drops_the_revenge_round_that_is_not_played() -> None:
    movement = find("W1010AER")
    assert (movement.rounds, movement.revenge_rounds) == (9, ())
    assert find("W1010ER").revenge_rounds == (10,)


def test_the_list_has_rovers_of_the_length_asked_for() -> None:
    names = [
        entry.name
        for entry in listing(tables=range(10, 11), deal_groups=range(9, 10), rounds=range(9, 10), rovers=True)
    ]
    assert "W0909TR" in names
    assert "W0909ER" not in names
    assert [e.name for e in listing(tables=range(61, 62), deal_groups=range(13, 14), rovers=True)] == [
        "W6013ER",
        "W6013NR",
    ]
