"""Options as plain data, for json: people and groups as they stand in csv files."""

from collections.abc import Sequence
from typing import Any

from byestand.model import Field
from byestand.plan.repairs.options import Option


def repair_data(options: Sequence[Option], said: Sequence[str]) -> dict[str, Any]:
    """Return options as plain data, each with what is *said* of it."""
    return {"options": [_option(option, words) for option, words in zip(options, said, strict=True)]}


def _option(option: Option, say: str) -> dict[str, Any]:
    figures, how, field = option.figures, option.continuation, option.played.plan.field
    return {
        "kind": how.kind,
        "lost": len(figures.lost),
        "again": len(figures.again),
        "extra_shared": figures.extra_shared,
        "told": list(figures.told),
        "changes": [
            {
                "round": change.round,
                "table": change.table,
                "plan": _numbers(change.plan, field),
                "now": change.now and _numbers(change.now, field),
            }
            for change in figures.changes
        ],
        "proved": how.proved,
        "scope": how.scope,
        "say": say,
    }


def _numbers(cell: tuple[int, ...], field: Field) -> list[int]:
    *who, group = cell
    return [*map(field.number, who), group]
