"""A movement in a file, and what the file says besides: where it stands, in which words, what is odd about it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias, get_args

from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.model.people import Contestant, ContestantsByLabel, Person
from byestand.model.session import Section
from byestand.verify import judge
from byestand.words.titles import title_of

Direction: TypeAlias = Literal["N", "S", "E", "W"]
DIRECTIONS: tuple[Direction, ...] = get_args(Direction)
MAY_BE_MEANT = frozenset({"met-twice"})
"""In files from outside opponents or partners may meet again by design, on fresh boards."""
DECLARED = frozenset({"no-boards", "ragged-round", "group-stray"})
"""Some formats declare sit-outs, unused tables or the groups in play; ours say which of these rules are broken so."""


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """One of the movements of a file. What a file does not say is empty or None."""

    section: Section
    line: int | None = None
    """The line of a text file on which it begins."""
    offset: int | None = None
    """The byte of a binary file at which it begins."""
    description: str = ""
    """What the file says about the movement in words."""
    kept: bytes = b""
    """Bytes whose meaning is not known: they go back where they were when the file is rewritten."""
    notes: tuple[str, ...] = ()
    """What the reader found odd, though it could be read."""

    @property
    def movement(self) -> Movement:
        """The movement."""
        return self.section.movement

    @property
    def forgiven(self) -> frozenset[str]:
        """Rules of which a breach is only a warning: only readers of files tell it."""
        return self.section.judged.evidence.forgiven

    @property
    def called(self) -> str:
        """What the movement is called in a sentence."""
        return self.movement.name or title_of(self.movement)

    def playing(self, movement: Movement, *notes: str) -> "Document":
        """Return the document with the movement changed, judged again; everybody keeps the number counted through."""
        if movement is self.movement and not notes:
            return self
        section, field = self.section, self.movement.field
        contestants = {movement.field.label(field.contestant(old)): who for old, who in section.contestants.items()}
        section = replace(section, judged=judge(movement, forgiven=self.forgiven), contestants=contestants)
        return replace(self, section=section, notes=(*self.notes, *notes))

    def with_boards(self, boards: Boards | None) -> "Document":
        """Return the document with other boards."""
        return replace(self, section=replace(self.section, boards=boards))

    def with_letter(self, letter: str) -> "Document":
        """Return the document as a section of that letter."""
        return replace(self, section=replace(self.section, letter=letter))


def read_section(
    movement: Movement,
    boards: Boards | None = None,
    *,
    letter: str = "",
    contestants: ContestantsByLabel | None = None,
    forgiven: frozenset[str] = MAY_BE_MEANT,
) -> Section:
    """Return what a reader has found as a section: judged, with what such a file may mean forgiven."""
    return Section(judge(movement, forgiven=forgiven), boards, letter, contestants or {})


def meant(document: Document) -> tuple[str, ...]:
    """Return the rules that a movement breaks on purpose, as far as not every file is forgiven them.

    Foreign files imply it, ours say it.
    """
    forgiven = document.forgiven & DECLARED
    return tuple(sorted(forgiven & {finding.rule for finding in document.section.judged.findings}))


class Chair(NamedTuple):
    """Where somebody sits in round 1, as scoring programs name the seats of players."""

    table: int
    direction: Direction


def seated_contestants(
    movement: Movement, players: Mapping[Chair, Person]
) -> tuple[ContestantsByLabel, tuple[Chair, ...]]:
    """Return who the contestants are, from who sits where in round 1; and the chairs that no contestant has."""
    found: dict[str, dict[int, Person]] = {}
    nobodys = []
    for chair, person in players.items():
        contestant, place = _in_chair(movement, chair)
        if contestant:
            found.setdefault(movement.field.label(contestant), {})[place] = person
        else:
            nobodys.append(chair)
    chairs_each = len(DIRECTIONS) // len(movement.seat_names)
    contestants = {
        label: Contestant(tuple(here.get(i, Person("")) for i in range(chairs_each))) for label, here in found.items()
    }
    return contestants, tuple(nobodys)


def chairs(section: Section) -> dict[Chair, Person]:
    """Return who sits where in round 1, as far as names are known; the inverse of `seated_contestants`."""
    found = {}
    for table in range(1, section.movement.tables + 1):
        for direction in DIRECTIONS:
            chair = Chair(table, direction)
            contestant, place = _in_chair(section.movement, chair)
            known = section.contestants.get(section.movement.field.label(contestant))
            if known and place < len(known.members):
                found[chair] = known.members[place]
    return found


def _in_chair(movement: Movement, chair: Chair) -> tuple[int, int]:
    """Return the contestant who has a chair in round 1, 0 for nobody, and which of its persons sits there, from 0."""
    if not 1 <= chair.table <= movement.tables:
        return 0, 0
    seats = len(movement.seat_names)
    seat, place = divmod(DIRECTIONS.index(chair.direction), len(DIRECTIONS) // seats)
    return int(movement.seats[0, chair.table - 1, seat]), place
