"""Events as json, and a whole night with its log as one file: written by one table, read as strictly as any file.

A night file of version 7 says how the night is, for people and their scripts, and has the log that leads there. Earlier
ones, up to 6, have no log; each becomes one that begins with taking it over.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, TypeAlias

from byestand.checked import Checked
from byestand.errors import BadRequest, FormatError
from byestand.formats.checked import version_in
from byestand.model.limits import MAX_TIMESTAMP
from byestand.model.timing import LONGEST_BREAK, LONGEST_ROUND, Break, Timing
from byestand.night import events as of
from byestand.night.fold import Entry, Log
from byestand.night.night import (
    FORMAT,
    MOST_NOTES,
    MOST_ROUNDS,
    Night,
    cases_in,
    line_in,
    loads,
    pairs_in,
    section_data,
    section_in,
    sections_in,
    text_in,
)  # fmt: skip
from byestand.night.night import VERSION as LAST_WITHOUT_A_LOG
from byestand.night.setting import Setting

VERSION = LAST_WITHOUT_A_LOG + 1
MOST_EVENTS = 50_000
"""A night of sixty tables in which every result is typed by itself and half of them are corrected has five thousand."""
MOST_SAID = 64
MOST_WARNINGS = 4
MOST_BREAKS = 12
MOST_ROW = 2000
LABEL = 8
LETTER = 3

Data: TypeAlias = dict[str, Any]
Reader: TypeAlias = Callable[[Checked], of.Event]


def fields_of(event: of.Event) -> Data:
    """Return what an event says, without its kind, as plain data."""
    write = WRITERS.get(event.kind)
    return write(event) if write else {name: getattr(event, name) for name in event.__dataclass_fields__}


def _cases(sections: Sequence[Setting]) -> int | None:
    return sections[0].cases if sections else None


WRITERS: Mapping[str, Callable[[Any], Data]] = {
    of.TakenOver.kind: lambda event: {"night": event.night.data()},
    of.SetUp.kind: lambda event: {"sections": list(map(section_data, event.sections)), "cases": _cases(event.sections)},
    of.Repaired.kind: lambda event: {
        "section": section_data(event.setting),
        "cases": event.setting.cases,
        **({"names": event.names} if event.names else {}),
    },
    of.Timed.kind: lambda event: asdict(event.timing),
    of.Results.kind: lambda event: {
        "heading": event.heading,
        "new": event.new,
        "gone": event.gone,
        **({"source": event.source} if event.source else {}),
    },
}
"""How an event is written, where that is not just what its class has."""


def event_in(kind: str, fields: Checked) -> of.Event:
    """Return the event of a kind that plain data describe; what does not fit is refused with its path."""
    if kind not in READERS:
        fields.refuse(f"expected a kind of event that is known here, not {kind[:40]!r}")
    fields.only(KEYS.get(kind) or " ".join(of.KINDS[kind].__dataclass_fields__))
    return READERS[kind](fields)


KEYS = {
    of.SetUp.kind: "sections cases",
    of.Repaired.kind: "section cases names",
    of.Timed.kind: " ".join(Timing.__dataclass_fields__),
}


def _timing(top: Checked) -> Timing:
    breaks = top["breaks"].items()
    if len(breaks) > MOST_BREAKS or len(top["warnings"].items()) > MOST_WARNINGS:
        top.refuse(f"expected at most {MOST_BREAKS} breaks and {MOST_WARNINGS} warnings")
    return Timing(
        seconds=top["seconds"].number(0, LONGEST_ROUND),
        warnings=tuple(one.number(0, LONGEST_ROUND) for one in top["warnings"].items()),
        breaks=tuple(
            Break(one["after"].number(1, MOST_ROUNDS), one["seconds"].number(0, LONGEST_BREAK), _instant(one["until"]))
            for one in breaks
        ),
        starts=_instant(top["starts"]),
        apart=top["apart"].flag(),
        gong=top["gong"].flag(),
    )


def _instant(value: Checked) -> float | None:
    if value.is_null():
        return None
    if type(value.value) not in (int, float) or not 0 <= value.value <= MAX_TIMESTAMP:
        value.refuse("expected seconds since 1970")
    return float(value.value)


def _said(top: Checked) -> tuple[tuple[str, str], ...]:
    found = [[line_in(word, 200) for word in one.items()] for one in top.items()]
    if len(found) > MOST_SAID or any(len(one) != len(("name", "text")) for one in found):
        top.refuse(f"expected at most {MOST_SAID} words with what they say")
    return tuple((name, text) for name, text in found)


def _rounds(top: Checked) -> dict[str, int]:
    if not isinstance(top.value, dict) or len(top.value) > MOST_SAID:
        top.refuse("expected the rounds of each section")
    return {str(letter): top[letter].number(1, MOST_ROUNDS) for letter in top.value}


def _rows(top: Checked) -> tuple[str, ...]:
    return tuple(text_in(row, MOST_ROW) for row in top.items())


def _names(top: Checked) -> dict[str, str]:
    """Return names by label; an empty one takes somebody's away."""
    if not isinstance(top.value, dict):
        top.refuse("expected names by label")
    there = pairs_in(replace(top, value={label: name for label, name in top.value.items() if name}))
    return {label: there.get(label, "") for label in top.value}


