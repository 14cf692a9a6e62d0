"""Simple sheets for the wall, the tables and the director, and slips after a repair.

Lists of rovers and sit-outs, table numbers (folded once, on card, or in four panels, on paper), announcements and the
director's summary. Instruction slips: one per changed table, and one per pair that takes the place of another.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from byestand.flow.attendance import present_contestants
from byestand.flow.rover import PartyTable, parties, party_rounds, tables_without_pairs, visits_left
from byestand.language import say
from byestand.model.session import Section
from byestand.sentences.announcements import announcements
from byestand.sentences.boards import board_range
from byestand.sentences.change_slips import place_cards, places_taken, told_slips
from byestand.sheets.crib import crib
from byestand.sheets.guide_cards import somebody_needs_a_card
from byestand.sheets.print_order import Part, PrintOrder
from byestand.words.people import NOBODY, number_title
from byestand.words.seats import seat_text


@dataclass(frozen=True, slots=True)
class RoverRound:
    """Where the rover sits in a round, and where the displaced pair goes."""

    round: int
    rover_at: str
    """``table 8, EW``."""
    guest: str
    """The label of the displaced pair, which plays at the party table or sits out; empty if there is none."""
    guest_title: str
    boards: str


def rover_parts(section: Section, order: PrintOrder) -> list[Part]:
    """Return the list of each rover."""
    del order
    movement, lists = section.movement, []
    for party in parties(movement):
        title = number_title(movement, party.pair, section.letter)
        name = section.name(movement.field.label(party.pair))
        rounds = [
            asdict(row) | {"name": section.name(row.guest) if row.guest else ""} for row in rover_rounds(section, party)
        ]
        guest_head = say("Sits out") if party.half else say("Goes to table {table}", table=party.table)
        shared = {"heading_text": say("Rover: {pair}", pair=title), "name": name, "guest_head": guest_head}
        lists.append(shared | {"sentences": list(_rules(title, party)), "rounds": rounds})
    return lists


def rover_rounds(section: Section, party: PartyTable) -> Iterator[RoverRound]:
    """Yield the seats of a rover in the rounds that are left."""
    movement = section.movement
    for row in party_rounds(movement, party):
        at_home = row.rover_table == party.table
        guest = "" if at_home or row.guest == "-" else row.guest
        if at_home and party.half:
            where = say("sit-out")
        else:
            where = say("table {table}, {seat}", table=row.rover_table, seat=seat_text(row.rover_seat))
        title = number_title(movement, movement.field.contestant(guest), section.letter) if guest else NOBODY
        # Without a party table the rover plays the boards of the table it goes to.
        group = row.group or movement.at(row.round, row.rover_table).group
        numbers = board_range(group, section.boards) if group else NOBODY
        yield RoverRound(row.round, where, guest, title, numbers)


def _rules(title: str, party: PartyTable) -> Iterator[str]:
    yield say("{pair} is the rover and follows its own card.", pair=title)
    if party.half:
        yield say("If the rover takes your seat, sit out that round.")
    else:
        yield say("If the rover takes your seat, play that round at table {table}.", table=party.table)
        yield say("Nobody else goes there.")
    yield say("Then move to your normal next table.")


@dataclass(frozen=True, slots=True)
class SitOut:
    """A sit-out in a round."""

    round: int
    contestant: str
    """The label."""
    title: str
    table: str
    """``table 5``; empty if there is no table to sit at."""


def sit_out_parts(section: Section, order: PrintOrder) -> list[Part]:
    """Return the sit-outs for their template."""
    del order
    every = sit_outs(section)
    rows = [asdict(sit_out) | {"name": section.name(sit_out.contestant)} for sit_out in every]
    return [{"sit_outs": rows, "rule": sit_out_rule(every)}] if every else []


def sit_outs(section: Section) -> tuple[SitOut, ...]:
    """Return who sits out in the rounds that are left, round by round."""
    movement, rows = section.movement, []
    for contestant in movement.field.present:
        label = movement.field.label(contestant)
        none = tables_without_pairs(movement)
        at = {visit.round: visit for visit in visits_left(movement, contestant) if visit.table not in none}
        for round in movement.remaining_rounds:
            if contestant in present_contestants(movement, round) and (round not in at or not at[round].plays):
                where = say("table {table}", table=at[round].table) if round in at else ""
                title = number_title(movement, contestant, section.letter)
                rows.append((round, contestant, SitOut(round, label, title, where)))
    return tuple(sit_out for _, _, sit_out in sorted(rows, key=lambda row: row[:2]))


def sit_out_rule(every: Sequence[SitOut]) -> str:
    """Return what to do in a sit-out. There may be a table with boards to sit at."""
    if any(sit_out.table for sit_out in every):
        return say("If you sit out at a table, leave the boards closed. Then move on as usual.")
    return say("If you sit out, your card shows where you play next.")


def tent_parts(section: Section, order: PrintOrder) -> list[Part]:
    """Return the numbers of all tables for their template."""
    movement = section.movement
    party = {party.table for party in parties(movement)}
    tables = [table for table in range(1, movement.tables + 1) if table not in tables_without_pairs(movement)]
    wanted = [
        {"table": table, "party": table in party, "bookmark": say("Table {table}", table=table)}
        for table in tables
        if order.includes_table(table)
    ]
    return [{"folded": order.tents == "folded", "of": len(tables), "tents": wanted}] if wanted else []


def announce_parts(section: Section, order: PrintOrder) -> list[Part]:
    """Return the announcements for their template."""
    return [{"announcements": [asdict(speech) for speech in announcements(section, order.session.event)]}]


def crib_parts(section: Section, order: PrintOrder) -> list[Part]:
    """Return the director's summary for its template; none if all rounds have been played."""
    if not section.movement.remaining_rounds:
        return []
    return [asdict(crib(section, order.session.event, cards=somebody_needs_a_card(section)))]


def told_parts(section: Section, order: PrintOrder) -> list[Part]:
    """Return the instruction slips for their template; none if nothing changes."""
    slips = told_slips(section.movement, section.boards, section.cases, section.letter)
    pieces = [
        {"title": say("Table {table}", table=slip.table), "lines": slip.lines}
        for slip in slips
        if order.includes_table(slip.table)
    ]
    if order.table is None:
        pieces += [{"title": card.title, "lines": card.lines} for card in place_cards(section.movement, section.letter)]
    return [{"code": section.movement.name, "slips": pieces}] if pieces else []


def has_slips(section: Section) -> bool:
    """Return whether a table, or a pair that takes the place of another, has changed instructions."""
    slips = told_slips(section.movement, section.boards, section.cases)
    return bool(slips or places_taken(section.movement))
