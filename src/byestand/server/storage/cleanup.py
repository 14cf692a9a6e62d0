"""What is thrown away after a time, once an hour: dropped files, unvisited desks, codes of past nights, old answers.

Every process does it. Two at once do no harm: what one has thrown away is not there for the other.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from byestand.errors import ByestandError
from byestand.server.storage.records import MOMENT
from byestand.server.storage.store import Store
from byestand.server.storage.uploads import Uploads
from byestand.server.storage.workspaces import Desks

AN_HOUR = 3600.0
CODES_KEPT = timedelta(days=30)
DELETE_CODES = """delete from codes where shown < ? and night in
    (select id from nights where state in ('started', 'ended') and changed < ?)"""


def sweep(store: Store, days: int | None) -> None:
    """Throw away what is old; desks only where they are not kept for ever."""
    Uploads(store).forget_old()
    since = f"{datetime.fromtimestamp(store.now(), UTC) - CODES_KEPT:{MOMENT}}"
    with store.database.open() as base:
        base.execute(DELETE_CODES, (since, since))
    if days:
        Desks(store).delete_unvisited(days)


async def sweep_every_hour(store: Store, days: int | None, forget_old_answers: Callable[[], None]) -> None:
    """Do so from now on, of answers too; what cannot be done now is done an hour later."""
    while True:
        forget_old_answers()
        with suppress(ByestandError):  # the database is away; whoever keeps something is told
            await asyncio.to_thread(sweep, store, days)
        await asyncio.sleep(AN_HOUR)
