"""From a name to the movement it stands for. Nothing leaves the shelf that the judge has not found sound."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from byestand.catalog.families.outside import blaming, made
from byestand.catalog.family import Name
from byestand.catalog.names import parse
from byestand.errors import BadRequest, NoSuchMovement
from byestand.language import say
from byestand.model.judged import Judged
from byestand.model.movement import Movement
from byestand.movements import with_chained_boards, with_missing, with_swivel
from byestand.verify import judge

REMEMBERED = 256


def find(
    wanted: str | Name, *, missing: Sequence[str] = (), chained: bool = False, boards_per_round: int | None = None
) -> Movement:
    """Return the movement of that name; see `find_judged`.

    >>> found = find("W1813")
    >>> found.name, found.tables, found.rounds
    ('W1813', 18, 13)
    """
    return find_judged(wanted, missing=missing, chained=chained, boards_per_round=boards_per_round).movement


def find_judged(
    wanted: str | Name, *, missing: Sequence[str] = (), chained: bool = False, boards_per_round: int | None = None
) -> Judged:
    """Return the movement of that name, judged sound.

    *missing* contestants are not there: their opponents sit out. *chained* lets the boards of full subsections flow
    on into the next, which changes the layout and not the schedule. Individuals change seats within a round according
    to *boards_per_round*, by default three.
    """
    if isinstance(missing, str):
        raise BadRequest(say("missing pairs must be a list of labels such as ['N18']: {missing!r}", missing=missing))
    name = wanted if isinstance(wanted, Name) else parse(wanted)
    with blaming(name.family):
        try:
            movement = _named(name)
        except NoSuchMovement as no:
            instead, proof, quoted = no.instead, no.proof, str(wanted)
            raise NoSuchMovement(no.wanted, because=no.because, instead=instead, asked=quoted, proof=proof) from no
        except BadRequest as bad:
            raise BadRequest(f"{bad}: {str(wanted)!r}") from bad
        if len(missing) == 1:
            movement = _for_the_gap(name, movement, movement.field.contestant(missing[0]))
        if boards_per_round is not None:
            movement = with_swivel(movement, boards_per_round)
        if chained:
            movement = with_chained_boards(movement)
        if missing:
            movement = with_missing(movement, *missing)
        return judge(movement).or_refused(str(wanted))


def _for_the_gap(name: Name, movement: Movement, contestant: int) -> Movement:
    """Return the movement of a name with its directions chosen for one who is missing, where there is such a one."""
    chosen = name.family.make_without(name, contestant)
    return movement if chosen is None else replace(chosen, name=movement.name)


@lru_cache(maxsize=REMEMBERED)
def _named(name: Name) -> Movement:
    """Return the movement of a name; the same comes again with a pair missing, and in the next plan."""
    if name.rover_kind:
        from byestand.catalog.roving import with_rover_of  # noqa: PLC0415 - the search is loaded by those who need it

        movement = with_rover_of(name)
    else:
        movement = made(name)
    return replace(movement, name=str(name.canonical))
