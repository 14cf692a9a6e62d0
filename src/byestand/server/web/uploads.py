"""Files that somebody uploads: read from a form, and stored for a day."""

from asyncio import to_thread
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import PurePath

from starlette.datastructures import UploadFile
from starlette.requests import Request

from byestand.errors import BadRequest, Refused
from byestand.server.auth.visitor import visitor
from byestand.server.services import services
from byestand.server.storage.workspaces import Upload, Uploads, owner_of
from byestand.server.token_bucket import client_address, network_of
from byestand.texts import place, title_line

MOST_NAME = 80
OVERLOADED = 503


async def keep(request: Request, upload: Upload) -> str:
    """Keep what somebody dropped."""
    return await to_thread(Uploads(services(request).store).keep, upload, _owner(request))


async def kept(request: Request) -> Upload:
    """Return the file whose word stands in the address."""
    return await to_thread(Uploads(services(request).store).kept, request.path_params["token"], _owner(request))


def _owner(request: Request) -> str:
    """Return who drops it: a desk; or who has none yet, as far as he can be told from others.

    No address is kept. A few bits of its hash tell one visitor from the next and nobody who he is: every 65,536th
    address has the same.
    """
    if desk := visitor(request).desk:
        return owner_of(desk)
    return f"visitor {sha256(network_of(client_address(request.scope)).encode()).hexdigest()[:4]}"


async def taken(request: Request, field: str) -> Upload:
    """Return the file of a form."""
    async with request.form(max_files=1, max_fields=8) as form:
        file = form.get(field)
        if not isinstance(file, UploadFile) or not file.filename:
            raise BadRequest("choose a file first")
        name = PurePath(file.filename.replace("\\", "/")).name
        return Upload(title_line(name)[-MOST_NAME:] or "a file", await file.read())


@contextmanager
def naming_file(upload: Upload) -> Iterator[None]:
    """Name the file where a worker gave up reading it: it took too long, or too much memory."""
    try:
        yield
    except Refused as no:
        if no.status != OVERLOADED or no.after:  # "try again later" is not about the file
            raise
        raise Refused(no.status, f"{place(upload.name)}: {no}") from no
