"""Colours for cases and sections, and the strokes that tell cases apart in black and white."""

from dataclasses import dataclass

from byestand.model import ring


@dataclass(frozen=True, slots=True)
class Look:
    """How something is told from its neighbours."""

    ink: str
    """For lines and letters: dark enough on white."""
    tint: str
    """For the ground behind black letters."""
    dashes: tuple[int, ...] = ()
    """Lengths of stroke and gap; a full line has none."""


# The first two are those of the 2019 pictures: blue and red.
_CASES = (
    Look("#1f4fa3", "#dce8f8"),
    Look("#c0271d", "#fbe3dd", (9, 5)),
    Look("#1c7a3a", "#dff2e1", (2, 4)),
    Look("#a15c00", "#fdeccb", (14, 4, 2, 4)),
    Look("#6b3fa0", "#ebe1f6", (5, 3)),
    Look("#00707a", "#d5f0f1", (14, 4, 2, 4, 2, 4)),
)

_SECTIONS = ("#12355b", "#8f1d1d", "#1d5c33", "#7a4a00", "#4b2a7b", "#0b5a63", "#7b2255", "#3d3d3d")


def case_look(position: int) -> Look:
    """Return the look of the first, second, … case."""
    return _CASES[ring(position, len(_CASES)) - 1]


def section_colour(letter: str) -> str:
    """Return the colour of a section: by its letter, or of the first where there are no letters."""
    position = ord(letter[-1]) - ord("A") + 1 if letter else 1
    return _SECTIONS[ring(position, len(_SECTIONS)) - 1]
