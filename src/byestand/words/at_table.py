"""What stands on the mat of a table: what each edge tells the player there, what to beware of, and bands and plates.

A band goes across the lines of the rounds: what nobody at this table may overlook, in few words. What everybody is told
is announced.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.event import Switch
from byestand.model.movement import SEATS
from byestand.model.seen import arrow_turned
from byestand.model.session import Section
from byestand.words.boards import board_words, how_to_share
from byestand.words.numbers import listed
from byestand.words.people import named, number_title
from byestand.words.roving import parties

STAYS = say("you stay")
DIRECTOR = say("the director")
COLLECTED = say("Leave the boards here: the director collects them.")
EMPTY = say("nobody sits here")
SEE_ROW = say("see your row")


def edge_words(to: str, *, skip: tuple[int, str] | None = None) -> str:
    """Return the plate on an edge: the next table after every round but the skip; empty *to*: it differs by round."""
    if not to:
        return SEE_ROW
    goes = to if to.startswith(("stay", "sit out")) else say("→ {there}", there=to)
    return goes if skip is None else say("{goes}, after round {round}: {to}", goes=goes, round=skip[0], to=skip[1])


def host_edge_words(host: str, visitors_to: str, *, skip: tuple[int, str] | None = None) -> str:
    """Return the plate on all edges of a table whose stationary pair does not always have the same chairs."""
    return say("{host} stays, visitors {go}", host=host[0].lower() + host[1:], go=edge_words(visitors_to, skip=skip))


def sharing_notes(
    tables: Sequence[int], boards: Boards | None, *, always: bool, but_where_told: bool = False
) -> Iterator[str]:
    """Yield how boards are shared: with these tables, all evening, or in the rounds that say so."""
    how = how_to_share(1 + len(tables), boards)
    if always:
        phrase = "Share the boards with {tables} in every round."
        phrase = "Share the boards with {tables}, but where a round says otherwise." if but_where_told else phrase
        yield say(phrase, tables=listed("table", tables)) + (f" {how[0].upper()}{how[1:]}." if how else "")
    elif how:
        yield say("Where you share: {how}.", how=how)


def next_boards(spot: str, *, in_front: bool) -> str:
    """Return where the next boards come from; of what waits on a stand it is those in front."""
    phrase = "Next boards come from {spot}: take the front ones." if in_front else "Next boards come from {spot}."
    return say(phrase, spot=spot)


def own_set(name: str) -> str:
    """Return where the boards of the party table come from and go to."""
    return say("Boards are set {name}, this table's own. Take those you need, put them back.", name=name)


def visitors_note(first: str, last: str) -> str:
    """Return which pairs come to a table, and that they keep their numbers."""
    return say("Visitors are pairs {first} to {last}: keep your number all evening.", first=first, last=last)


NOBODY_HERE = say("NOBODY HERE")
NOTHING_TO_PLAY = say("NOTHING TO PLAY")
AT_DIRECTOR = say("Boards not in play are at the director's table.")
SITTING_OUT = say("Sitting out? Leave the boards closed and pass them on with the others.")
CHECK_PAIRS = say("Check pair and board numbers before you play.")
CHECK_PLAYERS = say("Check all numbers before you play.")


BY_INVITATION = "Only by invitation. A pair comes here for one round when the rover has its seat."
MET_BEFORE = "You have met before; new boards."


@dataclass(frozen=True, slots=True)
class Home:
    """The pair that is at home at a table, and the side it usually plays."""

    pair: str
    """The number; empty where nobody is."""
    side: str
    other: str


def home_at(section: Section, table: int) -> Home:
    """Return who is at home at a table, arrow switches left aside; where all move, it is spoken of who sits NS."""
    movement = section.movement
    if movement.is_individual:
        return Home("", *SEATS[2])
    turned, here = arrow_turned(movement)[:, table - 1], movement.seats[:, table - 1]
    for seat, side in enumerate(movement.seat_names):
        usual = {int(row[1 - seat if turn else seat]) for row, turn in zip(here, turned, strict=True)}
        if len(usual) == 1:
            return Home(number_title(movement, usual.pop(), section.letter), side, movement.seat_names[1 - seat])
    return Home("", *movement.seat_names)


def turn_band(home: Home, *, before: bool, now: bool, switch: Switch = "boards") -> str:
    """Return that the arrow of a table turns from one round to the next, or turns back; nothing where it does neither.

    >>> turn_band(Home("Pair 4", "NS", "EW"), before=False, now=True)
    'ARROW SWITCH: keep your chairs, give the boards a quarter turn. Pair 4 plays EW.'
    >>> turn_band(Home("Pair 4", "NS", "EW"), before=True, now=False, switch="chairs")
    'TURN BACK: everybody in the usual chairs again. Pair 4 sits NS.'
    """
    if before == now:
        return ""
    told = say(_TURNS[switch, now])
    if not home.pair:
        return told
    phrase = "{pair} plays {side}." if switch == "boards" else "{pair} sits {side}."
    return f"{told} {say(phrase, pair=home.pair, side=home.other if now else home.side)}"


_TURNS: dict[tuple[Switch, bool], str] = {
    ("boards", True): "ARROW SWITCH: keep your chairs, give the boards a quarter turn.",
    ("boards", False): "TURN BACK: boards the usual way again.",
    ("chairs", True): "ARROW SWITCH: change chairs with your opponents.",
    ("chairs", False): "TURN BACK: everybody in the usual chairs again.",
}


def skip_band(who: str, table: int) -> str:
    """Return where those at a table go at the skip.

    >>> skip_band("EW", 10)
    'SKIP: EW go to table 10 now. One table further than usual.'
    """
    return say("SKIP: {who} go to table {table} now. One table further than usual.", who=who, table=table)


def rover_band(section: Section, table: int, round: int) -> str:
    """Return that a rover has a seat here, and where the pair plays whose seat that is; nothing if there is none."""
    movement = section.movement
    here = movement.seats[round - 1, table - 1].tolist()
    for party in parties(movement):
        if party.table == table or party.pair not in here:
            continue
        away = movement.seats[round - 1, party.table - 1].tolist()
        guest = next((c for c in away if c not in (0, party.host)), 0)
        if not guest:
            return say("Rover here.")
        phrase = "Rover here. {guest}: play this round at table {table}."
        if party.half:
            phrase = "Rover here. {guest}: sit out this round."
        elif len(movement.field.lines) == 1:
            phrase = "Rover here. {guest}: play this round at table {table}, {side}."
        side = movement.seat_names[away.index(guest)]
        return say(phrase, guest=number_title(movement, guest, section.letter), table=party.table, side=side)
    return ""


def sit_out_plate(section: Section, table: int, round: int) -> str:
    """Return who sits out at a table, "N7 SITS OUT"; nothing where it is played, or nobody is there."""
    movement = section.movement
    here = [c for c in movement.seats[round - 1, table - 1].tolist() if c]
    if not here or movement.played[round - 1, table - 1]:
        return ""
    who = named(here, movement, section.letter)
    who = who if len(movement.field.lines) == 2 else who.upper()
    return say_many("{who} SITS OUT", "{who} SIT OUT", len(here), who=who)


def share_band(group: int, tables: Sequence[int], boards: Boards | None) -> str:
    """Return with whom the boards of a round are shared.

    >>> share_band(1, [16], Boards(2))
    'Share boards 1-2 with table 16.'
    """
    return say("Share {boards} with {tables}.", boards=board_words((group,), boards), tables=listed("table", tables))


def stayer_note(section: Section, pair: int) -> str:
    """Return the note on the mat of a stationary pair that turns."""
    phrase = "{pair} stays. Find {number} in the line of the round: that is where it sits."
    title = number_title(section.movement, pair, section.letter)
    return say(phrase, pair=title, number=section.movement.field.number(pair))