def _letter(top: Checked) -> str:
    return line_in(top["section"], LETTER)


READERS: Mapping[str, Reader] = {
    of.TakenOver.kind: lambda top: of.TakenOver(_whole(top["night"])),
    of.SetUp.kind: lambda top: of.SetUp(sections_in(top)),
    of.Called.kind: lambda top: of.Called(line_in(top["name"])),
    of.Named.kind: lambda top: of.Named(_names(top["names"])),
    of.Noted.kind: lambda top: of.Noted(text_in(top["notes"], MOST_NOTES)),
    of.Results.kind: lambda top: of.Results(
        text_in(top["heading"], MOST_ROW),
        _rows(top["new"]),
        _rows(top["gone"]),
        line_in(top["source"]) if top.has("source") else "",
    ),
    of.Seen.kind: lambda top: of.Seen(_letter(top), _said(top["said"])),
    of.Repaired.kind: lambda top: of.Repaired(
        section_in(top["section"], cases_in(top["cases"])), _names(top["names"]) if top.has("names") else {}
    ),
    of.SectionsCompared.kind: lambda top: of.SectionsCompared(top["apart"].flag()),
    of.Awaited.kind: lambda top: of.Awaited(line_in(top["label"], LABEL), top["here"].flag()),
    of.Timed.kind: lambda top: of.Timed(_timing(top)),
    of.Started.kind: lambda top: of.Started(_rounds(top["rounds"])),
    of.RoundCalled.kind: lambda top: of.RoundCalled(top["round"].number(1, MOST_ROUNDS + 1), _letter(top)),
    of.Paused.kind: lambda top: of.Paused(_letter(top)),
    of.Resumed.kind: lambda top: of.Resumed(_letter(top)),
    of.Lengthened.kind: lambda top: of.Lengthened(
        top["seconds"].number(-LONGEST_ROUND, LONGEST_ROUND), _letter(top), top["later"].flag()
    ),
    of.Shown.kind: lambda top: of.Shown(text_in(top["words"], MOST_ROW)),
    of.Released.kind: lambda top: of.Released(top["released"].flag()),
    of.Undone.kind: lambda top: of.Undone(top["position"].number(1, MOST_EVENTS)),
}


def _whole(top: Checked) -> Night:
    return loads(json.dumps(top.value), source=top.source)


def written(event: of.Event) -> str:
    """Return what an event says as json text."""
    return json.dumps(fields_of(event), ensure_ascii=False)


def read(kind: str, text: str, *, source: str) -> of.Event:
    """Return an event as `written` has it."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise FormatError(source, "not json, so nothing that happened") from fault
    return event_in(kind, Checked(fields, "$", source))


def dumps(log: Log) -> str:
    """Return a whole night, log and all, as json text."""
    told = [{"kind": one.event.kind, "at": one.at, **fields_of(one.event)} for one in log.entries]
    whole = log.now.night.data() | {"version": VERSION, "log": told}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def log_in(text: str, *, source: str = "the file", at: float = 0.0) -> Log:
    """Return the night in json text, of any version; what does not fit, or does not follow, is refused."""
    try:
        return _log(Checked(json.loads(text), "$", source), text, at)
    except ValueError as fault:
        raise FormatError(source, "not json, so no night") from fault
    except RecursionError as fault:
        raise FormatError(source, "nested too deeply to be a night") from fault


def _log(top: Checked, text: str, at: float) -> Log:
    source = top.source
    if version_in(top, format=FORMAT, newest=VERSION) <= LAST_WITHOUT_A_LOG:
        return Log.of((Entry(of.TakenOver(loads(text, source=source)), at),))
    told = top["log"].items()
    if not 1 <= len(told) <= MOST_EVENTS:
        top["log"].refuse(f"expected up to {MOST_EVENTS} events")
    without = {key: value for key, value in top.value.items() if key != "log"} | {"version": LAST_WITHOUT_A_LOG}
    now = loads(json.dumps(without), source=source)
    try:
        log = Log.of([_entry(one) for one in told])
    except BadRequest as no:
        raise FormatError(source, f"what happened in that night does not follow: {no}") from no
    if now != log.now.night:
        raise FormatError(source, "what happened in that night leads to another than the one that is told")
    return log


def _entry(top: Checked) -> Entry:
    at = _instant(top["at"])
    fields = {key: value for key, value in top.value.items() if key not in ("kind", "at")}
    return Entry(event_in(top["kind"].text(), replace(top, value=fields)), at or 0.0)
