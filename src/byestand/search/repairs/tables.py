"""Tell a few tables what to play, exactly: with the set of told tables fixed, all others play as planned.

A cell that the plan loses heals only by another group, so its own table is told. That group may be what somebody there
was to play elsewhere: then that cell needs another one too, and so on. The search follows these disturbances only: what
nothing disturbs keeps its planned group, which is never worse. So it is complete for the told set it is given.

Other tables may lose what they could play, if somebody at a told table has the better use for it: that pays where
people would only meet again. Which cells may be lost so is up to whoever asks.

Nearly every set of tables is ruled out beforehand: the people of a lost cell cannot even spread what they have not seen
over their own cells at these tables (`Tables.most_healed`).
"""

from collections.abc import Sequence

from byestand.search.repairs.bounds import augmented
from byestand.search.repairs.problem import AGAIN, LOST, Problem


class Tables:
    """What is true of the told tables whichever they are, made once for all sets of them."""

    def __init__(self, problem: Problem, extra: int, losable: Sequence[int] = ()) -> None:
        self.problem, self.losable = problem, [cell for cell in losable if problem.plan[cell]]
        self.plan = plan = problem.plan
        self.most_sharing = [sharing + extra for sharing in problem.plan_sharing]
        self.lost_at = [[cell for cell in cells if not plan[cell]] for cells in problem.at_table]
        self.lost = sum(map(len, self.lost_at))
        self.uses = problem.uses(plan)
        self.shared = problem.sharing(plan)
        self.all_out = [_groups_used(row, problem.copies) for row in self.uses]
        """Round by round, the groups of which every copy lies somewhere: one more table would share."""
        self.full = [_groups_used(row, most) for row, most in zip(self.uses, problem.most_uses, strict=True)]
        self.spare = self._spare()
        self.theirs = self._theirs()
        self.by_seat = self._by_seat()
        self.all_again = sum(problem.is_again)

    def _spare(self) -> list[int]:
        """Which groups everybody has not seen and will not play by the plan, or need not."""
        every, losable = (1 << self.problem.groups + 1) - 2, set(self.losable)
        spare = [every & ~seen for seen in self.problem.seen_masks]
        for cell, group in enumerate(self.plan):
            for one in self.problem.who[cell] if group and cell not in losable else ():
                spare[one] &= ~(1 << group)
        return spare

    def _theirs(self) -> list[dict[int, int]]:
        """Table by table, what everybody is to play there."""
        theirs: list[dict[int, int]] = [{} for _ in range(self.problem.tables)]
        for cell, table in enumerate(self.problem.table_of):
            for one in self.problem.who[cell]:
                theirs[table][one] = theirs[table].get(one, 0) | 1 << self.plan[cell] & ~1
        return theirs

    def _by_seat(self) -> list[dict[int, list[int]]]:
        """Seat by seat, the cells in which somebody sits there."""
        seats = len(self.problem.who[0]) if self.problem.who else 0
        by_seat: list[dict[int, list[int]]] = [{} for _ in range(seats)]
        for cell, who in enumerate(self.problem.who):
            for seat, one in enumerate(who):
                by_seat[seat].setdefault(one, []).append(cell)
        return by_seat

    def least_key(self, healed: int) -> int:
        """The least key of what heals so many cells of the plan."""
        lost = self.lost - healed
        return (self.problem.gone + lost) * LOST + max(0, self.all_again - lost) * AGAIN

    def domains(self, told: tuple[int, ...]) -> dict[int, int]:
        """What the cells at these tables may play while everybody else plays as planned."""
        may: dict[int, int] = {}
        spare, problem = self.spare, self.problem
        for table in told:
            for one, mask in self.theirs[table].items():
                may[one] = may.get(one, spare[one]) | mask
        domains = {cell: 1 << self.plan[cell] for cell in self.losable}
        for table in told:
            for cell in problem.at_table[table]:
                mask = -1
                for one in problem.who[cell]:
                    mask &= may[one]
                domains[cell] = mask
        return domains

    def most_healed(self, told: tuple[int, ...], needed: int) -> int:
        """How many lost cells at these tables can heal at most, as the matchings of everybody's own cells have it.

        Where that is fewer than are needed, the answer is 0, and soon.
        """
        domains = _Domains(self, told)
        lost = [cell for table in told for cell in self.lost_at[table] if domains[cell]]
        most = len(lost)
        for seat in range(len(self.by_seat)):
            if most < needed:
                return 0
            most = min(most, self._matched(seat, lost, domains, needed))
        return most if most >= needed else 0

    def _matched(self, seat: int, lost: list[int], domains: "_Domains", needed: int) -> int:
        """How many lost cells find a group beside the others that the same people play in this seat."""
        healed, holders, table_of, left = 0, dict[int, dict[int, int]](), self.problem.table_of, len(lost)
        for cell in lost:
            one = self.problem.who[cell][seat]
            if one not in holders:
                here = [c for c in self.by_seat[seat][one] if table_of[c] in domains.told]
                holders[one] = {self.plan[c]: c for c in here if self.plan[c]}
            healed += augmented(cell, domains, holders[one])
            left -= 1
            if healed + left < needed:
                return 0
        return healed


class _Domains(dict[int, int]):
    """What cells at told tables may play, found out when asked for: most are not."""

    def __init__(self, tables: Tables, told: tuple[int, ...]) -> None:
        super().__init__()
        self.told, self.may = told, dict[int, int]()
        self.who, self.spare, self.theirs = tables.problem.who, tables.spare, [tables.theirs[table] for table in told]

    def __missing__(self, cell: int) -> int:
        mask = -1
        for one in self.who[cell]:
            may = self.may.get(one)
            if may is None:
                may = self.spare[one]
                for of_table in self.theirs:
                    may |= of_table.get(one, 0)
                self.may[one] = may
            mask &= may
        self[cell] = mask
        return mask


def _groups_used(uses: list[int], often: int) -> int:
    return sum(1 << group for group, tables in enumerate(uses) if group and tables >= often)
