"""From a code to its movement. Every movement is judged before it is returned."""

from collections.abc import Sequence
from dataclasses import replace

from byestand.catalog.families.plugins import make_without_rover, name_plugin_in_errors
from byestand.catalog.family import Name
from byestand.catalog.name_grammar import parse
from byestand.errors import BadRequest, NoSuchMovement
from byestand.language import cache_by_language, say
from byestand.model.judged import Judged
from byestand.model.movement import Movement
from byestand.movements import with_chained_boards, with_missing, with_swivel
from byestand.verify import judge

CACHE_SIZE = 256


def find(
    wanted: str | Name, *, missing: Sequence[str] = (), chained: bool = False, boards_per_round: int | None = None
) -> Movement:
    """Return the movement of a code; see `find_judged`.

    >>> movement = find("W1813")
    >>> movement.name, movement.tables, movement.rounds
    ('W1813', 18, 13)
    """
    return find_judged(wanted, missing=missing, chained=chained, boards_per_round=boards_per_round).movement


def find_judged(
    wanted: str | Name, *, missing: Sequence[str] = (), chained: bool = False, boards_per_round: int | None = None
) -> Judged:
    """Return the movement of a code, judged valid.

    Opponents of *missing* contestants sit out. With *chained* the boards of full subsections move on into the next,
    which changes the layout and not the schedule. Individuals change seats within a round according to
    *boards_per_round*, by default 3.
    """
    if isinstance(missing, str):
        raise BadRequest(say("missing pairs must be a list of labels such as ['N18']: {missing!r}", missing=missing))
    name = wanted if isinstance(wanted, Name) else parse(wanted)
    with name_plugin_in_errors(name.family):
        try:
            movement = _make_named(name)
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
        return judge(movement).require_valid(str(wanted))


def _for_the_gap(name: Name, movement: Movement, contestant: int) -> Movement:
    """Return the movement of a code, with directions chosen for a missing contestant if there is such a variant."""
    chosen = name.family.make_without(name, contestant)
    return movement if chosen is None else replace(chosen, name=movement.name)


@cache_by_language(CACHE_SIZE)
def _make_named(name: Name) -> Movement:
    """Return the movement of a code; cached, because plans and half tables use it again."""
    if name.rover_kind:
        from byestand.catalog.rovers_by_name import with_rover_of  # noqa: PLC0415 - the search is imported only if needed

        movement = with_rover_of(name)
    else:
        movement = make_without_rover(name)
    return replace(movement, name=str(name.canonical))
