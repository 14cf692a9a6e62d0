"""Packing everything of a desk: a few nights at a time are read, written out by workers, and put into the file.

So however many there are, little of them is in memory, nobody's answer waits for it, and a desk that is being packed
takes its turns among others.
"""

from asyncio import to_thread

from byestand.server.jobs.results import File
from byestand.server.pages.workspace import archive as everything
from byestand.server.services import PACKING, Services
from byestand.server.storage.nights import VisibleNights

AT_A_TIME = 20
"""Nights; of an evening with every result typed each takes a worker some thirty milliseconds."""


async def packed(services: Services, nights: VisibleNights) -> File:
    """Return everything that somebody reaches in one file."""
    store, desk = nights.store, nights.reach.workspace
    async with services.lanes.turn(PACKING):
        rows, current = await to_thread(store.rows, desk), await to_thread(store.on_desk, desk)
        with everything.Packing(current.id if current else 0) as packing:
            for first in range(0, len(rows), AT_A_TIME):
                loaded = await to_thread(everything.load_nights, store, rows[first : first + AT_A_TIME])
                await _add(services, packing, loaded)
            await _add(services, packing, await to_thread(everything.load_lost_nights, nights))
            return await to_thread(packing.finish)


async def _add(services: Services, packing: everything.Packing, nights: list[everything.LoadedNight]) -> None:
    if nights:
        texts = await services.run_once(everything.write_nights, nights)
        await to_thread(packing.add, nights, texts)
