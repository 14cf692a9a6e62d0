"""A small workbook, and ways to change it: as a user would in another program, or inside its zip."""

import io
import zipfile
from collections.abc import Callable, Mapping
from functools import partial

import openpyxl
from openpyxl.worksheet.worksheet import Worksheet

from byestand.catalog import find
from byestand.formats import xlsx
from tests.support.documents import document_of

SHEET, BOOK, RELATIONS = "xl/worksheets/sheet1.xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
W0605 = xlsx.dumps([document_of(find("W0605"), per_round=4)])


def edit_workbook(change: Callable[[Worksheet], object], data: bytes = W0605) -> bytes:
    """Return a workbook after a user changed its first sheet and saved it with another program."""
    book = openpyxl.load_workbook(io.BytesIO(data))
    change(book.worksheets[0])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def put(**cells: str | float | None) -> Callable[[], bytes]:
    """Return a function that makes a workbook with other cells when its test runs, because that takes a moment."""

    def change(sheet: Worksheet) -> None:
        for cell, value in cells.items():
            sheet[cell] = value

    return partial(edit_workbook, change)


def parts(data: bytes = W0605) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def zip_parts(parts: Mapping[str, str]) -> bytes:
    """Return a zip archive of these parts."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression=zipfile.ZIP_DEFLATED) as archive:
        for name, xml in parts.items():
            archive.writestr(name, xml)
    return out.getvalue()


def patch_workbook(part: str, old: str, new: str) -> bytes:
    changed = parts()
    assert old in changed[part]
    return zip_parts(changed | {part: changed[part].replace(old, new, 1)})
