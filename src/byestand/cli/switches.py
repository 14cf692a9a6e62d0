"""One winner on the command line: the options of every command that can switch the arrow, and what they mean."""

from collections.abc import Callable
from functools import wraps
from typing import NamedTuple, TypeVar

import click

from byestand.cli.words import Parsed
from byestand.errors import BadRequest
from byestand.model.movement import Movement
from byestand.movements import arrow_switched, ranked_together
from byestand.typed import rounds

T = TypeVar("T")


class Switches(NamedTuple):
    """What the options say about one winner."""

    one_winner: bool
    by_table: bool
    switch: tuple[int, ...] | None


def switch_options(command: Callable[..., T]) -> Callable[..., T]:
    """Add the options to a command; it gets them as `switches`."""

    @wraps(command)
    def packed(*, one_winner: bool, by_table: bool, switch: tuple[int, ...] | None, **options: object) -> T:
        return command(**options, switches=Switches(one_winner, by_table, switch))

    for option in (
        click.option(
            "--switch",
            type=Parsed("ROUNDS", rounds),
            help="One winner: switch the arrow in these rounds, as 12,13 or none.",
        ),
        click.option("--by-table", is_flag=True, help="With --one-winner: switch single tables too, where it helps."),
        click.option(
            "--one-winner",
            is_flag=True,
            help="One winner: switch the arrow where it is fairest; in a Rainbow rank all players together.",
        ),
    ):
        packed = option(packed)
    return packed


def switched(movement: Movement, switches: Switches) -> Movement:
    """Return the movement as the options want it."""
    one_winner, by_table, switch = switches
    if by_table and not one_winner:
        raise BadRequest("--by-table goes with --one-winner")
    if one_winner and switch is not None:
        raise BadRequest("say --one-winner, and the rounds are chosen, or --switch and the rounds; not both")
    if switch is not None:
        return arrow_switched(movement, rounds=switch)
    if not one_winner:
        return movement
    if movement.is_individual and movement.field.winners > 1:
        return ranked_together(movement)
    from byestand.plan.switching import one_winner as best

    return best(movement, by_table=by_table).movement
