"""Lines that follow from a ruling: what is proposed for each, and the director's confirmation."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from byestand.model.line import Line
from byestand.night.events import ResultEntered, ResultsChanged
from byestand.night.results import Results
from byestand.score.against import RULED, Play, Ruling, Schedule
from byestand.score.written import outcome_text
from byestand.server.nights.result_changes import ResultChanges
from byestand.server.nights.section_results import Place, SectionResults
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


def lines_to_confirm(section: SectionResults, places: Collection[Place] | None = None) -> tuple[ToConfirm, ...]:
    """Return what waits for the director's confirmation in a section, at some *places* or everywhere."""
    found: dict[Place, list[tuple[Play, Ruling]]] = {}
    for play, ruling in section.unconfirmed():
        place = play.round, play.table
        if places is None or place in places:
            found.setdefault(place, []).append((play, ruling))
    return tuple(_to_confirm(section.schedule, found[place]) for place in sorted(found))


def _to_confirm(schedule: Schedule, plays: list[tuple[Play, Ruling]]) -> ToConfirm:
    play, ruling = plays[0]
    ns, ew = ("N", "E") if schedule.winners == 2 else ("", "")
    return ToConfirm(
        _form_key(schedule, play),
        schedule.letter,
        play.round,
        play.table,
        ranges({one.board for one, _ in plays}),
        " & ".join(ns + number for number in play.ns),
        " & ".join(ew + number for number in play.ew),
        RULED[ruling.reason],
        outcome_text(ruling.proposed),
    )


def _form_key(schedule: Schedule, play: Play) -> str:
    return f"{schedule.letter}:{play.round}:{play.table}"


def confirm_lines(
    results: Results, sections: Sequence[SectionResults], keys: Collection[str]
) -> ResultEntered | ResultsChanged | None:
    """Return the event that gives some tables what is proposed; what is confirmed already stays as it is."""
    changes = ResultChanges(results)
    for section in sections:
        for play, ruling in section.unconfirmed():
            if _form_key(section.schedule, play) in keys:
                given = ruling.proposed
                line = Line(
                    play.board, play.ns, play.ew, given, "", play.round, play.table, written=outcome_text(given)
                )
                changes.enter(section.letter, line, section.board(play.board).keys.get(play))
    return changes.event()
