"""Individuals: all movements for a number of players, best first."""

from dataclasses import dataclass, replace
from typing import ClassVar

from byestand.catalog.family import HOW
from byestand.errors import BadRequest, ByestandError, NotFound
from byestand.job import job
from byestand.language import phrase, say
from byestand.model.boards import Boards
from byestand.model.setup import CatalogMovement, SessionSetup
from byestand.plan.individual_games import IndividualGame, individuals_data, individuals_for
from byestand.server.jobs.job_results import JobFile, JobPage, json_file, refusal
from byestand.server.page_tools.choices import sections_setup
from byestand.server.page_tools.room_drawing import RoomDrawing, room_picture
from byestand.server.web.query import Pairs, Query
from byestand.server.web.render import render_page
from byestand.session.resolve import resolve
from byestand.words.titles import called_by_people

MAX_OPTIONS = 12
HOW_TEXTS = dict(
    zip(HOW, (phrase("by one rule"), phrase("by a new rule each round"), phrase("by guide cards")), strict=True)
)
"""How players find their next table."""
TABLE_TEXTS = dict(
    zip(
        HOW,
        (
            phrase("tables; players move by one rule"),
            phrase("tables; players move by a new rule each round"),
            phrase("tables; players move by guide cards"),
        ),
        strict=True,
    )
)
"""The title of the number of tables."""


@dataclass(frozen=True, slots=True)
class IndividualsAnswer:
    """The choices for a number of players."""

    players: int
    rows: tuple[tuple[IndividualGame, SessionSetup], ...]
    hidden_count: int
    """Number of choices that are not shown."""
    popular_name: str
    """The common name of the best choice."""
    picture: RoomDrawing

    @property
    def best(self) -> IndividualGame:
        """The first choice."""
        return self.rows[0][0]

    @property
    def setup(self) -> SessionSetup:
        """The setup of the first choice."""
        return self.rows[0][1]


@dataclass(frozen=True, slots=True)
class IndividualsView:
    """The page."""

    template: ClassVar = "individuals.html"
    query: Query
    answer: IndividualsAnswer | None = None
    error: str = ""

    @property
    def how_texts(self) -> dict[str, str]:
        """How players move, in words."""
        return {key: say(text) for key, text in HOW_TEXTS.items()}

    @property
    def table_texts(self) -> dict[str, str]:
        """The title of the number of tables, by how players move."""
        return {key: say(text) for key, text in TABLE_TEXTS.items()}


@job("quick")
def content(pairs: Pairs) -> JobPage:
    """Return the page: a form, and the choices if the number of players is given."""
    asked = Query(pairs)
    try:
        answer = _answer(asked) if asked.text("players") else None
        return render_page(IndividualsView(asked, answer), say("Individuals"))
    except ByestandError as error:
        refused = refusal(error)
        view = IndividualsView(asked, error=refused.sentence)
        return render_page(view, say("Individuals"), status=refused.status)


@job("quick")
def data(pairs: Pairs) -> JobFile:
    """Return the choices as JSON."""
    asked = Query(pairs)
    options = _options(asked)
    return json_file(individuals_data(asked.number("players") or 0, options))


def _options(asked: Query) -> tuple[IndividualGame, ...]:
    players = asked.number("players")
    if players is None:
        raise BadRequest(say("enter the number of players"))
    options = individuals_for(
        players, asked.span("boards"), rounds=asked.number("rounds"), boards_per_round=asked.number("per_round")
    )
    if not options:
        raise NotFound(
            say("no movement for {players} players and this number of boards; leave boards empty", players=players)
        )
    return options


def _answer(asked: Query) -> IndividualsAnswer:
    options = _options(asked)
    rows = tuple((option, _setup(option)) for option in options[:MAX_OPTIONS])
    best, setup = rows[0]
    movements = resolve(setup).movements
    return IndividualsAnswer(
        players=asked.number("players") or 0,
        rows=rows,
        hidden_count=len(options) - len(rows),
        popular_name=" + ".join(dict.fromkeys(map(called_by_people, movements))),
        picture=room_picture(movements[0], Boards(best.boards_per_round)),
    )


def _setup(option: IndividualGame) -> SessionSetup:
    """Return the setup of a choice; a missing player is in the last section."""
    *others, last = map(CatalogMovement, map(str, option.names))
    movements = (*others, replace(last, missing=option.missing))
    each = (boards for _, boards in option.section_lengths)
    return sections_setup(tuple(zip(movements, each, strict=True)))
