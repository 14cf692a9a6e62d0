"""Movements in an uploaded file as the setup of a new night: whole, with sections, boards and names of players."""

from collections.abc import Sequence

from byestand.errors import BadRequest
from byestand.formats.document import Document
from byestand.formats.registry import FORMATS, blocks, parted
from byestand.model.boards import USUAL_BOARDS_PER_ROUND, Boards
from byestand.model.limits import MAX_NAME_CHARS, MAX_SECTIONS
from byestand.model.people import Contestant
from byestand.model.setup import CustomMovement, SectionSetup, SessionSetup
from byestand.night.document import require_storable
from byestand.night.events import NightCreated
from byestand.server.jobs.job import job
from byestand.server.nights.setups import LETTER, LETTERS, PreparedSetup
from byestand.server.web.query import Asked, Pairs
from byestand.setup.resolve import resolve_section
from byestand.texts import title_line


@job("check")
def read_setup(name: str, data: bytes, pairs: Pairs) -> PreparedSetup:
    """Return a setup with all movements of a file, or with the one that is asked for; refuse what has errors."""
    asked = Asked(pairs)
    documents, refused = parted(blocks(data, source=name))
    if not documents:
        raise refused[0]
    which = asked.number("which")
    if which is not None and not 1 <= which <= len(documents):
        raise BadRequest(f"there are {len(documents)} movements in this file, no number {which}")
    chosen = documents if which is None else documents[which - 1 : which]
    if len(chosen) > MAX_SECTIONS:
        raise BadRequest(
            f"a night has at most {MAX_SECTIONS} sections, not {len(chosen)}: keep the movements one by one"
        )
    sections = (_section(document, letter, asked) for document, letter in zip(chosen, letters(chosen), strict=True))
    setup = SessionSetup(sections=tuple(sections))
    require_storable(NightCreated(setup))
    resolved = [resolve_section(section) for section in setup.sections]
    return PreparedSetup(setup, any(section.movement.is_individual for section in resolved))


def letters(documents: Sequence[Document]) -> list[str]:
    """Return the letters of sections: those of the file, if each has one of its own."""
    own = [document.section.letter.upper() for document in documents]
    are_valid = len(set(own)) == len(own) and all(map(LETTER.fullmatch, own))
    return own if are_valid else list(LETTERS[: len(documents)])


def _section(document: Document, letter: str, asked: Asked) -> SectionSetup:
    boards = document.section.boards or Boards(len(document.movement.swivel) or USUAL_BOARDS_PER_ROUND)
    per_round = asked.number("boards") or boards.per_round
    source = CustomMovement(FORMATS["json"].dumps((document,)).decode(), title_line(document.called)[:MAX_NAME_CHARS])
    contestants = {label: _storable(who) for label, who in document.section.contestants.items() if who.names}
    return SectionSetup(letter, source, Boards(per_round, boards.first), contestants)


def _storable(contestant: Contestant) -> Contestant:
    """Return a contestant of a file with its numbers; without any, or if it is too long, as if it had been typed."""
    numbers = [person.number for person in contestant.members if person.number]
    fits = all(text == title_line(text)[:MAX_NAME_CHARS] for text in (contestant.shown, *numbers))
    return contestant if numbers and fits else Contestant.parse(title_line(contestant.shown)[:MAX_NAME_CHARS])
