"""The navigation: the steps of a session with their links and state, and the menu."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from starlette.datastructures import QueryParams

from byestand.language import phrase, say
from byestand.server.storage.records import StoredNight

STEPS = (
    (phrase("Plan"), phrase("Plan")),
    (phrase("Movement"), phrase("Movement")),
    (phrase("Print and export"), phrase("Print")),
    (phrase("Play"), phrase("Play")),
    (phrase("Results"), phrase("Results")),
)
"""The title of each step, and its title on narrow screens."""
NIGHT = "/nights/[0-9]{1,18}"
PLACES = (
    rf"/|{NIGHT}",
    rf"/m/[^/]+(/rovers)?|{NIGHT}/section/[^/]+",
    rf"/m/[^/]+/paper|{NIGHT}(/section/[^/]+)?/paper",
    rf"{NIGHT}/play(/.*)?|{NIGHT}/section/[^/]+/wrong",
    rf"{NIGHT}/(results|ranking)(/.*)?",
)
"""The URL paths of each step."""
_NIGHT = re.compile(rf"({NIGHT})(?:/|$)")
_MOVEMENT = re.compile(rf"(/m/[^/]+|{NIGHT}/section/[^/]+)(?:/|$)")


class MenuEntry(NamedTuple):
    """A page in the menu of every page."""

    path: str
    title: str
    only_hosted: bool = False
    """Whether it is only in the menu of a hosted service."""


@dataclass(frozen=True, slots=True)
class NavigationStep:
    """One step of a session."""

    label: str
    brief: str
    link: str
    """Empty if the page is not available yet."""
    done: bool
    is_current: bool


def night_in_address(path: str, query: str) -> int | None:
    """Return the number of the night in the path of a URL, or of ``night=`` in its query.

    >>> night_in_address("/nights/3/play", ""), night_in_address("/change", "night=4"), night_in_address("/help", "")
    (3, 4, None)
    """
    if in_path := _NIGHT.match(path):
        return int(in_path[1].rpartition("/")[2])
    in_query = QueryParams(query).get("night", "")
    return int(in_query) if re.fullmatch("[0-9]{1,18}", in_query) else None


def steps(path: str, query: str, stored: StoredNight | None) -> tuple[NavigationStep, ...]:
    """Return the steps for a page, with links to the pages of the current night."""
    links = _links(path, f"?{query}" if query else "", stored)
    done = _done_steps(stored) if stored else 0
    return tuple(
        NavigationStep(say(title), say(brief), link, number < done, bool(re.fullmatch(PLACES[number], path)))
        for number, ((title, brief), link) in enumerate(zip(STEPS, links, strict=True))
    )


def _links(path: str, query: str, stored: StoredNight | None) -> tuple[str, ...]:
    night = f"/nights/{stored.id}" if stored else ""
    sections = stored.sections if stored else ()
    movement = f"{night}/section/{sections[0].letter}" if sections else ""
    paper, play, results = (f"{night}/{page}" if sections else "" for page in ("paper", "play", "results"))
    if shown := _MOVEMENT.match(path):
        options = query if re.fullmatch(f"{PLACES[1]}|{PLACES[2]}", path) else ""
        movement = shown[1] + options
        paper = f"{shown[1]}/paper{options}" if path.startswith("/m/") else paper
    return (night or "/", movement, paper, play, results)


def _done_steps(stored: StoredNight) -> int:
    """Return how many steps are done: all printing once play has started, and play if there are only results."""
    if stored.ended or (stored.state.results and not stored.started):
        return 4
    return 3 if stored.started else 2 if stored.sections else 1
