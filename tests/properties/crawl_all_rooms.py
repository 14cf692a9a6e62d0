"""Open everything that the pages for 4 to 60 pairs and 4 to 60 players offer; print what failed.

    .venv/bin/python -m tests.properties.crawl_all_rooms [--every N] [--most N] [--depth N] [--from N]

Without options it takes hours. --every takes each Nth room, --most takes N things of a kind from each page, --from
leaves out the first rooms. Booklets are rendered once for each set of sheets; for the others only the text is made.
"""

import argparse
import re
import sys
import tempfile
import time
from pathlib import Path

from byestand.server.pages.paper import sheet_choice as paper
from byestand.server.pages.second_session import view as second
from tests.support.app import client
from tests.support.crawler import Crawler, InThisProcess, Sample, individuals, rooms, sparing_ink

NOTHING = re.compile(r"(?!)")


def main() -> None:
    """Crawl, and print the result."""
    options = argparse.ArgumentParser()
    for name, usual in (("--every", 1), ("--most", 10**6), ("--depth", 2), ("--from", 0)):
        options.add_argument(name, type=int, default=usual)
    told = options.parse_args()
    paper.render_booklet = second.render_booklet = sparing_ink()  # type: ignore[assignment,attr-defined]
    with tempfile.TemporaryDirectory() as folder, client(Path(folder) / "n.sqlite", pool=InThisProcess()) as page:
        crawler = Crawler(page, Sample(told.most, NOTHING))
        start = time.monotonic()
        addresses = [*individuals(), *list(rooms())[:: told.every]][getattr(told, "from") :]
        for number, address in enumerate(addresses, start=1):
            so_far = len(crawler.faults)
            crawler.crawl(address, told.depth)
            for fault in crawler.faults[so_far:]:
                _print_report(f"{address}: {fault}")
            if number % 25 == 0:
                _print_report(
                    f"{number} rooms, {sum(crawler.opened_urls.values())} opened, {len(crawler.faults)} faults"
                )
    for kind, many in sorted(crawler.opened_urls.items()):
        _print_report(f"{many:7} {kind}")
    for sentence in crawler.refusals:
        _print_report(sentence)
    opened, seconds = sum(crawler.opened_urls.values()), time.monotonic() - start
    _print_report(f"{opened} opened in {seconds:.0f} s, {len(crawler.refusals)} refused, {len(crawler.faults)} faults")
    sys.exit(bool(crawler.faults))


def _print_report(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
