"""What there is to say of second sessions: what is proved, and all of it as data, ready for json.

And what people say of such an event: what is played later, and which pairs they mean.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from byestand.catalog.sections import lettered
from byestand.errors import BadRequest
from byestand.model.movement import Movement
from byestand.model.session import Section, Session
from byestand.plan.second_sessions.options import SeatingOption
from byestand.plan.second_sessions.planner import SecondSession
from byestand.search.second_sessions.problem import Wishes
from byestand.words.numbers import between
from byestand.words.titles import title_of

WORDS = {
    "total": "fewest playbacks",
    "max": "smallest maximum",
    "contact": "everybody compared",
    "balance": "best balance",
    "runs": "rule: runs",
    "groups": "rule: groups",
    "half lines": "rule: half lines",
    "squads": "rule: squads",
}
FIGURES = {"total": "playbacks", "max": "maximum", "contact": "never compared"}


def told(total: int, most: int) -> str:
    """Return the playbacks in words."""
    return f"{total} playbacks, at most {most} a pair" if total else "no playbacks"


def titles(plan: SecondSession, title: Callable[[Movement], str] = title_of) -> str:
    """Return what is played, session by session."""

    def called(session: Session) -> str:
        return ", ".join(f"{s.letter + ': ' if s.letter else ''}{title(s.movement)}" for s in session)

    first, second = called(plan.sessions[0]), called(plan.sessions[1])
    return first if first == second else f"{first}; then {second}"


def heading(plan: SecondSession, number: int) -> str:
    """Return what a session is called, with its boards where they have numbers: Session 2, boards 27-52."""
    spans = [_first_and_last(section) or [] for section in plan.sessions[number - 1]]
    boards = [board for span in spans for board in span]
    return f"Session {number}" + (f", boards {between(boards)}" if boards else "")


def label(option: SeatingOption) -> str:
    """Return what an option is called by what it reaches."""
    falls_short = option.name == "contact" and option.account.never
    return "fewest never compared" if falls_short else WORDS.get(option.name, option.name)


def proof(option: SeatingOption) -> str:
    """Return how far a figure is known to be the best."""
    if option.name == "balance" and not option.proved:
        return f"{option.bound:.1f} at best ({option.argument})"
    if option.proved and (option.total_proved or option.name == "balance"):
        by_total = option.total_bound and option.name != "balance"
        return f"proved best: {option.total_argument if by_total else option.argument}"
    low = "" if option.proved else f"{FIGURES[option.name]} {option.bound:g} at least; "
    total = "" if option.name == "total" else f"playbacks {option.total_bound} at least"
    return f"not proved: {(low + total).removesuffix('; ')}"


def figures(plan: SecondSession, option: SeatingOption) -> dict[str, object]:
    """Return an option as data."""
    worth, first = option.account, plan.sessions[0]
    seats = [
        {first.label(p): session.label(seating[p - 1]) for p in first.present}
        for session, seating in zip(plan.sessions[1:], option.seatings, strict=True)
    ]
    return {
        "goal": option.name,
        "total": worth.total,
        "max": worth.most,
        "never": len(worth.never),
        "balance": round(worth.balance, 4),
        "bound": round(option.bound, 4) if option.name == "balance" else int(option.bound),
        "proved": option.proved,
        "argument": option.argument,
        "total_bound": option.total_bound,
        "total_proved": option.total_proved,
        "groups": option.groups,
        "seats": seats[0],
        **({"third": seats[1]} if len(seats) > 1 else {}),
        **({"steps": [step.words for step in option.steps]} if option.steps else {}),
    }


def session_data(plan: SecondSession, people: dict[str, str]) -> dict[str, object]:
    """Return everything as plain data."""
    report = figures(plan, plan.chosen) | {
        "goals": list(plan.goals),
        "movements": [[movement.name or title_of(movement) for movement in s.movements] for s in plan.sessions],
        "again": [[plan.sessions[0].label(a), plan.sessions[0].label(b)] for a, b in plan.chosen.account.again],
        "warnings": [warning.sentence for warning in plan.chosen.warnings],
        "alternatives": [figures(plan, option) for option in plan.others],
        "rules": [figures(plan, replace(rule, bound=0.0)) for rule in plan.rules],
    }
    if plan.sessions[0].next_board:
        report["boards"] = [[_first_and_last(section) for section in session] for session in plan.sessions]
    return report | ({"names": people} if people else {})


def _first_and_last(section: Section) -> list[int] | None:
    boards = section.boards and section.boards.all(section.movement.deal_groups)
    return [boards[0], boards[-1]] if boards else None


def later_sections(named: Sequence[str], later: Sequence[str]) -> Sequence[str]:
    """Return the movements of later sessions: sections named again have another one, the others keep theirs.

    >>> later_sections(["A=M1313", "B=W1813"], ["B=M1818R"])
    ['A=M1313', 'B=M1818R']
    """
    letters = [lettered(argument)[0] for argument in named]
    others = {lettered(argument)[0]: argument for argument in later}
    if strange := next((letter for letter in others if letter and letter not in letters), None):
        known = ", ".join(letter for letter in letters if letter) or "no letters"
        raise BadRequest(f"--then names a section that is not there (there are {known}): {others[strange][:40]!r}")
    if "" in letters or not set(others) <= set(letters):
        return later
    return [others.get(letter, argument) for letter, argument in zip(letters, named, strict=True)]


def named_wishes(first: Session, *, stay: str = "", change: str = "", apart: str = "") -> Wishes:
    """Return who must keep and who must change direction, and who should not meet: lists like ``N1,N5``."""
    wishes = Wishes(*(_pairs(first, text) for text in (stay, change, apart)))
    if both := wishes.stay & wishes.change:
        raise BadRequest(f"a pair cannot both keep and change its direction: {first.label(min(both) + 1)!r}")
    return wishes


def _pairs(session: Session, text: str) -> frozenset[int]:
    """Return the pairs in a list, counted from 0 as the search does."""
    pairs = frozenset(session.seat(part) - 1 for part in text.split(",") if part.strip())
    for pair in pairs:
        if pair + 1 in session.missing:
            raise BadRequest(f"that pair is missing: {session.label(pair + 1)!r}")
    return pairs


def numbered_on(first: Session, later: Session, many: int, first_board: int | None = None) -> tuple[Session, ...]:
    """Return an event of so many sessions: boards go on counting, 27 after 26, or begin with another in the second."""
    sessions = [first]
    board = first_board or first.next_board
    while len(sessions) < many:
        sessions.append(later if board is None else later.numbered_from(board))
        board = sessions[-1].next_board
    return tuple(sessions)
