"""Variants of a movement: winners, directions, rovers and half tables."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from byestand.catalog import Name, find, is_for_players, parse
from byestand.errors import ByestandError
from byestand.job import job
from byestand.language import phrase, say
from byestand.model.claims import Route
from byestand.model.movement import Movement
from byestand.model.setup import CustomMovement, MovementSource, SectionSetup
from byestand.server.jobs.job_results import JobPage
from byestand.server.page_tools.from_query import ONLY_SECTION, movement_in_query
from byestand.server.web.query import Pairs, Query, movement_url
from byestand.server.web.render import render_page
from byestand.session.resolve import find_section, with_two_winners

ROVERS = {
    "": phrase("without a rover"),
    "ER": phrase("with an EW rover"),
    "NR": phrase("with an NS rover"),
    "TR": phrase("with a two-way rover"),
}
ROVER_TITLES = {"ER": phrase("{name} with an EW rover"), "NR": phrase("{name} with an NS rover")}
ROVERS_TRIED = ("ER", "NR")
"""The rovers that are searched for. The search for a two-way rover may take too long."""


class Variant(NamedTuple):
    """A variant: its title, the movement, whether it is the one shown, and the page of it."""

    words: str
    movement: MovementSource
    is_shown: bool
    path: str = ""


def variant_links(section: SectionSetup, movement: Movement, sets: int | None) -> Iterator[tuple[str, str, bool]]:
    """Yield the variants of a movement: title, URL, and whether it is the one shown."""
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
        yield Variant(say("two winners"), with_two_winners(source), not source.one_winner)
        if not name.rover_kind:
            yield Variant(say("one winner, arrow-switched"), replace(source, one_winner=True), source.one_winner)
    yield from _other_directions(source, name)
    yield from _rovers_over(source, name)
    yield from _half_tables(source, movement, name)


def _rankings_of_players(source: MovementSource, movement: Movement) -> Iterator[Variant]:
    """Yield the two rankings of a Rainbow: one winner per line, or one winner of all players."""
    if source.one_winner or movement.field.winners > 1:
        yield Variant(say("one winner per line"), replace(source, one_winner=False), not source.one_winner)
        yield Variant(say("one winner of all players"), replace(source, one_winner=True), source.one_winner)


def _other_directions(source: MovementSource, name: Name) -> Iterator[Variant]:
    """Yield the Howells of the same size with other directions."""
    if not name.family.is_one_field:
        return
    same_size = [other for other in name.family.members(name.tables) if other.deal_groups == name.deal_groups]
    for other in same_size if len(same_size) > 1 else ():
        full_name = str(replace(other, rounds=name.rounds))
        yield Variant(full_name, replace(source, name=full_name, missing=()), other.variant == name.variant)


def _rovers_over(source: MovementSource, name: Name) -> Iterator[Variant]:
    if not name.family.rovers:
        return
    for rover in ("", *ROVERS_TRIED, *((name.rover_kind,) if name.rover_kind == "TR" else ())):
        other = str(name.with_rover(rover))
        if rover in ("", name.rover_kind) or (name.family.lists_rovers and not _rover_refusal(other)):
            yield Variant(say(ROVERS[rover]), _with_all_seats(source, other), rover == name.rover_kind)
    if not name.family.lists_rovers and not name.rover_kind:
        # For movements other than Webs the search may take long: it has its own page.
        yield Variant(say("find a rover"), _with_all_seats(source, source.name), False, "/rovers")


def _with_all_seats(source: MovementSource, name: str) -> MovementSource:
    """Return the movement with a code, all seats taken and two winners."""
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
    rovers = {movement.field.label(route.contestant) for route in movement.claims_of(Route)}
    for label in last:
        is_shown = (half.name, source.missing) == (source.name, (label,))
        if label not in rovers:  # without its rover it would be another movement
            yield Variant(say("half table: {label} missing", label=label), replace(half, missing=(label,)), is_shown)
    yield Variant(say("all seats taken"), replace(source, missing=()), not source.missing)


@dataclass(frozen=True, slots=True)
class RoversView:
    """The page of rovers for a movement."""

    template: ClassVar = "rovers.html"
    name: str
    back: str
    rover_options: tuple[tuple[str, str, str, str], ...]
    """For each rover: title, code of the movement with it, URL, and why it does not exist."""


@job("slow")
def rovers(name: str, pairs: Pairs) -> JobPage:
    """Return the page of rovers for a movement, or why there are none."""
    setup = movement_in_query(name, Query(pairs))
    section = find_section(setup, ONLY_SECTION)
    source = section.movement
    parsed = parse(source.name)

    def url(name: str) -> str:
        return movement_url(replace(section, movement=_with_all_seats(source, name)), sets=setup.sets)

    others = [(say(ROVER_TITLES[rover], name=source.name), str(parsed.with_rover(rover))) for rover in ROVERS_TRIED]
    rovers = tuple((title, other, url(other), _rover_refusal(other)) for title, other in others)
    view = RoversView(source.name, url(source.name), rovers)
    return render_page(view, say("Rovers for {movement}", movement=source.name))


def _rover_refusal(name: str) -> str:
    """Return why the movement with its rover does not exist; empty if it does."""
    try:
        find(name)
    except ByestandError as error:
        return str(error)
    return ""
