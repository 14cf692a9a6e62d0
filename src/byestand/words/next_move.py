"""What everybody does when a round is over, in few words for a wall; what is said aloud stands in the calls.

What a whole evening has in common is told with every round anew: who looks up at a wall has not listened before.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from byestand.language import say, say_many
from byestand.model.claims import Card, Follow, Jump, Route, Stay, Step
from byestand.model.movement import Movement
from byestand.model.seen import claims_seen
from byestand.model.session import Section
from byestand.words.board_moves import boards_after, boards_at_the_end
from byestand.words.boards import board_words
from byestand.words.numbers import enumerated, in_words, listed
from byestand.words.people import PLAYERS, brief, called, named, number_title, sitting_out, spoken_side, who
from byestand.words.phrases import first_up
from byestand.words.resuming import astray
from byestand.words.roving import Party, PartyRound, parties, party_rounds, visits_left
from byestand.words.slips_told import Teller
from byestand.words.steps import jumps_after, over_the_edge, skips, step_words
from byestand.words.travel import Travel, travel
from byestand.words.turns import arrow_changes, home_side

Kind = Literal["people", "skip", "switch", "told", "boards", "rover", "out", "sharing", "again", "last", "break", "end"]

LOUD: frozenset[Kind] = frozenset({"skip", "switch", "told"})
"""What nobody does by habit."""
MOST_NAMED = 3
"""So many who sit out are named."""
MOST_SHARING = 2
"""So many tables that share are told one by one."""


@dataclass(frozen=True, slots=True)
class Move:
    """One thing that happens between two rounds."""

    kind: Kind
    words: str
    """"EW up one table"."""
    detail: str = ""
    """"from table 18 to table 1; NS stay"."""

    @property
    def is_loud(self) -> bool:
        """Whether it must not be forgotten."""
        return self.kind in LOUD


def next_moves(section: Section, round: int) -> tuple[Move, ...]:
    """Return what happens after a round, what nobody does by habit first; after round 0 is before play.

    Of rounds that are over for good, before a night was repaired, nothing is told.
    """
    movement = section.movement
    if round == movement.rounds:
        return (Move("end", say("That is all"), boards_at_the_end(travel(movement, section.cases))),)
    if round + 1 not in movement.rounds_left:
        return ()
    found = [*_moving(section, round)] if round else []
    found += [*_switched(movement, round), *_told(section, round + 1), *_roving(section, round + 1)]
    found += [*_out(section, round + 1), *_shared(section, round + 1)]
    if round + 1 in movement.revenge_rounds:
        found.append(Move("again", say("Opponents meet again"), say("on new boards")))
    if round and round + 1 == movement.rounds:
        found.append(Move("last", say("Last round")))
    return (*(move for move in found if move.is_loud), *(move for move in found if not move.is_loud))


def _moving(section: Section, round: int) -> Iterator[Move]:
    movement = section.movement
    claims = claims_seen(movement)
    stay = "; ".join(_stays(claim.contestants, movement) for claim in claims if isinstance(claim, Stay))
    jumps = [claim for claim in claims if isinstance(claim, Jump)]
    if jumps:
        jumped = jumps_after(jumps, movement, round)
        yield Move("people", say("All but North move as the mat says"), jumped)
        return
    for claim in claims:
        match claim:
            case Step():
                yield _step(claim, movement, round, stay)
            case Follow():
                yield _follow(claim, movement, stay)
            case Card():
                yield _by_card(claim, movement, stay)
            case _:
                continue
        stay = ""
    yield from _boards(section, round)


def _stays(contestants: Sequence[int], movement: Movement) -> str:
    words = brief(contestants, movement)
    return say_many("{who} stays", "{who} stay", who(contestants, movement).number, who=words)


def _step(step: Step, movement: Movement, round: int, stay: str) -> Move:
    by = step.by[round - 1] if step.by[round - 1] % step.tables else 0
    short, number = brief(step.contestants, movement), who(step.contestants, movement).number
    edge = over_the_edge(by, step.tables).replace(" go to ", " to ", 1)
    if not by:
        return Move("people", say_many("{who} stays this time", "{who} stay this time", number, who=short), stay)
    if set(step.contestants) & skips(movement).get(round, frozenset()):
        called_so = say_many("{who} skips a table", "{who} skip a table", number, who=short)
        detail = say("{far}, this time only; {edge}", far=step_words(by), edge=edge)
        return Move("skip", called_so, detail)
    detail = "; ".join(filter(None, (edge, stay)))
    # After a mishap people may have other steps to make than they are used to.
    kind: Kind = "told" if movement.history and by != step.by[0] else "people"
    return Move(kind, say("{who} {far}", who=short, far=step_words(by)), detail)


def _follow(follow: Follow, movement: Movement, stay: str) -> Move:
    one, number = called(movement).one, movement.field.number
    first, last = number(follow.contestants[0]), number(follow.contestants[-1])
    in_turn = all(b == a + 1 for a, b in pairwise(follow.contestants))
    words = say("Follow the {one} one lower" if in_turn else "Follow the {one} before you", one=one)
    order = say("{one} {first} follows {one} {last}", one=one, first=first, last=last)
    detail = "; ".join(filter(None, (order, stay[:1].lower() + stay[1:])))
    return Move("people", words, detail)


def _by_card(card: Card, movement: Movement, stay: str) -> Move:
    there = {c for c in movement.field.present if not any(route.contestant == c for route in movement.claimed(Route))}
    if there <= set(card.contestants):
        return Move("people", say("Everybody goes by card"))
    words, number = brief(card.contestants, movement), who(card.contestants, movement).number
    return Move("people", say_many("{who} goes by card", "{who} go by card", number, who=words), stay)


def _boards(section: Section, round: int) -> Iterator[Move]:
    movement = section.movement
    if goes := boards_after(travel(movement, section.cases), round):
        yield Move("boards", goes)
    else:
        yield Move("boards", say("Leave the boards"), say("they are brought to you"))


def _switched(movement: Movement, round: int) -> Iterator[Move]:
    begin, back = arrow_changes(movement, round + 1)
    usual, other = map(spoken_side, home_side(movement))
    for phrase, side, tables in (("Arrow switch", other, begin), ("Turn back", usual, back)):
        if tables:
            where = "" if len(tables) == movement.tables else say(" at {tables}", tables=listed("table", tables))
            how = say("move as always; the pair at home plays {side}", side=side)
            yield Move("switch", say(phrase) + where, how)


def _told(section: Section, next: int) -> Iterator[Move]:
    """Yield what single people and tables are told in a night that was repaired."""
    movement = section.movement
    lines = astray(section) if movement.history and next == movement.next_round else ()
    if len(lines) > MOST_NAMED:
        yield Move("told", say("Some go elsewhere now"), say("the director tells who"))
    else:
        yield from (Move("told", line.removesuffix(".")) for line in lines)
    told = _slips(section, next)
    if len(told) > MOST_SHARING:
        yield Move("told", say("{tables}: see your slip", tables=first_up(listed("table", tuple(told)))))
    else:
        for table, words in told.items():
            yield Move("told", say("Table {table}: see your slip", table=table), words)


def _slips(section: Section, next: int) -> dict[int, str]:
    """Return what tables are told for a round."""
    movement = section.movement
    teller = Teller(movement, section.boards, travel(movement, section.cases), section.letter)
    return {table: words for table in range(1, movement.tables + 1) if (words := teller.words(table, next))}


def _roving(section: Section, next: int) -> Iterator[Move]:
    movement = section.movement
    for party in parties(movement):
        now = (r for r in party_rounds(movement, party) if r.round == next)
        yield from (_rover(section, party, r) for r in now)
    for spare in (route.contestant for route in movement.claimed(Route) if not route.party_table):
        for visit in visits_left(movement, spare):
            if visit.round == next:
                phrase = "{who} to table {table}, {seat}"
                spare_number = number_title(movement, spare, section.letter)
                words = say(phrase, who=spare_number, table=visit.table, seat=visit.seat)
                yield Move("rover", words, section.name(movement.field.label(spare)))


def _rover(section: Section, party: Party, r: PartyRound) -> Move:
    movement = section.movement
    rover = number_title(movement, party.pair, section.letter)
    if r.rover_table == party.table:
        phrase = "{rover}, the rover, sits out" if party.half else "{rover} to table {table}, the party table"
        return Move(
            "rover", say(phrase, rover=rover, table=party.table), section.name(movement.field.label(party.pair))
        )
    words = say("{rover} to table {table}", rover=rover, table=r.rover_table)
    if r.guest == "-":
        return Move("rover", words)
    guest = by_name(section, movement.field.contestant(r.guest))
    phrase = "{guest}: sit out" if party.half else "{guest}: play at table {table}"
    return Move("rover", words, say(phrase, guest=guest, table=party.table))


def by_name(section: Section, contestant: int) -> str:
    """Return a contestant by number and name: "E9, Frida & Gustav"."""
    movement = section.movement
    number, name = named([contestant], movement, section.letter), section.name(movement.field.label(contestant))
    return ", ".join(filter(None, (number, name)))


def _out(section: Section, next: int) -> Iterator[Move]:
    """Yield who sits out, but for whom a rover displaces: that is told with the rover."""
    movement = section.movement
    roving = {party.pair for party in parties(movement)}
    guests = {r.guest for party in parties(movement) for r in party_rounds(movement, party) if r.round == next}
    out = [c for c in sitting_out(movement, next) if c not in roving and movement.field.label(c) not in guests]
    if len(out) > MOST_NAMED:
        many = in_words(len(out), called(movement).one)
        yield Move("out", say("{many} sit out", many=many), named(out, movement, section.letter))
    elif out:
        numbers = first_up(named(out, movement, section.letter))
        words = say_many("{who} sits out", "{who} sit out", len(out), who=numbers)
        names = filter(None, (section.name(movement.field.label(c)) for c in out))
        yield Move("out", words, "; ".join(names))


def _shared(section: Section, next: int) -> Iterator[Move]:
    told = _slips(section, next).keys()  # who has a slip has read there with whom to share
    shared = [one for one in travel(section.movement, section.cases).shared(next) if not told & set(one.tables)]
    if len(shared) > MOST_SHARING:
        tables = "; ".join(enumerated(one.tables) for one in shared)
        yield Move("sharing", say("Some tables share boards"), say("tables {tables}", tables=tables))
        return
    for one in shared:
        tables = first_up(listed("table", one.tables))
        yield Move("sharing", say("{tables} share", tables=tables), board_words((one.copy.group,), section.boards))


def standing(section: Section, round: int) -> tuple[str, ...]:
    """Return what is so in a round that is under way: who is out, and who shares."""
    journeys = travel(section.movement, section.cases)
    return (*_now_out(section, round), *_now_shared(journeys, round))


def _now_out(section: Section, round: int) -> Iterator[str]:
    movement, out = section.movement, sitting_out(section.movement, round)
    players = called(movement) is PLAYERS
    if players and len(out) <= MOST_NAMED and any(section.name(movement.field.label(c)) for c in out):
        yield say("Now out: {who}", who="; ".join(by_name(section, contestant) for contestant in out))
    elif out:
        few = players or len(out) <= 2 * MOST_NAMED
        numbers = named(out, movement, section.letter) if few else in_words(len(out), called(movement).one)
        yield say("Now out: {who}", who=numbers)


def _now_shared(journeys: Travel, round: int) -> Iterator[str]:
    together = [*journeys.relays, *(one.tables for one in journeys.shared(round))]
    if len(together) > MOST_SHARING:
        yield say("Some tables share boards: see the mat")
        return
    for tables in together:
        yield say("{tables} share boards", tables=first_up(listed("table", tables)))
