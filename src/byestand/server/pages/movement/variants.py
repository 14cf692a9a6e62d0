"""What else can be made of a movement: other winners, directions, rovers and half tables."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from byestand.catalog import Name, find, is_for_players, parse
from byestand.errors import ByestandError
from byestand.model.claims import Route
from byestand.model.movement import Movement
from byestand.model.setup import CustomMovement, MovementSource, SectionSetup
from byestand.server.jobs.job import job
from byestand.server.jobs.results import Page
from byestand.server.movements.from_query import ONLY_SECTION, movement_in_query
from byestand.server.web.query import Asked, Pairs, movement_url
from byestand.server.web.render import render_page
from byestand.setup.resolve import find_section, with_two_winners

ROVERS = {"": "without a rover", "ER": "with an EW rover", "NR": "with an NS rover", "TR": "with a two-way rover"}
ROVERS_TRIED = ("ER", "NR")
"""Those that are looked for; whether a two-way rover is needed takes a search that may be long."""


class Variant(NamedTuple):
    """Another movement, in words; whether it is the one that is shown; and what is to be seen of it."""

    words: str
    movement: MovementSource
    is_shown: bool
    path: str = ""


def variant_links(section: SectionSetup, movement: Movement, sets: int | None) -> Iterator[tuple[str, str, bool]]:
    """Yield what else can be made of a movement: in words, its address, and whether it is the one that is shown."""
    source = section.movement
    if isinstance(source, CustomMovement):
        return
    for variant in _variants(source, movement):
        other = replace(section, movement=variant.movement)
        yield variant.words, movement_url(other, variant.path, sets=sets), variant.is_shown


def _variants(source: MovementSource, movement: Movement) -> Iterator[Variant]:
    if is_for_players(source.name):
        yield from _rankings_of_players(source, movement)
        return
    name = parse(source.name)
    if source.one_winner or len(movement.field.lines) == 2:
        yield Variant("two winners", with_two_winners(source), not source.one_winner)
        if not name.rover_kind:
            yield Variant("one winner, arrow switched", replace(source, one_winner=True), source.one_winner)
    yield from _other_directions(source, name)
    yield from _rovers_over(source, name)
    yield from _half_tables(source, movement, name)


def _rankings_of_players(source: MovementSource, movement: Movement) -> Iterator[Variant]:
    """Yield the two ways to rank a Rainbow: a winner for each line, or one of all."""
    if source.one_winner or movement.field.winners > 1:
        yield Variant("a winner for each line", replace(source, one_winner=False), not source.one_winner)
        yield Variant("one winner of all players", replace(source, one_winner=True), source.one_winner)


def _other_directions(source: MovementSource, name: Name) -> Iterator[Variant]:
    """Yield the Howells of the same size, in which pairs sit other ways."""
    if not name.family.is_one_field:
        return
    alike = [other for other in name.family.members(name.tables) if other.deal_groups == name.deal_groups]
    for other in alike if len(alike) > 1 else ():
        full_name = str(replace(other, rounds=name.rounds))
        yield Variant(full_name, replace(source, name=full_name, missing=()), other.variant == name.variant)


def _rovers_over(source: MovementSource, name: Name) -> Iterator[Variant]:
    if not name.family.rovers:
        return
    for rover in ("", *ROVERS_TRIED, *((name.rover_kind,) if name.rover_kind == "TR" else ())):
        other = str(name.with_rover(rover))
        if rover in ("", name.rover_kind) or (name.family.lists_rovers and not _why_no_rover(other)):
            yield Variant(ROVERS[rover], _with_all_seats(source, other), rover == name.rover_kind)
    if not name.family.lists_rovers and not name.rover_kind:
        # Over other movements than Webs a search may take long: it is made when somebody wants to see it.
        yield Variant("look for a rover", _with_all_seats(source, source.name), False, "/rovers")


def _with_all_seats(source: MovementSource, name: str) -> MovementSource:
    """Return the movement of a name, with all seats taken and two winners."""
    return replace(source, name=name, missing=(), one_winner=False, switch_rounds=None)


def _half_tables(source: MovementSource, movement: Movement, name: Name) -> Iterator[Variant]:
    half = source
    if len(movement.field.lines) == 2:
        ns, ew = movement.field.lines
        last: tuple[str, ...] = (f"N{ns}", f"E{ew}")
    elif name.family.is_one_field:
        half_name = name.family.for_half_table(name)
        half, last = replace(source, name=str(half_name)), (half_name.phantom,)
    else:
        return
    roams = {movement.field.label(route.contestant) for route in movement.claimed(Route)}
    for label in last:
        is_shown = (half.name, source.missing) == (source.name, (label,))
        if label not in roams:  # without its rover it would be another movement
            yield Variant(f"half table: {label} missing", replace(half, missing=(label,)), is_shown)
    yield Variant("all seats taken", replace(source, missing=()), not source.missing)


@dataclass(frozen=True, slots=True)
class RoversView:
    """The page of rovers over a movement."""

    template: ClassVar = "rovers.html"
    name: str
    back: str
    ways: tuple[tuple[str, str, str, str], ...]
    """Each rover in words, the movement with it, its address, and why there is none."""


@job("slow")
def rovers(name: str, pairs: Pairs) -> Page:
    """Return the page of rovers over a movement: each that there is, or why there is none."""
    setup = movement_in_query(name, Asked(pairs))
    section = find_section(setup, ONLY_SECTION)
    source = section.movement
    parsed = parse(source.name)

    def url(name: str) -> str:
        return movement_url(replace(section, movement=_with_all_seats(source, name)), sets=setup.sets)

    others = [(ROVERS[rover], str(parsed.with_rover(rover))) for rover in ROVERS_TRIED]
    ways = tuple((words, other, url(other), _why_no_rover(other)) for words, other in others)
    return render_page(RoversView(source.name, url(source.name), ways), f"Rovers over {source.name}")


def _why_no_rover(name: str) -> str:
    """Return why there is no movement of that name, with its rover; nothing where there is one."""
    try:
        find(name)
    except ByestandError as no:
        return str(no)
    return ""
