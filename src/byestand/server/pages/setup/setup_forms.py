"""Forms of a session: from requests to setups and events, and from a state to a form."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from starlette.datastructures import FormData

from byestand.errors import BadRequest
from byestand.language import phrase, say
from byestand.model.boards import USUAL_BOARDS_PER_ROUND, Boards
from byestand.model.event import Event
from byestand.model.limits import MAX_NAME_CHARS, MAX_NOTES_CHARS, MAX_SECTIONS
from byestand.model.scoring import Scoring
from byestand.model.setup import CatalogMovement, SectionSetup, SessionSetup
from byestand.night.events import ContestantsChanged, EventChanged, NotesChanged, SetupChanged
from byestand.night.events.people import changed_contestants
from byestand.night.night_event import NightEvent
from byestand.night.stamp import Stamp
from byestand.night.state import NightState
from byestand.parse import day
from byestand.sanitize import is_one_line
from byestand.server.web.query import Query, switch_rounds_in_query
from byestand.session.section_results import require_known_sections
from byestand.session.setups import LETTERS, list_names, require_letters


@dataclass(frozen=True, slots=True)
class Draft:
    """The typed form of a session, and why it was not saved."""

    title: str = ""
    club: str = ""
    session: str = ""
    date: str = ""
    letters: tuple[str, ...] = ()
    first_boards: tuple[str, ...] = ()
    """First board of each section."""
    names: str = ""
    notes: str = ""
    error: str = ""
    revision: int = 0
    """The revision when the form was loaded."""
    newer: int = 0
    """The current revision, if the session was changed elsewhere; it allows to overwrite."""

    @classmethod
    def of_form(cls, form: FormData) -> "Draft":
        """Return the form of a request."""
        numbers = Query(tuple((name, str(form.get(name, "")).strip()) for name in ("revision", "over")))
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
        """Return the form of a state."""
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


def setup_in_form(asked: Query) -> SessionSetup:
    """Return the setup of a form with a choice of movements."""
    names, title = asked.texts("movement"), asked.text("name")
    if not names and not title:
        raise BadRequest(say("a session needs a movement or a name; choose a movement on the home page"))
    if len(names) > MAX_SECTIONS:
        raise BadRequest(
            say("a session can have at most {limit} sections, not {count}", limit=MAX_SECTIONS, count=len(names))
        )
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
    """Return an event with other texts; raise BadRequest for a text that is too long or not printable."""
    errors = {
        phrase("the title must be one line of at most {limit} printable characters: {text!r}"): title,
        phrase("the club must be one line of at most {limit} printable characters: {text!r}"): club,
        phrase("the session must be one line of at most {limit} printable characters: {text!r}"): session,
    }
    for error, text in errors.items():
        if len(text) > MAX_NAME_CHARS or not is_one_line(text):
            raise BadRequest(say(error, limit=MAX_NAME_CHARS, text=text[:40]))
    return replace(event, title=title, club=club, session=session)


def _numbers(asked: Query, word: str, sections: int, default: int) -> list[int]:
    """Return a number for each section; a single number applies to all sections."""
    numbers = [Query(((word, text),)).number(word) or default for text in asked.texts(word)]
    if len(numbers) <= 1:
        return (numbers or [default]) * sections
    if len(numbers) != sections:
        text = " ".join(map(str, numbers))[:40]
        raise BadRequest(say("{name}: expected one number, or one per section: {text!r}", name=word, text=text))
    return numbers


def edits(state: NightState, form: FormData, typed: Draft, named: SessionSetup | None) -> Iterator[NightEvent]:
    """Yield the events that turn a state into the typed form; *named* has the names, if the form has any.

    Names use the old letters of the sections. With new letters names and results stay with their section.
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
        new_letters = {old.letter: new.letter for old, new in letters if old.letter != new.letter}
        yield SetupChanged(without_names(sections), setup.sets, new_letters)
    if "notes" in form and typed.notes != state.notes:
        if len(typed.notes) > MAX_NOTES_CHARS:
            raise BadRequest(
                say(
                    "notes can have at most {limit} characters, not {count}",
                    limit=MAX_NOTES_CHARS,
                    count=len(typed.notes),
                )
            )
        yield NotesChanged(typed.notes)


def _typed_event(event: Event, form: FormData, typed: Draft) -> Event:
    """Return the event of the typed form; missing fields stay unchanged."""
    if "name" in form and not typed.title:
        raise BadRequest(say("enter a session name"))
    date = event.date
    if "date" in form:
        try:
            date = day(typed.date) if typed.date else None
        except BadRequest as error:
            raise BadRequest(f"{say('date')}: {error}") from error
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
    first = Query((("first", text),)).number("first")
    if section.boards is None:
        return section
    return replace(section, boards=replace(section.boards, first=1 if first is None else first))


def without_names(sections: Sequence[SectionSetup]) -> tuple[SectionSetup, ...]:
    """Return sections without contestants, as in an event about movements."""
    return tuple(replace(section, contestants={}) for section in sections)


def replacement_events(state: NightState, setup: SessionSetup, notes: str) -> Iterator[NightEvent]:
    """Yield the events that give a night the sections, names and notes of another choice."""
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
