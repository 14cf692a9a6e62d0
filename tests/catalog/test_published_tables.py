"""The movements are those that were printed."""

import pytest

from byestand.catalog import find
from byestand.model.movement import Movement
from tests.support.published_tables import published_table


def test_w1813_is_the_18_table_example_of_the_2019_document() -> None:
    movement = find("W1813")
    checked = 0
    for row in published_table("w1813_2019"):
        meeting = movement.at(int(row["round"]), int(row["table"]))
        ns, ew = meeting.contestants
        first_board = 2 * meeting.group - 1
        for printed, ours in ((row["ns"], ns[1:]), (row["ew"], ew[1:]), (row["first_board"], str(first_board))):
            if printed:  # some cells of tables 1 and 2 are illegible in the source
                assert printed == ours, row
                checked += 1
    assert checked == 678


def test_w1713_is_what_acblscore_ran() -> None:
    movement = find("W1713")
    rows = published_table("w1713_acblscore")
    assert len(rows) == 17 * 13
    for row in rows:
        meeting = movement.at(int(row["round"]), int(row["table"]))
        assert meeting.contestants == (f"N{row['ns']}", f"E{row['ew']}")
        assert meeting.group == int(row["group"])


@pytest.mark.parametrize(
    ("table", "name", "chained"),
    [
        ("web_6x5_2011", "W0605", False),
        ("web_6x4_2011", "W0604", False),
        ("web_11x5_2011", "W1105", False),
        ("web_11x5_chain_2011", "W1105", True),
    ],
)
def test_the_worked_tables_of_2011_come_out_with_their_bye_stands(table: str, name: str, chained: bool) -> None:
    movement = find(name, chained=chained)
    rows = published_table(table)
    assert {row["row"] for row in rows} == set(_rows_of(movement))
    for row in rows:
        ew, group = _rows_of(movement)[row["row"]][int(row["round"]) - 1]
        assert (row["ew"], row["group"]) == (ew, group), row


def _rows_of(movement: Movement) -> dict[str, list[tuple[str, str]]]:
    """Return EW and group, round by round, of every line the document prints."""
    layout = movement.layout
    assert layout
    rounds = range(1, movement.rounds + 1)
    rows = {
        str(table): [(movement.at(r, table).contestants[1][1:], str(movement.at(r, table).group)) for r in rounds]
        for table in range(1, movement.tables + 1)
    }
    for stand in layout.stands:
        for i in range(len(stand.places)):
            rows[f"bye{stand.number}.{i + 1}"] = [("", str(layout.on_stand(stand, r)[i].group)) for r in rounds]
    return rows


def test_the_6_table_example_with_4_rounds_skips_after_round_2() -> None:
    assert find("W0604").skip_after == 2


def test_in_the_chained_11_table_example_boards_of_tables_1_to_8_are_one_ring() -> None:
    layout = find("W1105", chained=True).layout
    assert layout
    assert layout.pattern == "8-up-3-down"
    assert [layout.passes_to(table, 1).tables for table in range(2, 9)] == [(t,) for t in range(1, 8)]
    assert layout.passes_to(1, 1).stand == 1
    # without the chain, table 1 passes within the first subsection instead
    unchained = find("W1105").layout
    assert unchained
    assert unchained.passes_to(1, 1).tables == (5,)


def test_the_bye_stands_of_w1812_start_with_boards_19_to_24_and_17_to_22() -> None:
    layout = find("W1812").layout
    assert layout
    boards = [
        sorted(b for copy in layout.on_stand(s, 1) for b in (2 * copy.group - 1, 2 * copy.group)) for s in layout.stands
    ]
    assert boards == [list(range(19, 25)), list(range(17, 23))]


def test_w191312_plays_18_boards_18_times_4_seventeen_and_4_sixteen() -> None:
    plays = [count for count in find("W191312").plays_per_group() for _board in range(2)]
    assert {times: plays.count(times) for times in set(plays)} == {18: 18, 17: 4, 16: 4}


def test_w1008_and_its_alternative_are_boarded_as_the_2019_document_says() -> None:
    patterns = [layout.pattern for name in ("W1008", "W1008A") if (layout := find(name).layout)]
    assert patterns == ["5-up-5-down", "8-up-1-up-1-down"]
