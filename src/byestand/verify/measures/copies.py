"""Copies of boards: how many a movement needs, and with too few of them which tables must share what, and when."""

from dataclasses import dataclass

from byestand.errors import BadRequest
from byestand.model import Movement
from byestand.verify.evidence import gather

MOST_CASES = 99


@dataclass(frozen=True, slots=True)
class Clash:
    """A group that more tables need in a round than there are copies of it."""

    round: int
    group: int
    tables: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Copies:
    """What a movement needs of boards."""

    cases: int
    """Cases in the layout: one for every subsection, and for a party table; 0 where there is no layout."""
    fewest: tuple[int, ...]
    """Fewest copies of each deal group, group 1 first, with which nobody shares, wherever they are carried."""
    clashes: tuple[Clash, ...]
    """Where tables must share, with the cases at hand."""
    extra: tuple[tuple[int, int], ...]
    """Deal groups to copy once more, each with the round before which the copy must be there; one may come twice."""

    @property
    def total(self) -> int:
        """Fewest board groups in all."""
        return sum(self.fewest)


def copies(movement: Movement, *, cases: int | None = None) -> Copies:
    """Return what copies a movement needs, and what happens with so many *cases*; by default those of its layout."""
    if cases is not None and not 1 <= cases <= MOST_CASES:
        raise BadRequest(f"there are 1 to {MOST_CASES} cases of boards, not {cases}")
    evidence = gather(movement, cases)
    needs = evidence.needs[:, 1:]
    clashes: list[Clash] = []
    extra: list[tuple[int, int]] = []
    if evidence.copies is not None:
        short = needs - evidence.copies[1:]
        for row, column in zip(*(short > 0).nonzero(), strict=True):
            tables = (movement.groups[row] == column + 1).nonzero()[0] + 1
            clashes.append(Clash(int(row) + 1, int(column) + 1, tuple(tables.tolist())))
        extra = [
            (group, int((short[:, group - 1] >= one_more).argmax()) + 1)
            for group, most in enumerate(short.max(axis=0).tolist(), start=1)
            for one_more in range(1, most + 1)
        ]
    return Copies(
        cases=len(movement.layout.cases) if movement.layout else 0,
        fewest=tuple(needs.max(axis=0).tolist()),
        clashes=tuple(clashes),
        extra=tuple(sorted(extra, key=lambda item: (item[1], item[0]))),
    )
