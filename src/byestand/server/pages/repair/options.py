"""Options for continuing a section after something went wrong: found, chosen, and taken back.

The options of a search are cached: choosing one gives the option that the page showed.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from textwrap import shorten
from typing import NamedTuple

from byestand.errors import BadRequest, NotFound
from byestand.formats.document import Document
from byestand.formats.registry import FORMATS
from byestand.model.limits import MAX_NAME_CHARS, MAX_TITLE_CHARS
from byestand.model.movement import Movement
from byestand.model.people import Contestant, ContestantsByLabel, retyped
from byestand.model.session import Section
from byestand.model.setup import CustomMovement, SectionSetup, SessionSetup
from byestand.night.document import require_storable
from byestand.night.events import RepairChosen, RepairWithdrawn
from byestand.night.events.people import SeatContestant, changed_contestants
from byestand.night.events.repairs import movement_digest
from byestand.plan.repairs.options import Option
from byestand.server.jobs.job import job
from byestand.server.nights.mishaps import after_asked, ways_asked
from byestand.server.nights.setups import labels_after, newcomers
from byestand.server.web.query import Asked, Pairs
from byestand.setup.resolve import find_section, judged_movement, resolve_section
from byestand.texts import is_one_line
from byestand.words.repairs import option_title, proof_words, repaired_words
from byestand.words.titles import title_of

NOT_FOUND = "that way to go on is no longer at hand: look at the ways again, and choose one of them"
CUT = " …"


class SectionInNight(NamedTuple):
    """A section, and what it has to know of its night."""

    setup: SectionSetup
    sets: int | None
    shows_letter: bool
    """Whether labels begin with the letter: there are several sections."""

    @classmethod
    def of(cls, setup: SessionSetup, letter: str) -> "SectionInNight":
        """Return a section of a night."""
        return cls(find_section(setup, letter), setup.sets, setup.has_letters)

    def without_names(self) -> "SectionInNight":
        """Return the same section, whatever its contestants are called."""
        return self._replace(setup=replace(self.setup, contestants={}))

    def resolve(self) -> Section:
        """Return the section with its movement."""
        return resolve_section(self.setup, sets=self.sets, shows_letter=self.shows_letter)


@dataclass(frozen=True, slots=True)
class RepairOption:
    """A way to continue that the search has found."""

    key: str
    title: str
    proof: str
    """What is proved about it; empty unless no option costs the players less."""
    costs: tuple[int, ...]
    changed_rounds: tuple[int, ...]
    told_rounds: tuple[int, ...]
    """In which tables have to be told something."""
    sentences: tuple[str, ...]
    movement: CustomMovement
    is_plan: bool


@job("slow")
def find_options(place: SectionInNight, pairs: Pairs) -> tuple[RepairOption, ...]:
    """Return all options for a section, the best first."""
    section = place.resolve()
    found = ways_asked(section, Asked(pairs))
    lowest = min(option.cost_to_players for option in found.options)
    both = zip(found.options, found.said, strict=True)
    return tuple(_repair_option(section, option, said, lowest) for option, said in both)


def _repair_option(
    section: Section, option: Option, sentences: tuple[str, ...], lowest: tuple[int, ...]
) -> RepairOption:
    how, figures = option.continuation, option.figures
    is_best = how.proved or option.cost_to_players == lowest
    movement = _custom_movement(replace(section, judged=option.judged, contestants={}, letter=""))
    return RepairOption(
        key=sha256(movement.document.encode()).hexdigest()[:16],
        title=option_title(how.kind, figures.told),
        proof=proof_words(how.scope, proved=how.proved) if is_best else "",
        costs=(figures.lost_in_all, *figures.costs[1:]),
        changed_rounds=tuple(sorted({change.round for change in figures.changes})),
        told_rounds=tuple(sorted({change.round for change in figures.changes if change.now})),
        sentences=sentences,
        movement=movement,
        is_plan=how.kind == "plan",
    )


def _custom_movement(section: Section) -> CustomMovement:
    """Return a movement as a night stores it; the codec writes its document in the same way."""
    document = json.loads(FORMATS["json"].dumps((Document(section),)))
    name = section.movement.name or title_of(section.movement)
    return CustomMovement(json.dumps(document, ensure_ascii=False), shorten(name, MAX_NAME_CHARS, placeholder=CUT))


def find_option(options: tuple[RepairOption, ...], key: str) -> RepairOption:
    """Return the option with a key."""
    option = next((option for option in options if option.key == key), None)
    if option is None:
        raise NotFound(NOT_FOUND)
    return option


@job("quick")
def choose_option(section: SectionSetup, option: RepairOption, pairs: Pairs, names: Pairs) -> RepairChosen:
    """Return the repair that an option is, with the *names* that were typed for newcomers, by label."""
    after = replace(section, movement=option.movement)
    movements = _movement(section), _movement(after)
    typed = dict(names)
    known = _relabel(section.contestants, labels_after(*movements))
    came = [label for label in newcomers(*movements) if label in typed]
    new = {label: retyped(known.get(label), name) if (name := _require_name(typed[label])) else None for label in came}
    title = repaired_words(after_asked(Asked(pairs)), option.title)
    event = RepairChosen(
        section.letter,
        option.movement,
        shorten(title, MAX_TITLE_CHARS, placeholder=CUT),
        movement_digest(section),
        _changed_contestants(section, known | new),
    )
    require_storable(event)
    return event


@job("quick")
def withdraw_repair(section: SectionSetup, before: SectionSetup) -> RepairWithdrawn:
    """Return the withdrawal of a repair that is in no log: pairs get the numbers back that they had *before*."""
    movement = _movement(replace(section, movement=before.movement))
    labels = {new: old for old, new in labels_after(movement, _movement(section)).items()}
    return RepairWithdrawn(section.letter, _changed_contestants(section, _relabel(section.contestants, labels)))


@job("quick")
def check_section(place: SectionInNight) -> None:
    """Refuse a section whose movement cannot be played."""
    place.resolve()


def _movement(section: SectionSetup) -> Movement:
    return judged_movement(section).movement


def _relabel(known: ContestantsByLabel, labels: Mapping[str, str]) -> dict[str, Contestant | None]:
    """Return contestants by their new labels; who has no seat keeps the label, unless somebody else gets it."""
    without_seat = {label: who for label, who in known.items() if label not in labels}
    return {**without_seat, **{labels[label]: who for label, who in known.items() if label in labels}}


def _require_name(text: str) -> str:
    name = text.strip()
    if len(name) > MAX_NAME_CHARS or not is_one_line(name):
        raise BadRequest(f"names are one line of at most {MAX_NAME_CHARS} characters: {name[:40]!r}")
    return name


def _changed_contestants(
    section: SectionSetup, contestants: Mapping[str, Contestant | None]
) -> tuple[SeatContestant, ...]:
    after = replace(section, contestants={label: who for label, who in contestants.items() if who})
    return changed_contestants(SessionSetup(sections=(section,)), SessionSetup(sections=(after,)))
