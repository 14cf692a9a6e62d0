"""Every way to seat a room for so many rounds: all families and shapes, with a phantom, a rover or a party table.

Names only; whether such a movement exists is for the catalogue to say.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from byestand.catalog import find
from byestand.catalog.names import MOST_GROUPS, MOST_TABLES
from byestand.errors import NoSuchMovement, NotFoundInTime
from byestand.model import Movement
from byestand.movements import is_segmented, opponents_limit, shapes
from byestand.search import Found, Impossible, OutOfTime
from byestand.verify import is_fair_share

FEWEST_TABLES_IN_A_SECTION = 5
MOST_UNPLAYED = 2
"""Deal groups that a pair does not get to see. Of two more at most there is always a Web; beyond, nobody gains."""


@dataclass(frozen=True, slots=True)
class Way:
    """One movement a section, and who is not there."""

    names: tuple[str, ...]
    missing: tuple[str, ...] = ()
    """The phantom of a half table, which is in the last section."""

    def __str__(self) -> str:
        without = f" without {', '.join(self.missing)}" if self.missing else ""
        return " + ".join(self.names) + without

    def movements(self) -> Found[tuple[Movement, ...]] | Impossible | OutOfTime:
        """Return the movements, judged; or that one of them does not exist, or was not found in time."""
        *first, last = self.names
        try:
            return Found((*(find(name) for name in first), find(last, missing=self.missing)))
        except NoSuchMovement as no:
            return Impossible(no.because, no.proof)
        except NotFoundInTime as late:
            return OutOfTime(late.seconds, str(late))


def ways(tables: int, rounds: int, *, half: bool, sections: int = 1) -> Iterator[Way]:
    """Yield every way to run so many tables, a half table counted as one, for so many rounds."""
    phantom = (f"N{tables}",) if half else ()
    for name in _plain(tables, rounds):
        yield Way((name,), phantom)
    # A rover over a table less: its host, the pair at the party table, is the missing one of a half table.
    for name in _with_rover(tables - 1, rounds):
        yield Way((name,), phantom)
    if (two_way := tables - 1) == rounds and two_way % 6 == 3:
        # It sits both ways, so that there is one field, numbered through; its host comes last.
        yield Way((f"M{two_way:02}{rounds:02}TR",), (str(2 * tables),) if half else ())
    for count in range(2, sections + 1):
        yield from _split(tables, rounds, count, half=half)


def mitchells(tables: int, rounds: int) -> Iterator[str]:
    """Yield the Mitchells for so many rounds."""
    if rounds <= tables <= MOST_TABLES:
        yield f"M{tables:02}{rounds:02}"
        if tables % 2 == 0:
            yield f"M{tables:02}{rounds:02}R"
        if tables % 4 == 0:
            yield f"M{tables:02}{rounds:02}X"


def _plain(tables: int, rounds: int) -> Iterator[str]:
    yield from mitchells(tables, rounds)
    for groups in range(rounds, rounds + MOST_UNPLAYED + 1):
        if is_fair_share(rounds, groups):
            yield from _same_boards(tables, groups, rounds)


def _same_boards(tables: int, groups: int, rounds: int) -> Iterator[str]:
    """Yield the movements in which so many tables play the same deal groups, all of them or all but a few."""
    if not 2 <= groups <= MOST_GROUPS or not 2 <= tables <= MOST_TABLES:
        return
    if rounds > opponents_limit(tables, groups) + 1:
        return  # more than one revenge round is too much
    cut = "" if rounds == groups else f"{rounds:02}"
    for _, variant in zip(shapes(tables, groups), ("", "A"), strict=False):
        yield f"W{tables:02}{groups:02}{cut}{variant}"
    if is_segmented(tables, groups):
        yield f"S{tables:02}{groups:02}{cut}"


def _with_rover(tables: int, rounds: int) -> Iterator[str]:
    if tables < 2 or rounds < 2:
        return
    # A rover comes on top of a movement that is as good as can be had without: the same boards for all, one group too
    # many where that does not exist, or the Mitchell.
    best = [*_same_boards(tables, rounds, rounds)] or [*_same_boards(tables, rounds + 1, rounds)]
    # Segments where there is no Web: for a rover over both, that over the Web will do.
    yield from (f"{name}ER" for name in [name for name in best if name[0] == "W"] or best)
    if is_fair_share(rounds, tables):
        yield from (f"{name}ER" for name in mitchells(tables, rounds) if name[-1].isdigit())


def _split(tables: int, rounds: int, count: int, *, half: bool) -> Iterator[Way]:
    """Yield the room in sections: all with the same boards, as Mitchells and a rest or alike; or a Mitchell each."""
    alike = tuple(tables // count + (i >= count - tables % count) for i in range(count))
    for groups in (rounds, rounds + 1):
        mitchells_and_rest = [groups] * (count - 1) + [tables - groups * (count - 1)]
        for sizes in sorted({alike, tuple(sorted(mitchells_and_rest))}):
            yield from _sections(sizes, [next(_section(size, groups, rounds), "") for size in sizes], half=half)
    if is_fair_share(rounds, alike[-1]):
        yield from _sections(alike, [next(mitchells(size, rounds), "") for size in alike], half=half)


def _sections(sizes: tuple[int, ...], names: list[str], *, half: bool) -> Iterator[Way]:
    if min(sizes) >= FEWEST_TABLES_IN_A_SECTION and all(names):
        yield Way(tuple(names), (f"N{sizes[-1]}",) if half else ())


def _section(tables: int, groups: int, rounds: int) -> Iterator[str]:
    if tables == groups and tables % 2 == 1:
        yield f"M{tables:02}{rounds:02}"
    yield from _same_boards(tables, groups, rounds)
