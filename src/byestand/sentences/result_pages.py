"""Pages of results as texts and figures, the same for paper, the app and a club's website."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from byestand.language import phrase, say
from byestand.model.line import EW, NS, Absent
from byestand.score.book import Book, Column, ContestantBoard, RankedList, ScoredTraveller, share_of
from byestand.score.contestants import ContestantId
from byestand.score.ranking import RankedContestant
from byestand.score.score_format import (
    contract_signs,
    deal_text,
    format_signed,
    lead_signs,
    percent_text,
    points_text,
    result_text,
    side_score_texts,
    side_title,
)
from byestand.score.score_lines import ScoredLine
from byestand.sentences.scoring_explanation import points_explanation

_MAX_LINE_CHARS = 30
"""Characters of names that fit on a line of a display."""
_PLAYER_TITLES = {
    "N": phrase("North {label}"),
    "S": phrase("South {label}"),
    "E": phrase("East {label}"),
    "W": phrase("West {label}"),
}


class RankingPlace(NamedTuple):
    """A row of a ranking."""

    place: str
    number: str
    names: tuple[str, ...]
    figure: str
    """Percentage or IMPs."""
    cells: tuple[str, ...] = ()
    """The figures of the requested columns."""

    @property
    def is_long(self) -> bool:
        """Whether its names need two lines on the display."""
        return len(" & ".join(self.names)) > _MAX_LINE_CHARS


class Ranking(NamedTuple):
    """A ranking with its title."""

    title: str
    places: tuple[RankingPlace, ...]


class ResultView(NamedTuple):
    """A row of a traveller."""

    ns: str
    ew: str
    contract: str
    declarer: str
    result: str
    lead: str
    ns_score: str
    """The score if North-South won it, or an adjusted score; the score of East-West is in the next column."""
    ew_score: str
    ns_points: str
    ew_points: str
    ns_names: tuple[str, ...] = ()
    """The names of North-South, as far as they are known."""
    ew_names: tuple[str, ...] = ()


class Count(NamedTuple):
    """A row of the frequencies."""

    ns_score: str
    ew_score: str
    times: str
    ns_points: str
    ew_points: str


class BoardPage(NamedTuple):
    """A board with all its results."""

    title: str
    dealer_and_vulnerability: str
    """Dealer and vulnerability."""
    results: tuple[ResultView, ...]
    counts: tuple[Count, ...]


class BoardResultView(NamedTuple):
    """A board as one contestant played it."""

    board: str
    contract: str
    declarer: str
    result: str
    plus_score: str
    minus_score: str
    points: str
    share: str


class OpponentBoards(NamedTuple):
    """The boards against the same opponents."""

    round: str
    opponents_label: str
    """The number of the opponents; in an individual the partner and the numbers of the opponents."""
    names: tuple[str, ...]
    """The names of the opponents of a pair."""
    boards: tuple[BoardResultView, ...]
    share: str
    """The total of these boards: a percentage or IMPs."""


class PersonalPage(NamedTuple):
    """The results of one contestant."""

    title: str
    name: str
    figures: tuple[str, ...]
    opponents: tuple[OpponentBoards, ...]
    explanation: str
    """How matchpoints or IMPs are counted."""


def rankings(book: Book, columns: Sequence[Column] = ()) -> tuple[Ranking, ...]:
    """Return all rankings, with some columns."""
    return tuple(Ranking(ranked_list.heading, tuple(_places(book, ranked_list, columns))) for ranked_list in book.lists)


def _places(book: Book, ranked_list: RankedList, columns: Sequence[Column]) -> Iterator[RankingPlace]:
    everyone = [ranked for one in book.lists for ranked in one.contestants]
    whole = [column for column in columns if all(map(column.is_whole, everyone))]
    for ranked in ranked_list.contestants:
        # The title names the direction, so the number needs no letter for it.
        section = ranked.contestant.section if len(book.sections) > 1 else ""
        number = section + ranked.contestant.number
        cells = tuple(_cell(column, ranked, whole=column in whole) for column in columns)
        names = book.names(ranked.contestant)
        yield RankingPlace(_place_text(ranked, ranked_list), number, names, _figure(book, ranked), cells)


def _place_text(ranked: RankedContestant, ranked_list: RankedList) -> str:
    return f"{ranked.place}{'=' if ranked_list.is_tied(ranked) else ''}"


def _cell(column: Column, ranked: RankedContestant, *, whole: bool) -> str:
    """Return a figure of a ranking; a detail has no decimals if all its figures are *whole* numbers."""
    value = column.value(ranked)
    if isinstance(value, str) or not (column.is_detail and whole):
        return format_signed(column.text(ranked))
    return points_text(value)


def _figure(book: Book, ranked: RankedContestant) -> str:
    return format_signed(book.main_column.text(ranked))


def board_pages(book: Book) -> tuple[BoardPage, ...]:
    """Return all travellers."""
    return tuple(_board_page(book, traveller) for traveller in book.travellers)


def _board_page(book: Book, traveller: ScoredTraveller) -> BoardPage:
    session = say("session {session}", session=traveller.session) if len(book.night.sessions) > 1 else ""
    section = say("section {section}", section=traveller.section) if traveller.section else ""
    board = say("Board {board}", board=traveller.board)
    counts = (
        Count(
            *side_score_texts(score.line), str(score.times), points_text(score.ns_points), points_text(score.ew_points)
        )
        for score in traveller.frequencies
    )
    results = tuple(_result(book, traveller.session, scored) for scored in traveller.lines)
    return BoardPage(
        ", ".join(filter(None, (board, section, session))), deal_text(traveller.board), results, tuple(counts)
    )


def _result(book: Book, session: int, scored: ScoredLine) -> ResultView:
    line = scored.line
    seated = book.night.sessions[session - 1].contestant_seats.for_line(line)
    half = len(seated) // 2
    ns_score, ew_score = side_score_texts(line)
    section = line.section if len(book.sections) > 1 else ""
    return ResultView(
        section + "-".join(line.ns),
        section + "-".join(line.ew),
        contract_signs(line),
        line.declarer,
        format_signed(result_text(line)),
        lead_signs(line.lead),
        ns_score,
        ew_score,
        points_text(scored.points(NS)),
        points_text(scored.points(EW)),
        _names(book, seated[:half]),
        _names(book, seated[half:]),
    )


def _names(book: Book, contestants: Sequence[ContestantId]) -> tuple[str, ...]:
    return tuple(name for contestant in contestants for name in book.names(contestant))


def personal_pages(book: Book) -> tuple[PersonalPage, ...]:
    """Return the page of every ranked contestant, in the order of the ranking."""
    return tuple(
        _personal_page(book, ranked, ranked_list) for ranked_list in book.lists for ranked in ranked_list.contestants
    )


def _personal_page(book: Book, ranked: RankedContestant, ranked_list: RankedList) -> PersonalPage:
    contestant = ranked.contestant
    entries = book.entries[contestant]
    figure = _figure(book, ranked)
    figures = [say("{figure} IMPs", figure=figure) if book.in_imps else f"{figure}%", _place_of(ranked, ranked_list)]
    if not book.in_imps:
        top = sum(entry.points.top for entry in entries if entry.points is not None)
        figures.append(say("{won} of {top} matchpoints", won=points_text(ranked.score), top=points_text(top)))
    return PersonalPage(
        _title(book, contestant),
        book.name(contestant),
        tuple(figures),
        tuple(_meetings(book, entries)),
        points_explanation(book, contestant),
    )


def _place_of(ranked: RankedContestant, ranked_list: RankedList) -> str:
    place, count = _place_text(ranked, ranked_list), len(ranked_list.contestants)
    if side := side_title(ranked.contestant.line):
        return say("place {place} of {count} ({side})", place=place, count=count, side=side)
    return say("place {place} of {count}", place=place, count=count)


def _title(book: Book, contestant: ContestantId) -> str:
    """Return the label of a contestant as a title: ``E6``, ``Pair 12``, ``Player B3``, ``North 3``."""
    label = book.label_of(contestant)
    if contestant.line in (NS, EW):
        return label
    if contestant.line:
        return say(_PLAYER_TITLES[contestant.line], label=label)
    return say("Player {label}", label=label) if book.is_individual else say("Pair {label}", label=label)


def _meetings(book: Book, entries: Sequence[ContestantBoard]) -> Iterator[OpponentBoards]:
    meetings = groupby(entries, key=lambda entry: (entry.session, entry.line.round, entry.partner, entry.opponents))
    for (_, round, _, opponents), group in meetings:
        own = list(group)
        share = share_of(own)
        imps = sum(entry.points.won for entry in own if entry.points is not None)
        yield OpponentBoards(
            "" if round is None else str(round),
            _opponents_text(book, own[0]),
            () if own[0].partner else _names(book, opponents),
            tuple(_board_result(entry) for entry in own),
            points_text(imps) if book.in_imps else "" if share is None else percent_text(share),
        )


def _opponents_text(book: Book, entry: ContestantBoard) -> str:
    if entry.partner is None:
        return book.label_of(entry.opponents[0])
    partner = f"{entry.partner.number} {book.name(entry.partner)}".strip()
    first, second = (opponent.number for opponent in entry.opponents)
    return say("with {partner} against {first} and {second}", partner=partner, first=first, second=second)


def _board_result(entry: ContestantBoard) -> BoardResultView:
    line = entry.line
    ns, ew = side_score_texts(line)
    won, lost = (ns, ew) if entry.side == NS or isinstance(line.outcome, Absent) else (ew, ns)
    points = entry.points
    share = "" if points is None or not points.top else percent_text(100 * Fraction(points.won) / points.top)
    return BoardResultView(
        str(line.board),
        contract_signs(line),
        line.declarer,
        format_signed(result_text(line)),
        won,
        lost,
        "" if points is None else points_text(points.won),
        share,
    )
