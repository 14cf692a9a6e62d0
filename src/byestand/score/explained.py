"""How a night was scored, in words: the top, which boards have fewer results and why, which ties factoring broke."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from byestand.language import say
from byestand.model.line import EW, NS, Absent, Average, Percentage, Real
from byestand.model.scoring import METHOD_NAMES
from byestand.score.against import MISSING, TO_CONFIRM
from byestand.score.book import Book, RankedList, Traveller
from byestand.score.contestants import ContestantId
from byestand.score.factoring import is_small, top_of
from byestand.score.ranking import Ranked, ranking
from byestand.score.scoring import score_session
from byestand.score.shown import two_decimals
from byestand.words.numbers import enumerated, in_words, numbered_runs, ranges
from byestand.words.phrases import first_up

FACTORED = {
    "neuberg": "points are those of a board with {expected}, by Neuberg's formula",
    "ratio": "points are those of a board with {expected}, in proportion",
    "none": "the top is {top}, and nothing is factored",
}
_MOST_TIES = 12
"""So many ties are told one by one."""


@dataclass(frozen=True, slots=True)
class Played:
    """A board with how many results it has, of how many."""

    board: int
    there: int
    """The fewest real scores that a side has; of a board with several forms those of the smallest."""
    expected: int
    why: tuple[str, ...]
    """What became of the others."""


def explained(book: Book) -> tuple[str, ...]:
    """Return everything in sentences."""
    return (*_counted(book), *_ties_broken(book))


def points_told(book: Book, one: ContestantId) -> str:
    """Return what the points on a contestant's own page are."""
    if book.night.rules.method == "cross-imps":
        return say("IMPs are the mean of the comparisons with all other tables.")
    if book.night.rules.method == "butler":
        return say("IMPs are won against the average of a board, without its best and its worst score.")
    where = one.section if book.night.rules.sections == "apart" else ""
    top = top_of(max(session.expected.get(where, 1) for session in book.night.sessions))
    told = "Top on a board is {top}: two points for each in your seats with a worse score, one for each with the same."
    return say(told + " {half} is average.", top=top, half=top // 2)


def _counted(book: Book) -> Iterator[str]:
    """Yield, pool by pool, what was played and how often."""
    for where, played in _pools(book).items():
        expected = played[0].expected
        method = METHOD_NAMES[book.night.rules.method]
        top = "" if book.in_imps else say(", top {top}", top=top_of(max(expected, 1)))
        yield say(
            "{where}{boards}, {method}{top}.",
            where=where,
            boards=in_words(len(played), "board"),
            method=method,
            top=top,
        )
        yield from _fewer(book, played, expected)


def _fewer(book: Book, played: list[Played], expected: int) -> Iterator[str]:
    by_times: dict[int, list[Played]] = defaultdict(list)
    for one in played:
        by_times[one.there].append(one)
    if set(by_times) == {expected}:
        yield say("Every board has {results}.", results=in_words(expected, "result"))
        return
    if full := by_times.pop(expected, []):
        boards = numbered_runs("board", [one.board for one in full])
        yield say("{boards} with {results}.", boards=first_up(boards), results=in_words(expected, "result"))
    for times in sorted(by_times, reverse=True):
        some = by_times[times]
        word = say("Boards") if len(some) > 1 else say("Board")
        worth = _worth(book, times, expected)
        yield say(
            "{word} {boards} with {times}: {worth}.", word=word, boards=_with_reasons(some), times=times, worth=worth
        )


def _with_reasons(played: list[Played]) -> str:
    """Return boards with why they have fewer results, those with the same reason together."""
    by_reason: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for one in played:
        by_reason[one.why].append(one.board)
    return enumerated(
        f"{ranges(boards)} ({', '.join(why)})" if why else ranges(boards) for why, boards in by_reason.items()
    )


def _worth(book: Book, there: int, expected: int) -> str:
    if book.in_imps:
        return "they are compared with each other only"
    if book.night.rules.factor != "none" and is_small(there, expected):
        return "so few are worth 60 % in the middle, and 5 % more or less for each point"
    return FACTORED[book.night.rules.factor].format(expected=expected, top=top_of(there))


def _pools(book: Book) -> dict[str, list[Played]]:
    """Return how often boards were played, for each session and, if compared apart, each section."""
    many = len(book.night.sessions) > 1
    found: dict[str, list[Played]] = defaultdict(list)
    for traveller in book.travellers:
        session = f"Session {traveller.session}" if many else ""
        section = f"section {traveller.section}" if traveller.section else ""
        where = ", ".join(filter(None, (session, section)))
        found[f"{first_up(where)}: " if where else ""].append(_played(book, traveller))
    return found


def _played(book: Book, traveller: Traveller) -> Played:
    there: dict[tuple[str, str], int] = defaultdict(int)
    for scored in traveller.lines:
        given = dict(scored.line.given())
        for side in (NS, EW):
            there[scored.line.form, side] += isinstance(given.get(side), Real)
    expected = book.night.sessions[traveller.session - 1].expected[traveller.section]
    return Played(traveller.board, min(there.values()), expected, tuple(_why(book, traveller, expected)))


def _why(book: Book, traveller: Traveller, expected: int) -> Iterator[str]:
    """Yield why a board has fewer results."""
    lines = [scored.line for scored in traveller.lines]
    forms, nowhere = len({line.form for line in lines}), _without_line(book, traveller, MISSING)
    unconfirmed = _without_line(book, traveller, TO_CONFIRM)
    for many, told in (
        (sum(any(isinstance(one, Average | Percentage) for _, one in line.given()) for line in lines), "adjusted"),
        (sum(line.outcome is Absent.MISSING for line in lines) + nowhere, "missing"),
        (sum(line.outcome is Absent.NOT_PLAYED for line in lines), "not to be played"),
        (sum(line.outcome is Absent.CANCELLED for line in lines) + unconfirmed, "to confirm"),
        (expected - len(lines) - nowhere - unconfirmed, "fewer to play"),
    ):
        if many > 0:
            yield f"{many} {told}"
    if forms > 1:
        yield say("in {forms} forms", forms=forms)


def _without_line(book: Book, traveller: Traveller, rule: str) -> int:
    """Return of how many results that a *rule* misses there is not even a line."""
    lines = {(one.line.section or None, "-".join(one.line.ns), "-".join(one.line.ew)) for one in traveller.lines}
    told = {
        (finding.section, finding.ns, finding.ew)
        for finding in book.night.findings
        if finding.rule == rule and finding.board == traveller.board
    }
    return len(told - lines) if len(book.night.sessions) == 1 else 0


def _ties_broken(book: Book) -> Iterator[str]:
    """Yield who is apart by factoring only: in plain comparisons, won out of what could be won, they are equal."""
    if book.in_imps or book.night.rules.factor == "none":
        return
    plain = _plain_values(book)
    told = [sentence for one in book.lists for sentence in _ties_in(book, one, plain)]
    yield from told[:_MOST_TIES]
    if len(told) > _MOST_TIES:
        yield say("Factoring broke {more} ties more.", more=len(told) - _MOST_TIES)


def _ties_in(book: Book, ranked_list: RankedList, plain: Mapping[ContestantId, Fraction]) -> Iterator[str]:
    equal: dict[Fraction, list[Ranked]] = defaultdict(list)
    for one in ranked_list.ranked:
        equal[plain[one.contestant]].append(one)
    for share, some in equal.items():
        if len({one.value for one in some}) > 1:
            who = enumerated(book.called(one.contestant) for one in some)
            values = enumerated(f"{two_decimals(one.percentage or 0)}" for one in some)
            tie = "Factoring broke a tie: {who} have {share} % in plain comparisons, and {values} % by the formula."
            yield say(tie, who=who, share=two_decimals(share), values=values)


def _plain_values(book: Book) -> dict[ContestantId, Fraction]:
    """Return what everybody would have without factoring."""
    night = book.night
    rules = replace(night.rules, factor="none")
    sessions = [
        score_session([scored.line for scored in session.lines], session.who, rules, scheduled=session.expected)
        for session in night.sessions
    ]
    return {one.contestant: Fraction(one.value) for one in ranking(sessions, rules)}
