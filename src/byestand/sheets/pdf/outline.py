"""The outline of a PDF: sections, sheets, and the contents of their pages."""

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A line of the outline."""

    level: int
    """From 1; a line belongs to the last line before it with a lower level."""
    words: str
    page: int
    """From 1."""
    top: float
    """The distance from the top of the page, in points."""


@dataclass(frozen=True, slots=True)
class PageTarget:
    """The page of a line: its reference, and its height in points."""

    page: bytes
    height: float


@dataclass(slots=True)
class _Line:
    mark: Bookmark | None
    number: int
    lines: list["_Line"] = field(default_factory=list)

    @property
    def count(self) -> int:
        """The number of visible lines below it, negative if it is closed. Lines with sheets below them are open."""
        shown = len(self.lines) + sum(max(line.count, 0) for line in self.lines)
        return shown if self.mark is None or any(line.lines for line in self.lines) else -shown


def outline(bookmarks: Sequence[Bookmark], pages: Sequence[PageTarget], first: int) -> list[bytes]:
    """Return an outline as objects numbered from *first*, which is the root; none without bookmarks."""
    if not bookmarks:
        return []
    root = _Line(None, first)
    open_lines = [root]
    objects = list[_Line]()
    for number, mark in enumerate(bookmarks, start=first + 1):
        line = _Line(mark, number)
        while open_lines[-1].mark is not None and open_lines[-1].mark.level >= mark.level:
            open_lines.pop()
        open_lines[-1].lines.append(line)
        open_lines.append(line)
        objects.append(line)
    written = {root.number: b"<</Type/Outlines%s>>" % _ends(root)}
    for line in (root, *objects):
        for place, child in enumerate(line.lines):
            beside = b"/Parent %d 0 R" % line.number
            beside += b"/Prev %d 0 R" % line.lines[place - 1].number if place else b""
            beside += b"/Next %d 0 R" % line.lines[place + 1].number if child is not line.lines[-1] else b""
            written[child.number] = b"<<%s%s%s>>" % (_target(child, pages), beside, _ends(child))
    return [written[number] for number in sorted(written)]


def _target(line: _Line, pages: Sequence[PageTarget]) -> bytes:
    """Return the title and the target of a line."""
    mark = line.mark
    if mark is None:
        return b""
    target = pages[mark.page - 1]
    words = mark.words.encode("utf-16-be").hex().encode()
    return b"/Title<feff%s>/Dest[%s/XYZ null %.1f null]" % (words, target.page, target.height - mark.top)


def _ends(line: _Line) -> bytes:
    if not line.lines:
        return b""
    first, last = line.lines[0].number, line.lines[-1].number
    return b"/First %d 0 R/Last %d 0 R/Count %d" % (first, last, line.count)
