"""The movement diagram as one SVG picture, for the wall and for a browser."""

from collections.abc import Iterator
from math import atan2, cos, sin
from xml.sax.saxutils import escape

from byestand.model import Movement, Section
from byestand.sheets.diagrams.diagram import HEIGHT, WIDTH, Arrow, Diagram, Node, diagram
from byestand.sheets.diagrams.geometry import Point
from byestand.sheets.pages import Look, Order, Part, case_look
from byestand.texts import title_line
from byestand.words.titles import title_of

BLACK = Look("#000000", "#ffffff")
LARGEST_HEAD = 11.0
_FONT = 'font-family="Byestand Sans, sans-serif"'
_LEGEND_Y = HEIGHT - 48
_CAPTION_Y = HEIGHT - 16


def diagram_parts(section: Section, order: Order) -> list[Part]:
    """Return the diagram for its template."""
    del order
    return [{"landscape": True, "svg": diagram_svg(section.movement, section.cases), "alt": describe(section.movement)}]


def diagram_svg(movement: Movement, cases: int | None = None) -> str:
    """Return the diagram of a movement as an SVG document, with so many sets at hand."""
    picture = diagram(movement, cases)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" {_FONT}>',
        f"<title>{escape(title_line(describe(movement)))}</title>",
        *(_link(a, b) for a, b in picture.shared),
        *(_arrow(arrow, picture) for arrow in picture.arrows),
        *(_node(node, picture) for node in picture.nodes),
        *_legend(picture),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def describe(movement: Movement) -> str:
    """Return what the picture shows, for whoever cannot see it."""
    return f"{title_of(movement)}: tables round an oval, arrows for pairs outside and for boards inside"


def _look(case: str, picture: Diagram) -> Look:
    return case_look(picture.cases.index(case) + 1) if case in picture.cases else BLACK


def _link(a: Point, b: Point) -> str:
    return f'<path d="M{_at(a)} L{_at(b)}" stroke="#000" stroke-width="9" opacity="0.3"/>'


def _arrow(arrow: Arrow, picture: Diagram) -> str:
    look = _look(arrow.move.case, picture) if arrow.what == "boards" else BLACK
    head = min(LARGEST_HEAD, 0.5 * picture.nodes[0].box.half_width)
    angle = atan2(arrow.end.y - arrow.bend.y, arrow.end.x - arrow.bend.x)
    left, right = (_back(arrow.end, head, angle + turn) for turn in (0.42, -0.42))
    # The line ends inside its head, whose point alone touches the target.
    neck = _back(arrow.end, 0.7 * head, angle)
    return (
        f'<path d="M{_at(arrow.start)} Q{_at(arrow.bend)} {_at(neck)}" fill="none" {_stroke(look, 2.2)}/>'
        f'<path d="M{_at(arrow.end)} L{_at(left)} L{_at(right)} Z" fill="{look.ink}"/>'
    )


def _back(point: Point, way: float, angle: float) -> Point:
    return Point(point.x - way * cos(angle), point.y - way * sin(angle))


def _node(node: Node, picture: Diagram) -> str:
    at, box = node.box.at, node.box
    if node.kind == "stand":
        look = _look(node.case, picture)
        shape = (
            f'<rect x="{at.x - box.half_width:.1f}" y="{at.y - box.half_height:.1f}" width="{2 * box.half_width:.1f}"'
            f' height="{2 * box.half_height:.1f}" rx="6" fill="{look.tint}" {_stroke(look, 2)}/>'
        )
        return shape + _text(node.name, at, 13.5)
    number = node.name.removeprefix("table ")
    circle = f'<circle cx="{at.x:.1f}" cy="{at.y:.1f}" r="{box.half_width:.1f}"'
    shape = f'{circle} fill="#fff" stroke="#000" stroke-width="2.4"/>'
    if node.kind == "party":
        below = Point(at.x, at.y + box.half_height + 15)
        return shape + _text(number, at, 1.0 * box.half_width, bold=True) + _text("party table", below, 13.5)
    return shape + _text(number, at, max(11.0, box.half_width), bold=True)


def _legend(picture: Diagram) -> Iterator[str]:
    entries = [(picture.walkers, BLACK)] if any(arrow.what == "EW" for arrow in picture.arrows) else []
    entries += [(f"boards of case {case}", _look(case, picture)) for case in picture.cases]
    width = min(230.0, (WIDTH - 40) / max(1, len(entries)))
    left = (WIDTH - width * len(entries)) / 2
    for i, (words, look) in enumerate(entries):
        x = left + i * width
        yield f'<path d="M{x:.1f} {_LEGEND_Y} h44" fill="none" {_stroke(look, 2.6)}/>'
        yield _text(words, Point(x + 52, _LEGEND_Y), 14, anchor="start")
    if picture.captions:
        yield _text(" ".join(picture.captions), Point(WIDTH / 2, _CAPTION_Y), 13.5)


def _stroke(look: Look, width: float) -> str:
    dashes = f' stroke-dasharray="{" ".join(map(str, look.dashes))}"' if look.dashes else ""
    return f'stroke="{look.ink}" stroke-width="{width}"{dashes}'


def _text(words: str, at: Point, size: float, *, bold: bool = False, anchor: str = "middle") -> str:
    weight = ' font-weight="bold"' if bold else ""
    # Letters stand on a line 0.36 of their size below their middle.
    return (
        f'<text x="{at.x:.1f}" y="{at.y + 0.36 * size:.1f}" font-size="{size:.1f}"{weight}'
        f' text-anchor="{anchor}">{escape(title_line(words))}</text>'
    )


def _at(point: Point) -> str:
    return f"{point.x:.1f} {point.y:.1f}"
