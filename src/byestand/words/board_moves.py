"""Where boards go after each round, in words: the rule, and every table that is an exception to it.

It is read off the layout: the rings in which boards travel. Of a night that went wrong it is told of the rounds that
are left.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

from byestand.language import say
from byestand.model.boards import Boards
from byestand.model.layout import Layout, Stand, Subsection
from byestand.model.movement import Movement
from byestand.model.seen import ring_tables
from byestand.words.boards import board_words
from byestand.words.journeys import Pool
from byestand.words.numbers import listed, numbered_runs
from byestand.words.phrases import first_up
from byestand.words.sharing import how_they_share
from byestand.words.steps import Run, over_the_edge, runs, step_words
from byestand.words.telling import Later
from byestand.words.travel import Travel

T = TypeVar("T")

MOST_IN_A_BREATH = 3
"""Tables with a way of their own that one sentence tells of."""


def board_moves(journeys: Travel, boards: Boards | None) -> Iterator[str]:
    """Yield how the boards travel, for whoever sets up: the rule, every exception, and when it is not so."""
    yield from boards_as_a_rule(journeys, boards)
    for after, lines in boards_later(journeys, boards):
        yield from (say("After round {round}: {line}", round=after, line=line) for line in lines)


def boards_as_a_rule(journeys: Travel, boards: Boards | None) -> Iterator[str]:
    """Yield what holds all evening: said before play."""
    movement, layout = journeys.movement, rings(journeys)
    if movement.rounds == 1:
        yield say("Boards stay: there is one round only.")
    elif layout and _is_weave(layout):
        for sub in layout.subsections:
            run = _weaving(sub, movement)[0]
            line = _weave_goes(sub, movement, boards, run)
            yield line if run.times > 1 else say("After round {round}: {line}", round=run.first, line=line)
    elif layout and (usual := _usual_round(movement, layout)) is not None:
        yield from _down(layout, usual, alone=journeys.pool is None)
    if pool := journeys.pool:
        yield from _from_one_stand(pool, _pool_stand(journeys, pool))
    for tables in journeys.relays:
        yield say("{tables} share their boards all evening.", tables=first_up(listed("table", tables)))
        yield from how_they_share([tables], boards)


def boards_after(journeys: Travel, round: int) -> str:
    """Return where boards go after a round, in few words; nothing where no rule tells."""
    layout = rings(journeys)
    if layout is None:
        return say("Boards back on the stand") if journeys.pool else ""
    if _is_weave(layout):
        return say("Boards up and down")
    fall = _falls(journeys.movement, layout)[round - journeys.movement.moves_left.start]
    short = step_words(-fall).removesuffix(" tables").removesuffix(" table") if fall else say("stay")
    return say("Boards {goes}", goes=short)


def rings(journeys: Travel) -> Layout | None:
    """Return the rings in which boards travel with the sets at hand, also where stands are no queues."""
    return journeys.layout if journeys.laid_out else journeys.movement.layout


def _pool_stand(journeys: Travel, pool: Pool) -> str:
    """Return the stand in common in words; it has no number where it is the only one."""
    layout = rings(journeys)
    return say("stand {stand}" if layout and layout.stands else "the stand", stand=pool.stand)


def _from_one_stand(pool: Pool, stand: str) -> Iterator[str]:
    """Yield how tables play that have no set of their own."""
    a, b = pool.between
    if a == b:
        yield say("Table {table} plays from {stand}, beside it.", table=a, stand=stand)
    else:
        tables = numbered_runs("table", pool.tables)
        phrase = "{tables} play from {stand}, between tables {a} and {b}."
        yield say(phrase, tables=first_up(tables), stand=stand, a=a, b=b)
    yield say("Take the boards of the round there, and put them back after it.")


def boards_at_the_end(journeys: Travel) -> str:
    """Return where boards are left after the last round: what is taken from a stand in common goes back there."""
    pool = journeys.pool
    if pool is None:
        return say("Leave the boards on the tables.")
    stand = _pool_stand(journeys, pool)
    if len(pool.tables) == journeys.movement.tables:
        return say("Put the boards back on {stand}.", stand=stand)
    return say("Put the boards of {stand} back there; leave all others on the tables.", stand=stand)


def boards_later(journeys: Travel, boards: Boards | None) -> Later:
    """Yield after which round boards go otherwise, and how."""
    movement, layout = journeys.movement, rings(journeys)
    if movement.rounds == 1 or layout is None:
        return
    if _is_weave(layout):
        yield from _weaves_later(movement, layout, boards)
        return
    for run in runs(_falls(movement, layout), movement.moves_left.start):
        if run.step != 1:
            phrase = "All boards go {step} now; stands count like tables."
            told = say(phrase, step=step_words(-run.step)) if run.step else say("All boards stay where they are.")
            yield from ((run.first + i, (told,)) for i in range(run.times))


def boards_each(journeys: Travel, boards: Boards | None, after: int) -> Iterator[str]:
    """Yield how boards go after a round, in few words; nothing where `boards_later` has more to say of it."""
    movement, layout = journeys.movement, rings(journeys)
    if layout and _is_weave(layout):
        for sub in layout.subsections:
            first, *more = _weaving(sub, movement)
            run = next(run for run in (first, *more) if run.first <= after < run.first + run.times)
            if run is first or run.first < after:
                groups = [copy.group for copy in sub.boarding if copy]
                yield say("{boards} {step}.", boards=first_up(board_words(groups, boards)), step=step_words(run.step))
    elif layout and dict(zip(movement.moves_left, _falls(movement, layout), strict=True))[after] == 1:
        yield say("Boards down one.")
    if pool := journeys.pool:
        yield say("Boards of {stand} back there, and the next ones from it.", stand=_pool_stand(journeys, pool))


def _falls(movement: Movement, layout: Layout) -> list[int]:
    descents = layout.subsections[0].descents
    return [descents[round] - descents[round - 1] for round in movement.moves_left]


def _usual_round(movement: Movement, layout: Layout) -> int | None:
    """Return a round after which boards go down one place, as a rule; None where they never do."""
    falls = zip(movement.moves_left, _falls(movement, layout), strict=True)
    return max((round for round, fall in falls if fall == 1), default=None)


def _down(layout: Layout, round: int, *, alone: bool) -> Iterator[str]:
    """Yield that boards go down one table, who puts them on a stand or takes them from there, and who elsewhere."""
    elsewhere = list(_exceptions(layout, round))
    if not layout.stands and len(elsewhere) == 1 and alone:
        ((table, goes),) = elsewhere
        phrase = "Boards go down one table; from table {table} they go to {goes}."
        yield say(phrase, table=table, goes=_tables(goes))
        return
    if any(layout.passes_to(table, round).tables for sub in layout.subsections for table in sub.tables):
        yield say("Boards go down one table.")
    yield from _stands(layout, round, alone=alone)
    for (table, goes), *more in _breaths(elsewhere):
        told = say("Table {table} gives its boards to {goes}", table=table, goes=_tables(goes))
        yield ", ".join([told, *(say("table {table} to {goes}", table=t, goes=_tables(g)) for t, g in more)]) + "."


def _exceptions(layout: Layout, round: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the tables that do not give to the next one down, and to whom they do."""
    for table in sorted(t for sub in layout.subsections for t in sub.tables):
        goes = layout.passes_to(table, round).tables
        if goes and table - 1 not in goes and table not in goes:
            yield table, goes


