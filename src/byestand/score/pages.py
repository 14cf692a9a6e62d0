"""Pages of results as words and figures, before any ink: the same for paper and for a site."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from byestand.language import say
from byestand.model.line import EW, NS, Absent, Exact, Line, Real
from byestand.score.book import Book, Column, Entry, RankedList, Traveller, share_of
from byestand.score.comparing import away_from_zero
from byestand.score.contestants import ContestantId
from byestand.score.contracts import is_vulnerable
from byestand.score.explained import points_told
from byestand.score.ranking import Ranked
from byestand.score.scoring import ScoredLine
from byestand.score.shown import (
    SIDE_TITLES,
    at_most_two_decimals,
    contract_signs,
    given_text,
    lead_signs,
    result_text,
    signed,
)
from byestand.words.phrases import first_up

DEALERS = ("North", "East", "South", "West")
VULNERABLE = {(): "nobody", (NS,): NS, (EW,): EW, (NS, EW): "everybody"}
_ON_A_LINE = 30
"""Letters of names."""
_ABSENT = {Absent.NOT_PLAYED: "not played", Absent.MISSING: "no result", Absent.CANCELLED: "cancelled"}


class Place(NamedTuple):
    """A line of a ranking."""

    place: str
    number: str
    names: tuple[str, ...]
    figure: str
    """Percentage, or IMPs."""
    cells: tuple[str, ...] = ()
    """Of the columns that were asked for."""

    @property
    def is_long(self) -> bool:
        """Whether its names need two lines on a wall."""
        return len(" & ".join(self.names)) > _ON_A_LINE


class Ranking(NamedTuple):
    """A ranking to be hung up."""

    title: str
    places: tuple[Place, ...]


class Result(NamedTuple):
    """A line of a traveller."""

    ns: str
    ew: str
    contract: str
    by: str
    result: str
    lead: str
    ns_score: str
    """What North-South won; what East-West won stands beside it, and whatever else was given there."""
    ew_score: str
    ns_points: str
    ew_points: str
    ns_names: tuple[str, ...] = ()
    """Who played it North-South, as far as that is known."""
    ew_names: tuple[str, ...] = ()


class Count(NamedTuple):
    """A line of the frequencies."""

    ns_score: str
    ew_score: str
    times: str
    ns_points: str
    ew_points: str


class BoardPage(NamedTuple):
    """A board with all that happened to it."""

    title: str
    about: str
    """Who deals, and who is vulnerable."""
    results: tuple[Result, ...]
    counts: tuple[Count, ...]


class Had(NamedTuple):
    """A board as somebody had it."""

    board: str
    contract: str
    by: str
    result: str
    won: str
    lost: str
    points: str
    share: str


class Met(NamedTuple):
    """Some boards against the same opponents."""

    round: str
    against: str
    """Their number; in an individual with whom, and their numbers."""
    names: tuple[str, ...]
    """Of the opponents of a pair."""
    boards: tuple[Had, ...]
    share: str
    """What came of them together: a percentage, or IMPs."""


class Personal(NamedTuple):
    """What somebody had all evening."""

    title: str
    name: str
    figures: tuple[str, ...]
    met: tuple[Met, ...]
    told: str
    """What the points are."""


def rankings(book: Book, columns: Sequence[Column] = ()) -> tuple[Ranking, ...]:
    """Return all rankings, with some columns."""
    return tuple(Ranking(first_up(one.title), tuple(_places(book, one, columns))) for one in book.lists)


def _places(book: Book, ranked_list: RankedList, columns: Sequence[Column]) -> Iterator[Place]:
    for one in ranked_list.ranked:
        place = f"{one.place}{'=' if ranked_list.is_tied(one) else ''}"
        # In a list of North-South every number is one of North-South.
        section = one.contestant.section if len(book.sections) > 1 else ""
        number = section + one.contestant.number
        cells = tuple(_cell(column, one) for column in columns)
        yield Place(place, number, book.names(one.contestant), _figure(book, one), cells)


def _cell(column: Column, one: Ranked) -> str:
    """Return a figure of a ranking; a detail has no decimals that say nothing."""
    value = column.value(one)
    return signed(column.text(one)) if isinstance(value, str) or not column.is_detail else _points(value)


def _figure(book: Book, one: Ranked) -> str:
    return signed(book.main_column.text(one))


def board_pages(book: Book) -> tuple[BoardPage, ...]:
    """Return all travellers."""
    return tuple(_board_page(book, traveller) for traveller in book.travellers)


def _board_page(book: Book, traveller: Traveller) -> BoardPage:
    session = say("session {session}", session=traveller.session) if len(book.night.sessions) > 1 else ""
    section = say("section {section}", section=traveller.section) if traveller.section else ""
    board = say("Board {board}", board=traveller.board)
    vulnerable = tuple(side for side in (NS, EW) if is_vulnerable(traveller.board, side))
    about = say(
        "dealer {dealer}, {who} vulnerable", dealer=DEALERS[(traveller.board - 1) % 4], who=VULNERABLE[vulnerable]
    )
    counts = (
        Count(*_given(one.line), str(one.times), _points(one.ns_points), _points(one.ew_points))
        for one in traveller.frequencies
    )
    results = tuple(_result(book, traveller.session, scored) for scored in traveller.lines)
    return BoardPage(", ".join(filter(None, (board, section, session))), about, results, tuple(counts))


def _result(book: Book, session: int, scored: ScoredLine) -> Result:
    line = scored.line
    seated = book.night.sessions[session - 1].who.of(line)
    half = len(seated) // 2
    ns_score, ew_score = _given(line)
    several = line.section if len(book.sections) > 1 else ""
    return Result(
        several + "-".join(line.ns),
        several + "-".join(line.ew),
        contract_signs(line),
        line.declarer,
        signed(result_text(line)),
        lead_signs(line.lead),
        ns_score,
        ew_score,
        _points(scored.points(NS)),
        _points(scored.points(EW)),
        _names(book, seated[:half]),
        _names(book, seated[half:]),
    )


def _names(book: Book, some: Sequence[ContestantId]) -> tuple[str, ...]:
    return tuple(name for one in some for name in book.names(one))


def _given(line: Line) -> tuple[str, str]:
    """Return what stands in the columns of both sides: what it won, or what else it was given."""
    if isinstance(line.outcome, Absent):
        return _ABSENT[line.outcome], ""
    ns, ew = line.outcome
    if ns == ew and isinstance(ns, Real) and len(ns.parts) == 1:
        return _sides(ns.parts[0][1])
    return signed(given_text(ns, NS)), signed(given_text(ew, EW))


def _sides(points: int) -> tuple[str, str]:
    return (str(points), "") if points >= 0 else ("", str(-points))


def _points(exact: Exact | None) -> str:
    return "" if exact is None else signed(at_most_two_decimals(exact))


def personal_pages(book: Book) -> tuple[Personal, ...]:
    """Return the page of everybody who is ranked, in the order of the ranking."""
    return tuple(_personal(book, one, ranked_list) for ranked_list in book.lists for one in ranked_list.ranked)


def _personal(book: Book, ranked: Ranked, ranked_list: RankedList) -> Personal:
    one = ranked.contestant
    entries = book.entries[one]
    among = say("{many} {line}", many=len(ranked_list.ranked), line=SIDE_TITLES.get(one.line, "")).strip()
    place = f"{ranked.place}{'=' if ranked_list.is_tied(ranked) else ''}"
    unit = say("IMPs") if book.in_imps else "%"
    figures = [f"{_figure(book, ranked)} {unit}", say("place {place} of {among}", place=place, among=among)]
    if not book.in_imps:
        top = sum(entry.points.top for entry in entries if entry.points is not None)
        figures.append(say("{won} matchpoints of {top}", won=_points(ranked.score), top=_points(top)))
    return Personal(
        _title(book, one), book.name(one), tuple(figures), tuple(_met(book, entries)), points_told(book, one)
    )


def _title(book: Book, one: ContestantId) -> str:
    """Return the number of a contestant as a title: ``E6``, ``Pair 12``, ``Player B3``, ``North 3``."""
    if one.line in (NS, EW):
        return book.called(one)
    word = one.line or (say("Player") if book.is_individual else say("Pair"))
    return f"{word} {book.called(one)}"


def _met(book: Book, entries: Sequence[Entry]) -> Iterator[Met]:
    meetings = groupby(entries, key=lambda one: (one.session, one.line.round, one.partner, one.opponents))
    for (_, round, _, opponents), some in meetings:
        own = list(some)
        share = share_of(own)
        imps = sum(entry.points.won for entry in own if entry.points is not None)
        yield Met(
            "" if round is None else str(round),
            _against(book, own[0]),
            () if own[0].partner else _names(book, opponents),
            tuple(_had(entry) for entry in own),
            _points(imps) if book.in_imps else "" if share is None else _whole(share),
        )


def _against(book: Book, entry: Entry) -> str:
    if entry.partner is None:
        return book.called(entry.opponents[0])
    partner = f"{entry.partner.number} {book.name(entry.partner)}".strip()
    one, other = (opponent.number for opponent in entry.opponents)
    return say("with {partner} against {one} and {other}", partner=partner, one=one, other=other)


def _had(entry: Entry) -> Had:
    line = entry.line
    ns, ew = _given(line)
    won, lost = (ns, ew) if entry.side == NS or isinstance(line.outcome, Absent) else (ew, ns)
    points = entry.points
    share = "" if points is None or not points.top else _whole(100 * Fraction(points.won) / points.top)
    return Had(
        str(line.board),
        contract_signs(line),
        line.declarer,
        signed(result_text(line)),
        won,
        lost,
        "" if points is None else _points(points.won),
        share,
    )


def _whole(share: Exact) -> str:
    return str(away_from_zero(share))
