"""Late changes: the options when pairs arrive or leave before round 1, least work first."""

from dataclasses import dataclass, replace
from typing import ClassVar

from byestand.catalog import is_for_players
from byestand.errors import ByestandError
from byestand.job import job
from byestand.language import say
from byestand.plan import what_if
from byestand.plan.changing.what_if import LateChangeOption
from byestand.server.jobs.job_results import JobPage, refusal
from byestand.server.page_tools.choices import ChoiceRow, row
from byestand.server.page_tools.from_query import room, section_in_play, section_now, weights
from byestand.server.web.query import Pairs, Query
from byestand.server.web.render import render_page
from byestand.session.resolve import resolve_movement
from byestand.words.titles import title_of

MAX_OPTIONS = 6


@dataclass(frozen=True, slots=True)
class PlayersAnswer:
    """An individual movement: another number of players needs another movement."""

    name: str
    players: int


@dataclass(frozen=True, slots=True)
class ChangeAnswer:
    """The options."""

    current_movement: str
    """The movement that is set up now."""
    assumed_sets: int | None
    """Number of sets, if it was not given."""
    code: str
    pairs: int
    before: int
    """Pairs that the movement seats."""
    options: tuple[tuple[LateChangeOption, ChoiceRow], ...]
    hidden_count: int
    """Number of options that are not shown."""


@dataclass(frozen=True, slots=True)
class ChangeView:
    """The page."""

    template: ClassVar = "what_if.html"
    query: Query
    answer: ChangeAnswer | None = None
    players: PlayersAnswer | None = None
    error: str = ""


@job("quick")
def content(pairs: Pairs) -> JobPage:
    """Return the page: a form, and the options if the movement and the number of pairs are given."""
    asked = Query(pairs)
    view, now = ChangeView(asked), asked.text("now").upper()
    try:
        if now and is_for_players(now):
            section = section_now(asked)
            players = len(resolve_movement(section.movement).movement.field.present)
            view = replace(view, players=PlayersAnswer(section.title, players))
        elif now and asked.text("pairs"):
            view = replace(view, answer=_answer(asked))
    except ByestandError as error:
        refused = refusal(error)
        return render_page(replace(view, error=refused.sentence), say("Late changes"), status=refused.status)
    return render_page(view, say("Late changes"))


def _answer(asked: Query) -> ChangeAnswer:
    now = section_in_play(asked)
    movement = resolve_movement(now.movement).movement
    present = room(asked, now=movement)
    ways = what_if(now.movement.name, present, weights(asked), missing=now.movement.missing)
    shown = ways if asked.flag("all") else ways[:MAX_OPTIONS]
    return ChangeAnswer(
        current_movement=title_of(movement),
        assumed_sets=None if asked.text("cases") else present.cases,
        code=now.title,
        pairs=present.pairs,
        before=len(movement.field.present),
        options=tuple((way, row(way.choice, asked)) for way in shown),
        hidden_count=len(ways) - len(shown),
    )
