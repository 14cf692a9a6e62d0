"""Ways to play an individual as lines of text; where there is none, a sentence with the nearest there is.

What is proved impossible and what is merely not at hand are two answers.
"""

from dataclasses import dataclass
from textwrap import wrap

from byestand.catalog.families.rainbow import RAINBOW
from byestand.catalog.family import MOST_TABLES
from byestand.errors import ByestandError, NoSuchMovement, NotFound
from byestand.movements import rule_rounds, what_is_known, whist_rounds
from byestand.plan.individuals import ALL_BOARDS_PER_ROUND, IndividualGame, individuals_for, splits
from byestand.words.numbers import enumerated

MOST_SHOWN = 8
WIDTH = 100


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for; None where it was left open."""

    players: int
    boards: range | None = None
    rounds: int | None = None
    deal_groups: int | None = None
    boards_per_round: int | None = None

    def __str__(self) -> str:
        low, high = (self.boards[0], self.boards[-1]) if self.boards else (0, 0)
        told = (
            (f"{self.players} players", True),
            (f"{self.rounds} rounds", self.rounds is not None),
            (f"{self.deal_groups} deal groups", self.deal_groups is not None),
            (f"{low} boards" if low == high else f"{low}-{high} boards", self.boards is not None),
            (f"{self.boards_per_round} boards a round", self.boards_per_round is not None),
        )
        first, *rest = [words for words, given in told if given]
        return f"{first} and {', '.join(rest)}" if rest else first

    def distance(self, option: IndividualGame) -> float:
        """Return how far an option is from what was asked for, as shares added up."""
        middle = (self.boards[0] + self.boards[-1]) / 2 if self.boards else None
        wanted = (
            (self.rounds, option.rounds),
            (self.deal_groups, option.deal_groups),
            (middle, option.boards),
            (self.boards_per_round, option.boards_per_round),
        )
        return sum(abs(got - wish) / max(wish, 1) for wish, got in wanted if wish is not None)


def nothing(wish: Wish) -> ByestandError:
    """Return the refusal: impossible, or not at hand; with the nearest there is."""
    every = [
        o for each in ALL_BOARDS_PER_ROUND for o in individuals_for(wish.players, range(1, 999), boards_per_round=each)
    ]
    nearest = min(every, key=lambda option: (wish.distance(option), option.penalty), default=None)
    instead = f"{RAINBOW.name(5, 5)}, 5 rounds of 3"
    if nearest:
        instead = f"{nearest.title}, {nearest.rounds} rounds of {nearest.boards_per_round}"
    if why := _impossible(wish):
        kind = "individual with a new partner every round" if whist_rounds(wish.players) else "Rainbow"
        return NoSuchMovement(f"no {kind} has {wish}", because=why, instead=instead)
    exact = wish.players % 4 == 0 and 2 <= wish.players // 4 <= MOST_TABLES
    known = what_is_known(wish.players // 4) if exact and wish.rounds is not None else ""
    return NotFound(f"nothing is at hand for {wish}{f' ({known})' if known else ''}; the nearest is {instead}")


def _impossible(wish: Wish) -> str:
    """Return why nothing can be so; "" where nothing is known to forbid it."""
    most = -(-wish.players // 4)
    if wish.rounds is None or wish.rounds <= max(most, whist_rounds(wish.players)):
        return ""
    if whist_rounds(wish.players):
        return f"everybody would partner somebody again: there are {wish.players - 1} to partner"
    return f"everybody would meet {wish.rounds} players of each other line, and there are at most {most}"


def listed(players: int, options: tuple[IndividualGame, ...]) -> list[str]:
    """Return the options as lines of text, the best first."""
    lines = [f"{players} players; the best first:"]
    for option in options[:MOST_SHOWN]:
        lengths = [f"{rounds} rounds of {each}" for rounds, each in dict.fromkeys(option.section_lengths)]
        length = f"{enumerated(lengths)}, {enumerated(dict.fromkeys(option.boards_of_sections))} boards"
        sentence = f"{option.title}: {length}: {'; '.join(option.facts)}"
        lines += wrap(sentence, WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
    if len(options) > MOST_SHOWN:
        lines.append(f"  and {len(options) - MOST_SHOWN} more; narrow it with --boards, --rounds or --groups")
    lines += _advice(players, options)
    best = options[0]
    if len(best.names) > 1:
        return [*lines, "How to run the first:", *together(best)]
    gone = "".join(f" --missing {number}" for number in best.missing)
    run = f"byestand show {best.names[0]}{gone} --layout --boards-per-round {best.boards_per_round}"
    return [*lines, "How to run the first:", f"  {run}"]


def together(option: IndividualGame) -> list[str]:
    """Return the commands that print all sections and write them to one file."""
    each = [boards for _, boards in option.section_lengths]
    told = ",".join(map(str, each)) if len(set(each)) > 1 else str(each[0])
    sections = f"{option.lettered} --boards-per-round {told}"
    return [f"  byestand print {sections} -o tonight.pdf", f"  byestand export {sections} -o tonight.bws"]


def _advice(players: int, options: tuple[IndividualGame, ...]) -> list[str]:
    t, must = divmod(players, 4)
    lines = []
    if must == 0 and options[0].how != "rule" and splits(t):
        parts = splits(t)[0]
        by_rule = f"or one section by the rule, up to {rule_rounds(t)} rounds"
        split = next((option for option in options if len(option.names) > 1), None)
        told = _sections_told(split) if split else f"up to {parts[0]} rounds"
        sizes = [name.tables for name in split.names] if split else parts
        lines.append(f"Without cards: {' + '.join(map(str, sizes))} tables, {told}; {by_rule}.")
        lines += together(split) if split else []
    return lines


def _sections_told(split: IndividualGame) -> str:
    lengths = [f"{rounds} rounds of {each}" for rounds, each in dict.fromkeys(split.section_lengths)]
    return f"{split.lettered}, {enumerated(lengths)}"
