"""Who is here: how many pairs there are, and every sound way to run the room.

Choices of the planner are rows of a page: their figures, and where to look at them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from string import ascii_uppercase

from byestand.errors import BadRequest, ByestandError
from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.model.scoring import Scoring
from byestand.model.setup import CatalogMovement, MovementSource, SectionSetup, SessionSetup
from byestand.plan import Choice, Plan, plan
from byestand.plan.choosing.differences import differences
from byestand.plan.choosing.room import USUAL_MINUTES_A_BOARD
from byestand.server.jobs.job import job
from byestand.server.jobs.results import Page, refusal
from byestand.server.movements.from_query import room, weights
from byestand.server.movements.room_picture import Room as RoomPicture
from byestand.server.movements.room_picture import room_picture
from byestand.server.web.query import Asked, Pairs
from byestand.server.web.render import TonightView, welcome
from byestand.typed import hour
from byestand.words.instructions import count_first
from byestand.words.times import clock_words
from byestand.words.titles import called_by_people


def choice_setup(choice: Choice, asked: Asked) -> SessionSetup:
    """Return a choice as it is set up; the missing pair is in the last section."""
    made = choice.candidate
    rounds = made.switching.rounds if made.switching else None
    *others, last = (
        CatalogMovement(str(name), one_winner=rounds is not None, switch_rounds=rounds) for name in made.way.names
    )
    movements = (*others, replace(last, missing=made.way.missing))
    setup = sections_setup([(movement, made.boards_per_round) for movement in movements], sets=asked.number("cases"))
    is_imps = asked.choice("scoring", ("matchpoints", "imps")) == "imps"
    return replace(setup, scoring=Scoring("cross-imps")) if is_imps else setup


def sections_setup(movements: Sequence[tuple[MovementSource, int]], *, sets: int | None = None) -> SessionSetup:
    """Return the setup of sections A, B, C and so on, with their movements and boards a round."""
    sections = (
        SectionSetup(letter, movement, Boards(per_round))
        for letter, (movement, per_round) in zip(ascii_uppercase, movements, strict=False)
    )
    return SessionSetup(sections=tuple(sections), sets=sets)


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """A choice as a page shows it: plain figures, and its sections as they are set up."""

    rank: int
    title: str
    called: str
    codes: str
    rounds: int
    boards_per_round: int
    boards_played: int
    boards_in_play: int
    boards_missed: int
    boards_to_deal: int
    cases: int
    apples_and_oranges: float
    balance: float
    skip_after: int | None
    reason: str
    over: tuple[str, str]
    """When it is over or how long it lasts, and which of the two that is."""
    setup: SessionSetup
    pairs: int

    @property
    def facts(self) -> list[str]:
        """The reason, fact by fact."""
        return self.reason.split("; ")


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
    def descending(self) -> bool:
        """Whether the highest figure stands first."""
        return self.sort in HIGHEST_FIRST

    @property
    def left(self) -> int:
        """How many choices are not shown."""
        return self.many - len(self.rows)


def row(choice: Choice, asked: Asked) -> ChoiceRow:
    """Return a choice as a page shows it."""
    made = choice.candidate
    return ChoiceRow(
        rank=choice.rank,
        title=str(made.way),
        called=" + ".join(map(called_by_people, made.movements)),
        codes=" + ".join(map(str, made.way.names)),
        rounds=made.rounds,
        boards_per_round=made.boards_per_round,
        boards_played=made.boards_played,
        boards_in_play=made.boards_in_play,
        boards_missed=made.boards_missed,
        boards_to_deal=made.copies.total * made.boards_per_round,
        cases=made.cases,
        apples_and_oranges=round(made.apples_and_oranges, 6),
        balance=round(made.balance, 4),
        skip_after=made.skip_round,
        reason=choice.reason,
        over=_over(made.boards_played, asked),
        setup=choice_setup(choice, asked),
        pairs=sum(len(movement.field.present) for movement in made.movements),
    )


def tables_in_words(movements: Sequence[Movement]) -> str:
    """Return how many tables there are; where one pair is missing, one of them is half a table.

    >>> from byestand.catalog import find
    >>> tables_in_words([find("W1813ER", missing=["N19"])]), tables_in_words([find("M0505"), find("M0505")])
    ('18½', '10')
    """
    tables = sum(movement.tables for movement in movements)
    seats_at_gaps = [len(movement.seat_names) for movement in movements for _ in movement.field.missing]
    return f"{tables - 1}½" if seats_at_gaps == [2] else str(tables)


def _over(boards: int, asked: Asked) -> tuple[str, str]:
    """Return when an evening of so many boards is over, or how long it lasts, and what that is."""
    a_board = asked.figure("minutes_per_board") or USUAL_MINUTES_A_BOARD
    minutes = round(boards * a_board)
    if starts := asked.text("starts"):
        return clock_words(hour(starts), minutes), f"end, at {a_board:g} minutes a board"
    return f"{minutes // 60}:{minutes % 60:02}", f"hours, at {a_board:g} minutes a board"


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
