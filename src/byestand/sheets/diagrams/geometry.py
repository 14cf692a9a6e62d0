"""Points and boxes in a picture, and curves between boxes."""

from math import hypot
from typing import NamedTuple


class Point(NamedTuple):
    """A point; y goes down the page."""

    x: float
    y: float


class Box(NamedTuple):
    """The room something takes."""

    at: Point
    half_width: float
    half_height: float

    def overlaps(self, other: "Box") -> bool:
        """Tell whether two things would be drawn over each other."""
        return (
            abs(self.at.x - other.at.x) < self.half_width + other.half_width
            and abs(self.at.y - other.at.y) < self.half_height + other.half_height
        )

    def distance(self, point: Point) -> float:
        """Return how far a point is from the edge; below 0 it is inside."""
        return max(abs(point.x - self.at.x) - self.half_width, abs(point.y - self.at.y) - self.half_height)


def distance(a: Point, b: Point) -> float:
    """Return how far apart two points are."""
    return hypot(a.x - b.x, a.y - b.y)


def between(a: Point, b: Point, share: float = 0.5) -> Point:
    """Return the point that lies so far on the way from one to the other."""
    return Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y))


def edge(box: Box, towards: Point, gap: float) -> Point:
    """Return where a line from the middle of a box towards a point leaves it."""
    long = distance(box.at, towards)
    if not long:
        return box.at
    dx, dy = abs(towards.x - box.at.x) / long, abs(towards.y - box.at.y) / long
    reach = min(box.half_width / (dx or 1e-9), box.half_height / (dy or 1e-9))
    return between(box.at, towards, min(1.0, (reach + gap) / long))
