"""Who is here: how many pairs there are, and every sound way to run the room.

Choices of the planner are rows of a page: their figures, and where to look at them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import ClassVar

from byestand.errors import BadRequest, ByestandError
from byestand.model.boards import Boards
from byestand.plan import Plan, plan
from byestand.server.jobs.job import job
from byestand.server.jobs.results import Page, refusal
from byestand.server.movements.choices import ChoiceRow, row
from byestand.server.movements.from_query import REFUSALS, room, weights
from byestand.server.movements.room_picture import Room as RoomPicture
from byestand.server.movements.room_picture import room_picture
from byestand.server.web.query import Asked, Pairs
from byestand.server.web.render import render_page
from byestand.words.plans import differences
from byestand.words.setup_steps import count_first


@dataclass(frozen=True, slots=True)
class TonightAnswer:
    """The answer for a room."""

    room: str
    best: ChoiceRow
    others: tuple[tuple[ChoiceRow, tuple[str, ...], tuple[str, ...]], ...]
    """Other choices, with what is for and against each."""
    picture: RoomPicture
    rows: tuple[ChoiceRow, ...]
    sort: str
    many: int
    """How many choices there are."""
    plan: Plan
    count: str
    """What to count before the room is boarded."""

    @property
    def sorts(self) -> tuple[tuple[str, str, str], ...]:
        """What choices can be sorted by: the figure, its heading, and the word that explains it."""
        return SORTS

    @property
    def direction(self) -> str:
        """Whether the highest figure stands first, in the words of browsers."""
        return "descending" if self.sort in HIGHEST_FIRST else "ascending"

    @property
    def left(self) -> int:
        """How many choices are not shown."""
        return self.many - len(self.rows)


@dataclass(frozen=True, slots=True)
class TonightView:
    """The first page."""

    template: ClassVar = "tonight.html"
    asked: Asked = field(default_factory=Asked)
    answer: TonightAnswer | None = None
    refused: str = ""
    instead: tuple[tuple[str, str, ChoiceRow], ...] = ()
    """What there is if one wish is given up: which, the address that asks so, and the best there."""

    @property
    def tables(self) -> str:
        """How many tables the pairs make that were typed."""
        pairs = self.asked.text("pairs")
        if not pairs.isdecimal() or len(pairs) > 3:
            return ""
        return f"{int(pairs) // 2}{' and a half' if int(pairs) % 2 else ''} tables"

    @property
    def has_wishes(self) -> bool:
        """Whether there are wishes that few have, so that the form shows them."""
        wishes = (*map(self.asked.text, ("stationary", "sections")), *self.asked.texts("refuse"))
        return any(wishes) or self.asked.flag("same_boards") or self.asked.text("scoring") == "imps"

    @property
    def refusals(self) -> Mapping[str, str]:
        """What a director may not want."""
        return REFUSALS


def welcome(view: TonightView | None = None, *, status: int = 200) -> Page:
    """Return the first page: without an answer as it stands when the day begins, or with one, or why there is none.

    The server process renders the empty one itself, while the workers are still getting ready.
    """
    return render_page(view or TonightView(), "Who is here", status=status)


SORTS = (
    ("rank", "place", ""),
    ("title", "movement", ""),
    ("rounds", "rounds", ""),
    ("boards_played", "boards", ""),
    ("boards_in_play", "in play", "group"),
    ("cases", "sets", "case"),
    ("apples_and_oranges", "unlike boards", "apples"),
    ("boards_missed", "sat out", "sitout"),
    ("balance", "balance", "balance"),
)
"""What choices can be sorted by: the figure, its heading, and the word that explains it."""
HIGHEST_FIRST = frozenset({"balance", "boards_played", "rounds"})
MOST_ROWS = 12
MOST_BESIDE = 2
"""Others that are compared with the best at once."""
WISHES = {
    "boards": "Any number of boards",
    "minutes": "Any length",
    "per_round": "Any number of boards a round",
    "cases": "As many sets of boards as it takes",
    "winners": "One winner or two",
    "stationary": "Everybody may be asked to move",
    "sections": "One section",
    "same_boards": "Not all play the same boards",
    "extra_groups": "Any boards in play",
    "refuse": "Whatever it takes",
}
"""What can be given up where nothing is as wished, in the words of what comes instead."""


@job("quick")
def content(pairs: Pairs) -> Page:
    """Return the page with the answer for a room, or why there is none."""
    asked = Asked(pairs)
    if not (asked.text("pairs") or asked.text("tables")):
        return welcome(TonightView(asked))
    try:
        return welcome(TonightView(asked, _answer(asked)))
    except ByestandError as no:
        said = refusal(no)
        return welcome(TonightView(asked, refused=said.sentence, instead=tuple(_instead(asked))), status=said.status)


def _instead(asked: Asked) -> Iterator[tuple[str, str, ChoiceRow]]:
    """Yield what there is if one wish is given up: which, the address that asks so, and the best there."""
    for name, words in WISHES.items():
        without = Asked(tuple((key, text) for key, text in asked.pairs if key != name))
        if without == asked:
            continue
        try:
            best = plan(room(without), weights(without)).choices[0]
        except ByestandError:
            continue
        yield words, without.link("/"), row(best, without)


def _answer(asked: Asked) -> TonightAnswer:
    chosen = plan(room(asked), weights(asked))
    key = asked.text("sort", "rank")
    if key not in [name for name, _, _ in SORTS]:
        raise BadRequest(f"choices are sorted by {', '.join(name for name, _, _ in SORTS)}: {key[:40]!r}")
    everything = asked.flag("all")
    shown = chosen.choices if everything else chosen.shortlist(MOST_ROWS)
    rows = sorted((row(choice, asked) for choice in shown), key=attrgetter(key), reverse=key in HIGHEST_FIRST)
    best, others = chosen.choices[0], chosen.choices[1 : 1 + MOST_BESIDE]
    return TonightAnswer(
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
