"""Laws about contestants: a seat in every round, enough boards, few sit-outs."""

from collections.abc import Iterator

import numpy as np

from byestand.language import say, say_many
from byestand.model.judged import Evidence, Finding
from byestand.model.movement import Movement
from byestand.verify.evidence import RARE_PLAYS, Mask, shorten_list, tables_of, true_cells
from byestand.verify.meetings import is_one_line, may_be_left_over
from byestand.words.numbers import join_items

NEVER_SEATED = "never-seated"


def is_fair_share(played: int, in_use: int) -> bool:
    """Return whether a contestant plays at least 70% of the groups in use, as the EBU requires."""
    return 10 * played >= 7 * in_use


def nobody_is_seated_twice(evidence: Evidence) -> Iterator[Finding]:
    """A contestant has one seat in a round."""
    if evidence.seatings[:, 1:].max() <= 1:
        return
    for round, contestant in true_cells(evidence.seatings[:, 1:] > 1):
        tables = tables_of(evidence.movement.seats[round - 1] == contestant)
        who = evidence.movement.field.label(contestant)
        sentence = say_many(
            "round {round}: {who} has more than one seat, at table {tables}",
            "round {round}: {who} has more than one seat, at tables {tables}",
            len(tables),
            round=round,
            who=who,
            tables=join_items(tables),
        )
        yield Finding("seated-twice", sentence, round=round, tables=tables, contestants=(who,))


def nobody_is_forgotten(evidence: Evidence) -> Iterator[Finding]:
    """Every contestant present has a seat in every round, and a missing one has none.

    Up to three individual players may be left over and sit out, if no table is incomplete. But a player who is rarely
    seated is a typing error (21 for 12) and must not excuse that another is forgotten.
    """
    movement, field = evidence.movement, evidence.movement.field
    if not field.missing and evidence.seatings[:, 1:].min() > 0:
        return
    absent = evidence.seatings[:, 1:] == 0
    if field.missing:
        # For missing contestants a seat is the error.
        absent[:, np.array(sorted(field.missing)) - 1] ^= True
    if not absent.any():
        return
    left_over = _left_over(movement, absent)
    yield from _hardly_ever_seated(movement, absent, left_over)
    for round, contestant in true_cells(absent & ~left_over):
        who = field.label(contestant)
        if contestant in field.missing:
            sentence = say("round {round}: {who} is missing, but has a seat", round=round, who=who)
        else:
            sentence = say("round {round}: {who} has no seat", round=round, who=who)
        yield Finding("seated-nowhere", sentence, round=round, contestants=(who,))


def _left_over(movement: Movement, absent: Mask) -> Mask:
    """Return who sits out without a table (rounds × contestants), of those *absent* in each round."""
    if not may_be_left_over(movement):
        return np.zeros_like(absent)
    seats = (movement.seats > 0).sum(axis=2)
    nobody_waits = ((seats == 0) | (seats == 4)).all(axis=1)
    left: Mask = absent & (nobody_waits & (absent.sum(axis=1) < 4))[:, np.newaxis]
    return left


def _hardly_ever_seated(movement: Movement, absent: Mask, left_over: Mask) -> Iterator[Finding]:
    """Yield contestants left over that have a seat in at most a third of the usual number of rounds."""
    seated = (~absent).sum(axis=0)
    usual = float(np.median(seated))
    for contestant in (
        np.flatnonzero(left_over.any(axis=0) & (seated > 0) & (seated * RARE_PLAYS <= usual)) + 1
    ).tolist():
        rounds = tuple((np.flatnonzero(~absent[:, contestant - 1]) + 1).tolist())
        who = movement.field.label(contestant)
        sentence = say_many(
            "{who} is seated in round {rounds} only; others in {usual:g} rounds",
            "{who} is seated in rounds {rounds} only; others in {usual:g} rounds",
            len(rounds),
            who=who,
            rounds=join_items(rounds),
            usual=usual,
        )
        yield Finding("seated-nowhere", sentence, round=rounds[0], contestants=(who,))


