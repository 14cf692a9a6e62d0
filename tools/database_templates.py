"""Check the two empty databases that .bws files start from. Their origin is in the NOTICE.md next to them.

They were made from a blank Access 2000 file by adding tables; the program that did this no longer exists. mdbtools,
which shares no code with our own reader, must find the tables, and no rows in them.
"""

import lzma
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from data_files import PACKAGE

FILES = tuple(sorted(PACKAGE.rglob("data/*-template.bws.xz")))
TABLES = {"Clients", "Section", "Tables", "RoundData", "ReceivedData", "IntermediateData", "PlayerNumbers"}


def faults(path: Path) -> Iterator[str]:
    """Yield the tables that are missing or not empty."""
    if not (path.parent / "NOTICE.md").is_file():
        yield "there is no NOTICE.md with its origin"
    with TemporaryDirectory() as folder:
        database = Path(folder) / "template.bws"
        database.write_bytes(lzma.decompress(path.read_bytes()))
        tables = set(_output("mdb-tables", "-1", str(database)).split())
        if lacking := sorted(TABLES - tables):
            yield f"it has no {', '.join(lacking)}"
        for table in sorted(tables):
            if _output("mdb-export", "-H", str(database), table).strip():
                yield f"{table} is not empty"


def _output(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
