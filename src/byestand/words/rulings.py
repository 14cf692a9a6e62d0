"""Rulings in words: what does not count, what cannot be played, who is deprived by that, and what heals it.

A night is a movement with a history, held against the plan that it began with.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np

from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.history import Cell, Deprived, LatePlay
from byestand.model.movement import Movement
from byestand.words.boards import are_many, board_words
from byestand.words.numbers import enumerated, numbered_runs
from byestand.words.people import named

MOST_SINGLE = 6
"""As many tables are told of one by one; more are told together, by their table or by the round."""
OFTEN = 3
"""In so many rounds a table has a sentence of its own."""


def cancelled_words(night: Movement, boards: Boards | None, letter: str = "") -> Iterator[str]:
    """Yield what was played and does not count, and why."""
    history = night.history
    cells = sorted(history.cancelled) if history else []
    if len(cells) > MOST_SINGLE:
        for round, tables in _by_round(cells):
            phrase = "Round {round}: what was played at {tables} is cancelled (law 15B)."
            yield say(phrase, round=round, tables=numbered_runs("table", tables))
        return
    for round, table in cells:
        group = int(night.groups[round - 1, table - 1])
        knew = [who for who in _at(night, round, table) if any(r < round for r, _ in _plays(night, who, group))]
        where = {"round": round, "table": table, "boards": board_words((group,), boards)}
        if not knew:
            yield say("Round {round}, table {table}: {boards} cancelled by the director.", **where)
            continue
        yield say_many(
            "Round {round}, table {table}: {boards} cancelled (law 15B), {who} had played it.",
            "Round {round}, table {table}: {boards} cancelled (law 15B), {who} had played them.",
            are_many(boards),
            who=named(knew, night, letter),
            **where,
        )


def unplayed_words(
    night: Movement, unplayed: Sequence[Deprived], boards: Boards | None, letter: str = ""
) -> Iterator[str]:
    """Yield which tables had nothing to play in rounds that are over, and who was deprived by that."""
    for round, table, _, group in unplayed:
        there = _at(night, round, table)
        phrase = "Round {round}, table {table}: {who} sat out."
        if len(there) == len(night.seat_names):
            phrase = "Round {round}, table {table}: {who} did not play {boards}."
        lay = board_words((group,), boards)
        yield say(phrase, round=round, table=table, who=named(there, night, letter), boards=lay)


def lost_words(
    night: Movement, plan: Movement, lost: Sequence[Cell], boards: Boards | None, letter: str = ""
) -> Iterator[str]:
    """Yield which tables have nothing to play, and who is deprived by that."""
    if len(lost) <= MOST_SINGLE:
        yield from (_lost(night, plan, round, table, boards, letter) for round, table in lost)
        return
    often = _often(lost)
    for table in often:
        yield _lost_at(night, plan, table, [round for round, here in lost if here == table], letter)
    others = [cell for cell in lost if cell[1] not in often]
    if often:
        yield from lost_words(night, plan, others, boards, letter)
        return
    for round, tables in _by_round(others):
        yield say("Round {round}: {tables} cannot play.", round=round, tables=numbered_runs("table", tables))


def _often(cells: Sequence[Cell]) -> list[int]:
    """Return the tables that are told of once for all their rounds: where that is shorter than round by round."""
    times = Counter(table for _, table in cells)
    often = sorted(table for table, rounds in times.items() if rounds >= OFTEN)
    return often if len(often) < len({round for round, table in cells if table in often}) else []


def _lost_at(night: Movement, plan: Movement, table: int, rounds: Sequence[int], letter: str) -> str:
    """Return that a table cannot play in some rounds, and who has left if that is why."""
    history = night.history
    gone = [
        {who for who in plan.seats[round - 1, table - 1].tolist() if history and history.is_away(who, round)}
        for round in rounds
    ]
    where = {"table": table, "rounds": numbered_runs("round", rounds)}
    if not all(gone):
        return say("Table {table} cannot play in {rounds}.", **where)
    left = sorted(set[int]().union(*gone))
    return say_many(
        "Table {table} cannot play in {rounds}: {who} has left.",
        "Table {table} cannot play in {rounds}: {who} have left.",
        len(left),
        who=named(left, night, letter),
        **where,
    )


def artificial_scores(night: Movement, lost: Sequence[Cell]) -> Iterator[str]:
    """Yield what those get who are deprived of a score, and those who sit out because others have left."""
    seats = len(night.seat_names)
    full = [len(_at(night, *cell)) == seats for cell in lost]
    if any(full) or (night.history and night.history.cancelled):
        yield say(
            "Whoever is deprived of a score gets an artificial one: 60 % if not at fault, 50 % if partly, 40 % if"
            " directly (law 12C2a). The director decides the fault; where it was the director's, nobody else is at"
            " fault."
        )
    if not all(full):
        yield say("Whoever has to sit out because others have left gets average plus.")


def again_words(night: Movement, again: Sequence[Cell], letter: str = "") -> Iterator[str]:
    """Yield who meets again."""
    if len(again) > MOST_SINGLE:
        for round, tables in _by_round(again):
            where = numbered_runs("table", tables)
            yield say("Round {round}: they meet again at {tables}.", round=round, tables=where)
        return
    for round, table in again:
        who = named(_at(night, round, table), night, letter)
        yield say("Round {round}, table {table}: {who} meet again.", round=round, table=table, who=who)


def late_play_words(
    night: Movement, plays: Sequence[LatePlay], boards: Boards | None, letter: str = ""
) -> Iterator[str]:
    """Yield who could play later what they were deprived of, and when they and the boards are free."""
    rounds = sorted({play.round for play in plays} - {0})
    for round in (*rounds, 0) if any(not play.round for play in plays) else rounds:
        now = [(named(play.who, night, letter), play.group) for play in plays if play.round == round]
        told = [say("{who} play {boards}", who=who, boards=board_words((group,), boards)) for who, group in now]
        phrase = "Late plays that heal it, in round {round}, when they and the boards are free: {plays}."
        if not round:
            phrase = "Late plays that heal it, after the last round: {plays}."
        yield say(phrase, round=round, plays="; ".join(told))


def _lost(night: Movement, plan: Movement, round: int, table: int, boards: Boards | None, letter: str) -> str:
    there = _at(night, round, table)
    if len(there) < len(plan.seat_names):
        if not there:
            return say("Round {round}, table {table}: nobody is left.", round=round, table=table)
        phrases = "Round {round}, table {table}: {who} sits out.", "Round {round}, table {table}: {who} sit out."
        return say_many(*phrases, len(there), round=round, table=table, who=named(there, night, letter))
    copy = night.layout.on_table(table, round) if night.layout else None
    group = copy.group if copy else int(plan.groups[round - 1, table - 1])
    plays = {c: cells[0][0] for c in there if (cells := _plays(night, c, group))}
    before = {c: earlier for c, earlier in plays.items() if earlier < round}
    phrase = "Round {round}, table {table}: {who} cannot play {boards}."
    if before:
        phrase = "Round {round}, table {table}: {who} cannot play {boards}, played by {knew}."
    elif plays:
        phrase = "Round {round}, table {table}: {who} cannot play {boards}, left for {knew}."
    knew = [
        say("{who} in round {round}", who=named([c], night, letter), round=when)
        for c, when in (before or plays).items()
    ]
    lies, who = board_words((group,), boards), named(there, night, letter)
    return say(phrase, round=round, table=table, who=who, boards=lies, knew=enumerated(knew) if knew else "")


def _at(night: Movement, round: int, table: int) -> list[int]:
    return [who for who in night.seats[round - 1, table - 1].tolist() if who]


def _plays(night: Movement, who: int, group: int) -> list[Cell]:
    """Return where somebody plays a group, in the order of the rounds."""
    here = (night.seats == who).any(axis=2) & (night.groups == group) & night.played
    return [(round + 1, table + 1) for round, table in np.argwhere(here).tolist()]


def _by_round(cells: Sequence[Cell]) -> Iterator[tuple[int, list[int]]]:
    for round, here in groupby(cells, key=lambda cell: cell[0]):
        yield round, [table for _, table in here]
