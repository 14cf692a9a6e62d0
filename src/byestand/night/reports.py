"""What was reported to have gone wrong, in words: for the log, which has no movement at hand."""

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from byestand.language import say, say_many
from byestand.night.state import Report
from byestand.words.numbers import enumerated

Words: TypeAlias = Callable[[re.Match[str], str], str]
"""From what was matched, and the letter that stands before labels, to words."""
_LINES = {"ns": "NS", "ew": "EW", "all": "all"}


def describe_report(said: Report, letter: str = "") -> str:
    """Return a whole report; *letter* stands before labels where a night has several sections.

    >>> describe_report((("after", "5"), ("swapped", "E3,E9@5"), ("cases", "2")), "B")
    'reported in section B: BE3 and BE9 changed places in round 5'
    >>> describe_report(())
    'report discarded'
    """
    phrase = "report discarded" if not said else "reported: {what}"
    if letter:
        phrase = "report discarded in section {letter}" if not said else "reported in section {letter}: {what}"
    items = (describe_item(name, text, letter) for name, text in said if name in REPORTS)
    return say(phrase, letter=letter, what=say("; ").join(items) or say("something went wrong"))


def describe_item(name: str, text: str, letter: str = "") -> str:
    """Return one thing that was reported; as it was typed where it is not understood.

    >>> describe_item("left", "E4@3"), describe_item("left", "@3")
    ('E4 left after round 3', 'left @3')
    """
    if name in REPORTS:
        pattern, words = REPORTS[name]
        if found := pattern.fullmatch(text.strip()):
            return words(found, letter)
    return f"{name.replace('_', ' ')} {text}"


def _people(labels: str, letter: str) -> str:
    people = [f"{letter}{label.strip()}" for label in labels.split(",") if label.strip() not in ("", "-")]
    return enumerated(people) if people else say("nobody")


def _seats(found: re.Match[str], letter: str) -> str:
    people = _people(found[3], letter)
    return say("{people} sat at table {table} in round {round}", people=people, table=found[2], round=found[1])


def _swapped(found: re.Match[str], letter: str) -> str:
    who = [label for label in found[1].split(",") if label.strip()]
    people = _people(found[1], letter) if len(who) > 1 else say("{one} and somebody", one=_people(found[1], letter))
    phrase = "{people} changed places in round {round}" if found[2] else "{people} changed places"
    return say(phrase, people=people, round=found[2] or "")


def _boards(found: re.Match[str], letter: str) -> str:
    del letter
    phrase = "wrong boards at table {table} in round {round}"
    return say(
        phrase if found[3] != "0" else "no boards at table {table} in round {round}", table=found[2], round=found[1]
    )


def _left(found: re.Match[str], letter: str) -> str:
    phrase = "{who} left after round {round}" if found[2] else "{who} left"
    return say(phrase, who=f"{letter}{found[1]}", round=found[2] or "")


_AT_TABLE = re.compile(r"(\d+)\s*:\s*(\d+)\s*=\s*(.+)")
REPORTS: Mapping[str, tuple[re.Pattern[str], Words]] = {
    "boards": (_AT_TABLE, _boards),
    "seats": (_AT_TABLE, _seats),
    "swapped": (re.compile(r"([^@]+?)\s*(?:@\s*(\d+))?"), _swapped),
    "cancelled": (
        re.compile(r"(\d+)\s*:\s*(\d+)"),
        lambda found, _: say("table {table} cancelled in round {round}", table=found[2], round=found[1]),
    ),
    "moved": (
        re.compile(r"(ns|ew|all)\s*:[^@]*@\s*(\d+)", re.IGNORECASE),
        lambda found, _: say(
            "{line} moved wrong after round {round}", line=say(_LINES[found[1].lower()]), round=found[2]
        ),
    ),
    "boards_moved": (
        re.compile(r"[^@]*@\s*(\d+)"),
        lambda found, _: say("all boards moved wrong after round {round}", round=found[1]),
    ),
    "skip": (
        re.compile(r"(forgotten)|(\d+)"),
        lambda found, _: say("skip forgotten") if found[1] else say("skip made after round {round}", round=found[2]),
    ),
    "left": (re.compile(r"([^@]+?)\s*(?:@\s*(\d+))?"), _left),
    "came": (re.compile(r"\d{1,3}"), lambda found, _: say_many("one pair came", "{number} pairs came", int(found[0]))),
}
"""How each word of a report is written, and told."""
