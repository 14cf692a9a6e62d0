"""What a movement is called in full, derived from what it is: its kind, rover, rounds, and who is missing.

A title that somebody gave, in a file say, is kept as it was given; only what is changed afterwards is said after it.
"""

from collections.abc import Iterable, Iterator, Sequence

from byestand.language import say, say_many
from byestand.model.claims import Follow, Route, Turn
from byestand.model.field import Field
from byestand.model.movement import Movement
from byestand.words.numbers import in_words, numbered, numbered_runs
from byestand.words.phrases import first_up

MOST_ROUNDS_TOLD = 3
"""In which single tables turn their arrow: with more of them a title would be a list."""


def title_of(movement: Movement) -> str:
    """Return the title that was given, or else the one that the movement has by itself."""
    return movement.title or (", ".join(_parts(movement)) if movement.kind else "")


def spoken_title(movement: Movement) -> str:
    """Return what people call it, on paper: "18-table Web with a roving pair, 12 rounds (W1812ER)"."""
    # A file of ours has the full title, which tells more than paper need say.
    given = movement.title.replace(f", {in_words(movement.deal_groups, 'deal group')}", "")
    said = given or ", ".join(_spoken(movement))
    name = movement.name or movement.variant_of
    if name and name not in said:
        said = f"{said} ({name})"
    if movement.history:
        said = say("{said}, repaired after round {round}", said=said, round=movement.history.after)
    return said


def called_by_people(movement: Movement) -> str:
    """Return what it is, for a headline beside which its name stands as a label: "18-table Web with a roving pair".

    How long it is stands among the figures, and who is missing in the label.
    """
    if movement.title:
        counted = (in_words(movement.rounds, "round"), in_words(movement.deal_groups, "deal group"))
        return ", ".join(part for part in movement.title.split(", ") if part not in counted)
    what, *more = _spoken(movement)
    return ", ".join((what, *(part for part in more if part == say("one winner"))))


def _spoken(movement: Movement) -> Iterator[str]:
    """Yield what is worth saying of a movement that nobody gave a title."""
    what = _kind(movement) if movement.kind else in_words(movement.tables, "table")
    routes, field = movement.claimed(Route), movement.field
    parties = [route for route in routes if route.party_table]
    extra = [say("a roving pair")] if parties else _spares(routes)
    for one in extra:
        # "Mitchell with relay and a roving pair": with comes once.
        what = say("{what} and {one}" if " with " in what else "{what} with {one}", what=what, one=one)
    yield first_up(what)
    if _switched(movement):
        yield say("one winner")
    yield in_words(movement.rounds, "round")
    if any(route.host in field.missing for route in parties):
        yield say("half table")
    if gone := sorted(field.missing - {route.host for route in parties}):
        yield without_words(_labels_before_switching(movement, gone))


def _spares(routes: Sequence[Route]) -> list[str]:
    return [say_many("a spare player", "{number} spare players", len(routes))] if routes else []


def _switched(movement: Movement) -> tuple[Turn, ...]:
    """Return the arrow switches; where pairs follow each other, who sits NS is part of the movement."""
    return () if movement.claimed(Follow) else movement.claimed(Turn)


def _labels_before_switching(movement: Movement, gone: Iterable[int]) -> Iterator[str]:
    """Yield missing ones as they were called when they were told: a switched movement was two lines before."""
    lines = (movement.field.size // 2,) * 2 if _switched(movement) else movement.field.lines
    return map(Field(lines).label, gone)


def headline(movement: Movement) -> str:
    """Return the title with the boarding pattern, and since when a night goes on otherwise than planned."""
    parts = [title_of(movement), *([movement.layout.pattern] if movement.layout else [])]
    if movement.history:
        parts.append(say("repaired after round {round}", round=movement.history.after))
    return ", ".join(parts)


def given_title_and(movement: Movement, change: str) -> str:
    """Return the given title with what has been changed since; without one it stays empty, and tells by itself."""
    return movement.title and f"{movement.title}, {change}"


def without_words(labels: Iterable[str]) -> str:
    """Return who is missing, as titles say it."""
    return say("without {who}", who=", ".join(labels))


def switch_words(at: Iterable[tuple[int, int]], tables: int) -> str:
    """Return in which rounds, and at which tables if not at all, the arrow is switched, as titles say it.

    >>> switch_words([(7, 1), (7, 2), (6, 2)], 2)
    'one winner, arrow switched in rounds 6 (table 2) and 7'

    Where single tables turn in many rounds, only how many that are.
    """
    where: dict[int, list[int]] = {}
    for round, table in sorted(at):
        where.setdefault(round, []).append(table)
    single = [round for round, here in where.items() if len(here) < tables]
    if len(single) > MOST_ROUNDS_TOLD:
        phrase = "one winner, arrow switched at single tables in {rounds}"
        return say(phrase, rounds=in_words(len(where), "round"))
    told = [
        say("{round} ({tables})", round=round, tables=numbered_runs("table", here)) if round in single else str(round)
        for round, here in where.items()
    ]
    if not told:
        return say("one winner, no arrow switch")
    return say("one winner, arrow switched in {rounds}", rounds=numbered("round", told))


def _parts(movement: Movement) -> Iterator[str]:
    rounds, groups = in_words(movement.rounds, "round"), in_words(movement.deal_groups, "deal group")
    yield _with_extra(movement, _kind(movement))
    yield rounds
    yield f"{groups}; {movement.remark}" if movement.remark else groups
    if movement.field.missing:
        yield without_words(_labels_before_switching(movement, sorted(movement.field.missing)))
    yield from (switch_words(turn.at, movement.tables) for turn in _switched(movement))


def _kind(movement: Movement) -> str:
    parties = sum(bool(route.party_table) for route in movement.claimed(Route))
    return say(movement.kind, tables=movement.tables - parties, players=movement.field.size)


def _with_extra(movement: Movement, what: str) -> str:
    """Return what it is, with its rover or its spare players."""
    routes, field = movement.claimed(Route), movement.field
    for route in routes:
        if route.party_table:
            two_lines = len(field.lines) == 2
            side = movement.seat_names[field.line(route.contestant)] if two_lines else say("two-way")
            half = route.host in field.missing
            phrase = "{what} with {side} rover, half table" if half else "{what} with {side} rover and party table"
            return say(phrase, what=what, side=side)
    if not routes:
        return what
    (spares,) = _spares(routes)
    # "Rainbow with jumps and a spare player": with comes once.
    return say("{what} and {spares}" if " with " in movement.kind else "{what} with {spares}", what=what, spares=spares)
