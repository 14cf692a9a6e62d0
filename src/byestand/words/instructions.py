"""How to set up and run a movement, in words: what a director does before play, and what is said when."""

from collections.abc import Iterator, Sequence
from operator import itemgetter

from byestand.model import Boards, Jump, Movement
from byestand.model.seen import claims_seen
from byestand.words.boards import board_moves, board_span, boarding, go_by_list, listed_sharing
from byestand.words.claims import player_moves, told_of
from byestand.words.numbers import in_words
from byestand.words.people import PLAYERS, called
from byestand.words.phrases import Instructions, say, say_many
from byestand.words.resuming import resuming


def instructions(movement: Movement, boards: Boards | None = None) -> tuple[Instructions, ...]:
    """Return how to board the tables and how boards and players move."""
    if not movement.rounds_left:
        return ()
    moves = player_moves(movement)
    return (
        *_boarding(movement, boards),
        *resuming(movement, boards),
        *_boards_after_every_round(movement, boards),
        *([Instructions(say("Players, after every round"), moves)] if moves else []),
        *_boards_without_rings(movement, boards),
        *(one for part in told_of(movement, boards) for one in part.lists()),
    )


def announcements(movement: Movement, boards: Boards | None = None) -> tuple[Instructions, ...]:
    """Return what to say and when: before play goes on, at a skip or an arrow switch, at the end."""
    end = Instructions(say("After round {last}", last=movement.rounds), tuple(_end(movement)))
    if not movement.rounds_left:
        return (end,)
    told = told_of(movement, boards)
    opening = player_moves(movement, before_play=True)
    later = sorted((one for part in told for one in part.later()), key=itemgetter(0))
    return (
        Instructions(say("Before round {next}", next=movement.next_round), (_welcome(movement, boards), *opening)),
        *resuming(movement, boards),
        *_boards_after_every_round(movement, boards),
        *_boards_without_rings(movement, boards),
        *(one for part in told for one in part.announced()),
        *(one for _, one in later),
        end,
    )


def _boarding(movement: Movement, boards: Boards | None) -> Iterator[Instructions]:
    if layout := movement.layout:
        heading = say_many(
            "{pattern}: 1 case of {what} {span}",
            "{pattern}: {number} cases of {what} {span}",
            len(layout.cases),
            pattern=layout.pattern,
            what="boards" if boards else "deal groups",
            span=board_span(1, movement.deal_groups, boards),
        )
        yield Instructions(heading, tuple(boarding(movement, layout, boards)))


def _boards_after_every_round(movement: Movement, boards: Boards | None) -> Iterator[Instructions]:
    if layout := movement.layout:
        yield Instructions(say("Boards, after every round"), tuple(board_moves(movement, layout, boards)))


def _boards_without_rings(movement: Movement, boards: Boards | None) -> Iterator[Instructions]:
    """Yield what to know about boards that go by a list, or of single players by no ring and without jumps."""
    if go_by_list(movement):
        listed = say("The caddy sheet tells where boards go after each round; others wait at the director's table.")
        yield Instructions(say("Boards"), (listed, *listed_sharing(movement, boards)))
        return
    jumps = any(isinstance(claim, Jump) for claim in claims_seen(movement))
    if movement.layout or jumps or called(movement) is not PLAYERS:
        return
    rows = movement.groups.tolist()
    if movement.tables > 1 and all(len(set(row)) == 1 for row in rows):
        phrase = "All tables play the same boards: they share them, or there are {copies} copies."
        copies = movement.tables
    else:
        phrase = "A card on each table tells which boards it plays; copies of each board needed: {copies}."
        copies = max(row.count(group) for row in rows for group in set(row))
    yield Instructions(say("Boards"), (say(phrase, copies=copies),))


def _welcome(movement: Movement, boards: Boards | None) -> str:
    rounds = in_words(movement.rounds, "round")
    if movement.next_round > 1:
        return say("We go on with round {next} of {rounds}.", next=movement.next_round, rounds=movement.rounds)
    if boards is None:
        return say("{tables} tables, {rounds}.", tables=movement.tables, rounds=rounds)
    each, span = in_words(boards.per_round, "board"), board_span(1, movement.deal_groups, boards)
    return say("We play {rounds} of {each}, out of boards {span}.", rounds=rounds, each=each, span=span)


_WINNERS = {
    1: "All are ranked together: there is one winner.",
    2: "NS and EW are ranked separately: there are two winners.",
    4: "North, West, South and East are ranked separately: there are four winners.",
}


def _end(movement: Movement) -> Iterator[str]:
    yield say("That was the last round. Leave the boards on the tables and check your scores.")
    yield say(_WINNERS[len(movement.field.lines)])


def count_first(movements: Sequence[Movement]) -> str:
    """Return how many must be there before the first board is put down, over all sections.

    A Web for one table more or less is boarded quite differently.
    """
    there = sum(len(movement.field.present) for movement in movements)
    people = called(movements[0])
    tables, left = divmod(there, 4 if people is PLAYERS else 2)
    phrase = "Count the room first: {there} {who}, {tables} tables, {seats}."
    if left:
        phrase = "Count the room first: {there} {who}, {tables} and a half tables, {seats}."
    if left and people is PLAYERS:
        phrase = "Count the room first: {there} {who}, {tables} tables and {left} more, {seats}."
    some_missing = any(movement.field.missing for movement in movements)
    seats = say("somebody in every other seat" if some_missing else "somebody in every seat")
    told = [say(phrase, there=there, who=people.many, tables=tables, left=left, seats=seats)]
    if any(movement.layout and len(movement.layout.subsections) > 1 for movement in movements):
        told.append(say("With one table more or less it is boarded quite differently."))
    return " ".join(told)
