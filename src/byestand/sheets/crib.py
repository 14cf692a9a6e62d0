"""The director's sheet: the whole session on one page, in few words. Spoken text is in the announcements."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from byestand.flow.arrows import arrow_changes
from byestand.flow.attendance import sitting_out
from byestand.flow.board_travel import BoardTravel, travel
from byestand.flow.rover import PartyTable, parties, party_rounds, visits_left
from byestand.flow.steps import skips
from byestand.language import phrase, say, say_many
from byestand.model.claims import Route, Step
from byestand.model.event import Event
from byestand.model.inferred_claims import infer_claims
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.sentences.announcements import announcements, last_start
from byestand.sentences.board_moves import boards_as_a_rule, boards_at_the_end, boards_later
from byestand.sentences.boards import board_range, board_span, board_words
from byestand.sentences.claims import MOVE_CLAIM_TEXTS, claim_texts
from byestand.sheets.problem_advice import advice
from byestand.words.dates import clock_words
from byestand.words.numbers import join_items, ranges
from byestand.words.people import NOBODY, name_contestants
from byestand.words.seats import seat_text


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """One round."""

    round: int
    cells: tuple[str, ...]
    """One text per heading."""
    loud: str = ""
    """The announcement that must not be forgotten before this round."""
    do: str = ""
    """Other things to say or do."""


@dataclass(frozen=True, slots=True)
class DirectorSummary:
    """The texts of the director's sheet."""

    tonight: tuple[str, ...]
    before: tuple[str, ...]
    """Checklist before play."""
    every_round: tuple[str, ...]
    headings: tuple[str, ...]
    rows: tuple[SummaryRow, ...]
    ending_lines: tuple[str, ...]
    cases: tuple[tuple[str, str], ...]
    """Problems, each with what to do."""


def crib(section: Section, event: Event | None = None, *, cards: bool = False) -> DirectorSummary:
    """Return the sheet of a section; *cards* says whether there are guide cards to put out."""
    event, movement = event or Event(), section.movement
    journeys = travel(movement, section.cases)
    columns = [column for column in _columns(section, event) if any(column[1:])]
    return DirectorSummary(
        tuple(_tonight(section, event, journeys)),
        tuple(_before(section, journeys, cards=cards)),
        tuple(_every_round(section, journeys)),
        tuple(column[0] for column in columns),
        tuple(
            SummaryRow(
                round,
                tuple(column[i] for column in columns),
                "; ".join(_loud(movement, round)),
                "; ".join(_to_do(section, event, journeys, round)),
            )
            for i, round in enumerate(movement.remaining_rounds, start=1)
        ),
        tuple(_ending_lines(section, event)),
        tuple(advice(section)),
    )


def _tonight(section: Section, event: Event, journeys: BoardTravel) -> Iterator[str]:
    movement, boards = section.movement, section.boards
    guests = [party for party in parties(movement) if not party.half]
    plain, present = movement.tables - len(parties(movement)), len(movement.field.present)
    size = [
        say_many("1 player", "{number} players", present)
        if movement.is_individual
        else say_many("1 pair", "{number} pairs", present),
        say("tables 1-{last}", last=plain) if plain > 1 else say("table 1"),
        *(say("party table {table}", table=party.table) for party in guests[:1]),
    ]
    yield ", ".join(size) + "."
    length = [say_many("1 round", "{number} rounds", movement.rounds)]
    if boards:
        length.append(say_many("1 board per round", "{number} boards per round", boards.per_round))
        length.append(say("boards {span}", span=board_span(1, movement.deal_groups, boards)))
    yield ", ".join(length) + "."
    yield from _sets(section, journeys)
    yield say(_RANKED[len(movement.field.lines)])
    if event.start_time and event.minutes_per_round:
        end = clock_words(event.start_time, movement.rounds * event.minutes_per_round)
        yield say("{start} to {end}.", start=clock_words(event.start_time), end=end)


_RANKED = {1: phrase("One winner."), 2: phrase("Two winners."), 4: phrase("Four winners.")}


def _sets(section: Section, journeys: BoardTravel) -> Iterator[str]:
    """Yield which tables play with which set."""
    where: dict[str, set[int]] = {}
    for sub in journeys.layout.subsections if journeys.layout else ():
        for case in sub.cases:
            where.setdefault(case, set()).update(sub.tables)
    for case in journeys.pool.cases if journeys.pool else ():
        where.setdefault(case, set()).update(journeys.pool.tables if journeys.pool else ())
    if journeys.party_case:
        where[journeys.party_case] = {party.table for party in parties(section.movement)}
    if len(where) > 1:
        for case, tables in where.items():
            yield say_many(
                "Set {name}: table {tables}.",
                "Set {name}: tables {tables}.",
                len(tables),
                name=section.set_name(case),
                tables=ranges(tables),
            )


def _before(section: Section, journeys: BoardTravel, *, cards: bool) -> Iterator[str]:
    movement = section.movement
    yield say("boards out")
    if (layout := journeys.layout) and layout.stands:
        beside = join_items(stand.next_to_table for stand in layout.stands)
        yield say_many(
            "bye stand at table {tables}", "bye stands at tables {tables}", len(layout.stands), tables=beside
        )
    if pool := journeys.pool:
        a, b = pool.between
        yield say("bye stand {stand} between tables {a} and {b}", stand=pool.stand, a=a, b=b)
    for party in parties(movement):
        if not party.half:
            yield say("table {party} away from tables {last} and 1", party=party.table, last=party.table - 1)
    yield say("mats")
    yield say("pick-up slips")
    # There is a start list only if names are known.
    yield say("start list and chart up") if section.contestants else say("chart up")
    if cards:
        yield say("guide cards")
    for party in parties(movement):
        yield say("rover's card ({rover})", rover=name_contestants([party.pair], movement, section.letter))


