"""Somebody comes or goes before round 1: what can be kept, what must be boarded anew, and what to say.

Tables in their order, each with the boards on it, are a sequence; so are those of the movement that takes over. The
longest common subsequence is what can stay as it is (renumbered perhaps): the rest is boarded anew.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from byestand.errors import BadRequest, NotFound
from byestand.model import Movement, board_numbers
from byestand.plan.candidates import Candidate
from byestand.plan.planner import Choice, candidates, place, undominated
from byestand.plan.reasons import reason
from byestand.plan.room import Room
from byestand.plan.weights import Weights, points

Alignment = tuple[tuple[int, int], ...]
"""Tables now, and what they become: those that can stay as they are."""


@dataclass(frozen=True)
class WhatIf:
    """One way to go on, in its place."""

    choice: Choice
    kind: str
    """What is done, in two or three words."""
    reboarded: tuple[int, ...]
    """Tables of the new movement to be boarded, new ones among them."""
    words: tuple[str, ...]
    """What to do and say."""


def what_if(now: Movement, room: Room, weights: Weights | None = None) -> tuple[WhatIf, ...]:
    """Return every way to go on with as many pairs as the room has now, the least trouble first.

    Rounds are those of *now*, or as many as the new number of tables can play; where no rover lasts so long, one that
    lasts a round less is offered.
    """
    weights = weights or Weights()
    if room.pairs == len(now.field.present):
        raise BadRequest(f"{now.name} is for {room.pairs} pairs: nothing changes")
    rounds = now.rounds
    while not (found := _found(now, room, rounds)) and rounds > now.rounds // 2:
        rounds -= 1
    if not any(made.has_rover for made in found):
        found += [made for made in _found(now, room, rounds - 1) if made.has_rover]
    if not found:
        raise NotFound(f"nothing takes over from {now.name} for {room.pairs} pairs; allow more, or plan the room anew")
    order = sorted(undominated(found), key=lambda made: place(made, weights))
    return tuple(
        _explained(now, Choice(rank, made, points(made.costs, weights), reason(made, room, order[0], weights)))
        for rank, made in enumerate(order, start=1)
    )


def _found(now: Movement, room: Room, rounds: int) -> list[Candidate]:
    """Return every candidate for so many rounds, with what there is to board anew."""
    found = []
    for made in candidates(room, rounds, room.per_round[0]) if rounds else ():
        then = made.movements[0]
        found.append(replace(made, costs={**made.costs, "reboarding": len(_anew(then, alignment(now, then)))}))
    return found


def _anew(then: Movement, kept: Alignment) -> tuple[int, ...]:
    """Return the tables that must be boarded."""
    staying = {new for _, new in kept}
    return tuple(table for table in range(1, then.tables + 1) if _boards(then, table) and table not in staying)


def alignment(now: Movement, then: Movement) -> Alignment:
    """Return which tables can keep their boards, as many as possible, in their order; of equals the first ones."""
    old, new = ([_boards(m, table) for table in range(1, m.tables + 1)] for m in (now, then))
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


def _boards(movement: Movement, table: int) -> int:
    """Return the group that lies on a table at the start; a party table has its boards brought."""
    if movement.rover and table == movement.rover.party_table:
        return 0
    return int(movement.groups[0, table - 1])


def _explained(now: Movement, choice: Choice) -> WhatIf:
    made, then = choice.candidate, choice.candidate.movements[0]
    kept = alignment(now, then)
    words = (*_tables(now, then, kept, made.boards_per_round), *_people(now, made))
    return WhatIf(choice, _kind(now, made), _anew(then, kept), words)


def _kind(now: Movement, made: Candidate) -> str:
    then = made.movements[0]
    if made.has_rover and not now.rover:
        return "rover and party table" if made.has_party_table else "rover"
    if now.field.missing and not then.field.missing and then.tables == now.tables:
        return "fill the half table"
    if then.tables == now.tables:
        return "phantom" if then.field.missing else "board anew"
    what = "a table" if abs(then.tables - now.tables) == 1 else f"{abs(then.tables - now.tables)} tables"
    half = ", half of it empty" if then.field.missing and then.tables > now.tables else ""
    return f"{'add' if then.tables > now.tables else 'remove'} {what}{half}"


def _tables(now: Movement, then: Movement, kept: Alignment, per_round: int) -> Iterator[str]:
    """Yield what happens to the tables, runs of them together."""
    same = [old for old, new in kept if old == new]
    if len(same) == now.tables:
        yield "All tables stay as they are."
    elif same:
        yield f"{_runs(same)} as they are."
    moved = [(old, new) for old, new in kept if old != new]
    for _, run in groupby(moved, key=lambda pair: pair[1] - pair[0]):
        (first, new_first), *_, (last, new_last) = pairs if len(pairs := list(run)) > 1 else pairs * 2
        verb = "becomes" if first == last else "become"
        yield f"{_span('Table', first, last)} {verb} {_span('table', new_first, new_last)}, boards and all."
    removed = [table for table in range(1, now.tables + 1) if _boards(now, table) and table not in dict(kept)]
    if removed and then.tables < now.tables:
        yield f"Clear {_list('table', removed)}."
    for table in _anew(then, kept):
        first, last = board_numbers(_boards(then, table), per_round)
        boards = f"board {first}" if first == last else f"boards {first}-{last}"
        yield f"Put {boards} on table {table}{_from_stand(now, then, table)}."


def _from_stand(now: Movement, then: Movement, table: int) -> str:
    """Return where boards for a new table can be taken from: a bye stand of the same case, if they wait there."""
    if not (now.layout and then.layout and (copy := then.layout.on_table(table, 1))):
        return ""
    for stand in now.layout.stands:
        if copy in now.layout.on_stand(stand, 1):
            return f", from bye stand {stand.number}"
    return ""


def _people(now: Movement, made: Candidate) -> Iterator[str]:
    """Yield what to tell people."""
    then = made.movements[0]
    more = len(then.field.present) > len(now.field.present)
    if then.rover and not now.rover:
        yield from _rover(then, made, newcomers=more)
    elif then.field.missing:
        labels = " and ".join(then.field.label(contestant) for contestant in sorted(then.field.missing))
        yield f"Nobody sits as {labels}: who should meet that pair sits out."
        if not more:
            yield "If another pair has left, the pair there now takes its seats."
    elif now.field.missing and then.tables == now.tables:
        seats = ", ".join(now.field.label(contestant) for contestant in sorted(now.field.missing))
        yield f"The new pair sits down as {seats}."
        if then.rover:
            yield f"It stays at table {then.rover.party_table}, the party table, and plays whoever is displaced."
    if then.rounds < now.rounds:
        yield f"Play {then.rounds} rounds, not {now.rounds}."
    if (skip := made.skip_after) != (now.layout.skip_after if now.layout else None):
        yield f"EW skip a table after round {skip}." if skip else "There is no skip now."


def _rover(then: Movement, made: Candidate, *, newcomers: bool) -> Iterator[str]:
    """Yield who roams, and where."""
    assert then.rover  # noqa: S101 - asked by the caller
    rover, host = then.field.label(then.rover.contestant), then.field.label(then.rover.host)
    one, two = ("The new pair is", "The new pairs are") if newcomers else ("One pair is", "Two pairs become")
    if made.has_party_table:
        yield (
            f"{two} {rover}, the rover, and {host}, who stays at the party table,"
            f" table {then.rover.party_table}; in round 1 they play each other."
        )
    else:
        yield f"{one} {rover}, the rover: it sits out round 1."
    seats = [visit for visit in then.itinerary(rover) if visit.table != then.rover.party_table]
    yield f"From round {seats[0].round} on it takes {seats[0].seat} at tables {', '.join(str(v.table) for v in seats)}."
    goes = "goes to the party table with the same boards" if made.has_party_table else "sits out that round"
    yield f"Whoever it displaces {goes}, and comes back into line after it."


def _runs(tables: Sequence[int]) -> str:
    """Return "Tables 1-9 and 12 stay" for some tables."""
    runs = []
    for _, run in groupby(enumerate(tables), key=lambda item: item[1] - item[0]):
        numbers = [table for _, table in run]
        runs.append(str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}")
    one = len(tables) == 1
    return f"Table{'' if one else 's'} {', '.join(runs)} stay{'s' if one else ''}"


def _span(word: str, first: int, last: int) -> str:
    return f"{word} {first}" if first == last else f"{word}s {first}-{last}"


def _list(word: str, numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"{word} {numbers[0]}"
    return f"{word}s {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"
