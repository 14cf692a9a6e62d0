"""The director's crib: all of an evening on one page, in few words. What is said aloud stands in the announcements."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from byestand.language import say, say_many
from byestand.model.claims import Route, Step
from byestand.model.event import Event
from byestand.model.movement import Movement
from byestand.model.seen import arrow_turned, claims_seen
from byestand.model.session import Section
from byestand.words.announcements import announcements, last_start
from byestand.words.board_moves import boards_as_a_rule, boards_at_the_end, boards_later
from byestand.words.boards import board_range, board_span, board_words
from byestand.words.claims import WAYS, told
from byestand.words.numbers import in_words, listed, numbered, numbered_runs
from byestand.words.people import NOBODY, PLAYERS, called, named, sitting_out
from byestand.words.phrases import first_up
from byestand.words.roving import Party, parties, party_rounds, visits_left
from byestand.words.steps import skips, step_words
from byestand.words.times import clock_words
from byestand.words.travel import Travel, travel
from byestand.words.turns import arrow_changes


@dataclass(frozen=True, slots=True)
class CribRow:
    """One round."""

    round: int
    cells: tuple[str, ...]
    """What stands under the headings."""
    loud: str = ""
    """What must not be forgotten before this round."""
    do: str = ""
    """What else there is to say or do."""


@dataclass(frozen=True, slots=True)
class Crib:
    """What a director needs in hand."""

    tonight: tuple[str, ...]
    before: tuple[str, ...]
    """To tick off before play."""
    every_round: tuple[str, ...]
    headings: tuple[str, ...]
    rows: tuple[CribRow, ...]
    ending: tuple[str, ...]
    cases: tuple[tuple[str, str], ...]
    """If something happens: what, and what to do then."""


def crib(section: Section, event: Event | None = None, *, cards: bool = False) -> Crib:
    """Return the crib of a section; *cards* tells whether there are guide cards to lay out."""
    event, movement = event or Event(), section.movement
    journeys = travel(movement, section.cases)
    columns = [column for column in _columns(section, event) if any(column[1:])]
    return Crib(
        tuple(_tonight(section, event, journeys)),
        tuple(_before(section, journeys, cards=cards)),
        tuple(_every_round(section, journeys)),
        tuple(column[0] for column in columns),
        tuple(
            CribRow(
                round,
                tuple(column[i] for column in columns),
                "; ".join(_loud(movement, round)),
                "; ".join(_to_do(section, event, journeys, round)),
            )
            for i, round in enumerate(movement.rounds_left, start=1)
        ),
        tuple(_ending(section, event)),
        tuple(_if(section)),
    )


def _tonight(section: Section, event: Event, journeys: Travel) -> Iterator[str]:
    movement, boards = section.movement, section.boards
    guests = [party for party in parties(movement) if not party.half]
    plain = movement.tables - len(parties(movement))
    there = in_words(len(movement.field.present), called(movement).one)
    where = say("tables 1-{last}", last=plain) if plain > 1 else say("table 1")
    phrase = "{there}, {where} and party table {party}." if guests else "{there}, {where}."
    yield say(phrase, there=there, where=where, party=guests[0].table if guests else 0)
    rounds = in_words(movement.rounds, "round")
    if boards:
        each, span = in_words(boards.per_round, "board"), board_span(1, movement.deal_groups, boards)
        yield say("{rounds} of {each}: boards {span}.", rounds=rounds, each=each, span=span)
    else:
        yield say("{rounds}.", rounds=rounds)
    yield from _sets(section, journeys)
    yield say(_RANKED[len(movement.field.lines)])
    if event.starts and event.minutes:
        end = clock_words(event.starts, movement.rounds * event.minutes)
        yield say("{start} to {end}.", start=clock_words(event.starts), end=end)


_RANKED = {1: "One winner.", 2: "Two winners.", 4: "Four winners."}


def _sets(section: Section, journeys: Travel) -> Iterator[str]:
    """Yield which tables play out of which set."""
    where: dict[str, set[int]] = {}
    for sub in journeys.layout.subsections if journeys.layout else ():
        for case in sub.cases:
            where.setdefault(case, set()).update(sub.tables)
    for case in journeys.pool.cases if journeys.pool else ():
        where.setdefault(case, set()).update(journeys.pool.tables if journeys.pool else ())
    if journeys.party_case:
        where[journeys.party_case] = {party.table for party in parties(section.movement)}
    if len(where) > 1:
        told_sets = (
            say("set {name} {tables}", name=section.set_name(case), tables=numbered_runs("table", sorted(tables)))
            for case, tables in where.items()
        )
        yield first_up(say("{sets}.", sets=", ".join(told_sets)))


def _before(section: Section, journeys: Travel, *, cards: bool) -> Iterator[str]:
    movement = section.movement
    # Only where names are known there is a start list.
    lists = "start list and chart up" if section.contestants else "chart up"
    yield say("boards out")
    if (layout := journeys.layout) and layout.stands:
        beside = numbered("table", [stand.beside for stand in layout.stands])
        yield say_many("stand at {tables}", "stands at {tables}", len(layout.stands), tables=beside)
    if pool := journeys.pool:
        yield say("stand {stand} between tables {a} and {b}", stand=pool.stand, a=pool.between[0], b=pool.between[1])
    for party in parties(movement):
        if not party.half:
            yield say("table {party} far from {last} and 1", party=party.table, last=party.table - 1)
    yield from (say("mats"), say("slips"), say(lists))
    if cards:
        yield say("guide cards")
    for party in parties(movement):
        yield say("rover's card ({rover})", rover=named([party.pair], movement, section.letter))


def _every_round(section: Section, journeys: Travel) -> Iterator[str]:
    movement = section.movement
    if movement.rounds == 1:
        return
    ways = [claim for claim in claims_seen(movement) if type(claim) in WAYS]
    yield from chain(*(part.opening() for part in told(movement, ways)))
    yield from boards_as_a_rule(journeys, section.boards)


def _columns(section: Section, event: Event) -> Iterator[tuple[str, ...]]:
    """Yield the columns beside the rounds, the heading first; empty ones are left out."""
    movement, left = section.movement, section.movement.rounds_left
    if event.starts and event.minutes:
        yield (say("starts"), *(clock_words(event.starts, (round - 1) * event.minutes) for round in left))
    for party in parties(movement):
        yield from _rover_columns(section, party)
    for spare in [route.contestant for route in movement.claimed(Route) if not route.party_table]:
        phrase, visits = "{seat} at {table}", {visit.round: visit for visit in visits_left(movement, spare)}
        where = (visits.get(round) for round in left)
        told_where = (say(phrase, seat=visit.seat, table=visit.table) if visit else NOBODY for visit in where)
        yield (named([spare], movement, section.letter), *told_where)
    out = [[movement.field.label(c, section.letter) for c in sitting_out(movement, round)] for round in left]
    if not parties(movement) and max(map(len, out), default=0) <= MOST_NAMED:
        yield (say("sit out"), *map(", ".join, out))


MOST_NAMED = 4
"""So many who sit out are named in a column."""


def _rover_columns(section: Section, party: Party) -> Iterator[tuple[str, ...]]:
    movement, rounds = section.movement, party_rounds(section.movement, party)
    away = {r.round for r in rounds if r.rover_table != party.table}
    tables = (NOBODY if party.half and r.round not in away else str(r.rover_table) for r in rounds)
    invited = (movement.field.contestant(r.guest) if r.round in away and r.guest != "-" else 0 for r in rounds)
    guests = (named([guest], movement, section.letter) if guest else NOBODY for guest in invited)
    yield (say("rover at"), *tables)
    if party.half:
        yield (say("sit out"), *guests)
    else:
        yield (say("to table {table}", table=party.table), *guests)
        yield (say("boards at {table}", table=party.table), *(board_range(r.group, section.boards) for r in rounds))


def _loud(movement: Movement, round: int) -> Iterator[str]:
    """Yield what everybody must do before a round, and nobody does by habit."""
    if round - 1 in skips(movement):
        yield say("first the SKIP: up two tables")
    for phrase, tables in zip(("ARROW SWITCH", "TURN BACK"), arrow_changes(movement, round), strict=True):
        if len(tables) == movement.tables:
            yield say(phrase)
        elif tables:
            yield say("{what} at {tables}", what=say(phrase), tables=numbered_runs("table", tables))


def _to_do(section: Section, event: Event, journeys: Travel, round: int) -> Iterator[str]:
    movement = section.movement
    for step in movement.claimed(Step):
        by = step.by[round - 2] if round > max(1, movement.next_round - 1) else 0
        usual = max(step.by, key=step.by.count, default=0)
        if round > 1 and by != usual and round - 1 not in skips(movement):
            yield say("all who move go {step}", step=step_words(by))
    if any(after == round - 1 for after, _ in boards_later(journeys, section.boards)):
        yield say("boards go otherwise")
    for one in journeys.shared(round):
        boards = board_words((one.copy.group,), section.boards)
        yield say("{tables} share {boards}", tables=listed("table", one.tables), boards=boards)
    if round in movement.revenge_rounds:
        yield say("opponents meet again")
    for party in parties(movement):
        if any(r.round == round and r.rover_table == party.table for r in party_rounds(movement, party)):
            phrase = "the rover sits out" if party.half else "the rover plays at table {table}"
            yield say(phrase, table=party.table)
    if round == movement.rounds > 1:
        until = last_start(movement, event)
        yield say("last round; no new board after {until}", until=until) if until else say("last round")


def _ending(section: Section, event: Event) -> Iterator[str]:
    movement = section.movement
    (*_, end) = announcements(section, event)
    if end.at:
        yield say("{at}.", at=end.at)
    slips = int(movement.played.sum())
    yield say("{boards} All slips in?", boards=boards_at_the_end(travel(movement, section.cases)))
    if section.boards:
        results = slips * section.boards.per_round
        yield say("{slips} slips, {results} results.", slips=slips, results=results)
    yield say(_APART[len(movement.field.lines)])


_APART = {
    1: "All are ranked together.",
    2: "North-South and East-West are ranked apart.",
    4: "North, South, East and West are ranked apart.",
}


def _if(section: Section) -> Iterator[tuple[str, str]]:
    """Yield what may happen, and what to do then."""
    movement = section.movement
    yield say("a {who} comes late:", who=called(movement).one), _late(section)
    if skips(movement):
        yield (
            say("the skip was forgotten:"),
            say(
                "stop, one table more. A board already begun needs a ruling. A whole round played that way: cancel it,"
                " average plus for both sides. Then go on by the plan."
            ),
        )
    if arrow_turned(movement).any():
        yield say("a table was not turned:"), say("leave it. Score it the way they sat.")
    yield (
        say("wrong boards on a table:"),
        say("if one of the four has played them, cancel. If not, finish: the score stands. Next round by the plan."),
    )
    yield (
        say("somebody sits wrong:"),
        say("no card seen: move them. Cards seen: let them finish, write down who really played."),
    )
    who = called(movement).one
    yield (
        say("a {who} leaves:", who=who),
        say("opponents sit out from then on. The seat stays empty and moves on.")
        if who == "pair"
        else say("the others of the table sit out from then on. The chair stays empty and moves on."),
    )


def _late(section: Section) -> str:
    """Return which seat a late pair takes: an empty one. Where none is empty, the rest is planned anew."""
    movement = section.movement
    for party in parties(movement):
        if party.half:
            phrase = "they take the empty seat, {host}, at table {table}. Whoever the rover displaces plays them there."
            return say(phrase, host=named([party.host], movement, section.letter), table=party.table)
    if empty := _empty_seats(movement):
        names = named(empty, movement, section.letter).replace(" and ", " or ")
        phrase = "they take the empty seat, {names}, where it is now."
        return say(phrase if len(empty) == 1 else "they take an empty seat, {names}, where it is now.", names=names)
    if called(movement) is PLAYERS:
        return say("there is no chair for them; somebody may leave them theirs for a round.")
    return say("there is no seat for them. Plan the rest anew, with one more pair.")


def _empty_seats(movement: Movement) -> list[int]:
    """Return whose seats are empty now: the missing pairs', and those of pairs that have left."""
    history, missing = movement.history, movement.field.missing
    left = {who for who, _ in history.left} - history.replaced if history else set()
    return sorted(missing | left)
