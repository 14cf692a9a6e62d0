"""Repair options for a section: search, choice and withdrawal.

The options of a search are cached, so that the chosen option is the one on the page.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from textwrap import shorten
from typing import NamedTuple

from byestand.errors import BadRequest, NotFound
from byestand.formats.document import Document
from byestand.formats.formats import FORMATS
from byestand.job import job
from byestand.language import phrase, say
from byestand.model.limits import MAX_NAME_CHARS, MAX_TITLE_CHARS
from byestand.model.movement import Movement
from byestand.model.people import Contestant, ContestantsByLabel, parse_contestant
from byestand.model.session import Section
from byestand.model.setup import CustomMovement, SectionSetup, SessionSetup
from byestand.night.events import RepairChosen, RepairWithdrawn
from byestand.night.events.people import SeatContestant, changed_contestants
from byestand.night.events.repairs import movement_digest
from byestand.night.night_document import require_storable
from byestand.repairs.option_text import option_title, proof_words, repaired_words
from byestand.repairs.repair_options import Option
from byestand.sanitize import is_one_line
from byestand.server.nights.mishap_query import query_last_round, query_repair_options
from byestand.server.web.query import Pairs, Query
from byestand.session.resolve import find_section, judged_movement, resolve_section
from byestand.session.setups import labels_after, newcomers
from byestand.words.titles import title_of

NOT_FOUND = phrase("this repair option has expired; reload the options and choose again")
CUT = " …"


class SectionInNight(NamedTuple):
    """A section with the settings of its night."""

    setup: SectionSetup
    sets: int | None
    shows_letter: bool
    """Whether labels begin with the section letter, because there are several sections."""

    @classmethod
    def from_night(cls, setup: SessionSetup, letter: str) -> "SectionInNight":
        """Return a section of a night."""
        return cls(find_section(setup, letter), setup.sets, setup.has_letters)

    def without_names(self) -> "SectionInNight":
        """Return the same section without names."""
        return self._replace(setup=replace(self.setup, contestants={}))

    def resolve(self) -> Section:
        """Return the section with its movement."""
        return resolve_section(self.setup, sets=self.sets, shows_letter=self.shows_letter)


@dataclass(frozen=True, slots=True)
class RepairOption:
    """A repair option from the search."""

    key: str
    title: str
    proof: str
    """What is proved about it; empty if another option costs the players less."""
    costs: tuple[int, ...]
    changed_rounds: tuple[int, ...]
    told_rounds: tuple[int, ...]
    """Rounds with changed instructions."""
    sentences: tuple[str, ...]
    movement: CustomMovement
    is_plan: bool
    was_cut_off: bool = False
    """Whether the search was stopped by time."""


@job("slow")
def find_options(place: SectionInNight, pairs: Pairs) -> tuple[RepairOption, ...]:
    """Return all options for a section, the best first."""
    section = place.resolve()
    result = query_repair_options(section, Query(pairs))
    lowest = min(option.cost_to_players for option in result.options)
    both = zip(result.options, result.sentences, strict=True)
    name = place.setup.movement.name
    found = (_repair_option(section, name, option, sentences, lowest) for option, sentences in both)
    return tuple(replace(option, was_cut_off=result.was_cut_off) for option in found)


def _repair_option(
    section: Section, name: str, option: Option, sentences: tuple[str, ...], lowest: tuple[int, ...]
) -> RepairOption:
    how, figures = option.continuation, option.figures
    is_best = how.proved or option.cost_to_players == lowest
    movement = _custom_movement(replace(section, judged=option.judged, contestants={}, letter=""), name)
    return RepairOption(
        key=sha256(movement.document.encode()).hexdigest()[:16],
        title=option_title(how.kind, figures.changed_tables, sentences),
        proof=proof_words(how.scope, proved=how.proved) if is_best else "",
        costs=(figures.lost_in_all, *figures.costs[1:]),
        changed_rounds=tuple(sorted({change.round for change in figures.changes})),
        told_rounds=tuple(sorted({change.round for change in figures.changes if change.actual})),
        sentences=sentences,
        movement=movement,
        is_plan=how.kind == "plan",
    )


def _custom_movement(section: Section, planned: str) -> CustomMovement:
    """Return a movement in the form in which a night stores it; without a name of its own under the *planned* one."""
    document = json.loads(FORMATS["json"].dumps((Document(section),)))
    name = section.movement.name or planned or title_of(section.movement)
    return CustomMovement(json.dumps(document, ensure_ascii=False), shorten(name, MAX_NAME_CHARS, placeholder=CUT))


def find_option(options: tuple[RepairOption, ...], key: str) -> RepairOption:
    """Return the option with a key."""
    option = next((option for option in options if option.key == key), None)
    if option is None:
        raise NotFound(say(NOT_FOUND))
    return option


@job("quick")
def choose_option(section: SectionSetup, option: RepairOption, pairs: Pairs, names: Pairs) -> RepairChosen:
    """Return the event of a chosen option, with the typed *names* of late pairs, by label."""
    after = replace(section, movement=option.movement)
    movements = _movement(section), _movement(after)
    typed = dict(names)
    known = _relabel(section.contestants, labels_after(*movements))
    came = [label for label in newcomers(*movements) if label in typed]
    new = {
        label: parse_contestant(known.get(label), name) if (name := _require_name(typed[label])) else None
        for label in came
    }
    title = repaired_words(query_last_round(Query(pairs)), option.title)
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
    """Return the withdrawal of a repair that is not in the log: pairs get their numbers from *before*."""
    movement = _movement(replace(section, movement=before.movement))
    labels = {new: old for old, new in labels_after(movement, _movement(section)).items()}
    return RepairWithdrawn(section.letter, _changed_contestants(section, _relabel(section.contestants, labels)))


@job("quick")
def check_section(place: SectionInNight) -> None:
    """Raise an error for a section whose movement cannot be played."""
    place.resolve()


def _movement(section: SectionSetup) -> Movement:
    return judged_movement(section).movement


def _relabel(known: ContestantsByLabel, labels: Mapping[str, str]) -> dict[str, Contestant | None]:
    """Return contestants by their new labels; those without a seat keep theirs, unless it is used again."""
    without_seat = {label: who for label, who in known.items() if label not in labels}
    return {**without_seat, **{labels[label]: who for label, who in known.items() if label in labels}}


def _require_name(text: str) -> str:
    name = text.strip()
    if len(name) > MAX_NAME_CHARS or not is_one_line(name):
        raise BadRequest(
            say("names must be one line of at most {limit} characters: {name!r}", limit=MAX_NAME_CHARS, name=name[:40])
        )
    return name


def _changed_contestants(
    section: SectionSetup, contestants: Mapping[str, Contestant | None]
) -> tuple[SeatContestant, ...]:
    after = replace(section, contestants={label: who for label, who in contestants.items() if who})
    return changed_contestants(SessionSetup(sections=(section,)), SessionSetup(sections=(after,)))
