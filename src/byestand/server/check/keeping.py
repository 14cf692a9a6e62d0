"""A file that somebody brought, kept as a night: its movements whole, its sections, boards and names of players."""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import PurePath

from byestand.errors import BadRequest
from byestand.formats.document import Document
from byestand.formats.json import dumps as movement_text
from byestand.formats.meant import meant
from byestand.formats.registry import blocks, parted
from byestand.server.asking import Asked, Pairs
from byestand.server.nights.forms import LETTERS
from byestand.server.nights.night import MOST_NAME, MOST_SECTIONS, Night, dumps
from byestand.server.nights.page import LETTER
from byestand.server.questions import section_of
from byestand.server.setting import USUAL_BOARDS_A_ROUND, Setting
from byestand.server.work.answers import JSON, Answer
from byestand.texts import title_line


def as_night(name: str, data: bytes, pairs: Pairs) -> Answer:
    """Return the night that a file makes, as json: of all its movements, or of the one that is asked for."""
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
        section_of(setting)  # judged here, so that nothing broken is kept
        letter = setting.letter if len(chosen) > 1 else ""
        people |= {f"{letter}{label}": title_line(who)[:MOST_NAME] for label, who in _people(document).items()}
    called = title_line(PurePath(name).stem)[:MOST_NAME].strip() or "A night"
    return Answer(dumps(Night(called, sections, people)).encode(), JSON)


def letters(documents: Sequence[Document]) -> list[str]:
    """Return the letters of sections: those of the file, if each has one of its own."""
    told = [document.section.upper() for document in documents]
    own = len(set(told)) == len(told) and all(map(LETTER.fullmatch, told))
    return told if own else list(LETTERS[: len(documents)])


def _setting(document: Document, letter: str, asked: Asked) -> Setting:
    movement = document.movement
    boards = asked.number("boards") or document.boards_per_round or USUAL_BOARDS_A_ROUND
    brought = movement_text(movement, meant=meant(document))
    return Setting(movement.name or movement.title, boards=boards, letter=letter, brought=brought)


def _people(document: Document) -> dict[str, str]:
    """Return the names of the players, by the label of who sits in their chairs in round 1."""
    movement = document.movement
    found: defaultdict[str, list[str]] = defaultdict(list)
    for player in sorted(document.players, key=lambda player: "NSEW".index(player.direction)):
        if 1 <= player.table <= movement.tables and player.name.strip():
            each = 4 // len(movement.seat_names)
            contestant = int(movement.seats[0, player.table - 1, "NSEW".index(player.direction) // each])
            if contestant:
                found[movement.field.label(contestant)].append(player.name.strip())
    return {label: " & ".join(names) for label, names in found.items()}
