"""The planning page: the number of pairs, and the movements for them with their figures."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import ClassVar

from byestand.errors import BadRequest, ByestandError
from byestand.job import job
from byestand.language import phrase, say
from byestand.model.boards import Boards
from byestand.plan import Plan, plan
from byestand.plan.choosing.plan_texts import differences
from byestand.sentences.setup_steps import count_first
from byestand.server.jobs.job_results import JobPage, refusal
from byestand.server.page_tools.choices import ChoiceRow, row
from byestand.server.page_tools.from_query import REFUSALS, room, weights
from byestand.server.page_tools.room_drawing import RoomDrawing as RoomPicture
from byestand.server.page_tools.room_drawing import room_picture
from byestand.server.web.query import Pairs, Query
from byestand.server.web.render import render_page


@dataclass(frozen=True, slots=True)
class PlanAnswer:
    """The answer for a room."""

    room: str
    best: ChoiceRow
    others: tuple[tuple[ChoiceRow, tuple[str, ...], tuple[str, ...]], ...]
    """Other choices, with the gains and drawbacks of each."""
    picture: RoomPicture
    rows: tuple[ChoiceRow, ...]
    sort: str
    many: int
    """Number of choices."""
    plan: Plan
    count: str
    """What to count before the boards are put out."""

    @property
    def sorts(self) -> tuple[tuple[str, str, str], ...]:
        """The columns to sort by: the figure, its heading, and its glossary key."""
        return tuple((key, say(heading), term) for key, heading, term in SORTS)

    @property
    def direction(self) -> str:
        """The sort direction as the value of `aria-sort`."""
        return "descending" if self.sort in HIGHEST_FIRST else "ascending"

    @property
    def hidden_count(self) -> int:
        """Number of choices that are not shown."""
        return self.many - len(self.rows)


@dataclass(frozen=True, slots=True)
class PlanView:
    """The first page."""

    template: ClassVar = "plan.html"
    query: Query = field(default_factory=Query)
    answer: PlanAnswer | None = None
    error: str = ""
    instead: tuple[tuple[str, str, ChoiceRow], ...] = ()
    """What is possible without one of the wishes: the change, its URL, and the best choice."""

    @property
    def tables(self) -> str:
        """The number of tables for the pairs that were typed."""
        pairs = self.query.text("pairs")
        if not pairs.isdecimal() or len(pairs) > 3:
            return ""
        tables, half = divmod(int(pairs), 2)
        return say("{tables}½ tables", tables=tables) if half else say("{tables} tables", tables=tables)

    @property
    def has_wishes(self) -> bool:
        """Whether less common options are set, so that the form shows them."""
        wishes = (*map(self.query.text, ("stationary", "sections")), *self.query.texts("refuse"))
        return any(wishes) or self.query.flag("same_boards") or self.query.text("scoring") == "imps"

    @property
    def refusals(self) -> Mapping[str, str]:
        """The features that a director can exclude, by key."""
        return {key: say(text) for key, text in REFUSALS.items()}


def welcome(view: PlanView | None = None, *, status: int = 200) -> JobPage:
    """Return the page with an answer, an error, or only the form.

    The server process renders the empty form itself, before the workers are ready.
    """
    return render_page(view or PlanView(), say("Plan"), status=status)


SORTS = (
    ("rank", phrase("place"), ""),
    ("title", phrase("movement"), ""),
    ("rounds", phrase("rounds"), ""),
    ("boards_played", phrase("boards"), ""),
    ("boards_in_play", phrase("in play"), "group"),
    ("cases", phrase("sets"), "case"),
    ("apples_and_oranges", phrase("unlike comparisons"), "apples"),
    ("boards_missed", phrase("boards sat out"), "sitout"),
    ("balance", phrase("balance"), "balance"),
)
"""The columns to sort by: the figure, its heading, and its glossary key."""
HIGHEST_FIRST = frozenset({"balance", "boards_played", "rounds"})
MAX_ROWS = 12
MAX_ALTERNATIVES = 2
"""Alternatives that are compared with the best one."""
WISHES = {
    "boards": phrase("Any number of boards"),
    "minutes": phrase("Any length"),
    "per_round": phrase("Any number of boards per round"),
    "cases": phrase("Any number of sets"),
    "winners": phrase("One or two winners"),
    "stationary": phrase("No stationary pairs"),
    "sections": phrase("One section"),
    "same_boards": phrase("Allow different boards"),
    "extra_groups": phrase("Any boards in play"),
    "refuse": phrase("No restrictions"),
}
"""Options that can be dropped if no movement fits, with the text for the search without them."""


@job("quick")
def content(pairs: Pairs) -> JobPage:
    """Return the page with the answer for a room, or an error."""
    asked = Query(pairs)
    if not (asked.text("pairs") or asked.text("tables")):
        return welcome(PlanView(asked))
    try:
        return welcome(PlanView(asked, _answer(asked)))
    except ByestandError as error:
        answer = refusal(error)
        view = PlanView(asked, error=answer.sentence, instead=tuple(_instead(asked)))
        return welcome(view, status=answer.status)


def _instead(asked: Query) -> Iterator[tuple[str, str, ChoiceRow]]:
    """Yield what is possible without one of the options: the change, its URL, and the best choice."""
    for name, text in WISHES.items():
        without = Query(tuple((key, text) for key, text in asked.pairs if key != name))
        if without == asked:
            continue
        try:
            best = plan(room(without), weights(without)).choices[0]
        except ByestandError:
            continue
        yield say(text), without.link("/"), row(best, without)


def _answer(asked: Query) -> PlanAnswer:
    chosen = plan(room(asked), weights(asked))
    key = asked.text("sort", "rank")
    if key not in [name for name, _, _ in SORTS]:
        keys = ", ".join(name for name, _, _ in SORTS)
        raise BadRequest(say("sort must be one of {keys}: {key!r}", keys=keys, key=key[:40]))
    everything = asked.flag("all")
    shown = chosen.choices if everything else chosen.shortlist(MAX_ROWS)
    rows = sorted((row(choice, asked) for choice in shown), key=attrgetter(key), reverse=key in HIGHEST_FIRST)
    best, others = chosen.choices[0], chosen.choices[1 : 1 + MAX_ALTERNATIVES]
    return PlanAnswer(
        room=chosen.room.describe(),
        best=row(best, asked),
        others=tuple((row(choice, asked), *differences(choice.points, best.points)) for choice in others),
        picture=room_picture(best.candidate.movements[0], Boards(best.candidate.boards_per_round)),
        rows=tuple(rows),
        sort=key,
        many=len(chosen.choices),
        plan=chosen,
        count=count_first(best.candidate.movements),
    )
