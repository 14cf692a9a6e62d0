"""Faults of ours for logs: of which kind, and where. What they say may quote what somebody typed, and is left out."""

from pathlib import Path
from traceback import extract_tb


def bare(fault: BaseException) -> tuple[str, ...]:
    """Return the kind of a fault and the calls that led to it, the last first; then of what it came from.

    >>> try:
    ...     {}["Smith"]
    ... except KeyError as fault:
    ...     bare(fault)[0]
    'KeyError'
    """
    calls = [f"{Path(call.filename).name}:{call.lineno} {call.name}" for call in extract_tb(fault.__traceback__)]
    before = fault.__cause__ or fault.__context__
    return (type(fault).__name__, *reversed(calls), *(bare(before) if before else ()))
