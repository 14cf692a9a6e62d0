"""Sentences about seatings of second sessions: goals, repeat opponents and proofs."""

from collections.abc import Callable, Sequence
from typing import Protocol

from byestand.language import phrase, say, say_many
from byestand.model.movement import Movement
from byestand.model.session import Section, Session
from byestand.words.numbers import between
from byestand.words.titles import title_of

_TITLES = {
    "total": phrase("fewest repeats"),
    "max": phrase("fewest repeats for any pair"),
    "contact": phrase("every pair compared"),
    "balance": phrase("best balance"),
    "runs": phrase("Rule: runs of pairs"),
    "groups": phrase("Rule: groups of pairs"),
    "half lines": phrase("Rule: half of each direction"),
    "squads": phrase("Rule: squads"),
    "the recipe of 2019": phrase("Rule: Hill (2019)"),
}
"""The title of each goal and of each rule."""
_ARGUMENTS = {
    "counting bound": phrase("counting bound"),
    "exhausted search": phrase("exhaustive search"),
    "rearrangement bound": phrase("rearrangement bound"),
    "there are no fewer than none": phrase("0 is the minimum"),
}
"""The arguments for bounds, as in the data of a plan."""


class SeatingAccount(Protocol):
    """The figures of a seating."""

    @property
    def never(self) -> Sequence[object]:
        """Pairs of contestants who are never compared."""


class Seating(Protocol):
    """A seating, with what is proved about better ones."""

    @property
    def name(self) -> str:
        """The goal or the rule."""

    @property
    def account(self) -> SeatingAccount:
        """Its figures."""

    @property
    def bound(self) -> float:
        """The best possible figure of the goal."""

    @property
    def proved(self) -> bool:
        """Whether the figure of the goal is the best possible."""

    @property
    def argument(self) -> str:
        """Why the bound holds."""

    @property
    def total_bound(self) -> int:
        """The fewest possible repeats."""

    @property
    def total_proved(self) -> bool:
        """Whether there are no fewer repeats."""

    @property
    def total_argument(self) -> str:
        """Why the bound of repeats holds."""


class SessionPlan(Protocol):
    """A plan for an event of several sessions."""

    @property
    def sessions(self) -> tuple[Session, ...]:
        """All sessions."""


def goal_title(name: str) -> str:
    """Return the title of a goal or a rule."""
    return say(_TITLES[name]) if name in _TITLES else name


def repeats_text(total: int, most: int) -> str:
    """Return the number of repeat meetings.

    >>> repeats_text(0, 0), repeats_text(12, 2)
    ('no repeat opponents', '12 repeat meetings, at most 2 per pair')
    """
    if not total:
        return say("no repeat opponents")
    return say_many(
        "1 repeat meeting, at most {most} per pair",
        "{number} repeat meetings, at most {most} per pair",
        total,
        most=most,
    )


def titles(plan: SessionPlan, title: Callable[[Movement], str] = title_of) -> str:
    """Return the movements, session by session."""

    def movements(session: Session) -> str:
        return ", ".join(f"{s.letter + ': ' if s.letter else ''}{title(s.movement)}" for s in session)

    first, second = movements(plan.sessions[0]), movements(plan.sessions[1])
    return first if first == second else f"{first}; {say('then')}: {second}"


def heading(plan: SessionPlan, number: int) -> str:
    """Return the heading of a session, with its boards if they have numbers: "Session 2, boards 27-52"."""
    spans = [board_span(section) or [] for section in plan.sessions[number - 1]]
    boards = [board for span in spans for board in span]
    if not boards:
        return say("Session {number}", number=number)
    return say("Session {number}, boards {boards}", number=number, boards=between(boards))


def board_span(section: Section) -> list[int] | None:
    """Return the first and the last board of a section; None without board numbers."""
    boards = section.boards and section.boards.all(section.movement.deal_groups)
    return [boards[0], boards[-1]] if boards else None


def label(option: Seating) -> str:
    """Return the title of a seating by what it achieves."""
    if option.name == "contact" and option.account.never:
        return say("fewest pairs never compared")
    return goal_title(option.name)


def proof(option: Seating) -> str:
    """Return what is proved about better seatings."""
    if option.name == "balance" and not option.proved:
        return f"{say('at best {bound:.1f}', bound=option.bound)} ({_argument_text(option.argument)})"
    if option.proved and (option.total_proved or option.name == "balance"):
        by_total = option.total_bound and option.name != "balance"
        return f"{say('proved best')}: {_argument_text(option.total_argument if by_total else option.argument)}"
    clauses = [] if option.proved else [_bound_text(option)]
    if option.name != "total":
        clauses.append(say_many("at least 1 repeat", "at least {number} repeats", option.total_bound))
    return f"{say('not proved')}: {', '.join(clauses)}" if clauses else say("not proved")


def _argument_text(argument: str) -> str:
    """Return why a bound holds."""
    return say(_ARGUMENTS[argument])


def _bound_text(option: Seating) -> str:
    """Return the best possible figure of the goal."""
    bound = int(option.bound)
    if option.name == "max":
        return say_many("at least 1 repeat for some pair", "at least {number} repeats for some pair", bound)
    if option.name == "contact":
        return say_many("at least 1 pair never compared", "at least {number} pairs never compared", bound)
    return say_many("at least 1 repeat", "at least {number} repeats", bound)
