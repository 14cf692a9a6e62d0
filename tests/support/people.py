"""Contestants as users type them."""

from collections.abc import Mapping

from byestand.model.people import Contestant
from byestand.model.setup import SectionSetup, SessionSetup
from byestand.night import events as of


def entry_texts(names: Mapping[str, str]) -> dict[str, Contestant]:
    """Return contestants by their labels."""
    return {label: Contestant.parse(name) for label, name in names.items()}


def typed_names(section: SectionSetup) -> dict[str, str]:
    """Return the names of a section as typed."""
    return {label: contestant.entry_text for label, contestant in section.contestants.items()}


def names_by_section(setup: SessionSetup) -> dict[str, dict[str, str]]:
    """Return all names by section and label."""
    return {section.letter: typed_names(section) for section in setup.sections}


def with_names(section: str, label: str, name: str) -> of.ContestantsChanged:
    """Return the event that gives a contestant a name; an empty one removes it."""
    return of.ContestantsChanged((of.SeatContestant(section, label, Contestant.parse(name) if name else None),))
