"""Results: entered one by one, or many at once from a file."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from byestand.language import say, say_many
from byestand.marks import OmitDefault, Size, Whole
from byestand.model.limits import Letter, Name
from byestand.model.line import Line
from byestand.night.event import NightEvent
from byestand.night.results import MAX_RESULTS, EnteredLine, ResultKey
from byestand.night.stamp import Stamp
from byestand.night.state import NightState, Part

RESULTS: frozenset[Part] = frozenset({"results"})


@dataclass(frozen=True, slots=True)
class ResultEntered(NightEvent):
    """One result is entered, or corrected."""

    kind: ClassVar[str] = "result entered"
    touches: ClassVar[frozenset[Part]] = RESULTS
    names_section: ClassVar[bool] = True
    section: Letter
    line: Line
    """With its round, table and board."""
    nth: Annotated[int, Whole(1, MAX_RESULTS), OmitDefault()] = 1
    corrected: Annotated[bool, OmitDefault()] = False
    """Whether it replaces another line."""

    @property
    def key(self) -> ResultKey:
        """The place of the result."""
        return EnteredLine(self.section, self.line, self.nth).key

    def precondition(self, state: NightState) -> object:
        """The line at its place."""
        return state.results.line(self.key)

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Put the line at its place."""
        entered = EnteredLine(self.section, self.line, self.nth)
        return replace(state, results=state.results.put(entered, stamp, state.revision))

    def sentence(self, state: NightState) -> str:
        """Return what happened in words."""
        phrase = say("a result corrected") if self.corrected else say("a result came")
        return _with_place(phrase, state, [self.key])


@dataclass(frozen=True, slots=True)
class ResultsChanged(NightEvent):
    """Several results come, change or go at once: from a file, or where several are decided together."""

    kind: ClassVar[str] = "results changed"
    touches: ClassVar[frozenset[Part]] = RESULTS
    entered: Annotated[tuple[EnteredLine, ...], Size(MAX_RESULTS)] = ()
    withdrawn: Annotated[tuple[ResultKey, ...], Size(MAX_RESULTS)] = ()
    corrected: Annotated[bool, OmitDefault()] = False
    """Whether an entered line replaces another one."""
    source: Annotated[Name, OmitDefault()] = ""
    """The file from which they were imported; empty where somebody typed them."""

    def precondition(self, state: NightState) -> object:
        """The lines at their places."""
        return [state.results.line(key) for key in (*(one.key for one in self.entered), *self.withdrawn)]

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Remove lines, then put lines at their places."""
        results = state.results
        for key in self.withdrawn:
            results = results.drop(key)
        for entered in self.entered:
            results = results.put(entered, stamp, state.revision, self.source)
        return replace(state, results=results)

    def sentence(self, state: NightState) -> str:
        """Return what happened in words."""
        many = len(self.entered)
        if self.source:
            phrase = "{number} results imported from {file}"
            return say_many("1 result imported from {file}", phrase, many, file=self.source)
        if not many:
            words = say_many("a result taken away", "{number} results taken away", len(self.withdrawn))
        elif self.corrected or self.withdrawn:
            words = say_many("a result corrected", "{number} results typed or corrected", many)
        else:
            words = say_many("a result came", "{number} results came", many)
        return _with_place(words, state, [one.key for one in self.entered] or self.withdrawn)


def _with_place(words: str, state: NightState, keys: Sequence[ResultKey]) -> str:
    """Return a sentence with the table and the round, where all results are of one."""
    places = {(key.section, key.round, key.table) for key in keys}
    section, round, table = next(iter(places), ("", None, None))
    if len(places) != 1 or round is None or table is None:
        return words
    if state.setup.has_letters:
        phrase = "{words}: section {section}, round {round}, table {table}"
        return say(phrase, words=words, section=section, round=round, table=table)
    return say("{words}: round {round}, table {table}", words=words, round=round, table=table)
