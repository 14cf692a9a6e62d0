"""``byestand serve``: the web app on this computer, for a local network, or as a hosted service."""

from functools import partial
from pathlib import Path

import click
from click.core import ParameterSource

from byestand.cli.param_types import WHOLE_NUMBER
from byestand.cli.usage import Command, OneOf
from byestand.errors import BadRequest
from byestand.language import say


@click.command("serve", cls=Command)
@click.option("--lan", is_flag=True, help="Let displays and phones on your network connect with a code.")
@click.option("--host", metavar="ADDRESS", help="Address to listen on (default 127.0.0.1; with --lan, all).")
@click.option(
    "--port", type=WHOLE_NUMBER, default=8013, help="Port (default 8013). If it is in use, the next free port is used."
)
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
@click.option("--data", metavar="PATH", help="Session file, or a folder for it.")
@click.option("--store", metavar="URL", envvar="BYESTAND_STORE", help="PostgreSQL database for sessions.")
@click.option("--public", metavar="URL", help="Run as a hosted service at this public URL; see docs/hosting.md.")
@click.option("--proxy", metavar="ADDRESS", multiple=True, help="With --public: address of the trusted reverse proxy.")
@click.option(
    "--keep-days", type=WHOLE_NUMBER, help="With --public: delete workspaces not opened for N days (default 400)."
)
@click.option(
    "--metrics",
    metavar="ADDRESS",
    help="With --public: serve Prometheus metrics at this address, such as 127.0.0.1:9113.",
)
@click.option("--log", type=OneOf(("json", "none")), help="Request log (default: json with --public, otherwise none).")
def command(
    lan: bool, host: str | None, port: int, no_browser: bool, data: str | None, store: str | None, public: str | None,
    proxy: tuple[str, ...], keep_days: int | None, metrics: str | None, log: str | None,
) -> None:  # fmt: skip
    """Start the web app. Press Ctrl-C to stop."""
    from byestand.server.config import HostingConfig
    from byestand.server.ops.observability import Observability
    from byestand.server.run import serve

    url, file = one_place(store, data)
    if url and public is None:
        raise BadRequest(say("--store (or BYESTAND_STORE) needs --public"))
    if public is not None and lan:
        raise BadRequest(say("use either --public or --lan, not both"))
    if public is None and (proxy or keep_days is not None or metrics is not None):
        raise BadRequest(say("--proxy, --keep-days and --metrics need --public"))
    hosting = None if public is None else HostingConfig.parse(public, proxy, keep_days)
    operator = Observability.from_options(log=log == "json" or (log is None and hosting is not None), metrics=metrics)
    serve(
        host, port, lan=lan, browser=not (no_browser or hosting), data=file, tell=click.echo,
        warn=partial(click.echo, err=True), url=url, hosting=hosting, operator=operator,
    )  # fmt: skip


def one_place(store: str | None, data: str | None) -> tuple[str, Path | None]:
    """Return the address of the database, or "" and the file. Options take precedence over the environment."""
    typed = click.get_current_context().get_parameter_source("store") is ParameterSource.COMMANDLINE
    if typed and data is not None:
        raise BadRequest(say("use either --store or --data, not both"))
    if typed and not store:
        raise BadRequest(
            say("--store needs the address of a PostgreSQL database, such as postgresql://byestand@/byestand: ''")
        )
    if data == "":
        raise BadRequest(say("--data needs a file or its folder: ''"))
    return "" if data is not None else store or "", Path(data) if data else None
