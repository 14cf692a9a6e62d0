"""Rovers over a movement: looked for when somebody asks, with the reason where there is none."""

from dataclasses import replace

from byestand.catalog import find, parse
from byestand.errors import ByestandError
from byestand.server.answers import Answer
from byestand.server.asking import Asked, Pairs
from byestand.server.questions import Setting
from byestand.server.rendering import rendered

ROVERS = {"": "without a rover", "ER": "with an EW rover", "NR": "with an NS rover", "TR": "with a two-way rover"}
ROVERS_TRIED = ("ER", "NR")
"""Those that are looked for; whether a two-way rover is needed takes a search that may be long."""


def content(name: str, pairs: Pairs) -> Answer:
    """Return the page: each rover, or why there is none."""
    setting = replace(Setting.of(name, Asked(pairs)), missing=(), one_winner=False, switch=None)
    parsed = parse(setting.name)
    ways = []
    for rover in ROVERS_TRIED:
        other = replace(setting, name=str(parsed.with_rover(rover)))
        ways.append((ROVERS[rover], other, found_rover(other.name)))
    return rendered("rovers.html", f"Rovers over {setting.name}", setting=setting, ways=ways)


def found_rover(name: str) -> str:
    """Return why there is no movement of that name, with its rover; nothing where there is one."""
    try:
        find(name)
    except ByestandError as no:
        return str(no)
    return ""
