"""One night: what was chosen, who is who and where they sit down, and files that know the names of players."""

import re
from collections.abc import Iterator
from dataclasses import replace

from byestand.errors import BadRequest
from byestand.formats.document import Direction, Document, Player
from byestand.formats.registry import FORMATS, format_of
from byestand.model import Movement
from byestand.server.answers import JSON, Answer, json_answer
from byestand.server.nights import Night, Section, loads
from byestand.server.pages.files import as_file
from byestand.server.pages.names import names_in
from byestand.server.pages.paper import WORDS
from byestand.server.questions import Setting
from byestand.server.rendering import rendered

LETTER = re.compile(r"[A-Z]{1,3}", re.ASCII)
BETWEEN = re.compile(r"\s*(?:&|\+|/|;| and | - | – )\s*")
SIDES: dict[str, tuple[Direction, Direction]] = {"NS": ("N", "S"), "EW": ("E", "W")}


def checked(contents: str) -> Answer:
    """Refuse a night whose movements do not exist, or whose sections are called alike."""
    night = loads(contents)
    letters = [section.letter for section in night.sections]
    if len(set(letters)) < len(letters) or not all(map(LETTER.fullmatch, letters)):
        raise BadRequest(f"sections have different letters, one to three: {', '.join(letters)[:40]!r}")
    for section in night.sections:
        _setting(night, section).movement()
    return Answer(b"{}", JSON)


def content(id: int, contents: str) -> Answer:
    """Return the page of a night."""
    night = loads(contents)
    sections = [(section, _setting(night, section), _setting(night, section).movement()) for section in night.sections]
    lists = [
        (section, setting, movement, tuple(_seats(night, section, movement))) for section, setting, movement in sections
    ]
    return rendered(
        "night.html",
        night.name,
        id=id,
        night=night,
        sections=lists,
        papers=WORDS,
        names="\n".join(f"{label}\t{name}" for label, name in night.pairs.items()),
        labels=[label for section, _, movement in sections for label in _labels(night, section, movement)],
        formats=[known for known in FORMATS.values() if known.holds_many or len(sections) == 1],
    )


def named(contents: str, text: str) -> Answer:
    """Return the names of pairs in a pasted text: ``N1``, a tab and the name, or the names in order, NS before EW."""
    night = loads(contents)
    labels = [
        label for section in night.sections for label in _labels(night, section, _setting(night, section).movement())
    ]
    return json_answer(names_in(text, labels))


def scoring_file(contents: str, to: str) -> Answer:
    """Return all sections in one file, with the names of players where the format has room for them."""
    night, wanted = loads(contents), format_of(to)
    documents = tuple(_document(night, section, with_players=wanted.holds_players) for section in night.sections)
    if not documents:
        raise BadRequest("this night has no movement yet")
    stem = documents[0].movement.name if len(documents) == 1 else "tonight"
    return as_file(documents, wanted, stem)


def _document(night: Night, section: Section, *, with_players: bool) -> Document:
    movement = _setting(night, section).movement()
    players = [
        Player(table, direction, name)
        for label, _, table, seat, named in _seats(night, section, movement)
        if named and seat in SIDES
        for direction, name in zip(SIDES[seat], BETWEEN.split(named, maxsplit=1), strict=False)
        if name.strip() and label
    ]
    document = Document(movement, section=section.letter, boards_per_round=night.boards)
    return replace(document, players=tuple(players)) if with_players else document


def _setting(night: Night, section: Section) -> Setting:
    return Setting(
        section.movement, section.missing, night.boards, night.one_winner, cases=night.cases, switch=night.switch
    )


def _labels(night: Night, section: Section, movement: Movement) -> list[str]:
    """Return what pairs are called: with several sections the letter comes first."""
    letter = section.letter if len(night.sections) > 1 else ""
    return [f"{letter}{movement.field.label(contestant)}" for contestant in movement.field.present]


def _seats(night: Night, section: Section, movement: Movement) -> Iterator[tuple[str, str, int, str, str]]:
    """Yield each pair's label, here and within its section, where it sits down, and its name."""
    for label, contestant in zip(_labels(night, section, movement), movement.field.present, strict=True):
        own = movement.field.label(contestant)
        first = movement.itinerary(own)[0]
        yield label, own, first.table, first.seat, night.pairs.get(label, "")
