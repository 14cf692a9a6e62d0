"""`make wheel`: build the wheel, install it away from the sources, and try there what a director does first.

Only the packages of requirements.lock are to be seen there: what works needs nothing else. By default they are those of
this environment, so that nothing is fetched; `--fresh` installs them as on a bare machine, and `--python` names another
interpreter for that. The wheel stays in dist/.
"""

import argparse
import io
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn
from urllib.request import urlopen
from zipfile import ZipFile

from pypdf import PdfReader

ROOT = Path(__file__).parent.parent
LOCK = ROOT / "requirements.lock"
SCRIPTS = "Scripts" if os.name == "nt" else "bin"
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")
SECONDS = 120
FILES = ("W1813.bws", "W1813.xlsx", "W1813.MOV", "W1813.json", "R1212.bws")
"""Pairs and individuals in the formats that need files of the package."""
PAGES = ("/", "/?pairs=37&cases=2", "/m/W1813?boards_per_round=2", "/help", "/api/openapi.json")


def main(args: Sequence[str] | None = None) -> None:
    """Build, install, try; the first thing that does not work ends it."""
    parser = argparse.ArgumentParser(description="Build the wheel and try it away from the sources.")
    parser.add_argument("--fresh", action="store_true", help="install what the lock file names, as on a bare machine")
    parser.add_argument("--python", metavar="PROGRAM", help="try it with another interpreter, afresh")
    told = parser.parse_args(args)
    wheel = build(ROOT / "dist")
    require_complete(wheel)
    with TemporaryDirectory() as folder:
        home = Path(folder).resolve()
        python = install(wheel, home / "venv", told.python or sys.executable, fresh=told.fresh or bool(told.python))
        for trial in (the_package, the_commands, the_paper, the_files, the_shipped_data, the_server):
            trial(Tried(python, home))
            print(f"{trial.__name__.replace('_', ' ')}: fine")
    print(f"{wheel.relative_to(ROOT)}: works away from its sources")


class Tried:
    """The installed program, called in a folder of its own."""

    def __init__(self, python: Path, home: Path) -> None:
        self.python = python
        self.home = home
        self.program = python.with_name("byestand")
        # Nothing that somebody has set for Python may lead back to the sources.
        self.environment = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}

    def byestand(self, *args: str) -> str:
        """Return what a command prints."""
        return self._run(str(self.program), *args)

    def evaluate(self, expression: str) -> str:
        """Return what Python makes of an expression about the package."""
        return self._run(str(self.python), "-I", "-c", f"import byestand; print({expression})").strip()

    def _run(self, *command: str) -> str:
        return run(*command, folder=self.home, environment=self.environment)


def build(folder: Path) -> Path:
    """Return a wheel built from the sources with the locked backend."""
    shutil.rmtree(folder, ignore_errors=True)
    run(*PIP, "wheel", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT))
    (wheel,) = folder.glob("byestand-*.whl")
    return wheel


def require_complete(wheel: Path) -> None:
    """Every file of the package is in the wheel, and none that is not."""
    sources = ROOT / "src"
    ours = {path.relative_to(sources).as_posix() for path in (sources / "byestand").rglob("*") if path.is_file()}
    ours = {name for name in ours if "__pycache__" not in name}
    packed = {name for name in ZipFile(wheel).namelist() if name.startswith("byestand/")}
    require(packed == ours, f"the wheel and the sources differ: {sorted(packed ^ ours)}")


def install(wheel: Path, venv: Path, interpreter: str, *, fresh: bool) -> Path:
    """Return the interpreter of a clean environment that has the wheel and what it needs."""
    run(interpreter, "-m", "venv", "--without-pip", str(venv))
    python = venv / SCRIPTS / "python"
    into = (*PIP, "--python", str(python))
    if fresh:
        run(*into, "install", "--quiet", "--require-hashes", "--requirement", str(LOCK))
    else:
        purelib = run(str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))")
        lend_locked_packages(Path(purelib.strip()))
    run(*into, "install", "--quiet", "--no-index", "--no-deps", str(wheel))
    run(*into, "check")
    return python


def lend_locked_packages(site_packages: Path) -> None:
    """Show an environment those of our packages that the lock file names, and no others."""
    for name in set(re.findall(r"^([\w.-]+)==", LOCK.read_text(encoding="utf-8"), re.MULTILINE)):
        try:
            package = distribution(name)
        except PackageNotFoundError:  # one for another platform or version of Python
            continue
        for top in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
            lend(Path(str(package.locate_file(top))), site_packages / top)


