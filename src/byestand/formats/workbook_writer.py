"""From pages of styled cells to the bytes of a workbook (.xlsx): the XML and the zip, and nothing about bridge.

Written by hand rather than with a library: the six kinds of parts that a plain sheet needs are short, and the same
pages give the same bytes every time.
"""

import io
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from byestand.errors import CannotExpress
from byestand.formats.workbook_words import MOST_LETTERS, cell_name, escaped, letters

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
FONT = "Arial"  # on every system, or with a substitute of the same widths
GENERAL, TEXT = 0, 49  # number formats that every spreadsheet knows by these numbers


@dataclass(frozen=True, slots=True)
class Look:
    """How a cell looks. Colours are like ``RRGGBB``."""

    size: int = 11
    bold: bool = False
    italic: bool = False
    ink: str = "000000"
    fill: str = ""
    align: str = "center"
    turned: bool = False
    """Whether the text runs upwards."""
    left: str = ""
    """The colour of the line on the left."""
    under: str = ""
    """The colour of the line below."""
    text: bool = False
    """Whether what is typed there stays as it is: 5-6 is not the sixth of May."""


@dataclass(slots=True)
class Page:
    """A sheet: cells by row and column, from 1, and how it is shown and printed."""

    name: str
    cells: dict[tuple[int, int], tuple[int | str, Look]] = field(default_factory=dict)
    widths: dict[int, float] = field(default_factory=dict)
    """Columns in characters."""
    heights: dict[int, float] = field(default_factory=dict)
    """Rows in points."""
    merges: list[tuple[int, int, int, int]] = field(default_factory=list)
    """First row, first column, last row, last column."""
    frozen: tuple[int, int] = (1, 1)
    """How many rows and columns stay when one scrolls."""
    repeated: tuple[int, int] = (1, 1)
    """The first and the last of the rows that are printed on every page."""
    printed: tuple[int, int] = (1, 1)
    """The last row and the last column that are printed."""


def workbook(pages: Sequence[Page]) -> bytes:
    """Return the bytes of a workbook."""
    looks: dict[Look, int] = {Look(): 0}
    texts: dict[str, int] = {}
    sheets = [_sheet(page, looks, texts, in_front=page is pages[0]) for page in pages]
    parts = {
        "[Content_Types].xml": _content_types(len(pages)),
        "_rels/.rels": _relations({"rId1": ("officeDocument", "xl/workbook.xml")}),
        "xl/workbook.xml": _book(pages),
        "xl/_rels/workbook.xml.rels": _relations(
            {f"rId{i}": ("worksheet", f"worksheets/sheet{i}.xml") for i in range(1, len(pages) + 1)}
            | {"rIdStyles": ("styles", "styles.xml"), "rIdTexts": ("sharedStrings", "sharedStrings.xml")}
        ),
        "xl/styles.xml": _styles(tuple(looks)),
        "xl/sharedStrings.xml": _shared(tuple(texts)),
    }
    parts |= {f"xl/worksheets/sheet{i}.xml": sheet for i, sheet in enumerate(sheets, start=1)}
    return zipped(parts)


