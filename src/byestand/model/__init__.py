"""What a movement *is*: who sits where with which boards, and how the boards physically travel.

Nothing here makes, judges, finds or draws a movement; everything else is built on these values.
"""

from byestand.model.boards import Boards
from byestand.model.claims import (
    Card,
    Claim,
    Follow,
    Jump,
    Revenge,
    Route,
    Stay,
    Step,
    Swivel,
    Turn,
    renumbered,
    shortened,
    without,
)
from byestand.model.field import Field
from byestand.model.history import Call, Cell, Continuation, Deprived, History, LatePlay, Scope, SeenCell
from byestand.model.judged import Evidence, Finding, Judged
from byestand.model.layout import Copy, Layout, Spot, Stand, Subsection
from byestand.model.movement import Grid, Meeting, Movement, Visit
from byestand.model.played import Played
from byestand.model.session import EW, NS, Event, People, Person, Scoring, Section, Session, Switch
from byestand.model.walks import ring

__all__ = [
    "EW",
    "NS",
    "Boards",
    "Call",
    "Card",
    "Cell",
    "Claim",
    "Continuation",
    "Copy",
    "Deprived",
    "Event",
    "Evidence",
    "Field",
    "Finding",
    "Follow",
    "Grid",
    "History",
    "Judged",
    "Jump",
    "LatePlay",
    "Layout",
    "Meeting",
    "Movement",
    "People",
    "Person",
    "Played",
    "Revenge",
    "Route",
    "Scope",
    "Scoring",
    "Section",
    "SeenCell",
    "Session",
    "Spot",
    "Stand",
    "Stay",
    "Step",
    "Subsection",
    "Switch",
    "Swivel",
    "Turn",
    "Visit",
    "renumbered",
    "ring",
    "shortened",
    "without",
]
