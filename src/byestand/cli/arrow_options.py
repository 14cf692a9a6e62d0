"""The options for arrow switches, shared by every command that has them."""

from collections.abc import Callable
from functools import wraps
from typing import NamedTuple, TypeVar

import click

from byestand.cli.param_types import ParsedType
from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.movement import Movement
from byestand.movements import ranked_together, switch_arrow
from byestand.parse import rounds

T = TypeVar("T")


class Switches(NamedTuple):
    """The values of the options."""

    one_winner: bool
    by_table: bool
    switch: tuple[int, ...] | None


def switch_options(command: Callable[..., T]) -> Callable[..., T]:
    """Add the options to a command, which receives them as `switches`."""

    @wraps(command)
    def packed(*, one_winner: bool, by_table: bool, switch: tuple[int, ...] | None, **options: object) -> T:
        return command(**options, switches=Switches(one_winner, by_table, switch))

    for option in (
        click.option(
            "--switch",
            type=ParsedType("ROUNDS", rounds),
            help="One winner, with arrow switches in these rounds, such as 12,13 or none.",
        ),
        click.option(
            "--by-table",
            is_flag=True,
            help="With --one-winner: also switch single tables if that improves the balance.",
        ),
        click.option(
            "--one-winner",
            is_flag=True,
            help="One winner, with the fairest arrow switches; in a Rainbow all players are ranked together.",
        ),
    ):
        packed = option(packed)
    return packed


def apply_arrow_options(movement: Movement, switches: Switches) -> Movement:
    """Return the movement with the arrow switches of the options."""
    one_winner, by_table, switch = switches
    if by_table and not one_winner:
        raise BadRequest(say("--by-table needs --one-winner"))
    if one_winner and switch is not None:
        raise BadRequest(say("use either --one-winner (rounds chosen for you) or --switch ROUNDS, not both"))
    if switch is not None:
        return switch_arrow(movement, rounds=switch)
    if not one_winner:
        return movement
    if movement.is_individual and movement.field.winners > 1:
        return ranked_together(movement)
    from byestand.plan.arrow_switch import one_winner as best

    return best(movement, by_table=by_table).movement
