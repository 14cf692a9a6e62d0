"""Choices of the planner as rows of a page: their figures, and where to look at them."""

from collections.abc import Sequence

from byestand.catalog import Name
from byestand.model import Movement
from byestand.plan import Choice
from byestand.plan.choosing.data import choice_data
from byestand.server.asking import Asked
from byestand.server.setting import Setting


def settings(choice: Choice, asked: Asked) -> tuple[Setting, ...]:
    """Return the movement of each section as it is set up; the missing pair is in the last."""
    made = choice.candidate
    *first, last = made.way.names
    cases = asked.number("cases")
    turned = made.switching.rounds if made.switching else None

    def setting(name: Name, missing: tuple[str, ...] = ()) -> Setting:
        one_winner = turned is not None
        return Setting(str(name), missing, made.boards_per_round, one_winner=one_winner, cases=cases, switch=turned)

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
    seats_at_gaps = [len(movement.seat_names) for movement in movements for _ in movement.field.missing]
    return f"{tables - 1}½" if seats_at_gaps == [2] else str(tables)
