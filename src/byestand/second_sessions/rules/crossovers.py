"""Crossovers that can be announced: the recipes of Tim Hill's "Web movements" (2019), generalised.

Each gives, step by step, the new seat of every pair in the second session. Pairs are numbered by their seats in the
first session, section by section, NS before EW. The tables printed in 2019 shift the pairs that *were* EW, the text
shifts those that *will be* EW: the playbacks are the same. We follow the tables.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.walks import ring
from byestand.words.numbers import join_items


@dataclass(frozen=True, slots=True)
class CrossoverStep:
    """One step of a crossover: its announcement, and the seats after it."""

    words: str
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Crossover:
    """A rule for the second session."""

    name: str
    steps: tuple[CrossoverStep, ...]

    @property
    def seats(self) -> tuple[int, ...]:
        """The seat of each pair at the end."""
        return self.steps[-1].seats


def single_section(tables: int) -> Crossover:
    """Return the rule for one section: half exchange directions, the others reverse their order, one line shifts.

    >>> [step.words for step in single_section(6).steps][:2]
    ['NS and EW of tables 1-3 exchange directions.', 'NS and EW of tables 4-6 each reverse their order.']
    """
    if tables < 2:
        raise BadRequest(say("a crossover needs at least 2 tables, not {tables}", tables=tables))
    t, half = tables, tables // 2
    ns, ew = list(range(1, t + 1)), list(range(t + 1, 2 * t + 1))
    exchanged = tuple(ew[:half] + ns[half:] + ns[:half] + ew[half:])
    turned = tuple(ew[:half] + ns[: half - 1 : -1] + ns[:half] + ew[: half - 1 : -1])
    if half == 1:
        first = say("NS and EW of table 1 exchange directions.")
    else:
        first = say("NS and EW of tables {first}-{last} exchange directions.", first=1, last=half)
    if half + 1 == t:
        second = say("NS and EW of table {table} stay.", table=t)
    else:
        second = say("NS and EW of tables {first}-{last} each reverse their order.", first=half + 1, last=t)
    third = say(
        "Each pair that was EW takes the place of the pair one number lower. E1 takes the place of E{last}.", last=t
    )
    shifted = (*turned[:t], *_one_lower(turned[t:]))
    return Crossover(
        "the recipe of 2019",
        (CrossoverStep(first, exchanged), CrossoverStep(second, turned), CrossoverStep(third, shifted)),
    )


def several_sections(tables: Sequence[int], letters: Sequence[str]) -> Crossover:
    """Return the recipe for sections of any size: NS become EW, EW go to the next section as NS, extra tables stay.

    As many tables as the smallest section has cross; the further tables of larger sections (the doubles) keep section
    and direction with their order reversed, and there the pairs that were EW shift by one.
    """
    if len(tables) < 2 or len(tables) != len(letters) or min(tables) < 2:
        raise BadRequest(say("this crossover needs at least 2 sections of at least 2 tables, each with a letter"))
    core, count = min(tables), len(tables)
    starts = [2 * sum(tables[:i]) for i in range(count)]
    seats = [0] * (2 * sum(tables))
    for i, t in enumerate(tables):
        after = (i + 1) % count
        for k in range(1, t + 1):
            ns, ew = starts[i] + k, starts[i] + t + k
            seats[ns - 1], seats[ew - 1] = (ew, starts[after] + k) if k <= core else (ns, ew)
    steps = [CrossoverStep(_cross_text(tables, letters, core), tuple(seats))]
    larger = [i for i, t in enumerate(tables) if t > core]
    if larger:
        for i in larger:
            for low in (starts[i] + core, starts[i] + tables[i] + core):
                high = low + tables[i] - core
                seats[low:high] = seats[low:high][::-1]
        doubles = join_items(f"{letters[i]}{core + 1}-{letters[i]}{tables[i]}" for i in larger)
        reversal = say("NS and EW of tables {tables} each reverse their order.", tables=doubles)
        steps.append(CrossoverStep(reversal, tuple(seats)))
        for i in larger:
            line = slice(starts[i] + tables[i], starts[i] + 2 * tables[i])
            seats[line] = _one_lower(seats[line])
        shift = say(
            "Each pair that was EW in {sections} takes the place of the pair one number lower."
            " E1 takes the place of the last pair.",
            sections=join_items(letters[i] for i in larger),
        )
        steps.append(CrossoverStep(shift, tuple(seats)))
    return Crossover("the recipe of 2019", tuple(steps))


def three_sessions(tables: int, rounds: int, *, skip: bool) -> tuple[Crossover, Crossover]:
    """Return the second and third session without repeat opponents, for at least twice as many tables as rounds.

    The lines are cut into half lines, one for each of the directions NNN, NEE, ENE and EEN; any two of them sit in the
    same direction once and are opponents twice. Half lines keep their order, so in a session they meet where the
    difference of places lies in a run of r (r + 1 with a skip); the starts below make the two runs of any two half
    lines disjoint. docs/crossovers.md has the equations.
    """
    t, half = tables, tables // 2
    run = rounds + skip
    start = (half + 1) // 2 if half % 2 else (half + 2) // 2
    if t % 2 or half < run or (half % 2 == 0 and half == run):
        raise BadRequest(
            say(
                "3 sessions need more than twice as many tables as rounds, not {tables} for {rounds}",
                tables=t,
                rounds=rounds,
            )
        )
    # The start of each half line in sessions 1, 2 and 3.
    n, e = 0, t
    places = {
        "NNN": ((n, 0), (n, 0), (n, 0)),
        "NEE": ((n, half), (e, start + half), (e, start)),
        "ENE": ((e, start), (n, half), (e, start + half)),
        "EEN": ((e, start + half), (e, start), (n, half)),
    }
    found = []
    for session in (1, 2):
        seats = [0] * (2 * t)
        for way in places.values():
            (line, first), (new_line, new_first) = way[0], way[session]
            for i in range(1, half + 1):
                seats[line + ring(first + i, t) - 1] = new_line + ring(new_first + i, t)
        found.append(Crossover("half lines", (CrossoverStep(say("Half lines keep their order."), tuple(seats)),)))
    return found[0], found[1]


def squads(tables: Sequence[int]) -> tuple[Crossover, Crossover] | None:
    """Return sessions 2 and 3 of a round robin of whole lines; None unless the sections form pairs of equal size.

    Two sections of the same size are four squads with the directions NNN (NS of one section), NEE (NS of the other),
    ENE and EEN (their EW). Any two squads are opponents in one session and sit in the same direction in another, so
    there are no repeat opponents and all pairs are compared, with any movement. More sections are taken two by two.

    >>> second, third = squads([2, 2])
    >>> second.seats, third.seats
    ((1, 2, 5, 6, 7, 8, 3, 4), (1, 2, 7, 8, 3, 4, 5, 6))
    """
    order = sorted(range(len(tables)), key=lambda i: tables[i])
    twos = list(zip(order[::2], order[1::2], strict=False))
    if len(tables) % 2 or any(tables[a] != tables[b] for a, b in twos):
        return None
    found = []
    # The new lines of AN, AE, BN and BE, as indexes of these four.
    for ways in ((0, 2, 3, 1), (0, 3, 1, 2)):
        seats = [0] * (2 * sum(tables))
        for two in twos:
            lines = [(2 * sum(tables[:i]) + way * tables[i], tables[i]) for i in two for way in (0, 1)]
            for (start, size), way in zip(lines, ways, strict=True):
                seats[start : start + size] = range(lines[way][0] + 1, lines[way][0] + size + 1)
        found.append(Crossover("squads", (CrossoverStep(say("Whole lines exchange places."), tuple(seats)),)))
    return found[0], found[1]


def _one_lower(places: Sequence[int]) -> list[int]:
    """Return the places after each pair takes that of the pair before it, and the first that of the last."""
    return [places[-1], *places[:-1]]


def _cross_text(tables: Sequence[int], letters: Sequence[str], core: int) -> str:
    """Return the announcement of the first step; two letters are a section and the section that its EW pairs go to."""
    ways = ", ".join(f"{a}-{b}" for a, b in zip(letters, (*letters[1:], letters[0]), strict=True))
    if any(t > core for t in tables):
        return say(
            "At tables 1-{last} of every section NS become EW, and EW go to the next section as NS ({ways})."
            " All others stay.",
            last=core,
            ways=ways,
        )
    return say("In every section NS become EW, and EW go to the next section as NS ({ways}).", ways=ways)
