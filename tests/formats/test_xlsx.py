"""Spreadsheets: they are read back by us and by others, and broken ones are refused with the cell."""

import io
import re
import time
import zipfile
from dataclasses import replace

import numpy as np
import openpyxl
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from openpyxl.worksheet.worksheet import Worksheet

from byestand.catalog import find
from byestand.errors import BadRequest, CannotExpress
from byestand.formats import xlsx
from byestand.formats.document import Document
from byestand.formats.file_io import MAX_BYTES
from byestand.formats.xlsx.workbook import CellStyle, WorksheetPage, bytes_of
from byestand.model.boards import Boards
from byestand.model.claims import Revenge, Route, Swivel
from byestand.model.field import Field
from byestand.model.movement import Movement
from byestand.movements import with_missing
from byestand.verify import judge
from byestand.words.titles import title_of
from tests.support.documents import DocumentFacts, document_facts, document_of
from tests.support.paths import SEEDS
from tests.support.strategies import CorruptedGrid, corrupted_movements, some_movement
from tests.support.workbooks import SHEET, W0605, edit_workbook, parts, patch_workbook, zip_parts

SAVED_BY_LIBREOFFICE = SEEDS / "saved_by_libreoffice_7.4.xlsx"


def rainbow(tables: int) -> Movement:
    """Return an individual for a prime number of tables: N stay, S, E and W go up one, two and three tables."""
    r, t = np.mgrid[0:tables, 0:tables]
    seats = np.stack([line * tables + (t - line * r) % tables + 1 for line in range(4)], axis=2)
    return Movement("Rainbow, 7 tables", seats, (t + 3 * r) % tables + 1, Field((4 * tables,)), tables)


SAVED = (
    document_of(find("W1813"), letter="A", per_round=2),
    document_of(with_missing(find("W1812ER"), "N19"), letter="B", per_round=1),
    document_of(find("W0909TR")),
    document_of(rainbow(7), per_round=3),
)
"""Files saved by LibreOffice."""
MANY = (*SAVED, document_of(find("W0605"), 4, first=27))


def cell_text(document: Document) -> DocumentFacts:
    """Return what a spreadsheet contains of a movement: everything but its layout."""
    told = tuple(c for c in document.movement.claims if isinstance(c, Route | Revenge | Swivel))
    return document_facts(document)._replace(movement=replace(document.movement, layout=None, claims=told))


def read(data: bytes) -> tuple[DocumentFacts, ...]:
    return tuple(map(document_facts, xlsx.loads(data)))


def names_and_titles(documents: tuple[Document, ...]) -> list[tuple[str, str]]:
    return [(document.movement.name, title_of(document.movement)) for document in documents]


@pytest.mark.slow
@settings(deadline=None, max_examples=40)
@given(some_movement, st.none() | st.integers(1, 12), st.sampled_from(["", "A", "BB"]), st.data())
def test_a_spreadsheet_gives_back_the_movement_but_its_layout(
    movement: Movement, boards: int | None, section: str, data: st.DataObject
) -> None:
    missing = data.draw(st.sets(st.integers(1, movement.field.size), max_size=3))
    try:
        movement = with_missing(movement, *(movement.field.label(contestant) for contestant in missing))
    except BadRequest:  # no pair would be left to play
        reject()
    document = document_of(movement, letter=section, per_round=boards)
    assert read(xlsx.dumps([document])) == (cell_text(document),)


@pytest.mark.slow
@settings(deadline=None, max_examples=40)
@given(corrupted_movements(), st.none() | st.integers(1, 12))
def test_a_faulty_movement_comes_back_with_its_fault(corrupted: CorruptedGrid, boards: int | None) -> None:
    document = document_of(corrupted.movement, per_round=boards)
    assert read(xlsx.dumps([document])) == (cell_text(document),)


def test_boards_of_a_second_session_are_written_and_read() -> None:
    data = xlsx.dumps([document_of(find("W0605"), 4, first=27)])
    assert xlsx.loads(data)[0].section.boards == Boards(4, first=27)
    sheet = openpyxl.load_workbook(io.BytesIO(data)).worksheets[0]
    assert sheet["D5"].value == "27-30"
    assert "boards 27-46, 4 a round" in str(sheet["A2"].value)
    assert "first board: 27" in [sheet.cell(row, 1).value for row in range(1, sheet.max_row + 1)]


