"""The navigation: the steps of an evening, where each leads for a night and what is done of it, and the menu."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from starlette.datastructures import QueryParams

from byestand.server.storage.records import StoredNight

STEPS = (
    ("Who is here", "Who"),
    ("Movement", "Movement"),
    ("Paper and files", "Paper"),
    ("Play", "Play"),
    ("Results", "Results"),
)
"""What they are called, and where there is little room."""
NIGHT = "/nights/[0-9]{1,18}"
PLACES = (
    rf"/|{NIGHT}",
    rf"/m/[^/]+(/rovers)?|{NIGHT}/section/[^/]+",
    rf"/m/[^/]+/paper|{NIGHT}(/section/[^/]+)?/paper",
    rf"{NIGHT}/play(/.*)?|{NIGHT}/section/[^/]+/wrong",
    rf"{NIGHT}/(results|ranking)(/.*)?",
)
"""The addresses of each step."""
_NIGHT = re.compile(rf"({NIGHT})(?:/|$)")
_MOVEMENT = re.compile(rf"(/m/[^/]+|{NIGHT}/section/[^/]+)(?:/|$)")


class MenuEntry(NamedTuple):
    """A page that every page leads to."""

    path: str
    title: str
    only_hosted: bool = False
    """Whether it is there only where each visitor has a workspace."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the evening."""

    words: str
    brief: str
    link: str
    """Empty while there is nothing to go to."""
    done: bool
    here: bool


def night_in_address(path: str, query: str) -> int | None:
    """Return the number of the night that an address names in its path, or as ``night=`` in its query.

    >>> night_in_address("/nights/3/play", ""), night_in_address("/change", "night=4"), night_in_address("/help", "")
    (3, 4, None)
    """
    if in_path := _NIGHT.match(path):
        return int(in_path[1].rpartition("/")[2])
    in_query = QueryParams(query).get("night", "")
    return int(in_query) if re.fullmatch("[0-9]{1,18}", in_query) else None


def steps(path: str, query: str, kept: StoredNight | None) -> tuple[Step, ...]:
    """Return the steps of the night that the header of a page names."""
    links = _links(path, f"?{query}" if query else "", kept)
    reached = _reached(kept) if kept else 0
    return tuple(
        Step(words, brief, link, at < reached, bool(re.fullmatch(PLACES[at], path)))
        for at, ((words, brief), link) in enumerate(zip(STEPS, links, strict=True))
    )


def _links(path: str, query: str, kept: StoredNight | None) -> tuple[str, ...]:
    night = f"/nights/{kept.id}" if kept else ""
    sections = kept.sections if kept else ()
    movement = f"{night}/section/{sections[0].letter}" if sections else ""
    paper, play, results = (f"{night}/{page}" if sections else "" for page in ("paper", "play", "results"))
    if found := _MOVEMENT.match(path):
        asked = query if re.fullmatch(f"{PLACES[1]}|{PLACES[2]}", path) else ""
        movement = found[1] + asked
        paper = f"{found[1]}/paper{asked}" if path.startswith("/m/") else paper
    return (night or "/", movement, paper, play, results)


def _reached(kept: StoredNight) -> int:
    """Return how many steps are done: who plays needs no more paper, and who only types results has played."""
    if kept.ended or (kept.state.results and not kept.started):
        return 4
    return 3 if kept.started else 2 if kept.sections else 1
