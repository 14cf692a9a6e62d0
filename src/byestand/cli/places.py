"""Where the nights of everybody are kept, as who runs a service tells it; the same rule for every command."""

from pathlib import Path

import click
from click.core import ParameterSource


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
