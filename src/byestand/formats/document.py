"""A movement in a file, with its position there, its description and the notes of the reader."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias, get_args

from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.model.people import Contestant, ContestantsByLabel, Person
from byestand.model.session import Section
from byestand.verify import exchange_movement, judge
from byestand.words.titles import title_of

Direction: TypeAlias = Literal["N", "S", "E", "W"]
DIRECTIONS: tuple[Direction, ...] = get_args(Direction)
MAY_BE_MEANT = frozenset({"met-twice"})
"""In files of other programs opponents or partners may meet again by design, on new boards."""
DECLARABLE_RULES = frozenset({"no-boards", "ragged-round", "group-stray"})
"""Rules for sit-outs, unused tables and groups in play, which some formats declare; Byestand's list them by name."""


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """One movement of a file. Values that a file does not have are empty or None."""

    section: Section
    line: int | None = None
    """The line of a text file on which it starts."""
    offset: int | None = None
    """The byte of a binary file at which it starts."""
    description: str = ""
    """The description of the movement in the file."""
    preserved_bytes: bytes = b""
    """Bytes of unknown meaning, which are written back unchanged."""
    notes: tuple[str, ...] = ()
    """Notes of the reader about unusual but readable content."""

    @property
    def movement(self) -> Movement:
        """The movement."""
        return self.section.movement

    @property
    def forgiven(self) -> frozenset[str]:
        """Rules whose breach is only a warning; only file readers set them."""
        return self.section.judged.evidence.forgiven

    @property
    def display_title(self) -> str:
        """The name of the movement in a sentence."""
        return self.movement.name or title_of(self.movement)

    def with_movement(self, movement: Movement, *notes: str) -> "Document":
        """Return the document with another movement, judged again; contestants keep their internal numbers."""
        return replace(self, section=exchange_movement(self.section, movement), notes=(*self.notes, *notes))

    def with_boards(self, boards: Boards | None) -> "Document":
        """Return the document with other boards."""
        return replace(self, section=replace(self.section, boards=boards))

    def with_letter(self, letter: str) -> "Document":
        """Return the document as a section with a letter."""
        return replace(self, section=replace(self.section, letter=letter))


def read_section(
    movement: Movement,
    boards: Boards | None = None,
    *,
    letter: str = "",
    contestants: ContestantsByLabel | None = None,
    forgiven: frozenset[str] = MAY_BE_MEANT,
) -> Section:
    """Return a movement that was read as a judged section, with the forgiven rules of its format."""
    return Section(judge(movement, forgiven=forgiven), boards, letter, contestants or {})


def meant(document: Document) -> tuple[str, ...]:
    """Return the declared rules that a movement breaks on purpose.

    Formats of other programs imply them, Byestand's list them.
    """
    forgiven = document.forgiven & DECLARABLE_RULES
    return tuple(sorted(forgiven & {finding.rule for finding in document.section.judged.findings}))


class Chair(NamedTuple):
    """The seat of a player in round 1, as scoring programs name it."""

    table: int
    direction: Direction


def seated_contestants(
    movement: Movement, players: Mapping[Chair, Person]
) -> tuple[ContestantsByLabel, tuple[Chair, ...]]:
    """Return the contestants, from the players in round 1, and the chairs without a contestant."""
    members: dict[str, dict[int, Person]] = {}
    unknown = []
    for chair, person in players.items():
        contestant, place = _in_chair(movement, chair)
        if contestant:
            members.setdefault(movement.field.label(contestant), {})[place] = person
        else:
            unknown.append(chair)
    chairs_each = len(DIRECTIONS) // len(movement.seat_names)
    contestants = {
        label: Contestant(tuple(own.get(i, Person("")) for i in range(chairs_each))) for label, own in members.items()
    }
    return contestants, tuple(unknown)


def chairs(section: Section) -> dict[Chair, Person]:
    """Return the players with known names by chair in round 1; the inverse of `seated_contestants`."""
    players = {}
    for table in range(1, section.movement.tables + 1):
        for direction in DIRECTIONS:
            chair = Chair(table, direction)
            contestant, place = _in_chair(section.movement, chair)
            known = section.contestants.get(section.movement.field.label(contestant))
            if known and place < len(known.members):
                players[chair] = known.members[place]
    return players


def _in_chair(movement: Movement, chair: Chair) -> tuple[int, int]:
    """Return the contestant of a chair in round 1, 0 for nobody, and the index of its member there."""
    if not 1 <= chair.table <= movement.tables:
        return 0, 0
    seats = len(movement.seat_names)
    seat, place = divmod(DIRECTIONS.index(chair.direction), len(DIRECTIONS) // seats)
    return int(movement.seats[0, chair.table - 1, seat]), place
