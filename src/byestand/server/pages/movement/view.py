"""The page of a movement: the room round by round, the chart, instructions, fairness and variants."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from markupsafe import Markup

from byestand.errors import BadRequest
from byestand.job import job
from byestand.language import phrase, say, translate
from byestand.model.judged import Judged
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.model.setup import CustomMovement, SectionSetup
from byestand.plan import ArrowSwitchPlan
from byestand.sentences.boards import board_range
from byestand.sentences.instructions import Instructions
from byestand.sentences.setup_steps import count_first, setup_steps
from byestand.server.jobs.job_results import JobPage
from byestand.server.page_tools.choices import tables_in_words
from byestand.server.page_tools.from_query import ShownSection
from byestand.server.page_tools.movement_charts import Bar, Grid, HeatMap, bars, grid, heat_map
from byestand.server.page_tools.room_drawing import RoomDrawing, room_picture
from byestand.server.pages.movement.variants import variant_links
from byestand.server.web.query import Pairs, Query
from byestand.server.web.render import render_page
from byestand.session.resolve import find_switching, resolve_one
from byestand.sheets.boards.dealing_sheet import dealing_words, sharing_words
from byestand.verify import judge
from byestand.verify.measures import Measures, copies, measure
from byestand.words.numbers import between
from byestand.words.titles import called_by_people

MAX_MATCHES = 4
"""Matches that are shown at once if a name fits several pairs or players."""
ROOM_PHRASES = {
    "no_table": phrase("{who} sits out (no table)"),
    "sits_out": phrase("{who} at table {table}, sitting out"),
    "plays_ns": phrase("{who} at table {table}, NS, against {others}"),
    "plays_ew": phrase("{who} at table {table}, EW, against {others}"),
    "plays_with": phrase("{who} at table {table}, with {others}"),
    "round": phrase("Round {round}"),
    "room": phrase("Tables, bye stands, pairs and boards in round {round}"),
    "no_match": phrase("No match for {name}."),
    "play": phrase("Play animation"),
    "stop": phrase("Stop"),
}
"""Phrases that the script of the page also uses."""


class Quality(NamedTuple):
    """Findings and measures of a movement."""

    judged: Judged
    measures: Measures
    figures: tuple[tuple[str, str, str], ...]
    heat: HeatMap
    plays: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class MovementView:
    """The page."""

    template: ClassVar = "movement.html"
    query: Query
    setup: ShownSection
    letter: str
    movement: Movement
    popular_name: str
    """The common name of the movement."""
    tables: str
    people: Mapping[str, str]
    """Names by labels within the section."""
    round: int
    matching_labels: tuple[str, ...]
    """Labels that match the search."""
    whereabouts: str
    picture: RoomDrawing
    moves: Mapping[str, Markup]
    """The positions of the picture for the script, for wide and for narrow screens."""
    names: Markup
    """The names for the script."""
    grid: Grid
    round_calls: tuple[str, ...]
    """Announcements after every round."""
    instructions: tuple[Instructions, ...]
    quality: Quality
    sit_outs: tuple[tuple[str, tuple[int, ...]], ...]
    """Labels with the rounds in which they sit out."""
    dealing_list: tuple[str, ...]
    sharing: tuple[str, ...]
    arrow_switch: ArrowSwitchPlan | None
    variants: tuple[tuple[str, str, bool], ...]
    """Variants: title, URL, and whether it is the one shown."""

    @property
    def steps(self) -> tuple[tuple[int, str, str, str, int], ...]:
        """The buttons to the previous and next round: step, sign, title, relation, and round (0 for none)."""
        before, after = self.round - 1, self.round + 1 if self.round < self.movement.rounds else 0
        return (-1, "←", say("Previous round"), "prev", before), (1, "→", say("Next round"), "next", after)

    @property
    def room_title(self) -> str:
        """The title of the picture of the room."""
        return say(ROOM_PHRASES["room"], round=self.round)

    @property
    def room_strings(self) -> Markup:
        """The phrases for the script, with their gaps open."""
        return _for_script({key: translate(text) for key, text in ROOM_PHRASES.items()})

    @property
    def one_pair_more(self) -> int:
        """The number of pairs after one more has arrived."""
        return len(self.movement.field.present) + 1


@job("quick")
def content(shown: ShownSection, pairs: Pairs) -> JobPage:
    """Return the page of a section, of a night or on its own."""
    asked, people = Query(pairs), {label: known.entry_text for label, known in shown.section.contestants.items()}
    section = resolve_one(shown.setup, shown.letter)
    movement, boards = section.movement, section.boards
    shown = shown.with_section(_with_full_name(shown.section, movement))
    source, round = shown.section.movement, _round(asked, movement)
    picture = room_picture(movement, boards)
    found = sought(asked.text("pair"), movement, people)
    announcements, other_parts = _split_instructions(section)
    view = MovementView(
        query=asked,
        setup=shown,
        letter=section.letter,
        movement=movement,
        popular_name=called_by_people(movement),
        tables=tables_in_words([movement]),
        people=people,
        round=round,
        matching_labels=found,
        whereabouts=_whereabouts(movement, found, round, people),
        picture=picture,
        moves={"wide": _for_script(picture.wide.data()), "tall": _for_script(picture.tall.data())},
        names=_for_script(dict(people)),
        grid=grid(movement, boards),
        round_calls=announcements,
        instructions=other_parts,
        quality=_quality(section),
        sit_outs=_sit_outs(movement),
        dealing_list=dealing_words(section),
        sharing=sharing_words(section) if shown.sets else (),
        arrow_switch=find_switching(source) if source.one_winner and not movement.is_individual else None,
        variants=tuple(variant_links(shown.section, movement, shown.sets)),
    )
    return render_page(view, shown.section.title)


def _quality(section: Section) -> Quality:
    judged = judge(section.movement, copies=section.cases, forgiven=section.judged.evidence.forgiven)
    measures = measure(judged)
    plays = {board_range(group, section.boards): n for group, n in enumerate(measures.plays_per_group, start=1)}
    return Quality(judged, measures, tuple(_figures(measures, section)), heat_map(measures), bars(plays))


def _with_full_name(section: SectionSetup, movement: Movement) -> SectionSetup:
    """Return a section with the catalogue's code of its movement, if the URL has another one."""
    if isinstance(section.movement, CustomMovement) or not movement.name:
        return section
    return replace(section, movement=replace(section.movement, name=movement.name))


