"""The edges of a mat: what each tells the player who sits there."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from byestand.language import say
from byestand.sheets import mat_texts
from byestand.sheets.mats import Mat
from byestand.sheets.next_seat import Destination
from byestand.sheets.print_order import Part
from byestand.words.people import NOBODY


class Skip(NamedTuple):
    """The one skip that an edge names."""

    round: int
    table: int


class Next(NamedTuple):
    """Where those in a seat go after every round; None: the rows of the rounds say it."""

    to: Destination | None
    skip: Skip | None = None


def mat_edges(mat: Mat) -> Mapping[str, Part]:
    """Return the text of each edge, and whether the player there stays."""
    if not mat.always_in_chairs:
        words = _host_text(mat.names[0], _next_table(mat, mat.visitors))
        return {seat: {"words": words, "stays": False} for seat in "NESW"}
    return {seat: _edge(mat, who) for seat, who in _chairs(mat)}


def _chairs(mat: Mat) -> list[tuple[str, str]]:
    if len(mat.names) == 4:
        return [(who[0], who) for who in mat.names]
    ns, ew = mat.names
    return [("N", ns), ("S", ns), ("E", ew), ("W", ew)]


def _edge(mat: Mat, who: str) -> Part:
    seat = mat.names.index(who)
    if all(row.seats[seat] == NOBODY for row in mat.rows):
        return {"words": say(mat_texts.EMPTY), "stays": True}
    after = _next_table(mat, who)
    if len(mat.rows) == 1 or after.to == Destination("stay", mat.table):
        return {"words": say(mat_texts.STAYS), "stays": True}
    return {"words": _edge_text(after), "stays": False}


def _edge_text(after: Next) -> str:
    if after.to is None:
        return say("see your row")
    match after.to.kind:
        case "table":
            first = say("→ table {table}", table=after.to.table)
        case "party":
            first = say("→ table {table} (party)", table=after.to.table)
        case _:
            first = after.to.clauses()[0]
    return ", ".join((first, *_more(after)))


def _host_text(pair: str, after: Next) -> str:
    """Return the text on all edges of a table whose stationary pair does not always sit in the same chairs."""
    stays = say("{pair} stays", pair=pair)
    if after.to is None:
        return ", ".join((stays, say("visitors: see your row")))
    match after.to.kind:
        case "table":
            first = say("visitors → table {table}", table=after.to.table)
        case "party":
            first = say("visitors → table {table} (party)", table=after.to.table)
        case "sit out":
            first = say("visitors sit out")
        case _:
            first = say("visitors stay")
    return ", ".join((stays, first, *_more(after)))


def _more(after: Next) -> tuple[str, ...]:
    """Return the clauses after the first: the seat, the move after a sit-out, the skip."""
    rest = after.to.clauses()[1:] if after.to else ()
    if after.skip is None:
        return rest
    return (*rest, say("after round {round}: {table}", round=after.skip.round, table=after.skip.table))


def _next_table(mat: Mat, who: str) -> Next:
    """Return where all who sit in a seat go, and the one skip that the edge names."""
    skips = [row.round for row in mat.rows if row.skip and who == mat.visitors]
    after = skips[0] if len(skips) == 1 else None
    every = {mat.destination(row.round, who) for row in mat.rows[:-1] if row.round != after} - {Destination()}
    if len(every) == 1:
        return Next(every.pop(), Skip(after, mat.destination(after, who).table) if after else None)
    if len({(to.kind, to.table) for to in every}) == 1:  # the same table, but not always the same seat
        to = every.pop()
        if to.kind != "sit out":
            return Next(replace(to, seat="row"))
    return Next(None)
