"""From one movement to another before round 1, in words that can be followed one after the other."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.plan.choosing.candidate import Candidate, skip_round
from byestand.words.numbers import between, enumerated, numbered, ranges

Alignment = tuple[tuple[int, int], ...]
"""Tables now, and what they become: those that can stay as they are."""


def changeover(now: Movement, made: Candidate) -> tuple[str, ...]:
    """Return what to do and say: tables and boards first, then people."""
    then = made.movements[0]
    boards = (*_tables(now, then, made.boards_per_round), *_without_a_copy(then, made))
    return (*boards, *_people(now, made))


def kind_of_change(now: Movement, made: Candidate) -> str:
    """Return what is done, in two or three words."""
    then = made.movements[0]
    if made.has_rover and not now.rover:
        return "rover and party table" if made.has_party_table else "rover"
    if now.rover and not then.rover and then.tables == now.tables - 1:
        return "no rover any more"
    if then.field.missing < now.field.missing and now.name in map(str, made.way.names):
        return "fill the half table"
    if then.tables == now.tables:
        return "phantom" if then.field.missing else "board anew"
    what = "a table" if abs(then.tables - now.tables) == 1 else f"{abs(then.tables - now.tables)} tables"
    half = ", half of it empty" if then.field.missing and then.tables > now.tables else ""
    return f"{'add' if then.tables > now.tables else 'remove'} {what}{half}"


def alignment(now: Movement, then: Movement) -> Alignment:
    """Return which tables can keep their boards, as many as possible, in their order; of equals the first ones."""
    old, new = ([_group(m, table) for table in range(1, m.tables + 1)] for m in (now, then))
    longest = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i in range(len(old) - 1, -1, -1):
        for j in range(len(new) - 1, -1, -1):
            same = old[i] == new[j] != 0
            longest[i][j] = 1 + longest[i + 1][j + 1] if same else max(longest[i + 1][j], longest[i][j + 1])
    pairs, i, j = [], 0, 0
    while i < len(old) and j < len(new):
        if old[i] == new[j] != 0:
            pairs.append((i + 1, j + 1))
            i, j = i + 1, j + 1
        elif longest[i + 1][j] > longest[i][j + 1]:
            i += 1
        else:
            j += 1
    return tuple(pairs)


def anew(then: Movement, kept: Alignment) -> tuple[int, ...]:
    """Return the tables that must be boarded."""
    staying = {new for _, new in kept}
    return tuple(table for table in range(1, then.tables + 1) if _group(then, table) and table not in staying)


def _group(movement: Movement, table: int) -> int:
    """Return the group that lies on a table at the start; a party table has its boards brought, a relay shares."""
    if movement.rover and table == movement.rover.party_table:
        return 0
    if movement.layout and min(movement.layout.sharers(table), default=table) < table:
        return 0
    return int(movement.groups[0, table - 1])


def _tables(now: Movement, then: Movement, per_round: int) -> Iterator[str]:
    """Yield what happens to the tables: cleared first, then renumbered, then boarded; and the bye stands."""
    kept = alignment(now, then)
    cleared = [table for table in range(1, now.tables + 1) if _group(now, table) and table not in dict(kept)]
    if cleared:
        yield f"Clear {numbered('table', cleared)}; put the boards aside."
    same = [old for old, new in kept if old == new]
    boarded = [table for table in range(1, now.tables + 1) if _group(now, table)]
    if same == boarded:
        yield "All tables stay as they are."
    elif same:
        one = len(same) == 1
        yield f"Table{'' if one else 's'} {ranges(same)} {'stays as it is' if one else 'stay as they are'}."
    moved = [(old, new) for old, new in kept if old != new]
    for _, run in groupby(moved, key=lambda pair: pair[1] - pair[0]):
        pairs = list(run)
        many = "s" if len(pairs) > 1 else ""
        verb = "become" if many else "becomes"
        before, after = (ranges(numbers) for numbers in zip(*pairs, strict=True))
        yield f"Table{many} {before} {verb} table{many} {after}, boards and all."
    at_hand = _Pool(now, cleared)
    for table in anew(then, kept):
        group = _group(then, table)
        yield f"Put {_boards([group], per_round)} on table {table}, {at_hand.take(group)}."
    yield from _stands(now, then, per_round)
    for table in range(1, then.tables + 1):
        if then.layout and (others := then.layout.sharers(table)) and table < min(others):
            yield f"Tables {table} and {', '.join(map(str, others))} share their boards all night."


class _Pool:
    """Boards that lie about: on the bye stands and from tables that were cleared."""

    def __init__(self, now: Movement, cleared: Sequence[int]) -> None:
        waiting = [
            (group, f"from bye stand {n}") for n, (_, groups) in enumerate(_on_stands(now), 1) for group in groups
        ]
        self._known = now.deal_groups
        self._places = waiting + [(_group(now, table), f"from those of table {table}") for table in cleared]

    def take(self, group: int) -> str:
        """Return where boards can be had, and take them."""
        for place in self._places:
            if place[0] == group:
                self._places.remove(place)
                return place[1]
        return "to be dealt" if group > self._known else "a copy to be made"


def _on_stands(movement: Movement) -> list[tuple[int, list[int]]]:
    """Return the table beside each bye stand, and the groups that wait there, the first in front."""
    layout = movement.layout
    stands = layout.stands if layout else ()
    return [(stand.beside, [copy.group for copy in layout.on_stand(stand, 1)]) for stand in stands] if layout else []


def _stands(now: Movement, then: Movement, per_round: int) -> Iterator[str]:
    """Yield the bye stands, where they are not as they were."""
    stands = _on_stands(then)
    if stands == _on_stands(now):
        return
    for number, (beside, groups) in enumerate(stands, start=1):
        order = ", the first in front" if len(groups) > 1 else ""
        yield f"Bye stand {number}, beside table {beside}: {_boards(groups, per_round)}{order}."
    if not stands:
        yield "There is no bye stand now."


def _without_a_copy(then: Movement, made: Candidate) -> Iterator[str]:
    """Yield what bye stands should have and cannot: there may be fewer cases than rings to lie in."""
    if made.copies.at_hand is None:
        return
    left = Counter({group: int(copies) for group, copies in enumerate(made.copies.at_hand, start=1)})
    left.subtract(filter(None, (_group(then, table) for table in range(1, then.tables + 1))))
    for number, (_, groups) in enumerate(_on_stands(then), start=1):
        wanting = [group for group in groups if left[group] <= 0]
        left.subtract(groups)
        if wanting:
            yield (
                f"There is no copy left of {_boards(sorted(wanting), made.boards_per_round)} for bye stand {number}:"
                " make one, or fetch them from where they lie when they are wanted."
            )


def _people(now: Movement, made: Candidate) -> Iterator[str]:
    """Yield what to tell people."""
    then = made.movements[0]
    if len(now.field.lines) == len(then.field.lines) == 1 and not now.rover and not then.rover:
        yield from _numbers(now, then)
    else:
        yield from _seats(now, made)
    if then.rounds != now.rounds:
        yield f"Play {then.rounds} rounds, not {now.rounds}."
    if (skip := made.skip_round) != skip_round([now]):
        yield f"EW skip a table after round {skip}." if skip else "There is no skip now."


def _seats(now: Movement, made: Candidate) -> Iterator[str]:
    """Yield who sits where in two lines, or with a rover."""
    then = made.movements[0]
    more = len(then.field.present) - len(now.field.present)
    if then.rover and not now.rover:
        newcomers = not now.field.missing and more == 1 + made.has_party_table
        yield from _new_rover(then, made, newcomers=newcomers)
    elif now.rover and not then.rover:
        yield from _no_rover_any_more(now, then)
    elif more > 0 and then.tables == now.tables and then.field.missing < now.field.missing:
        filled = sorted(now.field.missing - then.field.missing)
        seats = " and ".join(now.field.label(contestant) for contestant in filled)
        yield f"The new pair sits down as {seats}." if more == 1 else f"The new pairs sit down as {seats}."
        if then.rover:
            yield from _party_table(then, made.boards_per_round)
    if now.field.missing and then.tables < now.tables and not now.rover:
        yield "The pairs of the table that goes fill the empty seats."
    if then.field.missing - now.field.missing and not then.rover:
        labels = " and ".join(then.field.label(contestant) for contestant in sorted(then.field.missing))
        yield f"Nobody sits as {labels}: who should meet that pair sits out."
        if more < 0:
            yield "If another pair has left, the pair there now takes its seats."


def _numbers(now: Movement, then: Movement) -> Iterator[str]:
    """Yield who gets which number in one field, and which nobody has: all others keep theirs."""
    before, after = set(now.field.present), set(then.field.present)
    new, gone = sorted(after - before), sorted(before - after)
    if len(new) == 1:
        start = then.itinerary(str(new[0]))[0]
        yield f"The new pair is pair {new[0]}, which starts at table {start.table}, {start.seat}."
    elif new:
        yield f"The new pairs are {numbered('pair', new)}."
    if len(gone) == 1:
        yield f"If another pair has left, pair {gone[0]} takes its number."
    elif gone:
        yield f"Those of {numbered('pair', gone)} who are still there take the numbers of pairs that have left."
    if empty := sorted(then.field.missing - now.field.missing):
        yield f"Nobody is {numbered('pair', empty)}: whoever should meet that pair sits out."


def _no_rover_any_more(now: Movement, then: Movement) -> Iterator[str]:
    """Yield where the rover goes and which seats the newcomers take: everybody whose seat is still there keeps it."""
    rover = now.field.label(now.rover.contestant) if now.rover else ""
    before, after = (dict.fromkeys(map(m.field.label, m.field.present)) for m in (now, then))
    if rover in after:
        yield f"There is no rover any more: {rover} is a pair like the others."
    else:
        yield f"There is no rover any more: {rover} takes the seats of a pair that has left."
    new = [label for label in after if label not in before]
    if new and before.keys() <= after.keys():
        yield f"The new {'pair sits' if len(new) == 1 else 'pairs sit'} down as {enumerated(new)}."


def _new_rover(then: Movement, made: Candidate, *, newcomers: bool) -> Iterator[str]:
    """Yield who roams, and where."""
    assert then.rover  # noqa: S101 - asked by the caller
    rover, host = then.field.label(then.rover.contestant), then.field.label(then.rover.host)
    if made.has_party_table:
        who = "The new pairs are" if newcomers else "Two pairs become"
        yield f"{who} {rover}, the rover, and {host}, who stays at the party table."
        yield from _party_table(then, made.boards_per_round)
    else:
        who = "The new pair is" if newcomers else "One pair becomes"
        yield f"{who} {rover}, the rover: it sits out round 1."
    seats = [visit for visit in then.itinerary(rover) if visit.table != then.rover.party_table]
    one_way = len({visit.seat for visit in seats}) == 1
    where = ", ".join(str(visit.table) if one_way else f"{visit.table} {visit.seat}" for visit in seats)
    side = seats[0].seat if one_way else "the seats"
    yield f"From round {seats[0].round} on the rover takes {side} at tables {where}."
    if not made.has_party_table:
        yield "Whoever it displaces sits out that round, and then moves on as always."


def _party_table(then: Movement, per_round: int) -> Iterator[str]:
    """Yield what happens at the party table."""
    assert then.rover  # noqa: S101 - asked by the caller
    rover, table = then.field.label(then.rover.contestant), then.rover.party_table
    first = _boards([int(then.groups[0, table - 1])], per_round)
    yield f"Set up table {table}, the party table: in round 1 {rover} plays there, on a copy of {first}."
    yield (
        "Whoever the rover displaces plays there that round, on a copy of the boards it would have had, and then moves"
        " on as always."
    )


def _boards(groups: Iterable[int], per_round: int) -> str:
    spans = [Boards(per_round).numbers(group) for group in groups]
    told = [between(span) for span in spans]
    return f"board{'' if len(told) == 1 and per_round == 1 else 's'} {', '.join(told)}"
