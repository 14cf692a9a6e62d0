"""What people ask for, out of words: a room to plan, a movement as it is set up, the sections of a night."""

from dataclasses import fields, replace

from byestand.catalog import is_for_players
from byestand.errors import BadRequest
from byestand.model.boards import Boards
from byestand.model.judged import Judged
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.model.setup import CatalogMovement, CustomMovement, MovementSource, SectionSetup
from byestand.night.night import Night
from byestand.night.setting import USUAL_BOARDS_A_ROUND, Setting
from byestand.plan import Room, Switching, Weights, boards_in_minutes
from byestand.plan.choosing.room import USUAL_BOARDS, USUAL_MINUTES_A_BOARD, how_many_winners, who_stays
from byestand.server.asking import Asked, rounds_told, with_boards_of
from byestand.server.rendering import REFUSALS
from byestand.setup.resolve import find_switching, resolve_movement, resolve_section

USUAL_BOARDS_FOR_PLAYERS = 3
"""So that each of four plays with each of the others."""


def room(asked: Asked, *, now: Movement | None = None) -> Room:
    """Return the room tonight; with a movement set up *now*, what was not said is as it has it."""
    pairs, tables = asked.number("pairs"), asked.number("tables")
    if pairs is None and tables is None:
        raise BadRequest("say how many pairs there are")
    minutes, boards = asked.number("minutes"), asked.span("boards")
    per_board = asked.figure("minutes_per_board") or USUAL_MINUTES_A_BOARD
    if minutes is not None and boards is not None:
        raise BadRequest("say how many boards, or how long, not both")
    per_round = asked.span("per_round")
    refused = asked.texts("refuse")
    if unknown := sorted(set(refused) - set(REFUSALS)):
        raise BadRequest(f"refuse: expected some of {', '.join(REFUSALS)}: {unknown[0][:40]!r}")
    cases = asked.number("cases")
    if cases is None and now and now.layout:
        cases = len(now.layout.cases)
    staying, seats = who_stays(" ".join(asked.texts("stationary")))
    return Room(
        pairs=pairs if pairs is not None else 2 * (tables or 0),
        boards=boards or (boards_in_minutes(minutes, per_board) if minutes is not None else USUAL_BOARDS),
        boards_per_round=per_round or (range(2, 3) if now else None),
        cases=cases,
        winners=how_many_winners(asked.choice("winners", ("any", "2", "1"))),
        stationary=staying,
        seats=seats,
        extra_groups=asked.number("extra_groups"),
        same_boards=asked.flag("same_boards"),
        scoring="imps" if asked.choice("scoring", ("matchpoints", "imps")) == "imps" else "matchpoints",
        rover="rover" not in refused,
        party_table="party" not in refused,
        sharing="sharing" not in refused,
        skip="skip" not in refused,
        guide_cards="cards" not in refused,
        sections=asked.number("sections") or 1,
        minutes_per_board=per_board,
    )


def weights(asked: Asked) -> Weights:
    """Return what the director minds: ``weight=skip:3`` changes one of them."""
    changes = {}
    for text in asked.texts("weight"):
        name, _, points = text.partition(":")
        figure = Asked((("weight", points),)).figure("weight") if points else None
        if figure is None:
            known = ", ".join(field.name for field in fields(Weights))
            raise BadRequest(f"a weight is told as NAME:POINTS, with a name of {known}: {text[:40]!r}")
        changes[name] = figure
    return Weights().having(changes)


def setting_asked(name: str, asked: Asked) -> Setting:
    """Return the movement of that name as an address asks for it."""
    name = name.strip().upper()
    usual = Setting(
        name,
        missing=asked.texts("missing"),
        boards=USUAL_BOARDS_FOR_PLAYERS if is_for_players(name) else USUAL_BOARDS_A_ROUND,
        one_winner=asked.choice("winners", ("2", "1")) == "1",
        chained=asked.flag("chain"),
        switch=rounds_told(asked),
    )
    return with_boards_of(usual, asked)


def setup_of(setting: Setting) -> SectionSetup:
    """Return what a stored setting says as a section setup."""
    boards = Boards(setting.boards, setting.first) if setting.boards else None
    return SectionSetup(setting.letter, source_of(setting), boards)


def source_of(setting: Setting) -> MovementSource:
    """Return the movement of a stored setting."""
    if setting.brought:
        return CustomMovement(
            setting.brought, setting.name, setting.missing, one_winner=setting.one_winner, switch_rounds=setting.switch
        )
    return CatalogMovement(
        setting.name,
        setting.missing,
        one_winner=setting.one_winner,
        switch_rounds=setting.switch,
        chained=setting.chained,
    )


def section_of(setting: Setting) -> Section:
    """Return the section that a setting describes: made or read, and judged."""
    return resolve_section(setup_of(setting), sets=setting.cases, shows_letter=True)


def judged(setting: Setting) -> Judged:
    """Return the movement of a setting."""
    return resolve_movement(source_of(setting), setting.boards)


def switching(setting: Setting) -> Switching:
    """Return where the arrow is turned, for one winner."""
    return find_switching(source_of(setting))


def sections_of(night: Night) -> tuple[Section, ...]:
    """Return each section of a night, with its people and its letter."""
    lettered = len(night.sections) > 1
    return tuple(
        resolve_section(
            replace(setup_of(setting), names=names_of(night, setting.letter if lettered else "")),
            sets=setting.cases,
            shows_letter=True,
        )
        for setting in night.sections
    )


def names_of(night: Night, letter: str) -> dict[str, str]:
    """Return the names of a section by their labels within it."""
    return {label.removeprefix(letter): name for label, name in night.pairs.items() if label.startswith(letter)}


def set_up_now(asked: Asked) -> Setting:
    """Return what is set up when somebody walks in; that is for pairs, not for single players."""
    now = Setting(asked.text("now").upper(), asked.texts("missing"))
    if is_for_players(now.name):
        players = len(judged(now).movement.field.present)
        raise BadRequest(
            f"{now.name} is for {players} single players: with more or fewer another individual is needed,"
            " which the page about individuals finds"
        )
    return now
