"""One notation for pairs: N5 and E5, or 5 with one winner; with several sections BN5 and B5 (docs/paper.md).

All sheets, announcements, the wall and phones are read for anything that looks like the number of a pair.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from byestand.catalog import find
from byestand.flow.attendance import sitting_out
from byestand.model.boards import Boards
from byestand.model.layout import CASES
from byestand.model.movement import Movement
from byestand.model.people import Contestant, Person
from byestand.model.session import Section, Session
from byestand.sentences.change_slips import told_slips
from byestand.sentences.next_moves import next_moves, standing_text
from byestand.sheets.booklet import booklet
from byestand.sheets.print_order import PrintOrder
from byestand.sheets.sheet_list import SHEETS
from byestand.words.people import spoken_number
from tests.support.app import client
from tests.support.crawler import InThisProcess
from tests.support.pdf_reader import pages
from tests.support.repaired_movements import at_random, pair_left, pairs_exchanged
from tests.support.round_calls import round_calls
from tests.support.sections import section

LABEL = re.compile(r"\b[A-Z]*[NE]\d+\b")
OLD = re.compile(r"\b(?:NS|EW) \d+(?! ?%)|\b[NE] \d+\b")
PERSONAL = ("guides", "startcards", "scorecards", "entries", "sitouts", "rover")
"""Sheets on which every pair is named alone."""
NOT_PRINTED = ("code", "guest", "kind", "contestant")
"""Keys of templates and orders that are not printed."""
ROOMS: dict[str, tuple[Movement, ...]] = {
    "one section": (find("W1812ER"),),
    "a half table with a rover": (find("W0806ER", missing=("N9",)),),
    "three sections": (find("W0806ER"), find("W0705", missing=("N7",)), find("M0505")),
    "a half table beside another section": (find("W0806ER", missing=("N9",)), find("M0505")),
    "two repaired sections": (pair_left(), pairs_exchanged()),
    "one winner": (find("H0713", missing=("14",)), find("H0508")),
    "individuals": (find("R0707S"), find("I1313")),
}


def session_of(movements: tuple[Movement, ...]) -> Session:
    letters = "ABC" if len(movements) > 1 else ("",)
    return Session(tuple(section(movement, 2, letter) for movement, letter in zip(movements, letters, strict=False)))


def strings_in(data: Any) -> Iterator[str]:  # noqa: ANN401 - parts are plain values
    """Yield every text within parts of a booklet."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from strings_in(value) if key not in NOT_PRINTED else ()
    elif isinstance(data, list | tuple):
        for value in data:
            yield from strings_in(value)


def on_paper(session: Session) -> Iterator[tuple[str, str, str]]:
    """Yield section, sheet and text of everything that can be printed."""
    for part in booklet(PrintOrder(session, tuple(SHEETS))).parts:
        for text in strings_in({key: value for key, value in part.items() if key != "title"}):
            yield part["letter"], part["heading"], re.sub(r"\bwithout [NE]\d+", "", text)  # the name of a movement


def on_screens(session: Session) -> Iterator[tuple[str, str, str]]:
    """Yield section, place and text of everything that is announced, or shown between rounds."""
    for own in session:
        for round, lines in round_calls(own).items():
            yield from ((own.letter, f"call {round}", line) for line in lines)
        for round in own.movement.remaining_rounds:
            yield from ((own.letter, f"wall {round}", line) for line in standing_text(own, round))
            for move in next_moves(own, round):
                yield from ((own.letter, f"wall {round}", words) for words in (move.words, move.detail))


@pytest.mark.parametrize("room", ROOMS)
def test_every_pair_with_two_winners_is_written_alike_everywhere(room: str) -> None:
    session = session_of(ROOMS[room])
    numbers = set(session.labels)
    texts = [*on_paper(session), *on_screens(session)]
    strange = [
        (letter, sheet, word, text)
        for letter, sheet, text in texts
        for word in (*LABEL.findall(text), *OLD.findall(text))
        if word not in numbers
    ]
    assert strange == []
    if session.movements[0].field.winners == 2:
        assert {word for _, _, text in texts for word in LABEL.findall(text)} >= set(
            map(session.label, session.present)
        )


@pytest.mark.parametrize("room", ["one winner", "individuals"])
def test_with_one_winner_every_card_has_the_section_before_the_number(room: str) -> None:
    session = session_of(ROOMS[room])
    for own in session:
        one = "Player" if own.movement.is_individual else "Pair"
        expected = {f"{one} {own.letter}{c}" for c in own.movement.field.present}
        for sheet in PERSONAL:
            if SHEETS[sheet].is_for(own):
                titles = set(titles_on(session, own, sheet))
                assert titles == expected if sheet not in ("sitouts", "rover") else titles <= expected, sheet


def titles_on(session: Session, own: Section, sheet: str) -> Iterator[str]:
    for part in booklet(PrintOrder(session, (sheet,))).parts:
        if part["letter"] == own.letter:
            for text in strings_in({key: value for key, value in part.items() if key not in ("title", "heading")}):
                yield from re.findall(r"\b(?:Pair|Player) [A-Z]?\d+\b", text)


