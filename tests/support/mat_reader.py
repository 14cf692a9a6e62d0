"""Read table mats from their pages, as a player at the table does."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from byestand.sheets.mats import Mat, MatRow, NextPlace
from tests.support.pdf_reader import TO_THE_LEFT, TO_THE_RIGHT, UPRIGHT, UPSIDE_DOWN, Word

SEATS = {"N": "North", "S": "South", "E": "East", "W": "West"}


@dataclass
class Line:
    """Words next to each other in a cell."""

    text: str
    x: float
    middle: float
    centre: float
    size: float


@dataclass
class Row:
    """A round on a page."""

    centre: float
    cells: dict[str, str]
    bands: list[str] = field(default_factory=list)
    """The bands across the page between the previous row and this one."""


def mat_on(page: Sequence[Word], seat_names: tuple[str, ...]) -> Mat:
    """Return the content of a mat: the cell of a column applies to all rounds next to it."""
    (head,) = (word for word in page if word.text == "Round" and word.turn == UPRIGHT)
    upright = [word for word in page if word.turn == UPRIGHT]
    left = [word for word in upright if word.x < head.x - 25 and word.size > 9]
    number = max((word for word in left if word.text.isdigit()), key=lambda word: word.size)
    rows = _rows([word for word in upright if word.x >= head.x - 25 and word.size > 9 and word.y > 40], head)
    notes = " ".join(word.text for word in left if word is not number)
    edges = _edges(page)
    heads = list(rows[0].cells)
    goers = {head: _goer(head) for head in heads if re.search(r" to$", head)}
    host = re.search(r"[Pp]air:? [A-Z]?(\d+)", notes) if "Visitors" in goers.values() else None
    names = (f"Pair {host[1] if host else 0}", "Visitors") if "Visitors" in goers.values() else seat_names
    usual = [NextPlace(who, to) for who in names if who not in goers.values() if (to := _by_edge(edges, who))]
    if boards := re.search(r"Boards go to (table \d+|the director)\.", notes):
        usual.append(NextPlace("Boards", boards[1]))
    seats = [head for head in heads if head in ("NS", "EW", "N", "S", "E", "W")]
    found = tuple(_mat_row(row, seats, goers, notes) for row in rows)
    return Mat(int(number.text), names, tuple(usual), found, (notes[notes.find("Pair ") :], notes))


def _mat_row(row: Row, seats: Sequence[str], goers: dict[str, str], notes: str) -> MatRow:
    after = tuple(
        NextPlace(who, _next_place(row.cells[head], short=head[:-3] in SEATS or len(goers) > 3))
        for head, who in goers.items()
    )
    loud = [band for band in row.bands if band.startswith(("ARROW SWITCH", "END OF ARROW SWITCH"))]
    stays = set(re.findall(r"Pair [A-Z]?(\d+) stays", notes))
    cells = tuple(row.cells[seat].removesuffix(" rover") for seat in seats)
    boards = row.cells["Boards"]
    return MatRow(
        int(row.cells["Round"]),
        cells,
        tuple("stays" if cell in stays else "" for cell in cells),
        boards,
        plays="-" in boards and boards[0].isdigit(),
        partnerships=tuple(words for head, words in row.cells.items() if "board" in head or head[-1].isdigit()),
        after=tuple(going for going in after if going.to not in ("end", "leave here", "–")),
        remarks=tuple(band for band in row.bands if band not in loud and not band.startswith("SKIP")),
        turn=loud[0] if loud else "",
    )


def _goer(head: str) -> str:
    who = head.removesuffix(" go to").removesuffix(" to")
    return SEATS.get(who, who)


def _next_place(words: str, *, short: bool) -> str:
    """Return the destination in full words: a narrow column has only the number of the table, and the seat."""
    words = re.sub(r"\bparty (\d+)", r"table \1 (party)", words)
    if short and (found := re.fullmatch(r"(stay|\d+)(?:, ?| )?(?:sit )?(North|South|East|West)?", words)):
        goes = found[1] if found[1] == "stay" else f"table {found[1]}"
        return f"{goes}, sit {found[2]}" if found[2] else goes
    return re.sub(r"(table \d+(?: \(party\))?|stay|sit out),? (sit|free|then)", r"\1, \2", words)


_EDGE = re.compile(
    r"(NORTH|SOUTH|EAST|WEST) "
    r"(you stay|→ table \d+|stay(?=, sit)|sit out, then (?:table \d+|stay)|sit out)?(, sit \w+)?"
)


def _edges(page: Sequence[Word]) -> dict[str, str]:
    """Return the text of each edge, by the first letter of the seat."""
    found = {}
    for turn in (UPRIGHT, TO_THE_LEFT, UPSIDE_DOWN, TO_THE_RIGHT):
        if edge := _EDGE.search(" ".join(word.text for word in page if word.turn == turn)):
            found[edge[1][0]] = ((edge[2] or "") + (edge[3] or "")).removeprefix("→ ").replace("you stay", "stay")
    return found


def _by_edge(edges: dict[str, str], who: str) -> str:
    if who.startswith("Pair"):
        return "stay"
    return edges.get(who[0], "")


def _rows(words: Sequence[Word], head: Word) -> list[Row]:
    heads = [line for line in _lines(words) if abs(line.centre - (head.y + 0.33 * head.size)) < 2]
    heads.sort(key=lambda line: line.x)
    table = [line for line in _lines(words) if line.centre < head.y - 4]
    at = {round(line.centre) for line in table if line.x < head.x + 12 and not line.text.isdigit()}
    bands = [line for line in table if round(line.centre) in at]
    of_column = {id(line): min(heads, key=lambda h: abs(h.middle - line.middle)) for line in table if line not in bands}
    rounds = [line for line in table if of_column.get(id(line)) is heads[0]]
    rows = [Row(line.centre, {heads[0].text: line.text}) for line in rounds]
    above = [head.y, *(row.centre for row in rows)]
    for row, (top, bottom) in zip(rows, pairwise(above), strict=True):
        row.bands = _across([band for band in bands if bottom < band.centre < top])
    for column in heads[1:]:
        _fill(rows, column.text, [line for line in table if of_column.get(id(line)) is column])
    return rows


def _across(lines: Sequence[Line]) -> list[str]:
    """Return the bands between two rounds; a band of two lines has the second close below the first."""
    found: dict[int, list[Line]] = {}
    for line in lines:
        found.setdefault(round(line.centre), []).append(line)
    words = [(y, " ".join(one.text for one in sorted(those, key=lambda one: one.x))) for y, those in found.items()]
    return [text for _, text in sorted(words, reverse=True)]


def _fill(rows: list[Row], column: str, lines: Sequence[Line]) -> None:
    """Assign the cells of a column to rounds: a cell is in the middle of its rounds, up to the next band."""
    cells = _cells(lines)
    high = min((a.centre - b.centre for a, b in pairwise(rows)), default=1000.0)
    i = 0
    while i < len(rows):
        centre, text = cells.pop(0)
        rest = [j for j in range(i + 1, len(rows)) if rows[j].bands]
        end = rest[0] if rest else len(rows)
        many = min(max(1, round(2 * (rows[i].centre - centre) / high) + 1), end - i)
        for row in rows[i : i + many]:
            row.cells[column] = text
        i += many
    assert not cells, f"there is more in a column than rounds beside it: {cells}"


def _cells(lines: Sequence[Line]) -> list[tuple[float, str]]:
    """Return lines from the top, close ones joined; and the middle of each."""
    found: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: -line.centre):
        close = found and found[-1][-1].centre - line.centre < 1.08 * line.size and found[-1][-1].size == line.size
        found = [*found[:-1], [*found[-1], line]] if close else [*found, [line]]
    return [(sum(line.centre for line in one) / len(one), " ".join(line.text for line in one)) for one in found]


def _lines(words: Sequence[Word]) -> list[Line]:
    found = []
    for together in _together(words):
        first, last = together[0], together[-1]
        middle = (first.x + last.x + last.width) / 2
        text = " ".join(word.text for word in together)
        found.append(Line(text, first.x, middle, first.y + 0.33 * first.size, first.size))
    return found


def _together(words: Sequence[Word]) -> Iterator[list[Word]]:
    together: list[Word] = []
    for word in sorted(words, key=lambda word: (-round(word.y, 1), word.x)):
        last = together[-1] if together else None
        gap = word.x - last.x - last.width if last else 0.0
        if last and abs(last.y - word.y) < 0.2 and -word.size < gap < 0.75 * max(word.size, last.size):
            together.append(word)
        else:
            if together:
                yield together
            together = [word]
    yield together
