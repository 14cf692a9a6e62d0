"""What is in the catalogue: every full-length movement, and with a number of rounds the curtailed ones too."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from byestand.catalog.makers import longest
from byestand.catalog.names import FAMILIES, MOST_GROUPS, MOST_TABLES, Name
from byestand.catalog.shelf import find
from byestand.errors import BadRequest, NoSuchMovement, NotFound
from byestand.model import Movement
from byestand.movements import is_jumping, is_segmented, rainbow_rounds, rainbow_webs, shapes, whist_rounds, whist_sizes
from byestand.verify import is_fair_share


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the list."""

    name: str
    family: str
    tables: int
    rounds: int
    deal_groups: int
    pattern: str
    cases: int


def listing(
    *,
    tables: range | None = None,
    rounds: range | None = None,
    deal_groups: range | None = None,
    family: str | None = None,
    rovers: bool = False,
    individuals: bool = False,
) -> Iterator[Entry]:
    """Yield what the catalogue has, by tables and then by deal groups; with *rovers*, Webs with a party table too.

    Movements for pairs; those for *individuals* only where they or their family are asked for.

    >>> [entry.name for entry in listing(tables=range(10, 11), deal_groups=range(8, 9), family="web")]
    ['W1008', 'W1008A']
    """
    family = family.lower() if family else None
    if family is not None and family not in FAMILIES.values():
        known = ", ".join(sorted(FAMILIES.values()))
        raise BadRequest(f"no such family; there are {known}: {family!r}")
    single = individuals or family in ("rainbow", "whist")
    for t in range(1, MOST_TABLES + 2):
        if tables is not None and t not in tables:
            continue
        for full in _individuals(t) if single else _everything(t, rovers=rovers):
            wanted = deal_groups is None or full.deal_groups in deal_groups
            if wanted and family in (None, full.family):
                yield from _entries(full, rounds)


def _everything(t: int, *, rovers: bool) -> Iterator[Name]:
    """Yield the names for a room of *t* tables: a rover's party table is one of them."""
    if 2 <= t <= MOST_TABLES:
        yield from _full_length_names(t)
    if rovers and t > 2:
        # Those of other families are found by name; for some of them the search takes long.
        webs = (name for name in _full_length_names(t - 1) if name.letter == "W")
        yield from (replace(name, rover=rover) for name in webs for rover in ("ER", "NR", "TR"))


def _individuals(t: int) -> Iterator[Name]:
    """Yield the names for individuals at *t* tables: whist movements, Rainbow Webs, and the Rainbow."""
    for players in whist_sizes():
        if players // 4 == t:
            length = whist_rounds(players)
            yield Name("I", t, length, length, players=players)
    yield from (Name("R", t, d) for size, d in rainbow_webs() if size == t)
    if 2 <= t <= MOST_TABLES and rainbow_rounds(t, t) > 1:
        yield Name("R", t, t)


def _entries(full: Name, rounds: range | None) -> Iterator[Entry]:
    for name in _lengths(full, rounds):
        try:
            movement = find(str(name))
        except (NoSuchMovement, NotFound):
            continue  # no rover lasts that long, none needs both sides, or none is known
        # A rover may last a round less than the name without rounds promises.
        if rounds is None or movement.rounds in rounds:
            yield _entry(name, movement)


def _entry(name: Name, movement: Movement) -> Entry:
    from byestand.verify.measures import copies  # noqa: PLC0415 - starting up must stay quick

    layout = movement.layout
    return Entry(
        name=str(name),
        family=name.family,
        tables=movement.tables,
        rounds=movement.rounds,
        deal_groups=movement.deal_groups,
        pattern=_pattern(name, movement),
        cases=len(layout.cases) if layout else max(copies(movement).fewest),
    )


def _pattern(name: Name, movement: Movement) -> str:
    """Return how tables are boarded; for individuals how they move."""
    if not movement.is_individual:
        layout = movement.layout
        return (layout.pattern if layout else "") + (" + party table" if movement.rover else "")
    if movement.layout:
        return "S up 1, E up 2, W down 2"
    jumps = name.letter == "R" and is_jumping(name.tables, name.deal_groups, movement.rounds)
    return "jumps" if jumps else "guide cards"


def _lengths(full: Name, rounds: range | None) -> Iterator[Name]:
    """Yield the name for each number of rounds asked for, as long as 70 % of the boards are played (EBU)."""
    if rounds is None:
        yield full
        return
    most = longest(full)
    for r in range(1, most + 1):
        if r in rounds and is_fair_share(r, full.deal_groups):
            # In a whist movement a round not played is a deal group not dealt.
            fewer = replace(full, rounds=r, deal_groups=r) if full.letter == "I" else replace(full, rounds=r)
            yield full if r == most else fewer


def _full_length_names(t: int) -> Iterator[Name]:
    """Yield every full-length movement for so many tables."""
    yield Name("M", t, t, t)
    if t % 2 == 0:
        yield Name("M", t, t, t, "R")
    if t % 4 == 0:
        yield Name("M", t, t, t, "X")
    for d in range(2, MOST_GROUPS + 1):
        for _, variant in zip(shapes(t, d), ("", "A"), strict=False):
            yield Name("W", t, d, None, variant)
        if is_segmented(t, d):
            yield Name("S", t, d)
