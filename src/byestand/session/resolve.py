"""From a stored setup to the session that is played: movements are looked up or read, and judged.

Movements are cached by their source and boards per round, so a change of names starts no new search.
"""

from dataclasses import replace

from byestand.catalog import find_judged, is_for_players
from byestand.errors import BadRequest, FormatError, NotFound
from byestand.formats.formats import loads
from byestand.language import cache_by_language, phrase, say
from byestand.model.claims import Route
from byestand.model.judged import Judged
from byestand.model.movement import Movement
from byestand.model.people import Contestant
from byestand.model.session import Section, Session
from byestand.model.setup import CatalogMovement, CustomMovement, MovementSource, SectionSetup, SessionSetup
from byestand.movements import ranked_together, switch_arrow, with_missing
from byestand.plan import ArrowSwitchPlan, one_winner
from byestand.verify import judge
from byestand.verify.measures import balance, competition, require_cases
from byestand.words.titles import title_of

CACHED = 64
DOCUMENT_SOURCE = phrase("the saved movement")


def resolve(setup: SessionSetup) -> Session:
    """Return the session of a setup; a single section shows no letter."""
    sections = (resolve_section(section, sets=setup.sets, shows_letter=setup.has_letters) for section in setup.sections)
    return Session(tuple(sections), "matchpoints" if setup.scoring.method == "matchpoints" else "imps", setup.event)


def resolve_section(setup: SectionSetup, *, sets: int | None = None, shows_letter: bool = False) -> Section:
    """Return a section with its movement; names of contestants without a seat are left out."""
    require_cases(sets)
    judged = judged_movement(setup)
    turns = len(judged.movement.swivel)
    if setup.boards and turns and turns != setup.boards.per_round:
        name = setup.movement.name
        raise BadRequest(say("{movement} needs exactly {boards} boards per round", movement=name, boards=turns))
    letter = setup.letter if shows_letter else ""
    return Section(judged, setup.boards, letter, _find_contestants(setup, judged.movement), sets)


def find_section(setup: SessionSetup, letter: str) -> SectionSetup:
    """Return the section with a letter."""
    section = setup.section(letter)
    if section is None:
        letters = ", ".join(section.letter for section in setup.sections)
        if not letters:
            raise NotFound(say("this session has no sections: {letter!r}", letter=letter[:40]))
        raise NotFound(say("unknown section; sections are {letters}: {letter!r}", letters=letters, letter=letter[:40]))
    return section


def resolve_one(setup: SessionSetup, letter: str) -> Section:
    """Return one section of a session."""
    return resolve_section(find_section(setup, letter), sets=setup.sets, shows_letter=setup.has_letters)


def resolve_movement(source: MovementSource, boards_per_round: int | None = None) -> Judged:
    """Return a valid movement; in an individual of the catalogue players change seats, by default for 3 boards."""
    changes_seats = isinstance(source, CatalogMovement) and is_for_players(source.name)
    return _resolve_movement(source, boards_per_round if changes_seats else None)


def judged_movement(section: SectionSetup) -> Judged:
    """Return the movement of a section."""
    return resolve_movement(section.movement, section.boards.per_round if section.boards else None)


@cache_by_language(CACHED)
def find_switching(source: MovementSource) -> ArrowSwitchPlan:
    """Return the arrow switch for one winner: in the chosen rounds, or in the fairest ones."""
    movement = _resolve_movement(with_two_winners(source), None).movement
    if movement.claims_of(Route) or len(movement.field.lines) != 2:
        name = movement.name or title_of(movement)
        raise BadRequest(
            say("{movement} cannot be arrow-switched: it has a rover or already has one winner", movement=name)
        )
    if source.switch_rounds is None:
        return one_winner(movement)
    switched = switch_arrow(movement, rounds=source.switch_rounds)
    return ArrowSwitchPlan(movement, source.switch_rounds, {}, balance(competition(switched)))


def fix_switch_rounds(setup: SessionSetup) -> SessionSetup:
    """Return a setup in which every arrow switch has fixed rounds, so no later search changes a stored session."""
    return replace(setup, sections=tuple(map(_fix_switch_rounds, setup.sections)))


def with_two_winners(source: MovementSource) -> MovementSource:
    """Return the same movement without an arrow switch."""
    return replace(source, one_winner=False, switch_rounds=None)


def _fix_switch_rounds(section: SectionSetup) -> SectionSetup:
    source = section.movement
    if not source.one_winner or source.switch_rounds is not None:
        return section
    if resolve_movement(with_two_winners(source)).movement.is_individual:
        return section
    return replace(section, movement=replace(source, switch_rounds=find_switching(source).rounds))


@cache_by_language(CACHED)
def _resolve_movement(source: MovementSource, swivel_boards: int | None) -> Judged:
    if source.one_winner:
        return _resolve_one_winner(source, swivel_boards)
    if isinstance(source, CustomMovement):
        return _read_document(source)
    return find_judged(source.name, missing=source.missing, chained=source.chained, boards_per_round=swivel_boards)


def _resolve_one_winner(source: MovementSource, swivel_boards: int | None) -> Judged:
    before = _resolve_movement(with_two_winners(source), swivel_boards)
    if before.movement.is_individual:
        movement = ranked_together(before.movement)
    else:
        movement = switch_arrow(before.movement, rounds=find_switching(source).rounds)
    return judge(movement, forgiven=before.evidence.forgiven).require_valid(title_of(movement))


def _read_document(source: CustomMovement) -> Judged:
    """Return a movement that is stored in full; rules forgiven for its file are forgiven here too."""
    documents = loads(source.document.encode(), source=say(DOCUMENT_SOURCE))
    if len(documents) != 1:
        raise FormatError(say(DOCUMENT_SOURCE), say("expected 1 movement, not {count}", count=len(documents)))
    (document,) = documents
    judged = document.section.judged
    if source.missing:
        judged = judge(with_missing(document.movement, *source.missing), forgiven=document.forgiven)
    return judged.require_valid(document.display_title)


def names_without_seat(setup: SessionSetup) -> dict[str, str]:
    """Return the names of contestants without a seat in any movement, by their labels on pages.

    There are some after a repair with a late pair was undone.
    """
    names: dict[str, str] = {}
    for section in setup.sections:
        movement = judged_movement(section).movement
        labels = set(map(movement.field.label, movement.field.present))
        strays = {label: who.entry_text for label, who in section.contestants.items() if label not in labels}
        names |= {setup.seat_label(section.letter, label): name for label, name in strays.items()}
    return names


def _find_contestants(setup: SectionSetup, movement: Movement) -> dict[str, Contestant]:
    """Return the contestants with a seat; in an individual each is one player."""
    known = setup.contestants
    labels = [label for label in map(movement.field.label, movement.field.present) if label in known]
    return {label: known[label].as_player() if movement.is_individual else known[label] for label in labels}
