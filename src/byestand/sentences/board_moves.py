"""How boards move after each round, in sentences: the rule, the exceptions, and irregular rounds."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from byestand.flow.board_moves import (
    BoardMoveKind,
    DownRule,
    StandUse,
    WeaveRun,
    board_move,
    down_rule,
    irregular_falls,
    rings,
    weave_runs,
)
from byestand.flow.board_sets import SharedStand
from byestand.flow.board_travel import BoardTravel
from byestand.flow.steps import edge_of
from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.sentences.boards import board_count, board_numbers, sharing_sentences
from byestand.sentences.steps import edge_text, step_words
from byestand.words.numbers import join_items, ranges_from_three, short_list

Later: TypeAlias = Iterable[tuple[int, tuple[str, ...]]]
"""Sentences, each with the round after which they are announced."""


def board_moves(travel: BoardTravel, boards: Boards | None) -> Iterator[str]:
    """Yield how boards move, for the set-up: the rule, the exceptions, and irregular rounds."""
    yield from boards_as_a_rule(travel, boards)
    for after, lines in boards_later(travel, boards):
        round = say("After round {round}", round=after)
        yield from (f"{round}: {line}" for line in lines)


def boards_as_a_rule(travel: BoardTravel, boards: Boards | None) -> Iterator[str]:
    """Yield how boards move all session, to be announced before play."""
    if rings(travel) and travel.movement.rounds == 1:
        yield say("There is only one round; boards do not move.")
    for weave in weave_runs(travel):
        if weave.is_first:
            once = say("after round {round}", round=weave.run.first) if weave.run.times == 1 else ""
            yield _weave_text(weave, boards, once)
    if rule := down_rule(travel):
        yield from _down(rule, one_stand=travel.pool is None)
    if pool := travel.pool:
        yield from _shared_stand(pool, _number_of(travel, pool))
    for tables in travel.relays:
        yield say("Tables {tables} share boards all session.", tables=short_list(tables))
        yield from sharing_sentences([tables], boards)


def boards_after(travel: BoardTravel, round: int) -> str:
    """Return how boards move after a round, in few words; nothing where there is no rule."""
    move = board_move(travel, round)
    match move.kind:
        case BoardMoveKind.SHARED_STAND:
            return say("Boards back to the bye stand")
        case BoardMoveKind.WEAVE:
            return say("Boards up and down")
        case BoardMoveKind.DOWN:
            return say("Boards stay") if not move.fall else f"{say('Boards')}: {step_words(-move.fall)}"
        case BoardMoveKind.BY_LIST:
            return ""


def _number_of(travel: BoardTravel, pool: SharedStand) -> int:
    """Return the number of the shared stand; 0 where it is the only stand and needs no number."""
    layout = rings(travel)
    return pool.stand if layout and layout.stands else 0


def _shared_stand(pool: SharedStand, stand: int) -> Iterator[str]:
    """Yield how tables play that have no set of their own."""
    a, b = pool.between
    if a == b and stand:
        yield say("Table {table} plays from bye stand {stand}, next to it.", table=a, stand=stand)
    elif a == b:
        yield say("Table {table} plays from the bye stand next to it.", table=a)
    else:
        tables = ranges_from_three(pool.tables)
        if stand:
            yield say(
                "Tables {tables} play from bye stand {stand}, between tables {a} and {b}.",
                tables=tables,
                stand=stand,
                a=a,
                b=b,
            )
        else:
            yield say("Tables {tables} play from the bye stand between tables {a} and {b}.", tables=tables, a=a, b=b)
    yield say("Take the boards of the round. Put them back after it.")


def boards_at_the_end(travel: BoardTravel) -> str:
    """Return where boards stay after the last round; boards of a shared stand go back to it."""
    pool = travel.pool
    if pool is None:
        return say("Leave the boards on the tables.")
    stand = _number_of(travel, pool)
    if len(pool.tables) == travel.movement.tables:
        if stand:
            return say("Put the boards back on bye stand {stand}.", stand=stand)
        return say("Put the boards back on the bye stand.")
    if stand:
        return say("Put the boards of bye stand {stand} back there. Leave all others on the tables.", stand=stand)
    return say("Put the boards of the bye stand back there. Leave all others on the tables.")


def boards_later(travel: BoardTravel, boards: Boards | None) -> Later:
    """Yield the rounds after which boards do not move by the rule, with the sentences."""
    lines: dict[int, list[str]] = {}
    for weave in weave_runs(travel):
        if not weave.is_first:
            after = lines.setdefault(weave.run.first, [])
            line = _weave_later(weave, boards)
            after.extend([line] if line not in after else [])
    for round, fall in irregular_falls(travel):
        line = say("All boards stay where they are.")
        if fall:
            line = f"{say('All boards now')}: {step_words(-fall)}. {say('Count bye stands as tables.')}"
        lines.setdefault(round, []).append(line)
    yield from ((after, tuple(sentences)) for after, sentences in sorted(lines.items()))


def boards_each(travel: BoardTravel, boards: Boards | None, after: int) -> Iterator[str]:
    """Yield how boards move after a round, in few words; nothing where `boards_later` describes it."""
    for weave in weave_runs(travel):
        run = weave.run
        if run.first <= after <= run.last and (weave.is_first or run.first < after):
            yield f"{_boards_title(weave, boards)}: {step_words(run.step)}."
    if rings(travel) and board_move(travel, after) == (BoardMoveKind.DOWN, 1):
        yield say("Boards: down one table.")
    if pool := travel.pool:
        stand = _number_of(travel, pool)
        if stand:
            yield say("Boards of bye stand {stand}: put them back and take the next ones.", stand=stand)
        else:
            yield say("Boards of the bye stand: put them back and take the next ones.")


def _down(rule: DownRule, *, one_stand: bool) -> Iterator[str]:
    """Yield that boards go down one table, who uses the bye stands, and the exceptions."""
    if rule.to_table:
        yield say("Boards go down one table.")
    yield from _stands(rule.stands, without_number=one_stand and len(rule.stands) == 1)
    for table, tables in rule.exceptions:
        yield say_many(
            "Table {table} passes its boards to table {tables}.",
            "Table {table} passes its boards to tables {tables}.",
            len(tables),
            table=table,
            tables=join_items(tables),
        )


def _stands(stands: Sequence[StandUse], *, without_number: bool) -> Iterator[str]:
    """Yield which tables put boards on a bye stand and which take them: first in, first out."""
    for stand, source in stands:
        if len(stand.places) > 1 and without_number:
            yield say("Table {source} puts its boards at the back of the bye stand.", source=source)
            yield say("Table {table} takes the front boards from the bye stand.", table=stand.next_to_table)
        elif len(stand.places) > 1:
            yield say(
                "Table {source} puts its boards at the back of bye stand {stand}.", source=source, stand=stand.number
            )
            yield say(
                "Table {table} takes the front boards from bye stand {stand}.",
                table=stand.next_to_table,
                stand=stand.number,
            )
        elif source == stand.next_to_table and without_number:
            yield say(
                "Table {table} takes the boards on the bye stand and puts its own there.", table=stand.next_to_table
            )
        elif source == stand.next_to_table:
            yield say(
                "Table {table} takes the boards on bye stand {stand} and puts its own there.",
                table=stand.next_to_table,
                stand=stand.number,
            )
        elif without_number:
            yield say(
                "Table {source} puts its boards on the bye stand. Table {table} takes the boards there.",
                source=source,
                table=stand.next_to_table,
            )
        else:
            yield say(
                "Table {source} puts its boards on bye stand {stand}. Table {table} takes the boards there.",
                source=source,
                stand=stand.number,
                table=stand.next_to_table,
            )


def _boards_title(weave: WeaveRun, boards: Boards | None) -> str:
    numbers, count = board_numbers(weave.groups, boards), board_count(weave.groups, boards)
    if boards is None:
        return say_many("Group {numbers}", "Groups {numbers}", count, numbers=numbers)
    return say_many("Board {numbers}", "Boards {numbers}", count, numbers=numbers)


def _weave_text(weave: WeaveRun, boards: Boards | None, when: str) -> str:
    title = ", ".join(filter(None, (_boards_title(weave, boards), when)))
    return f"{title}: {step_words(weave.run.step)}; {edge_text(edge_of(weave.run.step, weave.tables))}."


def _weave_later(weave: WeaveRun, boards: Boards | None) -> str:
    if weave.is_across:
        return f"{say('All boards, this time only')}: {edge_text(edge_of(weave.run.step, weave.tables))}."
    when = say("from now on") if weave.run.times > 1 else say("this time only")
    return _weave_text(weave, boards, when)
