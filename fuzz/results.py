"""Feed invented and damaged result files to the scorer, which must answer or refuse, never crash. Run it by hand.

python fuzz/results.py [FILES] [SEED]
"""

import datetime as dt
import json
import random
import sys
import time
import traceback

from byestand.errors import ByestandError
from byestand.formats.results import csv
from byestand.formats.results.html import results_html
from byestand.formats.results.json import book_data
from byestand.formats.results.text import book_text, ranking_csv
from byestand.formats.results.usebio import usebio
from byestand.model.event import Event
from byestand.model.scoring import Scoring
from byestand.score.book import Book
from byestand.score.score_sessions import score_night

COLUMNS = (
    *("board", "ns", "ew", "north", "south", "east", "west", "contract", "declarer"),
    *("result", "score", "section", "round", "table", "lead", "form", "note", "x"),
)
CELLS = {
    "board": ("1", "2", "3", "16", "0", "-1", "1.5", "999", "1000", "", "x"),
    "contract": ("3NT", "4 H x", "1hxx", "PASS", "NP", "5Z", "", "8S", "3N", "♠4", "4♠"),
    "declarer": ("N", "e", "Q", "", "South", "NS"),
    "result": ("=", "+1", "-2", "9", "13", "14", "+7", "-14", "", "x", "0"),
    "score": (
        *("420", "-50", "AVE", "AVE+/AVE-", "A6040", "A9999", "55%/45%", "130%/0%", "30*650+70*-100", "75", "NP"),
        *("AVE+", "420/-50", "1e9", "--5", "50*420", "", "0*5+100*140", "½"),
    ),
}
USUAL = ("1", "2", "3", "4", "A", "", "-", "é", "0", "99", "\x00", "'", '"', ";", "x" * 70)


def make_results(chance: random.Random) -> str:
    """Return a file that is mostly valid, with some invalid parts."""
    seats = chance.choice((["ns", "ew"], ["ns", "ew"], ["north", "south", "east", "west"]))
    columns = ["board", *seats, *chance.sample(COLUMNS[7:], chance.randint(0, 6))]
    if not chance.randrange(12):
        columns = chance.sample(COLUMNS, chance.randint(0, 8))
    chance.shuffle(columns)
    separator = chance.choice(",,,;\t")
    rows = [separator.join(columns)]
    wild = chance.random() < 0.5
    many = range(chance.randint(0, 12))
    rows += (separator.join(_cell(column, chance, wild=wild) for column in columns) for _ in many)
    text = chance.choice(("\n", "\r\n")).join(rows)
    if not chance.randrange(8) and text:
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice(USUAL) + text[at + chance.randrange(3) :]
    return "\ufeff" * (not chance.randrange(10)) + text


def _cell(column: str, chance: random.Random, *, wild: bool) -> str:
    known = CELLS.get(column, USUAL[:5])
    return chance.choice(known if wild else known[:4]) if chance.random() < 0.97 else chance.choice(USUAL)


def try_results(text: str, chance: random.Random) -> bool:
    """Read, score and write a file; return whether it was accepted."""
    try:
        lines = csv.loads(text, source="fuzz")
        rules = Scoring(
            chance.choice(("matchpoints", "cross-imps", "butler")),
            chance.choice(("neuberg", "ratio", "none")),
            chance.choice(("field", "apart")),
        )
        night = score_night([lines] * chance.choice((1, 1, 1, 2)), rules, winners=chance.choice((None, 1, 2, 4)))
        book = Book(night, Event(), {}, "")
        json.dumps(book_data(book), allow_nan=False)
        ranking_csv(book)
        if not chance.randrange(10):
            book_text(book), results_html(book), usebio(book, dt.date(2026, 11, 17))
    except ByestandError:
        return False
    return True


def main(files: int = 20_000, seed: int = 1) -> int:
    """Try a number of files; return the number of crashes."""
    chance, taken, faults, began = random.Random(seed), 0, 0, time.process_time()  # noqa: S311 - nothing is secret
    for number in range(files):
        text = make_results(chance)
        try:
            taken += try_results(text, chance)
        except Exception:
            faults += 1
            print(f"file {number} of seed {seed}: {text!r}")
            traceback.print_exc()
    print(f"{files} files, {taken} accepted, {faults} crashes, {time.process_time() - began:.0f} s")
    return faults


if __name__ == "__main__":
    sys.exit(bool(main(*map(int, sys.argv[1:]))))