def test_several_movements_come_back_in_their_order() -> None:
    again = xlsx.loads(xlsx.dumps(MANY))
    assert tuple(map(document_facts, again)) == tuple(map(cell_text, MANY))
    assert names_and_titles(again) == names_and_titles(MANY)


@pytest.mark.slow
@settings(deadline=None, max_examples=30)
@given(st.text(max_size=60), st.text(max_size=40), st.text(max_size=5))
def test_any_words_survive(title: str, name: str, section: str) -> None:
    movement = replace(find("W0605"), title=title, name=name)
    documents = (document_of(movement, letter=section), document_of(movement, letter=section))
    data = xlsx.dumps(documents)
    again = xlsx.loads(data)
    assert tuple(map(document_facts, again)) == tuple(map(cell_text, documents))
    assert names_and_titles(again) == names_and_titles(documents)
    openpyxl.load_workbook(io.BytesIO(data))


@pytest.mark.parametrize("name", [26 * "0" + "𐧒", 15 * "𐧒" + "ab", 40 * "𐧒"])
def test_names_of_sheets_are_as_long_as_excel_counts_them(name: str) -> None:
    movement = replace(find("W0605"), name=name)
    data = xlsx.dumps((document_of(movement), document_of(movement)))
    assert [document.movement.name for document in xlsx.loads(data)] == [name, name]
    assert all(len(sheet.encode("utf-16-le")) <= 62 for sheet in openpyxl.load_workbook(io.BytesIO(data)).sheetnames)


@pytest.mark.parametrize(
    "title", ["Table", "About this movement", "_x0041_", " = - ", "=1+1", "<r>&</r>", "\N{ZERO WIDTH JOINER}"]
)
def test_words_that_could_be_mistaken_survive(title: str) -> None:
    document = document_of(replace(find("W0605"), title=title, name=title))
    assert names_and_titles(xlsx.loads(xlsx.dumps([document]))) == [(title, title)]


def test_revenge_rounds_and_whoever_plays_nowhere_survive() -> None:
    seats = np.array([[[1, 2]], [[1, 2]]])
    movement = Movement(
        "Revenge", seats, np.array([[1], [0]]), Field((5,), frozenset({3, 5})), 7, claims=(Revenge((2,)),)
    )
    assert read(xlsx.dumps([document_of(movement)])) == (document_facts(document_of(movement)),)


@pytest.mark.slow
@pytest.mark.parametrize(("rounds", "tables"), [(255, 5), (5, 255)])
def test_the_most_rounds_and_the_most_tables_are_written_and_read(rounds: int, tables: int) -> None:
    """The first and the last five rows and columns of the largest movement: between them is more of the same."""
    r, t = np.mgrid[0:rounds, 0:tables]
    seats = np.stack([t + 1, 256 + (t - r) % 255], axis=2)
    field = Field((255, 255), frozenset(range(1, 511)) - frozenset(seats.ravel().tolist()))
    document = document_of(Movement("Large", seats, (t + r) % 999 + 1, field, 999), per_round=12)
    data = xlsx.dumps([document])
    assert 255 // 5 * len(data) < MAX_BYTES
    assert read(data) == (document_facts(document),)


def test_the_same_movements_give_the_same_bytes() -> None:
    written = xlsx.dumps(MANY)
    assert written == xlsx.dumps(MANY)
    assert tuple(map(document_facts, xlsx.loads(written))) == tuple(map(cell_text, MANY))


