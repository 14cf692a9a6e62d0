"""How far the results of a night are: which lines are in, which are missing, which the director has to confirm."""

from collections import Counter
from dataclasses import dataclass, replace

from byestand.score.against import Play, Schedule
from byestand.server.results.evening import Evening


def lines_by_play(evening: Evening, schedule: Schedule) -> dict[Play, int]:
    """Return where the line of each play is: with those who were to meet, or at least of that table in that round."""
    by_place = {(play.board, play.round, play.table): play for play in schedule.plays}
    own = {at: line for at, line in enumerate(evening.lines) if line.section == schedule.letter}
    found: dict[Play, int] = {}
    for at, line in own.items():
        if play := schedule.play_of(line):
            found.setdefault(play, at)
    there = set(found.values())
    for at, line in own.items():
        if at not in there and (play := by_place.get((line.board, line.round or 0, line.table or 0))):
            found.setdefault(play, at)
    return found


def boards_of(evening: Evening, schedule: Schedule) -> dict[int, tuple[int, int]]:
    """Return all boards of a section, with how many of the results that were planned are there, of how many."""
    kept, times = lines_by_play(evening, schedule), schedule.times
    there = Counter(play.board for play, at in kept.items() if play.counts(evening.lines[at]))
    others = (line.board for line in evening.lines if line.section == schedule.letter)
    return {board: (there[board], times[board]) for board in sorted({*times, *others})}


@dataclass(frozen=True, slots=True)
class Slip:
    """What is known of a table in a round."""

    there: int
    planned: int
    is_odd: bool
    """Whether others than planned played there."""
    ruled: int = 0
    """Lines of which the director decides what they are worth, besides those planned."""
    to_confirm: int = 0
    """And how many of them are not decided yet."""


def slips_of(evening: Evening, schedule: Schedule) -> dict[tuple[int, int], Slip]:
    """Return what is known of every table that plays, by round and table."""
    kept = lines_by_play(evening, schedule)
    found: dict[tuple[int, int], Slip] = {}
    for play in schedule.plays:
        place, at = (play.round, play.table), kept.get(play)
        line = None if at is None else evening.lines[at]
        before = found.get(place, Slip(0, 0, is_odd=False))
        if play.ruling:
            open = line is None or not play.counts(line)
            found[place] = replace(before, ruled=before.ruled + 1, to_confirm=before.to_confirm + open)
            continue
        odd = before.is_odd or (line is not None and (line.ns, line.ew) != (play.ns, play.ew))
        found[place] = Slip(before.there + (line is not None), before.planned + 1, odd)
    return found


@dataclass(frozen=True, slots=True)
class Counts:
    """How many lines of a section are in."""

    there: int
    planned: int
    """Without those that the director rules on."""
    to_confirm: int


def counts_of(evening: Evening, schedule: Schedule) -> Counts:
    """Return how many lines of a section are in, of how many, and how many are to be confirmed."""
    slips = slips_of(evening, schedule).values()
    return Counts(*(sum(getattr(slip, word) for slip in slips) for word in ("there", "planned", "to_confirm")))
