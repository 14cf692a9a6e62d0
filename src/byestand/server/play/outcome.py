"""What came of a night, as data: the ranking for the wall, and for each phone what its own people had.

One worker makes it once for everybody, from what is set up and all results; it is asked for only when the director has
released them.
"""

from dataclasses import dataclass, field

from byestand.night.night import Night, dumps, loads
from byestand.score.pages import Personal, Ranking, personal_pages, rankings
from byestand.server.jobs.job import job
from byestand.server.office import Office
from byestand.server.results.session_results import SessionResults


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it."""

    unit: str
    rankings: tuple[Ranking, ...]
    personal: dict[str, Personal] = field(default_factory=dict)
    """By the labels of the night."""


@job("quick")
def outcome(contents: str) -> Outcome:
    """Return the ranking of a night and everybody's page, scored by matchpoints."""
    book = SessionResults.from_night(loads(contents)).book()
    ranked = [one.contestant for ranked_list in book.lists for one in ranked_list.ranked]
    personal = dict(zip(map(book.called, ranked), personal_pages(book), strict=True))
    return Outcome("IMPs" if book.in_imps else "%", rankings(book), personal)


async def outcome_of(office: Office, night: Night) -> Outcome | None:
    """Return what came of a night with its results; None where there are none yet."""
    if not night.results:
        return None
    return await office.run(outcome, dumps(night))
