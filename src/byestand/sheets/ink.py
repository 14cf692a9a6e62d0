"""The ink: the only module that knows Typst. Words go in as data, pages come out; nothing is fetched from anywhere."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from importlib.resources import as_file, files
from typing import Literal, TypeAlias, cast

from byestand.errors import CannotExpress
from byestand.model import Session
from byestand.sheets.binding import bound
from byestand.sheets.booklet import booklet, wanted_sheets
from byestand.sheets.pages import Booklet, Order, Paper, Part
from byestand.words.typesetting import typeset

Format: TypeAlias = Literal["pdf", "svg", "png"]
FORMATS: tuple[Format, ...] = ("pdf", "svg", "png")
PIXELS_PER_INCH = 150.0

_NAMES = ("kind", "template", "svg")
"""What is not words that people read."""
LARGEST_PIECE = 120_000
"""Letters of data that are set at once: some forty pages. More would need more memory, less more time."""
RUNS_REMEMBERED = 12
"""Typst keeps what it has worked out for ten runs more; after as many with nothing to set it has let it go."""

FONTS = ("Byestand Sans", "DejaVu Sans")
"""What pages are set in; the others for letters that the first lacks."""
_PAPERS: dict[Paper, tuple[str, str]] = {"a4": ("a4", "a3"), "letter": ("us-letter", "us-tabloid")}
"""What Typst calls them, and those of twice the size for the wall."""


@dataclass(frozen=True, slots=True)
class Printed:
    """What came off the press."""

    files: tuple[bytes, ...]
    """One for a pdf, one a page for pictures."""
    pages: int
    pages_by_kind: dict[str, int]
    """How many pages each kind of sheet has, in the order of the booklet."""


def print_pdf(session: Session, *, sheets: str = "all", paper: Paper = "a4") -> bytes:
    """Return a session on paper as a pdf: all usual sheets, or some of them by name, like ``mats,chart``."""
    return printed(booklet(Order(session, wanted_sheets(sheets), paper))).files[0]


def printed(booklet: Booklet, to: Format = "pdf") -> Printed:
    """Return a booklet as the contents of files; a pdf is tagged, and the same every time."""
    pieces = [_set(piece, to) for piece in _pieces(booklet)]
    contents = [file for piece in pieces for file in piece.files]
    counted: dict[str, int] = {}
    for piece in pieces:
        for kind, pages in piece.pages_by_kind.items():
            counted[kind] = counted.get(kind, 0) + pages
    made = (bound(contents),) if to == "pdf" else tuple(contents)
    return Printed(made, sum(piece.pages for piece in pieces), counted)


def _pieces(booklet: Booklet) -> Iterator[Booklet]:
    """Yield a booklet in pieces that are set one after the other: memory grows with every page set at once."""
    parts, size = list[Part](), 0
    for part in booklet.parts:
        own = len(json.dumps(part))
        if parts and size + own > LARGEST_PIECE:
            yield replace(booklet, parts=tuple(parts))
            parts, size = [], 0
        parts.append(part)
        size += own
    yield replace(booklet, parts=tuple(parts))


def _set(booklet: Booklet, to: Format) -> Printed:
    """Return the pages of a piece."""
    import typst  # noqa: PLC0415 - a large library: whoever prints nothing need not wait for it

    paper, wall_paper = _PAPERS[booklet.paper]
    data = cast("Part", _typeset(asdict(booklet))) | {"paper": paper, "wall_paper": wall_paper, "fonts": FONTS}
    with as_file(files("byestand.sheets") / "typ") as templates, as_file(files("byestand.sheets") / "fonts") as fonts:
        compiler = typst.Compiler(
            str(templates / "main.typ"),
            root=str(templates),
            font_paths=[str(fonts)],
            ignore_system_fonts=True,
            sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
        )
        try:
            made = compiler.compile(format=to, ppi=PIXELS_PER_INCH, timestamp=0)
        except typst.TypstError as fault:  # a fault of ours, but whoever prints is told so in a sentence
            raise CannotExpress(f"the pages cannot be set: {fault.message}") from fault
        starts = json.loads(compiler.query("<part>", field="value"))
        last = int(json.loads(compiler.query("<last>", field="value", one=True)))
        for _ in range(RUNS_REMEMBERED):
            compiler.compile(format="pdf", sys_inputs={"data": json.dumps(data | {"parts": []})})
    contents = tuple(made) if isinstance(made, list) else (made or b"",)
    return Printed(contents, last, _counted(starts, last))


def _typeset(data: object) -> object:
    """Return data with all its words as they are set."""
    if isinstance(data, str):
        return typeset(data)
    if isinstance(data, dict):
        return {name: value if name in _NAMES else _typeset(value) for name, value in data.items()}
    return [_typeset(one) for one in data] if isinstance(data, list | tuple) else data


def _counted(starts: list[dict[str, int]], last: int) -> dict[str, int]:
    counted: dict[str, int] = {}
    ends = [*(start["page"] for start in starts[1:]), last + 1]
    for start, end in zip(starts, ends, strict=True):
        kind = str(start["kind"])
        counted[kind] = counted.get(kind, 0) + end - start["page"]
    return counted