def _split_instructions(section: Section) -> tuple[tuple[str, ...], tuple[Instructions, ...]]:
    """Return the announcements after every round, players before boards, and all other instructions."""
    parts = setup_steps(section)
    lines = tuple(line for part in reversed(parts) if part.every_round for line in part.lines)
    before = Instructions(say("Before you put out the boards"), (count_first((section.movement,)),))
    return lines, (before, *(part for part in parts if not part.every_round))


def _for_script(data: object) -> Markup:
    """Return data for a script on the page, escaped so that it cannot end its element."""
    return Markup(json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"))  # noqa: S704 - escaped


def _round(asked: Query, movement: Movement) -> int:
    round = asked.number("round") or 1
    if round > movement.rounds:
        raise BadRequest(say("round must be 1 to {rounds}, not {round}", rounds=movement.rounds, round=round))
    return round


def sought(text: str, movement: Movement, people: Mapping[str, str]) -> tuple[str, ...]:
    """Return the labels for a label, a number without its letter, or part of a name.

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
    # `contestant` raises an error for anything else.
    return by_number or by_name[:MAX_MATCHES] or (movement.field.label(movement.field.contestant(text)),)


def _whereabouts(movement: Movement, labels: Sequence[str], round: int, people: Mapping[str, str]) -> str:
    """Return where some pairs or players are in a round. The script on the page builds the same text."""
    places = "; ".join(_place(movement, label, round, people) for label in labels)
    return f"{say(ROOM_PHRASES['round'], round=round)}: {places}" if places else ""


def _place(movement: Movement, label: str, round: int, people: Mapping[str, str]) -> str:
    who = f"{label} {people[label]}" if label in people else label
    visit = next((visit for visit in movement.itinerary(label) if visit.round == round), None)
    if visit is None:
        return say(ROOM_PHRASES["no_table"], who=who)
    if not visit.plays:
        return say(ROOM_PHRASES["sits_out"], who=who, table=visit.table)
    key = "plays_with" if movement.is_individual else "plays_ns" if visit.seat == "NS" else "plays_ew"
    return say(ROOM_PHRASES[key], who=who, table=visit.table, others=", ".join(visit.others))


def _figures(measures: Measures, section: Section) -> Iterator[tuple[str, str, str]]:
    """Yield the glossary key of a figure, the figure, and its title."""
    is_individual, in_boards = measures.movement.is_individual, section.boards is not None
    each = section.boards.per_round if section.boards else 1
    need = copies(measures.judged, cases=section.cases)
    yield (
        "group",
        f"{measures.groups_in_play * each}",
        say("boards in play") if in_boards else say("deal groups in play"),
    )
    played = between(tuple(groups * each for groups in measures.groups_played))
    yield "", played, _played_title(is_individual=is_individual, in_boards=in_boards)
    yield "apples", f"{100 * measures.apples_and_oranges:.1f}%", say("unlike comparisons")
    yield from _balance(measures)
    yield (
        "",
        between(measures.opponents_met),
        say("opponents per player") if is_individual else say("opponents per pair"),
    )
    yield "sitout", f"{max(measures.sit_outs) * each}", _sit_out_title(is_individual=is_individual, in_boards=in_boards)
    stationary = say("stationary players") if is_individual else say("stationary pairs")
    yield "stationary", f"{len(measures.stationary)}", stationary
    walked = say("most tables walked by one player") if is_individual else say("most tables walked by one pair")
    yield "", f"{max(measures.tables_walked)}", walked
    yield "case", f"{need.cases or max(need.fewest)}", say("sets of boards")
    to_deal = say("minimum boards to deal") if in_boards else say("minimum deal groups to deal")
    yield "", f"{need.total * each}", to_deal


def _played_title(*, is_individual: bool, in_boards: bool) -> str:
    if is_individual:
        return say("boards per player") if in_boards else say("deal groups per player")
    return say("boards per pair") if in_boards else say("deal groups per pair")


def _sit_out_title(*, is_individual: bool, in_boards: bool) -> str:
    if is_individual:
        return say("most boards sat out by one player") if in_boards else say("most rounds sat out by one player")
    return say("most boards sat out by one pair") if in_boards else say("most rounds sat out by one pair")


def _by_direction(figures: Sequence[float]) -> str:
    """Return a figure, or the figures of NS and EW."""
    if len(figures) == 2:
        return say("{ns:.1f} (NS) / {ew:.1f} (EW)", ns=figures[0], ew=figures[1])
    return " / ".join(f"{figure:.1f}" for figure in figures)


def _balance(measures: Measures) -> Iterator[tuple[str, str, str]]:
    figure = _by_direction(measures.line_balance)
    one_field = len(measures.line_balance) == 1 and not measures.movement.is_individual
    if one_field and measures.balance_proved:
        yield "balance", figure, say("balance, proved best possible")
        return
    yield "balance", figure, say("balance")
    if one_field:
        yield "", f"{measures.balance_bound:.1f}", say("upper limit of balance")


def _sit_outs(movement: Movement) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the labels that sit out, with their rounds."""
    labels = map(movement.field.label, movement.field.present)
    sit_outs = ((label, movement.sit_outs(label)) for label in labels)
    return tuple((label, rounds) for label, rounds in sit_outs if rounds)
