"""Choices of the planner as rows of a page: their figures and set-up."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase

from byestand.language import say
from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.model.scoring import Scoring
from byestand.model.setup import CatalogMovement, MovementSource, SectionSetup, SessionSetup
from byestand.parse import hour
from byestand.plan import RankedCandidate
from byestand.plan.choosing.room import USUAL_MINUTES_A_BOARD
from byestand.server.web.query import Query
from byestand.words.dates import clock_words
from byestand.words.titles import called_by_people


def choice_setup(choice: RankedCandidate, asked: Query) -> SessionSetup:
    """Return the set-up of a choice; the missing pair is in the last section."""
    made = choice.candidate
    rounds = made.arrow_switch.rounds if made.arrow_switch else None
    *others, last = (
        CatalogMovement(str(name), one_winner=rounds is not None, switch_rounds=rounds)
        for name in made.arrangement.names
    )
    movements = (*others, replace(last, missing=made.arrangement.missing))
    setup = sections_setup([(movement, made.boards_per_round) for movement in movements], sets=asked.number("cases"))
    is_imps = asked.choice("scoring", ("matchpoints", "imps")) == "imps"
    return replace(setup, scoring=Scoring("cross-imps")) if is_imps else setup


def sections_setup(movements: Sequence[tuple[MovementSource, int]], *, sets: int | None = None) -> SessionSetup:
    """Return the set-up of sections A, B, C and so on, with their movements and boards per round."""
    sections = (
        SectionSetup(letter, movement, Boards(per_round))
        for letter, (movement, per_round) in zip(ascii_uppercase, movements, strict=False)
    )
    return SessionSetup(sections=tuple(sections), sets=sets)


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """A choice on a page: plain figures, and its set-up."""

    rank: int
    title: str
    popular_name: str
    codes: str
    rounds: int
    boards_per_round: int
    boards_played: int
    boards_in_play: int
    boards_missed: int
    boards_to_deal: int
    cases: int
    apples_and_oranges: float
    balance: float
    skip_after: int | None
    facts: tuple[str, ...]
    """The reasons for its rank, one short sentence each."""
    over: tuple[str, str]
    """The finish or the duration, and which of the two it is."""
    setup: SessionSetup

    @property
    def unlike_percent(self) -> str:
        """Unlike comparisons in per cent."""
        return f"{100 * self.apples_and_oranges:.0f}"

    @property
    def reason(self) -> str:
        """The reasons as one text."""
        return " ".join(self.facts)


def row(choice: RankedCandidate, asked: Query) -> ChoiceRow:
    """Return a choice as a row of a page."""
    made = choice.candidate
    return ChoiceRow(
        rank=choice.rank,
        title=str(made.arrangement),
        popular_name=" + ".join(map(called_by_people, made.movements)),
        codes=" + ".join(map(str, made.arrangement.names)),
        rounds=made.rounds,
        boards_per_round=made.boards_per_round,
        boards_played=made.boards_played,
        boards_in_play=made.boards_in_play,
        boards_missed=made.boards_missed,
        boards_to_deal=made.copies.total * made.boards_per_round,
        cases=made.cases,
        apples_and_oranges=round(made.apples_and_oranges, 6),
        balance=round(made.balance, 4),
        skip_after=made.skip_round,
        facts=choice.reasons,
        over=_over(made.boards_played, asked),
        setup=choice_setup(choice, asked),
    )


def _over(boards: int, asked: Query) -> tuple[str, str]:
    """Return the finish or the duration of a session with some boards, and which of the two it is."""
    per_board = asked.figure("minutes_per_board") or USUAL_MINUTES_A_BOARD
    minutes = round(boards * per_board)
    if starts := asked.text("starts"):
        return clock_words(hour(starts), minutes), say("finish, at {minutes:g} minutes per board", minutes=per_board)
    duration = f"{minutes // 60}:{minutes % 60:02}"
    return duration, say("duration, at {minutes:g} minutes per board", minutes=per_board)


def tables_in_words(movements: Sequence[Movement]) -> str:
    """Return the number of tables; with a missing pair one of them is a half table.

    >>> from byestand.catalog import find
    >>> tables_in_words([find("W1813ER", missing=["N19"])]), tables_in_words([find("M0505"), find("M0505")])
    ('18½', '10')
    """
    tables = sum(movement.tables for movement in movements)
    seats_at_gaps = [len(movement.seat_names) for movement in movements for _ in movement.field.missing]
    return f"{tables - 1}½" if seats_at_gaps == [2] else str(tables)
