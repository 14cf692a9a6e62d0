"""Views of the repair page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from byestand.server.page_tools.room_drawing import RoomDrawing
from byestand.server.pages.repair.option_search import RepairOption
from byestand.server.web.query import Pairs, Query

ALWAYS_ASKED = frozenset({"after", "round", "table", "show"})
"""Fields of every form about the whole room."""
ROOM_FIELDS: Mapping[str, tuple[str, ...]] = {
    "skip": ("skip",),
    "came": ("came",),
    "there": ("cards_out", "cases", "extra_sharing", "seconds"),
}
"""Further fields by the kind of problem."""


class RepairContext(NamedTuple):
    """The night of the page."""

    id: int
    revision: int
    is_playing: bool
    """Whether play has started: then a report is stored until a repair is chosen."""
    reported_at: int
    """The revision of the report without a repair; 0 if there is none."""


@dataclass(frozen=True, slots=True)
class ReportedItem:
    """One part of a report."""

    sentence: str
    without: str
    """The address without this part."""


class LatePairView(NamedTuple):
    """A late pair, with a field for its names."""

    label: str
    label_with_section: str
    """The label, with the section letter if there are several sections."""
    name: str


class OptionView(NamedTuple):
    """One repair option on the page."""

    option: RepairOption
    picture: RoomDrawing
    newcomers: tuple[LatePairView, ...]


class HalfSwap(NamedTuple):
    """An incomplete report of two pairs that changed places, to fill in the fields."""

    text: str = ""
    swap: str = ""
    swap_with: str = ""
    round: str = ""


class SeatChoice(NamedTuple):
    """A seat of a table: who sits there, and the other choices."""

    seat: str
    current: str
    labels: tuple[str, ...]


class GroupChoice(NamedTuple):
    """Boards that a table may have played."""

    text: str
    """The text in the query; empty for the planned boards."""
    boards: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class TableForm:
    """The form of one table in one round."""

    table: int
    place: str
    """Round and table as in the query: ``5:7``."""
    planned_text: str
    """Labels of the planned pairs."""
    seats: tuple[SeatChoice, ...]
    groups: tuple[GroupChoice, ...]
    is_cancelled: bool
    others: Pairs
    """The rest of the report."""


class RepairPlanView(NamedTuple):
    """Data of the movement for the forms."""

    first_round: int
    """The earliest possible last round played."""
    rounds: int
    labels: tuple[str, ...]
    is_individual: bool
    has_boards: bool
    """Whether boards have numbers; otherwise there are only deal groups."""
    in_two_lines: bool
    skip_after: int
    """The round after which EW skip a table; 0 without a skip."""
    is_follow: bool
    """Whether pairs follow each other."""

    @property
    def last_rounds(self) -> range:
        """The possible last rounds played."""
        return range(self.first_round, self.rounds + 1)


class RoundsView(NamedTuple):
    """The rounds on the page."""

    after: int
    """The last round played."""
    current: int
    """The round in the picture with the form."""
    shown_count: int
    """The round in the pictures of the options."""
    changed_rounds: tuple[int, ...]
    """Rounds that an option changes."""

    @property
    def before(self) -> range:
        """The rounds before the last round played, the latest first."""
        return range(self.after - 1, 0, -1)


@dataclass(frozen=True, slots=True)
class RepairView:
    """The repair page."""

    template: ClassVar = "repair.html"
    night: RepairContext
    letter: str
    prefix: str
    """The prefix of labels: the letter, if there are several sections."""
    section_title: str
    title: str
    path: str
    query: Query
    error: str
    kind: str
    """The kind of problem, from the button of the play page."""
    plan: RepairPlanView
    rounds: RoundsView
    reported_items: tuple[ReportedItem, ...]
    options: tuple[OptionView, ...]
    search_note: str
    """What to know about the options; empty if the search was not stopped."""
    picture: RoomDrawing
    tables: Mapping[int, str]
    """The address of the form of each table."""
    form: TableForm | None
    half: HalfSwap
    kinds: Mapping[str, str]
    max_tables: int

    @property
    def table_counts(self) -> range:
        """Numbers of pairs for a wrong move."""
        return range(1, self.max_tables + 1)

    @property
    def shifts(self) -> range:
        """Numbers of tables for a wrong move: up, or down if negative."""
        return range(-self.max_tables, self.max_tables + 1)

    def fields_for(self, kinds: Sequence[str]) -> frozenset[str]:
        """Return the names of the fields in a form about the whole room, for some kinds of problems."""
        return ALWAYS_ASKED.union(*(ROOM_FIELDS.get(kind, ()) for kind in kinds))

    @property
    def is_skip_forgotten(self) -> bool:
        """Whether the form has a forgotten skip."""
        return self.query.text("skip", "forgotten" if self.kind == "skip" else "") == "forgotten"
