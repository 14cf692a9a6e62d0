"""What the director says: before round 1, at the skip, when the arrow is turned, at the end."""

from collections.abc import Iterator
from itertools import groupby

from byestand.model import Movement
from byestand.sheets.boards import boards
from byestand.sheets.moving import board_moves
from byestand.sheets.swivel import seat_changes
from byestand.sheets.words import Instructions, announced_jumps, spare_players_and_boards
from byestand.words.numbers import ranges
from byestand.words.people import SKIP, player_moves, switches

_SAID_LATER = "The arrow is switched"


def announcements(movement: Movement, *, boards_per_round: int | None = None) -> tuple[Instructions, ...]:
    """Return what to say and when."""
    jumps = announced_jumps(movement)
    moves = [] if jumps else list(player_moves(movement))
    parts = [
        Instructions(
            "Before round 1",
            (
                _welcome(movement, boards_per_round),
                *(m for m in moves if not m.startswith(_SAID_LATER) and SKIP not in m),
            ),
        )
    ]
    if movement.layout:
        lines = tuple(board_moves(movement, movement.layout, boards_per_round))
        parts.append(Instructions("Boards, after every round", lines))
    parts += [jumps] if jumps else []
    parts += spare_players_and_boards(movement)
    if changes := seat_changes(movement):
        parts.append(Instructions("Within a round", changes))
    if movement.rover:
        parts.append(Instructions("About the rover", tuple(_rover(movement))))
    parts += [_skip(movement, move) for move in moves if SKIP in move]
    parts += _switches(movement)
    parts.append(Instructions(f"After round {movement.rounds}", tuple(_end(movement))))
    return tuple(parts)


def _welcome(movement: Movement, boards_per_round: int | None) -> str:
    rounds = f"{movement.rounds} round{'s' if movement.rounds > 1 else ''}"
    if boards_per_round is None:
        return f"{movement.tables} tables, {rounds}."
    last = boards(movement.deal_groups, boards_per_round).rpartition("-")[2]
    each = f"{boards_per_round} board{'s' if boards_per_round > 1 else ''}"
    return f"We play {rounds} of {each}, out of boards 1-{last}."


def _rover(movement: Movement) -> Iterator[str]:
    if rover := movement.rover:
        pair, host = movement.field.label(rover.contestant), movement.field.label(rover.host)
        yield f"Pair {pair} is the rover: it goes by guide card, and takes a seat that would be yours."
        if rover.host in movement.field.missing:
            yield "Whom it displaces sits out for that round, then goes on as if nothing had happened."
        else:
            yield (
                f"Whom it displaces goes to table {rover.party_table}, the party table, plays {host} there, then goes"
                " on as if nothing had happened."
            )
            yield f"Nobody goes to table {rover.party_table} unless invited."


def _skip(movement: Movement, move: str) -> Instructions:
    when, _, rest = move.removesuffix(SKIP).partition(" they ")
    return Instructions(f"{when}: the skip", (f"EW pairs skip a table now: {rest}.", *_boards_as_usual(movement)))


def _switches(movement: Movement) -> Iterator[Instructions]:
    """Yield the arrow switches, neighbouring rounds in which all tables switch together."""
    found = switches(movement)
    turn = "whoever has sat NS at a table now sits EW, and the other way about."
    everywhere = [round for round, tables in found.items() if not tables]
    for _, run in groupby(enumerate(everywhere), key=lambda item: item[1] - item[0]):
        rounds = [round for _, round in run]
        back = f"After round {rounds[-1]} everybody turns back."
        lines = (f"Arrow switch: {turn}", *([back] if rounds[-1] < movement.rounds else []))
        until = f", for rounds {rounds[0]}-{rounds[-1]}" if len(rounds) > 1 else ", for this round"
        yield Instructions(f"Before round {rounds[0]}{until}", lines)
    for round, tables in found.items():
        if tables:
            many = "s" if len(tables) > 1 else ""
            yield Instructions(f"Before round {round}", (f"Arrow switch at table{many} {ranges(tables)}: {turn}",))


def _boards_as_usual(movement: Movement) -> Iterator[str]:
    if movement.layout:
        yield "NS stay and boards move as usual."


def _end(movement: Movement) -> Iterator[str]:
    yield "That was the last round. Leave the boards on the tables and check your scores."
    winners = {
        1: "All are ranked together: there is one winner.",
        2: "NS and EW are ranked separately: there are two winners.",
        4: "North, West, South and East are ranked separately: there are four winners.",
    }
    yield winners[movement.field.winners]
