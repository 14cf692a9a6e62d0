"""Titles of movements, derived from their kind, rover, rounds and missing pairs.

A title from a file is kept; only later changes are added to it. `title_of` is also written to exported files, so its
English does not change.
"""

from collections.abc import Iterable, Iterator, Sequence

from byestand.language import phrase, say, say_many
from byestand.model.claims import ArrowTurn, Follow, Route
from byestand.model.field import Field
from byestand.model.movement import Movement
from byestand.words.numbers import in_words, join_items, ranges_from_three
from byestand.words.seats import seat_text

MAX_ROUNDS_IN_TITLE = 3
"""With more rounds that are arrow-switched at some tables, a title gives only their number."""
_HEADINGS = {
    "whist movement for {players} players": phrase("Whist movement for {players} players"),
    "individual movement for {players} players": phrase("Individual movement for {players} players"),
}
"""Kinds of movements that begin with a small letter, as they begin a heading."""


def title_of(movement: Movement) -> str:
    """Return the title from a file, or the derived one."""
    return movement.title or (", ".join(_parts(movement)) if movement.kind else "")


def spoken_title(movement: Movement) -> str:
    """Return the title on paper: "18-table Web with a rover, 12 rounds (W1812ER)"."""
    parts = _given_parts(movement, with_rounds=True) or tuple(_spoken(movement))
    name = movement.name or movement.variant_of
    title = ", ".join(parts)
    title = f"{title} ({name})" if name and name not in title else title
    return ", ".join((title, *_repair_text(movement)))


def called_by_people(movement: Movement) -> str:
    """Return the title as a headline without the code and the number of rounds: "18-table Web with a rover"."""
    if movement.title:
        return ", ".join(_given_parts(movement, with_rounds=False))
    return ", ".join((_spoken_kind(movement), *_one_winner(movement)))


def _given_parts(movement: Movement, *, with_rounds: bool) -> tuple[str, ...]:
    """Return the title from a file in parts, without the number of deal groups; titles in files are in English."""
    groups, rounds = movement.deal_groups, movement.rounds
    left_out = {f"{groups} deal group" if groups == 1 else f"{groups} deal groups"}
    if not with_rounds:
        left_out.add(f"{rounds} round" if rounds == 1 else f"{rounds} rounds")
    return tuple(part for part in movement.title.split(", ") if part not in left_out) if movement.title else ()


def _spoken(movement: Movement) -> Iterator[str]:
    """Yield the parts of a derived title on paper."""
    yield _spoken_kind(movement)
    yield from _one_winner(movement)
    yield in_words(movement.rounds, "round")
    hosts = {route.host for route in movement.claims_of(Route) if route.party_table}
    if hosts & movement.field.missing:
        yield say("half table")
    if missing := sorted(movement.field.missing - hosts):
        yield without_words(_labels_before_switching(movement, missing))


def _one_winner(movement: Movement) -> tuple[str, ...]:
    return (say("one winner"),) if _switch_claims(movement) else ()


def _spoken_kind(movement: Movement) -> str:
    """Return the kind with its rover or spare players, as it begins a heading."""
    routes = movement.claims_of(Route)
    kind = _kind(movement, _HEADINGS.get(movement.kind, movement.kind))
    has_with = _has_with(movement)
    if any(route.party_table for route in routes):
        return say("{kind} and a rover", kind=kind) if has_with else say("{kind} with a rover", kind=kind)
    return _with_spares(kind, len(routes), has_with=has_with)


def _has_with(movement: Movement) -> bool:
    """Return whether the English name of the kind contains "with", as in "Mitchell with relay"."""
    return " with " in movement.kind


def _with_spares(kind: str, spares: int, *, has_with: bool) -> str:
    if not spares:
        return kind
    if has_with:
        return say_many("{kind} and a spare player", "{kind} and {number} spare players", spares, kind=kind)
    return say_many("{kind} with a spare player", "{kind} with {number} spare players", spares, kind=kind)