def _every_round(section: Section, journeys: BoardTravel) -> Iterator[str]:
    movement = section.movement
    if movement.rounds == 1:
        return
    ways = [claim for claim in infer_claims(movement) if type(claim) in MOVE_CLAIM_TEXTS]
    yield from chain(*(part.opening() for part in claim_texts(movement, ways)))
    yield from boards_as_a_rule(journeys, section.boards)


def _columns(section: Section, event: Event) -> Iterator[tuple[str, ...]]:
    """Yield the columns next to the rounds, each with its heading first."""
    movement, left = section.movement, section.movement.remaining_rounds
    if event.start_time and event.minutes_per_round:
        yield (say("starts"), *(clock_words(event.start_time, (round - 1) * event.minutes_per_round) for round in left))
    for party in parties(movement):
        yield from _rover_columns(section, party)
    for spare in [route.contestant for route in movement.claims_of(Route) if not route.party_table]:
        visits = {visit.round: visit for visit in visits_left(movement, spare)}
        stops = (visits.get(round) for round in left)
        cells = (
            say("{seat} at {table}", seat=seat_text(stop.seat), table=stop.table) if stop else NOBODY for stop in stops
        )
        yield (name_contestants([spare], movement, section.letter), *cells)
    out = [[movement.field.label(c, section.letter) for c in sitting_out(movement, round)] for round in left]
    if not parties(movement) and max(map(len, out), default=0) <= MAX_LABELS:
        yield (say("sit-outs"), *map(", ".join, out))


MAX_LABELS = 4
"""Up to this many sit-outs are listed in a column."""


def _rover_columns(section: Section, party: PartyTable) -> Iterator[tuple[str, ...]]:
    movement, rounds = section.movement, party_rounds(section.movement, party)
    away = {r.round for r in rounds if r.rover_table != party.table}
    tables = (NOBODY if party.half and r.round not in away else str(r.rover_table) for r in rounds)
    invited = (movement.field.contestant(r.guest) if r.round in away and r.guest != "-" else 0 for r in rounds)
    guests = (name_contestants([guest], movement, section.letter) if guest else NOBODY for guest in invited)
    yield (say("rover at"), *tables)
    if party.half:
        yield (say("sits out"), *guests)
    else:
        yield (say("to table {table}", table=party.table), *guests)
        yield (say("boards at {table}", table=party.table), *(board_range(r.group, section.boards) for r in rounds))


def _loud(movement: Movement, round: int) -> Iterator[str]:
    """Yield the announcements for everyone before a round that are not routine."""
    if round - 1 in skips(movement):
        yield say("SKIP before this round: EW up two tables")
    switched, back = arrow_changes(movement, round)
    if len(switched) == movement.tables:
        yield say("ARROW SWITCH")
    elif switched:
        yield say_many(
            "ARROW SWITCH at table {tables}", "ARROW SWITCH at tables {tables}", len(switched), tables=ranges(switched)
        )
    if len(back) == movement.tables:
        yield say("END OF ARROW SWITCH")
    elif back:
        yield say_many(
            "END OF ARROW SWITCH at table {tables}",
            "END OF ARROW SWITCH at tables {tables}",
            len(back),
            tables=ranges(back),
        )


def _to_do(section: Section, event: Event, journeys: BoardTravel, round: int) -> Iterator[str]:
    movement = section.movement
    for step in movement.claims_of(Step):
        by = step.by[round - 2] if round > max(1, movement.next_round - 1) else 0
        usual = max(step.by, key=step.by.count, default=0)
        if round > 1 and by != usual and round - 1 not in skips(movement):
            yield _unusual_step(by)
    if any(after == round - 1 for after, _ in boards_later(journeys, section.boards)):
        yield say("unusual board move")
    for shared in journeys.shared_copies(round):
        boards = board_words((shared.copy.group,), section.boards)
        yield say("tables {tables} share {boards}", tables=ranges(shared.tables), boards=boards)
    if round in movement.revenge_rounds:
        yield say("repeat opponents")
    for party in parties(movement):
        if any(r.round == round and r.rover_table == party.table for r in party_rounds(movement, party)):
            yield say("rover sits out") if party.half else say("rover plays at table {table}", table=party.table)
    if round == movement.rounds > 1:
        until = last_start(movement, event)
        yield say("last round; no new board after {until}", until=until) if until else say("last round")


def _unusual_step(by: int) -> str:
    if not by:
        return say("nobody moves")
    if by > 0:
        return say_many("all moving pairs up 1 table", "all moving pairs up {number} tables", by)
    return say_many("all moving pairs down 1 table", "all moving pairs down {number} tables", -by)


def _ending_lines(section: Section, event: Event) -> Iterator[str]:
    movement = section.movement
    (*_, end) = announcements(section, event)
    if end.at:
        yield f"{end.at}."
    yield boards_at_the_end(travel(movement, section.cases))
    yield say("Check that all slips are in.")
    slips = int(movement.played_mask.sum())
    if section.boards:
        yield say("{slips} slips, {results} results.", slips=slips, results=slips * section.boards.per_round)
    yield say(_RANKINGS[len(movement.field.lines)])


_RANKINGS = {
    1: phrase("One ranking for everyone."),
    2: phrase("Separate rankings for North-South and East-West."),
    4: phrase("Separate rankings for North, South, East and West."),
}
