"""The document as a file: fonts, letters of all scripts, tags, outline, pieces and pictures, read by other readers."""

import io
import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import typst
from pypdf import PdfReader

from byestand.catalog import find
from byestand.model.event import Event
from byestand.model.session import Session
from byestand.model.setup import CatalogMovement, SectionSetup, SessionSetup
from byestand.night.state import NightState
from byestand.server.pages.paper.view import night_page
from byestand.sheets import typst_renderer
from byestand.sheets.booklet import booklet, wanted_sheets
from byestand.sheets.print_order import PrintOrder
from byestand.sheets.sheet_list import SHEETS
from byestand.sheets.typst_renderer import Format, PrintResult, render_booklet
from tests.support.pdf_reader import turned_pages
from tests.support.people import entry_texts
from tests.support.sections import section, session

NAMES = {
    "Latin": "Nguyễn Thị Hường",
    "Greek": "Ελένη Παπαδοπούλου",
    "Cyrillic": "Қайрат Щербаков",
    "Hebrew": "שרה לוי",
    "Arabic": "فاطمة الزهراء",
    "Devanagari": "क्षितिज शर्मा",
    "Thai": "สมชาย ใจดี",
    "Chinese": "王小明",
    "Japanese": "さとう ケンジ",
    "Korean": "김민준",
}

RUNNING_ON = ("/Document", "/Span")
"""Tags of loose text: at the end of a sheet and at the beginning of the next there is one, or two in two pieces."""
TEXTS = re.compile(rb"\nBT .*?\nET\n", re.DOTALL)
"""Texts on a page; reading all other drawing commands takes long."""


def caddy_of(club: str) -> PrintResult:
    """Return a page with a club's name."""
    return render_booklet(booklet(PrintOrder(replace(session(find("W0605"), 2, ""), event=Event(club)), ("caddy",))))


def read(sheet: PrintResult) -> PdfReader:
    return PdfReader(io.BytesIO(sheet.files[0]), strict=True)


def fonts(reader: PdfReader) -> set[str]:
    """Return the names of all fonts, without the mark of a subset."""
    every = (font for page in reader.pages for font in page["/Resources"]["/Font"].values())  # type: ignore[index]
    return {str(font.get_object()["/BaseFont"]).partition("+")[2] for font in every}


def glyphs(reader: PdfReader) -> Iterator[int]:
    """Yield the number of every letter drawn, as its font counts them; 0 is the box for a letter that it lacks."""
    for page in reader.pages:
        contents = page.get_contents()
        assert contents is not None
        contents.set_data(b"".join(TEXTS.findall(contents.get_data())))
        for operands, operator in contents.operations:
            if operator in (b"Tj", b"TJ"):
                for part in operands[0] if operator == b"TJ" else operands:
                    shown = part if isinstance(part, bytes) else getattr(part, "original_bytes", b"")
                    yield from (int.from_bytes(shown[i : i + 2]) for i in range(0, len(shown), 2))


@pytest.mark.parametrize("script", NAMES)
def test_names_in_ten_scripts_are_printed_in_letters_not_boxes(script: str) -> None:
    """Chinese, Japanese and Korean in a font of the machine, which `make tools` sees to."""
    sheet = caddy_of(NAMES[script])
    assert sheet.warnings == ()
    (words,) = turned_pages(sheet.files[0])
    assert set(NAMES[script]) <= {letter for word in words for letter in word.text}
    drawn = list(glyphs(read(sheet)))
    assert len(drawn) > 100
    assert 0 not in drawn


