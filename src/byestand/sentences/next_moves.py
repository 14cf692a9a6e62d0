"""The moves after a round in few words for the display; the announcements have more.

Rules that hold all session are repeated with every round, for people who missed the announcement.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from byestand.flow.attendance import sitting_out
from byestand.flow.board_travel import travel
from byestand.flow.groups import Group
from byestand.flow.moves import (
    ArrowMove,
    CardMove,
    FollowMove,
    JumpMove,
    PeopleMove,
    StepMove,
    arrow_moves,
    boards_move,
    people_moves,
    rover_moves,
    shares_without,
    sit_outs_without_rover,
    spare_moves,
    stationary_groups,
)
from byestand.flow.rover import NO_PAIR, PartyRound, PartyTable, is_unused
from byestand.language import say, say_many
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.sentences.board_moves import boards_after, boards_at_the_end
from byestand.sentences.boards import board_words
from byestand.sentences.change_slips import SlipWriter
from byestand.sentences.groups import card_text, group_label, stay_once_text, stay_text
from byestand.sentences.resume_steps import astray
from byestand.sentences.steps import edge_text, jumps_text, step_words
from byestand.words.numbers import join_items, short_list
from byestand.words.people import by_name, count_text, name_contestants, number_title, sit_out_text
from byestand.words.seats import spoken_side

Kind = Literal["people", "skip", "switch", "told", "boards", "rover", "out", "sharing", "again", "last", "break", "end"]

LOUD: frozenset[Kind] = frozenset({"skip", "switch", "told"})
"""Moves that are not routine."""
MAX_NAMED_SIT_OUTS = 3
MAX_SHARING_TABLES = 2


@dataclass(frozen=True, slots=True)
class MoveText:
    """One thing that happens between two rounds."""

    kind: Kind
    words: str
    """"EW: up one table"."""
    detail: str = ""
    """"from table 18 to table 1; NS stay"."""

    @property
    def is_loud(self) -> bool:
        """Whether it is not routine."""
        return self.kind in LOUD


def next_moves(section: Section, round: int) -> tuple[MoveText, ...]:
    """Return what happens after a round, loud moves first; round 0 is before play.

    Rounds before a repair have none.
    """
    movement = section.movement
    if round == movement.rounds:
        return (MoveText("end", say("End of play"), boards_at_the_end(travel(movement, section.cases))),)
    if round + 1 not in movement.remaining_rounds:
        return ()
    moves = [*_move_lines(section, round)] if round else []
    moves += map(_arrow, arrow_moves(movement, round))
    moves += [*_changes(section, round + 1), *_rover_lines(section, round + 1)]
    moves += [*_sit_outs(section, round + 1), *_sharing(section, round + 1)]
    if round + 1 in movement.revenge_rounds:
        moves.append(MoveText("again", say("Repeat opponents"), say("on new boards")))
    if round and round + 1 == movement.rounds:
        moves.append(MoveText("last", say("Last round")))
    return (*(move for move in moves if move.is_loud), *(move for move in moves if not move.is_loud))


def _move_lines(section: Section, round: int) -> Iterator[MoveText]:
    movement = section.movement
    stays = [stay_text(group, spoken=False) for group in stationary_groups(movement)]
    for move in people_moves(movement, round):
        yield from _people(move, stays, movement)
        stays = []
    boards = boards_move(travel(movement, section.cases), round)
    if boards is not None:
        if text := boards_after(travel(movement, section.cases), round):
            yield MoveText("boards", text)
        else:
            yield MoveText("boards", say("Leave the boards"), say("they will be moved for you"))


def _people(move: PeopleMove, stays: list[str], movement: Movement) -> Iterator[MoveText]:
    """Yield how people move, and who stays."""
    match move:
        case JumpMove(jumps, sides):
            words = say("All except North move as shown on the mat")
            yield MoveText("people", words, jumps_text(jumps, sides))
        case StepMove(groups=groups):
            yield from (_step(move, group, stays if i == 0 else []) for i, group in enumerate(groups))
        case FollowMove(by_number, first, last):
            yield _follow(movement, first, last, stays, by_number=by_number)
        case CardMove(groups=()):
            yield MoveText("people", say("Follow your guide card"))
        case CardMove(groups=groups):
            for i, group in enumerate(groups):
                yield MoveText("people", card_text(group, spoken=False), "; ".join(stays) if i == 0 else "")


def _step(move: StepMove, group: Group, stays: list[str]) -> MoveText:
    edge = edge_text(move.edge)
    if not move.by:
        return MoveText("people", stay_once_text(group), "; ".join(stays))
    label = group_label(group, spoken=False)
    if move.is_skip:
        detail = "; ".join((say("this time only"), edge))
        return MoveText("skip", f"{say('Skip')}: {label} {step_words(move.by)}", detail)
    detail = "; ".join(filter(None, (edge, *stays)))
    return MoveText("told" if move.is_changed else "people", f"{label}: {step_words(move.by)}", detail)


def _follow(movement: Movement, first: int, last: int, stays: list[str], *, by_number: bool) -> MoveText:
    if movement.is_individual:
        order = say("Player {first} follows player {last}", first=first, last=last)
        lower, before = say("Follow the player with the next lower number"), say("Follow the player before you")
    else:
        order = say("Pair {first} follows pair {last}", first=first, last=last)
        lower, before = say("Follow the pair with the next lower number"), say("Follow the pair before you")
    return MoveText("people", lower if by_number else before, "; ".join((order, *stays)))


def _arrow(move: ArrowMove) -> MoveText:
    detail = say("move as usual; the stationary pair plays {side}", side=spoken_side(move.side))
    numbers, count = short_list(move.tables) if move.tables else "", len(move.tables)
    if move.begins and not move.tables:
        words = say("Arrow switch")
    elif move.begins:
        words = say_many("Arrow switch at table {tables}", "Arrow switch at tables {tables}", count, tables=numbers)
    elif not move.tables:
        words = say("End of arrow switch")
    else:
        words = say_many(
            "End of arrow switch at table {tables}", "End of arrow switch at tables {tables}", count, tables=numbers
        )
    return MoveText("switch", words, detail)


def _changes(section: Section, round: int) -> Iterator[MoveText]:
    """Yield the changed instructions after a repair."""
    movement = section.movement
    lines = astray(section) if movement.history and round == movement.next_round else ()
    if len(lines) > MAX_NAMED_SIT_OUTS:
        yield MoveText("told", say("Some pairs have changed moves"), say("the director will call them"))
    else:
        yield from (MoveText("told", line) for line in lines)
    slips = _slips(section, round)
    if len(slips) > MAX_SHARING_TABLES:
        yield MoveText("told", say("Tables {tables}: see your instruction slip", tables=short_list(tuple(slips))))
    else:
        for table, text in slips.items():
            yield MoveText("told", say("Table {table}: see your instruction slip", table=table), text)


def _slips(section: Section, round: int) -> dict[int, str]:
    """Return the changed instructions of tables for a round."""
    movement = section.movement
    teller = SlipWriter(movement, section.boards, travel(movement, section.cases), section.letter)
    return {table: text for table in range(1, movement.tables + 1) if (text := teller.words(table, round))}


def _rover_lines(section: Section, round: int) -> Iterator[MoveText]:
    movement = section.movement
    for party, party_round in rover_moves(movement, round):
        yield _rover(section, party, party_round)
    for spare, visit in spare_moves(movement, round):
        number, seat = number_title(movement, spare, section.letter), spoken_side(visit.seat)
        words = say("{player} to table {table}, {seat}", player=number, table=visit.table, seat=seat)
        yield MoveText("rover", words, section.name(movement.field.label(spare)))


def _rover(section: Section, party: PartyTable, party_round: PartyRound) -> MoveText:
    movement = section.movement
    rover, name = movement.field.label(party.pair, section.letter), section.name(movement.field.label(party.pair))
    unused = is_unused(movement, party, party_round.round)
    if party_round.rover_table == party.table:
        if unused:
            return MoveText("rover", say("Rover {rover} sits out", rover=rover), name)
        return MoveText(
            "rover", say("Rover {rover} to table {table}, the party table", rover=rover, table=party.table), name
        )
    words = say("Rover {rover} to table {table}", rover=rover, table=party_round.rover_table)
    if party_round.guest == NO_PAIR:
        return MoveText("rover", words)
    guest = by_name(section, movement.field.contestant(party_round.guest))
    if unused:
        return MoveText("rover", words, say("{pair}: sit out", pair=guest))
    return MoveText("rover", words, say("{pair}: play at table {table}", pair=guest, table=party.table))


def _sit_outs(section: Section, round: int) -> Iterator[MoveText]:
    """Yield who sits out, without displaced pairs, who are named with the rover."""
    movement = section.movement
    out = sit_outs_without_rover(movement, round)
    if len(out) > MAX_NAMED_SIT_OUTS:
        yield MoveText("out", _many_sit_out(movement, len(out)), name_contestants(out, movement, section.letter))
    elif out:
        names = filter(None, (section.name(movement.field.label(c)) for c in out))
        yield MoveText("out", sit_out_text(out, movement, section.letter), "; ".join(names))


def _many_sit_out(movement: Movement, number: int) -> str:
    if movement.is_individual:
        return say_many("{number} player sits out", "{number} players sit out", number)
    return say_many("{number} pair sits out", "{number} pairs sit out", number)


def _sharing(section: Section, round: int) -> Iterator[MoveText]:
    # An instruction slip names the sharing tables already.
    shared = shares_without(travel(section.movement, section.cases), round, set(_slips(section, round)))
    if len(shared) > MAX_SHARING_TABLES:
        tables = "; ".join(join_items(copy.tables) for copy in shared)
        yield MoveText("sharing", say("Some tables share boards"), say("tables {tables}", tables=tables))
        return
    for copy in shared:
        words = say("Tables {tables} share", tables=short_list(copy.tables))
        yield MoveText("sharing", words, board_words((copy.copy.group,), section.boards))


def standing_text(section: Section, round: int) -> tuple[str, ...]:
    """Return what holds during a round: who sits out, and which tables share."""
    return (*_current_sit_outs(section, round), *_current_sharing(section, round))


def _current_sit_outs(section: Section, round: int) -> Iterator[str]:
    movement, out = section.movement, sitting_out(section.movement, round)
    players = movement.is_individual
    names = any(section.name(movement.field.label(c)) for c in out)
    if players and len(out) <= MAX_NAMED_SIT_OUTS and names:
        contestants = "; ".join(by_name(section, contestant) for contestant in out)
        yield say("Sitting out: {contestants}", contestants=contestants)
    elif out:
        few = players or len(out) <= 2 * MAX_NAMED_SIT_OUTS
        contestants = name_contestants(out, movement, section.letter) if few else count_text(movement, len(out))
        yield say("Sitting out: {contestants}", contestants=contestants)


def _current_sharing(section: Section, round: int) -> Iterator[str]:
    boards = travel(section.movement, section.cases)
    together = [*boards.relays, *(copy.tables for copy in boards.shared_copies(round))]
    if len(together) > MAX_SHARING_TABLES:
        yield say("Some tables share boards: see the mat")
        return
    for tables in together:
        yield say("Tables {tables} share boards", tables=short_list(tables))
