"""The floor plan as one SVG picture, for the wall and for a browser."""

from collections.abc import Iterator, Sequence
from math import atan2, cos, sin
from xml.sax.saxutils import escape

from byestand.language import say
from byestand.model.session import Section
from byestand.model.walks import ring
from byestand.sanitize import title_line
from byestand.sentences.text_layout import typeset
from byestand.sheets.diagrams.diagram import WIDTH, Arrow, Diagram, LegendItem, Node, diagram
from byestand.sheets.diagrams.typical_moves import Point, between
from byestand.sheets.print_order import Part, PrintOrder, ems
from byestand.words.titles import title_of

WORDS = 17.0
"""The type size of the legend."""
LINE = 27.0
SIGN = 60.0
"""The width of a sign of the legend before its text."""
DASHES = "7 4"
_FONT = 'font-family="Byestand Sans, Source Sans 3, Noto Sans, DejaVu Sans, sans-serif"'

# The same patterns as on all other sheets, for the first to the fifth set.
_TILES = {
    2: (6, '<path d="M-1 1L1 -1M0 6L6 0M5 7L7 5" stroke="#000" stroke-width="1"/>'),
    3: (6, '<circle cx="3" cy="3" r="1.3"/>'),
    4: (5, '<path d="M2.5 0V5" stroke="#000" stroke-width="1.6"/>'),
    5: (8, '<path d="M0 0h4v4h-4zM4 4h4v4h-4z"/>'),
}


def diagram_parts(section: Section, order: PrintOrder) -> list[Part]:
    """Return the floor plan for its template."""
    picture = diagram(section)
    caption = say("Floor plan, round {round}", round=picture.round)
    shared = {"landscape": True, "wall": order.large, "caption": caption}
    return [shared | {"svg": diagram_svg(section), "alt": describe(section)}]


def describe(section: Section) -> str:
    """Return a description of the picture for screen readers."""
    return ": ".join((title_of(section.movement), say("floor plan with arrows for pairs and boards")))


def diagram_svg(section: Section) -> str:
    """Return the floor plan of a section as an SVG document."""
    picture = diagram(section)
    left = (WIDTH - picture.room.width) / 2
    legend, bottom = _legend(picture.legend, picture.room.height + LINE)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:.0f} {bottom:.0f}" role="img" {_FONT}>',
        f"<title>{escape(title_line(describe(section)))}</title>",
        *_patterns(),
        f'<g transform="translate({left:.1f} 0)">',
        *(_link(path, picture.room.side) for path in picture.shared_boards),
        *(_arrow(arrow, picture) for arrow in picture.arrows),
        *(_node(node, picture.room.side) for node in picture.nodes),
        "</g>",
        *legend,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _patterns() -> Iterator[str]:
    for number, (size, tile) in _TILES.items():
        about = f'id="set{number}" width="{size}" height="{size}" patternUnits="userSpaceOnUse"'
        yield f"<pattern {about}>{tile}</pattern>"


def _link(path: Sequence[Point], side: float) -> str:
    """Return a double line between tables that share."""
    shape = f'<path d="{_line(path)}" fill="none"'
    wide = 0.16 * side
    return f'{shape} stroke="#000" stroke-width="{wide:.1f}"/>{shape} stroke="#fff" stroke-width="{wide - 4:.1f}"/>'


def _arrow(arrow: Arrow, picture: Diagram) -> str:
    side = picture.room.side
    head, wide = max(8.0, 0.17 * side), max(1.8, 0.035 * side)
    dashes = f' stroke-dasharray="{DASHES}"' if arrow.kind == "boards" else ""
    *_, before, end = arrow.path
    angle = atan2(end.y - before.y, end.x - before.x)
    # The line ends inside the arrow head, so that only its point touches the target.
    neck = _back(end, 0.8 * head, angle)
    start, *corners = arrow.path[:-1]
    way = f"M{_at(start)} Q{_at(corners[0])} {_at(neck)}" if arrow.curved else _line((*arrow.path[:-1], neck))
    left, right = (_back(end, head, angle + turn) for turn in (0.45, -0.45))
    drawn = (
        f'<path d="{way}" fill="none" stroke="#000" stroke-width="{wide:.1f}"{dashes}/>'
        f'<path d="M{_at(end)} L{_at(left)} L{_at(right)} Z"/>'
    )
    if not arrow.label:
        return drawn
    top = between(between(start, corners[0]), between(corners[0], end))
    ground = f'<circle cx="{top.x:.1f}" cy="{top.y:.1f}" r="{0.17 * side:.1f}" fill="#fff"/>'
    return drawn + ground + _text(arrow.label, top, 0.28 * side, weight=700)


def _node(node: Node, side: float) -> str:
    box = node.box
    corner = Point(box.at.x - box.half_width, box.at.y - box.half_height)
    size = Point(2 * box.half_width, 2 * box.half_height)
    if node.name.startswith("stand"):
        return _rect(corner, size, "#fff", 1.8) + "".join(_stand_words(node, side))
    rim = 0.11 * side
    inner = _rect(Point(corner.x + rim, corner.y + rim), Point(size.x - 2 * rim, size.y - 2 * rim), "#fff")
    edge = _rect(corner, size, _pattern(node.position), 2.6)
    return edge + inner + "".join((_seated_words if node.seats else _table_words)(node, side))


