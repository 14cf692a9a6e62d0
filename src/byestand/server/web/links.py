"""Addresses of pages about movements; values know none."""

from collections.abc import Iterable, Mapping
from urllib.parse import urlencode

from byestand.model.setup import CatalogMovement, SectionSetup


def with_query(path: str, query: Iterable[tuple[str, str]], changes: Mapping[str, object]) -> str:
    """Return an address with a query, but for some changes; None removes a name, several values are named each.

    >>> with_query("/m/W1813", [("round", "6"), ("boards", "2")], {"round": None, "missing": ("E18", "E17")})
    '/m/W1813?boards=2&missing=E18&missing=E17'
    """
    pairs = [(name, text) for name, text in query if name not in changes]
    for name, value in changes.items():
        values = value if isinstance(value, (tuple, list)) else () if value is None else (value,)
        pairs += [(name, str(one)) for one in values]
    encoded = urlencode(pairs)
    return f"{path}?{encoded}" if encoded else path or "?"


def movement_path(section: SectionSetup, *, night: int | None = None) -> str:
    """Return the page of a movement: by its name, or as a section of a night.

    >>> movement_path(SectionSetup("B", CatalogMovement("W1813"))), movement_path(
    ...     SectionSetup("B", CatalogMovement("W1813")), night=3
    ... )
    ('/m/W1813', '/nights/3/section/B')
    """
    return f"/m/{section.movement.name}" if night is None else f"/nights/{night}/section/{section.letter}"


def movement_url(section: SectionSetup, path: str = "", *, sets: int | None = None, night: int | None = None) -> str:
    """Return the address of a movement as it is set up, or of something about it.

    >>> movement_url(SectionSetup("A", CatalogMovement("W1813", ("E18",))), "/paper", sets=1)
    '/m/W1813/paper?missing=E18&boards=2&cases=1'
    """
    source, boards = section.movement, section.boards
    rounds = source.switch_rounds
    query = {
        "missing": source.missing or None,
        "boards": boards.per_round if boards else 0,
        "first": boards.first if boards and boards.first > 1 else None,
        "winners": 1 if source.one_winner else None,
        "switch": None if rounds is None else ",".join(map(str, rounds)) or "none",
        "chain": 1 if isinstance(source, CatalogMovement) and source.chained else None,
        "cases": sets,
    }
    return with_query(f"{movement_path(section, night=night)}{path}", (), query)
