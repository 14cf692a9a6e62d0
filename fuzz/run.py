"""A fuzzer for every reader: mutated files of all formats must be refused with an error, or read, checked and shown.

    python fuzz/run.py [--inputs 100000] [--seed 1] [FORMAT …]

Formats are those of the registry, csv with the separators of other countries, and saved sessions. An input that fails
otherwise, takes longer than 2 s or needs more than 300 MB is saved in fuzz/found and makes the run fail. Every input is
read in a process with limited memory; one that hangs is ended. No dependencies: the seeds are our own files, the
mutations the usual ones (bits, bytes, numbers, cuts, splices), for archives also inside the packed files.
"""

import argparse
import hashlib
import io
import json
import multiprocessing
import random
import resource
import sys
import time
import traceback
import zipfile
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

from byestand.catalog import find, find_judged
from byestand.catalog.identify import identify
from byestand.cli.chart_text import chart_text
from byestand.errors import ByestandError, FormatError
from byestand.formats import csv
from byestand.formats.document import Document
from byestand.formats.formats import FORMATS, blocks
from byestand.model.boards import Boards
from byestand.model.event import Event
from byestand.model.people import Contestant
from byestand.model.session import Section
from byestand.model.setup import CatalogMovement, SectionSetup, SessionSetup
from byestand.night import night_document
from byestand.night.events import NightCreated
from byestand.night.log import EventLog
from byestand.night.stamp import Stamp
from byestand.sentences.charts import chart
from byestand.verify import judge

FOUND = Path(__file__).parent / "found"
NAMES = ("W0605", "W1812ER", "M0808R", "M0404X", "S0906", "W0909TR", "R0505", "I0807")
INDIVIDUAL = "round,table,north,south,east,west,group\n1,1,1,2,3,4,1\n1,2,5,6,7,8,2\n2,1,1,6,7,4,3\n2,2,5,2,3,8,4\n"
NUMBERS = (b"0", b"-1", b"255", b"256", b"999", b"65536", b"99999999999", b"1e9", b"", b"\xff", b"\x00", b"NaN", b";")
MAX_SECONDS, MAX_MEGABYTES = 2.0, 300
PATIENCE = 600.0
"""Seconds after which an input is ended. Times are CPU times, because machines are busy."""
BATCH = 200
NIGHT, SEMICOLONS, TABS = "night", "csv;", "csv-tabs"
KINDS = (*FORMATS, SEMICOLONS, TABS, NIGHT)

Seed = tuple[str, bytes]


