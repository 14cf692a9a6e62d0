"""From one night to another: the events that lead there, each about no more than what is changed."""

from collections.abc import Iterator

from byestand.night.events import Called, Event, Named, Noted, Results, SectionsCompared, SetUp
from byestand.night.night import Night
from byestand.night.results import Rows


def changes(before: Night, after: Night, *, source: str = "") -> Iterator[Event]:
    """Yield what makes one night out of another; nothing where they are the same.

    *source* is the file that other results were imported from.
    """
    if after.name != before.name:
        yield Called(after.name)
    if after.sections != before.sections:
        yield SetUp(after.sections)
    if after.pairs != before.pairs:
        yield Named(changed_names(before, after))
    if after.notes != before.notes:
        yield Noted(after.notes)
    if after.sections_apart != before.sections_apart:
        yield SectionsCompared(after.sections_apart)
    if after.results != before.results:
        old, new = Rows.of(before.results), Rows.of(after.results)
        if old.heading == new.heading or not new.rows:
            yield Results(old.heading, new.less(old), old.less(new), source)
        else:  # rows of other columns are other rows
            yield Results(new.heading, new.rows, old.rows, source)


def changed_names(before: Night, after: Night) -> dict[str, str]:
    """Return the names that make those of one night out of another's; an empty one is removed."""
    gone = dict.fromkeys((label for label in before.pairs if label not in after.pairs), "")
    return gone | {label: name for label, name in after.pairs.items() if before.pairs.get(label) != name}