def _switch_claims(movement: Movement) -> tuple[ArrowTurn, ...]:
    """Return the arrow switches; where pairs follow each other, the sides are part of the movement."""
    return () if movement.claims_of(Follow) else movement.claims_of(ArrowTurn)


def _labels_before_switching(movement: Movement, missing: Iterable[int]) -> Iterator[str]:
    """Yield the labels of missing pairs in two lines, from which an arrow-switched movement is made."""
    lines = (movement.field.size // 2,) * 2 if _switch_claims(movement) else movement.field.lines
    return map(Field(lines).label, missing)


def headline(movement: Movement) -> str:
    """Return the title with the boarding pattern, and the round of a repair."""
    pattern = [movement.layout.pattern] if movement.layout else []
    return ", ".join((title_of(movement), *pattern, *_repair_text(movement)))


def _repair_text(movement: Movement) -> tuple[str, ...]:
    history = movement.history
    return (say("repaired after round {round}", round=history.after),) if history else ()


def given_title_and(movement: Movement, change: str) -> str:
    """Return the title from a file with a change; empty without one, because the derived title has the change."""
    return movement.title and f"{movement.title}, {change}"


def without_words(labels: Iterable[str]) -> str:
    """Return the missing pairs, for titles."""
    return say("without {labels}", labels=", ".join(labels))


def switch_words(at: Iterable[tuple[int, int]], tables: int) -> str:
    """Return the arrow-switched rounds, for titles, with the tables where these are not all.

    >>> switch_words([(7, 1), (7, 2), (6, 2)], 2)
    'one winner, arrow switched in rounds 6 (table 2) and 7'

    With many rounds at some tables it is their number.
    """
    by_round: dict[int, list[int]] = {}
    for round, table in sorted(at):
        by_round.setdefault(round, []).append(table)
    some_tables = [round for round, here in by_round.items() if len(here) < tables]
    if len(some_tables) > MAX_ROUNDS_IN_TITLE:
        return say_many(
            "one winner, arrow switched at single tables in {number} round",
            "one winner, arrow switched at single tables in {number} rounds",
            len(by_round),
        )
    if not by_round:
        return say("one winner, no arrow switch")
    rounds = [
        _round_and_tables(round, here) if round in some_tables else str(round) for round, here in by_round.items()
    ]
    return say_many(
        "one winner, arrow switched in round {rounds}",
        "one winner, arrow switched in rounds {rounds}",
        len(rounds),
        rounds=join_items(rounds),
    )


def _round_and_tables(round: int, tables: Sequence[int]) -> str:
    numbers = ranges_from_three(tables)
    return say_many("{round} (table {tables})", "{round} (tables {tables})", len(tables), round=round, tables=numbers)


def _parts(movement: Movement) -> Iterator[str]:
    groups = in_words(movement.deal_groups, "deal group")
    yield _with_extra(movement, _kind(movement, movement.kind))
    yield in_words(movement.rounds, "round")
    yield f"{groups}; {movement.remark}" if movement.remark else groups
    if movement.field.missing:
        yield without_words(_labels_before_switching(movement, sorted(movement.field.missing)))
    yield from (switch_words(turn.at, movement.tables) for turn in _switch_claims(movement))


def _kind(movement: Movement, kind: str) -> str:
    if not kind:
        return in_words(movement.tables, "table")
    parties = sum(bool(route.party_table) for route in movement.claims_of(Route))
    return say(kind, tables=movement.tables - parties, players=movement.field.size)


def _with_extra(movement: Movement, kind: str) -> str:
    """Return the kind with its rover or its spare players."""
    routes, field = movement.claims_of(Route), movement.field
    for route in routes:
        if route.party_table:
            half = route.host in field.missing
            if len(field.lines) != 2:
                if half:
                    return say("{kind} with two-way rover, half table", kind=kind)
                return say("{kind} with two-way rover and party table", kind=kind)
            side = seat_text(movement.seat_names[field.line(route.contestant)])
            if half:
                return say("{kind} with {side} rover, half table", kind=kind, side=side)
            return say("{kind} with {side} rover and party table", kind=kind, side=side)
    return _with_spares(kind, len(routes), has_with=_has_with(movement))
