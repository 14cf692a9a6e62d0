"""Individuals: every movement there is for so many players, the best first."""

from dataclasses import replace
from typing import Any

from byestand.errors import BadRequest, ByestandError, NotFound
from byestand.model.boards import Boards
from byestand.model.setup import CatalogMovement, SessionSetup
from byestand.plan.individuals import IndividualGame, individuals_data, individuals_for
from byestand.server.asking import Asked, Pairs
from byestand.server.jobs.job import job
from byestand.server.jobs.results import File, Page, json_file, refusal
from byestand.server.pages.tonight import sections_setup
from byestand.server.pictures.room import room_picture
from byestand.server.rendering import rendered
from byestand.setup.resolve import resolve
from byestand.words.titles import called_by_people

MOST_SHOWN = 12


@job("quick")
def content(pairs: Pairs) -> Page:
    """Return the page: a form, and the choices where players are told."""
    asked = Asked(pairs)
    title = "Individuals"
    if not asked.text("players"):
        return rendered("individuals.html", title, asked=asked, answer=None, refused="")
    try:
        return rendered("individuals.html", title, asked=asked, answer=_answer(asked), refused="")
    except ByestandError as no:
        said = refusal(no)
        return rendered("individuals.html", title, status=said.status, asked=asked, answer=None, refused=said.sentence)


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


def _answer(asked: Asked) -> dict[str, Any]:
    options = _options(asked)
    rows = [(option, _setup(option)) for option in options[:MOST_SHOWN]]
    best, setup = rows[0]
    movements = resolve(setup).movements
    return {
        "players": asked.number("players"),
        "rows": rows,
        "left": len(options) - len(rows),
        "best": best,
        "called": " + ".join(dict.fromkeys(map(called_by_people, movements))),
        "setup": setup,
        "picture": room_picture(movements[0], Boards(best.boards_per_round)),
    }


def _setup(option: IndividualGame) -> SessionSetup:
    """Return a choice as it is set up; a missing player is in the last section."""
    *others, last = map(CatalogMovement, map(str, option.names))
    movements = (*others, replace(last, missing=option.missing))
    each = (boards for _, boards in option.section_lengths)
    return sections_setup(tuple(zip(movements, each, strict=True)))
