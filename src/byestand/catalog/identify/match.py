"""The answer of an identification, and its texts."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from byestand.catalog.families.web_family import WEB
from byestand.language import phrase, say
from byestand.model.movement import Movement
from byestand.words.numbers import join_items

MAX_DIFFERENT_CELLS = 6
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
class Match:
    """The movement that was identified, or the nearest one."""

    name: str
    """The code in the catalogue; empty if there is no similar movement."""
    difference: str
    """The differences, joined by commas; empty if it is exactly the same. Without a code: a description."""
    missing: tuple[str, ...] = ()
    """The missing pairs of the movement in the catalogue."""
    kind: Literal["same", "renumbered", "different"] = "different"

    @property
    def sentence(self) -> str:
        """The answer as a sentence."""
        if not self.name:
            return self.difference
        return join_clauses(say("this is {movement}", movement=self.name), self.difference)


NOTHING = Match("", "")


def join_clauses(*parts: str) -> str:
    """Return clauses joined by commas, without empty ones."""
    return ", ".join(filter(None, parts))


def missing_pairs(movement: Movement) -> tuple[str, ...]:
    """Return the labels of missing pairs."""
    return tuple(movement.field.label(c) for c in sorted(movement.field.missing))


def without_text(candidate: Movement) -> str:
    """Return the text about missing pairs; a Web of two tables more than groups without its last NS pair has a name."""
    gone = [candidate.field.label(c) for c in sorted(candidate.field.missing)]
    if not gone:
        return ""
    tables = candidate.tables
    is_appendix = candidate.name == str(WEB.name(tables, tables - 2)) and gone == [f"N{tables}"]
    appendix = say("a 1½-table appendix Mitchell") if is_appendix else ""
    return join_clauses(say("without {pairs}", pairs=", ".join(gone)), appendix)


def reordered_text(order: tuple[int, ...]) -> str:
    """Return the text about another order of rounds."""
    apart = [round for round, other in enumerate(order, start=1) if round != other]
    if len(apart) == 2:
        return say("with rounds {rounds} exchanged", rounds=join_items(apart))
    return say("with its rounds in another order: {rounds}", rounds=", ".join(map(str, order)))


def nearest(movement: Movement, candidates: list[Movement]) -> Match:
    """Return the movement with the fewest different cells, if there are only a few."""
    best = NOTHING
    fewest = MAX_DIFFERENT_CELLS + 1
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
            best = Match(candidate.name, "; ".join(differences))
    return best
