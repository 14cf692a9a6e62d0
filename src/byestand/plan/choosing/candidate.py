"""A candidate of a plan: a session with its figures over all sections."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from byestand.catalog.families.web_family import is_built_into_acblscore
from byestand.model.claims import ByCard, Follow, Route, Step
from byestand.model.movement import Movement
from byestand.model.session import Session
from byestand.movements import switch_arrow
from byestand.plan.arrow_switch import ArrowSwitchPlan
from byestand.plan.choosing.arrangements import Arrangement
from byestand.plan.choosing.weights import Costs
from byestand.verify import judge
from byestand.verify.measures import Copies, Measures, apples_and_oranges, relays


@dataclass(frozen=True)
class Candidate:
    """A way to seat the room as a session, with its figures over all sections."""

    arrangement: Arrangement
    two_winners: Session
    """The movements without arrow switches."""
    measures: Measures
    copies: Copies
    """Copies of boards, with the sets at hand if their number is given."""
    arrow_switch: ArrowSwitchPlan | None
    """The arrow switches for one winner."""
    one_winner: bool
    """Whether there is one ranking."""
    boards_wanted: range
    """The number of boards requested."""
    costs: Costs

    @cached_property
    def session(self) -> Session:
        """The session to set up, with arrow switches for one winner; made on demand, because a plan tries many."""
        if not self.arrow_switch:
            return self.two_winners
        rounds = self.arrow_switch.rounds
        turned = (judge(switch_arrow(movement, rounds=rounds)) for movement in self.movements)
        sections = zip(self.two_winners, turned, strict=True)
        return replace(self.two_winners, sections=tuple(replace(section, judged=now) for section, now in sections))

    @cached_property
    def movements(self) -> tuple[Movement, ...]:
        """The movement of each section."""
        return self.two_winners.movements

    @cached_property
    def boards_per_round(self) -> int:
        """The boards per round, the same in all sections."""
        boards = self.two_winners.sections[0].boards
        return boards.per_round if boards else 1

    @cached_property
    def rounds(self) -> int:
        """The number of rounds."""
        return self.movements[0].rounds

    @property
    def boards_played(self) -> int:
        """The number of boards of a pair without sit-outs."""
        return self.rounds * self.boards_per_round

    @property
    def boards_off(self) -> int:
        """The difference from the number of boards requested; negative if fewer."""
        return max(0, self.boards_played - self.boards_wanted[-1]) or min(0, self.boards_played - self.boards_wanted[0])

    @property
    def boards_in_play(self) -> int:
        """The number of different boards."""
        return self.measures.groups_in_play * self.boards_per_round

    @cached_property
    def boards_missed(self) -> int:
        """The largest number of boards that a pair sits out."""
        return max(self.measures.sit_outs) * self.boards_per_round

    @cached_property
    def cases(self) -> int:
        """Sets of boards in the layouts, including the one of a party table."""
        return sum(len(movement.layout.cases) if movement.layout else 1 for movement in self.movements)

    @property
    def skip_round(self) -> int | None:
        """The round after which EW skip a table."""
        return skip_round(self.movements)

    @cached_property
    def has_rover(self) -> bool:
        """Whether there is a rover."""
        return any(name.rover_kind for name in self.arrangement.names)

    @property
    def has_party_table(self) -> bool:
        """Whether displaced pairs play at a party table."""
        return any(route.host not in m.field.missing for m in self.movements for route in m.claims_of(Route))

    @cached_property
    def has_relay(self) -> bool:
        """Whether two tables share boards all session."""
        return any(relays(movement) for movement in self.movements)

    @cached_property
    def extra_groups(self) -> int:
        """The number of deal groups in play that a pair does not play."""
        return self.measures.groups_in_play - self.rounds

    @property
    def boards_to_copy(self) -> int:
        """The number of boards to copy so that no tables share, with the sets at hand."""
        return self.copies.missing_copies * self.boards_per_round

    @property
    def same_boards(self) -> bool:
        """Whether every pair plays every board, except for sit-outs."""
        return self.extra_groups == 0

    @cached_property
    def stationary_tables(self) -> dict[int, int]:
        """Tables with a stationary pair that no rover displaces, each with that pair; sections counted together."""
        seats = self.measures.movement.seats
        pairs: dict[int, int] = {}
        for side in (1, 0):
            # A pair that changes direction still keeps its chairs.
            at_home = (seats == seats[0, :, [side]].T).any(axis=2).all(axis=0) & (seats[0, :, side] > 0)
            pairs |= {table: int(seats[0, table - 1, side]) for table in (at_home.nonzero()[0] + 1).tolist()}
        return dict(sorted(pairs.items()))

    @cached_property
    def staying_ns(self) -> tuple[int, ...]:
        """Those of them at which it is the NS pair in all rounds, with the number of the table."""
        if any(name.family.is_one_field for name in self.arrangement.names):
            return ()
        north = self.measures.movement.seats[:, :, 0]
        return tuple(table for table in self.stationary_tables if (north[:, table - 1] == north[0, table - 1]).all())

    @cached_property
    def needs_guide_cards(self) -> bool:
        """Whether pairs need a card to know where to go or which direction to sit."""
        return any(
            movement.claims_of(ByCard) or any(not follow.same_seat for follow in movement.claims_of(Follow))
            for movement in self.movements
        )

    @cached_property
    def balance(self) -> float:
        """How evenly the pairs of a ranking compete (Qf)."""
        if self.arrow_switch:
            return self.arrow_switch.balance
        return self.measures.balance if self.one_winner else min(self.measures.line_balance)

    @cached_property
    def apples_and_oranges(self) -> float:
        """The share of unlike comparisons within a ranking."""
        return apples_and_oranges(self.measures.judged, one_winner=self.one_winner)

    @cached_property
    def is_weave(self) -> bool:
        """Whether pairs and boards move in both directions."""
        return any(len({by > 0 for step in m.claims_of(Step) for by in step.by}) == 2 for m in self.movements)

    @property
    def is_built_into_acblscore(self) -> bool:
        """Whether the movement of every section is built into ACBLscore."""
        return all(is_built_into_acblscore(name) for name in self.arrangement.names)

    @property
    def share_of_sharing(self) -> float:
        """The share of table-rounds with shared boards, with the sets at hand."""
        return self.copies.tables_sharing / (self.rounds * sum(movement.tables for movement in self.movements))

    @cached_property
    def schedule(self) -> bytes:
        """The schedule as bytes: equal for two names of the same movement."""
        return b"".join(m.seats.tobytes() + m.groups.tobytes() for m in self.movements)


def skip_round(movements: Sequence[Movement]) -> int | None:
    """Return the round after which EW skip a table in one of the movements; None without a skip."""
    return next((movement.skip_after for movement in movements if movement.skip_after), None)
