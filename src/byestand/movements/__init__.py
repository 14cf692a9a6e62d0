"""MAKE: pure functions, numbers in, Movement out. The reason why nothing repeats stands beside each formula.

Makers know nothing of names, files or verification; `byestand.catalog` has every result judged before it leaves.
"""

from byestand.movements.changes import arrow_switched, curtailed, with_chained_boards, with_missing
from byestand.movements.mitchell import crisscross_mitchell, mitchell, relay_mitchell
from byestand.movements.rovers import Side, Stop, with_rover
from byestand.movements.segmented import is_segmented, segmented_mitchell
from byestand.movements.webs import Shape, opponents_limit, shapes, web, why_no_shape

__all__ = [
    "Shape",
    "Side",
    "Stop",
    "arrow_switched",
    "crisscross_mitchell",
    "curtailed",
    "is_segmented",
    "mitchell",
    "opponents_limit",
    "relay_mitchell",
    "segmented_mitchell",
    "shapes",
    "web",
    "why_no_shape",
    "with_chained_boards",
    "with_missing",
    "with_rover",
]
