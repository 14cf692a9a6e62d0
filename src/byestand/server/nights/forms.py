"""Nights and forms: a night out of what a form says, and a night as the forms of other pages would have it."""

import re
from dataclasses import dataclass, replace

from starlette.datastructures import FormData

from byestand.errors import BadRequest
from byestand.night.night import MOST_FIRST, MOST_NOTES, MOST_SECTIONS, Night
from byestand.night.setting import USUAL_BOARDS_A_ROUND, Setting
from byestand.server.asking import Asked, Pairs, switch_rounds_in_query
from byestand.server.storage.records import StoredNight
from byestand.texts import MOST_NAME, is_one_line

LETTERS = "ABCDEFGHIJKL"
OUR_OWN_NAME = re.compile(r"[0-9]+ (pairs|players), ")
"""How a night is called that nobody has named."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What somebody typed about a night that was not saved, and why not."""

    name: str = ""
    letters: tuple[str, ...] = ()
    firsts: tuple[str, ...] = ()
    """The first board of each section."""
    names: str = ""
    notes: str = ""
    refused: str = ""
    revision: int = 0
    """What the night was when it was opened for typing."""
    over: int = 0
    """What it is now, where somebody else has changed it since: this can be saved over it."""


def chosen(asked: Asked) -> Night:
    """Return the night that a form with a choice describes."""
    names = asked.texts("movement")
    if not names and not asked.text("name", ""):
        raise BadRequest("a night has a movement or at least a name: choose one on the first page")
    if len(names) > MOST_SECTIONS:
        raise BadRequest(f"a night has at most {MOST_SECTIONS} sections, not {len(names)}")
    boards, firsts = _each(asked, "boards", len(names), USUAL_BOARDS_A_ROUND), _each(asked, "first", len(names), 1)
    letters = asked.texts("letter") if len(asked.texts("letter")) == len(names) else LETTERS
    sections = tuple(
        Setting(
            name.upper(),
            missing=asked.texts("missing" if number == len(names) else f"missing{number}"),
            boards=boards[number - 1],
            first=firsts[number - 1],
            one_winner=asked.text("winners") == "1",
            cases=asked.number("cases"),
            switch=switch_rounds_in_query(asked),
            letter=letters[number - 1],
        )
        for number, name in enumerate(names, start=1)
    )
    name = asked.text("name", "A night")[:MOST_NAME]
    _require_name(name)
    return Night(name=name, sections=sections)


def _require_name(name: str) -> None:
    if len(name) > MOST_NAME or not is_one_line(name):
        raise BadRequest(
            f"a night's name is one line of at most {MOST_NAME} characters that can be shown: {name[:40]!r}"
        )


def _each(asked: Asked, word: str, sections: int, usual: int) -> list[int]:
    """Return a number for each section: one that is told is for all of them."""
    told = [Asked(((word, text),)).number(word) or usual for text in asked.texts(word)]
    if len(told) <= 1:
        return (told or [usual]) * sections
    if len(told) != sections:
        raise BadRequest(f"{word}: expected one number, or one for each section: {' '.join(map(str, told))[:40]!r}")
    return told


def gone_over(old: Night, new: Night) -> Night:
    """Return a new choice as the same night: with its name if somebody gave it one, letters, cases and results."""
    sections = new.sections
    if len(sections) == len(old.sections):
        both = zip(sections, old.sections, strict=True)
        sections = tuple(replace(section, letter=before.letter, first=before.first) for section, before in both)
    sections = tuple(replace(section, cases=section.cases or old.cases) for section in sections)
    name = new.name if OUR_OWN_NAME.match(old.name) else old.name
    return replace(new, name=name, sections=sections, results=old.results, sections_apart=old.sections_apart)


def draft(form: FormData) -> Draft:
    """Return what was typed about a night, as it was typed."""
    numbers = Asked(tuple((name, str(form.get(name, "")).strip()) for name in ("revision", "over")))
    return Draft(
        name=" ".join(str(form.get("name", "")).split()),
        letters=tuple(str(letter).strip().upper() for letter in form.getlist("letter")),
        firsts=tuple(str(first).strip() for first in form.getlist("first")),
        names=str(form.get("pairs", "")).replace("\r\n", "\n"),
        notes=str(form.get("notes", "")).replace("\r\n", "\n"),
        revision=numbers.number("revision") or 0,
        over=numbers.number("over") or 0,
    )


def typed_over(night: Night, form: FormData, typed: Draft) -> Night:
    """Return a night with the name, the letters and the notes that were typed; what the form has not stays."""
    if "name" in form and not typed.name:
        raise BadRequest("a night has a name by which you find it again: type one")
    _require_name(typed.name)
    if len(typed.notes) > MOST_NOTES:
        raise BadRequest(f"notes have at most {MOST_NOTES} characters, not {len(typed.notes)}")
    if len(typed.letters) == len(night.sections):
        sections = zip(night.sections, typed.letters, strict=True)
        night = replace(night, sections=tuple(replace(s, letter=letter) for s, letter in sections))
    if len(typed.firsts) == len(night.sections):
        numbered = zip(night.sections, map(_first, typed.firsts), strict=True)
        night = replace(night, sections=tuple(replace(s, first=first) for s, first in numbered))
    notes = typed.notes if "notes" in form else night.notes
    return replace(night, name=typed.name or night.name, notes=notes)


def _first(text: str) -> int:
    """Return the number of the first board as it was typed; nothing is 1."""
    told = Asked((("first", text),)).number("first")
    first = 1 if told is None else told
    if not 1 <= first <= MOST_FIRST:
        raise BadRequest(f"the first board of a session is numbered 1 to {MOST_FIRST}, not {first}")
    return first


def as_change_form(kept: StoredNight) -> Pairs:
    """Return a night as the form about somebody who walked in would have it: of one section, known by its name."""
    sections = kept.night.sections
    if len(sections) != 1 or sections[0].brought:
        return ()
    (section,) = sections
    told = [("now", section.name), ("per_round", str(section.boards)), ("night", str(kept.id))]
    told += [("revision", str(kept.revision)), *(("missing", label) for label in section.missing)]
    told += [("cases", str(section.cases))] if section.cases else []
    return (*told, ("winners", "1")) if section.one_winner else tuple(told)


def as_second_form(night: Night) -> tuple[Pairs, str]:
    """Return a night as the form of the second session would have it, and its names; nothing is searched for yet."""
    if not night.sections or any(section.brought for section in night.sections):
        return (), ""
    several = len(night.sections) > 1
    told = [("offered", "1"), ("boards", str(night.sections[0].boards)), ("first", str(night.sections[0].first))]
    for section in night.sections:
        letter = section.letter if several else ""
        told.append(("movement", f"{letter}={section.name}" if several else section.name))
        told += [("missing", f"{letter}{label}") for label in section.missing]
    return tuple(told), "\n".join(f"{label}\t{name}" for label, name in night.pairs.items())
