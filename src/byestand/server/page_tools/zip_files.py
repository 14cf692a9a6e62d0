"""Downloads: a movement in any format, or several movements in a zip."""

import io
import zipfile
from collections.abc import Iterable, Sequence

from byestand.formats.document import Document
from byestand.formats.format import Format
from byestand.formats.formats import dump_checked
from byestand.server.jobs.job_results import JobFile

LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The date of files in a zip, so that the same movements give the same bytes."""


def safe_stem(name: str) -> str:
    """Return a file name that is valid in all systems and headers."""
    stem = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name)
    return stem.strip("-")[:40] or "movement"


def as_file(documents: Sequence[Document], to: Format, stem: str, *, as_it_is: bool = False) -> JobFile:
    """Return documents as a file to download."""
    return JobFile(dump_checked(documents, to, as_it_is=as_it_is), media=to.media, filename=f"{stem}{to.suffix}")


def zip_files(files: Iterable[tuple[str, bytes]], filename: str) -> JobFile:
    """Return files in a zip."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files:
            archive.writestr(zipfile.ZipInfo(path, LONG_AGO), data, zipfile.ZIP_DEFLATED)
    return JobFile(out.getvalue(), media="application/zip", filename=filename)
