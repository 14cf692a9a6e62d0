"""Broken spreadsheets: refused with sheet and cell, in one line, within bounds; never anything worse."""

import io
import tracemalloc
import zipfile
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from byestand.errors import FormatError
from byestand.formats import xlsx
from byestand.formats.xlsx import package
from byestand.verify import judge
from tests.support.strategies import is_one_line
from tests.support.workbooks import BOOK, RELATIONS, SHEET, W0605, edit_workbook, parts, patch_workbook, put, zip_parts

BROKEN: dict[str, tuple[bytes | Callable[[], bytes], str]] = {
    "a word for a pair": (put(C7="seven"), "sheet W0605, cell C7: expected a number from 1 to 6, or - for"),
    "a pair too many": (put(C7=7), "cell C7: expected a number from 1 to 6, or - for nobody: '7'"),
    "a fraction": (put(C7=1.5), "cell C7: expected a number"),
    "a truth": (put(C7=True), "cell C7: expected a number from 1 to 6, or - for nobody: 'TRUE'"),
    "a formula": (put(C7="=B7+1"), "cell C7: expected a number from 1 to 6, or - for nobody: '=B7+1'"),
    "an empty seat": (put(C7=None),
        "sheet W0605, cell C7: expected a number from 1 to 6, or - for nobody (the cell is empty)"),
    "other boards": (put(D7="5-7"),
        "sheet W0605, cell D7: expected 4 boards of a group such as 5-8, up to 3996, or - for none: '5-7'"),
    "boards between groups": (put(D7="2-5"), "cell D7: expected 4 boards"),
    "a date": (put(D7=45783), "cell D7: expected 4 boards"),
    "boards far too high": (put(D7="99993-99996"), "cell D7: expected 4 boards"),
    "no boards": (put(D7=None), "cell D7: expected 4 boards"),
    "a word on a bye stand": (put(D8="gone"), "cell D8: expected 4 boards"),
    "a pair on a bye stand": (put(B8=3), "sheet W0605, cell B8: expected an empty cell: '3'"),
    "a remark beside": (put(Q7="late"), "sheet W0605, cell Q7: expected an empty cell: 'late'"),
    "a missing column": (edit_workbook(lambda s: s.delete_cols(3)), "cell C4: expected the heading 'EW': 'Boards'"),
    "a missing round": (edit_workbook(lambda s: s.delete_cols(14, 3)),
        "sheet W0605, cell N3: expected the heading 'Round 5' (the cell is empty)"),
    "a missing table": (edit_workbook(lambda s: s.delete_rows(12)),
        "sheet W0605, cell A14: expected table 6 (the cell is empty)"),
    "a table twice": (put(A12=4), "sheet W0605, cell A12: expected table 6, or a stand such as bye 1: '4'"),
    "a table too many": (put(A15=7), "sheet W0605, cell A15: expected no more tables, or a stand such as bye 1: '7'"),
    "no headings": (put(A3=None),
        ("sheet W0605, cell A1: expected 1 row with the headings 'Table' and 'Round"
        " 1' in columns A and B, not 0: '6-table Web, 5 rounds, 5 deal groups'")),
    "other seats": (put(B4="X"), "cell B4: expected NS, or N for individuals: 'X'"),
    "no lines about it": (edit_workbook(lambda s: s.delete_rows(18, 20)),
        ("sheet W0605, cell A1: expected the line 'About this movement' in column A"
        " below the tables: '6-table Web, 5 rounds, 5 deal groups'")),
    "an unknown line": (put(A40="colour: red"),
        "sheet W0605, cell A40: expected a line such as 'tables: 18' in column A, without repeats: 'colour: red'"),
    "a line twice": (put(A40="tables: 6"),
        "sheet W0605, cell A40: expected a line such as 'tables: 18' in column A, without repeats: 'tables: 6'"),
    "another format": (put(A20="format: byestand sheet 3"),
        ("sheet W0605, cell A20: expected one of these values: 'byestand sheet 1',"
        " 'byestand sheet 2': 'format: byestand sheet 3'")),
    "a line missing": (put(A23=None),
        "sheet W0605, cell A19: expected the line 'tables' below: 'About this movement, for Byestand to rea'"),
    "many tables": (put(A23="tables: 256"), "cell A23: expected a whole number from 1 to 255: 'tables: 256'"),
    "many rounds": (put(A24="rounds: 255"), "sheet W0605, cell Q3: expected the heading 'Round 6' (the cell is empty)"),
    "many groups": (put(A25="deal groups: 1000"), "cell A25: expected a whole number from 1 to 999"),
    "many contestants": (put(A27="contestants: 9999 NS, 6 EW"),
        ("sheet W0605, cell A27: expected a text such as '18 NS, 18 EW' or '36', at"
        " most 1020: 'contestants: 9999 NS, 6 EW'")),
    "no contestants": (put(A27="contestants: 0"),
        "sheet W0605, cell A27: expected a text such as '18 NS, 18 EW' or '36', at most 1020: 'contestants: 0'"),
    "a stranger missing": (put(A28="missing: N7"),
        "sheet W0605, cell A28: unknown pair or player; numbers are N1-N6, E1-E6: 'N7': 'missing: N7'"),
    "missing out of order": (put(A28="missing: E1, N1"),
        "sheet W0605, cell A28: expected labels such as N19, in order and without repeats: 'missing: E1, N1'"),
    "a strange rover": (put(A28="rover: the Smiths"),
        "sheet W0605, cell A28: expected a text such as 'E19, host N19, party table 19': 'rover: the Smiths'"),
    "an unknown rover": (put(A28="rover: E7, host N6, party table 6"),
        ("sheet W0605, cell A28: unknown pair or player; numbers are N1-N6, E1-E6:"
        " 'E7': 'rover: E7, host N6, party table 6'")),
    "no such party table": (put(A28="rover: E6, host N6, party table 7"), "sheet W0605: party table 7 does not exist"),
    "revenge twice": (put(A28="revenge rounds: 5, 5"),
        "sheet W0605, cell A28: expected numbers from 1 to 5 in rising order: 'revenge rounds: 5, 5'"),
    "every sheet empty": (edit_workbook(lambda s: s.delete_rows(1, 99)), "every sheet is empty"),
    "no zip": (b"PK\x03\x04 is all there is", "not a workbook (.xlsx), or truncated: no complete zip archive"),
    "nothing": (b"", "not a workbook (.xlsx), or truncated: no complete zip archive"),
    "cut off": (W0605[:-100], "not a workbook (.xlsx), or truncated: no complete zip archive"),
    "cut in half": (W0605[: len(W0605) // 2], "not a workbook (.xlsx), or truncated: no complete zip archive"),
    "an old workbook": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "save it as .xlsx"),
    "another zip": (zip_parts({"hello.txt": "hello"}), "not a workbook (.xlsx): part '_rels/.rels' is missing"),
    "no workbook": (zip_parts({k: v for k, v in parts().items() if k != BOOK}),
        "not a workbook (.xlsx): part 'xl/workbook.xml' is missing"),
    "no sheet": (zip_parts({k: v for k, v in parts().items() if k != SHEET}), f"part '{SHEET}' is missing"),
    "a chart for a sheet": (patch_workbook(RELATIONS, "/worksheet", "/chartsheet"),
        "expected only worksheets, but 'W0605' has the type 'chartsheet'"),
    "no relation": (patch_workbook(BOOK, 'r:id="rId1"', ""),
        "expected only worksheets, but 'W0605' has the type 'nothing'"),
    "bad XML": (patch_workbook(SHEET, "</row>", ""),
        "not a valid workbook: invalid XML (mismatched tag: line 2, column 8381)"),
    "an entity": (patch_workbook(SHEET, "<v>1</v>", "<v>&x;</v>"),
        "not a valid workbook: invalid XML (undefined entity: line 2, column 1475)"),
    "a cell without a place": (patch_workbook(SHEET, 'r="C7"', ""),
        "not a valid workbook: a cell of sheet W0605 has no position"),
    "a cell twice": (patch_workbook(SHEET, 'r="C7"', 'r="B7"'),
        "not a valid workbook: a cell of sheet W0605 has no position"),
    "an unknown text": (patch_workbook(SHEET, 't="s"><v>0<', 't="s"><v>999<'),
        "sheet W0605, cell A1: expected the number of a shared string: '999'"),
}  # fmt: skip


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_workbook_is_refused_with_its_cell(fault: str) -> None:
    found, reason = BROKEN[fault]
    data = found if isinstance(found, bytes) else found()
    with pytest.raises(FormatError) as refusal:
        xlsx.loads(data, source="club.xlsx")
    assert refusal.value.source == "club.xlsx"
    assert reason in refusal.value.reason
    assert is_one_line(refusal.value)


def test_bombs_are_refused_before_they_go_off(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(data: bytes, reason: str) -> None:
        with pytest.raises(FormatError, match=reason):
            xlsx.loads(data)

    refused(
        zip_parts(parts() | {SHEET: " " * (65 * 2**20)}),
        "the workbook is larger than 64 MB unpacked or has more than 2000 parts",
    )
    refused(zip_parts(parts() | {f"xl/media/{i}": "" for i in range(2000)}), "2000 parts")
    laughs = '<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><worksheet>&b;</worksheet>'
    refused(zip_parts(parts() | {SHEET: laughs}), "XML with a document type")
    refused(
        patch_workbook("xl/sharedStrings.xml", "<t>", f"<t>{'a' * 300_000}</t><t>"),
        "the workbook has a text of more than 32,767 characters",
    )
    again = '<sheet name="x" sheetId="1" r:id="rId1"/>' * 100
    refused(zip_parts(parts() | {SHEET: " " * (17 * 2**20)}), "sheets and texts have more than 16 MB unpacked")
    monkeypatch.setattr(package, "MAX_READ_BYTES", 2**17)
    refused(patch_workbook(BOOK, "<sheets>", f"<sheets>{again}"), "MB unpacked")
    monkeypatch.setattr(package, "MAX_ELEMENTS", 300)
    refused(W0605, "elements")


def with_attributes(many: int) -> str:
    """Return a sheet that is one element with this many attributes."""
    named = " ".join(f'a{i}=""' for i in range(many))
    return f"<worksheet {named}/>"


def test_attributes_are_counted_before_anything_is_made_of_them() -> None:
    """Expat makes texts and a table of all attributes of an element first: some 260 bytes of memory for each."""
    tracemalloc.start()
    try:
        for sheet, reason in (
            (with_attributes(60_000), "the workbook has a tag or text of more than 256 kB"),
            (
                "<worksheet>" + '<c a="" b="" c=""/>' * 400_001 + "</worksheet>",
                "the workbook has more than 1,200,000 attributes",
            ),
        ):
            data = zip_parts(parts() | {SHEET: sheet})
            tracemalloc.reset_peak()
            before = tracemalloc.get_traced_memory()[0]
            with pytest.raises(FormatError, match=reason):
                xlsx.loads(data)
            assert tracemalloc.get_traced_memory()[1] - before < 5 * len(sheet)
    finally:
        tracemalloc.stop()


def test_a_directory_of_very_many_parts_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zipfile, "ZipFile", None)
    with pytest.raises(FormatError, match="2000 parts"):
        xlsx.loads(W0605 + b"PK\x01\x02" * 2000)


def test_texts_within_texts_are_read_in_one_go() -> None:
    """Looking through all open elements for each text took minutes for a file of one kilobyte."""
    deep = 100_000
    nested = "<si>" + "<t>a" * deep + "</t>" * deep + "</si>"
    with pytest.raises(FormatError, match="sheet W0605, cell A2: expected the number of a shared string: '1'"):
        xlsx.loads(zip_parts(parts() | {"xl/sharedStrings.xml": f"<sst>{nested}</sst>"}))


def test_a_directory_that_lies_about_sizes_is_refused() -> None:
    data = zip_parts(parts() | {SHEET: " " * 2**20 + parts()[SHEET]})
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        size = archive.getinfo(SHEET).file_size.to_bytes(4, "little")
    lying = data.replace(size, (1000).to_bytes(4, "little"))
    with pytest.raises(FormatError, match=f"not a valid workbook: part '{SHEET}' is damaged"):
        xlsx.loads(lying)


def never_worse(data: bytes) -> None:
    """Read a damaged workbook: a refusal in one line, or a movement that can be judged."""
    xlsx.looks_like(data)
    try:
        documents = xlsx.loads(data)
    except FormatError as refusal:
        assert is_one_line(refusal)
    else:
        for document in documents:
            judge(document.movement)


@settings(deadline=None, max_examples=100)
@given(st.binary(max_size=300) | st.binary(max_size=300).map(b"PK\x03\x04".__add__))
def test_random_bytes_are_refused(data: bytes) -> None:
    never_worse(data)


@pytest.mark.slow
@settings(deadline=None, max_examples=100)
@given(st.integers(0, len(W0605) - 1), st.integers(0, 255))
def test_one_byte_changed_is_refused_or_read_never_worse(place: int, byte: int) -> None:
    never_worse(W0605[:place] + bytes([byte]) + W0605[place + 1 :])


@settings(deadline=None, max_examples=100)
@given(st.data())
def test_one_character_changed_inside_is_refused_or_read_never_worse(data: st.DataObject) -> None:
    """The checksums of a zip catch changes from outside; these changes reach the cells."""
    whole = parts()
    part = data.draw(st.sampled_from(sorted(whole)))
    place = data.draw(st.integers(0, len(whole[part]) - 1))
    other = data.draw(st.characters(codec="utf-8") | st.sampled_from("<>&;\"'/0123456789"))
    never_worse(zip_parts(whole | {part: whole[part][:place] + other + whole[part][place + 1 :]}))
