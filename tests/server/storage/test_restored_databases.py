"""A database that is restored from a backup under a running process, in a file and in PostgreSQL."""

from asyncio import run
from collections.abc import Iterator
from pathlib import Path

import pytest

from byestand.errors import OutOfDate
from byestand.job import job
from byestand.model.event import Event
from byestand.night import events as of
from byestand.night import night_document
from byestand.night.log import EventLog
from byestand.night.state import NightState
from byestand.server.services import Services
from byestand.server.storage import nights_table
from byestand.server.storage.nights import NightScope, VisibleNights
from byestand.server.storage.records import Summary
from byestand.server.storage.store import Store
from tests.support.crawler import InThisProcess
from tests.support.stores import TUESDAY, Place, place_of, someones


@pytest.fixture(params=["file", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    return place_of(request.param, tmp_path)


@pytest.fixture
def store(place: Place) -> Iterator[Store]:
    found = place.store()
    yield found
    found.database.close()


@job("quick", reads={"notes"})
def notes_of(_id: int, state: NightState) -> str:
    return state.notes


class TestRestored:
    """The database is put back to an earlier state while a process runs."""

    def restore(self, place: Place, id: int, revision: int) -> None:
        """Put a night back to a revision, as a backup has it."""
        log = VisibleNights(place.store(), NightScope(night=id)).log(id)
        place.do(f"delete from events where night = {id} and revision > {revision}")  # noqa: S608 - ours
        place.do(f"update nights set revision = {revision} where id = {id}")  # noqa: S608 - ours
        with place.store().database.open() as base:
            before = EventLog.from_entries(log.entries[:revision])
            nights_table.update(base, id, revision, revision, Summary.from_state(before), "2026-11-16 20:00:00")

    def test_the_night_is_read_again_and_can_be_saved(self, place: Place, store: Store) -> None:
        nights = someones(store)
        id = nights.add(TUESDAY)
        nights.append(id, of.NotesChanged("in the backup"))
        nights.append(id, of.NotesChanged("lost"), of.EventChanged(Event(title="lost too")))
        self.restore(place, id, 2)
        assert (nights.get(id).state.notes, nights.get(id).revision) == ("in the backup", 2)
        with pytest.raises(OutOfDate, match="changed in another window"):
            nights.append(id, of.NotesChanged("from an old page"), seen=4)
        assert nights.append(id, of.NotesChanged("saved"), seen=2).state.revision == 3
        assert VisibleNights(place.store(), nights.reach).get(id).state.notes == "saved"

    def test_pages_made_before_are_not_shown_for_the_same_revision_afterwards(self, place: Place, store: Store) -> None:
        nights, services = someones(store), Services(store)
        services.pool = InThisProcess()
        id = nights.add(TUESDAY)
        nights.append(id, of.NotesChanged("lost"))
        assert run(services.run_for_night(notes_of, nights.get(id))) == "lost"
        self.restore(place, id, 1)
        VisibleNights(place.store(), nights.reach).append(id, of.NotesChanged("saved"))
        assert run(services.run_for_night(notes_of, nights.get(id))) == "saved"

    @pytest.mark.parametrize("more", [1, 2, 3])
    def test_events_of_others_after_it_are_not_taken_for_those_that_we_had(
        self, place: Place, store: Store, more: int
    ) -> None:
        """Their log is shorter than ours, as long, and longer."""
        nights = someones(store)
        id = nights.add(TUESDAY)
        nights.append(id, of.NotesChanged("lost"), of.NotesChanged("lost too"))
        self.restore(place, id, 1)
        others = VisibleNights(place.store(), nights.reach)
        for number in range(more):
            others.append(id, of.NotesChanged(f"theirs {number}"))
        assert night_document.dumps(nights.log(id)) == night_document.dumps(others.log(id))
        nights.append(id, of.EventChanged(Event(title="Wednesday")))
        assert others.get(id).title == "Wednesday"
