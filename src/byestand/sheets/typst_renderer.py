"""Printing with Typst. Text goes in as data, pages come out; nothing is downloaded."""

import json
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from itertools import chain, pairwise
from typing import Any, Literal, TypeAlias
from xml.sax.saxutils import escape, quoteattr

from byestand.errors import CannotExpress
from byestand.language import current_language, say
from byestand.model.session import Session
from byestand.sentences.text_layout import typeset
from byestand.sheets.booklet import booklet, wanted_sheets
from byestand.sheets.pdf.merge import merge_pdfs
from byestand.sheets.pdf.outline import Bookmark
from byestand.sheets.print_order import Booklet, Paper, Part, PrintOrder
from byestand.sheets.typefaces import TEMPLATES, Typefaces, font_warnings, typefaces

Format: TypeAlias = Literal["pdf", "svg", "png"]
FORMATS: tuple[Format, ...] = ("pdf", "svg", "png")
PIXELS_PER_INCH = 150.0

_NAMES = ("kind", "template", "svg")
"""Keys of data that is not text."""
LARGEST_PIECE = 200_000
"""Letters of data that are typeset at once: about 50 pages. More would need more memory, less more time."""
RUNS_REMEMBERED = 12
"""Empty runs before each piece, which free the caches that Typst keeps for ten more runs."""

SHEET_LEVEL = 2
"""The level of a sheet in the outline; sections are above it, the contents of its pages below."""
_BOOKMARKS = """query(<bookmark>).map(mark => {
  let place = mark.location().position()
  (..mark.value, page: place.page, top: place.y.pt())
})"""
_STARTS = "query(<part>).map(part => part.location().page())"
_LAST = "query(<last>).first().location().page()"
_PAPERS: dict[Paper, tuple[str, str]] = {"a4": ("a4", "a3"), "letter": ("us-letter", "us-tabloid")}
"""Their names in Typst, and those of the double size for the wall."""


@dataclass(frozen=True, slots=True)
class PrintResult:
    """Printed pages."""

    files: tuple[bytes, ...]
    """One for a PDF, one per page for pictures."""
    pages: int
    pages_by_kind: dict[str, int]
    """How many pages each kind of sheet has, in the order of the booklet."""
    warnings: tuple[str, ...] = ()
    """Notes for the user: letters that no font has."""


@dataclass(frozen=True, slots=True)
class _TypstPart:
    """Some pages of a booklet."""

    files: tuple[bytes, ...]
    lengths: tuple[tuple[Part, int], ...]
    """Every part and how many pages it has."""
    bookmarks: tuple[Bookmark, ...]

    @property
    def pages(self) -> int:
        return sum(pages for _, pages in self.lengths)


def print_pdf(session: Session, *, sheets: str = "all", paper: Paper = "a4") -> bytes:
    """Return the sheets of a session as a PDF: all usual ones, or some by name, like ``mats,chart``."""
    return render_booklet(booklet(PrintOrder(session, wanted_sheets(sheets), paper))).files[0]


def render_booklet(booklet: Booklet, to: Format = "pdf") -> PrintResult:
    """Return a booklet as the contents of files. A PDF is tagged, and the same every time."""
    words = {field.name: _typeset(getattr(booklet, field.name)) for field in fields(booklet)}
    texts = list(_texts(words))
    faces = typefaces(texts)
    pieces = [_set(words | {"parts": parts}, faces, to) for parts in _pieces(words["parts"])]
    counted: dict[str, int] = {}
    for part, pages in chain.from_iterable(piece.lengths for piece in pieces):
        counted[part["kind"]] = counted.get(part["kind"], 0) + pages
    contents = [file for piece in pieces for file in piece.files]
    match to:
        case "pdf":
            made = [merge_pdfs(contents, list(_bookmarks(pieces)))]
        case "png":
            made = [with_resolution(picture, PIXELS_PER_INCH) for picture in contents]
        case "svg":
            made = [add_svg_title(*picture) for picture in zip(contents, *_names(pieces, booklet.event), strict=True)]
    return PrintResult(tuple(made), sum(piece.pages for piece in pieces), counted, font_warnings(texts, faces))


def _pieces(parts: Sequence[Part]) -> Iterator[list[Part]]:
    """Yield parts in pieces that are typeset one after the other, because memory grows with every page set at once."""
    piece, size = list[Part](), 0
    for part in parts:
        own = len(json.dumps(part))
        if piece and size + own > LARGEST_PIECE:
            yield piece
            piece, size = [], 0
        piece.append(part)
        size += own
    yield piece


