"""Notes beside the rounds on a mat: warnings, sharing, and where the next boards come from."""

from collections.abc import Iterator
from typing import Literal

from byestand.flow.board_sets import ASIDE
from byestand.flow.board_travel import BoardTravel
from byestand.flow.rover import parties
from byestand.language import say
from byestand.model.layout import BoardSpot
from byestand.model.session import Section
from byestand.sentences.boards import place_words
from byestand.sentences.change_slips import SlipWriter
from byestand.sentences.claims import movement_texts
from byestand.sheets import mat_texts
from byestand.sheets.next_seat import Destination, SeatIndex


class Notes:
    """The notes of all tables of a section."""

    def __init__(self, section: Section, travel: BoardTravel, seating: SeatIndex, teller: SlipWriter) -> None:
        self._section, self._movement, self._boards = section, section.movement, section.boards
        self._travel, self._seating, self._teller = travel, seating, teller
        self._told = movement_texts(section.movement, section.boards)
        self._party_tables = {party.table for party in parties(section.movement)}

    def at(self, table: int, *, sits_out: bool) -> Iterator[str]:
        """Yield the notes of a table."""
        movement = self._movement
        if (turning := self._seating.turning_pairs.get(table)) and turning.pair:
            yield mat_texts.stayer_note(self._section, turning.pair)
        elif self._seating.host(table) is not None:
            yield from self._visitors(table)
        if table in self._party_tables:
            yield say(mat_texts.BY_INVITATION)
        else:
            yield from (note for part in self._told for note in part.at_table(table))
        yield from self._shared_text(table)
        if sits_out and not movement.is_individual:
            yield say(mat_texts.SITTING_OUT)
        yield from self._next_boards(table)
        yield say(mat_texts.CHECK_PLAYERS) if movement.is_individual else say(mat_texts.CHECK_PAIRS)

    def board_destination(self, spot: BoardSpot, table: int) -> Destination:
        """Return where the boards of a table go."""
        if table in spot.tables:
            return Destination("stay", table)
        kind: Literal["director", "boards"] = "director" if self._at_director(spot) else "boards"
        return Destination(kind, spot=spot, place=self.spot(spot))

    def spot(self, spot: BoardSpot) -> str:
        """Return in few words where boards go to or come from."""
        return (
            say(mat_texts.DIRECTOR)
            if self._at_director(spot)
            else place_words(spot, self._travel, self._section.set_name)
        )

    def _at_director(self, spot: BoardSpot) -> bool:
        return spot == ASIDE and not self._travel.party_case

    def _shared_text(self, table: int) -> Iterator[str]:
        rounds = self._movement.remaining_rounds
        if always := [other for relay in self._travel.relays if table in relay for other in relay if other != table]:
            changed = any(self._teller.words(table, round) for round in rounds)
            yield from mat_texts.sharing_notes(always, self._boards, always=True, but_where_told=changed)
        elif shared := max((self._travel.sharers(table, round) for round in rounds), key=len, default=()):
            yield from mat_texts.sharing_notes(shared, self._boards, always=False)

    def _visitors(self, table: int) -> Iterator[str]:
        """Yield the numbers of the visitors of a table, if they are a run of numbers."""
        home, left = set(self._seating.home(table)), self._movement.remaining_rounds
        come = {c for round in left for c in self._movement.seats[round - 1, table - 1].tolist() if c} - home
        numbers = sorted({self._movement.field.number(c) for c in come})
        if len(numbers) > 2 and numbers[-1] - numbers[0] < len(numbers) + 1:
            letter = self._section.letter
            yield mat_texts.visitors_note(f"{letter}{numbers[0]}", f"{letter}{numbers[-1]}")

    def _next_boards(self, table: int) -> Iterator[str]:
        """Yield where the next boards come from, if that is always the same place, or sometimes a stand."""
        if table in self._party_tables and self._travel.party_case:
            yield mat_texts.own_set(self._section.set_name(self._travel.party_case))
            return
        rounds = list(self._movement.remaining_rounds)[:-1]
        spots = {spot for round in rounds if (spot := self._travel.comes(table, round)) and table not in spot.tables}
        places = sorted({self.spot(spot) for spot in spots}, reverse=True)
        if len(places) == 1 or (len(places) == 2 and any(spot.stand for spot in spots)):
            pool = self._travel.pool
            in_front = any(spot.stand for spot in spots) and not (pool and BoardSpot(stand=pool.stand) in spots)
            first, *other = places
            place = say("{first} or {second}", first=first, second=other[0]) if other else first
            yield mat_texts.next_boards(place, in_front=in_front)
        if self._travel.uses_director and not (spots and all(map(self._at_director, spots))):
            yield say(mat_texts.AT_DIRECTOR)
