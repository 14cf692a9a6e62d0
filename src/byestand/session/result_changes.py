"""Lines that are entered or deleted together, as one event."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from byestand.language import say
from byestand.model.line import Line
from byestand.night.events import ResultEntered, ResultsChanged
from byestand.night.results import EnteredLine, ResultKey, Results
from byestand.score.notation import outcome_text
from byestand.score.schedule import RULED, Ruling, Schedule, ScheduledPlay
from byestand.session.section_results import Place, SectionResults
from byestand.words.numbers import ranges


@dataclass(frozen=True, eq=False)
class ResultChanges:
    """Changes of the results of a session."""

    results: Results
    """Before the changes."""
    entered_lines: dict[ResultKey, EnteredLine] = field(default_factory=dict)
    withdrawn: set[ResultKey] = field(default_factory=set)

    def enter(self, section: str, line: Line, key: ResultKey | None = None) -> None:
        """Enter a line, or correct the one at a *key*.

        A correction stays at its key. If its round or table is another, the old line is deleted.
        """
        entered = EnteredLine(section, replace(line, section="", number=0))
        if key and key._replace(nth=1) == entered.key:
            entered = replace(entered, nth=key.nth)
        else:
            if key:
                self.withdraw(key)
            while entered.key in self.results or entered.key in self.entered_lines:
                entered = replace(entered, nth=entered.nth + 1)
        self.entered_lines[entered.key] = entered

    def withdraw(self, key: ResultKey) -> None:
        """Delete the line at a key."""
        self.withdrawn.add(key)

    def event(self, *, source: str = "") -> ResultEntered | ResultsChanged | None:
        """Return the event; None if nothing changes. *source* is the imported file."""
        entered = tuple(new for key, new in self.entered_lines.items() if self.results.line(key) != new.line)
        corrected = any(new.key in self.results for new in entered)
        if len(entered) == 1 and not self.withdrawn and not source:
            return ResultEntered(entered[0].section, entered[0].line, entered[0].nth, corrected)
        if entered or self.withdrawn:
            return ResultsChanged(entered, tuple(sorted(self.withdrawn, key=_by_place)), corrected, source)
        return None


def _by_place(key: ResultKey) -> tuple[str, int, int, int, int]:
    return key.section, key.board, key.round or 0, key.table or 0, key.nth


@dataclass(frozen=True, slots=True)
class ToConfirm:
    """Boards of a table in a round that need a ruling of the director."""

    key: str
    """The value in the form: section, round and table."""
    section: str
    round: int
    table: int
    boards: str
    ns: str
    ew: str
    reason: str
    proposed_text: str


def lines_to_confirm(section: SectionResults, places: Collection[Place] | None = None) -> tuple[ToConfirm, ...]:
    """Return the lines of a section that the director has to confirm, at some *places* or everywhere."""
    open_plays: dict[Place, list[tuple[ScheduledPlay, Ruling]]] = {}
    for play, ruling in section.unconfirmed_plays():
        place = play.round, play.table
        if places is None or place in places:
            open_plays.setdefault(place, []).append((play, ruling))
    return tuple(_to_confirm(section.schedule, open_plays[place]) for place in sorted(open_plays))


def _to_confirm(schedule: Schedule, plays: list[tuple[ScheduledPlay, Ruling]]) -> ToConfirm:
    play, ruling = plays[0]
    ns, ew = ("N", "E") if schedule.winners == 2 else ("", "")
    return ToConfirm(
        _form_key(schedule, play),
        schedule.letter,
        play.round,
        play.table,
        ranges({other.board for other, _ in plays}),
        " & ".join(ns + number for number in play.ns),
        " & ".join(ew + number for number in play.ew),
        say(RULED[ruling.reason]),
        outcome_text(ruling.proposed_outcome),
    )


def _form_key(schedule: Schedule, play: ScheduledPlay) -> str:
    return f"{schedule.letter}:{play.round}:{play.table}"


def confirm_lines(
    results: Results, sections: Sequence[SectionResults], keys: Collection[str]
) -> ResultEntered | ResultsChanged | None:
    """Return the event that confirms the proposed scores of some tables; confirmed ones stay unchanged."""
    changes = ResultChanges(results)
    for section in sections:
        for play, ruling in section.unconfirmed_plays():
            if _form_key(section.schedule, play) in keys:
                outcome = ruling.proposed_outcome
                line = Line(
                    play.board, play.ns, play.ew, outcome, "", play.round, play.table, score_text=outcome_text(outcome)
                )
                changes.enter(section.letter, line, section.board(play.board).keys.get(play))
    return changes.event()
