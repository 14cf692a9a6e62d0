"""Instruction slips for the tables whose instructions change after a repair: plain data, one line per round.

Boards and people move as usual; a slip says what else to do, and in which rounds. A pair that takes the place of a
pair that left gets a card.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from byestand.flow.board_travel import BoardTravel, travel
from byestand.flow.rover import parties
from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.claims import Stay, Step
from byestand.model.history import History
from byestand.model.inferred_claims import infer_claims
from byestand.model.layout import Copy, set_name
from byestand.model.movement import Movement
from byestand.sentences.boards import board_words, place_words
from byestand.words.numbers import join_items
from byestand.words.people import name_contestants
from byestand.words.seats import seat_text


@dataclass(frozen=True, slots=True)
class ChangedRound:
    """The changed instruction of a table for one round."""

    round: int
    words: str
    """``share boards 11-12 with table 9; do not play boards 9-10``: without the round and without a full stop."""


@dataclass(frozen=True, slots=True)
class ChangeSlip:
    """The changed instructions of a table for the remaining rounds."""

    table: int
    rounds: tuple[ChangedRound, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """The slip as sentences: "Round 7: share boards 11-12 with table 9.", and a closing line."""
        lines = (f"{say('Round {round}', round=entry.round)}: {entry.words}." for entry in self.rounds)
        return (*lines, say("Everything else is as planned."))


def told_slips(
    movement: Movement, boards: Boards | None = None, cases: int | None = None, section: str = ""
) -> tuple[ChangeSlip, ...]:
    """Return the slips of all tables with changed instructions, in table order; none without a repair."""
    if not movement.history or not movement.history.instructed_cells:
        return ()
    builder = SlipWriter(movement, boards, travel(movement, cases), section)
    slips = (ChangeSlip(table, tuple(builder.rounds(table))) for table in range(1, movement.tables + 1))
    return tuple(slip for slip in slips if slip.rounds)


class SlipWriter:
    """Builds the changed instructions of tables from the places of all boards."""

    def __init__(self, movement: Movement, boards: Boards | None, journeys: BoardTravel, section: str = "") -> None:
        self._movement = movement
        self._section = section
        self._set_name = partial(set_name, section=section)
        self._boards = boards
        self._travel = journeys
        ruled = (claim for claim in infer_claims(movement) if isinstance(claim, Stay | Step))
        self._by_rule = {contestant for claim in ruled for contestant in claim.contestants}

    def rounds(self, table: int) -> Iterator[ChangedRound]:
        """Yield the changed instructions of a table, round by round."""
        for round in self._movement.remaining_rounds:
            if text := self.words(table, round):
                yield ChangedRound(round, text)

    def words(self, table: int, round: int) -> str:
        """Return the changed instruction of a table for a round; "" if nothing changes."""
        history = self._movement.history
        if history is None or not self._movement.played_mask[round - 1, table - 1]:
            return ""
        if (round, table) not in history.instructed_cells:
            return self._late_sharing(table, round, history)
        if copy := self._travel.visits.get((round, table)):
            return "; ".join(filter(None, (self._fetch_lines(table, round, copy), self.closed_text(table, round))))
        # Pairs that reach the table by the announced move need no instruction.
        here = self._movement.seats[round - 1, table - 1].tolist()
        return "" if self._by_rule.issuperset(here) else self._seat_line(table, round)

    def _late_sharing(self, table: int, round: int, history: History) -> str:
        """Return that a table shares its boards with the party table of a late pair; "" if it does not."""
        late = {contestant for contestant, _ in history.arrivals}
        for party in parties(self._movement):
            copy = self._travel.visits.get((round, party.table))
            is_told = party.host in late and (round, party.table) in history.instructed_cells
            if copy and is_told and table in self._travel.playing_tables(copy, round):
                boards = board_words((copy.group,), self._boards)
                return say_many(
                    "share {boards} with table {tables}",
                    "share {boards} with tables {tables}",
                    1,
                    boards=boards,
                    tables=party.table,
                )
        return ""

    def is_lost(self, table: int, round: int) -> bool:
        """Return whether a table cannot play what was planned."""
        history = self._movement.history
        return history is not None and (round, table) in history.lost_cells

    def _fetch_lines(self, table: int, round: int, copy: Copy) -> str:
        """Return where boards are that do not come by the usual move, and which tables share them."""
        spot, boards = self._travel.lies(copy, round), board_words((copy.group,), self._boards)
        others = [t for t in self._travel.playing_tables(copy, round) if t != table]
        if others and (set(others) & set(spot.tables) or min(others) < table):
            return say_many(
                "share {boards} with table {tables}",
                "share {boards} with tables {tables}",
                len(others),
                boards=boards,
                tables=join_items(others),
            )
        place = place_words(spot, self._travel, self._set_name)
        if others:
            return say_many(
                "take {boards} from {place}, share with table {tables} and put them back after the round",
                "take {boards} from {place}, share with tables {tables} and put them back after the round",
                len(others),
                boards=boards,
                place=place,
                tables=join_items(others),
            )
        return say("take {boards} from {place} and put them back after the round", boards=boards, place=place)

    def closed_text(self, table: int, round: int) -> str:
        """Return which boards come to a table as usual but are not played in that round."""
        copy = self._travel.on_table(table, round)
        if copy is None or self._travel.playing_tables(copy, round):
            return ""
        return say("do not play {boards}", boards=board_words((copy.group,), self._boards))

    def _seat_line(self, table: int, round: int) -> str:
        movement = self._movement
        here = [contestant for contestant in movement.seats[round - 1, table - 1].tolist() if contestant]
        boards = board_words((movement.at(round, table).group,), self._boards)
        return say("{who} play {boards} here", who=name_contestants(here, movement, self._section), boards=boards)


@dataclass(frozen=True, slots=True)
class PlaceCard:
    """A card for a pair that takes the place of another."""

    title: str
    """``Pair E19``."""
    lines: tuple[str, ...]


def places_taken(movement: Movement) -> dict[int, int]:
    """Return the pairs that arrive for the next round, each with the pair whose place it takes."""
    history = movement.history
    arriving = history.arrivals_in(movement.next_round) if history else ()
    return {came: left for came, left in history.places if came in arriving} if history else {}


def place_sentence(movement: Movement, newcomer: int, section: str = "") -> str:
    """Return the instruction of a new pair: "Pair E19 takes the place of pair E3: table 7 EW in round 5."."""
    round, table, seat = _first_seat(movement, newcomer)
    return say(
        "Pair {pair} takes the place of pair {left}: table {table} {seat} in round {round}.",
        pair=movement.field.label(newcomer, section),
        left=movement.field.label(places_taken(movement)[newcomer], section),
        table=table,
        seat=seat_text(seat),
        round=round,
    )


def place_cards(movement: Movement, section: str = "") -> Iterator[PlaceCard]:
    """Yield a card for each pair that takes the place of another; only pairs can do so, not single players."""
    for newcomer, leaver in places_taken(movement).items():
        round, table, seat = _first_seat(movement, newcomer)
        left = movement.field.label(leaver, section)
        lines = (
            say("Take the place of pair {left}.", left=left),
            say("Round {round}: table {table}, {seat}.", round=round, table=table, seat=seat_text(seat)),
            say("Then move as pair {left} would have moved.", left=left),
            say("On mats and lists, {label} now means you.", label=left),
        )
        yield PlaceCard(say("Pair {pair}", pair=movement.field.label(newcomer, section)), lines)


def _first_seat(movement: Movement, contestant: int) -> tuple[int, int, str]:
    """Return the round, the table and the seat at which a contestant starts."""
    visit = movement.itinerary(movement.field.label(contestant))[0]
    return visit.round, visit.table, visit.seat
