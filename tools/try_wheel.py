"""`make wheel`: build the wheel, install it away from the sources, and try the first steps of a director there.

Only the packages of requirements.lock are visible there, which proves that nothing else is needed. By default they are
those of this environment, so that nothing is downloaded; `--fresh` installs them as on a new machine, and `--python`
names another interpreter for that. The wheel stays in dist/.
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
"""Pairs and individual movements in formats that need files of the package."""
PAGES = ("/", "/?pairs=37&cases=2", "/m/W1813?boards_per_round=2", "/help", "/api/openapi.json")


def main(args: Sequence[str] | None = None) -> None:
    """Build, install and try the wheel; stop at the first failure."""
    parser = argparse.ArgumentParser(description="Build the wheel and try it away from the sources.")
    parser.add_argument(
        "--fresh", action="store_true", help="install the packages of the lock file, as on a new machine"
    )
    parser.add_argument("--python", metavar="PROGRAM", help="use another interpreter and install the packages")
    options = parser.parse_args(args)
    wheel = build(ROOT / "dist")
    require_complete(wheel)
    with TemporaryDirectory() as folder:
        home = Path(folder).resolve()
        python = install(
            wheel, home / "venv", options.python or sys.executable, fresh=options.fresh or bool(options.python)
        )
        for trial in (the_package, the_commands, the_paper, the_files, the_shipped_data, the_server):
            trial(WheelTrial(python, home))
            print(f"{trial.__name__.replace('_', ' ')}: ok")
    print(f"{wheel.relative_to(ROOT)}: works away from its sources")


class WheelTrial:
    """The installed program, called in its own folder."""

    def __init__(self, python: Path, home: Path) -> None:
        self.python = python
        self.home = home
        self.program = python.with_name("byestand")
        # No environment variable of Python may lead back to the sources.
        self.environment = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}

    def byestand(self, *args: str) -> str:
        """Return what a command prints."""
        return self._run(str(self.program), *args)

    def evaluate(self, expression: str) -> str:
        """Return the value of a Python expression about the package."""
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
    """Check that the wheel has exactly the files of the package."""
    sources = ROOT / "src"
    ours = {path.relative_to(sources).as_posix() for path in (sources / "byestand").rglob("*") if path.is_file()}
    ours = {name for name in ours if "__pycache__" not in name}
    packed = {name for name in ZipFile(wheel).namelist() if name.startswith("byestand/")}
    require(packed == ours, f"the wheel and the sources differ: {sorted(packed ^ ours)}")


def install(wheel: Path, venv: Path, interpreter: str, *, fresh: bool) -> Path:
    """Return the interpreter of a clean environment with the wheel and its dependencies."""
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
    """Link the packages of the lock file into an environment, and no others."""
    for name in set(re.findall(r"^([\w.-]+)==", LOCK.read_text(encoding="utf-8"), re.MULTILINE)):
        try:
            package = distribution(name)
        except PackageNotFoundError:  # one for another platform or version of Python
            continue
        for top in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
            lend(Path(str(package.locate_file(top))), site_packages / top)


def lend(path: Path, to: Path) -> None:
    """Link a file or a folder; copy it if links are not allowed, as in Windows."""
    try:
        to.symlink_to(path)
    except OSError:
        copy: Callable[[Path, Path], object] = shutil.copytree if path.is_dir() else shutil.copy2
        copy(path, to)


def the_package(tried: WheelTrial) -> None:
    """Check that the package is imported from the wheel and has its version."""
    where = Path(tried.evaluate("byestand.__file__"))
    require(where.is_relative_to(tried.home), f"imported from another place: {where}")
    version = tried.evaluate("byestand.__version__")
    require(tried.byestand("--version").strip() == f"byestand {version}", "--version shows another version")


def the_commands(tried: WheelTrial) -> None:
    """Check that movements are shown, verified and planned."""
    require("18-table Web, 13 rounds" in tried.byestand("show", "W1813"), "show does not show the Web")
    require("no errors" in tried.byestand("verify", "W1813"), "verify finds errors in W1813")
    best = tried.byestand("plan", "--pairs", "36", "--boards", "26", "--cases", "2")
    require(" 1  W1813" in best, "plan does not recommend W1813")


def the_paper(tried: WheelTrial) -> None:
    """Check that pages use the templates and fonts of the package."""
    tried.byestand("print", "W1813", "--boards-per-round", "2", "--sheets", "mats,guides,chart", "-o", "paper.pdf")
    require_pdf((tried.home / "paper.pdf").read_bytes())


def require_pdf(page: bytes) -> None:
    """Check that a document uses our own fonts, not the fallback of Typst."""
    require(page.startswith(b"%PDF-"), "no pdf was written")
    first = PdfReader(io.BytesIO(page)).pages[0]
    found = first["/Resources"]["/Font"].values()  # type: ignore[index]
    fonts = {str(font.get_object()["/BaseFont"]).partition("+")[2] for font in found}
    require(bool(fonts) and all(font.startswith("Byestand") for font in fonts), f"other fonts than ours: {fonts}")


def the_files(tried: WheelTrial) -> None:
    """Check that files are written and read in formats that start from an empty file of the package."""
    for file in FILES:
        tried.byestand("export", Path(file).stem, "--boards-per-round", "3", "-o", file)
    require(tried.byestand("verify", *FILES).count("no errors") >= len(FILES), "the written files have errors")


def the_shipped_data(tried: WheelTrial) -> None:
    """Check that the data files of the package are found."""
    for name in ("R1111", "R1414", "R1212S", "I1313"):
        tried.byestand("show", name)
    seatings = tried.byestand("crossover", "W1813")
    require("proved best" in seatings, "the best seating of W1813 is missing")


def the_server(tried: WheelTrial) -> None:
    """Check that the app starts, serves pages with all their files and sheets, and ends with Ctrl-C."""
    command = [str(tried.program), "serve", "--no-browser", "--port", "0", "--data", str(tried.home)]
    with subprocess.Popen(
        command, cwd=tried.home, env=tried.environment, stdout=subprocess.PIPE, encoding="utf-8"
    ) as server:
        try:
            line = server.stdout.readline() if server.stdout else ""
            address = re.search(r"http://[\w.:]+", line)
            ask(address[0] if address else fail(f"the server does not print its address: {line}"))
        finally:
            server.send_signal(signal.SIGINT) if os.name == "posix" else server.terminate()
            code = server.wait(SECONDS)
    require(os.name != "posix" or code == 0, f"the server ended with {code}")


def ask(address: str) -> None:
    """Open the pages and the files that they load."""
    pages = "".join(fetch(address + page).decode() for page in PAGES)
    loaded = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', pages))
    require(len(loaded) >= 3, f"pages load no style or script: {loaded}")
    for file in sorted(loaded):
        require(bool(fetch(address + file)), f"{file} is empty")
    require_pdf(fetch(f"{address}/m/W1813/paper/boarding.pdf?boards_per_round=2"))


def fetch(address: str) -> bytes:
    """Return the answer of the server; an error ends the trial."""
    with urlopen(address, timeout=SECONDS) as answer:  # noqa: S310 - our own server
        return bytes(answer.read())


def run(*command: str, folder: Path = ROOT, environment: dict[str, str] | None = None) -> str:
    """Return the output of a command; if it fails, the trial fails."""
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
    """End the trial if a condition does not hold."""
    if not holds:
        fail(complaint)


def fail(complaint: str) -> NoReturn:
    """End the trial."""
    sys.exit(f"try_wheel: {complaint}")


if __name__ == "__main__":
    main()
