"""From a name to the movement it stands for. Nothing leaves the shelf that the judge has not found sound."""

from collections.abc import Sequence
from dataclasses import replace

from byestand.catalog.makers import base, canonical
from byestand.catalog.names import Name, parse
from byestand.errors import BadRequest, NoSuchMovement
from byestand.model import Judged, Movement
from byestand.movements import with_chained_boards, with_missing, with_swivel
from byestand.verify import judge


def find(
    text: str, *, missing: Sequence[str] = (), chained: bool = False, boards_per_round: int | None = None
) -> Movement:
    """Return the movement of that name; see `find_judged`.

    >>> found = find("W1813")
    >>> found.name, found.tables, found.rounds
    ('W1813', 18, 13)
    """
    return find_judged(text, missing=missing, chained=chained, boards_per_round=boards_per_round).movement


def find_judged(
    text: str, *, missing: Sequence[str] = (), chained: bool = False, boards_per_round: int | None = None
) -> Judged:
    """Return the movement of that name, judged sound.

    *missing* contestants are not there: their opponents sit out. *chained* lets the boards of full subsections flow
    on into the next, which changes the layout and not the schedule. Individuals change seats within a round according
    to *boards_per_round*, by default three.
    """
    name = parse(text)
    try:
        movement = _made(name)
    except NoSuchMovement as no:
        raise NoSuchMovement(no.wanted, because=no.because, instead=no.instead, asked=text, proof=no.proof) from no
    except BadRequest as bad:
        raise BadRequest(f"{bad}: {text!r}") from bad
    movement = replace(movement, name=str(canonical(name)))
    if boards_per_round is not None:
        movement = with_swivel(movement, boards_per_round)
    if chained:
        movement = with_chained_boards(movement)
    if missing:
        movement = with_missing(movement, *missing)
    return judge(movement).or_refused(text)


def _made(name: Name) -> Movement:
    if name.rover:
        from byestand.catalog.roving import with_rover_of  # noqa: PLC0415 - the search is loaded by those who need it

        return with_rover_of(name)
    if name.letter == "R" and name.variant:
        from byestand.catalog.sparing import with_spares_of  # noqa: PLC0415 - likewise

        return with_spares_of(name)
    return base(name)
