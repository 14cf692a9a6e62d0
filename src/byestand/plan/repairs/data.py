"""Options as plain data, for json: people and groups as they stand in csv files."""

from collections.abc import Sequence

from byestand.model.field import Field
from byestand.plan.repairs.options import Option


def repair_data(options: Sequence[Option], said: Sequence[str]) -> dict[str, object]:
    """Return options as plain data, each with what is *said* of it."""
    planned = next(option.played.plan.field for option in options if option.continuation.kind == "plan")
    return {"options": [_option(option, words, planned) for option, words in zip(options, said, strict=True)]}


def _option(option: Option, say: str, planned: Field) -> dict[str, object]:
    figures, how, field = option.figures, option.continuation, option.played.plan.field
    return {
        "kind": how.kind,
        "lost": len(figures.lost),
        "lost_already": len(figures.lost_already),
        "again": len(figures.again),
        "extra_shared": figures.extra_shared,
        "told": list(figures.told),
        "changes": [
            {
                "round": change.round,
                "table": change.table,
                "plan": _numbers(change.plan, field, planned),
                "now": change.now and _numbers(change.now, field, planned),
            }
            for change in figures.changes
        ],
        "proved": how.proved,
        "scope": how.scope,
        "say": say,
    }


def _numbers(cell: tuple[int, ...], field: Field, planned: Field) -> list[int]:
    """Return a cell in the numbers of the plan: where two lines have become one, in those of the line of each seat."""
    *who, group = cell
    if field.winners == planned.winners:
        return [*map(field.number, who), group]
    return [*(_number_in_line(contestant, seat, planned) for seat, contestant in enumerate(who)), group]


def _number_in_line(contestant: int, seat: int, planned: Field) -> int:
    """Return what two lines call one of the field that they make up: who came is the next, wherever that one sits."""
    if contestant <= planned.size:
        return planned.number(contestant)
    return planned.lines[seat] + contestant - planned.size
