"""The answer of an identification, and its texts."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from byestand.catalog.families.web import WEB
from byestand.language import phrase, say
from byestand.model.movement import Movement
from byestand.words.numbers import enumerated

MOST_CELLS_APART = 6
"""The highest number of different cells for the same movement with mistakes."""
ROVERS = {
    "ER": phrase("with an EW rover"),
    "NR": phrase("with an NS rover"),
    "TR": phrase("with a two-way rover"),
}
OTHER_ROUTES = {
    "ER": phrase("with an EW rover by another route"),
    "NR": phrase("with an NS rover by another route"),
    "TR": phrase("with a two-way rover by another route"),
}


@dataclass(frozen=True, slots=True)
class Likeness:
    """The movement that was identified, or the nearest one."""

    name: str
    """The code in the catalogue; empty if there is no similar movement."""
    how: str
    """The differences, joined by commas; empty if it is exactly the same. Without a code: a description."""
    missing: tuple[str, ...] = ()
    """The missing pairs of the movement in the catalogue."""
    match: Literal["same", "renumbered", "different"] = "different"

    @property
    def sentence(self) -> str:
        """The answer as a sentence."""
        if not self.name:
            return self.how
        return joined(say("this is {movement}", movement=self.name), self.how)


NOTHING = Likeness("", "")


def joined(*parts: str) -> str:
    """Return clauses joined by commas, without empty ones."""
    return ", ".join(filter(None, parts))


def missing_pairs(movement: Movement) -> tuple[str, ...]:
    return tuple(movement.field.label(c) for c in sorted(movement.field.missing))


def without_text(candidate: Movement) -> str:
    """Return the text about missing pairs; a Web of two tables more than groups without its last NS pair has a name."""
    gone = [candidate.field.label(c) for c in sorted(candidate.field.missing)]
    if not gone:
        return ""
    tables = candidate.tables
    is_appendix = candidate.name == str(WEB.name(tables, tables - 2)) and gone == [f"N{tables}"]
    appendix = say("a 1½-table appendix Mitchell") if is_appendix else ""
    return joined(say("without {pairs}", pairs=", ".join(gone)), appendix)


def reordered_text(order: tuple[int, ...]) -> str:
    apart = [round for round, other in enumerate(order, start=1) if round != other]
    if len(apart) == 2:
        return say("with rounds {rounds} exchanged", rounds=enumerated(apart))
    return say("with its rounds in another order: {rounds}", rounds=", ".join(map(str, order)))


def nearest(movement: Movement, candidates: list[Movement]) -> Likeness:
    """Return the movement with the fewest different cells, if there are only a few."""
    best = NOTHING
    fewest = MOST_CELLS_APART + 1
    for candidate in candidates:
        seats = np.argwhere(movement.seats != candidate.seats)
        groups = np.argwhere(movement.groups != candidate.groups)
        if len(seats) + len(groups) < fewest:
            fewest = len(seats) + len(groups)
            differences = [
                say(
                    "except round {round}, table {table}: {actual} instead of {expected}",
                    round=r + 1,
                    table=t + 1,
                    actual=movement.field.label(int(movement.seats[r, t, s])),
                    expected=candidate.field.label(int(candidate.seats[r, t, s])),
                )
                for r, t, s in seats.tolist()
            ] + [
                say(
                    "except round {round}, table {table}: group {actual} instead of {expected}",
                    round=r + 1,
                    table=t + 1,
                    actual=movement.groups[r, t],
                    expected=candidate.groups[r, t],
                )
                for r, t in groups.tolist()
            ]
            best = Likeness(candidate.name, "; ".join(differences))
    return best
