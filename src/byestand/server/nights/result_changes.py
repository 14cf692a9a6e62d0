"""Lines that are entered or withdrawn together, as the one event that the log gets."""

from dataclasses import dataclass, field, replace

from byestand.model.line import Line
from byestand.night.events import ResultEntered, ResultsChanged
from byestand.night.results import EnteredLine, ResultKey, Results


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