def main() -> None:
    """Fuzz the given number of inputs."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("formats", nargs="*", choices=[*KINDS, []], metavar="FORMAT")
    options.add_argument("--inputs", type=int, default=20_000)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    corpus = [(kind, data) for kind in given.formats or KINDS for data in seeds(kind)]
    reader = Reader(corpus)
    failures, slowest, largest = 0, 0.0, 0.0
    for first in range(0, given.inputs, BATCH):
        for seconds, megabytes, fault in reader.batch(given.seed, first, min(BATCH, given.inputs - first)):
            slowest, largest = max(slowest, seconds), max(largest, megabytes)
            failures += bool(fault)
        if (first + BATCH) % 5000 == 0:
            print(f"{first + BATCH} so far, {failures} failures, {slowest:.2f} s, {largest:.0f} MB", file=sys.stderr)
    print(f"{given.inputs} inputs of {', '.join(given.formats or KINDS)}: {failures} failures,")
    print(f"slowest {slowest:.2f} s, largest {largest:.0f} MB more than at rest")
    sys.exit(bool(failures))


def seeds(kind: str) -> list[bytes]:
    """Return files of a few movements in a format, or a saved session."""
    if kind == NIGHT:
        sections = (
            SectionSetup("A", CatalogMovement("W1813", ("N18",)), contestants={"N1": Contestant.parse("Zoë")}),
            SectionSetup("B", CatalogMovement("M1313")),
        )
        setup = SessionSetup(Event(title="Tuesday"), sections=sections)
        log = EventLog().append(NightCreated(setup, "two\nlines"), Stamp(1.0))
        return [night_document.dumps(log).encode()]
    known = FORMATS["csv" if kind in (SEMICOLONS, TABS) else kind]
    separator = b"\t" if kind == TABS else b";"
    found = []
    for movement in (*map(find, NAMES), find("W0605", missing=["N6"]), csv.loads(INDIVIDUAL)):
        with suppress(ByestandError):
            each = len(movement.swivel) or 2
            data = known.dumps([Document(Section(judge(movement), Boards(each), "A"))])
            found.append(data.replace(b",", separator) if kind in (SEMICOLONS, TABS) else data)
    if known.holds_many:
        documents = [
            Document(Section(find_judged(n), Boards(2), letter)) for n, letter in (("W0605", "A"), ("M0505", "B"))
        ]
        found.append(known.dumps(documents))
    return found


def mutate(kind: str, data: bytes, dice: random.Random) -> bytes:
    """Return the data with one to five changes; half of the archives are changed inside and packed again."""
    if kind == "xlsx" and dice.random() < 0.5:
        return _repack(data, dice)
    return _change_byte(data, dice)


def _change_byte(data: bytes, dice: random.Random) -> bytes:
    for _ in range(dice.randint(1, 5)):
        at = dice.randrange(len(data) + 1)
        until = min(len(data), at + dice.choice((0, 1, 2, 10, 100, 5000)))
        many = data[at:until] * dice.choice((2, 2, 2, 50, 3000))
        piece = dice.choice((b"", dice.randbytes(dice.randint(1, 4)), dice.choice(NUMBERS), many))
        data = data[:at] + piece + data[until if dice.random() < 0.8 else at :]
    return data[: 2**20]


def _repack(data: bytes, dice: random.Random) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as before, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as after:
        names = before.namelist()
        victim = dice.choice(names)
        for name in names:
            part = before.read(name)
            after.writestr(name, _change_byte(part, dice) if name == victim else part)
    return out.getvalue()


class Reader:
    """A process that reads inputs, and is replaced when it has to be ended."""

    def __init__(self, corpus: list[Seed]) -> None:
        self._corpus = corpus
        self._start()

    def _start(self) -> None:
        self._pipe, theirs = multiprocessing.Pipe()
        self._process = multiprocessing.Process(target=read_inputs, args=(theirs, self._corpus), daemon=True)
        self._process.start()

    def batch(self, seed: int, first: int, many: int) -> list[tuple[float, float, str]]:
        """Return seconds, megabytes and the fault of each input of a batch."""
        found = []
        self._pipe.send((seed, first, many))
        for number in range(first, first + many):
            fault = (PATIENCE, 0.0, "hangs, or crashed its process")
            with suppress(EOFError):
                if self._pipe.poll(PATIENCE):
                    fault = self._pipe.recv()
                    found.append(fault)
                    continue
            keep(*an_input(self._corpus, seed, number), fault[2])
            found.append(fault)
            self._process.kill()
            self._start()
            return (
                found + self.batch(seed, number + 1, first + many - number - 1) if number + 1 < first + many else found
            )
        return found


def an_input(corpus: list[Seed], seed: int, number: int) -> Seed:
    """Return an input by its number, the same on every machine."""
    dice = random.Random(f"{seed} {number}")  # noqa: S311 - no secrets here
    kind, data = dice.choice(corpus)
    return kind, mutate(kind, data, dice)


def read_inputs(pipe: Connection, corpus: list[Seed]) -> None:
    """Read inputs in a process with limited memory."""
    at_rest = _megabytes()
    beyond = int((at_rest + 2 * MAX_MEGABYTES) * 2**20) + _map_text()
    resource.setrlimit(resource.RLIMIT_AS, (beyond, beyond))
    while True:
        seed, first, many = pipe.recv()
        for number in range(first, first + many):
            kind, data = an_input(corpus, seed, number)
            start, before = time.process_time(), _megabytes()
            fault = _fault(kind, data)
            seconds, megabytes = time.process_time() - start, _megabytes() - at_rest
            if not fault and seconds > MAX_SECONDS:
                fault = f"took {seconds:.1f} s"
            # The peak of a process never falls, so only an input that raises it is counted.
            if not fault and megabytes > MAX_MEGABYTES and _megabytes() > before:
                fault = f"took {megabytes:.0f} MB"
            if fault:
                keep(kind, data, fault)
            pipe.send((seconds, megabytes, fault))


def _fault(kind: str, data: bytes) -> str:
    """Read data in its format and in the format it looks like, check and show it; return the fault."""
    try:
        if kind == NIGHT:
            with suppress(ByestandError, UnicodeDecodeError):
                night_document.dumps(night_document.loads(data.decode())).encode()
            return ""
        known = FORMATS["csv" if kind in (SEMICOLONS, TABS) else kind]
        for loaded in (known.loads, _as_it_looks):
            found: tuple[Document | FormatError, ...] = ()
            with suppress(ByestandError):
                found = loaded(data, "fuzz")
            documents = [block for block in found if isinstance(block, Document)]
            for document in documents[:5]:
                judge(document.movement, forgiven=document.forgiven)
            for document in documents[:1]:
                chart_text(chart(document.movement)).encode()
                json.dumps(identify(document.movement).sentence).encode()
    except Exception:
        return traceback.format_exc()
    return ""


def _as_it_looks(data: bytes, source: str) -> tuple[Document | FormatError, ...]:
    return blocks(data, source=source)


def keep(kind: str, data: bytes, fault: str) -> None:
    """Save an input that failed, and print it."""
    FOUND.mkdir(exist_ok=True)
    path = FOUND / f"{kind.strip(';')}-{hashlib.sha256(data).hexdigest()[:16]}"
    path.write_bytes(data)
    print(f"{path}: {fault}", flush=True)


def _megabytes() -> float:
    """Return the peak memory of this process."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _map_text() -> int:
    """Return the mapped memory of this process in bytes, libraries included."""
    return int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[0]) * resource.getpagesize()


if __name__ == "__main__":
    main()
