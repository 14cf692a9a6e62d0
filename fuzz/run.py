"""A fuzzer for every reader: files of all formats, mutated, must be refused in a sentence or read and judged.

    python fuzz/run.py [--seconds 60] [--seed 1] [FORMAT …]

Whatever ends otherwise, or takes longer than a second, is kept in fuzz/found and makes the run fail. No dependencies:
the seeds are our own files, the mutations the usual ones (bits, bytes, numbers, cuts, splices).
"""

import argparse
import hashlib
import random
import sys
import time
import traceback
from collections.abc import Callable  # noqa: TC003 - one file, read by people
from contextlib import suppress
from pathlib import Path

from byestand.catalog import find
from byestand.errors import ByestandError, FormatError
from byestand.formats import csv
from byestand.formats.document import Document
from byestand.formats.registry import FORMATS, Format, blocks
from byestand.verify import judge

FOUND = Path(__file__).parent / "found"
NAMES = ("W0605", "W1812ER", "M0808R", "M0404X", "S0906", "W0909TR")
INDIVIDUAL = "round,table,north,south,east,west,group\n1,1,1,2,3,4,1\n1,2,5,6,7,8,2\n2,1,1,6,7,4,3\n2,2,5,2,3,8,4\n"
NUMBERS = (b"0", b"-1", b"255", b"256", b"999", b"65536", b"99999999999", b"1e9", b"", b"\xff", b"\x00", b"NaN")


def main() -> None:
    """Fuzz until the time is over."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("formats", nargs="*", choices=[*FORMATS, []], metavar="FORMAT")
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    dice = random.Random(given.seed)  # noqa: S311 - no secrets here
    corpus = [(known, data) for name in given.formats or FORMATS for known, data in seeds(FORMATS[name])]
    end, runs, failures = time.monotonic() + given.seconds, 0, 0
    while time.monotonic() < end:
        known, data = dice.choice(corpus)
        failures += not survives(known, mutated(data, dice))
        runs += 1
    print(f"{runs} files, {failures} failures")
    sys.exit(bool(failures))


def seeds(known: Format) -> list[tuple[Format, bytes]]:
    """Return what a format can say of a few movements."""
    found = []
    for movement in (*map(find, NAMES), find("W0605", missing=["N6"]), csv.loads(INDIVIDUAL)):
        try:
            found.append((known, known.dumps([Document(movement, boards_per_round=2, section="A")])))
        except ByestandError:
            continue
    if known.holds_many:
        pair = [
            Document(find(name), boards_per_round=2, section=letter)
            for name, letter in (("W0605", "A"), ("M0505", "B"))
        ]
        found.append((known, known.dumps(pair)))
    return found


def mutated(data: bytes, dice: random.Random) -> bytes:
    """Return the data with one to five changes."""
    for _ in range(dice.randint(1, 5)):
        at = dice.randrange(len(data) + 1)
        until = min(len(data), at + dice.choice((0, 1, 2, 10, 100, 5000)))
        piece = dice.choice((b"", dice.randbytes(dice.randint(1, 4)), dice.choice(NUMBERS), data[at:until] * 2))
        data = data[:at] + piece + data[until if dice.random() < 0.8 else at :]
    return data[: 2**20]


def survives(known: Format, data: bytes) -> bool:
    """Read data as that format and as whatever it looks like; keep it if that goes wrong."""
    start = time.monotonic()
    try:
        readers: tuple[Callable[[], tuple[Document | FormatError, ...]], ...] = (
            lambda: known.loads(data, "fuzz"),
            lambda: blocks(data, source="fuzz"),
        )
        for read in readers:
            with suppress(ByestandError):
                for block in read():
                    if isinstance(block, Document):
                        judge(block.movement, forgiven=block.forgiven)
        took = time.monotonic() - start
        assert took < 1, f"took {took:.1f} s"
    except Exception:
        FOUND.mkdir(exist_ok=True)
        path = FOUND / f"{known.name}-{hashlib.sha256(data).hexdigest()[:16]}"
        path.write_bytes(data)
        print(f"{path}:\n{traceback.format_exc()}")
        return False
    return True


if __name__ == "__main__":
    main()
