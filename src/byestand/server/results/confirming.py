"""Lines that follow from a ruling: what is proposed for each, and the director's confirmation."""

from collections.abc import Iterator
from dataclasses import dataclass

from byestand.model.line import Line
from byestand.night.night import loads
from byestand.score.against import RULED, Play, Ruling, Schedule
from byestand.score.written import outcome_text
from byestand.server.jobs.job import job
from byestand.server.results.evening import Evening, as_kept
from byestand.server.results.progress import lines_by_play
from byestand.words.numbers import ranges


@dataclass(frozen=True, slots=True)
class ToConfirm:
    """The boards of a table in a round that have no score from the table."""

    key: str
    """What the form sends: section, round and table."""
    section: str
    round: int
    table: int
    boards: str
    ns: str
    ew: str
    reason: str
    proposed: str


def lines_to_confirm(evening: Evening) -> tuple[ToConfirm, ...]:
    """Return everything that waits for the director's confirmation, in the order of the rounds."""
    found = []
    for schedule in evening.schedules:
        places: dict[tuple[int, int], list[tuple[Play, Ruling]]] = {}
        for play, ruling in _unconfirmed(evening, schedule):
            places.setdefault((play.round, play.table), []).append((play, ruling))
        found += [_to_confirm(schedule, places[place]) for place in sorted(places)]
    return tuple(found)


def _unconfirmed(evening: Evening, schedule: Schedule) -> Iterator[tuple[Play, Ruling]]:
    kept = lines_by_play(evening, schedule)
    for play in schedule.plays:
        if play.ruling and (play not in kept or not play.counts(evening.lines[kept[play]])):
            yield play, play.ruling


def _to_confirm(schedule: Schedule, plays: list[tuple[Play, Ruling]]) -> ToConfirm:
    play, ruling = plays[0]
    ns, ew = ("N", "E") if schedule.winners == 2 else ("", "")
    return ToConfirm(
        _key(schedule, play),
        schedule.letter,
        play.round,
        play.table,
        ranges({one.board for one, _ in plays}),
        " & ".join(ns + number for number in play.ns),
        " & ".join(ew + number for number in play.ew),
        RULED[ruling.reason],
        outcome_text(ruling.proposed),
    )


def _key(schedule: Schedule, play: Play) -> str:
    return f"{schedule.letter}:{play.round}:{play.table}"


@job("quick")
def confirmed(contents: str, keys: tuple[str, ...]) -> str | None:
    """Return the results with what is proposed for some tables; those that are confirmed already stay as they are."""
    evening = Evening.of(loads(contents))
    new: list[Line] = []
    replaced: set[int] = set()
    for schedule in evening.schedules:
        kept = lines_by_play(evening, schedule)
        for play, ruling in _unconfirmed(evening, schedule):
            if _key(schedule, play) in keys:
                given, place = ruling.proposed, (schedule.letter, play.round, play.table)
                new.append(Line(play.board, play.ns, play.ew, given, *place, written=outcome_text(given)))
                replaced |= {kept[play]} if play in kept else set()
    lines = [line for at, line in enumerate(evening.lines) if at not in replaced]
    return as_kept([*lines, *new]) if new else None
