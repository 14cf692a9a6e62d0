"""Makers of movements: pure functions from numbers to a Movement, with the proof of each formula beside it.

Makers are independent of codes, files and verification; `byestand.catalog` judges every result.
"""

from byestand.movements.individual_grids import with_spares, with_swivel
from byestand.movements.mitchell import crisscross_mitchell, is_segmented, mitchell, relay_mitchell, segmented_mitchell
from byestand.movements.rainbow import begun_by, is_jumping, known_rounds_note, rainbow, rainbow_rounds, rainbow_webs
from byestand.movements.rainbow_jumps import rule_rounds
from byestand.movements.rovers import RoverStop, Side, with_rover
from byestand.movements.shipped_schedules import movement_of_columns, shipped_copies, shipped_spares
from byestand.movements.transforms import (
    curtail,
    ranked_together,
    require_an_arrow,
    switch_arrow,
    with_chained_boards,
    with_missing,
)
from byestand.movements.two_out import two_out, two_out_rounds, two_out_sizes
from byestand.movements.webs import Shape, missing_shape_reason, opponents_limit, shapes, web
from byestand.movements.whist import whist, whist_rounds, whist_sizes

__all__ = [
    "RoverStop",
    "Shape",
    "Side",
    "begun_by",
    "crisscross_mitchell",
    "curtail",
    "is_jumping",
    "is_segmented",
    "known_rounds_note",
    "missing_shape_reason",
    "mitchell",
    "movement_of_columns",
    "opponents_limit",
    "rainbow",
    "rainbow_rounds",
    "rainbow_webs",
    "ranked_together",
    "relay_mitchell",
    "require_an_arrow",
    "rule_rounds",
    "segmented_mitchell",
    "shapes",
    "shipped_copies",
    "shipped_spares",
    "switch_arrow",
    "two_out",
    "two_out_rounds",
    "two_out_sizes",
    "web",
    "whist",
    "whist_rounds",
    "whist_sizes",
    "with_chained_boards",
    "with_missing",
    "with_rover",
    "with_spares",
    "with_swivel",
]