@pytest.fixture
def bare_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without fonts of its own."""
    fonts = typst.Fonts
    monkeypatch.setattr(typst, "Fonts", lambda **asked: fonts(**asked | {"include_system_fonts": False}))


@pytest.mark.usefixtures("bare_machine")
def test_a_name_in_letters_that_no_font_has_is_told() -> None:
    """Otherwise boxes would be printed."""
    sheet = caddy_of("Café 王小明")
    (told,) = sheet.warnings
    assert told.startswith(
        "no font on this machine has the letters 小 明 王, install a Noto font (Debian: fonts-noto-cjk)"
    )
    assert told.endswith("'Café 王小明'")
    assert list(glyphs(read(sheet))).count(0) == 3
    assert caddy_of("Café Ελένη").warnings == ()


@pytest.mark.usefixtures("bare_machine")
def test_the_paper_of_a_night_tells_of_names_that_cannot_be_printed() -> None:
    def page(name: str) -> str:
        section = SectionSetup("A", CatalogMovement("W0605"), contestants=entry_texts({"N1": name}))
        return night_page.run(1, NightState(setup=SessionSetup(sections=(section,))), ()).body.decode()

    assert "o font on this machine has the letters 小 明 王" in page("王小明")
    assert "o font on" not in page("Ελένη")


@pytest.mark.slow
def test_no_sheet_has_a_sign_that_its_own_fonts_lack() -> None:
    every = read(render_booklet(booklet(PrintOrder(session(find("W0605"), 2, "B"), tuple(SHEETS)))))
    assert all(font.startswith("Byestand") for font in fonts(every))
    drawn = list(glyphs(every))
    assert len(drawn) > 20_000
    assert 0 not in drawn


def test_fonts_of_the_machine_are_used_for_such_letters_only() -> None:
    """Pages are the same on every machine, except for these letters."""
    ours = fonts(read(caddy_of("Club")))
    assert all(font.startswith("Byestand") for font in ours)
    assert len(fonts(read(caddy_of("Club 王"))) - ours) == 1


def test_the_pdf_is_tagged_has_a_title_and_carries_its_own_fonts() -> None:
    reader = read(render_booklet(booklet(PrintOrder(session(find("W0605"), 2, ""), ("mats",)))))
    assert reader.root_object["/MarkInfo"]["/Marked"]  # type: ignore[index]
    assert "/StructTreeRoot" in reader.root_object
    assert str(reader.root_object["/Lang"]) == "en"
    assert reader.metadata is not None
    assert reader.metadata.title == "W0605"
    assert fonts(reader) <= {"ByestandSans-Regular", "ByestandSans-Bold", "ByestandSans-Black"}
    assert reader.root_object["/ViewerPreferences"]["/Duplex"] == "/Simplex"  # type: ignore[index]


def test_what_is_read_is_tagged_and_what_is_written_on_is_not() -> None:
    order = PrintOrder(session(find("W0605"), 2, ""), ("mats",))
    slips = replace(order, sheets=("slips", "travellers"))
    assert {"/Table", "/TD"} <= set(tags(read(render_booklet(booklet(order)))))
    assert "/TD" not in tags(read(render_booklet(booklet(slips))))


@pytest.mark.slow
def test_all_sheets_of_w1813_are_a_file_to_send() -> None:
    assert (
        len(render_booklet(booklet(PrintOrder(session(find("W1813"), 2, "B"), wanted_sheets("all")))).files[0])
        < 800_000
    )


def test_the_same_order_gives_the_same_bytes() -> None:
    order = PrintOrder(session(find("W0605"), 2, ""), ("mats", "diagram"))
    assert render_booklet(booklet(order)).files == render_booklet(booklet(order)).files


@pytest.mark.slow
def test_what_is_set_in_pieces_is_bound_as_the_same_document(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages, bookmarks and tags are those of a booklet that was set at once; nothing of a piece is lost or doubled."""
    sections = (section(find("W0605"), 2, "A"), section(find("M0404R"), 2, "B"))
    wanted = booklet(
        PrintOrder(Session(sections, event=Event("a (b (c) 3 0 R) d")), ("travellers", "mats", "boarding"))
    )
    at_once = render_booklet(wanted)
    monkeypatch.setattr(typst_renderer, "LARGEST_PIECE", 4000)
    in_pieces = render_booklet(wanted)
    assert in_pieces.pages_by_kind == at_once.pages_by_kind
    assert render_booklet(wanted).files == in_pieces.files
    whole, bound = read(at_once), read(in_pieces)
    assert turned_pages(in_pieces.files[0]) == turned_pages(at_once.files[0])
    assert bookmarks(bound) == bookmarks(whole)
    assert tags(bound) == tags(whole)
    assert tags_by_page(bound) == tags_by_page(whole)
    cells_are_found_by_their_names(bound)
    assert b"<xmpTPg:NPages>%d<" % at_once.pages in in_pieces.files[0]


@pytest.mark.slow
@pytest.mark.parametrize("pieces", [200_000, 4000])
def test_the_outline_leads_from_sections_to_sheets(monkeypatch: pytest.MonkeyPatch, pieces: int) -> None:
    """However many pieces a section was set in."""
    monkeypatch.setattr(typst_renderer, "LARGEST_PIECE", pieces)
    sections = tuple(section(find("W0605"), 2, letter) for letter in "ABC")
    three = bookmarks(read(render_booklet(booklet(PrintOrder(Session(sections), ("boarding", "slips"))))))
    assert [(depth, words) for depth, words, _ in three if depth < 2] == [
        (depth, words)
        for letter in "ABC"
        for depth, words in ((0, f"Section {letter}"), (1, "Boarding sheet"), (1, "Pick-up slips"))
    ]
    one = bookmarks(read(render_booklet(booklet(PrintOrder(session(find("W0605"), 2, ""), ("boarding", "slips"))))))
    assert [mark for mark in one if mark[0] == 0] == [(0, "Boarding sheet", 0), (0, "Pick-up slips", 1)]
    starts = [page for _, words, page in three if words == "Boarding sheet"]
    assert starts == [page for depth, _, page in three if depth == 0]
    assert len(set(starts)) == 3


