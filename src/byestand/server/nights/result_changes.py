"""Lines that are entered or withdrawn together, as the one event that the log gets."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from byestand.model.line import Line
from byestand.night.events import ResultEntered, ResultsChanged
from byestand.night.results import EnteredLine, ResultKey, Results
from byestand.score.against import RULED, Play, Ruling, Schedule
from byestand.score.written import outcome_text
from byestand.server.nights.section_results import Place, SectionResults
from byestand.words.numbers import ranges


@dataclass(frozen=True, eq=False)
class ResultChanges:
    """What changes in the results of a night."""

    results: Results
    """Before the changes."""
    entered: dict[ResultKey, EnteredLine] = field(default_factory=dict)
    withdrawn: set[ResultKey] = field(default_factory=set)

    def enter(self, section: str, line: Line, key: ResultKey | None = None) -> None:
        """Enter a line; as a correction of the one that is stored at a *key*, if there is one.

        A correction stays at its key. Only if it belongs to another round or table, the old line is withdrawn.
        """
        entered = EnteredLine(section, replace(line, section="", number=0))
        if key and key._replace(nth=1) == entered.key:
            entered = replace(entered, nth=key.nth)
        else:
            if key:
                self.withdraw(key)
            while entered.key in self.results or entered.key in self.entered:
                entered = replace(entered, nth=entered.nth + 1)
        self.entered[entered.key] = entered

    def withdraw(self, key: ResultKey) -> None:
        """Withdraw the line that is stored at a key."""
        self.withdrawn.add(key)

    def event(self, *, source: str = "") -> ResultEntered | ResultsChanged | None:
        """Return the event; None where nothing changes. *source* is the file from which lines are imported."""
        entered = tuple(one for key, one in self.entered.items() if self.results.line(key) != one.line)
        corrected = any(one.key in self.results for one in entered)
        if len(entered) == 1 and not self.withdrawn and not source:
            return ResultEntered(entered[0].section, entered[0].line, entered[0].nth, corrected)
        if entered or self.withdrawn:
            return ResultsChanged(entered, tuple(sorted(self.withdrawn, key=_by_place)), corrected, source)
        return None


def _by_place(key: ResultKey) -> tuple[str, int, int, int, int]:
    return key.section, key.board, key.round or 0, key.table or 0, key.nth


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
