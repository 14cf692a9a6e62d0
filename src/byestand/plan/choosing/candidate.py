"""One way to run the night as a session, with its figures over all sections."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from byestand.catalog.families.web import is_built_into_acblscore
from byestand.model.claims import Card, Follow, Route, Step
from byestand.model.movement import Movement
from byestand.model.session import Session
from byestand.movements import arrow_switched
from byestand.plan.choosing.ways import Way
from byestand.plan.choosing.weights import Costs
from byestand.plan.switching import Switching
from byestand.verify import judge
from byestand.verify.measures import Copies, Measures, apples_and_oranges, relays


@dataclass(frozen=True)
class Candidate:
    """A way as a session, and its figures over all sections together."""

    way: Way
    two_winners: Session
    """The movements as they are made, before the arrow is turned."""
    measures: Measures
    copies: Copies
    """With the cases at hand, if that was told."""
    switching: Switching | None
    """Where the arrow is turned, for one winner."""
    one_winner: bool
    """Whether all pairs are ranked together."""
    boards_wanted: range
    """How many boards were asked for."""
    costs: Costs

    @cached_property
    def session(self) -> Session:
        """What to set up, with one winner where there is to be one; made when it is asked for: a plan tries many."""
        if not self.switching:
            return self.two_winners
        rounds = self.switching.rounds
        turned = (judge(arrow_switched(movement, rounds=rounds)) for movement in self.movements)
        sections = zip(self.two_winners, turned, strict=True)
        return replace(self.two_winners, sections=tuple(replace(section, judged=now) for section, now in sections))

    @cached_property
    def movements(self) -> tuple[Movement, ...]:
        """The movement of each section."""
        return self.two_winners.movements

    @cached_property
    def boards_per_round(self) -> int:
        """How many boards are played in a round, the same in all sections."""
        boards = self.two_winners.sections[0].boards
        return boards.per_round if boards else 1

    @cached_property
    def rounds(self) -> int:
        """How many rounds are played."""
        return self.movements[0].rounds

    @property
    def boards_played(self) -> int:
        """How many boards a pair plays that never sits out."""
        return self.rounds * self.boards_per_round

    @property
    def boards_off(self) -> int:
        """How many boards more, or with a minus fewer, than were asked for."""
        return max(0, self.boards_played - self.boards_wanted[-1]) or min(0, self.boards_played - self.boards_wanted[0])

    @property
    def boards_in_play(self) -> int:
        """How many different boards are played."""
        return self.measures.groups_in_play * self.boards_per_round

    @cached_property
    def boards_missed(self) -> int:
        """How many boards the unluckiest pair sits out."""
        return max(self.measures.sit_outs) * self.boards_per_round

    @cached_property
    def cases(self) -> int:
        """Cases of boards in the layouts, a party table's among them."""
        return sum(len(movement.layout.cases) if movement.layout else 1 for movement in self.movements)

    @property
    def skip_round(self) -> int | None:
        """The round after which EW skip a table."""
        return skip_round(self.movements)

    @cached_property
    def has_rover(self) -> bool:
        """Whether a pair roams."""
        return any(name.rover_kind for name in self.way.names)

    @property
    def has_party_table(self) -> bool:
        """Whether displaced pairs play, at a table of their own."""
        return any(route.host not in m.field.missing for m in self.movements for route in m.claimed(Route))

    @cached_property
    def has_relay(self) -> bool:
        """Whether two tables share all night."""
        return any(relays(movement) for movement in self.movements)

    @cached_property
    def extra_groups(self) -> int:
        """How many deal groups are in play that a pair does not get to see."""
        return self.measures.groups_in_play - self.rounds

    @property
    def boards_to_copy(self) -> int:
        """How many boards are wanting, with the cases at hand, for nobody to share."""
        return self.copies.wanting * self.boards_per_round

    @property
    def same_boards(self) -> bool:
        """Whether there is no board that anybody misses except by sitting out."""
        return self.extra_groups == 0

    @cached_property
    def staying(self) -> dict[int, int]:
        """The tables that a pair never leaves, also for no rover, each with that pair; sections counted through."""
        seats = self.measures.movement.seats
        found: dict[int, int] = {}
        for side in (1, 0):
            # A pair that turns its table has its chairs all the same; of those who come only once nobody stays.
            at_home = (seats == seats[0, :, [side]].T).any(axis=2).all(axis=0) & (seats[0, :, side] > 0)
            found |= {table: int(seats[0, table - 1, side]) for table in (at_home.nonzero()[0] + 1).tolist()}
        return dict(sorted(found.items()))

    @cached_property
    def staying_ns(self) -> tuple[int, ...]:
        """Those of them at which it is the NS pair all night, and has the number of the table."""
        if any(name.family.is_one_field for name in self.way.names):
            return ()
        north = self.measures.movement.seats[:, :, 0]
        return tuple(table for table in self.staying if (north[:, table - 1] == north[0, table - 1]).all())

    @cached_property
    def needs_guide_cards(self) -> bool:
        """Whether pairs cannot know where to go, or which way to sit, without a card."""
        return any(
            movement.claimed(Card) or any(not follow.same_seat for follow in movement.claimed(Follow))
            for movement in self.movements
        )

    @cached_property
    def balance(self) -> float:
        """How evenly those compete who are ranked together, Qf."""
        if self.switching:
            return self.switching.balance
        return self.measures.balance if self.one_winner else min(self.measures.line_balance)

    @cached_property
    def apples_and_oranges(self) -> float:
        """The share of comparisons, among those ranked together, on deals that only one of the two has played."""
        return apples_and_oranges(self.measures.judged, one_winner=self.one_winner)

    @cached_property
    def is_weave(self) -> bool:
        """Whether pairs, and boards with them, move both ways."""
        return any(len({by > 0 for step in m.claimed(Step) for by in step.by}) == 2 for m in self.movements)

    @property
    def is_built_into_acblscore(self) -> bool:
        """Whether ACBLscore knows the movement of every section as a Web of its own, without a file."""
        return all(is_built_into_acblscore(name) for name in self.way.names)

    @property
    def share_of_sharing(self) -> float:
        """At what part of all tables in all rounds boards are shared, with the cases at hand."""
        return self.copies.tables_sharing / (self.rounds * sum(movement.tables for movement in self.movements))

    @cached_property
    def schedule(self) -> bytes:
        """What is the same in two names for one movement."""
        return b"".join(m.seats.tobytes() + m.groups.tobytes() for m in self.movements)


def skip_round(movements: Sequence[Movement]) -> int | None:
    """Return the round after which EW skip a table in one of some movements; None where they do not."""
    return next((movement.skip_after for movement in movements if movement.skip_after), None)
