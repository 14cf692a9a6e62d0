"""Points on an oval, and arrows between things on it and inside it."""

from itertools import accumulate, pairwise
from math import cos, hypot, pi, sin
from typing import NamedTuple

CENTRE_X, CENTRE_Y, RADIUS_X, RADIUS_Y = 500.0, 290.0, 425.0, 234.0
_STEPS = 1440


class Point(NamedTuple):
    """A point; y goes down the page."""

    x: float
    y: float


CENTRE = Point(CENTRE_X, CENTRE_Y)


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


def oval(many: int) -> list[Point]:
    """Return so many points round the oval, equally far apart, clockwise from the left."""
    line = [
        Point(CENTRE_X + RADIUS_X * cos(pi + 2 * pi * i / _STEPS), CENTRE_Y + RADIUS_Y * sin(pi + 2 * pi * i / _STEPS))
        for i in range(_STEPS + 1)
    ]
    walked = [0.0, *accumulate(distance(a, b) for a, b in pairwise(line))]
    points, i = [], 0
    for k in range(many):
        way = (k + 0.5) / many * walked[-1]
        while walked[i] < way:
            i += 1
        points.append(line[i])
    return points


def distance(a: Point, b: Point) -> float:
    """Return how far apart two points are."""
    return hypot(a.x - b.x, a.y - b.y)


def between(a: Point, b: Point, share: float = 0.5) -> Point:
    """Return the point that lies so far on the way from one to the other."""
    return Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y))


def beside(a: Point, b: Point, away: float) -> Point:
    """Return a point off the middle of the way from *a* to *b*, to its right."""
    middle, long = between(a, b), distance(a, b) or 1.0
    return Point(middle.x - away * (b.y - a.y) / long, middle.y + away * (b.x - a.x) / long)


def edge(box: Box, towards: Point, *, round: bool, gap: float = 2.0) -> Point:
    """Return where a line from the middle of a thing towards a point leaves it."""
    long = distance(box.at, towards)
    if not long:
        return box.at
    dx, dy = abs(towards.x - box.at.x) / long, abs(towards.y - box.at.y) / long
    reach = box.half_width if round else min(box.half_width / (dx or 1e-9), box.half_height / (dy or 1e-9))
    return between(box.at, towards, min(1.0, (reach + gap) / long))
