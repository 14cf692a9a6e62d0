"""SHOW: the command line. Parse, call, print, exit code; no bridge in here.

What a user can type or feed in ends in data on stdout, or in one sentence on stderr and the exit code of
`byestand.errors`. Each command has a module of its own in `commands`, imported when it is called.
"""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

import click

from byestand.errors import BadRequest, ByestandError, FormatError
from byestand.texts import sentence

INTERRUPTED = 130
COMMANDS = {
    "serve": "the app in the browser: the whole job on one desk",
    "plan": "which movement tonight: every sound way to run the room, ranked and explained",
    "show": "the schedule of a movement, or how to board and move",
    "verify": "judge movements, by name or in files",
    "measure": "how fair and how practical a movement is, in figures",
    "list": "what is in the catalogue",
    "rover": "the route of a rover, or the proof that there is none",
    "print": "mats, guide cards, boarding and caddy sheets, charts, on paper",
    "individual": "movements for single players, the best first, or the search for a new one",
    "howell": "a better balanced Howell, looked for from scratch",
    "repair": "it went wrong in some round: every way to go on, with what it costs",
    "crossover": "who sits where in the second session, so that as few as possible meet again",
    "score": "results into a ranking, held against the movement",
    "export": "movements into a file for scoring programs, spreadsheets, scripts",
    "convert": "files of any format into another",
    "identify": "which movement is in a file",
    "catalog": "the known library of 1,235 movements, as files",
    "admin": "for who runs it for many clubs: how much there is, and what shall go",
}


class LazyCommands(click.Group):
    """Commands that are imported when they are called: starting up must stay quick."""

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

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or say which ones there are."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            known = ", ".join(COMMANDS)
            raise BadRequest(f"no such command; there are {known}: {args[0]!r}")
        return super().resolve_command(ctx, args)


@click.command(
    cls=LazyCommands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="byestand", message="byestand %(version)s")
def cli() -> None:
    """Duplicate-bridge movements: made, judged, named and explained.

    NAME is a name of the catalogue, like W1813 (18 tables, 13 deal groups): see `byestand list`.

    Exit codes: 0 fine, 1 broken movement, 2 bad request, 3 proved impossible, 4 not found, 5 cannot read or write.
    """


def run(args: Sequence[str] | None = None) -> int:  # noqa: PLR0911 - every way to end has its exit code
    """Run the command line and return the exit code."""
    if sys.stdout is None:
        return _say("cannot write the output: it is closed", FormatError.exit_code)
    for stream in (sys.stdout, sys.stderr):
        # A name that the terminal cannot show is shown escaped; it must not end the program. What is led into a file
        # is in UTF-8 as all our files are, also where Windows would take the letters of its region. (Only real text
        # streams can be told so, which types do not know.)
        with suppress(AttributeError):
            encoding = "utf-8" if sys.platform == "win32" else None
            stream.reconfigure(encoding=encoding, errors="backslashreplace")  # type: ignore[union-attr]
    try:
        _tell_names_of_today(sys.argv[1:] if args is None else args)
        code = cli.main(args=args, prog_name="byestand", standalone_mode=False)
        sys.stdout.flush()
    except ByestandError as error:
        return _say(str(error), error.exit_code)
    except click.exceptions.NoArgsIsHelpError as help_wanted:
        click.echo(help_wanted.ctx.get_help() if help_wanted.ctx else "", err=True)
        return BadRequest.exit_code
    except click.ClickException as error:
        return _say(_one_line(error.format_message()), BadRequest.exit_code)
    except (click.Abort, KeyboardInterrupt):
        return _say("interrupted", INTERRUPTED)
    except (BrokenPipeError, SystemExit):
        _drop_output()  # whoever read it has had enough; click ends the program when that happens
        return 0
    except OSError as error:
        _drop_output()
        why = str(error.strerror or error).lower()
        what = "cannot write the output" if error.filename is None else f"{error.filename}: cannot read or write it"
        return _say(f"{what}: {why}", FormatError.exit_code)
    return int(code or 0)


def _say(words: str, code: int) -> int:
    with suppress(OSError):
        click.echo(f"byestand: {sentence(words)}", err=True)
    return code


def _tell_names_of_today(args: Sequence[str]) -> None:
    """Say what movements that go by their names of 2011 are called now, whichever command they are meant for."""
    old = [arg.rpartition("=")[2].upper() for arg in args if "WEB" in arg.upper()]
    if not old:
        return
    from byestand.catalog.names import name_today

    if told := [f"{name} is {now} today" for name in old if (now := name_today(name))]:
        _say(f"names of 2011: {', '.join(told)}", 0)


def _one_line(message: str) -> str:
    words = " ".join(message.split()).rstrip(".")
    return words[:1].lower() + words[1:]


def _drop_output() -> None:
    """Send what is still buffered nowhere, or Python complains about it when it ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
