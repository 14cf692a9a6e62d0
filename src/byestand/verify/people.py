"""Laws about people: a seat for everybody, enough boards, few sit-outs."""

from collections.abc import Iterator

import numpy as np

from byestand.model.judged import Evidence, Finding
from byestand.model.movement import Movement
from byestand.verify.evidence import RARELY, Mask, cut, tables_of, where
from byestand.verify.meetings import is_one_line, may_be_left_over
from byestand.words.numbers import enumerated, numbered

NEVER_SEATED = "never-seated"


def is_fair_share(played: int, in_use: int) -> bool:
    """Tell whether that is 70 % of the groups in use or more: every contestant's due, by the EBU's rule."""
    return 10 * played >= 7 * in_use


def nobody_is_seated_twice(evidence: Evidence) -> Iterator[Finding]:
    """A contestant has one seat in a round."""
    if evidence.seatings[:, 1:].max() <= 1:
        return
    for round, contestant in where(evidence.seatings[:, 1:] > 1):
        tables = tables_of(evidence.movement.seats[round - 1] == contestant)
        who = evidence.movement.field.label(contestant)
        sentence = f"round {round}: {who} is seated more than once, at tables {enumerated(tables)}"
        yield Finding("seated-twice", sentence, round=round, tables=tables, contestants=(who,))


def nobody_is_forgotten(evidence: Evidence) -> Iterator[Finding]:
    """Every contestant who is there has a seat in every round, and one who is missing has none.

    Of single players up to three may be left over: they sit out, if no table waits for one of them. But one who hardly
    ever sits is a slip of the pen (21 for 12): a number must not come into being to excuse that another is forgotten.
    """
    movement, field = evidence.movement, evidence.movement.field
    if not field.missing and evidence.seatings[:, 1:].min() > 0:
        return
    absent = evidence.seatings[:, 1:] == 0
    if field.missing:
        # For those who are missing it is the other way round: being seated is the fault.
        absent[:, np.array(sorted(field.missing)) - 1] ^= True
    if not absent.any():
        return
    left_over = _left_over(movement, absent)
    yield from _hardly_ever_seated(movement, absent, left_over)
    for round, contestant in where(absent & ~left_over):
        who = field.label(contestant)
        fault = "seated though missing" if contestant in field.missing else "not seated anywhere"
        yield Finding("seated-nowhere", f"round {round}: {who} is {fault}", round=round, contestants=(who,))


def _left_over(movement: Movement, absent: Mask) -> Mask:
    """Return who sits out for want of a table (rounds × contestants), of those *absent* in each round."""
    if not may_be_left_over(movement):
        return np.zeros_like(absent)
    seats = (movement.seats > 0).sum(axis=2)
    nobody_waits = ((seats == 0) | (seats == 4)).all(axis=1)
    left: Mask = absent & (nobody_waits & (absent.sum(axis=1) < 4))[:, np.newaxis]
    return left


def _hardly_ever_seated(movement: Movement, absent: Mask, left_over: Mask) -> Iterator[Finding]:
    """Yield those left over who have a seat in a third of the rounds in which others have, or fewer."""
    seated = (~absent).sum(axis=0)
    usual = float(np.median(seated))
    for contestant in (np.flatnonzero(left_over.any(axis=0) & (seated > 0) & (seated * RARELY <= usual)) + 1).tolist():
        rounds = tuple((np.flatnonzero(~absent[:, contestant - 1]) + 1).tolist())
        who = movement.field.label(contestant)
        sentence = f"{who} has a seat in {numbered('round', rounds)} only, others in {usual:g} rounds"
        yield Finding("seated-nowhere", sentence, round=rounds[0], contestants=(who,))


