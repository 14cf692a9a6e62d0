"""Rovers laid over movements: all of the library, the published routes, planted faults, and the words for people."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from byestand.catalog import find, find_judged
from byestand.catalog.listing import listing
from byestand.errors import BadRequest, NoSuchMovement
from byestand.model.judged import Finding
from byestand.model.layout import Layout
from byestand.model.movement import Movement
from byestand.movements import Side, Stop, mitchell, relay_mitchell, web, with_missing, with_rover
from byestand.search import Found, find_rover
from byestand.verify import judge
from byestand.words.board_moves import board_moves
from byestand.words.instructions import instructions
from byestand.words.roving import parties, party_rounds
from byestand.words.titles import title_of
from byestand.words.travel import travel
from published import SEEDS
from sections import section

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


def laid(movement: Movement, tables: list[int], side: Side = "EW") -> Movement:
    """Return the movement with a rover that visits these tables from round 2 on."""
    return with_rover(movement, {r: Stop(table, side) for r, table in enumerate(tables, start=2)})


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
    """Tell by the definition whether tables, EW pairs and groups are all different."""
    met = [movement.at(r, table) for r, table in enumerate(tables, start=2)]
    columns = (tables, [m.contestants[1] for m in met], [m.group for m in met])
    return all(len(set(column)) == len(tables) for column in columns)


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
        r: Stop(int(stop[:-1]), "NS" if stop[-1] == "N" else "EW")
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
    with pytest.raises(NoSuchMovement, match="W1812ER or W1812NR"):
        find("W1812TR")


@settings(max_examples=40)
@given(st.sampled_from(LIBRARY), st.sampled_from(["ER", "NR"]))
def test_a_half_table_makes_displaced_pairs_sit_out_nobody_twice(name: str, side: str) -> None:
    party = find(name + side)
    assert party.rover
    half = find(name + side, missing=[party.field.label(party.rover.host)])
    rules = {finding.rule for finding in judge(half).findings}
    assert rules <= {"met-twice", "too-few-boards"}  # of which the movement itself has warned
    line = "E" if side == "ER" else "N"
    out = [k for k in range(1, party.tables) if half.sit_outs(f"{line}{k}")]
    assert len(out) == half.rounds - 1
    assert half.sit_outs(half.field.label(party.rover.contestant)) == (1,)
    assert half.layout
    assert half.layout.cases == getattr(find(name).layout, "cases", None)


def moved(movement: Movement, *, group: tuple[int, int]) -> Movement:
    """Return the movement with another group at the party table in a round."""
    groups = movement.groups.copy()
    groups[group[0] - 1, -1] = group[1]
    return replace(movement, groups=groups)


def with_seats(movement: Movement, round: int, table: int, *who: str) -> Movement:
    seats = movement.seats.copy()
    seats[round - 1, table - 1] = [movement.field.contestant(label) for label in who]
    return replace(movement, seats=seats)


def sitting_out_in_round_5() -> dict[int, Stop]:
    outcome = find_rover(find("W1812"), sit_out_round=5)
    assert isinstance(outcome, Found)
    return {r: Stop(t, "EW") for r, t in zip(outcome.thing.rounds, outcome.thing.tables, strict=True)}


def layout_of(name: str) -> Layout:
    layout = find(name).layout
    assert layout
    return layout


PLANTED: dict[str, tuple[Callable[[], Movement], Finding]] = {
    "rover meets somebody twice": (
        lambda: laid(find("W1812"), [8, 6, 4, 2, 8, 13, 11, 9, 7, 5, 3]),
        Finding(
            "met-twice",
            "round 6, table 8: N8 and E19 meet again, after round 2 at table 8",
            round=6, tables=(8,), contestants=("N8", "E19"), group=1,
        ),
    ),
    "rover plays a board twice": (
        lambda: laid(find("W1812"), [8, 6, 4, 2, 4, 13, 11, 9, 7, 5, 3]),
        Finding(
            "board-twice",
            "round 6, table 4: E19 plays group 9 again, after round 2 at table 8",
            round=6, tables=(4,), contestants=("E19",), group=9,
        ),
    ),
    "a pair is displaced twice": (
        lambda: laid(find("W1812"), [8, 6, 4, 2, 12, 13, 11, 9, 7, 5, 3]),
        Finding(
            "displaced-twice",
            "E7 is displaced by the rover in rounds 2 and 6",
            round=6, tables=(19,), contestants=("E7",),
        ),
    ),
    "a pair is displaced twice at a half table": (
        lambda: with_missing(laid(find("W1812"), [8, 6, 4, 2, 12, 13, 11, 9, 7, 5, 3]), "N19"),
        Finding(
            "displaced-twice",
            "E7 is displaced by the rover in rounds 2 and 6",
            round=6, tables=(19,), contestants=("E7",),
        ),
    ),
    "party table and rover on different groups": (
        lambda: moved(find("W1812ER"), group=(3, 1)),
        Finding(
            "party-out-of-step",
            "round 3: the party table 19 has group 1, the rover at table 6 group 8",
            round=3, tables=(6, 19), group=1,
        ),
    ),
    "the group of round 1 comes again": (
        lambda: moved(find("W1812ER"), group=(1, 8)),
        Finding(
            "party-group-again",
            "round 1: rover and host have group 8 at the party table, which comes there again in round 3",
            round=1, tables=(19,), group=8,
        ),
    ),
    "the rover does not start at the party table": (
        lambda: with_seats(find("W1812ER"), 1, 19, "N19", "E18"),
        Finding(
            "rover-stays",
            "the rover E19 is at the party table in no round, not in one",
            tables=(19,), contestants=("E19",),
        ),
    ),
    "the rover comes home twice": (
        lambda: with_missing(with_seats(find("W1812ER"), 5, 19, "N19", "E19"), "N19"),
        Finding(
            "rover-stays",
            "the rover E19 is at the party table in rounds 1 and 5, not in one",
            round=5, tables=(19,), contestants=("E19",),
        ),
    ),
    "a group comes to the party before the rover is at home": (
        lambda: moved(with_rover(find("W1812"), sitting_out_in_round_5()), group=(2, 7)),
        Finding(
            "party-group-again",
            "round 5: rover and host have group 7 at the party table, which comes there again in round 2",
            round=5, tables=(19,), group=7,
        ),
    ),
    "a rover that meets somebody again in a revenge round": (
        lambda: laid(find("W1010"), [1, 3, 10, 6, 9, 2, 4, 8, 4]),
        Finding(
            "met-twice",
            "round 10, table 4: N4 and E11 meet again, after round 8 at table 4",
            round=10, tables=(4,), contestants=("N4", "E11"), group=3,
        ),
    ),
    "a party table that plays from a case in use": (
        lambda: replace(find("W1812ER"), layout=replace(layout_of("W1812ER"), party_case="A")),
        Finding("copy-twice", "the party table has case A, which other tables play from"),
    ),
    "the host is away": (
        lambda: with_seats(find("W1812ER"), 4, 19, "N5", "E1"),
        Finding(
            "host-away",
            "round 4: N19 is not at the party table 19, where it should stay",
            round=4, tables=(19,), contestants=("N19",),
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("planted", PLANTED)
def test_a_planted_fault_is_caught_and_named(planted: str) -> None:
    make, expected = PLANTED[planted]
    assert expected in judge(make()).findings


@pytest.mark.parametrize(
    ("refused", "says"),
    [
        (lambda: laid(find("W1812ER"), [1, 2, 3]), "a rover already"),
        (lambda: laid(find("W1812"), list(range(1, 14))), "there are 12 rounds"),
        (lambda: laid(find("W1812"), [19]), "a table from 1 to 18"),
        (lambda: laid(find("W1812"), []), "a table from 1 to 18"),
        (lambda: with_rover(find("W1812"), {5: Stop(1, "EW")}), "in every round but one"),
        (lambda: laid(find("W0909TR"), [1]), "a rover already"),
        (lambda: find_rover(find("W1812ER")), "a rover already"),
        (lambda: with_missing(find("W1812ER"), "E19"), "without its rover"),
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
    assert instructions(section(find(name, missing=[gone])))


def test_boards_of_a_crisscross_never_go_to_the_party_table() -> None:
    with_party, without = find("M0404XER"), find("M0404X")
    assert list(board_moves(travel(with_party), None)) == list(board_moves(travel(without), None))


def test_two_steps_in_turn_are_told_as_such() -> None:
    lines = [line for part in instructions(section(find("M1414RER"))) for line in part.lines]
    assert any("in turn" in line for line in lines)


def test_a_route_keeps_the_revenge_rounds_it_lasts_for_and_no_others() -> None:
    """W0606 has its revenge in round 6: a route of five stops gets there, one of four does not."""
    plain, roving = find("W0606"), find("W0606ER")
    assert (plain.revenge_rounds, roving.rounds, roving.revenge_rounds) == ((6,), 6, (6,))
    assert roving.rover
    stops = {v.round: Stop(v.table, "EW") for v in roving.itinerary("E7") if v.table != roving.rover.party_table}
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
