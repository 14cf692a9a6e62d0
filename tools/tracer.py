"""Which modules run, in the order in which they are first called. docs/architecture.md describes such walks.

Import everything before: what runs during an import is not part of a walk. Trace in a fresh process: what a cache
already has is not called again.
"""

import importlib
import pkgutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import byestand

SOURCE = Path(byestand.__file__).parent


def import_all() -> None:
    """Import every module of byestand."""
    for module in pkgutil.walk_packages(byestand.__path__, "byestand."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)


class Tracer:
    """Notes the files whose functions are called, also in threads that start after it was made."""

    def __init__(self) -> None:
        self.modules: list[str] = []
        """Paths below the package, without their extensions."""
        self._paths: dict[str, str | None] = {}
        self._is_on = False
        threading.setprofile(self._note)
        sys.setprofile(self._note)

    @contextmanager
    def on(self) -> Iterator[None]:
        """Note what is called in this block."""
        self._is_on = True
        yield
        self._is_on = False

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        if not self._is_on or event != "call":
            return
        file = frame.f_code.co_filename
        if file not in self._paths:
            path = Path(file)
            is_ours = path.is_relative_to(SOURCE)
            self._paths[file] = str(path.relative_to(SOURCE).with_suffix("").as_posix()) if is_ours else None
        module = self._paths[file]
        if module and module not in self.modules:
            self.modules.append(module)