def bookmarks(reader: PdfReader) -> list[tuple[int, str, int | None]]:
    """Return the outline: the level, the text and the page of each line, from 0."""

    def walk(lines: Sequence[Any], depth: int) -> Iterator[tuple[int, str, int | None]]:
        for line in lines:
            if isinstance(line, list):
                yield from walk(line, depth + 1)
            else:
                yield depth, line["/Title"], reader.get_destination_page_number(line)

    return list(walk(reader.outline, 0))


def tags(reader: PdfReader) -> list[str]:
    """Return the kinds of all tags in reading order, except artefacts."""
    found, waiting = list[str](), [reader.root_object["/StructTreeRoot"]]
    while waiting:
        one = waiting.pop().get_object()
        if isinstance(one, list):
            waiting += reversed(one)
        elif isinstance(one, dict):
            found += [str(one["/S"])] if "/S" in one and one["/S"] not in RUNNING_ON else []
            waiting += [one["/K"]] if "/K" in one else []
    return found


def tags_by_page(reader: PdfReader) -> list[list[tuple[str, int]]]:
    """Return page by page the tags that the page finds by its key: their kinds, and the pages on which they begin."""
    tree = reader.root_object["/StructTreeRoot"]["/ParentTree"]["/Nums"]  # type: ignore[index]
    of_page = dict(zip(tree[::2], tree[1::2], strict=True))
    place = {page.indirect_reference: number for number, page in enumerate(reader.pages)}
    return [
        [
            (str(tag["/S"]), place.get(tag.get("/Pg"), -1))
            for tag in of_page[page["/StructParents"]].get_object()
            if tag["/S"] not in RUNNING_ON
        ]
        for page in reader.pages
        if "/StructParents" in page
    ]


def cells_are_found_by_their_names(reader: PdfReader) -> None:
    names = reader.root_object["/StructTreeRoot"]["/IDTree"]["/Names"]  # type: ignore[index]
    assert list(names[::2]) == sorted(set(names[::2]))
    assert all(tag.get_object()["/ID"] == name for name, tag in zip(names[::2], names[1::2], strict=True))


def test_pictures_are_one_file_a_page() -> None:
    for to, start in (("svg", b"<svg"), ("png", b"\x89PNG")):
        sheet = two_pictures(to)  # type: ignore[arg-type]
        assert [file[:4] for file in sheet.files] == [start] * 2
        assert sheet.pages == 2


def test_a_picture_has_a_title_for_who_does_not_see_it() -> None:
    for picture, sheet in zip(two_pictures("svg").files, ("announce", "caddy"), strict=True):
        title = f"{SHEETS[sheet].heading}, section B"
        root = ET.fromstring(picture)  # noqa: S314 - our own
        assert (root.get("role"), root.get("aria-label")) == ("img", title)
        assert root.findtext("{http://www.w3.org/2000/svg}title") == title
        assert root.findtext("{http://www.w3.org/2000/svg}desc", "").endswith('(W0605), "Aces" & <Kings>')


def test_a_picture_of_dots_says_how_large_it_is() -> None:
    """A4, at 150 dots an inch: by the sizes in the file, chunk by chunk, each with a sum that is right."""
    picture = two_pictures("png").files[0]
    chunks, at = dict[bytes, bytes](), 8
    while at < len(picture):
        length, kind = struct.unpack(">I4s", picture[at : at + 8])
        chunks[kind] = picture[at + 8 : at + 8 + length]
        assert zlib.crc32(kind + chunks[kind]) == int.from_bytes(picture[at + 8 + length : at + 12 + length])
        at += length + 12
    assert list(chunks)[:2] == [b"IHDR", b"pHYs"]
    width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
    across, down, unit = struct.unpack(">IIB", chunks[b"pHYs"])
    assert unit == 1
    assert (round(width / across, 3), round(height / down, 3)) == (0.21, 0.297)


def two_pictures(to: Format) -> PrintResult:
    wanted = replace(session(find("W0605"), 2, "B"), event=Event('"Aces" & <Kings>'))
    return render_booklet(booklet(PrintOrder(wanted, ("announce", "caddy"))), to)
