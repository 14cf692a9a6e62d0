"""Nights and forms: a night out of what a form says, and a night as the forms of other pages would have it."""

import re
from dataclasses import replace

from starlette.datastructures import FormData

from byestand.errors import BadRequest
from byestand.server.asking import Asked, Pairs, rounds_told
from byestand.server.nights.night import MOST_NOTES, MOST_SECTIONS, Draft, Night, Section
from byestand.server.nights.store import Kept
from byestand.texts import MOST_NAME

USUAL_BOARDS = 2
"""Boards a round where nobody says."""
LETTERS = "ABCDEFGHIJKL"
OUR_OWN_NAME = re.compile(r"[0-9]+ (pairs|players), ")
"""How a night is called that nobody has named."""


def chosen(asked: Asked) -> Night:
    """Return the night that a form with a choice describes."""
    names = asked.texts("movement")
    if not names and not asked.text("name", ""):
        raise BadRequest("a night has a movement or at least a name: choose one on the first page")
    if len(names) > MOST_SECTIONS:
        raise BadRequest(f"a night has at most {MOST_SECTIONS} sections, not {len(names)}")
    boards = _boards(asked, len(names))
    told = zip(LETTERS, names, boards, strict=False)
    sections = [
        Section(letter, name.upper(), boards=each if each != boards[0] else None) for letter, name, each in told
    ]
    if sections:
        sections[-1] = replace(sections[-1], missing=asked.texts("missing"))
    return Night(
        name=asked.text("name", "A night")[:MOST_NAME],
        sections=tuple(sections),
        boards=boards[0],
        cases=asked.number("cases"),
        one_winner=asked.text("winners") == "1",
        switch=rounds_told(asked),
    )


def _boards(asked: Asked, sections: int) -> list[int]:
    """Return the boards a round of each section, of the first at least: one number is for all of them."""
    told = [Asked((("boards", text),)).number("boards") or USUAL_BOARDS for text in asked.texts("boards")]
    if len(told) <= 1:
        return (told or [USUAL_BOARDS]) * max(1, sections)
    if len(told) != sections:
        raise BadRequest(f"boards: expected one number, or one for each section: {' '.join(map(str, told))[:40]!r}")
    return told


def gone_over(old: Night, new: Night) -> Night:
    """Return a new choice as the same night: with its name if somebody gave it one, its letters and its cases."""
    sections = new.sections
    if len(sections) == len(old.sections):
        both = zip(sections, old.sections, strict=True)
        sections = tuple(replace(section, letter=before.letter) for section, before in both)
    name = new.name if OUR_OWN_NAME.match(old.name) else old.name
    return replace(new, name=name, sections=sections, cases=new.cases or old.cases)


def draft(form: FormData) -> Draft:
    """Return what was typed about a night, as it was typed."""
    numbers = Asked(tuple((name, str(form.get(name, "")).strip()) for name in ("revision", "over")))
    return Draft(
        name=" ".join(str(form.get("name", "")).split()),
        letters=tuple(str(letter).strip().upper() for letter in form.getlist("letter")),
        names=str(form.get("pairs", "")).replace("\r\n", "\n"),
        notes=str(form.get("notes", "")).replace("\r\n", "\n"),
        revision=numbers.number("revision") or 0,
        over=numbers.number("over") or 0,
    )


def typed_over(night: Night, form: FormData, typed: Draft) -> Night:
    """Return a night with the name, the letters and the notes that were typed; what the form has not stays."""
    if "name" in form and not typed.name:
        raise BadRequest("a night has a name by which you find it again: type one")
    if len(typed.name) > MOST_NAME:
        raise BadRequest(f"a night's name has at most {MOST_NAME} characters, not {len(typed.name)}")
    if len(typed.notes) > MOST_NOTES:
        raise BadRequest(f"notes have at most {MOST_NOTES} characters, not {len(typed.notes)}")
    if len(typed.letters) == len(night.sections):
        sections = zip(night.sections, typed.letters, strict=True)
        night = replace(night, sections=tuple(replace(s, letter=letter) for s, letter in sections))
    notes = typed.notes if "notes" in form else night.notes
    return replace(night, name=typed.name or night.name, notes=notes)


def as_change_form(kept: Kept) -> Pairs:
    """Return a night as the form about somebody who walked in would have it; nothing where it has several sections."""
    night = kept.night
    if len(night.sections) != 1:
        return ()
    (section,) = night.sections
    told = [("now", section.movement), ("per_round", str(section.boards or night.boards)), ("night", str(kept.id))]
    told += [("revision", str(kept.revision)), *(("missing", label) for label in section.missing)]
    told += [("cases", str(night.cases))] if night.cases else []
    return (*told, ("winners", "1")) if night.one_winner else tuple(told)


def as_second_form(night: Night) -> tuple[Pairs, str]:
    """Return a night as the form of the second session would have it, and its names; nothing is searched for yet."""
    several = len(night.sections) > 1
    told = [("offered", "1")]
    for section in night.sections:
        letter = section.letter if several else ""
        told.append(("movement", f"{letter}={section.movement}" if several else section.movement))
        told += [("missing", f"{letter}{label}") for label in section.missing]
    return tuple(told), "\n".join(f"{label}\t{name}" for label, name in night.pairs.items())
