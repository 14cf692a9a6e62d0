"""Every way to seat a room for so many rounds: what the families offer, with a phantom, a rover or a party table.

Names only; whether such a movement exists is for the catalogue to say.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from byestand.catalog import Family, Name, all_families, find_judged
from byestand.catalog.families.outside import answers
from byestand.catalog.listing import by_size
from byestand.errors import NoSuchMovement, NotFoundInTime
from byestand.model.judged import Judged
from byestand.search import Found, Impossible, OutOfTime
from byestand.verify import is_fair_share

FEWEST_TABLES_IN_A_SECTION = 5
A_MOVER = "1"
"""Pairs that move have the lowest numbers in one field."""


@dataclass(frozen=True, slots=True)
class Way:
    """One movement a section, and who is not there."""

    names: tuple[Name, ...]
    missing: tuple[str, ...] = ()
    """The phantom of a half table, which is in the last section."""

    def __str__(self) -> str:
        without = f" without {', '.join(self.missing)}" if self.missing else ""
        return " + ".join(map(str, self.names)) + without

    def sections(self) -> Found[tuple[Judged, ...]] | Impossible | OutOfTime:
        """Return the movements, judged; or that one of them does not exist, or was not found in time."""
        *first, last = self.names
        try:
            return Found((*map(find_judged, first), find_judged(last, missing=self.missing)))
        except NoSuchMovement as no:
            return Impossible(no.because, no.proof)
        except NotFoundInTime as late:
            return OutOfTime(late.seconds, str(late))


def ways(tables: int, rounds: int, *, half: bool, sections: int = 1, keep: bool = False) -> Iterator[Way]:
    """Yield every way to run so many tables, a half table counted as one, for so many rounds.

    In one field the pair that is not there is best one that would stay; to *keep* all of those, one that moves.
    """
    offers = _offers(tables, rounds)
    for name in (*_plain(offers), *(name for name in offers if name.rover_kind)):
        yield _way((name,), half=half)
        if half and keep and name.family.is_one_field and name.phantom != A_MOVER:
            yield Way((name,), (A_MOVER,))
    for count in range(2, sections + 1):
        yield from _split(tables, rounds, count, half=half)


def obvious_ways(tables: int, rounds: int, *, half: bool) -> Iterator[Way]:
    """Yield what comes to mind first: as many deal groups as tables, and nobody roams."""
    yield from (_way((name,), half=half) for name in _with_a_group_a_table(tables, rounds))


def _way(names: tuple[Name, ...], *, half: bool) -> Way:
    if not half:
        return Way(names)
    *others, last = names
    last = last.family.for_half_table(last)
    return Way((*others, last), (last.phantom,))


def _offers(tables: int, rounds: int) -> tuple[Name, ...]:
    return _offers_of(all_families(), tables, rounds)


@lru_cache(maxsize=256)
def _offers_of(every: tuple[Family, ...], tables: int, rounds: int) -> tuple[Name, ...]:
    return tuple(name for family in every for name in answers(family, family.offers, tables, rounds))


def _plain(offers: tuple[Name, ...]) -> list[Name]:
    return by_size([name for name in offers if not name.rover_kind])


def _with_a_group_a_table(tables: int, rounds: int) -> Iterator[Name]:
    yield from (name for name in _plain(_offers(tables, rounds)) if name.family.a_group_a_table)


def _split(tables: int, rounds: int, count: int, *, half: bool) -> Iterator[Way]:
    """Yield the room in sections: all with the same boards, as Mitchells and a rest or alike; or a Mitchell each."""
    alike = tuple(tables // count + (i >= count - tables % count) for i in range(count))
    for groups in (rounds, rounds + 1):
        mitchells_and_rest = [groups] * (count - 1) + [tables - groups * (count - 1)]
        for sizes in sorted({alike, tuple(sorted(mitchells_and_rest))}):
            yield from _sections(sizes, [next(_playing(size, groups, rounds), None) for size in sizes], half=half)
    if is_fair_share(rounds, alike[-1]):
        yield from _sections(alike, [next(_with_a_group_a_table(size, rounds), None) for size in alike], half=half)


def _sections(sizes: tuple[int, ...], names: list[Name | None], *, half: bool) -> Iterator[Way]:
    found = tuple(name for name in names if name)
    if min(sizes) >= FEWEST_TABLES_IN_A_SECTION and len(found) == len(sizes):
        yield _way(found, half=half)


def _playing(tables: int, groups: int, rounds: int) -> Iterator[Name]:
    """Yield the movements in which so many tables play these deal groups."""
    for name in _plain(_offers(tables, rounds)):
        # A Mitchell with an odd number of tables is a Web, by the name everybody knows; the others are not.
        alone = name.family.is_one_field or (name.family.a_group_a_table and not tables % 2)
        if name.deal_groups == groups and not alone:
            yield name
