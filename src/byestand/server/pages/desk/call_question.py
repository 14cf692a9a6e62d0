"""The question before a round is called early: time is left on the clock, or results are missing."""

from collections.abc import Iterator
from dataclasses import dataclass

from byestand.language import say, say_many
from byestand.model.timing import MINUTE
from byestand.night.state import NightState
from byestand.server.live.message import minutes
from byestand.server.pages.desk.desk_data import DeskData, MissingResults
from byestand.server.web.query import Query
from byestand.words.numbers import join_items, ranges

RESULTS_LATER = "results-later"
"""The cookie with the night in which the director is not asked about missing results."""
MAX_LISTED_TABLES = 5
"""More table numbers are shown as ranges."""


@dataclass(frozen=True, slots=True)
class CallQuestion:
    """Asks whether to call a round now, with the reasons to wait."""

    section: str
    round: int
    """The round to call; at the end of play, the number of rounds plus 1."""
    is_end: bool
    time_left: str
    """The time left, if it is more than a minute."""
    is_break: bool
    results_missing: int
    """Missing results of the current round."""
    reasons: tuple[str, ...]

    @property
    def missing_text(self) -> str:
        """The number of missing results of the current round, as a clause."""
        return say_many(
            "1 result of round {round} is missing",
            "{number} results of round {round} are missing",
            self.results_missing,
            round=self.round - 1,
        )

    @property
    def query(self) -> str:
        """The query of the page with this question."""
        return Query().link("", call=self.round, section=self.section or None)


def question_before_call(
    now: NightState, data: DeskData, asked: Query, instant: float, *, results: bool
) -> CallQuestion | None:
    """Return the question before the round in *asked* is called; None if there is no reason to wait.

    Missing results are a reason only with *results*.
    """
    section, round = asked.text("section"), asked.number("call")
    clock = next((one for one in now.clocks if one.section == section), None)
    if clock is None or not clock.is_playing or round != clock.round + 1:
        return None
    face = clock.face(now.setup.timing, instant)
    left = face.seconds_left or 0.0
    tables = list(_unfinished_tables(data, section)) if results else []
    if left <= MINUTE and not tables:
        return None
    return CallQuestion(
        section,
        round,
        clock.round == clock.rounds,
        minutes(left) if left > MINUTE else "",
        face.state in ("break", "break-paused"),
        sum(table.boards_missing for _, table in tables),
        tuple(_reasons(tables)),
    )


def _unfinished_tables(data: DeskData, section: str) -> Iterator[tuple[str, MissingResults]]:
    """Yield the tables with missing results, each with its section letter; the letter is empty for a single section."""
    has_several = len(data.sections) > 1
    for view in data.sections:
        if section in ("", view.letter):
            for table in view.current_round_results:
                yield view.letter if has_several else "", table


def _reasons(tables: list[tuple[str, MissingResults]]) -> Iterator[str]:
    """Yield the tables without results, and the tables with some of them, section by section."""
    for letter in dict.fromkeys(letter for letter, _ in tables):
        in_section = [table for own, table in tables if own == letter]
        prefix = say("section {letter}", letter=letter) + ": " if letter else ""
        empty = [table.table for table in in_section if not table.results_entered]
        partial = [table.table for table in in_section if table.results_entered]
        if empty:
            numbers = _list_tables(empty)
            text = say_many(
                "table {tables}: no results yet", "tables {tables}: no results yet", len(empty), tables=numbers
            )
            yield prefix + text
        if partial:
            numbers = _list_tables(partial)
            text = say_many(
                "table {tables}: some results missing",
                "tables {tables}: some results missing",
                len(partial),
                tables=numbers,
            )
            yield prefix + text


def _list_tables(tables: list[int]) -> str:
    return join_items(tables) if len(tables) <= MAX_LISTED_TABLES else ranges(tables)
