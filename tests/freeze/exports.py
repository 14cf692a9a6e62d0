"""Write the exported files of recorded sessions, and the text of their sheets.

Text is stored unchanged; a Bridgemate database as the rows of its tables, as mdbtools reads them; a printed sheet as
the words of its pages. Run it by hand, then read the difference before you commit it.
"""

import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from starlette.testclient import TestClient

from tests.freeze.page_text import page_text
from tests.freeze.recorded_nights import NIGHTS, in_utc
from tests.support.app import client
from tests.support.crawler import InThisProcess
from tests.support.paths import GOLDEN
from tests.support.pdf_reader import pages, rows

EXPORTS = {
    "movement_of_a_file.csv": "/file/csv",
    "movement_of_a_file.json": "/file/json",
    "movement_of_a_file.MOV.txt": "/file/mov",
    "movement_of_a_file.bws.txt": "/file/bws",
    "movement_of_a_file.asc.txt": "/file/asc",
    "movement_of_a_file.magic.txt": "/file/magic",
    "movement_of_a_file.ebuscore.txt": "/file/ebuscore",
    "movement_of_a_file.usebio.xml": "/results/results.xml",
    "movement_of_a_file.results.json": "/results/results.json",
    "movement_of_a_file.sheets.txt": "/paper/all.pdf",
    "relettered.results.html.txt": "/results/results.html",
    "relettered.results.pdf.txt": "/results/results.pdf",
    "relettered.usebio.xml": "/results/results.xml",
    "rainbow.bws.txt": "/file/bws",
    "rainbow.ebuscore.txt": "/file/ebuscore",
    "rainbow.ranking.pdf.txt": "/results/ranking.pdf",
    "rainbow.sheets.txt": "/paper/startcards,start,announce.pdf",
    "two_sections.bws.txt": "/file/bws",
    "two_sections.ebuscore.txt": "/file/ebuscore",
    "two_sections.sheets.txt": "/paper/start,mats.pdf",
    "thursday_pairs.magic.txt": "/file/magic",
    "thursday_pairs.sheets.txt": "/paper/rover,sitouts,start,announce.pdf",
}
"""Files of recorded sessions, named after the session, and their download addresses."""
DATE = re.compile(r"\b(?:\d\d/\d\d/\d{4}|20\d{6})\b")
"""USEBIO has the day of the export if a session has no date."""


def golden_export(name: str) -> Path:
    """Return the path of an export."""
    return GOLDEN / "exports" / name


def export_texts(folder: Path) -> Iterator[Callable[[str], str]]:
    """Yield functions that return the text of an export, in an app with its data in a folder."""
    with in_utc(), client(folder / "nights.sqlite", pool=InThisProcess()) as page:
        yield texts_in(page)


def texts_in(page: TestClient) -> Callable[[str], str]:
    """Return functions that return the text of an export."""
    addresses = {
        night: _import_night(page, night) for night in dict.fromkeys(name.partition(".")[0] for name in EXPORTS)
    }

    def text_of(name: str) -> str:
        answer = page.get(addresses[name.partition(".")[0]] + EXPORTS[name])
        assert answer.status_code == 200, page_text(answer.text)
        return _readable(EXPORTS[name], answer.content)

    return text_of


def _readable(path: str, data: bytes) -> str:
    if path.endswith(".pdf"):
        return "\f\n".join("".join(" ".join(line) + "\n" for line in rows(page)) for page in pages(data))
    if path.endswith("/bws"):
        return _tables(data)
    if path.endswith("/mov"):
        return "".join(f"{at:06x} {data[at : at + 32].hex(' ')}\n" for at in range(0, len(data), 32))
    text = data.decode().replace("\r\n", "\n")
    if path.endswith(".html"):
        return page_text(text.replace("<body", "<main").replace("</body", "</main"))
    return DATE.sub("…", text)


def _tables(data: bytes) -> str:
    """Return the rows of every table of a database."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "night.bws"
        path.write_bytes(data)
        names = _run("mdb-tables", "-1", str(path)).split()
        return "".join(f"# {name}\n{_run('mdb-export', str(path), name)}" for name in names)


def _run(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def _import_night(page: TestClient, night: str) -> str:
    file = (f"{night}.json", (NIGHTS / f"{night}.json").read_bytes())
    return str(page.post("/nights/import", files={"file": file}).headers["location"])


def main() -> None:
    """Write all exports."""
    golden_export("").mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        for text_of in export_texts(Path(folder)):
            for name in EXPORTS:
                golden_export(name).write_text(text_of(name), encoding="utf-8")


if __name__ == "__main__":
    main()
