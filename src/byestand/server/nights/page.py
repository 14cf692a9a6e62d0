"""One night: what was chosen, who is who and where they sit down, and files that know the names of players."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from byestand.errors import BadRequest
from byestand.formats.document import Document
from byestand.formats.names import names_in
from byestand.formats.registry import format_of
from byestand.model.setup import SessionSetup
from byestand.night.night import MOST_NOTES, Night, loads
from byestand.server.asking import Asked, Pairs
from byestand.server.jobs.job import job
from byestand.server.jobs.results import File, Page
from byestand.server.links import movement_path
from byestand.server.nights.forms import Draft
from byestand.server.pages import taking
from byestand.server.pages.files import Offer, as_file, offered, offers, safe_stem
from byestand.server.pages.paper import papers
from byestand.server.questions import judged, sections_of, session_setup_of
from byestand.server.rendering import rendered
from byestand.server.results.evening import lines_of
from byestand.sheets.typefaces import font_warnings
from byestand.words.roving import no_tables
from byestand.words.titles import called_by_people

LETTER = re.compile(r"[A-Z]{1,3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Seat:
    """Where somebody sits down."""

    label: str
    """Which pair, with several sections the letter first."""
    own: str
    """The same within its section."""
    table: int
    seat: str
    round: int
    """The first in which they have a seat: before it they sit out."""
    name: str


@job("quick")
def checked(contents: str) -> None:
    """Do what `require_valid` does with a night as json text."""
    require_valid(loads(contents))


def require_valid(night: Night) -> None:
    """Refuse an unknown movement, two sections with the same letter, and names or results of unknown pairs."""
    letters = [section.letter for section in night.sections]
    if len(set(letters)) < len(letters) or not all(map(LETTER.fullmatch, letters)):
        raise BadRequest(f"sections have different letters, one to three: {', '.join(letters)[:40]!r}")
    labels = _labels(night)
    if stranger := next((label for label in night.pairs if label not in labels), None):
        raise BadRequest(f"there is no pair {stranger} in this night: {night.pairs[stranger][:40]!r}")
    sections_of(night)
    lines_of(night)


@job("quick")
def content(id: int, contents: str, revision: int, lasting: bool, draft: Draft | None = None) -> Page:
    """Return the page of a night; with a *draft* that was refused, as it was typed, and why.

    *lasting* tells whether nights outlive the app.
    """
    night = loads(contents)
    kept = _as_kept(night, revision)
    shown = draft or kept
    if len(shown.letters) != len(kept.letters):
        shown = replace(shown, letters=kept.letters)
    if len(shown.firsts) != len(kept.firsts):
        shown = replace(shown, firsts=kept.firsts)
    sections = sections_of(night)
    movements = [section.movement for section in sections]
    return rendered(
        "night.html",
        night.name,
        id=id,
        night=night,
        draft=shown,
        lasting=lasting,
        for_players=any(len(movement.seat_names) > 2 for movement in movements),
        in_two_lines=any(len(movement.field.lines) == 2 for movement in movements),
        by_name=not any(setting.brought for setting in night.sections),
        people=sum(len(movement.field.present) for movement in movements),
        sections=[
            (setting, called_by_people(movement), tuple(seats_of(night, i)))
            for i, (setting, movement) in enumerate(zip(night.sections, movements, strict=True))
        ],
        has_slips=[papers([section]).get("told") is not None for section in sections],
        labels=_labels(night),
    )


@job("quick")
def paper(id: int, contents: str, pairs: Pairs) -> Page:
    """Return the page of the paper and the files of a night, with all its sections."""
    night, here = loads(contents), f"/nights/{id}"
    sections = sections_of(night)
    if not sections:
        raise BadRequest("this night has no movement yet")
    setup = session_setup_of(night)
    of = [
        (
            called_by_people(resolved.movement),
            f"{section.letter}: {section.title}" if setup.has_letters else section.title,
            movement_path(section, night=id),
        )
        for resolved, section in zip(sections, setup.sections, strict=True)
    ]
    return taking.page(
        sections,
        of,
        here,
        Asked(pairs),
        files=tuple(_offers(id, night, setup)),
        of_night=taking.OfNight(
            night=here,
            named=len(night.pairs),
            people=len(_labels(night)),
            warnings=font_warnings(tuple(night.pairs.values())),
        ),
    )


def _as_kept(night: Night, revision: int) -> Draft:
    """Return a night as its form shows it."""
    return Draft(
        name=night.name,
        letters=tuple(section.letter for section in night.sections),
        firsts=tuple(str(section.first) for section in night.sections),
        names="\n".join(f"{label}\t{name}" for label, name in night.pairs.items()),
        notes=night.notes,
        revision=revision,
    )


@job("quick")
def named(contents: str, text: str, letters: Sequence[str]) -> dict[str, str]:
    """Return the names of pairs in a pasted text: ``N1``, a tab and the name, or the names in order, NS before EW.

    Where sections get other *letters* at the same time, names go with their section.
    """
    night = loads(contents)
    before = _labels(night)
    if len(letters) == len(night.sections):
        sections = zip(night.sections, letters, strict=True)
        night = replace(night, sections=tuple(replace(s, letter=letter) for s, letter in sections))
    after = _labels(night)
    found = names_in(text, before)
    return {new: found[old] for old, new in zip(before, after, strict=True) if old in found}


@job("quick")
def taken_over(contents: str, chosen: str) -> Night:
    """Return another choice with the names and notes of a night: names go with the seat; who has none is noted."""
    old, new = loads(contents), loads(chosen)
    seats = {(number, seat): label for number, labels in _labelled(new) for seat, label in labels.items()}
    pairs, left = {}, []
    for number, labels in _labelled(old):
        for seat, label in labels.items():
            if label in old.pairs and (number, seat) in seats:
                pairs[seats[number, seat]] = old.pairs[label]
            elif label in old.pairs:
                left.append(f"{label} {old.pairs[label]}")
    notes = "\n".join(filter(None, [old.notes, *(f"without a seat now: {who}" for who in left)]))
    if len(notes) > MOST_NOTES:
        raise BadRequest(f"there is no room in the notes for those without a seat: {'; '.join(left)[:200]!r}")
    return replace(new, pairs=pairs, notes=notes)


@job("quick")
def scoring_file(contents: str, to: str, pairs: Pairs) -> File:
    """Return all sections in one file, with the names of players where the format has room for them."""
    night, wanted = loads(contents), format_of(to)
    if not night.sections:
        raise BadRequest("this night has no movement yet")
    documents = _documents(_all_seats(night) if Asked(pairs).flag("all_seats") else night)
    if not wanted.holds_players:
        documents = tuple(replace(document, section=replace(document.section, people={})) for document in documents)
    return as_file(documents, wanted, safe_stem(night.sections[0].name) if len(documents) == 1 else "tonight")


def _offers(id: int, night: Night, setup: SessionSetup) -> Iterator[Offer]:
    """Yield the files of a night: with all its sections, or one for each where a format holds one movement."""
    own = [
        [replace(one, note=f"section {section.letter}: {one.note}") for one in offers(setup, section.letter, night=id)]
        for section in setup.sections
    ]
    for number, offer in enumerate(_offers_together(id, night)):
        if len(own) == 1 or offer.format.holds_many:
            yield offer
        else:
            yield from (section[number] for section in own)


def _offers_together(id: int, night: Night) -> Iterator[Offer]:
    """Yield the files that have all sections of a night."""
    link = f"/nights/{id}/file/"
    gone = [label for section in night.sections for label in section.missing]
    return offered(
        _documents(night),
        _documents(_all_seats(night)) if gone else (),
        lambda to, whole: f"{link}{to.name}{'?all_seats=1' if whole else ''}",
        gone,
    )


def _all_seats(night: Night) -> Night:
    return replace(night, sections=tuple(replace(section, missing=()) for section in night.sections))


def _documents(night: Night) -> tuple[Document, ...]:
    return tuple(map(Document, sections_of(night)))


def _labels(night: Night) -> list[str]:
    return [label for _, labels in _labelled(night) for label in labels.values()]


def _labelled(night: Night) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield for each section, by the seats as two lines have them, what its pairs are called in this night.

    With one winner pairs are numbered through, so that pair 19 of 36 and of 38 are two seats: E1 and N19.
    """
    for number, setting in enumerate(night.sections):
        letter = setting.letter if len(night.sections) > 1 else ""
        field = judged(setting).movement.field
        two_lines = judged(replace(setting, one_winner=False, switch=None)).movement.field
        yield number, {two_lines.label(c): f"{letter}{field.label(c)}" for c in field.present}


def seats_of(night: Night, number: int) -> Iterator[Seat]:
    """Yield where the pairs of a section sit down first."""
    movement = judged(night.sections[number]).movement
    labels = dict(_labelled(night))[number].values()
    for label, contestant in zip(labels, movement.field.present, strict=True):
        own = movement.field.label(contestant)
        first = next(visit for visit in movement.itinerary(own) if visit.table not in no_tables(movement))
        yield Seat(label, own, first.table, first.seat, first.round, night.pairs.get(label, ""))
