"""What a director has said happened, and says and does for an option, sentence by sentence."""

from collections.abc import Iterator
from dataclasses import replace

from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.plan.repairs.late_plays import late_plays
from byestand.plan.repairs.moves import as_moved, follow_claims
from byestand.plan.repairs.options import LEAVING, PLAN, TWO_WAY, Option
from byestand.plan.repairs.telling import Mishaps
from byestand.words import mishaps as happenings
from byestand.words import repairs as words
from byestand.words import rulings


def happened(plan: Movement, after: int, mishaps: Mishaps, boards: Boards | None, letter: str = "") -> Iterator[str]:
    """Yield what was not as planned; the *letter* of a section stands before the numbers of its pairs."""
    seats, groups = as_moved(plan, plan.rounds, mishaps.moves, mishaps.boards_moves, mishaps.gone)
    moved = replace(plan, seats=seats, groups=groups)  # that everybody moved is said once
    for cell in mishaps.cells:
        yield from happenings.table_words(moved, cell, boards, letter)
    follow = bool(follow_claims(plan))
    for move in mishaps.moves:
        yield happenings.follow_words(move.by, move.after) if follow else happenings.move_words(*move)
    for boards_move in mishaps.boards_moves:
        yield happenings.boards_move_words(*boards_move)
    for gone in mishaps.gone:
        yield happenings.left_words(plan.field.label(gone.who, letter), gone.after)
    if mishaps.came:
        yield happenings.came_words(mishaps.came)
    if not mishaps.cards_out:
        yield happenings.not_seen_words(after)


def sentences(option: Option, boards: Boards | None, why_waiting: str = "", letter: str = "") -> tuple[str, ...]:
    """Return everything there is to say and to do, in this order: the call, the slips, what is lost, what heals it.

    *why_waiting* is why those who came cannot be seated; the *letter* of a section stands before labels.
    """
    return tuple(_sentences(option, boards, why_waiting, letter))


def _sentences(option: Option, boards: Boards | None, why_waiting: str, letter: str) -> Iterator[str]:
    night, plan, figures = option.judged.movement, option.played.plan, option.figures
    how = option.continuation
    if how.kind == PLAN and option.played.nothing_wrong:
        yield words.nothing_lost()
        return
    if how.kind == PLAN and not figures.lost and not figures.again and not option.played.came:
        yield words.no_more_lost(len(figures.lost_already)) if figures.lost_already else words.nothing_lost()
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
    if option.played.came:
        yield words.turned_away_words(option.played.came, why_waiting)
    yield from words.slip_words(night, boards, letter)
    yield from rulings.unplayed_words(night, option.played.unplayed_now, boards, letter)
    yield from rulings.lost_words(night, plan, figures.lost, boards, letter)
    yield from rulings.again_words(night, figures.again, letter)
    yield from rulings.cancelled_words(night, boards, letter)
    unplayed = tuple(one[:2] for one in option.played.unplayed_now)
    yield from rulings.artificial_scores(night, (*unplayed, *figures.lost))
    yield from rulings.late_play_words(night, late_plays(night, plan), boards, letter)
