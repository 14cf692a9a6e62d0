"""USEBIO 1.2: the XML format in which British and other federations accept results of pairs.

Elements have the order of published files (Compscore's, in the tests of abftech/cobalt): the header of the event, then
the participants, then the boards. Unknown values (club numbers and charges) are present but empty; master points are
left out. Nothing is indented, because some readers take white space as text.
"""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from importlib.metadata import version
from xml.etree import ElementTree as ET

from byestand.errors import CannotExpress
from byestand.language import phrase, say
from byestand.model.line import EW, NS, Average, Exact, Percentage, SideScores, TableScore
from byestand.model.people import Person
from byestand.sanitize import title_line
from byestand.score.book import Book, ScoredTraveller
from byestand.score.comparison import away_from_zero, datum
from byestand.score.contestants import ContestantId
from byestand.score.ranking import RankedContestant
from byestand.score.score_format import at_most_two_decimals, contract_text, format_score, two_decimals
from byestand.score.score_lines import ScoredLine

PAIRS = {"EVENT_TYPE": "PAIRS"}
PAIRS_ONLY = phrase("USEBIO is available for pairs only: no published file shows how it records individuals")
POINTS = {"matchpoints": "MATCH_POINTS", "cross-imps": "CROSS_IMP_POINTS", "butler": "BUTLER_POINTS"}
METHODS = {"cross-imps": "CROSS_IMPS", "butler": "BUTLER_IMPS"}
HEAD = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE USEBIO SYSTEM "http://www.ebu.co.uk/usebio/usebio_v1_2.dtd">
"""
ELEMENTS: Mapping[str, tuple[str, Callable[[Exact], str]]] = {
    "score": ("TOTAL_SCORE", at_most_two_decimals),
    "percentage": ("PERCENTAGE", two_decimals),
}
"""The element of a pair for each column of the ranking, and how it is written; other columns have none."""
_AVERAGES = {Average.PLUS: 60, Average.EVEN: 50, Average.MINUS: 40}
_EVEN = Fraction(1, 2)
_MAX_SHARE = 99
"""A percentage is written with 2 digits."""


def usebio(book: Book, day: dt.date) -> bytes:
    """Return the results of a pairs session as USEBIO."""
    if book.is_individual:
        raise CannotExpress(say(PAIRS_ONLY))
    if any(session.contestant_seats.ranked_as for session in book.night.sessions):
        raise CannotExpress(
            say("USEBIO has 1 number per pair; if pairs change numbers between sessions, write 1 file per session")
        )
    boards = [(traveller.board, traveller.section) for traveller in book.travellers]
    if len(set(boards)) < len(boards):
        raise CannotExpress(
            say("sessions with the same boards do not fit in one USEBIO file; write 1 file per session")
        )
    club = _element("CLUB", {"CLUB_NAME": book.event.club, "CLUB_ID_NUMBER": ""})
    root = ET.Element("USEBIO", {"Version": "1.2"})
    root.extend((club, _event(book, day)))
    body: bytes = ET.tostring(root, encoding="utf-8", short_empty_elements=False)
    return HEAD.encode() + body + b"\n"


def _event(book: Book, day: dt.date) -> ET.Element:
    title = book.event.title or book.movement_title or "Results"
    method = METHODS.get(book.night.rules.method)
    about = {
        "EVENT_IDENTIFIER": day.strftime("%Y%m%d"),
        "EVENT_DESCRIPTION": title,
        "PROGRAM_NAME": "Byestand",
        "PROGRAM_VERSION": version("byestand"),
        "WINNER_TYPE": str(book.night.winners),
        "TITLE": title,
        "DATE": day.strftime("%d/%m/%Y"),
        "VENUE": book.event.club,
        "MASTER_POINT_SCALE": "",
        "MASTER_POINT_TYPE": "",
        "MPS_AWARDED_FLAG": "N",
        "SESSION_COUNT": str(len(book.night.sessions)),
        "SECTION_COUNT": str(len(book.sections)),
        "P2P_CHARGE_RATE": "",
    }
    pairs = _element("PARTICIPANTS", {}, [_pair(book, one) for one in book.night.ranking], PAIRS)
    boards = [_board(book, traveller) for traveller in book.travellers]
    return _element("EVENT", about | ({"SCORING_METHOD": method} if method else {}), [pairs, *boards], PAIRS)


def _pair(book: Book, ranked: RankedContestant) -> ET.Element:
    one = ranked.contestant
    about = {
        "PAIR_NUMBER": _number(book, one),
        "DIRECTION": one.line,
        "PLACE": str(ranked.place),
        **dict(_figures(book, ranked)),
    }
    people = [*book.members(one), Person(""), Person("")][:2]
    players = [{"PLAYER_NAME": who.name, "NATIONAL_ID_NUMBER": who.number, "CLUB_ID_NUMBER": ""} for who in people]
    return _element("PAIR", about, [_element("PLAYER", player) for player in players])


def _figures(book: Book, ranked: RankedContestant) -> Iterator[tuple[str, str]]:
    for column in book.columns:
        value = column.value(ranked)
        if column.key in ELEMENTS and value is not None:
            tag, text = ELEMENTS[column.key]
            yield tag, value if isinstance(value, str) else text(value)


def _board(book: Book, traveller: ScoredTraveller) -> ET.Element:
    """Return a traveller; lines without a result are left out."""
    lines = [scored for scored in traveller.lines if scored.shares]
    scores = (given for scored in lines for side, given in scored.line.side_scores() if side == NS)
    real = [score for score in scores if isinstance(score, TableScore)]
    average = {"BOARD_AVERAGE": str(datum(real))} if real and book.night.rules.method == "butler" else {}
    about = {"BOARD_NUMBER": str(traveller.board)} | average
    return _element("BOARD", about, [_line(book, scored) for scored in lines], PAIRS)


def _line(book: Book, scored: ScoredLine) -> ET.Element:
    line, kind = scored.line, POINTS[book.night.rules.method]
    ns, ew = (ContestantId(line.section, "", numbers[0]) for numbers in (line.ns, line.ew))
    about = {
        "NS_PAIR_NUMBER": _number(book, ns),
        "EW_PAIR_NUMBER": _number(book, ew),
        "CONTRACT": contract_text(line),
        "PLAYED_BY": line.declarer,
        "LEAD": line.lead,
        "TRICKS": "" if line.tricks is None else str(line.tricks),
        "SCORE": _score(scored),
        f"NS_{kind}": _points(scored, NS),
        f"EW_{kind}": _points(scored, EW),
    }
    return _element("TRAVELLER_LINE", about)


def _number(book: Book, one: ContestantId) -> str:
    """Return the number of a pair, with the section letter if there are several sections."""
    return (one.section if len(book.sections) > 1 else "") + one.number


def _points(scored: ScoredLine, side: str) -> str:
    points = scored.points(side)
    return "" if points is None else at_most_two_decimals(points)


def _score(scored: ScoredLine) -> str:
    """Return the score of North-South; for averages the percentages of both sides, such as ``A6040``.

    The format has no weighted and split scores, so their percentages are written.
    """
    shown = format_score(scored.line)
    if isinstance(shown, int):
        return str(shown)
    given = dict(scored.line.side_scores())
    return "A" + "".join(f"{_percent(scored, given[side], side):02}" for side in (NS, EW))


def _percent(scored: ScoredLine, given: SideScores, side: str) -> int:
    if isinstance(given, Average):
        return _AVERAGES[given]
    points = scored.shares[0 if side == NS else -1].points
    share = given.share if isinstance(given, Percentage) else Fraction(points.won) / points.top if points.top else _EVEN
    return min(away_from_zero(100 * share), _MAX_SHARE)


def _element(
    tag: str,
    texts: Mapping[str, str],
    children: Sequence[ET.Element] = (),
    attributes: Mapping[str, str] | None = None,
) -> ET.Element:
    """Return an element with texts by name, then children, in the given order."""
    element = ET.Element(tag, dict(attributes or {}))
    for name, text in texts.items():
        child = ET.SubElement(element, name)
        child.text = title_line(text)
    element.extend(children)
    return element
