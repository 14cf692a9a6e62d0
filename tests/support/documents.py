"""Documents for the tests of formats: judged movements with set-ups, and the facts that two of them must share."""

from typing import NamedTuple

from byestand.formats.document import Document
from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.model.people import ContestantsByLabel
from byestand.model.session import Section
from byestand.verify import judge


def document_of(
    movement: Movement,
    per_round: int | None = None,
    *,
    first: int = 1,
    letter: str = "",
    contestants: ContestantsByLabel | None = None,
    forgiven: frozenset[str] = frozenset(),
) -> Document:
    """Return a movement, valid or not, as a document."""
    boards = None if per_round is None else Boards(per_round, first)
    return Document(Section(judge(movement, forgiven=forgiven), boards, letter, contestants or {}))


class DocumentFacts(NamedTuple):
    """The facts in a file."""

    movement: Movement
    boards: Boards | None
    letter: str
    contestants: ContestantsByLabel
    notes: tuple[str, ...]


def document_facts(document: Document) -> DocumentFacts:
    """Return the facts of a document, for comparing it with another."""
    section = document.section
    return DocumentFacts(section.movement, section.boards, section.letter, section.contestants, document.notes)
