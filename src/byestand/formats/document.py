"""A movement in a file, and what the file says besides: where it stands, its section, boards, players."""

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias, get_args

from byestand.model import Movement
from byestand.texts import title_line

Direction: TypeAlias = Literal["N", "S", "E", "W"]
MAY_BE_MEANT = frozenset({"met-twice"})
"""In files from outside opponents or partners may meet again by design, on fresh boards."""
DECLARED = frozenset({"no-boards", "ragged-round", "group-stray"})
"""Some formats declare sit-outs, unused tables or the groups in play; ours say which of these rules are broken so."""
DIRECTIONS: tuple[Direction, ...] = get_args(Direction)


class Player(NamedTuple):
    """Somebody known by name, where they sit in round 1."""

    table: int
    direction: Direction
    name: str
    number: str = ""
    """The number in the club or the federation."""


@dataclass(frozen=True, slots=True)
class Document:
    """One of the movements of a file. What a file does not say is empty or None."""

    movement: Movement
    line: int | None = None
    """The line of a text file on which it begins."""
    offset: int | None = None
    """The byte of a binary file at which it begins."""
    section: str = ""
    """The letter of its section, in files for several sections."""
    boards_per_round: int | None = None
    players: tuple[Player, ...] = ()
    description: str = ""
    """What the file says about the movement in words."""
    kept: bytes = b""
    """Bytes whose meaning is not known: they go back where they were when the file is rewritten."""
    notes: tuple[str, ...] = ()
    """What the reader found odd, though it could be read."""
    forgiven: frozenset[str] = frozenset()
    """Rules of which a breach is only a warning: only readers of files tell it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "section", title_line(self.section))
