"""The names of contestants in results."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from byestand.model.people import Contestant
from byestand.model.session import Session
from byestand.score.contestants import ContestantId

KnownContestants: TypeAlias = Mapping[ContestantId, Contestant]
"""The known contestants."""


def known_by_sections(contestants: Iterable[ContestantId], session: Session) -> KnownContestants:
    """Return the known contestants, from the sections of a session."""
    known = {(section.letter, label): who for section in session for label, who in section.contestants.items()}
    return {ident: known[ident.section, ident.label] for ident in contestants if (ident.section, ident.label) in known}
