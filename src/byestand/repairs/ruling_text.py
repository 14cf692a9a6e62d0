"""Sentences about rulings: results that do not count, boards that cannot be played, and possible late plays.

A night is a movement with a history; it is compared with the plan that it started with.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np

from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.history import Cell, LatePlay, LostMeeting
from byestand.model.movement import Movement
from byestand.sentences.boards import board_words
from byestand.words.numbers import ranges
from byestand.words.people import name_contestants

MAX_LISTED = 6
"""Up to this many tables get a sentence each; more are combined, by table or by round."""
OFTEN = 3
"""A table with at least this many rounds gets its own sentence."""


def cancelled_words(night: Movement, boards: Boards | None, letter: str = "") -> Iterator[str]:
    """Yield the results that do not count, and why."""
    history = night.history
    cells = sorted(history.cancelled_cells) if history else []
    if len(cells) > MAX_LISTED:
        for round, tables in _by_round(cells):
            yield say_many(
                "Round {round}: results of table {tables} are cancelled (Law 15B).",
                "Round {round}: results of tables {tables} are cancelled (Law 15B).",
                len(tables),
                round=round,
                tables=ranges(tables),
            )
        return
    for round, table in cells:
        group = int(night.groups[round - 1, table - 1])
        earlier = [who for who in _at(night, round, table) if any(r < round for r, _ in _plays(night, who, group))]
        group_text = board_words((group,), boards)
        if earlier:
            yield say(
                "Round {round}, table {table}: {boards} cancelled (Law 15B), already played by {who}.",
                round=round,
                table=table,
                boards=group_text,
                who=name_contestants(earlier, night, letter),
            )
        else:
            yield say(
                "Round {round}, table {table}: {boards} cancelled by the director.",
                round=round,
                table=table,
                boards=group_text,
            )


def unplayed_words(
    night: Movement, unplayed: Sequence[LostMeeting], boards: Boards | None, letter: str = ""
) -> Iterator[str]:
    """Yield the tables that did not play in past rounds, and who was affected."""
    for round, table, _, group in unplayed:
        here = _at(night, round, table)
        who = name_contestants(here, night, letter)
        if len(here) == len(night.seat_names):
            yield say(
                "Round {round}, table {table}: {who} did not play {boards}.",
                round=round,
                table=table,
                who=who,
                boards=board_words((group,), boards),
            )
        else:
            yield say("Round {round}, table {table}: {who} sat out.", round=round, table=table, who=who)


def lost_words(
    night: Movement, plan: Movement, lost: Sequence[Cell], boards: Boards | None, letter: str = ""
) -> Iterator[str]:
    """Yield the tables that cannot play, and who is affected."""
    if len(lost) <= MAX_LISTED:
        yield from (_lost_text(night, plan, round, table, boards, letter) for round, table in lost)
        return
    often = _often(lost)
    for table in often:
        yield _lost_at(night, plan, table, [round for round, here in lost if here == table], letter)
    others = [cell for cell in lost if cell[1] not in often]
    if often:
        yield from lost_words(night, plan, others, boards, letter)
        return
    for round, tables in _by_round(others):
        yield say_many(
            "Round {round}: table {tables} cannot play.",
            "Round {round}: tables {tables} cannot play.",
            len(tables),
            round=round,
            tables=ranges(tables),
        )


def _often(cells: Sequence[Cell]) -> list[int]:
    """Return the tables that get one sentence for all their rounds, if that is shorter than one per round."""
    times = Counter(table for _, table in cells)
    often = sorted(table for table, rounds in times.items() if rounds >= OFTEN)
    return often if len(often) < len({round for round, table in cells if table in often}) else []


def _lost_at(night: Movement, plan: Movement, table: int, rounds: Sequence[int], letter: str) -> str:
    """Return that a table cannot play in several rounds, and who has left if that is the cause."""
    history = night.history
    departures = [
        {who for who in plan.seats[round - 1, table - 1].tolist() if history and history.is_away(who, round)}
        for round in rounds
    ]
    if not all(departures):
        return say("Table {table} cannot play in rounds {rounds}.", table=table, rounds=ranges(rounds))
    left = sorted(set[int]().union(*departures))
    return say_many(
        "Table {table} cannot play in rounds {rounds}: {who} has left.",
        "Table {table} cannot play in rounds {rounds}: {who} have left.",
        len(left),
        table=table,
        rounds=ranges(rounds),
        who=name_contestants(left, night, letter),
    )


def artificial_scores(night: Movement, lost: Sequence[Cell]) -> Iterator[str]:
    """Yield the scores of contestants without a result, and of those who sit out because others left."""
    seats = len(night.seat_names)
    full = [len(_at(night, *cell)) == seats for cell in lost]
    if any(full) or (night.history and night.history.cancelled_cells):
        if night.is_individual:
            yield say("A player who cannot obtain a result gets an artificial adjusted score (Law 12C2).")
        else:
            yield say("A pair that cannot obtain a result gets an artificial adjusted score (Law 12C2).")
        yield say(
            "Average plus (60%) if not at fault, average (50%) if partly at fault, average minus (40%) if directly at"
            " fault."
        )
        yield say("The director decides. After a director's error both sides count as not at fault.")
    if not all(full):
        if night.is_individual:
            yield say("Players who must sit out because another player left get average plus.")
        else:
            yield say("A pair that must sit out because its opponents left gets average plus.")


def again_words(night: Movement, again: Sequence[Cell], letter: str = "") -> Iterator[str]:
    """Yield the repeat opponents."""
    if len(again) > MAX_LISTED:
        for round, tables in _by_round(again):
            yield say_many(
                "Round {round}: repeat opponents at table {tables}.",
                "Round {round}: repeat opponents at tables {tables}.",
                len(tables),
                round=round,
                tables=ranges(tables),
            )
        return
    for round, table in again:
        who = name_contestants(_at(night, round, table), night, letter)
        yield say("Round {round}, table {table}: {who} are repeat opponents.", round=round, table=table, who=who)


def late_play_words(
    night: Movement, plays: Sequence[LatePlay], boards: Boards | None, letter: str = ""
) -> Iterator[str]:
    """Yield possible late plays of missed boards, and when the pairs and the boards are free."""
    rounds = sorted({play.round for play in plays} - {0})
    for round in (*rounds, 0) if any(not play.round for play in plays) else rounds:
        now = [(name_contestants(play.contestants, night, letter), play.group) for play in plays if play.round == round]
        clauses = [say("{who} play {boards}", who=who, boards=board_words((group,), boards)) for who, group in now]
        heading = say("Possible late plays after the last round")
        if round:
            heading = say("Possible late plays in round {round}, when the pairs and boards are free", round=round)
        yield f"{heading}: {'; '.join(clauses)}."


def _lost_text(night: Movement, plan: Movement, round: int, table: int, boards: Boards | None, letter: str) -> str:
    here = _at(night, round, table)
    who = name_contestants(here, night, letter) if here else ""
    if len(here) < len(plan.seat_names):
        if here:
            return say_many(
                "Round {round}, table {table}: {who} sits out.",
                "Round {round}, table {table}: {who} sit out.",
                len(here),
                round=round,
                table=table,
                who=who,
            )
        if plan.is_individual:
            return say("Round {round}, table {table}: all players have left.", round=round, table=table)
        return say("Round {round}, table {table}: both pairs have left.", round=round, table=table)
    copy = night.layout.on_table(table, round) if night.layout else None
    group = copy.group if copy else int(plan.groups[round - 1, table - 1])
    plays = {c: cells[0][0] for c in here if (cells := _plays(night, c, group))}
    before = {c: when for c, when in plays.items() if when < round}
    clauses = [
        say(
            "Round {round}, table {table}: {who} cannot play {boards}",
            round=round,
            table=table,
            who=who,
            boards=board_words((group,), boards),
        )
    ]
    for contestant, when in (before or plays).items():
        label = name_contestants([contestant], night, letter)
        if before:
            clauses.append(say("already played by {who} in round {round}", who=label, round=when))
        else:
            clauses.append(say("reserved for {who} in round {round}", who=label, round=when))
    return ", ".join(clauses) + "."


def _at(night: Movement, round: int, table: int) -> list[int]:
    return [who for who in night.seats[round - 1, table - 1].tolist() if who]


def _plays(night: Movement, who: int, group: int) -> list[Cell]:
    """Return where a contestant plays a deal group, in round order."""
    here = (night.seats == who).any(axis=2) & (night.groups == group) & night.played_mask
    return [(round + 1, table + 1) for round, table in np.argwhere(here).tolist()]


def _by_round(cells: Sequence[Cell]) -> Iterator[tuple[int, list[int]]]:
    for round, here in groupby(cells, key=lambda cell: cell[0]):
        yield round, [table for _, table in here]
