"""Byestand: movements for duplicate bridge. Plan, check, print, run and score a session.

The names in this module are public and stable. Everything below it is internal and may change.

>>> import byestand
>>> byestand.find("W1813").at(round=2, table=10)
Meeting(round=2, table=10, contestants=('N10', 'E9'), group=7)
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from byestand import errors
    from byestand.catalog import find
    from byestand.catalog.identify import identify
    from byestand.formats.formats import dump, dumps, load, loads
    from byestand.model.boards import Boards
    from byestand.model.event import Event
    from byestand.model.judged import Judged
    from byestand.model.movement import Movement
    from byestand.model.session import Section, Session
    from byestand.plan import Room, plan, what_if
    from byestand.sheets.typst_renderer import print_pdf
    from byestand.verify import judge
    from byestand.verify.measures import measure
    from byestand.words.titles import title_of

    __version__: str

__all__ = [
    "Boards",
    "Event",
    "Judged",
    "Movement",
    "Room",
    "Section",
    "Session",
    "dump",
    "dumps",
    "errors",
    "find",
    "identify",
    "judge",
    "load",
    "loads",
    "measure",
    "plan",
    "print_pdf",
    "title_of",
    "what_if",
]

_HOMES = {
    "catalog": ("find",),
    "catalog.identify": ("identify",),
    "formats.formats": ("dump", "dumps", "load", "loads"),
    "model.boards": ("Boards",),
    "model.event": ("Event",),
    "model.judged": ("Judged",),
    "model.movement": ("Movement",),
    "model.session": ("Section", "Session"),
    "plan": ("Room", "what_if"),
    "sheets.typst_renderer": ("print_pdf",),
    "verify": ("judge",),
    "verify.measures": ("measure",),
    "words.titles": ("title_of",),
}
"""The modules of the names. They are imported on first use, so that `byestand show` does not wait for the planner."""


if not TYPE_CHECKING:  # a type checker would accept any name

    def __getattr__(name: str) -> object:
        if name in ("errors", "plan"):  # a module, and a package that can be called
            return import_module(f"byestand.{name}")
        if name == "__version__":
            from importlib.metadata import version  # noqa: PLC0415 - reads files and is rarely needed

            return version("byestand")
        for home, names in _HOMES.items():
            if name in names:
                return getattr(import_module(f"byestand.{home}"), name)
        raise AttributeError(f"module 'byestand' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