def nobody_sits_out_twice(evidence: Evidence) -> Iterator[Finding]:
    """Nobody sits out more than one round (a warning: sometimes it cannot be avoided)."""
    movement = evidence.movement
    if is_one_line(movement):
        yield from _uneven_sit_outs(movement)
        return
    if evidence.everybody_always_plays:
        return
    alone = np.where(movement.played_mask[:, :, np.newaxis], 0, movement.seats)
    sit_outs = np.bincount(alone.ravel(), minlength=movement.field.size + 1)
    for contestant in (np.flatnonzero(sit_outs[1:] > 1) + 1).tolist():
        who = movement.field.label(contestant)
        rounds = tuple((np.flatnonzero((alone == contestant).any(axis=(1, 2))) + 1).tolist())
        if len(rounds) < 2:
            continue  # two seats in one round: reported by another law
        sentence = say("{who} sits out in rounds {rounds}", who=who, rounds=join_items(rounds))
        yield Finding("sits-out-twice", sentence, severity="warning", round=rounds[1], contestants=(who,))


def _uneven_sit_outs(movement: Movement) -> Iterator[Finding]:
    """Yield players in one line who sit out at least two rounds more than another."""
    playing = np.zeros((movement.rounds, movement.field.size + 1), dtype=np.bool_)
    rounds = np.broadcast_to(np.arange(movement.rounds)[:, np.newaxis, np.newaxis], movement.seats.shape)
    playing[rounds[movement.played_mask], movement.seats[movement.played_mask]] = True
    times = (~playing).sum(axis=0)
    fewest = min((int(times[c]) for c in movement.field.present), default=0)
    for contestant in movement.field.present:
        if times[contestant] > fewest + 1:
            who, out = movement.field.label(contestant), np.flatnonzero(~playing[:, contestant]) + 1
            sentence = say("{who} sits out in rounds {rounds}", who=who, rounds=join_items(out.tolist()))
            yield Finding("sits-out-twice", sentence, severity="warning", round=int(out[1]), contestants=(who,))


def everybody_plays_enough(evidence: Evidence) -> Iterator[Finding]:
    """Every contestant plays at least 70% of the groups in use (a warning: clubs may choose otherwise)."""
    movement = evidence.movement
    if evidence.plays[1:, 1:].min() > 0:
        return
    present = np.array(movement.field.present, dtype=np.int64)
    played = evidence.plays[present, 1:] > 0
    boards = played.sum(axis=1)
    in_use = int(played.any(axis=0).sum())
    for number in sorted(set(boards.tolist())):
        if not is_fair_share(number, in_use):
            who = tuple(movement.field.label(c) for c in present[boards == number].tolist())
            sentence = _few_groups(who, number, in_use, all_contestants=len(who) == len(present))
            yield Finding("too-few-boards", sentence, severity="warning", contestants=who)


def revenge_comes_last(evidence: Evidence) -> Iterator[Finding]:
    """Revenge rounds are the last ones: opponents meet again only after all new opponents."""
    movement = evidence.movement
    declared = movement.revenge_rounds
    if declared and declared != tuple(range(movement.rounds - len(declared) + 1, movement.rounds + 1)):
        sentence = say(
            "revenge rounds must be the last of {count} rounds, not {rounds}",
            count=movement.rounds,
            rounds=join_items(declared),
        )
        yield Finding("revenge-early", sentence, round=declared[0])
    elif len(declared) == movement.rounds:
        yield Finding("revenge-early", say("round 1 cannot be a revenge round"), round=1)


def somebody_plays(evidence: Evidence) -> Iterator[Finding]:
    """At least one table has boards to play."""
    if not evidence.everybody_always_plays and not evidence.movement.played_mask.any():
        yield Finding("nothing-played", say("no table has boards"))


def those_missing_are_known(evidence: Evidence) -> Iterator[Finding]:
    """If neither a layout nor the file declares a half table, a number that never occurs is reported (a warning)."""
    movement = evidence.movement
    if movement.layout is not None or not movement.field.missing or NEVER_SEATED in evidence.forgiven:
        return
    who = tuple(movement.field.label(contestant) for contestant in sorted(movement.field.missing))
    sentence = say_many(
        "{who} is never seated and is taken as missing",
        "{who} are never seated and are taken as missing",
        len(who),
        who=join_items(shorten_list(who)),
    )
    yield Finding(NEVER_SEATED, sentence, severity="warning", contestants=who)


def _few_groups(who: tuple[str, ...], count: int, in_use: int, *, all_contestants: bool) -> str:
    if all_contestants:
        return say("all play only {count} of {groups} groups, less than 70%", count=count, groups=in_use)
    return say_many(
        "{who} plays only {count} of {groups} groups, less than 70%",
        "{who} play only {count} of {groups} groups, less than 70%",
        len(who),
        who=join_items(who),
        count=count,
        groups=in_use,
    )
