"""Make the contact sheets of docs/paper: every kind of sheet of a dozen movements, small but readable, side by side.

    pip install pillow pyoxipng
    python tools/contact_sheets.py [MOVEMENT ...]

Names are invented. Look at the pictures after every change of a template.
"""

import datetime as dt
import io
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import oxipng
from PIL import Image, ImageOps

from byestand.catalog import find
from byestand.model.boards import Boards
from byestand.model.event import Event
from byestand.model.movement import Movement
from byestand.model.people import Contestant, Person
from byestand.model.session import Section, Session
from byestand.plan import one_winner
from byestand.sheets.booklet import booklet
from byestand.sheets.print_order import Paper, PrintOrder
from byestand.sheets.sheet_list import SHEETS
from byestand.sheets.typst_renderer import render_booklet
from byestand.verify import judge

HERE = Path(__file__).parents[1] / "docs/paper"
PAGE_HIGH, ACROSS, GAP = 620, 5, 10
SHADES = 4
"""Black, white and two greys: letters stay smooth, and files small."""
TWICE = ("mats", "guides", "recap")
"""Sheets whose last page is shown as well, because it differs from the first."""

FIRST = (
    "Anna",
    "Boris",
    "Clara",
    "David",
    "Elena",
    "Frank",
    "Gerda",
    "Hugo",
    "Irene",
    "Jonas",
    "Karin",
    "Leon",
    "Maria",
    "Nils",
    "Olga",
    "Rosa",
    "Zoltan",
)
LAST = (
    "Abel",
    "Ahlgren",
    "Bäcker",
    "Bianchi",
    "Çelik",
    "Dahl",
    "Eriksen",
    "Fontaine",
    "García",
    "Horváth",
    "Ibáñez",
    "Jovanović",
    "Kowalski",
    "Łukasik",
    "Marchetti",
    "Nagy",
    "O’Brien",
    "Papadakis",
    "Quist",
    "Rossi",
    "Şahin",
    "Takács",
    "Urban",
    "Virtanen",
    "Weiß",
    "Yılmaz",
    "Zając",
    "Þórsdóttir",
)

MOVEMENTS: dict[str, Callable[[], Movement]] = {
    **{name: partial(find, name) for name in ("W1813", "W1812ER", "W191312", "W1008A", "W2713", "M0808R")},
    "M1313-one-winner": lambda: one_winner(find("M1313")).movement,
    "M1313-by-table": lambda: one_winner(find("M1313"), by_table=True).movement,
    **{name: partial(find, name) for name in ("W0605", "H0813", "I1313")},
    "W0705-without-N7": lambda: find("W0705", missing=["N7"]),
    "H0713-without-14": lambda: find("H0713", missing=["14"]),
    **{name: partial(find, name, boards_per_round=2) for name in ("R1111", "R1212")},
}


def main(wanted: list[str]) -> None:
    """Write a picture for each movement, with the sheets in printing order, and one for three sections."""
    HERE.mkdir(exist_ok=True)
    sessions = {name: Session((_section(make()),), event=_event()) for name, make in MOVEMENTS.items()}
    three = (_section(find("M1313"), "A"), _section(find("W1813"), "B"), _section(find("W0605"), "C"))
    sessions["three-sections"] = Session(three, event=_event())
    for i, (name, session) in enumerate(sessions.items()):
        if not wanted or name in wanted:
            # Half of the pictures show Letter paper, so that both sizes are checked.
            paper: Paper = "letter" if i % 2 else "a4"
            target = HERE / f"{name}.png"
            _contact(list(_pages(session, paper))).save(target, optimize=True)
            oxipng.optimize(target, level=4)
            print(f"{target.name}: {target.stat().st_size // 1000} kB")


def _event() -> Event:
    return Event("Riverside Bridge Club", "Tuesday Pairs", "session 1 of 2", dt.date(2026, 11, 17), dt.time(19, 30), 15)


def _section(movement: Movement, letter: str = "") -> Section:
    boards = Boards(len(movement.swivel) or 2)
    alone = movement.is_individual
    contestants = {
        movement.field.label(c): Contestant(tuple(_person(2 * c + k) for k in range(1 if alone else 2)))
        for c in movement.field.present
    }
    return Section(judge(movement), boards, letter, contestants)


def _person(number: int) -> Person:
    return Person(f"{FIRST[number % len(FIRST)]} {LAST[number * 7 % len(LAST)]}")


def _pages(session: Session, paper: Paper) -> Iterator[Image.Image]:
    """Yield the first page of every sheet that these sections need, and the last page of some."""
    for name, sheet in SHEETS.items():
        if any(map(sheet.is_for, session)):
            made = render_booklet(booklet(PrintOrder(session, (name,), paper)), "png").files
            for png in (made[0], *(made[1:][-1:] if name in TWICE else ())):
                yield Image.open(io.BytesIO(png)).convert("L")


def _contact(pages: list[Image.Image]) -> Image.Image:
    """Return pages side by side in rows, all of one height."""
    small = [
        page.resize((round(page.width * PAGE_HIGH / page.height), PAGE_HIGH), Image.Resampling.LANCZOS)
        for page in pages
    ]
    framed = [ImageOps.expand(page, border=1, fill=128) for page in small]
    rows = [framed[i : i + ACROSS] for i in range(0, len(framed), ACROSS)]
    wide = max(sum(page.width + GAP for page in row) for row in rows) + GAP
    whole = Image.new("L", (wide, len(rows) * (PAGE_HIGH + 2 + GAP) + GAP), 255)
    for y, row in enumerate(rows):
        x = GAP
        for page in row:
            whole.paste(page, (x, GAP + y * (PAGE_HIGH + 2 + GAP)))
            x += page.width + GAP
    greys = whole.point([round(v / 255 * (SHADES - 1)) * 255 // (SHADES - 1) for v in range(256)])
    return greys.quantize(SHADES, dither=Image.Dither.NONE)


if __name__ == "__main__":
    main(sys.argv[1:])