def nobody_sits_out_twice(evidence: Evidence) -> Iterator[Finding]:
    """Nobody misses more than one round for want of opponents (a warning: sometimes there is no other way)."""
    movement = evidence.movement
    if is_one_line(movement):
        yield from _uneven_sit_outs(movement)
        return
    if evidence.everybody_always_plays:
        return
    alone = np.where(movement.played[:, :, np.newaxis], 0, movement.seats)
    sit_outs = np.bincount(alone.ravel(), minlength=movement.field.size + 1)
    for contestant in (np.flatnonzero(sit_outs[1:] > 1) + 1).tolist():
        who = movement.field.label(contestant)
        rounds = tuple((np.flatnonzero((alone == contestant).any(axis=(1, 2))) + 1).tolist())
        if len(rounds) < 2:
            continue  # two seats in one round: another law's business
        sentence = f"{who} sits out in rounds {enumerated(rounds)}"
        yield Finding("sits-out-twice", sentence, severity="warning", round=rounds[1], contestants=(who,))


def _uneven_sit_outs(movement: Movement) -> Iterator[Finding]:
    """Yield who sits out twice more than somebody else: of players in one line all must, sooner or later."""
    playing = np.zeros((movement.rounds, movement.field.size + 1), dtype=np.bool_)
    rounds = np.broadcast_to(np.arange(movement.rounds)[:, np.newaxis, np.newaxis], movement.seats.shape)
    playing[rounds[movement.played], movement.seats[movement.played]] = True
    times = (~playing).sum(axis=0)
    fewest = min((int(times[c]) for c in movement.field.present), default=0)
    for contestant in movement.field.present:
        if times[contestant] > fewest + 1:
            who, out = movement.field.label(contestant), np.flatnonzero(~playing[:, contestant]) + 1
            sentence = f"{who} sits out in rounds {enumerated(tuple(out.tolist()))}"
            yield Finding("sits-out-twice", sentence, severity="warning", round=int(out[1]), contestants=(who,))


def everybody_plays_enough(evidence: Evidence) -> Iterator[Finding]:
    """Every contestant plays at least 70 % of the groups in use (a warning: clubs may choose otherwise)."""
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
            sentence = f"{_everybody_or(who, movement)} {number} of {in_use} groups in use, under 70 %"
            yield Finding("too-few-boards", sentence, severity="warning", contestants=who)


def revenge_comes_last(evidence: Evidence) -> Iterator[Finding]:
    """Rounds declared as revenge are the last ones: only when everybody new has been met may opponents meet again."""
    movement = evidence.movement
    declared = movement.revenge_rounds
    if declared and declared != tuple(range(movement.rounds - len(declared) + 1, movement.rounds + 1)):
        sentence = f"round {enumerated(declared)} cannot be for revenge: only the last rounds of {movement.rounds} can"
        yield Finding("revenge-early", sentence, round=declared[0])
    elif len(declared) == movement.rounds:
        yield Finding("revenge-early", "the first round cannot be for revenge", round=1)


def somebody_plays(evidence: Evidence) -> Iterator[Finding]:
    """There is at least one table at which boards are played."""
    if not evidence.everybody_always_plays and not evidence.movement.played.any():
        yield Finding("nothing-played", "no boards are played at any table")


def those_missing_are_known(evidence: Evidence) -> Iterator[Finding]:
    """Where neither a layout nor the file tells of a half table, a number that never comes is told (a warning)."""
    movement = evidence.movement
    if movement.layout is not None or not movement.field.missing or NEVER_SEATED in evidence.forgiven:
        return
    who = tuple(movement.field.label(contestant) for contestant in sorted(movement.field.missing))
    sentence = f"{enumerated(cut(who))} {'is' if len(who) == 1 else 'are'} never seated: taken as missing"
    yield Finding(NEVER_SEATED, sentence, severity="warning", contestants=who)


def _everybody_or(who: tuple[str, ...], movement: Movement) -> str:
    if len(who) == len(movement.field.present):
        return "everybody plays"
    return f"{enumerated(who)} {'plays' if len(who) == 1 else 'play'}"
