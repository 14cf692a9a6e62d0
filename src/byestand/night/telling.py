"""What happened, in words: one line for each kind of event, as the desk offers to undo it and as its log has it."""

from collections.abc import Callable, Mapping
from typing import Any

from byestand.model.timing import MINUTE, Timing
from byestand.night import events as of
from byestand.night.fold import Log
from byestand.night.reports import report_words
from byestand.words.phrases import say, say_many

MOST_NAMED = 3
"""So many are named; of more it is told how many they are."""


def event_words(log: Log, position: int) -> str:
    """Return what the event at a position says, as a sentence would go on with it."""
    event = log.entries[position - 1].event
    if isinstance(event, of.Undone):
        phrase = "undone: {what}" if is_undoing(log, position) else "done again: {what}"
        return say(phrase, what=event_words(log, _meant(log, position)[-1]))
    several = len(log.now.plan.sections) > 1
    if isinstance(event, of.Seen) and several:
        return report_words(event.said, event.section)
    words = WORDS[event.kind](event)
    if isinstance(event, of.RoundCalled) and event.round > _rounds(log, event.section):
        words = say("the end called")
    section = event.setting.letter if isinstance(event, of.Repaired) else getattr(event, "section", "")
    return say("{words} in section {section}", words=words, section=section) if section and several else words


def is_undoing(log: Log, position: int) -> bool:
    """Tell whether an event takes something back; who takes that back in turn does it again."""
    return len(_meant(log, position)) % 2 == 0


def _meant(log: Log, position: int) -> list[int]:
    """Return the positions from an event over what it undoes to what happened once."""
    found = [position]
    while isinstance(event := log.entries[found[-1] - 1].event, of.Undone):
        found.append(event.position)
    return found


def _rounds(log: Log, section: str) -> int:
    """Return how many rounds a section has, or all have, as play was begun last."""
    begun = [entry.event.rounds for entry in log.entries if isinstance(entry.event, of.Started)]
    return begun[-1].get(section) or max(begun[-1].values()) if begun else 0


def _named(event: of.Named) -> str:
    if not 0 < len(event.names) <= MOST_NAMED:
        return say("{many} names typed", many=len(event.names))
    named = (say("{label} is {name}", label=label, name=name) for label, name in event.names.items() if name)
    gone = (say("{label} has no name", label=label) for label, name in event.names.items() if not name)
    return say(", ").join((*named, *gone))


def _results(event: of.Results) -> str:
    if event.source:
        phrase = "{number} results imported from {file}"
        return say_many("1 result imported from {file}", phrase, len(event.new), file=event.source)
    if not event.new:
        words = say_many("a result taken away", "{number} results taken away", len(event.gone))
    elif event.gone:
        words = say_many("a result corrected", "{number} results typed or corrected", len(event.new))
    else:
        words = say_many("a result came", "{number} results came", len(event.new))
    (section, round, table), *more = {(*row.split(",", 3), "", "", "")[:3] for row in event.new or event.gone} or {
        ("", "", "")
    }
    if more or not round or not table:
        return words
    phrase = (
        "{words}: section {section}, round {round}, table {table}"
        if section
        else "{words}: round {round}, table {table}"
    )
    return say(phrase, words=words, section=section, round=round, table=table)


def _awaited(event: of.Awaited) -> str:
    return say("{label} is here" if event.here else "{label} is not here yet", label=event.label)


def _timed(event: of.Timed) -> str:
    return say("minutes and breaks set: {timing}", timing=timing_words(event.timing))


def timing_words(timing: Timing) -> str:
    """Return how long rounds are, and after which there are breaks.

    >>> timing_words(Timing(seconds=450))
    '7:30 minutes a round'
    """
    told = [say_many("{long} minute a round", "{long} minutes a round", timing.seconds, long=_long(timing.seconds))]
    told += (say("a break after round {round}", round=rest.after) for rest in timing.breaks)
    return say(", ").join(told)


def _long(seconds: int) -> str:
    whole, rest = divmod(abs(seconds), MINUTE)
    return f"{whole}:{rest:02}" if rest else str(whole)


def _lengthened(event: of.Lengthened) -> str:
    phrase = "{far} min for this round and all later ones" if event.later else "{far} min for this round"
    sign = "+" if event.seconds > 0 else "−"
    return say(phrase, far=f"{sign}{_long(event.seconds)}")


WORDS: Mapping[str, Callable[[Any], str]] = {
    of.TakenOver.kind: lambda _: say("the night was kept"),
    of.SetUp.kind: lambda event: say(
        "set up: {names}", names=say(", ").join(section.words for section in event.sections) or say("nothing")
    ),
    of.Called.kind: lambda event: say("the evening is called {name}", name=event.name),
    of.Named.kind: _named,
    of.Noted.kind: lambda _: say("notes written"),
    of.Results.kind: _results,
    of.Seen.kind: lambda event: report_words(event.said),
    of.Repaired.kind: lambda event: (
        say("repaired {words}", words=event.setting.repaired.words) if event.setting.repaired else say("put back")
    ),
    of.SectionsCompared.kind: lambda event: say(
        "each section ranked on its own" if event.apart else "all sections ranked together"
    ),
    of.Awaited.kind: _awaited,
    of.Timed.kind: _timed,
    of.Started.kind: lambda _: say("round 1 called"),
    of.RoundCalled.kind: lambda event: say("round {round} called", round=event.round),
    of.Paused.kind: lambda _: say("clock paused"),
    of.Resumed.kind: lambda _: say("clock goes on"),
    of.Lengthened.kind: _lengthened,
    of.Shown.kind: lambda event: say("put on the wall" if event.words else "taken off the wall"),
    of.Released.kind: lambda event: say("results released to phones" if event.released else "results withheld"),
}
"""How each kind is told; what was undone is told with what it was."""
