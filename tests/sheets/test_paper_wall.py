"""Sheets for the wall: the chart matches the schedule, and the floor plan has no overlaps."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest

from byestand.catalog import find
from byestand.catalog.listing import library
from byestand.flow.chart import ns_stay_at_their_number
from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.movements import mitchell, switch_arrow
from byestand.plan.arrow_switch import one_winner
from byestand.sentences.boards import board_range
from byestand.sheets.booklet import booklet
from byestand.sheets.chart_sheet import fit
from byestand.sheets.diagrams.diagram import Diagram, diagram
from byestand.sheets.diagrams.drawing import diagram_svg
from byestand.sheets.diagrams.typical_moves import DiagramBox, DiagramMove, Point
from byestand.sheets.print_order import Paper, PrintOrder
from byestand.sheets.typst_renderer import render_booklet
from byestand.sheets.wall_charts import wall_chart
from tests.support.pdf_reader import Word, pages
from tests.support.sections import section, session

MOVEMENTS = {
    "M1313, one winner": lambda: one_winner(find("M1313")).movement,
    "M0505, switched by table": lambda: switch_arrow(find("M0505"), rounds=(5,), tables={2: (1, 4), 3: (2,)}),
    "half table": lambda: find("W0705", missing=("N7",)),
    "99 tables": lambda: mitchell(tables=99, rounds=9),
    "13 pairs": lambda: find("H0713", missing=("14",)),
}


@cache
def make_sheet(name: str) -> Movement:
    return MOVEMENTS[name]() if name in MOVEMENTS else find(name)


def middle(word: Word) -> float:
    return word.x + 0.26 * word.size * len(word.text)


def cells_on(page: list[Word]) -> Iterator[tuple[int, int, list[str]]]:
    """Yield from a page of a chart the round and the table, and the words in that cell, from the top and the left."""
    lines: defaultdict[float, list[Word]] = defaultdict(list)
    for word in page:
        lines[round(word.y, 1)].append(word)
    heads = next(
        line
        for _, line in sorted(lines.items(), reverse=True)
        if len(line) > 1 and all(w.text.isdigit() for w in line)
        for line in [sorted(line, key=lambda w: w.x)]
        if all(int(b.text) == int(a.text) + 1 for a, b in pairwise(line))
    )
    pitch = (middle(heads[-1]) - middle(heads[0])) / (len(heads) - 1)
    edge = middle(heads[0]) - pitch / 2
    seats = set("NSEW")
    below = [w for w in page if w.y < heads[0].y - 0.9 * heads[0].size and not set(w.text.split()) <= seats]
    labels = [
        w for w in below if middle(w) < edge and (w.text.isdigit() or w.text.startswith("bye stand") or w.text == "out")
    ]
    found: defaultdict[tuple[str, str], list[Word]] = defaultdict(list)
    lowest = min(label.y for label in labels)
    bottom = max(w.y + 0.5 * w.size for w in below if w.x < edge and w.y < lowest - 1)
    for word in below:
        if word.x > edge - 2 and word.y > bottom:
            head = min(heads, key=lambda head: abs(middle(head) - middle(word)))
            label = min(labels, key=lambda label: abs(label.y - word.y))
            found[head.text, label.text].append(word)
    for (head_text, label_text), words in found.items():
        if label_text.isdigit():
            yield (
                int(head_text),
                int(label_text),
                [part for w in by_lines(words) for part in w.text.split() if part != "v"],
            )


def by_lines(words: list[Word]) -> list[Word]:
    """Return words line by line; larger and smaller ones on a line need not stand at the same height."""
    found: list[list[Word]] = []
    for word in sorted(words, key=lambda w: -w.y):
        if found and found[-1][0].y - word.y < 0.5 * word.size:
            found[-1].append(word)
        else:
            found.append([word])
    return [word for line in found for word in sorted(line, key=lambda w: w.x)]


def told_in(movement: Movement, round: int, table: int) -> list[str]:
    """Return the text of a cell by the schedule."""
    who = movement.seats[round - 1, table - 1].tolist()[1 if ns_stay_at_their_number(movement) else 0 :]
    boards = board_range(int(movement.groups[round - 1, table - 1]), Boards(2))
    boards = boards if movement.played_mask[round - 1, table - 1] else f"({boards})"
    return [*(str(movement.field.number(c) or "–") for c in who), boards]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "paper", "large"),
    [
        ("W1812ER", "a4", False),
        ("W1008A", "letter", True),
        ("M1313, one winner", "letter", False),
        ("M0505, switched by table", "a4", True),
        ("half table", "a4", False),
        ("13 pairs", "a4", False),
        ("I1313", "letter", False),
        ("W4015", "letter", False),
    ],
)
def test_the_chart_read_off_its_pages_is_the_schedule(name: str, paper: Paper, large: bool) -> None:
    movement = make_sheet(name)
    sheet = render_booklet(booklet(PrintOrder(session(movement, 2, ""), ("chart",), paper, large=large)))
    read: dict[tuple[int, int], list[str]] = {}
    for page in pages(sheet.files[0]):
        assert min(word.size for word in page) >= 7.9
        for round, table, words in cells_on(page):
            assert (round, table) not in read
            read[round, table] = words
    rounds, tables = range(1, movement.rounds + 1), range(1, movement.tables + 1)
    assert read == {(r, t): told_in(movement, r, t) for r in rounds for t in tables}


@pytest.mark.parametrize("name", ["W4515", "M6060", "W0605", "R1111", "I1313"])
def test_figures_on_a_chart_have_ten_points_and_more(name: str) -> None:
    whole = wall_chart(section(find(name), 3))
    for large in (False, True):
        best = fit(whole, PrintOrder(session(find(name), 3), ("chart",), large=large))
        assert min(best.size, best.boards_size, best.quiet_size) >= 10
        assert [r for block in best.rounds for r in block] == list(range(1, find(name).rounds + 1))
        assert [i for block in best.lines for i in block] == list(range(len(whole.lines)))


def test_switched_rounds_are_marked_at_their_head_and_single_tables_by_a_frame() -> None:
    by_round = wall_chart(section(make_sheet("M1313, one winner"), 2))
    assert [head.round for head in by_round.heads if head.look == "black"] == [
        head.round for head in by_round.heads if head.words == "SWITCH"
    ]
    assert not any(cell.framed for line in by_round.lines for cell in line.cells)
    movement = make_sheet("M0505, switched by table")
    by_table = wall_chart(section(movement, 2))
    home = range(1, 6)
    for line in (line for line in by_table.lines if not line.quiet):
        for i, cell in enumerate(line.cells):
            turned, look = int(cell.visitors[0]) not in home, by_table.heads[i].look
            assert turned == (cell.framed or look == "black"), (line.label, i)
            assert not cell.framed or look == "framed"


def test_the_rover_is_white_on_black_wherever_it_has_a_seat_of_others() -> None:
    movement = find("W1812ER")
    whole = wall_chart(section(movement, 2))
    black = {(i + 1, int(line.label)) for line in whole.lines for i, cell in enumerate(line.cells) if any(cell.black)}
    assert black == {(v.round, v.table) for v in movement.itinerary("E19") if v.table != 19}
    assert [head.round for head in whole.heads if head.after_skip] == [7]


def room(name: str) -> Diagram:
    return diagram(section(make_sheet(name), 2))


def test_tables_1_and_10_of_w1813_pass_to_the_stands_and_9_and_18_take_from_them() -> None:
    """The picture of the 2019 document: arrows through the stands for boards, others for EW."""
    picture = room("W1813")
    carried = {arrow.move for arrow in picture.arrows if arrow.kind == "boards"}
    through = {move for move in carried if "stand" in move.source + move.target}
    assert through == {
        DiagramMove("table 1", "stand 1", "A"),
        DiagramMove("stand 1", "table 9", "A"),
        DiagramMove("table 10", "stand 2", "B"),
        DiagramMove("stand 2", "table 18", "B"),
    }
    assert carried - through == {
        DiagramMove(f"table {t}", f"table {t - 1}", "AB"[t > 9]) for t in range(2, 19) if t != 10
    }
    walked = {(a.move.source, a.move.target) for a in picture.arrows if a.kind == "pairs"}
    assert walked == {(f"table {t}", f"table {t % 18 + 1}") for t in range(1, 19)}


def drawn_in() -> list[str]:
    """Return a sample of the catalogue: sizes in turn, and special cases."""
    names = [str(volume.name) for volume in library(tables=range(3, 27))]
    special = (
        "W1812ER",
        "W1812NR",
        "W1008AER",
        "M0808R",
        "M2424R",
        "W6030",
        "S2114",
        "W6013",
        "R1111",
        "R1212",
        "I1313",
    )
    return [*names[::17], *special, *MOVEMENTS, "H0813", "H1019", "W0605", "99 tables"]


def overlap(a: DiagramBox, b: DiagramBox) -> bool:
    """Return whether two things overlap."""
    return abs(a.at.x - b.at.x) < a.half_width + b.half_width and abs(a.at.y - b.at.y) < a.half_height + b.half_height


def distance(box: DiagramBox, point: Point) -> float:
    """Return how far a point is from the edge of a box; below 0 it is inside."""
    return max(abs(point.x - box.at.x) - box.half_width, abs(point.y - box.at.y) - box.half_height)


def test_nothing_in_a_room_is_drawn_over_anything_else_and_arrows_end_where_they_should() -> None:
    for name in drawn_in():
        picture, movement = room(name), make_sheet(name)
        boxes = {node.name: node.box for node in picture.nodes}
        tables = [node for node in boxes if node.startswith("table")]
        assert tables == [f"table {t}" for t in range(1, movement.tables + 1)], name
        each = list(boxes.values())
        assert not [(a, b) for i, a in enumerate(each) for b in each[:i] if overlap(a, b)], name
        assert all(inside(box, picture) for box in each), name
        for arrow in picture.arrows:
            start, end = boxes[arrow.move.source], boxes[arrow.move.target]
            near = 0.1 * picture.room.side
            assert 0 <= distance(start, arrow.path[0]) <= near, (name, arrow)
            assert 0 <= distance(end, arrow.path[-1]) <= near, (name, arrow)
            assert all(0 <= p.x <= picture.room.width and 0 <= p.y <= picture.room.height for p in arrow.path), (
                name,
                arrow,
            )


def inside(box: DiagramBox, picture: Diagram) -> bool:
    right, bottom = box.at.x + box.half_width, box.at.y + box.half_height
    left, top = box.at.x - box.half_width, box.at.y - box.half_height
    return left >= 0 and top >= 0 and right <= picture.room.width and bottom <= picture.room.height


@pytest.mark.parametrize("name", ["W1813", "W1812ER", "M1313", "W6013", "W2713", "M0808R"])
def test_straight_ways_cross_no_table_and_no_two_lie_on_each_other(name: str) -> None:
    picture = room(name)
    boxes = {node.name: node.box for node in picture.nodes}
    seen: set[tuple[Point, Point]] = set()
    for arrow in picture.arrows:
        for a, b in pairwise(arrow.path):
            assert (a, b) not in seen
            assert (b, a) not in seen
            seen.add((a, b))
            for share in range(1, 20):
                on = Point(a.x + (b.x - a.x) * share / 20, a.y + (b.y - a.y) * share / 20)
                assert min(distance(box, on) for box in boxes.values()) > 0, arrow


def test_a_table_shows_its_first_boards_and_the_rounds_of_the_rover() -> None:
    movement = find("W1812ER")
    nodes = {node.name: node for node in room("W1812ER").nodes}
    assert [nodes[f"table {t}"].words[1] for t in (1, 9, 10, 18)] == ["1-2", "17-18", "15-16", "23-24"]
    assert nodes["stand 1"].words == ("bye stand 1", "19-20", "21-22", "23-24")
    badges = {int(name.split()[1]): node.badge for name, node in nodes.items() if node.badge}
    assert badges == {v.table: str(v.round) for v in movement.itinerary("E19") if v.table != 19}
    assert sorted({node.position for node in nodes.values()}) == [1, 2, 3]


def test_a_picture_of_a_crisscross_says_that_it_shows_one_round() -> None:
    told = "Arrows show the moves after round 1."
    assert told in [sign.words for sign in room("M0808X").legend]
    assert told not in [sign.words for sign in room("M0707").legend]


def test_who_walks_is_told_beside_the_arrows() -> None:
    signs = [
        next(sign.words for sign in room(name).legend if sign.kind == "pairs") for name in ("H0813", "W1812ER", "R1111")
    ]
    assert signs[0] == "pairs"
    assert signs[1] == "East-West pairs: up one table; after round 6: up two tables"
    assert signs[2].startswith("South: up one table; East: up two tables; West: down two tables")


def test_players_who_go_alone_are_drawn_where_they_start() -> None:
    picture, movement = room("I1313"), find("I1313")
    assert [node.seats for node in picture.nodes] == [tuple(map(str, here)) for here in movement.seats[0].tolist()]
    assert picture.arrows == ()


def test_a_rainbow_with_jumps_stands_in_its_rows() -> None:
    at = room("R1212").room.at
    assert {cell.row for cell in at.values()} == {0, 1}
    assert [at[f"table {t}"].column for t in range(1, 13)] == [*range(6), *range(6)]


def test_a_diagram_is_one_svg_with_every_table_in_it_and_nothing_beyond_its_edge() -> None:
    svg = diagram_svg(section(find("W2713"), 2))
    assert svg.startswith("<svg ")
    assert svg.endswith("</svg>\n")
    assert "<title>27-table Mitchell/Web" in svg
    assert all(f">{table}</text>" in svg for table in range(1, 28))
    assert 'font-family="Byestand Sans,' in svg
    assert ">bye stand\u00a02</text>" in svg