def _rect(corner: Point, size: Point, fill: str, stroke: float = 0.0) -> str:
    line = f' stroke="#000" stroke-width="{stroke}" rx="2"' if stroke else ""
    return (
        f'<rect x="{corner.x:.1f}" y="{corner.y:.1f}" width="{size.x:.1f}" height="{size.y:.1f}" fill="{fill}"{line}/>'
    )


def _pill(corner: Point, width: float, height: float) -> str:
    x, y = corner
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{height / 2:.1f}"/>'


def _pattern(position: int) -> str:
    number = ring(position, 1 + len(_TILES)) if position else 1
    return f"url(#set{number})" if number in _TILES else "#fff"


def _table_words(node: Node, side: float) -> Iterator[str]:
    at, (number, boards) = node.box.at, node.words
    yield _text(number, Point(at.x, at.y - 0.13 * side), 0.44 * side, weight=900)
    yield _text(
        boards, Point(at.x, at.y + 0.22 * side), min(0.29 * side, 0.78 * side / ems(boards, bold=True)), weight=700
    )
    if node.badge:
        size = 0.22 * side
        wide = max(1.7 * size, ems(node.badge, bold=True) * size + 0.8 * size)
        corner = Point(at.x + side / 2 + 0.08 * side - wide, at.y - 0.62 * side)
        yield _pill(corner, wide, 1.3 * size)
        yield _text(node.badge, Point(corner.x + wide / 2, corner.y + 0.65 * size), size, weight=700, fill="#fff")


def _seated_words(node: Node, side: float) -> Iterator[str]:
    at, (number, boards) = node.box.at, node.words
    yield _text(number, Point(at.x, at.y - 0.06 * side), 0.3 * side, weight=900)
    yield _text(boards, Point(at.x, at.y + 0.15 * side), min(0.17 * side, 0.5 * side / ems(boards)))
    north, south, east, west = node.seats
    for who, x, y in ((north, 0, -0.32), (south, 0, 0.33), (east, 0.31, 0), (west, -0.31, 0)):
        yield _text(who, Point(at.x + x * side, at.y + y * side), 0.18 * side, weight=700)


def _stand_words(node: Node, side: float) -> Iterator[str]:
    at, box, (name, *boards) = node.box.at, node.box, node.words
    yield _text(name, Point(at.x, at.y - box.half_height + 0.13 * side), 0.2 * side, weight=700)
    columns = 1 if len(boards) < 3 else 2
    rows = -(-len(boards) // columns)
    wide = 2 * box.half_width / columns
    free = 2 * box.half_height - 0.26 * side
    size = min(0.22 * side, 0.92 * free / max(rows, 1), 0.94 * wide / max(map(ems, boards), default=1))
    for i, words in enumerate(boards):
        row, column = divmod(i, columns)
        x = at.x + (column - (columns - 1) / 2) * wide
        y = at.y - box.half_height + 0.23 * side + (row + 0.5) * free / rows
        yield _text(words, Point(x, y), size)


def _legend(signs: Sequence[LegendItem], top: float) -> tuple[list[str], float]:
    """Return the legend in lines as wide as the picture, and its lower end."""
    drawn, x, y = [], 0.0, top
    for sign in signs:
        before = SIGN if sign.kind else 0.0
        wide = before + WORDS * ems(typeset(sign.words))
        if x and x + wide > WIDTH:
            x, y = 0.0, y + LINE
        drawn += [*_sign(sign, Point(x, y)), _text(sign.words, Point(x + before, y), WORDS, anchor="start")]
        x += wide + 26
    return drawn, y + LINE


def _sign(sign: LegendItem, at: Point) -> Iterator[str]:
    match sign.kind:
        case "pairs" | "boards":
            dashes = f' stroke-dasharray="{DASHES}"' if sign.kind == "boards" else ""
            yield f'<path d="M{_at(at)} h42" stroke="#000" stroke-width="2.2"{dashes}/>'
            yield f'<path d="M{at.x + 52:.1f} {at.y:.1f} l-12 -5.5 v11 z"/>'
        case "share":
            yield _link((at, Point(at.x + 50, at.y)), 50)
        case "rover":
            yield _pill(Point(at.x + 22, at.y - 10), 28, 20)
            yield _text(sign.name, Point(at.x + 36, at.y), 14, weight=700, fill="#fff")
        case "set":
            yield _rect(Point(at.x + 4, at.y - 12), Point(48, 24), _pattern(sign.position), 1.6)
            yield _rect(Point(at.x + 9, at.y - 8), Point(38, 16), "#fff")
            yield _text(sign.name, Point(at.x + 28, at.y), 14, weight=700)


def _back(point: Point, way: float, angle: float) -> Point:
    return Point(point.x - way * cos(angle), point.y - way * sin(angle))


def _text(words: str, at: Point, size: float, *, weight: int = 400, anchor: str = "middle", fill: str = "#000") -> str:
    # The baseline is a third of the type size below the middle.
    return (
        f'<text x="{at.x:.1f}" y="{at.y + 0.33 * size:.1f}" font-size="{size:.1f}" font-weight="{weight}"'
        f' text-anchor="{anchor}" fill="{fill}">{escape(typeset(title_line(words)))}</text>'
    )


def _line(path: Sequence[Point]) -> str:
    return "M" + " L".join(map(_at, path))


def _at(point: Point) -> str:
    return f"{point.x:.1f} {point.y:.1f}"
