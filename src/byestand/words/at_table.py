"""What stands on the mat of a table: what each edge tells the player there, what to beware of, who sits out."""

from collections.abc import Iterator, Sequence

from byestand.model.boards import Boards
from byestand.words.boards import how_to_share
from byestand.words.numbers import listed
from byestand.words.phrases import say

STAYS = say("you stay")
DIRECTOR = say("the director")
COLLECTED = say("Leave the boards here: the director collects them.")
EMPTY = say("nobody sits here")
SEE_ROW = say("see your row")


def edge_words(to: str, *, skip: tuple[int, str] | None = None) -> str:
    """Return the plate on an edge: the next table after every round but the skip; empty *to*: it differs by round."""
    if not to:
        return SEE_ROW
    goes = to if to.startswith(("stay", "sit out")) else say("→ {there}", there=to)
    return goes if skip is None else say("{goes}, after round {round}: {to}", goes=goes, round=skip[0], to=skip[1])


def host_edge_words(host: str, visitors_to: str, *, skip: tuple[int, str] | None = None) -> str:
    """Return the plate on all edges of a table whose stationary pair does not always have the same chairs."""
    return say("{host} stays, visitors {go}", host=host[0].lower() + host[1:], go=edge_words(visitors_to, skip=skip))


def sharing_notes(
    tables: Sequence[int], boards: Boards | None, *, always: bool, but_where_told: bool = False
) -> Iterator[str]:
    """Yield how boards are shared: with these tables, all evening, or in the rounds that say so."""
    how = how_to_share(1 + len(tables), boards)
    if always:
        phrase = "Share the boards with {tables} in every round."
        phrase = "Share the boards with {tables}, but where a round says otherwise." if but_where_told else phrase
        yield say(phrase, tables=listed("table", tables)) + (f" {how[0].upper()}{how[1:]}." if how else "")
    elif how:
        yield say("Where you share: {how}.", how=how)


def next_boards(spot: str, *, in_front: bool) -> str:
    """Return where the next boards come from; of what waits on a stand it is those in front."""
    phrase = "Next boards come from {spot}: take the front ones." if in_front else "Next boards come from {spot}."
    return say(phrase, spot=spot)


def own_set(name: str) -> str:
    """Return where the boards of the party table come from and go to."""
    return say("Boards are set {name}, this table's own. Take those you need, put them back.", name=name)


def visitors_note(first: str, last: str) -> str:
    """Return which pairs come to a table, and that they keep their numbers."""
    return say("Visitors are pairs {first} to {last}: keep your number all evening.", first=first, last=last)


NOBODY_HERE = say("NOBODY HERE")
NOTHING_TO_PLAY = say("NOTHING TO PLAY")
AT_DIRECTOR = say("Boards not in play are at the director's table.")
SITTING_OUT = say("Sitting out? Leave the boards closed and pass them on with the others.")
CHECK_PAIRS = say("Check pair and board numbers before you play.")
CHECK_PLAYERS = say("Check all numbers before you play.")
