"""Somebody walked in, or left: from what is set up now, every way to go on, the least trouble first."""

from typing import Any

from byestand.catalog import is_for_players
from byestand.errors import ByestandError
from byestand.model.setup import CatalogMovement, SectionSetup
from byestand.plan import what_if
from byestand.server.asking import Asked, Pairs
from byestand.server.jobs.job import job
from byestand.server.jobs.results import Page, refusal
from byestand.server.pages.tonight import row
from byestand.server.questions import ONLY_SECTION, room, section_in_play, weights
from byestand.server.rendering import rendered
from byestand.setup.resolve import resolve_movement
from byestand.words.titles import title_of

MOST_WAYS = 6


@job("quick")
def content(pairs: Pairs) -> Page:
    """Return the page: a form, and the ways to go on where both sides are told."""
    asked = Asked(pairs)
    context: dict[str, Any] = {"asked": asked, "answer": None, "refused": "", "players": None}
    status = 200
    try:
        if (now := asked.text("now").upper()) and is_for_players(now):
            context["players"] = _players(asked)
        elif now and asked.text("pairs"):
            context["answer"] = _answer(asked)
    except ByestandError as no:
        said = refusal(no)
        context["refused"], status = said.sentence, said.status
    return rendered("change.html", "Somebody walked in", status=status, **context)


def _players(asked: Asked) -> dict[str, object]:
    """Return what is set up for single players: for another number of them another movement is looked for."""
    now = SectionSetup(ONLY_SECTION, CatalogMovement(asked.text("now").upper(), asked.texts("missing")))
    return {"name": now.title, "players": len(resolve_movement(now.movement).movement.field.present)}


def _answer(asked: Asked) -> dict[str, object]:
    now = section_in_play(asked)
    movement = resolve_movement(now.movement).movement
    there = room(asked, now=movement)
    ways = what_if(now.movement.name, there, weights(asked), missing=now.movement.missing)
    shown = ways if asked.flag("all") else ways[:MOST_WAYS]
    return {
        "now": title_of(movement),
        "assumed": None if asked.text("cases") else there.cases,
        "code": now.title,
        "pairs": there.pairs,
        "before": len(movement.field.present),
        "ways": [(way, row(way.choice, asked)) for way in shown],
        "left": len(ways) - len(shown),
    }
