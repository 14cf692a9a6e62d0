"""Templates that were compiled once, for all processes of a user: compiling them all takes more than half a second."""

from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

from byestand.server.web import app_url


class TemplateCache(FileSystemBytecodeCache):
    """Jinja's own cache, in a folder of the user for temporary files; what cannot be read or written is left alone."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Read a compiled template, if it is whole."""
        with suppress(Exception):  # whatever is wrong with a file, the template is compiled again
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write a compiled template, if there is room."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def template_cache() -> TemplateCache | None:
    """Return the cache, where the system has a safe folder for it.

    Jinja compares the source of a template; the names of the files tell how it was changed before it was compiled.
    """
    compiler = sha256(Path(app_url.__file__).read_bytes()).hexdigest()[:12]
    with suppress(OSError, RuntimeError):
        return TemplateCache(pattern=f"byestand-{compiler}-%s.cache")
    return None
