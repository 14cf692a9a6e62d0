"""All events of a session: one class for each kind."""

from collections.abc import Mapping

from byestand.errors import NotFound
from byestand.night.events import people, play, repairs, results, setup
from byestand.night.events.people import AttendanceChanged, ContestantsChanged, SeatContestant
from byestand.night.events.play import (
    ClockPaused,
    ClockResumed,
    ResultsReleased,
    RoundCalled,
    RoundLengthened,
    Started,
    WallMessageSet,
)
from byestand.night.events.repairs import MishapReported, RepairChosen, RepairWithdrawn, Undone
from byestand.night.events.results import ResultEntered, ResultsChanged
from byestand.night.events.setup import (
    EventChanged,
    NightCreated,
    NotesChanged,
    ScoringChanged,
    SetupChanged,
    TimingChanged,
)
from byestand.night.night_event import EventForm, FormContext, NightEvent, unknown_action

__all__ = [
    "KINDS", "AttendanceChanged", "ClockPaused", "ClockResumed", "ContestantsChanged", "EventChanged", "MishapReported",
    "NightCreated", "NightEvent", "NotesChanged", "RepairChosen", "RepairWithdrawn", "ResultEntered", "ResultsChanged",
    "ResultsReleased", "RoundCalled", "RoundLengthened", "ScoringChanged", "SeatContestant", "SetupChanged", "Started",
    "TimingChanged", "Undone", "WallMessageSet", "event_from_form",
]  # fmt: skip

_MODULES = (people, play, repairs, results, setup)
KINDS: Mapping[str, type[NightEvent]] = {
    one.kind: one
    for module in _MODULES
    for one in vars(module).values()
    if isinstance(one, type) and issubclass(one, NightEvent) and one is not NightEvent
}
_BUTTONS: Mapping[str, type[NightEvent]] = {verb: event for event in KINDS.values() for verb in event.verbs}


def event_from_form(verb: str, form: EventForm, context: FormContext) -> NightEvent:
    """Return the event that a button of the director's page sends."""
    if verb not in _BUTTONS:
        raise NotFound(unknown_action(verb))
    return _BUTTONS[verb].from_form(verb, form, context)