def _set(data: Part, faces: Typefaces, to: Format) -> _TypstPart:
    """Return the pages of a piece."""
    import typst  # noqa: PLC0415 - a large library, loaded only for printing

    paper, wall_paper = _PAPERS[data["paper"]]
    data |= {"paper": paper, "wall_paper": wall_paper, "fonts": faces.families, "language": current_language()}
    compiler = typst.Compiler(f"{TEMPLATES}/main.typ", root=TEMPLATES, font_paths=faces.fonts)
    for _ in range(RUNS_REMEMBERED):
        compiler.compile(format="pdf", sys_inputs=_inputs(data | {"parts": []}))
    try:
        made = compiler.compile(format=to, ppi=PIXELS_PER_INCH, timestamp=0, sys_inputs=_inputs(data))
    except typst.TypstError as fault:  # a fault of this program, reported as an error of the request
        raise CannotExpress(say("the pages cannot be printed: {fault}", fault=fault.message)) from fault
    marks, starts, last = (json.loads(compiler.eval(query)) for query in (_BOOKMARKS, _STARTS, _LAST))
    pages = (end - start for start, end in pairwise((*starts, last + 1)))
    return _TypstPart(
        tuple(made) if isinstance(made, list) else (made or b"",),
        tuple(zip(data["parts"], pages, strict=True)),
        tuple(Bookmark(**mark) for mark in marks),
    )


def _inputs(data: Part) -> dict[str, str]:
    return {"data": json.dumps(data, ensure_ascii=False)}


def _typeset(data: Any) -> Any:  # noqa: ANN401 - as json is: values of any kind within each other
    """Return data with all its text prepared for print."""
    if isinstance(data, str):
        return _typeset_words(data)
    if isinstance(data, dict):
        return {name: value if name in _NAMES else _typeset(value) for name, value in data.items()}
    return [_typeset(item) for item in data] if isinstance(data, list | tuple) else data


_typeset_words = lru_cache(maxsize=10_000)(typeset)  # the same few texts are on every slip


def _texts(data: object) -> Iterator[str]:
    """Yield all texts in some data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for item in data.values() if isinstance(data, dict) else data:
            yield from _texts(item)


def _names(pieces: Sequence[_TypstPart], event: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the title and the description of the picture of every page."""
    titles, descriptions = list[str](), list[str]()
    for part, pages in chain.from_iterable(piece.lengths for piece in pieces):
        named = [part["heading"], *([say("section {letter}", letter=part["letter"])] if part["letter"] else [])]
        for page in range(1, pages + 1):
            which = [say("page {page} of {pages}", page=page, pages=pages)] if pages > 1 else []
            titles.append(", ".join((*named, *which)))
        descriptions += [", ".join((part["title"], *event))] * pages
    return titles, descriptions


def _bookmarks(pieces: Sequence[_TypstPart]) -> Iterator[Bookmark]:
    """Yield the bookmarks of all pages. A sheet has one, even if it has several parts."""
    pages_before, sheet = 0, ""
    for piece in pieces:
        for mark in piece.bookmarks:
            if mark.level == SHEET_LEVEL and mark.words == sheet:
                continue
            if mark.level <= SHEET_LEVEL:
                sheet = mark.words
            yield replace(mark, page=pages_before + mark.page)
        pages_before += piece.pages


_SIGNATURE_AND_HEADER = 8 + 12 + 13
"""The length of a PNG file before its optional chunks."""
_INCHES_PER_METRE = 1 / 0.0254


def add_svg_title(svg: bytes, title: str, description: str) -> bytes:
    """Return a picture with a title and a description. Its letters are shapes, so it has no text of its own."""
    head, _, rest = svg.partition(b">")
    tags = f"<title>{escape(title)}</title><desc>{escape(description)}</desc>"
    return head + f' role="img" aria-label={quoteattr(title)}>{tags}'.encode() + rest


def with_resolution(png: bytes, pixels_per_inch: float) -> bytes:
    """Return a picture with its resolution on paper."""
    pixels_per_metre = round(pixels_per_inch * _INCHES_PER_METRE)
    size = b"pHYs" + struct.pack(">IIB", pixels_per_metre, pixels_per_metre, 1)
    chunk = struct.pack(">I", len(size) - 4) + size + struct.pack(">I", zlib.crc32(size))
    return png[:_SIGNATURE_AND_HEADER] + chunk + png[_SIGNATURE_AND_HEADER:]
