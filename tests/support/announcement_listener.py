"""A simulated player who only listens: moves people and boards by the announcements, sentence by sentence."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.sentences.announcements import Announcement, announcements

SIDES = {"North-South": 0, "East-West": 1, "North": 0, "South": 1, "East": 2, "West": 3}
NUMBERS = {"one": 1, "two": 2, "three": 3}


def number(words: str) -> int:
    """Return a number, written as a word or in digits."""
    return NUMBERS.get(words) or int(words)


@dataclass
class MoveRule:
    """How far a line moves, and the exceptions."""

    by: int = 0
    edges: dict[int, int] = field(default_factory=dict)

    def goes(self, table: int) -> int:
        """Return the next table from a table."""
        return self.edges.get(table, table + self.by)


@dataclass
class Room:
    """The announcements heard so far."""

    move_rules: dict[tuple[int, int | None], MoveRule] = field(default_factory=dict)
    """For each side, or for its odd or even numbers."""
    once: dict[int, MoveRule] = field(default_factory=dict)
    boards: bool = False
    board_edges: dict[int, int] = field(default_factory=dict)
    puts: dict[int, str] = field(default_factory=dict)
    """The stand on which each table puts its boards."""
    takes: dict[int, str] = field(default_factory=dict)
    shares: list[tuple[int, int]] = field(default_factory=list)
    checks: list[tuple[int, int]] = field(default_factory=list)
    """Side number and table to look up."""

    def hear(self, sentence: str) -> bool:
        """Process a sentence; return whether it was about moving."""
        return any(handler(self, sentence) for handler in (_people, _skips, _boards, _stands))


def edges(words: str) -> dict[int, int]:
    """Return "from table 17 to table 1, from table 18 to table 2" as pairs."""
    found = re.findall(r"from table (\d+) (?:go )?to table (\d+)", words, re.IGNORECASE)
    return {int(a): int(b) for a, b in found}


STEP = r"(up|down) (one|two|three|\d+) tables?"


def _far(way: str, size: str) -> int:
    return number(size) * (1 if way == "up" else -1)


def _people(room: Room, line: str) -> bool:
    if stay := re.fullmatch(r"(North-South|East-West) stay\.|(North) stays\.", line):
        room.move_rules[SIDES[stay[1] or stay[2]], None] = MoveRule()
        return True
    sides = "North-South|East-West|South|East|West"
    pattern = rf"(Odd |Even )?({sides})(?: pairs)? moves? {STEP} after each round\. (From .+)\."
    if walk := re.fullmatch(pattern, line):
        odd = {"Odd ": 1, "Even ": 0, None: None}[walk[1]]
        room.move_rules[SIDES[walk[2]], odd] = MoveRule(_far(walk[3], walk[4]), edges(walk[5]))
        return True
    return False


def _skips(room: Room, line: str) -> bool:
    if skip := re.fullmatch(
        rf"(?:Skip! (North-South|East-West) move|(North-South|East-West):) {STEP}, this time only\.", line
    ):
        room.once[SIDES[skip[1] or skip[2]]] = MoveRule(_far(skip[3], skip[4]))
        return True
    if line.startswith("From table "):
        for way in room.once.values():
            way.edges = edges(line)
        return True
    if check := re.fullmatch(r"When all are seated, check: (?:\S+ pair|pair|player) (\d+) is at table (\d+)\.", line):
        room.checks.append((int(check[1]), int(check[2])))
        return True
    return False


def _boards(room: Room, line: str) -> bool:
    if line == "Boards go down one table.":
        room.boards = True
        return True
    if passing := re.fullmatch(r"Table (\d+) passes its boards to tables? (\d+)(?: and (\d+))?\.", line):
        room.board_edges[int(passing[1])] = int(passing[2])
        return True
    if share := re.fullmatch(r"Tables (\d+) and (\d+) share boards all session\.", line):
        room.shares.append((int(share[1]), int(share[2])))
        return True
    return False


def _stands(room: Room, line: str) -> bool:
    both = re.fullmatch(r"Table (\d+) puts its boards on (.+)\. Table (\d+) takes the boards there\.", line)
    own = re.fullmatch(r"Table (\d+) takes the boards on (.+) and puts its own there\.", line)
    put = re.fullmatch(r"Table (\d+) puts its boards at the back of (the bye stand|bye stand \d+)\.", line)
    take = re.fullmatch(r"Table (\d+) takes the front boards from (the bye stand|bye stand \d+)\.", line)
    if both:
        room.puts[int(both[1])], room.takes[int(both[3])] = both[2], both[2]
    elif own:
        room.puts[int(own[1])] = room.takes[int(own[1])] = own[2]
    elif put:
        room.puts[int(put[1])] = put[2]
    elif take:
        room.takes[int(take[1])] = take[2]
    else:
        return False
    return True


@dataclass
class Listener:
    """People and boards that move by the announcements."""

    movement: Movement
    sentences: Sequence[Announcement]
    seats: list[list[int]]
    boards: dict[int, int]
    """The boards on each table."""
    pending_moves: dict[str, list[int]]
    """The boards on each stand, the front ones first."""
    room: Room = field(default_factory=Room)

    @classmethod
    def for_section(cls, section: Section) -> "Listener":
        """Return all in the places of the start list and the boarding sheet."""
        movement = section.movement
        layout = movement.layout
        assert layout is not None
        stands = layout.stands
        return cls(
            movement,
            announcements(section),
            movement.seats[0].tolist(),
            {table: int(group) for table, group in enumerate(movement.groups[0], start=1)},
            {
                "the bye stand" if len(stands) == 1 else f"bye stand {stand.number}": [
                    copy.group for copy in layout.on_stand(stand, 1)
                ]
                for stand in stands
            },
        )

    def go_on(self, round: int) -> None:
        """Process the announcements before a round, and move."""
        self.room.once, self.room.checks = {}, []
        for one in self.sentences:
            if one.round == round:
                for line in one.lines:
                    self.room.hear(line)
        if round > 1:
            self._people_move()
            self._boards_move()
        for who, table in self.room.checks:
            assert who in [self.movement.field.number(c) for c in self.seats[table - 1]], (round, who, table)

    def _people_move(self) -> None:
        tables = len(self.seats)
        now = [[0] * len(row) for row in self.seats]
        for place, row in enumerate(self.seats, start=1):
            for seat, who in enumerate(row):
                if who:
                    to = self._move_rule(seat, who).goes(place)
                    assert 1 <= to <= tables, f"nobody says where {who} goes from table {place}"
                    assert not now[to - 1][seat], f"two want seat {seat} at table {to}"
                    now[to - 1][seat] = who
        self.seats = now

    def _move_rule(self, seat: int, who: int) -> MoveRule:
        ways = self.room.move_rules
        usual = ways.get((seat, None)) or ways[seat, self.movement.field.number(who) % 2]
        return self.room.once.get(seat, usual)

    def _boards_move(self) -> None:
        assert self.room.boards
        shared = {b: a for a, b in self.room.shares}
        now: dict[int, int] = {}
        for table, group in self.boards.items():
            if stand := self.room.puts.get(table):
                self.pending_moves[stand].append(group)
            elif table not in shared:
                now[self.room.board_edges.get(table, table - 1)] = group
        for table, stand in self.room.takes.items():
            assert table not in now, f"table {table} gets boards twice"
            now[table] = self.pending_moves[stand].pop(0)
        for a, b in self.room.shares:
            now[b] = now[a]
        self.boards = now
