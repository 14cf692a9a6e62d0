"""Write the announcements of some movements to golden files. Run it by hand, then read the difference."""

import datetime as dt
from dataclasses import replace
from pathlib import Path

from byestand.catalog import find
from byestand.model.event import Event
from byestand.model.session import Section
from byestand.movements import switch_arrow
from byestand.sentences.announcements import announcements
from tests.support.paths import GOLDEN
from tests.support.round_calls import round_calls
from tests.support.sections import section

FOLDER = GOLDEN / "spoken"
EVENING = Event(start_time=dt.time(19, 30), minutes_per_round=15)


def _one_winner(name: str, **turned: object) -> Section:
    return section(switch_arrow(find(name), **turned), 2)  # type: ignore[arg-type]


SPOKEN = {
    "M1313": section(find("M1313"), 2),
    "M1212_one_winner": _one_winner("M1212", rounds=(1, 7, 12)),
    "M1313_single_tables": _one_winner("M1313", tables={4: (3, 7, 11), 5: (11,)}),
    "M0808R": section(find("M0808R"), 2),
    "M0808X": section(find("M0808X"), 2),
    "W1813": section(find("W1813"), 2),
    "W1812ER": section(find("W1812ER"), 2),
    "W1812ER_half_table": section(find("W1812ER", missing=("N19",)), 2),
    "W1713_two_sets": replace(section(find("W1713"), 2), cases=2),
    "W0705_without_N7": section(find("W0705", missing=("N7",)), 2),
    "W1705_second_session_section_B": section(find("W1705"), 2, "B", first=27),
    "H0813S": section(find("H0813S"), 2),
    "H0813T": section(find("H0813T"), 2),
    "H0813_by_card": section(find("H0813"), 2),
    "R1111": section(find("R1111", boards_per_round=2), 2),
    "R1212": section(find("R1212", boards_per_round=3), 3),
    "R0707S": section(find("R0707S", boards_per_round=2), 2),
    "I1313": section(find("I1313"), 2),
}


def speech(name: str) -> str:
    """Return all announcements as text."""
    said = announcements(SPOKEN[name], EVENING)
    return "\n".join(f"{one.heading} ({one.at})\n" + "".join(f"  {line}\n" for line in one.lines) for one in said)


CALLED = ("M0808X", "M1212_one_winner", "W1812ER_half_table", "W1713_two_sets", "H0813S", "H0813_by_card", "R0707S")
"""Movements whose calls of every round are frozen."""


def calls(name: str) -> str:
    """Return the calls before each round but the first, and at the end."""
    said = {round: lines for round, lines in round_calls(SPOKEN[name], EVENING).items() if round > 1}
    return "\n".join(f"{round}\n" + "".join(f"  {line}\n" for line in lines) for round, lines in said.items())


def golden_calls(name: str) -> Path:
    """Return the path of the calls."""
    return FOLDER / "calls" / f"{name}.txt"


def golden_speech(name: str) -> Path:
    """Return the path of the announcements."""
    return FOLDER / f"{name}.txt"


if __name__ == "__main__":
    (FOLDER / "calls").mkdir(exist_ok=True, parents=True)
    for speech_name in SPOKEN:
        golden_speech(speech_name).write_text(speech(speech_name), encoding="utf-8")
    for called_name in CALLED:
        golden_calls(called_name).write_text(calls(called_name), encoding="utf-8")
