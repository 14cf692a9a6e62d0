"""What people are called: alone, together, and by the way they sit."""

from collections.abc import Sequence
from typing import NamedTuple

from byestand.language import say
from byestand.model.claims import Route
from byestand.model.movement import Movement
from byestand.model.seen import unturned_seats
from byestand.words.numbers import enumerated, numbered, ranges
from byestand.words.phrases import first_up


class Called(NamedTuple):
    """The word for one contestant and for many."""

    one: str
    many: str


PAIRS, PLAYERS = Called("pair", "pairs"), Called("player", "players")
NOBODY = "–"
"""What stands on paper where nobody sits, or nothing is."""


SEATS_BY_LETTER = {"N": "North", "S": "South", "E": "East", "W": "West"}


def there(movement: Movement, round: int) -> tuple[int, ...]:
    """Return who is in the room in a round: nobody who has gone home by then, or is yet to come."""
    history, present = movement.history, movement.field.present
    return tuple(c for c in present if not (history and history.is_away(c, round)))


def sitting_out(movement: Movement, round: int) -> tuple[int, ...]:
    """Return who is in the room in a round and plays nothing."""
    playing = set(movement.seats[round - 1][movement.played[round - 1]].ravel().tolist())
    return tuple(c for c in there(movement, round) if c not in playing)


def called(movement: Movement) -> Called:
    """Return what the contestants are: pairs or players."""
    return PLAYERS if movement.is_individual else PAIRS


def named(contestants: Sequence[int], movement: Movement, section: str = "") -> str:
    """Return pairs or players by number: "N4 and E2", "pairs 3 and 8"; with a section letter "BN4", "pair B3"."""
    labels = [movement.field.label(contestant, section) for contestant in contestants]
    return enumerated(labels) if len(movement.field.lines) == 2 else numbered(called(movement).one, labels)


def number_title(movement: Movement, contestant: int, section: str = "") -> str:
    """Return the number of one contestant as it stands alone: "E7", "Pair 7", "Player 7"."""
    return first_up(named([contestant], movement, section))


def line_title(movement: Movement, line: int) -> str:
    """Return what those of a line are called together: "NS pairs", "West players", or everybody."""
    if len(movement.field.lines) == 1:
        return say("everybody")
    first = movement.field.before(line) + 1
    seat = int((movement.seats[0] == first).any(axis=0).argmax())
    return f"{movement.seat_names[seat]} {called(movement).many}"


class Who(NamedTuple):
    """Some of the field, as a sentence begins with them, and how many a verb takes them for."""

    words: str
    number: int


def who(contestants: Sequence[int], movement: Movement) -> Who:
    """Return what these are called together: "East-West", "Odd East-West pairs", "South", "Pairs 1-13"."""
    field, people = movement.field, called(movement)
    sides = _sides(movement)
    roving = {c for route in movement.claimed(Route) for c in (route.contestant, route.host)}
    gone = {c for c, _ in movement.history.left} if movement.history else set()
    contestants = [c for c in contestants if c not in gone] or contestants
    others = [c for c in field.present if c not in roving and c not in gone]
    here = {sides.get(c) for c in contestants}
    if len(here) == 1 and all(sides.get(c) is not None for c in others):
        (side,) = here
        line = [c for c in others if sides.get(c) == side]
        name = spoken_side(movement.seat_names[side or 0])
        if sorted(contestants) == line:
            return Who(name, 1 if people is PLAYERS else 2)
        for phrase, rest in (("Odd {side} {many}", 1), ("Even {side} {many}", 0)):
            if sorted(contestants) == [c for c in line if field.number(c) % 2 == rest]:
                return Who(say(phrase, side=name, many=people.many), 2)
    return Who(_by_number(contestants, movement), len(contestants))


def _by_number(contestants: Sequence[int], movement: Movement) -> str:
    """Return some by their numbers; of pairs in two lines also which line it is, since both have the same numbers."""
    field, people = movement.field, called(movement)
    lines = [[c for c in contestants if field.line(c) == line] for line in range(len(field.lines))]
    parts = []
    for line, members in (
        zip(movement.seat_names, lines, strict=False) if len(field.lines) == 2 else (("", contestants),)
    ):
        word = people.one if len(members) == 1 else people.many
        if members:
            parts.append(f"{spoken_side(line)} {word} {ranges(map(field.number, members))}".strip())
    return first_up(enumerated(parts))


def brief(contestants: Sequence[int], movement: Movement) -> str:
    """Return what these are called together, as short as a chart has it: "EW", "Odd EW pairs"."""
    return who(contestants, movement).words.replace("North-South", "NS").replace("East-West", "EW")


def spoken_side(seat: str) -> str:
    """Return a seat as it is said aloud: "East-West", where tables have EW."""
    return {"NS": "North-South", "EW": "East-West"}.get(seat, seat)


def spoken(movement: Movement, contestant: int) -> Who:
    """Return what a contestant is called aloud: "East-West 7", "pair 7", "player 7"."""
    field = movement.field
    if len(field.lines) != 2:
        return Who(named([contestant], movement), 1)
    return Who(f"{spoken_side(movement.seat_names[field.line(contestant)])} {field.number(contestant)}", 2)


def _sides(movement: Movement) -> dict[int, int | None]:
    """Return the seat of everybody who always has the same one, arrow switches left aside."""
    seats = unturned_seats(movement)
    found: dict[int, int | None] = {}
    for side in range(seats.shape[2]):
        for c in set(seats[:, :, side].ravel().tolist()):  # np.unique would load masked arrays, for a chart
            found[c] = None if c in found else side
    return found
