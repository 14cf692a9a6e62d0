"""Nights that cannot be read here, in a file and in PostgreSQL: they stay as they are, and others can be read."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from byestand.errors import FormatError
from byestand.model.event import Event
from byestand.night import events as of
from byestand.server.storage.nights import NightScope, VisibleNights
from byestand.server.storage.records import NightRow, StoredNight, UnreadableNight
from byestand.server.storage.store import Store
from tests.support.stores import TUESDAY, Place, place_of, rewrite_event, someones


@pytest.fixture(params=["file", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    return place_of(request.param, tmp_path)


@pytest.fixture
def store(place: Place) -> Iterator[Store]:
    found = place.store()
    yield found
    found.database.close()


class TestUnreadable:
    def test_what_is_no_night_any_more_stops_nothing_and_stays(self, place: Place, store: Store) -> None:
        nights = someones(store)
        id = nights.add(TUESDAY)
        rewrite_event(store, id, 1, contents="{}")
        found = VisibleNights(place.store(), nights.reach)
        assert found.current() is None
        (listed,) = found.all()
        assert isinstance(listed, UnreadableNight)
        assert json.loads(found.export(id).text) == [["created", "{}"]]
        with pytest.raises(FormatError, match=f"^session {id}, event 1: "):
            found.append(id, of.EventChanged(Event(title="over it")))
        assert json.loads(found.export(id).text) == [["created", "{}"]]

    def test_a_night_of_a_newer_version_is_exported_as_it_is_stored(self, place: Place, store: Store) -> None:
        nights, contents = someones(store), '{"setup": {}, "invented": {}}'
        id = nights.add(TUESDAY)
        rewrite_event(store, id, 1, contents=contents)
        exported = VisibleNights(place.store(), nights.reach).export(id).text
        assert json.loads(exported) == [["created", contents]]

    def test_a_damaged_row_without_a_workspace_is_in_no_scope_without_one(self, store: Store) -> None:
        row = store.row(someones(store).add(TUESDAY))
        damaged = NightRow.read((row.id, None, *row[2:]))
        assert not NightScope().has(damaged)
        assert not NightScope(night=row.id + 1).has(damaged)

    def test_a_log_that_does_not_follow_is_a_sentence_and_others_can_be_read(self, place: Place, store: Store) -> None:
        nights = someones(store)
        good, bad = nights.add(TUESDAY), nights.add(TUESDAY)
        nights.append(bad, of.EventChanged(Event(title="Wednesday")), of.NotesChanged("window open"))
        rewrite_event(store, bad, 2, kind="taken over", contents="{}")
        found = VisibleNights(place.store(), nights.reach)
        with pytest.raises(FormatError, match=f"^session {bad}, event 2: "):
            found.get(bad)
        assert isinstance(found.get(good), StoredNight)
