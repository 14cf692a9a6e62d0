"""Makers of movements: pure functions from numbers to a Movement, with the proof of each formula beside it.

Makers are independent of codes, files and verification; `byestand.catalog` judges every result.
"""

from byestand.movements.changes import (
    arrow_switched,
    curtailed,
    ranked_together,
    require_an_arrow,
    with_chained_boards,
    with_missing,
)
from byestand.movements.individuals import with_spares, with_swivel
from byestand.movements.mitchell import crisscross_mitchell, is_segmented, mitchell, relay_mitchell, segmented_mitchell
from byestand.movements.rainbow import (
    begun_by,
    is_jumping,
    rainbow,
    rainbow_rounds,
    rainbow_webs,
    what_is_known,
)
from byestand.movements.rovers import Side, Stop, with_rover
from byestand.movements.shifts import rule_rounds
from byestand.movements.shipped import movement_of_columns, shipped_copies, shipped_spares
from byestand.movements.two_out import two_out, two_out_rounds, two_out_sizes
from byestand.movements.webs import Shape, opponents_limit, shapes, web, why_no_shape
from byestand.movements.whist import whist, whist_rounds, whist_sizes

__all__ = [
    "Shape",
    "Side",
    "Stop",
    "arrow_switched",
    "begun_by",
    "crisscross_mitchell",
    "curtailed",
    "is_jumping",
    "is_segmented",
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
    "two_out",
    "two_out_rounds",
    "two_out_sizes",
    "web",
    "what_is_known",
    "whist",
    "whist_rounds",
    "whist_sizes",
    "why_no_shape",
    "with_chained_boards",
    "with_missing",
    "with_rover",
    "with_spares",
    "with_swivel",
]
