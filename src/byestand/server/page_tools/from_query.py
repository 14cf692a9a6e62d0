"""Queries: a room to plan, a movement with its set-up, a section of a session."""

from dataclasses import fields, replace
from typing import NamedTuple

from byestand.catalog import is_for_players
from byestand.errors import BadRequest
from byestand.language import phrase, say
from byestand.model.boards import USUAL_BOARDS_PER_ROUND, Boards
from byestand.model.movement import Movement
from byestand.model.setup import CatalogMovement, CustomMovement, SectionSetup, SessionSetup
from byestand.plan import Room, Weights, boards_in_minutes
from byestand.plan.choosing.room import USUAL_BOARDS, USUAL_MINUTES_A_BOARD, parse_stationary, parse_winners
from byestand.server.web.query import Query, movement_path, movement_url, switch_rounds_in_query
from byestand.session.resolve import find_section, resolve_movement


class ShownSection(NamedTuple):
    """A section with the set-up of its session."""

    setup: SessionSetup
    letter: str
    night: int | None = None
    """The number of the session; None for a movement by its code."""

    @property
    def section(self) -> SectionSetup:
        """The section itself."""
        return find_section(self.setup, self.letter)

    @property
    def sets(self) -> int | None:
        """The number of sets of boards."""
        return self.setup.sets

    @property
    def alone(self) -> SessionSetup:
        """The section as a separate session, which can be stored."""
        return SessionSetup(sections=(self.section,), sets=self.sets)

    @property
    def per_round(self) -> int:
        """Boards per round; 0 if the page shows deal groups."""
        return self.section.boards.per_round if self.section.boards else 0

    @property
    def is_custom(self) -> bool:
        """Whether the movement comes from a file or a repair."""
        return isinstance(self.section.movement, CustomMovement)

    @property
    def is_chained(self) -> bool:
        """Whether boards are chained, which only movements of the catalogue can be."""
        return isinstance(self.section.movement, CatalogMovement) and self.section.movement.chained

    @property
    def path(self) -> str:
        """The page of its movement, without a query."""
        return movement_path(self.section, night=self.night)

    def url(self, path: str = "") -> str:
        """Return the address of its movement with its set-up, or of a page below it."""
        return movement_url(self.section, path, sets=self.sets, night=self.night)

    def with_section(self, section: SectionSetup) -> "ShownSection":
        """Return the same with another section in place of this one."""
        sections = tuple(section if other.letter == self.letter else other for other in self.setup.sections)
        return self._replace(setup=replace(self.setup, sections=sections))

    def without_names(self) -> "ShownSection":
        """Return the same without names."""
        sections = tuple(replace(section, contestants={}) for section in self.setup.sections)
        return self._replace(setup=replace(self.setup, sections=sections))


REFUSALS = {
    "rover": phrase("rover"),
    "party": phrase("party table"),
    "sharing": phrase("sharing"),
    "skip": phrase("skip"),
    "cards": phrase("guide cards"),
}
"""What a director can exclude, with the labels in the form."""
ONLY_SECTION = "A"
"""The section letter of a movement outside of a session."""
USUAL_BOARDS_FOR_PLAYERS = 3
"""So that each of four players partners each of the others."""


