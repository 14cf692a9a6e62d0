"""What people ask for, out of words: a room to plan, a movement as it is set up, the sections of a night."""

from collections.abc import Sequence
from dataclasses import fields, replace
from functools import lru_cache

from byestand.catalog import find_judged, is_for_players
from byestand.errors import BadRequest
from byestand.formats.document import partners
from byestand.formats.registry import loads
from byestand.model.boards import Boards
from byestand.model.claims import Route
from byestand.model.judged import Judged
from byestand.model.movement import Movement
from byestand.model.people import People, Person
from byestand.model.session import Section
from byestand.movements import arrow_switched, ranked_together, with_missing
from byestand.night.night import Night
from byestand.night.setting import USUAL_BOARDS_A_ROUND, Setting
from byestand.plan import Room, Switching, Weights, boards_in_minutes, one_winner
from byestand.plan.choosing.room import USUAL_BOARDS, USUAL_MINUTES_A_BOARD, how_many_winners, who_stays
from byestand.server.asking import Asked, rounds_told, with_boards_of
from byestand.server.rendering import REFUSALS
from byestand.verify import judge
from byestand.verify.measures import balance, competition, require_cases
from byestand.words.titles import title_of

USUAL_BOARDS_FOR_PLAYERS = 3
"""So that each of four plays with each of the others."""
REMEMBERED = 64


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


def section_of(setting: Setting, people: People | None = None) -> Section:
    """Return the section that a setting describes: made or read, and judged."""
    require_cases(setting.cases)
    boards = Boards(setting.boards, setting.first) if setting.boards else None
    found = judged(setting)
    turns = len(found.movement.swivel)
    if boards and turns and turns != boards.per_round:
        raise BadRequest(f"{setting.name} has rounds of {turns} boards, on which its players change seats, no others")
    return Section(found, boards, setting.letter, people or {}, setting.cases)


def judged(setting: Setting) -> Judged:
    """Return the movement of a setting."""
    if setting.one_winner and is_for_players(setting.name):
        return judge(ranked_together(judged(replace(setting, one_winner=False, switch=None)).movement))
    if setting.one_winner:
        return _turned(setting)
    if setting.brought:
        return _brought(setting.brought, setting.missing)
    swivel = setting.boards if is_for_players(setting.name) else None
    return _found(setting.name, setting.missing, setting.chained, swivel)


def switching(setting: Setting) -> Switching:
    """Return where the arrow is turned, for one winner."""
    return _switched(setting)


def sections_of(night: Night) -> tuple[Section, ...]:
    """Return each section of a night, with its people."""
    lettered = len(night.sections) > 1
    found = []
    for setting in night.sections:
        movement = judged(setting).movement
        field = movement.field
        labels = {field.label(c): f"{setting.letter if lettered else ''}{field.label(c)}" for c in field.present}
        people = {own: _persons(movement, night.pairs[label]) for own, label in labels.items() if label in night.pairs}
        found.append(section_of(setting, people))
    return tuple(found)


def _persons(movement: Movement, name: str) -> tuple[Person, ...]:
    return (Person(name),) if movement.is_individual else partners(Person(name))


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


@lru_cache(maxsize=REMEMBERED)
def _found(name: str, missing: Sequence[str], chained: bool, boards: int | None = None) -> Judged:
    return find_judged(name, missing=tuple(missing), chained=chained, boards_per_round=boards)


@lru_cache(maxsize=REMEMBERED)
def _brought(contents: str, missing: Sequence[str]) -> Judged:
    """Return a movement that is kept in full; what its file could mean is forgiven it here too."""
    (document,) = loads(contents.encode(), source="the movement that is kept")
    movement = with_missing(document.movement, *missing) if missing else document.movement
    return judge(movement, forgiven=document.forgiven).or_refused(document.called)


@lru_cache(maxsize=REMEMBERED)
def _turned(setting: Setting) -> Judged:
    return judge(_switched(setting).movement)


@lru_cache(maxsize=REMEMBERED)
def _switched(setting: Setting) -> Switching:
    movement, rounds = judged(replace(setting, one_winner=False, switch=None)).movement, setting.switch
    if movement.claimed(Route) or len(movement.field.lines) != 2:
        called = movement.name or title_of(movement)
        raise BadRequest(f"there is no arrow to switch in {called}: it has a rover, or one winner as it is")
    if rounds is None:
        return one_winner(movement)
    turned = arrow_switched(movement, rounds=rounds)
    return Switching(movement, rounds, {}, balance(competition(turned)))
