"""Logs of version 7 and 8, in files and databases, and names of all versions up to 8."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from byestand import codec
from byestand.errors import FormatError
from byestand.json_cursor import NIGHT, JsonCursor, version_in
from byestand.language import say
from byestand.model.limits import MAX_NAME_CHARS
from byestand.model.line import Line
from byestand.model.people import Contestant
from byestand.model.setup import SectionSetup
from byestand.night.events.repairs import movement_digest
from byestand.night.migrations.documents import (
    LAST_WITHOUT_LOG,
    Data,
    Places,
    parse_lines,
    result_key,
    split_label,
    upgrade_document,
    upgrade_section,
    upgrade_sections,
    write_line,
)
from byestand.night.results import ResultKey


class OldEvent(NamedTuple):
    """A stored event: its kind, and its fields as data."""

    kind: str
    fields: Data


@dataclass(slots=True)
class _RowChange:
    """The rows that an event removed and added, so that it can be undone."""

    removed_rows: dict[ResultKey, str]
    added_rows: dict[ResultKey, str]


class LogUpgrade:
    """Converts the events of one log to the current version, in their order."""

    def __init__(self) -> None:
        self._source = ""
        self._revision = 0
        self._letters: dict[int, list[str]] = {}
        """The section letters by the revision at which they changed."""
        self._exchanges: dict[int, _RowChange] = {}
        self._undone: dict[int, int] = {}
        """The revision that each `Undone` undoes."""
        self._inactive: set[int] = set()
        self._places = Places()

    def upgrade(self, event: OldEvent, source: str) -> OldEvent:
        """Return an event of the current version; current events stay unchanged."""
        self._revision += 1
        self._source = source
        fields = {name: value for name, value in event.fields.items() if name != "kind"}  # rows had it twice
        try:
            upgrade = self._UPGRADES.get(event.kind)
            kind, fields = upgrade(self, fields) if upgrade else OldEvent(event.kind, fields)
            fields = upgrade_names(fields)
            if kind == "names set":
                return OldEvent("contestants changed", {"changes": fields.pop("contestants"), **fields})
            return OldEvent(kind, fields)
        except (KeyError, TypeError, AttributeError, ValueError) as fault:
            raise FormatError(source, say("this event cannot be read: {kind!r}", kind=event.kind[:40])) from fault

    @property
    def letters(self) -> list[str]:
        """The present section letters."""
        active = [revision for revision in self._letters if revision not in self._inactive]
        return self._letters[max(active)] if active else []

    def _upgrade_created(self, fields: Data) -> OldEvent:
        night = fields["night"]
        top = JsonCursor(night, "$.night", self._source)
        version = version_in(top, format=NIGHT, newest=LAST_WITHOUT_LOG)
        created = upgrade_document(night, version, source=self._source)
        self._letters[self._revision] = [section["letter"] for section in created["setup"]["sections"]]
        heading, *rows = str(night.get("results", "")).split("\n")
        for line, row in self._lines(heading, filter(None, rows)):
            self._places.add(result_key(line, self.letters), row)
        return OldEvent("created", created)

    def _set_up(self, fields: Data) -> OldEvent:
        before = self.letters
        sections = upgrade_sections(fields["sections"], self._source)
        letters = self._letters[self._revision] = [section["letter"] for section in sections]
        relettered = {before[0]: letters[0]} if len(before) == len(letters) == 1 and before != letters else {}
        changed = {"sections": sections, "sets": fields["cases"], "relettered": relettered}
        return OldEvent("setup changed", changed)

    def _upgrade_called(self, fields: Data) -> OldEvent:
        return OldEvent("event changed", {"event": {"title": fields["name"]}})

    def _upgrade_named(self, fields: Data) -> OldEvent:
        return OldEvent("names set", {"names": self._seat_names(fields["names"])})

    def _seat_names(self, names: Mapping[str, Any]) -> list[Data]:
        """Return the names of an event; some sections may have other letters now."""
        earlier = [letter for letters in self._letters.values() for letter in letters]
        seats = (
            (split_label(label, self.letters) or split_label(label, earlier), name) for label, name in names.items()
        )
        return [{"section": seat[0], "label": seat[1], "name": name} for seat, name in seats if seat]

    def _upgrade_noted(self, fields: Data) -> OldEvent:
        return OldEvent("notes changed", fields)

    def _upgrade_compared(self, fields: Data) -> OldEvent:
        return OldEvent("scoring changed", {"scoring": {"sections": "apart" if fields["apart"] else "field"}})

    def _upgrade_awaited(self, fields: Data) -> OldEvent:
        section, label = split_label(fields["label"], self.letters) or ("", fields["label"])
        return OldEvent("attendance changed", {"section": section, "label": label, "present": fields["here"]})

    def _upgrade_timed(self, fields: Data) -> OldEvent:
        return OldEvent("timing changed", {"timing": fields})

    def _upgrade_lengthened(self, fields: Data) -> OldEvent:
        rest = {key: value for key, value in fields.items() if key != "later"}
        return OldEvent("round lengthened", rest | {"later_rounds": fields["later"]})

    def _upgrade_shown(self, fields: Data) -> OldEvent:
        return OldEvent("wall message set", {"text": fields["words"]})

    def _upgrade_seen(self, fields: Data) -> OldEvent:
        report = [{"option": option, "text": text} for option, text in fields["said"]]
        return OldEvent("mishap reported", {"section": self._letter(fields["section"]), "report": report})

    def _letter(self, letter: str) -> str:
        """Return the letter of a section, also of one that had none."""
        return letter or (self.letters[0] if self.letters else "")

    def _upgrade_repaired(self, fields: Data) -> OldEvent:
        old, names = fields["section"], self._seat_names(fields.get("names", {}))
        letter = self._letter(old["letter"])
        changed = {"section": letter, "names": names} if names else {"section": letter}
        if old["repaired"] is None:
            return OldEvent("repair withdrawn", changed)
        section = upgrade_section(old, letter, "$.section", self._source)
        before = upgrade_section(old["repaired"]["before"], letter, "$.section.repaired.before", self._source)
        replaces = movement_digest(codec.read(SectionSetup, before, source=self._source))
        chosen = {"movement": section["movement"], "title": old["repaired"]["words"], "replaces": replaces}
        return OldEvent("repair chosen", changed | chosen)

    def _results(self, fields: Data) -> OldEvent:
        removed, added = {}, {}
        entered = []
        for line, row in self._lines(fields["heading"], fields["gone"]):
            key = self._places.find(result_key(line, self.letters), row)
            removed[key] = row
            self._places.rows.pop(key, None)
        for line, row in self._lines(fields["heading"], fields["new"]):
            key = self._places.add(result_key(line, self.letters), row, removed)
            added[key] = row
            entered.append(write_line(line, key.nth, self.letters))
        self._exchanges[self._revision] = _RowChange(removed, added)
        withdrawn = [codec.write(ResultKey, key) for key in removed if key not in added]
        changed = {"entered": entered, "withdrawn": withdrawn, "corrected": bool(removed and added)}
        return OldEvent("results changed", changed | ({"source": fields["source"]} if fields.get("source") else {}))

    def _lines(self, heading: str, rows: Iterable[str]) -> Iterator[tuple[Line, str]]:
        rows = list(rows)
        yield from zip(parse_lines("\n".join((heading, *rows, "")) if rows else "", self._source), rows, strict=True)

    def _undo(self, fields: Data) -> OldEvent:
        revision = fields["revision"] if "revision" in fields else fields["position"]
        self._undone[self._revision] = revision
        for _ in range(len(self._undone)):  # each undoes an earlier one
            self._inactive ^= {revision}
            if revision not in self._undone:
                break
            revision = self._undone[revision]
        if exchange := self._exchanges.get(revision):
            removed, restored = exchange.added_rows, exchange.removed_rows
            if revision not in self._inactive:
                removed, restored = restored, removed
            for key in removed:
                self._places.rows.pop(key, None)
            self._places.rows.update(restored)
        return OldEvent("undone", {"revision": fields.get("revision", fields.get("position"))})

    _UPGRADES: Mapping[str, Callable[["LogUpgrade", Data], OldEvent]] = {
        "taken over": _upgrade_created,
        "set up": _set_up,
        "called": _upgrade_called,
        "named": _upgrade_named,
        "noted": _upgrade_noted,
        "sections compared": _upgrade_compared,
        "awaited": _upgrade_awaited,
        "timed": _upgrade_timed,
        "minutes": _upgrade_lengthened,
        "shown": _upgrade_shown,
        "seen": _upgrade_seen,
        "repaired": _upgrade_repaired,
        "results": _results,
        "undone": _undo,
    }


def upgrade_names(data: Data) -> Data:
    """Return a session, or the fields of an event, with contestants instead of names.

    A name was one text per contestant. Unexpected data stay unchanged: the codec rejects them.
    """
    upgraded: Data = {}
    for key, value in data.items():
        match key, value:
            case (("setup" | "before"), dict()):
                upgraded[key] = upgrade_names(value)
            case (("sections" | "repairs"), list()):
                upgraded[key] = [upgrade_names(item) if isinstance(item, dict) else item for item in value]
            case "names", dict() if "contestants" not in data:
                upgraded["contestants"] = {label: _contestant(name) for label, name in value.items() if name != ""}
            case "names", list() if "contestants" not in data:
                upgraded["contestants"] = [_seat(seat) if isinstance(seat, dict) else seat for seat in value]
            case _:
                upgraded[key] = value
    return upgraded


def _seat(seat: Data) -> Data:
    if "name" not in seat or "contestant" in seat:
        return seat
    contestant = None if seat["name"] == "" else _contestant(seat["name"])
    return {key: value for key, value in seat.items() if key != "name"} | {"contestant": contestant}


def _contestant(name: object) -> object:
    if not isinstance(name, str) or len(name) > MAX_NAME_CHARS:
        return {"members": [{"name": name}]}
    return codec.write(Contestant, Contestant.parse(name))