def room(asked: Query, *, now: Movement | None = None) -> Room:
    """Return the room of a query; missing values are those of the movement set up *now*."""
    pairs, tables = asked.number("pairs"), asked.number("tables")
    if pairs is None and tables is None:
        raise BadRequest(say("enter the number of pairs"))
    minutes, boards = asked.number("minutes"), asked.span("boards")
    per_board = asked.figure("minutes_per_board") or USUAL_MINUTES_A_BOARD
    if minutes is not None and boards is not None:
        raise BadRequest(say("enter either boards or minutes, not both"))
    per_round = asked.span("per_round")
    refused = asked.texts("refuse")
    if unknown := sorted(set(refused) - set(REFUSALS)):
        raise BadRequest(
            say("refuse must be one or more of {known}: {text!r}", known=", ".join(REFUSALS), text=unknown[0][:40])
        )
    cases = asked.number("cases")
    if cases is None and now and now.layout:
        cases = len(now.layout.cases)
    staying, seats = parse_stationary(" ".join(asked.texts("stationary")))
    return Room(
        pairs=pairs if pairs is not None else 2 * (tables or 0),
        boards=boards or (boards_in_minutes(minutes, per_board) if minutes is not None else USUAL_BOARDS),
        boards_per_round=per_round or (range(2, 3) if now else None),
        cases=cases,
        winners=parse_winners(asked.choice("winners", ("any", "2", "1"))),
        stationary=staying,
        seats=seats,
        extra_groups=asked.number("extra_groups"),
        same_boards=asked.flag("same_boards"),
        scoring="imps" if asked.choice("scoring", ("matchpoints", "imps")) == "imps" else "matchpoints",
        rover="rover" not in refused,
        party_table="party" not in refused,
        sharing="sharing" not in refused,
        skip="skip" not in refused,
        guide_cards="cards" not in refused,
        sections=asked.number("sections") or 1,
        minutes_per_board=per_board,
    )


def weights(asked: Query) -> Weights:
    """Return the weights of the planner: ``weight=skip:3`` changes one of them."""
    changes = {}
    for text in asked.texts("weight"):
        name, _, points = text.partition(":")
        figure = Query((("weight", points),)).figure("weight") if points else None
        if figure is None:
            known = ", ".join(field.name for field in fields(Weights))
            raise BadRequest(
                say("weight must be NAME:POINTS with one of {known}: {text!r}", known=known, text=text[:40])
            )
        changes[name] = figure
    return Weights().with_points(changes)


def movement_in_query(name: str, asked: Query) -> SessionSetup:
    """Return a movement by its code with the options of a query, as the only section of a session."""
    name = name.strip().upper()
    movement = CatalogMovement(
        name,
        missing=asked.texts("missing"),
        one_winner=asked.choice("winners", ("2", "1")) == "1",
        switch_rounds=switch_rounds_in_query(asked),
        chained=asked.flag("chain"),
    )
    boards = Boards(USUAL_BOARDS_FOR_PLAYERS if is_for_players(name) else USUAL_BOARDS_PER_ROUND)
    setup = SessionSetup(sections=(SectionSetup(ONLY_SECTION, movement, boards),))
    return with_boards_in_query(setup, ONLY_SECTION, asked)


def with_boards_in_query(setup: SessionSetup, letter: str, asked: Query) -> SessionSetup:
    """Return a set-up with the boards and sets of a query; ``boards=0`` shows deal groups."""
    section = find_section(setup, letter)
    per_round, first, sets = (asked.number(word) for word in ("boards", "first", "cases"))
    before = section.boards
    per_round = (before.per_round if before else 0) if per_round is None else per_round
    first = (before.first if before else 1) if first is None else first
    changed = replace(section, boards=Boards(per_round, first) if per_round else None)
    sections = tuple(changed if other is section else other for other in setup.sections)
    return replace(setup, sections=sections, sets=setup.sets if sets is None else sets)


def section_now(asked: Query) -> SectionSetup:
    """Return the present movement of a query about late changes."""
    return SectionSetup(ONLY_SECTION, CatalogMovement(asked.text("now").upper(), asked.texts("missing")))


def section_in_play(asked: Query) -> SectionSetup:
    """Return the present movement of a query about late changes; raise BadRequest for an individual."""
    section = section_now(asked)
    name = section.movement.name
    if is_for_players(name):
        players = len(resolve_movement(section.movement).movement.field.present)
        raise BadRequest(
            say(
                "{name} is an individual movement for {players} players; see Individuals for other numbers",
                name=name,
                players=players,
            )
        )
    return section
