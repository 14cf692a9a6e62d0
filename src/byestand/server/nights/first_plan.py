"""What a section was to play before all repairs."""

from byestand.model.movement import Movement
from byestand.night.state import NightState
from byestand.setup.resolve import judged_movement


def first_movement(state: NightState, letter: str) -> Movement | None:
    """Return the movement of a section before all repairs; None where nothing was repaired."""
    repairs = state.repairs_of(letter)
    if not repairs:
        return None
    before = repairs[0].before
    return judged_movement(before).movement
