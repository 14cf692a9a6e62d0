"""Uploaded files: read from a form, and stored for a day."""

from asyncio import to_thread
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import PurePath

from starlette.datastructures import UploadFile
from starlette.requests import Request

from byestand.errors import BadRequest, RequestRefused
from byestand.language import say
from byestand.sanitize import place, title_line
from byestand.server.auth.visitor import visitor
from byestand.server.storage.workspaces import Upload, Uploads, owner_of
from byestand.server.token_bucket import client_address, network_of
from byestand.server.web.app_state import services

MAX_FILE_NAME_CHARS = 80
OVERLOADED = 503


async def keep(request: Request, upload: Upload) -> str:
    """Store an uploaded file and return its token."""
    return await to_thread(Uploads(services(request).store).keep, upload, _owner(request))


async def requested_upload(request: Request) -> Upload:
    """Return the uploaded file whose token is in the address."""
    return await to_thread(Uploads(services(request).store).get, request.path_params["token"], _owner(request))


def _owner(request: Request) -> str:
    """Return the owner of an upload: a workspace, or a visitor without one.

    No address is stored, only a few bits of its hash: every 65,536th address has the same.
    """
    if desk := visitor(request).desk:
        return owner_of(desk)
    return f"visitor {sha256(network_of(client_address(request.scope)).encode()).hexdigest()[:4]}"


async def uploaded_file(request: Request, field: str) -> Upload:
    """Return the file of a form."""
    async with request.form(max_files=1, max_fields=8) as form:
        file = form.get(field)
        if not isinstance(file, UploadFile) or not file.filename:
            raise BadRequest(say("choose a file first"))
        name = PurePath(file.filename.replace("\\", "/")).name
        return Upload(title_line(name)[-MAX_FILE_NAME_CHARS:] or say("file"), await file.read())


@contextmanager
def naming_file(upload: Upload) -> Iterator[None]:
    """Add the file name to the error if a worker ran out of time or memory."""
    try:
        yield
    except RequestRefused as error:
        if error.status != OVERLOADED or error.after:  # "try again later" is not about the file
            raise
        raise RequestRefused(error.status, f"{place(upload.name)}: {error}") from error
