"""Somebody walked in, or left: from what is set up now, every way to go on, the least trouble first."""

from byestand.errors import ByestandError
from byestand.plan import what_if
from byestand.server.answers import Answer, refusal
from byestand.server.asking import Asked, Pairs
from byestand.server.pages.choices import row
from byestand.server.questions import Setting, room, weights
from byestand.server.rendering import rendered

MOST_WAYS = 6


def content(pairs: Pairs) -> Answer:
    """Return the page: a form, and the ways to go on where both sides are told."""
    asked = Asked(pairs)
    title = "Somebody walked in"
    if not (asked.text("now") and asked.text("pairs")):
        return rendered("change.html", title, asked=asked, answer=None, refused="")
    try:
        return rendered("change.html", title, asked=asked, answer=_answer(asked), refused="")
    except ByestandError as no:
        said = refusal(no)
        return rendered("change.html", title, status=said.status, asked=asked, answer=None, refused=said.sentence)


def _answer(asked: Asked) -> dict[str, object]:
    now = Setting(asked.text("now").upper(), asked.texts("missing"))
    movement = now.movement()
    there = room(asked, now=movement)
    ways = what_if(now.name, there, weights(asked), missing=now.missing)
    shown = ways if asked.flag("all") else ways[:MOST_WAYS]
    return {
        "now": movement,
        "setting": now,
        "pairs": there.pairs,
        "before": len(movement.field.present),
        "ways": [(way, row(way.choice, asked, one_winner=there.one_winner)) for way in shown],
        "left": len(ways) - len(shown),
    }