def _tables(tables: Sequence[int]) -> str:
    return say("table {tables}", tables=say(" and table ").join(map(str, tables)))


def _breaths(things: Sequence[T]) -> Iterator[Sequence[T]]:
    return (things[i : i + MOST_IN_A_BREATH] for i in range(0, len(things), MOST_IN_A_BREATH))


def _stands(layout: Layout, round: int, *, alone: bool) -> Iterator[str]:
    """Yield who puts on a stand and who takes from it: first in, first out where it holds several."""
    one_only = alone and len(layout.stands) == 1

    def named(stand: Stand) -> str:
        return say("the stand" if one_only else "stand {number}", number=stand.number)

    for first, *more in _breaths([stand for stand in layout.stands if len(stand.places) > 1]):
        phrase = "Table {table} puts its boards on {stand}"
        told = say(phrase, table=_source(layout, first, round), stand=named(first))
        rest = (say("table {table} on {stand}", table=_source(layout, s, round), stand=named(s)) for s in more)
        yield say("{told}: always at the back.", told=", ".join([told, *rest]))
        told = say("Table {table} takes from {stand}", table=first.beside, stand=named(first))
        rest = (say("table {table} from {stand}", table=s.beside, stand=named(s)) for s in more)
        yield say("{told}: always the front ones.", told=", ".join([told, *rest]))
    for stand in layout.stands:
        if len(stand.places) == 1:
            source = _source(layout, stand, round)
            phrase = "Table {source} puts its boards on {stand}. Table {beside} takes the boards that lie there."
            if source == stand.beside:
                phrase = "Table {beside} takes the boards that lie on {stand}, and puts its own there."
            yield say(phrase, source=source, stand=named(stand), beside=stand.beside)


def _source(layout: Layout, stand: Stand, round: int) -> int:
    """Return the table whose boards go to a stand."""
    return next(t for t in layout.home(stand).tables if layout.passes_to(t, round).stand == stand.number)


def _is_weave(layout: Layout) -> bool:
    return any(None in sub.boarding for sub in layout.subsections)


def _weaving(sub: Subsection, movement: Movement) -> list[Run]:
    """Return how one half of the boards of a crisscross goes, up and down."""
    first = movement.moves_left.start
    return list(runs([a - b for a, b in pairwise(sub.descents[first - 1 :])], first))


def _weave_goes(sub: Subsection, movement: Movement, boards: Boards | None, run: Run) -> str:
    groups = [copy.group for copy in sub.boarding if copy]
    phrase = "{boards} go {step}; {edge}."
    edge = over_the_edge(run.step, ring_tables(movement)).replace(" go to", " they go to")
    return say(phrase, boards=first_up(board_words(groups, boards)), step=step_words(run.step), edge=edge)


def _weaves_later(movement: Movement, layout: Layout, boards: Boards | None) -> Later:
    found: dict[int, list[str]] = {}
    across = ring_tables(movement) // 2
    for sub in layout.subsections:
        for run in _weaving(sub, movement)[1:]:
            lines = found.setdefault(run.first, [])
            if abs(run.step) == across and run.times == 1:
                edge = over_the_edge(run.step, ring_tables(movement))
                line = say("This once all boards go {edge}.", edge=edge)
                lines.extend([line] if line not in lines else [])
            else:
                line = _weave_goes(sub, movement, boards, run)
                phrase = "From now on {line}" if run.times > 1 else "This once {line}"
                lines.append(say(phrase, line=line[0].lower() + line[1:]))
    yield from ((after, tuple(lines)) for after, lines in sorted(found.items()))
