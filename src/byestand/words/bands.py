"""What nobody at a table may overlook, as it stands on the mat: a band across the lines of the rounds, or a plate.

Bands speak to those at this table only, in few words; what everybody is told is announced.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from byestand.model.boards import Boards
from byestand.model.event import Switch
from byestand.model.movement import SEATS
from byestand.model.seen import arrow_turned
from byestand.model.session import Section
from byestand.words.boards import board_words
from byestand.words.numbers import listed
from byestand.words.people import named, number_title
from byestand.words.phrases import say, say_many
from byestand.words.roving import parties

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
