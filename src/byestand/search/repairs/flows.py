"""The most that can flow through a network: how many cells boards, people and rounds leave room for at best."""

from collections import deque
from collections.abc import Hashable, Iterable
from typing import TypeAlias

Pipe: TypeAlias = tuple[Hashable, Hashable, int]
"""From where to where, and how much fits through."""


def most_flow(pipes: Iterable[Pipe], source: Hashable, sink: Hashable) -> int:
    """Return how much gets from the source to the sink (Dinic: by the shortest ways, all of a length at once).

    >>> most_flow([("s", "a", 3), ("a", "t", 2), ("s", "b", 1), ("b", "t", 5)], "s", "t")
    3
    """
    room: dict[Hashable, dict[Hashable, int]] = {source: {}, sink: {}}
    for start, end, most in pipes:
        room.setdefault(start, {})[end] = most
        room.setdefault(end, {}).setdefault(start, 0)
    total = 0
    while sink in (depth := _depths(room, source)):
        ways = {
            node: [end for end in ends if depth.get(end) == depth[node] + 1]
            for node, ends in room.items()
            if node in depth
        }
        while pushed := _push(room, ways, source, sink, 1 << 30):
            total += pushed
    return total


def _depths(room: dict[Hashable, dict[Hashable, int]], source: Hashable) -> dict[Hashable, int]:
    depth, queue = {source: 0}, deque([source])
    while queue:
        node = queue.popleft()
        for end, most in room[node].items():
            if most and end not in depth:
                depth[end] = depth[node] + 1
                queue.append(end)
    return depth


def _push(
    room: dict[Hashable, dict[Hashable, int]],
    ways: dict[Hashable, list[Hashable]],
    node: Hashable,
    sink: Hashable,
    most: int,
) -> int:
    if node == sink:
        return most
    while ways[node]:
        end = ways[node][-1]
        if room[node][end] and (pushed := _push(room, ways, end, sink, min(most, room[node][end]))):
            room[node][end] -= pushed
            room[end][node] += pushed
            return pushed
        ways[node].pop()
    return 0
