"""The endpoint of late changes, whose form may be about a night."""

from starlette.requests import Request
from starlette.responses import Response

from byestand.model.setup import CatalogMovement
from byestand.server.nights.requests import current_or_requested_night
from byestand.server.pages.what_if import view as change
from byestand.server.storage.records import StoredNight
from byestand.server.web.app_state import services
from byestand.server.web.query import Pairs, Query
from byestand.server.web.responses import asked_in, page_response


async def page(request: Request) -> Response:
    """Show the options; an empty form is filled from the night in the query, or the current one."""
    asked = asked_in(request)
    if not asked.text("now") and (stored := await current_or_requested_night(request)):
        asked = Query((*((name, text) for name, text in asked.pairs if name != "night"), *change_form(stored)))
    return page_response(request, await services(request).run(change.content, asked.pairs))


def change_form(stored: StoredNight) -> Pairs:
    """Return the form fields for a night; none unless it has one section with a movement of the catalogue."""
    setup = stored.state.setup
    if len(setup.sections) != 1 or not isinstance(setup.sections[0].movement, CatalogMovement):
        return ()
    (section,) = setup.sections
    movement, boards = section.movement, section.boards
    fields = [("now", movement.name), *([("per_round", str(boards.per_round))] if boards else [])]
    fields += [("night", str(stored.id)), ("revision", str(stored.revision))]
    fields += [("missing", label) for label in movement.missing]
    fields += [("cases", str(setup.sets))] if setup.sets else []
    return (*fields, ("winners", "1")) if movement.one_winner else tuple(fields)
