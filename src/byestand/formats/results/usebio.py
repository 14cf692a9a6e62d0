"""USEBIO 1.2: the XML in which British and other federations take results of pairs.

Readers find elements by their names, and programs differ in their order; here it is that of the names. What a movement
desk does not know (master points, the numbers of club and charges) is there and empty. Nothing is indented: some
readers take white space for text.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib.metadata import version
from xml.etree import ElementTree as ET

from byestand.errors import CannotExpress
from byestand.model import Person
from byestand.score.book import Book, Traveller
from byestand.score.comparing import away_from_zero, datum
from byestand.score.contestants import Contestant
from byestand.score.ranking import Ranked
from byestand.score.results import EW, NS, Average, Given, Percentage, Real
from byestand.score.scoring import ScoredLine
from byestand.score.shown import at_most_two_decimals, contract_text, score_shown, two_decimals
from byestand.texts import title_line

PAIRS = {"EVENT_TYPE": "PAIRS"}
POINTS = {"matchpoints": "MATCH_POINTS", "cross-imps": "CROSS_IMP_POINTS", "butler": "BUTLER_POINTS"}
METHODS = {"cross-imps": "CROSS_IMPS", "butler": "BUTLER_IMPS"}
_AVERAGES = {Average.PLUS: 60, Average.EVEN: 50, Average.MINUS: 40}
_EVEN = Fraction(1, 2)
_MOST_SHARE = 99
"""A share of the points is written with two figures."""


def usebio(book: Book, day: dt.date) -> bytes:
    """Return a night of pairs as USEBIO."""
    if book.is_individual:
        raise CannotExpress("USEBIO is written for pairs: how it tells of single players is not settled")
    boards = [(traveller.board, traveller.section) for traveller in book.travellers]
    if len(set(boards)) < len(boards):
        raise CannotExpress("several sessions with the same boards do not fit in one USEBIO file: write one for each")
    club = _element("CLUB", {"CLUB_ID_NUMBER": "", "CLUB_NAME": book.event.club})
    root = ET.Element("USEBIO", {"Version": "1.2"})
    root.extend((club, _event(book, day)))
    written: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True, short_empty_elements=False)
    return written + b"\n"


def _event(book: Book, day: dt.date) -> ET.Element:
    title = book.event.title or book.played or "Results"
    method = METHODS.get(book.night.rules.method)
    about = {
        "DATE": day.strftime("%d/%m/%Y"),
        "EVENT_DESCRIPTION": title,
        "EVENT_IDENTIFIER": day.strftime("%Y%m%d"),
        "MASTER_POINT_SCALE": "",
        "MASTER_POINT_TYPE": "",
        "MPS_AWARDED_FLAG": "N",
        "P2P_CHARGE_RATE": "",
        "PROGRAM_NAME": "Byestand",
        "PROGRAM_VERSION": version("byestand"),
        "SECTION_COUNT": str(len(book.sections)),
        "SESSION_COUNT": str(len(book.night.sessions)),
        "TITLE": title,
        "VENUE": book.event.club,
        "WINNER_TYPE": str(book.night.winners),
    }
    pairs = _element("PARTICIPANTS", {}, [_pair(book, one) for one in book.night.ranking], PAIRS)
    boards = [_board(book, traveller) for traveller in book.travellers]
    return _element("EVENT", about | ({"SCORING_METHOD": method} if method else {}), [*boards, pairs], PAIRS)


def _pair(book: Book, ranked: Ranked) -> ET.Element:
    one = ranked.contestant
    about = {
        "DIRECTION": one.line,
        "MASTER_POINTS_AWARDED": "0",
        "MASTER_POINT_TYPE": "",
        "PAIR_NUMBER": _number(book, one),
        "PLACE": str(ranked.place),
        "TOTAL_SCORE": at_most_two_decimals(ranked.score),
    }
    share = {} if ranked.percentage is None else {"PERCENTAGE": two_decimals(ranked.percentage)}
    people = [*book.people.get(one, ()), Person(""), Person("")][:2]
    players = [{"CLUB_ID_NUMBER": "", "NATIONAL_ID_NUMBER": who.number, "PLAYER_NAME": who.name} for who in people]
    return _element("PAIR", about | share, [_element("PLAYER", player) for player in players])


def _board(book: Book, traveller: Traveller) -> ET.Element:
    """Return a traveller; lines without a result are left out."""
    lines = [scored for scored in traveller.lines if scored.shares]
    given = (given for scored in lines for side, given in scored.line.given() if side == NS)
    real = [one for one in given if isinstance(one, Real)]
    average = {"BOARD_AVERAGE": str(datum(real))} if real and book.night.rules.method == "butler" else {}
    about = {"BOARD_NUMBER": str(traveller.board)} | average
    return _element("BOARD", about, [_line(book, scored) for scored in lines], PAIRS)


def _line(book: Book, scored: ScoredLine) -> ET.Element:
    line, kind = scored.line, POINTS[book.night.rules.method]
    ns, ew = (Contestant(line.section, "", numbers[0]) for numbers in (line.ns, line.ew))
    about = {
        "CONTRACT": contract_text(line),
        f"EW_{kind}": _points(scored, EW),
        "EW_PAIR_NUMBER": _number(book, ew),
        "LEAD": line.lead,
        f"NS_{kind}": _points(scored, NS),
        "NS_PAIR_NUMBER": _number(book, ns),
        "PLAYED_BY": line.declarer,
        "SCORE": _score(scored),
        "TRICKS": "" if line.tricks is None else str(line.tricks),
    }
    return _element("TRAVELLER_LINE", about)


def _number(book: Book, one: Contestant) -> str:
    """Return the number of a pair; with several sections it is told apart by their letters."""
    return (one.section if len(book.sections) > 1 else "") + one.number


def _points(scored: ScoredLine, side: str) -> str:
    points = scored.points(side)
    return "" if points is None else at_most_two_decimals(points)


def _score(scored: ScoredLine) -> str:
    """Return what North-South score; for averages what both sides get, like ``A6040``.

    Weighted and split scores have no place in the format: they are told by what came of them.
    """
    shown = score_shown(scored.line)
    if isinstance(shown, int):
        return str(shown)
    given = dict(scored.line.given())
    return "A" + "".join(f"{_percent(scored, given[side], side):02}" for side in (NS, EW))


def _percent(scored: ScoredLine, given: Given, side: str) -> int:
    if isinstance(given, Average):
        return _AVERAGES[given]
    points = scored.shares[0 if side == NS else -1].points
    share = given.share if isinstance(given, Percentage) else Fraction(points.won) / points.top if points.top else _EVEN
    return min(away_from_zero(100 * share), _MOST_SHARE)


def _element(
    tag: str,
    texts: Mapping[str, str],
    children: Sequence[ET.Element] = (),
    attributes: Mapping[str, str] | None = None,
) -> ET.Element:
    """Return an element with texts by their names and with children, all in the order of their names."""
    found = list(children)
    for name, text in texts.items():
        child = ET.Element(name)
        child.text = title_line(text)
        found.append(child)
    made = ET.Element(tag, dict(attributes or {}))
    made.extend(sorted(found, key=lambda child: child.tag))
    return made
