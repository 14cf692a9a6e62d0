"""Individual movements as lines of text; or, if there is none, an error with the nearest one.

An impossible movement and one that is not available give different errors.
"""

from dataclasses import dataclass
from textwrap import wrap

from byestand.catalog.families.rainbow_family import RAINBOW
from byestand.catalog.family import MAX_TABLES
from byestand.errors import ByestandError, NoSuchMovement, NotFound
from byestand.language import say, say_many
from byestand.movements import known_rounds_note, rule_rounds, whist_rounds
from byestand.plan.individual_games import ALL_BOARDS_PER_ROUND, IndividualGame, individuals_for, splits
from byestand.words.numbers import between, join_items

MAX_OPTIONS = 8
WIDTH = 100


@dataclass(frozen=True, slots=True)
class IndividualRequest:
    """The request; None for values that are left open."""

    players: int
    boards: range | None = None
    rounds: int | None = None
    deal_groups: int | None = None
    boards_per_round: int | None = None

    def __str__(self) -> str:
        parts = [say("{players} players", players=self.players)]
        if self.rounds is not None:
            parts.append(say_many("1 round", "{number} rounds", self.rounds))
        if self.deal_groups is not None:
            parts.append(say_many("1 deal group", "{number} deal groups", self.deal_groups))
        if self.boards is not None:
            parts.append(say("{boards} boards", boards=between(self.boards)))
        if self.boards_per_round is not None:
            parts.append(say_many("1 board per round", "{number} boards per round", self.boards_per_round))
        return ", ".join(parts)

    def distance(self, option: IndividualGame) -> float:
        """Return how far an option is from the request, as a sum of relative differences."""
        middle = (self.boards[0] + self.boards[-1]) / 2 if self.boards else None
        figures = (
            (self.rounds, option.rounds),
            (self.deal_groups, option.deal_groups),
            (middle, option.boards),
            (self.boards_per_round, option.boards_per_round),
        )
        return sum(abs(actual - wish) / max(wish, 1) for wish, actual in figures if wish is not None)


def missing_option_error(wish: IndividualRequest) -> ByestandError:
    """Return the error for a request without a movement: impossible or not available, with the nearest one."""
    every = [
        o for each in ALL_BOARDS_PER_ROUND for o in individuals_for(wish.players, range(1, 999), boards_per_round=each)
    ]
    nearest = min(every, key=lambda option: (wish.distance(option), option.penalty), default=None)
    instead = f"{RAINBOW.name(5, 5)}, {_length_text(5, 3)}"
    if nearest:
        instead = f"{nearest.title}, {_length_text(nearest.rounds, nearest.boards_per_round)}"
    if reason := _impossible(wish):
        sentence = say("no Rainbow movement exists")
        if whist_rounds(wish.players):
            sentence = say("no individual movement with a new partner in every round exists")
        return NoSuchMovement(f"{sentence}: {wish}", because=reason, instead=instead)
    exact = wish.players % 4 == 0 and 2 <= wish.players // 4 <= MAX_TABLES
    known = known_rounds_note(wish.players // 4) if exact and wish.rounds is not None else ""
    request = f"{wish} ({known})" if known else str(wish)
    return NotFound(f"{say('no movement available')}: {request}; {say('nearest')}: {instead}")


def _impossible(wish: IndividualRequest) -> str:
    """Return why the request is impossible; "" if nothing is known against it."""
    most = -(-wish.players // 4)
    if wish.rounds is None or wish.rounds <= max(most, whist_rounds(wish.players)):
        return ""
    if whist_rounds(wish.players):
        return say("each player has only {partners} possible partners", partners=wish.players - 1)
    return say(
        "each player would meet {rounds} players of each other direction, but there are at most {most}",
        rounds=wish.rounds,
        most=most,
    )


def _length_text(rounds: int, boards: int) -> str:
    return say_many("1 round of {boards}", "{number} rounds of {boards}", rounds, boards=boards)


def option_lines(players: int, options: tuple[IndividualGame, ...]) -> list[str]:
    """Return the options as lines of text, the best first."""
    lines = [f"{say('{players} players, the best first', players=players)}:"]
    for option in options[:MAX_OPTIONS]:
        boards = say("{boards} boards", boards=join_items(dict.fromkeys(option.boards_of_sections)))
        text = f"{option.title}: {_lengths(option)}, {boards}. {' '.join(option.facts)}"
        lines += wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
    if len(options) > MAX_OPTIONS:
        more = say("{count} more; use --boards, --rounds or --groups to see fewer", count=len(options) - MAX_OPTIONS)
        lines.append(f"  {more}")
    lines += _advice(players, options)
    best = options[0]
    lines.append(say("To run the first:"))
    if len(best.names) > 1:
        return [*lines, *together(best)]
    missing = "".join(f" --missing {number}" for number in best.missing)
    return [*lines, f"  byestand show {best.names[0]}{missing} --layout --boards-per-round {best.boards_per_round}"]


def _lengths(option: IndividualGame) -> str:
    """Return the different lengths of the sections."""
    return ", ".join(_length_text(rounds, boards) for rounds, boards in dict.fromkeys(option.section_lengths))


def together(option: IndividualGame) -> list[str]:
    """Return the commands that print all sections and write them to one file."""
    each = [boards for _, boards in option.section_lengths]
    per_round = ",".join(map(str, each)) if len(set(each)) > 1 else str(each[0])
    sections = f"{option.section_args} --boards-per-round {per_round}"
    return [f"  byestand print {sections} -o session.pdf", f"  byestand export {sections} -o session.bws"]


def _advice(players: int, options: tuple[IndividualGame, ...]) -> list[str]:
    """Return how to play without guide cards: in sections, or in fewer rounds."""
    t, extra = divmod(players, 4)
    if extra or options[0].move_description == "rule" or not splits(t):
        return []
    parts = splits(t)[0]
    split = next((option for option in options if len(option.names) > 1), None)
    sizes = [name.tables for name in split.names] if split else parts
    length = say_many("up to 1 round", "up to {number} rounds", parts[0])
    if split:
        length = f"{split.section_args}, {_lengths(split)}"
    sections = say("Without guide cards: sections of {tables} tables", tables=" + ".join(map(str, sizes)))
    whole = say_many(
        "Or one section by one rule, up to 1 round.",
        "Or one section by one rule, up to {number} rounds.",
        rule_rounds(t),
    )
    return [f"{sections}, {length}.", *(together(split) if split else []), whole]
