"""NAME: from "W1813" to a movement that has been judged sound, and the list of all there are."""

from byestand.catalog.listing import Entry, listing
from byestand.catalog.names import FAMILIES, Name, parse
from byestand.catalog.shelf import find, find_judged

__all__ = ["FAMILIES", "Entry", "Name", "find", "find_judged", "listing", "parse"]
