"""Wrong usage of the command line, described in phrases of the catalogue instead of click's own."""

from collections.abc import Sequence
from typing import Any

import click

from byestand.errors import BadRequest
from byestand.language import say, say_many

FORMAT_HELP = "Output format (default text)."


class Command(click.Command):
    """A command that reports arguments it does not take, and puts its context into every error."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Return the remaining arguments: none."""
        ctx.allow_extra_args = True
        try:
            extra = super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise
        if extra and not ctx.resilient_parsing:
            quoted = ", ".join(map(repr, extra))
            raise BadRequest(
                say_many(
                    "unexpected argument: {arguments}",
                    "unexpected arguments: {arguments}",
                    len(extra),
                    arguments=quoted,
                )
            )
        return extra


class OneOf(click.Choice[str]):
    """One of a few words."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:  # noqa: ANN401 - as in the base class
        """Return the text about a value that is not one of the choices."""
        del ctx
        return say("must be one of {choices}: {value!r}", choices=", ".join(self.choices), value=str(value))


class DecimalNumber(click.ParamType[float]):
    """A number that may have decimals."""

    name = "N"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number."""
        try:
            return float(str(value))
        except ValueError:
            self.fail(say("expected a number: {value!r}", value=value), param, ctx)


DECIMAL = DecimalNumber()


def usage_error_text(error: click.ClickException) -> str:  # noqa: PLR0911 - one phrase per kind of error
    """Return the text about a wrong command line."""
    match error:
        case click.MissingParameter(param=click.Argument() as argument):
            return say("missing argument: {name}", name=_name(argument, error.ctx))
        case click.MissingParameter(param=click.Option() as option):
            return say("missing option: {name}", name=_name(option, error.ctx))
        case click.BadParameter(param=click.Parameter() as parameter):
            return f"{_name(parameter, error.ctx)}: {error.message}"
        case click.NoSuchOption(possibilities=[*similar]) if similar:
            options = ", ".join(similar)
            return say("unknown option; similar: {options}: {name}", options=options, name=error.option_name)
        case click.NoSuchOption():
            return say("unknown option; see --help: {name}", name=error.option_name)
        case click.NoSuchCommand(ctx=click.Context(command=click.Group() as group) as ctx):
            commands = ", ".join(group.list_commands(ctx))
            return say("unknown command; commands are {commands}: {name!r}", commands=commands, name=error.command_name)
        case click.BadOptionUsage(ctx=click.Context() as ctx):
            if _is_flag(ctx.command.params, error.option_name):
                return say("this option takes no value: {name}", name=error.option_name)
            return say("this option needs a value: {name}", name=error.option_name)
    return say("wrong usage: {reason}", reason=" ".join(error.format_message().split()))


def _name(parameter: click.Parameter, ctx: click.Context | None) -> str:
    """Return the name of an option or an argument as users type it."""
    if isinstance(parameter, click.Argument) and ctx is not None:
        return parameter.make_metavar(ctx)
    return max(parameter.opts, key=len)


def _is_flag(parameters: Sequence[click.Parameter], name: str) -> bool:
    return any(isinstance(one, click.Option) and one.is_flag and name in one.opts for one in parameters)
