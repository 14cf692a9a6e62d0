"""What the page about a section that went wrong shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from byestand.server.movements.room_picture import Room
from byestand.server.pages.repair.options import RepairOption
from byestand.server.web.query import Asked, Pairs

ALWAYS_ASKED = frozenset({"after", "round", "table", "show"})
"""Fields in every form about the whole room."""
ROOM_FIELDS: Mapping[str, tuple[str, ...]] = {
    "skip": ("skip",),
    "came": ("came",),
    "there": ("cards_out", "cases", "extra_sharing", "seconds"),
}
"""Further fields, by the kind of what went wrong."""


class RepairContext(NamedTuple):
    """The night that the page is about."""

    id: int
    revision: int
    is_playing: bool
    """Whether play has begun: then a report stays on the desk until it is answered."""
    reported_at: int
    """The revision of the report that waits for an answer; 0 where there is none."""


@dataclass(frozen=True, slots=True)
class ReportedItem:
    """One thing that was said to have happened."""

    sentence: str
    without: str
    """The address that says everything else."""


class Newcomer(NamedTuple):
    """Somebody who came late, whose name is asked for."""

    label: str
    shown: str
    """With several sections the letter first."""
    name: str


class OptionView(NamedTuple):
    """One way to go on, as the page shows it."""

    found: RepairOption
    picture: Room
    newcomers: tuple[Newcomer, ...]


class HalfSwap(NamedTuple):
    """A report of two who changed places that lacks one of them: its fields are filled in with the rest."""

    text: str = ""
    swap: str = ""
    swap_with: str = ""
    round: str = ""


class SeatChoice(NamedTuple):
    """A seat of a table, who sits there as far as is known, and who may have."""

    seat: str
    current: str
    labels: tuple[str, ...]


class GroupChoice(NamedTuple):
    """Boards that a table may have played."""

    text: str
    """As the address has it; empty for what was planned."""
    boards: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class TableForm:
    """The form about one table in one round."""

    table: int
    place: str
    """Round and table as the address has them: ``5:7``."""
    planned: str
    """Who was to sit there."""
    seats: tuple[SeatChoice, ...]
    groups: tuple[GroupChoice, ...]
    is_cancelled: bool
    others: Pairs
    """What was said of other tables, and otherwise."""


class PlanView(NamedTuple):
    """What the form has to know of the movement."""

    first_round: int
    """The earliest round that may have been the last one played."""
    rounds: int
    labels: tuple[str, ...]
    contestant: str
    """Pair, or player."""
    group: str
    """Board, or group."""
    in_two_lines: bool
    has_skip: bool
    is_follow: bool
    """Whether pairs follow one another."""

    @property
    def last_rounds(self) -> range:
        """The rounds that may have been the last one played."""
        return range(self.first_round, self.rounds + 1)


class RoundsView(NamedTuple):
    """The rounds that the page is about."""

    after: int
    """The last one played."""
    current: int
    """In the picture with the form."""
    shown: int
    """In the pictures of the options."""
    changed: tuple[int, ...]
    """In which an option changes something."""

    @property
    def before(self) -> range:
        """The rounds before the last one played, the latest first."""
        return range(self.after - 1, 0, -1)


@dataclass(frozen=True, slots=True)
class RepairView:
    """The whole page."""

    template: ClassVar = "wrong.html"
    night: RepairContext
    letter: str
    prefix: str
    """What stands before labels: the letter, with several sections."""
    section_title: str
    title: str
    path: str
    query: Asked
    refused: str
    kind: str
    """The button of the desk that led here."""
    plan: PlanView
    rounds: RoundsView
    reported: tuple[ReportedItem, ...]
    options: tuple[OptionView, ...]
    picture: Room
    tables: Mapping[int, str]
    """The address of the form about each table."""
    form: TableForm | None
    half: HalfSwap
    kinds: Mapping[str, str]
    max_tables: int

    @property
    def table_counts(self) -> range:
        """How many tables somebody may have gone too far."""
        return range(1, self.max_tables + 1)

    @property
    def shifts(self) -> range:
        """How many tables everybody may have gone: up, or down where it is less than nothing."""
        return range(-self.max_tables, self.max_tables + 1)

    def fields_for(self, kinds: Sequence[str]) -> frozenset[str]:
        """Return the names of the fields in a form about the whole room, for some kinds of what went wrong."""
        return ALWAYS_ASKED.union(*(ROOM_FIELDS.get(kind, ()) for kind in kinds))

    @property
    def is_skip_forgotten(self) -> bool:
        """Whether the form says that nobody has skipped."""
        return self.query.text("skip", "forgotten" if self.kind == "skip" else "") == "forgotten"
