"""A worker: reads questions from its input, writes answers to its output, until the input ends."""

import pickle
import sys
import traceback
from dataclasses import replace
from importlib import import_module
from typing import BinaryIO

from byestand.errors import ByestandError
from byestand.search import late_answers
from byestand.server.answers import Answer, Refusal, refusal

HEAD = 4
"""Bytes that tell the length of what follows."""
READY = b"!"
"""Said once, before the first answer: how long it took to get ready is nobody's thinking time."""


def main() -> None:
    """Answer until nobody asks any more."""
    source, target = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever is printed must not get between the answers
    import_module("byestand.server.pages.tonight")  # what most pages need, before the first of them is asked for
    target.write(READY)
    target.flush()
    while head := source.read(HEAD):
        question = source.read(int.from_bytes(head, "big"))
        _write(target, pickle.dumps(_answered(question)))


def _answered(question: bytes) -> Answer | Refusal:
    named, args = pickle.loads(question)  # noqa: S301 - from the server that started us
    module, _, name = named.partition(".")
    try:
        function = getattr(import_module(f"byestand.server.pages.{module}"), name)
        with late_answers() as late:
            answer = function(*args)
    except ByestandError as no:
        return refusal(no)
    except (RecursionError, MemoryError):
        return Refusal(422, "that is nested too deeply, or too large, to be read")
    except Exception:  # noqa: BLE001 - a fault of ours: told on the terminal, and in a sentence to who asked
        traceback.print_exc()
        return Refusal(500, "something went wrong in here; the terminal tells more")
    assert isinstance(answer, Answer)  # noqa: S101 - our own pages
    return replace(answer, passing=bool(late))


def _write(target: BinaryIO, data: bytes) -> None:
    target.write(len(data).to_bytes(HEAD, "big") + data)
    target.flush()


if __name__ == "__main__":
    main()
