"""Instructions for the players when the movement changes before round 1."""

from collections.abc import Iterator, Sequence

from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.plan.choosing.candidate import Candidate, skip_round
from byestand.sentences.boards import board_words
from byestand.words.numbers import join_items
from byestand.words.seats import seat_text


def people_changes(now: Movement, made: Candidate) -> Iterator[str]:
    """Yield what to tell the players."""
    then = made.movements[0]
    if len(now.field.lines) == len(then.field.lines) == 1 and not now.rover and not then.rover:
        yield from _numbers(now, then)
    else:
        yield from _seats(now, made)
    if then.rounds != now.rounds:
        yield say("Play {rounds} rounds, not {before}.", rounds=then.rounds, before=now.rounds)
    if (skip := made.skip_round) != skip_round([now]):
        yield say("EW skip a table after round {round}.", round=skip) if skip else say("No skip now.")


def _seats(now: Movement, made: Candidate) -> Iterator[str]:
    """Yield who sits where with two winners or with a rover."""
    then = made.movements[0]
    more = len(then.field.present) - len(now.field.present)
    if then.rover and not now.rover:
        newcomers = not now.field.missing and more == 1 + made.has_party_table
        yield from _new_rover(then, made, newcomers=newcomers)
    elif now.rover and not then.rover:
        yield from _rover_removal(now, then)
    elif more > 0 and then.tables == now.tables and then.field.missing < now.field.missing:
        filled = [now.field.label(contestant) for contestant in sorted(now.field.missing - then.field.missing)]
        yield _new_pairs_are(filled, more)
        if then.rover:
            yield from _party_table(then, made.boards_per_round)
    if now.field.missing and then.tables < now.tables and not now.rover:
        yield say("Pairs from the removed table take the empty seats.")
    if then.field.missing - now.field.missing and not then.rover:
        labels = [then.field.label(contestant) for contestant in sorted(then.field.missing)]
        yield say_many(
            "{pairs} is the missing pair; its opponents sit out.",
            "{pairs} are the missing pairs; their opponents sit out.",
            len(labels),
            pairs=join_items(labels),
        )
        if more < 0:
            yield say("If a different pair left, the pair sitting there takes its place.")


def _new_pairs_are(labels: Sequence[str], number: int) -> str:
    return say_many("The new pair is {pairs}.", "The new pairs are {pairs}.", number, pairs=join_items(labels))


def _numbers(now: Movement, then: Movement) -> Iterator[str]:
    """Yield the numbers of new and missing pairs with one winner; all others keep theirs."""
    before, after = set(now.field.present), set(then.field.present)
    new, gone = sorted(after - before), sorted(before - after)
    if len(new) == 1:
        start = then.itinerary(str(new[0]))[0]
        yield say(
            "The new pair is pair {pair}, starting at table {table}, {seat}.",
            pair=new[0],
            table=start.table,
            seat=seat_text(start.seat),
        )
    elif new:
        yield say("The new pairs are pairs {pairs}.", pairs=join_items(new))
    if len(gone) == 1:
        yield say("If a different pair left, pair {pair} takes its number.", pair=gone[0])
    elif gone:
        yield say("Those of pairs {pairs} still here take the numbers of the pairs that left.", pairs=join_items(gone))
    if empty := sorted(then.field.missing - now.field.missing):
        yield say_many(
            "Pair {pairs} is missing; its opponents sit out.",
            "Pairs {pairs} are missing; their opponents sit out.",
            len(empty),
            pairs=join_items(empty),
        )


def _rover_removal(now: Movement, then: Movement) -> Iterator[str]:
    """Yield where the rover goes and which seats new pairs take; all other pairs keep their seats."""
    rover = now.field.label(now.rover.contestant) if now.rover else ""
    before, after = (dict.fromkeys(map(m.field.label, m.field.present)) for m in (now, then))
    if rover in after:
        yield say("No rover any more: {rover} plays as an ordinary pair.", rover=rover)
    else:
        yield say("No rover any more: {rover} takes the place of a pair that left.", rover=rover)
    new = [label for label in after if label not in before]
    if new and before.keys() <= after.keys():
        yield _new_pairs_are(new, len(new))


def _new_rover(then: Movement, made: Candidate, *, newcomers: bool) -> Iterator[str]:
    """Yield who becomes the rover, and which seats it takes."""
    assert then.rover  # noqa: S101 - checked by the caller
    rover, host = then.field.label(then.rover.contestant), then.field.label(then.rover.host)
    if made.has_party_table and newcomers:
        yield say(
            "The new pairs are {rover} (rover) and {host} (stationary at the party table).", rover=rover, host=host
        )
    elif made.has_party_table:
        yield say(
            "Two pairs become {rover} (rover) and {host} (stationary at the party table).", rover=rover, host=host
        )
    elif newcomers:
        yield say("The new pair is {rover}, the rover. It sits out round 1.", rover=rover)
    else:
        yield say("One pair becomes {rover}, the rover. It sits out round 1.", rover=rover)
    if made.has_party_table:
        yield from _party_table(then, made.boards_per_round)
    seats = [visit for visit in then.itinerary(rover) if visit.table != then.rover.party_table]
    if len({visit.seat for visit in seats}) == 1:
        yield say(
            "From round {round} the rover takes {side} at tables {tables}.",
            round=seats[0].round,
            side=seat_text(seats[0].seat),
            tables=", ".join(str(visit.table) for visit in seats),
        )
    else:
        yield say(
            "From round {round} the rover takes these seats: {seats}.",
            round=seats[0].round,
            seats=", ".join(f"{visit.table} {seat_text(visit.seat)}" for visit in seats),
        )
    if not made.has_party_table:
        yield say("A displaced pair sits out that round, then moves as usual.")


def _party_table(then: Movement, per_round: int) -> Iterator[str]:
    """Yield what happens at the party table."""
    assert then.rover  # noqa: S101 - checked by the caller
    rover, table = then.field.label(then.rover.contestant), then.rover.party_table
    yield say(
        "Set up table {table} as the party table. In round 1 {rover} plays there, with a copy of {boards}.",
        table=table,
        rover=rover,
        boards=board_words((int(then.groups[0, table - 1]),), Boards(per_round)),
    )
    yield say(
        "A displaced pair plays that round at the party table, with copies of the same boards. It then moves as usual."
    )
