"""The night as pages knew it before `NightState`: for pages that are not converted yet."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from byestand.formats.results import csv
from byestand.model.boards import Boards
from byestand.model.line import Line
from byestand.model.setup import CatalogMovement, CustomMovement, MovementSource, SectionSetup, SessionSetup
from byestand.night.event import NightEvent
from byestand.night.events import (
    EventChanged,
    NamesSet,
    NightCreated,
    NotesChanged,
    ResultEntered,
    ResultsChanged,
    ScoringChanged,
    SeatName,
    SetupChanged,
)
from byestand.night.events.people import names_of
from byestand.night.migrations.documents import split_label
from byestand.night.migrations.lines import parse_lines
from byestand.night.night import Night
from byestand.night.results import EnteredLine, ResultKey
from byestand.night.setting import Repaired, Setting
from byestand.night.stamp import Stamp
from byestand.night.state import NightState, Repair

_STAMP = Stamp(0.0)


def setting_of(section: SectionSetup, sets: int | None, repairs: Sequence[Repair] = ()) -> Setting:
    """Return a section as pages knew it."""
    movement = section.movement
    return Setting(
        movement.name,
        missing=movement.missing,
        boards=section.boards.per_round if section.boards else None,
        first=section.boards.first if section.boards else 1,
        one_winner=movement.one_winner,
        chained=isinstance(movement, CatalogMovement) and movement.chained,
        cases=sets,
        switch=movement.switch_rounds,
        letter=section.letter,
        brought=movement.document if isinstance(movement, CustomMovement) else "",
        repaired=Repaired(repairs[-1].title, setting_of(repairs[-1].before, sets, repairs[:-1])) if repairs else None,
    )


def night_of(state: NightState) -> Night:
    """Return a night as pages knew it."""
    setup = state.setup
    lines = _shown_lines(state)
    return Night(
        setup.event.title,
        tuple(setting_of(section, setup.sets, state.repairs_of(section.letter)) for section in setup.sections),
        names_of(setup),
        state.notes,
        csv.dumps(lines) if lines else "",
        setup.scoring.sections == "apart",
    )


def _shown_lines(state: NightState) -> tuple[Line, ...]:
    """Return all results; those of the only section have no letter, and those of a section that is not there have."""
    setup, results = state.setup, state.results
    hidden = setup.sections[0].letter if len(setup.sections) == 1 else ""
    if set(results.sections) <= {hidden}:
        return results.lines(has_letters=False)
    return tuple(
        replace(line, section="") if line.section == hidden else line for line in results.lines(has_letters=True)
    )


def movement_of(setting: Setting) -> MovementSource:
    """Return the movement of a setting."""
    chosen = (setting.missing, setting.one_winner, setting.switch)
    if setting.brought:
        return CustomMovement(setting.brought, setting.name, *chosen)
    return CatalogMovement(setting.name, *chosen, setting.chained)


def section_of(setting: Setting, names: dict[str, str] | None = None) -> SectionSetup:
    """Return a setting as it is stored."""
    boards = Boards(setting.boards, setting.first) if setting.boards else None
    return SectionSetup(setting.letter, movement_of(setting), boards, names or {})


def created(night: Night) -> NightCreated:
    """Return the first event of a night."""
    letters = [setting.letter or "ABCDEFGHIJKL"[i] for i, setting in enumerate(night.sections)]
    sections = tuple(
        replace(section_of(setting), letter=letter) for setting, letter in zip(night.sections, letters, strict=True)
    )
    setup = SessionSetup(sections=sections, sets=night.cases)
    setup = replace(setup, event=replace(setup.event, title=night.name))
    setup = replace(setup, scoring=replace(setup.scoring, sections="apart" if night.sections_apart else "field"))
    state = NamesSet(_names(night, letters)).apply(NightState(setup=setup), _STAMP)
    lines = _entered(parse_lines(night.results, "the results"), letters)
    repairs = tuple(repair for setting in night.sections for repair in _repairs(setting, setting.letter))
    return NightCreated(state.setup, night.notes, lines, repairs)


def _repairs(setting: Setting, letter: str) -> Iterator[Repair]:
    if setting.repaired:
        yield from _repairs(setting.repaired.before, letter)
        before = replace(section_of(setting.repaired.before), letter=letter)
        yield Repair(letter, setting.repaired.words, before)


def _names(night: Night, letters: list[str]) -> tuple[SeatName, ...]:
    seats = ((split_label(label, letters), name) for label, name in night.pairs.items())
    return tuple(SeatName(*seat, name) for seat, name in seats if seat)


def _entered(lines: Sequence[Line], letters: list[str]) -> tuple[EnteredLine, ...]:
    taken: set[ResultKey] = set()
    entered = []
    for line in lines:
        section = line.section or (letters[0] if len(letters) == 1 else "")
        one = EnteredLine(section, replace(line, section="", number=0))
        while one.key in taken:
            one = replace(one, nth=one.nth + 1)
        taken.add(one.key)
        entered.append(one)
    return tuple(entered)


def changes(state: NightState, before: Night, after: Night, *, source: str = "") -> Iterator[NightEvent]:
    """Yield what makes one night out of another; nothing where they are the same."""
    letters = [section.letter for section in after.sections]
    if after.name != before.name:
        yield EventChanged(replace(state.setup.event, title=after.name))
    if after.sections != before.sections:
        old = [section.letter for section in before.sections]
        moved = {a: b for a, b in zip(old, letters, strict=False) if a != b} if len(old) == len(letters) else {}
        yield SetupChanged(tuple(map(section_of, after.sections)), after.cases, moved)
        state = SetupChanged(tuple(map(section_of, after.sections)), after.cases, moved).apply(state, _STAMP)
    if names := _changed_names(state, after):
        yield NamesSet(names)
    if after.notes != before.notes:
        yield NotesChanged(after.notes)
    if after.sections_apart != before.sections_apart:
        yield ScoringChanged(replace(state.setup.scoring, sections="apart" if after.sections_apart else "field"))
    if after.results != before.results:
        yield from _changed_results(state, _entered(parse_lines(after.results, "the results"), letters), source)


def _changed_names(state: NightState, after: Night) -> tuple[SeatName, ...]:
    wanted, known = dict(_seats(after, [section.letter for section in after.sections])), _known(state)
    gone = (SeatName(*seat, "") for seat in known if seat not in wanted)
    return (*gone, *(SeatName(*seat, name) for seat, name in wanted.items() if known.get(seat) != name))


def _seats(night: Night, letters: list[str]) -> Iterator[tuple[tuple[str, str], str]]:
    for label, name in night.pairs.items():
        if (seat := split_label(label, letters)) and name:
            yield seat, name


def _known(state: NightState) -> dict[tuple[str, str], str]:
    return {(one.letter, label): name for one in state.setup.sections for label, name in one.names.items()}


def _changed_results(state: NightState, after: Sequence[EnteredLine], source: str) -> Iterator[NightEvent]:
    keys = {one.key for one in after}
    entered = tuple(one for one in after if state.results.line(one.key) != one.line)
    withdrawn = tuple(key for key, _ in state.results.items() if key not in keys)
    corrected = any(one.key in state.results for one in entered)
    if len(entered) == 1 and not withdrawn and not source:
        yield ResultEntered(entered[0].section, entered[0].line, entered[0].nth, corrected)
    elif entered or withdrawn:
        yield ResultsChanged(entered, withdrawn, corrected, source)


def imported_lines(state: NightState) -> tuple[Line, ...]:
    """Return the results that are as an imported file had them, read as pages read them."""
    imported = {key for key, result in state.results.items() if result.source}
    both = zip(state.results.items(), parse_lines(night_of(state).results, "the results"), strict=True)
    return tuple(line for (key, _), line in both if key in imported)
