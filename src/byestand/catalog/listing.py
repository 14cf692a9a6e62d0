"""The list of the catalogue: every full-length movement, and for a number of rounds also the curtailed ones.

Also the movements of the standard library of 2019, by code and folder. Tim Hill's package has 82 files in WEBS and
1,153 in MOREWEBS. This rule gives exactly those counts: every shape with 6 to 45 tables and 6 to 15 deal groups, plain
and with either rover; and, with an odd number of groups, curtailed by one round if the tables are odd and not fewer
than the groups, or one fewer than the groups. (Inferred: there is no list.)
"""

from collections.abc import Iterator
from dataclasses import dataclass

from byestand.catalog.families import all_families
from byestand.catalog.families.plugins import answers, name_plugin_in_errors
from byestand.catalog.families.web_family import WEB, is_built_into_acblscore, of_size
from byestand.catalog.family import MAX_GROUPS, MAX_TABLES, Family, Name
from byestand.catalog.lookup import find_judged
from byestand.catalog.name_grammar import parse
from byestand.errors import BadRequest, NoSuchMovement, NotFound
from byestand.language import say
from byestand.model.claims import Jump
from byestand.model.judged import Judged
from byestand.verify import is_fair_share


@dataclass(frozen=True, slots=True)
class CatalogEntry:
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
) -> Iterator[CatalogEntry]:
    """Yield the movements of the catalogue by tables and deal groups; with *rovers* also Webs with a party table.

    Movements for pairs, or with *individuals* or their family for individuals.

    >>> [entry.name for entry in listing(tables=range(10, 11), deal_groups=range(8, 9), family="web")]
    ['W1008', 'W1008A']
    """
    wanted = _matches(family.lower() if family else None, individuals=individuals)
    for t in range(1, MAX_TABLES + 2):
        if tables is None or t in tables:
            for full in _for_tables(t, wanted, rovers=rovers):
                if deal_groups is None or full.deal_groups in deal_groups:
                    yield from _entries(full, rounds)


def _matches(word: str | None, *, individuals: bool) -> tuple[Family, ...]:
    every = all_families()
    if word is None:
        return tuple(family for family in every if family.for_players == individuals)
    if word not in map(str, every):
        families = ", ".join(sorted(map(str, every)))
        raise BadRequest(say("unknown family; families are {families}: {word!r}", families=families, word=word))
    # Movements for individuals are one list, those for pairs another.
    return tuple(f for f in every if f.word == word and (f.for_players or not individuals))


def _for_tables(t: int, wanted: tuple[Family, ...], *, rovers: bool) -> Iterator[Name]:
    """Yield the codes for *t* tables, a rover's party table included."""
    yield from by_size(_members(t, wanted))
    if rovers:
        with_rovers = tuple(family for family in wanted if family.lists_rovers)
        for name in _members(t - 1, with_rovers):
            yield from (name.with_rover(rover) for rover in name.family.rovers)


def _members(t: int, wanted: tuple[Family, ...]) -> list[Name]:
    return [name for family in wanted if t in family.tables for name in members(family, t)]


def members(family: Family, tables: int) -> Iterator[Name]:
    """Yield every full-length movement of a family for a number of tables."""
    yield from answers(family, family.members, tables)


def by_size(names: list[Name]) -> list[Name]:
    """Return codes by deal groups; codes without deal groups come first."""
    return sorted(names, key=lambda name: (not name.family.grammar.tells_rounds, name.deal_groups))


def _entries(full: Name, rounds: range | None) -> Iterator[CatalogEntry]:
    for name in _lengths(full, rounds):
        try:
            judged = find_judged(name)
        except (NoSuchMovement, NotFound):
            continue  # no rover lasts that long, none needs both sides, or none is known
        # A rover may last a round less than the full length.
        if rounds is None or judged.movement.rounds in rounds:
            yield _entry(name, judged)


def _entry(name: Name, judged: Judged) -> CatalogEntry:
    movement, layout = judged.movement, judged.movement.layout
    return CatalogEntry(
        name=str(name),
        family=name.family.word,
        tables=movement.tables,
        rounds=movement.rounds,
        deal_groups=movement.deal_groups,
        pattern=_pattern(name, judged),
        cases=len(layout.cases) if layout else int(judged.evidence.needs[:, 1:].max()),
    )


def _pattern(name: Name, judged: Judged) -> str:
    """Return the boarding pattern; for individuals how they move."""
    movement = judged.movement
    if not name.family.for_players:
        pattern = movement.layout.pattern if movement.layout else ""
        return f"{pattern} + {say('party table')}" if name.rover_kind else pattern
    if movement.layout:
        return say("S up 1, E up 2, W down 2")
    return say("jumps") if movement.claims_of(Jump) else say("guide cards")


def _lengths(full: Name, rounds: range | None) -> Iterator[Name]:
    """Yield the code for each number of rounds with at least 70% of the boards (EBU)."""
    if rounds is None:
        yield full
        return
    with name_plugin_in_errors(full.family):
        most = full.family.longest(full)
    for r in range(1, most + 1):
        if r in rounds and is_fair_share(r, full.deal_groups):
            yield full if r == most else full.curtail(r)


TABLES = range(6, 46)
DEAL_GROUPS = range(6, 16)
COMMON_TABLES = range(8, 26)
COMMON_GROUPS = (8, 9, 12, 13)


@dataclass(frozen=True, slots=True)
class LibraryFile:
    """One file of the library."""

    folder: str
    """WEBS for common movements, MOREWEBS for the rest."""
    name: Name


def library(*, tables: range = TABLES, deal_groups: range = DEAL_GROUPS) -> Iterator[LibraryFile]:
    """Yield the files of the library, or of a larger one with the same rule, by tables and then by groups.

    >>> sum(1 for _ in library()), sum(volume.folder == "WEBS" for volume in library())
    (1235, 82)
    """
    if tables and not 2 <= tables[0] <= tables[-1] <= MAX_TABLES:
        raise BadRequest(
            say(
                "the catalogue has 2 to {limit} tables, not {low} to {high}",
                limit=MAX_TABLES,
                low=tables[0],
                high=tables[-1],
            )
        )
    if deal_groups and not 2 <= deal_groups[0] <= deal_groups[-1] <= MAX_GROUPS:
        raise BadRequest(
            say(
                "the catalogue has 2 to {limit} deal groups, not {low} to {high}",
                limit=MAX_GROUPS,
                low=deal_groups[0],
                high=deal_groups[-1],
            )
        )
    for t in tables:
        for d in deal_groups:
            for name in of_size(t, d):
                yield LibraryFile(_folder(name), name)
                yield from (LibraryFile("MOREWEBS", name.with_rover(rover)) for rover in ("ER", "NR"))
            if d % 2 and (t == d - 1 or (t % 2 and t >= d)):
                short = WEB.name(t, d, d - 1)
                yield LibraryFile(_folder(short), short)


def built_in_note(name: str | Name) -> str:
    """Return the note that ACBLscore needs no file for a movement; empty if it does, or for an unknown name.

    >>> built_in_note("W1813"), built_in_note("W1812"), built_in_note("friday")
    ('W1813 is built into ACBLscore: no file needed', '', '')
    """
    try:
        known = name if isinstance(name, Name) else parse(name)
    except BadRequest:  # a file may have any name
        return ""
    if not is_built_into_acblscore(known):
        return ""
    return say("{movement} is built into ACBLscore: no file needed", movement=name)


def _folder(name: Name) -> str:
    common = name.tables in COMMON_TABLES and name.deal_groups in COMMON_GROUPS and name.tables >= name.deal_groups - 1
    return "WEBS" if common else "MOREWEBS"