def test_a_spreadsheet_does_not_tell_when_and_where_it_was_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every place of a workbook that has a time: the entries of the zip, and the properties."""
    try:
        for zone in ("Pacific/Auckland", "America/Los_Angeles"):
            monkeypatch.setenv("TZ", zone)
            time.tzset()
            assert xlsx.dumps([document_of(find("W0605"), per_round=4)]) == W0605
    finally:
        monkeypatch.undo()
        time.tzset()
    with zipfile.ZipFile(io.BytesIO(W0605)) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    told_times = {found for part in parts().values() for found in re.findall(r"\b\d{4}-\d\d-\d\dT[0-9:]+", part)}
    assert told_times == {"1980-01-01T00:00:00"}


@pytest.mark.parametrize("document", MANY, ids=lambda document: title_of(document.movement))
def test_another_reader_finds_every_cell_where_a_director_looks(document: Document) -> None:
    movement, boards = document.movement, document.section.boards
    sheet = openpyxl.load_workbook(io.BytesIO(xlsx.dumps([document]))).worksheets[0]
    columns = [c for c in range(1, sheet.max_column + 1) if str(sheet.cell(3, c).value).startswith("Round ")]
    assert [sheet.cell(3, c).value for c in columns] == [f"Round {r}" for r in range(1, movement.rounds + 1)]
    wanted = ["N", "S", "E", "W"] if movement.is_individual else ["NS", "EW"]
    lines = {str(sheet.cell(row, 1).value).rstrip("*"): row for row in range(5, sheet.max_row + 1)}
    for meeting in movement.meetings():
        row, first = lines[str(meeting.table)], columns[meeting.round - 1]
        width = len(meeting.contestants)
        assert [sheet.cell(4, first + i).value for i in range(width + 1)] == [*wanted, "Boards" if boards else "Group"]
        shown = [sheet.cell(row, first + i).value for i in range(width)]
        assert shown == [int(who.lstrip("NE")) if who != "-" else "-" for who in meeting.contestants]
        each, before = (boards.per_round, boards.first - 1) if boards else (1, 0)
        last = before + meeting.group * each
        cell = str(last) if each == 1 else f"{last - each + 1}-{last}"
        if meeting.group == 0 or "-" in meeting.contestants:
            cell = f"({cell})" if meeting.group else "-"
        assert str(sheet.cell(row, first + width).value) == cell


def test_bye_stands_stand_under_the_table_they_feed_and_the_skip_between_its_rounds() -> None:
    movement = find("W1812")
    sheet = openpyxl.load_workbook(io.BytesIO(xlsx.dumps([document_of(movement)]))).worksheets[0]
    labels = [sheet.cell(row, 1).value for row in range(5, 29)]
    assert labels == [*range(1, 10), *["bye 1"] * 3, *range(10, 19), *["bye 2"] * 3]
    assert [sheet.cell(row, 4).value for row in range(14, 17)] == [10, 11, 12]
    assert [sheet.cell(3, c).value for c in (17, 20, 21)] == ["Round 6", "skip", "Round 7"]
    assert sheet.cell(14, 1).font.i
    words = [str(row[0].value) for row in sheet.iter_rows(min_row=29)]
    assert "Skip after round 6: EW move up two tables." in words


@pytest.mark.parametrize(
    ("movement", "note"),
    [
        (find("W1813"), "NS pairs stay at the table of their number."),
        (find("M0808R"), "Tables 1 and 8 share boards in every round."),
        (find("W1812ER"), "* party table: if the rover, E19, takes your seat, play here. N19 stays."),
        (MANY[1].movement, "* table not used: if the rover, E19, takes your seat, sit out."),
        (MANY[1].movement, "Missing: N19."),
        (with_missing(find("W0605"), "E2"), "Missing: E2."),
        (MANY[1].movement, "Skip after round 6: EW move up two tables."),
        (find("W0605").with_claim(Revenge((5,))), "Repeat opponents in round 5, on new boards."),
    ],
)  # fmt: skip
def test_notes_tell_what_the_rows_do_not(movement: Movement, note: str) -> None:
    sheet = openpyxl.load_workbook(io.BytesIO(xlsx.dumps([document_of(movement)]))).worksheets[0]
    assert note in [sheet.cell(row, 1).value for row in range(1, sheet.max_row + 1)]


def test_a_sheet_is_ready_to_scroll_and_to_print() -> None:
    book = openpyxl.load_workbook(io.BytesIO(xlsx.dumps(MANY)))
    assert book.sheetnames == ["Section A", "Section B", "W0909TR", "Rainbow, 7 tables", "W0605"]
    sheet = book["Section A"]
    assert sheet.freeze_panes == "B5"
    assert (sheet.print_title_rows, sheet.print_title_cols) == ("$3:$4", "$A:$A")
    assert (sheet.page_setup.orientation, sheet.page_setup.fitToHeight) == ("landscape", 0)
    assert sheet.page_setup.fitToWidth is None  # one page by default
    assert sheet.sheet_properties.pageSetUpPr is not None
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert sheet.print_area == "'Section A'!$A$1:$AN$33"
    assert str(sheet["A35"].value).startswith("About this movement")
    assert sheet["D5"].number_format == "@"  # so that 5-6, typed there, is no date


def test_names_of_sheets_are_such_as_excel_allows() -> None:
    titles = ["History", "a/b", "A B", "'quoted'", "x" * 40, "X" * 40, "", "\n"]
    documents = [document_of(replace(find("W0605"), name="", kind="", title=title)) for title in titles]
    names = openpyxl.load_workbook(io.BytesIO(xlsx.dumps(documents))).sheetnames
    assert names == [
        "History (2)", "a b", "A B (2)", "quoted", "x" * 31, "X" * 27 + " (2)", "Movement", "Movement (2)",
    ]  # fmt: skip


def test_a_workbook_saved_by_libreoffice_is_read_as_before() -> None:
    """The seed is dumps(SAVED), saved once by LibreOffice 7.4: shared strings, other styles, repeated columns."""
    assert read(SAVED_BY_LIBREOFFICE.read_bytes()) == tuple(map(cell_text, SAVED))


def test_what_a_director_may_change_is_read() -> None:
    """A club name on top, a note below, a number typed as text or written as 5.0, a name for the sheet, a new sheet."""

    def change(sheet: Worksheet) -> None:
        sheet["B5"] = " 1 "
        sheet["A17"] = "Smile!"
        sheet["C17"] = 7
        sheet.title = "Tuesday"
        assert sheet.parent is not None
        sheet.parent.create_sheet("Sheet2")
        sheet.insert_rows(1)
        sheet["A1"] = "Bridge Club"

    original = read(W0605)
    assert read(edit_workbook(change)) == original
    as_google_writes = re.sub(r'(s="[0-9]+"><v>[0-9]+)<', r"\1.0<", parts()[SHEET])
    assert as_google_writes != parts()[SHEET]
    assert read(zip_parts(parts() | {SHEET: as_google_writes})) == original
    inline = '<c r="D5" t="inlineStr"><is><r><t>1-</t></r><r><t>4</t></r></is></c>'
    old = parts()[SHEET].partition('<c r="D5"')[2].partition("</c>")[0]
    assert read(patch_workbook(SHEET, f'<c r="D5"{old}</c>', inline)) == original


def test_what_a_spreadsheet_cannot_hold_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CannotExpress, match="a spreadsheet has 1 to 250 movements, 1 per sheet, not 0"):
        xlsx.dumps([])
    with pytest.raises(CannotExpress, match="at most 32767 characters"):
        bytes_of([WorksheetPage("long", cells={(1, 1): ("x" * 40_000, CellStyle())})])
    with pytest.raises(CannotExpress, match="deal groups up to 999"):
        xlsx.dumps([document_of(replace(find("W0605"), groups=find("W0605").groups + 995))])
    monkeypatch.setattr(xlsx, "MAX_CELLS", 500)
    with pytest.raises(CannotExpress, match="more than 500 cells; write several spreadsheets"):
        xlsx.dumps([document_of(find("W0605"))] * 5)
    with pytest.raises(BadRequest, match="boards per round must be 1 to 12, not 13"):
        xlsx.dumps([document_of(find("W0605"), per_round=13)])


def test_a_spreadsheet_is_told_by_its_content() -> None:
    assert xlsx.looks_like(W0605)
    assert xlsx.looks_like(W0605[:-100])
    assert xlsx.looks_like(SAVED_BY_LIBREOFFICE.read_bytes())
    for other in (b"", b"PK\x03\x04", b"round,table,ns,ew,group\n", zip_parts({"hello.txt": "hello"})):
        assert not xlsx.looks_like(other)


def test_a_rover_is_told_to_the_judge() -> None:
    (again,) = xlsx.loads(xlsx.dumps([document_of(find("W1812ER"))]))
    assert again.movement.rover == Route(38, 19, 19)
    assert not [finding for finding in judge(again.movement).findings if finding.severity == "error"]
