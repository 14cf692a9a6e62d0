"""Personal score cards: opponents and boards of every round, with room for results.

Each player of a pair has a card. Single players have one with their partner on every board.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import product

from byestand.flow.rover import tables_without_pairs
from byestand.language import say
from byestand.model.board_conditions import board_conditions
from byestand.model.session import Section
from byestand.sheets.forms.cut_layout import CutLayout, cut_for, cuts, identity
from byestand.sheets.forms.scheduled_plays import boards_of, seats_on
from byestand.sheets.forms.slips import ROW
from byestand.sheets.print_order import Part, PrintOrder, chunks, equal_blocks
from byestand.words.names import with_initials
from byestand.words.people import NOBODY, number_title
from byestand.words.seats import seat_letter, seat_text
from byestand.words.vulnerability import vulnerable_text

_AROUND = 27.5
"""Millimetres of a card without its rows."""
_THREE_NAMES = 12.4
"""Millimetres of the names of the others at a table, below each other."""
_LETTERS = 44
_ON_A_PART = 12
"""The contestants of one part of a booklet. Long booklets are typeset in pieces."""


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One board of a card."""

    board: int
    dealer: str
    vulnerable: str
    seat: str = ""
    """The seat of a single player on this board."""
    partner: tuple[str, str, str] = ("", "", "")
    """For a single player: number, name, and the name with initials."""
    opponents: tuple[tuple[str, str, str], ...] = ()
    """The same of each."""


@dataclass(frozen=True, slots=True)
class RoundLines:
    """One round of a card; without boards it is a sit-out."""

    round: int
    table: int = 0
    seat: str = ""
    """The direction of a pair; at an arrow switch the direction that it plays."""
    opponent: str = ""
    """The number of the opponents."""
    names: tuple[str, ...] = ()
    """The names of the opponents, as far as they are known."""
    brief: tuple[str, ...] = ()
    """The same with initials, if there is no room for full names."""
    lines: tuple[BoardLine, ...] = ()
    note: str = ""
    """The text of a sit-out."""

    @property
    def height(self) -> int:
        """The number of rows."""
        return max(1, len(self.lines))


@dataclass(frozen=True, slots=True)
class ScoreCard:
    """The card of a contestant."""

    contestant: str
    title: str
    people: tuple[str, ...]
    """The players with this card; empty for an unknown name."""
    rounds: tuple[RoundLines, ...]


def score_cards(section: Section) -> Iterator[ScoreCard]:
    """Yield the cards of all present contestants, for the rounds that are left."""
    movement = section.movement
    for contestant in movement.field.present:
        label = movement.field.label(contestant)
        known = [person.name for person in section.members(label)]
        people = 1 if movement.is_individual else 2
        names = tuple(known if len(known) == people else [" & ".join(known)] * people)
        rounds = tuple(_round(section, contestant, round) for round in movement.remaining_rounds)
        if rounds:
            yield ScoreCard(label, number_title(movement, contestant, section.letter), names, rounds)


def _round(section: Section, contestant: int, round: int) -> RoundLines:
    movement = section.movement
    found = (movement.seats[round - 1] == contestant).any(axis=1).nonzero()[0].tolist()
    table = next((index + 1 for index in found if index + 1 not in tables_without_pairs(movement)), 0)
    if not table or not movement.played_mask[round - 1, table - 1]:
        return RoundLines(round, table, note=say("Round {round}: sit-out", round=round))
    boards = boards_of(section).numbers_of(int(movement.groups[round - 1, table - 1]))
    here = seats_on(movement, round, table, 1)
    if movement.is_individual:
        lines = (_alone(section, contestant, (round, table), which, b) for which, b in enumerate(boards, start=1))
        return RoundLines(round, table, lines=tuple(lines))
    seat = here.index(contestant)
    met = here[1 - seat]
    names = tuple(person.name for person in section.members(section.movement.field.label(met)))
    return RoundLines(
        round,
        table,
        seat_text(movement.seat_names[seat]),
        movement.field.label(met, section.letter),
        names,
        tuple(map(with_initials, names)),
        tuple(BoardLine(board, *_conditions(board)) for board in boards),
    )


