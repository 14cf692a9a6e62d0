"""Results: entered one by one, or several at once from a file."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from byestand.language import say, say_many
from byestand.marks import OmitDefault, Size, Whole
from byestand.model.limits import Letter, Name
from byestand.model.line import Line
from byestand.night.night_event import NightEvent
from byestand.night.results import MAX_RESULTS, EnteredLine, ResultKey
from byestand.night.stamp import Stamp
from byestand.night.state import NightState, Part

RESULTS: frozenset[Part] = frozenset({"results"})


@dataclass(frozen=True, slots=True)
class ResultEntered(NightEvent):
    """One result is entered or corrected."""

    kind: ClassVar[str] = "result entered"
    touches: ClassVar[frozenset[Part]] = RESULTS
    names_section: ClassVar[bool] = True
    section: Letter
    line: Line
    """With its round, table and board."""
    nth: Annotated[int, Whole(1, MAX_RESULTS), OmitDefault()] = 1
    is_correction: Annotated[bool, OmitDefault()] = False
    """Whether it replaces another line."""

    @property
    def key(self) -> ResultKey:
        """The place of the result."""
        return EnteredLine(self.section, self.line, self.nth).key

    def precondition(self, state: NightState) -> object:
        """Return the present line at its place."""
        return state.results.line(self.key)

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return the state with the line at its place."""
        entered = EnteredLine(self.section, self.line, self.nth)
        return replace(state, results=state.results.put(entered, stamp, state.revision))

    def sentence(self, state: NightState) -> str:
        """Return the event as a short sentence."""
        sentence = say("Result corrected") if self.is_correction else say("Result entered")
        return _with_place(sentence, state, [self.key])


@dataclass(frozen=True, slots=True)
class ResultsChanged(NightEvent):
    """Several results are entered, changed or deleted at once."""

    kind: ClassVar[str] = "results changed"
    touches: ClassVar[frozenset[Part]] = RESULTS
    lines: Annotated[tuple[EnteredLine, ...], Size(MAX_RESULTS)] = ()
    deletions: Annotated[tuple[ResultKey, ...], Size(MAX_RESULTS)] = ()
    is_correction: Annotated[bool, OmitDefault()] = False
    """Whether an entered line replaces another one."""
    source: Annotated[Name, OmitDefault()] = ""
    """The file from which they were imported; empty if they were typed."""

    def precondition(self, state: NightState) -> object:
        """Return the present lines at their places."""
        return [state.results.line(key) for key in (*(entered.key for entered in self.lines), *self.deletions)]

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return the state without the deleted lines and with the entered ones."""
        results = state.results
        for key in self.deletions:
            results = results.drop(key)
        for entered in self.lines:
            results = results.put(entered, stamp, state.revision, self.source)
        return replace(state, results=results)

    def sentence(self, state: NightState) -> str:
        """Return the event as a short sentence."""
        number = len(self.lines)
        if self.source:
            return say_many(
                "1 result imported from {file}", "{number} results imported from {file}", number, file=self.source
            )
        if not number:
            sentence = say_many("Result deleted", "{number} results deleted", len(self.deletions))
        elif self.is_correction or self.deletions:
            sentence = say_many("Result corrected", "{number} results entered or corrected", number)
        else:
            sentence = say_many("Result entered", "{number} results entered", number)
        return _with_place(sentence, state, [entered.key for entered in self.lines] or self.deletions)


def _with_place(sentence: str, state: NightState, keys: Sequence[ResultKey]) -> str:
    """Return a sentence with the table and the round, if all results have the same."""
    places = {(key.section, key.round, key.table) for key in keys}
    letter, round, table = next(iter(places), ("", None, None))
    if len(places) != 1 or round is None or table is None:
        return sentence
    if len(keys) == 1 and state.setup.has_letters:
        place = say(
            "board {board}, section {letter}, round {round}, table {table}",
            board=keys[0].board,
            letter=letter,
            round=round,
            table=table,
        )
    elif len(keys) == 1:
        place = say("board {board}, round {round}, table {table}", board=keys[0].board, round=round, table=table)
    elif state.setup.has_letters:
        place = say("section {letter}, round {round}, table {table}", letter=letter, round=round, table=table)
    else:
        place = say("round {round}, table {table}", round=round, table=table)
    return f"{sentence}: {place}"
