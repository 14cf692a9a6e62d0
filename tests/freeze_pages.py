"""Writes the text of some printed pages anew. Run it by hand, then read the difference before committing it."""

from pathlib import Path

from byestand.catalog import find
from byestand.sheets.booklet import Order, Section, booklet
from byestand.sheets.ink import printed
from read_pdf import pages, rows

GOLDEN = Path(__file__).with_name("golden") / "pages_W1812ER.txt"


def page_text() -> str:
    """Return the words of the pages as a reader finds them, line by line."""
    order = Order((Section(find("W1812ER"), 2, "A"),), ("boarding", "chart", "announce", "caddy"), "a4", "Fair Oaks")
    read = pages(printed(booklet(order)).files[0])
    return "\f\n".join("".join(" ".join(line) + "\n" for line in rows(page)) for page in read)


if __name__ == "__main__":
    GOLDEN.write_text(page_text(), encoding="utf-8")
