"""Night files: a whole night with its log, as json."""

import json
from typing import Any

import pytest
from hypothesis import given

from byestand.errors import FormatError
from byestand.model.event import Event
from byestand.night import events as of
from byestand.night import night_document
from byestand.night.log import EventLog
from byestand.night.stamp import Author, Stamp
from tests.support.people import with_names
from tests.support.random_events import SETUP, line, log_of, logs

PLAYED = log_of(with_names("B", "E3", "Dora"), of.ResultEntered("A", line()), of.NotesChanged("x"))
WITHOUT_LOG = {key: value for key, value in json.loads(night_document.dumps(PLAYED)).items() if key != "log"}


def parse_document(log: EventLog) -> dict[str, Any]:
    whole: dict[str, Any] = json.loads(night_document.dumps(log))
    return whole


@given(logs())
def test_a_night_goes_into_a_file_and_comes_out_as_it_was(log: EventLog) -> None:
    again = night_document.loads(night_document.dumps(log))
    assert list(again.entries) == list(log.entries)
    assert again.state == log.state
    assert night_document.dumps(again) == night_document.dumps(log)


@given(logs())
def test_events_stored_one_by_one_lead_to_the_same_night(log: EventLog) -> None:
    stored = [night_document.write_event(entry) for entry in log.entries]
    again = night_document.continue_log(EventLog(), stored[:2], source="night 1")
    again = night_document.continue_log(again, stored[2:], source="night 1")
    assert (again.state, list(again.entries)) == (log.state, list(log.entries))


def test_who_entered_an_event_is_in_the_file() -> None:
    stamp = Stamp(7.0, Author("table", "A7"), "a key")
    log = PLAYED.append(of.ResultEntered("A", line(2)), stamp)
    last = parse_document(log)["log"][-1]
    assert {name: last[name] for name in ("kind", "at", "by", "key")} == {
        "kind": "result entered", "at": 7.0, "by": "table:A7", "key": "a key",
    }  # fmt: skip
    assert night_document.loads(night_document.dumps(log)).entries[-1].stamp == stamp
    assert "by" not in parse_document(PLAYED)["log"][-1]


@pytest.mark.parametrize(
    "change",
    [
        {"notes": "changed by hand"},
        {"results": []},
        {"setup": WITHOUT_LOG["setup"] | {"sets": 3}},
        {"setup": WITHOUT_LOG["setup"] | {"event": {"title": "Another"}}},
        {"repairs": [{"section": "A", "title": "x", "before": WITHOUT_LOG["setup"]["sections"][0]}]},
        {"log": parse_document(PLAYED)["log"][:-1]},
    ],
    ids="".join,
)
def test_a_log_that_leads_to_another_night_than_the_file_describes_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(FormatError, match="does not match the stored session"):
        night_document.loads(json.dumps(parse_document(PLAYED) | change))


@pytest.mark.parametrize("log", [{}, {"log": []}], ids=["none", "empty"])
def test_a_night_without_a_log_begins_with_what_the_file_describes(log: dict[str, Any]) -> None:
    created = night_document.loads(json.dumps(WITHOUT_LOG | log), at=5.0)
    (entry,) = created.entries
    assert isinstance(entry.event, of.NightCreated)
    assert entry.stamp == Stamp(5.0)
    assert (created.state.setup, created.state.notes) == (PLAYED.state.setup, PLAYED.state.notes)
    assert created.state.results.entered_lines() == PLAYED.state.results.entered_lines()


def test_a_script_can_write_a_night_in_a_few_lines() -> None:
    text = '{"format": "byestand session", "version": 10, "setup": {"event": {"title": "Tuesday"}}}'
    assert night_document.loads(text).state.setup.event == Event(title="Tuesday")


def test_events_that_do_not_follow_each_other_are_refused() -> None:
    whole = parse_document(log_of(of.Started({"A": 5, "B": 5}), of.RoundCalled(2)))
    del whole["log"][1]
    with pytest.raises(FormatError, match="inconsistent: play has not started"):
        night_document.loads(json.dumps(whole))


def test_a_stored_event_that_does_not_follow_is_refused() -> None:
    stored = [night_document.write_event(entry) for entry in log_of(of.NotesChanged("x"), of.Undone(2)).entries]
    log = night_document.continue_log(EventLog(), stored, source="night 1")
    with pytest.raises(FormatError, match=r"^night 1: the event log is inconsistent: "):
        night_document.continue_log(log, stored[-1:], source="night 1")


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"by": "nobody"}, "expected director, table:A7 or pair:AN3"),
        ({"at": -1}, r"seconds since 1970 @ \$\.log\[1\]\.at"),
        ({"at": "now"}, r"seconds since 1970 @ \$\.log\[1\]\.at"),
        ({"kind": "dance"}, r"unknown event type: 'dance' @ \$\.log\[1\]"),
        ({"kind": 5}, r"\$\.log\[1\]\.kind"),
        ({"more": 5}, r"unknown key 'more' @ \$\.log\[1\]"),
    ],
)
def test_a_malformed_entry_of_the_log_is_refused_with_its_path(change: dict[str, Any], where: str) -> None:
    whole = parse_document(PLAYED)
    whole["log"][1] |= change
    with pytest.raises(FormatError, match=where):
        night_document.loads(json.dumps(whole))


