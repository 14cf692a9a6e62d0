"""Check that the system has every library that binaries of installed Python packages need (Linux only).

Packages bring programs and extension modules of their own, such as Playwright's node. Without a library that one of
them needs, tests fail with errors that do not name it.
"""

import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

ELF = b"\x7fELF"


def main() -> int:
    """Print a sentence for each missing library; return 1 if there is one."""
    if not sys.platform.startswith("linux") or not shutil.which("ldd"):
        return 0
    missing = missing_libraries(Path(sysconfig.get_path("purelib")))
    for library, binary in sorted(missing.items()):
        print(f"{library} is missing, which {binary} needs: install the system package that has it", file=sys.stderr)
    return bool(missing)


def missing_libraries(folder: Path) -> dict[str, str]:
    """Return the missing libraries of all binaries in a folder, each with a binary that needs it."""
    missing: dict[str, str] = {}
    for binary in _binaries(folder):
        # A static program, or one of another architecture, has no list.
        lines = subprocess.run(["ldd", binary], capture_output=True, text=True, check=False).stdout.splitlines()
        for line in lines:
            if line.endswith("=> not found"):
                missing.setdefault(line.split()[0], binary.relative_to(folder).as_posix())
    return missing


def _binaries(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if (path.suffix in {"", ".so"} or ".so." in path.name) and path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                if file.read(len(ELF)) == ELF:
                    yield path


if __name__ == "__main__":
    sys.exit(main())
