"""The question before a round is called: time is left on the clock, or results are missing."""

from collections.abc import Iterator
from dataclasses import dataclass

from byestand.language import say_many
from byestand.model.timing import MINUTE
from byestand.night.state import NightState
from byestand.server.live.message import minutes
from byestand.server.pages.desk.data import DeskData, MissingResults
from byestand.server.web.query import Asked
from byestand.words.numbers import listed

RESULTS_LATER = "results-later"
"""The cookie with the night in which the director does not want to be asked about missing results."""


@dataclass(frozen=True, slots=True)
class Question:
    """Whether a round shall be called now, and what speaks against it."""

    section: str
    round: int
    """The round to be called; one more than there are at the end of play."""
    is_end: bool
    left: str
    """What the clock still shows, if that is more than a minute."""
    is_break: bool
    missing: int
    """Results of the round under way that are not in."""
    reasons: tuple[str, ...]

    @property
    def missing_text(self) -> str:
        """How many results of the round under way are not in."""
        one, many = "{number} result of round {round} is not in", "{number} results of round {round} are not in"
        return say_many(one, many, self.missing, round=self.round - 1)

    @property
    def query(self) -> str:
        """The address of the desk with this question."""
        return Asked().link("", call=self.round, section=self.section or None)


def question_before_call(
    now: NightState, data: DeskData, asked: Asked, instant: float, *, results: bool
) -> Question | None:
    """Return the question before the round in *asked* is called; None where nothing speaks against calling it.

    Missing results count only where *results* are asked about.
    """
    section, round = asked.text("section"), asked.number("call")
    clock = next((one for one in now.clocks if one.section == section), None)
    if clock is None or not clock.is_playing or round != clock.round + 1:
        return None
    face = clock.face(now.setup.timing, instant)
    left = face.left or 0.0
    tables = list(_unfinished(data, section)) if results else []
    if left <= MINUTE and not tables:
        return None
    return Question(
        section,
        round,
        clock.round == clock.rounds,
        minutes(left) if left > MINUTE else "",
        face.state in ("break", "break-paused"),
        sum(table.boards_missing for _, table in tables),
        tuple(_reasons(tables)),
    )


def _unfinished(data: DeskData, section: str) -> Iterator[tuple[str, MissingResults]]:
    several = len(data.sections) > 1
    for one in data.sections:
        if section in ("", one.letter):
            for table in one.unfinished:
                yield (f"section {one.letter}, " if several else ""), table


def _reasons(tables: list[tuple[str, MissingResults]]) -> Iterator[str]:
    """Yield which tables have entered nothing, and which lack some boards, section by section."""
    for where in dict.fromkeys(where for where, _ in tables):
        here = [table for place, table in tables if place == where]
        silent = [table.table for table in here if not table.entered]
        partly = [table.table for table in here if table.entered]
        if silent:
            yield f"{where}{listed('table', silent)}: no result yet"
        if partly:
            yield f"{where}{listed('table', partly)}: some boards are missing"
