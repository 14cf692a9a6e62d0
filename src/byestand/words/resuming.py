"""What is said when a night goes on after a mishap: who and what must go elsewhere now, and what there is to know.

From there on people and boards move as announced, and as always.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.claims import Stay, Step
from byestand.model.movement import Movement
from byestand.model.seen import claims_seen
from byestand.model.session import Section
from byestand.model.walks import ring
from byestand.words.boards import are_many, board_words
from byestand.words.numbers import numbered_runs
from byestand.words.people import named
from byestand.words.phrases import Instructions
from byestand.words.roving import no_tables
from byestand.words.slips_told import place_sentence, places_taken, told_slips
from byestand.words.travel import travel


def resuming(section: Section, rounds: Sequence[int]) -> Iterator[Instructions]:
    """Yield what is said where the night goes on, beside how all move from there.

    Of slips, and of tables with nothing to play, only what concerns these *rounds*.
    """
    movement, boards = section.movement, section.boards
    if movement.history is None or not movement.rounds_left:
        return
    parts = {
        say("Go now"): tuple(_astray(section)),
        say("Boards now"): boards_astray(movement, boards, section.cases, section.set_name),
        say("Tables with slips"): tuple(
            say("Table {table}, round {round}: {words}.", table=slip.table, round=one.round, words=one.words)
            for slip in told_slips(movement, boards, section.cases, section.letter)
            for one in slip.rounds
            if one.round in rounds
        ),
        say("Nothing to play"): tuple(_lost(section, rounds)),
    }
    yield from (Instructions(heading, lines) for heading, lines in parts.items() if lines)


def told_before(section: Section, round: int) -> tuple[str, ...]:
    """Return what is said before one round of a night that was repaired: what is different in it, and no later.

    Before the first of them also who and what must go elsewhere now.
    """
    movement, boards = section.movement, section.boards
    if movement.history is None:
        return ()
    first = round == movement.next_round
    slips = told_slips(movement, boards, section.cases, section.letter)
    told = [(slip.table, one.words) for slip in slips for one in slip.rounds if one.round == round]
    tables = (say("Table {table}: {words}.", table=table, words=words) for table, words in told)
    return (*(astray(section) if first else ()), *tables, *_lost(section, (round,)))


def astray(section: Section) -> tuple[str, ...]:
    """Return who and what must go elsewhere before the first round that is left, a sentence each."""
    boards = boards_astray(section.movement, section.boards, section.cases, section.set_name)
    return (*_astray(section), *boards)


def _astray(section: Section) -> Iterator[str]:
    """Yield who does not come to the next round by what is announced: led astray, just come, or gone."""
    movement, label = section.movement, partial(section.movement.field.label, section=section.letter)
    after, ways = movement.next_round - 1, _ways(movement)
    last, none, taken = _tables(movement, after) if after else {}, no_tables(movement), places_taken(movement)
    for contestant, (table, seat) in sorted(_tables(movement, after + 1).items()) if after else ():
        source = last.get(contestant, (0, ""))[0]
        if contestant in taken:
            yield place_sentence(movement, contestant, section.letter)
        elif table in none:
            yield _sitting_out(section, contestant)
        elif not source:
            yield say("{who} sits down at table {table}, {seat}.", who=label(contestant), table=table, seat=seat)
        elif _expected(ways, contestant, source, after) not in (None, table):
            phrase = "{who} goes from table {source} to table {table}, {seat}."
            phrase = "{who} stays at table {table}, {seat}." if source == table else phrase
            yield say(phrase, who=label(contestant), source=source, table=table, seat=seat)
    history = movement.history
    gone = [who for who, _ in history.left if who not in history.replaced] if history else []
    for contestant in gone:
        yield say("{who} has left: if you should play them, you sit out.", who=label(contestant))


def _sitting_out(section: Section, contestant: int) -> str:
    """Return that somebody, whose seat a rover has at once, is without a table in the next round."""
    movement = section.movement
    now, who = movement.next_round, movement.field.label(contestant, section.letter)
    later = _tables(movement, now + 1).get(contestant) if now < movement.rounds else None
    if later is None:
        return say("{who} sits out in round {round}.", who=who, round=now)
    table, seat = later
    phrase = "{who} sits out in round {round}, then goes to table {table}, {seat}."
    return say(phrase, who=who, round=now, table=table, seat=seat)


def _tables(movement: Movement, round: int) -> dict[int, tuple[int, str]]:
    """Return where everybody sits in a round, by table and seat."""
    return {
        contestant: (table, seat)
        for table, here in enumerate(movement.seats[round - 1].tolist(), start=1)
        for seat, contestant in zip(movement.seat_names, here, strict=True)
        if contestant
    }


Ways: TypeAlias = Mapping[int, Stay | Step]
"""The rule by which somebody moves, where it is announced."""


def _ways(movement: Movement) -> Ways:
    ruled = [claim for claim in claims_seen(movement) if isinstance(claim, Stay | Step)]
    return {contestant: claim for claim in ruled for contestant in claim.contestants}


def _expected(ways: Ways, contestant: int, table: int, round: int) -> int | None:
    """Return where somebody goes from a table after a round by what is announced; None where no rule says it."""
    match ways.get(contestant):
        case Stay():
            return table
        case Step(_, tables, by) if table <= tables:
            return ring(table + by[round - 1], tables)
        case _:
            return None


def boards_astray(
    movement: Movement, boards: Boards | None, cases: int | None = None, set_name: Callable[[str], str] = str
) -> tuple[str, ...]:
    """Return the boards that were not where they belonged in the last round, and where they must lie in the next."""
    journeys, last = travel(movement, cases), movement.next_round - 1
    if not movement.history or not movement.rounds_left or not last:
        return ()
    seen = {copy: table for (round, table), copy in journeys.visits.items() if round == last}
    several = len({copy.case for copy in journeys.journeys}) > 1
    found = []
    for copy, spots in journeys.journeys.items():
        # Where nobody played it lies where it should.
        others = any(movement.played[last - 1, table - 1] for table in spots[last - 1].tables)
        missed = others and not journeys.playing(copy, last)
        if copy in seen or missed:
            phrases = "{boards}, wherever it lies: to {spot}.", "{boards}, wherever they lie: to {spot}."
            if copy in seen and seen[copy] in spots[last].tables:
                phrases = "{boards} stays at table {table}.", "{boards} stay at table {table}."
            elif copy in seen:
                phrases = ("{boards}, now at table {table}: to {spot}.",) * 2
            named, spot = board_words((copy.group,), boards).capitalize(), journeys.words(spots[last], set_name)
            if several:
                named = say("{boards} of set {name}", boards=named, name=set_name(copy.case))
            found.append(say_many(*phrases, are_many(boards), boards=named, table=seen.get(copy, 0), spot=spot))
    return tuple(found)


def _lost(section: Section, rounds: Sequence[int]) -> Iterator[str]:
    """Yield where nothing is played that was planned, round by round."""
    movement = section.movement
    lost = movement.history.lost if movement.history else ()
    for round in rounds:
        tables = sorted(table for now, table in lost if now == round)
        if tables:
            here = sorted({c for table in tables for c in movement.seats[round - 1, table - 1].tolist() if c})
            yield say_many(
                "Round {round}: at {tables} there is nothing to play; {who} sits out.",
                "Round {round}: at {tables} there is nothing to play; {who} sit out.",
                len(here),
                round=round,
                tables=numbered_runs("table", tables),
                who=named(here, movement, section.letter) if here else say("nobody"),
            )