def zipped(parts: Mapping[str, str]) -> bytes:
    """Return a zip archive that does not tell when and where it was made."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, xml in parts.items():
            entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            entry.compress_type, entry.create_system, entry.external_attr = zipfile.ZIP_DEFLATED, 0, 0
            archive.writestr(entry, xml.encode())
    return out.getvalue()


def _sheet(page: Page, looks: dict[Look, int], texts: dict[str, int], *, in_front: bool) -> str:
    rows: dict[int, list[str]] = {}
    for (row, column), (value, look) in sorted(page.cells.items()):
        style = looks.setdefault(look, len(looks))
        kind, content = _content(value, texts)
        rows.setdefault(row, []).append(f'<c r="{cell_name(row, column)}" s="{style}"{kind}>{content}</c>')
    lines = (f'<row r="{row}"{_height(page, row)}>{"".join(cells)}</row>' for row, cells in rows.items())
    columns = (f'<col min="{c}" max="{c}" width="{w:g}" customWidth="1"/>' for c, w in sorted(page.widths.items()))
    merges = "".join(f'<mergeCell ref="{cell_name(a, b)}:{cell_name(c, d)}"/>' for a, b, c, d in page.merges)
    last = max(row for row, _ in page.cells), max(column for _, column in page.cells)
    (down, across), extent = page.frozen, f"A1:{cell_name(*last)}"
    corner = cell_name(down + 1, across + 1)
    return (
        f'{HEAD}<worksheet xmlns="{MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><dimension ref="{extent}"/>'
        f'<sheetViews><sheetView showGridLines="0" tabSelected="{int(in_front)}" workbookViewId="0">'
        f'<pane xSplit="{across}" ySplit="{down}" topLeftCell="{corner}" activePane="bottomRight" state="frozen"/>'
        f'<selection pane="bottomRight" activeCell="{corner}" sqref="{corner}"/></sheetView></sheetViews>'
        f'<sheetFormatPr defaultRowHeight="15"/><cols>{"".join(columns)}</cols>'
        f'<sheetData>{"".join(lines)}</sheetData><mergeCells count="{len(page.merges)}">{merges}</mergeCells>'
        f'<printOptions horizontalCentered="1"/>'
        f'<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>'
        # one page wide and as many high as it takes, on A4 (9)
        f'<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>'
        f"<headerFooter><oddFooter>&amp;L&amp;8Byestand&amp;C&amp;8&amp;A&amp;R&amp;8&amp;P / &amp;N</oddFooter>"
        f'</headerFooter><ignoredErrors><ignoredError sqref="{extent}" twoDigitTextYear="1" numberStoredAsText="1"/>'
        f"</ignoredErrors></worksheet>"
    )


def _content(value: int | str, texts: dict[str, int]) -> tuple[str, str]:
    """Return the type and the content of a cell; texts are kept apart and numbered, which every program can read."""
    if value == "" or isinstance(value, int):
        return "", "" if value == "" else f"<v>{value}</v>"
    if len(value) > MOST_LETTERS:
        raise CannotExpress(f"a cell of a spreadsheet has at most {MOST_LETTERS} characters: {value[:40]!r}")
    return ' t="s"', f"<v>{texts.setdefault(value, len(texts))}</v>"


def _height(page: Page, row: int) -> str:
    return f' ht="{page.heights[row]:g}" customHeight="1"' if row in page.heights else ""


def _content_types(sheets: int) -> str:
    kinds = {"workbook": "sheet.main", "styles": "styles", "sharedStrings": "sharedStrings"}
    kinds |= {f"worksheets/sheet{i}": "worksheet" for i in range(1, sheets + 1)}
    return (
        f'{HEAD}<Types xmlns="{PACKAGE}/content-types">'
        f'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>'
        + "".join(f'<Override PartName="/xl/{p}.xml" ContentType="{TYPES}.{k}+xml"/>' for p, k in kinds.items())
        + "</Types>"
    )


def _relations(targets: Mapping[str, tuple[str, str]]) -> str:
    entries = (
        f'<Relationship Id="{id}" Type="{RELATIONS}/{kind}" Target="{target}"/>'
        for id, (kind, target) in targets.items()
    )
    return f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships">{"".join(entries)}</Relationships>'


def _book(pages: Sequence[Page]) -> str:
    sheets, areas, titles = [], [], []
    for i, page in enumerate(pages, start=1):
        sheets.append(f'<sheet name="{escape(escaped(page.name))}" sheetId="{i}" r:id="rId{i}"/>')
        quoted = escape("'" + escaped(page.name).replace("'", "''") + "'")
        (first, last), (bottom, right) = page.repeated, page.printed
        name = f'<definedName name="_xlnm.%s" localSheetId="{i - 1}">'
        areas.append(f"{name % 'Print_Area'}{quoted}!$A$1:${letters(right)}${bottom}</definedName>")
        titles.append(f"{name % 'Print_Titles'}{quoted}!$A:$A,{quoted}!${first}:${last}</definedName>")
    return (
        f'{HEAD}<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}"><bookViews><workbookView/></bookViews>'
        f"<sheets>{''.join(sheets)}</sheets><definedNames>{''.join(areas + titles)}</definedNames></workbook>"
    )


def _shared(texts: Sequence[str]) -> str:
    entries = (f'<si><t xml:space="preserve">{escape(escaped(text), quote=False)}</t></si>' for text in texts)
    return f'{HEAD}<sst xmlns="{MAIN}" uniqueCount="{len(texts)}">{"".join(entries)}</sst>'


def _styles(looks: Sequence[Look]) -> str:
    fonts = list(dict.fromkeys(_font(look) for look in looks))
    # Excel reserves the first two fills for itself.
    fills = list(
        dict.fromkeys([_fill(""), '<fill><patternFill patternType="gray125"/></fill>', *map(_look_fill, looks)])
    )
    borders = list(dict.fromkeys(_border(look) for look in looks))
    formats = [
        f'<xf numFmtId="{TEXT if look.text else GENERAL}" fontId="{fonts.index(_font(look))}"'
        f' fillId="{fills.index(_look_fill(look))}" borderId="{borders.index(_border(look))}" xfId="0"'
        f' applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">'
        f'<alignment horizontal="{look.align}" vertical="center" textRotation="{90 if look.turned else 0}"/></xf>'
        for look in looks
    ]
    plain = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>'
    return (
        f'{HEAD}<styleSheet xmlns="{MAIN}">{_counted("fonts", fonts)}{_counted("fills", fills)}'
        f"{_counted('borders', borders)}{_counted('cellStyleXfs', [plain])}{_counted('cellXfs', formats)}"
        f'<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
    )


def _counted(tag: str, entries: Sequence[str]) -> str:
    return f'<{tag} count="{len(entries)}">{"".join(entries)}</{tag}>'


def _font(look: Look) -> str:
    slant = ("<b/>" if look.bold else "") + ("<i/>" if look.italic else "")
    return (
        f'<font>{slant}<sz val="{look.size}"/><color rgb="FF{look.ink}"/><name val="{FONT}"/><family val="2"/></font>'
    )


def _look_fill(look: Look) -> str:
    return _fill(look.fill)


def _fill(colour: str) -> str:
    if not colour:
        return '<fill><patternFill patternType="none"/></fill>'
    return f'<fill><patternFill patternType="solid"><fgColor rgb="FF{colour}"/></patternFill></fill>'


def _border(look: Look) -> str:
    left, under = (f' style="thin"><color rgb="FF{c}"/>' if c else ">" for c in (look.left, look.under))
    return f"<border><left{left}</left><right/><top/><bottom{under}</bottom><diagonal/></border>"
