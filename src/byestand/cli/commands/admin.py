"""``byestand admin``: for who runs a service that many clubs share; how much there is, and what shall go."""

import json
import sys
from typing import TYPE_CHECKING

import click

from byestand.cli.commands.serve import one_place
from byestand.cli.words import WHOLE_NUMBER
from byestand.errors import BadRequest

if TYPE_CHECKING:
    from byestand.server.ops.admin import Administration

KB, MB = 1_000, 1_000_000
"""As disks are measured; what people send is measured by the next powers of two."""


@click.group("admin")
def command() -> None:
    """Look after the desks of a service: stats, delete-desk, sweep, vacuum. Names of players are never told."""


def administration(store: str | None, data: str | None) -> "Administration":
    """Return the desks of the place that is told."""
    from byestand.server.ops.admin import Administration

    return Administration.of(*one_place(store, data))


in_store = click.option(
    "--store", metavar="URL", envvar="BYESTAND_STORE", help="The PostgreSQL of the service: postgresql://…"
)
in_file = click.option("--data", metavar="PATH", help="The file in which nights are kept, or its folder.")
as_json = click.option("--json", "as_json", is_flag=True, help="As data.")


@command.command("stats")
@in_store
@in_file
@as_json
def stats(store: str | None, data: str | None, as_json: bool) -> None:
    """Count desks, nights and events, and say how large they are and when desks were last visited."""
    found = administration(store, data).statistics()
    if as_json:
        click.echo(json.dumps(found.data()))
        return
    many = (_many(found.desks, "desk"), _many(found.nights, "night"), _many(found.events, "event"))
    click.echo(f"{', '.join(many)}, {_size(found.bytes)}")
    for month, desks in found.visited.items():
        click.echo(f"last visited in {month}: {_many(desks, 'desk')}")


@command.command("delete-desk")
@click.argument("desk", type=WHOLE_NUMBER)
@click.option("--yes", is_flag=True, help="Do not ask.")
@in_store
@in_file
@as_json
def delete_desk(store: str | None, data: str | None, desk: int, yes: bool, as_json: bool) -> None:
    """Delete a desk for good, with every night on it; what shows it opens nothing from then on."""
    place = administration(store, data)
    found = place.desk(desk)
    told = f"desk {desk}, last visited on {found.visited}, with {_many(found.nights, 'night')}"
    if not yes and not sys.stdin.isatty():
        raise BadRequest(f"nobody is there to be asked; to delete it for good say --yes: {desk}")
    if not yes and not click.confirm(f"Delete {told}, for good?", err=True):
        raise BadRequest(f"it is left as it is: {desk}")
    place.delete(desk)
    click.echo(json.dumps({"deleted": desk, "nights": found.nights}) if as_json else f"deleted: {told}")


@command.command("sweep")
@click.option("--days", type=WHOLE_NUMBER, help="So long they were not visited; 400 if not told.")
@in_store
@in_file
@as_json
def sweep(store: str | None, data: str | None, days: int | None, as_json: bool) -> None:
    """Throw away desks that nobody visited for a long time, which a running service does every hour by itself."""
    from byestand.server.config import days_kept

    days = days_kept(days)
    gone = administration(store, data).sweep(days)
    click.echo(json.dumps({"deleted": gone, "days": days}) if as_json else f"{_many(gone, 'desk')} deleted")


@command.command("vacuum")
@in_store
@in_file
@as_json
def vacuum(store: str | None, data: str | None, as_json: bool) -> None:
    """Give the room back that deleted nights took."""
    freed = administration(store, data).vacuum()
    click.echo(json.dumps({"freed": freed}) if as_json else f"{_size(freed)} given back")


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def _size(many: int) -> str:
    return f"{many // KB:,} KB" if many < MB else f"{many / MB:,.1f} MB"
