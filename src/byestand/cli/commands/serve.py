"""``byestand serve``: the app in the browser, on this machine, or for a club's network."""

from pathlib import Path

import click

from byestand.cli.words import WHOLE_NUMBER


@click.command("serve")
@click.option("--lan", is_flag=True, help="Let walls and phones on your network in, each with a code.")
@click.option("--host", metavar="ADDRESS", help="Listen there: 127.0.0.1 if not told, with --lan everywhere.")
@click.option("--port", type=WHOLE_NUMBER, default=8013, show_default=True, help="The next free one if it is taken.")
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
@click.option("--data", metavar="PATH", help="The file in which nights are kept, or a folder for it.")
def command(lan: bool, host: str | None, port: int, no_browser: bool, data: str | None) -> None:
    """Open the app: say who is in the room, choose, print, export. Ctrl-C ends it."""
    from byestand.server.run import serve

    serve(host, port, lan=lan, browser=not no_browser, data=Path(data) if data else None, tell=click.echo)