@pytest.mark.parametrize("version", [night_document.VERSION + 1, 99])
def test_a_newer_version_is_refused_with_what_to_do(version: int) -> None:
    with pytest.raises(
        FormatError, match=rf"newer Byestand .* reads version {night_document.VERSION}\); update Byestand"
    ):
        night_document.loads(json.dumps(parse_document(PLAYED) | {"version": version}))


@pytest.mark.parametrize("version", range(1, night_document.VERSION))
def test_an_older_version_is_refused_with_what_to_do(version: int) -> None:
    with pytest.raises(FormatError) as refusal:
        night_document.loads(json.dumps({"format": "byestand night", "version": version}), source="tuesday.json")
    assert str(refusal.value) == (
        f"tuesday.json: written before the first release (version {version}, this Byestand reads version"
        f" {night_document.VERSION}); open it with the Byestand that wrote it"
    )


@pytest.mark.parametrize("version", [night_document.VERSION + 1, 99, 0, str(night_document.VERSION), None])
def test_a_refused_version_is_compared_with_the_one_that_is_written(version: object) -> None:
    whole = parse_document(log_of())
    with pytest.raises(FormatError, match=rf"version {whole['version']}\b"):
        night_document.loads(json.dumps(whole | {"version": version}))


@pytest.mark.parametrize("text", ["{}", "[]", "7", '{"format": "byestand movement", "version": 2}'])
def test_what_is_no_night_is_refused_with_what_is_expected(text: str) -> None:
    expected = f"expected the format 'byestand session', version {night_document.VERSION}$"
    with pytest.raises(FormatError, match=expected):
        night_document.loads(text)


# Pythons differ in how deeply their json reads: what one of them refuses for its depth, another for its contents.
@pytest.mark.parametrize("place", ["format", "setup", "log"])
@pytest.mark.parametrize("depth", [900, 990, 20_000])
def test_a_deeply_nested_night_is_refused(place: str, depth: int) -> None:
    whole = json.dumps(json.loads(night_document.dumps(PLAYED)) | {place: "HERE"})
    with pytest.raises(FormatError, match=r"nested too deeply|expected (the format|an object|a list|fields)"):
        night_document.loads(whole.replace('"HERE"', "[" * depth + "]" * depth))


def test_a_night_nested_without_end_is_refused() -> None:
    with pytest.raises(FormatError, match="nested too deeply"):
        night_document.loads('{"format":' + "[" * 1_000_000 + "]" * 1_000_000 + "}")


def test_what_is_not_json_is_refused() -> None:
    with pytest.raises(FormatError, match="no json"):
        night_document.loads("nonsense")


def test_a_file_describes_the_night_that_people_see() -> None:
    whole = parse_document(PLAYED)
    assert whole["setup"]["event"]["title"] == SETUP.event.title
    assert [section["contestants"] for section in whole["setup"]["sections"]] == [
        {"N1": {"members": [{"name": "Anna"}]}},
        {"E3": {"members": [{"name": "Dora"}]}},
    ]
    assert [entry["line"]["score_text"] for entry in whole["results"]] == ["50"]


@pytest.mark.parametrize(
    ("stamp", "refusal"),
    [
        ({"key": "\ud800"}, r"one line of at most 64 characters @ \$\.log\[1\]\.key"),
        ({"key": "k" * 65}, r"one line of at most 64 characters @ \$\.log\[1\]\.key"),
        ({"by": "table:\ud800"}, r"one line of at most 80 characters @ \$\.log\[1\]\.by"),
        ({"by": "table:\0"}, r"one line of at most 80 characters @ \$\.log\[1\]\.by"),
    ],
)
def test_an_author_or_key_that_cannot_be_stored_is_refused(stamp: dict[str, str], refusal: str) -> None:
    whole = parse_document(PLAYED)
    whole["log"][1].update(stamp)
    with pytest.raises(FormatError, match=refusal):
        night_document.loads(json.dumps(whole))


def test_two_events_of_a_file_cannot_have_the_same_key() -> None:
    whole = parse_document(PLAYED)
    for event in whole["log"][1:3]:
        event["key"] = "once"
    with pytest.raises(FormatError, match=r"two events have the same key: 'once' @ \$\.log\[2\]\.key"):
        night_document.loads(json.dumps(whole))
