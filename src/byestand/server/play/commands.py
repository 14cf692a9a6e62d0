"""What the buttons of the desk say, as events: one line a verb."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from byestand.errors import BadRequest, NotFound
from byestand.night import events as of
from byestand.server.asking import Asked
from byestand.server.nights.page import Seat
from byestand.server.play.room import Told
from byestand.texts import MOST_NAME, is_one_line

MOST_MEANT = 4
"""So many are named of whom somebody may be meant."""
MOST_SHOWN = 2000
"""Letters that a wall has room for."""
SIDES = {"NS": "N", "EW": "E", "NORTHSOUTH": "N", "EASTWEST": "E"}

Command: TypeAlias = Callable[[Asked, Told], of.Event]


def command(verb: str, form: Asked, told: Told) -> of.Event:
    """Return the event that a button stands for."""
    if verb not in COMMANDS:
        raise NotFound(f"there is no such button on the desk: {verb[:40]!r}")
    return COMMANDS[verb](form, told)


def pair_meant(text: str, people: Mapping[str, Seat]) -> str:
    """Return the label of whoever is meant: by label, by number, or by a part of the name.

    >>> known = {"N1": {"name": "Anna & Boris"}, "E1": {"name": ""}, "E2": {"name": "Carl & Dora"}}
    >>> pair_meant("ew 2", known), pair_meant("boris", known), pair_meant("2", known)
    ('E2', 'N1', 'E2')
    """
    if not text:
        raise BadRequest("say which pair, by number or by name")
    label = "".join(letter for letter in text.upper() if letter.isalnum())
    for side, letter in SIDES.items():
        label = label.replace(side, letter)
    if label in people:
        return label
    by_number = [one for one in people if label.isdecimal() and one.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == label]
    found = by_number or [one for one in people if text.casefold() in people[one].name.casefold()]
    if not found:
        raise BadRequest(f"there is no such number or name tonight: {text[:40]!r}")
    if len(found) > 1:
        meant = ", ".join(found[:MOST_MEANT]) + (", …" if len(found) > MOST_MEANT else "")
        raise BadRequest(f"that may be {meant}; say which: {text[:40]!r}")
    return found[0]


def _started(form: Asked, told: Told) -> of.Event:
    del form
    return of.Started(told.rounds)


def _called(form: Asked, told: Told) -> of.Event:
    del told
    return of.RoundCalled(_number(form, "round"), form.text("section"))


def _longer(form: Asked, told: Told) -> of.Event:
    del told
    by = {"more": 60, "less": -60}.get(form.text("by"))
    if by is None:
        raise BadRequest(f"by: expected more or less: {form.text('by')[:40]!r}")
    return of.Lengthened(by, form.text("section"), later=form.flag("later"))


def _replaced(form: Asked, told: Told) -> of.Event:
    name = form.text("name")
    if not name or len(name) > MOST_NAME or not is_one_line(name):
        raise BadRequest(f"say who plays there now, in one line of at most {MOST_NAME} characters: {name[:40]!r}")
    return of.Named({pair_meant(form.text("who"), told.people): name})


def _shown(form: Asked, told: Told) -> of.Event:
    del form
    return of.Shown(told.call[:MOST_SHOWN])


def _number(form: Asked, name: str) -> int:
    found = form.number(name)
    if found is None:
        raise BadRequest(f"{name}: expected a whole number")
    return found


COMMANDS: Mapping[str, Command] = {
    "start": _started,
    "call": _called,
    "pause": lambda form, _: of.Paused(form.text("section")),
    "go-on": lambda form, _: of.Resumed(form.text("section")),
    "longer": _longer,
    "here": lambda form, told: of.Awaited(pair_meant(form.text("who"), told.people), here=True),
    "not-here": lambda form, told: of.Awaited(pair_meant(form.text("who"), told.people)),
    "replace": _replaced,
    "show": _shown,
    "clear-wall": lambda *_: of.Shown(""),
    "release": lambda *_: of.Released(),
    "withhold": lambda *_: of.Released(released=False),
    "discard": lambda form, _: of.Seen(form.text("section"), ()),
    "undo": lambda form, _: of.Undone(_number(form, "position")),
}
"""What each button does."""
