"""Every way to seat a room for a number of rounds: what the families offer, with a phantom, a rover or a party table.

Only names: the catalogue knows whether such a movement exists.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from byestand.catalog import Family, Name, all_families, find_judged
from byestand.catalog.families.plugins import answers
from byestand.catalog.listing import by_size
from byestand.errors import NoSuchMovement, NotFoundInTime
from byestand.language import say
from byestand.model.judged import Judged
from byestand.search import Found, Impossible, OutOfTime
from byestand.verify import is_fair_share

MIN_TABLES_PER_SECTION = 5
MOVING_PAIR = "1"
"""In a one-winner movement moving pairs have the lowest numbers."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """One movement per section, and the missing pair."""

    names: tuple[Name, ...]
    missing: tuple[str, ...] = ()
    """The missing pair of a half table, which is in the last section."""

    def __str__(self) -> str:
        names = " + ".join(map(str, self.names))
        if not self.missing:
            return names
        return say("{movement} without {missing}", movement=names, missing=", ".join(self.missing))

    @property
    def sort_key(self) -> str:
        """The names and the missing pair, the same in every language."""
        return " + ".join(map(str, self.names)) + (f" ~{', '.join(self.missing)}" if self.missing else "")

    def sections(self) -> Found[tuple[Judged, ...]] | Impossible | OutOfTime:
        """Return the judged movements; or that one of them does not exist, or was not found in time."""
        *first, last = self.names
        try:
            return Found((*map(find_judged, first), find_judged(last, missing=self.missing)))
        except NoSuchMovement as error:
            return Impossible(error.because, error.proof)
        except NotFoundInTime as error:
            return OutOfTime(error.seconds, str(error))


def arrangements(
    tables: int, rounds: int, *, half: bool, sections: int = 1, keep: bool = False
) -> Iterator[Arrangement]:
    """Yield every way for a number of tables and rounds; a half table counts as one.

    In a one-winner movement the missing pair is best a stationary one; with *keep*, a moving one is offered too.
    """
    offers = _offers(tables, rounds)
    for name in (*_plain(offers), *(name for name in offers if name.rover_kind)):
        yield _arrangement((name,), half=half)
        if half and keep and name.family.is_one_field and name.phantom != MOVING_PAIR:
            yield Arrangement((name,), (MOVING_PAIR,))
    for count in range(2, sections + 1):
        yield from _split(tables, rounds, count, half=half)


def obvious_ways(tables: int, rounds: int, *, half: bool) -> Iterator[Arrangement]:
    """Yield the obvious ways: as many deal groups as tables, and no rover."""
    yield from (_arrangement((name,), half=half) for name in _with_a_group_a_table(tables, rounds))


def _arrangement(names: tuple[Name, ...], *, half: bool) -> Arrangement:
    if not half:
        return Arrangement(names)
    *others, last = names
    last = last.family.for_half_table(last)
    return Arrangement((*others, last), (last.phantom,))


def _offers(tables: int, rounds: int) -> tuple[Name, ...]:
    return _offers_of(all_families(), tables, rounds)


@lru_cache(maxsize=256)
def _offers_of(every: tuple[Family, ...], tables: int, rounds: int) -> tuple[Name, ...]:
    return tuple(name for family in every for name in answers(family, family.offers, tables, rounds))


def _plain(offers: tuple[Name, ...]) -> list[Name]:
    return by_size([name for name in offers if not name.rover_kind])


def _with_a_group_a_table(tables: int, rounds: int) -> Iterator[Name]:
    yield from (name for name in _plain(_offers(tables, rounds)) if name.family.a_group_a_table)


def _split(tables: int, rounds: int, count: int, *, half: bool) -> Iterator[Arrangement]:
    """Yield the room in sections: all with the same boards, of equal size or as Mitchells and a rest; or Mitchells."""
    alike = tuple(tables // count + (i >= count - tables % count) for i in range(count))
    for groups in (rounds, rounds + 1):
        mitchells_and_rest = [groups] * (count - 1) + [tables - groups * (count - 1)]
        for sizes in sorted({alike, tuple(sorted(mitchells_and_rest))}):
            yield from _sections(sizes, [next(_movements_for(size, groups, rounds), None) for size in sizes], half=half)
    if is_fair_share(rounds, alike[-1]):
        yield from _sections(alike, [next(_with_a_group_a_table(size, rounds), None) for size in alike], half=half)


def _sections(sizes: tuple[int, ...], names: list[Name | None], *, half: bool) -> Iterator[Arrangement]:
    known = tuple(name for name in names if name)
    if min(sizes) >= MIN_TABLES_PER_SECTION and len(known) == len(sizes):
        yield _arrangement(known, half=half)


def _movements_for(tables: int, groups: int, rounds: int) -> Iterator[Name]:
    """Yield the movements in which a number of tables play these deal groups."""
    for name in _plain(_offers(tables, rounds)):
        # A Mitchell with an odd number of tables is also a Web; the others are not.
        alone = name.family.is_one_field or (name.family.a_group_a_table and not tables % 2)
        if name.deal_groups == groups and not alone:
            yield name
