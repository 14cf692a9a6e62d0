"""Bridgemate files: other people's readers see the same rows, and ours gives the movement back."""

import csv
import io
import struct
import subprocess
from dataclasses import replace
from pathlib import Path

import access_parser  # type: ignore[import-untyped]
import numpy as np
import pytest

from byestand.catalog import find
from byestand.errors import BadRequest, CannotExpress, FormatError
from byestand.formats import bws
from byestand.formats.document import Chair, Document, chairs
from byestand.formats.formats import FORMATS, loads
from byestand.model.boards import Boards
from byestand.model.field import Field
from byestand.model.movement import Movement
from byestand.model.people import Contestant, Person
from byestand.verify import judge
from tests.support.bws_events import EVENTS, empty_database, rainbow, section, web, written_with
from tests.support.byte_dump import PAGE, written_out
from tests.support.documents import document_of

PAIRS = ("Section", "Table", "Round", "NSPair", "EWPair", "LowBoard", "HighBoard")
SINGLES = (*PAIRS, "South", "West")
EMPTY_PAGES = 44
"""Pages of the databases that ship without a row."""


def expected_rows(sections: list[Document]) -> list[tuple[int, ...]]:
    """Return the rows of RoundData directly from the movement."""
    found = []
    for ident, document in enumerate(sections, start=1):
        movement, numbering = document.movement, document.section.boards
        assert numbering is not None
        size, before = numbering.per_round, numbering.first - 1
        for meeting in movement.meetings():
            who = [int(label.lstrip("NE").replace("-", "0")) for label in meeting.contestants]
            low, high = before + (meeting.group - 1) * size + 1, before + meeting.group * size
            boards = (low, high) if meeting.group and any(who) else (0, 0)
            ns_ew = (who[0], who[2]) if movement.is_individual else (who[0], who[1])
            others = (who[1], who[3]) if movement.is_individual else ()
            found.append((ident, meeting.table, meeting.round, *ns_ew, *boards, *others))
    return sorted(found)


every_event = pytest.mark.parametrize("sections", EVENTS.values(), ids=EVENTS.keys())


@pytest.fixture
def path(tmp_path: Path, sections: list[Document]) -> Path:
    (tmp_path / "event.bws").write_bytes(bws.dumps(sections))
    return tmp_path / "event.bws"


def mdb(command: str, *arguments: object) -> str:
    done = subprocess.run([command, *map(str, arguments)], check=True, capture_output=True)
    assert not done.stderr
    return done.stdout.decode()


def export_rows(path: Path, table: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(mdb("mdb-export", path, table))))


def columns(sections: list[Document]) -> tuple[str, ...]:
    return SINGLES if sections[0].movement.is_individual else PAIRS


@every_event
def test_mdb_export_reads_every_row_of_round_data(path: Path, sections: list[Document]) -> None:
    rows = export_rows(path, "RoundData")
    assert set(rows[0]) == {*columns(sections), "CustomBoards"}
    got = sorted(tuple(int(row[name]) for name in columns(sections)) for row in rows)
    assert got == expected_rows(sections)


@every_event
def test_access_parser_reads_every_row_of_round_data(path: Path, sections: list[Document]) -> None:
    table = access_parser.AccessParser(str(path)).parse_table("RoundData")
    got = sorted(zip(*(table[name] for name in columns(sections)), strict=True))
    assert got == expected_rows(sections)


@every_event
def test_our_own_reader_gives_the_movements_back(path: Path, sections: list[Document]) -> None:
    for read, document in zip(bws.loads(path.read_bytes()), sections, strict=True):
        assert read.movement == document.movement
        assert (read.section.letter, read.section.boards) == (document.section.letter, document.section.boards)


