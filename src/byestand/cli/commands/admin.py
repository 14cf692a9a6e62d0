"""``byestand admin``: manage the workspaces of a hosted service."""

import json
import sys
from typing import TYPE_CHECKING

import click

from byestand.cli.commands.serve import one_place
from byestand.cli.param_types import WHOLE_NUMBER
from byestand.cli.usage import Command
from byestand.errors import BadRequest
from byestand.language import say, say_many

if TYPE_CHECKING:
    from byestand.server.ops.administration import Administration

KB, MB = 1_000, 1_000_000
"""Decimal units, as for disks; the limits of uploads are powers of two."""


@click.group("admin")
def command() -> None:
    """Manage the workspaces of a hosted service. Player names are never shown."""


def administration(store: str | None, data: str | None) -> "Administration":
    """Return the administration of a database or a file."""
    from byestand.server.ops.administration import Administration

    return Administration.open(*one_place(store, data))


in_store = click.option(
    "--store", metavar="URL", envvar="BYESTAND_STORE", help="Database of the service: postgresql://…"
)
in_file = click.option("--data", metavar="PATH", help="Session file, or its folder.")
as_json = click.option("--json", "as_json", is_flag=True, help="Print json.")


@command.command("stats", cls=Command)
@in_store
@in_file
@as_json
def stats(store: str | None, data: str | None, as_json: bool) -> None:
    """Show the number and size of workspaces, sessions and events, and when workspaces were last opened."""
    figures = administration(store, data).statistics()
    if as_json:
        click.echo(json.dumps(figures.data()))
        return
    events = say_many("1 log entry", "{number:,} log entries", figures.events)
    click.echo(", ".join((_workspaces(figures.workspaces), _sessions(figures.sessions), events, _size(figures.bytes))))
    for month, workspaces in figures.visited.items():
        click.echo(f"{say('last opened in {month}', month=month)}: {_workspaces(workspaces)}")


@command.command("delete-workspace", cls=Command)
@click.argument("workspace", type=WHOLE_NUMBER, metavar="NUMBER")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@in_store
@in_file
@as_json
def delete_workspace(store: str | None, data: str | None, workspace: int, yes: bool, as_json: bool) -> None:
    """Permanently delete a workspace and its sessions. Its links and codes stop working."""
    place = administration(store, data)
    info = place.workspace(workspace)
    opened = say("workspace {number}, last opened on {date}", number=workspace, date=info.visited)
    description = f"{opened}, {_sessions(info.sessions)}"
    if not yes and not sys.stdin.isatty():
        text = say(
            "cannot ask for confirmation without a terminal; add --yes to delete the workspace: {number}",
            number=workspace,
        )
        raise BadRequest(text)
    if not yes and not click.confirm(f"{description}. {say('Delete permanently?')}", err=True):
        raise BadRequest(say("not deleted: {number}", number=workspace))
    place.delete(workspace)
    report = {"deleted": workspace, "sessions": info.sessions}
    click.echo(json.dumps(report) if as_json else f"{say('deleted')}: {description}")


@command.command("sweep", cls=Command)
@click.option("--days", type=WHOLE_NUMBER, help="Delete workspaces not opened for this many days (default 400).")
@in_store
@in_file
@as_json
def sweep(store: str | None, data: str | None, days: int | None, as_json: bool) -> None:
    """Delete workspaces that have not been opened for a long time. A running service does this every hour."""
    from byestand.server.config import parse_keep_days

    days = parse_keep_days(days)
    count = administration(store, data).sweep(days)
    text = say_many("1 workspace deleted", "{number:,} workspaces deleted", count)
    click.echo(json.dumps({"deleted": count, "days": days}) if as_json else text)


@command.command("vacuum", cls=Command)
@in_store
@in_file
@as_json
def vacuum(store: str | None, data: str | None, as_json: bool) -> None:
    """Free the disk space of deleted sessions."""
    freed = administration(store, data).vacuum()
    click.echo(json.dumps({"freed": freed}) if as_json else say("{size} freed", size=_size(freed)))


def _workspaces(count: int) -> str:
    return say_many("1 workspace", "{number:,} workspaces", count)


def _sessions(count: int) -> str:
    return say_many("1 session", "{number:,} sessions", count)


def _size(count: int) -> str:
    return f"{count // KB:,} KB" if count < MB else f"{count / MB:,.1f} MB"
