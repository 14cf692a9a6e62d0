"""What hangs on the wall about some of the room: where the rover goes and whom it invites, and who sits out when."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.words.boards import board_range
from byestand.words.people import NOBODY, named, number_title, there
from byestand.words.phrases import say
from byestand.words.roving import Party, PartyRound, no_tables, parties, party_rounds, visits_left


@dataclass(frozen=True, slots=True)
class RoverRound:
    """Where the rover sits in a round, and what that is to the pair whose seat it has."""

    round: int
    rover_at: str
    """``table 8, EW``."""
    guest: str
    """The label of the pair that plays at the party table, or sits out; empty: nobody does."""
    guest_title: str
    boards: str


@dataclass(frozen=True, slots=True)
class RoverList:
    """The way of a rover."""

    rover: str
    title: str
    table: int
    half: bool
    rounds: tuple[RoverRound, ...]
    sentences: tuple[str, ...]


def rover_lists(section: Section) -> tuple[RoverList, ...]:
    """Return the ways of all rovers."""
    return tuple(_rover_list(section, party) for party in parties(section.movement))


def _rover_list(section: Section, party: Party) -> RoverList:
    movement, boards, rounds = section.movement, section.boards, []
    field = movement.field
    for one in party_rounds(movement, party):
        at_home = one.rover_table == party.table
        guest = "" if at_home or one.guest == "-" else one.guest
        where = say("table {table}, {seat}", table=one.rover_table, seat=one.rover_seat)
        where = say("sits out") if at_home and party.half else where
        title = named([field.contestant(guest)], movement, section.letter) if guest else NOBODY
        rounds.append(RoverRound(one.round, where, guest, title, board_range(_group(movement, one), boards)))
    title = number_title(movement, party.pair, section.letter)
    return RoverList(
        field.label(party.pair), title, party.table, party.half, tuple(rounds), tuple(_rules(title, party))
    )


def _group(movement: Movement, one: PartyRound) -> int:
    """Return what lies at the party table; where there is none, what the rover plays at the table to which it goes."""
    return one.group or movement.at(one.round, one.rover_table).group


def _rules(title: str, party: Party) -> Iterator[str]:
    yield say("{who} are tonight's rover. They go by their own card.", who=title)
    if party.half:
        yield say("If they have your seat, you sit out that round.")
    else:
        phrase = "If they have your seat, you play that round at table {table}. Nobody else goes there."
        yield say(phrase, table=party.table)
    yield say("Then go on to the table you would have gone to anyway.")


@dataclass(frozen=True, slots=True)
class SitOut:
    """Somebody who plays nothing in a round."""

    round: int
    who: str
    """The label."""
    title: str
    where: str
    """``table 5``; empty where there is no table to sit at."""


def sit_outs(section: Section) -> tuple[SitOut, ...]:
    """Return who sits out in the rounds that are left, round by round."""
    movement, found = section.movement, []
    for contestant in movement.field.present:
        label = movement.field.label(contestant)
        none = no_tables(movement)
        at = {visit.round: visit for visit in visits_left(movement, contestant) if visit.table not in none}
        for round in movement.rounds_left:
            if contestant in there(movement, round) and (round not in at or not at[round].plays):
                where = say("table {table}", table=at[round].table) if round in at else ""
                title = number_title(movement, contestant, section.letter)
                found.append((round, contestant, SitOut(round, label, title, where)))
    return tuple(sit_out for _, _, sit_out in sorted(found, key=lambda one: one[:2]))


def sit_out_rule(found: Sequence[SitOut]) -> str:
    """Return what they do who sit out: there may be a table to do it at, with boards on it."""
    if any(one.where for one in found):
        return say("If you sit out at a table, leave the boards closed. Then go on as always.")
    return say("If you sit out, take a rest; your card tells where you play next.")
