"""One winner on the command line: the options of every command that can switch the arrow, and what they mean."""

from collections.abc import Callable
from typing import TypeVar

import click

from byestand.errors import BadRequest
from byestand.model.movement import Movement
from byestand.movements import arrow_switched, ranked_together
from byestand.typed import rounds

Command = TypeVar("Command", bound=Callable[..., object])


class Rounds(click.ParamType[tuple[int, ...]]):
    """Some rounds: ``12,13``, or ``none``."""

    name = "ROUNDS"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        """Return the rounds."""
        if isinstance(value, tuple):
            return value
        try:
            return rounds(str(value))
        except BadRequest as bad:
            self.fail(str(bad), param, ctx)


def switch_options(command: Command) -> Command:
    """Add the options to a command; it gets `one_winner`, `by_table` and `switch`."""
    for option in (
        click.option("--switch", type=Rounds(), help="One winner: switch the arrow in these rounds, as 12,13 or none."),
        click.option("--by-table", is_flag=True, help="With --one-winner: switch single tables too, where it helps."),
        click.option(
            "--one-winner",
            is_flag=True,
            help="One winner: switch the arrow where it is fairest; in a Rainbow rank all players together.",
        ),
    ):
        command = option(command)
    return command


def switched(movement: Movement, *, one_winner: bool, by_table: bool, switch: tuple[int, ...] | None) -> Movement:
    """Return the movement as the options want it."""
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
