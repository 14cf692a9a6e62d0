"""What hangs on the wall: the chart read back is the schedule, the room is drawn without a thing over another."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

import pytest

from byestand.catalog import find
from byestand.model import Movement
from byestand.plan.switching import one_winner
from byestand.sheets.booklet import booklet
from byestand.sheets.chart import fit, wall_chart
from byestand.sheets.ink import printed
from byestand.sheets.pages import Order, Paper
from byestand.words.boards import board_range
from byestand.words.chart import ns_stay_at_their_number
from read_pdf import Word, pages
from sections import section, session

MOVEMENTS = {
    "M1313, one winner": lambda: one_winner(find("M1313")).movement,
    "M0808, one winner, by table": lambda: one_winner(find("M0808R"), by_table=True).movement,
    "half table": lambda: find("W0705", missing=("N7",)),
    "13 pairs": lambda: find("H0713", missing=("14",)),
}


def made(name: str) -> Movement:
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
    below = [w for w in page if w.y < heads[0].y - 0.9 * heads[0].size]
    labels = [
        w for w in below if middle(w) < edge and (w.text.isdigit() or w.text.startswith("stand") or w.text == "out")
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
    """Return what a cell says by the schedule."""
    who = movement.seats[round - 1, table - 1].tolist()[1 if ns_stay_at_their_number(movement) else 0 :]
    boards = board_range(int(movement.groups[round - 1, table - 1]), session(movement).sections[0].boards)
    boards = boards if movement.played[round - 1, table - 1] else f"({boards})"
    return [*(str(movement.field.number(c) or "-").replace("-", "-") for c in who), boards]


@pytest.mark.parametrize(
    ("name", "paper", "large"),
    [
        ("W1812ER", "a4", False),
        ("W1008A", "letter", True),
        ("M1313, one winner", "letter", False),
        ("M0808, one winner, by table", "a4", True),
        ("half table", "a4", False),
        ("13 pairs", "a4", False),
        ("I1313", "letter", False),
        ("W6013", "letter", True),
        ("S4530", "a4", False),
    ],
)
def test_the_chart_read_off_its_pages_is_the_schedule(name: str, paper: Paper, large: bool) -> None:
    movement = made(name)
    sheet = printed(booklet(Order(session(movement, 2, ""), ("chart",), paper, large=large)))
    read: dict[tuple[int, int], list[str]] = {}
    for page in pages(sheet.files[0]):
        assert min(word.size for word in page) >= 7.9
        for round, table, words in cells_on(page):
            assert (round, table) not in read
            read[round, table] = words
    rounds, tables = range(1, movement.rounds + 1), range(1, movement.tables + 1)
    assert read == {(r, t): told_in(movement, r, t) for r in rounds for t in tables}


@pytest.mark.parametrize("name", ["W1813", "W4515", "M6060", "S4530", "W0605", "R1111", "I1313"])
def test_figures_on_a_chart_have_ten_points_and_more(name: str) -> None:
    whole = wall_chart(section(find(name), 3))
    for large in (False, True):
        best = fit(whole, Order(session(find(name), 3), ("chart",), large=large))
        assert min(best.size, best.boards_size, best.quiet_size) >= 10
        assert [r for block in best.rounds for r in block] == list(range(1, find(name).rounds + 1))
        assert [i for block in best.lines for i in block] == list(range(len(whole.lines)))


def test_switched_rounds_are_marked_at_their_head_and_single_tables_by_a_frame() -> None:
    by_round = wall_chart(section(made("M1313, one winner"), 2))
    assert [head.round for head in by_round.heads if head.look == "black"] == [
        head.round for head in by_round.heads if head.words == "SWITCH"
    ]
    assert not any(cell.framed for line in by_round.lines for cell in line.cells)
    movement = made("M0808, one winner, by table")
    by_table = wall_chart(section(movement, 2))
    home = range(1, 9)
    for line in (line for line in by_table.lines if not line.quiet):
        for i, cell in enumerate(line.cells):
            turned, look = int(cell.who[0]) not in home, by_table.heads[i].look
            assert turned == (cell.framed or look == "black"), (line.label, i)
            assert not cell.framed or look == "framed"


def test_the_rover_is_white_on_black_wherever_it_has_a_seat_of_others() -> None:
    movement = find("W1812ER")
    whole = wall_chart(section(movement, 2))
    black = {(i + 1, int(line.label)) for line in whole.lines for i, cell in enumerate(line.cells) if any(cell.black)}
    assert black == {(v.round, v.table) for v in movement.itinerary("E19") if v.table != 19}
    assert [head.round for head in whole.heads if head.after_skip] == [7]
