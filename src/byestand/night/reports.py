"""Reported problems as sentences for the log, which does not know the movement."""

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from byestand.language import phrase, say, say_many
from byestand.night.state import Report
from byestand.words.numbers import join_items

Words: TypeAlias = Callable[[re.Match[str], str], str]
"""From a match, and the section letter before labels, to a sentence."""
_MOVED_WRONG = {
    "ns": phrase("NS moved wrong after round {round}"),
    "ew": phrase("EW moved wrong after round {round}"),
    "all": phrase("All pairs moved wrong after round {round}"),
}


def describe_report(report: Report, letter: str = "") -> str:
    """Return a whole report; *letter* is given if the session has several sections.

    >>> describe_report((("after", "5"), ("swapped", "E3,E9@5"), ("cases", "2")), "B")
    'Problem reported in section B: BE3 and BE9 changed places in round 5'
    >>> describe_report(())
    'Report removed'
    """
    if not report:
        return say("Report removed in section {letter}", letter=letter) if letter else say("Report removed")
    title = say("Problem reported in section {letter}", letter=letter) if letter else say("Problem reported")
    items = "; ".join(describe_item(name, text, letter) for name, text in report if name in REPORTS)
    return f"{title}: {items}" if items else title


def describe_item(name: str, text: str, letter: str = "") -> str:
    """Return one reported problem; as it was typed if it is not understood.

    >>> describe_item("left", "E4@3"), describe_item("left", "@3")
    ('E4 left after round 3', 'left @3')
    """
    if name in REPORTS:
        pattern, describe = REPORTS[name]
        if match := pattern.fullmatch(text.strip()):
            return describe(match, letter)
    return f"{name.replace('_', ' ')} {text}"


def _people(labels: str, letter: str) -> list[str]:
    return [f"{letter}{label.strip()}" for label in labels.split(",") if label.strip() not in ("", "-")]


def _seats(match: re.Match[str], letter: str) -> str:
    people = _people(match[3], letter)
    if not people:
        return say("Nobody sat at table {table} in round {round}", table=match[2], round=match[1])
    return say(
        "{people} sat at table {table} in round {round}", people=join_items(people), table=match[2], round=match[1]
    )


def _describe_swap(match: re.Match[str], letter: str) -> str:
    people = _people(match[1], letter)
    if len(people) > 1:
        if match[2]:
            return say("{people} changed places in round {round}", people=join_items(people), round=match[2])
        return say("{people} changed places", people=join_items(people))
    who = people[0] if people else "?"
    if match[2]:
        return say("{who} and an unknown pair changed places in round {round}", who=who, round=match[2])
    return say("{who} and an unknown pair changed places", who=who)


def _boards(match: re.Match[str], letter: str) -> str:
    del letter
    if match[3] == "0":
        return say("No boards at table {table} in round {round}", table=match[2], round=match[1])
    return say("Wrong boards at table {table} in round {round}", table=match[2], round=match[1])


def _describe_departure(match: re.Match[str], letter: str) -> str:
    who = f"{letter}{match[1]}"
    return say("{who} left after round {round}", who=who, round=match[2]) if match[2] else say("{who} left", who=who)


_AT_TABLE = re.compile(r"(\d+)\s*:\s*(\d+)\s*=\s*(.+)")
REPORTS: Mapping[str, tuple[re.Pattern[str], Words]] = {
    "boards": (_AT_TABLE, _boards),
    "seats": (_AT_TABLE, _seats),
    "swapped": (re.compile(r"([^@]+?)\s*(?:@\s*(\d+))?"), _describe_swap),
    "cancelled": (
        re.compile(r"(\d+)\s*:\s*(\d+)"),
        lambda match, _: say("Table {table} cancelled in round {round}", table=match[2], round=match[1]),
    ),
    "moved": (
        re.compile(r"(ns|ew|all)\s*:[^@]*@\s*(\d+)", re.IGNORECASE),
        lambda match, _: say(_MOVED_WRONG[match[1].lower()], round=match[2]),
    ),
    "boards_moved": (
        re.compile(r"[^@]*@\s*(\d+)"),
        lambda match, _: say("All boards moved wrong after round {round}", round=match[1]),
    ),
    "skip": (
        re.compile(r"(forgotten)|(\d+)"),
        lambda match, _: say("Skip forgotten") if match[1] else say("Skip made after round {round}", round=match[2]),
    ),
    "left": (re.compile(r"([^@]+?)\s*(?:@\s*(\d+))?"), _describe_departure),
    "came": (
        re.compile(r"\d{1,3}"),
        lambda match, _: say_many("1 late pair arrived", "{number} late pairs arrived", int(match[0])),
    ),
}
"""How each option of a report is written, and its sentence."""
