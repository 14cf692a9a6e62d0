"""The way of an evening, which is the navigation: five steps, where each leads for a night, and what is done of it."""

import re
from dataclasses import dataclass

from byestand.server.nights.kept import Kept

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


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the evening."""

    words: str
    brief: str
    link: str
    """Empty while there is nothing to go to."""
    done: bool
    here: bool


def steps(path: str, query: str, kept: Kept | None) -> tuple[Step, ...]:
    """Return the steps on a page, for the night it is about, or else the one on the desk."""
    links = _links(path, f"?{query}" if query else "", kept)
    reached = _reached(kept) if kept and _night_of(path) in (None, kept.id) else 0
    return tuple(
        Step(words, brief, link, at < reached, bool(re.fullmatch(PLACES[at], path)))
        for at, ((words, brief), link) in enumerate(zip(STEPS, links, strict=True))
    )


def _night_of(path: str) -> int | None:
    found = _NIGHT.match(path)
    return int(found[1].rpartition("/")[2]) if found else None


def _links(path: str, query: str, kept: Kept | None) -> tuple[str, ...]:
    on_desk = kept if kept and _night_of(path) in (None, kept.id) else None
    about = on_desk.id if on_desk else _night_of(path)
    night = f"/nights/{about}" if about else ""
    sections = on_desk.night.sections if on_desk else ()
    movement = f"{night}/section/{sections[0].letter}" if sections else ""
    has_movement = bool(sections) or not on_desk
    pages = ("paper", "play", "results")
    paper, play, results = (f"{night}/{page}" if night and has_movement else "" for page in pages)
    if found := _MOVEMENT.match(path):
        asked = query if re.fullmatch(f"{PLACES[1]}|{PLACES[2]}", path) else ""
        movement = found[1] + asked
        paper = f"{found[1]}/paper{asked}" if path.startswith("/m/") else paper
    return (night or "/", movement, paper, play, results)


def _reached(kept: Kept) -> int:
    """Return how many steps are done: who plays needs no more paper, and who only types results has played."""
    if kept.ended or (kept.night.results and not kept.started):
        return 4
    return 3 if kept.started else 2 if kept.night.sections else 1
