"""The catalogue: from the code W1813 to a judged movement; `byestand.catalog.listing` lists all of them."""

from byestand.catalog.families import all_families
from byestand.catalog.family import Family, Name
from byestand.catalog.lookup import find, find_judged
from byestand.catalog.name_grammar import is_for_players, parse

__all__ = ["Family", "Name", "all_families", "find", "find_judged", "is_for_players", "parse"]
