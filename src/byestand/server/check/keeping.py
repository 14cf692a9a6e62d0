"""A file that somebody brought, kept as a night: its movements whole, its sections, boards and names of players."""

from collections.abc import Sequence
from pathlib import PurePath

from byestand.errors import BadRequest
from byestand.formats.document import Document
from byestand.formats.registry import FORMATS, blocks, parted
from byestand.model.boards import Boards
from byestand.night.log import EventLog
from byestand.night.night import MOST_SECTIONS, Night
from byestand.night.setting import USUAL_BOARDS_A_ROUND, Setting
from byestand.server.asking import Asked, Pairs
from byestand.server.jobs.job import job
from byestand.server.nights.forms import LETTERS
from byestand.server.nights.page import LETTER
from byestand.server.questions import section_of
from byestand.server.storage.records import NewNight, replay
from byestand.texts import MOST_NAME, title_line


@job("check")
def read_as_night(name: str, data: bytes, pairs: Pairs, at: float) -> NewNight:
    """Return a new night with all movements of a file, or with the one that is asked for."""
    asked = Asked(pairs)
    documents, refused = parted(blocks(data, source=name))
    if not documents:
        raise refused[0]
    which = asked.number("which")
    if which is not None and not 1 <= which <= len(documents):
        raise BadRequest(f"there are {len(documents)} movements in this file, no number {which}")
    chosen = documents if which is None else documents[which - 1 : which]
    if len(chosen) > MOST_SECTIONS:
        raise BadRequest(
            f"a night has at most {MOST_SECTIONS} sections, not {len(chosen)}: keep the movements one by one"
        )
    sections = tuple(
        _setting(document, letter, asked) for document, letter in zip(chosen, letters(chosen), strict=True)
    )
    people: dict[str, str] = {}
    for document, setting in zip(chosen, sections, strict=True):
        section_of(setting)  # which refuses what is broken
        letter = setting.letter if len(chosen) > 1 else ""
        told = document.section.people
        names = {f"{letter}{label}": " & ".join(who.name for who in told[label] if who.name) for label in told}
        people |= {label: title_line(name)[:MOST_NAME] for label, name in names.items() if name}
    called = title_line(PurePath(name).stem)[:MOST_NAME].strip() or "A night"
    night = NewNight.anew(Night(called, sections, people), at)
    replay(EventLog(), night.events, source=name)  # refuses what could not be opened again
    return night


def letters(documents: Sequence[Document]) -> list[str]:
    """Return the letters of sections: those of the file, if each has one of its own."""
    told = [document.section.letter.upper() for document in documents]
    own = len(set(told)) == len(told) and all(map(LETTER.fullmatch, told))
    return told if own else list(LETTERS[: len(documents)])


def _setting(document: Document, letter: str, asked: Asked) -> Setting:
    boards = document.section.boards or Boards(len(document.movement.swivel) or USUAL_BOARDS_A_ROUND)
    brought = FORMATS["json"].dumps((document,)).decode()
    each = asked.number("boards") or boards.per_round
    return Setting(document.called, boards=each, first=boards.first, letter=letter, brought=brought)
