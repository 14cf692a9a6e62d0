"""What came of a night, as data: the ranking for the wall, and for each phone what its own people had.

One worker makes it once for everybody, from what is set up and all results; it is asked for only when the director has
released them.
"""

import json
from dataclasses import dataclass, field
from functools import lru_cache

from byestand.night.night import Night, dumps, loads
from byestand.score.pages import Had, Met, Personal, Place, Ranking, personal_pages, rankings
from byestand.server.office import Office
from byestand.server.results.evening import Evening
from byestand.server.work.answers import Answer, json_answer

REMEMBERED = 4


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it."""

    unit: str
    rankings: tuple[Ranking, ...]
    personal: dict[str, Personal] = field(default_factory=dict)
    """By the labels of the night."""


def outcome(contents: str) -> Answer:
    """Return the ranking of a night and everybody's page as json, scored by matchpoints."""
    book = Evening.of(loads(contents)).book()
    ranked = [one.contestant for ranked_list in book.lists for one in ranked_list.ranked]
    personal = dict(zip(map(book.called, ranked), personal_pages(book), strict=True))
    return json_answer({"unit": "IMPs" if book.in_imps else "%", "rankings": rankings(book), "personal": personal})


async def outcome_of(office: Office, night: Night) -> Outcome | None:
    """Return what came of a night with its results; None where there are none yet."""
    if not night.results:
        return None
    answer = await office.ask(outcome, dumps(night))
    return _read(answer.body)


@lru_cache(maxsize=REMEMBERED)
def _read(body: bytes) -> Outcome:
    data = json.loads(body)  # named tuples have come as lists
    lists = tuple(Ranking(title, tuple(Place(*place) for place in places)) for title, places in data["rankings"])
    pages = (
        (label, title, name, figures, tuple(_met(*one) for one in met), told)
        for label, (title, name, figures, met, told) in data["personal"].items()
    )
    return Outcome(data["unit"], lists, {label: Personal(*page) for label, *page in pages})


def _met(round: str, against: str, names: list[str], boards: list[list[str]], share: str) -> Met:
    return Met(round, against, tuple(names), tuple(Had(*had) for had in boards), share)
