"""Events that are sent again with the same key, in a file and in PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from byestand.errors import RequestRefused
from byestand.server.storage.records import EventRow, Summary
from byestand.server.storage.store import Store
from tests.support.stores import TUESDAY, Place, contents, place_of, someones


@pytest.fixture(params=["file", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    return place_of(request.param, tmp_path)


@pytest.fixture
def store(place: Place) -> Iterator[Store]:
    found = place.store()
    yield found
    found.database.close()


class TestKeys:
    def test_an_event_that_is_sent_again_is_answered_as_the_first_time_and_stored_once(
        self, place: Place, store: Store
    ) -> None:
        id = someones(store).add(TUESDAY)
        event = EventRow(7.5, "noted", '{"notes": "x"}', "table:A7", "key of a phone")
        assert store.append_rows(id, 1, [event], Summary("Tuesday")) == 2
        assert store.append_rows(id, 2, [EventRow(9.5, "noted", "{}")], Summary("Tuesday")) == 3
        before = contents(place)
        for known in (1, 2, 3):
            assert store.append_rows(id, known, [event._replace(at=99.5)], Summary("Tuesday")) == 2
        assert contents(place) == before
        assert place.store().events(id)[1] == event

    @pytest.mark.parametrize(
        "other",
        [
            EventRow(7.5, "noted", "{}", "table:A7", "abc"),
            EventRow(7.5, "called", '{"notes": "x"}', "table:A7", "abc"),
            EventRow(7.5, "noted", '{"notes": "x"}', "table:A8", "abc"),
        ],
    )
    def test_a_key_that_was_used_for_something_else_is_refused(
        self, place: Place, store: Store, other: EventRow
    ) -> None:
        id = someones(store).add(TUESDAY)
        event = EventRow(7.5, "noted", '{"notes": "x"}', "table:A7", "abc")
        store.append_rows(id, 1, [event], Summary("Tuesday"))
        before = contents(place)
        with pytest.raises(RequestRefused, match=r"this key was used for another event: 'abc'") as no:
            store.append_rows(id, 2, [other], Summary("Tuesday"))
        assert no.value.status == 422
        assert contents(place) == before

    def test_the_same_key_in_another_night_is_another_key(self, store: Store) -> None:
        nights = someones(store)
        event = EventRow(7.5, "noted", '{"notes": "x"}', key="abc")
        for id in (nights.add(TUESDAY), nights.add(TUESDAY)):
            assert store.append_rows(id, 1, [event], Summary("Tuesday")) == 2
