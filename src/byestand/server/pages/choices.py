"""Choices of the planner as rows of a page: their figures, and where to look at them."""

from collections.abc import Sequence

from byestand.catalog import Name
from byestand.model import Movement
from byestand.plan import Choice
from byestand.plan.choosing.data import choice_data
from byestand.server.asking import Asked
from byestand.server.questions import Setting


def settings(choice: Choice, asked: Asked) -> tuple[Setting, ...]:
    """Return the movement of each section as it is set up; the missing pair is in the last."""
    made = choice.candidate
    *first, last = made.way.names
    cases = asked.number("cases")
    turned = made.switching.rounds if made.switching else None

    def setting(name: Name, missing: tuple[str, ...] = ()) -> Setting:
        return Setting(str(name), missing, made.boards_per_round, turned is not None, cases=cases, switch=turned)

    return (*map(setting, first), setting(last, made.way.missing))


def row(choice: Choice, asked: Asked, *, one_winner: bool) -> dict[str, object]:
    """Return a choice as a page shows it: plain figures, and links to its sections."""
    sections = settings(choice, asked)
    return choice_data(choice, one_winner=one_winner) | {
        "title": str(choice.candidate.way),
        "settings": sections,
        "pairs": sum(len(movement.field.present) for movement in choice.candidate.movements),
        "tables": tables_in_words(choice.candidate.movements),
    }


def tables_in_words(movements: Sequence[Movement]) -> str:
    """Return how many tables there are; where one pair is missing, one of them is half a table.

    >>> from byestand.catalog import find
    >>> tables_in_words([find("W1813ER", missing=["N19"])]), tables_in_words([find("M0505"), find("M0505")])
    ('18½', '10')
    """
    tables = sum(movement.tables for movement in movements)
    missing = [c for movement in movements if not movement.is_individual for c in movement.field.missing]
    return f"{tables - 1}½" if len(missing) == 1 else str(tables)
