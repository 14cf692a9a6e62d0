"""Somebody walked in, or left: from what is set up now, every way to go on, the least trouble first."""

from dataclasses import dataclass, replace
from typing import ClassVar

from byestand.catalog import is_for_players
from byestand.errors import ByestandError
from byestand.plan import what_if
from byestand.plan.changing.what_if import WhatIf
from byestand.server.jobs.job import job
from byestand.server.jobs.results import Page, refusal
from byestand.server.movements.choices import ChoiceRow, row
from byestand.server.movements.from_query import room, section_in_play, section_now, weights
from byestand.server.web.query import Asked, Pairs
from byestand.server.web.render import render_page
from byestand.setup.resolve import resolve_movement
from byestand.words.titles import title_of

TITLE = "Somebody walked in"
MOST_WAYS = 6


@dataclass(frozen=True, slots=True)
class PlayersAnswer:
    """A movement for single players: for another number of them another one is looked for."""

    name: str
    players: int


@dataclass(frozen=True, slots=True)
class ChangeAnswer:
    """The ways to go on."""

    now: str
    """The movement that is set up."""
    assumed: int | None
    """Sets of boards, where nobody said how many there are."""
    code: str
    pairs: int
    before: int
    """Pairs that the movement seats."""
    ways: tuple[tuple[WhatIf, ChoiceRow], ...]
    left: int
    """How many ways are not shown."""


@dataclass(frozen=True, slots=True)
class ChangeView:
    """The page."""

    template: ClassVar = "change.html"
    asked: Asked
    answer: ChangeAnswer | None = None
    players: PlayersAnswer | None = None
    refused: str = ""


@job("quick")
def content(pairs: Pairs) -> Page:
    """Return the page: a form, and the ways to go on where both sides are told."""
    asked = Asked(pairs)
    view, now = ChangeView(asked), asked.text("now").upper()
    try:
        if now and is_for_players(now):
            section = section_now(asked)
            players = len(resolve_movement(section.movement).movement.field.present)
            view = replace(view, players=PlayersAnswer(section.title, players))
        elif now and asked.text("pairs"):
            view = replace(view, answer=_answer(asked))
    except ByestandError as no:
        said = refusal(no)
        return render_page(replace(view, refused=said.sentence), TITLE, status=said.status)
    return render_page(view, TITLE)


def _answer(asked: Asked) -> ChangeAnswer:
    now = section_in_play(asked)
    movement = resolve_movement(now.movement).movement
    there = room(asked, now=movement)
    ways = what_if(now.movement.name, there, weights(asked), missing=now.movement.missing)
    shown = ways if asked.flag("all") else ways[:MOST_WAYS]
    return ChangeAnswer(
        now=title_of(movement),
        assumed=None if asked.text("cases") else there.cases,
        code=now.title,
        pairs=there.pairs,
        before=len(movement.field.present),
        ways=tuple((way, row(way.choice, asked)) for way in shown),
        left=len(ways) - len(shown),
    )
