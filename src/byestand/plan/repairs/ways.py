"""From what a director says to every way to go on, with what to say for each: what the command and the app ask for."""

from dataclasses import dataclass

from byestand.errors import BadRequest
from byestand.model.judged import Judged
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.plan.repairs.mishaps import as_played, as_seated, require_copies
from byestand.plan.repairs.options import LEAST_SECONDS, Option, Wanted, options
from byestand.plan.repairs.saying import sentences
from byestand.plan.repairs.telling import Mishaps
from byestand.verify.continuations import usual_copies
from byestand.verify.measures import require_cases
from byestand.words.repairs import sat_down_words

MOST_SECONDS = 600


@dataclass(frozen=True, slots=True)
class Ways:
    """Ways to go on, the best first, each with its sentences."""

    options: tuple[Option, ...]
    said: tuple[tuple[str, ...], ...]
    unsound: tuple[Judged, ...]
    """What was found and is not offered, because the judge refused it."""


def wanted(plan: Movement, *, cases: int | None, extra: int, seconds: float) -> Wanted:
    """Return what there is and what is allowed; without a number of cases as many as the plan has."""
    require_cases(cases)
    if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
        raise BadRequest(f"search for {LEAST_SECONDS} to {MOST_SECONDS} seconds, not {seconds:g}")
    found = Wanted(usual_copies(plan) if cases is None else cases, extra, seconds)
    require_copies(plan.seats, plan.groups, found.copies)
    return found


def ways_on(section: Section, after: int, mishaps: Mishaps, having: Wanted, letter: str = "") -> Ways:
    """Return how a section can go on after a round in which something had gone wrong; *letter* begins labels."""
    plan = section.movement
    played = as_played(plan, after, mishaps, copies=having.copies, letter=letter)
    repairs = options(played, having, forgiven=section.judged.evidence.forgiven)
    sat_down = () if mishaps.cards_out else _sat_down(plan, after, mishaps)
    said = tuple((*sat_down, *sentences(each, section.boards, repairs.why_waiting, letter)) for each in repairs.options)
    return Ways(repairs.options, said, repairs.unsound)


def _sat_down(plan: Movement, after: int, mishaps: Mishaps) -> tuple[str, ...]:
    """Return how those come to the right seats who have only sat down in the wrong ones."""
    seats, groups = as_seated(plan, after, mishaps)
    return tuple(sat_down_words(plan, after, seats[-1], groups[-1]))
