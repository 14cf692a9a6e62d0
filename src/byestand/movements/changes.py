"""Changes that any pairs movement can take: fewer rounds, and contestants who are not there."""

from dataclasses import replace

import numpy as np

from byestand.errors import BadRequest
from byestand.model import Layout, Movement


def curtailed(movement: Movement, *, rounds: int) -> Movement:
    """Return the movement without its last rounds; a skip stays where it belongs in the full movement."""
    if not 1 <= rounds <= movement.rounds:
        raise BadRequest(
            f"{movement.title} can be curtailed to 1 to {movement.rounds} rounds, not {rounds}"
        )
    return replace(
        movement,
        title=f"{movement.title}, curtailed to {rounds} rounds",
        seats=movement.seats[:rounds],
        groups=movement.groups[:rounds],
        layout=movement.layout and _curtailed_layout(movement.layout, rounds),
        revenge_rounds=tuple(r for r in movement.revenge_rounds if r <= rounds),
        name="",
    )


def with_missing(movement: Movement, *labels: str) -> Movement:
    """Return the movement with contestants (``N19``, ``E3``) who are not there: their opponents sit out.

    With NS pair t missing, a Bowman-Ewing Mitchell is the 1½-table appendix Mitchell.
    """
    if movement.is_individual:
        raise BadRequest("only pairs can be marked missing: in an individual a table needs all four")
    phantoms = {movement.field.contestant(label) for label in labels}
    gone = movement.field.missing | phantoms
    if len(gone) == movement.field.size:
        raise BadRequest("everybody is missing")
    return replace(
        movement,
        title=f"{movement.title}, without {' and '.join(movement.field.label(p) for p in sorted(phantoms))}",
        seats=np.where(np.isin(movement.seats, sorted(phantoms)), 0, movement.seats),
        field=replace(movement.field, missing=gone),
        name="",
    )


def _curtailed_layout(layout: Layout, rounds: int) -> Layout:
    skip = layout.skip_after
    return Layout(
        tuple(replace(sub, descents=sub.descents[:rounds]) for sub in layout.subsections),
        skip_after=skip if skip is not None and skip < rounds else None,
    )
