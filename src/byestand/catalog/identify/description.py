"""What a movement is that the catalogue does not have: its kind, size and how good it is, in one sentence."""

from collections.abc import Iterator

from byestand.catalog.identify.switched import unswitched
from byestand.model.judged import Judged
from byestand.model.movement import Movement
from byestand.verify import judge
from byestand.verify.measures import measure
from byestand.words.numbers import in_words
from byestand.words.phrases import say
from byestand.words.titles import without_words


def describe(movement: Movement, forgiven: frozenset[str]) -> str:
    """Return what it is, "another 4-table, 7-round Howell, balance 100"; or how many errors it has."""
    judged = judge(movement, forgiven=forgiven)
    if not judged.is_sound:
        return say("not in the catalogue, and it has {errors}", errors=in_words(len(judged.errors), "error"))
    size = say("{tables}-table, {rounds}-round", tables=movement.tables, rounds=movement.rounds)
    return ", ".join((f"another {size} {_kind(judged)}", *_details(judged)))


def _kind(judged: Judged) -> str:
    movement = judged.movement
    if movement.is_individual:
        return say("individual for {players} players", players=len(movement.field.present))
    if len(movement.field.lines) == 1:
        two_lines = unswitched(movement)
        is_mitchell = two_lines and _has_stationary_line(judge(two_lines.movement))
        return say("arrow-switched Mitchell") if is_mitchell else say("Howell")
    return say("Mitchell") if _has_stationary_line(judged) else say("two-winner movement in which NS and EW move")


def _has_stationary_line(judged: Judged) -> bool:
    """Return whether all pairs of a line stay at their table."""
    stationary, field = set(measure(judged).stationary), judged.movement.field
    lines = [{field.label(c) for c in field.present if field.line(c) == line} for line in range(len(field.lines))]
    return any(line <= stationary for line in lines)


def _details(judged: Judged) -> Iterator[str]:
    movement, measures = judged.movement, measure(judged)
    if missing := sorted(movement.field.missing):
        yield without_words(map(movement.field.label, missing))
    if not movement.is_individual:
        if len(movement.field.lines) == 1:
            yield say("balance {figure}", figure=f"{measures.balance:.4g}")
        if measures.repeat_opponents:
            yield in_words(measures.repeat_opponents, "repeat meeting")
    if sit_outs := max(measures.sit_outs):
        yield say("up to {sit_outs} each", sit_outs=in_words(sit_outs, "sit-out"))
