"""SAVE: one file a format, each with load, loads, dump and dumps. Readers are strict: never guess, say where.

`load` here finds out by content which format a file has.
"""

from os import PathLike

from byestand.formats import csv, json
from byestand.formats.files import read_text
from byestand.model import Movement

__all__ = ["csv", "json", "load"]


def load(path: str | PathLike[str]) -> Movement:
    """Return the movement in a file of any format that is understood."""
    text = read_text(path)
    looks_like_json = text.lstrip().startswith(("{", "[", '"'))
    if looks_like_json or (str(path).lower().endswith(".json") and "," not in text.partition("\n")[0]):
        return json.loads(text, source=str(path))
    return csv.loads(text, source=str(path))
