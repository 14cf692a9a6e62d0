"""An event as the rows of a Bridgemate database, and the limits of such a database."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

import numpy as np

from byestand.errors import BadRequest, CannotExpress
from byestand.formats.bws.jet4_rows import Value
from byestand.formats.document import DIRECTIONS, Chair, Document, chairs
from byestand.formats.format import boards_of
from byestand.formats.grid_builder import numbers_within
from byestand.language import phrase, say, say_many
from byestand.model.boards import Boards
from byestand.model.history import History
from byestand.model.movement import Movement
from byestand.model.people import Person

Row: TypeAlias = dict[str, Value]

MAX_BOARD_NUMBER = 127
"""A limit of the Bridgemate II. It can have 255 rounds, as many as a movement."""
TABSCORE_LETTERS, TABSCORE_TABLES = "ABCD", 30
MOST_LETTERS, MOST_NAME = 3, 18

MATCHPOINTS = 1
LOGGED_OFF = 2
COMPUTER = "Byestand"
"""The name of the computer that runs the server."""
UNVERIFIED = phrase("Files for Bridgemate (.bws) have not been tested in the Windows programs")

SETTINGS: Row = {
    "Section": 0,
    "ShowResults": True,
    "ShowOwnResult": True,
    "RepeatResults": False,
    "MaximumResults": 0,
    "ShowPercentage": True,
    "GroupSections": False,
    "ScorePoints": 1,
    "EnterResultsMethod": 1,
    "ShowPairNumbers": True,
    "IntermediateResults": False,
    "AutopoweroffTime": 20,
    "VerificationTime": 2,
    "ShowContract": 0,
    "LeadCard": True,
    "MemberNumbers": False,
    "MemberNumbersNoBlankEntry": False,
    "BoardOrderVerification": True,
    "HandRecordValidation": False,
    "AutoShutDownBPC": False,
    "BM2PINcode": "0000",
    "BM2NextSeatings": True,
    "BM2NameSource": 0,
    "BM2ShowPlayerNames": 1,
    "BM2AutoBoardNumber": False,
}
"""One row for all sections: results are shown, the order of boards is checked, leads are entered."""


def letter_of(document: Document) -> str:
    """Return the letter of a section; a single section without a letter is A."""
    return document.section.letter or "A"


def last_board(document: Document) -> int:
    """Return the highest board number at an occupied table."""
    taken = (document.movement.seats > 0).any(axis=2)
    return _boards(document).numbers(int((document.movement.groups * taken).max()))[1]


def _boards(document: Document) -> Boards:
    return boards_of(document, ".bws")


def warnings(sections: Sequence[Document]) -> tuple[str, ...]:
    """Return warnings about a file that can be written."""
    sentences = [say(UNVERIFIED)]
    if any(letter_of(section) not in tuple(TABSCORE_LETTERS) for section in sections):
        sentences.append(say("TabScore has at most 4 sections: A, B, C and D"))
    sentences += [
        say(
            "TabScore has at most {limit} tables per section; section {letter} has {tables}",
            limit=TABSCORE_TABLES,
            letter=letter_of(section),
            tables=section.movement.tables,
        )
        for section in sections
        if section.movement.tables > TABSCORE_TABLES
    ]
    return (*sentences, *_cut_names(sections))


def _cut_names(sections: Sequence[Document]) -> Iterator[str]:
    """Yield one warning about names that are too long, with their number and an example."""
    names = (person.name for document in sections for person in chairs(document.section).values())
    cut = [name for name in dict.fromkeys(names) if _cut(name) != name]
    if cut:
        yield say_many(
            "1 name is shortened to {limit} characters: {name!r} becomes {short!r}",
            "{number} names are shortened to {limit} characters; for example {name!r} becomes {short!r}",
            len(cut),
            limit=MOST_NAME,
            name=cut[0],
            short=_cut(cut[0]),
        )


def database_rows(sections: Sequence[Document]) -> dict[str, Iterable[Row]]:
    """Return every row of the event, table by table; raise for anything a Bridgemate cannot hold."""
    _refuse(sections)
    numbered = list(enumerate(sections, start=1))
    return {
        "Clients": [{"Computer": COMPUTER}],
        "Section": [_section_row(ident, section) for ident, section in numbered],
        "Tables": (row for item in numbered for row in _table_rows(*item)),
        "RoundData": (row for item in numbered for row in _round_rows(*item)),
        "PlayerNumbers": (row for item in numbered for row in _player_rows(*item)),
        "Settings": [SETTINGS],
    }


def _refuse(sections: Sequence[Document]) -> None:
    letters = [letter_of(section) for section in sections]
    if not sections:
        raise BadRequest(say("a .bws file needs at least 1 section"))
    if len(set(letters)) < len(letters):
        raise CannotExpress(
            say("the sections of a .bws file need different letters, not {letters}", letters=", ".join(letters))
        )
    if len({section.movement.seat_names for section in sections}) > 1:
        raise CannotExpress(say("pairs and individuals do not fit in one .bws file; write 2 files"))
    for letter, section in zip(letters, sections, strict=True):
        if not (1 <= len(letter) <= MOST_LETTERS and letter.isascii() and letter.isupper()):
            raise CannotExpress(say("a section letter must be 1 to 3 capital letters, not {letter!r}", letter=letter))
        if last_board(section) > MAX_BOARD_NUMBER:
            raise CannotExpress(
                say(
                    "a Bridgemate II has boards up to {limit}, but section {letter} has board {board};"
                    " use fewer boards per round",
                    limit=MAX_BOARD_NUMBER,
                    letter=letter,
                    board=last_board(section),
                )
            )


def _section_row(ident: int, section: Document) -> Row:
    field, tables = section.movement.field, section.movement.tables
    # With two winners NS 5 and EW 5 have the same number, and TabScore would remove both. A missing individual player
    # is no pair: nothing is played at that table, which the rounds already say.
    known = len(field.lines) == 1 and len(field.missing) == 1 and len(section.movement.seat_names) == 2
    return {
        "ID": ident,
        "Letter": letter_of(section),
        "Tables": tables,
        "MissingPair": min(field.missing) if known else 0,
        "EWMoveBeforePlay": 0,
        "Session": 1,
        "ScoringType": MATCHPOINTS,
        "Winners": len(field.lines),
    }


def _table_rows(ident: int, section: Document) -> Iterator[Row]:
    """Yield a row for every table; after a mishap the control program sends new rounds to the changed tables."""
    movement = section.movement
    changed = _changed_tables(movement, movement.history) if movement.history else set()
    for table in range(1, movement.tables + 1):
        yield {
            "Section": ident,
            "Table": table,
            "ComputerID": 1,
            "Status": 0,
            "LogOnOff": LOGGED_OFF,
            "CurrentRound": 0,
            "CurrentBoard": 0,
            "UpdateFromRound": movement.next_round if table in changed else 0,
            "Group": 1,
        }


def _changed_tables(movement: Movement, history: History) -> set[int]:
    """Return the tables that need new rounds: other play, or a late pair with a new number."""
    if not movement.remaining_rounds:
        return set()
    came = [newcomer for newcomer, _ in history.places]
    new_numbers = np.isin(movement.seats[history.after :], came).any(axis=(0, 2))
    return {*movement.changed_tables, *(np.flatnonzero(new_numbers) + 1).tolist()}


def _round_rows(ident: int, section: Document) -> Iterator[Row]:
    """Yield a row for every table and round; it has only zeros for an empty table or fewer than four players.

    A pair alone at a table is written, because the Bridgemate shows that it sits out. For individual players it has no
    such screen: an empty seat would be shown as player 0.
    """
    movement, boards = section.movement, _boards(section)
    seats, groups = numbers_within(movement).tolist(), movement.groups.tolist()
    for table in range(movement.tables):
        for round in range(movement.rounds):
            who = seats[round][table]
            if len(who) == 4 and not all(who):
                who = [0] * len(who)
            group = groups[round][table] if any(who) else 0
            row: Row = {
                "Section": ident,
                "Table": table + 1,
                "Round": round + 1,
                "NSPair": who[0],
                "EWPair": who[len(who) // 2],
                "LowBoard": boards.numbers(group)[0],
                "HighBoard": boards.numbers(group)[1],
            }
            if len(who) == 4:
                row |= {"South": who[1], "West": who[3]}
            yield row


def _player_rows(ident: int, section: Document) -> Iterator[Row]:
    """Yield four rows per table, also without known names."""
    known = chairs(section.section)
    for table in range(1, section.movement.tables + 1):
        for direction in DIRECTIONS:
            person = known.get(Chair(table, direction), Person(""))
            yield {
                "Section": ident,
                "Table": table,
                "Direction": direction,
                "Number": person.number,
                "Name": _cut(person.name),
                "Updated": False,
                "Processed": False,
                "Round": 0,
            }


def _cut(name: str) -> str:
    """Return a name cut to the size of the column, which counts units of UTF-16."""
    wide = name.encode("utf-16-le", errors="replace")[: 2 * MOST_NAME]
    return wide.decode("utf-16-le", errors="ignore")
