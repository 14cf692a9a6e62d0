"""The command line: it parses, calls, prints and returns an exit code. It knows nothing about bridge.

Every input ends in data on stdout, or in one sentence on stderr and the exit code of `byestand.errors`. Each command
has its own module in `commands`, which is imported when the command is called.
"""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

import click

from byestand.cli.usage import usage_error_text
from byestand.errors import BadRequest, ByestandError, FormatError
from byestand.language import ENGLISH, LANGUAGES, say, use_language
from byestand.sanitize import sentence

INTERRUPTED = 130
LANGUAGE_VARIABLE = "BYESTAND_LANGUAGE"
"""The environment variable with the language of all output except the help texts."""
COMMANDS = {
    "serve": "start the web app",
    "plan": "recommend a movement, with reasons",
    "show": "show a movement's schedule or its instructions",
    "verify": "check movements for errors",
    "measure": "show fairness and practicality figures",
    "list": "list the movements in the catalogue",
    "rover": "find a rover's route, or prove that none exists",
    "print": "print table mats, guide cards, charts and other sheets",
    "individual": "list individual movements, or search for a new one",
    "howell": "search for a better balanced Howell",
    "repair": "repair a movement after a mistake in play",
    "crossover": "seat the second session with few repeat opponents",
    "score": "score results and produce the ranking",
    "export": "export movements for scoring programs and spreadsheets",
    "convert": "convert movement files to another format",
    "identify": "identify the movement in a file",
    "catalog": "write the standard library of 1,235 movements as files",
    "admin": "manage a hosted service (statistics, clean-up)",
}


class LazyCommands(click.Group):
    """Commands that are imported when they are called, so that the program starts quickly."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by its name."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"byestand.cli.commands.{cmd_name}").command
        assert isinstance(command, click.Command)  # noqa: S101 - our own modules
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands' summaries without importing them."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(
    cls=LazyCommands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="byestand", message="byestand %(version)s")
def cli() -> None:
    """Movements for duplicate bridge: plan, check, print, run and score a session.

    NAME is a movement code such as W1813 (Web, 18 tables, 13 deal groups). See `byestand list`.

    Exit codes: 0 success, 1 movement has errors, 2 invalid request, 3 proved impossible, 4 not found, 5 file or
    output error.
    """


def run(args: Sequence[str] | None = None) -> int:
    """Run the command line in the language of the environment and return the exit code."""
    language = os.environ.get(LANGUAGE_VARIABLE) or ENGLISH
    if language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        text = say("unknown language in {variable}; languages are {languages}: {language!r}",
                   variable=LANGUAGE_VARIABLE, languages=known, language=language)  # fmt: skip
        return _report(text, BadRequest.exit_code)
    with use_language(language):
        return _run(args)


def _run(args: Sequence[str] | None) -> int:  # noqa: PLR0911 - every way to end has its exit code
    if sys.stdout is None:
        return _report(say("cannot write output: standard output is closed"), FormatError.exit_code)
    for stream in (sys.stdout, sys.stderr):
        # A letter that the terminal cannot show is escaped and must not end the program. Output that is redirected to a
        # file is in UTF-8 like all our files, even where Windows would use its regional encoding. (Only real text
        # streams can be reconfigured, which the type does not show.)
        with suppress(AttributeError):
            encoding = "utf-8" if sys.platform == "win32" else None
            stream.reconfigure(encoding=encoding, errors="backslashreplace")  # type: ignore[union-attr]
    try:
        _report_old_names(sys.argv[1:] if args is None else args)
        code = cli.main(args=args, prog_name="byestand", standalone_mode=False)
        sys.stdout.flush()
    except ByestandError as error:
        return _report(str(error), error.exit_code)
    except click.exceptions.NoArgsIsHelpError as help_error:
        click.echo(help_error.ctx.get_help() if help_error.ctx else "", err=True)
        return BadRequest.exit_code
    except click.ClickException as error:
        return _report(usage_error_text(error), BadRequest.exit_code)
    except (click.Abort, KeyboardInterrupt):
        return _report(say("interrupted"), INTERRUPTED)
    except (BrokenPipeError, SystemExit):
        _drop_output()  # the reader has closed the pipe; click ends the program when that happens
        return 0
    except OSError as error:
        _drop_output()
        reason = str(error.strerror or error).lower()
        if error.filename is None:
            return _report(say("cannot write output: {reason}", reason=reason), FormatError.exit_code)
        file = str(error.filename)
        return _report(
            say("{file}: cannot be read or written: {reason}", file=file, reason=reason), FormatError.exit_code
        )
    return int(code or 0)


def _report(text: str, code: int) -> int:
    with suppress(OSError):
        click.echo(f"byestand: {sentence(text)}", err=True)
    return code


def _report_old_names(args: Sequence[str]) -> None:
    """Report the present names of movements that are given by their names of 2011, for any command."""
    old_names = [arg.rpartition("=")[2].upper() for arg in args if "WEB" in arg.upper()]
    if not old_names:
        return
    from byestand.catalog.name_grammar import name_today

    present = [(name, name_today(name)) for name in old_names]
    if texts := [say("{name} is now called {present}", name=old, present=now) for old, now in present if now]:
        _report(f"{say('movement codes of 2011')}: {', '.join(texts)}", 0)


def _drop_output() -> None:
    """Discard buffered output, so that Python does not report it at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