@every_event
def test_the_other_tables_hold_what_a_bridgemate_expects(path: Path, sections: list[Document]) -> None:
    tables = sum(document.movement.tables for document in sections)
    assert mdb("mdb-ver", path).strip() == "JET4"
    for name, count in {
        "Clients": 1,
        "Section": len(sections),
        "Tables": tables,
        "PlayerNumbers": 4 * tables,
        "Settings": 1,
        "Session": 0,
        "ReceivedData": 0,
    }.items():
        assert int(mdb("mdb-count", path, name)) == len(export_rows(path, name)) == count
    assert export_rows(path, "Clients") == [{"ID": "1", "Computer": "Byestand"}]
    for row, document in zip(export_rows(path, "Section"), sections, strict=True):
        assert row["Letter"] == document.section.letter
        assert int(row["Tables"]) == document.movement.tables
        assert int(row["Winners"]) == document.movement.field.winners
    assert {row["LogOnOff"] for row in export_rows(path, "Tables")} == {"2"}
    assert [row["Direction"] for row in export_rows(path, "PlayerNumbers")][:4] == list("NSEW")


@every_event
def test_pages_free_bytes_and_usage_maps_agree(sections: list[Document]) -> None:
    """Access trusts these figures; they are recounted here without the code that wrote them."""
    data = bws.dumps(sections)
    pages = [data[at : at + 4096] for at in range(0, len(data), 4096)]

    def bits(pointer: int) -> set[int]:
        page, row = pages[pointer >> 8], pointer & 255
        start = struct.unpack_from("<H", page, 14 + 2 * row)[0]
        stop = struct.unpack_from("<H", page, 12 + 2 * row)[0] if row else 4096
        entry = page[start:stop]
        if entry[0]:
            (where,) = struct.unpack_from("<I", entry, 1)
            bitmap, base = pages[where][4:] if where else b"", 0
            assert not any(entry[5:])
        else:
            bitmap, base = entry[5:], struct.unpack_from("<I", entry, 1)[0]
        return {base + i for i in range(8 * len(bitmap)) if bitmap[i // 8] >> i % 8 & 1}

    assert bits(1 << 8) == set(range(len(pages), 512))
    owners: dict[int, set[int]] = {}
    for number, page in enumerate(pages):
        if page[0] == 1:
            free, owner, _, count = struct.unpack_from("<HIIH", page, 2)
            lowest = struct.unpack_from("<H", page, 12 + 2 * count)[0] & 0x1FFF if count else 4096
            assert free == lowest - 14 - 2 * count
            assert count <= 255
            owners.setdefault(owner, set()).add(number)
    for number, page in enumerate(pages):
        if page[0] == 2:
            (rows,), maps = struct.unpack_from("<I", page, 16), struct.unpack_from("<II", page, 55)
            owned, roomy = map(bits, maps)
            assert owned == owners.get(number, set())
            assert roomy <= owned
            assert bool(rows) == bool(owned) == bool(roomy)
            # Rows are added in order: only the last page has room, the others are full.
            if written := {page for page in owned if page >= EMPTY_PAGES}:
                assert roomy & written == {max(written)}


def test_a_small_event_is_written_byte_for_byte_as_the_layouts_say() -> None:
    """Six tables get rows, each on a page of its own, and each of them a page that maps it."""
    told = written_out("M0303.bws.txt", over=empty_database() + bytes(12 * PAGE))
    assert bws.dumps([section("A", find("M0303"), 2)]) == told


def test_the_same_event_gives_the_same_bytes() -> None:
    sections = EVENTS["a Mitchell and a Web"]
    assert bws.dumps(sections) == bws.dumps(sections)


def test_boards_of_a_second_session_count_on_from_its_first_board(tmp_path: Path) -> None:
    event = [
        section("A", web(7, 7, whole=1, ends=0), 2, first=27),
        section("B", web(7, 7, whole=1, ends=0), 3, first=27),
    ]
    (tmp_path / "evening.bws").write_bytes(bws.dumps(event))
    rows = export_rows(tmp_path / "evening.bws", "RoundData")
    assert {int(row["LowBoard"]) for row in rows if row["Section"] == "1"} == set(range(27, 41, 2))
    assert max(int(row["HighBoard"]) for row in rows) == 47
    assert [document.section.boards for document in bws.loads((tmp_path / "evening.bws").read_bytes())] == [
        Boards(2, first=27),
        Boards(3, first=27),
    ]


def test_a_pair_known_by_one_name_for_both_is_two_players_where_it_has_two_names() -> None:
    named = section(
        "A",
        web(7, 7, whole=1, ends=0),
        2,
        {"N1": Contestant.parse("Anna & Boris"), "E1": Contestant((Person("The Kings"),))},
    )
    (read,) = bws.loads(bws.dumps([named]), source="event.bws")
    assert read.section.contestants == {
        "N1": Contestant((Person("Anna"), Person("Boris"))),
        "E1": Contestant((Person("The Kings"), Person(""))),
    }


def test_names_at_seats_that_nobody_has_are_left_out_and_told() -> None:
    half = replace(web(7, 7, whole=1, ends=0), field=Field((7, 7), frozenset({7})), layout=None, claims=())
    half = replace(half, seats=np.where(half.seats == 7, 0, half.seats))
    data = written_with([section("A", half, 2)], "PlayerNumbers", 24, Name="Ghost")
    (read,) = bws.loads(data, source="ghost.bws")
    assert read.section.contestants == {}
    assert read.notes == ("names for seats that are empty in round 1 are left out: 7N",)


def test_names_and_numbers_of_players_survive(tmp_path: Path) -> None:
    movement = rainbow(7)
    west_7, east_2 = (str(movement.seats[0, table - 1, seat]) for table, seat in ((7, 3), (2, 2)))
    people = {
        "1": Contestant((Person("Zoë Ångström", "12345"),)),
        west_7: Contestant((Person("Ольга ♠"),)),
        east_2: Contestant((Person("", "ACBL-77"),)),
    }
    (tmp_path / "names.bws").write_bytes(bws.dumps([section("A", movement, 3, people)]))
    (read,) = bws.loads((tmp_path / "names.bws").read_bytes())
    assert read.section.contestants == people
    assert chairs(read.section)[Chair(7, "W")] == Person("Ольга ♠")
    names = [row["Name"] for row in export_rows(tmp_path / "names.bws", "PlayerNumbers")]
    assert [name for name in names if name] == ["Zoë Ångström", "Ольга ♠"]


def test_a_long_name_is_cut_and_the_director_is_told() -> None:
    named = section("A", rainbow(5), 3, {"1": Contestant((Person("Maximiliana Featherstonehaugh"),))})
    assert any("'Maximiliana Feathe'" in told for told in bws.warnings([named]))
    (read,) = bws.loads(bws.dumps([named]), source="event.bws")
    assert read.section.name("1") == "Maximiliana Feathe"


def test_many_long_names_are_told_in_one_sentence_with_their_number() -> None:
    people = {str(n): Contestant((Person(f"Maximiliana Featherstonehaugh {n}"),)) for n in range(1, 6)}
    (told,) = (one for one in bws.warnings([section("A", rainbow(5), 3, people)]) if "shortened" in one)
    example = "'Maximiliana Featherstonehaugh 1' becomes 'Maximiliana Feathe'"
    assert told == f"5 names are shortened to 18 characters; for example {example}"


def test_warnings_name_the_limits_of_tabscore() -> None:
    (unverified,) = bws.warnings(EVENTS["an 18 x 13 Web"])
    assert "Files for Bridgemate (.bws) have not been tested in the Windows programs" in unverified
    big = [section(c, web(45, 15, whole=3, ends=0), 2) for c in "ABCDE"]
    told = bws.warnings(big)
    assert sum("30 tables" in sentence for sentence in told) == 5
    assert sum("at most 4 sections" in sentence for sentence in told) == 1


@pytest.mark.parametrize("line", [0, 1])
@pytest.mark.parametrize("pair", [1, 4, 7])
def test_a_half_table_comes_back_with_its_phantom(line: int, pair: int) -> None:
    """Also if the phantom has the highest number, which is then not in the file."""
    full = web(7, 7, whole=1, ends=0)
    absent = pair + 7 * line
    seats = np.where(full.seats == absent, 0, full.seats)
    half = Movement("half", seats, full.groups, Field((7, 7), frozenset({absent})), 7)
    (read,) = bws.loads(bws.dumps([section("A", half, 3)]), source="half.bws")
    assert read.movement == half


def section_row(*, missing: int, winners: int) -> bytes:
    return struct.pack("<H7h", 8, 1, 7, missing, 0, 1, 1, winners)


def test_other_programs_may_number_on_or_leave_the_winners_out() -> None:
    """NS 1 to 7 and EW 8 to 14 with two winners are the Mitchell we write as 1 to 7 twice."""
    mitchell = web(7, 7, whole=1, ends=0)
    single = Movement("one line", mitchell.seats, mitchell.groups, Field((14,)), 7)
    data = bws.dumps([section("A", single, 2)])
    assert bws.loads(data, source="one.bws")[0].movement == single
    told = data.replace(section_row(missing=0, winners=1), section_row(missing=0, winners=2))
    assert bws.loads(told, source="two.bws")[0].movement == mitchell
    data = bws.dumps([section("A", mitchell, 2)])
    untold = data.replace(section_row(missing=0, winners=2), section_row(missing=0, winners=0))
    assert untold != data
    assert bws.loads(untold, source="untold.bws")[0].movement == mitchell


def numbered_on(shift: int, *, gone: int = 0, missing: int = 0) -> Movement:
    """Return the 7-table Mitchell, its EW pairs counted on from *shift*, read from a file of two winners."""
    mitchell = web(7, 7, whole=1, ends=0)
    seats = mitchell.seats.copy()
    seats[:, :, 1] += shift - 7
    numbers = set(range(1, shift + 8))
    written = np.where(seats == gone, 0, seats)
    single = Movement("on", written, mitchell.groups, Field((shift + 7,), frozenset(numbers - {*written.flat})), 7)
    data = bws.dumps([section("A", single, 2)])
    told = data.replace(section_row(missing=gone, winners=1), section_row(missing=missing, winners=2))
    assert told != data
    return bws.loads(told, source="on.bws")[0].movement


def test_ew_pairs_may_be_numbered_on_from_ns_or_from_a_hundred() -> None:
    """With any pair missing, including EW 1: numbers then begin one higher, but still count from 1."""
    mitchell = web(7, 7, whole=1, ends=0)
    for shift in (7, 100):
        assert numbered_on(shift) == mitchell
    for absent in (1, 4):
        half = Movement(
            "half",
            np.where(mitchell.seats == 7 + absent, 0, mitchell.seats),
            mitchell.groups,
            Field((7, 7), frozenset({7 + absent})),
            7,
        )
        assert numbered_on(7, gone=7 + absent) == half
        assert numbered_on(7, missing=7 + absent) == half


def test_other_programs_may_seat_a_pair_that_is_missing() -> None:
    mitchell = web(7, 7, whole=1, ends=0)
    single = Movement("one line", mitchell.seats, mitchell.groups, Field((14,)), 7)
    data = bws.dumps([section("A", single, 2)])
    absent = data.replace(section_row(missing=0, winners=1), section_row(missing=14, winners=1))
    (read,) = bws.loads(absent, source="absent.bws")
    assert read.movement.field == Field((14,), frozenset({14}))
    assert (read.movement.seats == 0).sum() == 7
    data = bws.dumps([section("A", mitchell, 2)])
    which = data.replace(section_row(missing=0, winners=2), section_row(missing=5, winners=2))
    with pytest.raises(FormatError, match="could be NS or EW"):
        bws.loads(which, source="which.bws")


def test_a_missing_pair_below_nothing_is_an_ew_pair() -> None:
    data = written_with([section("A", web(7, 7, whole=1, ends=0), 2)], "Section", 0, MissingPair=-5)
    assert bws.loads(data, source="minus.bws")[0].movement.field == Field((7, 7), frozenset({12}))


def test_a_player_who_came_later_has_no_seat_of_round_1() -> None:
    event = [section("A", web(7, 7, whole=1, ends=0), 2, {"N1": Contestant((Person("Anna"), Person("")))})]
    data = written_with(event, "PlayerNumbers", 6, Name="Late", Round=2)
    assert bws.loads(data, source="late.bws")[0].section.contestants == {"N1": Contestant((Person("Anna"), Person("")))}


@pytest.mark.parametrize(("last_group", "each"), [(127, 1), (63, 2)])
def test_board_127_is_written_and_128_refused(last_group: int, each: int) -> None:
    def event(group: int) -> list[Document]:
        return [section("A", Movement("", np.array([[[1, 2]]]), np.array([[group]]), Field((2,)), group), each)]

    boards = bws.loads(bws.dumps(event(last_group)), source="full.bws")[0].section.boards
    assert boards == Boards(each, first=last_group * each - each + 1), "no board below is played"
    with pytest.raises(CannotExpress, match="boards up to 127"):
        bws.dumps(event(last_group + 1))


def test_as_many_rounds_as_a_movement_can_have_are_written() -> None:
    """A Bridgemate II holds 255, and so does a movement."""
    seats = np.tile(np.array([[[1, 2]]]), (255, 1, 1))
    long = Movement("", seats, np.ones((255, 1), dtype=np.int64), Field((2,)), 1)
    assert bws.loads(bws.dumps([section("A", long, 1)]), source="long.bws")[0].movement.rounds == 255


def test_of_two_missing_pairs_none_is_told_as_the_missing_one(tmp_path: Path) -> None:
    """The column has room for one; the empty seats show both."""
    seats = np.array([[[1, 2], [3, 0], [4, 0]]])
    two_gone = Movement("", seats, np.array([[1, 2, 3]]), Field((6,), frozenset({5, 6})), 3)
    (tmp_path / "two.bws").write_bytes(bws.dumps([section("A", two_gone, 2)]))
    assert [row["MissingPair"] for row in export_rows(tmp_path / "two.bws", "Section")] == ["0"]
    assert bws.loads((tmp_path / "two.bws").read_bytes())[0].movement.field == two_gone.field


def test_what_a_bridgemate_cannot_hold_is_refused() -> None:
    pairs, singles = web(45, 15, whole=3, ends=0), rainbow(7)
    with pytest.raises(CannotExpress, match="board 135"):
        bws.dumps([section("A", pairs, 9)])
    with pytest.raises(CannotExpress, match="different letters"):
        bws.dumps([section("A", pairs, 2), section("A", pairs, 2)])
    with pytest.raises(CannotExpress, match=r"pairs and individuals do not fit in one \.bws file; write 2 files"):
        bws.dumps([section("A", pairs, 2), section("B", singles, 2)])
    with pytest.raises(CannotExpress, match="a section letter must be 1 to 3 capital letters, not 'north'"):
        bws.dumps([section("north", pairs, 2)])
    with pytest.raises(CannotExpress, match="16 characters"):
        bws.dumps([section("A", singles, 2, {"1": Contestant((Person("X", "1" * 17),))})])
    with pytest.raises(BadRequest, match=r"a \.bws file needs at least 1 section"):
        bws.dumps([])


@pytest.mark.slow
def test_more_rows_than_the_maps_hold_are_refused() -> None:
    seats = np.ones((255, 255, 2), dtype=np.int64)
    wide = Movement("wide", seats, seats[:, :, 0], Field((1,)), 1)
    with pytest.raises(CannotExpress, match="too many rows"):
        bws.dumps([section(letter, wide, 1) for letter in "AB"])


@pytest.mark.parametrize(("name", "gone"), [("R0505", "20"), ("R0707", "1"), ("I0807", "3")])
def test_where_a_single_player_is_missing_nothing_is_played(name: str, gone: str, tmp_path: Path) -> None:
    """The seat would wander round the table with the swivel: all four and the boards are 0, and no pair is missing."""
    movement = find(name, missing=[gone])
    data = FORMATS["bws"].dumps([document_of(movement, per_round=len(movement.swivel) or 3)])
    file = tmp_path / "short.bws"
    file.write_bytes(data)
    rows = [[int(row[column]) for column in SINGLES[3:]] for row in export_rows(file, "RoundData")]
    idle = [row for row in rows if 0 in row]
    assert len(idle) == movement.rounds * max(1, len(movement.swivel))
    assert {number for row in idle for number in row} == {0}
    assert [row["MissingPair"] for row in export_rows(file, "Section")] == ["0"]
    (back,) = loads(data)
    assert judge(back.movement).is_sound