@pytest.mark.parametrize("room", ["three sections", "a half table with a rover"])
def test_a_set_of_boards_has_one_name_on_all_sheets(room: str) -> None:
    session = session_of(ROOMS[room])
    names = {own.letter: set(map(own.set_name, CASES[:9])) for own in session}
    for letter, sheet, text in on_paper(session):
        assert set(re.findall(r"\b[Ss]et ([A-Z]\d?)\b", text)) <= names[letter], (sheet, text)


def test_slips_after_a_repair_name_the_set_as_the_section_does() -> None:
    _, night = at_random("W0806ER", 1)
    told = " ".join(one.words for slip in told_slips(night, Boards(2), section="B") for one in slip.rounds)
    assert set(re.findall(r"\bset ([A-Z]\d?)\b", told)) == {"B3"}


def test_nobody_who_sits_out_is_announced_twice() -> None:
    for movement in (pair_left(), pairs_exchanged(), find("W0705", missing=("N7",)), find("W0806ER", missing=("N9",))):
        own = section(movement, 2, "B")
        for round, lines in round_calls(own).items():
            clauses = [
                clause for line in lines for clause in re.findall(r"Sitting out: [^.]*|[^.;:]* sits? out(?=\.)", line)
            ]
            out = [
                f"B{side[0]}{number}"
                for clause in clauses
                for side, number in re.findall(r"(North-South|East-West) pair B(\d+)", clause)
            ]
            assert len(out) == len(set(out)), (round, lines)
            if 1 < round <= movement.rounds:
                played = movement.seats[round - 1][movement.played_mask[round - 1]]
                idle = {movement.field.label(c, "B") for c in movement.field.present if c not in played}
                gone = (
                    {movement.field.label(c, "B") for c, _ in movement.history.departures}
                    if movement.history
                    else set()
                )
                assert set(out) == idle - gone, (round, lines)


@pytest.fixture
def two_sections(tmp_path: Path) -> Iterator[tuple[TestClient, str]]:
    with client(tmp_path / "nights.sqlite", pool=InThisProcess()) as page:
        night = {"movement": ["W0806ER", "W0605"], "boards": "2", "name": "Tuesday"}
        yield page, page.post("/nights", data=night).headers["location"]


def test_desk_wall_phones_and_section_pages_write_pairs_and_sets_alike(
    two_sections: tuple[TestClient, str],
) -> None:
    page, night = two_sections
    desk = page.get(f"{night}/play").text
    seen = re.search(r'name="revision" value="(\d+)"', desk)
    assert seen
    page.post(f"{night}/play/start", data={"revision": seen[1]})
    assert "Rover, East-West pair A9: table 2. East-West pair A1: table 9." in page.get(f"{night}/play").text
    assert "Rover AE9 to table 2" in page.get(f"{night}/wall").text
    phone = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.get(f"{night}/pair/BE5").text))
    assert "against BN5 Pair BN5" in phone
    assert not {"N5", "E5", "NS 5"} & set(re.findall(r"\b(?:NS \d+|[A-Z]*[NE]\d+)\b", phone))
    for letter, sets in (("A", {"A1", "A2", "A3"}), ("B", {"B1", "B2"})):
        about = re.sub(r"<[^>]+>", " ", page.get(f"{night}/section/{letter}").text)
        assert set(re.findall(r"\bset ([A-Z]\d?)\b", about)) <= sets
        paper = page.get(f"{night}/section/{letter}/paper.pdf?sheets=crib,boarding,guides").content
        words = " ".join(word.text for pdf_page in pages(paper) for word in pdf_page)
        assert set(re.findall(r"\b[Ss]et ([A-Z]\d?)\b", words)) <= sets
        assert all(number[0] == letter for number in LABEL.findall(words))
    found = page.get(f"{night}/pair?who=NS 4").text
    assert re.findall(r'name="pair" value="(\w+)"', found) == ["AN4", "BN4"]


@pytest.mark.parametrize("room", [room for room in ROOMS if room not in ("two repaired sections", "individuals")])
@pytest.mark.parametrize("has_names", [False, True])
def test_every_sit_out_is_announced_once(room: str, has_names: bool) -> None:
    for own in session_of(ROOMS[room]):
        movement, label = own.movement, own.movement.field.label
        people = {
            label(one): Contestant((Person(f"Ann {one}"), Person(f"Bob {one}"))) for one in movement.field.present
        }
        calls = round_calls(replace(own, contestants=people if has_names else {}))
        for round in movement.remaining_rounds:
            lines = calls[round]
            sentences = [
                one for line in lines for one in re.split(r"(?<=\.) ", line) if re.search("sits? out|Sitting out", one)
            ]
            for one in sitting_out(movement, round):
                number = spoken_number(movement, one, own.letter)
                named = re.findall(rf"(?i)\b{number}\b", " ".join(sentences))
                assert len(named) == 1, (round, label(one, own.letter), lines)
