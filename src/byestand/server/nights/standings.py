"""The standings of a night as data: the ranking for the wall, and for each phone its own results.

A worker makes them once for everybody; they are asked for only when the director has released the results.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from byestand.night.state import NightState
from byestand.score.pages import Personal, Place, Ranking, personal_pages, rankings
from byestand.score.shown import with_plus
from byestand.server.jobs.job import job
from byestand.server.nights.session_results import SessionResults
from byestand.words.phrases import say


@dataclass(frozen=True, slots=True)
class Standings:
    """The ranking, and everybody's own results."""

    unit: str
    """Of the figures: "%" or "IMPs"."""
    is_in_imps: bool
    rankings: tuple[Ranking, ...]
    personal: Mapping[str, Personal] = field(default_factory=dict)
    """By the labels of the night."""


@job("quick", reads={"setup", "people", "results"})
def standings(id: int, state: NightState) -> Standings:
    """Return the standings of a night with results, scored as the night says."""
    del id
    book = SessionResults.of(state).book()
    ranked, pages = rankings(book), personal_pages(book)
    contestants = [one.contestant for ranked_list in book.lists for one in ranked_list.ranked]
    if book.in_imps:
        ranked = tuple(ranking._replace(places=tuple(map(_place_with_sign, ranking.places))) for ranking in ranked)
        figures = [place.figure for ranking in ranked for place in ranking.places]
        pages = tuple(_page_with_signs(*both) for both in zip(pages, figures, strict=True))
    personal = dict(zip(map(book.called, contestants), pages, strict=True))
    return Standings(say("IMPs") if book.in_imps else "%", book.in_imps, ranked, personal)


def _place_with_sign(place: Place) -> Place:
    return place._replace(figure=with_plus(place.figure))


def _page_with_signs(page: Personal, figure: str) -> Personal:
    """Return somebody's results with signs before IMPs; *figure* is what all of them make together."""
    meetings = tuple(
        met._replace(boards=tuple(had._replace(points=with_plus(had.points)) for had in met.boards)) for met in page.met
    )
    _, *others = page.figures
    return page._replace(figures=(say("{figure} IMPs", figure=figure), *others), met=meetings)
