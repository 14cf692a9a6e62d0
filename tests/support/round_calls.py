"""The calls of all rounds of a section."""

from byestand.model.event import Event
from byestand.model.session import Section
from byestand.server.pages.desk.round_calls import round_call


def round_calls(section: Section, event: Event | None = None) -> dict[int, tuple[str, ...]]:
    """Return the calls before each remaining round, and at the end, which counts as one round more."""
    movement = section.movement
    return {round: round_call(section, round, event) for round in range(movement.next_round, movement.rounds + 2)}
