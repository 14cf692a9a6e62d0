"""Repair options for the problems reported, with their sentences and as plain data.

The command line and the app use this module.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.boards import Boards
from byestand.model.field import Field
from byestand.model.judged import Judged
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.repairs import option_text as words
from byestand.repairs import problem_text as happenings
from byestand.repairs import ruling_text
from byestand.repairs.cost import usual_copies
from byestand.repairs.mishap_syntax import Mishaps
from byestand.repairs.reconstruction import reconstruct_play, reconstruct_seats, require_copies
from byestand.repairs.repair_options import (
    LEAVING,
    MIN_SECONDS,
    PLAN,
    TWO_WAY,
    Option,
    RepairLimits,
    late_plays,
    options,
)
from byestand.repairs.wrong_moves import apply_wrong_moves, follow_claims
from byestand.verify.measures import require_cases

MAX_SECONDS = 600


@dataclass(frozen=True, slots=True)
class RepairOptions:
    """Repair options, the best first, each with its sentences."""

    options: tuple[Option, ...]
    sentences: tuple[tuple[str, ...], ...]
    unsound: tuple[Judged, ...]
    """Options that were found but have errors, so they are not offered."""
    was_cut_off: bool = False
    """Whether the search was stopped by time, so that another run may find other options."""


def repair_limits(plan: Movement, *, cases: int | None, extra: int, seconds: float) -> RepairLimits:
    """Return the sets of boards and limits of a search; by default the sets of the plan."""
    require_cases(cases)
    if not MIN_SECONDS <= seconds <= MAX_SECONDS:
        raise BadRequest(
            say(
                "search time must be {least} to {most} seconds, not {seconds:g}",
                least=MIN_SECONDS,
                most=MAX_SECONDS,
                seconds=seconds,
            )
        )
    limits = RepairLimits(usual_copies(plan) if cases is None else cases, extra, seconds)
    require_copies(plan.seats, plan.groups, limits.copies)
    return limits


def find_repair_options(
    section: Section, after: int, mishaps: Mishaps, having: RepairLimits, letter: str = ""
) -> RepairOptions:
    """Return the repair options of a section after a round; *letter* is put before pair numbers."""
    plan = section.movement
    played = reconstruct_play(plan, after, mishaps, copies=having.copies, letter=letter)
    repairs = options(played, having, forgiven=section.judged.evidence.forgiven)
    sat_down = () if mishaps.cards_out else _sat_down(plan, after, mishaps)
    texts = tuple(
        (*sat_down, *sentences(each, section.boards, repairs.why_waiting, letter)) for each in repairs.options
    )
    return RepairOptions(repairs.options, texts, repairs.unsound, repairs.was_cut_off)


def _sat_down(plan: Movement, after: int, mishaps: Mishaps) -> tuple[str, ...]:
    """Return how players get to the right seats if nobody has looked at the cards."""
    seats, groups = reconstruct_seats(plan, after, mishaps)
    return tuple(words.sat_down_words(plan, after, seats[-1], groups[-1]))


def mishap_sentences(
    plan: Movement, after: int, mishaps: Mishaps, boards: Boards | None, letter: str = ""
) -> Iterator[str]:
    """Yield what was not as planned; the *letter* of a section is put before pair numbers."""
    seats, groups = apply_wrong_moves(plan, plan.rounds, mishaps.moves, mishaps.boards_moves, mishaps.departures)
    moved = replace(plan, seats=seats, groups=groups)  # a common wrong move is reported once
    for cell in mishaps.cells:
        yield from happenings.table_words(moved, cell, boards, letter)
    follow = bool(follow_claims(plan))
    for move in mishaps.moves:
        yield happenings.follow_words(move.by, move.after) if follow else happenings.move_words(*move)
    for boards_move in mishaps.boards_moves:
        yield happenings.boards_move_words(*boards_move)
    for gone in mishaps.departures:
        yield happenings.left_words(plan.field.label(gone.contestant, letter), gone.after)
    if mishaps.late_pairs:
        yield happenings.came_words(mishaps.late_pairs)
    if not mishaps.cards_out:
        yield happenings.not_seen_words(after)


def sentences(option: Option, boards: Boards | None, why_waiting: str = "", letter: str = "") -> tuple[str, ...]:
    """Return the sentences of an option, in order: announcements, slips, what is lost, late plays.

    *why_waiting* is why late pairs cannot be seated; the *letter* of a section is put before pair numbers.
    """
    # Without an instruction all boards make their usual moves, although not where the plan has them.
    return tuple(_sentences(option, boards, why_waiting, letter)) or (words.usual_moves_text(),)


def _sentences(option: Option, boards: Boards | None, why_waiting: str, letter: str) -> Iterator[str]:
    night, plan, figures = option.judged.movement, option.actual_play.plan, option.figures
    how = option.continuation
    if how.kind == PLAN and option.actual_play.nothing_wrong:
        yield words.nothing_lost()
        return
    if how.kind == PLAN and not figures.lost_cells and not figures.repeats and not option.actual_play.late_pairs:
        yield words.lost_bound_text(len(figures.lost_already)) if figures.lost_already else words.nothing_lost()
    if how.calls:
        yield from words.call_words(night, plan, how.calls)
    else:
        yield from words.way_back_words(night, plan, boards)
        yield from words.boards_called_words(night, plan)
    if how.kind == TWO_WAY:
        yield words.one_field_words(plan)
    yield from words.newcomer_words(night, plan, boards, letter)
    if how.kind == LEAVING:
        yield from words.filled_words(night, plan, boards, letter)
    if option.actual_play.late_pairs:
        yield words.turned_away_words(option.actual_play.late_pairs, why_waiting)
    yield from words.slip_words(night, boards, letter)
    yield from ruling_text.unplayed_words(night, option.actual_play.unplayed_now, boards, letter)
    yield from ruling_text.lost_words(night, plan, figures.lost_cells, boards, letter)
    yield from ruling_text.again_words(night, figures.repeats, letter)
    yield from ruling_text.cancelled_words(night, boards, letter)
    unplayed = tuple(cell[:2] for cell in option.actual_play.unplayed_now)
    yield from ruling_text.artificial_scores(night, (*unplayed, *figures.lost_cells))
    yield from ruling_text.late_play_words(night, late_plays(night, plan), boards, letter)


def repair_data(repairs: RepairOptions) -> dict[str, object]:
    """Return options as plain data."""
    options = repairs.options
    planned = next(option.actual_play.plan.field for option in options if option.continuation.kind == "plan")
    texts = (" ".join(lines) for lines in repairs.sentences)
    return {
        "options": [_option_data(option, text, planned) for option, text in zip(options, texts, strict=True)],
        "cut_off": repairs.was_cut_off,
    }


def _option_data(option: Option, text: str, planned: Field) -> dict[str, object]:
    figures, how, field = option.figures, option.continuation, option.actual_play.plan.field
    return {
        "mark": option.mark,
        "kind": how.kind,
        "lost": len(figures.lost_cells),
        "lost_already": len(figures.lost_already),
        "again": len(figures.repeats),
        "extra_shared": figures.extra_shared,
        "instructed": list(figures.changed_tables),
        "changes": [
            {
                "round": change.round,
                "table": change.table,
                "plan": _numbers(change.plan, field, planned),
                "now": change.actual and _numbers(change.actual, field, planned),
            }
            for change in figures.changes
        ],
        "proved": how.proved,
        "scope": how.scope,
        "say": text,
    }


def _numbers(cell: tuple[int, ...], field: Field, planned: Field) -> list[int]:
    """Return a cell in the numbers of the plan; if two rankings became one, by the direction of each seat."""
    *who, group = cell
    if field.winners == planned.winners:
        return [*map(field.number, who), group]
    return [*(_number_in_line(contestant, seat, planned) for seat, contestant in enumerate(who)), group]


def _number_in_line(contestant: int, seat: int, planned: Field) -> int:
    """Return the number in the direction of a seat; a late pair has the next number, in either direction."""
    if contestant <= planned.size:
        return planned.number(contestant)
    return planned.lines[seat] + contestant - planned.size
