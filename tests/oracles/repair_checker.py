"""Recompute every figure of a repair from the definitions alone, to check `byestand repair … --format json`.

Each difference is a sentence; without differences all options are legal and their figures and order are right.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeAlias

from tests.support.irregular_nights import Cell, Cells, Pair, Place, WrongNight

Option: TypeAlias = dict[str, Any]
KEYS = {"kind", "lost", "again", "extra_shared", "instructed", "changes", "proved", "scope", "say"}
FEW = 4
"""The maximum number of tables that can get instructions while the others play."""


@dataclass(frozen=True)
class CheckedRepair:
    """The continuation by an option: the plan of the remaining rounds with the changes of the option."""

    night: WrongNight
    cells: dict[Place, Cell]
    """Every cell that is played; the other cells are lost or are sit-outs."""

    @cached_property
    def lost_count(self) -> list[Place]:
        """The number of cells that were planned and are not played."""
        return [p for p, c in self.night.ahead.items() if c.played and not (p in self.cells and self.cells[p].played)]

    @cached_property
    def again(self) -> int:
        """The number of tables with repeat opponents, including cancelled boards."""
        met = {two for cell in self.night.groups_seen.values() if cell.played for two in self.night.pairs_met(cell)}
        count = 0
        for round in range(self.night.after + 1, self.night.rounds + 1):
            here = [
                self.night.pairs_met(cell) for place, cell in self.cells.items() if place[0] == round and cell.played
            ]
            count += sum(any(two in met for two in meetings) for meetings in here)
            met |= {two for meetings in here for two in meetings}
        return count

    def extra_in(self, round: int) -> int:
        """Return the number of extra shared sets in a round."""
        return max(0, self.night.shares(round, self.cells) - self.night.shares(round, self.night.plan))

    @cached_property
    def extra_shared(self) -> int:
        return sum(self.extra_in(round) for round in range(self.night.after + 1, self.night.rounds + 1))

    @cached_property
    def changed_count(self) -> list[Place]:
        """The number of played cells that differ from the plan, without a late pair in the seat of one that left."""
        return sorted(p for p, cell in self.cells.items() if cell.played and not self._is_as_planned(p, cell))

    def _is_as_planned(self, place: Place, cell: Cell) -> bool:
        plan = self.night.plan.get(place)
        if plan is None or cell.group != plan.group:
            return cell == plan
        both = zip(self.night.seated_at(cell), self.night.seated_at(plan), strict=True)
        return all(now == was or self._places_taken.get(now) == was for now, was in both)

    @cached_property
    def _places_taken(self) -> dict[Pair, Pair]:
        """The pair whose place each late pair takes: it sits in all seats that a pair that left would have had."""
        planned = {leaver: self._seats_of(leaver, self.night.ahead) for leaver in self.night.departures}
        everybody = {who for cell in self.cells.values() for who in self.night.seated_at(cell)}
        return {
            newcomer: leaver
            for newcomer in everybody - {who for cell in self.night.plan.values() for who in self.night.seated_at(cell)}
            for leaver, seats in planned.items()
            if self._seats_of(newcomer, self.cells) == seats - self._seats_lost
        }

    def _seats_of(self, who: Pair, cells: Cells) -> set[tuple[Place, int]]:
        played = ((place, cell) for place, cell in cells.items() if cell.played)
        return {
            (place, self.night.seated_at(cell).index(who))
            for place, cell in played
            if who in self.night.seated_at(cell)
        }

    @cached_property
    def _seats_lost(self) -> set[tuple[Place, int]]:
        return {(place, seat) for place in self.lost_count for seat in range(len(self.night.plan[place].seats))}

    @cached_property
    def changed_tables(self) -> list[int]:
        return sorted({table for _, table in self.changed_count})

    @cached_property
    def figures(self) -> tuple[int, int, int, int, int]:
        """The figures of the front: lost, again, extra shared, tables affected, changes."""
        return len(self.lost_count), self.again, self.extra_shared, len(self.changed_tables), len(self.changed_count)

    @cached_property
    def seats_as_planned(self) -> bool:
        return all(
            self.cells[place].seats == self.night.plan[place].seats
            for place in self.changed_count
            if place in self.night.plan
        )

    @cached_property
    def newcomers_play(self) -> int:
        """How often late pairs play, the purpose of options for late pairs."""
        planned = {who for cell in self.night.plan.values() for who in self.night.seated_at(cell)}
        return sum(
            who not in planned for cell in self.cells.values() if cell.played for who in self.night.seated_at(cell)
        )


def check_repair(night: WrongNight, option: Option) -> CheckedRepair:
    """Return the continuation by an option: a cell without a change is as planned if possible."""
    listed = {(change["round"], change["table"]): change["now"] for change in option["changes"]}
    now = {place: Cell.from_row(cell) for place, cell in listed.items() if cell is not None}
    known = night.known_groups | {
        (who, cell.group) for cell in now.values() if cell.played for who in night.seated_at(cell)
    }
    as_planned = {}
    for place, cell in night.ahead.items():
        who = night.seated_at(cell)
        if (
            cell.played
            and place not in listed
            and not any(w in night.departures or (w, cell.group) in known for w in who)
        ):
            as_planned[place] = cell
    return CheckedRepair(night, as_planned | now)


def laid_over(night: WrongNight, option: Option) -> Cells:
    """Return the rounds to come as a reader makes them: the plan, with the listed changes in their places."""
    plan = {place: cell for place, cell in night.plan.items() if place[0] > night.after}
    for change in option["changes"]:
        plan.pop((change["round"], change["table"]), None)
    now = {(c["round"], c["table"]): Cell.from_row(c["now"]) for c in option["changes"] if c["now"] is not None}
    return plan | now


def differences(night: WrongNight, printed: dict[str, Any]) -> list[str]:
    """Return all errors in the printed answer."""
    return [sentence for sentences in differences_by_law(night, printed).values() for sentence in sentences]


def differences_by_law(night: WrongNight, printed: dict[str, Any]) -> dict[str, list[str]]:
    """Return all errors in the printed answer, by rule."""
    options: list[Option] = printed["options"]
    strange = [f"option {n} has the keys {sorted(o)}" for n, o in enumerate(options, 1) if not o.keys() >= KEYS]
    if strange:
        return {"form": strange}
    rebuilt = [check_repair(night, option) for option in options]

    def of_each(law: Callable[[Option, CheckedRepair], Iterator[str]]) -> list[str]:
        each = enumerate(zip(options, rebuilt, strict=True), start=1)
        return [f"option {n} ({option['kind']}): {wrong}" for n, (option, how) in each for wrong in law(option, how)]

    return {
        "form": of_each(_wrong_form),
        "legality": of_each(_illegal),
        "figures": of_each(_wrong_figures),
        "plan": [*_wrong_plan(night, options, rebuilt)],
        "front": [*_wrong_front(options, rebuilt)],
        "proofs": [*_wrong_proofs(options, rebuilt)],
    }


def _wrong_form(option: Option, how: CheckedRepair) -> Iterator[str]:
    """Yield errors in the list of changes itself: words and types."""
    night = how.night
    places = Counter((change["round"], change["table"]) for change in option["changes"])
    yield from (f"{place} is changed {n} times" for place, n in places.items() if n > 1)
    for change in option["changes"]:
        place = change["round"], change["table"]
        plan = night.plan.get(place)
        told_plan = change["plan"] and Cell.from_row(change["plan"])
        if not night.after < place[0] <= night.rounds:
            yield f"{place} is no round that is left"
        elif (told_plan or None) != plan and not (plan is None and not any(change["plan"])):
            yield f"{place} was planned as {plan}, not {change['plan']}"
        elif change["now"] is not None and Cell.from_row(change["now"]) == plan:
            yield f"{place} is said to change and does not"
        elif change["now"] is None and not (plan and any(plan.seats)):
            yield f"{place} is said to be lost, but nothing was planned there"
    over = laid_over(night, option)
    sitting = Counter((place[0], who) for place, cell in over.items() for who in night.seated_at(cell) if who)
    yield from (
        f"with the changes {who} sits {n} times in round {round}" for (round, who), n in sitting.items() if n > 1
    )
    if not isinstance(option["proved"], bool) or option["scope"] not in {"seats as planned", "any seating"}:
        yield f"it is proved {option['proved']} for {option['scope']}"
    if not isinstance(option["say"], str) or not option["say"].strip():
        yield "it says nothing"


def _illegal(_: Option, how: CheckedRepair) -> Iterator[str]:
    """Yield repeated boards, contestants who sit twice or are absent, and too few copies of boards."""
    night, played = how.night, {place: cell for place, cell in how.cells.items() if cell.played}
    for round in range(night.after + 1, night.rounds + 1):
        sitting = Counter(
            who for place, cell in how.cells.items() if place[0] == round for who in night.seated_at(cell) if who
        )
        yield from (f"round {round}: {who} sits twice" for who, n in sitting.items() if n > 1)
        yield from (f"round {round}: {who} has left" for who in sitting if who in night.departures)
        uses, planned = night.uses(round, how.cells), night.uses(round, night.plan)
        for group, n in uses.items():
            if n > max(2 * night.copies, planned[group]):
                yield f"round {round}: group {group} at {n} tables, with {night.copies} copies"
        if how.extra_in(round) > night.extra:
            yield f"round {round}: {how.extra_in(round)} more sets are shared than planned"
    twice = Counter((who, cell.group) for cell in played.values() for who in night.seated_at(cell))
    yield from (f"{who} plays group {group} twice from now on" for (who, group), n in twice.items() if n > 1)
    yield from (f"{who} has seen group {group}" for who, group in twice if (who, group) in night.known_groups)
    yield from (f"{p}: there is no group {c.group}" for p, c in played.items() if not 1 <= c.group <= night.groups)
    yield from _strangers(how)


def _strangers(how: CheckedRepair) -> Iterator[str]:
    """Yield unknown contestants: only the late pairs may appear, with the next numbers of their lines."""
    night = how.night
    planned = {who for cell in night.plan.values() for who in night.seated_at(cell) if who}
    strangers = {who for cell in how.cells.values() for who in night.seated_at(cell) if who} - planned
    if night.late_pairs == 1 and {_line(who) for who in strangers} == {"N", "E"}:
        yield from _not_one_pair(how, strangers)
    elif len(strangers) > night.late_pairs:
        yield f"{sorted(strangers)} play, but {night.late_pairs} came"
    for line in {_line(who) for who in strangers}:
        numbers = {_number(who) for who in planned if _line(who) == line}
        free = [n for n in range(1, max(numbers) + night.late_pairs + 1) if n not in numbers][: night.late_pairs]
        new = {_number(who) for who in strangers if _line(who) == line}
        if not new <= set(free):
            yield f"newcomers have the numbers {sorted(new)} of line {line or 'one'}, free are {free}"


def _not_one_pair(how: CheckedRepair, names: set[Pair]) -> Iterator[str]:
    """Yield the reasons why these labels cannot be one late pair that sits both NS and EW."""
    plays = [
        (place[0], cell.group) for place, cell in how.cells.items() if names.intersection(how.night.seated_at(cell))
    ]
    for what, several in (("in two seats in round", [r for r, _ in plays]), ("twice at group", [g for _, g in plays])):
        yield from (f"{sorted(names)}, one pair, are {what} {n}" for n, times in Counter(several).items() if times > 1)


def _line(who: Pair) -> str:
    return who.rstrip("0123456789")


def _number(who: Pair) -> int:
    return int(who.lstrip("NE"))


def _wrong_figures(option: Option, how: CheckedRepair) -> Iterator[str]:
    right = {
        "lost": len(how.lost_count),
        "again": how.again,
        "extra_shared": how.extra_shared,
        "instructed": how.changed_tables,
    }
    yield from (f"{name} is {figure}, not {option[name]}" for name, figure in right.items() if option[name] != figure)
    places = [(change["round"], change["table"]) for change in option["changes"] if change["now"] is None]
    null = [place for place in places if how.night.plan[place].played]  # the others are half tables that are left
    yield from (f"{place} is said to be lost, but is played" for place in null if place not in how.lost_count)
    if null:
        yield from (f"{place} is lost and not listed, others are" for place in how.lost_count if place not in null)


def _wrong_plan(night: WrongNight, options: list[Option], rebuilt: list[CheckedRepair]) -> Iterator[str]:
    """Yield an error if the option "back to the plan" is missing or differs from the plan."""
    plans = [how for option, how in zip(options, rebuilt, strict=True) if option["kind"] == "plan"]
    if len(plans) != 1:
        yield f"the plan is {len(plans)} times among the options"
    for how in plans:
        lost = [place for place, cell in night.ahead.items() if cell.played and not night.playable(cell)]
        if sorted(how.lost_count) != sorted(lost) or how.changed_tables:
            yield f"the plan loses {sorted(lost)}, not {sorted(how.lost_count)}, and changes {how.changed_tables}"


def _wrong_front(options: list[Option], rebuilt: list[CheckedRepair]) -> Iterator[str]:
    """Yield options that another one beats, that appear twice or that are in the wrong order."""
    all_figures = [how.figures for how in rebuilt]
    for i, how in enumerate(rebuilt):
        for j, other in enumerate(rebuilt):
            better = all(a <= b for a, b in zip(all_figures[j], all_figures[i], strict=True))
            if options[i]["kind"] != "plan" and other.newcomers_play >= how.newcomers_play and better:
                if all_figures[j] != all_figures[i]:
                    yield f"option {j + 1} {all_figures[j]} beats option {i + 1} {all_figures[i]}"
                elif j < i and other.cells == how.cells:
                    yield f"option {i + 1} is option {j + 1} again"
    places = [_place(option, how) for option, how in zip(options, rebuilt, strict=True)]
    yield from (f"{one} comes before {two}" for one, two in pairwise(places) if one > two)


def _place(option: Option, how: CheckedRepair) -> tuple[int, bool, tuple[int, ...]]:
    """Return the sort key: play of late pairs, then whether few tables are affected, then the cost."""
    lost, again, shared, told, changes = how.figures
    is_hard = option["kind"] != "alike" and told > FEW
    return -how.newcomers_play, is_hard, () if is_hard else (lost, again, told, shared, changes)


def _wrong_proofs(options: list[Option], rebuilt: list[CheckedRepair]) -> Iterator[str]:
    """Yield options that claim to be proved best and are beaten by another one."""
    for i, option in enumerate(options):
        for j, other in enumerate(rebuilt):
            inside = option["scope"] == "any seating" or other.seats_as_planned
            if option["proved"] and inside and other.figures[:2] < rebuilt[i].figures[:2]:
                found = f"option {j + 1} {other.figures[:2]} is better"
                yield f"option {i + 1} is proved best for {option['scope']}, but {found}"
