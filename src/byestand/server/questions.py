"""What people ask for, out of the words of an address: a room to plan, a movement as it is set up."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import lru_cache

from byestand.catalog import find, is_for_players
from byestand.errors import BadRequest
from byestand.model import Movement, board_numbers
from byestand.movements import arrow_switched
from byestand.plan import Room, Switching, Weights, boards_in_minutes, one_winner
from byestand.plan.choosing.room import USUAL_MINUTES_A_BOARD
from byestand.plan.choosing.staying import who_stays
from byestand.server.asking import Asked, rounds_told
from byestand.server.nights.night import Night
from byestand.server.rendering import REFUSALS
from byestand.verify.measures import balance, competition, require_cases

USUAL_BOARDS = range(24, 29)
USUAL_BOARDS_A_ROUND = 2
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
        one_winner=asked.choice("winners", ("2", "1")) == "1",
        stationary=staying,
        seats=seats,
        extra_groups=asked.number("extra_groups"),
        same_boards=asked.flag("same_boards"),
        scoring="imps" if asked.choice("scoring", ("matchpoints", "imps")) == "imps" else "matchpoints",
        rover="rover" not in refused,
        party_table="party" not in refused,
        sharing="sharing" not in refused,
        skip="skip" not in refused,
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


@dataclass(frozen=True, slots=True)
class Setting:
    """A movement as it is set up: who is missing, how many boards a round, one winner or two."""

    name: str
    missing: tuple[str, ...] = ()
    boards: int | None = USUAL_BOARDS_A_ROUND
    """Boards a round; None speaks of deal groups."""
    one_winner: bool = False
    chained: bool = False
    cases: int | None = None
    switch: tuple[int, ...] | None = None
    """With one winner, the rounds in which the arrow is turned; None: where it is fairest."""

    @classmethod
    def of(cls, name: str, asked: Asked) -> "Setting":
        """Return the setting that an address asks for; ``boards=0`` speaks of groups."""
        usual = USUAL_BOARDS_FOR_PLAYERS if is_for_players(name) else USUAL_BOARDS_A_ROUND
        told = asked.number("boards")
        cases = asked.number("cases")
        if told:
            board_numbers(1, told)
        require_cases(cases)
        return cls(
            name=name.strip().upper(),
            missing=asked.texts("missing"),
            boards=usual if told is None else told or None,
            one_winner=asked.choice("winners", ("2", "1")) == "1",
            chained=asked.flag("chain"),
            cases=cases,
            switch=rounds_told(asked),
        )

    @property
    def words(self) -> str:
        """What it is called: the name, and who is missing."""
        return self.name + (f" without {', '.join(self.missing)}" if self.missing else "")

    @property
    def as_asked(self) -> dict[str, object]:
        """The setting as the words of an address; None where nothing is said."""
        return {
            "missing": self.missing or None,
            "boards": self.boards or 0,
            "winners": 1 if self.one_winner else None,
            "switch": None if self.switch is None else ",".join(map(str, self.switch)) or "none",
            "chain": 1 if self.chained else None,
            "cases": self.cases,
        }

    def link(self, path: str = "", **more: object) -> str:
        """Return the address of this movement, or of something about it."""
        return Asked().link(f"/m/{self.name}{path}", **{**self.as_asked, **more})

    def movement(self) -> Movement:
        """Return the movement, judged."""
        if self.one_winner:
            return self.switching().movement
        return _found(self.name, self.missing, self.chained, self.boards if self.for_players else None)

    @property
    def for_players(self) -> bool:
        """Whether single players play it, who change seats within a round."""
        return is_for_players(self.name)

    def switching(self) -> Switching:
        """Return where the arrow is turned, for one winner."""
        return _switched(self.name, self.missing, self.chained, self.switch)


def sections_of(night: Night) -> tuple[Setting, ...]:
    """Return the movement of each section of a night as it is set up."""
    return tuple(
        Setting(
            section.movement,
            section.missing,
            section.boards or night.boards,
            night.one_winner,
            cases=night.cases,
            switch=night.switch,
        )
        for section in night.sections
    )


def set_up_now(asked: Asked) -> Setting:
    """Return what is set up when somebody walks in; that is for pairs, not for single players."""
    now = Setting(asked.text("now").upper(), asked.texts("missing"))
    if now.for_players:
        players = len(now.movement().field.present)
        raise BadRequest(
            f"{now.name} is for {players} single players: with more or fewer another individual is needed,"
            " which the page about individuals finds"
        )
    return now


@lru_cache(maxsize=REMEMBERED)
def _found(name: str, missing: Sequence[str], chained: bool, boards: int | None = None) -> Movement:
    return find(name, missing=tuple(missing), chained=chained, boards_per_round=boards)


@lru_cache(maxsize=REMEMBERED)
def _switched(name: str, missing: Sequence[str], chained: bool, rounds: tuple[int, ...] | None) -> Switching:
    movement = _found(name, missing, chained)
    if movement.rover or movement.is_individual or movement.field.winners == 1:
        raise BadRequest(f"there is no arrow to switch in {name}: it has a rover, or one winner as it is")
    if rounds is None:
        return one_winner(movement)
    turned = arrow_switched(movement, rounds=rounds)
    return Switching(movement, rounds, {}, balance(competition(turned)))
