"""What is in the catalogue, for the library page and for programs alike."""

from byestand.catalog import Entry, listing
from byestand.errors import BadRequest
from byestand.server.asking import Asked

MOST_NUMBERS = 12
"""So many numbers of tables at a time, where rovers have to be looked for or every length is made."""


def listed(asked: Asked, *, usual_tables: range | None = None) -> tuple[Entry, ...]:
    """Return the movements that fit; *usual_tables* where nothing at all is said."""
    tables, rounds, groups = asked.span("tables"), asked.span("rounds"), asked.span("groups")
    family, rovers = asked.text("family"), asked.flag("rovers")
    if not (tables or rounds or groups or family or rovers):
        tables = usual_tables
    if (rounds or rovers) and (tables is None or len(tables) > MOST_NUMBERS):
        raise BadRequest(f"rounds and rovers: ask for at most {MOST_NUMBERS} numbers of tables at a time, like 8-19")
    return tuple(listing(tables=tables, rounds=rounds, deal_groups=groups, family=family or None, rovers=rovers))
