"""The numbers of players, rounds and boards for which there are individual movements."""

from byestand.catalog.family import MAX_TABLES
from byestand.errors import BadRequest
from byestand.language import say

MIN_PLAYERS = 8
"""Apart from 4 and 5."""


def refuse_nonsense(players: int, rounds: int | None, boards_per_round: int | None) -> None:
    """Raise if no individual movement is possible, with the nearest that is."""
    most = 4 * MAX_TABLES
    if players > most:
        sections = -(-players // most)
        raise BadRequest(
            say(
                "number of players must be at most {most}, not {players}; use {sections} sections of about {size}",
                most=most,
                players=players,
                sections=sections,
                size=players // sections,
            )
        )
    if players < MIN_PLAYERS and players not in (4, 5):
        nearest = {6: "I0505 (5), I0807 (8)", 7: "I0807 (8)"}.get(players, "I0403 (4)")
        raise BadRequest(
            say(
                "number of players must be 4, 5 or at least {least}, not {players}; nearest: {nearest}",
                least=MIN_PLAYERS,
                players=players,
                nearest=nearest,
            )
        )
    if rounds is not None and rounds < 1:
        raise BadRequest(
            say("number of rounds must be at least 1, not {rounds}; 8 or 9 rounds of 3 boards are usual", rounds=rounds)
        )
    if boards_per_round is not None and not 1 <= boards_per_round <= 12:
        raise BadRequest(
            say(
                "boards per round must be 1 to 12, not {boards}; with 3 you partner each of the other three players",
                boards=boards_per_round,
            )
        )
