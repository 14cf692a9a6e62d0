"""Individuals: every movement there is for so many players, the best first."""

from dataclasses import dataclass, replace
from typing import ClassVar

from byestand.errors import BadRequest, ByestandError, NotFound
from byestand.model.boards import Boards
from byestand.model.setup import CatalogMovement, SessionSetup
from byestand.plan.individuals import IndividualGame, individuals_data, individuals_for
from byestand.server.jobs.job import job
from byestand.server.jobs.results import File, Page, json_file, refusal
from byestand.server.movements.choices import sections_setup
from byestand.server.movements.room_picture import Room, room_picture
from byestand.server.web.query import Asked, Pairs
from byestand.server.web.render import render_page
from byestand.setup.resolve import resolve
from byestand.words.titles import called_by_people

TITLE = "Individuals"
MOST_SHOWN = 12


@dataclass(frozen=True, slots=True)
class IndividualsAnswer:
    """The choices for so many players."""

    players: int
    rows: tuple[tuple[IndividualGame, SessionSetup], ...]
    left: int
    """How many choices are not shown."""
    called: str
    """What people call the movements of the best."""
    picture: Room

    @property
    def best(self) -> IndividualGame:
        """The first choice."""
        return self.rows[0][0]

    @property
    def setup(self) -> SessionSetup:
        """The first choice as it is set up."""
        return self.rows[0][1]


@dataclass(frozen=True, slots=True)
class IndividualsView:
    """The page."""

    template: ClassVar = "individuals.html"
    asked: Asked
    answer: IndividualsAnswer | None = None
    refused: str = ""


@job("quick")
def content(pairs: Pairs) -> Page:
    """Return the page: a form, and the choices where players are told."""
    asked = Asked(pairs)
    try:
        answer = _answer(asked) if asked.text("players") else None
        return render_page(IndividualsView(asked, answer), TITLE)
    except ByestandError as no:
        said = refusal(no)
        return render_page(IndividualsView(asked, refused=said.sentence), TITLE, status=said.status)


@job("quick")
def data(pairs: Pairs) -> File:
    """Return the choices for programs."""
    asked = Asked(pairs)
    options = _options(asked)
    return json_file(individuals_data(asked.number("players") or 0, options))


def _options(asked: Asked) -> tuple[IndividualGame, ...]:
    players = asked.number("players")
    if players is None:
        raise BadRequest("say how many players there are")
    found = individuals_for(
        players, asked.span("boards"), rounds=asked.number("rounds"), boards_per_round=asked.number("per_round")
    )
    if not found:
        raise NotFound(f"nothing is known for {players} players and so many boards; leave the boards open")
    return found


def _answer(asked: Asked) -> IndividualsAnswer:
    options = _options(asked)
    rows = tuple((option, _setup(option)) for option in options[:MOST_SHOWN])
    best, setup = rows[0]
    movements = resolve(setup).movements
    return IndividualsAnswer(
        players=asked.number("players") or 0,
        rows=rows,
        left=len(options) - len(rows),
        called=" + ".join(dict.fromkeys(map(called_by_people, movements))),
        picture=room_picture(movements[0], Boards(best.boards_per_round)),
    )


def _setup(option: IndividualGame) -> SessionSetup:
    """Return a choice as it is set up; a missing player is in the last section."""
    *others, last = map(CatalogMovement, map(str, option.names))
    movements = (*others, replace(last, missing=option.missing))
    each = (boards for _, boards in option.section_lengths)
    return sections_setup(tuple(zip(movements, each, strict=True)))
