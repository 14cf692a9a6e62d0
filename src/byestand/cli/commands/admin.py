"""``byestand admin``: for who runs a service that many clubs share; how much there is, and what shall go."""

import json
import sys
from typing import TYPE_CHECKING

import click

from byestand.cli.places import one_place
from byestand.cli.words import WHOLE_NUMBER
from byestand.errors import BadRequest

if TYPE_CHECKING:
    from collections.abc import Callable

    from byestand.server.operating.admin import Administration

MB = 1_000_000
"""As disks are measured; what people send is measured by the next power of two."""


@click.group("admin")
@click.option("--store", metavar="URL", envvar="BYESTAND_STORE", help="The PostgreSQL of the service: postgresql://…")
@click.option("--data", metavar="PATH", help="The file in which nights are kept, or its folder.")
@click.pass_context
def command(context: click.Context, store: str | None, data: str | None) -> None:
    """Look after the desks of a service: stats, delete-desk, sweep, vacuum. Names of players are never told."""
    from byestand.server.operating.admin import Administration

    url, file = one_place(store, data)
    context.obj = lambda: Administration.of(url, file)


as_json = click.option("--json", "as_json", is_flag=True, help="As data.")


@command.command("stats")
@as_json
@click.pass_obj
def stats(administration: "Callable[[], Administration]", as_json: bool) -> None:
    """Count desks, nights and events, and say how large they are and when desks were last visited."""
    found = administration().statistics()
    if as_json:
        click.echo(json.dumps(found.data()))
        return
    many = (_many(found.desks, "desk"), _many(found.nights, "night"), _many(found.events, "event"))
    click.echo(f"{', '.join(many)}, {found.bytes / MB:.1f} MB")
    for month, desks in found.visited.items():
        click.echo(f"last visited in {month}: {_many(desks, 'desk')}")


@command.command("delete-desk")
@click.argument("desk", type=WHOLE_NUMBER)
@click.option("--yes", is_flag=True, help="Do not ask.")
@as_json
@click.pass_obj
def delete_desk(administration: "Callable[[], Administration]", desk: int, yes: bool, as_json: bool) -> None:
    """Delete a desk for good, with every night on it; what shows it opens nothing from then on."""
    there = administration()
    found = there.desk(desk)
    told = f"desk {desk}, last visited on {found.visited}, with {_many(found.nights, 'night')}"
    if not yes and not sys.stdin.isatty():
        raise BadRequest(f"nobody is there to be asked; to delete it for good say --yes: {desk}")
    if not yes and not click.confirm(f"Delete {told}, for good?", err=True):
        raise BadRequest(f"it is left as it is: {desk}")
    there.delete(desk)
    click.echo(json.dumps({"deleted": desk, "nights": found.nights}) if as_json else f"deleted: {told}")


@command.command("sweep")
@click.option("--days", type=WHOLE_NUMBER, help="So long they were not visited; 400 if not told.")
@as_json
@click.pass_obj
def sweep(administration: "Callable[[], Administration]", days: int | None, as_json: bool) -> None:
    """Throw away desks that nobody visited for a long time, which a running service does every hour by itself."""
    from byestand.server.hosting import days_kept

    days = days_kept(days)
    gone = administration().sweep(days)
    click.echo(json.dumps({"deleted": gone, "days": days}) if as_json else f"{_many(gone, 'desk')} deleted")


@command.command("vacuum")
@as_json
@click.pass_obj
def vacuum(administration: "Callable[[], Administration]", as_json: bool) -> None:
    """Give the room back that deleted nights took."""
    freed = administration().vacuum()
    click.echo(json.dumps({"freed": freed}) if as_json else f"{freed / MB:.1f} MB given back")


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
