"""Slips for the tables that are told something in a night that was repaired: plain data, a sentence a round.

Boards and people go on as always; a slip says what else to do, and in which rounds. Where a
pair that came late takes the place of one that left there is one sentence, and one card.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.claims import Stay, Step
from byestand.model.layout import Copy, set_name
from byestand.model.movement import Movement
from byestand.model.seen import claims_seen
from byestand.words.boards import are_many, board_words
from byestand.words.numbers import listed
from byestand.words.people import called, named
from byestand.words.phrases import first_up
from byestand.words.travel import Travel, travel


@dataclass(frozen=True, slots=True)
class ToldRound:
    """What a table is told for one round."""

    round: int
    words: str
    """``share boards 11-12 with table 9; boards 9-10 stay closed``: without the round, and without a full stop."""


@dataclass(frozen=True, slots=True)
class ToldSlip:
    """What a table is told for the rounds that are left."""

    table: int
    rounds: tuple[ToldRound, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """The slip as sentences: "Round 7: share boards 11-12 with table 9.", and at the end how it goes on."""
        told = (say("Round {round}: {words}.", round=one.round, words=one.words) for one in self.rounds)
        return (*told, say("All other rounds, and everything else, as always."))


def told_slips(
    movement: Movement, boards: Boards | None = None, cases: int | None = None, section: str = ""
) -> tuple[ToldSlip, ...]:
    """Return the slips of all tables that are told something, in their order; none where nothing was repaired."""
    if not movement.history or not movement.history.told:
        return ()
    teller = Teller(movement, boards, travel(movement, cases), section)
    slips = (ToldSlip(table, tuple(teller.rounds(table))) for table in range(1, movement.tables + 1))
    return tuple(slip for slip in slips if slip.rounds)


class Teller:
    """What tables are told, worked out from where all boards lie."""

    def __init__(self, movement: Movement, boards: Boards | None, journeys: Travel, section: str = "") -> None:
        self._movement = movement
        self._section = section
        self._set_name = partial(set_name, section=section)
        self._boards = boards
        self._travel = journeys
        ruled = (claim for claim in claims_seen(movement) if isinstance(claim, Stay | Step))
        self._by_rule = {contestant for claim in ruled for contestant in claim.contestants}

    def rounds(self, table: int) -> Iterator[ToldRound]:
        """Yield what a table is told, round by round."""
        for round in self._movement.rounds_left:
            if words := self.words(table, round):
                yield ToldRound(round, words)

    def words(self, table: int, round: int) -> str:
        """Return what a table is told for a round; nothing where all is as always."""
        history = self._movement.history
        if history is None or (round, table) not in history.told or not self._movement.played[round - 1, table - 1]:
            return ""
        if copy := self._travel.visits.get((round, table)):
            return "; ".join(filter(None, (self._fetched(table, round, copy), self.closed(table, round))))
        # Who comes to the table by what is announced need not be told.
        here = self._movement.seats[round - 1, table - 1].tolist()
        return "" if self._by_rule.issuperset(here) else self._seated(table, round)

    def is_lost(self, table: int, round: int) -> bool:
        """Tell whether nothing can be played that was planned."""
        history = self._movement.history
        return history is not None and (round, table) in history.lost

    def _fetched(self, table: int, round: int, copy: Copy) -> str:
        """Return where boards are that do not come by themselves, and with whom they are shared."""
        spot, boards = self._travel.lies(copy, round), board_words((copy.group,), self._boards)
        others = [t for t in self._travel.playing(copy, round) if t != table]
        sharing = listed("table", others) if others else ""
        if others and (set(others) & set(spot.tables) or min(others) < table):
            return say("share {boards} with {others}", boards=boards, others=sharing)
        where = self._travel.words(spot, self._set_name)
        one = "take {boards} from {where}, and put it back afterwards"
        many = "take {boards} from {where}, and put them back afterwards"
        if others:
            one = "take {boards} from {where}, share it with {others}, and put it back afterwards"
            many = "take {boards} from {where}, share them with {others}, and put them back afterwards"
        return say_many(one, many, are_many(self._boards), boards=boards, where=where, others=sharing)

    def closed(self, table: int, round: int) -> str:
        """Return which boards come to a table as always though nobody plays them in that round."""
        copy = self._travel.on_table(table, round)
        if copy is None or self._travel.playing(copy, round):
            return ""
        named = board_words((copy.group,), self._boards)
        return say_many("{boards} stays closed", "{boards} stay closed", are_many(self._boards), boards=named)

    def _seated(self, table: int, round: int) -> str:
        movement = self._movement
        here = [contestant for contestant in movement.seats[round - 1, table - 1].tolist() if contestant]
        boards = board_words((movement.at(round, table).group,), self._boards)
        return say("{who} play {boards} here", who=named(here, movement, self._section), boards=boards)


@dataclass(frozen=True, slots=True)
class PlaceCard:
    """A card for a pair that takes somebody's place."""

    title: str
    """``Pair E19``."""
    lines: tuple[str, ...]


def places_taken(movement: Movement) -> dict[int, int]:
    """Return whose place each pair takes that has come for the next round."""
    history = movement.history
    arriving = history.arriving(movement.next_round) if history else ()
    return {came: left for came, left in history.places if came in arriving} if history else {}


def place_sentence(movement: Movement, newcomer: int, section: str = "") -> str:
    """Return what a director says: "Pair E19: Take pair E3's place, table 7 EW in round 5."."""
    round, table, seat = _first_seat(movement, newcomer)
    return say(
        "{who}: Take {left}'s place, table {table} {seat} in round {round}.",
        who=first_up(_name(movement, newcomer, section)),
        left=_name(movement, places_taken(movement)[newcomer], section),
        table=table,
        seat=seat,
        round=round,
    )


def place_cards(movement: Movement, section: str = "") -> Iterator[PlaceCard]:
    """Yield a card for each pair that takes somebody's place."""
    for newcomer, leaver in places_taken(movement).items():
        round, table, seat = _first_seat(movement, newcomer)
        left = _name(movement, leaver, section)
        lines = (
            say("Take {left}'s place.", left=left),
            say("Round {round}: table {table}, {seat}.", round=round, table=table, seat=seat),
            say("Then go where {left} would have gone.", left=left),
            say("Where a mat or a list still says {label}, that is you.", label=movement.field.label(leaver, section)),
        )
        yield PlaceCard(first_up(_name(movement, newcomer, section)), lines)


def _first_seat(movement: Movement, contestant: int) -> tuple[int, int, str]:
    """Return the round, the table and the seat at which somebody first sits down."""
    visit = movement.itinerary(movement.field.label(contestant))[0]
    return visit.round, visit.table, visit.seat


def _name(movement: Movement, contestant: int, section: str) -> str:
    return f"{called(movement).one} {movement.field.label(contestant, section)}"
