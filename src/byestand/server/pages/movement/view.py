"""A movement: the room round by round, the chart, what to do and say, how good it is, and what to take away."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from markupsafe import Markup

from byestand.errors import BadRequest
from byestand.model.judged import Judged
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.model.setup import CustomMovement, SectionSetup
from byestand.plan import Switching
from byestand.server.jobs.job import job
from byestand.server.jobs.results import Page
from byestand.server.movements.choices import tables_in_words
from byestand.server.movements.figures import Bar, Grid, HeatMap, bars, grid, heat_map
from byestand.server.movements.from_query import ShownSection
from byestand.server.movements.room_picture import Room, room_picture
from byestand.server.pages.movement.variants import variant_links
from byestand.server.web.query import Asked, Pairs
from byestand.server.web.render import render_page
from byestand.setup.resolve import find_switching, resolve_one
from byestand.sheets.boards.dealing import dealing_words, sharing_words
from byestand.verify import judge
from byestand.verify.measures import Measures, copies, measure
from byestand.words.boards import board_range
from byestand.words.instructions import Instructions
from byestand.words.numbers import between
from byestand.words.setup_steps import count_first, setup_steps
from byestand.words.titles import called_by_people

AFTER_EVERY_ROUND = "after every round"
MOST_FOUND = 4
"""People who are shown at once, where a name is that of several."""


class Quality(NamedTuple):
    """What the judge and the measures say of a movement."""

    judged: Judged
    measures: Measures
    figures: tuple[tuple[str, str, str], ...]
    heat: HeatMap
    plays: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class MovementView:
    """The page."""

    template: ClassVar = "movement.html"
    asked: Asked
    setup: ShownSection
    letter: str
    movement: Movement
    called: str
    """What people call the movement."""
    tables: str
    one: str
    """What one who plays is called: pair or player."""
    people: Mapping[str, str]
    """Names by labels within the section."""
    round: int
    found: tuple[str, ...]
    """Labels of those who were looked for."""
    whereabouts: str
    picture: Room
    moves: Mapping[str, Markup]
    """The picture as the script has it, for a wide and for a narrow screen."""
    names: Markup
    """The names as the script has them."""
    grid: Grid
    said: tuple[str, ...]
    """What is said after every round."""
    instructions: tuple[Instructions, ...]
    quality: Quality
    sitting: tuple[tuple[str, tuple[int, ...]], ...]
    """Who sits out, and in which rounds."""
    dealing: tuple[str, ...]
    sharing: tuple[str, ...]
    switching: Switching | None
    variants: tuple[tuple[str, str, bool], ...]
    """What else can be made of it: in words, its address, and whether it is shown."""

    @property
    def steps(self) -> tuple[tuple[int, str, str, str, int], ...]:
        """The buttons to the rounds before and after: the step, a sign, words, a relation, the round; 0 for none."""
        before, after = self.round - 1, self.round + 1 if self.round < self.movement.rounds else 0
        return (-1, "←", "Round before", "prev", before), (1, "→", "Next round", "next", after)

    @property
    def one_pair_more(self) -> int:
        """How many pairs there are when somebody walks in."""
        return len(self.movement.field.present) + 1


@job("quick")
def content(shown: ShownSection, pairs: Pairs) -> Page:
    """Return the page of a section, of a night or on its own."""
    asked, people = Asked(pairs), {label: known.typed for label, known in shown.section.contestants.items()}
    section = resolve_one(shown.setup, shown.letter)
    movement, boards = section.movement, section.boards
    shown = shown.with_section(_with_full_name(shown.section, movement))
    source, round = shown.section.movement, _round(asked, movement)
    picture = room_picture(movement, boards)
    found = sought(asked.text("pair"), movement, people)
    said, told = _words(section)
    view = MovementView(
        asked=asked,
        setup=shown,
        letter=section.letter,
        movement=movement,
        called=called_by_people(movement),
        tables=tables_in_words([movement]),
        one="pair" if len(movement.seat_names) == 2 else "player",
        people=people,
        round=round,
        found=found,
        whereabouts=_whereabouts(movement, found, round, people),
        picture=picture,
        moves={"wide": _for_script(picture.wide.data()), "tall": _for_script(picture.tall.data())},
        names=_for_script(dict(people)),
        grid=grid(movement, boards),
        said=said,
        instructions=told,
        quality=_quality(section),
        sitting=_sitting(movement),
        dealing=dealing_words(section),
        sharing=sharing_words(section) if shown.sets else (),
        switching=find_switching(source) if source.one_winner and not movement.is_individual else None,
        variants=tuple(variant_links(shown.section, movement, shown.sets)),
    )
    return render_page(view, shown.section.title)


def _quality(section: Section) -> Quality:
    judged = judge(section.movement, copies=section.cases, forgiven=section.judged.evidence.forgiven)
    measures = measure(judged)
    plays = {board_range(group, section.boards): n for group, n in enumerate(measures.plays_per_group, start=1)}
    return Quality(judged, measures, tuple(_figures(measures, section)), heat_map(measures), bars(plays))


def _with_full_name(section: SectionSetup, movement: Movement) -> SectionSetup:
    """Return a section with the name that its movement has in the catalogue, where it was asked for by another."""
    if isinstance(section.movement, CustomMovement) or not movement.name:
        return section
    return replace(section, movement=replace(section.movement, name=movement.name))


def _words(section: Section) -> tuple[tuple[str, ...], tuple[Instructions, ...]]:
    """Return what is said after every round, people before boards, and everything else there is to do and say."""
    parts = setup_steps(section)
    after_each = [part for part in parts if part.heading.endswith(AFTER_EVERY_ROUND)]
    said = tuple(line for part in reversed(after_each) for line in part.lines)
    before = Instructions("Before you board", (count_first((section.movement,)),))
    return said, (before, *(part for part in parts if part not in after_each))


def _for_script(data: object) -> Markup:
    """Return data for a script on the page; nothing in it can end the element it stands in."""
    return Markup(json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"))  # noqa: S704 - our own figures, without <


def _round(asked: Asked, movement: Movement) -> int:
    round = asked.number("round") or 1
    if round > movement.rounds:
        raise BadRequest(f"there are {movement.rounds} rounds, no round {round}")
    return round


def sought(text: str, movement: Movement, people: Mapping[str, str]) -> tuple[str, ...]:
    """Return who is meant by a label, a number without its letter, or a part of a name.

    >>> from byestand.catalog import find
    >>> sought("e3", find("W0605"), {}), sought("3", find("W0605"), {}), sought("ann", find("W0605"), {"N2": "Anna"})
    (('E3',), ('N3', 'E3'), ('N2',))
    """
    labels = [movement.field.label(contestant) for contestant in movement.field.present]
    wanted = text.strip().casefold()
    if not wanted or wanted.upper() in labels:
        return (wanted.upper(),) if wanted else ()
    by_number = tuple(label for label in labels if label.lstrip("NEW") == wanted)
    by_name = tuple(label for label in labels if wanted in people.get(label, "").casefold())
    # Who is neither is refused with what there is.
    return by_number or by_name[:MOST_FOUND] or (movement.field.label(movement.field.contestant(text)),)


def _whereabouts(movement: Movement, found: Sequence[str], round: int, people: Mapping[str, str]) -> str:
    """Return where those are in a round who were sought; the script on the page says the same."""
    where = "; ".join(_place(movement, label, round, people) for label in found)
    return f"Round {round}: {where}." if where else ""


def _place(movement: Movement, label: str, round: int, people: Mapping[str, str]) -> str:
    who = f"{label} {people[label]}" if label in people else label
    visit = next((visit for visit in movement.itinerary(label) if visit.round == round), None)
    if visit is None:
        return f"{who} sits out and has no table"
    seat = f", {visit.seat}, against" if len(movement.seat_names) == 2 else ", with"
    others = f"{seat} {', '.join(visit.others)}" if visit.plays else ", sitting out"
    return f"{who} at table {visit.table}{others}"


def _figures(measures: Measures, section: Section) -> Iterator[tuple[str, str, str]]:
    """Yield the word that explains a figure, the figure, and what it is of."""
    each = section.boards.per_round if section.boards else 1
    what = "boards" if section.boards else "groups"
    need = copies(measures.judged, cases=section.cases)
    yield "group", f"{measures.groups_in_play * each}", f"{what} in play"
    yield "", between(tuple(played * each for played in measures.groups_played)), f"{what} played by each"
    yield "apples", f"{100 * measures.apples_and_oranges:.1f} %", "of comparisons are on different boards"
    yield from _balance(measures)
    yield "", between(measures.opponents_met), "opponents met by each"
    yield "sitout", f"{max(measures.sit_outs) * each}", f"{what} sat out at most"
    yield "stationary", f"{len(measures.stationary)}", "keep their seats all night"
    yield "", f"{max(measures.tables_walked)}", "tables walked at most"
    yield "case", f"{need.cases or max(need.fewest)}", "sets of boards"
    yield "", f"{need.total * each}", f"{what} to deal at least"


def _balance(measures: Measures) -> Iterator[tuple[str, str, str]]:
    figure = " / ".join(f"{figure:.1f}" for figure in measures.line_balance)
    one_field = len(measures.line_balance) == 1 and not measures.movement.is_individual
    if one_field and measures.balance_proved:
        yield "balance", figure, "balance of the field, proved best"
        return
    yield "balance", figure, "balance of the field"
    if one_field:
        yield "", f"{measures.balance_bound:.1f}", "balance possible at most"


def _sitting(movement: Movement) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return who sits out, and when."""
    found = ((movement.field.label(c), movement.sit_outs(movement.field.label(c))) for c in movement.field.present)
    return tuple((label, rounds) for label, rounds in found if rounds)
