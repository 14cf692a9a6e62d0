"""Which boards to copy, so that no tables share."""

from collections import Counter
from collections.abc import Iterator

from byestand.flow.board_travel import BoardTravel
from byestand.language import say
from byestand.model.boards import Boards
from byestand.words.numbers import join_items, ranges

MAX_ROUNDS_IN_SENTENCE = 4
"""With more rounds before which boards must be copied, all are copied at the beginning."""


def copying_words(journeys: BoardTravel, boards: Boards | None) -> Iterator[str]:
    """Yield what to copy, and how often, so that no tables share."""
    times = Counter(group for group, _ in journeys.to_copy)
    if not times:
        return
    lists = []
    for often in sorted(set(times.values())):
        span = _spans([group for group in sorted(times) if times[group] == often], boards)
        lists.append(_copies(span, often))
    yield say("To avoid sharing, copy {boards}.", boards=join_items(lists))
    before: dict[int, list[int]] = {}
    for group, round in journeys.to_copy:
        before.setdefault(round, []).append(group)
    if 1 < len(before) <= MAX_ROUNDS_IN_SENTENCE:
        needed = (
            say("{boards} before round {round}", boards=_spans(groups, boards), round=round)
            for round, groups in before.items()
        )
        yield say("Copies needed: {boards}.", boards=", ".join(needed))


def _copies(span: str, often: int) -> str:
    """Return boards and how often they are copied."""
    if often == 1:
        return say("{boards} once", boards=span)
    return (
        say("{boards} twice", boards=span) if often == 2 else say("{boards} {number} times", boards=span, number=often)
    )


def _spans(groups: list[int], boards: Boards | None) -> str:
    """Return boards in order, neighbours joined: "1-2 and 13-16"."""
    numbers = [number for group in groups for number in (boards.numbers_of(group) if boards else (group,))]
    return join_items(ranges(numbers).split(", "))
