"""Forms about nights: setups and events out of what they say, and a night as the forms of other pages have it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from starlette.datastructures import FormData

from byestand.errors import BadRequest
from byestand.model.boards import USUAL_BOARDS_PER_ROUND, Boards
from byestand.model.event import Event
from byestand.model.limits import MAX_NAME_CHARS, MAX_NOTES_CHARS, MAX_SECTIONS
from byestand.model.scoring import Scoring
from byestand.model.setup import CatalogMovement, SectionSetup, SessionSetup
from byestand.night.event import NightEvent
from byestand.night.events import ContestantsChanged, EventChanged, NotesChanged, SetupChanged
from byestand.night.events.people import changed_contestants
from byestand.night.stamp import Stamp
from byestand.night.state import NightState
from byestand.server.nights.section_results import require_known_sections
from byestand.server.nights.setups import LETTERS, list_names, require_letters
from byestand.server.web.query import Asked, switch_rounds_in_query
from byestand.texts import is_one_line
from byestand.typed import day


@dataclass(frozen=True, slots=True)
class Draft:
    """The form of a night as it was typed, and why it was not saved."""

    title: str = ""
    club: str = ""
    session: str = ""
    date: str = ""
    letters: tuple[str, ...] = ()
    first_boards: tuple[str, ...] = ()
    """Of each section."""
    names: str = ""
    notes: str = ""
    error: str = ""
    revision: int = 0
    """The revision that the form was opened with."""
    newer: int = 0
    """The revision now, if somebody else has changed the night since: this form can be saved over it."""

    @classmethod
    def of_form(cls, form: FormData) -> "Draft":
        """Return what was typed."""
        numbers = Asked(tuple((name, str(form.get(name, "")).strip()) for name in ("revision", "over")))
        return cls(
            title=_line(form, "name"),
            club=_line(form, "club"),
            session=_line(form, "session"),
            date=_line(form, "date"),
            letters=tuple(str(letter).strip().upper() for letter in form.getlist("letter")),
            first_boards=tuple(str(first).strip() for first in form.getlist("first")),
            names=_lines(form, "pairs"),
            notes=_lines(form, "notes"),
            revision=numbers.number("revision") or 0,
            newer=numbers.number("over") or 0,
        )

    @classmethod
    def of_night(cls, state: NightState) -> "Draft":
        """Return a night as its form shows it."""
        event, sections = state.setup.event, state.setup.sections
        return cls(
            title=event.title,
            club=event.club,
            session=event.session,
            date=event.date.isoformat() if event.date else "",
            letters=tuple(section.letter for section in sections),
            first_boards=tuple(str(section.boards.first if section.boards else 1) for section in sections),
            names=list_names(state.setup),
            notes=state.notes,
            revision=max(state.revisions.values(), default=0),
        )


def _line(form: FormData, name: str) -> str:
    return " ".join(str(form.get(name, "")).split())


def _lines(form: FormData, name: str) -> str:
    return str(form.get(name, "")).replace("\r\n", "\n")


def setup_in_form(asked: Asked) -> SessionSetup:
    """Return the setup that a form with a choice of movements describes; without a title where it gives none."""
    names, title = asked.texts("movement"), asked.text("name")
    if not names and not title:
        raise BadRequest("a night has a movement or at least a name: choose one on the first page")
    if len(names) > MAX_SECTIONS:
        raise BadRequest(f"a night has at most {MAX_SECTIONS} sections, not {len(names)}")
    boards = _numbers(asked, "boards", len(names), USUAL_BOARDS_PER_ROUND)
    firsts = _numbers(asked, "first", len(names), 1)
    letters = asked.texts("letter") if len(asked.texts("letter")) == len(names) else LETTERS
    one_winner, rounds = asked.text("winners") == "1", switch_rounds_in_query(asked)
    sections = tuple(
        SectionSetup(
            letters[number - 1],
            CatalogMovement(
                name.upper(), asked.texts("missing" if number == len(names) else f"missing{number}"), one_winner, rounds
            ),
            Boards(boards[number - 1], firsts[number - 1]),
        )
        for number, name in enumerate(names, start=1)
    )
    event = _with_lines(Event(), title=title[:MAX_NAME_CHARS], session=asked.text("session")[:MAX_NAME_CHARS])
    scoring = Scoring("cross-imps" if asked.choice("scoring", ("matchpoints", "imps")) == "imps" else "matchpoints")
    return SessionSetup(event, scoring, sections, asked.number("cases"))


def _with_lines(event: Event, *, title: str = "", club: str = "", session: str = "") -> Event:
    """Return an event with other texts; refuse one that is too long or cannot be shown."""
    for what, text in (("title", title), ("club", club), ("session", session)):
        if len(text) > MAX_NAME_CHARS or not is_one_line(text):
            most = f"one line of at most {MAX_NAME_CHARS} characters that can be shown"
            raise BadRequest(f"{what}: expected {most}: {text[:40]!r}")
    return replace(event, title=title, club=club, session=session)


def _numbers(asked: Asked, word: str, sections: int, default: int) -> list[int]:
    """Return a number for each section; a single one is for all of them."""
    numbers = [Asked(((word, text),)).number(word) or default for text in asked.texts(word)]
    if len(numbers) <= 1:
        return (numbers or [default]) * sections
    if len(numbers) != sections:
        raise BadRequest(f"{word}: expected one number, or one for each section: {' '.join(map(str, numbers))[:40]!r}")
    return numbers


def edits(state: NightState, form: FormData, typed: Draft, named: SessionSetup | None) -> Iterator[NightEvent]:
    """Yield the events that make what was typed of a night; *named* has the names, if the form has any.

    Names are typed by the letters that sections had; with other letters they go along, as results do.
    """
    setup = state.setup
    event = _typed_event(setup.event, form, typed)
    if event != setup.event:
        yield EventChanged(event)
    if named is not None and (changes := changed_contestants(setup, named)):
        yield ContestantsChanged(changes)
    sections = _typed_sections(setup.sections, typed)
    require_letters(replace(setup, sections=sections))
    if sections != setup.sections:
        letters = zip(setup.sections, sections, strict=True)
        relettered = {old.letter: new.letter for old, new in letters if old.letter != new.letter}
        yield SetupChanged(without_names(sections), setup.sets, relettered)
    if "notes" in form and typed.notes != state.notes:
        if len(typed.notes) > MAX_NOTES_CHARS:
            raise BadRequest(f"notes have at most {MAX_NOTES_CHARS} characters, not {len(typed.notes)}")
        yield NotesChanged(typed.notes)


def _typed_event(event: Event, form: FormData, typed: Draft) -> Event:
    """Return the event with what was typed; what the form does not have stays."""
    if "name" in form and not typed.title:
        raise BadRequest("a night has a title by which you find it again: type one")
    date = event.date
    if "date" in form:
        try:
            date = day(typed.date) if typed.date else None
        except BadRequest as error:
            raise BadRequest(f"date: {error}") from error
    return _with_lines(
        replace(event, date=date),
        title=typed.title or event.title,
        club=typed.club if "club" in form else event.club,
        session=typed.session if "session" in form else event.session,
    )


def _typed_sections(sections: Sequence[SectionSetup], typed: Draft) -> tuple[SectionSetup, ...]:
    if len(typed.letters) == len(sections):
        sections = [replace(one, letter=letter) for one, letter in zip(sections, typed.letters, strict=True)]
    if len(typed.first_boards) == len(sections):
        sections = [_with_first_board(*one) for one in zip(sections, typed.first_boards, strict=True)]
    return tuple(sections)


def _with_first_board(section: SectionSetup, text: str) -> SectionSetup:
    first = Asked((("first", text),)).number("first")
    if section.boards is None:
        return section
    return replace(section, boards=replace(section.boards, first=1 if first is None else first))


def without_names(sections: Sequence[SectionSetup]) -> tuple[SectionSetup, ...]:
    """Return sections as an event about movements has them."""
    return tuple(replace(section, contestants={}) for section in sections)


def replacement_events(state: NightState, setup: SessionSetup, notes: str) -> Iterator[NightEvent]:
    """Yield the events after which a night has the sections, names and notes of another choice."""
    before = state.setup
    require_known_sections(state.results, (section.letter for section in setup.sections))
    changed = SetupChanged(without_names(setup.sections), setup.sets)
    if (changed.sections, changed.sets) != (without_names(before.sections), before.sets):
        yield changed
        state = changed.apply(state, Stamp(0.0))
    if changes := changed_contestants(state.setup, setup):
        yield ContestantsChanged(changes)
    if notes != state.notes:
        yield NotesChanged(notes)
