"""What hangs on the wall, stands on tables or is read aloud, and has no layout of its own beyond its template.

Notices of rovers and sit-outs, table numbers (folded once, on card, or in four panels, on paper), announcements and the
director's crib, and slips after a mishap: one for each table that is told something, one for each pair in another's
place.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from byestand.language import say
from byestand.model.session import Section
from byestand.sheets.guides import somebody_needs_a_card
from byestand.sheets.pages import Order, Part
from byestand.words.announcements import announcements
from byestand.words.boards import board_range
from byestand.words.crib import crib
from byestand.words.people import NOBODY, named, number_title, there
from byestand.words.roving import Party, no_tables, parties, party_rounds, visits_left
from byestand.words.slips_told import place_cards, places_taken, told_slips


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


def rover_parts(section: Section, order: Order) -> list[Part]:
    """Return the list of each rover."""
    del order
    movement, found = section.movement, []
    for party in parties(movement):
        title = number_title(movement, party.pair, section.letter)
        name = section.name(movement.field.label(party.pair))
        rounds = [
            asdict(one) | {"name": section.name(one.guest) if one.guest else ""} for one in rover_rounds(section, party)
        ]
        about = {"rover": title, "name": name, "table": party.table, "half": party.half}
        found.append(about | {"sentences": list(_rules(title, party)), "rounds": rounds})
    return found


def rover_rounds(section: Section, party: Party) -> Iterator[RoverRound]:
    """Yield the way of a rover, round by round of those that are left."""
    movement = section.movement
    for one in party_rounds(movement, party):
        at_home = one.rover_table == party.table
        guest = "" if at_home or one.guest == "-" else one.guest
        where = say("table {table}, {seat}", table=one.rover_table, seat=one.rover_seat)
        where = say("sits out") if at_home and party.half else where
        title = named([movement.field.contestant(guest)], movement, section.letter) if guest else NOBODY
        # Where there is no party table, it plays what lies at the table to which it goes.
        group = one.group or movement.at(one.round, one.rover_table).group
        yield RoverRound(one.round, where, guest, title, board_range(group, section.boards))


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


def sit_out_parts(section: Section, order: Order) -> list[Part]:
    """Return who sits out when."""
    del order
    found = sit_outs(section)
    listed = [asdict(one) | {"name": section.name(one.who)} for one in found]
    return [{"sit_outs": listed, "rule": sit_out_rule(found)}] if found else []


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


def tent_parts(section: Section, order: Order) -> list[Part]:
    """Return the numbers of all tables for their template."""
    movement = section.movement
    party = {party.table for party in parties(movement)}
    tables = [table for table in range(1, movement.tables + 1) if table not in no_tables(movement)]
    wanted = [{"table": table, "party": table in party} for table in tables if order.wants_table(table)]
    return [{"folded": order.tents == "folded", "of": len(tables), "tents": wanted}] if wanted else []


def announce_parts(section: Section, order: Order) -> list[Part]:
    """Return the announcements for their template."""
    return [{"said": [asdict(one) for one in announcements(section, order.session.event)]}]


def crib_parts(section: Section, order: Order) -> list[Part]:
    """Return the director's crib for its template; none where all rounds have been played."""
    if not section.movement.rounds_left:
        return []
    return [asdict(crib(section, order.session.event, cards=somebody_needs_a_card(section)))]


def told_parts(section: Section, order: Order) -> list[Part]:
    """Return the slips for their template; none where nobody is told anything."""
    slips = told_slips(section.movement, section.boards, section.cases, section.letter)
    drawn = [
        {"title": say("Table {table}", table=slip.table), "lines": slip.lines}
        for slip in slips
        if order.wants_table(slip.table)
    ]
    if order.table is None:
        drawn += [{"title": card.title, "lines": card.lines} for card in place_cards(section.movement, section.letter)]
    return [{"code": section.movement.name, "slips": drawn}] if drawn else []


def has_slips(section: Section) -> bool:
    """Tell whether a table, or a pair in another's place, is told something."""
    slips = told_slips(section.movement, section.boards, section.cases)
    return bool(slips or places_taken(section.movement))
