"""``byestand serve``: the app in the browser, on this machine, or for a club's network."""

from pathlib import Path

import click
from click.core import ParameterSource

from byestand.cli.words import WHOLE_NUMBER


@click.command("serve")
@click.option("--lan", is_flag=True, help="Let walls and phones on your network in, each with a code.")
@click.option("--host", metavar="ADDRESS", help="Listen there: 127.0.0.1 if not told, with --lan everywhere.")
@click.option("--port", type=WHOLE_NUMBER, default=8013, show_default=True, help="The next free one if it is taken.")
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
@click.option("--data", metavar="PATH", help="The file in which nights are kept, or a folder for it.")
@click.option("--store", metavar="URL", envvar="BYESTAND_STORE", help="Keep them in a PostgreSQL: postgresql://…")
@click.option("--public", metavar="URL", help="Host it for many clubs, who open this address; see docs/hosting.md.")
@click.option("--proxy", metavar="ADDRESS", multiple=True, help="With --public: who may say where requests come from.")
@click.option("--keep-days", type=WHOLE_NUMBER, help="With --public: so long a desk stays unvisited; 400 if not told.")
@click.option("--metrics", metavar="ADDRESS", help="With --public: figures for Prometheus there, as 127.0.0.1:9113.")
@click.option("--log", type=click.Choice(("json", "none")), help="A line for each request: with --public if not told.")
def command(
    lan: bool, host: str | None, port: int, no_browser: bool, data: str | None, store: str | None, public: str | None,
    proxy: tuple[str, ...], keep_days: int | None, metrics: str | None, log: str | None,
) -> None:  # fmt: skip
    """Open the app: say who is in the room, choose, print, export. Ctrl-C ends it."""
    from byestand.server.config import Hosting
    from byestand.server.ops.operator import Operator
    from byestand.server.run import serve

    url, file = one_place(store, data)
    if url and public is None:
        raise click.UsageError("--store, or BYESTAND_STORE, is for many clubs: say with --public what they open")
    if public is not None and lan:
        raise click.UsageError("--public and --lan are two doors: name one")
    if public is None and (proxy or keep_days is not None or metrics is not None):
        raise click.UsageError("--proxy, --keep-days and --metrics go with --public")
    hosting = None if public is None else Hosting.told(public, proxy, keep_days)
    operator = Operator.who_wants(log=log == "json" or (log is None and hosting is not None), metrics=metrics)
    serve(
        host, port, lan=lan, browser=not (no_browser or hosting), data=file, tell=click.echo, url=url,
        hosting=hosting, operator=operator,
    )  # fmt: skip


def one_place(store: str | None, data: str | None) -> tuple[str, Path | None]:
    """Return the address of the database, or nothing and the file; what is typed counts more than the environment."""
    typed = click.get_current_context().get_parameter_source("store") is ParameterSource.COMMANDLINE
    if typed and data is not None:
        raise click.UsageError("--store and --data are two places: name one")
    if typed and not store:
        raise click.UsageError("--store is the address of a PostgreSQL, like postgresql://byestand@/byestand: ''")
    if data == "":
        raise click.UsageError("--data is a file, or the folder of one: ''")
    return "" if data is not None else store or "", Path(data) if data else None