def lend(path: Path, to: Path) -> None:
    """Show a file or a folder in another place; where that is not allowed, as in Windows, it is copied."""
    try:
        to.symlink_to(path)
    except OSError:
        copy: Callable[[Path, Path], object] = shutil.copytree if path.is_dir() else shutil.copy2
        copy(path, to)


def the_package(tried: Tried) -> None:
    """What is imported comes from the wheel, and knows its version."""
    where = Path(tried.evaluate("byestand.__file__"))
    require(where.is_relative_to(tried.home), f"it was imported from somewhere else: {where}")
    version = tried.evaluate("byestand.__version__")
    require(tried.byestand("--version").strip() == f"byestand {version}", "--version tells another version")


def the_commands(tried: Tried) -> None:
    """Names are shown, judged and chosen."""
    require("18-table Web, 13 rounds" in tried.byestand("show", "W1813"), "show has no Web")
    require("sound" in tried.byestand("verify", "W1813"), "verify does not find W1813 sound")
    best = tried.byestand("plan", "--pairs", "36", "--boards", "26", "--cases", "2")
    require(" 1  W1813" in best, "plan has another choice than W1813")


def the_paper(tried: Tried) -> None:
    """Pages are set from the templates and in the fonts of the package."""
    tried.byestand("print", "W1813", "--boards-per-round", "2", "--sheets", "mats,guides,chart", "-o", "paper.pdf")
    require_pdf((tried.home / "paper.pdf").read_bytes())


def require_pdf(page: bytes) -> None:
    """It is a document in our own type, not in what Typst takes where it finds none."""
    require(page.startswith(b"%PDF-"), "no pdf came off the press")
    first = PdfReader(io.BytesIO(page)).pages[0]
    found = first["/Resources"]["/Font"].values()  # type: ignore[index]
    fonts = {str(font.get_object()["/BaseFont"]).partition("+")[2] for font in found}
    require(bool(fonts) and all(font.startswith("Byestand") for font in fonts), f"other fonts than ours: {fonts}")


def the_files(tried: Tried) -> None:
    """Files are written in formats that start from an empty file of the package, and read again."""
    for file in FILES:
        tried.byestand("export", Path(file).stem, "--boards-per-round", "3", "-o", file)
    require(tried.byestand("verify", *FILES).count("sound") >= len(FILES), "what was written is not sound")


def the_shipped_data(tried: Tried) -> None:
    """What was searched for once and is shipped is found."""
    for name in ("R1111", "R1414", "R1212S", "I1313"):
        tried.byestand("show", name)
    seatings = tried.byestand("crossover", "W1813")
    require("proved best: exhausted search" in seatings, "the best seating of W1813 is not at hand")


def the_server(tried: Tried) -> None:
    """The app starts, answers with pages, everything they load, and paper; Ctrl-C ends it."""
    command = [str(tried.program), "serve", "--no-browser", "--port", "0", "--data", str(tried.home)]
    with subprocess.Popen(
        command, cwd=tried.home, env=tried.environment, stdout=subprocess.PIPE, encoding="utf-8"
    ) as server:
        try:
            told = server.stdout.readline() if server.stdout else ""
            found = re.search(r"http://[\w.:]+", told)
            ask(found[0] if found else fail(f"the server does not tell its address: {told}"))
        finally:
            server.send_signal(signal.SIGINT) if os.name == "posix" else server.terminate()
            code = server.wait(SECONDS)
    require(os.name != "posix" or code == 0, f"the server ended with {code}")


def ask(address: str) -> None:
    """Open the pages, and what they name of our own files."""
    pages = "".join(fetch(address + page).decode() for page in PAGES)
    loaded = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', pages))
    require(len(loaded) >= 3, f"pages load no style or script: {loaded}")
    for file in sorted(loaded):
        require(bool(fetch(address + file)), f"{file} is empty")
    require_pdf(fetch(f"{address}/m/W1813/paper/boarding.pdf?boards_per_round=2"))


def fetch(address: str) -> bytes:
    """Return what the server answers; an error ends the trial."""
    with urlopen(address, timeout=SECONDS) as answer:  # noqa: S310 - our own server
        return bytes(answer.read())


def run(*command: str, folder: Path = ROOT, environment: dict[str, str] | None = None) -> str:
    """Return what a command prints; where it fails, so does the trial."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )
    require(done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def require(holds: bool, complaint: str) -> None:
    """End the trial where something does not hold."""
    if not holds:
        fail(complaint)


def fail(complaint: str) -> NoReturn:
    """End the trial."""
    sys.exit(f"try_wheel: {complaint}")


if __name__ == "__main__":
    main()