def _alone(section: Section, player: int, cell: tuple[int, int], which: int, board: int) -> BoardLine:
    """Return a board of a single player: seat, partner and opponents."""
    here = seats_on(section.movement, *cell, which)
    seat = here.index(player)
    # North, South, East, West: partners are neighbours in this order.
    others = here[2:] if seat < 2 else here[:2]
    return BoardLine(
        board,
        *_conditions(board),
        seat_letter(section.movement.seat_names[seat]),
        _label(section, here[seat ^ 1]),
        tuple(_label(section, other) for other in others),
    )


def _conditions(board: int) -> tuple[str, str]:
    """Return dealer and vulnerability as text; nobody vulnerable is a dash."""
    dealer, vulnerable = board_conditions(board)
    return seat_letter(dealer), NOBODY if vulnerable == "none" else vulnerable_text(vulnerable)


def _label(section: Section, player: int) -> tuple[str, str, str]:
    name = section.name(section.movement.field.label(player))
    return str(section.movement.field.number(player)), name, with_initials(name)


def score_card_parts(section: Section, order: PrintOrder) -> list[Part]:
    """Return the cards for their template, all pages cut alike."""
    wanted = [card for card in score_cards(section) if order.includes(section, card.contestant)]
    if not wanted:
        return []
    cut = _cut(section, wanted, order)
    most = int((cut.height - _AROUND) / ROW)
    parts = []
    for some in chunks(wanted, _ON_A_PART):
        pages = list(_pages(some, cut, most))
        parts.append(_part(section, order, cut) | {"heading": _heading(some, wanted), "pages": pages})
    return parts


def _cut(section: Section, cards: Sequence[ScoreCard], order: PrintOrder) -> CutLayout:
    """Return the cut of a page: cards as small as rows for a pen and three names per round allow."""
    halves = [cut for cut in cuts(order.paper, columns=(2,), landscape=True) if cut.rows <= 2]
    wide = [cut for cut in cuts(order.paper, columns=(1,)) if cut.rows <= 2]
    height = _AROUND + max(ROW * _rows(card) for card in cards)
    if section.movement.is_individual and section.contestants:
        height = max(height, _AROUND + _THREE_NAMES * max(len(card.rounds) for card in cards))
    return cut_for(len(cards), [*halves, *wide], height=height)


def _part(section: Section, order: PrintOrder, cut: CutLayout) -> Part:
    movement = section.movement
    return {
        **cut.part,
        "kind": "scorecards",
        "alone": movement.is_individual,
        "named": bool(section.contestants),
        "per_round": boards_of(section).per_round,
        "rows_height": cut.height - _AROUND,
        "turns": not movement.is_individual and len(movement.field.lines) == 1,
        "imps": order.session.scoring == "imps",
        "identity": identity(section, order, _LETTERS),
    }


def _pages(cards: Sequence[ScoreCard], cut: CutLayout, most: int) -> Iterator[Part]:
    """Yield pages of cards, those of a pair side by side. A long card continues on the next page."""
    pieces = [piece for card in cards for piece in _pieces(card, most)]
    for page in chunks(pieces, cut.places):
        titles = dict.fromkeys(piece["title"] for piece in page)
        yield {"bookmark": ", ".join(titles), "cards": [*page, *[None] * (cut.places - len(page))]}


def _pieces(card: ScoreCard, most: int) -> Iterator[Part]:
    """Yield a card for each of its players, in several pieces if it is too long for one."""
    rounds = [asdict(one) for one in card.rounds]
    for person, block in product(card.people, _blocks(card, most)):
        yield {"title": card.title, "person": person, "rounds": [rounds[k] for k in block]}


def _blocks(card: ScoreCard, most: int) -> tuple[tuple[int, ...], ...]:
    """Return the rounds of each piece of a card."""
    a_round = max(one.height for one in card.rounds)
    fits = _rows(card) <= most
    return equal_blocks(range(len(card.rounds)), len(card.rounds) if fits else max(1, most // a_round))


def _rows(card: ScoreCard) -> int:
    return sum(one.height for one in card.rounds)


def _heading(some: Sequence[ScoreCard], wanted: Sequence[ScoreCard]) -> str:
    if len(some) == len(wanted):
        return say("Score cards")
    return say("Score cards, {first} to {last}", first=some[0].title, last=some[-1].title)
